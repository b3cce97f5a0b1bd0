"""Datasets: records and frame agree, runs that are stopped go on, and what is foreign or damaged is named."""

import doctest
import hashlib
import importlib
import json
import lzma
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars
import pytest

import imhotep
from imhotep.lab.dataset.dataset import Dataset, DatasetResult
from imhotep.lab.dataset.folder import DatasetFolder
from imhotep.lab.dataset.frame import POINTS, columns
from imhotep.lab.dataset.games import DatasetGame
from imhotep.lab.dataset.tables import drawn_table
from tests.support.command import run, started
from tests.support.extras import run_without
from tests.support.waiting import wait_for

BOT = "mcts:sims=3"


def make(folder: Path, games: int = 7, bot: str = BOT, **more: Any) -> DatasetResult:
    return Dataset(folder, bot=bot, games=games, games_per_file=3).run(**more)


def lines_of(folder: Path) -> list[dict[str, Any]]:
    games = []
    for file in sorted(folder.glob("records-*.jsonl.xz")):
        games += [json.loads(line) for line in lzma.decompress(file.read_bytes()).splitlines()]
    return games


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def records_of(folder: Path) -> list[str]:
    return [game["record"] for game in lines_of(folder)]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A dataset that was made in one go."""
    folder = tmp_path_factory.mktemp("dataset") / "deep" / "whole"
    result = make(folder)
    assert (result.games, result.forfeits) == (7, {})
    return folder


# --- what is in it


def test_records_and_frame_say_the_same(whole: Path) -> None:
    frame = polars.read_parquet(whole / "seats.parquet")
    assert frame.columns == [column.name for column in columns()]
    games = lines_of(whole)
    assert [game["number"] for game in games] == list(range(7))
    assert len(list(whole.glob("records-*.jsonl.xz"))) == 3
    rows = iter(frame.iter_rows(named=True))
    for line in games:
        game = imhotep.load(line["record"])
        assert game.is_over
        for seat in range(game.players):
            row = next(rows)
            assert (row["number"], row["seat"], row["players"]) == (line["number"], seat, game.players)
            assert (row["game"], row["sides"], row["seed"]) == (game.setup.game, game.setup.sides, str(game.setup.seed))
            assert {name: row[name] for name in game.setup.variants} == game.setup.variants
            assert row["score"] == game.scores()[seat]
            assert row["margin"] == row["score"] - max(game.scores()[:seat] + game.scores()[seat + 1 :])
            assert row["won"] == (1 / len(game.winners()) if seat in game.winners() else 0)
            assert row["began"] == (seat == game.setup.first)
            assert row["decisions"] == game.deciders.count(seat)
            points = {name: value for name, value in row.items() if name.startswith(POINTS) and value is not None}
            assert points == {f"{POINTS}{id}": value for id, value in game.breakdown(seat).items()}
    assert next(rows, None) is None


def test_tables_are_drawn_over_games_players_sides_and_modules() -> None:
    tables = [drawn_table(1, number) for number in range(400)]
    assert tables == [drawn_table(1, number) for number in range(400)]
    assert tables != [drawn_table(2, number) for number in range(400)]
    kinds = [(table["game"], table["players"]) for table in tables]
    assert {kind: 75 < kinds.count(kind) < 125 for kind in set(kinds)} == {
        ("builder", 2): True,
        ("builder", 3): True,
        ("builder", 4): True,
        ("duel", 2): True,
    }
    builder = [table for table in tables if table["game"] == "builder"]
    assert {letter for table in builder for letter in table["sides"]} == set("ABCD")
    for name, values in {"wrath": 2, "cards": 2, "prophecies": 2, "face_down": 2}.items():
        assert len({table[name] for table in builder}) == values
    base = [table for table in builder if set(table["sides"]) <= set("AB") and table["cards"] == "base"]
    assert 0.4 < len(base) / len(builder) < 0.6


def test_the_card_tells_how_it_was_made(whole: Path) -> None:
    card = (whole / "README.md").read_text()
    assert "license: cc0-1.0" in card
    assert f"imhotep dataset FOLDER --bot {BOT} --games 7 --seed 1" in card
    assert imhotep.__version__ in card
    assert "No game was forfeited." in card
    for column in columns():
        assert f"| `{column.name}` | {column.kind} | {column.meaning} |" in card
    assert "CC0 1.0" in (whole / "LICENSE").read_text()
    sums = (whole / "SHA256SUMS").read_text()
    assert hashlib.sha256(sums.encode()).hexdigest() in card
    listed = {name: hash for hash, name in (line.split("  ") for line in sums.splitlines())}
    assert set(listed) == {file.name for file in whole.iterdir()} - {"README.md", "SHA256SUMS", "unfinished.jsonl"}
    for name, hash in listed.items():
        assert hashlib.sha256((whole / name).read_bytes()).hexdigest() == hash
        assert hash in card
    assert subprocess.run(["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=whole, check=False).returncode == 0


def test_forfeited_games_are_counted_and_in_no_row(tmp_path: Path) -> None:
    result = make(tmp_path / "bad", games=2, bot="stdio:command=false")
    assert (result.games, result.rows, result.forfeits) == (0, 0, {"ended its process": 2})
    assert "forfeited, which are in no row and no figure: 2. Reasons: ended its process (2)." in (
        (tmp_path / "bad" / "README.md").read_text()
    )
    assert polars.read_parquet(tmp_path / "bad" / "seats.parquet").height == 0
    assert make(tmp_path / "bad", games=2, bot="stdio:command=false").forfeits == {"ended its process": 2}


@pytest.mark.parametrize("name", ["dataset", "tables"])
def test_doctests(name: str) -> None:
    tried = doctest.testmod(importlib.import_module(f"imhotep.lab.dataset.{name}"))
    assert tried.attempted > 0
    assert tried.failed == 0


# --- stopped and gone on with


def test_a_run_that_is_stopped_goes_on(whole: Path, tmp_path: Path) -> None:
    folder = tmp_path / "stopped"
    told: list[int] = []

    def stop(game: DatasetGame) -> None:
        told.append(game.number)
        if len(told) in (2, 5):
            raise KeyboardInterrupt

    for kept in (2, 5):
        with pytest.raises(KeyboardInterrupt):
            make(folder, on_game=stop)
        assert len(told) == kept
    known: list[int] = []
    make(folder, on_known=known.append, on_game=stop)
    assert known == [5]
    assert sorted(told) == list(range(7))
    assert records_of(folder) == records_of(whole)
    frames = [polars.read_parquet(one / "seats.parquet").drop("seconds") for one in (folder, whole)]
    assert frames[0].equals(frames[1])


def test_whoever_is_killed_goes_on(whole: Path, tmp_path: Path) -> None:
    folder = tmp_path / "killed"
    code = (
        "import sys; from pathlib import Path; from tests.lab.test_dataset import make\n"
        "make(Path(sys.argv[1]), on_game=lambda game: print(game.number, flush=True))"
    )
    for games in (1, 3):
        command = [sys.executable, "-c", code, str(folder)]
        player = subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True)
        assert player.stdout is not None
        for _ in range(games):
            player.stdout.readline()
        os.killpg(player.pid, signal.SIGKILL)
        player.wait()
        player.stdout.close()
    make(folder)
    assert records_of(folder) == records_of(whole)


def test_a_dataset_can_grow_and_not_shrink(whole: Path, tmp_path: Path) -> None:
    folder = tmp_path / "growing"
    make(folder, games=4)
    played: list[int] = []
    make(folder, games=7, on_game=lambda game: played.append(game.number))
    assert sorted(played) == [4, 5, 6]
    assert records_of(folder) == records_of(whole)
    before = contents(folder)
    with pytest.raises(imhotep.SetupError, match="it has 7 games already; ask for at least as many"):
        make(folder, games=6)
    assert contents(folder) == before


def test_a_line_that_was_cut_off_is_played_again(whole: Path, tmp_path: Path) -> None:
    folder = tmp_path / "cut"
    with pytest.raises(KeyboardInterrupt):
        make(folder, on_game=interrupt_at(2))
    journal = folder / "unfinished.jsonl"
    journal.write_bytes(journal.read_bytes()[:-40])
    known: list[int] = []
    make(folder, on_known=known.append)
    assert known == [1]
    assert records_of(folder) == records_of(whole)
    assert journal.read_bytes() == b""


def interrupt_at(games: int) -> Any:
    told: list[int] = []

    def stop(game: DatasetGame) -> None:
        told.append(game.number)
        if len(told) == games:
            raise KeyboardInterrupt

    return stop


def test_only_one_writes_at_a_time(tmp_path: Path) -> None:
    dataset = Dataset(tmp_path / "busy", bot=BOT, games=2)
    with (
        DatasetFolder(dataset.folder, dataset.heading, dataset.spec),
        pytest.raises(imhotep.ImhotepError, match="somebody is writing to this dataset"),
    ):
        dataset.run()


# --- what is foreign or damaged


def copied(whole: Path, folder: Path) -> Path:
    folder.mkdir()
    for name, content in contents(whole).items():
        (folder / name).write_bytes(content)
    return folder


def changed_line(content: bytes, **fields: Any) -> bytes:
    """The second game, otherwise."""
    lines = lzma.decompress(content).splitlines()
    lines[1] = json.dumps(json.loads(lines[1]) | fields).encode()
    return lzma.compress(b"\n".join(lines) + b"\n")


def another_record(content: bytes) -> bytes:
    """The second game has the first one's record."""
    return changed_line(content, record=json.loads(lzma.decompress(content).splitlines()[0])["record"])


