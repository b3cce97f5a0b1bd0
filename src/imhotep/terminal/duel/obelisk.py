"""A player's obelisk as the terminal draws it: a column of tokens; on side B with the fifth one to reach."""

from rich.text import Text

from imhotep.table.duel.view import DuelView, SiteView
from imhotep.terminal.duel.pieces import OBELISK, block, number_of
from imhotep.terminal.pieces import FAINT, Drawing, Room, centered, faint, flow, width_of

TALLEST = 6  # tokens that are drawn; of a higher obelisk the top
MOST_BESIDE = 5  # tokens that are drawn in a row
WIDTH = 3  # columns
TURNED = "↻"  # the token that was first to the goal lies face down


def obelisk(view: DuelView, seat: int, room: Room) -> Drawing:
    site, board = view.sites["obelisk"], view.seats[seat].obelisk
    standing = faint(_standing(view, seat))
    if not room.tall:
        return flow([_lying(site, board.tokens, board.first_to_five), standing], room.width, 2)
    lines = [*_column(site, board.tokens, board.first_to_five), Text("▀▀▀▀▀", FAINT), standing]
    width = width_of(lines)
    return [centered(line, width) for line in lines]


def _goal(site: SiteView) -> int:
    """How many tokens are to be reached; 0 on side A."""
    return number_of(site, "goal") if site.side == "B" else 0


def _token(site: SiteView, number: int, turned: bool, width: int = WIDTH) -> Text:
    if turned and number == _goal(site):
        return block(OBELISK, WIDTH, TURNED)
    return block(OBELISK, width)


def _column(site: SiteView, count: int, turned: bool) -> Drawing:
    """From the top; outlines up to the goal of side B."""
    missing = max(0, _goal(site) - count)
    lowest = 1 if count <= TALLEST else count - TALLEST + 1
    lines = [Text("▗▄▖", OBELISK.face)] if count and not missing else []
    lines += [faint("┊ ┊")] * min(missing, max(0, TALLEST - count))
    lines += [_token(site, number, turned) for number in range(count, lowest - 1, -1)]
    return lines + ([faint(f"and {lowest - 1} more")] if lowest > 1 else [])


def _lying(site: SiteView, count: int, turned: bool) -> Text:
    if max(count, _goal(site)) > MOST_BESIDE:
        return Text.assemble(_token(site, _goal(site), turned), (f"×{count}", "bold"))
    tokens = Text().join([_token(site, number, turned, 2) for number in range(1, count + 1)])
    tokens.append("┊┊" * max(0, _goal(site) - count), FAINT)
    return tokens if tokens else faint("none")


def _standing(view: DuelView, seat: int) -> str:
    """Who has more, or how far it is to the goal."""
    site, counts = view.sites["obelisk"], [player.obelisk.tokens for player in view.seats]
    own, other = counts[seat], counts[1 - seat]
    if site.side == "A":
        return f"more: +{number_of(site, 'most')}" if own > other else "equal" if own == other else "fewer"
    if own < _goal(site):
        return f"{_goal(site) - own} to go"
    return "was first" if view.seats[seat].obelisk.first_to_five else "was second"
