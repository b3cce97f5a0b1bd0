"""Editions of any game: files with every printed value, found, read, and blamed by line when they are wrong."""

import re
import tomllib
from collections.abc import Callable, Iterator, Sequence
from importlib import resources
from typing import Any, Generic, NoReturn, TypeVar

import msgspec

from imhotep.table.errors import EditionError

# Printed in a rulebook's text; following from it; printed on the pieces; as several independent implementations have
# it, or one; our own.
SOURCES = ("rulebook", "inferred", "pieces", "peers", "peer", "house")
OF_SINGLE_VALUES = ("inferred", "peer", "house")
LARGEST_EDITION = 16_384  # bytes; the largest that comes with imhotep has 6,216
LONGEST_LINE = 1000
MOST_LINES = 2000
DEEPEST = 8  # parts of a name, arrays and tables in each other
MOST_KEYS = 1000

_NUMBERED = re.compile(r"\[\d+\]|\[\.\.\.\]")
_HEADER = re.compile(r"\s*\[([^\[\]]+)\]")
_KEY = re.compile(r"\s*([A-Za-z0-9_\-]+)\s*=")
_NO_STRUCTURE = re.compile(
    r'''"""(?s:.*?)"""|\'\'\'(?s:.*?)\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*'''
)  # texts and comments
_STRUCTURE = re.compile(r"[\[\]{}=,.\n]")


class EditionHead(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every edition file begins with."""

    box: str = "builder"  # whose values these are
    edition: str
    version: int
    title: str


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of values."""

    source: str
    inferred: list[str] = []  # those of its values that follow from the rulebook's text, but don't stand in it
    peer: list[str] = []  # those that a single implementation has
    house: list[str] = []  # those that are ours


V = TypeVar("V", bound=EditionHead)


class Edition(Generic[V]):
    """The checked values of one file."""

    def __init__(self, values: V, text: str, built_in: bool) -> None:
        self.values = values
        self.text = text
        self.built_in = built_in

    @property
    def box(self) -> str:
        """Which box's values these are."""
        return self.values.box

    @property
    def name(self) -> str:
        """What the file calls itself."""
        return self.values.edition

    @property
    def version(self) -> int:
        """Of the file, from 1."""
        return self.values.version

    def __str__(self) -> str:
        return f"{self.name} {self.version}"

    def sources(self) -> Iterator[tuple[str, str]]:
        """Each table of values with where it comes from, and each value of it that comes from elsewhere."""
        yield from _sources(tomllib.loads(self.text), "")


def _sources(table: dict[str, Any], path: str) -> Iterator[tuple[str, str]]:
    if "source" in table:
        yield path, str(table["source"])
        for source in OF_SINGLE_VALUES:
            names = table.get(source, [])
            for name in names if isinstance(names, list) else []:
                yield f"{path}.{name}", source
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _sources(value, f"{path}.{key}" if path else key)


def _has(table: dict[str, Any], path: str) -> bool:
    found: Any = table
    for key in path.split("."):
        if not isinstance(found, dict) or key not in found:
            return False
        found = found[key]
    return True


class Blame:
    """Raises an EditionError that names the line a value stands on."""

    def __init__(self, text: str, origin: str) -> None:
        self.origin = origin
        self.lines = _lines_of(text)

    def __call__(self, path: str, reason: str) -> NoReturn:
        key = _NUMBERED.sub("", path)
        while key and key not in self.lines:
            key = key.rpartition(".")[0]
        raise EditionError(f"{self.origin}: line {self.lines.get(key, 1)}: {path + ': ' if path else ''}{reason}")


def _lines_of(text: str) -> dict[str, int]:
    """The line of each table and key, by dotted path."""
    lines: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.split("\n"), 1):
        if header := _HEADER.match(line):
            table = header[1].strip()
            lines.setdefault(table, number)
        elif key := _KEY.match(line):
            lines.setdefault(f"{table}.{key[1]}" if table else key[1], number)
    return lines


