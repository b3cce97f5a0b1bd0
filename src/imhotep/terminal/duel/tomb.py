"""A player's tomb as the terminal draws it: its numbers with connected groups, and those that are out of reach."""

from rich.text import Text

from imhotep.table.duel.view import DuelView
from imhotep.terminal.duel.pieces import TOMB, kind_and_number, number_of, numbers_of
from imhotep.terminal.pieces import Drawing, Room, faint, flow, gold, in_the_middle

STYLE = f"bold {TOMB.ink} on {TOMB.face}"
GONE = "×"  # a number that the other player has, or the box


def tomb(view: DuelView, seat: int, room: Room) -> Drawing:
    groups = view.seats[seat].tomb.groups
    if not room.tall:
        parts = [Text(f" {_range(group)} ", STYLE) for group in groups]
        return flow(parts, room.width) if parts else [faint("none")]
    sums = [Text.assemble(faint(f"{_range(group)}: "), gold(str(_worth(view, group)))) for group in groups]
    return _path(view, seat, room.width) + in_the_middle(flow(sums, room.width, 2), room.width)


def _range(group: list[int]) -> str:
    return str(group[0]) if len(group) == 1 else f"{group[0]}–{group[-1]}"


def _worth(view: DuelView, group: list[int]) -> int:
    site = view.sites["tomb"]
    if site.side == "B":
        return number_of(site, "group")
    points = numbers_of(site, "groups")
    return points[min(len(group), len(points)) - 1]


def _path(view: DuelView, seat: int, width: int) -> Drawing:
    """All numbers in a row; a line runs between those that are connected."""
    own, gone = view.seats[seat].tomb.numbers, _out_of_reach(view, seat)
    cells: list[Text] = []
    for number in range(1, _highest(view) + 1):
        sign = (GONE if number in gone else str(number)).center(2)
        if number not in own:
            cells.append(faint(f"{sign} "))
        else:
            joined = ("━", STYLE) if number + 1 in own else " "
            cells.append(Text.assemble((sign, STYLE), joined))
    return in_the_middle(flow(cells, width, 0), width)


def _out_of_reach(view: DuelView, seat: int) -> list[int]:
    boxed = [number for kind, number in map(kind_and_number, view.removed) if kind == "tomb"]
    return view.seats[1 - seat].tomb.numbers + boxed


def _highest(view: DuelView) -> int:
    """The highest number there is, wherever the token may be."""
    aboard = [id for boat in view.boats for id in boat.cargo if id is not None]
    somewhere = map(kind_and_number, [*aboard, *view.removed, *view.unseen])
    numbers = [number for kind, number in somewhere if kind == "tomb"]
    return max([number for seat in view.seats for number in seat.tomb.numbers] + numbers, default=0)
