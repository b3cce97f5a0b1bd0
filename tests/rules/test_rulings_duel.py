"""Every ruling of The Duel: what it allows and what it forbids. A test's name begins with the ruling's id."""

# ruff: noqa: N802

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import product
from typing import Any

import pytest

import imhotep
from imhotep import Game, SetupError, UndoError
from imhotep.engine.duel.vocabulary import Refusal
from tests.support.duel_positions import (
    ACTIONS,
    BLACK,
    BOATS,
    LAST_BOAT,
    WHITE,
    actions,
    at_the_end,
    breakdown,
    cargo,
    drawing,
    hands,
    happened,
    kinds,
    moored,
    moves,
    only,
    owned,
    play,
    random_moves,
    refused,
    scored,
    table,
)

LATE: dict[str, Any] = {"refill_at_end_of_turn": True}
PARTIAL: dict[str, Any] = {"partial_action_tokens": True}
ENGLISH: dict[str, Any] = {"english_pyramid_b": True}

OFF_AND_ON = pytest.mark.parametrize("rules", [{}, LATE, PARTIAL, ENGLISH], ids=lambda rules: next(iter(rules), "none"))

FREE_SPACES = [f"place {row} {column}" for row in (1, 2, 3) for column in (1, 2, 3)]
TOMBS = "tomb_1 tomb_2 tomb_3"
TEMPLES = "temple_1 temple_2 temple_3"
NO_MOVE = {"row 1": "place place place", "column 1": "swap_and_unload swap_and_unload swap_and_unload"}


# --- D1


@pytest.mark.parametrize("sides", [*map("".join, product("AB", repeat=4))])
def test_D1_every_mix_of_sides_can_be_played(sides: str) -> None:
    game = imhotep.new_game("duel", sides=sides, seed=2)
    assert game.view().sides == sides
    assert "".join(site.side for site in game.view().sites.values()) == sides
    assert not game.is_over


@pytest.mark.parametrize("sides", ["", "A", "AAA", "AAAAA", "AAAABBBB", "AAAC", "A A A", ["AAAA", "BBBB"]])
def test_D1_there_is_one_side_for_each_site_and_not_one_for_each_player(sides: Any) -> None:
    with pytest.raises(SetupError, match="sides are"):
        imhotep.new_game("duel", sides=sides, seed=2)


# Black A: obelisk 6 + 6, temple 6, pyramids 3 + 10, tomb 9 + 1 + 1; B: 6, 4 + 1, 4, 3 * 4; both: 2 action tokens and
# 1 meeple. White A: obelisk 5, temple 15, pyramids 10, tomb 25; B: 12, 9 + 4, -6, 4; both: 1 action token, 2 meeples.
BLACK_TOKENS = (
    "obelisk " * 6 + "temple_1 temple_1 temple_4 " + "light_pyramid " * 2 + "dark_pyramid " * 4
) + "tomb_1 tomb_2 tomb_3 tomb_5 tomb_12 take place"
WHITE_TOKENS = (
    "obelisk " * 5 + "temple_2 temple_2 temple_3 temple_4 temple_4 " + "light_pyramid " * 4
) + "tomb_6 tomb_7 tomb_8 tomb_9 tomb_10 tomb_11 swap_and_unload"
SCORES = {
    "AAAA": [45, 58],
    "AAAB": [46, 37],
    "AABA": [36, 42],
    "AABB": [37, 21],
    "ABAA": [44, 56],
    "ABAB": [45, 35],
    "ABBA": [35, 40],
    "ABBB": [36, 19],
    "BAAA": [39, 65],
    "BAAB": [40, 44],
    "BABA": [30, 49],
    "BABB": [31, 28],
    "BBAA": [38, 63],
    "BBAB": [39, 42],
    "BBBA": [29, 47],
    "BBBB": [30, 26],
}


@pytest.mark.parametrize("sides", SCORES)
def test_D1_both_score_by_the_side_of_each_site(sides: str) -> None:
    first_to_five = WHITE if sides[0] == "B" else None
    game = scored(sides, BLACK_TOKENS, WHITE_TOKENS, harbour=("b.w", "w.."), first_to_five=first_to_five)
    assert game.scores() == SCORES[sides]
    assert game.winners() == [SCORES[sides].index(max(SCORES[sides]))]
    assert [sum(game.breakdown(seat).values()) for seat in (BLACK, WHITE)] == SCORES[sides]
    told = [sum(event.points or 0 for event in happened(game, "points") if event.seat == seat) for seat in (0, 1)]
    assert told == SCORES[sides]


# --- D2

TWO_UNLOADINGS: dict[str, Any] = {
    "harbour": ["bw.", ".w.", "b.."],
    "tokens": ["place_and_unload", ""],
    "boats": {"row 1": TOMBS, "row 2": TEMPLES, "column 1": "tomb_4 tomb_5 tomb_6"},
    "supply": "obelisk light_pyramid dark_pyramid tomb_7 tomb_8 tomb_9 tomb_10",
}
BEGIN = ("play place and unload", "place 2 1")


def two_unloadings(house_rules: dict[str, Any] | None = None, **changes: Any) -> Game:
    """After BEGIN two boats can be unloaded, one after the other."""
    return table(house_rules=house_rules, **{**TWO_UNLOADINGS, **changes})


def test_D2_a_boat_is_refilled_at_once_and_before_a_second_unloading() -> None:
    game = two_unloadings()
    supply = game.view().supply
    play(game, *BEGIN, "unload row 1")
    assert game.question == "unload_more"
    assert cargo(game, "row 1") == ["obelisk", "light_pyramid", "dark_pyramid"]
    assert game.view().supply == supply - 3
    assert game.view().waiting == []
    play(game, "unload row 2")
    assert cargo(game, "row 2") == ["tomb_7", "tomb_8", "tomb_9"]
    assert game.view().supply == supply - 6


def test_D2_spaces_are_filled_in_order_from_the_top_of_the_supply() -> None:
    game = two_unloadings()
    play(game, "unload column 1")
    loaded = [(event.boat, event.space, event.token) for event in happened(game, "token_loaded")]
    assert loaded == [("column 1", 1, "obelisk"), ("column 1", 2, "light_pyramid"), ("column 1", 3, "dark_pyramid")]


def test_D2_refill_at_end_of_turn_waits_with_the_drawing() -> None:
    game = two_unloadings(LATE)
    supply = game.view().supply
    play(game, *BEGIN, "unload row 1")
    assert cargo(game, "row 1") == [None, None, None]
    assert "row 1" in moored(game)
    assert game.view().waiting == ["row 1"]
    assert game.view().supply == supply
    assert happened(game, "token_loaded") == []
    play(game, "unload row 2")
    assert cargo(game, "row 1") == ["obelisk", "light_pyramid", "dark_pyramid"]
    assert cargo(game, "row 2") == ["tomb_7", "tomb_8", "tomb_9"]
    assert (game.view().supply, game.view().waiting) == (supply - 6, [])
    assert game.decider == WHITE


