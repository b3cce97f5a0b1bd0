"""The edition of The Duel: value by value as printed, and really used."""

import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import imhotep
from imhotep import Game
from imhotep.table.duel.edition import read, standard
from imhotep.table.editions import built_in_text
from tests.support.duel_positions import BLACK, WHITE, by_hand, only, owned, play, random_moves
from tests.support.editions import changed

TEXT = built_in_text("duel")

# shared/facts/duel.yaml, in the words of the edition file
FACTS: dict[str, Any] = {
    "pieces": {"meeples": 4, "boats": 6, "cargo_spaces": 3, "harbour_rows": 3, "harbour_columns": 3},
    "tokens": {
        "obelisk": 12,
        "light_pyramid": 6,
        "dark_pyramid": 6,
        "tomb": 12,
        "reserve": 3,
    },
    "temple_tokens": {"counts": {"1": 3, "2": 3, "3": 3, "4": 3}},
    "action_tokens": {"take": 3, "place": 3, "place_and_unload": 3, "swap_and_unload": 3},
    "obelisk": {
        "A": {"each": 1, "most": 6},
        "B": {"goal": 5, "first": 12, "second": 6, "many": 10, "many_points": 18},
    },
    "temple": {"A": {"each_symbol": 1}, "B": {"sets": [1, 4, 9, 16]}},
    "pyramids": {
        "A": {"tokens": [0, 1, 3, 6, 10, 15, 21]},
        "B": {"smaller": [-6, 0, 4, 10, 18, 30, 45], "english_four": 15},
    },
    "tomb": {"A": {"groups": [1, 4, 9, 16, 25]}, "B": {"group": 4}},
    "left_over": {"action_token": 1, "meeple": 1},
}


def without_sources(data: dict[str, Any]) -> dict[str, Any]:
    return {
        key: without_sources(value) if isinstance(value, dict) else value
        for key, value in data.items()
        if key not in ("source", "house")
    }


def test_every_value_is_as_printed() -> None:
    data = without_sources(tomllib.loads(TEXT))
    head = {key: data.pop(key) for key in ("box", "edition", "version", "title")}
    assert head == {"box": "duel", "edition": "duel", "version": 1, "title": "Imhotep: The Duel"}
    assert data == FACTS


def test_the_printed_numbers_add_up() -> None:
    tokens = FACTS["tokens"]
    temple = sum(FACTS["temple_tokens"]["counts"].values())
    kinds = [tokens["obelisk"], temple, tokens["light_pyramid"] + tokens["dark_pyramid"], tokens["tomb"]]
    assert [*kinds, sum(FACTS["action_tokens"].values())] == [12] * 5
    assert standard().values.token_count() == 60


def test_every_table_says_where_its_values_come_from() -> None:
    sources = dict(standard().sources())
    assert set(sources) == {
        *("pieces", "tokens", "temple_tokens", "action_tokens", "left_over"),
        *(f"{site}.{side}" for site in ("obelisk", "temple", "pyramids", "tomb") for side in "AB"),
    }
    assert [table for table, source in sources.items() if source != "rulebook"] == ["temple_tokens"]
    assert (
        sources["temple_tokens"] == "pieces"
    )  # the rulebooks say twelve with 1, 2, 3 or 4 symbols, not how many of each


def test_too_few_tokens_for_the_boats_are_refused() -> None:
    text = re.sub(
        r"^(obelisk|light_pyramid|dark_pyramid|tomb|place\w*|swap\w*) = \d+", r"\1 = 0", TEXT, flags=re.MULTILINE
    )
    with pytest.raises(imhotep.EditionError, match="tokens: 18 tokens are needed for the boats, and the reserve"):
        read(text, "x")  # twelve temple tokens and three to take


# --- another edition

