"""What the sites pay at the end of the game, in words."""

from collections.abc import Sequence

from imhotep.table.duel.view import DuelView, SiteView
from imhotep.terminal.duel.pieces import number_of, numbers_of, words
from imhotep.terminal.pieces import plural, written


def payment(view: DuelView, id: str) -> str:
    """As in the catalogue, or told from the values where others are in force than those printed."""
    site = view.sites[id]
    if site.printed:
        return words().sides[id][site.side].summary
    match id:
        case "obelisk":
            return _obelisk(site)
        case "temple":
            return _temple(site)
        case "pyramids":
            return _pyramids(site)
        case _:
            return _tomb(site)


def _obelisk(site: SiteView) -> str:
    if site.side == "A":
        each, most = plural(number_of(site, "each"), "point"), number_of(site, "most")
        return f"Each token scores {each}, and having more than your rival scores {most} extra."
    goal, first, second = (number_of(site, name) for name in ("goal", "first", "second"))
    many = f"{plural(number_of(site, 'many'), 'token')} score {number_of(site, 'many_points')}"
    return f"Whoever is first to {plural(goal, 'token')} scores {first}, the second one {second}; {many}."


def _temple(site: SiteView) -> str:
    if site.side == "A":
        return f"Each symbol on your temple tokens scores {plural(number_of(site, 'each_symbol'), 'point')}."
    return f"Sets of different temple tokens score {_scale(numbers_of(site, 'sets'), 1)} in a set."


def _pyramids(site: SiteView) -> str:
    if site.side == "A":
        return f"Each pyramid scores {_scale(numbers_of(site, 'tokens'), 0)}."
    return f"Only the smaller one scores: {_scale(numbers_of(site, 'smaller'), 0)}."


def _tomb(site: SiteView) -> str:
    if site.side == "B":
        points = plural(number_of(site, "group"), "point")
        return f"Each group of connected numbers scores {points}, long or short."
    return f"Groups of connected numbers score {_scale(numbers_of(site, 'groups'), 1)} or more."


def _scale(points: Sequence[int], first: int) -> str:
    """For so many tokens and more."""
    last = first + len(points) - 1
    count = plural(last, "token") if first == last else f"{first} to {last} tokens"
    return f"{', '.join(written(worth) for worth in points)} for {count}"
