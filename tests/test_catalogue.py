"""The catalogue has a word for everything the engine says, cites only rules that exist, and copies nobody."""

import re
import runpy
import string
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from imhotep.engine.builder import vocabulary
from imhotep.engine.builder.vocabulary import CARDS, SITES, Card, Event, Refusal, Site, Source
from imhotep.table.catalogue import Catalogue, catalogue, languages, parse

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "src" / "imhotep" / "catalogue" / "en.toml"
RULEBOOKS = sorted((ROOT.parent / "shared" / "seeds").glob("*.txt"))

EVENT_FIELDS = {
    "forced": "who move",
    "round_began": "who round",
    "ship_ready": "ship size minimum",
    "card_dealt": "card space",
    "card_dealt_down": "space",
    "turn_began": "who",
    "passed": "who",
    "stones_taken": "who count",
    "stone_loaded": "who ship space",
    "ship_sailed": "who ship site",
    "stone_ordered": "who ship place",
    "stone_unloaded": "who ship space site",
    "stone_quarried": "who site",
    "stone_built": "who site place",
    "tower_built": "who site place",
    "stone_returned": "who",
    "card_picked": "who card space",
    "cards_looked_at": "who space count",
    "card_kept": "who card space",
    "card_drawn": "who card",
    "card_played": "who card",
    "card_discarded": "card",
    "pile_shuffled": "count",
    "declined": "who site",
    "points": "who source points",
    "round_ended": "round",
    "game_ended": "",
}
SAMPLES: dict[str, str | int] = {
    "who": "Meryt",
    "move": "load 2 1",
    "card": "Lever",
    "site": "Temple",
    "source": "Statues",
    "round": 1,
    "ship": 2,
    "space": 3,
    "place": 4,
    "size": 5,
    "minimum": 6,
    "count": 7,
    "points": -5,
}


@pytest.fixture
def words() -> Catalogue:
    return catalogue()


def constants(names: type) -> set[str]:
    return {name.lower() for name in vars(names) if name.isupper()}


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from strings(part)
    elif isinstance(value, list):
        for part in value:
            yield from strings(part)


def runs_of_words(text: str, length: int) -> set[tuple[str, ...]]:
    found = re.findall(r"[a-z0-9]+", text.lower())
    return {tuple(found[i : i + length]) for i in range(len(found) - length + 1)}


# --- every thing of the engine, and nothing else


def test_every_refusal_has_words(words: Catalogue) -> None:
    assert set(words.refusals) == constants(Refusal) | {"game_over", "not_asked", "not_your_decision"}


def test_every_event_has_words(words: Catalogue) -> None:
    assert set(words.events) == constants(Event) | {"forced"} == set(EVENT_FIELDS)


def test_every_site_and_side_has_words(words: Catalogue) -> None:
    assert set(words.sites) == set(words.sides) == constants(Site)
    assert len(words.sites) == SITES
    assert all(set(sides) == {"A", "B"} for sides in words.sides.values())


def test_every_source_has_words(words: Catalogue) -> None:
    assert set(words.sources) == constants(Site) | constants(Source) - {"count"}
    assert len(words.sources) == Source.COUNT


def test_every_card_has_words(words: Catalogue) -> None:
    decorations = {"pyramid_decoration", "temple_decoration", "burial_chamber_decoration", "obelisk_decoration"}
    assert set(words.cards) == constants(Card) - {"none", "decoration"} | decorations
    assert len(words.cards) == CARDS - 1


def test_cards_stand_in_the_order_of_the_engine(words: Catalogue) -> None:
    for number, id in enumerate(words.cards, 1):
        assert getattr(Card, id.upper(), number) == number
    assert [card.color for card in words.cards.values()] == ["red"] * 3 + ["green"] * 4 + ["purple"] + ["blue"] * 4


