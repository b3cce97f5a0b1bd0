"""A position of Builder of Egypt on the terminal: all that a seat may know, drawn to the size of the console."""

from collections.abc import Sequence
from typing import NamedTuple

from rich import box
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from imhotep.table.builder.view import BuilderView, ShipView
from imhotep.table.moves import Event
from imhotep.terminal.builder.log import log_lines
from imhotep.terminal.builder.moves import choices
from imhotep.terminal.builder.pieces import words
from imhotep.terminal.builder.prophecies import prophecies
from imhotep.terminal.builder.seats import SIDEBAR, seats_grid
from imhotep.terminal.builder.sites import side_of, site
from imhotep.terminal.panels import LEAST_LOG, TITLE_FRAME, Fitted, columns, header, height_of, log_panel, question
from imhotep.terminal.pieces import (
    DECK,
    DECK_INK,
    EDGE,
    FAINT,
    FOAM,
    FRAME,
    GOLD,
    HULL,
    SHALLOW,
    WATER,
    Drawing,
    Room,
    beside,
    faint,
    faint_words,
    flow,
    gold,
    one_text,
    padded,
    plural,
    stone,
)

WIDE = 132  # columns from which seats and log stand beside the sites
MEDIUM = 96  # columns from which three sites stand in a row
LEAST_SHIP = 19
PAIRS = 76  # columns from which two sites stand in a row
HINT = "a number, or the move itself such as load 2 1 · help · undo · rules · quit"
LOGGED = 200  # events that the log's panel looks back


class _Style(NamedTuple):
    tall: bool  # pyramids and towers as they stand, instead of flat
    summaries: bool  # what each site does, in words


def table(view: BuilderView, events: Sequence[Event], hint: str | None = None) -> RenderableType:
    """All that a view shows, above the prompt; it fits itself to the console that it is printed on."""
    log = log_lines(view, events[-LOGGED:])

    def drawn(console: Console, width: int, style: _Style) -> RenderableType:
        return Group(title(view, width), _table(console, view, log, width, style, HINT if hint is None else hint))

    return Fitted(drawn, _Style(True, True), _Style(True, False), _Style(False, False))


def _table(console: Console, view: BuilderView, log: Drawing, width: int, style: _Style, hint: str) -> RenderableType:
    sheet = _Sheet(console, view, style)
    if width >= WIDE:
        left = width - SIDEBAR
        boards = Group(
            sheet.sites(("pyramids", "temple"), left),
            sheet.sites(("burial_chamber", "obelisks"), left),
            *prophecies_panel(view, left),
            *sheet.market_and_river(left),
            asked(view, left, hint),
        )
        seats = seats_grid(console, view, SIDEBAR)
        room = height_of(console, boards, left) - height_of(console, seats, SIDEBAR)
        panel = log_panel(console, log, SIDEBAR, max(room, LEAST_LOG + 2))
        return columns([boards, Group(seats, panel)], [left, SIDEBAR])
    lower = [
        *prophecies_panel(view, width),
        *sheet.market_and_river(width),
        seats_grid(console, view, width),
        asked(view, width, hint),
    ]
    if width >= MEDIUM:
        half = width // 2
        chamber = sheet.sites(("burial_chamber",), half)
        panel = log_panel(console, log, width - half, max(height_of(console, chamber, half), LEAST_LOG + 2))
        upper = sheet.sites(("pyramids", "temple", "obelisks"), width)
        return Group(upper, columns([chamber, panel], [half, width - half]), *lower)
    rows: list[tuple[str, ...]] = [("pyramids", "temple"), ("burial_chamber", "obelisks")]
    if width < PAIRS:
        rows = [("pyramids",), ("temple",), ("burial_chamber",), ("obelisks",)]
    happened = [log_panel(console, log, width, LEAST_LOG + 3)] if log else []
    return Group(*(sheet.sites(row, width) for row in rows), *lower[:-1], *happened, lower[-1])


# --- title


def title(view: BuilderView, width: int) -> Text:
    done = view.rounds if view.is_over else view.round - 1
    now = 0 if view.is_over else 1
    suns = gold("● " * done + "◉ " * now + "○ " * (view.rounds - done - now))
    where = "the game is over" if view.is_over else f"round {view.round} of {view.rounds}"
    parts = [faint(_boxes(view)), Text.assemble(suns, (where, "bold"))]
    variants = {"wrath": view.wrath, "face_down": view.face_down}
    parts += [faint(words().variants[id].title) for id, on in variants.items() if on]
    return header(parts, width)


def _boxes(view: BuilderView) -> str:
    expanded = view.cards == "dynasty" or view.prophecies or set(view.sides) & set("CD")
    return "A New Dynasty" if expanded else "Builder of Egypt"


# --- sites


