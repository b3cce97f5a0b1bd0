"""The statistics of a setup in pictures, each as wide as a phone."""

from collections.abc import Callable, Sequence
from textwrap import wrap
from typing import NamedTuple

from imhotep.lab.matches.statistics import Statistics
from imhotep.lab.matches.survey import SurveyResult
from imhotep.lab.matches.verdict import percent, signed
from imhotep.lab.reports.survey_tables import PLACES, described, taken_word, title
from imhotep.lab.reports.svg import (
    CARNELIAN,
    FAINT,
    GOLD,
    GRID,
    INK,
    LAPIS,
    MALACHITE,
    NILE,
    SAND,
    STONE,
    Drawing,
    Scale,
    plain,
    round_up,
)

WIDTH = 340.0
ROW = 24.0
AXIS = 20.0  # below the rows, for its values
GAP = 32.0  # between pictures of a poster
CAPTION = 24.0
LINE = 155  # letters across a poster


class Picture(NamedTuple):
    title: str
    note: str  # how to read it
    drawing: Drawing


class Row(NamedTuple):
    label: str
    value: float
    low: float
    high: float
    words: str  # the value as people read it
    color: str
    sure: bool = True


def pictures(result: SurveyResult) -> list[Picture]:
    return [picture for column in _columns(result) for picture in column]


def _columns(result: SurveyResult) -> list[list[Picture]]:
    found = result.statistics
    if found is None:
        return []
    return [
        [_wins(found, 1 / result.players), _scores(found), _margins(found)],
        [_sources(found), *_winning(found)],
        _cards(found, taken_word(result)),
    ]


def poster(result: SurveyResult) -> Drawing:
    """All of them in one picture."""
    columns = _columns(result)
    about = [f"{result.games:,} games, {result.bot} at every seat", *described(result)]
    about_lines = wrap(", ".join(about), LINE)
    turn_order = [finding.text for finding in result.at_a_glance if finding.about == "turn order"]
    lines = about_lines + wrap(" ".join(turn_order), LINE)
    top = 56 + len(lines) * 20.0
    heights = [sum(picture.drawing.height + CAPTION + GAP for picture in column) for column in columns]
    whole = Drawing(3 * (WIDTH + GAP) + GAP, top + max(heights, default=0.0), f"{title(result)}: {', '.join(about)}")
    whole.text(GAP, 38, title(result), size=22, bold=True)
    for number, line in enumerate(lines):
        whole.text(GAP, 60 + number * 20, line, FAINT if number < len(about_lines) else INK, size=13)
    for number, column in enumerate(columns):
        x, y = GAP + number * (WIDTH + GAP), top + 18
        for picture in column:
            whole.text(x, y, picture.title, size=15, bold=True)
            whole.place(picture.drawing, x, y + CAPTION - 10)
            y += picture.drawing.height + CAPTION + GAP
    return whole


# --- rows: a label, a value with its spread, and the value in words


def _rows(
    name: str,
    rows: Sequence[Row],
    *,
    label_width: float,
    bars: bool = False,
    middle: float | None = None,
    label: Callable[[float], str] = plain,
) -> Drawing:
    """`middle` is what values are compared with; bars begin at 0."""
    drawing = Drawing(WIDTH, len(rows) * ROW + AXIS, name)
    bottom = len(rows) * ROW
    values = [value for row in rows for value in (row.low, row.value, row.high)]
    values += [0.0] if bars else []
    values += [] if middle is None else [middle]
    room = (max(values) - min(values)) * 0.04 or 1.0
    low = min(values) - (0 if bars and min(values) >= 0 else room)
    across = Scale(low, max(values) + room, label_width, WIDTH - 46)
    drawing.bottom_axis(across, 0, bottom, 4, label)
    if middle is not None:
        drawing.line((across(middle), 0), (across(middle), bottom), GOLD, 2, "5 3")
    for number, row in enumerate(rows):
        y = (number + 0.5) * ROW
        drawing.text(0, y + 4, row.label)
        if bars:
            drawing.bar(across(0), y - 7, across(row.value) - across(0), 14, row.color)
        drawing.line((across(row.low), y), (across(row.high), y), INK if bars else row.color, 1.5 if bars else 3)
        if bars:
            for end in (row.low, row.high):
                drawing.line((across(end), y - 3.5), (across(end), y + 3.5), INK, 1.5)
        else:
            drawing.dot(across(row.value), y, row.color, 5, row.sure)
        drawing.text(WIDTH, y + 4, row.words, INK, "end", bold=True)
    return drawing


