"""The arena: fair seatings, the same games for the same seed, intervals, bots that fail, stopping and going on."""

import json
import os
import random
import shlex
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import permutations
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import msgspec
import pytest

from imhotep import FileError, ImhotepError, SetupError
from imhotep.bots import bot_types
from imhotep.cli.arena import show
from imhotep.lab.matches import executors
from imhotep.lab.matches.arena import Arena, ArenaError, ArenaResult, run_arena
from imhotep.lab.matches.intervals import student, win_rate_interval
from imhotep.lab.matches.journal import Journal, Outcome
from imhotep.lab.matches.results import BotResult, bot_results, ratings
from imhotep.lab.matches.seatings import games_per_deal, seatings
from tests.support.waiting import processes_with, wait_for

KEYS = [
    *("game", "players", "sides", "first", "variants", "rules", "edition", "seed", "engine", "bots", "both_ways"),
    *("games_asked", "games", "deals", "games_per_deal", "stopped", "results", "forfeits", "unrated", "command"),
]
RESULT_KEYS = {"spec", "games", "wins", "win_rate", "interval", "mean_margin", "rating", "seconds_per_move"}

BAD_BOTS = """
import contextlib, os
from imhotep.bots import RandomBot
from imhotep.table.moves import Move

class Raising(RandomBot):
    name = "raising"
    def choose(self, question):
        raise ZeroDivisionError("three\\nlines of\\ntext")

class Leaving(RandomBot):
    name = "leaving"
    def choose(self, question):
        raise SystemExit(0)

class Hanging(RandomBot):
    name = "hanging"
    def choose(self, question):
        while True:
            pass

class Illegal(RandomBot):
    name = "illegal"
    def choose(self, question):
        return Move(text="sail 99 temple", verb="sail")

class Nonsense(RandomBot):
    name = "nonsense"
    def choose(self, question):
        return {"move": 7}

class Dying(RandomBot):
    name = "dying"
    def choose(self, question):
        os._exit(7)

class Meddling(RandomBot):
    name = "meddling"
    def choose(self, question):
        for number in range(3, 30):
            with contextlib.suppress(OSError):
                os.write(number, b"seven\\n")
        return super().choose(question)

class Unmade(RandomBot):
    name = "unmade"
    def __init__(self, options, seed=None):
        if seed is not None:  # only where games are played
            os._exit(8)

class Unmakable(RandomBot):
    name = "unmakable"
    def __init__(self, options, seed=None):
        raise RuntimeError("no weights")

class Chatty(RandomBot):
    name = "chatty"
    def choose(self, question):
        print("{ I think, therefore", flush=True)
        return super().choose(question)
"""
BAD_NAMES = [
    "raising",
    "leaving",
    "hanging",
    "illegal",
    "nonsense",
    "dying",
    "meddling",
    "unmade",
    "unmakable",
    "chatty",
]


@pytest.fixture
def bad_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Bots of a package that registers them, as other people's packages do."""
    folder = tmp_path / "site"
    about = folder / "arena_test_bots-1.dist-info"
    about.mkdir(parents=True)
    (folder / "arena_test_bots.py").write_text(BAD_BOTS)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: arena_test_bots\nVersion: 1\n")
    lines = [f"{name} = arena_test_bots:{name.capitalize()}" for name in BAD_NAMES]
    (about / "entry_points.txt").write_text("\n".join(["[imhotep.bots]", *lines]) + "\n")
    monkeypatch.syspath_prepend(str(folder))
    bot_types.cache_clear()
    yield folder
    bot_types.cache_clear()
    sys.modules.pop("arena_test_bots", None)


def command(*arguments: str | Path) -> list[str]:
    return [sys.executable, "-m", "imhotep", "arena", *map(str, arguments)]


def run(*arguments: str | Path, **options: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command(*arguments), capture_output=True, text=True, timeout=120, **options)


