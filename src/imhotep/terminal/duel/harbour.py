"""The harbour as the terminal draws it: nine spaces with meeples, boats at the ends of rows and columns, and what lies
on the shore."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import NamedTuple

from rich.text import Text

from imhotep.table.duel.view import BoatView, DuelView, SpaceView
from imhotep.terminal.duel.pieces import SAND, SUN, meeple, plaque, tally, tally_of_kinds
from imhotep.terminal.pieces import (
    DECK,
    DECK_INK,
    FOAM,
    HULL,
    SHALLOW,
    Drawing,
    beside,
    flow,
    plural,
    width_of,
)

LINES = 3  # rows, and columns
NEEDED = 2  # meeples in a row or column before its boat can be unloaded
NARROWEST, WIDEST = 8, 13  # columns of a space
NAMED, SHORT = 8, 3  # columns before the harbour: row 1, or row above 1
LEAST_IN_A_LINE = 9  # columns of a space on whose boat one line is enough for a token
CAPTION = 5  # columns after a boat: [12]
WITH_CAPTIONS = 67  # columns from which there is room for them
WITH_NAMES = 62  # columns from which the name of a row needs one line only
EDGE = f"#8a6a3a on {SAND}"
LABEL = f"bold {FOAM}"
GAP = 3

Detail = Callable[[Mapping[str, int]], list[Text]]


class _Grid(NamedTuple):
    """How large everything is."""

    margin: int  # columns before the harbour
    space: int  # columns of a space
    height: int  # lines of a space
    caption: int  # columns after a row's boat


def harbour(view: DuelView, width: int, tall: bool, low_shore: bool = False) -> Drawing:
    """Rows with their boats at the right; below the columns' boats, and beside those the shore, which may be told to
    reach no lower than they do."""
    grid = _grid(width, tall)
    keys = _keys(view)
    lines = [_heads(grid)]
    if tall:
        lines.append(_edge(grid, "┌┬┐"))
    for row in range(LINES):
        lines += _row(view, grid, row, keys)
        if tall and row < LINES - 1:
            lines.append(_edge(grid, "├┼┤"))
    if tall:
        lines.append(_edge(grid, "└┴┘"))
    boats = beside([_column_boat(view, view.boats[LINES + at], grid, keys) for at in range(LINES)], at_top=True)
    numbers = [_space_number(grid, line) for line in range(len(boats))]
    below = beside([numbers, boats], at_top=True)
    room = width - width_of(below) - GAP
    return lines + beside([below, _shore(view, room, len(below) if low_shore else None)], GAP, at_top=True)


def numbers_cargo(width: int, tall: bool) -> bool:
    """Whether tokens on boats show the numbers of the moves that take them."""
    return _grid(width, tall).height > 1


def _grid(width: int, tall: bool) -> _Grid:
    margin = NAMED if width >= WITH_NAMES else SHORT
    caption = CAPTION if width >= WITH_CAPTIONS else 0
    space = (width - margin - caption - LINES - 3) // (2 * LINES)
    space = max(NARROWEST, min(WIDEST, space))
    return _Grid(margin, space, 2 if tall or space < LEAST_IN_A_LINE else 1, caption)


def _keys(view: DuelView) -> dict[str, int]:
    """The numbers of the moves that place a meeple, unload a boat or take a token."""
    keys: dict[str, int] = {}
    for number, move in enumerate(view.moves, 1):
        if move.verb == "place":
            keys[f"{move.row} {move.column}"] = number
        if move.verb == "unload" and move.boat is not None:
            keys[move.boat] = number
        if move.verb == "take":
            keys[f"{move.boat} {move.space}"] = number
    return keys


def can_be_unloaded(view: DuelView, boat: BoatView) -> bool:
    return not view.is_over and boat.moored and boat.meeples >= NEEDED and None not in boat.cargo


# --- the harbour


def _heads(grid: _Grid) -> Text:
    """What columns, and the cargo spaces of the rows' boats, are called."""
    columns = [Text(f"column {number}"[: grid.space].center(grid.space + 1), LABEL) for number in range(1, LINES + 1)]
    spaces = [Text(f"space {number}"[: grid.space].center(grid.space), SHALLOW) for number in range(1, LINES + 1)]
    return Text.assemble(" " * grid.margin, *columns, "  ", *spaces)


def _edge(grid: _Grid, corners: str) -> Text:
    left, middle, right = list(corners)
    return Text.assemble(" " * grid.margin, (left + middle.join(["─" * grid.space] * LINES) + right, EDGE))


def _row(view: DuelView, grid: _Grid, row: int, keys: dict[str, int]) -> Drawing:
    spaces = view.harbour[row * LINES : (row + 1) * LINES]
    cells = [_space(view, grid, space, keys) for space in spaces]
    boat = _row_boat(view, view.boats[row], grid, keys)
    names = _names(grid, "row", row + 1)
    lines: Drawing = []
    for line in range(grid.height):
        label = Text(names[line], LABEL)
        inside = Text("│", EDGE).join(cell[line] for cell in cells)
        lines.append(Text.assemble(label, ("│", EDGE), inside, ("│", EDGE), boat[line]))
    return lines


