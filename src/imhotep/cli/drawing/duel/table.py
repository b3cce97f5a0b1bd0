"""A position of The Duel on the terminal: all that there is to know, drawn to the size of the console."""

from collections.abc import Sequence
from typing import NamedTuple

from rich import box
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.text import Text

from imhotep.cli.drawing.duel.harbour import REFILL, harbour
from imhotep.cli.drawing.duel.log import log_lines
from imhotep.cli.drawing.duel.moves import choices
from imhotep.cli.drawing.duel.pieces import words
from imhotep.cli.drawing.duel.seats import seat_panel, seats
from imhotep.cli.drawing.panels import LEAST_LOG, Fitted, columns, header, height_of, last_lines, log_panel, question
from imhotep.cli.drawing.pieces import (
    EDGE,
    FOAM,
    FRAME,
    SHALLOW,
    WATER,
    Drawing,
    faint,
    faint_words,
    flow,
    gold,
    one_text,
    plural,
)
from imhotep.table.duel.view import DuelView
from imhotep.table.moves import Event

WIDE = 132  # columns from which players and log stand beside the harbour
WIDEST = 176  # columns from which the harbour lies between the players
SIDEBAR = 46
LOG = 66
HINT = "a number, or the move itself such as place 2 3 · help · undo · rules · quit"
LOGGED = 200  # events that the log's panel looks back
MOST_REFILLS = 13  # drawn one by one


class _Style(NamedTuple):
    tall: bool = False  # two lines for each space of the harbour
    standing: bool = False  # sites as they stand, instead of a line for each
    summaries: bool = False  # what each site scores, in words
    framed: bool = True
    log: int = LEAST_LOG + 1  # lines


STYLES = (
    _Style(tall=True, standing=True, summaries=True),
    _Style(tall=True, standing=True),
    _Style(tall=True),
    _Style(log=LEAST_LOG - 1),
    _Style(framed=False, log=2),
)


def table(view: DuelView, events: Sequence[Event]) -> RenderableType:
    """All that a view shows, above the prompt; it fits itself to the console that it is printed on."""

    def drawn(console: Console, width: int, style: _Style) -> RenderableType:
        return Group(title(view, width), _table(console, view, events, width, style))

    return Fitted(drawn, *STYLES)


def _table(console: Console, view: DuelView, events: Sequence[Event], width: int, style: _Style) -> RenderableType:
    log = log_lines(view, events[-LOGGED:])
    summaries = [sites(view, width)] if style.summaries else []
    if width >= WIDEST:
        return Group(_between_players(console, view, width, style), *summaries, _and_log(console, view, log, width))
    if width >= WIDE:
        left = width - SIDEBAR
        boards = Group(water(view, left, style), *([sites(view, left)] if summaries else []), asked(view, left))
        players = Group(*(seat_panel(view, seat, SIDEBAR, style.standing) for seat in range(len(view.seats))))
        room = height_of(console, boards, left) - height_of(console, players, SIDEBAR)
        panel = log_panel(console, log, SIDEBAR, max(room, LEAST_LOG + 2))
        return columns([boards, Group(players, panel)], [left, SIDEBAR])
    told = log_panel(console, log, width, style.log + 2) if style.framed else last_lines(console, log, width, style.log)
    players = seats(console, view, width, style.standing, style.framed)
    return Group(water(view, width, style), players, told, *summaries, asked(view, width))


def _between_players(console: Console, view: DuelView, width: int, style: _Style) -> RenderableType:
    middle = width - 2 * SIDEBAR
    port = water(view, middle, style)
    height = height_of(console, port, middle)
    sides = [seat_panel(view, seat, SIDEBAR, style.standing, height) for seat in (0, 1)]
    return columns([sides[0], port, sides[1]], [SIDEBAR, middle, SIDEBAR])


def _and_log(console: Console, view: DuelView, log: Drawing, width: int) -> RenderableType:
    """The question, and beside it what happened."""
    left = width - LOG
    panel = asked(view, left)
    height = max(height_of(console, panel, left), LEAST_LOG + 2)
    return columns([panel, log_panel(console, log, LOG, height)], [left, LOG])


# --- title


def title(view: DuelView, width: int) -> Text:
    moored = sum(boat.moored for boat in view.boats)
    where = "the game is over" if view.is_over else f"{moored} of {plural(len(view.boats), 'boat')} left"
    parts = [faint(words().title), Text(where, "bold"), _refills(view, width)]
    parts += [faint(words().house_rules[id].title) for id, on in view.rules.items() if on]
    return header(parts, width)


def _refills(view: DuelView, width: int) -> Text:
    """Each is three tokens of the supply."""
    if not view.refills:
        return faint("no refills left")
    drawn = " ".join([REFILL] * view.refills)
    shown = f"{drawn} {view.refills}" if len(drawn) < width // 2 else f"{REFILL} ×{view.refills}"
    return Text.assemble(faint("refills "), gold(shown))


# --- parts


def water(view: DuelView, width: int, style: _Style) -> RenderableType:
    drawn = one_text(harbour(view, width - FRAME, style.tall))
    color = f"{FOAM} on {WATER}"
    if not style.framed:
        return Padding(drawn, (0, FRAME // 2), style=color)
    return Panel(
        drawn,
        box=box.ROUNDED,
        title=Text("The harbour", f"bold {FOAM}"),
        title_align="left",
        border_style=SHALLOW,
        style=color,
    )


def sites(view: DuelView, width: int) -> RenderableType:
    """What the sites score, in words."""
    lines: Drawing = []
    for id, site in view.sites.items():
        side = words().sides[id][site.side]
        name = Text(f"{words().sites[id].name} {site.side}:", "bold")
        lines += flow([name, *faint_words(side.summary)], width - FRAME)
    return Panel(
        one_text(lines),
        box=box.ROUNDED,
        title=Text("At the end of the game", "bold"),
        title_align="left",
        border_style=EDGE,
    )


def asked(view: DuelView, width: int) -> RenderableType:
    return question(view, words(), lambda room: choices(view, room), width, HINT)
