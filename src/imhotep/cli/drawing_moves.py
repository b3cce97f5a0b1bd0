"""The legal moves as a numbered list, grouped as a player thinks of them."""

from collections.abc import Sequence

from rich.text import Text

from imhotep.cli.drawing_pieces import Drawing, beside, card, faint, faint_words, flow, gold, plural, seat_name
from imhotep.cli.drawing_prophecies import current, stakes
from imhotep.cli.drawing_pyramids import free_after
from imhotep.cli.drawing_sites import side_of
from imhotep.cli.drawing_tokens import placements, shape
from imhotep.table.builder.sides import AlleyView, CorridorView, GreatObeliskView, MoundView, PyramidsView
from imhotep.table.builder.view import BuilderView
from imhotep.table.catalogue import catalogue
from imhotep.table.moves import Move

LABELS = {
    "get": "Get stones",
    "get_and_move": "Get stones",
    "play": "Play a card",
    "take_two": "For a coin",
    "mound": "Build",
    "tomb": "Build on",
    "alley": "Build",
}
INDENT = 13
Row = tuple[Move, list[Text]]


def choices(view: BuilderView, width: int) -> Drawing:
    """What the viewer may answer; the number before a move plays it."""
    lines = _looked_at(view, width)
    group = ""
    for move, drawing in _groups(view, width - INDENT):
        label = LABELS.get(move.verb, move.verb.partition("_")[0].capitalize())
        shown = "" if label == group else label
        group = label
        for line in drawing:
            lines.append(Text.assemble((shown.ljust(INDENT), "bold"), line))
            shown = ""
    return lines


def _looked_at(view: BuilderView, width: int) -> Drawing:
    if view.market.seen is None:
        return []
    head = Text("face down, and only you see them:", "bold")
    return flow([head, *(card(id) for id in view.market.seen)], width)


def _groups(view: BuilderView, width: int) -> list[tuple[Move, Drawing]]:
    """Moves that stand together, drawn no wider than that: all loads, the sailings of a ship, numbers of a site, the
    ways to add a token; any other by itself."""
    numbered = list(enumerate(view.moves, 1))
    groups: list[tuple[Move, Drawing]] = []
    while numbered:
        first = numbered[0][1]
        group = [(number, move) for number, move in numbered if _belongs(first, move)]
        numbered = numbered[len(group) :]
        groups.append((first, _drawn(view, group, width)))
    return groups


def _belongs(first: Move, move: Move) -> bool:
    """Whether a move stands together with the first one of its group; those that do follow each other."""
    if first.verb in ("load", "mound", "tomb", "add"):
        return first.verb == move.verb
    return move is first or (first.verb == move.verb == "sail" and first.ship == move.ship)


def _drawn(view: BuilderView, group: Sequence[tuple[int, Move]], width: int) -> Drawing:
    number, move = group[0]
    match move.verb:
        case "load":
            return flow(_loads(group), width, 4)
        case "sail":
            sites = [Text.assemble(_key(at), " ", _site_name(one.site)) for at, one in group]
            return flow([Text.assemble((f"ship {move.ship}", "underline"), " to"), *sites], width, 2)
        case "mound" | "tomb":
            return flow([Text.assemble(_key(at), f" {_place(view, one)}") for at, one in group], width, 2)
        case "add":
            return _adding(view, group, width)
        case _:
            key = Text.assemble(_key(number), " ")
            return beside([[key], flow(_words(view, move), width - key.cell_len)], at_top=True)


def _key(number: int) -> Text:
    return gold(f"[{number}]")


def _loads(group: Sequence[tuple[int, Move]]) -> list[Text]:
    """The spaces of each ship."""
    ships: list[Text] = []
    last = 0
    for number, move in group:
        if move.ship != last:
            ships.append(Text.assemble((f"ship {move.ship}", "underline"), " space"))
        ships[-1].append(" ").append_text(_key(number)).append(f" {move.space}")
        last = move.ship or 0
    return ships


def _place(view: BuilderView, move: Move) -> str:
    board, number = view.burial_chamber, move.space or 1
    if not isinstance(board, MoundView):
        return str(number)
    level = next(at for at in range(len(board.levels)) if number <= sum(map(len, board.levels[: at + 1])))
    return f"space {number}, level {level + 1}"


# --- the great obelisk


