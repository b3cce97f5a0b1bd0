"""The five sites as the terminal draws them, side A and side B."""

from math import isqrt
from typing import NamedTuple

from rich.text import Text

from imhotep.cli.drawing_pieces import (
    Drawing,
    beside,
    card,
    centered,
    covered,
    faint,
    flow,
    gold,
    in_the_middle,
    marks,
    padded,
    plural,
    space,
    stone,
    width_of,
)
from imhotep.table.builder.view import BuilderView, PyramidSpaceView, TempleSpaceView
from imhotep.table.catalogue import SideId, SiteId, catalogue

TALLEST_OBELISK = 5  # rows; higher ones are drawn to scale, their number stands below
PYRAMID_NAMES = ("left", "middle", "right")


class Room(NamedTuple):
    """What a drawing may use."""

    width: int
    tall: bool  # else it saves lines


def site(view: BuilderView, id: SiteId, room: Room) -> Drawing:
    match id:
        case "market":
            return market(view, room)
        case "pyramids":
            return pyramids(view, room)
        case "temple":
            return temple(view, room)
        case "burial_chamber":
            return burial_chamber(view, room)
        case "obelisks":
            return obelisks(view, room)


def side_of(view: BuilderView, id: SiteId) -> SideId:
    letter = view.sides[list(catalogue().sites).index(id)]
    return "A" if letter == "A" else "B"


# --- market


def market(view: BuilderView, room: Room) -> Drawing:
    lines: Drawing = []
    board = view.market
    names = [catalogue().cards[id].name for id in [*board.open, *(board.seen or [])] if id is not None]
    column = max((len(name) for name in names), default=0) + 2
    for number, id in enumerate(board.open, 1):
        lines += _offer(str(number), id, column, room.width)
    if board.side == "B":
        last = gold(str(len(board.open) + 1))
        if board.seen is not None:
            lines.append(Text.assemble(last, "  ", ("face down, and only you see them:", "bold")))
            for id in board.seen:
                lines += _offer(" ", id, column, room.width)
        elif board.face_down:
            backs = Text(" ").join([Text(" ? ", "bold #ffffff on #7a6a4a")] * board.face_down)
            lines.append(Text.assemble(last, " ", backs, faint("  face down: look, keep one")))
        else:
            lines.append(Text.assemble(last, faint("  empty")))
    return lines


def _offer(number: str, id: str | None, column: int, width: int) -> Drawing:
    if id is None:
        return [Text.assemble(gold(number), faint("  empty"))]
    head = Text.assemble(gold(number), " ", padded(card(id), column))
    words = [faint(word) for word in catalogue().cards[id].summary.split()]
    if width - head.cell_len < 24:  # the summary below the name
        return [head, *(Text("   ").append_text(line) for line in flow(words, width - 3))]
    summary = flow(words, width - head.cell_len - 1)
    return beside([[head], summary], 1, at_top=True)


# --- pyramids


def pyramids(view: BuilderView, room: Room) -> Drawing:
    board = view.pyramids
    if board.side == "A":
        return _great_pyramid(view, room)
    names = PYRAMID_NAMES if len(board.parts) == 3 else [str(number + 1) for number in range(len(board.parts))]
    cell = 5 if 10 * len(board.parts) + 2 * (len(board.parts) - 1) <= room.width else 4
    small: list[Drawing] = []
    for name, part in zip(names, board.parts, strict=True):
        levels = _levels(view, [part[:-1], part[-1:]], cell)
        small.append([*_stacked(levels), centered(Text(name, "bold"), 2 * cell)])
    free = [place for part in board.parts for place in part if place.owner is None]
    icons = [faint("▯ a card")] if any(place.card for place in free) else []
    icons += [faint("▪ stones")] if any(place.stones for place in free) else []
    icons += [faint("↓ load")] if any(place.load for place in free) else []
    return in_the_middle(beside(small, 2), room.width) + in_the_middle(
        flow([*icons, *_edge(view, room)], room.width, 2), room.width
    )


def _great_pyramid(view: BuilderView, room: Room) -> Drawing:
    levels = _levels(view, view.pyramids.parts, 3)
    drawing = _stacked(levels) if room.tall else beside(levels, 2)
    return in_the_middle(drawing, room.width) + in_the_middle(flow(_edge(view, room), room.width), room.width)


def _edge(view: BuilderView, room: Room) -> list[Text]:
    """What stones pay when all is built."""
    board = view.pyramids
    if board.edge:
        return [Text.assemble(("right edge: ", "bold"), plural(board.edge, "stone"), faint(f", {board.overflow} each"))]
    return [faint(f"when complete: {board.overflow} each")] if room.tall else []


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


