"""The edition file of A New Dynasty: its shape and its checks."""

import itertools
import re
from functools import cache
from typing import Annotated, Literal

from msgspec import Meta, Struct

from imhotep.engine.builder.vocabulary import (
    ALLEY_SPACES,
    COLUMNS,
    MARKET_SPACES,
    MOUND_SPACES,
    PROPHECIES,
    TOMB_NUMBERS,
)
from imhotep.table.builder.edition import MOST_SPACES, PLAYERS, ByPlayers, Count, Points, card_counts, check_list
from imhotep.table.builder.tokens import Shape, fits, read_shape
from imhotep.table.editions import Blame, Edition, EditionHead, Part, built_in_text, read_edition

Loss = Annotated[int, Meta(ge=-1000, le=0)]
FewPoints = Annotated[int, Meta(ge=0, le=100)]
PointsByPlayers = dict[str, list[Points]]


class Cards(Part, frozen=True, kw_only=True):
    cargo_sled: Count
    private_quarry: Count
    stone_ornament: Count
    statue: Count
    raft: Count
    loading_plank: Count


class CardValues(Part, frozen=True, kw_only=True):
    cargo_sled_room: Annotated[int, Meta(ge=0, le=10)]
    private_quarry_points: FewPoints
    private_quarry_stones: Count
    stone_ornament_points: FewPoints
    raft_returns: Annotated[int, Meta(ge=0, le=10)]
    loading_plank_returns: Annotated[int, Meta(ge=0, le=10)]


class MarketC(Part, frozen=True, kw_only=True):
    coins: Annotated[int, Meta(ge=0, le=20)]
    face_up: Annotated[int, Meta(ge=1, le=MARKET_SPACES)]
    columns: Annotated[int, Meta(ge=1, le=MARKET_SPACES)]


class MarketD(Part, frozen=True, kw_only=True):
    face_up: Annotated[int, Meta(ge=0, le=MARKET_SPACES)]
    stacks: Annotated[int, Meta(ge=1, le=MARKET_SPACES)]
    stack_size: Annotated[int, Meta(ge=1, le=8)]


