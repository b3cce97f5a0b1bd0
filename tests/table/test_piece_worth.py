"""What cards, tokens and prophecies are worth: the engine's points with one of them, less those without it."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

import imhotep
from imhotep.table.builder.words import CARD_IDS

DYNASTY: dict[str, Any] = {"cards": "dynasty", "prophecies": True}
TABLES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("builder", {"players": 2, "sides": "AAAAA"}),
    ("builder", {"players": 3, "sides": "BBBBB", "wrath": True}),
    ("builder", {"players": 4, "sides": "CCCCC", **DYNASTY}),
    ("builder", {"players": 2, "sides": "DDDDD", **DYNASTY, "face_down": True}),
    ("duel", {"players": 2, "sides": "AAAA"}),
    ("duel", {"players": 2, "sides": "BBBB"}),
)
POSITIONS = 200


def positions(count: int, seed: int = 1) -> Iterator[imhotep.Game]:
    """As many, from games of every kind."""
    chance = random.Random(seed)
    while True:
        for kind, table in TABLES:
            game = imhotep.new_game(kind, seed=chance.randrange(10**6), **table)
            while not game.is_over:
                if chance.random() < 0.05:
                    yield game
                    count -= 1
                    if not count:
                        return
                game.play(chance.choice(game.legal_moves()))


def ended(raw: Any, seat: int) -> int:
    """The seat's points if the game ended in this position."""
    copy = raw.blank()
    copy.copy_from(raw)
    if not copy.is_over() and hasattr(copy, "finish"):
        copy.finish()
    return int(copy.score(seat))


def test_worth_is_the_difference_with_and_without() -> None:
    met: set[str] = set()
    for game in positions(POSITIONS):
        for worth in game.piece_worths(None if game.setup.variants.get("face_down") else 0):
            for seat, here in enumerate(worth.seats):
                copy: Any = game.raw.blank()
                copy.copy_from(game.raw)
                if worth.piece.startswith("god") or game.setup.variants.get("face_down"):
                    continue
                if game.rules.id == "duel":
                    tokens = [piece.id for piece in game.rules.pieces(game.setup)]
                    assert worth.piece in tokens
                    before = ended(copy, seat)
                    copy.lay_token(seat, _token(worth.piece))
                    assert (here.now, here.end) == (0, ended(copy, seat) - before)
                    met.add(worth.piece)
                elif worth.piece in CARD_IDS[4:]:
                    hand, card = copy.players[seat].hand, CARD_IDS.index(worth.piece)
                    assert here.held == hand[card]
                    before = ended(copy, seat)
                    if here.held:
                        hand[card] -= 1
                        assert here.last == before - ended(copy, seat)
                        hand[card] += 1
                    if worth.piece != "private_quarry":  # it pays at once, and brings stones
                        hand[card] += 1
                        assert (here.now, here.end) == (0, ended(copy, seat) - before), worth.piece
                    met.add(worth.piece)
    assert set(CARD_IDS[4:]) <= met
    assert {"obelisk", "dark_pyramid", "take", "temple_3", "tomb_9"} <= met


def _token(id: str) -> int:
    from imhotep.engine.duel.vocabulary import Token
    from imhotep.table.duel.words import PLAIN_TOKEN_IDS

    if id in PLAIN_TOKEN_IDS:
        return PLAIN_TOKEN_IDS.index(id)
    kind, number = id.split("_")
    return int(Token.TOMB if kind == "tomb" else Token.TEMPLE) + int(number) - 1


def test_a_red_card_is_worth_what_its_stone_brings() -> None:
    """As if it were taken now; where somebody has to choose, or a card is drawn, nobody can know."""
    known = unknown = 0
    for game in positions(POSITIONS, seed=2):
        if game.rules.id != "builder" or game.setup.sides[1] != "A":
            continue
        for worth in game.piece_worths(0):
            if worth.piece == "entrance":
                raw: Any = game.raw
                for seat, here in enumerate(worth.seats):
                    if here.now is None:
                        unknown += 1
                    else:
                        known += 1
                        assert here.now > 0 or raw.players[seat].quarry == 0
                        assert raw.boards[1].built[seat] >= 0
    assert known > unknown


def test_a_scarab_is_worth_what_the_prophecy_pays() -> None:
    seen: set[int] = set()
    for game in positions(POSITIONS, seed=3):
        for worth in game.piece_worths(None):
            if not worth.piece.startswith("god"):
                continue
            view: Any = game.view(None)
            periods = {period.fulfilled for period in view.periods} | {period.failed for period in view.periods}
            god = view.prophecies[int(worth.piece.split()[1]) - 1]
            for seat, here in enumerate(worth.seats):
                assert here.held == sum(scarab.seat == seat for scarab in god.scarabs)
                for points in (here.end, here.last):
                    assert points is None or points in periods
                    seen |= {1 if points > 0 else -1} if points is not None else set()
    assert seen == {1, -1}


def test_nothing_depends_on_what_a_seat_does_not_know() -> None:
    """With cards face down, two deals that look the same to a seat tell it the same."""
    for seed in range(3):
        game = imhotep.new_game("builder", players=2, sides="DDDDD", seed=seed, face_down=True, **DYNASTY)
        chance = random.Random(seed)
        while not game.is_over:
            seat = game.decider
            assert seat is not None
            if chance.random() < 0.1:
                told = game.piece_worths(seat)
                other = game.raw.blank()
                other.copy_from(game.raw)
                other.redeal(seat, imhotep.engine.kernel.Random(chance.randrange(99)))
                assert game.rules.piece_worths(other, game.setup, seat) == told
            game.play(chance.choice(game.legal_moves()))


@pytest.mark.parametrize("kind", ["builder", "duel"])
def test_what_is_over_is_worth_what_it_was(kind: str) -> None:
    game, chance = imhotep.new_game(kind, seed=1), random.Random(1)
    while not game.is_over:
        game.play(chance.choice(game.legal_moves()))
    for worth in game.piece_worths(None):
        assert len(worth.seats) == game.players