def test_D2_refill_at_end_of_turn_is_in_the_order_of_the_unloadings() -> None:
    game = two_unloadings(LATE)
    play(game, *BEGIN, "unload row 2", "unload row 1")
    assert cargo(game, "row 2") == ["obelisk", "light_pyramid", "dark_pyramid"]
    assert cargo(game, "row 1") == ["tomb_7", "tomb_8", "tomb_9"]
    events = kinds(game)
    assert events.index("token_loaded") > max(at for at, kind in enumerate(events) if kind == "boat_unloaded")


def test_D2_refill_at_end_of_turn_after_stopping() -> None:
    game = two_unloadings(LATE)
    play(game, *BEGIN, "unload row 1", "stop")
    assert cargo(game, "row 1") == ["obelisk", "light_pyramid", "dark_pyramid"]
    assert (game.decider, game.question) == (WHITE, "turn")


@OFF_AND_ON
def test_D2_with_three_tokens_left_the_second_boat_leaves_at_once(rules: dict[str, Any]) -> None:
    """Those due to the boat that waits count as gone."""
    game = two_unloadings(rules, supply="obelisk light_pyramid dark_pyramid", supply_count=3)
    play(game, *BEGIN, "unload row 1", "unload row 2")
    assert moored(game) == ["row 1", "row 3", "column 1", "column 2", "column 3"]
    assert cargo(game, "row 1") == ["obelisk", "light_pyramid", "dark_pyramid"]
    assert game.view().supply == 0
    left_first = kinds(game).index("boat_left") < kinds(game).index("token_loaded")
    assert left_first == (rules == LATE)


@OFF_AND_ON
def test_D2_without_a_token_left_both_boats_leave_at_once(rules: dict[str, Any]) -> None:
    game = two_unloadings(rules, supply="", supply_count=0)
    play(game, *BEGIN, "unload row 1")
    assert moored(game) == ["row 2", "row 3", "column 1", "column 2", "column 3"]
    assert (game.question, game.view().waiting) == ("unload_more", [])
    play(game, "unload row 2")
    assert moored(game) == ["row 3", "column 1", "column 2", "column 3"]
    assert "token_loaded" not in kinds(game)


def test_D2_refill_at_end_of_turn_changes_nothing_for_a_single_unloading() -> None:
    now, late = two_unloadings(), two_unloadings(LATE)
    for game in (now, late):
        play(game, "unload row 1")
    assert now.view().boats == late.view().boats
    assert now.events == late.events


@pytest.mark.parametrize("seed", range(12))
def test_D2_refill_at_end_of_turn_leads_to_the_same_end(seed: int) -> None:
    """The same moves are possible and bring the same tokens: only when they are seen differs."""
    now = imhotep.new_game("duel", sides="BABA", seed=seed)
    late = imhotep.new_game("duel", sides="BABA", seed=seed, house_rules=LATE)
    for move in random_moves(now, seed, "play", "unload"):
        assert moves(now) == moves(late)
        play(now, move)
        play(late, move)
        if now.question == "turn":
            assert now.view().boats == late.view().boats
    assert late.is_over
    assert now.scores() == late.scores()


# --- D3: what the action tokens need


@pytest.mark.parametrize(("harbour", "at_hand"), [(["bb.", "..b", ".b."], 0), (["bb.", "..b", "..."], 1)])
def test_D3_place_needs_two_meeples(harbour: list[str], at_hand: int) -> None:
    game = table(harbour=harbour, tokens=["place", ""])
    assert hands(game)[BLACK] == at_hand
    assert refused(game, "play place") == ("D3", "two_meeples_needed")
    assert actions(game, BLACK) == ["place"]


def test_D3_place_with_just_two_meeples_does_not_ask_for_a_third() -> None:
    game = table(harbour=["b..", "..b", "..."], tokens=["place", ""])
    play(game, "play place", "place 3 1", "place 3 2")
    assert (game.decider, game.question) == (WHITE, "turn")
    assert "stopped" not in kinds(game)


@pytest.mark.parametrize("harbour", [["b..", "...", "..."], ["...", "...", "..."]])
def test_D3_a_third_meeple_is_optional_and_a_fourth_is_not_offered(harbour: list[str]) -> None:
    for last in ("stop", "place 3 3"):
        game = table(harbour=harbour, tokens=["place", ""])
        play(game, "play place", "place 3 1", "place 3 2")
        assert (game.decider, game.question) == (BLACK, "place_more")
        play(game, last)
        assert (game.decider, game.question) == (WHITE, "turn")
        assert drawing(game)[2] == ("bb." if last == "stop" else "bbb")


def test_D3_no_stopping_before_the_second_meeple() -> None:
    game = table(tokens=["place", ""])
    play(game, "play place")
    assert refused(game, "stop") == ("D3", "must_place")
    play(game, "place 1 1")
    assert refused(game, "stop") == ("D3", "must_place")


def test_D3_place_and_unload_needs_a_meeple() -> None:
    game = table(harbour=["bb.", "..b", ".b."], tokens=["place_and_unload", ""])
    assert refused(game, "play place and unload")[1] == "no_meeple"
    assert moves(game, "unload") != []


def test_D3_place_and_unload_needs_an_unloading_afterwards() -> None:
    game = table(tokens=["place_and_unload", ""])
    assert refused(game, "play place and unload") == ("D3", "no_unloading_after")


def test_D3_place_and_unload_counts_only_boats_that_are_there() -> None:
    """A meeple stands where neither its row nor its column has a boat."""
    boats = only({"row 1": TOMBS, "column 1": TEMPLES})
    game = table(harbour=["...", ".w.", "..."], boats=boats, tokens=["place_and_unload", ""])
    assert refused(game, "play place and unload") == ("D3", "no_unloading_after")
    game = table(harbour=["...", "ww.", "..."], boats=boats, tokens=["place_and_unload", ""])
    play(game, "play place and unload")
    assert moves(game) == ["place 1 1", "place 3 1"]


def test_D3_the_meeple_may_only_go_where_an_unloading_is_possible_afterwards() -> None:
    game = table(harbour=["w..", "...", "..."], tokens=["place_and_unload", ""])
    play(game, "play place and unload")
    assert moves(game) == ["place 1 2", "place 1 3", "place 2 1", "place 3 1"]
    for corner in ("2 2", "2 3", "3 2", "3 3"):
        assert refused(game, f"place {corner}") == ("D3", "no_unloading_from_there")
    assert refused(game, "place 1 1") == ("R133", "space_taken")


def test_D3_where_a_boat_can_be_unloaded_anyway_the_meeple_may_go_anywhere() -> None:
    game = table(harbour=["ww.", "...", "..."], tokens=["place_and_unload", ""])
    play(game, "play place and unload")
    assert moves(game) == FREE_SPACES[2:]


def test_D3_no_stopping_before_the_first_unloading() -> None:
    game = two_unloadings()
    play(game, *BEGIN)
    assert game.question == "unload"
    assert refused(game, "stop") == ("D3", "must_unload")


def test_D3_a_second_unloading_is_not_asked_if_it_is_impossible() -> None:
    game = table(harbour=["ww.", "b..", "..."], tokens=["place_and_unload", ""])
    play(game, "play place and unload", "place 3 3", "unload row 1")
    assert drawing(game) == ["...", "b..", "..b"]
    assert (game.decider, game.question) == (WHITE, "turn")


