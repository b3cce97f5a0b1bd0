"""The four actions, the turn and the round."""

from mypy_extensions import i64

from imhotep.engine.builder.cards import (
    add_card_plays,
    not_to_plank,
    play_card,
    refuse_card_play,
    score_cards,
    show_hands,
)
from imhotep.engine.builder.prophecies import (
    add_prophecies,
    draw_prophecies,
    prophesy,
    refuse_prophecy,
    score_prophecies,
)
from imhotep.engine.builder.pyramids import PyramidsD
from imhotep.engine.builder.state import Ship, State
from imhotep.engine.builder.vocabulary import (
    EMPTY,
    NOWHERE,
    SHIPS,
    SITES,
    SPACES,
    Action,
    Card,
    Event,
    Refusal,
    Site,
    Source,
    Step,
)
from imhotep.engine.kernel import LEGAL, NOT_ASKED, Actions

# --- the turn's own action


def add_turn(state: State, seat: i64, actions: Actions) -> None:
    if state.no_stones(seat) == LEGAL:
        actions.add(Action.GET_STONES)
        if state.values.has_corridor and no_imhotep(state) == LEGAL:
            actions.add(Action.GET_STONES_AND_MOVE)
    state.add_loads(seat, actions)
    add_sailings(state, actions)
    add_card_plays(state, seat, actions)
    if actions.count == 0:  # B2
        actions.add(Action.PASS)
    if state.values.scarabs > 0:
        add_prophecies(state, seat, actions)


def refuse_turn(state: State, seat: i64, code: i64) -> i64:
    if code == Action.GET_STONES:
        return state.no_stones(seat)
    if code == Action.GET_STONES_AND_MOVE:
        if no_imhotep(state) != LEGAL:
            return no_imhotep(state)
        return state.no_stones(seat)
    if code >= Action.LOAD and code < Action.SAIL:
        return state.refuse_load(seat, code)
    if code >= Action.SAIL and code < Action.PLAY_CARD:
        return refuse_sailing(state, code)
    if code >= Action.PLAY_CARD and code < Action.PASS:
        return refuse_card_play(state, seat, Card.LEVER + code - Action.PLAY_CARD)
    if code == Action.PASS:
        state.legal(state.options)
        if state.options.codes[0] != Action.PASS:
            return Refusal.CAN_ACT
        return LEGAL
    return refuse_prophecy(state, seat, code)


def take_turn(state: State, seat: i64, code: i64) -> None:
    if code >= Action.PASS:
        if code == Action.PASS:
            state.passes += 1
            state.note(Event.PASSED, seat)
        else:
            prophesy(state, seat, code)
            state.push(Step.TURN, seat)  # the action follows (N17)
        return
    state.passes = 0
    if code < Action.LOAD:
        state.take_stones(seat, state.values.stones_per_get)
        if code == Action.GET_STONES_AND_MOVE:
            corridor(state).move_imhotep(state, seat)
    elif code < Action.SAIL:
        state.load(seat, code)
    elif code < Action.PLAY_CARD:
        sail(state, seat, code)
    else:
        play_card(state, seat, Card.LEVER + code - Action.PLAY_CARD)


def no_imhotep(state: State) -> i64:
    """Why he can't be moved when stones are got (N9)."""
    if not state.values.has_corridor:
        return Refusal.NO_CORRIDOR
    return corridor(state).no_move()


def corridor(state: State) -> PyramidsD:
    board = state.boards[Site.PYRAMIDS]
    assert isinstance(board, PyramidsD)
    return board


# --- loading to sail (B13)


def add_loads_to_sail(state: State, actions: Actions) -> None:
    for ship in range(SHIPS):
        if state.ships[ship].not_ready_with_one_more() == LEGAL:
            state.add_spaces(ship, actions)


