"""All words about rules, boards, cards and tokens: one catalogue for each game and language.

English is the whole of it. Another language is a file of texts only, keyed as in English: whatever is the same in all
languages is taken from there.

>>> words = catalogue("builder")
>>> words.rule("r15").title
'Room on the sled'
>>> words.cards["lever"].summary
'Sail a ship and choose the unloading order.'
>>> [entry.id for entry in words.search("hammer")][:2]
['R62', 'hammer']
>>> words.task(most=False, at_least=2, stones=None, cards="red")
'Have 2 or more red cards.'
>>> catalogue("duel").token_name("tomb_7")
'Tomb 7'
>>> catalogue("duel", "fr").token_name("tomb_7")
'Chambre funéraire 7'
>>> catalogue("builder", "de").task(most=False, at_least=2, stones=None, cards="red")
'Du hast 2 oder mehr Karten der Farbe Rot.'
"""

import re
import string
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, reduce
from importlib import resources
from typing import Any, Literal, TypeAlias

import msgspec

Language: TypeAlias = Literal["en", "de", "fr"]
WordSource: TypeAlias = Literal["rulebook", "inferred", "house"]  # as values of an edition: printed, following, ours
Pays: TypeAlias = Literal["now", "now_and_end", "round", "round_and_end", "end"]
CardColor: TypeAlias = Literal["red", "green", "purple", "blue", "none"]  # a cargo sled has none of the four

ENGLISH = "en"
FACTS = frozenset(  # the rest of a file is text
    {"source", "group", "box", "pays", "color", "default", "rule", "rules", "name_source", "color_source"}
)


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rule of a rulebook, or a ruling of ours."""

    id: str
    title: str
    text: str
    source: str
    group: str
    box: str  # what has to be on the table for it to matter

    @property
    def is_ruling(self) -> bool:
        """Whether it is our reading, not the rulebook's text."""
        return not self.id.startswith("R")


