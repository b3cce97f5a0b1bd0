"""The catalogues have a word for everything the engines say, cite only rules that exist, and copy nobody."""

import os.path
import re
import runpy
import string
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest

from imhotep import new_game
from imhotep.engine.builder import vocabulary as builder_vocabulary
from imhotep.engine.builder.vocabulary import CARDS, Card, Color
from imhotep.engine.duel import vocabulary as duel_vocabulary
from imhotep.table.builder import dynasty
from imhotep.table.builder import events as builder_events
from imhotep.table.builder.rules import QUESTIONS as BUILDER_QUESTIONS
from imhotep.table.builder.words import CARD_COLORS, CARD_IDS
from imhotep.table.catalogue import Catalogue, Entry, Rule, catalogue, languages, parse, search
from imhotep.table.duel import edition as duel_edition
from imhotep.table.duel import events as duel_events
from imhotep.table.duel import words as duel_words
from imhotep.table.duel.rules import QUESTIONS as DUEL_QUESTIONS
from imhotep.table.duel.values import token_ids
from imhotep.table.editions import built_in_text
from imhotep.table.games import RULES
from imhotep.table.moves import Event as SeenEvent
from tests.support.paths import ROOT

FOLDER = ROOT / "src" / "imhotep" / "catalogue" / "en"
RULEBOOKS = sorted((ROOT.parent / "shared" / "seeds").glob("*.txt"))

GAMES = tuple(RULES)
VOCABULARIES: dict[str, ModuleType] = {"builder": builder_vocabulary, "duel": duel_vocabulary}
FIELDS = {"builder": builder_events.FIELDS, "duel": duel_events.FIELDS}
BOOKS = {"builder": "Builder rulebook, ", "dynasty": "A New Dynasty rulebook, ", "duel": "Duel rulebook, "}
SERIES = {"B": 25, "N": 20, "D": 13, "P": 16}  # of rulings

EVENT_FIELDS: dict[str, dict[str, str]] = {
    "builder": {
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
    },
    "duel": {
        "forced": "who move",
        "game_began": "who",
        "token_loaded": "token boat space",
        "turn_began": "who",
        "passed": "who",
        "stopped": "who",
        "meeple_placed": "who row column",
        "boat_unloaded": "who boat count",
        "meeple_returned": "who row column",
        "token_unloaded": "who token boat space",
        "token_removed": "token boat space",
        "boat_left": "boat",
        "action_played": "who token",
        "tokens_swapped": "who boat space second_space",
        "token_taken": "who token boat space",
        "reserve_loaded": "token boat space",
        "first_to_five": "who",
        "points": "who source points",
        "game_ended": "",
    },
}
PARTS_OF_FIELDS = {  # all others have one
    "harbour": ["row", "column"],
    "way": ["turning", "column"],
    "seat": ["who"],
    "-": [],
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
    "boat": "column 2",
    "second_space": 14,
}


@pytest.fixture(params=GAMES)
def words(request: pytest.FixtureRequest) -> Catalogue:
    """Of any game."""
    return catalogue(str(request.param))


@pytest.fixture
def builder() -> Catalogue:
    return catalogue("builder")


@pytest.fixture
def duel() -> Catalogue:
    return catalogue("duel")


def catalogues() -> list[Catalogue]:
    return [catalogue(game) for game in GAMES]


def all_rules() -> dict[str, Rule]:
    return {rule.id: rule for words in catalogues() for rule in words.rules.values()}


def tables_of(words: Catalogue) -> dict[str, Any]:
    return tomllib.loads((FOLDER / f"{words.game}.toml").read_text(encoding="utf-8"))


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


def built_pages(edition: Any = None) -> dict[str, str]:
    pages: dict[str, str] = build_rules()["pages"](catalogues(), edition or dynasty.standard())
    return pages


def runs_of_words(text: str, length: int) -> set[tuple[str, ...]]:
    found = re.findall(r"[a-z0-9]+", text.lower())
    return {tuple(found[i : i + length]) for i in range(len(found) - length + 1)}


# --- every thing of the engine, and nothing else


def test_every_game_is_tested_here() -> None:
    assert sorted(file.stem for file in FOLDER.glob("*.toml")) == sorted(GAMES)