def test_D3_no_third_unloading() -> None:
    game = table(harbour=["ww.", ".bb", "b.w"], tokens=["place_and_unload", ""])
    play(game, "play place and unload", "place 2 1", "unload row 1", "unload row 2")
    assert drawing(game)[2] == "b.w"  # row 3 could be unloaded
    assert (game.decider, game.question) == (WHITE, "turn")


def test_D3_swap_and_unload_needs_a_boat_to_unload() -> None:
    game = table(harbour=["b..", ".w.", "..b"], tokens=["swap_and_unload", ""])
    assert refused(game, "play swap and unload") == ("D3", "no_boat_to_unload")


def test_D3_swap_and_unload_unloads_once() -> None:
    game = table(harbour=["ww.", ".bb", "..."], tokens=["swap_and_unload", ""], boats={"row 1": TOMBS})
    play(game, "play swap and unload", "swap row 1 1 2")
    assert game.question == "unload"
    assert refused(game, "stop") == ("D3", "must_unload")
    play(game, "unload row 1")
    assert drawing(game) == ["...", ".bb", "..."]
    assert (game.decider, game.question) == (WHITE, "turn")


def test_D3_take_needs_something_else_than_action_tokens() -> None:
    game = table(boats=only(NO_MOVE), tokens=["take", ""])
    assert refused(game, "play take") == ("D3", "nothing_to_take")
    one = only(NO_MOVE | {"row 1": "place place tomb_9"})
    game = table(boats=one, tokens=["take", ""], reserve="temple_2")
    play(game, "play take")  # the only token is taken at once
    assert game.view().seats[BLACK].tomb.numbers == [9]
    assert cargo(game, "row 1") == ["place", "place", "temple_2"]


# --- D3: the house rule


def test_D3_partial_action_tokens_place_with_one_meeple() -> None:
    game = table(house_rules=PARTIAL, harbour=["bb.", "..b", "..."], tokens=["place", ""])
    play(game, "play place", "place 3 3")
    assert hands(game)[BLACK] == 0
    assert (game.decider, game.question) == (WHITE, "turn")
    assert game.view().removed == ["place"]


def test_D3_partial_action_tokens_place_with_more_meeples_is_as_ever() -> None:
    game = table(house_rules=PARTIAL, tokens=["place", ""])
    play(game, "play place", "place 1 1")
    assert refused(game, "stop") == ("D3", "must_place")
    play(game, "place 2 2")
    assert (game.question, moves(game)[-1]) == ("place_more", "stop")


def test_D3_partial_action_tokens_unload_without_a_meeple_to_place() -> None:
    game = table(
        house_rules=PARTIAL, harbour=["bb.", "...", "bbw"], tokens=["place_and_unload", ""], boats={"row 1": TOMBS}
    )
    play(game, "play place and unload")
    assert game.question == "unload"
    assert refused(game, "stop") == ("D3", "must_unload")
    play(game, "unload row 1")
    assert game.question == "unload_more"  # with two meeples at hand again: the time to place them is over
    assert moves(game) == ["unload row 3", "stop"]
    play(game, "unload row 3")
    assert game.decider == WHITE


def test_D3_partial_action_tokens_place_without_an_unloading() -> None:
    game = table(house_rules=PARTIAL, tokens=["place_and_unload", ""])
    play(game, "play place and unload")
    assert moves(game) == FREE_SPACES
    assert refused(game, "stop") == ("D3", "must_place")
    play(game, "place 2 2")
    assert (game.decider, game.question) == (WHITE, "turn")
    assert drawing(game) == ["...", ".b.", "..."]


def test_D3_partial_action_tokens_the_meeple_may_go_where_no_unloading_is_possible() -> None:
    game = table(house_rules=PARTIAL, harbour=["w..", "...", "..."], tokens=["place_and_unload", ""])
    play(game, "play place and unload")
    assert moves(game) == FREE_SPACES[1:]
    play(game, "place 3 3")
    assert game.decider == WHITE
    assert drawing(game) == ["w..", "...", "..b"]


def test_D3_partial_action_tokens_a_possible_unloading_must_be_done() -> None:
    game = table(house_rules=PARTIAL, harbour=["w..", "...", "b.."], tokens=["place_and_unload", ""])
    play(game, "play place and unload", "place 1 3")
    assert moves(game) == ["unload row 1", "unload column 1"]
    assert refused(game, "stop") == ("D3", "must_unload")


def test_D3_partial_action_tokens_swap_without_an_unloading() -> None:
    game = table(
        house_rules=PARTIAL, harbour=["b..", ".w.", "..b"], tokens=["swap_and_unload", ""], boats={"row 1": TOMBS}
    )
    play(game, "play swap and unload", "swap row 1 1 3")
    assert cargo(game, "row 1") == ["tomb_3", "tomb_2", "tomb_1"]
    assert (game.decider, game.question) == (WHITE, "turn")
    assert actions(game, BLACK) == []


def test_D3_partial_action_tokens_unload_without_a_swap() -> None:
    boats = only({"row 1": "obelisk obelisk obelisk", "row 3": "place place place", "column 1": "take take take"})
    game = table(house_rules=PARTIAL, harbour=["bw.", "...", "bw."], boats=boats, tokens=["swap_and_unload", ""])
    play(game, "play swap and unload")
    assert (game.question, moves(game)) == ("unload", ["unload row 1", "unload row 3", "unload column 1"])
    play(game, "unload row 1")
    assert [seat.obelisk.tokens for seat in game.view().seats] == [1, 1]
    assert "tokens_swapped" not in kinds(game)
    assert game.decider == WHITE


def test_D3_partial_action_tokens_a_possible_swap_must_be_done() -> None:
    game = table(house_rules=PARTIAL, harbour=["bw.", "...", "..."], tokens=["swap_and_unload", ""])
    play(game, "play swap and unload")
    assert game.question == "swap"
    assert {move.verb for move in game.legal_moves()} == {"swap"}


def test_D3_partial_action_tokens_nothing_at_all_is_not_enough() -> None:
    boats = only(NO_MOVE)
    game = table(house_rules=PARTIAL, harbour=["...", ".bb", ".bb"], boats=boats, tokens=["take", ""])
    assert refused(game, "play take")[0] == "D3"
    for action in ("place", "place_and_unload", "swap_and_unload"):
        boats = only({"row 1": "obelisk obelisk obelisk", "column 1": "dark_pyramid dark_pyramid dark_pyramid"})
        game = table(house_rules=PARTIAL, harbour=["...", ".bb", ".bb"], boats=boats, tokens=[action, ""])
        assert refused(game, f"play {action}")[0] == "D3"
        assert moves(game) == ["pass"]


@pytest.mark.parametrize(
    ("action", "harbour", "boats"),
    [
        ("place", ["bb.", "..b", "..."], {}),
        ("place_and_unload", ["bb.", "...", "bbw"], {}),
        ("place_and_unload", ["...", "...", "..."], {}),
        ("swap_and_unload", ["b..", ".w.", "..b"], {}),
        ("swap_and_unload", ["bw.", "...", "..."], only({"row 1": "obelisk " * 3, "row 2": "place " * 3})),
    ],
)
def test_D3_partial_action_tokens_is_off_unless_chosen(
    action: str, harbour: list[str], boats: dict[str, str | None]
) -> None:
    position: dict[str, Any] = {"harbour": harbour, "boats": boats, "tokens": [action, ""]}
    assert not table(**position).can_play(f"play {action}")
    assert table(house_rules=PARTIAL, **position).can_play(f"play {action}")


