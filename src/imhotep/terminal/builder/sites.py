"""The five sites as the terminal draws them: which file draws which, and the words about their sides."""

from imhotep.table.builder.view import BuilderView
from imhotep.table.catalogue import Side
from imhotep.terminal.builder.burial_chamber import burial_chamber
from imhotep.terminal.builder.market import market
from imhotep.terminal.builder.obelisks import obelisks
from imhotep.terminal.builder.pieces import words
from imhotep.terminal.builder.pyramids import pyramids
from imhotep.terminal.builder.temple import temple
from imhotep.terminal.pieces import Drawing, Room

SITES = {
    "market": market,
    "pyramids": pyramids,
    "temple": temple,
    "burial_chamber": burial_chamber,
    "obelisks": obelisks,
}


def site(view: BuilderView, id: str, room: Room) -> Drawing:
    return SITES[id](view, room)


def side_of(view: BuilderView, id: str) -> Side:
    """The words about the side of a site that is in play."""
    letter = view.sides[list(words().sites).index(id)]
    return words().sides[id][letter]
