"""What the terminal has to know about a game. Each game supplies one Artist; the terminal itself knows no game."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

from rich.console import RenderableType

from imhotep.table.catalogue import Entry
from imhotep.table.moves import Event
from imhotep.terminal.pieces import Drawing


class Examples(NamedTuple):
    """What could be typed in this game."""

    moves: str  # several, with what they mean
    why: str  # a move to ask about
    rules: str  # two look-ups
    word: str  # one more


class Note(NamedTuple):
    """What a thing on the table does."""

    title: str
    text: str
    entry: Entry | None = None  # that says the same, and which values are ours


class Artist(ABC):
    """One game of the family on a terminal. Every `view` is the game's own; its seat, if it has one, is called You."""

    id: ClassVar[str]
    examples: ClassVar[Examples]
    private: ClassVar[tuple[str, ...]] = ()  # parts of a view in which a seat may see more than the others

    @abstractmethod
    def draw(
        self, view: Any, events: Sequence[Event], reasons: Sequence[str] = (), hint: str | None = None
    ) -> RenderableType:
        """All that a view shows, above the prompt; it fits itself to the console that it is printed on. `reasons` tell
        why moves that one misses are not among the legal ones, `hint` what can be typed: None is the game's own."""

    @abstractmethod
    def log_lines(self, view: Any, events: Sequence[Event]) -> Drawing:
        """One line for each thing worth telling."""

    @abstractmethod
    def scores(self, view: Any, winners: Sequence[int]) -> RenderableType:
        """Points by source, and at the end who has won."""

    def in_play(self, view: Any) -> list[Note]:
        """What lies on this table beside the sites and is worth explaining, whoever plays."""
        return []

    def missed(self, view: Any) -> list[str]:
        """Moves that the viewer may look for in vain."""
        return []

    def is_move(self, line: str) -> bool:
        """Whether a line that begins with the word of a command is a move all the same."""
        return False
