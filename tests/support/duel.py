"""Setups of The Duel, random play on them, and what lies where: for its laws and the conformance kit."""

import itertools
from collections import Counter
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

import imhotep
from imhotep import Game
from imhotep.engine.duel.game import Duel
from imhotep.engine.duel.vocabulary import EMPTY, TEMPLES, TOMBS, Token
from imhotep.engine.kernel import Actions, Random

MIXES = ["".join(sides) for sides in itertools.product("AB", repeat=4)]
HOUSE_RULES = ("refill_at_end_of_turn", "partial_action_tokens", "english_pyramid_b")
RULES = [dict(zip(HOUSE_RULES, choice, strict=True)) for choice in itertools.product((False, True), repeat=3)]

# Game materials, as the rulebook lists them.
TOKENS = Counter(
    {
        int(Token.OBELISK): 12,
        int(Token.LIGHT_PYRAMID): 6,
        int(Token.DARK_PYRAMID): 6,
        **{int(Token.TAKE) + kind: 3 for kind in range(4)},
        **{int(Token.TEMPLE) + kind: 3 for kind in range(4)},
        **{int(Token.TOMB) + number: 1 for number in range(12)},
    }
)


def setup_of(number: int) -> dict[str, Any]:
    """All 128 tables: every mix of sides with every combination of house rules; then again with other seeds."""
    rules = RULES[number // len(MIXES) % len(RULES)]
    return {"game": "duel", "sides": MIXES[number % len(MIXES)], "house_rules": dict(rules), "seed": number}


TABLES = len(MIXES) * len(RULES)


def setups() -> st.SearchStrategy[dict[str, Any]]:
    """Arguments of new_game for any table."""
    return st.fixed_dictionaries(
        {
            "game": st.just("duel"),
            "sides": st.sampled_from(MIXES),
            "house_rules": st.sampled_from(RULES),
            "seed": st.integers(0, 2**32 - 1),
        }
    )


def position_of(game: Game) -> Duel:
    assert isinstance(game.raw, Duel)
    return game.raw


def played(number: int) -> Iterator[Game]:
    """Random play at table `number`: the game at its beginning, and after each decision."""
    game = imhotep.new_game(**setup_of(number))
    actions, pick = Actions(), Random(number)
    yield game
    while not game.raw.is_over():
        game.raw.legal(actions)
        game.raw.apply(actions.pick(pick))
        yield game


def played_tightly(number: int) -> Iterator[Game]:
    """The same with moves that mostly leave few boats to unload: now and then somebody can do nothing (D5)."""
    game = imhotep.new_game(**setup_of(number))
    position, scratch = position_of(game), position_of(game).blank()
    assert isinstance(scratch, Duel)
    actions, pick = Actions(), Random(number)
    yield game
    while not position.is_over():
        position.legal(actions)
        codes = actions.to_list()
        code = codes[pick.below(len(codes))]
        if pick.below(10) > 0:
            ways = {}
            for other in codes:
                scratch.copy_from(position)
                scratch.apply(other)
                ways[other] = boats_to_unload(scratch) + 10 * scratch.is_over()
            fewest = [other for other in codes if ways[other] == min(ways.values())]
            code = fewest[pick.below(len(fewest))]
        position.apply(code)
        yield game


# --- what lies where


def boats_to_unload(position: Duel) -> int:
    return sum(afloat > 0 and meeples >= 2 for afloat, meeples in zip(position.afloat, position.lines, strict=True))


def tokens_of(position: Duel, seat: int) -> Counter[int]:
    """What a player has, action tokens too."""
    obelisk, temple, pyramids, tomb = (board.counts for board in position.boards)
    found = Counter({int(Token.OBELISK): int(obelisk[seat])})
    for kind in range(TEMPLES):
        found[int(Token.TEMPLE) + kind] = int(temple[seat * TEMPLES + kind])
    for kind in range(2):
        found[int(Token.LIGHT_PYRAMID) + kind] = int(pyramids[seat * 2 + kind])
    for number in range(TOMBS):
        found[int(Token.TOMB) + number] = int(tomb[seat * TOMBS + number])
    for kind, count in enumerate(position.players[seat].actions):
        found[int(Token.TAKE) + kind] = int(count)
    return +found


def all_tokens(position: Duel) -> Counter[int]:
    """Of boats, supply, reserve, box and both players."""
    found = Counter(int(token) for token in position.cargo if token != Token.NONE)
    for pile in (position.supply, position.reserve, position.box):
        found.update(pile.to_list())
    return found + tokens_of(position, 0) + tokens_of(position, 1)


def meeples_of(position: Duel, seat: int) -> int:
    return int(position.players[seat].hand) + sum(owner == seat for owner in position.spaces)


def free_spaces(position: Duel) -> int:
    return sum(owner == EMPTY for owner in position.spaces)


def census(position: Duel) -> object:
    return all_tokens(position), [meeples_of(position, seat) for seat in range(2)]


def unseen(position: Duel) -> dict[str, tuple[int, ...]]:
    return {"supply": tuple(position.supply.to_list()), "reserve": tuple(position.reserve.to_list())}


# --- the rulebook's scoring, slowly and from what was seen to happen


class Onlooker:
    """Watches a game through its public events alone, and knows what everything is worth at any moment."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.told = 0  # events seen so far
        self.tokens: tuple[list[str], list[str]] = ([], [])  # of each player, in the order in which they came
        self.meeples = [0, 0]  # on the harbour
        self.first_to_five: int | None = None

    def watch(self) -> None:
        for event in self.game.events_for(None, self.told):
            self.told += 1
            seat = 0 if event.seat is None else event.seat
            match event.kind:
                case "token_unloaded" | "token_taken":
                    assert isinstance(event.token, str)
                    self.gets(seat, event.token)
                case "action_played":
                    assert isinstance(event.token, str)
                    self.tokens[seat].remove(event.token)
                case "meeple_placed":
                    self.meeples[seat] += 1
                case "meeple_returned":
                    self.meeples[seat] -= 1
                case _:
                    pass

    def gets(self, seat: int, token: str) -> None:
        self.tokens[seat].append(token)
        if self.first_to_five is None and self.tokens[seat].count("obelisk") == 5:
            self.first_to_five = seat

    def breakdown(self, seat: int) -> dict[str, int]:
        sides, tokens = self.game.setup.sides, self.tokens[seat]
        obelisks = [own.count("obelisk") for own in self.tokens]
        symbols = sorted(int(token.removeprefix("temple_")) for token in tokens if token.startswith("temple_"))
        light, dark = (tokens.count(f"{color}_pyramid") for color in ("light", "dark"))
        tombs = {int(token.removeprefix("tomb_")) for token in tokens if token.startswith("tomb_")}
        english = bool(self.game.setup.house_rules["english_pyramid_b"])
        actions = sum(token in ("take", "place", "place_and_unload", "swap_and_unload") for token in tokens)
        return {
            "obelisk": self.obelisk(sides[0], obelisks[seat], obelisks[1 - seat], seat),
            "temple": sum(symbols) if sides[1] == "A" else best_sets(tuple(symbols)),
            "pyramids": pyramids_a(light, dark) if sides[2] == "A" else pyramids_b(light, dark, english),
            "tomb": tomb_a(tombs) if sides[3] == "A" else 4 * len(groups(tombs)),
            "action_tokens": actions,
            "meeples": self.meeples[seat],
        }

    def obelisk(self, side: str, own: int, others: int, seat: int) -> int:
        if side == "A":
            return own + (6 if own > others else 0)
        if own >= 10:
            return 12 + 6
        if own >= 5:
            return 12 if self.first_to_five == seat else 6
        return 0


def best_sets(symbols: tuple[int, ...]) -> int:
    """The way to form sets of different tokens that scores most: the first token with any of the others (D13)."""
    if not symbols:
        return 0
    first, rest = symbols[0], symbols[1:]
    kinds = sorted(set(rest) - {first})
    best = 0
    for size in range(len(kinds) + 1):
        for others in itertools.combinations(kinds, size):
            left = list(rest)
            for token in others:
                left.remove(token)
            best = max(best, (size + 1) ** 2 + best_sets(tuple(left)))
    return best


def pyramids_a(light: int, dark: int) -> int:
    points = {0: 0, 1: 1, 2: 3, 3: 6, 4: 10, 5: 15, 6: 21}
    return points[light] + points[dark]


def pyramids_b(light: int, dark: int, english: bool) -> int:
    points = {0: -6, 1: 0, 2: 4, 3: 10, 4: 15 if english else 18, 5: 30, 6: 45}
    return points[min(light, dark)]


def groups(numbers: set[int]) -> list[list[int]]:
    """Numbers without a gap; 12 and 1 are not connected."""
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and found[-1][-1] == number - 1:
            found[-1].append(number)
        else:
            found.append([number])
    return found


def tomb_a(numbers: set[int]) -> int:
    return sum({1: 1, 2: 4, 3: 9, 4: 16}.get(len(group), 25) for group in groups(numbers))