class _Sheet:
    """How the boards are laid out on this console."""

    def __init__(self, console: Console, view: BuilderView, style: _Style) -> None:
        self.console = console
        self.view = view
        self.style = style

    def sites(self, ids: Sequence[str], width: int) -> RenderableType:
        """Boards beside each other, all of the same height."""
        widths = [width // len(ids) + (number < width % len(ids)) for number in range(len(ids))]
        bodies = [self.body(id, room - FRAME) for id, room in zip(ids, widths, strict=True)]
        height = max(height_of(self.console, body, room - FRAME) for body, room in zip(bodies, widths, strict=True))
        boards = [self.board(id, body, height, room) for id, body, room in zip(ids, bodies, widths, strict=True)]
        return columns(boards, widths)

    def market_and_river(self, width: int) -> list[RenderableType]:
        """Both are bare when the game is over."""
        return [] if self.view.is_over else [self.sites(("market",), width), river(self.view, width)]

    def body(self, id: str, width: int) -> Text:
        lines: Drawing = []
        side, named = side_of(self.view, id), self.title(id, width + FRAME) == _full_title(self.view, id)
        name = [] if named else [Text(f"{side.name}:" if self.style.summaries else side.name, "bold")]
        summary = faint_words(side.summary) if self.style.summaries else []
        lines += flow([*name, *summary], width)
        return one_text(lines + site(self.view, id, Room(width, self.style.tall)))

    def board(self, id: str, body: Text, height: int, width: int) -> Panel:
        side = side_of(self.view, id)
        pays = words().pays[side.pays]
        if id == "market":
            pays += f" · draw pile {self.view.draw_pile}, discards {len(self.view.discard_pile)}"
        title = Text(self.title(id, width), "bold")
        docks = [] if self.view.is_over else [Text.assemble(title, " · ", dock) for dock in _docks(self.view, id)]
        return Panel(
            body,
            box=box.ROUNDED,
            title=next((title for title in docks if title.cell_len <= width - TITLE_FRAME), title),
            title_align="left",
            subtitle=Text(pays, FAINT),
            subtitle_align="right",
            border_style=EDGE,
            height=height + 2,
        )

    def title(self, id: str, width: int) -> str:
        """Site, letter and, if there is room beside what lies at the dock, the name of the side."""
        full = _full_title(self.view, id)
        if len(full) + len(" · dock free") <= width - TITLE_FRAME:
            return full
        name = words().sites[id].name
        return f"{name} {side_of(self.view, id).side}"


def _full_title(view: BuilderView, id: str) -> str:
    site_name, side = words().sites[id].name, side_of(view, id)
    return f"{site_name} {side.side}" if side.name == site_name else f"{site_name} {side.side}: {side.name}"


def _docks(view: BuilderView, id: str) -> list[Text]:
    """Which ships lie there, in more words and in fewer; by a plank there may be several."""
    moored = [str(number) for number, ship in enumerate(view.ships, 1) if ship.site == id]
    if not moored:
        return [Text("dock free", GOLD)]
    ships = f"ship{'s' * (len(moored) > 1)} {', '.join(moored)}"
    return [faint(f"{ships} moored"), faint(ships), faint(plural(len(moored), "ship"))]


# --- prophecies


def prophecies_panel(view: BuilderView, width: int) -> list[RenderableType]:
    if not view.prophecies:
        return []
    panel = Panel(
        one_text(prophecies(view, width - FRAME)),
        box=box.ROUNDED,
        title=Text(words().variants["prophecies"].title, "bold"),
        title_align="left",
        subtitle=faint(words().pays["end"]),
        subtitle_align="right",
        border_style=EDGE,
    )
    return [panel]


# --- the river


def river(view: BuilderView, width: int) -> Panel:
    inner = width - FRAME
    across = min(len(view.ships), max(1, inner // LEAST_SHIP))
    ships = [_ship(view, number, ship, inner // across) for number, ship in enumerate(view.ships, 1)]
    lines = [line for first in range(0, len(ships), across) for line in beside(ships[first : first + across])]
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
    aboard = sum(owner is not None for owner in ship.spaces)
    if ship.site is not None:
        name = words().sites[ship.site].short
        state = Text(f"at the {name}", f"italic {SHALLOW}")
    elif aboard < ship.minimum:
        state = Text(f"needs {ship.minimum - aboard} more", SHALLOW)
    else:
        state = Text("may sail", f"bold {FOAM}")
    if ship.site is not None and not aboard:  # it is done for this round
        deck, hull = Text(), Text(" ◥" + "▀" * (3 * ship.size) + "◤", SHALLOW)
    else:
        deck, hull = _deck(view, ship), Text(" ◥" + "█" * (3 * ship.size) + "◤", HULL)
    return [padded(line, width) for line in (title, deck, hull, state)]


def _deck(view: BuilderView, ship: ShipView) -> Text:
    deck = Text.assemble(("◀", HULL), ("▐", DECK))
    for place, owner in enumerate(ship.spaces, 1):
        if owner is None:
            deck.append(str(place).center(3), f"{DECK_INK} on {DECK}")
        else:
            deck.append_text(stone(view.seats[owner], ground=DECK))
    return deck.append("▌", DECK)


# --- the question


def asked(view: BuilderView, width: int, hint: str) -> RenderableType:
    return question(view, words(), lambda room: choices(view, room), width, hint)