def test_the_vocabulary_has_nothing_else_that_people_see() -> None:
    """A new class there needs a table here, or a place in this list."""
    classes = {name for name, value in vars(vocabulary).items() if isinstance(value, type) and name != "i64"}
    assert classes == {"Site", "Card", "Source", "Step", "Action", "Event", "Refusal"}


def test_every_question_has_words(words: Catalogue) -> None:
    assert set(words.questions) == {
        "turn",
        "load",
        "load_to_sail",
        "sail_ship",
        "sail_by_lever",
        "order",
        "pick_card",
        "keep_card",
        "pyramid",
        "pyramid_bonus",
        "temple",
    }


# --- rules


def test_rules_are_numbered_without_gaps(words: Catalogue) -> None:
    printed = [rule.id for rule in words.rules.values() if not rule.is_ruling]
    assert printed == [f"R{number}" for number in range(1, len(printed) + 1)]
    rulings = [rule.id for rule in words.rules.values() if rule.is_ruling]
    assert rulings == [f"B{number}" for number in range(1, 26)] + [f"P{number}" for number in range(1, 7)] + ["N2"]


def test_sources_say_which_rules_are_rulings(words: Catalogue) -> None:
    for rule in words.rules.values():
        assert rule.source.startswith("ruling; " if rule.is_ruling else "Builder rulebook, "), rule.id


def test_every_group_has_rules(words: Catalogue) -> None:
    assert {rule.group for rule in words.rules.values()} == set(words.groups)


def test_every_cited_rule_exists(words: Catalogue) -> None:
    tables = tomllib.loads(FILE.read_text(encoding="utf-8"))
    cited = {id for text in strings(tables) for id in re.findall(r"\b[A-Z]\d+\b", text)}
    assert "B5" in cited
    assert cited <= set(words.rules)
    assert all(side.rules for sides in words.sides.values() for side in sides.values())
    assert all(card.rules for card in words.cards.values())
    forbidding = {refusal.rule for refusal in words.refusals.values()}
    chosen = {house.rule for house in words.house_rules.values()} | {v.rule for v in words.variants.values()}
    assert forbidding | chosen <= set(words.rules)


def test_house_rules_are_off(words: Catalogue) -> None:
    assert {id: (house.rule, house.default) for id, house in words.house_rules.items()} == {
        "may_decline_card": ("B5", "off"),
        "second_color": ("N2", "off"),
    }


# --- form


@pytest.mark.parametrize("id", EVENT_FIELDS)
def test_event_uses_exactly_its_fields(words: Catalogue, id: str) -> None:
    template = words.events[id].text
    fields = set(EVENT_FIELDS[id].split())
    assert {field for _, field, _, _ in string.Formatter().parse(template) if field is not None} == fields
    line = template.format(**{field: SAMPLES[field] for field in fields})
    assert all(str(SAMPLES[field]) in line for field in fields)


def test_summaries_fit_their_places(words: Catalogue) -> None:
    assert all(len(side.summary) <= 90 for sides in words.sides.values() for side in sides.values())
    assert all(len(card.summary) <= 60 for card in words.cards.values())
    assert all(len(site.short) <= 8 for site in words.sites.values())


def test_no_text_is_empty_or_untidy() -> None:
    for text in strings(tomllib.loads(FILE.read_text(encoding="utf-8"))):
        assert text
        assert text == " ".join(text.split())


def test_sentences_end_and_clauses_do_not(words: Catalogue) -> None:
    for entry in words.entries():
        assert entry.text.endswith((".", ")")), entry.id
    for id, refusal in words.refusals.items():
        assert refusal.text[0].islower(), id
        assert not refusal.text.endswith("."), id


@pytest.mark.parametrize("rulebook", RULEBOOKS, ids=lambda path: path.stem)
def test_words_are_our_own(rulebook: Path) -> None:
    """No run of eight words is shared with a rulebook, where these lie beside the repository."""
    theirs = runs_of_words(rulebook.read_text(encoding="utf-8"), 8)
    for text in strings(tomllib.loads(FILE.read_text(encoding="utf-8"))):
        shared = runs_of_words(text, 8) & theirs
        assert not shared, text