def test_every_refusal_has_words(words: Catalogue) -> None:
    refusals = constants(VOCABULARIES[words.game].Refusal)
    assert set(words.refusals) == refusals | {"game_over", "not_asked", "not_your_decision"}


def test_every_event_has_words(words: Catalogue) -> None:
    events = constants(VOCABULARIES[words.game].Event)
    assert set(words.events) == events | {"forced"} == set(EVENT_FIELDS[words.game])


def test_every_site_and_side_has_words(words: Catalogue) -> None:
    rules, vocabulary = RULES[words.game], VOCABULARIES[words.game]
    assert set(words.sites) == set(words.sides) == set(rules.sites) == constants(vocabulary.Site)
    assert len(words.sites) == vocabulary.SITES
    assert all("".join(sides) == rules.side_letters for sides in words.sides.values())


def test_every_side_says_when_it_pays(words: Catalogue) -> None:
    assert {side.pays for sides in words.sides.values() for side in sides.values()} == set(words.pays)


def test_every_source_has_words(words: Catalogue) -> None:
    vocabulary = VOCABULARIES[words.game]
    assert set(words.sources) == constants(vocabulary.Site) | constants(vocabulary.Source) - {"count"}
    assert tuple(words.sources) == RULES[words.game].sources
    assert len(words.sources) == vocabulary.Source.COUNT


def test_every_box_has_a_name_and_rules(words: Catalogue) -> None:
    assert words.boxes[words.game] == words.title
    assert tuple(words.boxes) == RULES[words.game].boxes
    assert {rule.box for rule in words.rules.values()} == set(words.boxes)


def test_every_card_has_words(builder: Catalogue) -> None:
    decorations = {"pyramid_decoration", "temple_decoration", "burial_chamber_decoration", "obelisk_decoration"}
    assert set(builder.cards) == constants(Card) - {"none", "decoration"} | decorations
    assert len(builder.cards) == CARDS - 1


def test_cards_stand_in_the_order_of_the_engine(builder: Catalogue) -> None:
    assert ("", *builder.cards) == CARD_IDS
    for number, id in enumerate(builder.cards, 1):
        assert getattr(Card, id.upper(), number) == number
    base, expansion = ["red"] * 3 + ["green"] * 4 + ["purple"] + ["blue"] * 4, ["blue"] * 2 + ["none", "red", "green"]
    assert [card.color for card in builder.cards.values()] == base + expansion


def test_every_color_of_cards_has_a_word(builder: Catalogue) -> None:
    assert set(builder.card_colors) == {*CARD_COLORS, "none"} == constants(Color) | {"none"}
    assert {card.color for card in builder.cards.values()} == set(builder.card_colors)


@pytest.mark.parametrize(("game", "own"), [("builder", {"Card", "Color"}), ("duel", {"Token"})])
def test_the_vocabulary_has_nothing_else_that_people_see(game: str, own: set[str]) -> None:
    """A new class there needs a table here, or a place in this list."""
    names = vars(VOCABULARIES[game]).items()
    classes = {name for name, value in names if isinstance(value, type) and name != "i64"}
    assert classes == {"Site", "Source", "Step", "Action", "Event", "Refusal"} | own


def test_every_question_of_builder_has_words(builder: Catalogue) -> None:
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
    assert set(builder.questions) == set(BUILDER_QUESTIONS.values()) | at_the_sites


def test_every_question_of_the_duel_has_words(duel: Catalogue) -> None:
    steps = constants(duel_vocabulary.Step) - {"end_turn", "next_part"}
    assert set(duel.questions) == set(DUEL_QUESTIONS.values()) == steps


def test_every_variant_and_house_rule_has_words(words: Catalogue) -> None:
    assert set(words.variants) == set(RULES[words.game].variants)
    assert set(words.house_rules) == set(RULES[words.game].house_rules)


# --- cargo tokens


def test_every_token_has_words(duel: Catalogue) -> None:
    assert set(duel.tokens) == constants(duel_vocabulary.Token) - {"none"}
    assert list(duel.tokens) == sorted(duel.tokens, key=lambda id: getattr(duel_vocabulary.Token, id.upper()))


