"""The burial chamber as the terminal draws it: three rows, the burial mound, the tomb."""

from collections.abc import Sequence

from rich.text import Text

from imhotep.table.builder.sides import BurialChamberView, MoundView, TombView
from imhotep.table.builder.view import BuilderView
from imhotep.terminal.builder.pieces import edge, ended_now
from imhotep.terminal.pieces import (
    GOLD,
    Drawing,
    Room,
    faint,
    faint_words,
    flow,
    gold,
    in_the_middle,
    marks,
    notes,
    plural,
    signed,
    space,
    stone,
    width_of,
)

GONE = "×"  # a space of the tomb whose number is in the box


def burial_chamber(view: BuilderView, room: Room) -> Drawing:
    match view.burial_chamber:
        case MoundView() as mound:
            drawing, remarks = _mound(view, mound, room), _mound_notes(mound, room)
        case TombView() as tomb:
            drawing, remarks = _tomb(view, tomb, room), _tomb_notes(tomb, room)
        case chamber:
            drawing, remarks = _chamber(view, chamber, room), _chamber_notes(chamber, room)
    return in_the_middle(drawing, room.width) + notes([*remarks, ended_now(view, "burial_chamber")], room.width)


def _joined(points: Sequence[int], further: int, width: int) -> list[Text]:
    """What areas of so many stones are worth."""
    sizes = [Text.assemble(faint(f"{size}→"), gold(str(worth))) for size, worth in enumerate(points, 1)]
    return flow([faint("joined"), *sizes, Text.assemble(faint("more "), gold(f"+{further}"))], width)


# --- three rows


def _chamber(view: BuilderView, board: BurialChamberView, room: Room) -> Drawing:
    ranked = board.side == "B"
    built = -(-len(board.owners) // board.rows)  # columns
    tally = [marks(view, _in_row(view, board, row)) for row in range(board.rows)] if ranked else []
    most = max(1, (room.width - (width_of(tally) + 1 if ranked else 0)) // 3)
    columns = max(built + 1, min(most, 8))
    bands: Drawing = []
    for first in range(0, columns, most):
        last = min(columns, first + most)
        bands += [_chamber_row(view, board, row, first, last) for row in range(board.rows)]
    if ranked:  # after the last band
        for row in range(board.rows):
            bands[row - board.rows].append(" ").append_text(tally[row])
    return bands


def _chamber_notes(board: BurialChamberView, room: Room) -> list[list[Text]]:
    if board.side == "A":
        return [_joined(board.points, board.further, room.width)]
    ranks = ", ".join(str(points) for points in board.points)
    return [[Text.assemble(faint("most stones in a row: "), gold(ranks))]]


def _chamber_row(view: BuilderView, board: BurialChamberView, row: int, first: int, last: int) -> Text:
    line = Text()
    for column in range(first, last):
        cell = column * board.rows + row
        if cell < len(board.owners):
            line.append_text(stone(view.seats[board.owners[cell]]))
        else:
            line.append_text(space("", 3, cell == len(board.owners)))
    return line


def _in_row(view: BuilderView, board: BurialChamberView, row: int) -> list[int]:
    owners = board.owners[row :: board.rows]
    return [owners.count(seat) for seat in range(len(view.seats))]


# --- the burial mound


def _mound(view: BuilderView, board: MoundView, room: Room) -> Drawing:
    """Each level lies half a stone further in; free spaces carry their number."""
    ground = len(board.levels[0])
    cell = next((size for size in (6, 4) if size * ground <= room.width), None)
    number = sum(len(level) for level in board.levels)
    lines: Drawing = []
    for height, level in reversed(list(enumerate(board.levels))):
        number -= len(level)
        cells = [_mound_space(view, board, number + at, owner, cell or 4) for at, owner in enumerate(level, 1)]
        if cell is None:  # too wide a mound to be drawn as one
            lines += [Text(f"level {height + 1}", "bold"), *flow(cells, room.width, 0)]
        else:
            lines.append(Text(" " * (height * cell // 2)).append_text(Text().join(cells)))
    return [*lines, Text("▔" * width_of(lines), "#b0884a")]


def _mound_space(view: BuilderView, board: MoundView, number: int, owner: int | None, cell: int) -> Text:
    if owner is not None:
        return stone(view.seats[owner], cell)
    if number in board.free:
        return Text(f"‹{number}›".center(cell), f"bold {GOLD}")
    return faint("·".center(cell))


def _mound_notes(board: MoundView, room: Room) -> list[list[Text]]:
    area = [*faint_words("areas: stones × levels, at most"), gold(str(board.most_levels))]
    return [flow(area, room.width), edge(board.edge, board.overflow, room)]


# --- the tomb


def _tomb(view: BuilderView, board: TombView, room: Room) -> Drawing:
    """The numbers row by row; where they don't fit, the columns go on below."""
    cell = len(str(len(board.owners))) + 2
    most = max(1, room.width // cell)
    bands: Drawing = []
    for first in range(0, board.columns, most):
        last = min(board.columns, first + most)
        for row in range(board.rows):
            spaces = range(row * board.columns + first + 1, row * board.columns + last + 1)
            bands.append(Text().join(_tomb_space(view, board, number, cell) for number in spaces))
    return bands


def _tomb_space(view: BuilderView, board: TombView, number: int, cell: int) -> Text:
    owner = board.owners[number - 1]
    if owner is not None:
        return stone(view.seats[owner], cell)
    if number in board.open or number in board.coming:
        return space(str(number), cell, number in board.open)
    return faint(GONE.center(cell))


def _tomb_notes(board: TombView, room: Room) -> list[list[Text]]:
    turned = " ".join(str(number) for number in sorted(board.open)) or "none"
    tokens = [Text.assemble(("open: ", "bold"), gold(turned)), faint(f"{plural(len(board.coming), 'token')} to come")]
    loss = Text.assemble(faint("no stone: "), gold(signed(board.no_stone)))
    beyond = (
        edge(board.edge, board.overflow, room) if board.edge else [faint(f"without a number: {board.overflow} each")]
    )
    return [tokens, _joined(board.points, board.further, room.width), [loss, *beyond]]
