"""What happened in Builder of Egypt, in lines of the log."""

from collections.abc import Sequence

from rich.text import Text

from imhotep.table.builder.sides import LETTERS, ArenaView
from imhotep.table.builder.view import BuilderView
from imhotep.table.moves import Event
from imhotep.terminal.builder.pieces import card, words
from imhotep.terminal.builder.sites import side_of
from imhotep.terminal.log import sentence, worth_telling
from imhotep.terminal.pieces import FAINT, Drawing, gold

NOISE = frozenset(
    (
        "turn_began",
        "ship_ready",
        "card_dealt",
        "card_dealt_down",
        "card_discarded",
        "forced",
        "stone_ordered",
        "stone_unloaded",
        "stone_returned",
        "prophecy_drawn",
        "tomb_turned",
        "tomb_taken",
        "tomb_removed",
    )
)
BUILDING = ("stone_built", "tower_built")
HEADINGS = ("round_began", "round_ended", "game_ended")


def log_lines(view: BuilderView, events: Sequence[Event]) -> Drawing:
    """One line for each thing worth telling; points stand with what earned them, equal ones are added up."""
    lines: Drawing = []
    shown = worth_telling(events, NOISE)
    for number, event in enumerate(shown):
        before = shown[number - 1] if number else None
        if event.kind == "points" and before is not None and _earned(view, before, event):
            lines[-1].append(" ").append_text(gold(f"{event.points:+d}"))
        else:
            lines.append(_line(view, event))
    return lines


def _earned(view: BuilderView, before: Event, points: Event) -> bool:
    """Whether these points came with that stone or that verdict; a temple pays later, whoever built there last."""
    if before.seat != points.seat:
        return False
    if before.kind in ("prophecy_fulfilled", "prophecy_failed"):
        return points.source == "prophecies"
    if before.site == "temple" and not isinstance(view.temple, ArenaView):
        return False
    return before.kind in BUILDING and (before.site, before.place) == (points.source, points.place)


def _line(view: BuilderView, event: Event) -> Text:
    def own(event: Event, field: str) -> Text | None:
        if field == "card":
            return Text("a hidden card", "italic") if event.card is None else card(event.card)
        if field == "prophecy" and event.prophecy is not None:
            return Text(words().prophecy_name(view.prophecies[event.prophecy - 1].id), "bold")
        if field == "column" and event.column is not None:
            return Text(LETTERS[event.column - 1])
        place = event.site if field == "site" else event.source if field == "source" else None
        if place in words().sites:  # by the name that its board bears: with side D of the temple, the Arena
            return Text(side_of(view, place).name)
        return None

    line = sentence(view, words(), event, own)
    if event.kind in HEADINGS:
        line.style = "bold"
    return Text.assemble(("── ", FAINT), line, (" ──", FAINT)) if event.kind == "round_began" else line
