"""Bots in any language: whole games of the examples, and every way in which a program can fail."""

import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

import imhotep
from imhotep.bots import Bot, BotFailure, StdioBot, make_bot, stdio
from imhotep.bots.stdio import LONGEST_ANSWER
from imhotep.cli.terminal import play_terminal
from imhotep.engine.kernel import Random
from imhotep.lab.matches.arena import run_arena
from imhotep.lab.matches.game_runner import Played, play
from imhotep.lab.matches.series_spec import SeriesSpec
from imhotep.terminal.plain import plain_text
from tests.support.extras import run_without
from tests.support.paths import EXAMPLES
from tests.support.scale import scaled
from tests.support.terminal import Script, screen
from tests.support.waiting import processes_with, wait_for

# Plays the first move, until its mood tells otherwise.
PROGRAM = """
import json, os, subprocess, sys, time
mood, at = sys.argv[1], int(sys.argv[2])
def say(**message):
    print(json.dumps(message), flush=True)
for number, line in enumerate(sys.stdin):
    message = json.loads(line)
    if number == at:
        if mood == "hangs":
            time.sleep(600)
        if mood == "hangs with children":
            subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)", __file__])
            time.sleep(600)
        if mood == "is deaf":
            signal = __import__("signal")
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            while True:
                time.sleep(1)
        if mood == "writes without end":
            while True:
                os.write(1, b"x" * 65536)
        if mood == "writes blank lines":
            while True:
                os.write(1, b" \\n" * 1000)
        if mood == "writes lines":
            os.write(1, b'{"type":"log"}\\n' * 3000000)
        if mood == "dies":
            sys.exit("out of\\nstones")
        if mood == "kills itself":
            os.kill(os.getpid(), 9)
        if mood == "closes":
            os.close(1)
            time.sleep(600)
        if mood == "complains":
            sys.stderr.write("oh " * 400000 + "dear")
            sys.stderr.flush()
        if mood == "babbles":
            print("I think that", flush=True)
        if mood == "writes bytes":
            os.write(1, b"\\xff\\xfe{\\n")
        if mood == "answers a list":
            print("[1, 2]", flush=True)
        if mood == "answers twice":
            answer = json.dumps({"type": "move", "id": message["id"], "move": message["moves"][0]}) + "\\n"
            os.write(1, (answer + answer).encode())
            continue
        if mood == "repeats itself":
            say(type="move", id=1, move=message["moves"][0])
        if mood == "answers another":
            say(type="move", id=999, move=message["moves"][0])
        if mood == "cheats":
            say(type="move", id=message["id"], move="sail 9 temple")
        if mood == "invents":
            say(type="move", id=message["id"], move="win")
        if mood == "is from tomorrow":
            say(type="hello", protocol=2)
    if mood == "learns" and message["type"] == "game":
        with open(sys.argv[3], "a") as file:
            file.write(line)
    if message["type"] == "hello":
        say(type="hello", protocol=1, name="Test")
    elif message["type"] == "move":
        say(type="move", id=message["id"], move=message["moves"][0])
    elif message["type"] == "over" and mood == "goes home":
        sys.exit(0)
"""


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Callable[..., str]]:
    """The spec of a program that misbehaves at its `at`th line. Afterwards nothing of it may be left."""
    path = tmp_path / "program.py"
    path.write_text(PROGRAM)

    def spec(mood: str = "plays", at: int = 0, more: str = "", options: str = "") -> str:
        return f"stdio:command={sys.executable} -S {path} '{mood}' {at} {more}{options and ','}{options}"

    yield spec
    stdio.end_idle()
    wait_for(lambda: not processes_with(str(path)))


def one_game(*bots: str, game: str = "duel", **table: Any) -> Played:
    series = SeriesSpec(seed=1, first=0, move_limit=60.0, game=game, **table)
    return play(series.match("deal", "game", list(bots)), lambda seat: None)


# --- whole games


@pytest.mark.parametrize("table", [{"game": "builder", "players": 3}, {"game": "duel"}], ids=["builder", "duel"])
@pytest.mark.parametrize("command", [f"{sys.executable} {EXAMPLES / 'stdio_bot.py'}", f"{EXAMPLES / 'stdio_bot.sh'}"])
def test_the_examples_play_whole_games(command: str, table: dict[str, Any], tmp_path: Path) -> None:
    players = table.get("players", 2)
    played = one_game(f"stdio:command={command} {tmp_path}", *["random"] * (players - 1), **table)
    assert played.failure is None
    assert len(played.scores) == players
    assert all(moves > 5 for moves in played.moves)
    stdio.end_idle()
    wait_for(lambda: not processes_with(str(tmp_path)))


