"""The smallest things that only Builder of Egypt has."""

from collections.abc import Sequence

from rich.text import Text

from imhotep.table.builder.view import BuilderView
from imhotep.table.catalogue import Catalogue, catalogue
from imhotep.terminal.pieces import (
    FAINT,
    SEAT_LOOKS,
    Drawing,
    Room,
    Seat,
    faint,
    flow,
    gold,
    marks,
    plural,
    width_of,
)

COPPER = "#b8672e"
PLAIN_CARD = "#7a6a4a"  # backs, and cards that have none of the four colours
CARD_COLORS = {"red": "#a83a20", "green": "#2b7a57", "purple": "#6f449b", "blue": "#2c5cb4"}


def words() -> Catalogue:
    return catalogue("builder")


def covered(width: int = 3) -> Text:
    """A stone under another one."""
    return Text("▐" + "░" * (width - 2) + "▌", FAINT)


def chariot(seats: Sequence[Seat], ground: str = "") -> Text:
    """Those that share a space of the track; `ground` is its colour."""
    looks = [SEAT_LOOKS[seat.color] for seat in seats]
    ends = [f"{look.face} on {ground}" if ground else look.face for look in (looks[0], looks[-1])]
    drivers = [(look.mark, f"bold {look.ink} on {look.face}") for look in looks]
    return Text.assemble(("◖", ends[0]), *drivers, ("◗", ends[1]))


def scarab(seat: Seat, form: str = "({})") -> Text:
    look = SEAT_LOOKS[seat.color]
    return Text(form.format(look.mark), f"bold {look.ink} on {look.face}")


def coins(count: int) -> Text:
    return Text("◎" * count if count < 6 else f"◎×{count}", f"bold {COPPER}")


def card(id: str, count: int = 1) -> Text:
    return Text(f" {_card_name(id, count)} ", _card_style(id))


def card_in(id: str, width: int, count: int = 1) -> Drawing:
    """A card no wider than that: a long name goes on below."""
    if card(id, count).cell_len <= width:
        return [card(id, count)]
    lines = flow([Text(word) for word in _card_name(id, count).split()], width - 2)
    return [Text(f" {line.plain} ".ljust(width_of(lines) + 2), _card_style(id)) for line in lines]


def _card_name(id: str, count: int) -> str:
    name = words().cards[id].name
    return f"{name} ×{count}" if count > 1 else name


def _card_style(id: str) -> str:
    color = words().cards[id].color
    return f"bold #ffffff on {CARD_COLORS.get(color, PLAIN_CARD)}"


def backs(count: int) -> Text:
    """Cards that lie face down."""
    if count > 4:
        return Text(f" ? ×{count} ", f"bold #ffffff on {PLAIN_CARD}")
    return Text(" ").join([Text(" ? ", f"bold #ffffff on {PLAIN_CARD}")] * count)


def edge(stones: int, overflow: int | None, room: Room) -> list[Text]:
    """What stones pay, or paid, when all is built; None where they pay nothing of their own."""
    if stones:
        each = "" if overflow is None else f", {overflow} each"
        return [Text.assemble(("right edge: ", "bold"), plural(stones, "stone"), faint(each))]
    return [faint(f"when complete: {overflow} each")] if room.tall and overflow is not None else []


def ended_now(view: BuilderView, site: str) -> list[Text]:
    """What a site would be worth to each seat if the game ended now."""
    points = [seat.if_ended.get(site, 0) for seat in view.seats]
    if view.is_over or not any(points):
        return []
    return [Text.assemble(faint("if it ended now: "), gold(marks(view, points).plain))]
