"""A decision as plain text, for programs that read words: what the terminal draws, and the moves as one writes them."""

import io

from rich.console import Console

from imhotep.terminal import draw
from imhotep.terminal.pieces import View

COLUMNS = 72  # so that all boards stand one below the other


def plain_text(view: View) -> str:
    """All that a seat sees when it decides, without colours. Below the table stands each move as an answer writes it,
    with the number that it has in the drawing."""
    file = io.StringIO()
    console = Console(file=file, width=COLUMNS, color_system=None, force_terminal=False, force_jupyter=False)
    console.print(draw(view, [], hint=""))
    lines = [line.rstrip() for line in file.getvalue().splitlines()]
    lines += ["", "Answer with one of these moves:"]
    lines += [f"[{number}] {move.text}" for number, move in enumerate(view.moves, 1)]
    return "\n".join(lines) + "\n"
