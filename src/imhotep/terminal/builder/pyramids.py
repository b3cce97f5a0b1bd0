"""The pyramids as the terminal draws them: the great pyramid, three small ones, the scaffold, the corridor."""

from collections.abc import Sequence
from math import isqrt

from rich.text import Text

from imhotep.table.builder.sides import CorridorView, PyramidSpaceView, PyramidsView, ScaffoldView
from imhotep.table.builder.view import BuilderView
from imhotep.terminal.builder.pieces import edge
from imhotep.terminal.pieces import (
    GOLD,
    HULL,
    Drawing,
    Room,
    beside,
    centered,
    faint,
    flow,
    gold,
    in_the_middle,
    marks,
    notes,
    padded,
    space,
    stone,
    width_of,
)

PYRAMID_NAMES = ("left", "middle", "right")
FOLLOWING = 3  # spaces of the corridor that are told in advance


def pyramids(view: BuilderView, room: Room) -> Drawing:
    match view.pyramids:
        case ScaffoldView() as scaffold:
            return _scaffold(view, scaffold, room)
        case CorridorView() as corridor:
            return _corridor(view, corridor, room)
        case PyramidsView(side="A") as great:
            return _great_pyramid(view, great, room)
        case small:
            return _small_pyramids(view, small, room)


def _small_pyramids(view: BuilderView, board: PyramidsView, room: Room) -> Drawing:
    names = PYRAMID_NAMES if len(board.parts) == 3 else [str(number + 1) for number in range(len(board.parts))]
    cell = 5 if 10 * len(board.parts) + 2 * (len(board.parts) - 1) <= room.width else 4
    small: list[Drawing] = []
    for name, part in zip(names, board.parts, strict=True):
        levels = _levels(view, [part[:-1], part[-1:]], cell)
        small.append([*_stacked(levels), centered(Text(name, "bold"), 2 * cell)])
    free = [place for part in board.parts for place in part if place.owner is None]
    parts = [*_icons(free), *edge(board.edge, board.overflow, room)]
    return in_the_middle(beside(small, 2), room.width) + notes([parts], room.width)


def _icons(free: Sequence[PyramidSpaceView]) -> list[Text]:
    """What the signs on these spaces mean."""
    icons = [faint("▯ a card")] if any(place.card for place in free) else []
    icons += [faint("▪ stones")] if any(place.stones for place in free) else []
    return icons + ([faint("↓ load")] if any(place.load for place in free) else [])


def _great_pyramid(view: BuilderView, board: PyramidsView, room: Room) -> Drawing:
    levels = _levels(view, board.parts, 3)
    drawing = _stacked(levels) if room.tall else beside(levels, 2)
    return in_the_middle(drawing, room.width) + notes([edge(board.edge, board.overflow, room)], room.width)


def _levels(view: BuilderView, parts: list[list[PyramidSpaceView]], cell: int) -> list[Drawing]:
    """Each level as a plan; its spaces are numbered column by column."""
    following = next((space for part in parts for space in part if space.owner is None), None)
    levels: list[Drawing] = []
    for part in parts:
        rows = max(1, isqrt(len(part)))
        plan = [Text() for _ in range(rows)]
        for number, place in enumerate(part):
            plan[number % rows].append_text(_pyramid_space(view, place, cell, place is following))
        levels.append(plan)
    return levels


def _pyramid_space(view: BuilderView, place: PyramidSpaceView, cell: int, is_next: bool) -> Text:
    if place.owner is not None:
        return stone(view.seats[place.owner], cell)
    bonus = "▯" if place.card else "▪" if place.stones else "↓" if place.load else ""
    return space(f"{place.points}{bonus}", cell, is_next)


def _stacked(levels: list[Drawing]) -> Drawing:
    """Level upon level, seen from afar."""
    width = max(width_of(level) for level in levels)
    return [centered(row, width) for level in reversed(levels) for row in level]


# --- the scaffold


def gifts(place: PyramidSpaceView) -> str:
    """What a space of the scaffold gives, such as 1+2▪."""
    parts = [str(place.points)] if place.points else []
    parts += [f"{place.stones}▪"] if place.stones else []
    parts += ["▯"] if place.card else []
    return "+".join(parts)


