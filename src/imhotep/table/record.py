"""Records: a game as one readable text file (.imh). docs/records.md describes the format.

Writing is append-only at heart: the head says what was agreed and dealt, then come the numbered entries. Loading plays
them again and checks every one; the seal at the end shows whether the text is whole and unchanged.
"""

import hashlib
import json
import os
import re
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from imhotep.table.editions import Edition
from imhotep.table.errors import EditionError, ImhotepError, NotationError, RecordError, SetupError
from imhotep.table.files import LARGEST, read_text
from imhotep.table.game import (
    IS_TAKEN_OVER,
    MOVE,
    RESIGNS,
    RUNS_OUT_OF_TIME,
    SHUFFLE,
    UNDO,
    UNDO_BY_CONSENT,
    Entry,
    Game,
    grouped,
    new_game,
)
from imhotep.table.games import RULES
from imhotep.table.rules import GameRules
from imhotep.table.setup import Option, Setup, check_promise, check_salt

FIRST_LINE = "imhotep record, format 1"
SEAL = "seal: "
RESULT = "result: "

_MOVE = re.compile(r"([a-z]+): (.*?)(?: @ ([0-9]{1,9}(?:\.[0-9]{1,3})?))?(?: # (.*))?")
_LEAVING = re.compile(rf"([a-z]+) ({RESIGNS}|{RUNS_OUT_OF_TIME})")
_TAKING_OVER = re.compile(rf"([a-z]+) {IS_TAKEN_OVER} (.+)")


# --- writing


def write_record(game: Game) -> str:
    entries = [entry_text(game, entry) for entry in game.entries]
    return record_of(head_of(game), entries, game.scores() if game.is_over else None)


def record_of(head: str, entries: Sequence[str], scores: Sequence[int] | None) -> str:
    """The record of a game whose parts somebody stored, without playing it again; unfinished ones have no scores."""
    lines = [FIRST_LINE, head, ""]
    lines += [f"{number}. {text}" for number, text in enumerate(entries, 1)]
    if scores is not None:
        lines += ["", f"{RESULT}{' '.join(map(str, scores))}"]
    text = "\n".join(lines) + "\n"
    return f"{text}{SEAL}{seal_of(text)}\n"


def head_of(game: Game) -> str:
    """What was agreed and dealt: with the texts of its entries it makes the game again."""
    return "\n".join(_head(game))


def seal_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _head(game: Game) -> list[str]:
    setup, rules = game.setup, game.rules
    lines = [f"game: {setup.game}", f"rules: {setup.rules_version}"]
    for box in rules.boxes_in_play(setup):
        edition = setup.editions[box]
        lines.append(f"edition: {edition}")
        if not edition.built_in:
            lines += [f"| {line}".rstrip() for line in edition.text.rstrip("\n").split("\n")]
    lines += [f"players: {setup.players}", f"sides: {setup.sides}"]
    lines += [
        f"variant: {name}={_option(value)}"
        for name, value in setup.variants.items()
        if value != rules.variants[name].default
    ]
    lines += [
        f"house rule: {name}={_option(value)}"
        for name, value in setup.house_rules.items()
        if value != rules.house_rules[name].default
    ]
    lines += [f"undo: {setup.undo}"]
    lines += [
        f"seat {seat}: {color}, {name}"
        for seat, (color, name) in enumerate(zip(setup.colors, setup.names, strict=True))
    ]
    lines += [f"first: {setup.first}", f"seed: {setup.seed}"]
    lines += [f"{key}: {value}" for key, value in (("promise", setup.promise), ("salt", setup.salt)) if value]
    if setup.position is not None:
        lines.append(f"position: {json.dumps(setup.position, separators=(',', ':'), sort_keys=True)}")
    lines += [f"deal {pile}: {rules.pile_text(pile, items, setup)}" for pile, items in game.deal.items()]
    return lines