def test_every_token_of_the_edition_has_a_name_of_its_own(duel: Catalogue) -> None:
    ids = [id for id in token_ids(duel_edition.standard().values) if id]
    names = [duel.token_name(id) for id in ids]
    assert len(ids) == len(set(names)) == 3 + 4 + 4 + 12
    assert (names[0], names[7], names[-1]) == ("Obelisk", "Temple 1", "Tomb 12")
    assert not any("{" in name for name in names)
    with pytest.raises(KeyError):
        duel.token_name("sphinx_2")


def test_only_tokens_with_numbers_have_a_number_in_their_name(duel: Catalogue) -> None:
    assert [id for id, token in duel.tokens.items() if "{number}" in token.name] == ["temple", "tomb"]
    assert [duel.tokens[id].title for id in ("temple", "tomb", "take")] == ["Temple", "Tomb", "Take"]


def test_every_rule_about_an_action_token_is_named_by_it(duel: Catalogue) -> None:
    for id in duel_words.ACTION_IDS:
        token = duel.tokens[id]
        about = {rule.id for rule in duel.rules.values() if rule.title.split(":")[0] == token.name}
        assert about, id
        assert about | {"R142", "R149", "D3", "D12"} <= set(token.rules), id


def listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))


def test_the_texts_about_the_duel_have_the_numbers_of_its_edition(duel: Catalogue) -> None:
    values = duel_edition.standard().values
    temple, pyramids, tomb = values.temple.B, values.pyramids, values.tomb.A
    assert listed(temple.sets) in duel.sides["temple"]["B"].summary
    assert listed(pyramids.A.tokens[1:]) in duel.sides["pyramids"]["A"].summary
    assert listed(pyramids.B.smaller) in duel.sides["pyramids"]["B"].summary
    assert listed(tomb.groups[:-1]) in duel.sides["tomb"]["A"].summary
    obelisk = values.obelisk.B
    told = {
        "R130": [values.token_count() - 18 - values.tokens.reserve],
        "R152": [values.obelisk.A.each, values.obelisk.A.most],
        "R153": [obelisk.first, obelisk.second, obelisk.first, obelisk.second, obelisk.many_points],
        "R155": [values.temple.A.each_symbol],
        "R157": temple.sets,
        "R159": pyramids.A.tokens[1:],
        "R160": [-pyramids.B.smaller[0], *pyramids.B.smaller[1:]],
        "R162": tomb.groups,
        "R163": [values.tomb.B.group],
        "D8": [pyramids.B.smaller[4], pyramids.B.english_four],
    }
    for id, numbers in told.items():
        found = list(map(int, re.findall(r"(?<!\w)\d+\b", duel.rule(id).text)))
        assert found[: len(numbers)] == numbers, id
    assert f"{values.token_count()} cargo tokens" in duel.rule("R124").text


# --- prophecies


def test_every_prophecy_has_words(builder: Catalogue) -> None:
    assert list(builder.prophecies) == list(dynasty.standard().values.prophecies.cards)
    assert builder.prophecy_name("amun") == "Amun"
    assert builder.prophecy_name("great_sobek") == "Great Sobek"  # of somebody's own edition


def test_no_sentence_about_a_god_tells_the_task(builder: Catalogue) -> None:
    """That is the edition's business. Only Amun's red cards are in the rulebook, and not how many."""
    for id, god in builder.prophecies.items():
        told = re.findall(r"\d|most|stones|cards|pyramid|temple|chamber|obelisk|statue", god.text.lower())
        assert told == (["cards"] if id == "amun" else []), id