OTHER = {
    'edition = "duel"': 'edition = "other"',
    'title = "Imhotep: The Duel"': 'title = "Another duel"',
    "obelisk = 12": "obelisk = 9",
    "light_pyramid = 6": "light_pyramid = 4",
    "dark_pyramid = 6": "dark_pyramid = 7",
    "counts = { 1 = 3, 2 = 3, 3 = 3, 4 = 3 }": "counts = { 0 = 2, 5 = 4, 12 = 1 }",
    "tomb = 12": "tomb = 17",
    "reserve = 3": "reserve = 5",
    "take = 3": "take = 2",
    "place = 3": "place = 4",
    "place_and_unload = 3": "place_and_unload = 1",
    "swap_and_unload = 3": "swap_and_unload = 6",
    "each = 1\nmost = 6": "each = 2\nmost = 7",
    "goal = 5": "goal = 3",
    "first = 12": "first = 20",
    "second = 6": "second = 11",
    "many = 10": "many = 6",
    "many_points = 18": "many_points = 50",
    "each_symbol = 1": "each_symbol = 3",
    "sets = [1, 4, 9, 16]": "sets = [2, 5, 30]",
    "tokens = [0, 1, 3, 6, 10, 15, 21]": "tokens = [-1, 2, 4, 8, 16, 32, 64, 128]",
    "smaller = [-6, 0, 4, 10, 18, 30, 45]": "smaller = [-9, 1, 3, 7, 40]",
    "english_four = 15": "english_four = 41",
    "groups = [1, 4, 9, 16, 25]": "groups = [2, 3, 100]",
    "group = 4 ": "group = 6 ",
    "action_token = 1": "action_token = 4",
    "meeple = 1": "meeple = 9",
}


@pytest.fixture
def other(tmp_path: Path) -> Path:
    assert [old for old in OTHER if TEXT.count(f"\n{old}") != 1] == []
    file = tmp_path / "other.toml"
    file.write_text(changed(TEXT, {f"\n{old}": f"\n{new}" for old, new in OTHER.items()}))
    return file


def expected(game: Game, seat: int, first_to_three: int | None) -> dict[str, int]:
    """The points of a seat, worked out anew from its tokens by the values of OTHER."""
    own, rival = owned(game, seat), owned(game, 1 - seat)
    obelisks, sides = own["obelisk"], game.view().sides
    points: dict[str, int] = {}
    if sides[0] == "A":
        points["obelisk"] = 2 * obelisks + (7 if obelisks > rival["obelisk"] else 0)
    elif obelisks >= 6:
        points["obelisk"] = 50
    else:
        points["obelisk"] = 0 if obelisks < 3 else 20 if first_to_three == seat else 11
    temple = [own["temple_0"], own["temple_5"], own["temple_12"]]
    if sides[1] == "A":
        points["temple"] = 3 * (5 * temple[1] + 12 * temple[2])
    else:
        points["temple"] = sum((0, 2, 5, 30)[sum(count > place for count in temple)] for place in range(max(temple)))
    light, dark = own["light_pyramid"], own["dark_pyramid"]
    if sides[2] == "A":
        points["pyramids"] = sum((-1, 2, 4, 8, 16, 32, 64, 128)[count] for count in (light, dark))
    else:
        points["pyramids"] = (-9, 1, 3, 7, 40)[min(light, dark)]
    row = "".join("x" if own[f"tomb_{number}"] else " " for number in range(1, 18))
    sizes = [len(group) for group in row.split()]
    points["tomb"] = sum((2, 3, 100)[min(size, 3) - 1] for size in sizes) if sides[3] == "A" else 6 * len(sizes)
    actions = sum(own[action] for action in ("take", "place", "place_and_unload", "swap_and_unload"))
    points["action_tokens"] = 4 * actions
    points["meeples"] = 9 * sum(space.owner == seat for space in game.view().harbour)
    return points


