"""The edition file of Builder of Egypt: its shape and its checks."""

from functools import cache
from typing import Annotated

from msgspec import Meta, Struct

from imhotep.engine.builder.vocabulary import MARKET_SPACES, PYRAMIDS, SHIPS, SPACES
from imhotep.table.builder.words import CARD_IDS
from imhotep.table.editions import Blame, Edition, EditionHead, Part, built_in_text, read_edition

Count = Annotated[int, Meta(ge=0, le=100)]
Points = Annotated[int, Meta(ge=0, le=1000)]
ByPlayers = dict[str, Annotated[int, Meta(ge=1, le=16)]]

MOST_SPACES = 60  # of a pyramid board, a track, a list of points
PLAYERS = ("2", "3", "4")


class Stones(Part, frozen=True, kw_only=True):
    per_color: Annotated[int, Meta(ge=1, le=100)]
    on_score_track: Count
    sled: Annotated[int, Meta(ge=1, le=50)]
    start_by_turn_order: list[Count]
    per_get: Annotated[int, Meta(ge=1, le=50)]


class Rounds(Part, frozen=True, kw_only=True):
    count: Annotated[int, Meta(ge=1, le=20)]


class ShipKind(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    size: int
    minimum: int
    count: Count


class Ships(Part, frozen=True, kw_only=True):
    kinds: list[ShipKind]


class RoundCards(Part, frozen=True, kw_only=True, rename={"two": "2", "three": "3", "four": "4"}):
    two: list[list[int]]
    three: list[list[int]]
    four: list[list[int]]

    def of(self, players: int) -> list[list[int]]:
        return (self.two, self.three, self.four)[players - 2]


class Cards(Part, frozen=True, kw_only=True):
    entrance: Count
    sarcophagus: Count
    paved_path: Count
    pyramid_decoration: Count
    temple_decoration: Count
    burial_chamber_decoration: Count
    obelisk_decoration: Count
    statue: Count
    lever: Count
    hammer: Count
    sail: Count
    chisel: Count


class CardValues(Part, frozen=True, kw_only=True):
    statues: list[Points]
    each_further_statue: Points
    decoration_stones: Annotated[int, Meta(ge=1, le=100)]
    hammer_stones: Count
    unused_blue_card: Points


class MarketA(Part, frozen=True, kw_only=True):
    face_up: Count


class MarketB(Part, frozen=True, kw_only=True):
    face_up: Count
    face_down: Annotated[int, Meta(ge=1, le=8)]


class PyramidsA(Part, frozen=True, kw_only=True):
    levels: list[list[Points]]
    overflow: Points


class Gift(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    points: Points = 0
    card: Annotated[int, Meta(ge=0, le=1)] = 0
    stones: Count = 0


class PyramidSpace(Gift, frozen=True, kw_only=True):
    load: Annotated[int, Meta(ge=0, le=1)] = 0


class PyramidsB(Part, frozen=True, kw_only=True):
    pyramids: list[list[PyramidSpace]]
    overflow: Points


class TempleA(Part, frozen=True, kw_only=True):
    spaces: ByPlayers
    visible_stone: Points


class TempleB(Part, frozen=True, kw_only=True):
    spaces: ByPlayers
    gifts: list[Gift]


class ChamberA(Part, frozen=True, kw_only=True):
    rows: Annotated[int, Meta(ge=1, le=10)]
    areas: list[Points]
    each_further_stone: Points


class ChamberB(Part, frozen=True, kw_only=True):
    rows: Annotated[int, Meta(ge=1, le=10)]
    by_rank: list[Points]


class ObelisksA(Part, frozen=True, kw_only=True, rename={"two": "2", "three": "3", "four": "4"}):
    two: list[Points]
    three: list[Points]
    four: list[Points]

    def of(self, players: int) -> list[int]:
        return (self.two, self.three, self.four)[players - 2]


class ObelisksB(Part, frozen=True, kw_only=True):
    tower_of: Annotated[int, Meta(ge=1, le=20)]
    towers: list[Points]
    single_stone: Points


class Wrath(Part, frozen=True, kw_only=True):
    points: Annotated[int, Meta(ge=-1000, le=0)]


class Market(Struct, frozen=True, forbid_unknown_fields=True):
    A: MarketA
    B: MarketB


class Pyramids(Struct, frozen=True, forbid_unknown_fields=True):
    A: PyramidsA
    B: PyramidsB


class Temple(Struct, frozen=True, forbid_unknown_fields=True):
    A: TempleA
    B: TempleB


class Chamber(Struct, frozen=True, forbid_unknown_fields=True):
    A: ChamberA
    B: ChamberB


class Obelisks(Struct, frozen=True, forbid_unknown_fields=True):
    A: ObelisksA
    B: ObelisksB


class BuilderEdition(EditionHead, frozen=True, kw_only=True):
    stones: Stones
    rounds: Rounds
    ships: Ships
    round_cards: RoundCards
    cards: Cards
    card_values: CardValues
    market: Market
    pyramids: Pyramids
    temple: Temple
    burial_chamber: Chamber
    obelisks: Obelisks
    wrath: Wrath


def card_counts(cards: Struct) -> list[int]:
    """How many of each card, by the engine's numbers."""
    return [int(getattr(cards, card, 0)) if card else 0 for card in CARD_IDS]


# --- checks


def check(values: BuilderEdition, blame: Blame) -> None:
    """What types alone don't show; each complaint names the value and the reason."""
    _check_stones(values, blame)
    _check_ships(values, blame)
    if sum(card_counts(values.cards)) > 200:
        blame("cards", "more than 200 cards")
    check_list(values.card_values.statues, "card_values.statues", blame)
    if values.market.A.face_up > MARKET_SPACES:
        blame("market.A.face_up", f"the market has {MARKET_SPACES} spaces")
    if values.market.B.face_up > MARKET_SPACES - 1:
        blame("market.B.face_up", f"one of the market's {MARKET_SPACES} spaces holds the face-down cards")
    check_list([points for level in values.pyramids.A.levels for points in level], "pyramids.A.levels", blame)
    pyramids = values.pyramids.B.pyramids
    if not 1 <= len(pyramids) <= PYRAMIDS:
        blame("pyramids.B.pyramids", f"there must be 1 to {PYRAMIDS} pyramids, not {len(pyramids)}")
    for number, pyramid in enumerate(pyramids):
        if not 1 <= len(pyramid) <= 14:
            blame(f"pyramids.B.pyramids[{number}]", f"a pyramid has 1 to 14 spaces, not {len(pyramid)}")
    for side in ("A", "B"):
        spaces = values.temple.A.spaces if side == "A" else values.temple.B.spaces
        if tuple(sorted(spaces)) != PLAYERS:
            blame(f"temple.{side}.spaces", "must give the spaces for 2, 3 and 4 players")
    if len(values.temple.B.gifts) < max(values.temple.B.spaces.values()):
        blame("temple.B.gifts", "each space of the temple needs its bonus")
    for number, gift in enumerate(values.temple.B.gifts):
        if gift == Gift():
            blame(f"temple.B.gifts[{number}]", "a space must give points, stones or a card")
        if gift.card and (gift.points or gift.stones):
            blame(f"temple.B.gifts[{number}]", "a space gives a card, or points or stones, not both")
    check_list(values.burial_chamber.A.areas, "burial_chamber.A.areas", blame)
    if len(values.burial_chamber.B.by_rank) != 4:
        blame("burial_chamber.B.by_rank", "four ranks are needed")
    for players in (2, 3, 4):
        if len(values.obelisks.A.of(players)) != players:
            blame(f"obelisks.A.{players}", f"{players} ranks are needed")
    check_list(values.obelisks.B.towers, "obelisks.B.towers", blame)


def _check_stones(values: BuilderEdition, blame: Blame) -> None:
    stones = values.stones
    if len(stones.start_by_turn_order) != 4:
        blame("stones.start_by_turn_order", "four numbers are needed, one for each place in the turn order")
    if max(stones.start_by_turn_order) > stones.sled:
        blame("stones.start_by_turn_order", f"the sled has room for {stones.sled} only")
    if max(stones.start_by_turn_order) > stones.per_color - stones.on_score_track:
        blame("stones.per_color", "not enough stones to start with")


def _check_ships(values: BuilderEdition, blame: Blame) -> None:
    fleet: dict[int, int] = {}
    for number, kind in enumerate(values.ships.kinds):
        path = f"ships.kinds[{number}]"
        if not 1 <= kind.size <= SPACES:
            blame(path, f"a ship has 1 to {SPACES} spaces, not {kind.size}")
        if not 1 <= kind.minimum <= kind.size:
            blame(path, f"a ship of {kind.size} can't need {kind.minimum} stones to sail")
        if kind.size in fleet:
            blame(path, f"ships of {kind.size} are listed twice")
        fleet[kind.size] = kind.count
    for players in PLAYERS:
        path = f"round_cards.{players}"
        cards = values.round_cards.of(int(players))
        if not values.rounds.count <= len(cards) <= 40:
            blame(
                path,
                f"{values.rounds.count} rounds need at least as many round cards (and at most 40), not {len(cards)}",
            )
        for number, card in enumerate(cards):
            if len(card) != SHIPS:
                blame(f"{path}[{number}]", f"a round card shows {SHIPS} ships, not {len(card)}")
            for size in set(card):
                if card.count(size) > fleet.get(size, 0):
                    blame(
                        f"{path}[{number}]", f"{card.count(size)} ships of {size}, but the box has {fleet.get(size, 0)}"
                    )


def check_list(points: list[int], path: str, blame: Blame) -> None:
    if not 1 <= len(points) <= MOST_SPACES:
        blame(path, f"must have 1 to {MOST_SPACES} values, not {len(points)}")


# --- reading


def read(text: str, origin: str, built_in: bool = False) -> Edition[BuilderEdition]:
    return read_edition(text, origin, BuilderEdition, check, built_in)


@cache
def standard() -> Edition[BuilderEdition]:
    return read(built_in_text("builder"), "builder.toml", built_in=True)