@pytest.mark.parametrize("most", [True, False])
@pytest.mark.parametrize("counted", ["pyramids", "temple", "burial_chamber", "obelisks", *CARD_COLORS])
def test_any_task_can_be_told(builder: Catalogue, most: bool, counted: str) -> None:
    is_color = counted in CARD_COLORS
    text = builder.task(
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


def test_every_house_value_has_a_name(builder: Catalogue) -> None:
    house = {path for path, source in dynasty.standard().sources() if source == "house"}
    named = set(builder.house_values.names)
    assert {path for path in house if path not in named and path.rpartition(".")[0] not in named} == set()
    assert {path for path in named if not any(f"{value}.".startswith(f"{path}.") for value in house)} == set()


def test_the_note_on_house_values_follows_the_edition(builder: Catalogue) -> None:
    sources = list(dynasty.standard().sources())
    assert builder.house_note("pyramids.D", sources) == (
        "House value: the shape of the ring; the points of the spaces. This is our own choice, not what is printed."
    )
    assert builder.house_note("burial_chamber.C", sources) == ""
    assert builder.house_note("pyramids.D", [("pyramids.D", "rulebook")]) == ""
    assert "Amun" in builder.house_note("prophecies", sources)
    own = [("pyramids.DD.points", "house"), ("pyramids.D", "rulebook"), ("pyramids.D.odd_value", "house")]
    assert builder.house_note("pyramids.D", own).startswith("House value: odd value.")


def test_names_and_colours_that_are_not_printed_are_marked(builder: Catalogue) -> None:
    marked = {card.id: card.color_source for card in builder.cards.values() if card.color_source != "rulebook"}
    assert marked == {"cargo_sled": "house", "stone_ornament": "house", "raft": "inferred", "loading_plank": "inferred"}
    assert builder.word_note(builder.cards["lever"]) == ""
    assert builder.word_note(builder.cards["raft"]) == builder.house_values.inferred_color
    assert builder.word_note(builder.cards["stone_ornament"]) == builder.house_values.own_color
    printed = [god.id for god in builder.prophecies.values() if god.name_source == "rulebook"]
    assert printed == ["amun"]
    assert builder.word_note(builder.prophecies["ra"]) == builder.house_values.own_name
    assert {side.name_source for sides in builder.sides.values() for side in sides.values()} == {"rulebook"}
    duel = catalogue("duel")
    assert {side.name_source for sides in duel.sides.values() for side in sides.values()} == {"house"}


def test_a_table_carries_where_its_values_come_from() -> None:
    sources = new_game("builder", seed=1).printed.sources
    assert sources["round_cards.3"] == "peer"
    assert sources["burial_chamber.C.levels"] == "inferred"
    assert sources["temple.C.gifts"] == sources["prophecies.cards.ra"] == "house"
    assert "rulebook" not in sources.values()
    assert new_game("duel", seed=1).printed.sources == {}


def test_the_arena_scores_each_round_and_at_the_end(builder: Catalogue) -> None:
    assert builder.sides["temple"]["D"].pays == "round_and_end"
    assert builder.sides["obelisks"]["B"].pays == "now_and_end"


def test_no_text_of_the_catalogue_tells_a_house_value(builder: Catalogue) -> None:
    """A number there would go stale with another edition; the pages show what the edition says."""
    expansion = [rule.text for rule in builder.rules.values() if rule.box == "dynasty"]
    expansion += [side.text for sides in builder.sides.values() for side in sides.values() if side.side in "CD"]
    values = dynasty.standard().values
    lists = [values.pyramids.D.points, values.temple.D.arrowheads, values.temple.D.track]
    for numbers in lists:
        for at in range(len(numbers) - 2):
            row = ", ".join(map(str, numbers[at : at + 3]))
            assert not any(row in text for text in expansion), row
    told = [int(number) for text in expansion for number in re.findall(r"(\d+) points", text)]
    assert set(told) <= {2, 3, 4, 15}  # temple of Ra, scaffold, mound and tomb, areas: all in a rulebook


# --- rules


def test_every_id_is_used_once() -> None:
    assert len(all_rules()) == sum(len(words.rules) for words in catalogues())


def test_rules_are_numbered_without_gaps_through_all_games() -> None:
    rules = all_rules().values()
    printed = [rule.id for rule in rules if not rule.is_ruling]
    assert printed == [f"R{number}" for number in range(1, 164)]
    for letter, last in SERIES.items():
        rulings = [rule.id for rule in rules if rule.id.startswith(letter)]
        assert rulings == [f"{letter}{number}" for number in range(1, last + 1)]
    assert {id[0] for id in all_rules()} == {"R", *SERIES}


def test_sources_say_which_rules_are_rulings(words: Catalogue) -> None:
    for rule in words.rules.values():
        assert rule.source.startswith("ruling; " if rule.is_ruling else BOOKS[rule.box]), rule.id


def test_rules_say_which_box_they_belong_to() -> None:
    boxes = {id: rule.box for id, rule in all_rules().items()}
    assert {id for id, box in boxes.items() if box == "dynasty"} == (
        {f"R{number}" for number in range(65, 123)}
        | {f"N{number}" for number in range(1, 21)}
        | {f"P{number}" for number in range(7, 14)}
    )
    assert {id for id, box in boxes.items() if box == "duel"} == (
        {f"R{number}" for number in range(123, 164)}
        | {f"D{number}" for number in range(1, 14)}
        | {f"P{number}" for number in range(14, 17)}
    )


def test_every_rule_about_a_side_is_named_by_it(builder: Catalogue) -> None:
    """Whoever looks up a side of the expansion is led to all of its rules."""
    for sides in builder.sides.values():
        for side in sides.values():
            if side.side in "CD":
                about = {rule.id for rule in builder.rules.values() if rule.title.startswith(f"{side.name}:")}
                assert about, side.id
                assert about <= set(side.rules), side.id


def test_every_rule_about_a_side_of_the_duel_is_named_by_it(duel: Catalogue) -> None:
    for sides in duel.sides.values():
        for side in sides.values():
            site = duel.sites[side.site].name
            heads = (f"{site}:", f"{site} {side.side}:")
            about = {rule.id for rule in duel.rules.values() if rule.title.startswith(heads)}
            assert about, side.id
            assert about <= set(side.rules), side.id


def test_every_side_of_the_duel_has_a_name_of_its_own(duel: Catalogue) -> None:
    names = [side.name for sides in duel.sides.values() for side in sides.values()]
    assert len(set(names) | {site.name for site in duel.sites.values()}) == len(names) + len(duel.sites)


def test_every_rule_about_a_new_card_is_named_by_it(builder: Catalogue) -> None:
    for card in list(builder.cards.values())[12:]:
        about = {rule.id for rule in builder.rules.values() if rule.title.split(":")[0] == card.name}
        assert about, card.id
        assert about <= set(card.rules), card.id


def test_every_group_has_rules(words: Catalogue) -> None:
    assert {rule.group for rule in words.rules.values()} == set(words.groups)


def test_every_cited_rule_exists(words: Catalogue) -> None:
    """A text may cite a rule of another game; what a thing rests on is its own game's."""
    cited = {id for text in strings(tables_of(words)) for id in re.findall(r"\b[A-Z]\d+\b", text)}
    assert {"builder": "B5", "duel": "D10"}[words.game] in cited
    assert cited <= set(all_rules())
    entries = [entry for entry in words.entries() if not isinstance(entry, Rule)]
    assert all(entry.rules for entry in entries)
    named = {id for entry in entries for id in entry.rules}
    forbidding = {refusal.rule for refusal in words.refusals.values()}
    chosen = {house.rule for house in words.house_rules.values()} | {v.rule for v in words.variants.values()}
    assert named | forbidding | chosen <= set(words.rules)


def test_house_rules_are_off() -> None:
    assert {id: (house.rule, house.default) for words in catalogues() for id, house in words.house_rules.items()} == {
        "may_decline_card": ("B5", "off"),
        "second_color": ("N2", "off"),
        "refill_at_end_of_turn": ("D2", "off"),
        "partial_action_tokens": ("D3", "off"),
        "english_pyramid_b": ("D8", "off"),
    }


def test_a_ruling_that_a_house_rule_changes_names_it(words: Catalogue) -> None:
    for id, house in words.house_rules.items():
        assert f"“{house.title}”" in words.rule(house.rule).text, id


def test_house_rules_of_the_duel_say_whose_they_are(duel: Catalogue) -> None:
    whose = {
        "refill_at_end_of_turn": "Yucata",
        "partial_action_tokens": "our own",
        "english_pyramid_b": "English rulebook",
    }
    assert {id for id, word in whose.items() if word in duel.house_rules[id].text} == set(duel.house_rules)


# --- form


def test_the_log_uses_only_what_events_have(words: Catalogue) -> None:
    """`who` is the seat's name; every other field is one that events of this kind really carry."""
    ids = EVENT_FIELDS[words.game]
    carried = {name: fields for name, *fields in FIELDS[words.game].values()}
    assert set(carried) == set(ids) - {"forced"}
    for id, fields in carried.items():
        has = {part for field in fields for part in PARTS_OF_FIELDS.get(field, [field])}
        assert set(ids[id].split()) <= has, id
    named = {field for fields in ids.values() for field in fields.split()}
    assert named - {"who"} <= set(SeenEvent.__struct_fields__)


def test_the_log_of_the_duel_uses_all_that_events_have() -> None:
    for id, *fields in duel_events.FIELDS.values():
        has = {part for field in fields for part in PARTS_OF_FIELDS.get(field, [field])}
        assert set(EVENT_FIELDS["duel"][id].split()) == has, id


@pytest.mark.parametrize(("game", "id"), [(game, id) for game in GAMES for id in EVENT_FIELDS[game]])
def test_event_uses_exactly_its_fields(game: str, id: str) -> None:
    template = catalogue(game).events[id].text
    fields = set(EVENT_FIELDS[game][id].split())
    assert {field for _, field, _, _ in string.Formatter().parse(template) if field is not None} == fields
    line = template.format(**{field: SAMPLES[field] for field in fields})
    assert all(str(SAMPLES[field]) in line for field in fields)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES)
