"""A player's two pyramids as the terminal draws them: rising 3-2-1, with what the next token brings."""

from collections.abc import Sequence
from itertools import count

from rich.text import Text

from imhotep.cli.drawing.duel.pieces import DARK, LIGHT, TokenLook, block, numbers_of
from imhotep.cli.drawing.pieces import (
    FAINT,
    Drawing,
    Room,
    beside,
    centered,
    faint,
    flow,
    gold,
    signed,
    space,
    width_of,
    written,
)
from imhotep.table.duel.view import DuelView

GAP = 2  # columns between the pyramids


def pyramids(view: DuelView, seat: int, room: Room) -> Drawing:
    site, board = view.sites["pyramids"], view.seats[seat].pyramids
    sizes = {"light": board.light, "dark": board.dark}
    points = numbers_of(site, "tokens" if site.side == "A" else "smaller")
    gains = {name: _gain(site.side, points, sizes, name) for name in sizes}
    most = len(points) - 1
    base = next(size for size in count(1) if size * (size + 1) // 2 >= most)
    if not room.tall or 6 * base + GAP > room.width:
        return flow([_lying(name, sizes[name], gains[name]) for name in sizes], room.width, 2)
    cell = 4 if 8 * base + GAP <= room.width else 3
    lines = beside([_pyramid(name, sizes[name], most, base, cell, gains[name]) for name in sizes], GAP)
    return lines if site.side == "A" else lines + flow(_scale(points, min(sizes.values())), room.width)


def _gain(side: str, points: Sequence[int], sizes: dict[str, int], name: str) -> int | None:
    """What one more token brings; None if there is no room for it."""
    after = {**sizes, name: sizes[name] + 1}
    if after[name] >= len(points):
        return None
    if side == "A":
        return points[after[name]] - points[sizes[name]]
    return points[min(after.values())] - points[min(sizes.values())]


def _look(name: str) -> TokenLook:
    return LIGHT if name == "light" else DARK


def _next(gain: int | None) -> Text:
    return faint("full") if gain is None else Text.assemble(faint("next "), gold(signed(gain)))


def _lying(name: str, size: int, gain: int | None) -> Text:
    look = _look(name)
    after = faint(" full") if gain is None else gold(f" {signed(gain)}")
    return Text.assemble((f"{name} {size}", f"bold {look.ink} on {look.face}"), after)


def _pyramid(name: str, size: int, most: int, base: int, cell: int, gain: int | None) -> Drawing:
    """Row upon row, each one block shorter; the next free place is marked."""
    lines: Drawing = []
    first = 0
    for row in range(base, 0, -1):
        cells = [_cell(name, place, size, cell) for place in range(first, min(first + row, most))]
        lines.insert(0, centered(Text().join(cells), base * cell))
        first += row
    below = [Text(name, "bold"), _next(gain)]
    width = max(base * cell, width_of(below))
    return [centered(line, width) for line in [*lines, Text("▔" * (base * cell), FAINT), *below]]


def _cell(name: str, place: int, size: int, width: int) -> Text:
    return block(_look(name), width) if place < size else space("", width, place == size)


def _scale(points: Sequence[int], smaller: int) -> list[Text]:
    """What the smaller one is worth, by its tokens."""
    values = [written(worth) for worth in points]
    return [gold(f"‹{value}›") if at == smaller else faint(value) for at, value in enumerate(values)]
