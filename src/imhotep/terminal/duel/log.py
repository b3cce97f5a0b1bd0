"""What happened in The Duel, in lines of the log."""

from collections.abc import Sequence

from rich.text import Text

from imhotep.table.duel.view import DuelView
from imhotep.table.moves import Event
from imhotep.terminal.duel.pieces import token, words
from imhotep.terminal.log import sentence, worth_telling
from imhotep.terminal.pieces import FAINT, Drawing, stone

NOISE = frozenset(("turn_began", "forced", "token_loaded", "meeple_returned"))
CARGO = ("token_unloaded", "token_removed")
UNLOADED = (*CARGO, "token_taken")
HEADINGS = ("game_began", "game_ended")


def log_lines(view: DuelView, events: Sequence[Event]) -> Drawing:
    """A line for each thing worth telling; below an unloading stands who gets what."""
    lines: Drawing = []
    unloading: Text | None = None
    swapped = _swapped(view, events)
    for event in worth_telling(events, NOISE):
        if event.kind in CARGO and unloading is not None:
            unloading.append("" if "\n" in unloading.plain else "\n   ").append_text(_cargo(view, event))
            continue
        lines.append(_line(view, event))
        if event.kind == "tokens_swapped":
            one, other = swapped.pop(0)
            if one is not None and other is not None:
                lines[-1].append_text(Text.assemble(": ", token(one), " ⇄ ", token(other)))
        unloading = lines[-1] if event.kind == "boat_unloaded" else unloading
    return lines


def _cargo(view: DuelView, event: Event) -> Text:
    cargo = token(str(event.token))
    if event.seat is None:
        return Text.assemble(" ", cargo, " to the box")
    return Text.assemble(" ", stone(view.seats[event.seat]), " ", cargo)


def _swapped(view: DuelView, events: Sequence[Event]) -> list[tuple[str | None, str | None]]:
    """The tokens of each swap, by going back from what is on the boats now."""
    cargo = {boat.boat: list(boat.cargo) for boat in view.boats}
    found: list[tuple[str | None, str | None]] = []
    for event in reversed(events):
        if event.boat is None or event.space is None:
            continue
        spaces, space = cargo[event.boat], event.space - 1
        if event.kind == "tokens_swapped" and event.second_space is not None:
            other = event.second_space - 1
            spaces[space], spaces[other] = spaces[other], spaces[space]
            found.insert(0, (spaces[space], spaces[other]))
        else:
            spaces[space] = str(event.token) if event.kind in UNLOADED else None
    return found


def _own(event: Event, field: str) -> Text | None:
    return token(str(event.token)) if field == "token" else None


def _line(view: DuelView, event: Event) -> Text:
    line = sentence(view, words(), event, _own)
    if event.kind in HEADINGS:
        line.style = "bold"
        return Text.assemble(("── ", FAINT), line, (" ──", FAINT))
    return line
