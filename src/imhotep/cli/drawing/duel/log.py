"""What happened in The Duel, in lines of the log."""

from collections.abc import Sequence

from rich.text import Text

from imhotep.cli.drawing.duel.pieces import token, words
from imhotep.cli.drawing.log import sentence, worth_telling
from imhotep.cli.drawing.pieces import FAINT, Drawing, stone
from imhotep.table.duel.view import DuelView
from imhotep.table.moves import Event

NOISE = frozenset(("turn_began", "forced", "token_loaded", "meeple_returned"))
CARGO = ("token_unloaded", "token_removed")
HEADINGS = ("game_began", "game_ended")


def log_lines(view: DuelView, events: Sequence[Event]) -> Drawing:
    """A line for each thing worth telling; below an unloading stands who gets what."""
    lines: Drawing = []
    unloading: Text | None = None
    for event in worth_telling(events, NOISE):
        if event.kind in CARGO and unloading is not None:
            unloading.append("" if "\n" in unloading.plain else "\n   ").append_text(_cargo(view, event))
            continue
        lines.append(_line(view, event))
        unloading = lines[-1] if event.kind == "boat_unloaded" else unloading
    return lines


def _cargo(view: DuelView, event: Event) -> Text:
    cargo = token(str(event.token))
    if event.seat is None:
        return Text.assemble(" ", cargo, " to the box")
    return Text.assemble(" ", stone(view.seats[event.seat]), " ", cargo)


def _own(event: Event, field: str) -> Text | None:
    return token(str(event.token)) if field == "token" else None


def _line(view: DuelView, event: Event) -> Text:
    line = sentence(view, words(), event, _own)
    if event.kind in HEADINGS:
        line.style = "bold"
        return Text.assemble(("── ", FAINT), line, (" ──", FAINT))
    return line
