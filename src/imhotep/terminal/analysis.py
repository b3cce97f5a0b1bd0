"""An analysis on the terminal, readable at 80 columns."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from imhotep.lab.analysis.decisions import Decision
from imhotep.lab.analysis.expectations import Choice, explain
from imhotep.lab.analysis.game_analysis import Analysis, TurningPoint, course, stand_in
from imhotep.lab.analysis.hints import Hint
from imhotep.lab.analysis.words import (
    GRADE_SIGNS,
    by_seat,
    headline,
    knowledge,
    percent,
    points,
    signed,
    signed_percent,
    why_in_words,
)
from imhotep.table.catalogue import Catalogue
from imhotep.terminal.pieces import EDGE, FAINT, GOLD, SEAT_LOOKS, WARNING, faint, gold, plural, seat_name, stone

GRAPH_WIDTH = 56
LEVELS = "▁▂▃▄▅▆▇█"
SHOWN = 10  # mistakes, if not all are asked for
GRADE_STYLES = {"blunder": f"bold {WARNING}", "mistake": WARNING, "inaccuracy": GOLD, "best": "#2b9a67"}


class Sitting(NamedTuple):
    """Who sits at a seat, as the pieces draw it."""

    name: str
    color: str
    points: Mapping[str, int] = {}
    score: int = 0


def report(analysis: Analysis, words: Catalogue, show_all: bool) -> Iterator[RenderableType]:
    seats = [Sitting(player.name, player.color) for player in analysis.players]
    yield Text.assemble((headline(analysis), "bold"), faint(f"   {words.title} {analysis.sides}"))
    yield faint(
        f"{plural(len(analysis.decisions), 'decision')}, {analysis.sims:,} simulations each, "
        f"{knowledge(analysis.all_knowing)}; seed {analysis.seed}"
    )
    if not analysis.decisions:
        yield Text("No decisions were made in this game.")
        return
    yield ""
    yield from _graph(analysis, seats)
    yield ""
    yield _players(analysis, seats)
    if analysis.turning_points:
        yield ""
        yield Text("Turning points", f"bold {GOLD}")
        for turn in sorted(analysis.turning_points, key=lambda turn: turn.ply):
            yield Padding(_turning_point(turn, analysis), (0, 0, 0, 1))
    yield ""
    yield from _mistakes(analysis, words, show_all)


# --- the course of the game


def _graph(analysis: Analysis, seats: Sequence[Sitting]) -> Iterator[RenderableType]:
    """A line of blocks for each seat, and where somebody went wrong."""
    yield gold("Chance of winning")
    moments = course(analysis)
    width = min(GRAPH_WIDTH, len(moments))
    grid = Table.grid(padding=(0, 1))
    grid.add_column(max_width=16, overflow="ellipsis", no_wrap=True)
    grid.add_column(no_wrap=True)
    grid.add_column(justify="right", no_wrap=True)
    for seat, sitting in enumerate(seats):
        chances = [moment.win[seat] for moment in moments]
        blocks = "".join(LEVELS[round(chance * (len(LEVELS) - 1))] for chance in _squeezed(chances, width))
        grid.add_row(seat_name(sitting), Text(blocks, GOLD), percent(chances[-1]))
    grid.add_row(faint("mistakes"), _signs(analysis, len(moments), width), "")
    grid.add_row(faint(analysis.decisions[0].progress.unit), _ruler(analysis, len(moments), width), "")
    yield grid


def _squeezed(values: Sequence[float], width: int) -> list[float]:
    """As many values as there is room for, each the mean of its part."""
    cuts = [len(values) * column // width for column in range(width + 1)]
    return [sum(values[a:b]) / (b - a) for a, b in pairwise(cuts)]


def _signs(analysis: Analysis, count: int, width: int) -> Text:
    """The worst grade of each part."""
    line, grades = [" "] * width, list(GRADE_STYLES)
    worst: dict[int, int] = {}
    for decision in analysis.decisions:
        if decision.is_error:
            column = (decision.ply - 1) * width // count
            worst[column] = min(worst.get(column, len(grades)), grades.index(decision.grade))
    for column, grade in worst.items():
        line[column] = {"blunder": "‼", "mistake": "?", "inaccuracy": "·"}[grades[grade]]
    return Text("".join(line), WARNING)


def _ruler(analysis: Analysis, count: int, width: int) -> Text:
    """Where each round begins; numbers that would run into each other are left out."""
    line = ""
    for before, decision in zip([None, *analysis.decisions], analysis.decisions, strict=False):
        if before is None or before.progress.at != decision.progress.at:
            column = (decision.ply - 1) * width // count
            if column > len(line) or not line:
                line = line.ljust(column) + str(decision.progress.at)
    return faint(line)


# --- players


def _players(analysis: Analysis, seats: Sequence[Sitting]) -> RenderableType:
    table = _table("Players")
    table.add_column("", overflow="fold", min_width=10)
    for heading in ("accuracy", "✓", "≈", "·", "?!", "?", "??", "lost by\ndecisions", "by luck"):
        table.add_column(heading, justify="right", no_wrap=True)
    for player, sitting in zip(analysis.players, seats, strict=True):
        counts = [player.grades[grade] for grade in ("best", "equal", "good", "inaccuracy", "mistake", "blunder")]
        table.add_row(
            seat_name(sitting),
            "–" if player.accuracy is None else f"{player.accuracy:.1f}",
            *(str(count) if count else "–" for count in counts),
            f"{percent(player.win_lost)}\n{points(player.lead_lost)} pts",
            f"{signed_percent(player.win_by_luck)}\n{signed(player.lead_by_luck)} pts",
        )
    return table


def _turning_point(turn: TurningPoint, analysis: Analysis) -> Text:
    decision = analysis.decisions[turn.ply - 1]
    text = Text.assemble((f"{turn.ply:>3}  ", "bold"), stone(Sitting("", analysis.players[turn.seat].color)), " ")
    text.append(decision.played.move.text)
    if turn.cause == "luck":
        text.append(", luck", GOLD)
    elif decision.is_error:
        text.append(f" {GRADE_SIGNS[decision.grade]}", GRADE_STYLES[decision.grade])
    by = f" by {name}" if (name := stand_in(analysis, decision)) else ""
    return text.append(f"{by}: {by_seat(turn.win, decision.names)}")


# --- mistakes


def _mistakes(analysis: Analysis, words: Catalogue, show_all: bool) -> Iterator[RenderableType]:
    found = [decision for decision in analysis.decisions if decision.is_error]
    if not found:
        yield Text("No mistakes that stand out from the noise.")
        return
    worst = sorted(found, key=lambda decision: -decision.loss)
    shown = found if show_all else sorted(worst[:SHOWN], key=lambda decision: decision.ply)
    table = _table("Mistakes")
    table.show_lines = True
    table.add_column("", justify="right", no_wrap=True)
    table.add_column("played", overflow="fold", ratio=2)
    table.add_column("costs", justify="right", no_wrap=True)
    table.add_column("better, and why", overflow="fold", ratio=4)
    for decision in shown:
        table.add_row(str(decision.ply), *_mistake(decision, words, analysis))
    yield table
    if len(shown) < len(found):
        yield faint(f"{plural(len(found) - len(shown), 'smaller one')} left out: --all shows them.")


def _mistake(decision: Decision, words: Catalogue, analysis: Analysis) -> tuple[Text, Text, Text]:
    assert decision.why is not None
    mark = stone(Sitting("", analysis.players[decision.seat].color))
    played = Text.assemble(mark, " ", (decision.played.move.text, "bold"))
    unit, at, _ = decision.progress
    by = f", by {name}" if (name := stand_in(analysis, decision)) else ""
    played.append_text(faint(f"\n{unit} {at}{by}"))
    cost = Text(f"{decision.grade} {GRADE_SIGNS[decision.grade]}", GRADE_STYLES[decision.grade])
    cost.append(f"\n{signed_percent(-decision.win_cost)}\n{signed(-decision.lead_cost)} pts", "default")
    better = Text.assemble((decision.best.move.text, "bold"), ": ")
    better.append(why_in_words(decision.why, words, decision.names))
    return played, cost, better


# --- one decision


def detail(decision: Decision, words: Catalogue, seats: Sequence[Sitting], of: int) -> Iterator[RenderableType]:
    """Everything about one decision."""
    unit, at, last = decision.progress
    question = words.questions[decision.question].text
    yield Text.assemble((f"Decision {decision.ply} of {of}", "bold"), faint(f"   {unit} {at} of {last}; {question}"))
    played = Text.assemble(seat_name(seats[decision.seat]), ": ", (decision.played.move.text, "bold"), "  ")
    yield played.append(f"{GRADE_SIGNS[decision.grade]} {decision.grade}", GRADE_STYLES.get(decision.grade, FAINT))
    if decision.why is not None:
        if decision.why.clear:
            yield Text(f"costs {percent(decision.win_cost)} and {points(decision.lead_cost)} points of lead")
            yield _better(decision.best, why_in_words(decision.why, words, [seat.name for seat in seats]))
        else:
            yield _about_equal(decision.best.move.text)
    if decision.luck is not None:
        yield Text(f"Then something hidden was revealed: {by_seat(decision.luck.win, [seat.name for seat in seats])}")
    yield ""
    yield from _choices(decision.seat, decision.best, decision.played, decision.alternatives, words, seats)


def advice(hint: Hint, words: Catalogue, you: int | None = None) -> Iterator[RenderableType]:
    """A hint in words and tables; `you` is the seat of whoever reads it."""
    names = ["You" if seat == you else name for seat, name in enumerate(hint.names)]
    seats = [Sitting(name, color) for name, color in zip(names, hint.colors, strict=True)]
    unit, at, last = hint.progress
    question = words.questions[hint.question].text
    yield Text.assemble(seat_name(seats[hint.seat]), faint(f"   {unit} {at} of {last}; {question}"))
    yield faint(f"{hint.sims:,} simulations, {knowledge(hint.all_knowing)}; seed {hint.seed}")
    if hint.options == 1:
        yield Text.assemble(gold("Only move: "), (hint.best.move.text, "bold"))
    elif hint.why is not None and not hint.why.clear:
        if hint.asked is None:
            yield Text.assemble(gold("Best: "), (hint.best.move.text, "bold"))
        yield _about_equal(hint.best.move.text if hint.asked is not None else hint.why.than)
    elif hint.asked is not None and hint.why is not None:
        change = f"{signed_percent(-hint.why.win[hint.seat])} and {signed(-hint.why.lead)} points of lead"
        yield Text.assemble((hint.asked.move.text, "bold"), f": {change} against the best move")
        yield _better(hint.best, why_in_words(hint.why, words, hint.names))
    elif hint.asked is not None or hint.why is None:
        yield Text.assemble(gold("Best: "), (hint.best.move.text, "bold"))
    else:
        yield _better(hint.best, why_in_words(hint.why, words, hint.names), f" than {hint.why.than}")
    yield ""
    told = hint.why.than if hint.why is not None else None
    yield from _choices(hint.seat, hint.best, hint.asked, hint.alternatives, words, seats, told)


def _about_equal(other: str) -> Text:
    return Text.assemble(gold("About as good: "), (other, "bold"))


def _better(best: Choice, why: str, than: str = "") -> Text:
    text = Text.assemble(gold("Best: "), (best.move.text, "bold"))
    return text.append(f", better{than}: it {why}" if than else f": {why}")


def _choices(
    seat: int,
    best: Choice,
    other: Choice | None,
    alternatives: Sequence[Choice],
    words: Catalogue,
    seats: Sequence[Sitting],
    told: str | None = None,
) -> Iterator[RenderableType]:
    """Moves with what each seat can expect, and then the points by source of the best and of another.

    Why the best is better than `told` was said before.
    """
    shown = {choice.move.text: choice for choice in (best, *alternatives, *([other] if other else []))}
    table = _table("Moves")
    table.add_column("", overflow="fold", ratio=1)
    for sitting in seats:
        table.add_column(f"{SEAT_LOOKS[sitting.color].mark} wins, pts", justify="right", no_wrap=True)
    table.add_column("sims", justify="right", no_wrap=True)
    for text, choice in shown.items():
        name = Text(text, "bold" if choice in (best, other) else "")
        if choice is best:
            name.append("  best", GRADE_STYLES["best"])
        elif choice is other:
            name.append("  this one", WARNING)
        expected = zip(choice.expected.win, choice.expected.score, strict=True)
        table.add_row(name, *(f"{percent(win)} {points(score):>5}" for win, score in expected), percent(choice.share))
    yield table
    names = [sitting.name for sitting in seats]
    for text, choice in shown.items():
        if choice is not best and choice is not other and text != told:
            why = explain(seat, best, choice)
            said = f"the best {why_in_words(why, words, names)}" if why.clear else "about as good as the best"
            yield Padding(Text.assemble((text, "bold"), faint(f": {said}")), (0, 0, 0, 1))
    yield ""
    yield _by_source(best, other, words, seats)


def _by_source(best: Choice, other: Choice | None, words: Catalogue, seats: Sequence[Sitting]) -> RenderableType:
    """Expected points; where there is another move, what it expects stands below."""
    title = "Expected points of the best move" + (f", and of {other.move.text}" if other and other is not best else "")
    table = _table(title)
    table.add_column("", overflow="fold")
    for sitting in seats:
        table.add_column(seat_name(sitting), justify="right", overflow="fold")
    pair = [best] if other is None or other is best else [best, other]
    for id, source in words.sources.items():
        if any(id in seat for choice in pair for seat in choice.expected.points):
            table.add_row(source.name, *(_below(pair, seat, id) for seat in range(len(seats))))
    table.add_section()
    totals = ("\n".join(points(choice.expected.score[seat]) for choice in pair) for seat in range(len(seats)))
    table.add_row(Text("Points", "bold"), *totals)
    return table


def _below(pair: Sequence[Choice], seat: int, source: str) -> str:
    return "\n".join(points(choice.expected.points[seat].get(source, 0.0)) for choice in pair)


def _table(title: str) -> Table:
    return Table(border_style=EDGE, title=title, title_style=f"bold {GOLD}", title_justify="left")
