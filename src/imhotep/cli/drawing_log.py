"""What happened, in lines of the log: the catalogue's sentences, without the noise."""

from collections.abc import Sequence
from string import Formatter

import msgspec
from rich.text import Text

from imhotep.cli.drawing_pieces import FAINT, Drawing, card, gold, seat_name
from imhotep.table.builder.sides import LETTERS, ArenaView
from imhotep.table.builder.view import BuilderView
from imhotep.table.catalogue import catalogue
from imhotep.table.moves import Event

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


def log_lines(view: BuilderView, events: Sequence[Event]) -> Drawing:
    """One line for each thing worth telling; points stand with what earned them, equal ones are added up."""
    lines: Drawing = []
    shown = _added_up(events)
    for number, event in enumerate(shown):
        before = shown[number - 1] if number else None
        if event.kind == "points" and before is not None and _earned(view, before, event):
            lines[-1].append(" ").append_text(gold(f"{event.points:+d}"))
        else:
            lines.append(_line(view, event))
    return lines


def _added_up(events: Sequence[Event]) -> list[Event]:
    shown: list[Event] = []
    for event in events:
        if event.kind in NOISE or (event.kind == "points" and not event.points):
            continue
        last = shown[-1] if shown else None
        if last is not None and _same_points(last, event):
            shown[-1] = msgspec.structs.replace(last, points=(last.points or 0) + (event.points or 0))
        else:
            shown.append(event)
    return shown


def _same_points(last: Event, event: Event) -> bool:
    """Those of a stone and those of a majority are told apart: only the former have a place."""
    if not last.kind == event.kind == "points" or (last.place is None) != (event.place is None):
        return False
    return (last.seat, last.source) == (event.seat, event.source)


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
    is_heading = event.kind in ("round_began", "round_ended", "game_ended")
    line = Text(style="bold" if is_heading else "")
    for text, field, _, _ in Formatter().parse(catalogue("builder").events[event.kind].text):
        line.append(text)
        if field is not None:
            line.append_text(_field(view, event, field))
    if is_heading and event.kind == "round_began":
        line = Text.assemble(("── ", FAINT), line, (" ──", FAINT))
    return line


def _field(view: BuilderView, event: Event, field: str) -> Text:
    if field == "who" and event.seat is not None:
        return seat_name(view.seats[event.seat])
    if field == "site" and event.site is not None:
        return Text(catalogue("builder").sites[event.site].name)
    if field == "source" and event.source is not None:
        return Text(catalogue("builder").sources[event.source].name)
    if field == "card":
        return Text("a hidden card", "italic") if event.card is None else card(event.card)
    if field == "points":
        return gold(str(event.points))
    if field == "prophecy" and event.prophecy is not None:
        return Text(catalogue("builder").prophecy_name(view.prophecies[event.prophecy - 1].id), "bold")
    if field == "column" and event.column is not None:
        return Text(LETTERS[event.column - 1])
    value = getattr(event, field)
    return Text("–" if value is None else str(value))
