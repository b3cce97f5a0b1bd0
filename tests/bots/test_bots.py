"""Bots: specs, honesty, legal and repeatable play, and who beats whom by far. Fine measurements are the arena's."""

import itertools
import json
import math
import random
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import imhotep
from imhotep import Game
from imhotep.bots import LEVELS, Bot, GreedyBot, MctsBot, Options, Question, RandomBot, bot_types, make_bot
from imhotep.bots.players import BATCH, STEP, MctsOptions, search_tree
from imhotep.bots.search_table import search_table
from imhotep.cli.bots import show_bots
from imhotep.cli.terminal import play_terminal
from imhotep.engine.builder.game import Builder
from imhotep.engine.builder.vocabulary import Site
from imhotep.engine.duel.game import Duel
from imhotep.engine.kernel import Actions, Position, Random
from imhotep.engine.search.evaluator import DOUBT
from imhotep.engine.search.outcomes import Outcomes
from imhotep.engine.search.tree import Tree
from imhotep.table.builder.dynasty import read
from imhotep.table.chance import Stream
from imhotep.table.editions import built_in_text
from imhotep.table.games import RULES
from tests.support.builder import FOUR_EMPTY_SHIPS as SHIPS
from tests.support.builder import ship
from tests.support.editions import changed
from tests.support.estimates import FILE, glances, positions
from tests.support.games_under_test import GAMES
from tests.support.paths import RECORDS, ROOT
from tests.support.scale import COMPILED, SCALE, scaled
from tests.support.terminal import Script, screen

TABLES: list[dict[str, Any]] = [
    {"game": "builder", "players": 2, "sides": "AAAAA"},
    {"game": "builder", "players": 3, "sides": "BBBBB", "wrath": True},
    {"game": "builder", "players": 4, "sides": "CDCDC", "cards": "dynasty", "prophecies": True, "face_down": True},
    {"game": "builder", "players": 2, "sides": "DCDCD", "cards": "dynasty", "prophecies": True},
    {"game": "duel", "sides": "AAAA"},
    {"game": "duel", "sides": "BBBB", "house_rules": {"partial_action_tokens": True, "refill_at_end_of_turn": True}},
]
SPECS = ["random", "greedy", "greedy:deals=1", f"mcts:sims={scaled(sample=5, test=30, all=30, soak=30)}"]


def name_of(table: dict[str, Any]) -> str:
    return f"{table['game']}-{table['sides']}"


def play(game: Game, bots: list[Bot]) -> Game:
    while game.decider is not None:
        game.play(bots[game.decider].choose(game.ask()))
    return game


# --- specs


@pytest.mark.parametrize(
    ("spec", "kind", "written"),
    [
        ("random", RandomBot, "random"),
        ("greedy", GreedyBot, "greedy"),
        ("greedy:deals=2", GreedyBot, "greedy"),
        ("greedy:deals=5", GreedyBot, "greedy:deals=5"),
        ("mcts", MctsBot, "mcts"),
        ("mcts:sims=2000", MctsBot, "mcts:sims=2000"),
        ("mcts:sims=1234567", MctsBot, "mcts:sims=1234567"),
        ("mcts:seconds=0.25,win=0.8", MctsBot, "mcts:seconds=0.25,win=0.8"),
        ("mcts:sims=100,seconds=2.0", MctsBot, "mcts:sims=100,seconds=2.0"),
        *((level.name, level, level.name) for level in LEVELS),
    ],
)
def test_a_spec_makes_a_bot_and_is_written_back(spec: str, kind: type[Bot], written: str) -> None:
    bot = make_bot(spec)
    assert type(bot) is kind
    assert bot.spec == written
    assert make_bot(bot.spec).options == bot.options


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        ("", "a bot is a text"),
        (None, "a bot is a text"),
        (7, "a bot is a text"),
        ("x" * 500, "a bot is a text"),
        ("oracle", "no bot is called 'oracle'; choose from random, greedy, mcts"),
        ("Random", "no bot"),
        ("mcts:", "KEY=VALUE"),
        ("mcts:sims", "KEY=VALUE"),
        ("mcts:=5", "KEY=VALUE"),
        ("mcts:sims=5,sims=6", "each once"),
        ("mcts:sims=0", "mcts:sims=0: sims is a whole number from 1 to 10,000,000, not '0' (options of mcts: sims,"),
        ("mcts:sims=-5", "from 1 to 10,000,000, not '-5'"),
        ("mcts:sims=many", "sims is a whole number from 1 to 10,000,000, not 'many'"),
        ("mcts:sims=1.5", "not '1.5'"),
        ("mcts:seconds=0", "seconds is a number above 0, at most 3,600, not '0'"),
        ("mcts:seconds=nan", "above 0"),
        ("mcts:seconds=inf", "at most 3,600, not 'inf'"),
        ("mcts:exploration=nan", "exploration is a number from 0 to 10, not 'nan'"),
        ("vizier:sims=5", "no option `sims`"),
        ("greedy:deals=0", "deals is a whole number from 1 to 1,000, not '0'"),
        ("greedy:deals=", "not ''"),
        ("greedy:depth=2", "no option `depth`"),
        ("random:luck=1", "no option `luck`"),
    ],
)
def test_a_wrong_spec_is_refused_with_the_reason(spec: object, reason: str) -> None:
    with pytest.raises(imhotep.SetupError) as refused:
        make_bot(spec)
    assert reason in str(refused.value)


