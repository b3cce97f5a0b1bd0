"""A player's obelisk as the terminal draws it: a column of tokens; on side B with the fifth one to reach."""

from rich.text import Text

from imhotep.cli.drawing.duel.pieces import OBELISK, box_of
from imhotep.cli.drawing.pieces import FAINT, Drawing, Room, centered, faint, flow, gold, plural
from imhotep.table.duel.view import DuelView, SiteView

TALLEST = 7  # rows; of a higher one the top is drawn
TURNED = "↻"  # the token that was first to the goal lies face down
WIDTH = 11


def obelisk(view: DuelView, seat: int, room: Room) -> Drawing:
    site, board = view.sites["obelisk"], view.seats[seat].obelisk
    told = [faint(part) for part in _standing(view, seat)]
    if not room.tall:
        return flow([_flat(site, board.tokens, board.first_to_five), *told], room.width, 2)
    column = _column(site, board.tokens, board.first_to_five)
    lines = [*column, Text("▀▀▀▀▀", FAINT)]
    return [centered(line, WIDTH) for line in lines] + [centered(line, WIDTH) for part in told for line in flow([part], WIDTH)]


def _goal(site: SiteView) -> int:
    goal = site.values.get("goal", 0)
    assert isinstance(goal, int)
    return goal


def _block(number: int, site: SiteView, turned: bool) -> Text:
    return box_of(OBELISK, TURNED if turned and number == _goal(site) else " ")


def _column(site: SiteView, count: int, turned: bool) -> Drawing:
    """From the top; outlines up to the goal of side B."""
    lines = [faint("┊ ┊")] * max(0, _goal(site) - count)
    lowest = max(1, count - TALLEST + 2) if count > TALLEST else 1
    lines += [_block(number, site, turned) for number in range(count, lowest - 1, -1)]
    tip = [Text(" ▴ ", "bold")] if count and len(lines) == count - lowest + 1 else []
    hidden = [faint(f"+{lowest - 1}")] if lowest > 1 else []
    return [*tip, *lines, *hidden] or [faint(" · ")]


def _flat(site: SiteView, count: int, turned: bool) -> Text:
    blocks = [_block(number, site, turned) for number in range(1, count + 1)]
    if len(blocks) > _goal(site) + 2:
        blocks = [_block(_goal(site), site, turned), Text(f"×{count}", "bold")]
    free = faint(" · " * max(0, _goal(site) - count))
    return Text().join(blocks).append_text(free) if blocks or free else faint("none")


def _standing(view: DuelView, seat: int) -> list[str]:
    """Who has more, or how far it is to the goal."""
    site = view.sites["obelisk"]
    counts = [player.obelisk.tokens for player in view.seats]
    own, other = counts[seat], max(count for at, count in enumerate(counts) if at != seat)
    if site.side == "A":
        most = site.values["most"]
        return [f"more: +{most}"] if own > other else ["equal: +0"] if own == other else ["fewer: +0"]
    if own < _goal(site):
        return [f"{_goal(site) - own} to {_goal(site)}"]
    first = view.seats[seat].obelisk.first_to_five
    return [f"first to {_goal(site)}" if first else f"second to {_goal(site)}"]


def told(view: DuelView) -> list[Text]:
    """What a token is worth."""
    values = view.sites["obelisk"].values
    if view.sites["obelisk"].side == "A":
        return [faint("each"), gold(str(values["each"])), faint(", more than the rival"), gold(f"+{values['most']}")]
    return [faint(plural(_goal(view.sites["obelisk"]), "token"))]