def box_of(text: str, origin: str, boxes: Sequence[str]) -> str:
    """Whose values a file's text holds; what else is wrong with it is found when it is read."""
    _refuse_large(text, origin)
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError):
        return boxes[0]
    box = data.get("box", EditionHead.__struct_defaults__[0])
    if box not in boxes and "box" not in data:
        Blame(text, origin)("", f"box is missing: it says whose values these are, {' or '.join(boxes)}")
    if box not in boxes:
        Blame(text, origin)("box", f"{box!r} isn't one of {', '.join(boxes)}")
    return str(box)


def read_edition(
    text: str, origin: str, schema: type[V], check: Callable[[V, Blame], None], built_in: bool
) -> Edition[V]:
    """The edition that a file's text holds; `check` looks for what types alone don't show."""
    _refuse_large(text, origin)
    blame = Blame(text, origin)
    try:
        data = tomllib.loads(text)
        sources = list(_sources(data, ""))
    except (ValueError, RecursionError) as error:
        found = re.search(r"line (\d+)", str(error))
        at = found[1] if found else str(text.count("\n") + 1)
        reason = re.sub(r" \(at .*\)$", "", str(error))
        raise EditionError(f"{origin}: line {at}: not TOML: {reason}") from None
    for path, source in sources:
        if source in OF_SINGLE_VALUES and not _has(data, path):
            blame(f"{path.rpartition('.')[0]}.{source}", f"there is no value called {path.rpartition('.')[2]!r} here")
        if source not in SOURCES:
            blame(f"{path}.source", f"{source!r} isn't one of {', '.join(SOURCES)}")
    try:
        values = msgspec.convert(data, schema)
    except msgspec.ValidationError as error:
        reason, _, path = str(error).partition(" - at `$")
        missing = re.search(r"missing required field `(.+)`|unknown field `(.+)`", reason)
        path = path.strip("`.")
        if missing and missing[2]:
            path = f"{path}.{missing[2]}".strip(".")
            reason = "no such value"
        elif missing:
            reason = f"{missing[1]} is missing"
        blame(path, reason[0].lower() + reason[1:])
    if not re.fullmatch(r"[a-z][a-z0-9_\-]{0,31}", values.edition):
        blame("edition", "a name is at most 32 lower-case letters, digits, - and _")
    if not 1 <= values.version <= 1_000_000:
        blame("version", "must be 1 to 1,000,000")
    if not values.title.isprintable() or not 1 <= len(values.title) <= 100:
        blame("title", "must be one line of at most 100 characters")
    check(values, blame)
    return Edition(values, text, built_in)


def _refuse_large(text: str, origin: str) -> None:
    """Before it is read as TOML: that takes seconds where names have hundreds of parts."""
    if len(text.encode(errors="replace")) > LARGEST_EDITION:
        raise EditionError(f"{origin}: line 1: an edition has at most {LARGEST_EDITION:,} bytes")
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST_LINE or number > MOST_LINES:
            raise EditionError(f"{origin}: line {number}: an edition has at most {MOST_LINES} lines of {LONGEST_LINE}")
    at, depth, parts, keys = 1, 0, 1, 0
    for mark in _STRUCTURE.findall(_NO_STRUCTURE.sub(_lines_only, text)):
        depth += (mark in "[{") - (mark in "]}")
        parts = parts + 1 if mark == "." else 1
        keys += mark == "="
        if max(depth, parts) > DEEPEST or keys > MOST_KEYS:
            what = f"an edition has at most {MOST_KEYS:,} values, and {DEEPEST} levels of tables in each other"
            raise EditionError(f"{origin}: line {at}: {what}")
        at += mark == "\n"


def _lines_only(found: re.Match[str]) -> str:
    """As many lines as there were, so that the number of the next one stays right."""
    return "\n" * found[0].count("\n")


def built_in_text(name: str) -> str:
    """The file that comes with imhotep, as text."""
    return resources.files("imhotep.editions").joinpath(f"{name}.toml").read_text(encoding="utf-8")
