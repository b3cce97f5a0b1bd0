"""What happened, in lines of the log: the catalogue's sentences, without the noise."""

from collections.abc import Sequence
from string import Formatter

import msgspec
from rich.text import Text

from imhotep.cli.drawing_pieces import FAINT, Drawing, card, gold, seat_name
from imhotep.table.builder.view import BuilderView
from imhotep.table.catalogue import SiteId, catalogue
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
    )
)
BUILDING = ("stone_built", "tower_built")


def log_lines(view: BuilderView, events: Sequence[Event]) -> Drawing:
    """One line for each thing worth telling; points stand with what earned them, equal ones are added up."""
    lines: Drawing = []
    shown = _added_up(events)
    for number, event in enumerate(shown):
        before = shown[number - 1] if number else None
        if event.kind == "points" and before is not None and _earned(before, event):
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
    return last.kind == event.kind == "points" and (last.seat, last.source) == (event.seat, event.source)


def _earned(building: Event, points: Event) -> bool:
    """Whether these points came with that stone; the temple pays later, whoever built there last."""
    at_once = building.kind in BUILDING and building.site != "temple"
    return at_once and building.seat == points.seat and building.site == points.source


def _line(view: BuilderView, event: Event) -> Text:
    is_heading = event.kind in ("round_began", "round_ended", "game_ended")
    line = Text(style="bold" if is_heading else "")
    for text, field, _, _ in Formatter().parse(catalogue().events[event.kind].text):
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
        return Text(catalogue().sites[_site(event.site)].name)
    if field == "source" and event.source is not None:
        return Text(catalogue().sources[event.source].name)
    if field == "card":
        return Text("a hidden card", "italic") if event.card is None else card(event.card)
    if field == "points":
        return gold(str(event.points))
    value = getattr(event, field)
    return Text("–" if value is None else str(value))


def _site(id: str) -> SiteId:
    return next(site for site in catalogue().sites if site == id)
