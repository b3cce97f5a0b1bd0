"""The catalogue has a word for everything the engine says, cites only rules that exist, and copies nobody."""

import os.path
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
from imhotep.engine.builder.vocabulary import CARDS, SITES, Card, Color, Event, Refusal, Site, Source
from imhotep.table.builder import dynasty
from imhotep.table.builder.events import FIELDS
from imhotep.table.builder.kind import QUESTIONS, BuilderKind
from imhotep.table.builder.words import CARD_COLORS, CARD_IDS, SOURCE_IDS
from imhotep.table.catalogue import Catalogue, catalogue, languages, parse
from imhotep.table.editions import built_in_text
from imhotep.table.moves import Event as SeenEvent

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "src" / "imhotep" / "catalogue" / "en" / "builder.toml"
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
    "card_kept": "who card",
    "card_drawn": "who card",
    "card_played": "who card",
    "card_discarded": "card",
    "pile_shuffled": "count",
    "declined": "who site",
    "points": "who source points",
    "round_ended": "round",
    "game_ended": "",
    "stone_rafted": "who site",
    "coin_paid": "who",
    "scaffold_turned": "token",
    "scaffold_left_out": "token",
    "imhotep_moved": "who space",
    "chariot_moved": "who track",
    "tomb_turned": "token",
    "tomb_taken": "who token",
    "tomb_removed": "token",
    "token_added": "who place column row",
    "token_put_back": "who place",
    "prophecy_drawn": "prophecy",
    "prophesied": "who prophecy period",
    "prophecy_fulfilled": "who prophecy",
    "prophecy_failed": "who prophecy",
    "cards_drawn_to_look": "who count",
    "card_shown": "who card",
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
    "token": 8,
    "column": 9,
    "row": 10,
    "prophecy": 11,
    "period": 12,
    "track": 13,
}


@pytest.fixture
def words() -> Catalogue:
    return catalogue("builder")


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


def build_rules() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "tools" / "build_rules.py"))


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
    assert all("".join(sides) == BuilderKind.side_letters for sides in words.sides.values())


def test_every_source_has_words(words: Catalogue) -> None:
    assert set(words.sources) == constants(Site) | constants(Source) - {"count"}
    assert tuple(words.sources) == SOURCE_IDS
    assert len(words.sources) == Source.COUNT


def test_every_card_has_words(words: Catalogue) -> None:
    decorations = {"pyramid_decoration", "temple_decoration", "burial_chamber_decoration", "obelisk_decoration"}
    assert set(words.cards) == constants(Card) - {"none", "decoration"} | decorations
    assert len(words.cards) == CARDS - 1


def test_cards_stand_in_the_order_of_the_engine(words: Catalogue) -> None:
    assert ("", *words.cards) == CARD_IDS
    for number, id in enumerate(words.cards, 1):
        assert getattr(Card, id.upper(), number) == number
    base, expansion = ["red"] * 3 + ["green"] * 4 + ["purple"] + ["blue"] * 4, ["blue"] * 2 + ["none", "red", "green"]
    assert [card.color for card in words.cards.values()] == base + expansion


def test_every_color_of_cards_has_a_word(words: Catalogue) -> None:
    assert set(words.card_colors) == {*CARD_COLORS, "none"} == constants(Color) | {"none"}
    assert {card.color for card in words.cards.values()} == set(words.card_colors)


def test_the_vocabulary_has_nothing_else_that_people_see() -> None:
    """A new class there needs a table here, or a place in this list."""
    classes = {name for name, value in vars(vocabulary).items() if isinstance(value, type) and name != "i64"}
    assert classes == {"Site", "Card", "Color", "Source", "Step", "Action", "Event", "Refusal"}


def test_every_question_has_words(words: Catalogue) -> None:
    at_the_sites = {
        "pick_card",
        "keep_card",
        "pyramid",
        "pyramid_bonus",
        "temple",
        "mound",
        "tomb",
        "great_obelisk",
        "alley",
    }
    assert set(words.questions) == set(QUESTIONS.values()) | at_the_sites


def test_every_variant_and_house_rule_has_words(words: Catalogue) -> None:
    assert set(words.variants) == set(BuilderKind.variants)
    assert set(words.house_rules) == set(BuilderKind.house_rules)


