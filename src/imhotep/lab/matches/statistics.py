"""What many games of one setup say about it: turn order, where points come from, cards, closeness, length."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from imhotep.lab.matches.distribution import Estimate, Spread, mean_of, slope, spread
from imhotep.lab.matches.game_stats import GameStats
from imhotep.lab.matches.intervals import CONFIDENCE, win_rate_interval
from imhotep.lab.matches.journal import Outcome
from imhotep.table.rules import Piece, Progress

CLOSE = (0, 1, 3, 5, 10)  # points


class Finished(NamedTuple):
    """A game that was played to its end."""

    outcome: Outcome
    stats: GameStats

    @property
    def margin(self) -> int:
        """Between the two best."""
        second, first = sorted(self.outcome.scores)[-2:]
        return first - second

    def seat_at(self, place: int) -> int:
        """Who comes at a place in turn order, from 1."""
        return (self.stats.first + place - 1) % len(self.outcome.scores)


class SeatResult(msgspec.Struct, frozen=True, kw_only=True):
    """Of a seat, from 0; or of a place in turn order, from 1."""

    number: int
    wins: float  # a win that several share counts in parts
    win_rate: float
    interval: tuple[float, float]  # of the win rate, 95 %
    score: Spread
    mean_margin: float  # own score less the best other


class SourceResult(msgspec.Struct, frozen=True, kw_only=True):
    """Where points come from."""

    id: str
    name: str
    share: float  # of all points
    points: Spread  # of a player
    winners: float  # mean of those who won
    others: float | None  # mean of those who didn't; None if everybody did
    excess: Estimate | None  # of the winner over the others in the same game


class CardResult(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of card or token. Who took more of it is compared with who took fewer in the same game."""

    id: str
    name: str
    copies: int  # in the box
    taken: float  # a game
    share_of_games: float  # in which somebody took one
    source: str | None  # where it scores by itself
    shared_with: list[str]  # others that score there
    points_each: float | None  # scored there, for each that was taken, the others included
    compared: int  # games in which not everybody took equally many
    more: float | None  # win rate of those who took more than the mean of their game
    more_interval: tuple[float, float]
    fewer: float | None
    fewer_interval: tuple[float, float]
    lead_each: Estimate | None  # points of lead that go with each one more


class Closeness(msgspec.Struct, frozen=True, kw_only=True):
    """How games were decided."""

    margin: Spread  # between the two best
    margins: dict[int, int]  # how many games had each
    within: dict[int, float]  # share of games with at most so many points between them
    shared_wins: float  # share of games
    tie_breaks: float  # share of games with equal points and one winner


class Length(msgspec.Struct, frozen=True, kw_only=True):
    """How long games were."""

    decisions: Spread
    turns: Spread
    unit: str  # what the game counts: round, unloading
    units: int


class Statistics(msgspec.Struct, frozen=True, kw_only=True):
    """All figures of a survey."""

    scores: Spread
    places: list[SeatResult]  # in turn order
    seats: list[SeatResult]
    sources: list[SourceResult]  # those that brought or cost anything
    cards: list[CardResult]
    closeness: Closeness
    length: Length


Games = Sequence[Finished]


def statistics(games: Games, sources: dict[str, str], pieces: Sequence[Piece], progress: Progress) -> Statistics:
    """Of at least one game. `sources` are ids and names of the ledger's, in its order."""
    seats = range(len(games[0].outcome.scores))
    return Statistics(
        scores=spread(score for game in games for score in game.outcome.scores),
        places=[_seat_result(seat + 1, games, [game.seat_at(seat + 1) for game in games]) for seat in seats],
        seats=[_seat_result(seat, games, [seat] * len(games)) for seat in seats],
        sources=_source_results(games, sources),
        cards=[_card_result(piece, pieces, games, list(sources)) for piece in pieces],
        closeness=_closeness(games),
        length=Length(
            decisions=spread(sum(game.outcome.moves) for game in games),
            turns=spread(game.stats.turns for game in games),
            unit=progress.unit,
            units=progress.of,
        ),
    )


def _seat_result(number: int, games: Games, seats: Sequence[int]) -> SeatResult:
    """`seats`: which one it was in each game."""
    wins: list[float] = []
    scores: list[int] = []
    margins: list[int] = []
    for game, seat in zip(games, seats, strict=True):
        own, others = game.outcome.scores[seat], game.outcome.scores[:seat] + game.outcome.scores[seat + 1 :]
        wins.append(game.outcome.shares[seat])
        scores.append(own)
        margins.append(own - max(others))
    return SeatResult(
        number=number,
        wins=sum(wins),
        win_rate=sum(wins) / len(games),
        interval=win_rate_interval(wins, [1] * len(games)),
        score=spread(scores),
        mean_margin=_mean(margins),
    )


