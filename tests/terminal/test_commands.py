"""The command line; whatever has to do with processes and streams, in a process of its own."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import imhotep
from imhotep.cli.lookup import show_rules
from imhotep.cli.options import VARIANT_HELP
from imhotep.table.editions import built_in_text
from imhotep.table.games import RULES
from tests.support.command import run, started
from tests.support.setups import random_moves


def good(*arguments: str | Path) -> str:
    done = run(*arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout


def refused(*arguments: str | Path) -> str:
    """Bad input: exit code 2, one line on standard error, nothing on standard output."""
    done = run(*arguments)
    assert done.returncode == 2, (done.stdout, done.stderr)
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    lines = done.stderr.splitlines()
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("imhotep: ")
    return lines[0]


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    game = imhotep.new_game("builder", players=3, sides="BABAB", seed=4, names=["Ay", "Bek", "Cleo"])
    for _ in random_moves(game, 4):
        pass
    file = tmp_path_factory.mktemp("records") / "game.imh"
    game.save(file)
    return file


def test_help_teaches() -> None:
    text = good("--help")
    for command in ("terminal", "simulate", "replay", "check", "rules", "editions", "arena"):
        assert command in text
        assert "--help" in good(command, "--help")
    assert "imhotep terminal --players 4 --humans 4" in good("terminal", "--help")
    assert good("--version") == started("--version").stdout
    assert imhotep.__version__ in good("--version")


def test_simulate_json_has_what_the_issue_names() -> None:
    words = "simulate --game builder --players 4 --sides BBBBB --games 60 --seed 1 --wrath --json"
    command = words.split()
    result = json.loads(good(*command))
    assert result["game"] == "builder"
    assert result["players"] == 4
    assert result["sides"] == "BBBBB"
    assert result["games"] == 60
    assert len(result["mean_scores"]) == 4
    assert sum(result["wins"]) == pytest.approx(60)
    assert result["decisions"] > 60 * 60
    assert result["seconds"] > 0
    assert result["games_per_second"] == pytest.approx(60 / result["seconds"])
    assert result["decisions_per_second"] == pytest.approx(result["decisions"] / result["seconds"])
    for seat in range(4):
        by_source = sum(source["mean"] for source in result["by_source"][seat].values())
        assert by_source == pytest.approx(result["mean_scores"][seat])


def without_times(result: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in result.items() if "second" not in key}


def test_simulate_gives_the_same_games_whatever_the_number_of_jobs() -> None:
    words = "simulate --players 3 --sides ABABA --games 200 --seed 5 --rule may_decline_card --first 2 --json"
    command = words.split()
    alone, together = json.loads(good(*command)), json.loads(good(*command, "--jobs", "2"))
    assert without_times(alone) == without_times(together)
    assert without_times(alone) != without_times(json.loads(good(*command, "--seed", "6")))
    table = good(*command[:-1])
    assert "Scores and wins by seat" in table
    assert "burial chamber" in table


def test_first_edition_and_rules_reach_the_simulation(tmp_path: Path) -> None:
    file = tmp_path / "rich.toml"
    rich = (
        built_in_text("builder")
        .replace('edition = "builder"', 'edition = "rich"')
        .replace("levels = [[2,", "levels = [[99,")
    )
    file.write_text(rich)
    command = ["simulate", "--players", "2", "--games", "40", "--json"]
    plain = json.loads(good(*command))
    changed = json.loads(good(*command, "--edition", file, "--jobs", "2"))
    assert changed["edition"] == "rich 1"
    assert sum(changed["mean_scores"]) > sum(plain["mean_scores"]) + 50
    picky = json.loads(good(*command, "--rule", "may_decline_card", "--rule", "second_color=yes"))
    assert picky["rules"] == {"may_decline_card": True, "second_color": True}
    assert picky["decisions"] > plain["decisions"]  # the last card is asked for, too
    first = json.loads(good(*command, "--first", "1"))
    assert without_times(first) != without_times(plain)


def test_a_new_dynasty_reaches_the_simulation(tmp_path: Path) -> None:
    options = "--sides DACBD --cards dynasty --prophecies --face-down --wrath"
    command = ["simulate", "--players", "4", *options.split(), "--games", "60", "--json"]
    result = json.loads(good(*command))
    assert result["sides"] == "DACBD"
    assert result["edition"] == "builder 1, dynasty 1"
    assert result["variants"] == {
        "wrath": True,
        "cards": "dynasty",
        "prophecies": True,
        "face_down": True,
        "corridor_start": 1,
    }
    assert any(seat["prophecies"]["deviation"] for seat in result["by_source"])
    assert any(seat["private_quarries"]["mean"] for seat in result["by_source"])
    mine = tmp_path / "mine.toml"
    mine.write_text(
        built_in_text("dynasty")
        .replace('edition = "dynasty"', 'edition = "mine"')
        .replace("height = 5, points = 16", "height = 1, points = 500")
    )
    rich = json.loads(good(*command, "--edition", mine, "--jobs", "2"))
    assert rich["edition"] == "builder 1, mine 1"
    assert sum(rich["mean_scores"]) > sum(result["mean_scores"]) + 100


def test_setup_proposes_and_describes() -> None:
    one = json.loads(good("setup", "--random", "--seed", "5", "--players", "3", "--json"))
    assert one == json.loads(good("setup", "--random", "--seed", "5", "--players", "3", "--json"))
    assert one["players"] == 3
    assert re.fullmatch("[ABCD]{5}", one["sides"])
    other = [json.loads(good("setup", "--random", "--seed", str(seed), "--json"))["sides"] for seed in range(6, 10)]
    assert len({one["sides"], *other}) > 3
    assert one["command"].startswith(f"imhotep terminal --players 3 --sides {one['sides']}")
    words = one["command"].split()[1:]
    assert good("simulate", *words[1:], "--games", "2")
    base = json.loads(good("setup", "--random", "--letters", "AB", "--seed", "1", "--json"))
    assert set(base["sides"]) <= set("AB")
    assert (base["cards"], base["prophecies"]) == ("base", False)
    text = good("setup", "--describe", "dcabd")
    for name in ("Black Market", "Scaffold", "Temple", "Burial Chamber", "Alley"):
        assert name in text
    assert text.count("House value") == 2  # the scaffold's tokens and the alley's obelisks
    assert "House value" not in good("setup", "--describe", "ABABA")


def test_an_edition_of_ones_own_is_described_without_house_marks(tmp_path: Path) -> None:
    """Who types in the printed values, and says so, sees no house value any more."""
    mine = tmp_path / "printed.toml"
    mine.write_text(
        built_in_text("dynasty")
        .replace('edition = "dynasty"', 'edition = "printed"')
        .replace('house = ["obelisks"]', "")
    )
    assert "House value" not in good("setup", "--describe", "AAAAD", "--edition", mine)
    listed = good("editions", "--edition", mine)
    assert "printed 1" in listed
    assert "obelisks, side D: obelisks" not in listed


def test_check_and_replay(record: Path) -> None:
    said = good("check", record, record)
    assert said.count(": valid; builder BABAB, 3 players") == 2
    assert "wins" in said
    final = good("replay", record, "--final")
    assert "Cleo" in final
    steps = good("replay", record)
    decisions = len(imhotep.load_file(record).entries)
    assert f"{decisions} of {decisions}" in steps
    assert "0 of" in steps


def test_the_duel(tmp_path: Path) -> None:
    """Every command takes it."""
    result = json.loads(good("simulate", "--game", "duel", "--sides", "abab", "--games", "40", "--json"))
    assert (result["game"], result["players"], result["sides"], result["edition"]) == ("duel", 2, "ABAB", "duel 1")
    assert sum(result["wins"]) == 40  # ties are broken
    assert set(result["by_source"][0]) == {"obelisk", "temple", "pyramids", "tomb", "action_tokens", "meeples"}
    again = json.loads(good("simulate", "--game", "duel", "--sides", "ABAB", "--games", "40", "--json", "--jobs", "2"))
    assert again["mean_scores"] == result["mean_scores"]
    command = [
        "simulate",
        "--game",
        "duel",
        "--games",
        "30",
        "--rule",
        "partial_action_tokens",
        "--first",
        "1",
        "--json",
    ]
    assert json.loads(good(*command))["rules"]["partial_action_tokens"] is True

    game = imhotep.new_game("duel", sides="BABA", seed=5, names=["Ra", "Isis"])
    for _ in random_moves(game, 5):
        pass
    path = tmp_path / "duel.imh"
    game.save(path)
    assert ": valid; duel BABA, 2 players" in good("check", path)
    assert good("check", "--game", "duel", path) == good("check", path)
    assert "a game of duel, not of builder" in refused("check", "--game", "builder", path)
    assert "a game of duel, not of builder" in refused("replay", "--game", "builder", path)
    assert "Isis" in good("replay", path, "--final", "--game", "duel")
    assert f"{len(game.entries)} of {len(game.entries)}" in good("replay", path)

    described = good("setup", "--game", "duel", "--describe", "baba")
    assert described.count("at the end of the game)") == 4
    proposed = json.loads(good("setup", "--game", "duel", "--random", "--seed", "2", "--json"))
    assert proposed["command"] == f"imhotep terminal --game duel --sides {proposed['sides']}"
    rules = good("rules", "--game", "duel")
    assert "D13" in rules
    assert "B25" not in rules
    assert "The Duel" in good("rules", "D7")
    assert "R150" in good("rules", "tie", "--game", "duel")
    both = good("rules", "temple.b")
    assert "Builder of Egypt" in both
    assert "The Duel" in both
    assert "Builder of Egypt" not in good("rules", "temple.b", "--game", "duel")


def test_rules() -> None:
    assert "B25" in good("rules")
    assert "each owner takes one card" in good("rules", "b5")
    found = good("rules", "lever")
    assert "R61" in found
    assert "B11" in found
    assert "market.B" in good("rules", "market.b")


def test_every_rule_and_ruling_is_shown_by_its_id(capsys: pytest.CaptureFixture[str]) -> None:
    for rules in RULES.values():
        for rule in rules.words.rules.values():
            show_rules(rule.id.lower(), None)
            title, *text, source, empty = capsys.readouterr().out.splitlines()
            assert title.startswith(f"{rule.id}  {rule.title}  ")
            assert " ".join(" ".join(text).split()) == rule.text
            assert source.startswith("ruling; ") == rule.is_ruling
            assert empty == ""


def test_editions(tmp_path: Path) -> None:
    text = good("editions")
    assert "builder 1" in text
    assert "peers" in text
    builder, dynasty, duel = json.loads(good("editions", "--json"))
    assert set(duel["sources"].values()) == {"rulebook", "pieces"}
    assert json.loads(good("editions", "--json", "--game", "duel")) == [duel]
    assert builder["sources"]["round_cards"] == "peers"
    assert dynasty["sources"]["pyramids.D"] == "rulebook"
    assert dynasty["sources"]["pyramids.D.points"] == "house"
    assert builder["built_in"]
    assert dynasty["built_in"]
    assert "pyramids, side D: points" in text
    assert "round cards, 3 players" in text
    mine = tmp_path / "mine.toml"
    mine.write_text(built_in_text("builder").replace('edition = "builder"', 'edition = "mine"'))
    assert "mine 1" in good("editions", "--edition", mine)
    mine.write_text(built_in_text("duel").replace('edition = "duel"', 'edition = "my-duel"'))
    assert "my-duel 1" in good("editions", "--edition", mine)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--no-such-option"], "No such option"),
        (["dance"], "No such command"),
        (["simulate", "--players", "1"], "2 to 4 players"),
        (["simulate", "--cards", "all"], "base or dynasty"),
        (["simulate", "--corridor-start", "3"], "needs the corridor"),
        (["setup"], "--random"),
        (["setup", "--random", "--describe", "AAAAA"], "--random"),
        (["setup", "--describe", "AAAAZ"], "5 letters"),
        (["setup", "--random", "--letters", "XY"], "--letters takes letters from ABCD"),
        (["setup", "--random", "--seed", "-4"], "from 0"),
        (["simulate", "--players", "many"], "valid integer"),
        (["simulate", "--sides", "AB"], "5 letters"),
        (["simulate", "--seed", "-1"], "from 0"),
        (["simulate", "--seed", "x"], "valid integer"),
        (["simulate", "--games", "0"], "number of games is 1 to"),
        (["simulate", "--games", "-5"], "number of games is 1 to"),
        (["simulate", "--jobs", "0"], "number of jobs is 1 to"),
        (["simulate", "--game", "duel4"], "no game"),
        (["simulate", "--rule", "fly"], "no house rule"),
        (["simulate", "--rule", "second_color=perhaps"], "yes or no"),
        (["simulate", "--players", "3", "--rule", "second_color"], "2 players"),
        (["simulate", "--first", "4"], "seat from 0 to 3"),
        (["simulate", "--names", "a,a,b,c"], "name of their own"),
        (["simulate", "--colors", "pink,black,white,gray"], "a colour is one of"),
        (["simulate", "--edition", "no-such-file"], "No such file"),
        (["terminal", "--humans", "7"], "--humans takes 0 to 2"),
        (["terminal", "--bot", "oracle"], "no bot"),
        (["terminal", "--load", "no-such-file"], "No such file"),
        (["terminal", "--load", "no-such-file", "--game", "duel"], "leave out --game"),
        (["terminal", "--load", "no-such-file", "--sides", "BBBBB", "--no-wrath"], "leave out --sides, --wrath"),
        (["terminal", "--sides", "ZZZZZ"], "5 letters"),
        (["check"], "Missing argument"),
        (["check", "no-such-file"], "No such file"),
        (["check", "."], "directory"),
        (["replay", "no-such-file"], "No such file"),
        (["rules", "xyzzy"], "no rule"),
        (["editions", "--edition", "."], "directory"),
        (["rules", "--game", "chess"], "no game"),
        (["rules", "--game", "duel", "lever"], "no rule"),
        (["rules", "--game", "builder", "meeple"], "no rule"),
        (["simulate", "--game", "duel", "--players", "3"], "duel is for 2 players"),
        (["simulate", "--game", "duel", "--sides", "AAAAA"], "4 letters"),
        (["simulate", "--game", "duel", "--sides", "ABCA"], "each A or B"),
        (["simulate", "--game", "duel", "--wrath"], "this game has no variants"),
        (["simulate", "--game", "duel", "--no-wrath"], "this game has no variants"),
        (["simulate", "--game", "duel", "--rule", "second_color"], "choose from refill_at_end_of_turn"),
        (["simulate", "--game", "duel", "--colors", "black,brown"], "a colour is one of black, white"),
        (["simulate", "--rule", "refill_at_end_of_turn"], "no house rule"),
        (["setup", "--game", "duel", "--describe", "ABABA"], "4 letters"),
        (["setup", "--game", "duel", "--random", "--letters", "ABC"], "--letters takes letters from AB"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(arguments: list[str], reason: str) -> None:
    assert reason in refused(*arguments)


def test_bad_files(tmp_path: Path, record: Path) -> None:
    text = record.read_text()
    cut = tmp_path / "cut.imh"
    cut.write_text(text[: len(text) // 2])
    assert "cut off" in refused("check", cut)
    edited = tmp_path / "edited.imh"
    edited.write_text(text.replace("Cleo", "Theo"))
    assert "seal doesn't match" in refused("check", edited)
    assert "seal doesn't match" in refused("replay", edited)
    junk = tmp_path / "junk.imh"
    junk.write_bytes(bytes(range(256)) * 100)
    assert "not text in UTF-8" in refused("check", junk)
    assert "not text in UTF-8" in refused("terminal", "--load", junk)
    assert "not text in UTF-8" in refused("simulate", "--edition", junk)
    zeros = tmp_path / "zeros.imh"
    zeros.write_bytes(b"\0" * 1000)
    assert "not a record" in refused("check", zeros)
    empty = tmp_path / "empty.imh"
    empty.write_bytes(b"")
    assert "not a record" in refused("check", empty)
    huge = tmp_path / "huge.imh"
    with open(huge, "wb") as file:
        file.truncate(1024**3)  # a gigabyte, none of it on the disk
    assert "larger than" in refused("check", huge)
    assert "larger than" in refused("editions", "--edition", huge)
    deep = tmp_path / "deep.toml"
    deep.write_text("x = " + "[" * 100_000)
    assert "line" in refused("editions", "--edition", deep)


def test_output_that_nobody_reads_is_no_error() -> None:
    reader = subprocess.Popen(["head", "-n", "1"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    done = subprocess.run(
        [sys.executable, "-m", "imhotep", "rules"], stdout=reader.stdin, stderr=subprocess.PIPE, text=True, timeout=60
    )
    assert reader.stdin is not None
    reader.stdin.close()
    reader.wait()
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", [["rules"], ["--help"], ["bots", "--json"], ["nonsense"]])
def test_output_that_nobody_reads_at_all_is_no_error(command: list[str]) -> None:
    """Whether rich writes it or we do; what is wrong is told all the same."""
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-m", "imhotep", *command], stdout=write, stderr=subprocess.PIPE, text=True, timeout=60
    )
    os.close(write)
    assert done.returncode == (2 if command == ["nonsense"] else 0)
    assert len(done.stderr.splitlines()) == (command == ["nonsense"])


@pytest.mark.parametrize("module", ["msgspec", "typer", "rich"])
def test_ctrl_c_while_it_starts_says_nothing(module: str, tmp_path: Path) -> None:
    """Instead of the module that is imported then, one that presses it."""
    heard = "import os, signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
    (tmp_path / f"{module}.py").write_text(heard + "os.kill(os.getpid(), signal.SIGINT)\n")
    path = os.pathsep.join([str(tmp_path), *sys.path])
    done = subprocess.run(
        [sys.executable, "-c", "from imhotep.__main__ import main; main()", "rules"],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_no_command_shows_the_help() -> None:
    assert "terminal" in good()


def test_check_looks_at_every_file(tmp_path: Path, record: Path) -> None:
    bad = tmp_path / "bad.imh"
    bad.write_text("nonsense")
    done = run("check", bad, record, bad)
    assert done.returncode == 2
    assert done.stdout.count("valid") == 1
    assert len(done.stderr.splitlines()) == 2


@pytest.mark.parametrize("command", [["rules"], ["editions"], ["--version"], ["--help"]])
def test_a_full_disk_is_one_line(command: list[str]) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "imhotep", *command], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60
        )
    assert done.returncode == 2
    assert done.stderr.splitlines() == ["imhotep: No space left on device"]


def test_markup_in_names_titles_and_paths_is_shown_as_it_is(tmp_path: Path) -> None:
    game = imhotep.new_game("builder", players=2, seed=1, names=["[/b]", "[red]x"])
    game.resign(1)
    file = tmp_path / "[a].imh"
    game.save(file)
    assert "[/b] wins" in good("replay", file, "--final")
    assert "[/b]" in good("replay", file)
    assert "[/b] wins" in good("check", file)
    edition = tmp_path / "[b].toml"
    text = built_in_text("builder").replace('edition = "builder"', 'edition = "mine"')
    edition.write_text(text.replace('title = "Imhotep', 'title = "[bold red]x[/nope] Imhotep'))
    assert "[bold red]x[/nope]" in good("editions", "--edition", edition)


def test_other_encodings_and_closed_streams(record: Path) -> None:
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "COLUMNS": "100"}
    for command in (["replay", str(record), "--final"], ["simulate", "--games", "5"], ["check", str(record)]):
        done = subprocess.run([sys.executable, "-m", "imhotep", *command], env=environment, capture_output=True)
        assert done.returncode == 0, done.stderr
    for redirect in ("<&-", ">&-"):
        shell = f"{sys.executable} -m imhotep terminal --seed 1 {redirect}"
        done = subprocess.run(shell, shell=True, capture_output=True, timeout=60)
        assert b"Traceback" not in done.stderr, redirect
    done = subprocess.run(
        [sys.executable, "-m", "imhotep", "terminal", "--seed", "1"],
        input=b"x\xff\nsave \0x\nload \0x\n",
        env={**os.environ, "PYTHONIOENCODING": "utf-8:strict"},
        capture_output=True,
        timeout=60,
    )
    assert b"Traceback" not in done.stderr
    assert done.returncode == 0


def test_every_variant_of_every_game_is_an_option_with_help() -> None:
    variants = {name for rules in RULES.values() for name in rules.variants}
    assert set(VARIANT_HELP) == variants
    for command in ("terminal", "simulate", "arena", "lab"):
        told = good(command, "--help")
        assert all(f"--{name.replace('_', '-')}" in told for name in variants)
