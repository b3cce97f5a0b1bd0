"""What happened, as lines of a log: the catalogue's sentences, without the noise."""

from collections.abc import Callable, Collection, Sequence
from string import Formatter

import msgspec
from rich.text import Text

from imhotep.table.catalogue import Catalogue
from imhotep.table.moves import Event
from imhotep.terminal.pieces import View, gold, stone, who

Field = Callable[[Event, str], Text | None]  # what a game draws in its own way


def worth_telling(events: Sequence[Event], noise: Collection[str]) -> list[Event]:
    """Without the noise; points that follow each other are added up if they are alike."""
    shown: list[Event] = []
    for event in events:
        if event.kind in noise or (event.kind == "points" and not event.points):
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


def sentence(view: View, words: Catalogue, event: Event, own: Field) -> Text:
    """What the catalogue says of an event, to the viewer or of somebody else; `own` draws fields, or leaves them to
    us."""
    said, line = words.events[event.kind], Text()
    to_you = said.you if event.seat is not None and event.seat == view.seat else ""
    if to_you and said.text.startswith("{who}"):
        line.append_text(stone(view.seats[event.seat or 0])).append(" ")
    for text, field, _, _ in Formatter().parse(to_you or said.text):
        line.append(text)
        if field is not None:
            line.append_text(own(event, field) or _field(view, words, event, field))
    return line


def _field(view: View, words: Catalogue, event: Event, field: str) -> Text:
    if field == "who" and event.seat is not None:
        return who(view, event.seat)
    if field == "site" and event.site is not None:
        return Text(words.sites[event.site].name)
    if field == "source" and event.source is not None:
        return Text(words.sources[event.source].name)
    if field == "points":
        return gold(str(event.points))
    value = getattr(event, field)
    return Text("–" if value is None else str(value))
