"""What may be wrong with what a series of games is asked for."""

import math

from imhotep.bots import make_bot
from imhotep.table.errors import ImhotepError, SetupError, shown

MOST_GAMES = 10_000_000
MOST_JOBS = 256
LONGEST_LIMIT = 86_400.0


def check_bot(spec: str) -> str:
    try:
        make_bot(spec)
    except ImhotepError:
        raise
    except Exception as error:
        raise SetupError(f"the bot {shown(spec)} can't be made: {type(error).__name__}: {error}") from None
    return spec


def check_games(number: object) -> int:
    return _whole(number, MOST_GAMES, "games")


def check_jobs(number: object) -> int:
    return _whole(number, MOST_JOBS, "jobs")


def _whole(number: object, most: int, what: str) -> int:
    if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= most:
        raise SetupError(f"the number of {what} is 1 to {most}, not {shown(number)}")
    return number


def check_limit(limit: object) -> float:
    if isinstance(limit, bool) or not isinstance(limit, (int, float)) or not math.isfinite(limit):
        raise SetupError(f"a limit for moves is a number of seconds, not {shown(limit)}")
    if not 0.01 <= limit <= LONGEST_LIMIT:
        raise SetupError(f"a limit for moves is 0.01 to {LONGEST_LIMIT:g} seconds, not {limit:g}")
    return float(limit)
