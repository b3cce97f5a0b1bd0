"""Small drawings in SVG: shapes, texts, axes, bars and lines, in the colours of the project, by day and by night.

Colours are variables of CSS: a page that shows drawings contains `COLORS` once; a file of its own brings them along.

>>> drawing = Drawing(200, 60, "Two bars")
>>> across = Scale(0, 10, 20, 180)
>>> drawing.bottom_axis(across, top=5, bottom=40)
>>> drawing.bar(across(0), 10, across(7) - across(0), 12, LAPIS)
>>> drawing.text(across(7) + 4, 20, "7")
>>> drawing.file().startswith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 60"')
True
>>> across.ticks()
[0.0, 2.0, 4.0, 6.0, 8.0, 10.0]
"""

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Literal
from xml.sax.saxutils import escape, quoteattr

INK, FAINT, GRID, PAPER = "var(--ink)", "var(--faint)", "var(--grid)", "var(--paper)"
NILE, LAPIS, GOLD, SAND = "var(--nile)", "var(--lapis)", "var(--gold)", "var(--sand)"
STONE, CARNELIAN, MALACHITE = "var(--stone)", "var(--carnelian)", "var(--malachite)"

COLORS = """
:root { color-scheme: light dark; --ink: #2a1f14; --faint: #6d5a43; --grid: #e4d5b3; --paper: #fbf3df; --table: #efdcb6;
  --nile: #24838c; --lapis: #2c5cb4; --gold: #cf8d13; --sand: #d0ab6c; --stone: #8d8371; --carnelian: #bf4527;
  --malachite: #2b7a57; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #f6ead2; --faint: #cfbd9e; --grid: #4c4252; --paper: #2c2630; --table: #1f1a26;
    --nile: #6fc0bd; --lapis: #8fb0ea; --gold: #ffc94f; --sand: #b0884a; --stone: #a89d8c; --carnelian: #f0957b;
    --malachite: #7cc9a0; } }
"""
FONT = '"Avenir Next", "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", "Noto Sans", sans-serif'
SIZE = 12.0  # of letters

Anchor = Literal["start", "middle", "end"]
Point = tuple[float, float]


class Scale:
    """From values to places: `low` is drawn at `start`, `high` at `end`."""

    def __init__(self, low: float, high: float, start: float, end: float) -> None:
        self.low, self.high = low, high if high > low else low + 1
        self.start, self.end = start, end

    def __call__(self, value: float) -> float:
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)

    def ticks(self, about: int = 5) -> list[float]:
        """Round values, roughly so many."""
        rough = (self.high - self.low) / about
        power = 10.0 ** math.floor(math.log10(rough))
        step = next(power * nice for nice in (1, 2, 5, 10) if power * nice >= rough * 0.999)
        first = math.ceil(self.low / step - 1e-9)
        return [round(number * step, 10) for number in range(first, math.floor(self.high / step + 1e-9) + 1)]


def round_up(value: float, about: int = 5) -> float:
    """The next value that a scale from 0 with about so many ticks would name."""
    step = Scale(0, value, 0, 1).ticks(about)[1] if value > 0 else 1.0
    return math.ceil(value / step - 1e-9) * step


class Drawing:
    """A picture of its own size, drawn piece by piece; later ones lie above earlier ones."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self.width, self.height, self.title = width, height, title
        self._parts: list[str] = []

    # --- shapes

    def bar(self, x: float, y: float, width: float, height: float, color: str, round: float = 2) -> None:
        """A rectangle; a negative width goes to the left."""
        left = min(x, x + width)
        self._add("rect", x=left, y=y, width=abs(width), height=height, rx=round, fill=color)

    def line(self, one: Point, two: Point, color: str = INK, width: float = 1, dashes: str = "none") -> None:
        (x1, y1), (x2, y2) = one, two
        self._add("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=color, stroke_width=width, stroke_dasharray=dashes)

    def polyline(self, points: Iterable[Point], color: str, width: float = 2) -> None:
        self._add(
            "polyline", points=_points(points), fill="none", stroke=color, stroke_width=width, stroke_linejoin="round"
        )

    def area(self, points: Iterable[Point], color: str, opacity: float = 1) -> None:
        """A polygon."""
        self._add("polygon", points=_points(points), fill=color, fill_opacity=opacity)

    def dot(self, x: float, y: float, color: str, radius: float = 4, filled: bool = True) -> None:
        self._add("circle", cx=x, cy=y, r=radius, fill=color if filled else PAPER, stroke=color, stroke_width=2)

    def text(
        self,
        x: float,
        y: float,
        words: str,
        color: str = INK,
        anchor: Anchor = "start",
        size: float = SIZE,
        bold: bool = False,
    ) -> None:
        """`y` is where the letters stand."""
        weight = 600 if bold else 400
        self._add("text", words, x=x, y=y, fill=color, font_size=size, text_anchor=anchor, font_weight=weight)

    def place(self, other: "Drawing", x: float, y: float) -> None:
        """Another drawing as a part of this one."""
        self._parts.append(f'<g transform="translate({_number(x)} {_number(y)})">{"".join(other._parts)}</g>')

    # --- axes

    def bottom_axis(
        self, scale: Scale, top: float, bottom: float, about: int = 5, label: Callable[[float], str] | None = None
    ) -> None:
        """Values below `bottom`, and a thin line up to `top` for each."""
        for value in scale.ticks(about):
            self.line((scale(value), top), (scale(value), bottom), GRID)
            self.text(scale(value), bottom + SIZE + 3, (label or plain)(value), FAINT, "middle", SIZE - 1)

    def left_axis(
        self, scale: Scale, left: float, right: float, about: int = 4, label: Callable[[float], str] | None = None
    ) -> None:
        """Values to the left of `left`, and a thin line to `right` for each."""
        for value in scale.ticks(about):
            self.line((left, scale(value)), (right, scale(value)), GRID)
            self.text(left - 6, scale(value) + 4, (label or plain)(value), FAINT, "end", SIZE - 1)

    def columns(self, across: Scale, up: Scale, values: Sequence[Point], width: float, color: str) -> None:
        """A bar for each (where, how much), standing on what `up` draws lowest."""
        for where, much in values:
            if much:
                self.bar(across(where) - width / 2, up(much), width, up(up.low) - up(much), color, min(2, width / 4))

    # --- out

    def inline(self) -> str:
        """For a page that contains `COLORS`."""
        return self._text("")

    def file(self) -> str:
        """A whole file, with a ground to stand on."""
        ground = f'<rect width="100%" height="100%" fill="{PAPER}"/>'
        size = f' width="{_number(self.width)}" height="{_number(self.height)}"'
        return self._text(size, f"<style>{COLORS}</style>{ground}") + "\n"

    def _text(self, size: str, before: str = "") -> str:
        view = f"0 0 {_number(self.width)} {_number(self.height)}"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}"{size} role="img" '
            f"font-family={quoteattr(FONT)}><title>{escape(self.title)}</title>{before}{''.join(self._parts)}</svg>"
        )

    def _add(self, tag: str, words: str = "", **attributes: str | float) -> None:
        given = "".join(
            f" {name.replace('_', '-')}={quoteattr(value if isinstance(value, str) else _number(value))}"
            for name, value in attributes.items()
        )
        self._parts.append(f"<{tag}{given}>{escape(words)}</{tag}>" if words else f"<{tag}{given}/>")


def plain(value: float) -> str:
    """With a true minus sign, and no more digits than needed."""
    return f"{value:g}".replace("-", "−")


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)
