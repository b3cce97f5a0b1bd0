"""The legal moves of The Duel as a numbered list, grouped as a player thinks of them."""

from collections.abc import Callable, Sequence

from rich.text import Text

from imhotep.cli.drawing.duel.pieces import token, words
from imhotep.cli.drawing.moves import INDENT, labelled
from imhotep.cli.drawing.pieces import Drawing, beside, faint, faint_words, flow, key, padded, said, stone
from imhotep.table.duel.view import BoatView, DuelView
from imhotep.table.moves import Move

LAST_BUT_ONE = 2  # boats: when one of them leaves, the game is over
Numbered = tuple[int, Move]


def choices(view: DuelView, width: int) -> Drawing:
    """What the viewer may answer; the number before a move plays it."""
    groups: list[tuple[str, Drawing]] = []
    numbered = list(enumerate(view.moves, 1))
    while numbered:
        first = numbered[0][1]
        group = [(number, move) for number, move in numbered if _belongs(first, move)]
        numbered = numbered[len(group) :]
        groups.append((first.verb.capitalize(), _drawn(view, group, width - INDENT)))
    return labelled(groups)


def _belongs(first: Move, move: Move) -> bool:
    """Whether a move stands together with the first one of its group; those that do follow each other."""
    if first.verb == "place":
        return move.verb == "place"
    return move is first or (first.verb == move.verb and first.verb in ("take", "swap") and first.boat == move.boat)


def _drawn(view: DuelView, group: Sequence[Numbered], width: int) -> Drawing:
    number, move = group[0]
    match move.verb:
        case "place":
            return flow(_rows(group), width, 4)
        case "take":
            return _of_boat(move, lambda short: [_taking(at, one, short) for at, one in group], width)
        case "swap":
            return _of_boat(move, lambda short: [_swap(view, at, one, short) for at, one in group], width)
        case "unload":
            return _behind(key(number), lambda short: _unloading(view, _boat(view, move), short), width)
        case _:
            return _behind(key(number), lambda _: _words(move), width)


def _behind(head: Text, parts: Callable[[bool], list[Text]], width: int, gap: int = 1) -> Drawing:
    """Parts that are never broken, with short names if they need more than a line."""
    room = width - head.cell_len - 1
    lines = flow(parts(False), room, gap)
    return beside([[head], lines if len(lines) == 1 else flow(parts(True), room, gap)], 1, at_top=True)


def _rows(group: Sequence[Numbered]) -> list[Text]:
    """The free spaces of each row."""
    rows: list[Text] = []
    last = 0
    for number, move in group:
        if move.row != last:
            rows.append(Text.assemble((f"row {move.row}", "underline"), " column"))
        rows[-1].append(" ").append_text(key(number)).append(f" {move.column}")
        last = move.row or 0
    return rows


def _of_boat(move: Move, parts: Callable[[bool], list[Text]], width: int) -> Drawing:
    return _behind(padded(Text.assemble((f"{move.boat}", "underline")), len("column 1")), parts, width, 2)


def _taking(number: int, move: Move, short: bool) -> Text:
    return Text.assemble(key(number), f" {move.space} ", token(move.token or "", short=short))


def _swap(view: DuelView, number: int, move: Move, short: bool) -> Text:
    cargo = _boat(view, move).cargo
    one, other = (token(cargo[(space or 1) - 1] or "", short=short) for space in (move.space, move.second_space))
    return Text.assemble(key(number), " ", one, " ⇄ ", other)


def _boat(view: DuelView, move: Move) -> BoatView:
    return next(boat for boat in view.boats if boat.boat == move.boat)


def _words(move: Move) -> list[Text]:
    """What a move does."""
    match move.verb:
        case "play":
            assert move.token is not None
            return [token(move.token), Text(), *faint_words(words().tokens[move.token].summary)]
        case "stop":
            return said("here: you may leave the rest of the action token undone")
        case "pass":
            return said("nothing else can be done")
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


def _unloading(view: DuelView, boat: BoatView, short: bool) -> list[Text]:
    parts = [Text.assemble((boat.boat, "bold"), ":")]
    for seat, id in unloaded(view, boat):
        cargo = token(id, short=short)
        boxed = Text.assemble(cargo, " to the box")
        parts.append(boxed if seat is None else Text.assemble(stone(view.seats[seat]), " ", cargo))
    if view.refills - len(view.waiting) > 0:
        return parts
    last = sum(one.moored for one in view.boats) == LAST_BUT_ONE
    return [*parts, faint("the game ends" if last else "the boat leaves")]
