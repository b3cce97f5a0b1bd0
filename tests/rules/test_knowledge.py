"""What a seat knows of face-down cards, against brute force: all deals and unseen choices that it can't tell apart.

A redeal must give only such worlds, and each of them.
"""

import itertools
import random
from collections.abc import Iterator
from typing import Any

import pytest

import imhotep
from imhotep.engine.builder.game import Builder
from imhotep.engine.builder.hidden import HAND
from imhotep.engine.builder.vocabulary import Action, Card
from imhotep.engine.kernel import EVERYBODY, LEGAL, Actions, Journal, Random
from imhotep.table.builder.dynasty import DynastyEdition, read
from imhotep.table.builder.knowledge import looked_at
from imhotep.table.builder.words import CARD_IDS
from imhotep.table.editions import Edition, built_in_text
from tests.support.builder import DECK, all_but, ship
from tests.support.scale import scaled

SEAT = 0  # whose knowledge it is
UNKNOWN = ["statue", "statue", "lever", "lever", "hammer", "sail", "entrance", "chisel"]
World = tuple[tuple[int, ...], ...]  # cards by place, sorted, and the draw pile in its order
Masked = tuple[int, ...]


def small_market() -> Edition[DynastyEdition]:
    """Only two stacks of two cards, so that a few cards are enough for several rounds."""
    text = built_in_text("dynasty").replace('edition = "dynasty"', 'edition = "small"')
    return read(text.replace("face_up = 2\nstacks = 2\nstack_size = 3", "face_up = 0\nstacks = 2\nstack_size = 2"), "x")


def begin(seed: int) -> imhotep.Game:
    """Two rounds with ships full of stones; all other cards lie on the discard pile."""
    pick = random.Random(seed)
    cards = pick.sample(UNKNOWN, len(UNKNOWN))
    ships = [ship(4, *(pick.randrange(3) for _ in range(4))) for _ in range(2)]
    position: dict[str, Any] = {
        "round": 5,
        "turn": pick.randrange(3),
        "ships": [*ships, ship(2, pick.randrange(3)), ship(2, at="temple")],
        "sleds": [2, 2, 2],
        "face_down": [cards[:2], cards[2:4]],
        "draw_pile": cards[4:],
        "discard_pile": all_but(*UNKNOWN),
    }
    assert len(DECK) == len(UNKNOWN) + len(position["discard_pile"])
    return imhotep.new_game("builder", 3, "DAAAA", seed=seed, face_down=True, edition=small_market(), position=position)


def world_of(position: Builder) -> World:
    hidden = position.hidden
    places = [tuple(hidden.cards_at(place)) for place in (0, 1, HAND + 1, HAND + 2)]
    return (*places, tuple(position.draw_pile.to_list()))


def masked(position: Builder, seat: int) -> list[Masked]:
    """What a seat saw happen, and the cards it looks at now."""
    assert position.journal is not None
    seen: list[Masked] = []
    for event, who, at, what, more, eyes in position.journal.events:
        shown = int(at) if eyes == EVERYBODY or eyes >> seat & 1 else -9
        seen.append((int(event), int(who), shown, int(what), int(more)))
    cards = looked_at(position, seat)
    return seen if cards is None else [*seen, tuple(map(CARD_IDS.index, cards))]


def is_unseen(position: Builder, code: int) -> bool:
    """Whether the seat doesn't see which card this answer keeps."""
    if not Action.KEEP_CARD <= code < Action.NEXT_STONE or position.decider() == SEAT:
        return False
    return position.witnesses(position.decider(), code) != EVERYBODY


def worlds(start: Builder, plies: list[int], seen: list[list[Masked]]) -> set[World]:
    """The worlds that look to the seat as the true one did."""
    hidden, pile = start.hidden, start.draw_pile
    unknown = sorted([int(hidden.cards[i]) for i in range(hidden.count)] + pile.to_list())
    found: set[World] = set()
    for deal in set(itertools.permutations(unknown)):
        if deal[0] > deal[1] or deal[2] > deal[3]:
            continue  # the order inside a stack means nothing
        position = start.blank()
        assert isinstance(position, Builder)
        position.copy_from(start)
        for i in range(hidden.count):
            position.hidden.cards[i] = deal[i]
        position.draw_pile.fill(list(deal[int(hidden.count) :]))
        found.update(follow(position, plies, seen, 0))
    return found


def follow(position: Builder, plies: list[int], seen: list[list[Masked]], at: int) -> Iterator[World]:
    """Plays on as it was played, with every unseen choice that others may have made."""
    while at < len(plies):
        code = plies[at]
        if position.is_over() or position.why_not(code) in (1, 2):
            return
        if is_unseen(position, code):
            for card in range(1, int(Card.STONE_ORNAMENT) + 1):
                other = int(Action.KEEP_CARD) + card
                if position.why_not(other) == LEGAL and is_unseen(position, other):
                    branch = position.blank()
                    assert isinstance(branch, Builder)
                    branch.copy_from(position)
                    if step(branch, other, seen[at]):
                        yield from follow(branch, plies, seen, at + 1)
            return
        if position.why_not(code) != LEGAL or not step(position, code, seen[at]):
            return
        at += 1
    yield world_of(position)


def step(position: Builder, code: int, seen: list[Masked]) -> bool:
    position.journal = Journal()
    position.apply(code)
    return masked(position, SEAT) == seen


@pytest.mark.parametrize("seed", range(scaled(sample=4, test=6, all=12, soak=60)))
def test_a_redeal_gives_exactly_the_worlds_that_the_seat_can_not_tell_apart(seed: int) -> None:
    game = begin(seed)
    position = game.raw
    assert isinstance(position, Builder)
    start = position.blank()
    assert isinstance(start, Builder)
    start.copy_from(position)
    chance, actions = random.Random(seed), Actions()
    plies: list[int] = []
    seen: list[list[Masked]] = []
    position.deals = None
    while not position.is_over() and position.shuffles == 0 and len(plies) < 26:
        position.legal(actions)
        codes = actions.to_list()
        sailing = [code for code in codes if Action.SAIL <= code < Action.PLAY_CARD and (code - Action.SAIL) % 5 == 0]
        before = position.blank()
        before.copy_from(position)
        code = chance.choice(sailing or codes)
        position.journal = Journal()
        position.apply(code)
        if position.shuffles:  # what comes out of a shuffle is another matter
            position.copy_from(before)
            break
        plies.append(code)
        seen.append(masked(position, SEAT))
    possible = worlds(start, plies, seen)
    assert world_of(position) in possible
    other = position.blank()
    assert isinstance(other, Builder)
    dealt: set[World] = set()
    for number in range(40 * len(possible) if len(possible) < 60 else 600):
        other.copy_from(position)
        other.redeal(SEAT, Random(number))
        dealt.add(world_of(other))
    assert dealt <= possible
    if len(possible) < 60:
        assert dealt == possible
