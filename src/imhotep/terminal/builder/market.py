"""The market as the terminal draws it, and what the viewer knows of cards that lie face down."""

from rich.text import Text

from imhotep.table.builder.knowledge import GroupView, PlaceView
from imhotep.table.builder.view import BuilderView, StackView
from imhotep.terminal.builder.pieces import backs, card, card_in, coins, words
from imhotep.terminal.pieces import (
    FAINT,
    Drawing,
    Room,
    beside,
    faint,
    faint_words,
    flow,
    gold,
    padded,
    plural,
    seat_name,
    stone,
    width_of,
)

LEAST_SUMMARY = 24  # columns that a summary needs beside the name of its card


def market(view: BuilderView, room: Room) -> Drawing:
    board = view.market
    if board.side == "C":
        lines = _stalls(view, room)
    else:
        shown = [id for id in board.open if id is not None]
        column = max((card(id).cell_len for id in shown), default=0)
        lines = [line for number, id in enumerate(board.open, 1) for line in _offer(number, id, column, room.width)]
    for stack in board.stacks:
        lines += _stack(stack, room.width)
    for group in view.groups:
        lines += _group(view, group, room.width)
    return lines


def _offer(number: int, id: str | None, column: int, width: int) -> Drawing:
    """An open card and what it does."""
    if id is None:
        return [Text.assemble(gold(str(number)), faint("  empty"))]
    head = Text.assemble(gold(str(number)), " ", padded(card(id), column))
    if width - head.cell_len < LEAST_SUMMARY:  # the summary below the name
        return [head, *(Text("   ").append_text(line) for line in _summary(id, width - 3))]
    return beside([[head], _summary(id, width - head.cell_len - 1)], 1, at_top=True)


def _summary(id: str, width: int) -> Drawing:
    return flow(faint_words(words().cards[id].summary), width)


# --- the luxury market


def _stalls(view: BuilderView, room: Room) -> Drawing:
    """The cards as they lie, since neighbours can be taken together: a dotted seam runs between them."""
    board = view.market
    across = min(board.columns, len(board.open))
    width = (room.width + 3) // across - 3
    seam = "┼".join("╌" * (width + (at > 0) + (at < across - 1)) for at in range(across))
    lines: Drawing = []
    for first in range(0, len(board.open), across):
        stalls = [_stall(first + at + 1, id, width) for at, id in enumerate(board.open[first : first + across])]
        height = max(len(stall) for stall in stalls)
        if first:
            lines.append(Text(seam, FAINT))
        for at in range(height):
            parts = [padded(stall[at] if at < len(stall) else Text(), width) for stall in stalls]
            lines.append(Text(" ┊ ", FAINT).join(parts))
    return lines + _purses(view, room)


def _stall(number: int, id: str | None, width: int) -> Drawing:
    if id is None:
        return [Text.assemble(gold(str(number)), faint("  empty"))]
    names = card_in(id, width - 2)
    head = [Text.assemble(gold(str(number)) if at == 0 else " ", " ", name) for at, name in enumerate(names)]
    return head + [Text("   ").append_text(line) for line in _summary(id, width - 3)]


def _purses(view: BuilderView, room: Room) -> Drawing:
    purses = [
        Text.assemble(stone(seat), " ", coins(count) if count else faint("none"))
        for seat, count in zip(view.seats, view.market.coins, strict=True)
    ]
    label = Text("coins", "bold")
    hint = faint("a coin: two next to each other")
    return flow([label, *purses, hint], room.width, 2)


# --- face down


def _stack(stack: StackView, width: int) -> Drawing:
    """Cards that the viewer has seen there lie open to it, the others show their backs."""
    number = gold(str(stack.space))
    if not stack.count:
        return [Text.assemble(number, faint("  empty"))]
    unknown = stack.count - len(stack.known)
    parts = [backs(unknown)] if unknown else []
    parts += [card(id) for id in stack.known]
    known = "" if not stack.known else ", some known to you" if unknown else ", known to you"
    parts.append(Text.assemble(faint("face down"), (known, "italic"), faint(": look, keep one")))
    return beside([[number], flow(parts, width - width_of([number]) - 1)], 1, at_top=True)


def _group(view: BuilderView, group: GroupView, width: int) -> Drawing:
    """Cards whose place the viewer can't tell (N20)."""
    places = [
        Text.assemble(_place(view, place), faint("," if place is not group.places[-1] else ""))
        for place in group.places
    ]
    parts = [Text("you have seen", "italic"), *(card(id) for id in group.cards), *faint_words("now among"), *places]
    return flow(parts, width)


def _place(view: BuilderView, place: PlaceView) -> Text:
    cards = faint(f" ({plural(place.count, 'card')})")
    if place.seat is not None:
        return Text.assemble("the hand of ", seat_name(view.seats[place.seat]), cards)
    return Text.assemble("space ", gold(str(place.space)), cards)
