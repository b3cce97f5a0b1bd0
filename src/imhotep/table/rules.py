"""What the table has to know about a game. Each game supplies one GameRules; the table itself knows no game."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, TypeVar

from imhotep.engine.kernel import GAME_OVER, NOT_ASKED, Actions, Position
from imhotep.engine.observer import Observer
from imhotep.table.catalogue import Card, Catalogue, Entry, Prophecy, Side, catalogue
from imhotep.table.editions import Edition
from imhotep.table.errors import IllegalMove
from imhotep.table.moves import Event, Move
from imhotep.table.notation import NothingLikeThatError
from imhotep.table.piece_worth import PieceWorth
from imhotep.table.setup import Option, OptionSpec, Setup

V = TypeVar("V")

MOST_SHARED = 500
_shared: dict[Any, Any] = {}


class Look(NamedTuple):
    """Who looks at a position, and what is no part of it."""

    seat: int | None
    names: Sequence[str]  # who sits where now
    is_over: bool
    question: str | None  # what the seat is asked, if it decides
    moves: list[Move]  # and what it may answer


class Remark(NamedTuple):
    text: str
    house: bool  # about values that are ours and not printed


class Progress(NamedTuple):
    """How far a game has come, in what it counts: round 2 of 6."""

    unit: str
    at: int
    of: int


class Piece(NamedTuple):
    """A kind of card or token that players get, and how many of it there are."""

    id: str
    name: str
    copies: int
    source: str | None  # of the ledger, where it and its like score, if anywhere by themselves


RawEvent = tuple[int, int, int, int, int, int]
Deal = dict[str, list[int]]  # chance before the first decision: piles by name, top last


class GameRules(ABC):
    """One game of the family, in the words of the table."""

    id: ClassVar[str]
    versions: ClassVar[tuple[int, ...]]  # of the rules: one more whenever the same moves would lead elsewhere
    boxes: ClassVar[tuple[str, ...]]  # each with an edition file
    players: ClassVar[tuple[int, ...]]
    sites: ClassVar[tuple[str, ...]]
    side_letters: ClassVar[str]
    colors: ClassVar[tuple[str, ...]]
    sources: ClassVar[tuple[str, ...]]
    takings: ClassVar[frozenset[str]]  # events by which a seat gets a card or token
    variants: ClassVar[Mapping[str, OptionSpec]]
    house_rules: ClassVar[Mapping[str, OptionSpec]]
    example: ClassVar[str]  # a move, for those who don't know the notation
    shuffled_pile: ClassVar[str] = ""  # the one that may be shuffled anew in the middle of a game

    @property
    def words(self) -> Catalogue:
        """What the catalogue says about this game."""
        return catalogue(self.id)

    # --- beginnings

    @abstractmethod
    def standard_edition(self, box: str) -> Edition[Any]:
        """The values of a box that come with imhotep."""

    @abstractmethod
    def read_edition(self, text: str, origin: str) -> Edition[Any]:
        """Of whichever box the text says it is."""

    @abstractmethod
    def boxes_in_play(self, setup: Setup) -> tuple[str, ...]:
        """Whose values matter at this table."""

    @abstractmethod
    def blank(self, setup: Setup) -> Position:
        """An engine position of this setup, nothing dealt."""

    @abstractmethod
    def observer(self) -> Observer:
        """Writes what a seat sees as numbers, for learners."""

    @abstractmethod
    def deal(self, setup: Setup) -> Deal:
        """What chance gives before the first decision, from the seed."""

    @abstractmethod
    def begin(self, position: Position, setup: Setup, deal: Deal) -> None:
        """From a blank position to the first decision. A deal that doesn't fit raises SetupError."""

    @abstractmethod
    def pile_text(self, pile: str, items: list[int], setup: Setup) -> str:
        """A pile in words, for records; top first."""

    @abstractmethod
    def parse_pile(self, pile: str, text: str, setup: Setup) -> list[int]:
        """The other way round; raises NotationError."""

    @abstractmethod
    def pieces(self, setup: Setup) -> list[Piece]:
        """The cards or tokens that may be taken at this table."""

    @abstractmethod
    def printed(self, setup: Setup) -> Any:
        """What stands on boards and cards, and in no view."""

    def without_expansion(self, letters: str) -> dict[str, Option]:
        """The variants that suit whoever has no more than the box with these sides."""
        return {}

    def remarks(self, entry: Entry, setup: Setup | None = None) -> list[Remark]:
        """What to add to an entry of the catalogue: what its edition says, and which values are ours.

        That is the edition of a table, or else the standard one.
        """
        if not isinstance(entry, (Side, Card)):
            return []
        return [*(house_remark(self, entry.id, setup) if isinstance(entry, Side) else []), *self.word_remark(entry)]

    def word_remark(self, entry: Side | Card | Prophecy) -> list[Remark]:
        """Whether its name or colour is ours."""
        note = self.words.word_note(entry)
        return [Remark(note, True)] if note else []

    # --- decisions

    def move(self, position: Position, setup: Setup, code: int) -> Move:
        """What a legal code means now."""
        return self.moves(position, setup, [code])[0]

    @abstractmethod
    def moves(self, position: Position, setup: Setup, codes: Sequence[int]) -> list[Move]:
        """The same for several at once, for less than one by one."""

    @abstractmethod
    def read_move(self, position: Position, setup: Setup, text: str) -> int:
        """The code that a text means now, legal or not; raises NotationError, or NothingLikeThatError."""

    def code(self, position: Position, setup: Setup, text: str) -> int:
        """The same; raises NotationError, or IllegalMove if no code says it."""
        try:
            return self.read_move(position, setup, text)
        except NothingLikeThatError as other:
            if position.why_not(other.code) in (NOT_ASKED, GAME_OVER):  # then that is the reason
                return other.code
            words = self.words.refusals[other.refusal]
            raise IllegalMove(f"{text}: {words.text} ({words.rule})", words.rule, other.refusal) from None

    @abstractmethod
    def refusal(self, number: int) -> str:
        """The catalogue's id of an engine refusal."""

    # --- what is seen

    @abstractmethod
    def event(self, raw: RawEvent, setup: Setup, viewer: int | None) -> Event:
        """What `viewer` sees of it; None sees what everybody sees."""

    @abstractmethod
    def reveals(self, raw: RawEvent) -> bool:
        """Whether it showed somebody something hidden, so that it can't be taken back."""

    @abstractmethod
    def worth(self, position: Position, setup: Setup, viewer: int | None) -> list[dict[str, int]]:
        """Every seat's points by source if the game ended now, as far as the viewer knows."""

    @abstractmethod
    def piece_worths(self, position: Position, setup: Setup, viewer: int | None) -> list[PieceWorth]:
        """What each card, token or prophecy is worth to each seat, as far as the viewer knows."""

    @abstractmethod
    def question(self, position: Position) -> str:
        """The catalogue's id of what the decider is asked."""

    @abstractmethod
    def progress(self, position: Position) -> Progress:
        """How far the game has come."""

    def view(self, position: Position, setup: Setup, seat: int | None, names: Sequence[str], is_over: bool) -> Any:
        """What that seat may know of the position, as typed data; `names` sit there now. A game can be over before
        its position is, when somebody gave up."""
        return self.views(position, setup, [seat], names, is_over)[0]

    def views(
        self, position: Position, setup: Setup, seats: Sequence[int | None], names: Sequence[str], is_over: bool
    ) -> list[Any]:
        """The same for several; what all of them see is made once."""
        decider = None if is_over else int(position.decider())
        looks = []
        for seat in seats:
            if seat is None or seat != decider:
                looks.append(Look(seat, names, is_over, None, []))
            else:
                actions = Actions()
                position.legal(actions)
                moves = self.moves(position, setup, actions.to_list())
                looks.append(Look(seat, names, is_over, self.question(position), moves))
        return self.seen(position, setup, looks)

    @abstractmethod
    def seen(self, position: Position, setup: Setup, looks: Sequence[Look]) -> list[Any]:
        """A view for each."""


