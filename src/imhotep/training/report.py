"""A run's curves, as drawings: what each round explains, what its games were worth at the gate."""

from pathlib import Path

from imhotep.lab.reports.svg import FAINT, GOLD, LAPIS, MALACHITE, NILE, Drawing, Scale
from imhotep.training.run import Progress

WIDTH, HEIGHT = 640.0, 240.0
LEFT, RIGHT, TOP, BOTTOM = 52.0, 430.0, 24.0, 200.0


def write_curves(progress: Progress, folder: Path) -> None:
    if progress.rounds:
        (folder / "curves.svg").write_text(curves(progress), encoding="utf-8")


def curves(progress: Progress) -> str:
    rounds = progress.rounds
    drawing = Drawing(WIDTH, HEIGHT, f"{progress.recipe.game}: what each round has learned")
    across = Scale(1, max(2, len(rounds)), LEFT, RIGHT)
    up = Scale(0, 1, BOTTOM, TOP)
    drawing.bottom_axis(across, TOP, BOTTOM)
    drawing.left_axis(up, LEFT, RIGHT)
    lines = [
        ("what searches found, explained", LAPIS, [one.figures.found_r2 for one in rounds]),
        ("how games ended, explained", NILE, [one.figures.ended_r2 for one in rounds]),
        ("first choice is the search's", MALACHITE, [one.figures.policy_first for one in rounds]),
        ("won at the gate", GOLD, [one.gate.share if one.gate else 0.5 for one in rounds]),
    ]
    for number, (name, color, values) in enumerate(lines):
        points = [(across(one.number), up(max(0.0, value))) for one, value in zip(rounds, values, strict=True)]
        drawing.polyline(points, color)
        key = TOP + 18 * number
        drawing.line((RIGHT + 12, key), (RIGHT + 28, key), color, 2)
        drawing.text(RIGHT + 34, key + 4, name, color=FAINT)
    return drawing.file()