# --- prophecies


def test_every_prophecy_has_words(words: Catalogue) -> None:
    assert list(words.prophecies) == list(dynasty.standard().values.prophecies.cards)
    assert words.prophecy_name("amun") == "Amun"
    assert words.prophecy_name("great_sobek") == "Great Sobek"  # of somebody's own edition


def test_no_sentence_about_a_god_tells_the_task(words: Catalogue) -> None:
    """That is the edition's business. Only Amun's red cards are in the rulebook, and not how many."""
    for id, god in words.prophecies.items():
        told = re.findall(r"\d|most|stones|cards|pyramid|temple|chamber|obelisk|statue", god.text.lower())
        assert told == (["cards"] if id == "amun" else []), id


@pytest.mark.parametrize("most", [True, False])
@pytest.mark.parametrize("counted", ["pyramids", "temple", "burial_chamber", "obelisks", *CARD_COLORS])
def test_any_task_can_be_told(words: Catalogue, most: bool, counted: str) -> None:
    is_color = counted in CARD_COLORS
    text = words.task(
        most=most,
        at_least=None if most else 17,
        stones=None if is_color else counted,
        cards=counted if is_color else None,
    )
    assert ("17" in text) == (not most)
    assert ("the most" in text) == most
    assert (f"{counted} cards" in text) == is_color
    assert ("stones at the" in text) == (not is_color)
    assert is_color or counted.replace("_", " ") in text.lower()
    assert "{" not in text


# --- house values


def test_every_house_value_has_a_name(words: Catalogue) -> None:
    house = {path for path, source in dynasty.standard().sources() if source == "house"}
    named = set(words.house_values.names)
    assert {path for path in house if path not in named and path.rpartition(".")[0] not in named} == set()
    assert {path for path in named if not any(f"{value}.".startswith(f"{path}.") for value in house)} == set()


def test_the_note_on_house_values_follows_the_edition(words: Catalogue) -> None:
    sources = list(dynasty.standard().sources())
    assert words.house_note("pyramids.D", sources) == (
        "House value: the form of the ring; the points of the spaces. This is ours, not what is printed."
    )
    assert words.house_note("burial_chamber.C", sources) == ""
    assert words.house_note("pyramids.D", [("pyramids.D", "rulebook")]) == ""
    assert "Amun" in words.house_note("prophecies", sources)
    own = [("pyramids.DD.points", "house"), ("pyramids.D", "rulebook"), ("pyramids.D.odd_value", "house")]
    assert words.house_note("pyramids.D", own).startswith("House value: odd value.")


def test_no_text_of_the_catalogue_tells_a_house_value(words: Catalogue) -> None:
    """A number there would go stale with another edition; the pages show what the edition says."""
    expansion = [rule.text for rule in words.rules.values() if rule.box == "dynasty"]
    expansion += [side.text for sides in words.sides.values() for side in sides.values() if side.side in "CD"]
    values = dynasty.standard().values
    lists = [values.pyramids.D.points, values.temple.D.arrowheads, values.temple.D.track]
    for numbers in lists:
        for at in range(len(numbers) - 2):
            row = ", ".join(map(str, numbers[at : at + 3]))
            assert not any(row in text for text in expansion), row
    told = [int(number) for text in expansion for number in re.findall(r"(\d+) points", text)]
    assert set(told) <= {2, 3, 4, 15}  # temple of Ra, scaffold, mound and tomb, areas: all in a rulebook


# --- rules


def test_rules_are_numbered_without_gaps(words: Catalogue) -> None:
    printed = [rule.id for rule in words.rules.values() if not rule.is_ruling]
    assert printed == [f"R{number}" for number in range(1, len(printed) + 1)]
    rulings = [rule.id for rule in words.rules.values() if rule.is_ruling]
    series = {"B": 25, "N": 20, "P": 13}
    assert rulings == [f"{letter}{number}" for letter, last in series.items() for number in range(1, last + 1)]


def test_sources_say_which_rules_are_rulings(words: Catalogue) -> None:
    for rule in words.rules.values():
        book = {"builder": "Builder rulebook, ", "dynasty": "A New Dynasty rulebook, "}[rule.box]
        assert rule.source.startswith("ruling; " if rule.is_ruling else book), rule.id


