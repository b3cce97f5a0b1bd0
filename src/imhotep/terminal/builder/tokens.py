"""The tokens of the great obelisk as the terminal draws them: their shapes, an obelisk made of them, and where the
next one could go."""

from collections.abc import Iterable, Mapping, Sequence

from rich.text import Text

from imhotep.table.builder.sides import GreatObeliskView, Square
from imhotep.table.moves import Move
from imhotep.terminal.pieces import FAINT, GOLD, Drawing, beside, centered, faint, gold

# Tokens that touch look different, in colours and without.
LOOKS = (
    ("▓", "#b5562f"),
    ("▒", "#2f7f8f"),
    ("█", "#8a7a3a"),
    ("░", "#7a4f96"),
    ("▚", "#4d7f46"),
    ("▞", "#a0703a"),
)
GROUND = "#b0884a"
SHOWN_BELOW = 1  # rows under a token that might be added


def shape(squares: Iterable[Square]) -> Drawing:
    """A token, two rows to a line."""
    filled = set(squares)
    columns = range(1, max(x for x, _ in filled) + 1)
    top = max(y for _, y in filled)
    lines: Drawing = []
    for upper in range(top + top % 2, 0, -2):
        signs = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}
        lines.append(Text("".join(signs[(x, upper) in filled, (x, upper - 1) in filled] for x in columns)))
    return lines


# --- an obelisk


def obelisk(board: GreatObeliskView, seat: int, cell: int, limit: int) -> Drawing:
    """All that a seat has laid, or as many rows from the top as that; each square so many columns wide."""
    laid = _laid(board, seat)
    looks = _looks(laid)
    height = max(board.heights[seat])
    hidden = height - limit + 1 if height > limit else 0
    lines: Drawing = []
    for row in range(height, hidden, -1):
        line = Text()
        for column in range(1, board.width + 1):
            token = laid.get((column, row))
            sign, color = (" ", "") if token is None else LOOKS[looks[token]]
            line.append(sign * cell, color)
        lines.append(line)
    if hidden:
        lines.append(faint(f"⋮ +{hidden}".ljust(board.width * cell)[: board.width * cell]))
    return [*lines, Text("▀" * (board.width * cell), GROUND)]


def _laid(board: GreatObeliskView, seat: int) -> dict[Square, int]:
    """Which space of the path the token on each square came from."""
    return {square: at for at, space in enumerate(board.path) if space.owner == seat for square in space.laid}


def _looks(laid: Mapping[Square, int]) -> dict[int, int]:
    """A look for each token that none of its neighbours has."""
    looks: dict[int, int] = {}
    for token in sorted(set(laid.values())):
        squares = [square for square, other in laid.items() if other == token]
        beside = {laid.get((x + dx, y + dy)) for x, y in squares for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
        taken = {looks[other] for other in beside if other is not None and other in looks}
        looks[token] = next(look for look in range(len(LOOKS)) if look not in taken or len(taken) == len(LOOKS))
    return looks


# --- where a token could go


def placements(board: GreatObeliskView, seat: int, moves: Sequence[tuple[int, Move]], width: int) -> Drawing:
    """For each numbered move the top of the seat's obelisk with the token on it."""
    heights = board.heights[seat]
    squares = [square for _, move in moves for square in move.squares or []]
    low = max(1, min(row for _, row in squares) - SHOWN_BELOW)
    high = max(max(heights), *(row for _, row in squares))
    blocks = [
        _placement(board, heights, number, move.squares or [], range(high, low - 1, -1)) for number, move in moves
    ]
    gap = 3
    across = max(1, (width + gap) // (blocks[0][0].cell_len + gap))
    lines: Drawing = []
    for first in range(0, len(blocks), across):
        lines += beside(blocks[first : first + across], gap)
    return lines


def _placement(
    board: GreatObeliskView, heights: Sequence[int], number: int, added: Sequence[Square], rows: range
) -> Drawing:
    cell = 2
    width = max(board.width * cell, len("[99]"), len("9 full"))
    lines = [centered(gold(f"[{number}]"), width)]
    for row in rows:
        line = Text()
        for column in range(1, board.width + 1):
            if (column, row) in added:
                line.append("█" * cell, f"bold {GOLD}")
            elif row <= heights[column - 1]:
                line.append("▒" * cell, FAINT)
            else:
                line.append("·".ljust(cell), FAINT)
        lines.append(centered(line, width))
    cut = "▀" if rows[-1] == 1 else "┄"
    lines.append(centered(Text(cut * (board.width * cell), GROUND), width))
    after = [
        max(height, *(row for at, row in [(column, height), *added] if at == column))
        for column, height in enumerate(heights, 1)
    ]
    full = f"{min(after)} full"
    return [*lines, centered(gold(full) if min(after) > min(heights) else faint(full), width)]
