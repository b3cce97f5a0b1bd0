"""make sweep: every mix of sides with 2, 3 and 4 players and every combination of modules, compiled and pure alike."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from play_digest import MODULES, SETUPS, SIDES, setup_of

PART = 1024


def digests(pure: bool, first: int, count: int) -> list[str]:
    """What one engine, in a process of its own, makes of some games; its first line is which engine it was."""
    environment = {**os.environ, "IMHOTEP_PURE": "1" if pure else "0"}
    script = Path(__file__).with_name("play_digest.py")
    command = [sys.executable, str(script), str(first), str(count)]
    return subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()


def main() -> int:
    assert (
        len({str({**setup_of(number), "seed": 0, "rules": 0, "corridor_start": 0}) for number in range(SETUPS)})
        == SETUPS
    )
    same = 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for first in range(0, SETUPS, PART):
            count = min(PART, SETUPS - first)
            parts = [pool.submit(digests, pure, first, count) for pure in (False, True)]
            compiled, pure = (part.result() for part in parts)
            if (compiled[0], pure[0]) != ("compiled", "pure") or len(compiled) != count + 1:
                print(f"expected both engines, found {compiled[0]} and {pure[0]}")
                return 1
            differing = [a for a, b in zip(compiled[1:], pure[1:], strict=True) if a != b]
            if differing:
                number = int(differing[0].split()[0])
                print(f"game {number} differs: {setup_of(number)}")
                return 1
            same += count
            print(f"\r{same:,} of {SETUPS:,} games", end="", flush=True)
    print(
        f"\r{same:,} games, compiled and pure alike: {len(SIDES):,} mixes of sides, 2, 3 and 4 players, "
        f"{len(MODULES)} combinations of cards, prophecies, face-down hands and wrath"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