def cut_record(content: bytes) -> bytes:
    return changed_line(content, record=json.loads(lzma.decompress(content).splitlines()[1])["record"][:-9])


WRONG: dict[str, tuple[str, Callable[[bytes], bytes], str]] = {
    "cut off": ("records-00001.jsonl.xz", lambda content: content[:-50], "cut off or damaged"),
    "empty": ("records-00001.jsonl.xz", lambda content: b"", "cut off or damaged"),
    "no xz": ("records-00001.jsonl.xz", lambda content: b"records", "cut off or damaged"),
    "no JSON": ("records-00001.jsonl.xz", lambda content: lzma.compress(b"{\n"), "line 1: "),
    "another game": ("records-00001.jsonl.xz", another_record, "line 2, game 4: its record is of another game"),
    "changed": ("records-00001.jsonl.xz", cut_record, "line 2, game 4: its record was cut off or changed"),
    "too few seats": ("records-00001.jsonl.xz", lambda content: changed_line(content, places=[1]), "not a game of"),
    "journal": ("unfinished.jsonl", lambda content: b"nonsense\n", "unfinished.jsonl: line 1: "),
    "heading": ("dataset.json", lambda content: content[:20], "this is not the file of a dataset"),
    "a stranger": ("holiday.jpg", lambda content: b"jpg", "holiday.jpg: not part of a dataset"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_is_named_in_a_line_and_nothing_is_lost(whole: Path, tmp_path: Path, case: str) -> None:
    name, spoil, reason = WRONG[case]
    folder = copied(whole, tmp_path / "spoilt")
    file = folder / name
    file.write_bytes(spoil(file.read_bytes() if file.exists() else b""))
    before = contents(folder)
    with pytest.raises(imhotep.ImhotepError, match=reason) as refused:
        make(folder)
    assert str(folder) in str(refused.value)
    assert "\n" not in str(refused.value)
    assert contents(folder) == before
    if name.startswith("records"):
        file.rename(tmp_path / name)  # as the line says
        make(folder)
        assert records_of(folder) == records_of(whole)


def test_a_file_in_another_s_place_is_refused(whole: Path, tmp_path: Path) -> None:
    folder = copied(whole, tmp_path / "mixed")
    (folder / "records-00002.jsonl.xz").write_bytes((folder / "records-00001.jsonl.xz").read_bytes())
    with pytest.raises(imhotep.ImhotepError, match="line 1: game 3 does not belong there"):
        make(folder)


def test_another_dataset_is_not_gone_on_with(whole: Path, tmp_path: Path) -> None:
    folder = copied(whole, tmp_path / "other")
    with pytest.raises(imhotep.ImhotepError, match=r"begun otherwise \(bot: mcts:sims=3 there, random here\)"):
        make(folder, bot="random")
    (folder / "dataset.json").unlink()
    with pytest.raises(imhotep.ImhotepError, match=r"not a dataset: there is no dataset.json beside LICENSE"):
        make(folder)


# --- the command


def test_the_command(tmp_path: Path) -> None:
    folder = tmp_path / "few"
    done = run("dataset", folder, "--games", "2", "--bot", "random", "--seed", "4")
    assert (done.returncode, done.stderr) == (0, "")
    assert f"{folder}: 2 games, " in done.stdout
    again = json.loads(run("dataset", folder, "--games", "2", "--bot", "random", "--seed", "4", "--json").stdout)
    assert again["games"] == 2
    assert again["sha256"] in done.stdout


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["{folder}", "--bot", "randon"], "no bot is called 'randon'"),
        (["{folder}", "--games", "0"], "the number of games is 1 to"),
        (["{folder}", "--seed", "-1"], "a seed is a number from 0"),
        (["{folder}", "--jobs", "0", "--bot", "random"], "the number of jobs is 1 to"),
        (["{folder}/file", "--bot", "random"], "file: File exists"),
        (["{folder}", "--bot", "random", "--games", "1"], "{folder}/file: not part of a dataset"),
    ],
)
def test_bad_input_is_one_line(tmp_path: Path, arguments: list[str], reason: str) -> None:
    (tmp_path / "file").write_text("precious")
    done = run("dataset", *(word.format(folder=tmp_path) for word in arguments))
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith("imhotep: ")
    assert reason.format(folder=tmp_path) in line
    assert contents(tmp_path) == {"file": b"precious"}


def test_ctrl_c_keeps_what_is_finished(tmp_path: Path) -> None:
    folder = tmp_path / "interrupted"
    command = [sys.executable, "-m", "imhotep", "dataset", str(folder), "--games", "3000", "--bot", "greedy"]
    player = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)
    journal = folder / "unfinished.jsonl"
    wait_for(lambda: journal.exists() and journal.read_bytes().count(b"\n") > 2)
    player.send_signal(signal.SIGINT)
    _, said = player.communicate(timeout=120)
    assert player.returncode == 130
    assert "of 3,000 games are kept; the same command continues" in said
    kept = int(said.split()[1].replace(",", ""))
    assert journal.read_bytes().count(b"\n") + len(lines_of(folder)) == kept


def test_polars_is_asked_for_before_anything_is_played(tmp_path: Path) -> None:
    code = "import sys; from imhotep.__main__ import main; sys.argv = ['imhotep', 'dataset', sys.argv[1]]; main()"
    done = run_without("polars", code, str(tmp_path / "none"))
    assert done.returncode == 2
    assert "a data frame needs the package polars, which is not installed: pip install 'imhotep-game[dataset]'" in (
        done.stderr
    )
    assert not (tmp_path / "none").exists()
    assert started("dataset", "--help").returncode == 0
