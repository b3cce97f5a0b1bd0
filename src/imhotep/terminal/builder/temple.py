"""The temple as the terminal draws it, with or without gifts, and the arena."""

from rich.text import Text

from imhotep.table.builder.sides import ArenaSpaceView, ArenaView, TempleSpaceView, TempleView
from imhotep.table.builder.view import BuilderView
from imhotep.terminal.builder.pieces import chariot, covered, edge
from imhotep.terminal.pieces import (
    DECK,
    DECK_INK,
    Drawing,
    Room,
    beside,
    centered,
    faint,
    flow,
    gold,
    in_the_middle,
    notes,
    padded,
    plural,
    space,
    stone,
)

ROOF = "#b0884a"
ROOF_OF_RA = "#a83a20"
LEAST_CELL = 4
MOST_ARROWHEADS = 3  # drawn one by one


def temple(view: BuilderView, room: Room) -> Drawing:
    board = view.temple
    return _arena(view, board, room) if isinstance(board, ArenaView) else _temple(view, board, room)


def _temple(view: BuilderView, board: TempleView, room: Room) -> Drawing:
    least = max(LEAST_CELL, *(len(_gift(place, board.side)) + 1 for place in board.spaces))
    across = min(len(board.spaces), max(1, room.width // least))
    cell = min(max(least, 7), room.width // across)
    highest = min(max(1, *(place.height for place in board.spaces)), 3 if room.tall else 1)
    following = sum(place.height for place in board.spaces) % len(board.spaces)
    columns: list[Drawing] = []
    for number, place in enumerate(board.spaces):
        stack = [covered(cell)] * (min(place.height, highest) - 1)
        top = space("", cell, number == following) if place.owner is None else stone(view.seats[place.owner], cell)
        height = f"×{place.height}" if place.height else ""
        if number == following and place.height:
            height = f"‹{height}›"
        under = gold(height.center(cell)) if number == following else Text(height.center(cell), "bold")
        gift = [] if board.side == "A" else [centered(gold(_gift(place, board.side)), cell)]
        columns.append([top, *stack, *([under] if any(board.stones) else []), *gift])
    drawing = [Text("▄" * (cell * across), ROOF_OF_RA if board.side == "C" else ROOF)]
    for first in range(0, len(columns), across):
        drawing += beside(columns[first : first + across])
    return in_the_middle(drawing, room.width) + notes([_legend(board)], room.width)


def _gift(place: TempleSpaceView, side: str) -> str:
    """What a stone in sight brings, such as 1/2▪."""
    gifts = [str(place.points)] if place.points else []
    gifts += [f"{place.stones}▪"] if place.stones else []
    gifts += [_cards(place, side)] if place.card else []
    return "/".join(gifts)


def _cards(place: TempleSpaceView, side: str) -> str:
    return f"{place.card}▯→1" if side == "C" else "▯"


def _legend(board: TempleView) -> list[Text]:
    if board.side == "A":
        return [faint(f"{plural(board.spaces[0].points, 'point')} for each stone on top")]
    parts = [faint("▪ stones")] if any(place.stones for place in board.spaces) else []
    if board.side == "B":
        parts.append(faint("▯ a card"))
    else:
        drawn = dict.fromkeys(_cards(place, "C") for place in board.spaces if place.card)
        parts += [faint(f"{sign} draw {sign.partition('▯')[0]}, keep 1") for sign in drawn]
    return parts


# --- the arena


def _arena(view: BuilderView, board: ArenaView, room: Room) -> Drawing:
    """The track bends around the spaces for stones: out above them, back below."""
    finish = len(board.track) - 1
    out = finish // 2  # spaces between start and finish that lie above
    gate = max(len(_gate(board, 0)), len(_gate(board, finish)), *(len(at) + 2 for at in _places(board).values()))
    most = max(len(str(points)) for points in board.track)
    gate += 1
    cell = next((size for size in (4, 3) if most + 1 < size and gate + size * out + 1 <= room.width), None)
    if cell is None or finish < 3:
        return in_the_middle(_long_track(view, board, room), room.width) + _arena_notes(board, room)
    there, back = range(1, out + 1), range(finish - 1, out, -1)
    upper = [_points(board, 0, there, cell, gate), _chariots(view, board, 0, there, cell, gate)]
    lower = [_chariots(view, board, finish, back, cell, gate), _points(board, finish, back, cell, gate)]
    width = gate + cell * out
    inner = in_the_middle(flow(_stone_spaces(view, board), width, 0), width)
    lines = [*upper, *(padded(line, width) for line in inner), *(_paved(line, width) for line in lower)]
    bend = ["╮", *"│" * (len(lines) - 2), "╯"]
    track = [line.append(mark, f"{DECK_INK} on {DECK}") for line, mark in zip(lines, bend, strict=True)]
    return in_the_middle(track, room.width) + _arena_notes(board, room)


def _places(board: ArenaView) -> dict[int, list[int]]:
    """Who stands on each space of the track."""
    places: dict[int, list[int]] = {}
    for seat, number in enumerate(board.chariots):
        places.setdefault(number, []).append(seat)
    return places


def _gate(board: ArenaView, number: int) -> str:
    points = board.track[number]
    return (f"start {points}" if points else "start") if number == 0 else f"finish {points}"


def _paved(line: Text, width: int) -> Text:
    """On the sand of the track."""
    return Text(style=f"{DECK_INK} on {DECK}").append_text(padded(line, width))


def _points(board: ArenaView, gate_at: int, spaces: range, cell: int, gate: int) -> Text:
    """What these spaces are worth at the end, after the start or the finish."""
    line = Text(_gate(board, gate_at).ljust(gate), "bold")
    for number in spaces:
        line.append(str(board.track[number]).center(cell), "bold" if number in board.chariots else "")
    return _paved(line, gate + cell * len(spaces))


def _chariots(view: BuilderView, board: ArenaView, gate_at: int, spaces: range, cell: int, gate: int) -> Text:
    places = _places(board)
    line = Text()
    for number, width in [(gate_at, gate), *((number, cell) for number in spaces)]:
        seats = [view.seats[seat] for seat in places.get(number, [])]
        line.append_text(padded(chariot(seats, DECK) if seats else Text(), width))
    return _paved(line, line.cell_len)


def _stone_spaces(view: BuilderView, board: ArenaView) -> list[Text]:
    following = next((place for place in board.spaces if place.owner is None), None)
    cell = max(len(_arrowheads(place)) for place in board.spaces) + 2
    return [
        space(_arrowheads(place), cell, place is following)
        if place.owner is None
        else centered(stone(view.seats[place.owner]), cell)
        for place in board.spaces
    ]


def _arrowheads(place: ArenaSpaceView) -> str:
    few = place.arrowheads <= MOST_ARROWHEADS
    return "▸" * place.arrowheads if few else f"▸×{place.arrowheads}"


def _long_track(view: BuilderView, board: ArenaView, room: Room) -> Drawing:
    """One space after the other, where the track doesn't fit as a bend."""
    places = _places(board)
    track: list[Text] = []
    for number, points in enumerate(board.track):
        name = _gate(board, number) if number in (0, len(board.track) - 1) else str(points)
        seats = [view.seats[seat] for seat in places.get(number, [])]
        track.append(Text.assemble((name, "bold"), chariot(seats) if seats else ""))
    return [*flow(track, room.width, 2), *flow(_stone_spaces(view, board), room.width, 0)]


def _arena_notes(board: ArenaView, room: Room) -> Drawing:
    places = ", ".join(str(points) for points in board.round_end)
    paid = Text.assemble(faint("each round by place: "), gold(places))
    return notes([[paid], edge(board.edge, None, room)], room.width)
