"""The terminal's drawing as a picture: a cell a character, its lines and shapes drawn by us, its letters by Pillow."""

import unicodedata
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.segment import Segment
from rich.style import Style

from imhotep.extras import missing

try:
    from PIL import Image, ImageDraw, ImageFont
except ImportError as error:
    raise missing(error) from error

WIDTH, HEIGHT = 8, 16  # of a cell
COLUMNS = 120
ROWS = {"builder": 66, "duel": 24}  # always the same, so that pictures make a film
PAPER, INK = (24, 20, 15), (231, 220, 197)

Color = tuple[int, int, int]
Points = Sequence[tuple[float, float]]

# Which edges of its cell a line reaches: left, up, right, down; and whether it is a thick one.
LINES = {
    "─": ("lr", 1), "╌": ("lr", 1), "│": ("ud", 1), "╎": ("ud", 1), "┊": ("ud", 1), "┼": ("lurd", 1),
    "╭": ("rd", 1), "╮": ("ld", 1), "╰": ("ru", 1), "╯": ("lu", 1),
    "━": ("lr", 2), "┃": ("ud", 2), "┏": ("rd", 2), "┓": ("ld", 2), "┗": ("ru", 2), "┛": ("lu", 2),
}  # fmt: skip
EDGES = {"l": (0.0, 0.5), "u": (0.5, 0.0), "r": (1.0, 0.5), "d": (0.5, 1.0)}

# Filled shapes, in parts of the cell.
SHAPES: dict[str, Points] = {
    "█": ((0, 0), (1, 0), (1, 1), (0, 1)),
    "▌": ((0, 0), (0.5, 0), (0.5, 1), (0, 1)),
    "▐": ((0.5, 0), (1, 0), (1, 1), (0.5, 1)),
    "▄": ((0, 0.5), (1, 0.5), (1, 1), (0, 1)),
    "▀": ((0, 0), (1, 0), (1, 0.5), (0, 0.5)),
    "▔": ((0, 0), (1, 0), (1, 0.125), (0, 0.125)),
    "▕": ((0.875, 0), (1, 0), (1, 1), (0.875, 1)),
    "▪": ((0.2, 0.35), (0.8, 0.35), (0.8, 0.65), (0.2, 0.65)),
    "▲": ((0.5, 0.2), (1, 0.8), (0, 0.8)),
    "▴": ((0.5, 0.35), (0.85, 0.7), (0.15, 0.7)),
    "▶": ((0, 0.25), (1, 0.5), (0, 0.75)),
    "▸": ((0.15, 0.3), (0.85, 0.5), (0.15, 0.7)),
    "◀": ((1, 0.25), (0, 0.5), (1, 0.75)),
    "◥": ((0, 0), (1, 0), (1, 1)),
    "◤": ((0, 0), (1, 0), (0, 1)),
    "◢": ((1, 0), (1, 1), (0, 1)),
    "◣": ((0, 0), (1, 1), (0, 1)),
}
# Strokes, in parts of the cell.
STROKES: dict[str, tuple[Points, ...]] = {
    "≈": (((0, 0.45), (0.3, 0.35), (0.6, 0.45), (0.9, 0.35)), ((0, 0.65), (0.3, 0.55), (0.6, 0.65), (0.9, 0.55))),
    "†": (((0.5, 0.15), (0.5, 0.85)), ((0.15, 0.35), (0.85, 0.35))),
    "×": (((0.15, 0.4), (0.75, 0.75)), ((0.15, 0.75), (0.75, 0.4))),
    "–": (((0.1, 0.55), (0.85, 0.55)),),
    "−": (((0.1, 0.55), (0.85, 0.55)),),
    "→": (((0, 0.5), (0.9, 0.5)), ((0.5, 0.3), (0.9, 0.5), (0.5, 0.7))),
    "↓": (((0.5, 0.1), (0.5, 0.9)), ((0.15, 0.65), (0.5, 0.9), (0.85, 0.65))),
    "▯": (((0.15, 0.2), (0.85, 0.2), (0.85, 0.8), (0.15, 0.8), (0.15, 0.2)),),
}
# Round ones: how much of the cell's width each ring or disc has, and whether it is filled.
ROUND = {"●": ((1.0, True),), "○": ((1.0, False),), "◎": ((1.0, False), (0.4, False)), "◉": ((1.0, False), (0.5, True))}
HALVES = {"◖": (90, 270), "◗": (-90, 90)}
SHADES = {"▒": 0.5, "▓": 0.75}


