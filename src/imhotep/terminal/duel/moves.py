"""The legal moves of The Duel as a numbered list, grouped as a player thinks of them."""

from collections.abc import Callable, Sequence
from enum import IntEnum
from itertools import groupby

from rich.text import Text

from imhotep.table.duel.view import BoatView, DuelView
from imhotep.table.moves import Move
from imhotep.terminal.duel.pieces import token, words
from imhotep.terminal.moves import INDENT, labelled
from imhotep.terminal.pieces import (
    Drawing,
    beside,
    faint,
    faint_words,
    flow,
    key,
    padded,
    said,
    stone,
    width_of,
)

LAST_BUT_ONE = 2  # boats: when one of them leaves, the game is over
BRIEF_INDENT = 8
UNLOADINGS = (  # whether tokens have short names, and the words for the box and a boat that leaves
    (False, "to the box", "the boat leaves"),
    (True, "to the box", "the boat leaves"),
    (True, "→ box", "leaves"),
)
GAP = 2  # columns between two moves
Numbered = tuple[int, Move]


class Detail(IntEnum):
    """How much is said of a move."""

    BOATS = 0  # which boats can be unloaded; all else is to be seen on the harbour
    BRIEF = 1  # and who gets what by it
    FULL = 2  # and what action tokens do


def choices(view: DuelView, width: int, detail: Detail = Detail.FULL, on_boats: bool = False) -> Drawing:
    """What the viewer may answer; the number before a move plays it. `on_boats` stand the numbers for taking."""
    indent = INDENT if detail == Detail.FULL else BRIEF_INDENT
    groups: list[tuple[str, Drawing]] = []
    for verb, group in groupby(enumerate(view.moves, 1), lambda numbered: numbered[1].verb):
        groups.append((verb.capitalize(), _drawn(view, list(group), width - indent, detail, on_boats)))
    return labelled(groups, indent)


def _drawn(view: DuelView, group: Sequence[Numbered], width: int, detail: Detail, on_boats: bool) -> Drawing:
    """All moves with the same verb: they follow each other."""
    match group[0][1].verb:
        case "place":
            return _seen(group, "a free space, as numbered in the harbour", width)
        case "take" if on_boats:
            return _seen(group, "a token, as numbered on the boats", width)
        case "take":
            return _taking(view, group, width)
        case "swap":
            return _swaps(view, group, width) if detail == Detail.FULL else _brief_swaps(group, width)
        case "unload" if detail == Detail.BOATS:
            return flow([Text.assemble(key(number), f" {move.boat}") for number, move in group], width, GAP)
        case "unload":
            return _each(group, lambda move: _unloading(view, _boat(view, move)), width)
        case "play" if detail != Detail.FULL:
            named = [(number, token(move.token or "", short=True)) for number, move in group]
            return flow([Text.assemble(key(number), " ", shown) for number, shown in named], width, GAP)
        case _:
            return _each(group, lambda move: [_words(move)], width)


def _each(group: Sequence[Numbered], forms: Callable[[Move], list[list[Text]]], width: int) -> Drawing:
    """A line for each move, or more if it has to be."""
    return [line for number, move in group for line in _behind(key(number), forms(move), width, 1)]


def _behind(head: Text, forms: Sequence[list[Text]], width: int, gap: int) -> Drawing:
    """Parts that are never broken, in the first form that needs one line only, or in the last."""
    room = width - head.cell_len - 1
    lines: Drawing = []
    for parts in forms:
        lines = flow(parts, room, gap)
        if len(lines) == 1:
            break
    return beside([[head], lines], 1, at_top=True)


def _seen(group: Sequence[Numbered], where: str, width: int) -> Drawing:
    """Moves whose numbers stand where they are to be made."""
    first, last = group[0][0], group[-1][0]
    keys = key(first) if first == last else Text.assemble(key(first), "–", key(last))
    return _behind(keys, [said(where)], width, 1)


# --- taking and swapping


def _by_boat(group: Sequence[Numbered]) -> dict[str, list[Numbered]]:
    boats: dict[str, list[Numbered]] = {}
    for number, move in group:
        boats.setdefault(move.boat or "", []).append((number, move))
    return boats


def _boat_name(name: str, width: int = len("column 1")) -> Text:
    return padded(Text.assemble((name, "underline")), width)