def test_every_bot_says_in_a_line_what_it_does() -> None:
    ours = ["random", "greedy", "mcts", "learned", *(level.name for level in LEVELS)]
    assert list(bot_types())[: len(ours)] == ours
    assert all(bot.summary and len(bot.summary) < 100 for bot in bot_types().values())


# --- bots of other people


class NeedyOptions(Options, frozen=True, kw_only=True):
    depth: int
    width: int = 3


class Needy(RandomBot):
    name = "needy"
    options_type = NeedyOptions


class Nameless(Bot):
    def choose(self, question: Question) -> imhotep.Move:
        return question.moves[0]


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Registers something of this file, or of one that is not there, as other people's packages do."""

    def register(value: str) -> None:
        entry = EntryPoint("theirs", value, "imhotep.bots")
        monkeypatch.setattr("imhotep.bots.entry_points", lambda group: [entry])
        bot_types.cache_clear()

    yield register
    bot_types.cache_clear()


def test_options_may_have_no_default(registered: Callable[[str], None], capsys: pytest.CaptureFixture[str]) -> None:
    registered(f"{__name__}:Needy")
    assert make_bot("needy:depth=2").spec == "needy:depth=2"
    assert make_bot("needy:depth=2,width=4").spec == "needy:depth=2,width=4"
    with pytest.raises(imhotep.SetupError, match="needy: it needs the option `depth`"):
        make_bot("needy")
    show_bots(as_json=True)
    assert json.loads(capsys.readouterr().out)[-1]["options"] == {"depth": None, "width": 3}


@pytest.mark.parametrize(
    "value", ["no_such_package:Bot", f"{__name__}:NoSuchBot", f"{__name__}:Nameless", "json:dumps"]
)
def test_what_can_t_be_loaded_is_named(registered: Callable[[str], None], value: str) -> None:
    registered(value)
    with pytest.raises(imhotep.SetupError, match="theirs"):
        make_bot("greedy")


class Clumsy(RandomBot):
    name = "clumsy"

    def choose(self, question: Question) -> Any:
        if self.random.random() < 0.5:
            raise ZeroDivisionError("over a stone")
        return "no move"


def test_a_bot_that_fails_in_the_terminal_is_named_and_the_game_can_be_saved(tmp_path: Path) -> None:
    reasons = set()
    for seed in range(8):
        game = imhotep.new_game("duel", seed=3, first=0)
        clumsy, path = Clumsy(Options(), seed), tmp_path / f"{seed}.imh"
        with pytest.raises(imhotep.ImhotepError, match="the bot clumsy failed") as failed:
            play_terminal(game, {1: clumsy}, screen(), Script(["place 1 1", str(path)]))
        assert [entry.text for entry in imhotep.load_file(path).entries] == ["place 1 1"]
        reasons.add(str(failed.value).split(": ")[1])
    assert reasons == {"ZeroDivisionError", "NotationError"}


# --- play


@pytest.mark.parametrize("table", TABLES, ids=name_of)
@pytest.mark.parametrize("spec", SPECS)
def test_whole_games_are_legal_and_repeatable(table: dict[str, Any], spec: str) -> None:
    def played() -> Game:
        game = imhotep.new_game(seed=4, **table)
        return play(game, [make_bot(spec, seed=seat) for seat in range(game.players)])

    game = played()
    assert game.is_over
    assert game.winners()
    assert played().record() == game.record()


