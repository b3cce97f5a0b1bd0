"""The three actions, the parts of action tokens, and the end."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from imhotep.engine.duel.state import State, first_of_pair, second_of_pair
from imhotep.engine.duel.vocabulary import (
    CARGO,
    EMPTY,
    LINES,
    SEATS,
    SPACES,
    Action,
    Event,
    Refusal,
    Source,
    Step,
    Token,
)
from imhotep.engine.kernel import LEGAL, NOT_ASKED, Actions

PARTS: Final[i64] = 3  # of an action token, at most

# --- the turn's own action


def add_turn(state: State, seat: i64, actions: Actions) -> None:
    if state.no_meeple(seat) == LEGAL:
        add_places(state, actions)
    add_unloadings(state, actions)
    owned = state.players[seat].actions
    for kind in range(4):
        if owned[kind] > 0 and cannot_carry_out(state, seat, Token.TAKE + kind) == LEGAL:  # no_play
            actions.add(Action.PLAY + kind)
    if actions.count == 0:  # D5
        actions.add(Action.PASS)


def refuse_turn(state: State, seat: i64, code: i64) -> i64:
    if code >= Action.PLACE and code < Action.UNLOAD:
        return refuse_place(state, seat, code)
    if code >= Action.UNLOAD and code < Action.PLAY:
        return refuse_unloading(state, code)
    if code >= Action.PLAY and code < Action.PASS:
        return no_play(state, seat, Token.TAKE + code - Action.PLAY)
    if code == Action.PASS:
        state.legal(state.options)
        if state.options.codes[0] != Action.PASS:
            return Refusal.CAN_ACT
        return LEGAL
    return NOT_ASKED


def take_turn(state: State, seat: i64, code: i64) -> None:
    if code < Action.UNLOAD:
        place(state, seat, code)
    elif code < Action.PLAY:
        unload(state, seat, code)
    elif code < Action.PASS:
        play(state, seat, Token.TAKE + code - Action.PLAY)
    else:
        state.note(Event.PASSED, seat)


def begin_turn(state: State, seat: i64) -> None:
    if state.journal is not None:
        state.note(Event.TURN_BEGAN, seat)
    state.push_both(Step.END_TURN, Step.TURN, seat)


def end_turn(state: State, seat: i64) -> None:
    if state.waiting.count > 0:
        for i in range(state.waiting.count):
            load_boat(state, state.waiting.cards[i])
        state.waiting.count = 0
    begin_turn(state, 1 - seat)


# --- placing a meeple


def add_places(state: State, actions: Actions) -> None:
    codes, count, spaces = actions.codes, actions.count, state.spaces  # the hottest loop: all calls written out
    for space in range(SPACES):
        if spaces[space] == EMPTY:  # no_space
            codes[count] = Action.PLACE + space
            count += 1
    actions.count = count


def refuse_place(state: State, seat: i64, code: i64) -> i64:
    if code < Action.PLACE or code >= Action.UNLOAD:
        return NOT_ASKED
    if state.no_meeple(seat) != LEGAL:
        return state.no_meeple(seat)
    return state.no_space(code - Action.PLACE)


def place(state: State, seat: i64, code: i64) -> None:
    """Answers PLACE codes."""
    state.put_meeple(seat, code - Action.PLACE)
    state.note(Event.MEEPLE_PLACED, seat, code - Action.PLACE)


def add_places_to_unload(state: State, actions: Actions) -> None:
    """Where a boat can be unloaded afterwards (D3)."""
    if state.no_boat_to_unload() == LEGAL:
        add_places(state, actions)
        return
    for space in range(SPACES):
        if state.no_space(space) == LEGAL and state.no_unloading_from(space) == LEGAL:
            actions.add(Action.PLACE + space)


def refuse_place_to_unload(state: State, seat: i64, code: i64) -> i64:
    refusal = refuse_place(state, seat, code)
    if refusal == LEGAL and state.no_boat_to_unload() != LEGAL:
        return state.no_unloading_from(code - Action.PLACE)
    return refusal


# --- unloading a boat


def add_unloadings(state: State, actions: Actions) -> None:
    codes, count, afloat, lines = actions.codes, actions.count, state.afloat, state.lines  # hot, too
    for boat in range(LINES):
        if afloat[boat] > 0 and lines[boat] >= 2:  # no_unloading
            codes[count] = Action.UNLOAD + boat
            count += 1
    actions.count = count


def refuse_unloading(state: State, code: i64) -> i64:
    if code < Action.UNLOAD or code >= Action.PLAY:
        return NOT_ASKED
    return state.no_unloading(code - Action.UNLOAD)


def unload(state: State, seat: i64, code: i64) -> None:
    """Answers UNLOAD codes. From the boat inwards each meeple takes the outermost token left (D7); it can end the game
    (D6), so nothing comes after it."""
    boat = code - Action.UNLOAD
    state.unloads += 1
    state.note(Event.BOAT_UNLOADED, seat, boat, state.lines[boat])
    space, step = boat * 3 + 2, i64(1)
    if boat >= 3:
        space, step = boat + 3, i64(3)
    cargo = CARGO
    for _ in range(3):
        if state.spaces[space] != EMPTY:
            cargo -= 1
            token = state.cargo[boat * CARGO + cargo]
            owner = state.lift_meeple(space)
            state.note(Event.MEEPLE_RETURNED, owner, space)
            state.note(Event.TOKEN_UNLOADED, owner, token, boat, cargo)
            state.gain(owner, token)
        space -= step
    while cargo > 0:
        cargo -= 1
        token = state.cargo[boat * CARGO + cargo]
        state.box.put(token)
        state.note(Event.TOKEN_REMOVED, 0, token, boat, cargo)
    for cargo in range(CARGO):
        state.cargo[boat * CARGO + cargo] = Token.NONE
    refill(state, boat)


def refill(state: State, boat: i64) -> None:
    """Loaded at once, or at the end of the turn; gone if no three tokens are left for it (D2)."""
    if state.supply.count < CARGO * (state.waiting.count + 1):
        state.afloat[boat] = 0
        state.note(Event.BOAT_LEFT, 0, boat)
        if state.boats_left() == 1:
            end_game(state)
    elif state.values.refill_at_end_of_turn:
        state.waiting.put(boat)
    else:
        load_boat(state, boat)


def load_boat(state: State, boat: i64) -> None:
    for space in range(CARGO):
        state.draw_onto(state.supply, Event.TOKEN_LOADED, boat, space)


# --- action tokens: each has up to three parts, carried out one after the other


def steps_of_actions() -> vec[i64]:
    """The question of each part, in the order of the tokens; TURN where there is none."""
    take = [int(Step.TAKE), int(Step.TURN), int(Step.TURN)]
    meeples = [int(Step.PLACE), int(Step.PLACE), int(Step.PLACE_MORE)]
    meeple_and_boats = [int(Step.PLACE_TO_UNLOAD), int(Step.UNLOAD), int(Step.UNLOAD_MORE)]
    swap_and_boat = [int(Step.SWAP), int(Step.UNLOAD), int(Step.TURN)]
    return vec[i64](take + meeples + meeple_and_boats + swap_and_boat)


STEPS: Final = steps_of_actions()


def no_play(state: State, seat: i64, token: i64) -> i64:
    if state.players[seat].actions[token - Token.TAKE] == 0:
        return Refusal.NO_SUCH_ACTION
    return cannot_carry_out(state, seat, token)


def cannot_carry_out(state: State, seat: i64, token: i64) -> i64:
    """Why not even the printed minimum is possible; by the house rule, why no part is (D3)."""
    if state.values.partial_action_tokens:
        for part in range(PARTS):
            step = STEPS[(token - Token.TAKE) * PARTS + part]
            if step != Step.TURN and no_part(state, seat, step) == LEGAL:
                return LEGAL
        return Refusal.NOTHING_POSSIBLE
    if token == Token.TAKE:
        return state.nothing_to_take()
    if token == Token.PLACE:
        if state.players[seat].hand < 2:
            return Refusal.TWO_MEEPLES_NEEDED
        return LEGAL
    if token == Token.PLACE_AND_UNLOAD:
        return no_part(state, seat, Step.PLACE_TO_UNLOAD)
    if state.no_boat_to_unload() != LEGAL:
        return Refusal.NO_BOAT_TO_UNLOAD
    return state.nothing_to_swap()


def no_part(state: State, seat: i64, step: i64) -> i64:
    """Why a question of an action token can't be answered at all. There is always a free space for a meeple."""
    match step:
        case Step.PLACE | Step.PLACE_MORE:
            return state.no_meeple(seat)
        case Step.PLACE_TO_UNLOAD:
            if state.no_meeple(seat) != LEGAL or state.values.partial_action_tokens:
                return state.no_meeple(seat)
            if state.no_boat_to_unload() == LEGAL:
                return LEGAL
            for space in range(SPACES):
                if state.no_space(space) == LEGAL and state.no_unloading_from(space) == LEGAL:
                    return LEGAL
            return Refusal.NO_UNLOADING_AFTER
        case Step.UNLOAD | Step.UNLOAD_MORE:
            return state.no_boat_to_unload()
        case Step.SWAP:
            return state.nothing_to_swap()
        case _:
            return state.nothing_to_take()


