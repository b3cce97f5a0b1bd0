"""What each market card does: when it is gained, when it is played, and at the end."""

from mypy_extensions import i64

from imhotep.engine.builder.hidden import HAND, LOOKED_AT
from imhotep.engine.builder.state import Ship, State
from imhotep.engine.builder.vocabulary import (
    CARDS,
    NOWHERE,
    SITES,
    Action,
    Card,
    Color,
    Event,
    Refusal,
    Site,
    Source,
    Step,
)
from imhotep.engine.kernel import EVERYBODY, LEGAL, NOT_ASKED, Actions
from imhotep.engine.tables import of_set

# --- gaining


def draw_and_gain(state: State, seat: i64) -> None:
    """The top card of the draw pile; without one nothing happens (B8)."""
    card = state.draw_card()
    if card != Card.NONE:
        seen = state.seen_by(seat, card)
        if seen != EVERYBODY:
            state.hidden.put(card, HAND + seat)
        state.note(Event.CARD_DRAWN, seat, card, 0, 0, seen)
        gain_card(state, seat, card)


def gain_card(state: State, seat: i64, card: i64) -> None:
    """Red cards are carried out at once (B7); the others are kept in the open (B25, but see N18)."""
    match card:
        case Card.ENTRANCE:
            build_by_card(state, seat, card, Site.PYRAMIDS)
        case Card.SARCOPHAGUS:
            build_by_card(state, seat, card, Site.BURIAL_CHAMBER)
        case Card.PAVED_PATH:
            build_by_card(state, seat, card, Site.OBELISKS)
        case _:
            player = state.players[seat]
            player.hand[card] += 1
            if card == Card.CARGO_SLED:
                player.room += state.values.cargo_room
            elif card == Card.PRIVATE_QUARRY:  # N16
                state.gain_points(seat, Source.PRIVATE_QUARRIES, state.values.private_points)
                state.take_stones(seat, state.values.private_stones)


def build_by_card(state: State, seat: i64, card: i64, site: i64) -> None:
    if state.values.keep_red:  # N1
        state.players[seat].hand[card] += 1
    else:
        state.push(Step.DISCARD, seat, card)  # after all that it triggers (B8)
    if state.players[seat].quarry > 0:  # B6
        state.players[seat].quarry -= 1
        state.push(Step.DELIVER, seat, site)


# --- keeping one of several that lie face down


def draw_to_look(state: State, seat: i64, wanted: i64) -> i64:
    """So many cards from the draw pile, or as many as there are (N5); how many they are."""
    count: i64 = 0
    while count < wanted and state.no_card_to_draw() == LEGAL:
        state.hidden.put(state.draw_card(), LOOKED_AT)
        count += 1
    state.hidden.look(seat, LOOKED_AT, state.draw_pile)
    state.note(Event.CARDS_DRAWN_TO_LOOK, seat, 0, count)
    return count


def add_keeps(state: State, place: i64, actions: Actions) -> None:
    """Equal cards are one answer."""
    cards = state.hidden.kinds_at(place)
    code: i64 = Action.KEEP_CARD
    while cards > 0:
        if cards & 1 == 1:
            actions.add(code)
        cards >>= 1
        code += 1


def refuse_keep(state: State, place: i64, code: i64, not_there: i64) -> i64:
    """`not_there` is the refusal for any other card."""
    if code < Action.KEEP_CARD or code >= Action.NEXT_STONE:
        return NOT_ASKED
    if state.hidden.first_of(code - Action.KEEP_CARD, place) < 0:
        return not_there
    return LEGAL


def keep(state: State, seat: i64, place: i64, card: i64, space: i64) -> None:
    """Takes the card out from among those at `place`; the caller lets it take effect when the others are put away."""
    state.note(Event.CARD_KEPT, seat, card, space, 0, state.seen_by(seat, card))
    state.take_hidden(seat, state.hidden.first_of(card, place))


def discard_hidden(state: State, seat: i64, place: i64, space: i64) -> None:
    """All that lie face down at `place`."""
    hidden = state.hidden
    while hidden.first_at(place) >= 0:
        card = hidden.cards[hidden.first_at(place)]
        hidden.take_seen(hidden.first_at(place), state.seats, state.draw_pile)
        state.discard_pile.put(card)
        state.note(Event.CARD_DISCARDED, seat, card, space, 1)


# --- playing blue cards


def add_card_plays(state: State, seat: i64, actions: Actions) -> None:
    hand = state.players[seat].hand
    for card in range(Card.LEVER, Card.RAFT):
        if hand[card] > 0 and no_use(state, seat, card) == LEGAL:
            actions.add(Action.PLAY_CARD + card - Card.LEVER)
    if state.values.has_new_cards:
        for card in range(Card.RAFT, Card.LOADING_PLANK + 1):
            if hand[card] > 0 and no_use(state, seat, card) == LEGAL:
                actions.add(Action.PLAY_CARD + card - Card.LEVER)


def refuse_card_play(state: State, seat: i64, card: i64) -> i64:
    if state.players[seat].hand[card] == 0:
        return Refusal.NOT_IN_HAND
    return no_use(state, seat, card)


