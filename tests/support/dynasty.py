"""Positions of A New Dynasty for tests, and what a seat can and can't know of them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

import imhotep
from imhotep import Event, Game
from imhotep.engine.builder.game import Builder
from imhotep.engine.builder.hidden import HAND
from imhotep.engine.kernel import Random
from imhotep.table.builder.view import BuilderView
from imhotep.table.builder.words import CARD_IDS
from tests.support.builder import (
    BLACK,
    DECK,
    FOUR_EMPTY_SHIPS,
    ONE_SHIP_LEFT,
    WHITE,
    moves,
    play,
    ship,
)

NEW_CARDS = ["cargo_sled", "private_quarry", "stone_ornament", "raft", "loading_plank"] * 2 + ["statue"] * 4
ALL_CARDS = DECK + NEW_CARDS

MOORED = [ship(4, at="pyramids"), ship(3, at="temple"), ship(2, at="obelisks")]
OTHERS = [ship(4), ship(3), ship(2)]  # with one ship before them
TOMB_LEFT = [ship(4, at="pyramids"), ship(3, at="temple"), ship(2, at="market"), ship(1, BLACK)]


def dynasty(
    players: int = 4,
    sides: str = "AAAAA",
    *,
    cards: str = "dynasty",
    gods: dict[str, list[int | None]] | bool = False,
    unseen: bool = False,
    stacks: Sequence[Any] = (),
    wrath: bool = False,
    start: int = 1,
    house_rules: dict[str, Any] | None = None,
    edition: Any = None,
    rules_version: int | None = None,
    seed: int = 1,
    **position: Any,
) -> Game:
    """A position set up by hand; seat 0 is to play unless `turn` says otherwise.

    `gods` are the prophecies on the table; `unseen` is the variant with face-down cards; `stacks` lie in the market.
    """
    position.setdefault("ships", FOUR_EMPTY_SHIPS)
    if isinstance(gods, dict):
        position["prophecies"] = gods
    if stacks:
        position["face_down"] = list(stacks)
    return imhotep.new_game(
        "builder",
        players=players,
        sides=sides,
        seed=seed,
        house_rules=house_rules,
        edition=edition,
        rules_version=rules_version,
        position=position,
        **options(cards, bool(gods), unseen, wrath, start),
    )


def options(
    cards: str = "dynasty", prophecies: bool = False, unseen: bool = False, wrath: bool = False, start: int = 1
) -> dict[str, Any]:
    """The expansion's arguments of new_game."""
    return {
        "cards": cards,
        "prophecies": prophecies,
        "face_down": unseen,
        "wrath": wrath,
        "corridor_start": start,
    }


def ended(players: int = 4, sides: str = "AAAAA", *, last: str = "sail 4 market", **position: Any) -> Game:
    """The game that ends with what lies on the boards, after the final scoring.

    Its last ship brings a stone of black to the market, where nothing lies; or where `last` says.
    """
    position.setdefault("ships", ONE_SHIP_LEFT)
    game = dynasty(players, sides, round=6, **position)
    play(game, last)
    assert game.is_over
    return game


def without(*cards: str) -> list[str]:
    """The cards of both boxes but these: to say where every card lies."""
    left = Counter(ALL_CARDS)
    left.subtract(cards)
    assert min(left.values()) >= 0
    return sorted(left.elements())


# --- what lies where, and what a seat knows of it


def raw(game: Game) -> Builder:
    assert isinstance(game.raw, Builder)
    return game.raw


def stack(position: Builder, space: int) -> list[str]:
    """The face-down cards of a space of the market, from 1."""
    return sorted(CARD_IDS[card] for card in position.hidden.cards_at(space - 1))


def unseen_hand(position: Builder, seat: int) -> list[str]:
    """The cards that lie face down before a seat."""
    return sorted(CARD_IDS[card] for card in position.hidden.cards_at(int(HAND) + seat))


def whole_hand(position: Builder, seat: int) -> list[str]:
    return [CARD_IDS[card] for card, count in enumerate(position.players[seat].hand) for _ in range(count)]


def pile(position: Builder) -> list[str]:
    return sorted(CARD_IDS[card] for card in position.draw_pile.to_list())


def redeals(game: Game, seat: int, count: int = 60) -> Iterator[Builder]:
    """Deals that are possible as far as this seat knows; each is checked to look the same to it."""
    seen = game.view(seat)
    deck = every_card(raw(game))
    for number in range(count):
        other = redealt(game, seat, number)
        assert view_of(game, other, seat) == seen
        assert every_card(other) == deck
        yield other


def redealt(game: Game, seat: int, number: int) -> Builder:
    other = raw(game).blank()
    assert isinstance(other, Builder)
    other.copy_from(game.raw)
    other.redeal(seat, Random(number))
    return other


def view_of(game: Game, position: Builder, seat: int | None) -> BuilderView:
    view = game.rules.view(position, game.setup, seat, game.names, game.is_over)
    assert isinstance(view, BuilderView)
    return view


def every_card(position: Builder) -> list[str]:
    """Of piles, hands and stacks, sorted."""
    cards = position.draw_pile.to_list() + position.discard_pile.to_list()
    found = [CARD_IDS[card] for card in cards]
    for seat in range(position.seats):
        found += whole_hand(position, seat)
    for space in range(1, 5):
        found += stack(position, space)
    return sorted(found)


def events(game: Game, seat: int | None) -> list[Event]:
    return game.events_for(seat)


def look(game: Game, seat: int | None) -> bytes:
    """All that this seat sees now and has seen happen."""
    return msgspec.json.encode([game.view(seat), game.events_for(seat)])


def assert_alike(one: Game, other: Game, seat: int) -> None:
    """To this seat both are the same: what it sees, what happened, and what may be."""
    assert events(one, seat) == events(other, seat)
    assert one.view(seat) == other.view(seat)
    for number in range(8):
        assert redealt(one, seat, number).numbers() == redealt(other, seat, number).numbers()


# --- scenes and questions

WHITE_READY = [ship(1, WHITE), *OTHERS]
NO_ROOM_NO_WIND = [ship(4, WHITE), ship(3, WHITE), ship(4, WHITE), ship(3, WHITE)]  # none may sail
NOBODY: list[int | None] = [None, None, None]
SITES = ["market", "pyramids", "temple", "burial chamber", "obelisks"]


def cargo(*stones: int) -> list[dict[str, Any]]:
    """A ship with these stones that may sail, and three empty ones."""
    return [ship(len(stones), *stones), *OTHERS]


def gods(*names: str, players: int = 3, **scarabs: list[int | None]) -> dict[str, list[int | None]]:
    """Prophecies on the table; those named by keyword with scarabs."""
    nobody: dict[str, list[int | None]] = {name: [None] * players for name in names}
    return scarabs | nobody


def prophecies_offered(game: Game) -> list[str]:
    return [move for move in moves(game) if move.startswith("prophesy")]


def ra(draw_pile: list[str], discards: Sequence[str] = (), sides: str = "AACAA", **more: Any) -> Game:
    """White's visible stone draws from exactly these cards; brown holds all others."""
    given = [*draw_pile, *discards]
    game = dynasty(
        3,
        sides,
        ships=[ship(4, at="pyramids"), ship(3, at="temple"), ship(2, at="obelisks"), ship(1, BLACK)],
        temple=[WHITE, WHITE],
        sleds=[0, 5, 0],
        draw_pile=draw_pile,
        discard_pile=list(discards),
        hands=[[], [], without(*given)],
        round=6,
        **more,
    )
    assert game.view().draw_pile == len(draw_pile)
    play(game, "sail 4 burial chamber")
    return game