def rating_of(bot: BotResult) -> float:
    assert bot.rating is not None
    return bot.rating


def without_times(result: ArenaResult) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(result)
    for bot in plain["results"]:
        del bot["seconds_per_move"]
    return plain


# --- who sits where


@pytest.mark.parametrize("both_ways", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("bots", [2, 3, 4, 5])
def test_every_deal_is_fair(bots: int, players: int, both_ways: bool) -> None:
    """Each bot has each seat equally often, against the same opponents."""
    for deal in range(7):
        games = seatings(bots, players, deal, both_ways)
        assert len(games) == len(set(games)) == games_per_deal(bots, players, both_ways)
        met: dict[int, dict[int, Counter[tuple[int, ...]]]] = {bot: {} for bot in range(bots)}
        for seating in games:
            assert len(seating) == players
            for seat, bot in enumerate(seating):
                others = tuple(sorted(seating[:seat] + seating[seat + 1 :]))
                met[bot].setdefault(seat, Counter())[others] += 1
        for bot in range(bots):
            assert set(met[bot]) == set(range(players))
            assert all(met[bot][seat] == met[bot][0] for seat in range(players))


def test_as_many_games_a_deal_as_documented() -> None:
    assert games_per_deal(2, 2) == 2
    assert games_per_deal(4, 2) == 12  # six pairs
    assert games_per_deal(3, 3) == 3
    assert games_per_deal(5, 4) == 20  # five tables
    assert games_per_deal(2, 4) == 4  # one against three
    assert games_per_deal(2, 4, both_ways=True) == 8
    assert games_per_deal(3, 4) == 8  # the first against three of each other


@pytest.mark.parametrize("players", [3, 4])
def test_every_order_comes_up(players: int) -> None:
    orders = len(list(permutations(range(1, players))))
    seen = [seating for deal in range(orders) for seating in seatings(players, players, deal)]
    assert sorted(seen) == sorted(permutations(range(players)))


def test_games_of_a_deal_share_its_cards_and_nothing_else() -> None:
    arena = Arena(["greedy", "random", "random"], players=3, games=6, seed=5)
    deals = [[arena.match(deal, number) for number in range(3)] for deal in range(2)]
    assert [len({spec.seed for spec in deal}) for deal in deals] == [1, 1]
    assert deals[0][0].seed != deals[1][0].seed
    seeds = [seed for deal in deals for spec in deal for seed in spec.bot_seeds]
    assert len(set(seeds)) == 18
    assert Arena(["greedy", "random", "random"], players=3, seed=6).match(0, 0).seed != deals[0][0].seed
    assert [spec.bots.index("greedy") for spec in deals[0]] == [0, 1, 2]


# --- playing


def test_the_same_games_whatever_the_number_of_processes() -> None:
    table: dict[str, Any] = {"game": "duel", "sides": "ABAB", "games": 5, "seed": 3}
    bots = ["greedy:deals=1", "random", "mcts:sims=2"]
    one = run_arena(bots, jobs=1, **table)
    assert one.games_per_deal == 6
    assert one.games == 6  # rounded up
    assert one.games_asked == 5
    assert without_times(run_arena(bots, jobs=2, **table)) == without_times(one)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
        assert without_times(run_arena(bots, executor=executor, **table)) == without_times(one)
    assert without_times(run_arena(bots, jobs=2, **{**table, "seed": 4}))["results"] != without_times(one)["results"]


def test_results_are_what_the_games_say() -> None:
    arena = Arena(["random", "greedy:deals=1"], players=3, games=3, seed=2, wrath=True)
    seen: list[Outcome] = []
    result = arena.run(jobs=2, on_game=seen.append)
    assert result.games == len(seen) == 3
    one, copies = result.results
    assert (one.games, copies.games) == (3, 6)
    assert one.wins + copies.wins == pytest.approx(3)
    assert one.win_rate == pytest.approx(one.wins / 3)
    assert copies.win_rate == pytest.approx(copies.wins / 6)
    margins = []
    for outcome in seen:
        seat = arena.seating(outcome.deal, outcome.seating).index(0)
        margins.append(outcome.scores[seat] - max(outcome.scores[:seat] + outcome.scores[seat + 1 :]))
        better, as_good = (
            sum(s > outcome.scores[seat] for s in outcome.scores),
            outcome.scores.count(outcome.scores[seat]),
        )
        assert better < outcome.places[seat] <= better + as_good
    assert one.mean_margin == pytest.approx(sum(margins) / 3)
    assert all(bot.seconds_per_move is not None and 0 < bot.seconds_per_move < 1 for bot in result.results)
    assert rating_of(one) < 25 < rating_of(copies)


def outcome(deal: int, seating: int, places: list[int], scores: list[int]) -> Outcome:
    return Outcome(deal=deal, seating=seating, places=places, scores=scores, moves=[10, 20], seconds=[1.0, 4.0])


def test_shared_wins_count_in_parts() -> None:
    games = [(outcome(0, 0, [1, 1], [30, 30]), (0, 1)), (outcome(0, 1, [2, 1], [30, 40]), (1, 0))]
    one, two = bot_results(["a", "b"], games)
    assert (one.wins, two.wins) == (1.5, 0.5)
    assert (one.mean_margin, two.mean_margin) == (5, -5)
    assert one.seconds_per_move == pytest.approx(5 / 30)
    assert rating_of(one) > rating_of(two)


def test_ratings_tell_who_is_stronger_and_stay_put_at_ties() -> None:
    wins = [(outcome(deal, 0, [1, 2], [9, 3]), (0, 1)) for deal in range(10)]
    strong, weak = ratings(2, wins)
    assert strong > 35
    assert weak < 15
    tie = [(outcome(0, 0, [1, 1], [9, 9]), (0, 1))]
    assert ratings(2, tie) == pytest.approx([25, 25])


def test_the_command_gives_the_same_games(tmp_path: Path) -> None:
    options = [
        "--game",
        "duel",
        "--sides",
        "BBAB",
        "--rule",
        "partial_action_tokens",
        "--games",
        "3",
        "--seed",
        str(2**100),
    ]
    done = run("random", "greedy:deals=1", *options, "--jobs", "2", "--first", "1", "--json")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    result = json.loads(done.stdout)
    assert list(result) == KEYS
    assert [set(bot) for bot in result["results"]] == [RESULT_KEYS] * 2
    assert (result["game"], result["players"], result["sides"], result["seed"]) == ("duel", 2, "BBAB", 2**100)
    assert (result["games"], result["deals"], result["stopped"], result["forfeits"]) == (4, 2, "all played", [])
    words = shlex.split(result["command"])
    assert words[:2] == ["imhotep", "arena"]
    again = json.loads(run(*words[2:], "--json").stdout)
    for bot in result["results"] + again["results"]:
        del bot["seconds_per_move"]
    assert again == result


def test_tables_for_people() -> None:
    done = run("greedy", "random", "--games", "5", "--game", "duel", env={**os.environ, "COLUMNS": "80"})
    assert done.returncode == 0, done.stderr
    for words in ("6 games", "5 were asked for", "95 %", "rating", "Again: imhotep arena greedy random"):
        assert words in done.stdout
    for line in done.stdout.splitlines():
        if line.startswith(("┏", "┃", "│")):  # rich would leave out the last border
            assert line.rstrip().endswith(("┓", "┃", "│")), line
            assert len(line.rstrip()) < 80  # with room for thousands of games


def test_one_game_is_told_as_one(capsys: pytest.CaptureFixture[str]) -> None:
    show(run_arena(["random", "random"], game="duel", games=1, seed=1))
    assert "2 games of duel" in (said := capsys.readouterr().out)
    assert "1 was asked for: rounded up to whole deals." in said


# --- how sure


def test_quantiles_of_student() -> None:
    known = {(1, 0.95): 12.7062, (2, 0.95): 4.3027, (7, 0.99): 3.4995, (10, 0.95): 2.2281, (99, 0.95): 1.9842}
    for (freedom, confidence), value in known.items():
        assert student(freedom, confidence) == pytest.approx(value, abs=1e-4)
    assert student(100, 0.95) == pytest.approx(1.98397, abs=1e-4)
    assert student(10**6, 0.95) == pytest.approx(1.96, abs=1e-3)


def deal_of(kind: str, chance: random.Random) -> float:
    """What a bot wins of two games of a deal: half of all, in different ways."""
    if kind == "independent":
        return sum(chance.random() < 0.5 for _ in range(2))
    if kind == "the seat decides":
        return 1.0 if chance.random() < 0.8 else chance.choice([0.0, 2.0])
    return chance.choice([0.0, 2.0])  # the deal decides


@pytest.mark.parametrize("kind", ["independent", "the seat decides", "the deal decides"])
def test_intervals_hold_what_they_promise(kind: str) -> None:
    chance, widths = random.Random(1), []
    for deals, least in ((4, 0.94), (40, 0.925)):
        held = 0
        for _ in range(600):
            low, high = win_rate_interval([deal_of(kind, chance) for _ in range(deals)], [2] * deals)
            held += low <= 0.5 <= high
            widths.append(high - low)
        assert held / 600 >= least
    width = sum(widths[600:]) / 600
    independent = 2 * 1.96 * (0.25 / 80) ** 0.5
    if kind == "the seat decides":
        assert width < 0.75 * independent  # what duplicate play is for
    elif kind == "the deal decides":
        assert width > 1.25 * independent


def test_few_deals_prove_little() -> None:
    low, high = win_rate_interval([2, 2, 2], [2, 2, 2])
    assert high == 1
    assert 0.2 < low < 0.3
    assert win_rate_interval([], []) == (0.0, 1.0)
    low, high = win_rate_interval([1, 1, 1], [2, 2, 2])
    assert low < 0.2
    assert high > 0.8
    low, high = win_rate_interval([1, 2, 0, 1] * 50, [2] * 200)
    assert 0.44 < low < 0.5 < high < 0.56


def test_until_sure_stops_where_it_is_sure(bad_bots: Path) -> None:
    result = run_arena(["raising", "random"], game="duel", games=10_000, until_sure=True, jobs=2)
    assert result.stopped == "sure"
    assert result.deals in (8, 16, 32)
    assert result.results[0].wins == 0
    assert result.results[0].interval[1] < 0.5
    assert "--until-sure" in result.command


def test_until_sure_plays_all_if_it_is_never_sure(bad_bots: Path) -> None:
    result = run_arena(["raising", "raising"], game="duel", games=40, until_sure=True, jobs=2)
    assert (result.stopped, result.games) == ("all played", 40)
    assert result.results[0].win_rate == 0.5  # whoever begins forfeits


# --- bots that fail


@pytest.mark.parametrize(
    ("bad", "reason", "detail"),
    [
        ("raising", "raised ZeroDivisionError", "three lines of text"),
        ("leaving", "raised SystemExit", "0"),
        ("hanging", "took longer than 0.6 s", ""),
        ("illegal", "returned an illegal move", ""),
        ("nonsense", "returned no move", "{'move': 7}"),
        ("dying", "ended its process (exit code 7)", ""),
        ("meddling", "wrote into the arena's pipe", ""),
        ("unmade", "ended its process (exit code 8)", ""),
    ],
)
def test_a_bot_that_fails_loses_and_the_arena_goes_on(bad_bots: Path, bad: str, reason: str, detail: str) -> None:
    limit = 0.6 if bad == "hanging" else 120.0
    result = run_arena([bad, "random", "random"], players=3, games=3, jobs=2, move_limit=limit)
    assert (result.stopped, result.games) == ("all played", 3)
    assert [(forfeit.bot, forfeit.reason, forfeit.count) for forfeit in result.forfeits] == [(bad, reason, 3)]
    assert detail in result.forfeits[0].example
    assert [bot.win_rate for bot in result.results] == [0, 0.5, 0.5]  # the others share the win
    assert result.results[0].mean_margin is None
    assert rating_of(result.results[0]) < 25 < rating_of(result.results[1])


def test_the_others_games_are_not_touched(bad_bots: Path) -> None:
    mixed = Arena(["dying", "random", "chatty"], game="duel", games=6, seed=8)
    result = mixed.run(jobs=2)
    assert [(forfeit.bot, forfeit.count) for forfeit in result.forfeits] == [("dying", 4)]
    fine = [one for one in mixed.outcomes.values() if one.failure is None]
    assert len(fine) == 2
    assert all(len(one.scores) == 2 and sum(one.moves) > 10 for one in fine)


def test_forfeits_are_said_and_reported(bad_bots: Path) -> None:
    path = os.pathsep.join([str(bad_bots), *filter(None, [os.environ.get("PYTHONPATH")])])
    options = ["--game", "duel", "--games", "4", "--json"]
    done = run("raising", "random", *options, env={**os.environ, "PYTHONPATH": path})
    assert done.returncode == 0, done.stderr
    (line,) = done.stderr.splitlines()  # once, not four times
    assert line.startswith("imhotep: the bot raising raised ZeroDivisionError and forfeits the game")
    (forfeit,) = json.loads(done.stdout)["forfeits"]
    assert (forfeit["bot"], forfeit["reason"], forfeit["count"]) == ("raising", "raised ZeroDivisionError", 4)


# --- stopping and going on


def test_ctrl_c_keeps_what_is_done_and_the_same_command_goes_on(tmp_path: Path) -> None:
    file, mark = tmp_path / "games.jsonl", tmp_path / "mark"
    mark.mkdir()
    path = os.pathsep.join([*filter(None, [os.environ.get("PYTHONPATH")]), str(mark)])  # seen by what it starts
    options = ["--game", "duel", "--seed", "9", "--resume", str(file), "--jobs", "2"]
    process = subprocess.Popen(
        command("random", "random", *options, "--games", "5000", "--json"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
    )
    wait_for(lambda: file.exists() and file.read_bytes().count(b"\n") >= 6)
    if sys.platform == "linux":
        assert len(processes_with(str(mark))) >= 2
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130, err
    assert "Traceback" not in err
    result = json.loads(out)
    assert result["stopped"] == "interrupted"
    assert result["games"] == file.read_bytes().count(b"\n") - 1 >= 5
    assert sum(bot["wins"] for bot in result["results"]) == result["games"]
    if sys.platform == "linux":
        wait_for(lambda: not processes_with(str(mark)))

    kept = file.read_bytes()
    lines = kept.splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:5]) + lines[1][:20])  # as if the system had crashed while it wrote
    table: dict[str, Any] = {"game": "duel", "seed": 9, "games": 8}
    seen: list[Outcome] = []
    resumed = run_arena(["random", "random"], resume=file, on_game=seen.append, **table)
    assert len(seen) == resumed.games == 8
    assert file.read_bytes().startswith(b"".join(lines[:5]))
    assert len({(one.deal, one.seating) for one in seen}) == 8
    assert without_times(resumed) == without_times(run_arena(["random", "random"], jobs=2, **table))
    before = file.read_bytes()
    assert msgspec.to_builtins(run_arena(["random", "random"], resume=file, **table)) == msgspec.to_builtins(resumed)
    assert file.read_bytes() == before  # all was known