def picture(lines: Sequence[Sequence[Segment]], game: str) -> NDArray[np.uint8]:
    """Rows, columns, and red, green and blue."""
    image = Image.new("RGB", (COLUMNS * WIDTH, ROWS[game] * HEIGHT), PAPER)
    pen = ImageDraw.Draw(image)
    for row, line in enumerate(lines[: ROWS[game]]):
        column = 0
        for text, style, _ in line:
            ink, paper = colors(style)
            for character in text:
                _cell(pen, column * WIDTH, row * HEIGHT, character, ink, paper, bool(style and style.bold))
                column += 1
    return np.asarray(image)


def colors(style: Style | None) -> tuple[Color, Color]:
    ink, paper = INK, PAPER
    if style is not None and style.color is not None and not style.color.is_default:
        red, green, blue = style.color.get_truecolor()
        ink = red, green, blue
    if style is not None and style.bgcolor is not None and not style.bgcolor.is_default:
        red, green, blue = style.bgcolor.get_truecolor(foreground=False)
        paper = red, green, blue
    return (paper, ink) if style is not None and style.reverse else (ink, paper)


@cache
def _font(bold: bool) -> Any:
    return ImageFont.load_default(HEIGHT - 4 + bold)


def _cell(pen: Any, x: int, y: int, character: str, ink: Color, paper: Color, bold: bool) -> None:
    def at(points: Points) -> list[tuple[float, float]]:
        return [(x + px * (WIDTH - 1), y + py * (HEIGHT - 1)) for px, py in points]

    if paper != PAPER:
        pen.rectangle((x, y, x + WIDTH - 1, y + HEIGHT - 1), fill=paper)
    if character in LINES:
        edges, thickness = LINES[character]
        for edge in edges:
            pen.line(at(((0.5, 0.5), EDGES[edge])), fill=ink, width=thickness)
    elif character in SHAPES:
        pen.polygon(at(SHAPES[character]), fill=ink)
    elif character in STROKES:
        for stroke in STROKES[character]:
            pen.line(at(stroke), fill=ink, width=1)
    elif character in SHADES:
        part = SHADES[character]
        shade = tuple(round(part * over + (1 - part) * under) for over, under in zip(ink, paper, strict=True))
        pen.rectangle((x, y, x + WIDTH - 1, y + HEIGHT - 1), fill=shade)
    elif character in ROUND or character in HALVES:
        _round(pen, x, y, character, ink)
    elif not character.isspace():
        letter = character if ord(character) < 128 else _plain(character)
        pen.text((x + WIDTH / 2, y + HEIGHT - 4), letter, fill=ink, font=_font(bold), anchor="ms")


def _round(pen: Any, x: int, y: int, character: str, ink: Color) -> None:
    def box(size: float) -> tuple[float, ...]:
        reach = size * (WIDTH - 1) / 2
        middle = x + (WIDTH - 1) / 2, y + HEIGHT / 2
        return middle[0] - reach, middle[1] - reach, middle[0] + reach, middle[1] + reach

    if character in HALVES:
        pen.pieslice(box(1.0), *HALVES[character], fill=ink)
    for size, filled in ROUND.get(character, ()):
        pen.ellipse(box(size), fill=ink if filled else None, outline=ink)


def _plain(character: str) -> str:
    """What the font has of it: a letter without its accents."""
    return character if character in "·‹›…" else unicodedata.normalize("NFKD", character)[0]
