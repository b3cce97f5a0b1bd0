"""The players as the terminal draws them: sleds, cards and points."""

from collections import Counter
from collections.abc import Sequence

from rich import box
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from imhotep.cli.drawing_pieces import (
    EDGE,
    FRAME,
    GOLD,
    backs,
    card_in,
    coins,
    faint,
    flow,
    gold,
    one_text,
    padded,
    seat_name,
    space,
    stone,
)
from imhotep.cli.drawing_prophecies import scarabs_left
from imhotep.table.builder.view import BuilderView, SeatView
from imhotep.table.catalogue import catalogue

LEAST_SEAT = 25  # columns
SIDEBAR = 43  # columns; up to these the players stand one below the other


def columns(parts: Sequence[RenderableType], widths: Sequence[int]) -> Table:
    grid = Table.grid()
    for width in widths:
        grid.add_column(width=width, overflow="fold")
    grid.add_row(*parts)
    return grid


def height_of(console: Console, drawn: RenderableType, width: int) -> int:
    return len(console.render_lines(drawn, console.options.update(width=width, height=None), pad=False))


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
        height = max(height_of(console, body, room - FRAME) for body, room in zip(bodies, widths, strict=False))
        panels = [_seat_panel(view, number, body, height) for number, body in zip(numbers, bodies, strict=True)]
        rows.append(columns(panels, widths[: len(panels)]))
    return Group(*rows)


def _seat_panel(view: BuilderView, number: int, body: Text, height: int) -> Panel:
    decides = view.decider == number
    return Panel(
        body,
        box=box.HEAVY if decides else box.ROUNDED,
        border_style=GOLD if decides else EDGE,
        subtitle=Text.assemble(gold("decides · " if decides else ""), faint(f"quarry {view.seats[number].quarry}")),
        subtitle_align="right",
        height=height + 2,
    )


def _seat(view: BuilderView, number: int, width: int) -> Text:
    seat = view.seats[number]
    name, score = seat_name(seat), Text(" ").join(_score(seat))
    if name.cell_len + score.cell_len < width:
        lines = [padded(name, width - score.cell_len).append_text(score)]
    else:
        lines = [name, *flow(_score(seat), width)]
    lines += flow(_sled(seat), width, 0)
    lines += flow(_hand(seat, width), width)
    lines += flow(_extras(view, number), width, 2)
    lines += flow(_sources(seat), width, 2)
    return one_text(lines)


def _score(seat: SeatView) -> list[Text]:
    score = [gold(str(seat.score))]
    return score + ([faint(f"(ended now: {seat.score_if_ended})")] if seat.score_if_ended != seat.score else [])


def _sled(seat: SeatView) -> list[Text]:
    return [stone(seat)] * seat.sled + [space("")] * (seat.room - seat.sled)


def _hand(seat: SeatView, width: int) -> list[Text]:
    """The cards that the viewer knows, and the backs of the others."""
    cards = [line for id, count in Counter(seat.hand).items() for line in card_in(id, width, count)]
    cards += [backs(seat.face_down)] if seat.face_down else []
    return cards or [faint("no cards")]


def _extras(view: BuilderView, number: int) -> list[Text]:
    """Scarabs and coins that are still to be used."""
    seat = view.seats[number]
    extras: list[Text] = []
    if view.prophecies:
        extras.append(Text.assemble(faint("scarabs "), scarabs_left(seat)) if seat.scarabs else faint("no scarabs"))
    if view.market.coins:
        left = view.market.coins[number]
        extras.append(Text.assemble(faint("coins "), coins(left)) if left else faint("no coins"))
    return extras


def _sources(seat: SeatView) -> list[Text]:
    sources = catalogue("builder").sources
    return [
        Text.assemble(faint(f"{sources[id].name} "), gold(str(points))) for id, points in seat.points.items() if points
    ]


def score_table(view: BuilderView, winners: Sequence[int]) -> RenderableType:
    """Points by source, and at the end who has won."""
    title = "Final scores" if view.is_over else "Points so far"
    table = Table(title=title, border_style=EDGE, title_style=f"bold {GOLD}")
    table.add_column("", overflow="fold")
    for seat in view.seats:
        table.add_column(seat_name(seat), justify="right", overflow="fold")
    for id, source in catalogue("builder").sources.items():
        points = [seat.points.get(id, 0) for seat in view.seats]
        if any(points) or id in catalogue("builder").sites:
            table.add_row(source.name, *(str(value) if value else "–" for value in points))
    table.add_section()
    table.add_row(Text("Points", "bold"), *(gold(str(seat.score)) for seat in view.seats))
    if not view.is_over:
        table.add_row("If the game ended now", *(str(seat.score_if_ended) for seat in view.seats))
    table.add_row("Stones on the sled", *(str(seat.sled) for seat in view.seats))
    if not winners:
        return table
    names = Text(" and ").join(seat_name(view.seats[seat]) for seat in winners)
    grid = Table.grid()
    grid.add_row(table)
    grid.add_row(Text.assemble(names, gold(" wins!" if len(winners) == 1 else " win together!")))
    return grid