def test_what_somebody_does_is_also_told_to_them(game: str, language: str) -> None:
    def fields(text: str) -> set[str]:
        return {field for _, field, _, _ in string.Formatter().parse(text) if field is not None}

    for id, line in catalogue(game, language).events.items():
        assert bool(line.you) == ("who" in fields(line.text)), id
        assert fields(line.you) == (fields(line.text) - {"who"} if line.you else set()), id


def test_summaries_fit_their_places(words: Catalogue) -> None:
    assert all(len(side.summary) <= 90 for sides in words.sides.values() for side in sides.values())
    assert all(len(card.summary) <= 60 for card in words.cards.values())
    assert all(len(token.summary) <= 60 for token in words.tokens.values())
    assert all(len(site.short) <= 8 for site in words.sites.values())


def test_no_text_is_empty_or_untidy(words: Catalogue) -> None:
    for text in strings(tables_of(words)):
        assert text
        assert text == " ".join(text.split())


def test_sentences_end_and_clauses_do_not(words: Catalogue) -> None:
    for entry in words.entries():
        assert entry.text.endswith((".", ")")), entry.id
    for id, house in words.house_rules.items():
        assert house.text.endswith("."), id
    for id, refusal in words.refusals.items():
        assert refusal.text[0].islower(), id
        assert not refusal.text.endswith("."), id


