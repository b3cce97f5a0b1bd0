"""What a training run does: everything in it follows from this and its seed."""

import random

import msgspec

from imhotep.table.errors import SetupError
from imhotep.table.setup import Option


class Recipe(msgspec.Struct, frozen=True, kw_only=True):
    """Numbers that a run keeps from its first round to its last."""

    game: str
    seed: int = 1
    hidden: int = 64
    inner: int = 16
    # self-play
    games: int = 2000  # a round
    full_sims: int = 256  # of a search that teaches
    quick_sims: int = 48  # of the others
    full_share: float = 0.25  # of the searches teach
    noise: float = 0.25  # share of chance in the priors at the root of a search that teaches
    openings: int = 3  # random decisions at the start of a game, at most
    sampled: int = 15  # decisions of each seat that are drawn by visits; later ones seldom are
    later: float = 0.1  # how seldom
    exploration: float = 0.3
    playouts: tuple[float, ...] = (1.0, 0.5, 0.4, 0.3, 0.2)  # share in what a position is worth, by round
    # the fit
    window: int = 6  # rounds whose games teach
    epochs: float = 1.5  # how often each example of the window is looked at,
    steps: int = 1000  # in so many batches at least
    batch: int = 512
    rate: float = 2e-3
    scale: float = 20.0  # points of margin that count as much
    search_weight: float = 8.0  # of what the search found against how the game ended
    policy_weight: float = 1.0
    # the gate
    gate_games: int = 200
    gate_sims: int = 100
    gate_share: float = 0.5  # of the games that a new network has to win against the last one that passed

    def playout_share(self, number: int) -> float:
        return self.playouts[min(number, len(self.playouts) - 1)]


class TableSpec(msgspec.Struct, frozen=True, kw_only=True):
    """A table that is played at, without its deal."""

    game: str
    players: int
    sides: str
    variants: dict[str, Option]


BUILDER_TABLES = ("AAAAA", "BBBBB", "CDCDC", "DDDDD")  # these are met more often than others
OF_THESE = 0.35
PLAYERS = (2, 2, 2, 3, 4)
DUEL_TABLES = ("AAAA", "BBBB")


def draw_table(game: str, chance: random.Random, players: int | None = None) -> TableSpec:
    """Any setup of the game; the usual ones more often."""
    if game == "duel":
        sides = chance.choice(DUEL_TABLES) if chance.random() < OF_THESE else _mix(chance, "AB", 4)
        return TableSpec(game=game, players=2, sides=sides, variants={})
    if game != "builder":
        raise SetupError(f"nobody has learned {game} yet")
    players = players or chance.choice(PLAYERS)
    usual = chance.random() < OF_THESE
    sides = chance.choice(BUILDER_TABLES) if usual else _mix(chance, "ABCD", 5)
    expansion = sides == "DDDDD" or chance.random() < 0.35
    variants: dict[str, Option] = {
        "cards": "dynasty" if expansion and (sides == "DDDDD" or chance.random() < 0.7) else "base",
        "prophecies": expansion and (sides == "DDDDD" or chance.random() < 0.6),
        "wrath": expansion and (sides == "DDDDD" or chance.random() < 0.4),
        "face_down": chance.random() < 0.08,
    }
    return TableSpec(game=game, players=players, sides=sides, variants=variants)


def _mix(chance: random.Random, letters: str, count: int) -> str:
    return "".join(chance.choice(letters) for _ in range(count))
