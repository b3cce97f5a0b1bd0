"""Reading moves: what the notations of all games have in common. Each game's own parser builds on `Reader`."""

import re
from collections.abc import Sequence

from imhotep.table.errors import NotationError

LONGEST = 200


def words(id: str) -> str:
    """An id as it is written in notation: burial_chamber is burial chamber."""
    return id.replace("_", " ")


class NothingLikeThatError(Exception):
    """The text names something that isn't there, so no code says it; `code` is of that kind, `refusal` the reason."""

    def __init__(self, code: int, refusal: str) -> None:
        self.code = int(code)
        self.refusal = refusal


class Reader:
    """A typed move, taken apart: its verb, and the words after it that are still to be understood."""

    def __init__(self, text: str, forms: str) -> None:
        parts = re.sub(r"[\s_,]+", " ", text).strip().lower().split(" ") if len(text) <= LONGEST else []
        if not parts or not parts[0]:
            raise NotationError(f"a move is one of: {forms}")
        self.forms = forms
        self.text = " ".join(text.split())
        self.verb = parts[0]
        self.rest = parts[1:]

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
        """From 0, of a number from 1."""
        if not number.isascii() or not 1 <= int(number) <= limit:
            raise NotationError(f"{self.text!r}: {what}s are numbered 1 to {limit}")
        return int(number) - 1

    def choice(self, names: Sequence[str], what: str, several: str = "") -> str:
        """A name, or the beginning of exactly one."""
        wanted = " ".join(self.rest)
        if not wanted:
            raise self.wrong(f"which {what}: {', '.join(map(words, names))}")
        exact = [name for name in names if words(name) == wanted]
        found = exact or [name for name in names if words(name).startswith(wanted)]
        if len(found) != 1:
            problem = f"several {several or what + 's'}" if found else f"no {what}"
            raise NotationError(
                f"{self.text!r}: {problem} called {wanted!r}; choose from {', '.join(map(words, names))}"
            )
        return found[0]

    def wrong(self, form: str) -> NotationError:
        return NotationError(f"{self.text!r}: write {form}")

    def unknown(self) -> NotationError:
        return NotationError(f"{self.text!r} isn't a move; a move is one of: {self.forms}")
