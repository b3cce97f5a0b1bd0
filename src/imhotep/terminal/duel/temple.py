"""A player's temple as the terminal draws it: tokens with their symbols; on side B as sets."""

from rich.text import Text

from imhotep.table.duel.view import DuelView
from imhotep.terminal.duel.pieces import TEMPLE, numbers_of, symbols
from imhotep.terminal.pieces import Drawing, Room, faint, flow, gold

STYLE = f"bold {TEMPLE.ink} on {TEMPLE.face}"


def temple(view: DuelView, seat: int, room: Room) -> Drawing:
    board = view.seats[seat].temple
    if not any(board.tokens.values()):
        return [faint("none")]
    if view.sites["temple"].side == "B":
        return _sets(view, seat, room)
    return flow([_token(number, count) for number, count in board.tokens.items() if count], room.width)


def _token(number: int, count: int = 1) -> Text:
    return Text.assemble((f" {symbols(number)} ", STYLE), f"×{count}" if count > 1 else "")


def _sets(view: DuelView, seat: int, room: Room) -> Drawing:
    """One set a line with a place for each kind; or one after the other, in numbers."""
    board, points = view.seats[seat].temple, numbers_of(view.sites["temple"], "sets")
    kinds = sorted(board.tokens)
    worth = [gold(f" {points[min(len(one), len(points)) - 1]}") for one in board.sets]
    rows = [Text(" ").join([_place(number, number in one) for number in kinds]) for one in board.sets]
    if not room.tall or rows[0].cell_len + worth[0].cell_len > room.width:
        rows = [Text("·".join(map(str, sorted(one))), STYLE) for one in board.sets]
        return flow([Text.assemble(row, " =", worth) for row, worth in zip(rows, worth, strict=True)], room.width, 2)
    return [Text.assemble(*pair) for pair in zip(rows, worth, strict=True)]


def _place(number: int, is_there: bool) -> Text:
    return _token(number) if is_there else faint(f" {'·' * len(symbols(number))} ")
