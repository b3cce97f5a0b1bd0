"""A player's two pyramids as the terminal draws them: rising 3-2-1, with what the next token brings."""

from collections.abc import Sequence
from itertools import count

from rich.text import Text

from imhotep.table.duel.view import DuelView
from imhotep.terminal.duel.pieces import DARK, LIGHT, TokenLook, block, numbers_of
from imhotep.terminal.pieces import (
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

GAP = 2  # columns between the pyramids

Gains = dict[str, int | None]  # what the next token brings to each; nothing once the game is over


def pyramids(view: DuelView, seat: int, room: Room) -> Drawing:
    site, board = view.sites["pyramids"], view.seats[seat].pyramids
    sizes = {"light": board.light, "dark": board.dark}
    points = numbers_of(site, "tokens" if site.side == "A" else "smaller")
    gains: Gains = {} if view.is_over else {name: _gain(site.side, points, sizes, name) for name in sizes}
    most = len(points) - 1
    base = next(size for size in count(1) if size * (size + 1) // 2 >= most)
    if not room.tall or 6 * base + GAP > room.width:
        return _lying(sizes, gains, room.width)
    cell = 4 if 8 * base + GAP <= room.width else 3
    lines = beside([_pyramid(name, sizes[name], most, base, cell, gains) for name in sizes], GAP)
    smaller = min(sizes.values())
    return lines if site.side == "A" else lines + flow(_scale(points, smaller, view.is_over), room.width)


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


def _lying(sizes: dict[str, int], gains: Gains, width: int) -> Drawing:
    """How many tokens each has; what the next one brings stands behind each, or behind both where room is scarce."""
    both = [Text(f"{name} {size}", f"bold {_look(name).ink} on {_look(name).face}") for name, size in sizes.items()]
    if not gains:
        return flow(both, width)
    after = [_next(gain) for gain in gains.values()]
    lines = flow([Text.assemble(*pair) for pair in zip(both, [" "] * 2, after, strict=True)], width, 2)
    if len(lines) == 1 or None in gains.values():
        return lines
    worth = Text("/").join([gold(signed(gain or 0)) for gain in gains.values()])
    return flow([Text(" ").join(both), Text.assemble(faint("next "), worth)], width)


def _pyramid(name: str, size: int, most: int, base: int, cell: int, gains: Gains) -> Drawing:
    """Row upon row, each one block shorter; the next free place is marked."""
    lines: Drawing = []
    first = 0
    for row in range(base, 0, -1):
        cells = [_cell(name, place, size, cell, bool(gains)) for place in range(first, min(first + row, most))]
        lines.insert(0, centered(Text().join(cells), base * cell))
        first += row
    below = [Text(name, "bold"), *([_next(gains[name])] if gains else [])]
    width = max(base * cell, width_of(below))
    return [centered(line, width) for line in [*lines, Text("▔" * (base * cell), FAINT), *below]]


def _cell(name: str, place: int, size: int, width: int, goes_on: bool) -> Text:
    return block(_look(name), width) if place < size else space("", width, goes_on and place == size)


def _scale(points: Sequence[int], smaller: int, is_over: bool) -> list[Text]:
    """What the smaller one is worth, by its tokens."""
    values = [written(worth) for worth in points]
    now = values[smaller] if is_over else f"‹{values[smaller]}›"
    return [gold(now) if at == smaller else faint(value) for at, value in enumerate(values)]