def _scaffold(view: BuilderView, board: ScaffoldView, room: Room) -> Drawing:
    """Token upon token, planks between them; beside a full one, how many stones each seat has on it."""
    tokens = [*board.layers, *board.coming]
    cell = max(3, *(len(gifts(place)) + 2 for token in tokens for place in token))
    shown = board.layers if room.tall else board.layers[-1:]
    layers: Drawing = []
    for layer in reversed(shown):
        layers += _layer(view, layer, cell, room.width)
        layers.append(Text("━" * min(width_of(layers), cell * len(layer)), HULL))
    parts = [Text(f"token {len(board.layers)} of {len(tokens)}", "bold"), *_majority(board)]
    icons = [*_icons([place for token in tokens for place in token]), *edge(board.edge, board.overflow, room)]
    return in_the_middle(layers, room.width) + notes([parts, _tokens_beside(board), icons], room.width)


def _layer(view: BuilderView, layer: list[PyramidSpaceView], cell: int, width: int) -> Drawing:
    following = next((place for place in layer if place.owner is None), None)
    cells = [
        space(gifts(place), cell, place is following) if place.owner is None else stone(view.seats[place.owner], cell)
        for place in layer
    ]
    rows = flow(cells, width, 0)
    owners = [place.owner for place in layer]
    tally = marks(view, [owners.count(seat) for seat in range(len(view.seats))])
    if following is None and rows[-1].cell_len + 2 + tally.cell_len <= width:
        rows[-1].append("  ").append_text(tally)
    return rows


def _majority(board: ScaffoldView) -> list[Text]:
    return [
        Text.assemble(faint("most on a full one: "), gold(str(board.majority)), faint(", tied "), gold(str(board.tied)))
    ]


def _tokens_beside(board: ScaffoldView) -> list[Text]:
    """Those that come, in whatever order, and those that don't."""
    gone = {*board.tokens, *board.left_out}
    numbers = [number for number in range(1, len(gone) + len(board.coming) + 1) if number not in gone]
    parts = [Text("to come:", "bold")] if numbers else []
    for number, token in zip(numbers, board.coming, strict=True):
        parts.append(Text.assemble(f"{number} ", faint(f"[{' '.join(map(gifts, token))}]")))
    if board.left_out:
        parts.append(faint(f"left out: {', '.join(map(str, board.left_out))}"))
    return parts


# --- the corridor


def _corridor(view: BuilderView, board: CorridorView, room: Room) -> Drawing:
    """A ring; Imhotep stands beside the number or the stone of his space."""
    least = max(len(str(place.points)) for place in board.spaces) + 2
    cell = next((size for size in (5, 4) if least < size and board.width * (size + 1) <= room.width), least)
    cells = [_corridor_space(view, board, number, cell) for number in range(1, len(board.spaces) + 1)]
    following = _following(board)
    if board.width * (cell + 1) > room.width:  # too long a ring to be drawn as one
        lines = [faint("clockwise from the top left:"), *flow(cells, room.width, 0), *flow([following], room.width)]
    else:
        inside = (board.width - 2) * (cell + 1)
        middle = following if following.cell_len <= inside and board.height > 2 else Text()
        lines = _ring(board, cells, centered(middle, inside))
        lines += [] if middle else [following]
    legend = [Text.assemble(_imhotep(), faint(" Imhotep, clockwise")), *edge(board.edge, board.overflow, room)]
    return in_the_middle(lines, room.width) + notes([legend], room.width)


def _imhotep() -> Text:
    return Text("I", f"bold #ffffff on {GOLD}")


def _corridor_space(view: BuilderView, board: CorridorView, number: int, cell: int) -> Text:
    place = board.spaces[number - 1]
    figure = _imhotep() if number == board.imhotep else Text(" ")
    if place.owner is not None:
        return Text.assemble(figure, stone(view.seats[place.owner], cell))
    return Text.assemble(figure, space(str(place.points), cell, number == board.next))


def free_after(board: CorridorView, space: int | None) -> list[PyramidSpaceView]:
    """The free spaces from this one on, clockwise."""
    if space is None:
        return []
    around = board.spaces[space - 1 :] + board.spaces[: space - 1]
    return [place for place in around if place.owner is None]


def _following(board: CorridorView) -> Text:
    coming = [str(place.points) for place in free_after(board, board.next)]
    if not coming:
        return faint("complete")
    then = "".join(f" → {points}" for points in coming[1:FOLLOWING])
    return Text.assemble(gold(f"next {coming[0]}"), faint(then))


def _ring(board: CorridorView, cells: list[Text], middle: Text) -> Drawing:
    """Spaces clockwise from the top left; `middle` stands in the middle of the hollow."""
    right, down = board.width - 1, board.height - 1
    lines = [Text().join(cells[: board.width])]
    for row in range(1, down):
        hollow = middle if row == (board.height - 1) // 2 else padded(Text(), middle.cell_len)
        lines.append(Text.assemble(cells[-row], hollow, cells[right + row]))
    return [*lines, Text().join(cells[right + down : right + down + board.width][::-1])]