def _option(value: Option) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def parse_option(text: str, default: Option) -> Option:
    """An option's value as it is written in records and on the command line."""
    if isinstance(default, bool):
        if text.lower() in ("yes", "true", "on", "1"):
            return True
        if text.lower() in ("no", "false", "off", "0"):
            return False
        raise ImhotepError(f"yes or no, not {text!r}")
    if isinstance(default, int):
        if not re.fullmatch(r"-?[0-9]{1,9}", text):
            raise ImhotepError(f"a whole number, not {text!r}")
        return int(text)
    return text


def entry_text(game: Game, entry: Entry) -> str:
    """An entry as it stands in the record, without its number."""
    color = "" if entry.seat is None else game.setup.colors[entry.seat]
    if entry.kind == MOVE:
        text = f"{color}: {entry.text}"
    elif entry.kind == SHUFFLE:
        text = f"{SHUFFLE}: {entry.text}"
    else:
        text = f"{color} {entry.kind} {entry.text}".strip()
    if entry.clock is not None:
        text += f" @ {entry.clock:.3f}".rstrip("0").rstrip(".")
    if entry.comment:
        text += f" # {entry.comment}"
    return text


# --- reading


def load(text: str) -> Game:
    """The game of a record's text; what is damaged or tampered with is refused with line and reason."""
    if not isinstance(text, str):
        raise RecordError(1, "a record is a text")
    if len(text) > LARGEST:
        raise RecordError(1, f"longer than {LARGEST // 1024 // 1024} MiB, so not a record")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise RecordError(text.count("\n", 0, error.start) + 1, "not text that can be encoded as UTF-8") from None
    return _Reader(text).read()


def resume(head: str, entries: Sequence[str]) -> Game:
    """The game of a head and the texts of its entries, which somebody stored one by one; nothing seals them."""
    numbered = [f"{number}. {text}" for number, text in enumerate(entries, 1)]
    reader = _Reader("\n".join([FIRST_LINE, head, "", *numbered, ""]))
    return reader.read_open()


def go_on(game: Game, entries: Sequence[str]) -> None:
    """Follow further entries that somebody stored one by one. A shuffle stands with the move that caused it."""
    before = len(game.entries)
    lines = [f"{number}. {text}" for number, text in enumerate(entries, before + 1)]
    _Reader("\n".join([*lines, ""])).play_entries(game, len(lines), before)