# --- D4


def test_D4_action_tokens_may_be_swapped() -> None:
    game = table(
        harbour=["bw.", "...", "..."], tokens=["swap_and_unload", ""], boats={"row 1": "place swap_and_unload tomb_1"}
    )
    play(game, "play swap and unload")
    assert {"swap row 1 1 2", "swap row 1 1 3", "swap row 1 2 3"} <= set(moves(game))
    play(game, "swap row 1 1 3")  # the only boat is then unloaded
    assert [owned(game, seat) for seat in (BLACK, WHITE)] == [Counter(["swap_and_unload"]), Counter(["place"])]
    assert game.view().removed == ["swap_and_unload", "tomb_1"]


@pytest.mark.parametrize("twin", ["obelisk", "light_pyramid", "temple_3", "take"])
def test_D4_two_equal_tokens_may_not_be_swapped(twin: str) -> None:
    game = table(
        harbour=["bw.", "...", "..."], tokens=["swap_and_unload", ""], boats={"row 1": f"{twin} tomb_1 {twin}"}
    )
    play(game, "play swap and unload")
    assert refused(game, "swap row 1 1 3") == ("D4", "equal_tokens")
    assert game.can_play("swap row 1 1 2")
    assert game.can_play("swap row 1 2 3")


def test_D4_tokens_that_differ_only_in_their_number_are_different() -> None:
    game = table(
        harbour=["bw.", "...", "..."],
        tokens=["swap_and_unload", ""],
        boats={"row 1": "temple_1 temple_2 temple_1", "row 2": "light_pyramid dark_pyramid light_pyramid"},
    )
    play(game, "play swap and unload")
    assert {"swap row 1 1 2", "swap row 1 2 3", "swap row 2 1 2", "swap row 2 2 3"} <= set(moves(game))
    assert refused(game, "swap row 2 1 3") == ("D4", "equal_tokens")


def test_D4_without_a_boat_that_carries_two_different_tokens_it_can_not_be_played() -> None:
    same = {"row 1": "obelisk obelisk obelisk", "row 2": "take take take", "column 3": "dark_pyramid " * 3}
    game = table(harbour=["bw.", "...", "..."], tokens=["swap_and_unload", ""], boats=only(same))
    assert refused(game, "play swap and unload") == ("D4", "nothing_to_swap")
    other = same | {"column 3": "dark_pyramid dark_pyramid light_pyramid"}
    game = table(harbour=["bw.", "...", "..."], tokens=["swap_and_unload", ""], boats=only(other))
    play(game, "play swap and unload")
    assert moves(game, "swap") == ["swap column 3 1 3", "swap column 3 2 3"]


def test_D4_a_boat_that_has_left_carries_nothing_to_swap() -> None:
    boats = only({"row 1": TOMBS, "row 2": TEMPLES})
    game = table(harbour=["bw.", "...", "..."], tokens=["swap_and_unload", ""], boats=boats)
    play(game, "play swap and unload")
    assert {move.boat for move in game.legal_moves()} == {"row 1", "row 2"}
    assert not game.can_play("swap row 3 1 2")


def test_D4_the_order_of_the_two_spaces_does_not_matter() -> None:
    games = [table(harbour=["bw.", ".b.", "..."], tokens=["swap_and_unload", ""]) for _ in range(2)]
    for game, spaces in zip(games, ("1 3", "3 1"), strict=True):
        play(game, "play swap and unload")
        swap = next(str(move) for move in game.legal_moves() if str(move).endswith("1 3"))
        play(game, swap.replace("1 3", spaces))
    assert games[0].raw.numbers() == games[1].raw.numbers()
    assert games[0].entries == games[1].entries


# --- D5


def stuck(house_rules: dict[str, Any] | None = None, black: str = "", **position: Any) -> Game:
    """Boats only at the top row and the left column; black's four meeples on the other four spaces."""
    boats = only({"row 1": TOMBS, "column 1": TEMPLES})
    return table(
        house_rules=house_rules, **{"harbour": ["...", ".bb", ".bb"], "boats": boats, "tokens": [black, ""], **position}
    )


@OFF_AND_ON
def test_D5_who_can_do_nothing_has_to_pass(rules: dict[str, Any]) -> None:
    game = stuck(rules)
    assert moves(game) == ["pass"]
    assert refused(game, "place 1 1") == ("R134", "no_meeple")
    assert refused(game, "unload row 1") == ("R135", "too_few_meeples")
    assert refused(game, "unload row 2") == ("R140", "boat_gone")
    assert refused(game, "stop") == ("R132", "not_asked")
    play(game, "pass")
    assert [event.seat for event in happened(game, "passed")] == [BLACK]
    assert game.decider == WHITE


def test_D5_the_other_player_can_act_and_may_not_pass() -> None:
    game = stuck()
    play(game, "pass")
    assert moves(game) == ["place 1 1", "place 1 2", "place 1 3", "place 2 1", "place 3 1"]
    assert refused(game, "pass") == ("D5", "can_act")
    play(game, "place 1 3")
    assert moves(game) == ["pass"]  # one meeple is not enough
    play(game, "pass", "place 1 1")
    assert moves(game) == ["unload row 1"]
    assert refused(game, "pass") == ("D5", "can_act")


@pytest.mark.parametrize("action", ["place", "place_and_unload", "swap_and_unload"])
def test_D5_an_action_token_that_can_not_be_played_does_not_help(action: str) -> None:
    game = stuck(black=action)
    assert moves(game) == ["pass"]
    play(game, "pass")
    assert actions(game, BLACK) == [action]


def test_D5_an_action_token_that_can_be_played_must_be() -> None:
    game = stuck(black="take")
    assert moves(game) == ["play take"]
    assert refused(game, "pass") == ("D5", "can_act")


def test_D5_partial_action_tokens_may_leave_a_swap() -> None:
    for action, possible in (
        ("place", "pass"),
        ("place_and_unload", "pass"),
        ("swap_and_unload", "play swap and unload"),
    ):
        assert moves(stuck(PARTIAL, black=action)) == [possible]


@pytest.mark.parametrize(
    ("harbour", "only_move"),
    [(["w.w", ".bb", ".bb"], "unload row 1"), (["w..", ".bb", "wbb"], "unload column 1")],
)
def test_D5_a_boat_without_own_meeples_must_be_unloaded_rather_than_passing(harbour: list[str], only_move: str) -> None:
    game = stuck(harbour=harbour)
    assert moves(game) == [only_move]
    assert refused(game, "pass") == ("D5", "can_act")


def test_D5_who_has_a_meeple_may_not_pass() -> None:
    game = imhotep.new_game("duel", seed=1)
    assert refused(game, "pass") == ("D5", "can_act")
    game = stuck(harbour=["...", ".bb", ".b."])
    assert {move.verb for move in game.legal_moves()} == {"place"}
    assert refused(game, "pass") == ("D5", "can_act")


