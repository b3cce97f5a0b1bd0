"""The obelisks as the terminal draws them: one a seat, towers, the great obelisk, the alley."""

from rich.text import Text

from imhotep.table.builder.sides import AlleySpaceView, AlleyView, GreatObeliskView, ObelisksView, PathSpaceView
from imhotep.table.builder.view import BuilderView
from imhotep.terminal.builder.pieces import edge, ended_now
from imhotep.terminal.builder.tokens import obelisk, shape
from imhotep.terminal.pieces import (
    GOLD,
    Drawing,
    Room,
    beside,
    centered,
    faint,
    flow,
    gold,
    in_the_middle,
    notes,
    space,
    stone,
    width_of,
)

TALLEST_OBELISK = 5  # rows; higher ones are drawn to scale, their number stands below
MOST_ROWS = 6  # of a great obelisk
FEWEST_ROWS = 3
FULL = "9 full"  # rows: the least that is written below an obelisk


def obelisks(view: BuilderView, room: Room) -> Drawing:
    match view.obelisks:
        case GreatObeliskView() as great:
            return _great_obelisk(view, great, room)
        case AlleyView() as alley:
            return _alley(view, alley, room)
        case ObelisksView(side="A") as single:
            return _single_obelisks(view, single, room)
        case towers:
            return _towers(view, towers, room)


def _ranks(words: str, points: list[int]) -> Text:
    return Text.assemble(faint(f"{words}: "), gold(", ".join(str(worth) for worth in points)))