class ScaffoldSpace(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    points: Points = 0
    stones: Count = 0
    card: Annotated[int, Meta(ge=0, le=1)] = 0


class PyramidsC(Part, frozen=True, kw_only=True):
    tokens_used: Annotated[int, Meta(ge=1, le=20)]
    majority: Points
    tied: Points
    overflow: Points
    tokens: list[list[ScaffoldSpace]]


class PyramidsD(Part, frozen=True, kw_only=True):
    width: Annotated[int, Meta(ge=2, le=20)]
    height: Annotated[int, Meta(ge=2, le=20)]
    points: list[Points]
    overflow: Points


class Gift(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    points: Points = 0
    stones: Count = 0
    draw: Annotated[int, Meta(ge=0, le=8)] = 0  # cards, of which one is kept


class TempleC(Part, frozen=True, kw_only=True):
    spaces: ByPlayers
    gifts: list[Gift]


class TempleD(Part, frozen=True, kw_only=True):
    arrowheads: list[Annotated[int, Meta(ge=1, le=20)]]
    arrowheads_beyond: Annotated[int, Meta(ge=1, le=20)]
    track: list[Points]
    at_the_finish: Points
    round_end: PointsByPlayers


class ChamberC(Part, frozen=True, kw_only=True):
    levels: list[Annotated[int, Meta(ge=1, le=MOUND_SPACES)]]
    most_levels: Annotated[int, Meta(ge=1, le=MOUND_SPACES)]
    overflow: Points


class ChamberD(Part, frozen=True, kw_only=True):
    tokens: Annotated[int, Meta(ge=1, le=TOMB_NUMBERS)]
    turned_over: Annotated[int, Meta(ge=1, le=TOMB_NUMBERS)]
    rows: Annotated[int, Meta(ge=1, le=TOMB_NUMBERS)]
    columns: Annotated[int, Meta(ge=1, le=TOMB_NUMBERS)]
    no_stone: Loss
    overflow: Points


class ObelisksC(Part, frozen=True, kw_only=True):
    width: Annotated[int, Meta(ge=1, le=COLUMNS)]
    complete_row: Points
    overflow: Points
    shapes: dict[str, list[str]]
    path: list[str]
    most_rows: PointsByPlayers

    def shape(self, name: str) -> Shape:
        return read_shape(self.shapes[name])


class Obelisk(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    height: Annotated[int, Meta(ge=1, le=20)]
    points: Points


class ObelisksD(Part, frozen=True, kw_only=True):
    obelisks: Annotated[list[Obelisk], Meta(min_length=1, max_length=ALLEY_SPACES)]
    unfinished: Points
    overflow: Points


class Period(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    until: Annotated[int, Meta(ge=1, le=20)]  # the last round, from 1
    fulfilled: Points
    failed: Loss


class Periods(Part, frozen=True, kw_only=True):
    periods: Annotated[list[Period], Meta(min_length=1, max_length=20)]


class Prophecy(Part, frozen=True, kw_only=True):
    """The most, or at least so many, of stones at a site or cards of a colour."""

    most: bool = False
    at_least: Annotated[int, Meta(ge=1, le=100)] | None = None
    stones: Literal["pyramids", "temple", "burial_chamber", "obelisks"] | None = None
    cards: Literal["red", "green", "purple", "blue"] | None = None


class Prophecies(Part, frozen=True, kw_only=True):
    drawn: Annotated[int, Meta(ge=1, le=PROPHECIES)]
    scarabs: Annotated[int, Meta(ge=1, le=PROPHECIES)]
    rounds: Periods
    cards: dict[str, Prophecy]


class Market(Struct, frozen=True, forbid_unknown_fields=True):
    C: MarketC
    D: MarketD


class Pyramids(Struct, frozen=True, forbid_unknown_fields=True):
    C: PyramidsC
    D: PyramidsD


class Temple(Struct, frozen=True, forbid_unknown_fields=True):
    C: TempleC
    D: TempleD


class Chamber(Struct, frozen=True, forbid_unknown_fields=True):
    C: ChamberC
    D: ChamberD


class Obelisks(Struct, frozen=True, forbid_unknown_fields=True):
    C: ObelisksC
    D: ObelisksD


class DynastyEdition(EditionHead, frozen=True, kw_only=True):
    cards: Cards
    card_values: CardValues
    market: Market
    pyramids: Pyramids
    temple: Temple
    burial_chamber: Chamber
    obelisks: Obelisks
    prophecies: Prophecies


# --- checks


def check(values: DynastyEdition, blame: Blame) -> None:
    """What types alone don't show; each complaint names the value and the reason."""
    if sum(card_counts(values.cards)) > 200:
        blame("cards", "more than 200 cards")
    if values.market.D.face_up + values.market.D.stacks > MARKET_SPACES:
        blame("market.D.stacks", f"the market has {MARKET_SPACES} spaces")
    _check_pyramids(values.pyramids, blame)
    _check_temple(values.temple, blame)
    _check_chamber(values.burial_chamber, blame)
    _check_great_obelisk(values.obelisks.C, blame)
    _check_prophecies(values.prophecies, blame)


def _check_pyramids(pyramids: Pyramids, blame: Blame) -> None:
    scaffold, corridor = pyramids.C, pyramids.D
    if not 1 <= len(scaffold.tokens) <= 20:
        blame("pyramids.C.tokens", f"there must be 1 to 20 tokens, not {len(scaffold.tokens)}")
    if scaffold.tokens_used > len(scaffold.tokens):
        blame("pyramids.C.tokens_used", f"there are only {len(scaffold.tokens)} tokens")
    if sum(map(len, scaffold.tokens)) > MOST_SPACES:
        blame("pyramids.C.tokens", f"more than {MOST_SPACES} spaces")
    for number, token in enumerate(scaffold.tokens):
        if not 1 <= len(token) <= 10:
            blame(f"pyramids.C.tokens[{number}]", f"a token has 1 to 10 spaces, not {len(token)}")
        for space in token:
            if space == ScaffoldSpace():
                blame(f"pyramids.C.tokens[{number}]", "a space must give points, stones or a card")
    check_list(corridor.points, "pyramids.D.points", blame)
    around = 2 * (corridor.width + corridor.height) - 4
    if len(corridor.points) != around:
        blame(
            "pyramids.D.points",
            f"a ring {corridor.width} wide and {corridor.height} high has {around} spaces, not {len(corridor.points)}",
        )


def _check_temple(temple: Temple, blame: Blame) -> None:
    if tuple(sorted(temple.C.spaces)) != PLAYERS:
        blame("temple.C.spaces", "must give the spaces for 2, 3 and 4 players")
    if not max(temple.C.spaces.values()) <= len(temple.C.gifts) <= 60:
        blame("temple.C.gifts", "each space of the temple needs its bonus")
    for number, gift in enumerate(temple.C.gifts):
        if gift == Gift():
            blame(f"temple.C.gifts[{number}]", "a space must give points, stones or cards")
        if gift.draw and (gift.points or gift.stones):
            blame(f"temple.C.gifts[{number}]", "a space gives a card, or points or stones, not both")
    check_list(temple.D.arrowheads, "temple.D.arrowheads", blame)
    check_list(temple.D.track, "temple.D.track", blame)
    if len(temple.D.track) < 2:
        blame("temple.D.track", "a track needs a start and a finish")
    _check_places(temple.D.round_end, "temple.D.round_end", blame)


def _check_places(places: PointsByPlayers, path: str, blame: Blame) -> None:
    if tuple(sorted(places)) != PLAYERS:
        blame(path, "must give the points for 2, 3 and 4 players")
    for players, points in places.items():
        if len(points) > int(players):
            blame(path, f"{len(points)} places for {players} players")


def _check_chamber(chamber: Chamber, blame: Blame) -> None:
    levels = chamber.C.levels
    if not levels or sum(levels) > MOUND_SPACES:
        blame("burial_chamber.C.levels", f"a mound has 1 to {MOUND_SPACES} spaces, not {sum(levels)}")
    for below, width in itertools.pairwise(levels):
        if width != below - 1:
            blame("burial_chamber.C.levels", f"a level of {below} carries one of {below - 1}, not {width}")
    tomb = chamber.D
    spaces = tomb.rows * tomb.columns
    if spaces != tomb.tokens:
        blame(
            "burial_chamber.D.tokens",
            f"a tomb of {tomb.rows} x {tomb.columns} spaces needs {spaces} numbers, not {tomb.tokens}",
        )


def _check_great_obelisk(obelisk: ObelisksC, blame: Blame) -> None:
    for name, rows in obelisk.shapes.items():
        path = f"obelisks.C.shapes.{name}"
        if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]{0,15}", name):
            blame("obelisks.C.shapes", f"a shape's name has letters and digits, not {name!r}")
        if not 1 <= len(rows) <= COLUMNS or not all(re.fullmatch(rf"[#.]{{1,{COLUMNS}}}", row) for row in rows):
            blame(path, f"a shape is drawn with # and . in 1 to {COLUMNS} rows of 1 to {COLUMNS}")
        if not any("#" in row for row in rows):
            blame(path, "a token has at least one square")
        if not fits(read_shape(rows), obelisk.width):
            blame(path, f"this token fits no obelisk {obelisk.width} wide, however it is turned")
    if not 1 <= len(obelisk.path) <= 60:
        blame("obelisks.C.path", f"must have 1 to 60 spaces, not {len(obelisk.path)}")
    for name in obelisk.path:
        if name not in obelisk.shapes:
            blame("obelisks.C.path", f"no shape is called {name!r}")
    _check_places(obelisk.most_rows, "obelisks.C.most_rows", blame)
    for players, points in obelisk.most_rows.items():
        if len(points) != int(players):
            blame("obelisks.C.most_rows", f"{players} ranks are needed, not {len(points)}")


def _check_prophecies(prophecies: Prophecies, blame: Blame) -> None:
    if not prophecies.drawn <= len(prophecies.cards) <= 40:
        blame("prophecies.drawn", f"{prophecies.drawn} are drawn, but there are {len(prophecies.cards)}")
    last = 0
    for period in prophecies.rounds.periods:
        if period.until <= last:
            blame("prophecies.rounds.periods", "each must end after the one before it")
        last = period.until
    for name, card in prophecies.cards.items():
        path = f"prophecies.cards.{name}"
        if not re.fullmatch(r"[a-z][a-z0-9_]{0,31}", name):
            blame(path, "a name is at most 32 lower-case letters, digits and _")
        if card.most == (card.at_least is not None):
            blame(path, "a task asks for the most or for at_least so many")
        if (card.stones is None) == (card.cards is None):
            blame(path, "a task counts stones at a site or cards of a colour")


# --- reading


def read(text: str, origin: str, built_in: bool = False) -> Edition[DynastyEdition]:
    return read_edition(text, origin, DynastyEdition, check, built_in)


@cache
def standard() -> Edition[DynastyEdition]:
    return read(built_in_text("dynasty"), "dynasty.toml", built_in=True)
