"""What each market card does: when it is gained, when it is played, and at the end."""

from mypy_extensions import i64

from imhotep.engine.builder.state import State
from imhotep.engine.builder.values import of_set
from imhotep.engine.builder.vocabulary import CARDS, SITES, Action, Card, Event, Refusal, Site, Source, Step
from imhotep.engine.kernel import LEGAL, Actions


def draw_and_gain(state: State, seat: i64) -> None:
    """The top card of the draw pile; without one nothing happens (B8)."""
    card = state.draw_card()
    if card != Card.NONE:
        state.note(Event.CARD_DRAWN, seat, card)
        gain_card(state, seat, card)


def gain_card(state: State, seat: i64, card: i64) -> None:
    """Red cards are carried out at once (B7); the others are kept in the open (B25)."""
    match card:
        case Card.ENTRANCE:
            build_by_card(state, seat, card, Site.PYRAMIDS)
        case Card.SARCOPHAGUS:
            build_by_card(state, seat, card, Site.BURIAL_CHAMBER)
        case Card.PAVED_PATH:
            build_by_card(state, seat, card, Site.OBELISKS)
        case _:
            state.players[seat].hand[card] += 1


def build_by_card(state: State, seat: i64, card: i64, site: i64) -> None:
    state.push(Step.DISCARD, seat, card)  # after all that it triggers (B8)
    if state.players[seat].quarry > 0:  # B6
        state.players[seat].quarry -= 1
        state.push(Step.DELIVER, seat, site)


def add_card_plays(state: State, seat: i64, actions: Actions) -> None:
    hand = state.players[seat].hand
    for card in range(Card.LEVER, CARDS):
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
        case _:  # the chisel, B14
            if player.sled < 2:
                return Refusal.TWO_STONES_NEEDED
            if free_spaces(state) < 2:
                return Refusal.TWO_SPACES_NEEDED
            return LEGAL


def free_spaces(state: State) -> i64:
    """On ships that have not sailed."""
    free: i64 = 0
    for ship in state.ships:
        if not ship.sailed:
            free += ship.size - ship.load
    return free


def play_card(state: State, seat: i64, card: i64) -> None:
    state.players[seat].hand[card] -= 1
    state.note(Event.CARD_PLAYED, seat, card)
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


def score_cards(state: State, seat: i64) -> None:
    """At the end of the game: statues, decorations (B18), blue cards that were not used."""
    values, hand = state.values, state.players[seat].hand
    if hand[Card.STATUE] > 0:
        state.gain_points(seat, Source.STATUES, of_set(values.statue_points, values.statue_more, hand[Card.STATUE]))
    for site in range(Site.PYRAMIDS, SITES):
        count = hand[Card.DECORATION + site - Site.PYRAMIDS]
        if count > 0:
            stones = state.boards[site].stones()
            state.gain_points(seat, Source.DECORATIONS, count * (stones // values.decoration_stones))
    unused: i64 = 0
    for card in range(Card.LEVER, CARDS):
        unused += hand[card]
    if unused > 0:
        state.gain_points(seat, Source.UNUSED_CARDS, unused * values.unused_card)