class Side(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One side of a site: what it is called, when it pays, and what it does."""

    site: str
    side: str
    name: str
    pays: Pays
    summary: str
    text: str
    rules: tuple[str, ...]
    to: str = ""  # after what goes there: "to the Arena"
    name_source: WordSource = "rulebook"

    @property
    def id(self) -> str:
        """As house values name it, such as `pyramids.C`."""
        return f"{self.site}.{self.side}"

    @property
    def title(self) -> str:
        """Its name with its letter."""
        return f"{self.name} {self.side}"


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A market card: its colour, what it does, and the rules that say so."""

    id: str
    name: str
    short: str  # for drawings, never in a sentence
    color: CardColor
    summary: str
    text: str
    rules: tuple[str, ...]
    color_source: WordSource = "rulebook"

    @property
    def title(self) -> str:
        """Its name."""
        return self.name


class Token(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of cargo token; where several differ by a number only, `name` has the field number."""

    id: str
    name: str
    summary: str
    text: str
    rules: tuple[str, ...]

    @property
    def title(self) -> str:
        """Its name."""
        return self.name.replace("{number}", "").strip()


class Prophecy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who a god is. What he or she asks for is the edition's business: see `Catalogue.task`."""

    id: str
    name: str
    text: str
    rules: tuple[str, ...] = ("N17",)
    name_source: WordSource = "rulebook"

    @property
    def title(self) -> str:
        return self.name


class Tasks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a prophecy may ask for, with the fields count, site and color for `str.format`."""

    most_stones: str
    most_cards: str
    at_least_stones: str
    at_least_cards: str


class HouseValues(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How it is said what is ours and not printed; `names` are of an edition's values, by their paths in its file."""

    note: str  # with the field values
    also: str  # how a further name is added to those before it, with the fields values and value
    own_name: str  # of something whose name is ours
    own_color: str  # of a card whose colour is ours
    inferred_color: str
    names: dict[str, str]


class HouseRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    text: str
    default: Literal["off", "on"]
    rule: str


class Variant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    text: str
    rule: str


class Site(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    short: str


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where points come from."""

    name: str
    where: str  # after a number of points: "at the temple"


class Refusal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why a move is not legal: a clause, and the rule that forbids it."""

    text: str
    rule: str


class EventLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the log, with fields for `str.format`."""

    text: str
    you: str = ""  # to whoever {who} is


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a player is asked."""

    text: str


Entry: TypeAlias = Rule | Side | Card | Token | Prophecy


class Catalogue(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All words about one game in one language; each table in the order of its file."""

    language: str
    game: str
    title: str
    boxes: dict[str, str]  # what their lids say
    groups: dict[str, str]  # of rules
    rules: dict[str, Rule]
    house_rules: dict[str, HouseRule]
    variants: dict[str, Variant] = {}
    sites: dict[str, Site]
    pays: dict[Pays, str]
    sides: dict[str, dict[str, Side]]
    cards: dict[str, Card] = {}
    card_colors: dict[CardColor, str] = {}
    tokens: dict[str, Token] = {}
    prophecies: dict[str, Prophecy] = {}
    tasks: Tasks | None = None
    house_values: HouseValues
    sources: dict[str, Source]
    refusals: dict[str, Refusal]
    events: dict[str, EventLine]
    questions: dict[str, Line]

    def rule(self, id: str) -> Rule:
        """The rule of this id, in upper or lower case; raises KeyError."""
        return self.rules[id.strip().upper()]

    def token_name(self, id: str) -> str:
        """What a cargo token is called; tomb_7 is the tomb token with the number 7."""
        if id in self.tokens:
            return self.tokens[id].name
        kind, _, number = id.rpartition("_")
        return self.tokens[kind].name.format(number=number)

    def prophecy_name(self, id: str) -> str:
        """What a prophecy is called; an edition may have others than those we have words for."""
        return self.prophecies[id].name if id in self.prophecies else id.replace("_", " ").title()

    def task(self, *, most: bool, at_least: int | None, stones: str | None, cards: str | None) -> str:
        """What a prophecy asks for: the most, or at least so many, of stones at a site or cards of a colour."""
        count = at_least or 1
        assert self.tasks is not None
        if stones is not None:
            site = self.sites[stones].name
            return (self.tasks.most_stones if most else self.tasks.at_least_stones).format(count=count, site=site)
        color = next(word for id, word in self.card_colors.items() if id == cards)
        return (self.tasks.most_cards if most else self.tasks.at_least_cards).format(count=count, color=color)

    def house_note(self, part: str, sources: Iterable[tuple[str, str]]) -> str:
        """Which values of a part of an edition, such as pyramids.D, are ours and not the printed ones; "" if none is.

        `sources` are the edition's own, so that the note is right for any edition.
        """
        ours = [path for path, source in sources if source == "house" and f"{path}.".startswith(f"{part}.")]
        names = list(dict.fromkeys(map(self.value_name, ours)))
        if not names:
            return ""
        also = self.house_values.also
        values = reduce(lambda before, name: also.format(values=before, value=name), names)
        return self.house_values.note.format(values=values)

    def word_note(self, entry: "Side | Card | Prophecy") -> str:
        """Whether its name or colour is not the printed one; "" if both are."""
        if isinstance(entry, Card):
            notes = {"house": self.house_values.own_color, "inferred": self.house_values.inferred_color}
            return notes.get(entry.color_source, "")
        return self.house_values.own_name if entry.name_source == "house" else ""

    def value_name(self, path: str) -> str:
        """What a value of an edition is called, or the table that it is in."""
        names = self.house_values.names
        above = path
        while above:
            if above in names:
                return names[above]
            above = above.rpartition(".")[0]
        return path.rpartition(".")[2].replace("_", " ")

    def entries(self) -> Iterator[Entry]:
        """What can be looked up."""
        yield from self.rules.values()
        for sides in self.sides.values():
            yield from sides.values()
        yield from self.cards.values()
        yield from self.tokens.values()
        yield from self.prophecies.values()

    def search(self, word: str) -> list[Entry]:
        """Entries whose id, title or text contains the word, best first."""
        return [entry for _, entry in search([self], word)]


def search(catalogues: Iterable[Catalogue], word: str) -> list[tuple[Catalogue, Entry]]:
    """The same in several games."""
    wanted = _plain(word)
    if not wanted:
        return []
    found = [(_distance(entry, wanted), words, entry) for words in catalogues for entry in words.entries()]
    near = sorted((item for item in found if item[0] < _NOT_FOUND), key=lambda item: item[0])
    return [(words, entry) for _, words, entry in near]


_NOT_FOUND = 6


def _distance(entry: Entry, wanted: str) -> int:
    """How far an entry is from what was wanted; 0 is nearest."""
    names = [_plain(entry.id), _plain(entry.title)]
    if isinstance(entry, Side):
        names.append(_plain(entry.name))
    text = _plain(entry.text)
    whole_word = re.compile(rf"\b{re.escape(wanted)}\b")
    if wanted in names:
        return 0
    if any(whole_word.match(name) for name in names):  # at its beginning: "Hammer: loading is required"
        return 1
    if any(whole_word.search(name) for name in names):
        return 2
    if any(wanted in name for name in names):
        return 3
    if whole_word.search(text):
        return 4
    if wanted in text:
        return 5
    return _NOT_FOUND


def _plain(text: str) -> str:
    """As people type: case, accents, underscores, full stops between words and spare spaces make no difference."""
    letters = unicodedata.normalize("NFKD", text.replace("’", "'").casefold())
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return " ".join(re.sub(r"_|\.(?=\w)", " ", bare).split())


def languages() -> list[str]:
    """The codes of all languages there are catalogues in."""
    folders = resources.files("imhotep").joinpath("catalogue").iterdir()
    return sorted(folder.name for folder in folders if folder.is_dir() and len(folder.name) == 2)


def catalogue(game: str, language: str = ENGLISH) -> Catalogue:
    """The words about a game in a language, read once; raises LookupError if there are none.

    Raises ValueError if a translation does not fit the English file.
    """
    return _load(game, language)


@cache
def _load(game: str, language: str) -> Catalogue:
    if language not in languages():
        raise LookupError(f"no catalogue for language {language!r}; choose from {', '.join(languages())}")
    tables = _read(game, ENGLISH)
    if language != ENGLISH:
        tables = translated(tables, _read(game, language), f"catalogue/{language}/{game}.toml")
    return parse(language, game, tables)


def _read(game: str, language: str) -> dict[str, Any]:
    file = resources.files("imhotep").joinpath("catalogue", language, f"{game}.toml")
    if not game.isidentifier() or not file.is_file():
        raise LookupError(f"no catalogue of {game!r} in language {language!r}")
    return tomllib.loads(file.read_text(encoding="utf-8"))


def translated(english: Mapping[str, Any], texts: Mapping[str, Any], file: str) -> dict[str, Any]:
    """The tables of the English file with the texts of another; raises ValueError, which names file and keys."""
    if mistakes := list(_mistakes(english, texts)):
        raise ValueError(f"{file}: {'; '.join(mistakes)}")
    return _merged(english, texts)


def _mistakes(english: Mapping[str, Any], texts: Mapping[str, Any], above: str = "") -> Iterator[str]:
    wanted = {key: value for key, value in english.items() if isinstance(value, Mapping) or key not in FACTS}
    for key, value in wanted.items():
        text = texts.get(key)
        if isinstance(value, Mapping) and isinstance(text, Mapping | None):
            yield from _mistakes(value, text or {}, f"{above}{key}.")
        elif text is None:
            yield f"{above}{key} is missing"
        elif isinstance(value, Mapping) or not isinstance(text, str):
            yield f"{above}{key} isn't a {'table' if isinstance(value, Mapping) else 'text'}"
        elif not text.strip():
            yield f"{above}{key} is empty"
        elif _fields(text) != _fields(value):
            yield f"{above}{key} has the fields {_fields(text)}, in English {_fields(value)}"
    yield from (f"{above}{key} is unknown" for key in texts if key not in wanted)


def _fields(text: str) -> str:
    """Which fields for `str.format` a text has."""
    try:
        names = {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
    except ValueError as problem:
        return f"({problem})"
    return " ".join(f"{{{name}}}" for name in sorted(names)) or "none"


def _merged(english: Mapping[str, Any], texts: Mapping[str, Any]) -> dict[str, Any]:
    def of(value: Any, text: Any) -> Any:
        return _merged(value, text) if isinstance(value, Mapping) else text

    return {key: of(value, texts[key]) if key in texts else value for key, value in english.items()}


def parse(language: str, game: str, tables: Mapping[str, Any]) -> Catalogue:
    """A catalogue from its file's tables; raises msgspec.ValidationError, which names the place."""
    named = {
        "rules": {id: {"box": game, **rule, "id": id} for id, rule in tables["rules"].items()},
        "sides": {
            site: {side: {**words, "site": site, "side": side} for side, words in sides.items()}
            for site, sides in tables["sides"].items()
        },
    }
    for table in ("cards", "tokens", "prophecies"):
        named[table] = {id: {**words, "id": id} for id, words in tables.get(table, {}).items()}
    return msgspec.convert({**tables, **named, "language": language, "game": game}, Catalogue)