@pytest.mark.parametrize("rulebook", RULEBOOKS, ids=lambda path: path.stem)
def test_words_are_our_own(rulebook: Path) -> None:
    """No run of eight words is shared with a rulebook, where these lie beside the repository."""
    theirs = runs_of_words(rulebook.read_text(encoding="utf-8"), 8)
    prose = built_pages()["house-values.md"].split("\n\n")
    for text in [*(text for words in catalogues() for text in strings(tables_of(words))), *prose]:
        shared = runs_of_words(text, 8) & theirs
        assert not shared, text


# --- looking up


@pytest.mark.parametrize(("game", "id"), [("builder", "B5"), ("duel", "D5")])
def test_rule_ids_may_be_typed_in_any_case(game: str, id: str) -> None:
    words = catalogue(game)
    assert words.rule(id.lower()) is words.rule(f" {id} ") is words.rules[id]
    with pytest.raises(KeyError):
        words.rule("R999")


def test_search_puts_the_exact_name_first(builder: Catalogue) -> None:
    assert [entry.id for entry in builder.search("lever")][:3] == ["R61", "lever", "B11"]
    assert [entry.id for entry in builder.search("Burial Chamber")][:2] == ["burial_chamber.A", "burial_chamber.B"]
    assert builder.search("market b")[0].id == "market.B"
    assert builder.search("R1")[0].id == "R1"
    assert builder.search("paved_path")[0] is builder.cards["paved_path"]
    assert builder.search("luxury market")[0].id == "market.C"
    assert builder.search("pyramids d")[0] is builder.search("Corridor")[0] is builder.sides["pyramids"]["D"]
    assert [entry.id for entry in builder.search("raft")][:2] == ["R120", "raft"]


