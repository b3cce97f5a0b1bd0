"""A table as a text with colors, or as a picture: what the terminal shows."""

import io
from typing import Any

import numpy as np
from numpy.typing import NDArray

from imhotep.envs.match import Match
from imhotep.table.errors import SetupError, shown

RENDER_MODES = ("ansi", "rgb_array")
COLUMNS = 120


def check_render_mode(mode: object) -> str | None:
    if mode is None:
        return None
    if mode not in RENDER_MODES:
        raise SetupError(f"render modes are {', '.join(RENDER_MODES)}, not {shown(mode)}")
    return str(mode)


def render(match: Match, seat: int | None, mode: str | None) -> str | NDArray[np.uint8] | None:
    """As that seat sees it; None is a spectator."""
    if mode is None:
        raise SetupError(f"nothing to show: give render_mode={' or '.join(map(repr, RENDER_MODES))}")
    if not match.is_dealt:
        raise SetupError("there is nothing to show before the first reset")
    from rich.console import Console

    from imhotep.terminal import draw

    console = Console(file=io.StringIO(), width=COLUMNS, force_terminal=True, color_system="truecolor")
    drawing: Any = draw(match.view(seat), [])
    if mode == "ansi":
        with console.capture() as capture:
            console.print(drawing)
        return capture.get()
    from imhotep.envs.picture import picture

    return picture(console.render_lines(drawing), match.frame.rules.id)
