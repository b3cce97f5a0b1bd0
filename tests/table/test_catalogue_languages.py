"""The catalogues of other languages: whole, of our own words, and with the same numbers, fields and rule ids."""

import copy
import re
import string
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

import pytest

from imhotep.table.builder import dynasty
from imhotep.table.builder.words import CARD_COLORS
from imhotep.table.catalogue import FACTS, Catalogue, Language, catalogue, languages, translated
from imhotep.table.duel import edition as duel_edition
from imhotep.table.duel.values import token_ids
from imhotep.table.games import RULES
from tests.support.paths import ROOT

FOLDER = ROOT / "src" / "imhotep" / "catalogue"
RULEBOOKS = sorted((ROOT.parent / "shared" / "seeds").glob("*.txt"))
TRANSLATIONS = [(language, game) for language in languages() if language != "en" for game in RULES]

SAME_AS_IN_ENGLISH = {  # words that both languages have; a text of more words is never the same
    "de": {
        *("Amun", "Anubis", "Horus", "Isis", "Ptah", "Ra"),
        *("Arena", "Hammer", "Obelisk", "Ornament", "Statue"),
        "{values}; {value}",
    },
    "fr": {
        *("Anubis", "Horus", "Isis", "Ptah"),
        *("Scores", "Statue", "Statues", "Temple", "Temple {number}"),
    },
}

Texts = dict[str, str]


def tables_of(language: str, game: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / language / f"{game}.toml").read_text(encoding="utf-8"))


def texts_of(tables: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, str]]:
    for key, value in tables.items():
        if isinstance(value, Mapping):
            yield from texts_of(value, f"{above}{key}.")
        elif key not in FACTS:
            yield f"{above}{key}", value


def english(game: str) -> Texts:
    return dict(texts_of(tables_of("en", game)))


def texts(language: str, game: str) -> Texts:
    return dict(texts_of(tables_of(language, game)))


@pytest.fixture(params=TRANSLATIONS, ids=lambda pair: "-".join(pair))
def translation(request: pytest.FixtureRequest) -> tuple[str, str]:
    """A language and a game."""
    language, game = request.param
    return language, game


# --- whole


def test_every_language_of_the_server_has_a_catalogue_of_every_game() -> None:
    assert languages() == sorted(get_args(Language))
    for language in languages():
        assert {file.stem for file in (FOLDER / language).iterdir()} == set(RULES)


def test_every_text_is_translated_and_nothing_else_is_there(translation: tuple[str, str]) -> None:
    language, game = translation
    words = catalogue(game, language)
    assert words is catalogue(game, language)
    assert (words.language, words.game) == (language, game)
    assert texts(language, game).keys() == english(game).keys()


def test_facts_are_those_of_the_english_catalogue(translation: tuple[str, str]) -> None:
    language, game = translation
    words, base = catalogue(game, language), catalogue(game)
    for entry, same in zip(words.entries(), base.entries(), strict=True):
        for name in {"id", "site", "side", *FACTS} & set(entry.__struct_fields__):
            assert getattr(entry, name) == getattr(same, name), entry.id
    assert {id: refusal.rule for id, refusal in words.refusals.items()} == {
        id: refusal.rule for id, refusal in base.refusals.items()
    }
    for table in ("boxes", "groups", "pays", "sites", "card_colors", "sources", "events", "questions"):
        assert list(getattr(words, table)) == list(getattr(base, table))


def test_no_text_is_the_english_one_but_for_a_few_words(translation: tuple[str, str]) -> None:
    language, game = translation
    base = english(game)
    same = {text for key, text in texts(language, game).items() if text == base[key]}
    assert same <= SAME_AS_IN_ENGLISH[language]


@pytest.mark.parametrize("language", SAME_AS_IN_ENGLISH)
def test_the_list_of_words_that_are_the_same_is_not_too_long(language: str) -> None:
    both = {(game, key): text for game in RULES for key, text in english(game).items()}
    mine = {(game, key): text for game in RULES for key, text in texts(language, game).items()}
    assert {text for key, text in mine.items() if text == both[key]} == SAME_AS_IN_ENGLISH[language]