def _single_obelisks(view: BuilderView, board: ObelisksView, room: Room) -> Drawing:
    tallest = max(board.stones)
    limit = TALLEST_OBELISK if room.tall else 3
    columns: list[Drawing] = []
    for seat, count in zip(view.seats, board.stones, strict=True):
        rows = count if tallest <= limit else -(-count * limit // tallest)
        tip = [Text("  ▴  ", "bold")] if count else [space("", 5)]
        base = Text.assemble((f"{count}" if count else "–").center(5), style="bold" if count else "")
        columns.append([*tip, *([stone(seat, 5)] * rows), base])
    drawing = in_the_middle(beside(columns, 1), room.width)
    return drawing + notes([[_ranks("highest first", board.points)], ended_now(view, "obelisks")], room.width)


def _towers(view: BuilderView, board: ObelisksView, room: Room) -> Drawing:
    cell = 4 if 4 * len(board.points) <= room.width else 3
    height = board.tower_of if room.tall else 1
    following = next((number for number, owner in enumerate(board.towers) if owner is None), None)
    columns: list[Drawing] = []
    for number, (points, owner) in enumerate(zip(board.points, board.towers, strict=True)):
        if owner is None:
            columns.append([space(str(points), cell, number == following)])
        else:
            columns.append([stone(view.seats[owner], cell)] * height + [faint(str(points).center(cell))])
    singles: list[Text] = [faint("single:")]
    for seat, count in zip(view.seats, board.singles, strict=True):
        if count:
            few = count < board.tower_of
            singles.append(Text().join([stone(seat)] * count) if few else Text.assemble(stone(seat), f"×{count}"))
    if len(singles) == 1:
        singles.append(faint("none"))
    return in_the_middle(beside(columns), room.width) + in_the_middle(flow(singles, room.width), room.width)


# --- the great obelisk


def _great_obelisk(view: BuilderView, board: GreatObeliskView, room: Room) -> Drawing:
    """The path with the tokens that are left, and what each seat has made of those it took."""
    cell, gap = _obelisk_size(view, board, room)
    own = [_own_obelisk(view, board, seat, cell, room) for seat in range(len(view.seats))]
    across = max(1, (room.width + gap) // (width_of(own[0]) + gap))
    groups = [own[first : first + across] for first in range(0, len(own), across)]
    obelisks = [line for group in groups for line in beside(group, gap)]
    rows = Text.assemble(faint("a full row: "), gold(str(board.complete_row)))
    begun = [faint("+ rows begun")] if any(board.incomplete_rows) else []
    paid = [rows, *begun, _ranks("most of them", board.most_rows), *edge(board.edge, board.overflow, room)]
    lines = _path(view, board, room) + in_the_middle(obelisks, room.width)
    return lines + notes([paid, ended_now(view, "obelisks")], room.width)


def _obelisk_size(view: BuilderView, board: GreatObeliskView, room: Room) -> tuple[int, int]:
    """How wide a square is, and the gap between two obelisks: as much as there is room for."""
    for cell, gap in ((3, 3), (3, 1), (2, 1)):
        if (max(board.width * cell, len(FULL)) + gap) * len(view.seats) - gap <= room.width:
            return cell, gap
    return 1, 1


def _path(view: BuilderView, board: GreatObeliskView, room: Room) -> Drawing:
    following = next((place for place in board.path if place.owner is None), None)
    shapes = [shape(place.squares) for place in board.path]
    cell = max(3, *(line.cell_len + 2 for lines in shapes for line in lines))
    cells = [
        _path_space(view, place, lines, cell, place is following)
        for place, lines in zip(board.path, shapes, strict=True)
    ]
    across = max(1, room.width // cell)
    rows = [cells[first : first + across] for first in range(0, len(cells), across)]
    return in_the_middle([line for row in rows for line in beside(row)], room.width)


def _path_space(view: BuilderView, place: PathSpaceView, lines: Drawing, cell: int, is_next: bool) -> Drawing:
    if place.owner is not None:
        return [centered(stone(view.seats[place.owner]), cell)]
    if not is_next:
        return [centered(faint(line.plain), cell) for line in lines]
    bound = [Text.assemble("‹", line, "›", style=f"bold {GOLD}") for line in lines]
    return [centered(line, cell) for line in bound]


def _own_obelisk(view: BuilderView, board: GreatObeliskView, seat: int, cell: int, room: Room) -> Drawing:
    width = max(board.width * cell, len(FULL))
    drawing = [centered(line, width) for line in obelisk(board, seat, cell, MOST_ROWS if room.tall else FEWEST_ROWS)]
    full, part = board.complete_rows[seat], board.incomplete_rows[seat]
    drawing.append(centered(stone(view.seats[seat], min(width, board.width * cell)), width))
    drawing.append(centered(Text(f"{full} full", "bold" if full else ""), width))
    return [*drawing, centered(faint(f"+{part}" if part else ""), width)]


# --- the alley


def _alley(view: BuilderView, board: AlleyView, room: Room) -> Drawing:
    """Outlines up to the height to reach, stones as far as they are built; below, points and the obelisk's number."""
    cell = max(4, *(max(len(str(place.points)), len(_progress(place))) + 1 for place in board.obelisks))
    tallest = max(place.height for place in board.obelisks)
    limit = min(tallest, TALLEST_OBELISK) if room.tall else 1
    columns = [
        _alley_obelisk(view, place, number, cell, limit, tallest) for number, place in enumerate(board.obelisks, 1)
    ]
    across = max(1, room.width // cell)
    lines: Drawing = []
    for first in range(0, len(columns), across):
        lines += beside(columns[first : first + across])
    paid = [faint(f"unfinished: {board.unfinished} per stone"), *edge(board.edge, board.overflow, room)]
    return in_the_middle(lines, room.width) + notes([paid, ended_now(view, "obelisks")], room.width)


def _alley_obelisk(
    view: BuilderView, place: AlleySpaceView, number: int, cell: int, limit: int, tallest: int
) -> Drawing:
    whole = -(-place.height * limit // tallest)
    built = -(-place.stones * whole // place.height)
    done = place.stones == place.height
    owner = None if place.owner is None else view.seats[place.owner]
    lines = [Text("▴".center(cell), f"bold {GOLD}") if done else faint("·".center(cell))]
    lines += [faint("┊ ┊".center(cell))] * (whole - built)
    if owner is not None:
        lines += [centered(stone(owner), cell)] * built
    points = str(place.points).center(cell)
    lines.append(gold(points))
    lines.append(Text(_progress(place).center(cell), "bold" if place.stones else ""))
    return [*lines, faint(f"{number}.".center(cell))]


def _progress(place: AlleySpaceView) -> str:
    return f"{place.stones}/{place.height}"
