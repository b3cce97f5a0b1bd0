"""The five sites as the terminal draws them: which file draws which, and the titles of their boards."""

from imhotep.cli.drawing_burial_chamber import burial_chamber
from imhotep.cli.drawing_market import market
from imhotep.cli.drawing_obelisks import obelisks
from imhotep.cli.drawing_pieces import Drawing, Room
from imhotep.cli.drawing_pyramids import pyramids
from imhotep.cli.drawing_temple import temple
from imhotep.table.builder.view import BuilderView
from imhotep.table.catalogue import Side, catalogue


def site(view: BuilderView, id: str, room: Room) -> Drawing:
    match id:
        case "market":
            return market(view, room)
        case "pyramids":
            return pyramids(view, room)
        case "temple":
            return temple(view, room)
        case "burial_chamber":
            return burial_chamber(view, room)
        case "obelisks":
            return obelisks(view, room)


def side_of(view: BuilderView, id: str) -> Side:
    """The words about the side of a site that is in play."""
    letter = view.sides[list(catalogue("builder").sites).index(id)]
    return catalogue("builder").sides[id][letter]