def _names(grid: _Grid, thing: str, number: int) -> list[str]:
    """What stands before the lines of a row or a cargo space."""
    if grid.margin == NAMED:
        names = [""] * (grid.height - 1) + [f"{thing} {number}"]
    else:  # and so there are two lines
        names = [thing if len(thing) <= SHORT else f"{thing[: SHORT - 1]}.", str(number).rjust(SHORT - 1)]
    return [name.ljust(grid.margin) for name in names]


def _space(view: DuelView, grid: _Grid, space: SpaceView, keys: dict[str, int]) -> Drawing:
    """A meeple, or the number of the move that places one."""
    if space.owner is not None:
        return meeple(view.seats[space.owner], grid.space, grid.height, SAND)
    number = keys.get(f"{space.row} {space.column}")
    sign = "·" if number is None else f"[{number}]"
    blank = Text(" " * grid.space, f"on {SAND}")
    return [blank] * (grid.height - 1) + [Text(sign.center(grid.space), f"bold {DECK_INK} on {SAND}")]


# --- boats


def _row_boat(view: DuelView, boat: BoatView, grid: _Grid, keys: dict[str, int]) -> Drawing:
    """Space 1 is nearest to the harbour, the bow points away from it."""
    if not boat.moored:
        gone = Text(" the boat has left ".center(LINES * grid.space, "╌"), SHALLOW)
        return [Text()] * (grid.height - 1) + [Text.assemble(" ", gone)]
    stern, hull, deck = ("‹", SUN, SUN) if can_be_unloaded(view, boat) else ("▐", HULL, DECK)
    bow = ["▶"] if grid.height == 1 else ["◣", "◤"]
    cargo = _cargo(boat, grid, keys)
    lines: Drawing = []
    for line in range(grid.height):
        tokens = Text("▕", f"{HULL} on {deck}").join(one[line] for one in cargo)
        lines.append(Text.assemble((stern, hull), tokens, (bow[line], hull)))
    if grid.caption and boat.boat in keys:
        lines[-1].append(f" [{keys[boat.boat]}]", f"bold {SUN}")
    return lines


def _cargo(boat: BoatView, grid: _Grid, keys: dict[str, int]) -> list[Drawing]:
    """The tokens from the harbour outwards."""
    width = grid.space - 1
    empty = [Text("·".center(width), f"{DECK_INK} on {DECK}")] * grid.height
    return [
        empty if id is None else plaque(id, width, grid.height, keys.get(f"{boat.boat} {space}"))
        for space, id in enumerate(boat.cargo, 1)
    ]


def _column_boat(view: DuelView, boat: BoatView, grid: _Grid, keys: dict[str, int]) -> Drawing:
    """Space 1 is nearest to the harbour; on the bow stands whether it can be unloaded."""
    width = grid.space - 1
    if not boat.moored:
        return [Text(sign.center(grid.space + 1), SHALLOW) for sign in ("╎", "the boat", "has left", "╎")]
    ready = can_be_unloaded(view, boat)
    color = SUN if ready else HULL
    lines: Drawing = []
    for cargo in _cargo(boat, grid, keys):
        lines += [Text.assemble(("▐", color), line, ("▌", color)) for line in cargo]
    number = keys.get(boat.boat)
    sign = f"‹[{number}]›" if number is not None else "‹ready›" if ready else ""
    style = f"bold {DECK_INK} on {SUN}" if ready else f"{FOAM} on {HULL}"
    return [*lines, Text.assemble(("◥", color), (sign.center(width), style), ("◤", color))]


def _space_number(grid: _Grid, line: int) -> Text:
    """Beside the columns' boats."""
    space, rest = divmod(line, grid.height)
    return Text(_names(grid, "space", space + 1)[rest] if space < LINES else " " * grid.margin, SHALLOW)


# --- the shore


def _shore(view: DuelView, width: int, height: int | None) -> Drawing:
    """Where tokens are that are on no boat and nobody has; in less and less detail until it fits the height."""
    lines: Drawing = []
    removed = Counter(view.removed)
    for of_removed, of_unseen in DETAILS:
        places = {
            "Loaded at the end of the turn": [Text(", ".join(view.waiting))] if view.waiting else [],
            "In the box": of_removed(removed),
            "Not seen yet": of_unseen(view.unseen),
        }
        parts = [_named(name, shown, width) for name, shown in places.items() if shown]
        lines = [line for part in parts for line in flow(part, width, 2)]
        if height is None or len(lines) <= height:
            break
    return lines


def _named(name: str, shown: list[Text], width: int) -> list[Text]:
    """What is listed, the first of it behind the name if there is room."""
    head = Text(f"{name}:", f"bold {SHALLOW}")
    together = Text.assemble(head, " ", shown[0])
    return [together, *shown[1:]] if together.cell_len <= width else [head, *shown]


def _sum(counts: Mapping[str, int]) -> list[Text]:
    return [Text(plural(sum(counts.values()), "token"))] if counts else []


DETAILS: tuple[tuple[Detail, Detail], ...] = (
    (tally, tally),
    (tally, tally_of_kinds),
    (tally_of_kinds, tally_of_kinds),
    (_sum, tally_of_kinds),
    (_sum, _sum),
)