def play(state: State, seat: i64, token: i64) -> None:
    state.players[seat].actions[token - Token.TAKE] -= 1
    state.box.put(token)
    state.note(Event.ACTION_PLAYED, seat, token)
    next_part(state, seat, token, 0)


def next_part(state: State, seat: i64, token: i64, part: i64) -> None:
    """Ask for this part, or for the first one after it that is possible."""
    while part < PARTS:
        step = STEPS[(token - Token.TAKE) * PARTS + part]
        part += 1
        if step != Step.TURN and no_part(state, seat, step) == LEGAL:
            if step == Step.PLACE_TO_UNLOAD and state.values.partial_action_tokens:
                step = Step.PLACE
            state.push(Step.NEXT_PART, seat, token, part)
            state.push(step, seat)
            return


def refuse_stop(code: i64, refusal: i64) -> i64:
    """Whoever may stop may stop; `refusal` is of all other codes."""
    return LEGAL if code == Action.STOP else refusal


def must_go_on(code: i64, refusal: i64, reason: i64) -> i64:
    """Whoever has to go on is told so."""
    return reason if code == Action.STOP else refusal


def place_more(state: State, seat: i64, code: i64) -> None:
    if code == Action.STOP:
        state.note(Event.STOPPED, seat)
    else:
        place(state, seat, code)


