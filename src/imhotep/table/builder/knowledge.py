"""What a seat knows of cards that lie face down (N8, N18, N20)."""

from collections.abc import Sequence

from msgspec import Struct

from imhotep.engine.builder.game import Builder
from imhotep.engine.builder.hidden import HAND, LOOKED_AT, is_shown
from imhotep.engine.builder.vocabulary import EMPTY, Step
from imhotep.engine.kernel import at_of, seat_of, step_of, what_of
from imhotep.table.builder.words import CARD_IDS


class PlaceView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where some cards of a group may be: on a space of the market, in a hand, or, with neither, drawn to keep one."""

    count: int  # cards there that may be of it
    space: int | None = None
    seat: int | None = None


class GroupView(Struct, frozen=True, kw_only=True):
    """Cards that the viewer has seen and whose places it can't tell: they lie among these."""

    cards: list[str]
    places: list[PlaceView]


Hands = tuple[tuple[int, ...], ...]  # by seat, the cards that somebody knows


def hands(position: Builder, players: int) -> Hands:
    """All cards in each hand, sorted."""
    found = []
    for number in range(players):
        counts = list(position.players[number].hand)
        found.append(tuple([card for card, count in enumerate(counts) if count for _ in range(count)]))
    return tuple(found)


def open_hands(position: Builder, all_cards: Hands, viewer: int | None) -> Hands:
    """The cards in each hand whose faces the viewer sees, sorted: others' cards may lie face down (N18)."""
    if not position.values.face_down or position.is_over():
        return all_cards
    return tuple(
        hand if viewer == number else tuple([card for card in hand if is_shown(card)])
        for number, hand in enumerate(all_cards)
    )


def remembered_hands(position: Builder, all_cards: Hands, viewer: int | None) -> Hands:
    """Of the cards that lie face down in each hand those that the viewer knows all the same, sorted: everybody saw
    them being taken, or the viewer can tell."""
    faces = open_hands(position, all_cards, viewer)
    if faces == all_cards:
        return ((),) * len(all_cards)
    return tuple(
        () if viewer == number else tuple(_without(_known_hand(position, number, hand, viewer), faces[number]))
        for number, hand in enumerate(all_cards)
    )


def _without(cards: Sequence[int], others: Sequence[int]) -> list[int]:
    left = list(cards)
    for card in others:
        left.remove(card)
    return left


def _known_hand(position: Builder, number: int, cards: Sequence[int], viewer: int | None) -> tuple[int, ...]:
    hand = list(cards)
    for card in position.hidden.cards_at(HAND + number):
        hand.remove(card)
    if viewer is not None:
        hand += [CARD_IDS.index(card) for card in certain_cards(position, HAND + number, viewer)]
    return tuple(sorted(hand))


def certain_cards(position: Builder, place: int, viewer: int | None) -> list[str]:
    """The cards that must lie at a place, as far as the viewer can tell."""
    if viewer is None:
        return []
    hidden = position.hidden
    cards = [
        int(hidden.cards[i])
        for i in range(hidden.count)
        if hidden.places[i] == place and hidden.lies_only_at(place, viewer, hidden.origin(i, viewer))
    ]
    return [CARD_IDS[card] for card in sorted(cards)]


def looked_at(position: Builder, viewer: int | None) -> list[str] | None:
    """The cards that the viewer is looking at now, to keep one."""
    if position.is_over():
        return None
    entry = position.agenda[position.depth - 1]
    if viewer is None or step_of(entry) != Step.CHOOSE or seat_of(entry) != viewer:
        return None
    place = position.boards[at_of(entry)].looking_at(what_of(entry))
    return None if place == EMPTY else [CARD_IDS[card] for card in position.hidden.cards_at(place)]


def groups(position: Builder, viewer: int) -> list[GroupView]:
    """Groups of cards that the viewer has seen and that may lie at more than one place (N20)."""
    hidden = position.hidden
    outside = [i for i in range(int(hidden.count)) if hidden.places[i] != HAND + viewer]
    found: list[GroupView] = []
    for group in sorted({int(hidden.origin(i, viewer)) for i in outside}):
        if group == hidden.pile_group(viewer):
            continue
        counts: dict[int, int] = {}
        for i in outside:
            if hidden.clue(i, viewer) >> group & 1:
                counts[int(hidden.places[i])] = counts.get(int(hidden.places[i]), 0) + 1
        if len(counts) > 1:
            cards = sorted(int(hidden.cards[i]) for i in outside if hidden.origin(i, viewer) == group)
            places = [_place(place, counts[place]) for place in sorted(counts)]
            found.append(GroupView(cards=[CARD_IDS[card] for card in cards], places=places))
    return found


def _place(place: int, count: int) -> PlaceView:
    if place == LOOKED_AT:
        return PlaceView(count=count)
    if place >= HAND:
        return PlaceView(count=count, seat=place - int(HAND))
    return PlaceView(count=count, space=place + 1)
