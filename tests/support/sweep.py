"""make sweep: every mix of sides with all modules and house rules, compiled and pure alike.

Of Builder of Egypt each setup once (sides, players, modules), of The Duel each several times.
"""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from tests.support.paths import ROOT
from tests.support.play_digest import GAMES, MODULES, SETUPS, SIDES, setup_of

PART = 1024
SWEPT = {
    "builder": f"{len(SIDES):,} mixes of sides, 2, 3 and 4 players, {len(MODULES)} combinations of cards, prophecies, "
    "face-down hands and wrath",
    "duel": f"16 mixes of sides, 8 combinations of house rules, {GAMES['duel'] // SETUPS['duel']} games of each",
}


def digests(game: str, pure: bool, first: int, count: int) -> list[str]:
    """What one engine, in a process of its own, makes of some games; its first line is which engine it was."""
    environment = {**os.environ, "IMHOTEP_PURE": "1" if pure else "0"}
    command = [sys.executable, "-m", "tests.support.play_digest", game, str(first), str(count)]
    return subprocess.run(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True
    ).stdout.splitlines()


def different_setups(game: str, count: int) -> int:
    """How many there are among the first `count`, but for what is added for good measure."""
    unless = {"builder": ("seed", "house_rules", "corridor_start"), "duel": ("seed",)}[game]
    return len({str({**setup_of(game, number), **dict.fromkeys(unless)}) for number in range(count)})


def sweep(game: str, pool: ThreadPoolExecutor) -> bool:
    """Whether both engines play the same games."""
    games = GAMES[game]
    assert different_setups(game, games) == SETUPS[game]
    same = 0
    for first in range(0, games, PART):
        count = min(PART, games - first)
        parts = [pool.submit(digests, game, pure, first, count) for pure in (False, True)]
        compiled, pure = (part.result() for part in parts)
        if (compiled[0], pure[0]) != ("compiled", "pure") or len(compiled) != count + 1:
            print(f"expected both engines, found {compiled[0]} and {pure[0]}")
            return False
        differing = [a for a, b in zip(compiled[1:], pure[1:], strict=True) if a != b]
        if differing:
            number = int(differing[0].split()[0])
            print(f"game {number} of {game} differs: {setup_of(game, number)}")
            return False
        same += count
        print(f"\r{same:,} of {games:,} games of {game}", end="", flush=True)
    print(f"\r{same:,} games of {game}, compiled and pure alike: {SWEPT[game]}")
    return True


def main() -> int:
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return 0 if all(sweep(game, pool) for game in GAMES) else 1


if __name__ == "__main__":
    sys.exit(main())