def load_file(path: str | os.PathLike[str]) -> Game:
    """The game of a record's file."""
    text = read_text(path)
    try:
        return load(text)
    except RecordError as error:
        raise RecordError(error.line, error.reason, os.fspath(path)) from None


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = text.split("\n")
        self.at = 0  # index of the line being read

    def fail(self, reason: str, line: int | None = None) -> RecordError:
        return RecordError(self.at + 1 if line is None else line, reason)

    def read(self) -> Game:
        if self.lines[0] != FIRST_LINE:
            raise self.fail(f"not a record: its first line is not {FIRST_LINE!r}")
        end = self.check_end()
        self.at = 1
        head, editions, first_lines = self.read_head()
        game = self.begin(head, editions, first_lines)
        self.play_entries(game, end)
        self.check_result(game, end)
        self.check_seal(end)
        return game

    def read_open(self) -> Game:
        """Without result and seal."""
        self.at = 1
        head, editions, first_lines = self.read_head()
        game = self.begin(head, editions, first_lines)
        self.play_entries(game, len(self.lines) - 1)
        return game

    def check_end(self) -> int:
        """Index of the seal's line, the last one."""
        last = len(self.lines) - 1
        if self.lines[last] != "" or last < 2 or not self.lines[last - 1].startswith(SEAL):
            raise self.fail("the record is cut off: it does not end with its seal", len(self.lines))
        return last - 1

    def check_seal(self, end: int) -> None:
        sealed = "\n".join(self.lines[:end]) + "\n"
        if self.lines[end] != SEAL + seal_of(sealed):
            raise self.fail("the seal doesn't match: the text above was changed after it was written", end + 1)

    # --- the head

    def read_head(self) -> tuple[dict[str, list[str]], list[list[str]], dict[str, int]]:
        """Its values by key, the lines that each edition carries, and the line of each key."""
        head: dict[str, list[str]] = {}
        editions: list[list[str]] = []
        lines: dict[str, int] = {}
        while self.lines[self.at] != "":
            line = self.lines[self.at]
            if line.startswith("|") and editions:
                editions[-1].append(line[2:])
            else:
                key, colon, value = line.partition(": ")
                if not colon:
                    raise self.fail("expected 'key: value' or an empty line")
                if key in head and key not in ("variant", "house rule", "edition"):
                    raise self.fail(f"{key} is given twice")
                if key == "edition":
                    editions.append([])
                head.setdefault(key, []).append(value)
                lines.setdefault(key, self.at + 1)
            self.at += 1
        self.at += 1
        return head, editions, lines

    def begin(self, head: dict[str, list[str]], edition_lines: list[list[str]], lines: dict[str, int]) -> Game:
        def take(key: str) -> str:
            if key not in head:
                raise self.fail(f"the header has no {key}")
            return head.pop(key)[0]

        def number(key: str) -> int:
            value = take(key)
            if not re.fullmatch(r"[0-9]{1,39}", value):
                raise self.fail(f"{key} must be a number, not {value!r}", lines[key])
            return int(value)

        name = take("game")
        if name not in RULES:
            raise self.fail(f"no game is called {name!r}", lines["game"])
        rules = RULES[name]
        version = number("rules")
        if version not in rules.versions:
            known = " and ".join(map(str, rules.versions))
            raise self.fail(f"rules version {version} is not known here, only {known}", lines["rules"])
        if "edition" not in head:
            raise self.fail("the header has no edition")
        editions = [
            self.edition(rules, named, values, lines["edition"])
            for named, values in zip(head.pop("edition"), edition_lines, strict=True)
        ]
        players = number("players")
        if players not in rules.players:
            raise self.fail(f"{name} is not for {players} players", lines["players"])
        seats = [take(f"seat {seat}").partition(", ") for seat in range(players)]
        variants = self.options(head.pop("variant", []), rules.variants, lines.get("variant", 1))
        house_rules = self.options(head.pop("house rule", []), rules.house_rules, lines.get("house rule", 1))
        position = self.position(head.pop("position", None), lines.get("position", 1))
        promise = self.digits(head.pop("promise", None), check_promise, lines.get("promise", 1))
        salt = self.digits(head.pop("salt", None), check_salt, lines.get("salt", 1))
        if salt and not promise:
            raise self.fail("a salt without a promise", lines["salt"])
        try:
            fresh = new_game(
                name,
                players,
                take("sides"),
                seed=number("seed"),
                first=number("first"),
                names=[seat[2] for seat in seats],
                colors=[seat[0] for seat in seats],
                house_rules=house_rules,
                edition=editions,
                undo=take("undo"),
                position=position,
                promise=promise,
                salt=salt,
                rules_version=version,
                variants=variants,
            )
            deal = {pile: self.pile(rules, pile, take(f"deal {pile}"), fresh.setup, lines) for pile in fresh.deal}
            if head:
                key = next(iter(head))
                raise self.fail(f"no header line is called {key!r}", lines[key])
            return Game(rules, fresh.setup, deal)
        except RecordError:
            raise
        except ImhotepError as error:
            raise self.fail(f"the header is wrong: {error}", self.at) from None

    def pile(self, rules: GameRules, pile: str, text: str, setup: Setup, lines: dict[str, int]) -> list[int]:
        try:
            return rules.parse_pile(pile, text, setup)
        except NotationError as error:
            raise self.fail(f"the deal is wrong: {error}", lines[f"deal {pile}"]) from None

    def edition(self, rules: GameRules, named: str, lines: list[str], line: int) -> Edition[Any]:
        if not lines:
            for box in rules.boxes:
                if named == str(rules.standard_edition(box)):
                    return rules.standard_edition(box)
            raise self.fail(f"edition {named!r} is not built in, and the record does not carry its values", line)
        try:
            edition = rules.read_edition("\n".join(lines) + "\n", "edition")
        except EditionError as error:
            raise self.fail(f"its edition is wrong: {error}", line) from None
        if named != str(edition):
            raise self.fail(f"the edition is called {named}, but its values are those of {edition}", line)
        return edition

    def options(self, given: list[str], specs: Any, line: int) -> dict[str, Option]:
        options: dict[str, Option] = {}
        for text in given:
            name, _, value = text.partition("=")
            if name not in specs or name in options:
                raise self.fail(f"{name!r} is unknown here, or given twice", line)
            try:
                options[name] = parse_option(value, specs[name].default)
            except ImhotepError as error:
                raise self.fail(f"{name}: {error}", line) from None
        return options

    def position(self, given: list[str] | None, line: int) -> dict[str, Any] | None:
        if given is None:
            return None
        try:
            position = msgspec.json.decode(given[0].encode(), type=dict[str, Any])
        except (msgspec.DecodeError, RecursionError) as error:
            raise self.fail(f"the position is not JSON: {error}", line) from None
        return position

    def digits(self, given: list[str] | None, check: Callable[[object], str], line: int) -> str:
        """A promise or a salt; empty if there is none."""
        if given is None:
            return ""
        try:
            return check(given[0])
        except SetupError as error:
            raise self.fail(str(error), line) from None

    # --- the entries

    def play_entries(self, game: Game, end: int, before: int = 0) -> None:
        first = self.at + 1
        entries: list[Entry] = []
        while self.at < end and self.lines[self.at] != "":
            entries.append(self.entry(self.lines[self.at], before + len(entries) + 1, game))
            self.at += 1
        for at, entry, shuffles in grouped(entries):
            try:
                game.follow(entry, shuffles)
            except ImhotepError as error:
                raise self.fail(str(error), first + at) from None

    def entry(self, line: str, expected: int, game: Game) -> Entry:
        colors = game.setup.colors
        example = f"{expected}. {colors[0]}: {game.rules.example}"
        number, dot, text = line.partition(". ")
        if not dot or number != str(expected):
            raise self.fail(f"expected entry {expected}, as in '{example}'")
        if text in (UNDO, UNDO_BY_CONSENT):
            return Entry(kind=text)
        if text.startswith(f"{SHUFFLE}: "):
            return Entry(kind=SHUFFLE, text=text.removeprefix(f"{SHUFFLE}: "))
        if match := _LEAVING.fullmatch(text):
            return Entry(kind=match[2], seat=self.seat(match[1], colors))
        if match := _TAKING_OVER.fullmatch(text):
            return Entry(kind=IS_TAKEN_OVER, seat=self.seat(match[1], colors), text=match[2])
        if match := _MOVE.fullmatch(text):
            clock = None if match[3] is None else float(match[3])
            return Entry(
                kind=MOVE, seat=self.seat(match[1], colors), text=match[2], clock=clock, comment=match[4] or ""
            )
        raise self.fail(f"expected a move, as in '{example}', or what else happens to a game")

    def seat(self, color: str, colors: tuple[str, ...]) -> int:
        if color not in colors:
            raise self.fail(f"nobody plays {color!r} here")
        return colors.index(color)

    def check_result(self, game: Game, end: int) -> None:
        """After a finished game its scores stand, after an empty line; otherwise the seal follows at once."""
        if game.is_over:
            expected = f"{RESULT}{' '.join(map(str, game.scores()))}"
            self.at += 1
            if self.at >= end or self.lines[self.at] != expected:
                raise self.fail(f"expected '{expected}' after the last entry")
            self.at += 1
        if self.at != end:
            raise self.fail("expected the seal here")
