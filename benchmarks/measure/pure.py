"""The worker of PureEngine: reads names of tables, answers with decisions and seconds of random play."""

import sys

from benchmarks.measure.measures import Measure, random_play
from imhotep._pure import engine_is_compiled

GAMES = 120  # of each number of players: about half a second, as long as what it is compared with or longer


def main() -> None:
    assert not engine_is_compiled()
    measures: dict[str, Measure] = {}
    for line in sys.stdin:
        table = line.strip()
        if table not in measures:
            measures[table] = random_play(table, GAMES)
        decisions, seconds = measures[table]()
        print(decisions, seconds, flush=True)


if __name__ == "__main__":
    main()