def _adding(view: BuilderView, group: Sequence[tuple[int, Move]], width: int) -> Drawing:
    """The token that was just delivered, and each way in which it fits."""
    board = view.obelisks
    assert isinstance(board, GreatObeliskView)
    assert view.decider is not None
    token = next(place for place in reversed(board.path) if place.owner is not None)
    picture = [Text(line.plain, "bold") for line in shape(token.squares)]
    head = beside([[faint("this token:")], picture, [faint("turned and flipped as drawn")]], 1)
    return head + placements(board, view.decider, group, width)


# --- in words


def _words(view: BuilderView, move: Move) -> list[Text]:
    """What a move does; the parts are never broken."""
    match move.verb:
        case "take_two":
            first = Text.assemble(gold(str(move.space)), card(move.card or ""))
            second = Text.assemble(gold(str(move.second_space)), card(move.second_card or ""))
            return [first, *_said("and then"), second]
        case "prophesy":
            return _prophecy(view, move)
        case _ if move.card is not None:
            return [card(move.card), Text(), *faint_words(catalogue("builder").cards[move.card].summary)]
        case "get" | "take_stones":
            return _stones(move)
        case "get_and_move":
            return [*_stones(move), *_said("and Imhotep moves on:"), *_moved_on(view)]
        case "take_points":
            return [gold(plural(move.amount or 0, "point"))]
        case "take_card":
            return _said("the top card of the draw pile")
        case "pass":
            return _said("nothing else can be done")
        case "look":
            return _look(view, move)
        case "unload":
            assert move.seat is not None
            return [*_said("a stone of"), seat_name(view.seats[move.seat])]
        case "raft":
            return _raft(view, move)
        case "build":
            return _pyramid(view, move)
        case "alley":
            return _alley(view, move)
        case "decline":
            return _said("the token goes back into the box" if view.question == "great_obelisk" else "the offer")
        case _:
            return _said(move.text)


def _said(text: str) -> list[Text]:
    return [Text(word) for word in text.split()]


def _stones(move: Move) -> list[Text]:
    return [gold(plural(move.amount or 0, "stone")), *_said("from the quarry to your sled")]


def _moved_on(view: BuilderView) -> list[Text]:
    """What the next stone in the corridor scores then."""
    board = view.pyramids
    assert isinstance(board, CorridorView)
    now, *later = [place.points for place in free_after(board, board.next)]
    if not later:
        return []
    return [*_said("the next stone scores"), gold(str(later[0])), *faint_words(f"instead of {now}")]


def _prophecy(view: BuilderView, move: Move) -> list[Text]:
    words, period = catalogue("builder"), current(view)
    prophecy = next(one for one in view.prophecies if one.id == move.prophecy)
    asked = words.task(most=prophecy.most, at_least=prophecy.at_least, stones=prophecy.stones, cards=prophecy.cards)
    name = Text.assemble((words.prophecy_name(prophecy.id), "bold"), " ")
    return [name, *([] if period is None else [stakes(period)]), Text(), *faint_words(f"{asked} Your action follows.")]


def _look(view: BuilderView, move: Move) -> list[Text]:
    stack = next(stack for stack in view.market.stacks if stack.space == move.space)
    cards = plural(stack.count, "face-down card")
    return [*_said(f"at the {cards} of space"), gold(str(move.space)), *_said("and keep one")]


def _raft(view: BuilderView, move: Move) -> list[Text]:
    side = side_of(view, move.site or "")
    return [Text(_site_name(move.site), "bold"), Text(), *faint_words(side.summary)]


def _pyramid(view: BuilderView, move: Move) -> list[Text]:
    board = view.pyramids
    assert isinstance(board, PyramidsView)
    assert move.pyramid is not None
    place = next(space for space in board.parts[move.pyramid - 1] if space.owner is None)
    bonus = ""
    if place.card:
        bonus = "and a card"
    if place.stones:
        bonus = f"and {plural(place.stones, 'stone')}"
    if place.load:
        bonus = "and load a stone"
    name = Text.assemble((move.text.removeprefix("build "), "bold"), ":")
    return [name, gold(plural(place.points, "point")), *_said(bonus)]


def _alley(view: BuilderView, move: Move) -> list[Text]:
    board = view.obelisks
    assert isinstance(board, AlleyView)
    assert move.space is not None
    obelisk = board.obelisks[move.space - 1]
    name = Text.assemble((f"obelisk {move.space}", "bold"), ":")
    return [name, gold(plural(obelisk.points, "point")), *_said(f"with {plural(obelisk.height, 'stone')}")]


def _site_name(id: str | None) -> str:
    return catalogue("builder").sites[id or ""].short


# --- typed


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
