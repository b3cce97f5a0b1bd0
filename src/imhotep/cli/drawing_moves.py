"""The legal moves as a numbered list, grouped as a player thinks of them."""

from collections.abc import Sequence

from rich.text import Text

from imhotep.cli.drawing_pieces import Drawing, card, faint, flow, gold, plural, seat_name
from imhotep.table.builder.view import BuilderView
from imhotep.table.catalogue import catalogue
from imhotep.table.moves import Move

LABELS = {"get": "Get stones", "load": "Load", "sail": "Sail", "play": "Play a card", "pass": "Pass", "take": "Take"}
INDENT = 13


def choices(view: BuilderView, width: int) -> Drawing:
    """What the viewer may answer; the number before a move plays it."""
    lines: Drawing = []
    group = ""
    for move, parts in _rows(view):
        label = LABELS.get(move.verb, move.verb.partition("_")[0].capitalize())
        shown = "" if label == group else label
        group = label
        for line in flow(parts, width - INDENT, 4 if move.verb == "load" else 2):
            lines.append(Text.assemble((shown.ljust(INDENT), "bold"), line))
            shown = ""
    return lines


def _rows(view: BuilderView) -> list[tuple[Move, list[Text]]]:
    """Moves that share a line, with their parts: all loads, the sailings of a ship, anything else by itself."""
    rows: list[tuple[Move, list[Text]]] = []
    last: Move | None = None
    for number, move in enumerate(view.moves, 1):
        same_ship = last is not None and (last.verb, last.ship) == (move.verb, move.ship)
        key = gold(f"[{number}]")
        if move.verb == "load":
            if last is None or last.verb != "load":
                rows.append((move, []))
            if same_ship:
                rows[-1][1][-1].append(" ").append_text(key).append(f" {move.space}")
            else:
                rows[-1][1].append(Text.assemble((f"ship {move.ship}", "underline"), " space ", key, f" {move.space}"))
        elif move.verb == "sail":
            if not same_ship:
                rows.append((move, [Text.assemble((f"ship {move.ship}", "underline"), " to")]))
            rows[-1][1].append(Text.assemble(key, " ", _site_name(move.site)))
        else:
            rows.append((move, [Text.assemble(key, " ", _words(view, move))]))
        last = move
    return rows


def _words(view: BuilderView, move: Move) -> Text:
    if move.card is not None:
        return Text.assemble(card(move.card), "  ", faint(catalogue().cards[move.card].summary))
    match move.verb:
        case "get":
            return Text.assemble(gold(plural(move.amount or 0, "stone")), " from the quarry to your sled")
        case "take_points":
            return gold(plural(move.amount or 0, "point"))
        case "take_stones":
            return Text.assemble(gold(plural(move.amount or 0, "stone")), " from the quarry to your sled")
        case "take_card":
            return Text("the top card of the draw pile")
        case "pass":
            return Text("nothing else can be done")
        case "look":
            return Text(f"at the {view.market.face_down} face-down cards, and keep one")
        case "unload":
            assert move.seat is not None
            return Text.assemble("a stone of ", seat_name(view.seats[move.seat]))
        case "build":
            return _pyramid(view, move)
        case "decline":
            return Text("the offer")
        case _:
            return Text(move.text)


def _pyramid(view: BuilderView, move: Move) -> Text:
    assert move.pyramid is not None
    part = view.pyramids.parts[move.pyramid - 1]
    place = next(space for space in part if space.owner is None)
    bonus = ""
    if place.card:
        bonus = " and a card"
    if place.stones:
        bonus = f" and {plural(place.stones, 'stone')}"
    if place.load:
        bonus = " and load a stone"
    name = move.text.removeprefix("build ")
    return Text.assemble((name, "bold"), ": ", gold(plural(place.points, "point")), bonus)


def _site_name(id: str | None) -> str:
    return next(site.short for key, site in catalogue().sites.items() if key == id)


def matching(moves: Sequence[Move], text: str) -> list[Move]:
    """The moves that a typed text begins: word by word, each the beginning of the move's own."""
    typed = text.lower().split()
    exact = [move for move in moves if move.text.split() == typed]
    return exact or [move for move in moves if typed and _begins(move.text.split(), typed)]


def _begins(words: list[str], typed: list[str]) -> bool:
    if len(typed) > len(words):
        return False
    pairs = zip(typed, words, strict=False)
    return all(part == word or (word.startswith(part) and not word.isdecimal()) for part, word in pairs)
