"""The players as the terminal draws them: four sites, action tokens and meeples, each with its points."""

from collections.abc import Callable

from rich import box
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.text import Text

from imhotep.table.duel.view import DuelView
from imhotep.terminal.duel.obelisk import obelisk
from imhotep.terminal.duel.pieces import meeples, tokens, words
from imhotep.terminal.duel.pyramids import pyramids
from imhotep.terminal.duel.temple import temple
from imhotep.terminal.duel.tomb import tomb
from imhotep.terminal.panels import TITLE_FRAME, columns
from imhotep.terminal.pieces import (
    EDGE,
    FAINT,
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
    plural,
    who,
    width_of,
    written,
)

SITES: dict[str, Callable[[DuelView, int, Room], Drawing]] = {
    "obelisk": obelisk,
    "temple": temple,
    "pyramids": pyramids,
    "tomb": tomb,
}
LEAST_BESIDE = 39  # columns of a player, if two stand beside each other
GAP = 3
MARGIN = 1  # columns, instead of a frame


def seats(view: DuelView, width: int, standing: bool, framed: bool, brief: bool) -> RenderableType:
    """The players beside each other if there is room, else one below the other."""
    half = width // 2
    aligned = half >= LEAST_BESIDE
    room = half if aligned else width
    drawn = [
        seat_panel(view, seat, room, standing, aligned) if framed else _bare(view, seat, room, aligned, brief)
        for seat in (0, 1)
    ]
    return columns(drawn, [width - half, half]) if aligned else Group(*drawn)


def seat_panel(
    view: DuelView, seat: int, width: int, standing: bool, aligned: bool = False, height: int | None = None
) -> RenderableType:
    """`aligned` are players beside each other: what they have of a kind begins on the same line."""
    decides = view.decider == seat
    room = width - FRAME
    names = [_name(view, number) for number in (0, 1)]
    fits = [name.cell_len <= width - TITLE_FRAME for name in names]

    def parts(number: int) -> list[Drawing]:
        name = [] if fits[number] else flow([names[number]], room)
        return [name, *(_standing(view, number, room, aligned) if standing else _listed(view, number, room))]

    return Panel(
        one_text(_joined(parts, seat, aligned)),
        box=box.HEAVY if decides else box.ROUNDED,
        border_style=GOLD if decides else EDGE,
        title=names[seat] if fits[seat] else None,
        title_align="left",
        subtitle=Text.assemble(gold("to play · " if decides else ""), faint(_ties(view, seat)[0])),
        subtitle_align="right",
        height=height,
    )


def _bare(view: DuelView, seat: int, width: int, aligned: bool, brief: bool) -> RenderableType:
    """Without a frame, where lines are dear."""
    room = width - MARGIN
    drawn = _joined(lambda number: [_title(view, number, room), *_listed(view, number, room, brief)], seat, aligned)
    return Padding(one_text(drawn), (0, 0, 0, MARGIN))


def _joined(parts: Callable[[int], list[Drawing]], seat: int, aligned: bool) -> Drawing:
    """The parts of a seat below each other, each as high as that of the other seat if they are aligned."""
    lines: Drawing = []
    for own, other in zip(parts(seat), parts(1 - seat) if aligned else parts(seat), strict=True):
        lines += own + [Text()] * (len(other) - len(own))
    return lines


def _name(view: DuelView, seat: int) -> Text:
    return Text.assemble(who(view, seat), "  ", gold(written(view.seats[seat].score)))


def _title(view: DuelView, seat: int, width: int) -> Drawing:
    lines: Drawing = []
    for ties in _ties(view, seat):
        lines = flow([_name(view, seat), faint(ties)], width, 2)
        if len(lines) == 1:
            break
    return lines


def _ties(view: DuelView, seat: int) -> list[str]:
    """Who wins them, and shorter."""
    return ["started, loses ties", "loses ties"] if view.seats[seat].starts else ["wins ties"]


def _site_title(view: DuelView, seat: int, id: str) -> Text:
    side = view.sites[id].side
    return Text.assemble((f"{words().sites[id].name} {side} ", "bold"), gold(written(view.seats[seat].points[id])))


def _standing(view: DuelView, seat: int, width: int, aligned: bool) -> list[Drawing]:
    """The sites as they stand: the obelisk beside temple and pyramids, the tomb below."""

    def beside_obelisk(number: int) -> list[Drawing]:
        drawn = obelisk(view, number, Room(width // 3, True))
        room = width - max(width_of(drawn), _site_title(view, number, "obelisk").cell_len) - GAP
        return [[*_site(view, number, "temple", room), Text()], _site(view, number, "pyramids", room)]

    drawn = obelisk(view, seat, Room(width // 3, True))
    right = _joined(beside_obelisk, seat, aligned)
    left = [_site_title(view, seat, "obelisk"), *[Text()] * (len(right) - len(drawn) - 1), *drawn]
    upper = [*beside([left, right], GAP), Text()]
    return [upper, _site(view, seat, "tomb", width), *_below(view, seat, width, False)]


def _site(view: DuelView, seat: int, id: str, width: int) -> Drawing:
    return [_site_title(view, seat, id), *SITES[id](view, seat, Room(width, True))]


def _listed(view: DuelView, seat: int, width: int, brief: bool = False) -> list[Drawing]:
    """A line for each site."""
    titles = {id: _site_title(view, seat, id) for id in SITES}
    label = width_of(list(titles.values())) + 1
    parts: list[Drawing] = []
    for id, drawn in SITES.items():
        site = drawn(view, seat, Room(width - label, False))
        parts.append(beside([[padded(titles[id], label)], site], at_top=True))
    return parts + (_brief(view, seat, width) if brief else _below(view, seat, width, True))


def _below(view: DuelView, seat: int, width: int, short: bool) -> list[Drawing]:
    """Meeples and action tokens, with their points."""
    player = view.seats[seat]
    placed = faint(f"{player.placed} placed" if player.placed else "none placed")
    figures = [_bold("Meeples"), meeples(player, player.hand).append(",", FAINT), placed]
    figures += _worth(view, seat, "meeples", short) if player.placed else []
    kept = flow(_kept(view, seat, short), width)
    return [flow(figures, width), kept if len(kept) == 1 else flow(_kept(view, seat, True), width)]


def _kept(view: DuelView, seat: int, short: bool) -> list[Text]:
    actions = view.seats[seat].actions
    if not actions:
        return [_bold("Action tokens"), faint("none")]
    return [_bold("Action tokens"), *tokens(actions, short), *_worth(view, seat, "action_tokens", short)]


def _brief(view: DuelView, seat: int, width: int) -> list[Drawing]:
    """Meeples and action tokens on one line; what they are worth is left to the command."""
    player = view.seats[seat]
    return [flow([meeples(player, player.hand), *tokens(player.actions, short=True)], width)]


def _bold(text: str) -> Text:
    return Text(text, "bold")


def _worth(view: DuelView, seat: int, source: str, short: bool) -> list[Text]:
    points = view.seats[seat].points[source]
    return [Text.assemble(faint("= "), gold(f"{written(points)} pt" if short else plural(points, "point")))]