# --- temple


def temple(view: BuilderView, room: Room) -> Drawing:
    board = view.temple
    cell = min(7, room.width // len(board.spaces))
    highest = min(max(1, *(place.height for place in board.spaces)), 3 if room.tall else 1)
    following = sum(place.height for place in board.spaces) % len(board.spaces)
    columns: list[Drawing] = []
    for number, place in enumerate(board.spaces):
        stack = [covered(cell)] * (min(place.height, highest) - 1)
        top = space("", cell, number == following) if place.owner is None else stone(view.seats[place.owner], cell)
        height = f"×{place.height}" if place.height else ""
        if number == following and place.height:
            height = f"‹{height}›"
        under = gold(height.center(cell)) if number == following else Text(height.center(cell), "bold")
        columns.append([top, *stack, *([under] if any(board.stones) else []), *_gift(place, cell, board.side)])
    roof = Text("▄" * (cell * len(columns)), "#b0884a")
    drawing = in_the_middle([roof, *beside(columns)], room.width)
    if board.side == "A":
        points = board.spaces[0].points
        return drawing + in_the_middle([faint(f"{plural(points, 'point')} for each stone on top")], room.width)
    legend = [faint("▪ stones"), faint("▯ a card")]
    return drawing + in_the_middle(flow(legend, room.width, 2), room.width)


def _gift(place: TempleSpaceView, cell: int, side: str) -> Drawing:
    if side == "A":
        return []
    gifts = [str(place.points)] if place.points else []
    gifts += [f"{place.stones}▪"] if place.stones else []
    gifts += ["▯"] if place.card else []
    return [centered(gold("/".join(gifts)), cell)]


# --- burial chamber


def burial_chamber(view: BuilderView, room: Room) -> Drawing:
    board = view.burial_chamber
    ranked = board.side == "B"
    built = -(-len(board.owners) // board.rows)  # columns
    tally = [marks(view, _in_row(view, row)) for row in range(board.rows)] if ranked else []
    most = max(1, (room.width - (width_of(tally) + 1 if ranked else 0)) // 3)
    columns = max(built + 1, min(most, 8))
    bands: Drawing = []
    for first in range(0, columns, most):
        last = min(columns, first + most)
        bands += [_chamber_row(view, row, first, last) for row in range(board.rows)]
    if ranked:  # after the last band
        for row in range(board.rows):
            bands[row - board.rows].append(" ").append_text(tally[row])
    drawing = in_the_middle(bands, room.width)
    if ranked:
        ranks = ", ".join(str(points) for points in board.points)
        return drawing + in_the_middle([Text.assemble(faint("most stones in a row: "), gold(ranks))], room.width)
    joined = [Text.assemble(faint(f"{size}→"), gold(str(points))) for size, points in enumerate(board.points, 1)]
    parts = [faint("joined"), *joined, Text.assemble(faint("more "), gold(f"+{board.further}"))]
    return drawing + in_the_middle(flow(parts, room.width, 1), room.width)


def _chamber_row(view: BuilderView, row: int, first: int, last: int) -> Text:
    board = view.burial_chamber
    line = Text()
    for column in range(first, last):
        cell = column * board.rows + row
        if cell < len(board.owners):
            line.append_text(stone(view.seats[board.owners[cell]]))
        else:
            line.append_text(space("", 3, cell == len(board.owners)))
    return line


def _in_row(view: BuilderView, row: int) -> list[int]:
    board = view.burial_chamber
    owners = board.owners[row :: board.rows]
    return [owners.count(seat) for seat in range(len(view.seats))]


# --- obelisks


def obelisks(view: BuilderView, room: Room) -> Drawing:
    return _single_obelisks(view, room) if view.obelisks.side == "A" else _towers(view, room)


def _single_obelisks(view: BuilderView, room: Room) -> Drawing:
    board = view.obelisks
    tallest = max(board.stones)
    limit = TALLEST_OBELISK if room.tall else 3
    columns: list[Drawing] = []
    for seat, count in zip(view.seats, board.stones, strict=True):
        rows = count if tallest <= limit else -(-count * limit // tallest)
        tip = [Text("  ▴  ", "bold")] if count else [space("", 5)]
        base = Text.assemble((f"{count}" if count else "–").center(5), style="bold" if count else "")
        columns.append([*tip, *([stone(seat, 5)] * rows), base])
    ranks = ", ".join(str(points) for points in board.points)
    drawing = in_the_middle(beside(columns, 1), room.width)
    return drawing + in_the_middle([Text.assemble(faint("highest first: "), gold(ranks))], room.width)


def _towers(view: BuilderView, room: Room) -> Drawing:
    board = view.obelisks
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