# --- as true as the English text


def test_numbers_and_rule_ids_are_those_of_the_english_text(translation: tuple[str, str]) -> None:
    language, game = translation
    base = english(game)
    for key, text in texts(language, game).items():
        for pattern in (r"\b[RBNDP]\d+\b", r"(?<!\w)\d+\b", r"\b[a-z]+_[a-z_]+\b"):
            assert sorted(re.findall(pattern, text)) == sorted(re.findall(pattern, base[key])), key


def names_of(words: Catalogue) -> list[str]:
    """Of sides, cards and tokens, and what stands before the colon in titles of rules, always in the same order."""
    sides = [side for sides in words.sides.values() for side in sides.values()]
    return [
        *(re.split(r" ?: ", rule.title)[0] for rule in words.rules.values()),
        *(side.title for side in sides),
        *(side.name for side in sides if side.site != "pyramids" or side.side not in "AB"),  # A is one, B are three
        *(card.name for card in words.cards.values()),
        *(token.name for token in words.tokens.values()),
    ]


def test_a_thing_has_one_name(translation: tuple[str, str]) -> None:
    """The titles of rules call a side or a card as it is called itself."""
    language, game = translation
    called: dict[str, set[str]] = {}
    for name, same in zip(names_of(catalogue(game)), names_of(catalogue(game, language)), strict=True):
        called.setdefault(name, set()).add(same)
    assert {name: names for name, names in called.items() if len(names) > 1} == {}


def test_form(translation: tuple[str, str]) -> None:
    language, game = translation
    words = catalogue(game, language)
    for key, text in texts(language, game).items():
        assert text == " ".join(text.split()), key
        assert not set(text) & set("'\"`*<>"), key  # typographic quotes, and no markup
        if language == "fr":
            assert not re.search(r"[^ ][:;!?»](?: |$)", text), key
        else:
            assert not re.search(r" [:;!?]", text), key
    for entry in words.entries():
        assert entry.text.endswith((".", ")")), entry.id
    for id, refusal in words.refusals.items():
        assert refusal.text[0].islower(), id
        assert not refusal.text.endswith("."), id
    assert all(len(side.summary) <= 90 for sides in words.sides.values() for side in sides.values())
    assert all(len(card.summary) <= 60 for card in words.cards.values())
    assert all(len(token.summary) <= 60 for token in words.tokens.values())
    assert all(len(site.short) <= 10 for site in words.sites.values())


@pytest.mark.parametrize("rulebook", RULEBOOKS, ids=lambda path: path.stem)
def test_words_are_our_own(rulebook: Path) -> None:
    """No run of eight words is shared with a rulebook, where these lie beside the repository."""

    def runs(text: str) -> set[tuple[str, ...]]:
        found = re.findall(r"\w+", text.lower())
        return {tuple(found[at : at + 8]) for at in range(len(found) - 7)}

    theirs = runs(rulebook.read_text(encoding="utf-8"))
    for language, game in TRANSLATIONS:
        for key, text in texts(language, game).items():
            assert not runs(text) & theirs, (language, key)


# --- texts that are composed


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("counted", ["pyramids", "temple", "burial_chamber", "obelisks", *CARD_COLORS])
def test_any_task_can_be_told(language: str, counted: str) -> None:
    words = catalogue("builder", language)
    is_color = counted in CARD_COLORS
    name = words.card_colors[counted] if is_color else words.sites[counted].name  # type: ignore[index]
    for at_least in (None, 1, 17):
        text = words.task(
            most=at_least is None,
            at_least=at_least,
            stones=None if is_color else counted,
            cards=counted if is_color else None,
        )
        assert name in text
        assert at_least is None or str(at_least) in text
        assert "{" not in text