def test_a_question_is_asked_only_while_the_game_runs() -> None:
    game = imhotep.new_game("duel", seed=1)
    game.resign(0)
    with pytest.raises(imhotep.ImhotepError, match="over"):
        game.ask()


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_a_question_holds_what_the_seat_sees_and_is_independent(table: dict[str, Any]) -> None:
    game = imhotep.new_game(seed=8, **table)
    chance = Stream(8, "play")
    while not game.is_over:
        question = game.ask()
        assert question.seat == game.decider
        assert question.view == game.view(game.decider)
        assert question.moves == game.legal_moves()
        before = game.raw.numbers()
        copy, actions = question.position(), Actions()
        copy.legal(actions)
        assert [question.move(code) for code in actions.to_list()] == game.legal_moves()
        copy.apply(actions.codes[0])
        assert game.raw.numbers() == before
        game.play(question.moves[chance.below(len(question.moves))])


# --- honesty


@pytest.mark.parametrize("table", TABLES, ids=name_of)
@pytest.mark.parametrize("spec", ["greedy", "mcts:sims=40"])
def test_positions_that_look_the_same_to_a_seat_give_the_same_move(table: dict[str, Any], spec: str) -> None:
    """Two true positions that differ only in what the seat can't see."""
    game = imhotep.new_game(seed=11, **table)
    chance, compared = Stream(11, "play"), 0
    while not game.is_over and compared < scaled(sample=8, test=12, all=25, soak=25):
        question = game.ask()
        if len(question.moves) > 1 and chance.below(3) == 0:
            other = game.raw.blank()
            other.copy_from(game.raw)
            other.redeal(question.seat, Random(chance.below(2**30)))
            again = Question(game.rules, game.setup, game.names, other, question.history, question.table, game.out)
            assert other.numbers() != game.raw.numbers()
            assert again.position().numbers() == question.position().numbers()  # what bots of others are given, too
            assert make_bot(spec, seed=5).choose(question) == make_bot(spec, seed=5).choose(again)
            compared += 1
        game.play(question.moves[chance.below(len(question.moves))])
    assert compared > 3


def test_a_question_says_who_has_left_the_game() -> None:
    game = imhotep.new_game("builder", players=4, seed=5)
    assert game.ask().out == []
    game.time_out(3)
    game.resign(1)
    question = game.ask()
    game.take_over(1, "Somebody else")  # who plays the seat on, but can't win
    assert question.out == game.ask().out == [1, 3]


def test_decisions_that_others_don_t_see_are_missing_from_their_history() -> None:
    table = TABLES[3] | {"face_down": True, "seed": 5}
    game = imhotep.new_game(**table)
    chance, hidden = Stream(5, "play"), 0
    while not game.is_over:
        question = game.ask()
        kept = game.question == "keep_card"
        seat = game.decider
        moves = question.moves
        game.play(moves[chance.below(len(moves))])
        if kept and not game.is_over and game.decider != seat:
            hidden += game.ask().history[-1] is None
    assert hidden > 0


# --- strength, by far