def test_rules_say_which_box_they_belong_to(words: Catalogue) -> None:
    boxes = {rule.id: rule.box for rule in words.rules.values()}
    assert {id for id, box in boxes.items() if box == "dynasty"} == (
        {f"R{number}" for number in range(65, 123)}
        | {f"N{number}" for number in range(1, 21)}
        | {f"P{number}" for number in range(7, 14)}
    )


def test_every_rule_about_a_side_is_named_by_it(words: Catalogue) -> None:
    """Whoever looks up a side of the expansion is led to all of its rules."""
    for sides in words.sides.values():
        for side in sides.values():
            if side.side in "CD":
                about = {rule.id for rule in words.rules.values() if rule.title.startswith(f"{side.name}:")}
                assert about, side.id
                assert about <= set(side.rules), side.id


def test_every_rule_about_a_new_card_is_named_by_it(words: Catalogue) -> None:
    for card in list(words.cards.values())[12:]:
        about = {rule.id for rule in words.rules.values() if rule.title.split(":")[0] == card.name}
        assert about, card.id
        assert about <= set(card.rules), card.id


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


def test_the_log_uses_only_what_events_have() -> None:
    """`who` is the seat's name; every other field is one that events of this kind really carry."""
    carried = {name: {field for field in fields if field != "-"} for name, *fields in FIELDS.values()}
    assert set(carried) == set(EVENT_FIELDS) - {"forced"}
    for id, fields in carried.items():
        has = fields - {"seat", "way"} | ({"who"} if "seat" in fields else set())
        has |= {"turning", "column"} if "way" in fields else set()
        assert set(EVENT_FIELDS[id].split()) <= has, id
    assert {field for fields in EVENT_FIELDS.values() for field in fields.split()} - {"who"} <= set(
        SeenEvent.__struct_fields__
    )


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
    for god in words.prophecies.values():
        assert god.text.endswith("."), god.id
    for id, refusal in words.refusals.items():
        assert refusal.text[0].islower(), id
        assert not refusal.text.endswith("."), id


@pytest.mark.parametrize("rulebook", RULEBOOKS, ids=lambda path: path.stem)
def test_words_are_our_own(rulebook: Path) -> None:
    """No run of eight words is shared with a rulebook, where these lie beside the repository."""
    theirs = runs_of_words(rulebook.read_text(encoding="utf-8"), 8)
    pages: dict[str, str] = build_rules()["pages"](catalogue("builder"), dynasty.standard())
    prose = pages["house-values.md"].split("\n\n")
    for text in [*strings(tomllib.loads(FILE.read_text(encoding="utf-8"))), *prose]:
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
    assert words.search("luxury market")[0].id == "market.C"
    assert words.search("pyramids d")[0] is words.search("Corridor")[0] is words.sides["pyramids"]["D"]
    assert [entry.id for entry in words.search("raft")][:2] == ["R120", "raft"]


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
    assert catalogue("builder") is catalogue("en")


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


PAGES = ["house-values.md", "rules/builder.md", "rules/dynasty.md", "rules/index.md", "rules/rulings.md"]


def test_pages_are_not_stale() -> None:
    assert build_rules()["main"](["--check"]) == 0


