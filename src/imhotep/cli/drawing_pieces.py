"""The smallest things the terminal draws, and how they are set beside and below each other.

A drawing is a list of lines. Every colour is chosen to be readable on dark and on light terminals, and none stands
alone: stones carry a mark, the next free space stands in ‹ ›.
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
CARD_COLORS = {"red": "#a83a20", "green": "#2b7a57", "purple": "#6f449b", "blue": "#2c5cb4"}
FRAME = 4  # columns that a border takes


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


def card(id: str, count: int = 1) -> Text:
    words = catalogue().cards[id]
    times = f" ×{count}" if count > 1 else ""
    return Text(f" {words.name}{times} ", f"bold #ffffff on {CARD_COLORS[words.color]}")


def faint(text: str) -> Text:
    return Text(text, FAINT)


def gold(text: str) -> Text:
    return Text(text, f"bold {GOLD}")


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
    """Parts one after the other, never broken inside, on as many lines as they need."""
    lines: Drawing = []
    for part in parts:
        if lines and lines[-1].cell_len + gap + part.cell_len <= width:
            lines[-1].append(" " * gap).append_text(part)
        else:
            lines.append(Text().append_text(part))  # so that gaps stay plain
    return lines


def one_text(drawing: Drawing) -> Text:
    return Text("\n").join(drawing)