def test_games_of_another_arena_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    table: dict[str, Any] = {"game": "duel", "games": 2, "seed": 1, "resume": file}
    run_arena(["random", "random"], **table)
    before = file.read_bytes()
    others: list[tuple[list[str], dict[str, Any], str]] = [
        (["random", "greedy"], {}, "bots"),
        (["random", "random"], {"seed": 2}, 'seed: "1" there, "2" here'),
        (["random", "random"], {"sides": "BBBB"}, "sides"),
        (["random", "random"], {"house_rules": {"partial_action_tokens": True}}, "rules"),
        (["random", "random"], {"game": "builder"}, "game"),
    ]
    for bots, change, words in others:
        with pytest.raises(FileError, match="belong to another arena") as refused:
            run_arena(bots, **{**table, **change})
        assert words in str(refused.value)
    assert file.read_bytes() == before
    heading, *games = before.splitlines(keepends=True)
    for content, words in (
        (heading + b'{"deal":0}\n' + games[0], "line 2"),
        (heading + games[0].replace(b'"places":[', b'"places":[1,'), "line 2: not a game of 2 players"),
        (heading + b"\xff\n", "line 2"),
        (b"imh 1\nsome record\n", "this isn't an arena's file"),
        (b"my diary", "this isn't an arena's file"),
    ):
        file.write_bytes(content)
        with pytest.raises(FileError) as refused:
            run_arena(["random", "random"], **table)
        assert words in str(refused.value)
        assert file.read_bytes() == content
    with pytest.raises(FileError, match="directory"):
        run_arena(["random", "random"], **{**table, "resume": tmp_path})


