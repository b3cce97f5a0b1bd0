"""The statistics of a setup in words and tables, as the terminal and the page show them."""

from typing import NamedTuple

from imhotep.lab.matches.distribution import Estimate, Spread
from imhotep.lab.matches.statistics import CardResult, SeatResult, Statistics
from imhotep.lab.matches.survey import SurveyResult
from imhotep.lab.matches.verdict import percent, signed
from imhotep.table.games import rules_of

PLACES = ("starts", "second", "third", "fourth")


class Sheet(NamedTuple):
    """A table; the first column is words, the others are numbers."""

    title: str
    headings: list[str]
    rows: list[list[str]]
    note: str = ""


def title(result: SurveyResult) -> str:
    return rules_of(result.game).words.title


def described(result: SurveyResult) -> list[str]:
    """The table that the games were played at, part by part."""
    rules = rules_of(result.game)
    words = rules.words
    sides = [words.sides[site][side].title for site, side in zip(rules.sites, result.sides, strict=True)]
    parts = [f"{result.players} players", " · ".join(sides)]
    for name, value in result.variants.items():
        if value != rules.variants[name].default:
            called = words.variants[name].title
            parts.append(called if isinstance(value, (bool, str)) else f"{called}: {value}")
    for name, value in result.rules.items():
        if value != rules.house_rules[name].default:
            parts.append(words.house_rules[name].title)
    if result.first is not None:
        parts.append(f"seat {result.first} starts")
    return [*parts, f"edition {result.edition}"]


def taken_word(result: SurveyResult) -> str:
    """What is taken in this game."""
    return "Cards" if rules_of(result.game).words.cards else "Tokens"


def sheets(result: SurveyResult) -> list[Sheet]:
    found = result.statistics
    if found is None:
        return []
    fair = f"a fair share of wins is {percent(1 / result.players)}"
    return [
        _seats(f"In turn order ({fair})", "place", PLACES, found.places),
        _seats(f"By seat ({fair})", "seat", [str(seat.number) for seat in found.seats], found.seats),
        _sources(found),
        _spreads(found),
        _cards(taken_word(result), found.cards),
    ]


def _seats(title: str, what: str, names: list[str] | tuple[str, ...], seats: list[SeatResult]) -> Sheet:
    return Sheet(
        title,
        [what, "wins (95 %)", "score", "± sd", "10–90 %", "margin"],
        [
            [
                name,
                rated(seat.win_rate, seat.interval),
                f"{seat.score.mean:.1f}",
                f"{seat.score.deviation:.1f}",
                _tenths(seat.score),
                signed(seat.mean_margin),
            ]
            for name, seat in zip(names, seats, strict=False)
        ],
    )


def _sources(found: Statistics) -> Sheet:
    return Sheet(
        "Points of a player by source",
        ["source", "share", "mean", "± sd", "10–90 %", "winners more (95 %)"],
        [
            [
                source.name,
                percent(source.share),
                _plain(source.points.mean),
                f"{source.points.deviation:.1f}",
                _tenths(source.points),
                _estimate(source.excess),
            ]
            for source in found.sources
        ],
        "Winners more: than the mean of the others in the same game.",
    )


def _cards(what: str, cards: list[CardResult]) -> Sheet:
    return Sheet(
        f"{what}, and who takes them",
        [what.lower().rstrip("s"), "taken", "each", "more: wins (95 %)", "one more (95 %)"],
        [
            [
                card.name,
                f"{card.taken:.2f}",
                "" if card.points_each is None else _plain(card.points_each),
                "" if card.more is None else rated(card.more, card.more_interval),
                _estimate(card.lead_each),
            ]
            for card in cards
        ],
        "Taken: in a game, by all. Each: points scored for each one taken, together with its like. "
        "More: players who took more of it than the mean of their game. "
        "One more: points of lead that go with each one more. This shows what goes together, not what causes what.",
    )


def _spreads(found: Statistics) -> Sheet:
    rows = {
        "score": found.scores,
        "margin": found.closeness.margin,
        "decisions": found.length.decisions,
        "turns": found.length.turns,
    }
    close = found.closeness
    within = ", ".join(f"{percent(share)} by at most {points}" for points, share in close.within.items() if points)
    length, plural = found.length, "" if found.length.units == 1 else "s"
    return Sheet(
        "Closeness and length",
        ["", "mean", "± sd", "lowest", "10 %", "median", "90 %", "highest"],
        [
            [
                name,
                _plain(row.mean),
                f"{row.deviation:.1f}",
                *map(str, (row.lowest, row.low, row.median, row.high, row.highest)),
            ]
            for name, row in rows.items()
        ],
        f"Margin: between the two best. Decided {within} points. Shared wins {percent(close.shared_wins)}, "
        f"won by the tie-break {percent(close.tie_breaks)}. A game has {length.units} {length.unit}{plural}.",
    )


def rated(rate: float, interval: tuple[float, float]) -> str:
    return f"{percent(rate)} ({interval[0] * 100:.1f}–{interval[1] * 100:.1f})"


def _estimate(estimate: Estimate | None) -> str:
    if estimate is None:
        return ""
    low, high = estimate.interval
    return f"{signed(estimate.value)} ({signed(low)} to {signed(high)})"


def _tenths(values: Spread) -> str:
    return f"{values.low} to {values.high}".replace("-", "−") if values.low < 0 else f"{values.low}–{values.high}"


def _plain(value: float) -> str:
    return f"{value:.1f}".replace("-", "−") if abs(value) >= 0.05 else "0.0"
