"""The players as the terminal draws them: four sites, action tokens and meeples, each with its points."""

from collections.abc import Callable

from rich import box
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.text import Text

from imhotep.cli.drawing.duel.obelisk import obelisk
from imhotep.cli.drawing.duel.pieces import meeples, tokens, words
from imhotep.cli.drawing.duel.pyramids import pyramids
from imhotep.cli.drawing.duel.temple import temple
from imhotep.cli.drawing.duel.tomb import tomb
from imhotep.cli.drawing.panels import TITLE_FRAME, columns, height_of
from imhotep.cli.drawing.pieces import (
    EDGE,
    FRAME,
    GOLD,
    Drawing,
    Room,
    beside,
    faint,
    flow,
    gold,
    one_text,
    padded,
    seat_name,
    width_of,
    written,
)
from imhotep.table.duel.view import DuelView

SITES: dict[str, Callable[[DuelView, int, Room], Drawing]] = {
    "obelisk": obelisk,
    "temple": temple,
    "pyramids": pyramids,
    "tomb": tomb,
}
LEAST_BESIDE = 39  # columns of a player, if two stand beside each other
GAP = 3


def seats(console: Console, view: DuelView, width: int, standing: bool, framed: bool) -> RenderableType:
    """The players beside each other if there is room, else one below the other."""
    half = width // 2
    if half < LEAST_BESIDE:
        drawn = [(seat_panel(view, seat, width, standing) if framed else _bare(view, seat, width)) for seat in (0, 1)]
        return Group(*drawn)
    widths = [width - half, half]
    if not framed:
        return columns([_bare(view, seat, widths[seat]) for seat in (0, 1)], widths)
    height = max(height_of(console, seat_panel(view, seat, widths[seat], standing), widths[seat]) for seat in (0, 1))
    return columns([seat_panel(view, seat, widths[seat], standing, height) for seat in (0, 1)], widths)


def seat_panel(view: DuelView, seat: int, width: int, standing: bool, height: int | None = None) -> RenderableType:
    decides = view.decider == seat
    lines = _standing(view, seat, width - FRAME) if standing else _listed(view, seat, width - FRAME)
    name = _name(view, seat)
    fits = name.cell_len <= width - TITLE_FRAME
    return Panel(
        one_text(lines if fits else [*flow([name], width - FRAME), *lines]),
        box=box.HEAVY if decides else box.ROUNDED,
        border_style=GOLD if decides else EDGE,
        title=name if fits else None,
        title_align="left",
        subtitle=Text.assemble(gold("decides · " if decides else ""), faint(_ties(view, seat))),
        subtitle_align="right",
        height=height,
    )


def _bare(view: DuelView, seat: int, width: int) -> RenderableType:
    """Without a frame, where lines are dear."""
    title = flow([_name(view, seat), faint(_ties(view, seat))], width - FRAME, 2)
    return Padding(one_text(title + _listed(view, seat, width - FRAME)), (0, FRAME // 2))


def _name(view: DuelView, seat: int) -> Text:
    player = view.seats[seat]
    return Text.assemble(seat_name(player), "  ", gold(written(player.score)))


def _ties(view: DuelView, seat: int) -> str:
    return "started, loses ties" if view.seats[seat].starts else "wins ties"


def _site_title(view: DuelView, seat: int, id: str) -> Text:
    side = view.sites[id].side
    return Text.assemble((f"{words().sites[id].name} {side} ", "bold"), gold(written(view.seats[seat].points[id])))


def _standing(view: DuelView, seat: int, width: int) -> Drawing:
    """The sites as they stand: the obelisk beside temple and pyramids, the tomb below."""
    drawn = obelisk(view, seat, Room(width // 3, True))
    title = _site_title(view, seat, "obelisk")
    room = width - max(width_of(drawn), title.cell_len) - GAP
    right = [*_site(view, seat, "temple", room), Text(), *_site(view, seat, "pyramids", room)]
    left = [title, *[Text()] * (len(right) - len(drawn) - 1), *drawn]
    return [*beside([left, right], GAP), Text(), *_site(view, seat, "tomb", width), *_below(view, seat, width, False)]


def _site(view: DuelView, seat: int, id: str, width: int) -> Drawing:
    return [_site_title(view, seat, id), *SITES[id](view, seat, Room(width, True))]


def _listed(view: DuelView, seat: int, width: int) -> Drawing:
    """A line for each site."""
    titles = {id: _site_title(view, seat, id) for id in SITES}
    label = width_of(list(titles.values())) + 1
    lines: Drawing = []
    for id, drawn in SITES.items():
        lines += beside([[padded(titles[id], label)], drawn(view, seat, Room(width - label, False))], at_top=True)
    return lines + _below(view, seat, width, True)


def _below(view: DuelView, seat: int, width: int, short: bool) -> Drawing:
    """Meeples and action tokens."""
    player = view.seats[seat]
    kept = [_worth(view, seat, "action_tokens", "Action tokens"), *(tokens(player.actions, short) or [faint("none")])]
    figures = [_worth(view, seat, "meeples", "Meeples"), *meeples(player, player.hand, player.placed)]
    return flow(figures, width) + flow(kept, width)


def _worth(view: DuelView, seat: int, source: str, name: str) -> Text:
    return Text.assemble((f"{name} ", "bold"), gold(written(view.seats[seat].points[source])))