def test_the_python_example_beats_random(tmp_path: Path) -> None:
    bots = [f"stdio:command={sys.executable} {EXAMPLES / 'stdio_bot.py'} {tmp_path}", "random"]
    result = run_arena(bots, players=3, games=24, seed=1)
    assert result.forfeits == []
    assert result.results[0].win_rate > 0.5  # a fair share is a third
    wait_for(lambda: not processes_with(str(tmp_path)))  # also those that wait for another game


def test_the_examples_are_repeatable() -> None:
    spec = f"stdio:command={sys.executable} {EXAMPLES / 'stdio_bot.py'}"
    first, second = one_game(spec, spec), one_game(spec, spec)
    assert (first.scores, first.moves) == (second.scores, second.moves)
    stdio.end_idle()


def test_it_is_told_what_its_seat_sees_and_no_more(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    echo = tmp_path / "echo.sh"
    echo.write_text(f'#!/bin/sh\ntee "{heard}" | {EXAMPLES / "stdio_bot.sh"}\n')
    echo.chmod(0o755)
    game = imhotep.new_game("builder", players=2, sides="CDCDC", cards="dynasty", face_down=True, seed=5, first=0)
    bots: list[Bot] = [make_bot(f"stdio:command={echo},game=50", seed=1), make_bot("random", seed=2)]
    seen: list[Any] = []
    while (seat := game.decider) is not None and len(seen) < 20:
        if seat == 0:
            seen.append(msgspec.to_builtins(game.view(0), str_keys=True))
        game.play(bots[seat].choose(game.ask()))
    bots[0].close()
    wait_for(lambda: '"over"' in heard.read_text())
    hello, start, *asked, over = [json.loads(line) for line in heard.read_text().splitlines()]
    assert hello == {"type": "hello", "protocol": 1, "seconds": {"start": 10, "move": 10, "game": 50}}
    told = {"type": "game", "game": "builder", "players": 2, "sides": "CDCDC", "seat": 0}
    assert {**start, "seed": 0} == {**told, "seed": 0}
    assert [message["view"] for message in asked] == json.loads(json.dumps(seen))
    assert {tuple(message) for message in asked} == {("type", "id", "moves", "view", "out", "seconds", "left")}
    assert [message["moves"] for message in asked] == [[move["text"] for move in view["moves"]] for view in seen]
    lefts = [message["left"] for message in asked]
    assert lefts[0] == 50
    assert all(0 < later < earlier for earlier, later in pairwise(lefts))
    assert all(message["seconds"] == 10 for message in asked)
    assert over == {"type": "over"}
    stdio.end_idle()


# --- in words

# Writes down what it is told and plays the move that a number in the text stands for.
READER = """
import json, re, sys
with open(sys.argv[1], "a") as heard:
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            print(json.dumps({"type": "hello", "protocol": 1, "text": True}), flush=True)
        elif message["type"] == "move":
            heard.write(line)
            heard.flush()
            number, move = re.findall(r"^\\[([0-9]+)\\] (.+)$", message["text"], re.MULTILINE)[-1]
            print(json.dumps({"type": "move", "id": message["id"], "move": move}), flush=True)
"""
SECRETIVE: dict[str, Any] = {"players": 3, "sides": "DDCDC", "cards": "dynasty", "prophecies": True, "face_down": True}


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """The spec of a program that reads words, and the file of what it was told."""
    path, heard = tmp_path / "reader.py", tmp_path / "heard"
    path.write_text(READER)
    yield f"stdio:command={sys.executable} -S {path} {heard}", heard
    stdio.end_idle()
    wait_for(lambda: not processes_with(str(path)))


@pytest.mark.parametrize("table", [{"game": "builder", **SECRETIVE}, {"game": "duel"}], ids=["builder", "duel"])
def test_who_wants_words_is_told_in_words_in_every_game(reader: tuple[str, Path], table: dict[str, Any]) -> None:
    spec, heard = reader
    for seed in (1, 2):  # the second with the same program
        game = imhotep.new_game(**table, seed=seed, first=0)
        bots: list[Bot] = [make_bot(spec, seed=1), *(make_bot("random", seed=seat) for seat in range(1, game.players))]
        texts: list[str] = []
        heard.write_text("")
        while (seat := game.decider) is not None and len(texts) < 15:
            question = game.ask()
            if seat == 0:
                texts.append(plain_text(question.view))
            game.play(bots[seat].choose(question))
        bots[0].close()
        asked = [json.loads(line) for line in heard.read_text().splitlines()]
        assert [message["text"] for message in asked] == texts
        fields = ("type", "id", "moves", "view", "out", "seconds", "left", "text")
        assert {tuple(message) for message in asked} == {fields}
        for message in asked:
            listed = message["text"].partition("Answer with one of these moves:\n")[2].splitlines()
            assert listed == [f"[{number}] {move}" for number, move in enumerate(message["moves"], 1)]


@pytest.mark.parametrize(
    "table",
    [
        {"game": "builder", **SECRETIVE},
        {"game": "builder", "players": 2, "sides": "BACDA", "face_down": True},
        {"game": "builder", "players": 4, "sides": "DCDAB", "cards": "dynasty"},
        {"game": "duel", "sides": "ABAB"},
    ],
)
def test_words_tell_what_the_seat_may_know_and_no_more(table: dict[str, Any]) -> None:
    """The law of secrecy: however the hidden things lie, the text is the same; it tells the seat's own secrets."""
    share = scaled(sample=5, test=10, all=50, soak=100)  # per cent of all decisions: a drawing takes its time
    game, chance, own_secrets = imhotep.new_game(**table, seed=5), random.Random(5), 0
    while (seat := game.decider) is not None:
        if chance.randrange(100) < share or game.question == "keep_card":
            told = plain_text(game.ask().view)
            other = game.raw.blank()
            other.copy_from(game.raw)
            other.redeal(seat, Random(chance.getrandbits(30)))
            assert other.numbers() != game.raw.numbers()
            assert plain_text(game.rules.view(other, game.setup, seat, game.names, is_over=False)) == told
            public = msgspec.structs.replace(game.view(None), question=game.question, moves=game.legal_moves())
            own_secrets += plain_text(public) != told
        game.play(chance.choice(game.legal_moves()))
    assert (own_secrets > 0) == (table["game"] == "builder")


@pytest.mark.parametrize("table", [{"game": "builder", "players": 2}, {"game": "duel"}], ids=["builder", "duel"])
def test_the_example_for_language_models(table: dict[str, Any], tmp_path: Path) -> None:
    prompts, model = tmp_path / "prompts", tmp_path / "model.sh"
    model.write_text(f'#!/bin/sh\ncat >>"{prompts}"\necho "[99999] is not there, so [2] it is. Or rather [1]."\n')
    model.chmod(0o755)
    words = f"stdio:command={sys.executable} {EXAMPLES / 'stdio_words_bot.py'} {model},seconds=60"
    first = f"stdio:command={EXAMPLES / 'stdio_bot.sh'}"
    assert one_game(words, "greedy", **table).scores == one_game(first, "greedy", **table).scores
    text = prompts.read_text()
    assert text.startswith("You are playing the board game Imhotep: ")
    assert text.count("Answer with one of these moves:\n[1] ") == text.count("end your answer with the number") > 10
    if table["game"] == "duel":  # the shorter one
        model.write_text("#!/bin/sh\necho The best move is to sail.\n")
        assert one_game(words, "greedy", **table).scores == one_game(first, "greedy", **table).scores
    stdio.end_idle()
    wait_for(lambda: not processes_with(str(tmp_path)))


def test_words_need_what_the_terminal_is_drawn_with(reader: tuple[str, Path]) -> None:
    code = "import sys, imhotep; from imhotep.bots import make_bot; bot = make_bot(sys.argv[1])\n"
    code += "bot.choose(imhotep.new_game('duel', seed=1).ask())"
    done = run_without("rich", code, reader[0])
    last = done.stderr.splitlines()[-1]
    assert "BotFailure: stdio:" in last
    assert "wants a text that can't be drawn here (a text needs the package rich, which is not installed: pip" in last


def test_one_program_plays_a_series_of_games(program: Callable[..., str], tmp_path: Path) -> None:
    file = tmp_path / "games"
    spec = program("learns", more=str(file))
    for _ in range(3):
        assert one_game(spec, "random").failure is None
        assert len(processes_with(f"learns\0000\0{file}")) == 2  # the program and its keeper
    assert len(file.read_text().splitlines()) == 3


def test_a_program_may_end_after_a_game(program: Callable[..., str]) -> None:
    spec = program("goes home")
    for _ in range(3):
        assert one_game(spec, "random").failure is None
        assert one_game(spec, spec).failure is None


@pytest.mark.parametrize(("question", "reason"), [(0, None), (1, "ended its process")])
def test_who_ends_in_the_middle_of_a_second_game_forfeits_it(
    program: Callable[..., str], question: int, reason: str | None
) -> None:
    """At the first question nobody can tell that it has not ended before."""
    hello, game, over = 1, 1, 1
    first = hello + game + one_game(program(), "random").moves[0] + over
    spec = program("dies", first + game + question)
    assert one_game(spec, "random").failure is None
    failure = one_game(spec, "random").failure
    assert (failure and failure.reason) == reason


def test_two_seats_have_a_program_each(program: Callable[..., str], tmp_path: Path) -> None:
    file = tmp_path / "games"
    spec = program("learns", more=str(file))
    assert one_game(spec, spec).failure is None
    assert sorted(json.loads(line)["seat"] for line in file.read_text().splitlines()) == [0, 1]
    assert len(processes_with(f"learns\0000\0{file}")) == 4


def test_it_plays_in_the_terminal(program: Callable[..., str]) -> None:
    game, console = imhotep.new_game("duel", seed=3, first=0), screen()
    play_terminal(game, {1: make_bot(program())}, console, Script(["place 1 1", "quit", ""]))
    assert [entry.seat for entry in game.entries][:2] == [0, 1]
    game, bot = imhotep.new_game("duel", seed=3, first=0), make_bot(program("dies", 1))
    with pytest.raises(imhotep.ImhotepError, match=r"the bot stdio failed: BotFailure: stdio:.*ended its process"):
        play_terminal(game, {1: bot}, screen(), Script(["place 1 1", ""]))


# --- programs that fail

FAILURES = [
    ("hangs", 0, "took too long", "more than 0.5 seconds"),
    ("hangs", 2, "took too long", "more than 0.5 seconds"),
    ("hangs with children", 2, "took too long", "more than 0.5 seconds"),
    ("is deaf", 0, "took too long", ""),
    ("writes without end", 0, "wrote too much", str(LONGEST_ANSWER)),
    ("writes without end", 2, "wrote too much", str(LONGEST_ANSWER)),
    ("writes blank lines", 2, "wrote too much", str(LONGEST_ANSWER)),
    ("writes lines", 2, "sent nonsense", "log"),
    ("dies", 0, "ended its process", "exit code 1; its last words: out of stones"),
    ("dies", 2, "ended its process", "exit code 1; its last words: out of stones"),
    ("dies", 4, "ended its process", "exit code 1; its last words: out of stones"),
    ("kills itself", 2, "ended its process", "signal 9"),
    ("closes", 2, "ended its process", "it closed its output"),
    ("babbles", 0, "sent nonsense", "I think that"),
    ("babbles", 2, "sent nonsense", "I think that"),
    ("writes bytes", 2, "sent nonsense", ""),
    ("answers a list", 2, "sent nonsense", "[1, 2]"),
    ("answers twice", 2, "answered without being asked", '"type": "move"'),
    ("repeats itself", 3, "answered without being asked", "it answered question 1 again"),
    ("answers another", 2, "sent nonsense", "it answered question 999, not 1"),
    ("cheats", 2, "returned an illegal move", ""),
    ("invents", 2, "returned an illegal move", "win"),
    ("is from tomorrow", 0, "speaks another protocol", "version 2, not 1"),
]


@pytest.mark.parametrize(("mood", "at", "reason", "detail"), FAILURES, ids=[f"{one[0]}-{one[1]}" for one in FAILURES])
def test_a_program_that_fails_forfeits(
    program: Callable[..., str], tmp_path: Path, mood: str, at: int, reason: str, detail: str
) -> None:
    quick = mood in ("hangs", "hangs with children", "is deaf")
    played = one_game(program(mood, at, options="seconds=0.5,start=0.5" if quick else "seconds=60,start=60"), "random")
    assert played.failure is not None
    assert (played.failure.seat, played.failure.reason) == (0, reason)
    assert detail in played.failure.detail
    assert played.places == [2, 1]
    assert processes_with(str(tmp_path)) == []  # it was ended at once, and no other is kept


def test_a_failure_names_the_bot(program: Callable[..., str]) -> None:
    bot = make_bot(spec := program("dies", 2))
    with pytest.raises(BotFailure) as failed:
        bot.choose(imhotep.new_game("duel", seed=1).ask())
    assert str(failed.value).startswith(f"{spec} ended its process (exit code 1")


def test_a_long_complaint_is_shortened_and_harmless(program: Callable[..., str]) -> None:
    assert one_game(program("complains", 2), "random").failure is None


def test_the_time_of_a_game_runs_out(program: Callable[..., str]) -> None:
    played = one_game(program(options="game=0.0005"), "random")
    assert played.failure is not None
    assert played.failure.reason == "took too long"


def test_the_arena_goes_on_and_nothing_is_left(program: Callable[..., str]) -> None:
    spec = program("hangs with children", 4, options="seconds=0.3")
    result = run_arena([spec, "random"], game="duel", games=4)
    assert [(one.bot, one.reason, one.count) for one in result.forfeits] == [(spec, "took too long", 4)]
    assert result.results[0].win_rate == 0


def test_the_arena_s_own_limit_leaves_nothing_behind(program: Callable[..., str]) -> None:
    result = run_arena([program("hangs with children", 4), "random"], game="duel", games=2, move_limit=2.0)
    assert [(one.reason, one.count) for one in result.forfeits] == [("took longer than 2 s", 2)]


def test_who_is_killed_leaves_nothing_behind(program: Callable[..., str], tmp_path: Path) -> None:
    code = (
        "import sys, imhotep; from imhotep.bots import make_bot; bot = make_bot(sys.argv[1])\n"
        "game = imhotep.new_game('duel', seed=1)\n"
        "while True: bot.choose(game.ask())"
    )
    player = subprocess.Popen([sys.executable, "-c", code, program("hangs with children", 20)], start_new_session=True)
    try:
        wait_for(lambda: len(processes_with(f"time.sleep(600)\0{tmp_path}")) > 0)
    finally:
        os.killpg(player.pid, signal.SIGKILL)
        player.wait()


def test_a_bot_that_is_forgotten_ends_its_program(program: Callable[..., str], tmp_path: Path) -> None:
    make_bot(program()).choose(imhotep.new_game("duel", seed=1).ask())
    wait_for(lambda: processes_with(str(tmp_path)) == [])


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        ("stdio", "it needs the option `command`"),
        ("stdio:command=", "length >= 1"),
        ("stdio:command= ", "there is no program"),
        ("stdio:command=./no-such-bot --fast", "there is no program './no-such-bot' that can be run"),
        (f"stdio:command={__file__}", "that can be run"),
        ("stdio:command='sh", "the command can't be read: No closing quotation"),
        ("stdio:command=sh,seconds=0", "above 0"),
        ("stdio:command=sh,seconds=nan", "above 0"),
        ("stdio:command=sh,game=-1", "above 0"),
        ("stdio:command=sh,speed=9", "no option `speed`"),
    ],
)
def test_a_wrong_spec_is_refused_with_the_reason(spec: str, reason: str) -> None:
    with pytest.raises(imhotep.SetupError, match=r"^stdio") as refused:
        make_bot(spec)
    assert reason in str(refused.value)


def test_a_program_that_is_gone_by_then_forfeits(tmp_path: Path) -> None:
    path = tmp_path / "bot"
    path.write_text("#!/no/such/interpreter\n")
    path.chmod(0o755)
    played = one_game("random", f"stdio:command={path}")
    assert played.failure is not None
    assert (played.failure.seat, played.failure.reason) == (1, "ended its process")
    assert "No such file" in played.failure.detail
    path.unlink()
    played = one_game("random", f"stdio:command={path}")
    assert played.failure is not None
    assert (played.failure.seat, played.failure.reason) == (1, "raised SetupError")
    assert "there is no program" in played.failure.detail


def test_the_spec_is_written_back() -> None:
    bot = make_bot("stdio:command=sh -c 'exit 3',seconds=2.5,game=60")
    assert isinstance(bot, StdioBot)
    assert make_bot(bot.spec).options == bot.options
