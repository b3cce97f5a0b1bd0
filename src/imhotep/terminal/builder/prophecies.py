"""The prophecies of the gods as the terminal draws them: tasks, what they pay in each pair of rounds, scarabs."""

from collections.abc import Sequence

from rich.text import Text

from imhotep.table.builder.view import BuilderView, PeriodView, ProphecyView, SeatView
from imhotep.terminal.builder.pieces import scarab, words
from imhotep.terminal.pieces import (
    SEAT_LOOKS,
    Drawing,
    centered,
    faint,
    flow,
    gold,
    marks,
    padded,
    plural,
    said,
    signed,
    width_of,
)

LEAST_TASK = 20  # columns
LEAST_LEFT = 22  # for what stands before the pairs of rounds


def task(prophecy: ProphecyView) -> str:
    """What it asks for, in a few words; the catalogue has the whole sentence."""
    if prophecy.stones is not None:
        where = f"at the {_site(prophecy.stones)}"
        return f"most stones {where}" if prophecy.most else f"{plural(prophecy.at_least, 'stone')} or more {where}"
    color = next(name for id, name in words().card_colors.items() if id == prophecy.cards)
    return f"most {color} cards" if prophecy.most else f"{plural(prophecy.at_least, f'{color} card')} or more"


def _site(id: str) -> str:
    return words().sites[id].name


def stakes(period: PeriodView) -> Text:
    """What it pays, and what it costs to fail."""
    return Text.assemble(gold(signed(period.fulfilled)), faint(f" {signed(period.failed)}"))


def current(view: BuilderView) -> PeriodView | None:
    return next((period for period in view.periods if view.round <= period.until), None)


def rounds_of(view: BuilderView, period: PeriodView) -> str:
    at = view.periods.index(period)
    first = view.periods[at - 1].until + 1 if at else 1
    return f"{first}–{period.until}" if first < period.until else str(first)


# --- the table of them


def prophecies(view: BuilderView, width: int) -> Drawing:
    """A row for each, a column for each pair of rounds; where that is too wide, one below the other."""
    heads = [_head(view, period) for period in view.periods]
    most = max(len(_placed(view, prophecy, at)) for prophecy in view.prophecies for at in range(len(heads)))
    head = max(width_of(head) for head in heads)
    name = max(len(words().prophecy_name(prophecy.id)) for prophecy in view.prophecies)
    for column, gap in ((max(12, head, 3 * most), 2), (max(7, head, 2 + most), 1)):
        left = width - (column + gap) * len(heads)
        if left >= max(name + LEAST_TASK, LEAST_LEFT):
            return _table(view, heads, left, column, gap)
    return _listed(view, heads, width)


def _table(view: BuilderView, heads: list[Drawing], left: int, column: int, gap: int) -> Drawing:
    names = [Text(words().prophecy_name(prophecy.id), "bold") for prophecy in view.prophecies]
    indent = width_of(names) + 2
    told = [flow(_told(view, prophecy), left - indent) for prophecy in view.prophecies]
    left = max(indent + max(width_of(lines) for lines in told), LEAST_LEFT)
    cells = [[_scarabs(view, prophecy, at, column) for at in range(len(heads))] for prophecy in view.prophecies]
    lines: Drawing = []
    for at, label in enumerate(("a scarab in rounds", "fulfilled or not")):
        lines.append(_row(faint(label.rjust(left)), [head[at] for head in heads], column, gap))
    for name, lines_told, row in zip(names, told, cells, strict=True):
        first = Text.assemble(padded(name, indent), lines_told[0])
        lines.append(_row(padded(first, left), row, column, gap))
        lines += [Text(" " * indent).append_text(line) for line in lines_told[1:]]
    return lines


def _row(first: Text, cells: Sequence[Text], column: int, gap: int) -> Text:
    return Text.assemble(first, *(Text.assemble(" " * gap, centered(cell, column)) for cell in cells))


def _head(view: BuilderView, period: PeriodView) -> Drawing:
    rounds = rounds_of(view, period)
    now = not view.is_over and period is current(view)
    return [gold(f"‹{rounds}›") if now else faint(rounds), stakes(period)]


def _told(view: BuilderView, prophecy: ProphecyView) -> list[Text]:
    """The task, and how everybody stands with it."""
    asked = said(task(prophecy))
    standing = _standing(view, prophecy)
    return [*asked, Text.assemble(faint("now "), standing)] if standing else asked


def _standing(view: BuilderView, prophecy: ProphecyView) -> Text:
    if prophecy.stones is not None:
        boards = {
            "pyramids": view.pyramids,
            "temple": view.temple,
            "burial_chamber": view.burial_chamber,
            "obelisks": view.obelisks,
        }
        return marks(view, boards[prophecy.stones].stones)
    return Text(" ".join(filter(None, (_cards(seat, prophecy.cards) for seat in view.seats))), "bold")


def _cards(seat: SeatView, color: str | None) -> str:
    """How many cards of a colour a seat has, such as ●2; ●2? if there may be more. Red ones are always shown (N18)."""
    count = sum(words().cards[id].color == color for id in seat.hand)
    unsure = seat.face_down > 0 and color != "red"
    return f"{SEAT_LOOKS[seat.color].mark}{count}{'?' * unsure}" if count or unsure else ""


def _placed(view: BuilderView, prophecy: ProphecyView, at: int) -> list[SeatView]:
    return [view.seats[one.seat] for one in prophecy.scarabs if one.period == at + 1]


def _scarabs(view: BuilderView, prophecy: ProphecyView, at: int, width: int) -> Text:
    """Those on one space; closer together where there is little room."""
    seats = _placed(view, prophecy, at)
    if not seats:
        return faint("·")
    if 3 * len(seats) <= width:
        return Text().join(scarab(seat) for seat in seats)
    return Text.assemble("(", *(scarab(seat, "{}") for seat in seats), ")")


def _listed(view: BuilderView, heads: list[Drawing], width: int) -> Drawing:
    lines: Drawing = []
    for prophecy in view.prophecies:
        lines += flow([Text(words().prophecy_name(prophecy.id), "bold"), *_told(view, prophecy)], width)
        spaces = [
            Text.assemble(*head[0:1], ": ", head[1], " ", _scarabs(view, prophecy, at, width))
            for at, head in enumerate(heads)
        ]
        lines += flow(spaces, width, 3)
    return lines


def scarabs_left(seat: SeatView) -> Text:
    return Text().join([scarab(seat)] * seat.scarabs)