def _wins(found: Statistics, fair: float) -> Picture:
    rows = [
        Row(name, place.win_rate, *place.interval, percent(place.win_rate), LAPIS, not _within(fair, place.interval))
        for name, place in zip(PLACES, found.places, strict=False)
    ]
    drawing = _rows("Wins in turn order", rows, label_width=58, middle=fair, label=lambda value: f"{value * 100:g}%")
    return Picture(
        "Wins in turn order", "With 95 % intervals; filled where they miss a fair share, the gold line.", drawing
    )


def _within(value: float, interval: tuple[float, float]) -> bool:
    return interval[0] <= value <= interval[1]


def _scores(found: Statistics) -> Picture:
    rows = [
        Row(name, place.score.mean, place.score.low, place.score.high, f"{place.score.mean:.1f}", STONE)
        for name, place in zip(PLACES, found.places, strict=False)
    ]
    drawing = _rows("Scores in turn order", rows, label_width=58, middle=found.scores.mean)
    return Picture("Scores in turn order", "Mean, and the middle 80 % of games; gold: the mean of all.", drawing)


def _sources(found: Statistics) -> Picture:
    rows = [
        Row(source.name, source.points.mean, source.points.low, source.points.high, percent(source.share), NILE)
        for source in found.sources
    ]
    drawing = _rows("Points by source", rows, label_width=138, bars=True)
    return Picture(
        "Points by source", "Mean of a player, whiskers over the middle 80 %; the number is the share of all.", drawing
    )


def _winning(found: Statistics) -> list[Picture]:
    rows = [
        Row(
            source.name,
            source.excess.value,
            *source.excess.interval,
            signed(source.excess.value),
            MALACHITE if source.excess.value >= 0 else CARNELIAN,
        )
        for source in found.sources
        if source.excess is not None
    ]
    name = "What winners have more of"
    note = "Points beyond the mean of the others in the same game, with 95 % intervals."
    return [Picture(name, note, _rows(name, rows, label_width=138, bars=True))] if rows else []


def _cards(found: Statistics, what: str) -> list[Picture]:
    known = [(card.name, card.lead_each) for card in found.cards if card.lead_each is not None]
    rows = [
        Row(
            name,
            lead.value,
            *lead.interval,
            signed(lead.value),
            (NILE if lead.value > 0 else CARNELIAN) if lead.is_sure else STONE,
            lead.is_sure,
        )
        for name, lead in sorted(known, key=lambda item: -item[1].value)
    ]
    name = f"{what}: lead for one more"
    note = "Points of lead that go with each one more taken, with 95 % intervals; hollow where they hold 0."
    return [Picture(name, note, _rows(name, rows, label_width=152, middle=0.0))] if rows else []


# --- margins


def _margins(found: Statistics) -> Picture:
    close, height = found.closeness, 150.0
    drawing = Drawing(WIDTH, height + AXIS, "Margins between the two best")
    games = sum(close.margins.values())
    shares = [(float(margin), count / games) for margin, count in close.margins.items()]
    across = Scale(-0.5, close.margin.highest + 0.5, 36, WIDTH)
    up = Scale(0, round_up(max(share for _, share in shares), 4), height, 8)
    drawing.left_axis(up, 36, WIDTH, 4, lambda value: f"{value * 100:g}%")
    drawing.columns(across, up, shares, max(1.0, (across(1) - across(0)) * 0.8), SAND)
    middle = across(close.margin.median)
    drawing.line((middle, 8), (middle, height), GOLD, 2, "5 3")
    beyond = middle > WIDTH * 0.6
    words = f"half by {close.margin.median} or less"
    drawing.text(middle + (-6 if beyond else 6), 18, words, FAINT, "end" if beyond else "start")
    for value in across.ticks(6):
        drawing.text(across(value), height + 15, plain(value), FAINT, "middle", 11)
    drawing.line((36, height), (WIDTH, height), GRID)
    return Picture("Margins", "Points between the two best, and the share of games.", drawing)
