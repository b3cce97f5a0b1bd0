"""Who has how many points from where."""

from collections.abc import Mapping, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from imhotep.table.catalogue import Catalogue
from imhotep.terminal.pieces import EDGE, GOLD, View, gold, who


def score_table(
    view: View, words: Catalogue, winners: Sequence[int], title: str, more: Mapping[str, Sequence[object]]
) -> RenderableType:
    """Points by source, and at the end who has won; `more` are rows below the points, `title` is for a game that is
    not over yet."""
    table = Table(title="Final scores" if view.is_over else title, border_style=EDGE, title_style=f"bold {GOLD}")
    table.add_column("", overflow="fold")
    for seat in range(len(view.seats)):
        table.add_column(who(view, seat), justify="right", overflow="fold")
    for id, source in words.sources.items():
        points = [seat.points.get(id, 0) for seat in view.seats]
        if any(points) or id in words.sites:
            table.add_row(source.name, *(str(value) if value else "–" for value in points))
    table.add_section()
    table.add_row(Text("Points", "bold"), *(gold(str(seat.score)) for seat in view.seats))
    for name, values in more.items():
        table.add_row(name, *map(str, values))
    if not winners:
        return table
    names = Text(" and ").join(who(view, seat) for seat in winners)
    verb = "win together" if len(winners) > 1 else "win" if view.seat in winners else "wins"
    grid = Table.grid()
    grid.add_row(table)
    grid.add_row(Text.assemble(names, gold(f" {verb}!")))
    return grid
