"""What every bot is: it gets a question, which holds what its seat may know, and returns one of its moves."""

import random
from abc import ABC, abstractmethod
from typing import Any, ClassVar

import msgspec

from imhotep.table.errors import ImhotepError
from imhotep.table.moves import Move
from imhotep.table.question import Question


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A bot's parameters: the fields of a subclass, with their types, limits and defaults."""


def defaults(options: type[Options]) -> dict[str, Any]:
    """By option; None where it has no default."""
    fields = msgspec.structs.fields(options)
    return {field.name: None if field.default is msgspec.NODEFAULT else field.default for field in fields}


def possible(options: type[Options]) -> dict[str, str]:
    """By option, which values it takes, such as "a whole number from 1 to 1,000"; "" where there are no plain words."""
    return {field.name: _values(field.type) for field in msgspec.inspect.type_info(options).fields}  # type: ignore[attr-defined]


def _values(kind: msgspec.inspect.Type) -> str:
    if isinstance(kind, msgspec.inspect.UnionType):  # or None, for an option that may be left out
        kinds = [one for one in kind.types if not isinstance(one, msgspec.inspect.NoneType)]
        return _values(kinds[0]) if len(kinds) == 1 else ""
    if isinstance(kind, msgspec.inspect.IntType):
        return f"a whole number{_limits(kind)}"
    if isinstance(kind, msgspec.inspect.FloatType):
        return f"a number{_limits(kind)}"
    return ""


def _limits(kind: msgspec.inspect.IntType | msgspec.inspect.FloatType) -> str:
    if kind.ge is not None and kind.le is not None:
        return f" from {_number(kind.ge)} to {_number(kind.le)}"
    words = (("from", kind.ge), ("above", kind.gt), ("below", kind.lt), ("at most", kind.le))
    return ",".join(f" {word} {_number(limit)}" for word, limit in words if limit is not None)


def _number(limit: float) -> str:
    return f"{limit:,}" if isinstance(limit, int) else f"{limit:,g}"


class BotFailure(ImhotepError):  # noqa: N818  (what a bot raises that knows why it can't play on)
    """A bot has failed and forfeits its game."""

    def __init__(self, reason: str, detail: str = "", bot: str = "the bot") -> None:
        super().__init__(f"{bot} {reason}{f' ({detail})' if detail else ''}")
        self.reason = reason  # always in the same words
        self.detail = detail


class Bot(ABC):
    """One class a bot; spec strings such as `greedy` or `mcts:sims=2000` make them."""

    name: ClassVar[str]
    summary: ClassVar[str] = ""  # one line for `imhotep bots`
    options_type: ClassVar[type[Options]] = Options

    def __init__(self, options: Any, seed: int | None = None) -> None:
        self.options = options
        self.random = random.Random(seed)  # its own: nothing of it derives from a game's

    @property
    def spec(self) -> str:
        """As it would be written; what is left at its default is left out."""
        default = defaults(type(self.options))
        given = msgspec.structs.asdict(self.options)
        parts = [f"{name}={value}" for name, value in given.items() if value is not None and value != default[name]]
        return f"{self.name}:{','.join(parts)}" if parts else self.name

    @abstractmethod
    def choose(self, question: Question) -> Move:
        """One of the question's moves."""

    def stop(self) -> None:  # noqa: B027  # those that think long override it
        """Asked from another thread: choose at once. What was asked before it began counts for the next choice."""

    def close(self) -> None:  # noqa: B027  # those that hold something override it
        """Its game is over. It may be asked about another one."""