def unload_more(state: State, seat: i64, code: i64) -> None:
    if code == Action.STOP:
        state.note(Event.STOPPED, seat)
    else:
        unload(state, seat, code)


def add_swaps(state: State, actions: Actions) -> None:
    for boat in range(LINES):
        for pair in range(CARGO):
            if state.no_swap(boat, pair) == LEGAL:
                actions.add(Action.SWAP + boat * CARGO + pair)


def refuse_swap(state: State, code: i64) -> i64:
    if code < Action.SWAP or code >= Action.COUNT:
        return NOT_ASKED
    return state.no_swap((code - Action.SWAP) // CARGO, (code - Action.SWAP) % CARGO)


def swap(state: State, seat: i64, code: i64) -> None:
    boat, pair = (code - Action.SWAP) // CARGO, (code - Action.SWAP) % CARGO
    first, second = first_of_pair(pair), second_of_pair(pair)
    cargo, at = state.cargo, boat * CARGO
    token = cargo[at + first]
    cargo[at + first] = cargo[at + second]
    cargo[at + second] = token
    state.note(Event.TOKENS_SWAPPED, seat, boat, first, second)


def add_takes(state: State, actions: Actions) -> None:
    for boat in range(LINES):
        for space in range(CARGO):
            if state.no_take(boat, space) == LEGAL:
                actions.add(Action.TAKE + boat * CARGO + space)


def refuse_take(state: State, code: i64) -> i64:
    if code < Action.TAKE or code >= Action.SWAP:
        return NOT_ASKED
    return state.no_take((code - Action.TAKE) // CARGO, (code - Action.TAKE) % CARGO)


def take(state: State, seat: i64, code: i64) -> None:
    boat, space = (code - Action.TAKE) // CARGO, (code - Action.TAKE) % CARGO
    token = state.cargo[boat * CARGO + space]
    state.note(Event.TOKEN_TAKEN, seat, token, boat, space)
    state.gain(seat, token)
    state.draw_onto(state.reserve, Event.RESERVE_LOADED, boat, space)


# --- beginning and end


def begin_game(state: State, first: i64) -> None:
    """All tokens lie shuffled in the supply: boats, then the reserve (D11)."""
    state.starter = first
    state.note(Event.GAME_BEGAN, first)
    for boat in range(LINES):
        state.afloat[boat] = 1
        load_boat(state, boat)
    for _ in range(state.values.reserve):
        state.reserve.put(state.supply.take())
    begin_turn(state, first)


def end_game(state: State) -> None:
    """At once, also in the middle of an action; the cargo of the last boat is lost (D6)."""
    state.depth = 0
    if state.journal is not None:
        for seat in range(SEATS):
            for source in range(Source.COUNT):
                points = state.points(seat, source)
                if points != 0:
                    state.note(Event.POINTS, seat, source, points)
    state.note(Event.GAME_ENDED, 0)