def refuse_load_to_sail(state: State, code: i64) -> i64:
    if code < Action.LOAD or code >= Action.SAIL:
        return NOT_ASKED
    ship = state.ships[(code - Action.LOAD) // SPACES]
    if ship.not_ready_with_one_more() != LEGAL:
        return ship.not_ready_with_one_more()
    return ship.no_space((code - Action.LOAD) % SPACES)


def load_to_sail(state: State, seat: i64, code: i64) -> None:
    state.load(seat, code)
    state.push(Step.SAIL_SHIP, seat, (code - Action.LOAD) // SPACES)


# --- sailing


def add_sailings(state: State, actions: Actions) -> None:
    for ship in range(SHIPS):
        if state.ships[ship].not_ready() == LEGAL:
            add_docks(state, ship, actions)


def add_docks(state: State, ship: i64, actions: Actions) -> None:
    first = Action.SAIL + ship * SITES
    codes, count, moored = actions.codes, actions.count, state.moored  # the second hottest
    for site in range(SITES):
        if moored[site] == 0:  # no_dock
            codes[count] = first + site
            count += 1
    actions.count = count


def refuse_sailing(state: State, code: i64) -> i64:
    if code < Action.SAIL or code >= Action.PLAY_CARD:
        return NOT_ASKED
    ship = state.ships[(code - Action.SAIL) // SITES]
    if ship.not_ready() != LEGAL:
        return ship.not_ready()
    return state.no_dock((code - Action.SAIL) % SITES)


def refuse_dock(state: State, ship: i64, code: i64) -> i64:
    """Why ship `ship`, the one just loaded, can't sail there."""
    refusal = refuse_sailing(state, code)
    if refusal != NOT_ASKED and (code - Action.SAIL) // SITES != ship:
        return Refusal.OTHER_SHIP
    return refusal


def sail(state: State, seat: i64, code: i64) -> i64:
    """Answers SAIL codes: the ship moors and will be unloaded next; which one it is."""
    ship, site = (code - Action.SAIL) // SITES, (code - Action.SAIL) % SITES
    state.ships[ship].site = site
    state.moored[site] += 1
    state.ships_sailed += 1
    state.note(Event.SHIP_SAILED, seat, ship, site)
    state.push(Step.UNLOAD, seat, ship, site)
    return ship


def unload(state: State, seat: i64, number: i64, site: i64) -> None:
    """The front stone arrives; the others wait until all that it triggers is done (B4)."""
    ship = state.ships[number]
    space = ship.front()
    owner = ship.take(space)
    if ship.load > 0:
        state.push(Step.UNLOAD, seat, number, site)
    state.note(Event.STONE_UNLOADED, owner, number, space, site)
    state.boards[site].deliver(state, owner)


# --- the loading plank (N14)


def add_plank_sailings(state: State, seat: i64, actions: Actions) -> None:
    for ship in range(SHIPS):
        if not_to_plank(state.ships[ship], seat) == LEGAL:
            for site in range(SITES):
                if state.moored[site] > 0:
                    actions.add(Action.SAIL + ship * SITES + site)


def refuse_plank_sailing(state: State, seat: i64, code: i64) -> i64:
    if code < Action.SAIL or code >= Action.PLAY_CARD:
        return NOT_ASKED
    refusal = not_to_plank(state.ships[(code - Action.SAIL) // SITES], seat)
    if refusal == LEGAL and state.moored[(code - Action.SAIL) % SITES] == 0:
        return Refusal.NO_SHIP_THERE
    return refusal


# --- the lever (B11)


def sail_by_lever(state: State, seat: i64, code: i64) -> None:
    """The whole order is chosen before the first stone is unloaded."""
    number = sail(state, seat, code)
    ship = state.ships[number]
    ship.close_gaps()
    for i in range(ship.load):
        state.push(Step.ORDER, seat, number, ship.load - 1 - i)


def add_order(ship: Ship, place: i64, actions: Actions) -> None:
    """Each owner of a stone from `place` on, once."""
    for space in range(place, ship.load):
        first = place
        while ship.spaces[first] != ship.spaces[space]:
            first += 1
        if first == space:
            actions.add(Action.NEXT_STONE + ship.spaces[space])


def refuse_order(ship: Ship, place: i64, code: i64) -> i64:
    if code < Action.NEXT_STONE or code >= Action.RAFT:
        return NOT_ASKED
    if not ship.has_stone_of(code - Action.NEXT_STONE, place):
        return Refusal.NO_STONE_OF_SEAT
    return LEGAL


def order(state: State, number: i64, place: i64, code: i64) -> None:
    state.ships[number].move_forward(code - Action.NEXT_STONE, place)
    state.note(Event.STONE_ORDERED, code - Action.NEXT_STONE, number, place)


# --- turns and rounds


def begin_turn(state: State, seat: i64) -> None:
    if state.journal is not None:
        state.note(Event.TURN_BEGAN, seat)
    state.push_both(Step.END_TURN, Step.TURN, seat)


def end_turn(state: State, seat: i64) -> None:
    if state.ships_sailed == SHIPS or state.passes == state.values.players:  # B3
        state.push(Step.END_ROUND, seat)
    else:
        begin_turn(state, (seat + 1) % state.values.players)


def begin_round(state: State, seat: i64) -> None:
    """Ships, then the market (B24); then the first turn."""
    state.note(Event.ROUND_BEGAN, seat, state.round)
    card = state.coming_rounds.take() * SHIPS
    for ship in range(SHIPS):
        size = state.values.round_cards[card + ship]
        state.ships[ship].fit_out(size, state.values.minimum_load[size])
        state.note(Event.SHIP_READY, 0, ship, size, state.values.minimum_load[size])
    for board in state.boards:
        board.begin_round(state)
    state.ships_sailed = 0
    state.passes = 0
    begin_turn(state, seat)


def end_round(state: State, seat: i64) -> None:
    state.push(Step.CLEAR_TABLE, seat)
    for board in state.boards:
        board.end_round(state)


def clear_table(state: State, seat: i64) -> None:
    """Open cards and what lies on unsailed ships go back (B3, B24); then the next round, or the final scoring."""
    state.note(Event.ROUND_ENDED, seat, state.round)
    for board in state.boards:
        board.clear(state)
    for number in range(SHIPS):
        ship = state.ships[number]
        if ship.load > 0:
            for space in range(SPACES):
                if ship.spaces[space] != EMPTY:
                    return_stone(state, ship.take(space), number, space)
    for site in range(SITES):
        state.moored[site] = 0
    state.round += 1
    if state.round < state.values.rounds:
        begin_round(state, (seat + 1) % state.values.players)  # B20
    else:
        end_game(state)


def return_stone(state: State, owner: i64, ship: i64 = NOWHERE, space: i64 = 0) -> None:
    state.players[owner].quarry += 1
    state.note(Event.STONE_RETURNED, owner, ship, space)


def begin_game(state: State, first: i64) -> None:
    """The start stones by turn order, tokens and prophecies, and the first round; the piles lie shuffled."""
    for turn in range(state.seats):
        player = state.players[(first + turn) % state.seats]
        player.sled = state.values.start_stones[turn]
        player.quarry -= player.sled
    for board in state.boards:
        board.begin_game(state)
    draw_prophecies(state)
    begin_round(state, first)


def end_game(state: State) -> None:
    """Hands are shown and everything is scored."""
    if state.values.face_down:
        show_hands(state)
    score_end(state)
    state.note(Event.GAME_ENDED, 0)


def score_end(state: State) -> None:
    """Burial chamber, obelisks, chariots, cards, prophecies, wrath (B24): changes nothing but the players' ledgers."""
    state.boards[Site.BURIAL_CHAMBER].end_game(state)
    state.boards[Site.OBELISKS].end_game(state)
    state.boards[Site.TEMPLE].end_game(state)
    for seat in range(state.values.players):
        score_cards(state, seat)
    if state.values.scarabs > 0:
        score_prophecies(state)
    if state.values.wrath:
        for seat in range(state.values.players):
            if misses_a_monument(state, seat):
                state.gain_points(seat, Source.WRATH, state.values.wrath_points)


def misses_a_monument(state: State, seat: i64) -> bool:
    """However many are missing, it counts once (B19)."""
    for site in range(Site.PYRAMIDS, SITES):
        if state.boards[site].built[seat] == 0:
            return True
    return False