# --- points


def _source_results(games: Games, sources: dict[str, str]) -> list[SourceResult]:
    total = sum(sum(game.outcome.scores) for game in games)
    return [
        _source_result(number, id, name, games, total)
        for number, (id, name) in enumerate(sources.items())
        if any(points[number] for game in games for points in game.stats.points)
    ]


def _source_result(number: int, id: str, name: str, games: Games, total: int) -> SourceResult:
    winners: list[int] = []
    others: list[int] = []
    excesses: list[float] = []
    for game in games:
        won, lost = _parted(
            [points[number] for points in game.stats.points], [place == 1 for place in game.outcome.places]
        )
        winners += won
        others += lost
        if lost:
            excesses.append(_mean(won) - _mean(lost))
    points = winners + others
    return SourceResult(
        id=id,
        name=name,
        share=sum(points) / total if total else 0.0,
        points=spread(points),
        winners=_mean(winners),
        others=_mean(others) if others else None,
        excess=mean_of(excesses),
    )


def _parted(values: Sequence[int], which: Sequence[bool]) -> tuple[list[int], list[int]]:
    chosen = [value for value, yes in zip(values, which, strict=True) if yes]
    return chosen, [value for value, yes in zip(values, which, strict=True) if not yes]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


# --- cards and tokens


def _card_result(piece: Piece, pieces: Sequence[Piece], games: Games, sources: list[str]) -> CardResult:
    taken = [[seat.get(piece.id, 0) for seat in game.stats.taken] for game in games]
    more, fewer = _win_rates(taken, games)
    alike = [other.id for other in pieces if other.source == piece.source and piece.source is not None]
    return CardResult(
        id=piece.id,
        name=piece.name,
        copies=piece.copies,
        taken=sum(map(sum, taken)) / len(games),
        share_of_games=sum(map(any, taken)) / len(games),
        source=piece.source,
        shared_with=[id for id in alike if id != piece.id],
        points_each=None if piece.source is None else _points_each(alike, sources.index(piece.source), games),
        compared=sum(len(set(counts)) > 1 for counts in taken),
        more=more.rate,
        more_interval=more.interval,
        fewer=fewer.rate,
        fewer_interval=fewer.interval,
        lead_each=lead_each(piece.id, games),
    )


class _WinRate(NamedTuple):
    rate: float | None
    interval: tuple[float, float]


def _win_rates(taken: Sequence[Sequence[int]], games: Games) -> tuple[_WinRate, _WinRate]:
    """Of who took more than the mean of the game, and of who took fewer."""
    rates = []
    for sign in (1, -1):
        wins: list[float] = []
        players: list[int] = []
        for counts, game in zip(taken, games, strict=True):
            who = [seat for seat, count in enumerate(counts) if sign * (count - _mean(counts)) > 0]
            if who:
                wins.append(sum(game.outcome.shares[seat] for seat in who))
                players.append(len(who))
        rate = sum(wins) / sum(players) if players else None
        rates.append(_WinRate(rate, win_rate_interval(wins, players)))
    return rates[0], rates[1]


def _points_each(alike: Sequence[str], source: int, games: Games) -> float | None:
    points = sum(seat[source] for game in games for seat in game.stats.points)
    taken = sum(seat.get(id, 0) for game in games for seat in game.stats.taken for id in alike)
    return points / taken if taken else None


def lead_each(id: str, games: Games, confidence: float = CONFIDENCE) -> Estimate | None:
    """Points that each one more of a card goes with: how scores of a game differ, by how numbers of cards do."""
    groups: list[list[tuple[float, float]]] = []
    for game in games:
        counts, scores = [seat.get(id, 0) for seat in game.stats.taken], game.outcome.scores
        if len(set(counts)) > 1:
            groups.append([(c - _mean(counts), s - _mean(scores)) for c, s in zip(counts, scores, strict=True)])
    return slope(groups, confidence)


# --- closeness


def _closeness(games: Games) -> Closeness:
    margins = [game.margin for game in games]
    shared = sum(game.outcome.places.count(1) > 1 for game in games)
    return Closeness(
        margin=spread(margins),
        margins=dict(sorted(Counter(margins).items())),
        within={points: sum(margin <= points for margin in margins) / len(games) for points in CLOSE},
        shared_wins=shared / len(games),
        tie_breaks=(margins.count(0) - shared) / len(games),
    )