def _taking(view: DuelView, group: Sequence[Numbered], width: int) -> Drawing:
    """A line for each boat with its tokens, those of one space below each other; what has to stay is faint."""
    room = width - len("column 1") - 1
    rows: dict[str, list[Text]] = {}
    widths: list[int] = []
    for short in (False, True):
        rows = _cargo(view, group, short)
        widths = [width_of([row[space] for row in rows.values()]) for space in range(3)]
        if sum(widths) + 2 * GAP <= room:
            break
    lines: Drawing = []
    for name, row in rows.items():
        cells = [padded(cell, most) for cell, most in zip(row, widths, strict=True)]
        lines += _behind(_boat_name(name), [cells, row], width, GAP)
    return lines


def _cargo(view: DuelView, group: Sequence[Numbered], short: bool) -> dict[str, list[Text]]:
    rows: dict[str, list[Text]] = {}
    for name, moves in _by_boat(group).items():
        keys = {move.space: number for number, move in moves}
        cells: list[Text] = []
        for space, id in enumerate(_boat(view, moves[0][1]).cargo, 1):
            shown = token(id or "", short=short) if id else Text("·")
            if space in keys:
                cells.append(Text.assemble(key(keys[space]), " ", shown))
            else:
                cells.append(faint(f"    {shown.plain}"))
        rows[name] = cells
    return rows


def _swaps(view: DuelView, group: Sequence[Numbered], width: int) -> Drawing:
    """The swaps of a boat on one line, if they fit."""
    lines: Drawing = []
    for name, moves in _by_boat(group).items():
        cargo = _boat(view, moves[0][1]).cargo
        forms = [[_swap(cargo, number, move, short) for number, move in moves] for short in (False, True)]
        lines += _behind(_boat_name(name), forms, width, GAP)
    return lines


def _swap(cargo: Sequence[str | None], number: int, move: Move, short: bool) -> Text:
    spaces = (move.space or 1, move.second_space or 1)
    one, other = (Text.assemble(f"{space}", token(cargo[space - 1] or "", short=short)) for space in spaces)
    return Text.assemble(key(number), " ", one, " ⇄ ", other)


def _brief_swaps(group: Sequence[Numbered], width: int) -> Drawing:
    """Spaces alone: what lies there is to be seen. The boats of columns stand beside those of rows."""
    sides: tuple[Drawing, Drawing] = ([], [])
    for name, moves in _by_boat(group).items():
        pairs = [Text.assemble(key(number), f" {move.space}⇄{move.second_space}") for number, move in moves]
        sides[name.startswith("column")].append(Text(" ").join([_boat_name(name, len(name)), *pairs]))
    if width_of(sides[0]) + 3 + width_of(sides[1]) <= width:
        return beside([side for side in sides if side], 3, at_top=True)
    return flow([*sides[0], *sides[1]], width, 3)


def _boat(view: DuelView, move: Move) -> BoatView:
    return next(boat for boat in view.boats if boat.boat == move.boat)


def _words(move: Move) -> list[Text]:
    """What a move does."""
    match move.verb:
        case "play":
            assert move.token is not None
            return [token(move.token), Text(), *faint_words(words().tokens[move.token].summary)]
        case "stop":
            return said("here: you may skip the rest of the action token")
        case "pass":
            return said("there is nothing else you can do")
        case _:
            return said(move.text)


# --- unloading


def unloaded(view: DuelView, boat: BoatView) -> list[tuple[int | None, str]]:
    """Who would get each token, from space 3 on; None stands for the box. The meeple next to the boat is first."""
    line, number = boat.boat.split()
    spaces = [space for space in view.harbour if (space.row if line == "row" else space.column) == int(number)]
    owners = [space.owner for space in reversed(spaces) if space.owner is not None]
    cargo = [id for id in reversed(boat.cargo) if id is not None]
    return [(owners[at] if at < len(owners) else None, id) for at, id in enumerate(cargo)]


def _unloading(view: DuelView, boat: BoatView) -> list[list[Text]]:
    """Who gets what and what becomes of the boat, in more and more shortened forms."""
    leaves = view.refills - len(view.waiting) <= 0
    last = sum(one.moored for one in view.boats) == LAST_BUT_ONE
    forms: list[list[Text]] = []
    for short, box, end in UNLOADINGS:
        parts = [Text.assemble((boat.boat, "bold"), ":")]
        for seat, id in unloaded(view, boat):
            cargo = token(id, short=short)
            boxed = Text.assemble(cargo, f" {box}")
            parts.append(boxed if seat is None else Text.assemble(stone(view.seats[seat]), " ", cargo))
        forms.append([*parts, faint(f"· {'the game ends' if last else end}")] if leaves else parts)
    return forms
