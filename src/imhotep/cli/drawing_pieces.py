"""The smallest things the terminal draws, and how they are set beside and below each other.

A drawing is a list of lines. Every colour is chosen to be readable on dark and on light terminals, and none stands
alone: stones, chariots and scarabs carry a mark, the next free space and what may be chosen stand in ‹ ›.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from rich.text import Text

from imhotep.table.builder.view import BuilderView, SeatView
from imhotep.table.catalogue import catalogue

Drawing: TypeAlias = list[Text]

GOLD = "#c08a1e"  # points, and what may be chosen
FAINT = "#94815f"  # what only explains
EDGE = "#a98a55"  # borders of boards
WARNING = "#d0553a"
WATER = "#104a5a"
FOAM = "#d8f1ea"
SHALLOW = "#7fc4c4"
HULL = "#8a5526"
DECK = "#c99a58"
DECK_INK = "#4a2d0c"
COPPER = "#b8672e"
PLAIN_CARD = "#7a6a4a"  # backs, and cards that have none of the four colours
CARD_COLORS = {"red": "#a83a20", "green": "#2b7a57", "purple": "#6f449b", "blue": "#2c5cb4"}
FRAME = 4  # columns that a border takes


class Room(NamedTuple):
    """What a drawing may use."""

    width: int
    tall: bool  # else it saves lines


class StoneLook(NamedTuple):
    mark: str
    face: str
    ink: str


STONES = {
    "black": StoneLook("●", "#45424a", "#f4c65c"),
    "white": StoneLook("▲", "#efe6cf", "#1f4a97"),
    "brown": StoneLook("≈", "#9c5427", "#fff2dd"),
    "gray": StoneLook("†", "#98a0a6", "#14181c"),
}

# --- pieces


def stone(seat: SeatView, width: int = 3, ground: str = "") -> Text:
    """A block with half a column of air on either side; `ground` is the colour that it lies on."""
    look = STONES[seat.color]
    edge = f"{look.face} on {ground}" if ground else look.face
    return Text.assemble(("▐", edge), (look.mark.center(width - 2), f"bold {look.ink} on {look.face}"), ("▌", edge))


def covered(width: int = 3) -> Text:
    """A stone under another one."""
    return Text("▐" + "░" * (width - 2) + "▌", FAINT)


def space(label: str, width: int = 3, is_next: bool = False) -> Text:
    """A free space with what it pays."""
    if is_next:
        return Text(f"‹{label or ' '}›".center(width), f"bold {GOLD}")
    return Text((label or "·").center(width), FAINT)


def seat_name(seat: SeatView) -> Text:
    return Text.assemble(stone(seat), " ", (seat.name, "bold"))


def marks(view: BuilderView, counts: Sequence[int]) -> Text:
    """How many stones each seat has, such as ●3 ▲1."""
    found = [f"{STONES[seat.color].mark}{count}" for seat, count in zip(view.seats, counts, strict=True) if count]
    return Text(" ".join(found), "bold")


def chariot(seats: Sequence[SeatView], ground: str = "") -> Text:
    """Those that share a space of the track; `ground` is its colour."""
    looks = [STONES[seat.color] for seat in seats]
    ends = [f"{look.face} on {ground}" if ground else look.face for look in (looks[0], looks[-1])]
    drivers = [(look.mark, f"bold {look.ink} on {look.face}") for look in looks]
    return Text.assemble(("◖", ends[0]), *drivers, ("◗", ends[1]))


def scarab(seat: SeatView, form: str = "({})") -> Text:
    look = STONES[seat.color]
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
    name = catalogue("builder").cards[id].name
    return f"{name} ×{count}" if count > 1 else name


def _card_style(id: str) -> str:
    color = catalogue("builder").cards[id].color
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
    return [Text.assemble(faint("ended now: "), gold(marks(view, points).plain))]


def faint(text: str) -> Text:
    return Text(text, FAINT)


def faint_words(text: str) -> list[Text]:
    """The same, to be broken between any two words."""
    return [faint(word) for word in text.split()]


def gold(text: str) -> Text:
    return Text(text, f"bold {GOLD}")


def signed(points: int) -> str:
    """With a real minus."""
    return f"{points:+d}".replace("-", "−")


def plural(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


# --- setting


def padded(text: Text, width: int) -> Text:
    text = text.copy()
    text.append(" " * (width - text.cell_len))
    return text


def centered(text: Text, width: int) -> Text:
    left = max(0, width - text.cell_len) // 2
    return padded(Text(" " * left).append_text(text), width)


def width_of(drawing: Drawing) -> int:
    return max((line.cell_len for line in drawing), default=0)


def beside(drawings: Sequence[Drawing], gap: int = 0, at_top: bool = False) -> Drawing:
    """Drawings in a row, standing on the same ground or hanging from the same line."""
    height = max(len(drawing) for drawing in drawings)
    lines = [Text() for _ in range(height)]
    for number, drawing in enumerate(drawings):
        width = width_of(drawing)
        blank = [Text() for _ in range(height - len(drawing))]
        for line, part in zip(lines, drawing + blank if at_top else blank + drawing, strict=True):
            line.append(" " * gap if number else "").append_text(padded(part, width))
    return lines


def in_the_middle(drawing: Drawing, width: int) -> Drawing:
    """The whole drawing, moved to the middle."""
    left = " " * (max(0, width - width_of(drawing)) // 2)
    return [Text(left).append_text(line) for line in drawing]


def flow(parts: Sequence[Text], width: int, gap: int = 1) -> Drawing:
    """Parts one after the other on as many lines as they need; only what is wider than a line is broken."""
    lines: Drawing = []
    for part in parts:
        if lines and lines[-1].cell_len + gap + part.cell_len <= width:
            lines[-1].append(" " * gap).append_text(part)
        elif part.cell_len > width and " " in part.plain.strip():
            lines += flow(list(part.split(" ")), width)
        else:
            lines.append(Text().append_text(part))  # so that gaps stay plain
    return lines


def notes(groups: Sequence[Sequence[Text]], width: int) -> Drawing:
    """Groups of remarks below a drawing, each beginning a line."""
    return in_the_middle([line for group in groups for line in flow(group, width, 2)], width)


def one_text(drawing: Drawing) -> Text:
    return Text("\n").join(drawing)