def test_a_file_of_long_ago_goes_on(tmp_path: Path) -> None:
    """Its first line as it was written when there were files for the first time."""
    file = tmp_path / "games.jsonl"
    heading = (
        b'{"arena":1,"version":"0.1.0","bots":["random","random"],"game":"duel","players":2,"sides":"AAAA","first":null,'
        b'"variants":{},"rules":{"refill_at_end_of_turn":false,"partial_action_tokens":false,"english_pyramid_b":false},'
        b'"editions":[],"seed":"1","both_ways":false}\n'
    )
    game = b'{"deal":0,"seating":1,"places":[2,1],"scores":[31,40],"moves":[43,46],"seconds":[0.5,0.25]}\n'
    file.write_bytes(heading + game)
    seen: list[Outcome] = []
    result = run_arena(["random", "random"], game="duel", games=2, seed=1, resume=file, on_game=seen.append)
    assert seen[0].scores == [31, 40]
    assert result.games == len(seen) == 2
    assert file.read_bytes().startswith(heading + game)


def test_two_arenas_cannot_write_to_one_file(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    arena = Arena(["random", "random"], game="duel", games=2, resume=tmp_path / "games.jsonl")
    with Journal(tmp_path / "games.jsonl", arena._heading()), pytest.raises(FileError, match="another arena"):
        arena.run()


# --- a cluster


def test_a_cluster_with_two_workers_plays_the_same_games(bad_bots: Path) -> None:
    distributed: Any = pytest.importorskip("distributed")
    table: dict[str, Any] = {"game": "duel", "games": 6, "seed": 3}
    bots = ["random", "greedy:deals=1", "dying"]
    options = {"threads_per_worker": 1, "processes": True, "dashboard_address": ":0", "silence_logs": 50}
    with distributed.LocalCluster(n_workers=2, **options) as cluster:
        there = run_arena(bots, cluster=cluster.scheduler_address, **table)
    assert without_times(there) == without_times(run_arena(bots, **table))
    assert [(forfeit.bot, forfeit.count) for forfeit in there.forfeits] == [("dying", 4)]


def test_a_worker_of_a_cluster_that_dies_costs_nobody_a_game() -> None:
    """Its games are played again elsewhere."""
    distributed: Any = pytest.importorskip("distributed")
    table: dict[str, Any] = {"game": "duel", "games": 16, "seed": 3}
    bots = ["mcts:sims=20", "random"]
    options = {"threads_per_worker": 1, "processes": True, "dashboard_address": ":0", "silence_logs": 50}
    with distributed.LocalCluster(n_workers=2, **options) as cluster:
        killed: list[int] = []

        def kill(outcome: Outcome) -> None:
            if not killed:
                killed.append(cluster.workers[0].pid)
                os.kill(killed[0], signal.SIGKILL)

        there = run_arena(bots, cluster=cluster.scheduler_address, on_game=kill, **table)
    assert killed
    assert there.forfeits == []
    assert without_times(there) == without_times(run_arena(bots, **table))


def test_without_distributed_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ArenaError, match=r"pip install 'imhotep-game\[cluster\]'"):
        run_arena(["random", "random"], game="duel", games=2, cluster="tcp://127.0.0.1:1")


