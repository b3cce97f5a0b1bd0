"""Moves of Builder of Egypt in words, both ways. docs/notation.md describes it for players."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from imhotep.engine.builder.game import Builder
from imhotep.engine.builder.market import Market
from imhotep.engine.builder.obelisks import ObelisksC
from imhotep.engine.builder.vocabulary import (
    ALLEY_SPACES,
    COLUMNS,
    MARKET_SPACES,
    MOUND_SPACES,
    SHIPS,
    SITES,
    SPACES,
    TOMB_NUMBERS,
    TURNINGS,
    Action,
    Card,
    Site,
    Step,
)
from imhotep.engine.kernel import LEGAL, at_of, seat_of, step_of, what_of
from imhotep.table.builder.sides import Square, square_name, squares_of
from imhotep.table.builder.values import base_of, dynasty_of
from imhotep.table.builder.words import CARD_IDS, SITE_IDS
from imhotep.table.moves import Move
from imhotep.table.notation import NothingLikeThatError, Reader, words
from imhotep.table.setup import Setup

BLUE_CARDS = CARD_IDS[Card.LEVER : Card.LOADING_PLANK + 1]
NUMBERED = {"mound": int(Action.MOUND), "tomb": int(Action.TOMB), "alley": int(Action.ALLEY)}
LAST = {"mound": int(MOUND_SPACES), "tomb": int(TOMB_NUMBERS), "alley": int(ALLEY_SPACES)}
GIFTS = {int(Action.TAKE_POINTS): "points", int(Action.TAKE_STONES): "stones", int(Action.TAKE_CARD): "card"}
THREE_PYRAMIDS = ("left", "middle", "right")
FORMS = (
    "get stones, get stones and move, load SHIP SPACE, sail SHIP SITE, play CARD, prophesy GOD, pass, take SPACE CARD, "
    "take SPACE CARD and SPACE CARD, look SPACE, keep CARD, unload COLOR, raft SITE, build PYRAMID, mound SPACE, "
    "tomb NUMBER, alley SPACE, add SQUARES, take points, take stones, take card, decline"
)


class Names(NamedTuple):
    """What of a table and its position the notation needs."""

    colors: Sequence[str]
    pyramids: Sequence[str]
    face_down: range  # the spaces of the market whose cards are looked at, from 0
    prophecies: Sequence[str] = ()  # on the table
    cards: Sequence[str] = ("",) * int(MARKET_SPACES)  # that lie open in the market
    squares: Mapping[int, list[Square]] = {}  # what each way of adding the token that is asked for covers, by code


def names_of(setup: Setup, position: Builder | None = None) -> Names:
    count = len(base_of(setup).pyramids.B.pyramids)
    pyramids = THREE_PYRAMIDS if count == 3 else tuple(str(number) for number in range(1, count + 1))
    if position is None:
        return Names(setup.colors, pyramids, _face_down(setup))
    drawn = [int(position.prophecies.cards[place]) for place in range(position.prophecies.count)]
    ids = list(dynasty_of(setup).prophecies.cards) if drawn else []
    prophecies = [ids[card] for card in drawn]
    return Names(setup.colors, pyramids, _face_down(setup), prophecies, open_cards(position), _squares(setup, position))


def _face_down(setup: Setup) -> range:
    if setup.sides[0] == "B":
        first = base_of(setup).market.B.face_up
        return range(first, first + 1)
    if setup.sides[0] == "D":
        market = dynasty_of(setup).market.D
        return range(market.face_up, market.face_up + market.stacks)
    return range(0)


def open_cards(position: Builder) -> list[str]:
    market = position.boards[Site.MARKET]
    assert isinstance(market, Market)
    return [CARD_IDS[card] for card in market.open]


def _squares(setup: Setup, position: Builder) -> dict[int, list[Square]]:
    board = position.boards[Site.OBELISKS]
    if position.is_over() or not isinstance(board, ObelisksC):
        return {}
    entry = position.agenda[position.depth - 1]
    if step_of(entry) != Step.CHOOSE or at_of(entry) != Site.OBELISKS:
        return {}
    seat, space = int(seat_of(entry)), int(what_of(entry))
    found: dict[int, list[Square]] = {}
    for way in range(int(TURNINGS * COLUMNS)):
        if board.no_fit(seat, space, way) == LEGAL:
            row = int(board.base(seat, position.values.path[space], way))
            found[int(Action.ADD_TOKEN) + way] = squares_of(dynasty_of(setup), space, way, row)
    return found


def move_of(code: int, names: Names) -> Move:
    """The move that a code means."""
    cards = names.cards
    if code == Action.GET_STONES:
        return Move(text="get stones", verb="get")
    if code == Action.GET_STONES_AND_MOVE:
        return Move(text="get stones and move", verb="get_and_move")
    if code < Action.SAIL:
        ship, space = int(code - Action.LOAD) // SPACES + 1, int(code - Action.LOAD) % SPACES + 1
        return Move(text=f"load {ship} {space}", verb="load", ship=ship, space=space)
    if code < Action.PLAY_CARD:
        ship, site = int(code - Action.SAIL) // SITES + 1, SITE_IDS[int(code - Action.SAIL) % SITES]
        return Move(text=f"sail {ship} {words(site)}", verb="sail", ship=ship, site=site)
    if code < Action.PASS:
        card = BLUE_CARDS[code - Action.PLAY_CARD]
        return Move(text=f"play {words(card)}", verb="play", card=card)
    if code == Action.PASS:
        return Move(text="pass", verb="pass")
    if code < Action.PICK_CARD:
        place = int(code - Action.PROPHESY)
        id = names.prophecies[place] if place < len(names.prophecies) else str(place + 1)
        return Move(text=f"prophesy {words(id)}", verb="prophesy", prophecy=id)
    if code < Action.PICK_PAIR:
        space = int(code - Action.PICK_CARD)
        if space in names.face_down:
            return Move(text=f"look {space + 1}", verb="look", space=space + 1)
        text = f"take {space + 1} {words(cards[space])}".rstrip()
        return Move(text=text, verb="take", space=space + 1, card=cards[space] or None)
    if code < Action.KEEP_CARD:
        pair = int(code - Action.PICK_PAIR)
        first, second = pair // int(MARKET_SPACES), pair % int(MARKET_SPACES)
        named = [f"{space + 1} {words(cards[space])}".rstrip() for space in (first, second)]
        return Move(
            text=f"take {' and '.join(named)}",
            verb="take_two",
            space=first + 1,
            card=cards[first] or None,
            second_space=second + 1,
            second_card=cards[second] or None,
        )
    if code < Action.NEXT_STONE:
        card = CARD_IDS[code - Action.KEEP_CARD]
        return Move(text=f"keep {words(card)}", verb="keep", card=card)
    if code < Action.RAFT:
        seat = int(code - Action.NEXT_STONE)
        return Move(text=f"unload {names.colors[seat]}", verb="unload", seat=seat)
    if code < Action.PYRAMID:
        site = SITE_IDS[int(code - Action.RAFT)]
        return Move(text=f"raft {words(site)}", verb="raft", site=site)
    if code < Action.MOUND:
        pyramid = int(code - Action.PYRAMID)
        return Move(text=f"build {names.pyramids[pyramid]}", verb="build", pyramid=pyramid + 1)
    if code < Action.ADD_TOKEN:
        for verb, first in reversed(NUMBERED.items()):
            if code >= first:
                return Move(text=f"{verb} {code - first + 1}", verb=verb, space=code - first + 1)
    if code < Action.TAKE_POINTS:
        squares = names.squares.get(code)
        if squares is None:  # it doesn't fit
            return Move(text="add", verb="add")
        return Move(text=f"add {' '.join(map(square_name, squares))}", verb="add", squares=squares)
    if code in GIFTS:
        return Move(text=f"take {GIFTS[code]}", verb=f"take_{GIFTS[code]}")
    return Move(text="decline", verb="decline")


# --- from words


def code_of(text: str, names: Names) -> int:
    """The code that a text means; whether it is legal is another question.

    Raises NotationError, or NothingLikeThatError if no code says it.
    """
    return _Parser(text, names).code()


class _Parser(Reader):
    def __init__(self, text: str, names: Names) -> None:
        super().__init__(text, FORMS)
        self.names = names
        self.cards = names.cards

    def code(self) -> int:
        match self.verb:
            case "get" | "stones":
                self.drop("stones", "and", "imhotep")
                if self.rest not in ([], ["move"]):
                    raise self.wrong("get stones, or get stones and move")
                return int(Action.GET_STONES_AND_MOVE if self.rest else Action.GET_STONES)
            case "load":
                self.drop("ship", "space", "on", "onto")
                ship, space = self.numbers(2, "load SHIP SPACE, such as load 2 1")
                return int(Action.LOAD + self.index(ship, SHIPS, "ship") * SPACES + self.index(space, SPACES, "space"))
            case "sail":
                return self.sail()
            case "play":
                return int(Action.PLAY_CARD + BLUE_CARDS.index(self.choice(BLUE_CARDS, "blue card")))
            case "pass":
                return self.alone(Action.PASS)
            case "take" | "pick":
                return self.take()
            case "look":
                self.drop("at", "space")
                (space,) = self.numbers(1, "look SPACE, such as look 4")
                return self.look(space)
            case "keep":
                return int(Action.KEEP_CARD + CARD_IDS.index(self.choice(CARD_IDS[1:], "card")))
            case "unload":
                return int(Action.NEXT_STONE + self.names.colors.index(self.choice(self.names.colors, "color")))
            case "build":
                self.drop("on", "pyramid")
                pyramids = self.names.pyramids
                return int(Action.PYRAMID + pyramids.index(self.choice(pyramids, "pyramid")))
            case "raft":
                self.drop("to", "the")
                return int(Action.RAFT + SITE_IDS.index(self.choice(SITE_IDS, "site")))
            case "prophesy":
                return self.prophesy()
            case "mound" | "tomb" | "alley":
                self.drop("space", "number", "obelisk")
                (space,) = self.numbers(1, f"{self.verb} NUMBER, such as {self.verb} 3")
                return NUMBERED[self.verb] + self.index(space, LAST[self.verb], "space")
            case "add":
                return self.add()
            case "decline":
                return self.alone(Action.DECLINE)
            case _:
                raise self.unknown()

    def sail(self) -> int:
        self.drop("ship", "to", "the")
        if len(self.rest) < 2 or not self.rest[0].isdecimal():
            raise self.wrong("sail SHIP SITE, such as sail 2 temple")
        ship = self.index(self.rest.pop(0), SHIPS, "ship")
        return int(Action.SAIL + ship * SITES + SITE_IDS.index(self.choice(SITE_IDS, "site")))

    def take(self) -> int:
        for gift, name in GIFTS.items():
            if self.rest == [name]:
                return gift
        if not self.rest:
            raise self.wrong("take SPACE CARD, such as take 3 statue")
        if not self.rest[0].isdecimal():  # the card alone: the first space that has it
            card = self.choice(CARD_IDS[1:], "card")
            if card not in self.cards:
                raise NothingLikeThatError(Action.PICK_CARD, "no_card_there")
            return int(Action.PICK_CARD + self.cards.index(card))
        self.drop("and")
        spaces: list[int] = []
        while self.rest and self.rest[0].isdecimal() and len(spaces) < 2:
            number = self.rest.pop(0)
            end = next((at for at, part in enumerate(self.rest) if part.isdecimal()), len(self.rest))
            named, later = self.rest[:end], self.rest[end:]
            space = self.index(number, MARKET_SPACES, "space")
            self.rest = named
            if named and self.choice(CARD_IDS[1:], "card") != self.cards[space]:
                raise NothingLikeThatError(Action.PICK_CARD + space, "no_card_there")
            if not named and not later and not spaces and space in self.names.face_down:
                raise self.wrong(f"look {number}, for the face-down cards there")
            spaces.append(space)
            self.rest = later
        if self.rest:
            raise self.wrong(
                "take SPACE CARD, such as take 3 statue, or two of them, such as take 1 statue and 2 lever"
            )
        if len(spaces) == 1:
            return int(Action.PICK_CARD) + spaces[0]
        return int(Action.PICK_PAIR) + spaces[0] * int(MARKET_SPACES) + spaces[1]

    def prophesy(self) -> int:
        prophecies = self.names.prophecies
        if not prophecies:
            return int(Action.PROPHESY)
        return int(Action.PROPHESY + prophecies.index(self.choice(prophecies, "prophecy", "prophecies")))

    def add(self) -> int:
        """Squares in any order."""
        for code, squares in self.names.squares.items():
            if sorted(map(square_name, squares)) == sorted(self.rest):
                return code
        if not self.rest or not all(re.fullmatch(r"[a-z][0-9]{1,3}", part) for part in self.rest):
            raise self.wrong("add SQUARES, such as add a1 b1 b2")
        raise NothingLikeThatError(Action.ADD_TOKEN, "does_not_fit")

    def look(self, number: str) -> int:
        space = self.index(number, MARKET_SPACES, "space")
        if space not in self.names.face_down:
            raise NothingLikeThatError(Action.PICK_CARD + space, "no_card_there")
        return int(Action.PICK_CARD + space)