def no_use(state: State, seat: i64, card: i64) -> i64:
    """Why a blue card in hand can't be carried out now."""
    player = state.players[seat]
    match card:
        case Card.LEVER:  # B11
            for ship in state.ships:
                if ship.not_ready() == LEGAL:
                    return LEGAL
            return Refusal.NO_SHIP_READY
        case Card.HAMMER:  # B12
            if player.sled + player.quarry == 0:
                return Refusal.NO_STONE_AT_ALL
            if free_spaces(state) == 0:
                return Refusal.NO_ROOM_ON_SHIPS
            return LEGAL
        case Card.SAIL:  # B13
            if player.sled == 0:
                return Refusal.SLED_EMPTY
            for ship in state.ships:
                if ship.not_ready_with_one_more() == LEGAL:
                    return LEGAL
            return Refusal.NO_SHIP_READY
        case Card.CHISEL:  # B14
            if player.sled < 2:
                return Refusal.TWO_STONES_NEEDED
            if free_spaces(state) < 2:
                return Refusal.TWO_SPACES_NEEDED
            return LEGAL
        case Card.RAFT:
            if player.sled <= state.values.raft_returns:
                return Refusal.THREE_STONES_NEEDED
            return LEGAL
        case _:  # the loading plank, N14
            if player.sled < state.values.plank_returns:
                return Refusal.NO_STONE_TO_RETURN
            for ship in state.ships:
                if not_to_plank(ship, seat) == LEGAL and state.ships_sailed > 0:
                    return LEGAL
            return Refusal.NO_SHIP_TO_PLANK


def not_to_plank(ship: Ship, seat: i64) -> i64:
    """Why a ship can't sail by a plank of `seat`; the minimum still applies (N14)."""
    if ship.not_ready() != LEGAL:
        return ship.not_ready()
    if not ship.has_stone_of(seat, 0):
        return Refusal.NO_OWN_STONE
    return LEGAL


def free_spaces(state: State) -> i64:
    """On ships that have not sailed."""
    free: i64 = 0
    for ship in state.ships:
        if ship.site < 0:
            free += ship.size - ship.load
    return free


def play_card(state: State, seat: i64, card: i64) -> None:
    state.use_card(seat, card)
    state.push(Step.DISCARD, seat, card)  # after all that it triggers (B8)
    match card:
        case Card.LEVER:
            state.push(Step.SAIL_BY_LEVER, seat)
        case Card.HAMMER:
            state.take_stones(seat, state.values.hammer_stones)
            state.push(Step.LOAD, seat)
        case Card.SAIL:
            state.push(Step.LOAD_TO_SAIL, seat)
        case Card.CHISEL:
            state.push(Step.LOAD, seat)
            state.push(Step.LOAD, seat)
        case Card.RAFT:
            return_from_sled(state, seat, state.values.raft_returns)
            state.push(Step.RAFT, seat)
        case Card.LOADING_PLANK:
            return_from_sled(state, seat, state.values.plank_returns)
            state.push(Step.SAIL_BY_PLANK, seat)


def return_from_sled(state: State, seat: i64, count: i64) -> None:
    for _ in range(count):
        state.players[seat].sled -= 1
        state.players[seat].quarry += 1
        state.note(Event.STONE_RETURNED, seat, NOWHERE)


# --- the raft (N13): any site, also where a ship lies


def add_raft_sites(actions: Actions) -> None:
    for site in range(SITES):
        actions.add(Action.RAFT + site)


def refuse_raft_site(code: i64) -> i64:
    if code < Action.RAFT or code >= Action.RAFT + SITES:
        return NOT_ASKED
    return LEGAL


def raft(state: State, seat: i64, code: i64) -> None:
    state.players[seat].sled -= 1
    state.push(Step.DELIVER, seat, code - Action.RAFT, 1)


# --- at the end


def cards_of_color(state: State, seat: i64, color: i64) -> i64:
    hand = state.players[seat].hand
    match color:
        case Color.RED:
            return hand[Card.ENTRANCE] + hand[Card.SARCOPHAGUS] + hand[Card.PAVED_PATH] + hand[Card.PRIVATE_QUARRY]
        case Color.GREEN:
            return decorations(state, seat) + hand[Card.STONE_ORNAMENT]
        case Color.PURPLE:
            return hand[Card.STATUE]
        case _:
            return blue_cards(state, seat)


def decorations(state: State, seat: i64) -> i64:
    count: i64 = 0
    for card in range(Card.DECORATION, Card.STATUE):
        count += state.players[seat].hand[card]
    return count


def blue_cards(state: State, seat: i64) -> i64:
    count: i64 = 0
    for card in range(Card.LEVER, Card.LOADING_PLANK + 1):
        count += state.players[seat].hand[card]
    return count


def show_hands(state: State) -> None:
    """Everything that lay face down before its owner is turned over (N18)."""
    hidden = state.hidden
    for seat in range(state.seats):
        for card in range(1, CARDS):
            while hidden.first_of(card, HAND + seat) >= 0:
                state.note(Event.CARD_SHOWN, seat, card)
                hidden.take_seen(hidden.first_of(card, HAND + seat), state.seats, state.draw_pile)


def score_cards(state: State, seat: i64) -> None:
    """Statues, decorations (B18), ornaments, blue cards that were not used."""
    values, hand = state.values, state.players[seat].hand
    if hand[Card.STATUE] > 0:
        state.gain_points(seat, Source.STATUES, of_set(values.statue_points, values.statue_more, hand[Card.STATUE]))
    for site in range(Site.PYRAMIDS, SITES):
        count = hand[Card.DECORATION + site - Site.PYRAMIDS]
        if count > 0:
            stones = state.boards[site].stones()
            state.gain_points(seat, Source.DECORATIONS, count * (stones // values.decoration_stones))
    if hand[Card.STONE_ORNAMENT] > 0:  # N15
        points = hand[Card.STONE_ORNAMENT] * state.players[seat].sled * values.ornament_points
        state.gain_points(seat, Source.ORNAMENTS, points)
    unused = blue_cards(state, seat)
    if unused > 0:
        state.gain_points(seat, Source.UNUSED_CARDS, unused * values.unused_card)
