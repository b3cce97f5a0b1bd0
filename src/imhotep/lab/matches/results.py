"""What an arena's games say about its bots."""

from collections.abc import Sequence

import msgspec

from imhotep.extras import missing
from imhotep.lab.matches.intervals import CONFIDENCE, win_rate_interval
from imhotep.lab.matches.journal import Outcome
from imhotep.lab.matches.seatings import Seating
from imhotep.lab.matches.table_setup import TableSetup


class BotResult(msgspec.Struct, frozen=True, kw_only=True):
    """A bot's games: where several copies of it sit at a table, each counts."""

    spec: str
    games: int
    wins: float  # a win that several share counts in parts
    win_rate: float
    interval: tuple[float, float]  # of the win rate, 95 %
    mean_margin: float | None  # own score less the best other; of games that were played to their end
    rating: float | None  # OpenSkill's mu (Plackett-Luce), everybody begins at 25; None where openskill is missing
    seconds_per_move: float | None  # processor time


class Forfeit(msgspec.Struct, frozen=True, kw_only=True):
    """Games that a bot lost because it failed."""

    bot: str
    reason: str
    count: int
    example: str  # the first of them


class SeriesResult(TableSetup, frozen=True, kw_only=True):
    """What all results of many games begin with."""

    edition: str
    seed: int
    engine: str


class ArenaResult(SeriesResult, frozen=True, kw_only=True):
    """Everything an arena has to say; `imhotep arena --json` prints it."""

    bots: list[str]
    both_ways: bool
    games_asked: int
    games: int  # that were finished
    deals: int
    games_per_deal: int
    stopped: str  # "all played", "sure" or "interrupted"
    results: list[BotResult]
    forfeits: list[Forfeit]
    unrated: str | None  # why there are no ratings
    command: str  # that gives the same games


Games = Sequence[tuple[Outcome, Seating]]


def bot_results(specs: Sequence[str], games: Games) -> list[BotResult]:
    rates = [None] * len(specs) if why_unrated() else ratings(len(specs), games)
    return [_bot_result(number, spec, games, rates[number]) for number, spec in enumerate(specs)]


def why_unrated() -> str | None:
    """What to install, where openskill is missing; None where there are ratings."""
    try:
        import openskill  # noqa: F401
    except ImportError as error:
        return str(missing(error, "a rating"))
    return None


def _bot_result(bot: int, spec: str, games: Games, rating: float | None) -> BotResult:
    wins, played = by_deal(bot, games)
    margins: list[int] = []
    moves, seconds = 0, 0.0
    for outcome, seating in games:
        for seat in _seats(bot, seating):
            moves += outcome.moves[seat]
            seconds += outcome.seconds[seat]
            if outcome.failure is None:
                others = [score for other, score in enumerate(outcome.scores) if other != seat]
                margins.append(outcome.scores[seat] - max(others))
    total = sum(played)
    return BotResult(
        spec=spec,
        games=total,
        wins=sum(wins),
        win_rate=sum(wins) / total if total else 0.0,
        interval=win_rate_interval(wins, played, CONFIDENCE),
        mean_margin=sum(margins) / len(margins) if margins else None,
        rating=rating,
        seconds_per_move=seconds / moves if moves else None,
    )


def by_deal(bot: int, games: Games) -> tuple[list[float], list[int]]:
    """What a bot won, and how often it played, in each deal."""
    wins: dict[int, float] = {}
    played: dict[int, int] = {}
    for outcome, seating in games:
        shares = outcome.shares
        for seat in _seats(bot, seating):
            wins[outcome.deal] = wins.get(outcome.deal, 0.0) + shares[seat]
            played[outcome.deal] = played.get(outcome.deal, 0) + 1
    return list(wins.values()), list(played.values())


def _seats(bot: int, seating: Seating) -> list[int]:
    return [seat for seat, sitting in enumerate(seating) if sitting == bot]


def ratings(bots: int, games: Games) -> list[float]:
    """Game by game, in the order of deals. Copies of a bot at one table get the mean of what each would get."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    current = [model.rating() for _ in range(bots)]
    for outcome, seating in games:
        teams = [[model.create_rating([current[bot].mu, current[bot].sigma])] for bot in seating]
        rated = model.rate(teams, ranks=[float(place) for place in outcome.places])
        for bot in set(seating):
            seats = _seats(bot, seating)
            current[bot] = model.create_rating(
                [
                    sum(rated[seat][0].mu for seat in seats) / len(seats),
                    sum(rated[seat][0].sigma for seat in seats) / len(seats),
                ]
            )
    return [float(rating.mu) for rating in current]


def forfeits(specs: Sequence[str], games: Games) -> list[Forfeit]:
    found: dict[tuple[int, str], Forfeit] = {}
    for outcome, seating in games:
        failure = outcome.failure
        if failure is None:
            continue
        bot = seating[failure.seat]
        known = found.get((bot, failure.reason))
        found[bot, failure.reason] = (
            msgspec.structs.replace(known, count=known.count + 1)
            if known
            else Forfeit(bot=specs[bot], reason=failure.reason, count=1, example=example(outcome))
        )
    return list(found.values())


def example(outcome: Outcome) -> str:
    assert outcome.failure is not None
    where = f"deal {outcome.deal}, game {outcome.seating}, seat {outcome.failure.seat}"
    return f"{where}: {outcome.failure.detail}" if outcome.failure.detail else where
