"""A position of The Duel on the terminal: all that there is to know, drawn to the size of the console."""

from collections.abc import Sequence
from typing import NamedTuple

from rich import box
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.text import Text

from imhotep.table.duel.view import DuelView
from imhotep.table.moves import Event
from imhotep.terminal.duel.harbour import harbour, numbers_cargo
from imhotep.terminal.duel.log import log_lines
from imhotep.terminal.duel.moves import Detail, choices
from imhotep.terminal.duel.payment import payment
from imhotep.terminal.duel.pieces import words
from imhotep.terminal.duel.seats import seat_panel, seats
from imhotep.terminal.panels import (
    LEAST_LOG,
    PROMPT,
    Fitted,
    columns,
    header,
    height_of,
    last_lines,
    log_panel,
    question,
)
from imhotep.terminal.pieces import (
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

WIDE = 132  # columns from which players and log stand beside the harbour
WIDEST = 176  # columns from which the harbour lies between the players
SIDEBAR = 46
LOG = 66
HINT = "a number, or the move itself such as {move} · help · undo · rules · quit"
STANDARD = "duel 1"  # the edition that is in the box
LOGGED = 200  # events that the log's panel looks back
REFILL = "▪▪▪"  # three tokens, face down
OUT_OF_REACH = "× is out of reach."


class _Style(NamedTuple):
    tall: bool = False  # two lines for each space of the harbour
    standing: bool = False  # sites as they stand, instead of a line for each
    summaries: bool = False  # what each site scores, in words
    framed: bool = True
    low_shore: bool = False  # as much of what is out of sight as needs no line of its own
    moves: Detail = Detail.FULL
    log: int = LEAST_LOG + 1  # lines
    harbour_last: bool = False  # so that it is what stays in sight if not everything does


STYLES = (
    _Style(tall=True, standing=True, summaries=True),
    _Style(tall=True, standing=True),
    _Style(tall=True),
    _Style(log=LEAST_LOG - 1),
    _Style(framed=False, log=2),
    _Style(framed=False, low_shore=True, log=2),
    _Style(framed=False, low_shore=True, moves=Detail.BRIEF, log=1),
    _Style(framed=False, low_shore=True, moves=Detail.BOATS, log=1),
    _Style(framed=False, low_shore=True, moves=Detail.BRIEF, log=1, harbour_last=True),
)


def table(
    view: DuelView, events: Sequence[Event], reasons: Sequence[str] = (), hint: str | None = None
) -> RenderableType:
    """All that a view shows, above the prompt, and why some moves are not legal; it fits itself to the console that it
    is printed on."""
    log = log_lines(view, events[-LOGGED:])
    if hint is None:
        hint = HINT.format(move=view.moves[0]) if view.moves else ""

    def drawn(console: Console, width: int, style: _Style) -> RenderableType:
        layout = _players_around if width >= WIDEST else _players_beside if width >= WIDE else _players_below
        return Group(title(view, width), layout(_Sheet(console, view, log, reasons, hint, style), width))

    return Fitted(drawn, *STYLES)


class _Sheet(NamedTuple):
    """What is drawn, where and how."""

    console: Console
    view: DuelView
    log: Drawing
    reasons: Sequence[str]
    hint: str
    style: _Style

    def height(self, drawn: RenderableType, width: int) -> int:
        return height_of(self.console, drawn, width)

    def summaries(self, width: int) -> list[RenderableType]:
        return [sites(self.view, width)] if self.style.summaries else []

    def seat(self, seat: int, height: int | None = None) -> RenderableType:
        return seat_panel(self.view, seat, SIDEBAR, self.style.standing, height is not None, height)

    def asked(self, width: int, harbour: int) -> RenderableType:
        """The question, if the harbour is drawn that wide."""
        return asked(self, width, numbers_cargo(harbour - FRAME, self.style.tall))


def _players_around(sheet: _Sheet, width: int) -> RenderableType:
    """The harbour lies between the players; below, what happened stands beside the question."""
    middle, left = width - 2 * SIDEBAR, width - LOG
    parts = [sheet.seat(0), water(sheet.view, middle, sheet.style), sheet.seat(1)]
    widths = [SIDEBAR, middle, SIDEBAR]
    tallest = max(sheet.height(part, room) for part, room in zip(parts, widths, strict=True))
    upper = [sheet.seat(0, tallest), water(sheet.view, middle, sheet.style, tallest), sheet.seat(1, tallest)]
    question = sheet.asked(left, middle)
    log = log_panel(sheet.console, sheet.log, LOG, max(sheet.height(question, left), LEAST_LOG + 2))
    return Group(columns(upper, widths), *sheet.summaries(width), columns([question, log], [left, LOG]))


def _players_beside(sheet: _Sheet, width: int) -> RenderableType:
    """The players stand beside harbour and question; the log fills up whichever is shorter."""
    left = width - SIDEBAR
    boards = [water(sheet.view, left, sheet.style), *sheet.summaries(left)]
    question = sheet.asked(left, left)
    players = Group(sheet.seat(0), sheet.seat(1))
    room = sheet.height(players, SIDEBAR) - sheet.height(Group(*boards, question), left)
    if room >= LEAST_LOG + 2:
        log = log_panel(sheet.console, sheet.log, left, room)
        return columns([Group(*boards, log, question), players], [left, SIDEBAR])
    log = log_panel(sheet.console, sheet.log, SIDEBAR, max(-room, LEAST_LOG + 2))
    return columns([Group(*boards, question), Group(players, log)], [left, SIDEBAR])


def _players_below(sheet: _Sheet, width: int) -> RenderableType:
    """Everything below each other."""
    style = sheet.style
    brief = style.moves != Detail.FULL
    harbour, players = water(sheet.view, width, style), seats(sheet.view, width, style.standing, style.framed, brief)
    log: list[RenderableType] = []
    if sheet.log:
        framed = log_panel(sheet.console, sheet.log, width, style.log + 2)
        log.append(framed if style.framed else last_lines(sheet.console, sheet.log, width, style.log))
    question = sheet.asked(width, width)
    if not style.harbour_last:
        return Group(harbour, players, *log, *sheet.summaries(width), question)
    if sheet.height(Group(harbour, question), width) > sheet.console.height - PROMPT:
        question = sheet._replace(style=style._replace(moves=Detail.BOATS)).asked(width, width)
    return Group(players, *log, harbour, question)


# --- title


def title(view: DuelView, width: int) -> Text:
    moored = sum(boat.moored for boat in view.boats)
    where = "the game is over" if view.is_over else f"{moored} of {plural(len(view.boats), 'boat')} left"
    before, after = [faint(words().title), Text(where, "bold")], [_reserve(view)]
    after += [faint(words().house_rules[id].title) for id, on in view.rules.items() if on]
    after += [faint(f"edition {view.edition}")] if view.edition != STANDARD else []
    forms = [header([*before, refills, *after], width) for refills in _refills(view)]
    return forms[0] if "\n" not in forms[0].plain else forms[-1]


def _refills(view: DuelView) -> list[Text]:
    """Each is three tokens of the supply; drawn, and in short."""
    if not view.refills:
        return [faint("no refills left")]
    drawn = " ".join([REFILL] * view.refills)
    forms = (f"{drawn} {view.refills}", f"{REFILL} ×{view.refills}")
    return [Text.assemble(faint("refills "), gold(shown)) for shown in forms]


def _reserve(view: DuelView) -> Text:
    return Text.assemble(faint("reserve "), gold(str(view.reserve))) if view.reserve else faint("no reserve left")


# --- parts


def water(view: DuelView, width: int, style: _Style, height: int | None = None) -> RenderableType:
    drawn = one_text(harbour(view, width - FRAME, style.tall, style.low_shore))
    color = f"{FOAM} on {WATER}"
    if not style.framed and height is None:
        return Padding(drawn, (0, FRAME // 2), style=color)
    return Panel(
        drawn,
        box=box.ROUNDED,
        title=Text("The harbour", f"bold {FOAM}"),
        title_align="left",
        border_style=SHALLOW,
        style=color,
        height=height,
    )


def sites(view: DuelView, width: int) -> RenderableType:
    """What the sites score, in words."""
    lines: Drawing = []
    for id, site in view.sites.items():
        name = Text(f"{words().sites[id].name} {site.side}:", "bold")
        more = OUT_OF_REACH if id == "tomb" else ""
        lines += flow([name, *faint_words(f"{payment(view, id)} {more}")], width - FRAME)
    return Panel(
        one_text(lines),
        box=box.ROUNDED,
        title=Text("At the end of the game", "bold"),
        title_align="left",
        border_style=EDGE,
    )


def asked(sheet: _Sheet, width: int, on_boats: bool) -> RenderableType:
    view, style = sheet.view, sheet.style

    def answers(room: int) -> Drawing:
        reasons = [] if style.moves == Detail.BOATS else flow(faint_words(" · ".join(sheet.reasons)), room)
        return choices(view, room, style.moves, on_boats) + reasons

    return question(view, words(), answers, width, sheet.hint, style.moves == Detail.FULL)