# --- D6

TWO_LEFT = only({"row 1": TOMBS, "column 3": TEMPLES})


@OFF_AND_ON
def test_D6_an_unloading_ends_the_game_at_once(rules: dict[str, Any]) -> None:
    game = table(house_rules=rules, harbour=["b.w", "..w", "..."], boats=TWO_LEFT)
    play(game, "unload row 1")
    assert game.is_over
    assert moored(game) == ["column 3"]
    assert kinds(game)[-1] == "game_ended"
    assert "turn_began" not in kinds(game, since=1)


@OFF_AND_ON
def test_D6_place_and_unload_ends_with_the_first_unloading(rules: dict[str, Any]) -> None:
    """A second one would be possible, but the last boat is not unloaded."""
    game = table(house_rules=rules, harbour=["wb.", "..w", "..w"], boats=TWO_LEFT, tokens=["place_and_unload take", ""])
    play(game, "play place and unload", "place 2 1", "unload row 1")
    assert game.is_over
    assert moored(game) == ["column 3"]
    assert [event.boat for event in happened(game, "boat_unloaded")] == ["row 1"]
    assert breakdown(game, "meeples") == [1, 2]  # the one that the token placed is one of them
    assert breakdown(game, "action_tokens") == [1, 0]  # what was played is used
    assert game.view().removed[-2:] == ["place_and_unload", "tomb_1"]
    assert [seat.tomb.numbers for seat in game.view().seats] == [[3], [2]]
    assert [seat.temple.tokens for seat in game.view().seats] == [{1: 0, 2: 0, 3: 0, 4: 0}] * 2


@OFF_AND_ON
def test_D6_place_and_unload_ends_with_the_second_unloading(rules: dict[str, Any]) -> None:
    boats = only({"row 1": TOMBS, "row 3": "tomb_7 tomb_8 tomb_9", "column 3": TEMPLES})
    game = table(house_rules=rules, harbour=["wb.", "...", "w.."], boats=boats, tokens=["place_and_unload", ""])
    play(game, "play place and unload", "place 3 3", "unload row 1")
    assert not game.is_over
    assert game.question == "unload_more"
    play(game, "unload row 3")
    assert game.is_over
    assert moored(game) == ["column 3"]
    assert [seat.tomb.numbers for seat in game.view().seats] == [[3, 9], [2, 8]]
    assert breakdown(game, "meeples") == [0, 0]
    assert breakdown(game, "action_tokens") == [0, 0]


def test_D6_place_and_unload_may_stop_before_the_second() -> None:
    boats = only({"row 1": TOMBS, "row 3": "tomb_7 tomb_8 tomb_9", "column 3": TEMPLES})
    game = table(harbour=["wb.", "...", "w.."], boats=boats, tokens=["place_and_unload", ""])
    play(game, "play place and unload", "place 3 3", "unload row 1", "stop")
    assert not game.is_over
    assert game.decider == WHITE


@OFF_AND_ON
def test_D6_swap_and_unload_ends_the_game(rules: dict[str, Any]) -> None:
    game = table(house_rules=rules, harbour=["b.w", "..w", "..."], boats=TWO_LEFT, tokens=["swap_and_unload place", ""])
    play(game, "play swap and unload", "swap row 1 1 3", "unload row 1")
    assert game.is_over
    assert [seat.tomb.numbers for seat in game.view().seats] == [[2], [1]]
    assert breakdown(game, "action_tokens") == [1, 0]
    assert breakdown(game, "meeples") == [0, 1]
    assert "swap_and_unload" in game.view().removed


def test_D6_the_game_may_end_by_an_unloading_that_is_the_only_one_possible() -> None:
    """After the swap nobody is asked any more."""
    game = table(harbour=["b.w", "...", "..."], boats=TWO_LEFT, tokens=["swap_and_unload", ""])
    play(game, "play swap and unload", "swap column 3 1 3")
    assert game.is_over
    assert cargo(game, "column 3") == ["temple_3", "temple_2", "temple_1"]


def test_D6_take_and_place_do_not_end_the_game() -> None:
    game = table(harbour=["b.w", "..w", "..."], boats=TWO_LEFT, tokens=["take place", ""])
    play(game, "play take", "take row 1 1 tomb 1", "place 3 3", "play place", "place 3 1", "place 3 2")
    assert not game.is_over
    assert moored(game) == ["row 1", "column 3"]


def test_D6_the_last_cargo_is_lost() -> None:
    game = table(harbour=["b.w", "..w", "..."], boats=TWO_LEFT)
    play(game, "unload column 3")
    assert cargo(game, "row 1") == ["tomb_1", "tomb_2", "tomb_3"]
    assert [owned(game, seat) for seat in (BLACK, WHITE)] == [Counter(), Counter(["temple_2", "temple_3"])]
    assert breakdown(game, "tomb") == [0, 0]


# --- D7


@pytest.mark.parametrize("boat", ["row 2", "column 2"])
def test_D7_the_order_is_space_3_then_2_then_1(boat: str) -> None:
    harbour = {"row 2": ["...", "wwb", "..."], "column 2": [".w.", ".w.", ".b."]}[boat]
    game = table(harbour=harbour, boats={boat: TOMBS})
    play(game, f"unload {boat}")
    unloaded = [(event.seat, event.token, event.space) for event in happened(game, "token_unloaded")]
    assert unloaded == [(BLACK, "tomb_3", 3), (WHITE, "tomb_2", 2), (WHITE, "tomb_1", 1)]


FOUR = "obelisk " * 4


@pytest.mark.parametrize(
    ("row", "tokens", "first"),
    [
        ("b.w", [FOUR, FOUR], WHITE),
        ("wb.", [FOUR, FOUR], BLACK),
        ("wwb", [FOUR, FOUR], BLACK),
        ("bww", [FOUR, FOUR], WHITE),
        ("bwb", ["obelisk " * 3, FOUR], WHITE),  # black's fifth comes from space 1, after white's from space 2
        ("wbb", ["obelisk " * 3, FOUR], BLACK),
        ("bbw", ["obelisk " * 3, "obelisk " * 3], BLACK),
    ],
)
@pytest.mark.parametrize("turn", [BLACK, WHITE])
def test_D7_who_is_first_to_five_within_one_unloading(row: str, tokens: list[str], first: int, turn: int) -> None:
    """Whoever unloads the boat."""
    game = table("BAAA", harbour=["...", "...", row], boats={"row 3": "obelisk " * 3}, tokens=tokens, turn=turn)
    play(game, "unload row 3")
    assert [event.seat for event in happened(game, "first_to_five")] == [first]
    assert [seat.obelisk.first_to_five for seat in game.view().seats] == [first == BLACK, first == WHITE]


def test_D7_first_to_five_stays_first() -> None:
    game = table("BAAA", tokens=["obelisk " * 5, FOUR], harbour=["...", "...", "www"], boats={"row 3": "obelisk " * 3})
    assert breakdown(game, "obelisk") == [12, 0]
    events = len(game.events)
    play(game, "unload row 3")
    assert [seat.obelisk.tokens for seat in game.view().seats] == [5, 7]
    assert breakdown(game, "obelisk") == [12, 6]
    assert "first_to_five" not in kinds(game, since=events)