def test_search_finds_every_entry_that_has_the_word(builder: Catalogue) -> None:
    found = [entry.id for entry in builder.search("quarry")]
    assert sorted(found) == sorted(
        entry.id for entry in builder.entries() if "quarry" in f"{entry.id} {entry.title} {entry.text}".lower()
    )
    assert found.index("R5") < found.index("R14")  # in its title before in its text


def test_search_in_the_duel(duel: Catalogue) -> None:
    assert [entry.id for entry in duel.search("take")][:2] == ["R144", "take"]
    assert duel.search("swap_and_unload")[0].id == "R147"
    assert duel.search("Obelisk Race")[0] is duel.search("obelisk b")[0] is duel.sides["obelisk"]["B"]
    assert duel.search("light pyramid")[0] is duel.tokens["light_pyramid"]


def test_search_in_all_games() -> None:
    def found(word: str) -> list[tuple[str, Entry]]:
        return [(words.game, entry) for words, entry in search(catalogues(), word)]

    assert [(game, entry.id) for game, entry in found("D3")][:1] == [("duel", "D3")]
    assert {game for game, _ in found("obelisk")} == set(GAMES)
    assert {game for game, _ in found("meeple")} == {"duel"}
    assert found("zeppelin") == []


@pytest.mark.parametrize("word", ["", "  ", "zeppelin"])
def test_search_may_find_nothing(words: Catalogue, word: str) -> None:
    assert words.search(word) == []


# --- loading


def test_a_catalogue_is_read_once(words: Catalogue) -> None:
    assert catalogue(words.game) is catalogue(words.game, "en") is words
    assert (words.language, words.title) == ("en", {"builder": "Builder of Egypt", "duel": "The Duel"}[words.game])


@pytest.mark.parametrize("language", ["xx", "", "../editions/builder"])
def test_unknown_language(language: str) -> None:
    assert languages() == ["de", "en", "fr"]
    with pytest.raises(LookupError, match="choose from de, en, fr"):
        catalogue("builder", language)


@pytest.mark.parametrize("game", ["en", "", "dynasty", "../en/builder"])
def test_unknown_game(game: str) -> None:
    with pytest.raises(LookupError, match="no catalogue of"):
        catalogue(game)


@pytest.mark.parametrize(
    ("table", "key", "value"),
    [("refusals", "game_over", {"text": "over"}), ("sources", "gold", {"name": "Gold", "color": "red"})],
)
def test_a_wrong_entry_is_refused(words: Catalogue, table: str, key: str, value: dict[str, str]) -> None:
    tables = tables_of(words)
    assert parse("en", words.game, tables) == words
    tables[table][key] = value
    with pytest.raises(msgspec.ValidationError, match=table):
        parse("en", words.game, tables)


# --- the pages built from it


PAGES = [
    "house-values.md",
    "rules/builder.md",
    "rules/duel.md",
    "rules/dynasty.md",
    "rules/index.md",
    "rules/rulings.md",
]


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
    pages = built_pages()
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


def test_every_rule_is_on_the_page_of_its_box_and_every_id_is_a_link() -> None:
    pages = built_pages()
    for rule in all_rules().values():
        there = {name for name, text in pages.items() if f'<a id="{rule.id.lower()}">' in text}
        assert there == {f"rules/{rule.box}.md"} | ({"rules/rulings.md"} if rule.is_ruling else set()), rule.id
    for name, text in pages.items():
        bare = re.sub(r"\[[A-Z]\d+\]\([^)]*\)|^###.*$|`[^`]*`|R\d+ to R\d+", "", text, flags=re.MULTILINE)
        assert not re.findall(r"\b[RBNDP]\d+\b", bare), name


def test_a_rule_of_another_game_is_linked_to() -> None:
    pages = built_pages()
    assert "Builder of Egypt: [P2](builder.md#p2)" in pages["rules/duel.md"]
    assert "Builder of Egypt: [P2](#p2)" in pages["rules/rulings.md"]


def test_rulings_stand_series_by_series() -> None:
    ids = re.findall(r"^### ([A-Z]\d+) ", built_pages()["rules/rulings.md"], re.MULTILINE)
    assert ids == [f"{letter}{number}" for letter, last in SERIES.items() for number in range(1, last + 1)]


