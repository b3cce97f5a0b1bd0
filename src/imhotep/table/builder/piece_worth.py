"""What cards and prophecies are worth to each seat."""

from collections.abc import Callable

from imhotep.engine.builder.cards import gain_card
from imhotep.engine.builder.game import Builder
from imhotep.engine.builder.prophecies import no_prophecy, no_scarab, period, task_count
from imhotep.engine.builder.vocabulary import EMPTY, SEATS, Card, Site
from imhotep.engine.kernel import LEGAL, Journal
from imhotep.table.builder.events import reveals
from imhotep.table.builder.knowledge import Hands, hands, looked_at, open_hands
from imhotep.table.builder.values import deck_of
from imhotep.table.builder.view import faces_only
from imhotep.table.builder.words import CARD_IDS
from imhotep.table.event_log import EventLog
from imhotep.table.piece_worth import PieceWorth, SeatWorth
from imhotep.table.setup import Setup

Points = list[int] | None  # by seat; None: that nobody can know


def piece_worths(position: Builder, setup: Setup, viewer: int | None) -> list[PieceWorth]:
    """Of all cards in play and all prophecies. Nothing in it depends on what the viewer doesn't know."""
    faces = open_hands(position, hands(position, setup.players), viewer)
    seen = faces_only(position, faces)
    before = _ended(seen)
    cards = [
        _card(seen, setup, card, copies, faces, before, _unseen(position, card, copies, faces, viewer))
        for card, copies in enumerate(deck_of(setup))
        if copies
    ]
    return cards + [_god(seen, setup, place, before) for place in range(int(position.prophecies.count))]


def _copy(position: Builder) -> Builder:
    copy = Builder(position.values, position.sides)
    copy.copy_from(position)
    return copy


def _scores(position: Builder) -> list[int]:
    return [int(position.score(seat)) for seat in range(int(position.seats))]


def _ended(position: Builder) -> list[int]:
    copy = _copy(position)
    if not copy.is_over():
        copy.finish()
    return _scores(copy)


def _unseen(position: Builder, card: int, copies: int, faces: Hands, viewer: int | None) -> int:
    """How many of a card lie where the viewer doesn't see them."""
    open_cards = position.boards[Site.MARKET].open  # type: ignore[attr-defined]
    lying = [int(open_cards[space]) for space in range(int(position.values.market_open))]
    away = position.discard_pile.to_list()
    looked = looked_at(position, viewer) or []
    shown = lying.count(card) + away.count(card) + looked.count(CARD_IDS[card])
    return max(0, copies - shown - sum(hand.count(card) for hand in faces))


def _card(
    position: Builder, setup: Setup, card: int, copies: int, faces: Hands, before: list[int], unseen: int
) -> PieceWorth:
    counted, per = _counted(position, card)
    seats = []
    for seat in range(setup.players):
        one = _after(position, lambda copy, seat=seat: gain_card(copy, seat, card))  # type: ignore[misc]
        two = None if one is None else _after(one, lambda copy, seat=seat: gain_card(copy, seat, card))  # type: ignore[misc]
        held = faces[seat].count(card)
        without = before
        if held:
            less = _copy(position)
            less.players[seat].hand[card] -= 1
            without = _ended(less)
        seats.append(_seat_worth(position, seat, before, one, two, held, without, counted(seat)))
    return PieceWorth(piece=CARD_IDS[card], copies=copies, unseen=unseen, per=per, seats=seats)


def _seat_worth(
    position: Builder,
    seat: int,
    before: list[int],
    one: Builder | None,
    two: Builder | None,
    held: int,
    without: list[int],
    counted: int | None,
) -> SeatWorth:
    now = end = second = None
    others = 0
    if one is not None:
        then = _ended(one)
        now = int(one.score(seat)) - int(position.score(seat))
        end = then[seat] - before[seat] - now
        others = sum(then) - then[seat] - sum(before) + before[seat]
        second = None if two is None else _ended(two)[seat] - then[seat]
    last = before[seat] - without[seat] if held else None
    return SeatWorth(held=held, counted=counted, now=now, end=end, second=second, last=last, others=others)


def _after(position: Builder, change: Callable[[Builder], None]) -> Builder | None:
    """A copy in which it happened, with all that it triggers; None if somebody would have to choose, or something
    would come to light."""
    copy, journal, log = _copy(position), Journal(), EventLog()
    if copy.is_over():
        return None
    copy.journal = journal
    change(copy)
    copy.settle()
    log.take(journal)
    copy.journal = None
    if copy.depth != position.depth or any(reveals(event) for event in log.since(0)):
        return None
    return copy


def _counted(position: Builder, card: int) -> tuple[Callable[[int], int | None], int | None]:
    """What the worth of a card goes by, for a seat, and how many of it make a point."""
    site = card - int(Card.DECORATION) + int(Site.PYRAMIDS)
    if int(Card.DECORATION) <= card < int(Card.STATUE):
        stones = int(position.boards[site].stones())
        return (lambda seat: stones), int(position.values.decoration_stones)
    if card == int(Card.STONE_ORNAMENT):
        return (lambda seat: int(position.players[seat].sled)), None
    return (lambda seat: None), None


def _god(position: Builder, setup: Setup, place: int, before: list[int]) -> PieceWorth:
    """Of a scarab laid now, and of one that lies there."""
    scarabs, now = position.prophecies.scarabs, int(period(position)) if not position.is_over() else 0
    card = int(position.prophecies.cards[place])
    seats = []
    for seat in range(setup.players):
        at = place * SEATS + seat
        held = scarabs[at] != EMPTY
        free = no_scarab(position, seat) == LEGAL and no_prophecy(position, seat, place) == LEGAL
        copy = _copy(position)
        copy.prophecies.scarabs[at] = EMPTY if held else now
        then = _ended(copy)
        asks = not held and free and not position.is_over()
        seats.append(
            SeatWorth(
                held=int(held),
                counted=int(task_count(position, seat, card)),
                now=0 if asks else None,
                end=then[seat] - before[seat] if asks else None,
                second=None,
                last=before[seat] - then[seat] if held else None,
                others=0,
            )
        )
    return PieceWorth(
        piece=f"god {place + 1}", copies=1, unseen=0, per=int(position.values.task_count[card]), seats=seats
    )