@pytest.mark.parametrize("first", [BLACK, WHITE])
def test_D7_a_position_by_hand_says_who_was_first_and_tells_nothing_of_how_it_came_about(first: int) -> None:
    game = table("BAAA", tokens=["obelisk " * 5, "obelisk " * 5], first_to_five=first)
    assert breakdown(game, "obelisk") == ([12, 6] if first == BLACK else [6, 12])
    assert kinds(game) == ["turn_began"]


def test_D7_a_token_that_is_taken_counts_as_well() -> None:
    game = table("BAAA", tokens=[f"{FOUR} take", FOUR], boats={"row 3": "obelisk obelisk tomb_1"})
    play(game, "play take", "take row 3 2 obelisk")
    assert breakdown(game, "obelisk") == [12, 0]
    assert [event.seat for event in happened(game, "first_to_five")] == [BLACK]


def test_D7_a_token_that_nobody_takes_counts_for_nobody() -> None:
    game = table("BAAA", tokens=[FOUR, ""], harbour=["...", "...", "bb."], boats={"row 3": "obelisk tomb_1 tomb_3"})
    play(game, "unload row 3")
    assert happened(game, "first_to_five") == []
    assert breakdown(game, "obelisk") == [0, 0]


# --- D8


@pytest.mark.parametrize(("light", "dark"), [(4, 4), (4, 6), (5, 4)])
def test_D8_four_tokens_in_the_smaller_pyramid(light: int, dark: int) -> None:
    tokens = "light_pyramid " * light + "dark_pyramid " * dark
    assert breakdown(scored("AABA", tokens), "pyramids") == [18, -6]
    assert breakdown(scored("AABA", tokens, house_rules=ENGLISH), "pyramids") == [15, -6]


@pytest.mark.parametrize(("smaller", "points"), [(0, -6), (1, 0), (2, 4), (3, 10), (5, 30), (6, 45)])
def test_D8_english_pyramid_b_changes_no_other_value(smaller: int, points: int) -> None:
    tokens = "take take " + "light_pyramid " * 6 + "dark_pyramid " * smaller
    assert breakdown(scored("AABA", tokens, house_rules=ENGLISH), "pyramids") == [points, -6]


def test_D8_english_pyramid_b_is_for_side_b() -> None:
    tokens = "light_pyramid " * 4 + "dark_pyramid " * 4
    assert breakdown(scored("AAAA", tokens, house_rules=ENGLISH), "pyramids") == [10 + 10, 0]


def test_D8_the_table_sees_the_value_that_counts() -> None:
    for rules, four in (({}, 18), (ENGLISH, 15)):
        view = table("AABA", house_rules=rules).view()
        assert view.sites["pyramids"].values["smaller"] == [-6, 0, 4, 10, four, 30, 45]


# --- D9


def test_D9_temple_tokens_are_public_on_both_sides() -> None:
    for sides in ("AAAA", "ABAA"):
        game = table(sides, tokens=["temple_4 temple_1 temple_4", "temple_2"])
        for seat in (BLACK, WHITE, None):
            assert [viewed.temple.tokens for viewed in game.view(seat).seats] == [
                {1: 1, 2: 0, 3: 0, 4: 2},
                {1: 0, 2: 1, 3: 0, 4: 0},
            ]


def test_D9_the_box_is_open_to_look_at() -> None:
    game = table(
        harbour=["bw.", "...", "..w"], tokens=["place", ""], boats={"row 1": TOMBS}, removed="temple_4 obelisk"
    )
    play(game, "play place", "place 3 2", "place 3 1", "stop", "unload row 1")
    for seat in (BLACK, WHITE, None):
        assert game.view(seat).removed == ["temple_4", "obelisk", "place", "tomb_1"]


def test_D9_both_players_and_whoever_watches_see_the_same() -> None:
    game = imhotep.new_game("duel", seed=5)
    for move in random_moves(game, 5):
        play(game, move)
        views = [game.view(seat) for seat in (BLACK, WHITE, None)]
        for field in ("seats", "boats", "harbour", "removed", "unseen", "reserve", "supply"):
            assert getattr(views[0], field) == getattr(views[1], field) == getattr(views[2], field)
    assert game.events_for(BLACK) == game.events_for(WHITE) == game.events


def test_D9_what_lies_face_down_is_known_as_a_whole() -> None:
    game = table(boats={"row 1": "tomb_1 tomb_2 take"}, tokens=["obelisk obelisk", "temple_3"], removed="place")
    unseen = game.view().unseen
    there = [token for boat in game.view().boats for token in boat.cargo]
    assert unseen["obelisk"] == 12 - 2 - there.count("obelisk")
    assert unseen["place"] == 3 - 1 - there.count("place")
    assert "tomb_1" not in unseen
    assert sum(unseen.values()) == 60 - 18 - 4


# --- D10


def test_D10_the_first_player_is_drawn_from_the_seed() -> None:
    starters = [imhotep.new_game("duel", seed=seed).decider for seed in range(200)]
    assert 70 < starters.count(BLACK) < 130
    assert starters == [imhotep.new_game("duel", seed=seed, sides="BBBB").decider for seed in range(200)]


@pytest.mark.parametrize("first", [BLACK, WHITE])
def test_D10_unless_the_table_names_one(first: int) -> None:
    for seed in range(20):
        game = imhotep.new_game("duel", seed=seed, first=first)
        assert game.decider == first
        assert [seat.starts for seat in game.view().seats] == [first == BLACK, first == WHITE]
        assert [event.seat for event in happened(game, "game_began", "turn_began")] == [first, first]
    with pytest.raises(SetupError, match="first is a seat from 0 to 1"):
        imhotep.new_game("duel", seed=1, first=2)


def test_D10_who_starts_does_not_change_the_deal() -> None:
    black, white = (imhotep.new_game("duel", seed=6, first=first).view() for first in (BLACK, WHITE))
    assert black.boats == white.boats


# --- D11


def dealt(game: Game) -> list[str]:
    """The shuffled tokens from the first to the last, as the record has them."""
    line = next(line for line in game.record().splitlines() if line.startswith("deal tokens: "))
    return line.removeprefix("deal tokens: ").split()


@pytest.mark.parametrize("seed", range(5))
def test_D11_boats_first_then_the_reserve_then_the_supply(seed: int) -> None:
    game = imhotep.new_game("duel", seed=seed)
    tokens = dealt(game)
    assert len(tokens) == 60
    assert [token for boat in BOATS for token in cargo(game, boat)] == tokens[:18]
    for move in random_moves(game, seed, "play take", "unload"):
        play(game, move)
    from_reserve = [event.token for event in happened(game, "reserve_loaded")]
    assert Counter(from_reserve) <= Counter(tokens[18:21])
    assert [event.token for event in happened(game, "token_loaded")] == tokens[:18] + tokens[21:]


