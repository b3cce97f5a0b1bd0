"""Laws of The Duel, over every mix of sides and house rules; those of any game are in conformance.py.

Most of them are facts that can be proved from the numbers of pieces in the box.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from imhotep import Game
from imhotep.engine.duel.vocabulary import CARGO, EMPTY, LINES, Action, Token
from imhotep.engine.kernel import LEGAL, Actions
from imhotep.table.duel.values import edition_of, token_ids
from tests.support.duel import (
    MIXES,
    RULES,
    TABLES,
    TOKENS,
    Onlooker,
    all_tokens,
    best_sets,
    free_spaces,
    groups,
    meeples_of,
    played,
    played_tightly,
    position_of,
    setup_of,
    tomb_a,
)
from tests.support.scale import scaled

Play = Callable[[int], Iterator[Game]]

GAMES = range(TABLES * scaled(sample=1, test=1, all=1, soak=40))
TIGHT_GAMES = range(0, TABLES * scaled(sample=1, test=1, all=1, soak=10), scaled(sample=3, test=1, all=1, soak=1))


def test_the_tables_are_all_mixes_with_all_house_rules() -> None:
    tables = {(setup_of(number)["sides"], *setup_of(number)["house_rules"].values()) for number in range(TABLES)}
    assert len(tables) == TABLES == 16 * 8 == len(MIXES) * len(RULES)
    assert TOKENS.total() == 60


@pytest.mark.parametrize("play", [played, played_tightly])
def test_every_game_has_18_unloadings_13_refills_and_5_boats_that_leave(play: Play) -> None:
    for number in GAMES if play is played else TIGHT_GAMES:
        *_, game = play(number)
        position = position_of(game)
        assert position.unloads == 18
        assert sum(position.afloat) == position.boats_left() == 1
        assert (position.supply.count, position.waiting.count) == (0, 0)
        happened = Counter(event.kind for event in game.events)
        assert happened["boat_unloaded"] == 18
        assert happened["token_loaded"] == 18 + 13 * 3
        assert happened["boat_left"] == 5
        assert happened["token_unloaded"] + happened["token_removed"] == 18 * 3
        assert happened["game_ended"] == 1
        assert position.reserve.count == 3 - happened["token_taken"]
        assert happened["reserve_loaded"] == happened["token_taken"] <= 3


def test_60_tokens_and_4_meeples_each_are_always_there() -> None:
    for number in GAMES:
        for game in played(number):
            position = position_of(game)
            assert all_tokens(position) == TOKENS
            assert [meeples_of(position, seat) for seat in range(2)] == [4, 4]


def test_rows_and_columns_count_the_meeples_on_the_harbour() -> None:
    for number in GAMES:
        for game in played(number):
            position = position_of(game)
            spaces = [int(owner != EMPTY) for owner in position.spaces]
            rows = [sum(spaces[3 * row : 3 * row + 3]) for row in range(3)]
            columns = [sum(spaces[column::3]) for column in range(3)]
            assert list(position.lines) == rows + columns
            for seat in range(2):
                assert free_spaces(position) >= position.players[seat].hand + 1


def test_every_boat_is_full_between_actions() -> None:
    """By the house rule at the start of a turn; until then only boats that wait are empty (D2)."""
    waited = 0
    for number in GAMES:
        for game in played(number):
            position = position_of(game)
            waiting = position.waiting.to_list()
            waited += len(waiting)
            assert not waiting or game.setup.house_rules["refill_at_end_of_turn"]
            assert not waiting or game.question != "turn"
            assert position.supply.count >= 3 * len(waiting)
            assert position.supply.count % 3 == 0
            for boat in range(LINES):
                cargo = [position.cargo[boat * CARGO + space] for space in range(CARGO)]
                empty = position.afloat[boat] == 0 or boat in waiting
                assert [token == Token.NONE for token in cargo] == [empty] * 3
    assert waited > 0


def test_no_boat_is_unloaded_twice_in_one_turn_and_each_has_two_or_three_meeples() -> None:
    twice = 0
    for number in GAMES:
        *_, game = played(number)
        boats: list[str] = []
        for event in game.events:
            if event.kind == "turn_began":
                boats = []
            if event.kind == "boat_unloaded":
                assert event.boat is not None
                assert event.count in (2, 3)
                boats.append(event.boat)
                assert len(set(boats)) == len(boats) <= 2
                twice += len(boats) == 2
    assert twice > 0  # two different ones, by an action token


def test_the_meeple_nearest_to_the_boat_takes_the_token_farthest_from_the_harbour() -> None:
    """Row by row from the right, column by column from below; spaces 3, 2, 1, and what is left is removed (D7)."""
    for number in GAMES:
        *_, game = played(number)
        line, spaces, nearest, meeples = "", [0], 0, 0
        for event in game.events:
            if event.kind == "boat_unloaded":
                assert event.boat is not None
                assert event.count is not None
                line, spaces, nearest, meeples = event.boat, [3, 2, 1], 4, event.count
            elif event.kind == "meeple_returned":
                along, across = (event.column, event.row) if line.startswith("row") else (event.row, event.column)
                assert along is not None
                assert along < nearest
                assert line.endswith(f" {across}")
                nearest = along
            elif event.kind in ("token_unloaded", "token_removed"):
                assert (event.boat, event.space) == (line, spaces.pop(0))
                assert (event.kind == "token_removed") == (len(spaces) < 3 - meeples)
            elif event.kind in ("token_loaded", "boat_left") and line:
                assert spaces == []


def test_turns_alternate() -> None:
    for number in GAMES:
        moments = played(number)
        game = next(moments)
        turns = [game.decider]
        for _ in moments:
            if game.question == "turn":
                turns.append(game.decider)
        assert turns == [(game.setup.first + turn) % 2 for turn in range(len(turns))]
        assert turns == [event.seat for event in game.events if event.kind == "turn_began"]


def test_never_can_both_players_do_nothing() -> None:
    """One can, with 2 to 4 boats left and 4 to 6 meeples out; then passing is the only legal code, and forced (D5)."""
    actions = Actions()
    stuck = 0
    for number in TIGHT_GAMES:
        passed = False
        for game in played_tightly(number):
            position = position_of(game)
            position.legal(actions)
            if actions.to_list() == [Action.PASS]:
                stuck += 1
                assert not passed
                assert game.question == "turn"
                assert 2 <= position.boats_left() <= 4
                assert 4 <= 9 - free_spaces(position) <= 6
                assert position.players[position.decider()].hand == 0
                assert [code for code in range(Action.COUNT) if position.why_not(code) == LEGAL] == [Action.PASS]
                passed = True
            else:
                assert position.is_over() or position.why_not(Action.PASS) != LEGAL
                passed = False
    assert stuck > 0


@pytest.mark.parametrize("play", [played, played_tightly])
def test_scores_are_those_of_the_rulebook(play: Play) -> None:
    """Counted slowly from the events, at every moment."""
    for number in GAMES if play is played else TIGHT_GAMES:
        moments = play(number)
        game = next(moments)
        onlooker = Onlooker(game)
        for _ in moments:
            onlooker.watch()
            assert [onlooker.breakdown(seat) for seat in range(2)] == [game.breakdown(seat) for seat in range(2)]
        scores = game.scores()
        second = 1 - game.setup.first
        assert game.winners() == [second if scores[0] == scores[1] else scores.index(max(scores))]


def test_scores_are_those_of_the_rulebook_whoever_has_which_tokens() -> None:
    """Also with numbers of tokens that hardly any game leads to: all of them go to somebody, or to nobody."""
    highest = 0
    for number in GAMES:
        game = next(played(number))
        position, onlooker, pick = position_of(game), Onlooker(game), random.Random(number)
        ids = token_ids(edition_of(game.setup))
        weights = [pick.random(), pick.random(), pick.random() / 2]
        for token in pick.sample(list(TOKENS.elements()), 60):
            seat = pick.choices((0, 1, None), weights)[0]
            if seat is not None:
                position.gain(seat, token)
                onlooker.gets(seat, ids[token])
        assert [onlooker.breakdown(seat) for seat in range(2)] == [game.breakdown(seat) for seat in range(2)]
        highest = max(highest, *(own.count("obelisk") for own in onlooker.tokens))
    assert highest >= 10


def test_the_slow_scorer_agrees_with_the_rulebooks_examples() -> None:
    """The parts of the two examples that add up to 69 and 43 points."""
    assert tomb_a({1, 3, 4, 5, 6, 7, 8}) == 1 + 25
    assert best_sets((1, 1, 2, 2, 2, 3, 4, 4)) == 16 + 9 + 1
    assert [len(group) for group in groups({1, 3, 4, 5, 12})] == [1, 3, 1]