def wins(table: dict[str, Any], spec: str, against: str, games: int) -> float:
    """Both seats of the same deals."""
    total = 0.0
    for number in range(games):
        seat = number % 2
        game = imhotep.new_game(seed=number // 2, **table)
        bots = [make_bot(spec if at == seat else against, seed=number * 2 + at) for at in range(2)]
        play(game, bots)
        total += seat in game.winners()
    return total / games


@pytest.mark.parametrize("table", [table for table in TABLES if table.get("players", 2) == 2], ids=name_of)
def test_greedy_beats_random_by_far(table: dict[str, Any]) -> None:
    assert wins(table, "greedy", "random", scaled(sample=6, test=16, all=30, soak=30)) >= 0.8


class FirstMove(Bot):
    """As examples/stdio_bot.sh plays. In The Duel it fills the harbour before it unloads, which is no bad plan."""

    name = "first"

    def choose(self, question: Question) -> imhotep.Move:
        return question.moves[0]


@pytest.mark.parametrize("sides", ["AAAA", "BBBB", "ABAB", "BABA"])
def test_greedy_knows_what_a_meeple_and_a_turn_are_worth_in_the_duel(sides: str) -> None:
    won, games = 0, 10
    for seed in range(games):
        greedy, first = make_bot("greedy", seed=seed), FirstMove(Options())
        game = play(imhotep.new_game("duel", sides=sides, seed=seed // 2, first=seed % 2), [greedy, first])
        won += game.scores()[0] > game.scores()[1]
    assert won >= 8


@pytest.mark.parametrize("table", [TABLES[0], TABLES[4]], ids=name_of)
def test_a_search_beats_random_by_far(table: dict[str, Any]) -> None:
    assert wins(table, "mcts:sims=60", "random", scaled(sample=4, test=10, all=10, soak=10)) >= 0.8


@pytest.mark.skipif(not COMPILED, reason="takes long without the compiled engine")
@pytest.mark.parametrize("table", [TABLES[0], TABLES[4]], ids=name_of)
def test_a_search_beats_greedy(table: dict[str, Any]) -> None:
    assert wins(table, "mcts:sims=1500", "greedy", scaled(sample=2, test=3, all=6, soak=6)) >= 0.8


def test_each_level_searches_more_than_the_one_below_and_none_takes_long() -> None:
    levels = [bot.level for bot in LEVELS]
    assert [level.name for level in levels] == [
        "porter",
        "apprentice",
        "mason",
        "scribe",
        "architect",
        "vizier",
        "pharaoh",
    ]
    assert all(low.sims["mcts"] < high.sims["mcts"] for low, high in pairwise(levels))
    table = search_table()
    for game, rules in RULES.items():
        for players in rules.players:
            seconds = [min(level.seconds, table.seconds(game, players, level.sims["mcts"])) for level in levels]
            assert max(seconds[:-2]) <= 0.1  # all but the top two, where the engine is compiled
            assert seconds[-1] <= 2


def test_ratings_in_the_documentation_are_those_that_were_measured() -> None:
    text = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
    told = {
        name: [int(rating.replace("−", "-")) for rating in ratings]
        for name, *ratings in re.findall(r"^\| `(\w+)`[^|]*\|[^|]*\| (−?\d+) \| (−?\d+) \|", text, re.MULTILINE)
    }
    measured: dict[str, list[int]] = {}
    for table in ("AAAAA", "duel_AAAA"):
        file = ROOT / "benchmarks" / "strength" / f"levels_{table}.json"
        for bot in json.loads(file.read_text(encoding="utf-8"))["results"]:
            measured.setdefault(bot["spec"], []).append(round(bot["rating"]))
    assert told == measured
    for ratings in zip(*(measured[level.name] for level in LEVELS if level.name in measured), strict=True):
        assert list(ratings) == sorted(ratings)


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="takes long without the compiled engine")
@pytest.mark.parametrize("table", [TABLES[0], TABLES[4]], ids=name_of)
def test_a_level_beats_the_one_two_below(table: dict[str, Any]) -> None:
    assert wins(table, "mason", "random", 6) >= 0.8
    assert wins(table, "architect", "apprentice", 10) >= 0.7


# --- the search itself


def test_the_tree_is_kept_between_moves_and_dropped_when_the_game_goes_elsewhere() -> None:
    game = imhotep.new_game("duel", seed=3, first=0)
    bot = make_bot("mcts:sims=300", seed=1)
    assert isinstance(bot, MctsBot)
    game.play(bot.choose(game.ask()))
    tree = bot._tree
    assert tree is not None
    played = game.code(game.entries[-1].text)
    reply = max(game.legal_moves(), key=lambda move: visits_below(tree, played, game.code(move)))
    game.play(reply)
    bot.choose(game.ask())
    assert bot._tree is tree
    other = imhotep.new_game("duel", seed=4, first=0)
    bot.choose(other.ask())
    assert bot._tree is not tree


def test_another_game_begins_with_a_new_tree() -> None:
    """No decision was made in either, so their histories are alike: of the same game, and of the other one."""
    bot = make_bot("mcts:sims=20", seed=1)
    assert isinstance(bot, MctsBot)
    trees = []
    for game in (
        imhotep.new_game("duel", seed=3),
        imhotep.new_game("duel", seed=4),
        imhotep.new_game("builder", players=2, seed=3),
    ):
        assert game.can_play(bot.choose(game.ask()))
        trees.append(bot._tree)
    assert len({id(tree) for tree in trees}) == 3


def visits_below(tree: Tree, move: int, code: int) -> int:
    """How often a reply to a move was tried."""
    best = next(node for node in range(1, tree.count) if tree.code[node] == move and in_root(tree, node))
    child = tree.first[best]
    while child != 0:
        if tree.code[child] == code:
            return int(tree.visits[child])
        child = tree.next[child]
    return 0


def in_root(tree: Tree, node: int) -> bool:
    child = tree.first[tree.root]
    while child not in (0, node):
        child = tree.next[child]
    return bool(child == node)


def test_a_kept_tree_never_gives_a_move_of_another_deal() -> None:
    """Its root may have children that were legal only in deals that turned out not to be."""
    for seed in range(4):
        game = imhotep.new_game("builder", players=3, sides="BBBBB", wrath=True, seed=seed)
        play(game, [make_bot("mcts:sims=50", seed=seat) for seat in range(3)])
        assert game.is_over


def test_the_tree_s_numbers_add_up_and_the_position_is_not_changed() -> None:
    game = imhotep.new_game("builder", players=3, sides="ABABA", seed=2)
    position = game.ask().position()
    before = position.numbers()
    tree = search_tree(position, MctsOptions())
    tree.search(position, position.decider(), 400, Random(3))
    assert position.numbers() == before
    tried = tree.tried(position)
    assert sum(visits for _, visits, _ in tried) == 400 == tree.visits[tree.root]
    assert all(0.0 <= mean <= 1.0 for _, _, mean in tried)
    assert tried[0][0] == tree.best(position)
    assert tree.count == 401


def test_a_search_plays_against_those_who_can_win() -> None:
    """Whoever has left the game wins nothing, and nobody has to be ahead of them."""
    game = imhotep.new_game("builder", players=3, sides="ABABA", seed=2)
    game.resign(1)
    position, ahead = game.ask().position(), 0
    for win, scale in ((1.0, 20.0), (0.0, 7.0)):
        tree, chance = search_tree(position, MctsOptions(win=win, scale=scale), game.ask().out), Random(3)
        for _ in range(40):
            tree.search(position, position.decider(), 1, chance)
            first, left, last = (int(tree.scratch.score(seat)) for seat in range(3))
            ahead += left > max(first, last)
            if win:
                assert (sum(tree.evaluator.rewards[seat] for seat in range(3)), tree.evaluator.rewards[1]) == (1.0, 0.0)
                assert first == last or tree.evaluator.rewards[0 if first > last else 2] == 1.0
            else:
                margins = [first - last, left - max(first, last), last - first]
                expected = [0.5 + 0.5 * math.tanh(margin / scale) for margin in margins]
                assert [tree.evaluator.rewards[seat] for seat in range(3)] == pytest.approx(expected)
    assert ahead > 5


def test_a_playout_is_broken_off_where_the_game_can_be_judged_before_its_end() -> None:
    """Unless somebody wants to know what came out."""
    for game, horizon, over in (("duel", None, False), ("duel", 10_000, True), ("builder", None, True)):
        position = imhotep.new_game(game, 2, seed=2).ask().position()
        for explains in (False, True):
            tree = search_tree(position, MctsOptions(horizon=horizon))
            tree.outcomes = Outcomes(position.seats, position.sources(), 3) if explains else None
            tree.search(position, position.decider(), 1, Random(3))
            rewards = tree.evaluator.rewards
            assert tree.scratch.is_over() == (over or explains)
            assert rewards[0] + rewards[1] == pytest.approx(1.0)
            assert 0.0 < rewards[0] < 1.0


def test_a_game_that_is_broken_off_is_judged_by_what_each_can_expect() -> None:
    game = imhotep.new_game("builder", players=3, sides="ABABA", seed=2)
    game.resign(1)
    position = game.ask().position()
    tree, chance = search_tree(position, MctsOptions(horizon=4, win=1.0), game.ask().out), Random(3)
    for _ in range(20):
        tree.search(position, position.decider(), 1, chance)
        lead = tree.evaluator.points[0] - tree.evaluator.points[2]
        chances = [0.5 + 0.5 * math.tanh(lead / DOUBT), 0.0, 0.5 - 0.5 * math.tanh(lead / DOUBT)]
        assert [tree.evaluator.rewards[seat] for seat in range(3)] == pytest.approx(chances)


def test_when_somebody_leaves_the_search_begins_anew() -> None:
    """What the tree knows is about winning against somebody who can't win any more."""
    game = imhotep.new_game("builder", players=3, seed=2)
    bot = make_bot("mcts:sims=20", seed=1)
    assert isinstance(bot, MctsBot)
    bot.choose(game.ask())
    tree = bot._tree
    bot.choose(game.ask())
    assert bot._tree is tree
    game.resign(1)
    bot.choose(game.ask())
    assert bot._tree is not tree


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_a_tidied_tree_is_the_same_below_its_root(table: dict[str, Any]) -> None:
    game = imhotep.new_game(seed=2, **table)
    position = game.ask().position()
    tree = search_tree(position, MctsOptions())
    tree.search(position, position.decider(), scaled(sample=100, test=500, all=500, soak=500), Random(3))
    code = int(tree.best(position))
    assert tree.follow(code)
    before, nodes = below(tree, int(tree.root)), tree.count
    assert len(before) > 10
    tree.tidy()
    assert tree.root == 0
    assert tree.count == len(before) < nodes
    assert below(tree, 0) == before
    position.apply(code)
    if not position.is_over():
        tree.search(position, position.decider(), 50, Random(4))
        assert tree.visits[tree.root] == before[()][0] + 50


def below(tree: Tree, node: int, path: tuple[int, ...] = ()) -> dict[tuple[int, ...], tuple[int, int, float]]:
    """Everything that a node and those below it hold, by the codes that lead there."""
    found = {path: (int(tree.visits[node]), int(tree.mover[node]) if path else 0, float(tree.value[node]))}
    child = int(tree.first[node])
    while child != 0:
        found |= below(tree, child, (*path, int(tree.code[child])))
        child = int(tree.next[child])
    return found


def test_a_search_ends_when_its_choice_can_t_change_any_more() -> None:
    """And chooses what it would have chosen."""
    game = imhotep.new_game("duel", seed=3)
    position = game.ask().position()
    sims = scaled(sample=300, test=3000, all=3000, soak=3000)
    for seed in range(5):
        bot = make_bot(f"mcts:sims={sims}", seed=seed)
        assert isinstance(bot, MctsBot)
        move = bot.choose(game.ask())
        tree = bot._tree
        assert tree is not None
        done = int(tree.visits[tree.root])
        assert done == sims or tree.lead(position) > sims - done
        chance = random.Random(seed)
        whole = search_tree(position, MctsOptions())
        whole.search(position, position.decider(), sims, Random(chance.getrandbits(60)))
        assert game.code(move) == whole.best(position)


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="takes long without the compiled engine")
def test_a_search_that_goes_on_keeps_within_its_room() -> None:
    """In a process of its own: what the system says it needed at most, with the largest tree there can be. The system's
    getrusage would tell what the process that started it has, if that is more."""
    program = """
import imhotep
from imhotep.bots.players import MctsOptions, search_tree
from imhotep.engine.kernel import Random
from imhotep.engine.search.tree import MOST_NODES
position = imhotep.new_game("duel", seed=1).ask().position()
tree = search_tree(position, MctsOptions(redraws=0))
while tree.count < MOST_NODES:
    tree.search(position, position.decider(), 10000, Random(int(tree.count)))
tree.search(position, position.decider(), 1000, Random(1))
assert tree.count == MOST_NODES
print(next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM")) // 1024)
"""
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert int(answer.stdout) < 300


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="takes long without the compiled engine")
@pytest.mark.parametrize(
    "spec",
    [
        "mcts:sims=200",
        pytest.param("vizier", marks=pytest.mark.skipif(SCALE != "soak", reason="takes minutes: make soak")),
    ],
)
def test_a_thousand_moves_leave_nothing_behind(spec: str) -> None:
    """The second half needs no more room than the first, and the top level never much."""
    program = f"""
import imhotep, gc
from imhotep.bots import make_bot
def resident():
    gc.collect()
    return int(open("/proc/self/statm").read().split()[1]) * 4096 // 2**20
tables = [dict(game="builder", players=4, sides="ABCDA"), dict(game="duel")]
bots, moves, number, most = [make_bot({spec!r}, seed) for seed in range(4)], 0, 0, [0, 0]
while moves < 1000:
    game = imhotep.new_game(seed=number, **tables[number % 2])
    number += 1
    while game.decider is not None and moves < 1000:
        if moves % 10 == 0:
            most[moves // 500] = max(most[moves // 500], resident())
        game.play(bots[game.decider].choose(game.ask()))
        moves += 1
print(*most)
"""
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    first, second = map(int, answer.stdout.split())
    assert second - first < 8
    assert second < 300


