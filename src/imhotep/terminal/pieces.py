"""The smallest things that the drawings of all games share, and how they are set beside and below each other.

A drawing is a list of lines. Every colour is chosen to be readable on dark and on light terminals, and none stands
alone: what belongs to a player carries a mark, the next free space and what may be chosen stand in ‹ ›.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

import msgspec
from rich.text import Text

from imhotep.table.moves import Move

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
FRAME = 4  # columns that a border takes


class Room(NamedTuple):
    """What a drawing may use."""

    width: int
    tall: bool  # else it saves lines


# --- what the views of all games have


class Seat(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def color(self) -> str: ...
    @property
    def points(self) -> Mapping[str, int]: ...
    @property
    def score(self) -> int: ...


class View(Protocol):
    @property
    def game(self) -> str: ...
    @property
    def sides(self) -> str: ...
    @property
    def seat(self) -> int | None: ...
    @property
    def seats(self) -> Sequence[Seat]: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def decider(self) -> int | None: ...
    @property
    def question(self) -> str | None: ...
    @property
    def moves(self) -> Sequence[Move]: ...


AnyView = TypeVar("AnyView", bound=View)


# --- pieces


class Look(NamedTuple):
    """Of a player's colour."""

    mark: str
    face: str
    ink: str


SEAT_LOOKS = {
    "black": Look("●", "#45424a", "#f4c65c"),
    "white": Look("▲", "#efe6cf", "#1f4a97"),
    "brown": Look("≈", "#9c5427", "#fff2dd"),
    "gray": Look("†", "#98a0a6", "#14181c"),
}


def stone(seat: Seat, width: int = 3, ground: str = "") -> Text:
    """A block with half a column of air on either side; `ground` is the colour that it lies on."""
    look = SEAT_LOOKS[seat.color]
    edge = f"{look.face} on {ground}" if ground else look.face
    return Text.assemble(("▐", edge), (look.mark.center(width - 2), f"bold {look.ink} on {look.face}"), ("▌", edge))


def space(label: str, width: int = 3, is_next: bool = False) -> Text:
    """A free space with what it pays."""
    if is_next:
        return Text(f"‹{label or ' '}›".center(width), f"bold {GOLD}")
    return Text((label or "·").center(width), FAINT)


def seat_name(seat: Seat) -> Text:
    return Text.assemble(stone(seat), " ", (seat.name, "bold"))


def who(view: View, seat: int) -> Text:
    """Whoever looks is You, all others have their names."""
    player = view.seats[seat]
    return Text.assemble(stone(player), " ", ("You", "bold")) if seat == view.seat else seat_name(player)


def by_name(view: AnyView) -> AnyView:
    """The same with a name for everybody: around one screen nobody is You."""
    struct: Any = view
    named: AnyView = msgspec.structs.replace(struct, seat=None)
    return named


def marks(view: View, counts: Sequence[int]) -> Text:
    """How many of something each seat has, such as ●3 ▲1."""
    found = [f"{SEAT_LOOKS[seat.color].mark}{count}" for seat, count in zip(view.seats, counts, strict=True) if count]
    return Text(" ".join(found), "bold")


def key(number: int) -> Text:
    """Of a move: typed, it plays it."""
    return gold(f"[{number}]")


def faint(text: str) -> Text:
    return Text(text, FAINT)


def faint_words(text: str) -> list[Text]:
    """The same, to be broken between any two words."""
    return [faint(word) for word in text.split()]


def said(text: str) -> list[Text]:
    """In plain words, to be broken between any two."""
    return [Text(word) for word in text.split()]


def gold(text: str) -> Text:
    return Text(text, f"bold {GOLD}")


def written(points: int) -> str:
    """With a real minus."""
    return str(points).replace("-", "−")


def signed(points: int) -> str:
    """With a plus or a real minus."""
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