def test_a_stale_page_is_noticed_and_rebuilt(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main = build_rules()["main"]
    assert main(["--check"], tmp_path) == 1
    assert main([], tmp_path) == 0
    assert sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.md")) == PAGES
    for page in PAGES:
        (tmp_path / page).write_text("old", encoding="utf-8")
        capsys.readouterr()
        assert main(["--check"], tmp_path) == 1
        assert f"{page} is stale" in capsys.readouterr().err
        assert main([], tmp_path) == 0
        assert main(["--check"], tmp_path) == 0


def test_every_link_of_the_pages_leads_somewhere() -> None:
    pages: dict[str, str] = build_rules()["pages"](catalogue("builder"), dynasty.standard())
    targets = {name: set(re.findall(r'<a id="(\w+)">', text)) for name, text in pages.items()}
    for name, text in pages.items():
        headings = re.findall(r"^#+ (?!<a)(.+)$", text, re.MULTILINE)
        targets[name] |= {re.sub(r"[^a-z0-9 -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    links = [(name, *link) for name, text in pages.items() for link in re.findall(r"\]\(([\w./-]*)#?([\w-]*)\)", text)]
    assert len(links) > 200
    for name, page, target in links:
        path = os.path.normpath(os.path.join(os.path.dirname(name), page)) if page else name
        assert path in pages or (ROOT / "docs" / path).exists(), (name, page)
        assert not target or target in targets[path], (name, page, target)


def test_every_rule_is_on_the_page_of_its_box_and_every_id_is_a_link(words: Catalogue) -> None:
    pages: dict[str, str] = build_rules()["pages"](words, dynasty.standard())
    for rule in words.rules.values():
        there = {name for name, text in pages.items() if f'<a id="{rule.id.lower()}">' in text}
        assert there == {f"rules/{rule.box}.md"} | ({"rules/rulings.md"} if rule.is_ruling else set()), rule.id
    for name, text in pages.items():
        bare = re.sub(r"\[[RBNP]\d+\]\([^)]*\)|^###.*$|`[^`]*`|R\d+ to R\d+", "", text, flags=re.MULTILINE)
        assert not re.findall(r"\b[RBNP]\d+\b", bare), name


# --- house values in the pages


def own_edition(*changes: tuple[str, str]) -> Any:
    text = built_in_text("dynasty").replace('edition = "dynasty"', 'edition = "own"')
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return dynasty.read(text, "own.toml")


def lines_with(page: str, words: str) -> list[str]:
    return [line for line in page.splitlines() if words in line]


def test_every_house_value_is_shown_as_such(words: Catalogue) -> None:
    build = build_rules()
    edition = dynasty.standard()
    pages: dict[str, str] = build["pages"](words, edition)
    house = [path for path, source in edition.sources() if source == "house"]
    assert len(house) == 22
    for path in house:
        lines: list[str] = build["value_lines"](words, edition, path)
        assert len(lines) == 1, path
        assert lines[0].startswith("**House value:** "), path
        assert lines[0] in pages["house-values.md"], path
        told = re.sub(r"^(.*:\*\*) \w+:", r"\1", lines[0]) if path.startswith("prophecies.cards.") else lines[0]
        assert told in pages["rules/dynasty.md"], path  # gods stand in a table there


def test_printed_values_replace_house_values_on_the_pages(words: Catalogue) -> None:
    """Somebody who owns the box types in the corridor and what Amun asks for."""
    edition = own_edition(
        ("points = [1, 3, 2, 4, 1, 2, 3, 1, 4, 2, 3, 1, 4, 2]", "points = [9, 8, 7, 4, 1, 2, 3, 1, 4, 2, 3, 1, 4, 2]"),
        ('house = ["width", "height", "points"]', 'house = ["width"]'),
        ('source = "house"\nat_least = 2\ncards = "red"', 'source = "rulebook"\nat_least = 5\ncards = "red"'),
    )
    pages: dict[str, str] = build_rules()["pages"](words, edition)
    assert lines_with(pages["rules/dynasty.md"], "9, 8, 7, 4") == [
        "- The points of the spaces: 9, 8, 7, 4, 1, 2, 3, 1, 4, 2, 3, 1, 4, 2, clockwise from the top left."
    ]
    assert lines_with(pages["house-values.md"], "9, 8, 7, 4") == []
    (amun,) = lines_with(pages["rules/dynasty.md"], "5 or more red cards")
    assert "House value" not in amun
    assert lines_with(pages["house-values.md"], "or more red cards") == []
    assert len(lines_with(pages["house-values.md"], "6 spaces wide")) == 1


def test_a_house_value_without_an_explanation_stops_the_build(words: Catalogue) -> None:
    with pytest.raises(SystemExit, match=r"market\.D\.stacks"):
        build_rules()["pages"](words, own_edition(("[market.D] ", '[market.D]\nhouse = ["stacks"] #')))


def test_a_god_of_another_edition_is_told(words: Catalogue) -> None:
    edition = own_edition(("[prophecies.cards.thoth]", "[prophecies.cards.sobek]"))
    page: str = build_rules()["pages"](words, edition)["rules/dynasty.md"]
    assert lines_with(page, "Sobek") == ["| Sobek |  | **House value:** Have 2 or more green cards. |"]
    assert lines_with(page, "Thoth") == []