@pytest.mark.parametrize("sides", ["AAAA", "BBBB", "ABAB", "BABA"])
def test_another_edition_is_played_and_scored_by_its_values(other: Path, sides: str) -> None:
    """9 + 11 + 7 + 17 + 13 tokens, less 18 on boats and 5 in reserve, load 11 boats; one token is left over."""
    for seed in range(10):
        game = imhotep.new_game("duel", sides=sides, seed=seed, edition=other)
        view = game.view()
        assert (view.reserve, view.supply, view.refills) == (5, 34, 11)
        for move in random_moves(game, seed):
            play(game, move)
        first_to_three = next((event.seat for event in game.events if event.kind == "first_to_five"), None)
        assert game.view().unloadings == 11 + 5
        assert game.view().supply == 1
        for seat in (BLACK, WHITE):
            assert game.breakdown(seat) == expected(game, seat, first_to_three)
        again = imhotep.load(game.record())
        assert again.scores() == game.scores()
        assert again.setup.editions["duel"].name == "other"


def test_another_edition_has_its_own_tokens(other: Path) -> None:
    view = imhotep.new_game("duel", seed=1, edition=other).view()
    tokens = Counter(view.unseen) + Counter(token for boat in view.boats for token in boat.cargo)
    assert tokens.total() == 57
    assert {token: count for token, count in tokens.items() if token.startswith("temple")} == {
        "temple_0": 2,
        "temple_5": 4,
        "temple_12": 1,
    }
    assert sorted(int(token[5:]) for token in tokens if token.startswith("tomb_")) == list(range(1, 18))
    assert (tokens["dark_pyramid"], tokens["swap_and_unload"], tokens["take"]) == (7, 6, 2)
    assert view.seats[BLACK].temple.tokens == {0: 0, 5: 0, 12: 0}


def test_a_tomb_of_another_length_is_no_ring(other: Path) -> None:
    """12 is connected to 13 here; 17 and 1 are not connected."""
    hand = by_hand(tokens=["tomb_12 tomb_13 tomb_17 tomb_1", "tomb_14 tomb_15 tomb_16"])
    game = imhotep.new_game("duel", seed=1, edition=other, position=hand)
    assert [seat.tomb.groups for seat in game.view().seats] == [[[1], [12, 13], [17]], [[14, 15, 16]]]
    assert [game.breakdown(seat)["tomb"] for seat in (BLACK, WHITE)] == [2 + 3 + 2, 100]


def test_the_house_rule_uses_the_value_of_the_edition(other: Path) -> None:
    four = "light_pyramid " * 4 + "dark_pyramid " * 4
    for rules, points in (({}, 40), ({"english_pyramid_b": True}, 41)):
        hand = by_hand(tokens=[four, ""])
        game = imhotep.new_game("duel", sides="AABA", seed=1, edition=other, house_rules=rules, position=hand)
        assert game.breakdown(BLACK)["pyramids"] == points


def test_both_may_have_the_many_obelisks_of_an_edition(other: Path) -> None:
    text = other.read_text().replace("obelisk = 9", "obelisk = 12")
    other.write_text(text)
    hand = by_hand(tokens=["obelisk " * 6, "obelisk " * 6], first_to_five=WHITE, turn=WHITE)
    game = imhotep.new_game("duel", sides="BAAA", seed=1, edition=other, position=hand)
    assert [game.breakdown(seat)["obelisk"] for seat in (BLACK, WHITE)] == [50, 50]


def test_fewer_than_three_tokens_load_no_boat(other: Path) -> None:
    """The supply of this edition does not come out even: with two tokens left the boat leaves."""
    hand = by_hand(harbour=["bb.", "...", "..."], supply_count=2)
    game = imhotep.new_game("duel", seed=1, first=BLACK, edition=other, position=hand)
    play(game, "unload row 1")
    assert not game.view().boats[0].moored
    assert game.view().supply == 2


def test_a_position_by_hand_uses_the_names_of_its_edition(other: Path) -> None:
    with pytest.raises(imhotep.SetupError, match="no token is called 'temple_1'"):
        imhotep.new_game("duel", seed=1, edition=other, position=by_hand(tokens=["temple_1", ""]))
    boats = only({"row 1": "tomb_17 temple_12 temple_0", "row 2": "take take place"})
    game = imhotep.new_game("duel", seed=1, first=0, edition=other, position=by_hand(boats=boats))
    assert game.view().boats[0].cargo == ["tomb_17", "temple_12", "temple_0"]
