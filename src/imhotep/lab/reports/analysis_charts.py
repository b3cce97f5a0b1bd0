"""The two graphs of the page: chances of winning as strata, expected points as lines.

Plots stretch to the width of the page, so that letters and marks are no part of them but lie above.
"""

from collections.abc import Sequence

from imhotep.lab.analysis.decisions import Decision
from imhotep.lab.analysis.game_analysis import Analysis, Moment, course
from imhotep.lab.analysis.words import GRADE_SIGNS, by_seat, costs
from imhotep.lab.reports.html_elements import Html, element, joined
from imhotep.lab.reports.svg import Scale

MARKS = {"black": "sun", "white": "pyramid", "brown": "water", "gray": "ankh"}
HEIGHT = 100.0  # of a plot
CLOSE = 0.045  # of the width: numbers nearer than that would run into each other
APART = 13.0  # percent of the height between two marks
THIN = 0.16  # a stratum that has no room for a mark
LUCKY = 0.02  # luck that is marked


def charts(analysis: Analysis) -> Html | None:
    moments = course(analysis)
    if not moments:
        return None
    return element(
        "section",
        element("h2", f"Chance of winning, by {analysis.decisions[0].progress.unit}"),
        _signs(analysis),
        _chances(moments, analysis),
        _ruler(analysis.decisions),
        element("h2", "Expected points"),
        _points(moments, analysis),
        _stepper(len(analysis.decisions)),
        class_="card graphs",
    )


def _plot(width: int, *children: Html, label: str) -> Html:
    return element(
        "svg",
        *children,
        class_="plot",
        viewBox=f"0 0 {width} {HEIGHT:g}",
        preserveAspectRatio="none",
        role="img",
        aria_label=label,
    )


def _chart(plot: Html, *above: Html, look: str) -> Html:
    cursor = element("div", class_="cursor")
    return element("div", plot, *above, cursor, element("div", class_="tip", hidden=True), class_=f"chart {look}")


def _path(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:g} {y:.2f}" for x, y in points)


# --- chances