def test_a_cluster_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(executors, "CLUSTER_TIMEOUT", 0.5)
    for address in ("tcp://127.0.0.1:1", "nowhere", "", "tcp://127.0.0.1:many"):
        with pytest.raises(ArenaError, match="no Dask scheduler answers"):
            run_arena(["random", "random"], game="duel", games=2, cluster=address)


def test_a_wrong_address_is_refused_and_leaves_nothing_behind() -> None:
    pytest.importorskip("distributed")
    done = run("random", "random", "--game", "duel", "--cluster", "nowhere")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1  # and no traceback of a client that can't be closed


# --- bad input


@pytest.mark.parametrize(
    ("bots", "arguments", "reason"),
    [
        (["random"], {}, "2 to 16 bots"),
        ([], {}, "2 to 16 bots"),
        ("random", {}, "a list of texts"),
        (["random", "oracle"], {}, "no bot is called 'oracle'"),
        (["random", "mcts:sims=0"], {}, "mcts:sims=0: sims is a whole number from 1"),
        (["random", None], {}, "a bot is a text"),
        (["random", "unmakable"], {}, "can't be made: RuntimeError: no weights"),
        (["random", "random"], {"games": 0}, "number of games is 1 to"),
        (["random", "random"], {"games": 2.5}, "number of games is 1 to"),
        (["random", "random"], {"jobs": 0}, "number of jobs is 1 to"),
        (["random"] * 17, {}, "2 to 16 bots"),
        (["random", "random"], {"players": 5}, "2 to 4 players"),
        (["random", "random"], {"game": "duel", "players": 3}, "2 players"),
        (["random", "random"], {"game": "chess"}, "chess"),
        (["random", "random"], {"sides": "AAAAX"}, "sides are"),
        (["random", "random"], {"seed": -1}, "a seed is"),
        (["random", "random"], {"first": 2}, "first is a seat from 0 to 1"),
        (["random", "random"], {"move_limit": 0}, "0.01"),
        (["random", "random"], {"move_limit": float("nan")}, "a number of seconds"),
        (["random", "random"], {"both_ways": True}, "fewer bots than seats"),
        (["random", "random"], {"house_rules": {"no_such_rule": True}}, "house rule"),
    ],
)
def test_bad_input_is_refused_with_the_reason(
    bad_bots: Path, bots: Any, arguments: dict[str, Any], reason: str
) -> None:
    with pytest.raises(SetupError) as refused:
        run_arena(bots, **arguments)
    assert reason in str(refused.value)


def test_bad_input_is_one_line_on_the_command_line(tmp_path: Path) -> None:
    for arguments in (["random", "oracle", "--json"], ["random", "random", "--resume", str(tmp_path)]):
        done = run(*arguments)
        assert (done.returncode, done.stdout) == (2, "")
        (line,) = done.stderr.splitlines()
        assert line.startswith("imhotep: ")


def test_an_executor_that_is_closed() -> None:
    executor = ProcessPoolExecutor(1, mp_context=get_context("spawn"))
    executor.shutdown()
    with pytest.raises(ImhotepError, match="takes no more games"):
        run_arena(["random", "random"], game="duel", games=2, executor=executor)