class StoppingTree:
    """A tree in one of whose steps its bot is told to stop."""

    def __init__(self, tree: Tree, bot: MctsBot, last: int) -> None:
        self.tree, self.bot, self.last, self.steps = tree, bot, last, 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.tree, name)

    def search(self, position: Position, seat: int, count: int, chance: Random) -> None:
        self.tree.search(position, seat, count, chance)
        self.steps += 1
        if self.steps == self.last:
            self.bot.stop()


FIRST = BATCH // STEP  # steps; the first batch is always whole, a later one is not


@pytest.mark.parametrize(("told", "steps"), [(1, FIRST), (FIRST + 3, FIRST + 3)], ids=["first", "later"])
@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_a_search_that_is_told_to_stop_begins_no_further_step(table: dict[str, Any], told: int, steps: int) -> None:
    """How long a step takes is measured by `make bench`: stops on request."""
    game = imhotep.new_game(seed=3, **table)
    bot = make_bot("mcts:seconds=600", seed=1)
    assert isinstance(bot, MctsBot)
    trees: list[StoppingTree] = []

    def stopping(*given: Any) -> StoppingTree:
        trees.append(StoppingTree(search_tree(*given), bot, told))
        return trees[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("imhotep.bots.players.search_tree", stopping)
        move = bot.choose(game.ask())
    assert game.can_play(move)
    (tree,) = trees
    assert tree.steps == steps


def test_a_stop_before_it_begins_counts_for_the_next_choice_alone() -> None:
    """Not blindly: it has looked at a few games. The choice after that thinks as long as ever."""
    game = imhotep.new_game("duel", seed=3)
    bot = make_bot("mcts:seconds=600", seed=1)
    assert isinstance(bot, MctsBot)
    bot.stop()
    chosen: list[imhotep.Move] = []
    thread = threading.Thread(target=lambda: chosen.append(bot.choose(game.ask())), daemon=True)
    thread.start()
    thread.join(timeout=10)
    assert not thread.is_alive()
    assert game.can_play(chosen[0])
    assert bot._tree is not None
    assert bot._tree.visits[bot._tree.root] == BATCH
    thread = threading.Thread(target=bot.choose, args=[game.ask()])
    thread.start()
    thread.join(timeout=0.3)
    assert thread.is_alive()
    bot.stop()
    thread.join(timeout=60)
    assert not thread.is_alive()


def test_seconds_are_the_bot_s_own_also_where_others_think() -> None:
    question = imhotep.new_game("builder", 2, seed=3).ask()
    bot = make_bot("mcts:seconds=0.3,exploration=10", seed=1)  # which tries all moves alike: it can't end early
    over = threading.Event()

    def think() -> None:
        while not over.is_set():
            sum(range(1000))

    other = threading.Thread(target=think)
    other.start()
    try:
        start = time.thread_time()
        bot.choose(question)
        spent = time.thread_time() - start
    finally:
        over.set()
        other.join()
    assert spent > 0.25


# --- quick looks and merged moves


@pytest.mark.parametrize("id", GAMES)
def test_an_estimate_changes_nothing_and_is_the_score_at_the_end(id: str) -> None:
    for table in [table for table in TABLES if table["game"] == id]:
        game = imhotep.new_game(seed=6, **table)
        position, chance = game.raw, Stream(6, "play")
        values = search_tree(position, MctsOptions()).evaluator.rewards  # four numbers in the engine's form
        while not game.is_over:
            before = position.numbers()
            position.estimate(values)
            assert position.numbers() == before
            assert all(-100 < values[seat] < 400 for seat in range(game.players))
            moves = game.legal_moves()
            game.play(moves[chance.below(len(moves))])
        position.estimate(values)
        assert [values[seat] for seat in range(game.players)] == game.scores()


def test_what_bots_go_by_changes_only_knowingly() -> None:
    """No rule says what an estimate must be, and no quick game shows that it has got worse: so they are kept."""
    assert glances() == json.loads(FILE.read_text(encoding="utf-8")), "see tests/support/estimates.py"


@pytest.mark.parametrize("id", GAMES)
def test_the_estimates_that_are_kept_are_of_all_sides_and_numbers_of_players(id: str) -> None:
    sides: set[tuple[int, str]] = set()
    players: list[int] = []
    for _, _, position in positions(id):
        assert isinstance(position, Builder | Duel)
        sides.update(enumerate(position.sides))
        players.append(int(position.seats))
    assert len(players) >= 60
    assert set(players) == ({2, 3, 4} if id == "builder" else {2})
    assert sides == set(itertools.product(range(5), "ABCD") if id == "builder" else itertools.product(range(4), "AB"))


def test_at_the_alley_the_edge_counts_only_when_no_obelisk_is_free() -> None:
    """Also in an edition in which a stone there is worth more than on any obelisk."""
    text = changed(
        built_in_text("dynasty"),
        {
            'edition = "dynasty"': 'edition = "rich_edge"',
            "unfinished = 1                          # for each stone\noverflow = 1": "unfinished = 1\noverflow = 9",
        },
    )
    full = [[0, height] for height in (5, 4, 4, 3, 3, 2, 2)]
    for alley, worth in (([], 16 / 5), (full[:1], 12 / 4), (full[:6], 4 / 2), (full, 9.0)):
        game = imhotep.new_game(
            "builder", 2, "AAAAD", seed=1, edition=read(text, "rich_edge"), position={"ships": SHIPS, "obelisks": alley}
        )
        assert isinstance(game.raw, Builder)
        assert game.raw.boards[Site.OBELISKS].prospect(game.raw, 1) == worth


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_merged_moves_lead_to_the_same_game(table: dict[str, Any]) -> None:
    """What is left out has an equal among what stays: the same points are in store, only numbers of ships differ."""
    game = imhotep.new_game(seed=9, **table)
    chance, all_of_them, kept = Stream(9, "play"), Actions(), Actions()
    values = search_tree(game.raw, MctsOptions()).evaluator.rewards
    scratch = game.raw.blank()

    def estimates(code: int) -> list[float]:
        scratch.copy_from(game.raw)
        scratch.apply(code)
        scratch.estimate(values)
        return [round(values[seat], 6) for seat in range(game.players)]

    merged = 0
    while not game.is_over:
        game.raw.legal(all_of_them)
        game.raw.legal(kept)
        game.raw.distinct(kept)
        codes, left = all_of_them.to_list(), kept.to_list()
        assert left
        assert [code for code in codes if code in left] == left
        assert [game.raw.canonical(code) for code in left] == left
        for code in set(codes) - set(left):
            merged += 1
            same = game.raw.canonical(code)
            assert same in left
            assert estimates(int(same)) == estimates(code)
            assert game.rules.move(game.raw, game.setup, same).verb == game.rules.move(game.raw, game.setup, code).verb
        moves = game.legal_moves()
        game.play(moves[chance.below(len(moves))])
    assert merged > 0 or table["game"] == "duel"


def test_of_equal_ships_only_the_first_is_loaded_and_sails() -> None:
    ships = [ship(2, 0), ship(2, 0), ship(2, 1), ship(2, 0)]  # the third one carries another stone
    game = imhotep.new_game("builder", 2, seed=1, position={"ships": ships, "sleds": [2, 2]})
    kept = Actions()
    game.raw.legal(kept)
    game.raw.distinct(kept)
    left = [str(game.rules.move(game.raw, game.setup, code)) for code in kept.to_list()]
    first = [
        str(move) for move in game.legal_moves() if not str(move).startswith(("load 2", "load 4", "sail 2", "sail 4"))
    ]
    assert left == first
    assert sum(move.startswith("sail 1") for move in left) == sum(move.startswith("sail 3") for move in left) == 5


def test_a_ship_that_a_card_has_chosen_is_not_merged_with_an_equal_one() -> None:
    """Of two equal ships only the second may sail: the first one's code would not be legal."""
    game = imhotep.load_file(RECORDS / "equal_ships.imh")
    assert game.question == "sail_ship"
    legal, kept = Actions(), Actions()
    game.raw.legal(legal)
    game.raw.legal(kept)
    game.raw.distinct(kept)
    assert kept.to_list() == legal.to_list()
    assert game.can_play(make_bot("mcts:sims=20", seed=1).choose(game.ask()))