def test_D11_seeds_differ() -> None:
    deals = {tuple(dealt(imhotep.new_game("duel", seed=seed))) for seed in range(50)}
    assert len(deals) == 50
    assert all(Counter(deal) == Counter(next(iter(deals))) for deal in deals)


# --- D12


def test_D12_an_action_token_gained_in_an_action_can_not_be_played_in_the_same_turn() -> None:
    game = two_unloadings(boats={"row 1": "place place take"})
    play(game, *BEGIN, "unload row 1")  # black gets one of the tokens
    gained = actions(game, BLACK)
    assert gained == ["place"]
    assert game.question == "unload_more"
    assert refused(game, "play place") == ("R132", "not_asked")
    play(game, "stop")
    assert refused(game, "play place", seat=BLACK) == ("R131", "not_your_decision")
    play(game, moves(game)[0])
    assert game.can_play("play place")


def test_D12_after_an_unloading_the_turn_is_over() -> None:
    game = table(harbour=["bb.", "...", "..."], boats={"row 1": "take place take"})
    play(game, "unload row 1")
    assert actions(game, BLACK) == ["take", "place"]
    assert game.decider == WHITE


def test_D12_who_gains_a_token_in_the_other_ones_turn_may_play_it_next() -> None:
    game = table(harbour=["bw.", "...", "..."], boats={"row 1": "tomb_1 tomb_2 take"})
    play(game, "unload row 1")
    assert game.decider == WHITE
    assert game.can_play("play take")


# --- D13


@cache
def best_sets(counts: tuple[int, int, int, int]) -> int:
    """Every way to take a first set off and to go on with the rest."""
    best = 0
    for chosen in product((0, 1), repeat=4):
        if any(chosen) and all(count >= one for count, one in zip(counts, chosen, strict=True)):
            left = tuple(count - one for count, one in zip(counts, chosen, strict=True))
            best = max(best, (0, 1, 4, 9, 16)[sum(chosen)] + best_sets((left[0], left[1], left[2], left[3])))
    return best


@pytest.mark.parametrize("ones", [0, 1, 2, 3])
def test_D13_temple_sets_are_formed_in_the_way_that_scores_most(ones: int) -> None:
    for counts in product((ones,), range(4), range(4), range(4)):
        tokens = " ".join(f"temple_{number} " * count for number, count in enumerate(counts, 1))
        game = table("ABAA", tokens=[tokens, ""])
        assert breakdown(game, "temple") == [best_sets(counts), 0], counts
        shown = Counter(symbols for one in game.view().seats[BLACK].temple.sets for symbols in one)
        assert shown == +Counter(dict(enumerate(counts, 1)))
        assert sum((0, 1, 4, 9, 16)[len(one)] for one in game.view().seats[BLACK].temple.sets) == best_sets(counts)


def test_D13_one_large_set_is_better_than_two_of_the_same_number_of_tokens() -> None:
    assert breakdown(scored("ABAA", "temple_1 temple_2 temple_3 temple_4 temple_1 temple_2"), "temple") == [20, 0]
    assert breakdown(scored("ABAA", "temple_1 temple_1 temple_2 temple_2 temple_3 temple_3"), "temple") == [18, 0]


def test_D13_a_total_may_be_below_zero() -> None:
    game = scored("AABA", "light_pyramid obelisk", "take", first=BLACK)
    assert breakdown(game, "pyramids") == [-6, -6]
    assert game.scores() == [1 + 6 - 6, 1 - 6]
    assert game.winners() == [BLACK]


def test_D13_of_two_totals_below_zero_the_higher_one_wins() -> None:
    game = scored("AABA", "take", "temple_3", first=WHITE)
    assert game.scores() == [-5, -3]
    assert game.winners() == [WHITE]


@pytest.mark.parametrize("first", [BLACK, WHITE])
def test_D13_a_tie_below_zero_goes_to_who_did_not_start(first: int) -> None:
    game = scored("AABA", "take", "place", first=first)
    assert game.scores() == [-5, -5]
    assert game.winners() == [1 - first]


# --- P14


@OFF_AND_ON
def test_P14_all_tokens_are_handed_out_before_the_boat_is_loaded_or_leaves(rules: dict[str, Any]) -> None:
    for supply, end in ((3, "token_loaded"), (0, "boat_left")):
        game = table("BAAA", house_rules=rules, harbour=["...", "wbw", "..."], tokens=[FOUR, FOUR], supply_count=supply)
        events = len(game.events)
        play(game, "unload row 2")
        told = [kind for kind in kinds(game, events) if kind != "first_to_five"]
        assert told[:7] == ["boat_unloaded"] + ["meeple_returned", "token_unloaded"] * 3
        assert set(told[7:-1]) == {end}


def test_P14_the_fifth_obelisk_is_turned_over_at_once() -> None:
    game = table("BAAA", harbour=["...", "wbw", "..."], boats={"row 2": "obelisk " * 3}, tokens=["", FOUR])
    events = len(game.events)
    play(game, "unload row 2")
    assert kinds(game, events)[:5] == [
        *("boat_unloaded", "meeple_returned", "token_unloaded", "first_to_five", "meeple_returned"),
    ]


# --- P15


def test_P15_scores_during_a_game_are_what_everything_is_worth_now() -> None:
    game = imhotep.new_game("duel", sides="AABA", seed=1, first=BLACK)
    assert game.scores() == [-6, -6]  # no pyramid has begun
    play(game, "place 1 1")
    assert game.scores() == [-5, -6]
    position: dict[str, Any] = {"tokens": ["obelisk take", "obelisk place place"], "harbour": ["bw.", "...", "..."]}
    game = table(**position, boats={"row 1": "tomb_1 tomb_4 obelisk"})
    assert game.scores() == [1 + 1 + 1, 1 + 2 + 1]
    play(game, "unload row 1")
    assert game.scores() == [1 + 1 + 1, 2 + 6 + 2]
    play(game, "play place")
    assert game.scores() == [3, 2 + 6 + 1]  # it may fall
    assert [seat.score for seat in game.view().seats] == game.scores()
    assert [seat.points for seat in game.view().seats] == [game.breakdown(seat) for seat in (BLACK, WHITE)]


# --- each reason to refuse a move


def asked(*before: str, **position: Any) -> Callable[[], Game]:
    def start() -> Game:
        game = table(**position)
        play(game, *before)
        return game

    return start