@pytest.mark.parametrize(
    ("language", "note"),
    [
        ("de", "Eigene Werte: die Form des Rings; die Punkte der Felder. Sie sind von uns, nicht die gedruckten."),
        (
            "fr",
            "Valeur maison : la forme de l’anneau ; les points des cases. "
            "Ce choix est le nôtre, et non ce qui est imprimé.",
        ),
    ],
)
def test_notes_on_house_values(language: str, note: str) -> None:
    words = catalogue("builder", language)
    assert words.house_note("pyramids.D", dynasty.standard().sources()) == note
    assert words.house_note("burial_chamber.C", dynasty.standard().sources()) == ""


@pytest.mark.parametrize("language", languages())
def test_every_token_has_a_name_of_its_own(language: str) -> None:
    words = catalogue("duel", language)
    names = [words.token_name(id) for id in token_ids(duel_edition.standard().values) if id]
    assert len(set(names)) == len(names)
    assert not any("{" in name for name in names)
    assert words.tokens["temple"].title == {"de": "Tempel"}.get(language, "Temple")


def test_lines_of_the_log_can_be_filled_in(translation: tuple[str, str]) -> None:
    language, game = translation
    for id, line in catalogue(game, language).events.items():
        fields = {name for _, name, _, _ in string.Formatter().parse(line.text) if name}
        filled = line.text.format(**{name: f"<{name}>" for name in fields})
        assert all(f"<{name}>" in filled for name in fields), id


def test_search_minds_no_accents() -> None:
    french = catalogue("builder", "fr")
    assert french.search("echafaudage")[0] is french.search("ÉCHAFAUDAGE")[0] is french.sides["pyramids"]["C"]
    assert french.search("decoration d'obelisque")[0] is french.cards["obelisk_decoration"]
    german = catalogue("builder", "de")
    assert german.search("Gruft")[0] is german.sides["burial_chamber"]["D"]
    assert german.search("meissel")[0].id in {"R64", "chisel"}


# --- a translation that does not fit


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [
        ("rules.R15.text", None, r"rules\.R15\.text is missing"),
        ("sides.temple.D", None, r"sides\.temple\.D\.name is missing; .*sides\.temple\.D\.text is missing"),
        ("rules.R15.text", " ", r"rules\.R15\.text is empty"),
        ("rules.R15.text", 3, r"rules\.R15\.text isn't a text"),
        ("rules.R15", "Platz", r"rules\.R15 isn't a table"),
        ("rules.R15.remark", "Platz", r"rules\.R15\.remark is unknown"),
        ("rules.R15.group", "stones", r"rules\.R15\.group is unknown"),
        ("sides.temple.A.rules", ["R36"], r"sides\.temple\.A\.rules is unknown"),
        ("rules.R999", {"title": "Neu"}, r"rules\.R999 is unknown"),
        ("events.card_kept.text", "{wer} behält {card}", r"text has the fields {card} {wer}, in English {card} {who}"),
        ("events.card_kept.text", "{who} behält es", r"text has the fields {who}, in English {card} {who}"),
        ("events.game_ended.text", "Aus, {who}", r"text has the fields {who}, in English none"),
        ("events.card_kept.text", "{who behält {card}", r"events\.card_kept\.text has the fields \("),
    ],
)
def test_a_translation_that_does_not_fit_is_refused(place: str, value: Any, message: str) -> None:
    english_tables, tables = tables_of("en", "builder"), tables_of("de", "builder")
    before = copy.deepcopy(english_tables)
    assert translated(english_tables, tables, "x.toml")["rules"]["R15"]["group"] == "stones"
    *above, key = place.split(".")
    table = tables
    for name in above:
        table = table[name]
    if value is None:
        del table[key]
    else:
        table[key] = value
    with pytest.raises(ValueError, match=rf"^catalogue/de/builder\.toml: .*{message}"):
        translated(english_tables, tables, "catalogue/de/builder.toml")
    assert english_tables == before
