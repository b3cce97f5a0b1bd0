"""Levels, and which search plays where: a table in data that says nothing without a match."""

import json
from importlib import resources
from typing import Any

import msgspec
import pytest

import imhotep
from imhotep.bots import LEVELS, LearnedBot, MctsBot, levels, make_bot
from imhotep.bots import learned as learned_module
from imhotep.bots.levels import LevelBot
from imhotep.bots.players import MctsOptions, search_tree
from imhotep.bots.search_table import FILE, SearchTable, SearchTableError, read, search_table
from imhotep.bots.weights import weights_of
from imhotep.engine.kernel import Random
from imhotep.table.games import RULES
from tests.support.networks import some_network
from tests.support.paths import ROOT

TEXT = resources.files("imhotep.bots").joinpath(FILE).read_text(encoding="utf-8")
FIRST_CELL = 'game = "builder"\nplayers = 2\nseconds = 0.01\nsearch = "mcts"'
RESULT = "benchmarks/gates/results/two_players.json"


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (FIRST_CELL, FIRST_CELL.replace("mcts", "learned"), "learned needs the match that shows it"),
        (FIRST_CELL, FIRST_CELL + '\nmatch = "my memory"', "a match is the result of a gate"),
        (FIRST_CELL, FIRST_CELL.replace("mcts", "guess"), "Invalid enum value 'guess'"),
        (FIRST_CELL, FIRST_CELL.replace("players = 2", "players = 5"), "there is no such game"),
        (FIRST_CELL, FIRST_CELL.replace("0.01", "0.05"), "is there twice"),
        (FIRST_CELL, FIRST_CELL.replace("learned", "mcts") + "\nodd = 1", "unknown field `odd`"),
        (
            FIRST_CELL,
            FIRST_CELL.replace("mcts", "learned") + f'\nmatch = "{RESULT}"',
            "porter: sims.learned is missing, which builder with 2 players needs",
        ),
        ("sims.mcts = 150\n", "sims.mcts = 20\n", "mason has no more simulations than apprentice"),
        ("sims.mcts = 150\n", "sims.learned = 150\n", "mason: sims.mcts is missing"),
        ('name = "mason"', 'name = "porter"', "each has a name of its own"),
        ("4 = 75_000\n", "", "speed.builder has a number above 0 for each number of players"),
        ("[speed.duel]", "[speed.duel", "at line"),
    ],
)
def test_a_table_that_contradicts_itself_is_refused(old: str, new: str, reason: str) -> None:
    assert TEXT.count(old) >= 1
    with pytest.raises(SearchTableError, match=r"levels\.toml: ") as refused:
        read(TEXT.replace(old, new, 1))
    assert reason in str(refused.value)


def test_every_game_needs_a_cell() -> None:
    without = TEXT[: TEXT.index('[[cells]]\ngame = "duel"')]
    with pytest.raises(SearchTableError, match="duel with 2 players has no cell"):
        read(without)


def test_a_cell_says_learned_only_where_its_match_was_won() -> None:
    """The cited result exists, its last try was met, and it was played at that cell's budget."""
    for cell in search_table().cells:
        if cell.match is not None:
            tries = json.loads((ROOT / cell.match).read_text(encoding="utf-8"))["tries"]
            played = [match for match in tries[-1]["matches"] if match["first"] == f"learned:seconds={cell.seconds:g}"]
            assert played
            if cell.search == "learned":
                assert all(match["met"] for match in played)


def test_the_nearest_budget_counts() -> None:
    table = read(TEXT)
    cells = [
        msgspec.structs.replace(cell, search="learned", match=RESULT) if cell.seconds == 0.05 else cell
        for cell in table.cells
    ]
    table = msgspec.structs.replace(table, cells=cells)
    found = [table.strongest("builder", 2, seconds) for seconds in (0.0001, 0.01, 0.02, 0.03, 0.1, 0.12, 0.3, 5.0)]
    assert found == ["mcts", "mcts", "mcts", "learned", "learned", "mcts", "mcts", "mcts"]


# --- the bots


@pytest.fixture
def with_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """A network for Builder is installed, and the table says that it plays best everywhere."""
    network = some_network("builder")
    monkeypatch.setattr(
        learned_module, "built_in", lambda game: (network, weights_of(network)) if game == "builder" else None
    )
    table = search_table()
    cells = [msgspec.structs.replace(cell, search="learned", match=RESULT) for cell in table.cells]
    monkeypatch.setattr(levels, "search_table", lambda: msgspec.structs.replace(table, cells=cells))


def level(budget: dict[Any, int]) -> LevelBot:
    class Level(LevelBot):
        level = msgspec.structs.replace(LEVELS[1].level, sims=budget)

    return Level(Level.options_type(), seed=1)


@pytest.mark.usefixtures("with_network")
def test_a_level_plays_with_the_search_of_the_table_and_its_budget_for_it() -> None:
    bot = level({"mcts": 20, "learned": 7})
    builder, duel = imhotep.new_game("builder", seed=1).ask(), imhotep.new_game("duel", seed=1).ask()
    assert bot.choose(builder) in builder.moves
    assert isinstance(bot._search, LearnedBot)
    tree = bot._search._tree
    assert tree is not None
    assert tree.visits[tree.root] == 7
    assert bot.choose(duel) in duel.moves  # where nothing has been learned
    assert isinstance(bot._search, MctsBot)
    tree = bot._search._tree
    assert tree is not None
    assert tree.visits[tree.root] == 20


@pytest.mark.usefixtures("with_network")
def test_a_stop_before_the_first_choice_counts_whichever_search_makes_it() -> None:
    bot = level({"mcts": 1_000_000, "learned": 1_000_000})
    question = imhotep.new_game("builder", seed=1).ask()
    bot.stop()
    assert bot.choose(question) in question.moves
    tree = bot._search._tree
    assert tree is not None
    assert tree.visits[tree.root] < 10_000


def test_without_a_network_a_level_is_mcts_with_its_simulations() -> None:
    question = imhotep.new_game("builder", seed=1).ask()
    assert make_bot("mason", seed=3).choose(question) == make_bot("mcts:sims=150,seconds=1", seed=3).choose(question)


def test_the_gentlest_level_prefers_what_looked_better_of_what_it_tried() -> None:
    """Of moves tried equally often it takes the best, not just any."""
    position = imhotep.new_game("builder", seed=4).ask().position()
    for seed in range(20):
        tree = search_tree(position, MctsOptions())
        tree.search(position, position.decider(), 10, Random(seed))
        found = tree.tried(position)
        most = max(visits for _, visits, _ in found)
        best = max(mean for _, visits, mean in found if visits == most)
        assert next(mean for code, _, mean in found if code == tree.best(position)) == best


def test_the_table_covers_every_number_of_players() -> None:
    table: SearchTable = search_table()
    for game, rules in RULES.items():
        for players in rules.players:
            assert {cell.seconds for cell in table.cells if (cell.game, cell.players) == (game, players)} == {
                0.01,
                0.05,
                0.25,
                1.0,
            }