ALL_OUT = ["bb.", "..b", ".b."]
REFUSALS: dict[str, tuple[Callable[[], Game], str, str]] = {
    "no_meeple": (asked(harbour=ALL_OUT), "place 3 3", "R134"),
    "space_taken": (asked(harbour=["bw.", "...", "..."]), "place 1 2", "R133"),
    "boat_gone": (
        asked(harbour=["ww.", "...", "..."], boats=only({"row 2": TOMBS, "row 3": TEMPLES})),
        "unload row 1",
        "R140",
    ),
    "too_few_meeples": (asked(harbour=["w..", "...", "..."]), "unload row 1", "R135"),
    "no_such_action": (asked(tokens=["take", "place"]), "play place", "R142"),
    "two_meeples_needed": (asked(harbour=["bbb", "...", "..."], tokens=["place", ""]), "play place", "D3"),
    "no_unloading_after": (asked(tokens=["place_and_unload", ""]), "play place and unload", "D3"),
    "no_unloading_from_there": (
        asked("play place and unload", harbour=["w..", "...", "..."], tokens=["place_and_unload", ""]),
        "place 3 3",
        "D3",
    ),
    "no_boat_to_unload": (asked(tokens=["swap_and_unload", ""]), "play swap and unload", "D3"),
    "nothing_to_swap": (
        asked(
            harbour=["ww.", "...", "..."],
            boats=only({"row 1": "obelisk " * 3, "row 2": "take " * 3}),
            tokens=["swap_and_unload", ""],
        ),
        "play swap and unload",
        "D4",
    ),
    "equal_tokens": (
        asked(
            "play swap and unload",
            harbour=["ww.", "...", "..."],
            boats={"row 1": "obelisk obelisk tomb_1"},
            tokens=["swap_and_unload", ""],
        ),
        "swap row 1 1 2",
        "D4",
    ),
    "nothing_to_take": (asked(boats=only(NO_MOVE), tokens=["take", ""]), "play take", "D3"),
    "action_stays": (
        asked("play take", boats={"row 1": "take tomb_1 tomb_2"}, tokens=["take", ""]),
        "take row 1 1 take",
        "R144",
    ),
    "can_act": (asked(), "pass", "D5"),
    "must_place": (asked("play place", tokens=["place", ""]), "stop", "D3"),
    "must_unload": (asked(*BEGIN, **TWO_UNLOADINGS), "stop", "D3"),
    "nothing_possible": (asked(house_rules=PARTIAL, harbour=ALL_OUT, tokens=["place", ""]), "play place", "D3"),
    "other_token": (
        asked("play take", boats={"row 1": "take tomb_1 tomb_2"}, tokens=["take", ""]),
        "take row 1 2 tomb 2",
        "R144",
    ),
}


def test_each_reason_has_a_position_here() -> None:
    assert set(REFUSALS) == {name.lower() for name in vars(Refusal) if name.isupper()}


@pytest.mark.parametrize("reason", REFUSALS)
def test_why_a_move_is_refused(reason: str) -> None:
    start, move, rule = REFUSALS[reason]
    game = start()
    refusal = game.why_not(move)
    assert refusal is not None
    assert (refusal.rule, refusal.reason) == (rule, reason)
    assert refused(game, move) == (rule, reason)


def test_refusals_that_every_game_has() -> None:
    game = table(harbour=["ww.", "...", "..."], tokens=["place", "take"])
    assert refused(game, "unload row 1", seat=WHITE) == ("R131", "not_your_decision")
    for move in ("stop", "take row 1 1", "swap row 1 1 2"):
        assert refused(game, move) == ("R132", "not_asked")
    play(game, "play place")
    for move in ("unload row 1", "pass", "play place", "take row 1 1", "swap row 1 1 2"):
        assert refused(game, move) == ("R132", "not_asked")
    over = scored("AAAA", "tomb_1 tomb_2", "")
    for move in ("place 1 1", "unload row 1", "pass", "stop", "play take"):
        assert refused(over, move) == ("R148", "game_over")


@pytest.mark.parametrize("move", ["", "place 0 1", "place 4 1", "place 2", "unload", "unload row 4", "sail 1 market"])
def test_what_is_no_move_is_told_so(move: str) -> None:
    with pytest.raises(imhotep.NotationError):
        imhotep.new_game("duel", seed=1).play(move)


# --- P16: taking back


def may_take_back(game: Game) -> bool:
    """The same for the mover by every way to ask; nobody else may; and with consent always, exactly."""
    seat = game.deciders[-1]
    own = game.can_undo(seat)
    assert not game.can_undo(1 - seat)
    before, entries = game.raw.numbers(), len(game.entries)
    move = game.entries[-1].text
    if not own:
        with pytest.raises(UndoError, match="revealed"):
            game.undo()
        assert (game.raw.numbers(), len(game.entries)) == (before, entries)
    game.undo(by_consent=not own)
    assert game.decider == seat
    play(game, move)
    assert game.raw.numbers() == before
    return own


def test_P16_taking_back_a_placement_and_a_pass() -> None:
    game = imhotep.new_game("duel", seed=1)
    play(game, "place 1 1")
    assert may_take_back(game)
    game = stuck()
    play(game, "pass")
    assert may_take_back(game)


def test_P16_taking_back_an_unloading_only_if_nothing_was_drawn() -> None:
    game = table(harbour=["bw.", "...", "..."])
    play(game, "unload row 1")
    assert not may_take_back(game)
    game = table(harbour=["bw.", "...", "..."], supply_count=0)
    play(game, "unload row 1")
    assert may_take_back(game)


def test_P16_taking_back_the_end_of_the_game() -> None:
    game = at_the_end("AAAA", "tomb_1 tomb_2", "")
    play(game, LAST_BOAT)
    assert may_take_back(game)
    assert game.is_over


def test_P16_taking_back_a_token_from_the_reserve_needs_consent() -> None:
    game = table(tokens=["take", ""], boats={"row 1": TOMBS})
    play(game, "play take")
    assert may_take_back(game)
    play(game, "take row 1 1 tomb 1")
    assert not may_take_back(game)


def test_P16_taking_back_the_parts_of_place() -> None:
    game = table(tokens=["place", ""])
    for move in ("play place", "place 1 1", "place 1 2", "stop"):
        play(game, move)
        assert may_take_back(game)


def test_P16_taking_back_a_swap_but_not_the_unloading_that_follows_without_a_question() -> None:
    game = table(tokens=["swap_and_unload", ""], harbour=["bw.", "b..", "..."], boats={"row 2": TOMBS})
    play(game, "play swap and unload", "swap row 2 1 2")
    assert may_take_back(game)
    game = table(tokens=["swap_and_unload", ""], harbour=["bw.", "...", "..."], boats={"row 2": TOMBS})
    play(game, "play swap and unload", "swap row 2 1 2")
    assert game.decider == WHITE
    assert not may_take_back(game)


def test_P16_taking_back_the_parts_of_place_and_unload() -> None:
    game = two_unloadings()
    play(game, *BEGIN)
    assert may_take_back(game)
    play(game, "unload row 1")
    assert not may_take_back(game)
    play(game, "stop")
    assert may_take_back(game)


def test_P16_taking_back_with_refill_at_end_of_turn() -> None:
    """The first unloading shows nothing; what ends the turn does, be it a second unloading or stopping."""
    for last in ("unload row 2", "stop"):
        game = two_unloadings(LATE)
        play(game, *BEGIN, "unload row 1")
        assert may_take_back(game)
        play(game, last)
        assert not may_take_back(game)


def test_P16_taking_back_is_free_where_the_table_agreed() -> None:
    game = table(undo="free", harbour=["bw.", "...", "..."])
    play(game, "unload row 1")
    assert game.can_undo(BLACK)
    assert game.can_undo(WHITE)


def test_every_action_is_named_as_the_notation_says() -> None:
    game = table(tokens=[" ".join(ACTIONS), ""], harbour=["bw.", "...", "..."])
    assert moves(game, "play") == ["play take", "play place", "play place and unload", "play swap and unload"]