def test_the_page_of_a_game_has_all_of_its_things(words: Catalogue) -> None:
    page = built_pages()[f"rules/{words.game}.md"]
    heads = re.findall(r"^##+ (?!<a)(.+)$", page, re.MULTILINE)
    for title in ("Sides", "House rules"):
        assert title in heads
    assert ("Variants" in heads) == bool(words.variants)
    assert ("Cards at a glance" in heads) == bool(words.cards)
    assert ("Tokens at a glance" in heads) == bool(words.tokens)
    contents = re.findall(r"^- \[(.+)\]\(#[\w-]+\)$", page, re.MULTILINE)
    assert contents == re.findall(r"^## (.+)$", page, re.MULTILINE)
    for sides in words.sides.values():
        assert all(sum(f" {side}" in head for head in heads) >= 4 for side in sides if side in "AB")
    assert all(lines_with(page, f"`{id}`") for id in words.house_rules)
    assert all(lines_with(page, f"| {token.title} |") for token in words.tokens.values())


def test_the_index_names_every_game_and_its_catalogue() -> None:
    index = built_pages()["rules/index.md"]
    for words in catalogues():
        assert f"[{words.title}]({words.game}.md)" in index
        assert f"{words.game}.toml" in index
    assert "R123 to R163" in index
    assert all((ROOT / path).exists() for path in re.findall(r"`(src/[\w./]+)`", "".join(built_pages().values())))


# --- house values in the pages


def own_edition(*changes: tuple[str, str]) -> Any:
    text = built_in_text("dynasty").replace('edition = "dynasty"', 'edition = "own"')
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return dynasty.read(text, "own.toml")


def lines_with(page: str, words: str) -> list[str]:
    return [line for line in page.splitlines() if words in line]


def test_every_house_value_is_shown_as_such(builder: Catalogue) -> None:
    build = build_rules()
    edition = dynasty.standard()
    pages = built_pages(edition)
    house = [path for path, source in edition.sources() if source == "house"]
    assert len(house) == 22
    for path in house:
        lines: list[str] = build["value_lines"](builder, edition, path)
        assert len(lines) == 1, path
        assert lines[0].startswith("**House value:** "), path
        assert lines[0] in pages["house-values.md"], path
        told = re.sub(r"^(.*:\*\*) \w+:", r"\1", lines[0]) if path.startswith("prophecies.cards.") else lines[0]
        assert told in pages["rules/dynasty.md"], path  # gods stand in a table there


def test_printed_values_replace_house_values_on_the_pages() -> None:
    """Somebody who owns the box types in the corridor and what Amun asks for."""
    edition = own_edition(
        ("points = [1, 3, 2, 4, 1, 2, 3, 1, 4, 2, 3, 1, 4, 2]", "points = [9, 8, 7, 4, 1, 2, 3, 1, 4, 2, 3, 1, 4, 2]"),
        ('house = ["width", "height", "points"]', 'house = ["width"]'),
        ('source = "house"\nat_least = 2\ncards = "red"', 'source = "rulebook"\nat_least = 5\ncards = "red"'),
    )
    pages = built_pages(edition)
    assert lines_with(pages["rules/dynasty.md"], "9, 8, 7, 4") == [
        "- The points of the spaces: 9, 8, 7, 4, 1, 2, 3, 1, 4, 2, 3, 1, 4, 2, clockwise from the top left."
    ]
    assert lines_with(pages["house-values.md"], "9, 8, 7, 4") == []
    (amun,) = lines_with(pages["rules/dynasty.md"], "5 or more red cards")
    assert "House value" not in amun
    assert lines_with(pages["house-values.md"], "or more red cards") == []
    assert len(lines_with(pages["house-values.md"], "6 spaces wide")) == 1


def test_a_house_value_without_an_explanation_stops_the_build() -> None:
    with pytest.raises(SystemExit, match=r"market\.D\.stacks"):
        built_pages(own_edition(("[market.D] ", '[market.D]\nhouse = ["stacks"] #')))


def test_a_god_of_another_edition_is_told() -> None:
    edition = own_edition(("[prophecies.cards.thoth]", "[prophecies.cards.sobek]"))
    page = built_pages(edition)["rules/dynasty.md"]
    assert lines_with(page, "Sobek") == ["| Sobek |  | **House value:** Have 2 or more green cards. |"]
    assert lines_with(page, "Thoth") == []
