"""The players as the terminal draws them: sleds, cards and points."""

from collections import Counter

from rich import box
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from imhotep.table.builder.view import BuilderView, SeatView
from imhotep.terminal.builder.pieces import backs, card_in, coins, words
from imhotep.terminal.builder.prophecies import scarabs_left
from imhotep.terminal.panels import columns, height_of
from imhotep.terminal.pieces import EDGE, FRAME, GOLD, faint, flow, gold, one_text, padded, space, stone, who

LEAST_SEAT = 25  # columns
SIDEBAR = 43  # columns; up to these the players stand one below the other


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
        subtitle=Text.assemble(gold("to play · " if decides else ""), faint(f"quarry {view.seats[number].quarry}")),
        subtitle_align="right",
        height=height + 2,
    )


def _seat(view: BuilderView, number: int, width: int) -> Text:
    seat = view.seats[number]
    name, score = who(view, number), Text(" ").join(_score(seat))
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
    return score + ([faint(f"(if it ended now: {seat.score_if_ended})")] if seat.score_if_ended != seat.score else [])


def _sled(seat: SeatView) -> list[Text]:
    return [stone(seat)] * seat.sled + [space("")] * (seat.room - seat.sled)


def _hand(seat: SeatView, width: int) -> list[Text]:
    """The cards whose faces the viewer sees, and the backs of the others."""
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
    sources = words().sources
    return [
        Text.assemble(faint(f"{sources[id].name} "), gold(str(points))) for id, points in seat.points.items() if points
    ]
