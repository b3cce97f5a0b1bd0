"""A position of Builder of Egypt on the terminal: all that a seat may know, drawn to the size of the console."""

from collections import Counter
from collections.abc import Sequence

from rich import box
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from imhotep.cli.drawing_log import log_lines
from imhotep.cli.drawing_moves import choices
from imhotep.cli.drawing_pieces import (
    DECK,
    DECK_INK,
    EDGE,
    FAINT,
    FOAM,
    GOLD,
    HULL,
    SHALLOW,
    WATER,
    Drawing,
    beside,
    card,
    faint,
    flow,
    gold,
    one_text,
    padded,
    plural,
    seat_name,
    space,
    stone,
)
from imhotep.cli.drawing_sites import Room, side_of, site
from imhotep.table.builder.view import BuilderView, SeatView, ShipView
from imhotep.table.catalogue import SiteId, catalogue
from imhotep.table.moves import Event

WIDE = 132  # columns from which seats and log stand beside the sites
MEDIUM = 96  # columns from which three sites stand in a row
SIDEBAR = 43
FRAME = 4  # columns that a border takes
LEAST_LOG = 4
LEAST_SEAT = 25  # columns
PAIRS = 76  # columns from which two sites stand in a row
PROMPT = 2  # lines below the drawing


def draw(console: Console, view: BuilderView, events: Sequence[Event]) -> RenderableType:
    """The whole screen above the prompt, as rich in detail as the height allows."""
    drawn: RenderableType = ""
    for tall, summaries in ((True, True), (True, False), (False, False)):
        drawn = Group(header(view, console.width), _table(console, view, events, tall, summaries))
        if _height(console, drawn, console.width) <= console.height - PROMPT:
            break
    return drawn


def _table(console: Console, view: BuilderView, events: Sequence[Event], tall: bool, summaries: bool) -> RenderableType:
    width = console.width
    sheet = _Sheet(console, view, tall, summaries)
    if width >= WIDE:
        left = width - SIDEBAR
        boards = Group(
            sheet.sites(("pyramids", "temple"), left),
            sheet.sites(("burial_chamber", "obelisks"), left),
            sheet.sites(("market",), left),
            river(view, left),
            asked(view, left),
        )
        seats = seats_grid(console, view, SIDEBAR)
        room = _height(console, boards, left) - _height(console, seats, SIDEBAR)
        log = log_panel(console, view, events, SIDEBAR, max(room, LEAST_LOG + 2))
        return _columns([boards, Group(seats, log)], [left, SIDEBAR])
    lower = [sheet.sites(("market",), width), river(view, width), seats_grid(console, view, width), asked(view, width)]
    if width >= MEDIUM:
        half = width // 2
        chamber = sheet.sites(("burial_chamber",), half)
        log = log_panel(console, view, events, width - half, max(_height(console, chamber, half), LEAST_LOG + 2))
        upper = sheet.sites(("pyramids", "temple", "obelisks"), width)
        return Group(upper, _columns([chamber, log], [half, width - half]), *lower)
    rows: list[tuple[SiteId, ...]] = [("pyramids", "temple"), ("burial_chamber", "obelisks")]
    if width < PAIRS:
        rows = [("pyramids",), ("temple",), ("burial_chamber",), ("obelisks",)]
    log = log_panel(console, view, events, width, LEAST_LOG + 3)
    return Group(*(sheet.sites(row, width) for row in rows), *lower[:-1], log, lower[-1])


def _columns(parts: Sequence[RenderableType], widths: Sequence[int]) -> Table:
    grid = Table.grid()
    for width in widths:
        grid.add_column(width=width)
    grid.add_row(*parts)
    return grid


def _height(console: Console, drawn: RenderableType, width: int) -> int:
    return len(console.render_lines(drawn, console.options.update(width=width, height=None), pad=False))


# --- header


