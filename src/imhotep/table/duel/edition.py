"""The edition file of The Duel: its shape and its checks."""

from functools import cache
from itertools import pairwise
from typing import Annotated

from msgspec import Meta, Struct

from imhotep.engine.duel.vocabulary import CARGO, LINES, MEEPLES, TEMPLES, TOKENS, TOMBS
from imhotep.table.editions import Blame, Edition, EditionHead, Part, built_in_text, read_edition

Count = Annotated[int, Meta(ge=0, le=60)]
Points = Annotated[int, Meta(ge=0, le=1000)]
AnyPoints = Annotated[int, Meta(ge=-1000, le=1000)]

MOST_POINTS = 61  # in a list: 0 to 60 tokens


class Pieces(Part, frozen=True, kw_only=True):
    meeples: int
    boats: int
    cargo_spaces: int
    harbour_rows: int
    harbour_columns: int


class Tokens(Part, frozen=True, kw_only=True):
    obelisk: Count
    light_pyramid: Count
    dark_pyramid: Count
    tomb: Annotated[int, Meta(ge=0, le=int(TOMBS))]
    reserve: Count


class TempleTokens(Part, frozen=True, kw_only=True):
    counts: dict[str, Count]  # by number of symbols


class ActionTokens(Part, frozen=True, kw_only=True):
    take: Count
    place: Count
    place_and_unload: Count
    swap_and_unload: Count


class ObeliskA(Part, frozen=True, kw_only=True):
    each: Points
    most: Points


class ObeliskB(Part, frozen=True, kw_only=True):
    goal: Annotated[int, Meta(ge=1, le=60)]
    first: Points
    second: Points
    many: Annotated[int, Meta(ge=1, le=60)]
    many_points: Points


class TempleA(Part, frozen=True, kw_only=True):
    each_symbol: Points


class TempleB(Part, frozen=True, kw_only=True):
    sets: list[Points]


class PyramidsA(Part, frozen=True, kw_only=True):
    tokens: list[AnyPoints]


class PyramidsB(Part, frozen=True, kw_only=True):
    smaller: list[AnyPoints]
    english_four: AnyPoints


class TombA(Part, frozen=True, kw_only=True):
    groups: list[Points]


class TombB(Part, frozen=True, kw_only=True):
    group: Points


class LeftOver(Part, frozen=True, kw_only=True):
    action_token: Points
    meeple: Points


class Obelisk(Struct, frozen=True, forbid_unknown_fields=True):
    A: ObeliskA
    B: ObeliskB


class Temple(Struct, frozen=True, forbid_unknown_fields=True):
    A: TempleA
    B: TempleB


class Pyramids(Struct, frozen=True, forbid_unknown_fields=True):
    A: PyramidsA
    B: PyramidsB


class Tomb(Struct, frozen=True, forbid_unknown_fields=True):
    A: TombA
    B: TombB


class DuelEdition(EditionHead, frozen=True, kw_only=True):
    pieces: Pieces
    tokens: Tokens
    temple_tokens: TempleTokens
    action_tokens: ActionTokens
    obelisk: Obelisk
    temple: Temple
    pyramids: Pyramids
    tomb: Tomb
    left_over: LeftOver

    def symbols(self) -> list[int]:
        """Of each kind of temple token."""
        return sorted(map(int, self.temple_tokens.counts))

    def token_count(self) -> int:
        tokens, temple, actions = self.tokens, self.temple_tokens.counts, self.action_tokens
        count = tokens.obelisk + tokens.light_pyramid + tokens.dark_pyramid + sum(temple.values()) + tokens.tomb
        return count + actions.take + actions.place + actions.place_and_unload + actions.swap_and_unload


# --- checks


def check(values: DuelEdition, blame: Blame) -> None:
    """What types alone don't show; each complaint names the value and the reason."""
    _check_pieces(values.pieces, blame)
    _check_tokens(values, blame)
    sets = [0, *values.temple.B.sets]
    if len(values.temple.B.sets) != len(values.temple_tokens.counts):
        blame("temple.B.sets", "must say what 1, 2, ... up to all different temple tokens score")
    steps = [after - before for before, after in pairwise(sets)]
    if steps != sorted(steps):
        blame("temple.B.sets", "each further token of a set must add at least as much as the one before")
    pyramids = {
        "pyramids.A.tokens": (values.pyramids.A.tokens, max(values.tokens.light_pyramid, values.tokens.dark_pyramid)),
        "pyramids.B.smaller": (values.pyramids.B.smaller, min(values.tokens.light_pyramid, values.tokens.dark_pyramid)),
    }
    for path, (points, most) in pyramids.items():
        if not most < len(points) <= MOST_POINTS:
            blame(path, f"must say what 0 to {most} tokens score")
    if len(values.pyramids.B.smaller) < 5:
        blame("pyramids.B.smaller", "must say what 0 to 4 tokens score, at least")
    if not 1 <= len(values.tomb.A.groups) <= MOST_POINTS:
        blame("tomb.A.groups", f"must have 1 to {MOST_POINTS} values, not {len(values.tomb.A.groups)}")
    if values.obelisk.B.many <= values.obelisk.B.goal:
        blame("obelisk.B.many", f"must be more than the goal of {values.obelisk.B.goal}")


def _check_pieces(pieces: Pieces, blame: Blame) -> None:
    """With other numbers both players could be stuck, or a boat be left without a token."""
    fixed = {
        "meeples": int(MEEPLES),
        "boats": int(LINES),
        "cargo_spaces": int(CARGO),
        "harbour_rows": 3,
        "harbour_columns": 3,
    }
    for name, number in fixed.items():
        if getattr(pieces, name) != number:
            blame(f"pieces.{name}", f"must be {number}: the rules depend on it")


def _check_tokens(values: DuelEdition, blame: Blame) -> None:
    temple = values.temple_tokens.counts
    if not 1 <= len(temple) <= TEMPLES:
        blame("temple_tokens.counts", f"there must be 1 to {TEMPLES} kinds of temple tokens, not {len(temple)}")
    for symbols in temple:
        if not symbols.isascii() or not symbols.isdecimal() or symbols != str(int(symbols[:4])) or int(symbols) > 99:
            blame("temple_tokens.counts", f"a number of symbols is 0 to 99, not {symbols!r}")
    if values.token_count() > TOKENS:
        blame("tokens", f"more than {TOKENS} tokens")
    if values.token_count() < LINES * CARGO + values.tokens.reserve:
        blame("tokens", f"{LINES * CARGO} tokens are needed for the boats, and the reserve")
    if values.tokens.reserve < values.action_tokens.take:
        blame("tokens.reserve", "each Take token needs a token in the reserve")


# --- reading


def read(text: str, origin: str, built_in: bool = False) -> Edition[DuelEdition]:
    return read_edition(text, origin, DuelEdition, check, built_in)


@cache
def standard() -> Edition[DuelEdition]:
    return read(built_in_text("duel"), "duel.toml", built_in=True)