# --- looking up


def test_rule_ids_may_be_typed_in_any_case(words: Catalogue) -> None:
    assert words.rule("b5") is words.rule(" B5 ") is words.rules["B5"]
    with pytest.raises(KeyError):
        words.rule("R999")


def test_search_puts_the_exact_name_first(words: Catalogue) -> None:
    assert [entry.id for entry in words.search("lever")][:3] == ["R61", "lever", "B11"]
    assert [entry.id for entry in words.search("Burial Chamber")][:2] == ["burial_chamber.A", "burial_chamber.B"]
    assert words.search("market b")[0].id == "market.B"
    assert words.search("R1")[0].id == "R1"
    assert words.search("paved_path")[0] is words.cards["paved_path"]


def test_search_finds_every_entry_that_has_the_word(words: Catalogue) -> None:
    found = [entry.id for entry in words.search("quarry")]
    assert sorted(found) == sorted(
        entry.id for entry in words.entries() if "quarry" in f"{entry.id} {entry.title} {entry.text}".lower()
    )
    assert found.index("R5") < found.index("R14")  # in its title before in its text


@pytest.mark.parametrize("word", ["", "  ", "zeppelin"])
def test_search_may_find_nothing(words: Catalogue, word: str) -> None:
    assert words.search(word) == []


# --- loading


def test_a_catalogue_is_read_once() -> None:
    assert catalogue() is catalogue("en")


@pytest.mark.parametrize("language", ["xx", "", "../editions/builder"])
def test_unknown_language(language: str) -> None:
    assert languages() == ["en"]
    with pytest.raises(LookupError, match="en"):
        catalogue(language)


@pytest.mark.parametrize(
    ("table", "key", "value"),
    [("refusals", "sled_full", {"text": "full"}), ("sources", "gold", {"name": "Gold", "color": "red"})],
)
def test_a_wrong_entry_is_refused(table: str, key: str, value: dict[str, str]) -> None:
    tables = tomllib.loads(FILE.read_text(encoding="utf-8"))
    tables[table][key] = value
    with pytest.raises(msgspec.ValidationError, match=table):
        parse("en", tables)


# --- the pages built from it


def test_pages_are_not_stale() -> None:
    build = runpy.run_path(str(ROOT / "tools" / "build_rules.py"))
    assert build["main"](["--check"]) == 0


def test_a_stale_page_is_noticed_and_rebuilt(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main = runpy.run_path(str(ROOT / "tools" / "build_rules.py"))["main"]
    assert main(["--check"], tmp_path) == 1
    assert main([], tmp_path) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["builder.md", "index.md", "rulings.md"]
    (tmp_path / "index.md").write_text("old", encoding="utf-8")
    capsys.readouterr()
    assert main(["--check"], tmp_path) == 1
    assert "index.md is stale" in capsys.readouterr().err
    assert main([], tmp_path) == 0
    assert main(["--check"], tmp_path) == 0


def test_every_link_of_the_pages_leads_somewhere() -> None:
    pages: dict[str, str] = runpy.run_path(str(ROOT / "tools" / "build_rules.py"))["pages"](catalogue())
    targets = {name: set(re.findall(r'<a id="(\w+)">', text)) for name, text in pages.items()}
    for name, text in pages.items():
        headings = re.findall(r"^#+ (?!<a)(.+)$", text, re.MULTILINE)
        targets[name] |= {re.sub(r"[^a-z0-9 -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    links = [(name, *link) for name, text in pages.items() for link in re.findall(r"\]\(([\w.]*)#?([\w-]*)\)", text)]
    assert len(links) > 100
    for name, page, target in links:
        assert (page or name) in pages
        assert not target or target in targets[page or name], (name, page, target)
