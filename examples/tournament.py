"""A bot of your own against ours: python examples/tournament.py [GAMES]

The bot is `stdio_bot.py`, a program that could be in any language. A bot that is a Python class is registered by its
package, see docs/bots.md, and then named in the same way.
"""

import sys
from pathlib import Path

from imhotep.lab.matches.arena import run_arena

MINE = f"stdio:command={sys.executable} {Path(__file__).with_name('stdio_bot.py')}"


def main(games=12):
    result = run_arena([MINE, "greedy", "random"], game="builder", players=3, games=games, seed=1)
    for bot in sorted(result.results, key=lambda bot: -bot.win_rate):
        low, high = bot.interval
        name = "mine" if bot.spec == MINE else bot.spec
        print(f"{name}: wins {bot.win_rate:.0%} ({low:.0%} to {high:.0%})")
    for forfeit in result.forfeits:
        print(f"{forfeit.bot} {forfeit.reason} {forfeit.count} times, for example: {forfeit.example}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