def header(view: BuilderView, width: int) -> Text:
    done = view.rounds if view.is_over else view.round - 1
    now = 0 if view.is_over else 1
    suns = gold("● " * done + "◉ " * now + "○ " * (view.rounds - done - now))
    where = "the game is over" if view.is_over else f"round {view.round} of {view.rounds}"
    parts = [gold(" I M H O T E P"), faint("Builder of Egypt"), Text.assemble(suns, (where, "bold"))]
    if view.wrath:
        parts.append(faint(catalogue().variants["wrath"].title))
    return one_text(flow(parts, width, 4))


# --- sites


class _Sheet:
    """How the boards are laid out on this console."""

    def __init__(self, console: Console, view: BuilderView, tall: bool, summaries: bool) -> None:
        self.console = console
        self.view = view
        self.tall = tall
        self.summaries = summaries

    def sites(self, ids: Sequence[SiteId], width: int) -> RenderableType:
        """Boards beside each other, all of the same height."""
        widths = [width // len(ids) + (number < width % len(ids)) for number in range(len(ids))]
        bodies = [self.body(id, room - FRAME) for id, room in zip(ids, widths, strict=True)]
        height = max(_height(self.console, body, room - FRAME) for body, room in zip(bodies, widths, strict=True))
        return _columns([self.board(id, body, height) for id, body in zip(ids, bodies, strict=True)], widths)

    def body(self, id: SiteId, width: int) -> Text:
        lines: Drawing = []
        if self.summaries:
            lines.append(Text(catalogue().sides[id][side_of(self.view, id)].summary, FAINT))
        return one_text(lines + site(self.view, id, Room(width, self.tall)))

    def board(self, id: SiteId, body: Text, height: int) -> Panel:
        words = catalogue()
        moored = [number for number, ship in enumerate(self.view.ships, 1) if ship.site == id]
        dock = faint(f"ship {moored[0]} moored") if moored else Text("dock free", f"{GOLD}")
        title = Text.assemble((f"{words.sites[id].name} {side_of(self.view, id)}", "bold"), " · ", dock)
        pays = words.pays[words.sides[id][side_of(self.view, id)].pays]
        if id == "market":
            pays += f" · draw pile {self.view.draw_pile}, discards {len(self.view.discard_pile)}"
        return Panel(
            body,
            box=box.ROUNDED,
            title=title,
            title_align="left",
            subtitle=Text(pays, FAINT),
            subtitle_align="right",
            border_style=EDGE,
            height=height + 2,
        )


# --- the river


def river(view: BuilderView, width: int) -> Panel:
    inner = width - FRAME
    column = inner // len(view.ships)
    lines = beside([_ship(view, number, ship, column) for number, ship in enumerate(view.ships, 1)])
    title = Text("The Nile", f"bold {FOAM}")
    return Panel(
        one_text(lines),
        box=box.ROUNDED,
        title=title,
        title_align="left",
        subtitle=Text("◀ front: space 1 is unloaded first", SHALLOW),
        subtitle_align="right",
        border_style=SHALLOW,
        style=f"{FOAM} on {WATER}",
    )


def _ship(view: BuilderView, number: int, ship: ShipView, width: int) -> Drawing:
    loads = f"{ship.minimum}–{ship.size}" if ship.minimum < ship.size else f"{ship.size}"
    title = Text.assemble((f"Ship {number}", f"bold {FOAM}"), (f": {loads} stone{'s' * (ship.size > 1)}", SHALLOW))
    if ship.site is not None:
        name = next(words.short for id, words in catalogue().sites.items() if id == ship.site)
        hull = Text("◥" + "▀" * (3 * ship.size) + "◤", SHALLOW)
        state = Text(f"at the {name}", f"italic {SHALLOW}")
        return [padded(line, width) for line in (title, Text(" "), Text(" ").append_text(hull), state)]
    deck = Text("◀", HULL).append("▐", DECK)
    for place, owner in enumerate(ship.spaces, 1):
        if owner is None:
            deck.append(str(place).center(3), f"{DECK_INK} on {DECK}")
        else:
            deck.append_text(stone(view.seats[owner], ground=DECK))
    deck.append("▌", DECK)
    hull = Text(" ◥" + "█" * (3 * ship.size) + "◤", HULL)
    aboard = sum(owner is not None for owner in ship.spaces)
    missing = ship.minimum - aboard
    state = Text(f"needs {missing} more", SHALLOW) if missing > 0 else Text("may sail", f"bold {FOAM}")
    return [padded(line, width) for line in (title, deck, hull, state)]


# --- seats


def seats_grid(console: Console, view: BuilderView, width: int) -> RenderableType:
    """The players in a row if there is room, else in more."""
    count = len(view.seats)
    across = next(number for number in (count, 2, 1) if number == 1 or width // number >= LEAST_SEAT)
    across = 1 if width <= SIDEBAR else across
    rows: list[RenderableType] = []
    for first in range(0, count, across):
        numbers = range(first, min(first + across, count))
        widths = [width // across + (place < width % across) for place in range(across)]
        bodies = [_seat(view, number, room - FRAME) for number, room in zip(numbers, widths, strict=False)]
        height = max(_height(console, body, room - FRAME) for body, room in zip(bodies, widths, strict=False))
        panels = [_seat_panel(view, number, body, height) for number, body in zip(numbers, bodies, strict=True)]
        rows.append(_columns(panels, widths[: len(panels)]))
    return Group(*rows)


def _seat_panel(view: BuilderView, number: int, body: Text, height: int) -> Panel:
    decides = view.decider == number
    return Panel(
        body,
        box=box.HEAVY if decides else box.ROUNDED,
        border_style=GOLD if decides else EDGE,
        subtitle=gold("decides") if decides else None,
        subtitle_align="right",
        height=height + 2,
    )


def _seat(view: BuilderView, number: int, width: int) -> Text:
    seat = view.seats[number]
    score = gold(str(seat.score))
    name = seat_name(seat)
    if name.cell_len + score.cell_len < width:
        lines = [padded(name, width - score.cell_len).append_text(score)]
    else:
        lines = [name, Text("score ").append_text(score)]
    lines += flow([_sled(view, seat), faint(f"+{seat.quarry}" if width < 30 else f"quarry {seat.quarry}")], width)
    lines += flow(_hand(seat), width)
    lines += flow(_sources(seat), width, 2)
    return one_text(lines)


def _sled(view: BuilderView, seat: SeatView) -> Text:
    free = max(0, view.sled_room - seat.sled)
    return Text().join([stone(seat)] * seat.sled + [space("")] * free)


def _hand(seat: SeatView) -> list[Text]:
    return [card(id, count) for id, count in Counter(seat.hand).items()] or [faint("no cards")]


def _sources(seat: SeatView) -> list[Text]:
    sources = catalogue().sources
    return [
        Text.assemble(faint(f"{sources[id].name} "), gold(str(points))) for id, points in seat.points.items() if points
    ] or [faint("no points yet")]


# --- log and question


def log_panel(console: Console, view: BuilderView, events: Sequence[Event], width: int, height: int) -> Panel:
    """As many of the last lines as fit."""
    lines: Drawing = []
    used = 0
    for line in reversed(log_lines(view, events[-200:])):
        used += _height(console, line, width - FRAME)
        if used > height - 2 and lines:
            break
        lines.insert(0, line)
    return Panel(
        one_text(lines),
        box=box.ROUNDED,
        title=Text("What happened", "bold"),
        title_align="left",
        border_style=EDGE,
        width=width,
        height=height,
    )


def asked(view: BuilderView, width: int) -> RenderableType:
    """Whose decision it is, what is asked, and the answers."""
    if view.is_over:
        return gold("The game is over.")
    assert view.decider is not None
    seat = view.seats[view.decider]
    if view.question is None:
        return seat_name(seat).append(" decides.")
    question = catalogue().questions[view.question].text
    head = Text.assemble(seat_name(seat), "  ", gold(question))
    return Panel(
        one_text(choices(view, width - FRAME)),
        box=box.HEAVY,
        title=head,
        title_align="left",
        border_style=GOLD,
    )

