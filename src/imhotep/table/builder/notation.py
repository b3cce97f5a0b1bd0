"""Moves of Builder of Egypt in words, both ways. docs/notation.md describes it for players."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from imhotep.engine.builder.game import Builder
from imhotep.engine.builder.market import Market
from imhotep.engine.builder.vocabulary import MARKET_SPACES, SHIPS, SITES, SPACES, Action, Card, Site
from imhotep.table.builder.edition import BuilderEdition
from imhotep.table.builder.words import CARD_IDS, SITE_IDS
from imhotep.table.errors import NotationError
from imhotep.table.moves import Move
from imhotep.table.setup import Setup

BLUE_CARDS = CARD_IDS[Card.LEVER :]
GIFTS = {int(Action.TAKE_POINTS): "points", int(Action.TAKE_STONES): "stones", int(Action.TAKE_CARD): "card"}
THREE_PYRAMIDS = ("left", "middle", "right")
FORMS = (
    "get stones, load SHIP SPACE, sail SHIP SITE, play CARD, pass, take SPACE CARD, look SPACE, keep CARD, "
    "unload COLOR, build PYRAMID, take points, take stones, take card, decline"
)


def words(name: str) -> str:
    """An id as it is written in notation: burial_chamber is burial chamber."""
    return name.replace("_", " ")


class Names(NamedTuple):
    """What of a setup the notation needs."""

    colors: Sequence[str]
    pyramids: Sequence[str]
    face_down: int | None  # the space of the market whose cards are looked at, from 0


def names_of(setup: Setup) -> Names:
    edition: BuilderEdition = setup.edition.values
    count = len(edition.pyramids.B.pyramids)
    pyramids = THREE_PYRAMIDS if count == 3 else tuple(str(number) for number in range(1, count + 1))
    return Names(setup.colors, pyramids, edition.market.B.face_up if setup.sides[0] == "B" else None)


def open_cards(position: Builder) -> list[str]:
    market = position.boards[Site.MARKET]
    assert isinstance(market, Market)
    return [CARD_IDS[card] for card in market.open]


def move_of(code: int, names: Names, cards: Sequence[str] = ("",) * 4) -> Move:
    """The move that a code means; `cards` lie open in the market."""
    if code == Action.GET_STONES:
        return Move(text="get stones", verb="get")
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
    if code < Action.KEEP_CARD:
        space = int(code - Action.PICK_CARD)
        if space == names.face_down:
            return Move(text=f"look {space + 1}", verb="look", space=space + 1)
        text = f"take {space + 1} {words(cards[space])}".rstrip()
        return Move(text=text, verb="take", space=space + 1, card=cards[space] or None)
    if code < Action.NEXT_STONE:
        card = CARD_IDS[code - Action.KEEP_CARD]
        return Move(text=f"keep {words(card)}", verb="keep", card=card)
    if code < Action.PYRAMID:
        seat = int(code - Action.NEXT_STONE)
        return Move(text=f"unload {names.colors[seat]}", verb="unload", seat=seat)
    if code < Action.TAKE_POINTS:
        pyramid = int(code - Action.PYRAMID)
        return Move(text=f"build {names.pyramids[pyramid]}", verb="build", pyramid=pyramid + 1)
    if code in GIFTS:
        return Move(text=f"take {GIFTS[code]}", verb=f"take_{GIFTS[code]}")
    return Move(text="decline", verb="decline")


# --- from words


def code_of(text: str, names: Names, cards: Sequence[str]) -> int:
    """The code that a text means; whether it is legal is another question. Raises NotationError or OtherCardError."""
    parts = re.sub(r"[\s_,]+", " ", text).strip().lower().split(" ") if len(text) <= 200 else []
    if not parts or not parts[0]:
        raise NotationError(f"a move is one of: {FORMS}")
    return _Parser(text, parts, names, cards).code()


class OtherCardError(Exception):
    """The text names a card that doesn't lie there; `code` would pick from that space."""

    def __init__(self, code: int) -> None:
        self.code = code


class _Parser:
    def __init__(self, text: str, parts: list[str], names: Names, cards: Sequence[str]) -> None:
        self.names = names
        self.cards = cards
        self.text = " ".join(text.split())
        self.verb = parts[0]
        self.rest = parts[1:]

    def code(self) -> int:
        match self.verb:
            case "get" | "stones":
                if self.rest not in ([], ["stones"]):
                    raise self.wrong("get stones")
                return int(Action.GET_STONES)
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
            case "decline":
                return self.alone(Action.DECLINE)
            case _:
                raise NotationError(f"{self.text!r} is no move; a move is one of: {FORMS}")

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
                raise OtherCardError(int(Action.PICK_CARD))
            return int(Action.PICK_CARD + self.cards.index(card))
        number = self.rest.pop(0)
        space = self.index(number, MARKET_SPACES, "space")
        if self.rest:
            if self.choice(CARD_IDS[1:], "card") != self.cards[space]:
                raise OtherCardError(int(Action.PICK_CARD + space))
        elif space == self.names.face_down:
            raise self.wrong(f"look {number}, for the cards that lie face down there")
        return int(Action.PICK_CARD + space)

    def look(self, number: str) -> int:
        space = self.index(number, MARKET_SPACES, "space")
        if space != self.names.face_down:
            raise OtherCardError(int(Action.PICK_CARD + space))
        return int(Action.PICK_CARD + space)

    # --- parts

    def drop(self, *fillers: str) -> None:
        """Words that a player may write and that say nothing new."""
        self.rest = [part for part in self.rest if part not in fillers]

    def alone(self, code: int) -> int:
        if self.rest:
            raise self.wrong(self.verb)
        return int(code)

    def numbers(self, count: int, form: str) -> list[str]:
        if len(self.rest) != count or not all(part.isdecimal() and len(part) < 6 for part in self.rest):
            raise self.wrong(form)
        return self.rest

    def index(self, number: str, limit: int, what: str) -> int:
        if not number.isascii() or not 1 <= int(number) <= limit:
            raise NotationError(f"{self.text!r}: {what}s are numbered 1 to {limit}")
        return int(number) - 1

    def choice(self, names: Sequence[str], what: str) -> str:
        """A name, or the beginning of exactly one."""
        wanted = " ".join(self.rest)
        exact = [name for name in names if words(name) == wanted]
        found = exact or [name for name in names if wanted and words(name).startswith(wanted)]
        if len(found) != 1:
            problem = "several" if found else "no"
            plural = "s" if found else ""
            raise NotationError(
                f"{self.text!r}: {problem} {what}{plural} called {wanted!r}; there are {', '.join(map(words, names))}"
            )
        return found[0]

    def wrong(self, form: str) -> NotationError:
        return NotationError(f"{self.text!r}: write {form}")