def shared_values(setup: Setup, make: Callable[[Setup], V]) -> V:
    """What the engine has to know about a setup, made once for all tables that are alike and have no edition of their
    own."""
    if not all(edition.built_in for edition in setup.editions.values()):
        return make(setup)
    options = (*sorted(setup.variants.items()), *sorted(setup.house_rules.items()))
    key = (setup.game, setup.rules_version, setup.players, setup.sides, options)
    values: V | None = _shared.get(key)
    if values is None:
        values = make(setup)
        if len(_shared) >= MOST_SHARED:
            _shared.clear()
        _shared[key] = values
    return values


def house_remark(rules: GameRules, part: str, setup: Setup | None = None) -> list[Remark]:
    """Which values of a part of a table's editions, or of the standard ones, are ours."""
    editions = setup.editions.values() if setup else [rules.standard_edition(box) for box in rules.boxes]
    sources = [found for edition in editions for found in edition.sources()]
    note = rules.words.house_note(part, sources)
    return [Remark(note, True)] if note else []


def house_sides(setup: Setup) -> list[str]:
    """The sides of this table's editions that carry values of our own, such as "temple.C"."""
    sources = [found for edition in setup.editions.values() for found in edition.sources()]
    sides = {".".join(path.split(".")[:2]) for path, source in sources if source == "house" and "." in path}
    return sorted(side for side in sides if re.fullmatch(r"[a-z_]+\.[A-D]", side))


def sources_of(setup: Setup) -> dict[str, str]:
    """Where those values of this table's editions come from that are not printed in a rulebook, by path."""
    sources = [found for edition in setup.editions.values() for found in edition.sources()]
    return {path: source for path, source in sources if source not in ("rulebook", "pieces")}


def ids_of(refusals: type) -> dict[int, str]:
    """The catalogue's ids of a game's refusals, and of those of any game, by number."""
    named = {int(number): name.lower() for name, number in vars(refusals).items() if name.isupper()}
    return {int(GAME_OVER): "game_over", int(NOT_ASKED): "not_asked"} | named