def _chances(moments: Sequence[Moment], analysis: Analysis) -> Html:
    """Strata one upon the other, seat 0 lowest."""
    width = len(moments) - 1
    shapes, above = [], []
    floor = [0.0] * len(moments)
    for player in analysis.players:
        roof = [low + moment.win[player.seat] for low, moment in zip(floor, moments, strict=True)]
        outline = [*enumerate(roof), *reversed(list(enumerate(floor)))]
        path = _path([(x, HEIGHT * (1 - y)) for x, y in outline]) + "Z"
        shapes.append(element("path", class_=f"stratum seat-{player.color}", d=path))
        shapes.append(element("path", class_=f"texture seat-{player.color}", d=path))
        thick = max(range(width // 12, len(moments) - width // 12), key=lambda at: roof[at] - floor[at])
        if roof[thick] - floor[thick] >= THIN:
            above.append(_seat_mark(player.color, thick / width, (roof[thick] + floor[thick]) / 2))
        floor = roof
    shapes.append(element("path", class_="grid", d=f"M0 {HEIGHT / 2}H{width}"))
    above += [_axis(1 - share, f"{share:.0%}") for share in (0.0, 0.5, 1.0)]
    return _chart(_plot(width, *shapes, label="Chances of winning during the game"), *above, look="chances")


def _seat_mark(color: str, x: float, y: float) -> Html:
    mark = element("use", href=f"#mark-{MARKS[color]}")
    place = f"left:{100 * x:.2f}%;top:{100 * (1 - y):.2f}%"
    return element("svg", mark, class_=f"seatmark seat-{color}", viewBox="0 0 24 24", style=place, aria_hidden="true")


def _axis(y: float, text: str) -> Html:
    return element("span", text, class_="axis", style=f"top:{100 * y:.2f}%")


def _signs(analysis: Analysis) -> Html:
    """Mistakes, luck and turning points, each a link to its decision."""
    turns = {(turn.ply, turn.cause) for turn in analysis.turning_points}
    found = []
    for decision in analysis.decisions:
        names = decision.names
        at = (decision.ply - 0.5) / len(analysis.decisions)
        turning = (decision.ply, "decision") in turns
        if decision.is_error or turning:
            move = f"{decision.ply} {names[decision.seat]}: {decision.played.move.text}"
            text = f"{move} {GRADE_SIGNS[decision.grade]} {costs(decision)}"
            found.append(_sign(decision.ply, at, f"{decision.grade}{' turn' if turning else ''}", text))
        turning = (decision.ply, "luck") in turns
        if decision.luck is not None and (turning or max(map(abs, decision.luck.win)) >= LUCKY):
            text = f"{decision.ply} luck: {by_seat(decision.luck.win, names)}"
            found.append(_sign(decision.ply, at, f"lucky{' turn' if turning else ''}", text))
    return element("div", *found, class_="signs")


def _sign(ply: int, at: float, look: str, text: str) -> Html:
    return element(
        "a", element("i"), class_=look, href=f"#d{ply}", style=f"left:{100 * at:.2f}%", title=text, aria_label=text
    )


def _ruler(decisions: Sequence[Decision]) -> Html:
    """Where each round begins."""
    found, last = [], -1.0
    for before, decision in zip([None, *decisions], decisions, strict=False):
        at = (decision.ply - 1) / len(decisions)
        if before is None or (before.progress.at != decision.progress.at and at - last >= CLOSE):
            found.append(element("span", str(decision.progress.at), style=f"left:{100 * at:.2f}%"))
            last = at
    return element("div", *found, class_="ruler")


# --- points


def _points(moments: Sequence[Moment], analysis: Analysis) -> Html:
    width = len(moments) - 1
    every = [score for moment in moments for score in moment.score]
    up = Scale(min(every) - 1, max(every) + 1, HEIGHT, 0)
    ticks = up.ticks(4)
    shapes = [element("path", class_="grid", d=f"M0 {up(tick):.2f}H{width}") for tick in ticks]
    for player in analysis.players:
        path = _path([(x, up(moment.score[player.seat])) for x, moment in enumerate(moments)])
        look = f"seat-{player.color}"
        shapes.append(joined(element("path", class_=f"{kind} {look}", d=path) for kind in ("casing", "seatline")))
    above = [_axis(up(tick) / HEIGHT, f"{tick:g}".replace("-", "−")) for tick in ticks]
    ends = sorted(analysis.players, key=lambda player: -moments[-1].score[player.seat])
    heights = _apart([up(moments[-1].score[player.seat]) for player in ends])
    for player, y in zip(ends, heights, strict=True):
        use = element("use", href=f"#flat-{player.color}")
        above.append(
            element("svg", use, class_="endmark", viewBox="0 0 40 46", style=f"top:{y:.2f}%", aria_hidden="true")
        )
    return _chart(_plot(width, *shapes, label="Expected points during the game"), *above, look="points")


def _apart(heights: Sequence[float]) -> list[float]:
    """From top to bottom, so that none covers another."""
    placed: list[float] = []
    for y in heights:
        placed.append(max(y, placed[-1] + APART) if placed else y)
    below = max(0.0, placed[-1] - HEIGHT)
    return [y - below for y in placed]


def _stepper(count: int) -> Html:
    return element(
        "div",
        _step("first", "The first decision"),
        _step("back", "The previous decision"),
        element("input", type="range", min="1", max=str(count), value="1", aria_label="Decision"),
        _step("on", "The next decision"),
        _step("last", "The last decision"),
        element("button", "next ?", class_="worse", type="button", title="The next mistake (m)"),
        element("output", f"1 of {count}", class_="num"),
        class_="stepper",
    )


def _step(name: str, words: str) -> Html:
    icon = element("svg", element("use", href=f"#i-{name}"), viewBox="0 0 24 24", aria_hidden="true")
    return element("button", icon, class_=name, type="button", aria_label=words, title=words)
