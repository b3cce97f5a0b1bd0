"""The legal moves as a numbered list, grouped as a player thinks of them."""

from collections.abc import Sequence

from rich.text import Text

from imhotep.table.builder.sides import AlleyView, CorridorView, GreatObeliskView, MoundView, PyramidsView
from imhotep.table.builder.view import BuilderView
from imhotep.table.moves import Move
from imhotep.terminal.builder.pieces import card, words
from imhotep.terminal.builder.prophecies import current, stakes
from imhotep.terminal.builder.pyramids import free_after
from imhotep.terminal.builder.sites import side_of
from imhotep.terminal.builder.tokens import placements, shape
from imhotep.terminal.moves import INDENT, labelled
from imhotep.terminal.pieces import Drawing, beside, faint, faint_words, flow, gold, key, plural, said, who

LABELS = {
    "get": "Take stones",
    "get_and_move": "Take stones",
    "play": "Play a card",
    "take_two": "For a coin",
    "mound": "Build",
    "tomb": "Build on",
    "alley": "Build",
}


def choices(view: BuilderView, width: int) -> Drawing:
    """What the viewer may answer; the number before a move plays it."""
    return _looked_at(view, width) + labelled(_groups(view, width - INDENT))


def _looked_at(view: BuilderView, width: int) -> Drawing:
    if view.market.seen is None:
        return []
    head = Text("face down, and only you see them:", "bold")
    return flow([head, *(card(id) for id in view.market.seen)], width)


def _groups(view: BuilderView, width: int) -> list[tuple[str, Drawing]]:
    """Moves that stand together, drawn no wider than that: all loads, the sailings of a ship, numbers of a site, the
    ways to add a token; any other by itself."""
    numbered = list(enumerate(view.moves, 1))
    groups: list[tuple[str, Drawing]] = []
    while numbered:
        first = numbered[0][1]
        group = [(number, move) for number, move in numbered if _belongs(first, move)]
        numbered = numbered[len(group) :]
        label = LABELS.get(first.verb, first.verb.partition("_")[0].capitalize())
        groups.append((label, _drawn(view, group, width)))
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
            sites = [Text.assemble(key(at), " ", side_of(view, one.site or "").name) for at, one in group]
            return flow([Text.assemble((f"ship {move.ship}", "underline"), " to"), *sites], width, 2)
        case "mound" | "tomb":
            return flow([Text.assemble(key(at), f" {_place(view, one)}") for at, one in group], width, 2)
        case "add":
            return _adding(view, group, width)
        case _:
            head = Text.assemble(key(number), " ")
            return beside([[head], flow(_words(view, move), width - head.cell_len)], at_top=True)


def _loads(group: Sequence[tuple[int, Move]]) -> list[Text]:
    """The spaces of each ship."""
    ships: list[Text] = []
    last = 0
    for number, move in group:
        if move.ship != last:
            ships.append(Text.assemble((f"ship {move.ship}", "underline"), " space"))
        ships[-1].append(" ").append_text(key(number)).append(f" {move.space}")
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
            return [first, *said("and then"), second]
        case "prophesy":
            return _prophecy(view, move)
        case _ if move.card is not None:
            return [card(move.card), Text(), *faint_words(words().cards[move.card].summary)]
        case "get" | "take_stones":
            return _stones(move)
        case "get_and_move":
            return [*_stones(move), *said("and Imhotep moves on:"), *_moved_on(view)]
        case "take_points":
            return [gold(plural(move.amount or 0, "point"))]
        case "take_card":
            return said("the top card of the draw pile")
        case "pass":
            return said("there is nothing else you can do")
        case "look":
            return _look(view, move)
        case "unload":
            assert move.seat is not None
            own = move.seat == view.seat
            return said("one of your stones") if own else [*said("a stone of"), who(view, move.seat)]
        case "raft":
            return _raft(view, move)
        case "build":
            return _pyramid(view, move)
        case "alley":
            return _alley(view, move)
        case "decline":
            return said("the token goes back into the box" if view.question == "great_obelisk" else "the offer")
        case _:
            return said(move.text)


def _stones(move: Move) -> list[Text]:
    return [gold(plural(move.amount or 0, "stone")), *said("from the quarry to your sled")]


def _moved_on(view: BuilderView) -> list[Text]:
    """What the next stone in the corridor scores then."""
    board = view.pyramids
    assert isinstance(board, CorridorView)
    now, *later = [place.points for place in free_after(board, board.next)]
    if not later:
        return []
    return [*said("the next stone scores"), gold(str(later[0])), *faint_words(f"instead of {now}")]


def _prophecy(view: BuilderView, move: Move) -> list[Text]:
    period = current(view)
    prophecy = next(one for one in view.prophecies if one.id == move.prophecy)
    asked = words().task(most=prophecy.most, at_least=prophecy.at_least, stones=prophecy.stones, cards=prophecy.cards)
    name = Text.assemble((words().prophecy_name(prophecy.id), "bold"), " ")
    return [name, *([] if period is None else [stakes(period)]), Text(), *faint_words(f"{asked} Your action follows.")]


def _look(view: BuilderView, move: Move) -> list[Text]:
    stack = next(stack for stack in view.market.stacks if stack.space == move.space)
    cards = plural(stack.count, "face-down card")
    return [*said(f"at the {cards} on space"), gold(str(move.space)), *said("and keep one")]


def _raft(view: BuilderView, move: Move) -> list[Text]:
    side = side_of(view, move.site or "")
    return [Text(side.name, "bold"), Text(), *faint_words(side.summary)]


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
    return [name, gold(plural(place.points, "point")), *said(bonus)]


def _alley(view: BuilderView, move: Move) -> list[Text]:
    board = view.obelisks
    assert isinstance(board, AlleyView)
    assert move.space is not None
    obelisk = board.obelisks[move.space - 1]
    name = Text.assemble((f"obelisk {move.space}", "bold"), ":")
    return [name, gold(plural(obelisk.points, "point")), *said(f"with {plural(obelisk.height, 'stone')}")]
