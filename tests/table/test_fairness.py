"""Fair deals: promise and salt travel with the record, and whoever has it can check what was dealt."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

import imhotep
from imhotep import Game
from imhotep.table import record
from imhotep.table.chance import Stream
from imhotep.table.fairness import new_salt, new_seed, promise_of, verify
from tests.support.command import run
from tests.support.setups import random_moves

SEED = 2**127 + 12345
SALT = "00ff" * 8
PROMISE = promise_of(SEED, SALT)

TABLES: list[dict[str, Any]] = [
    {"game": "builder", "players": 2, "sides": "BABAB"},
    {"game": "builder", "players": 4, "sides": "DCDDC", "cards": "dynasty", "prophecies": True, "face_down": True},
    {"game": "duel", "sides": "ABAB"},
]
HANDS: list[dict[str, Any]] = [
    {
        "game": "builder",
        "players": 2,
        "position": {"ships": [{"size": 3}, {"size": 2}, {"size": 2}, {"size": 1}], "turn": 1, "draw_pile": ["lever"]},
    },
    {"game": "duel", "position": {"turn": 1, "harbour": [[None, None, None], [None, 0, 1], [None, None, None]]}},
]


def start(table: dict[str, Any], **changes: Any) -> Game:
    return imhotep.new_game(**{"seed": SEED, "promise": PROMISE, "salt": SALT, **table, **changes})


def finished(table: dict[str, Any], seed: int = 5, **changes: Any) -> Game:
    game = start(table, **changes)
    for _ in random_moves(game, seed):
        pass
    return game


def just_shuffled() -> Game:
    """A game whose last entry is a shuffle."""
    for seed in range(100):
        game = finished(TABLES[0], seed)
        for at, entry in enumerate(game.entries, 1):
            if entry.kind == "shuffle":
                return game.after(at)
    raise AssertionError("no game shuffled its discard pile")


def forged(game: Game, pattern: str, replacement: str) -> str:
    """What a careful forger would write."""
    text = game.record()
    changed = re.sub(pattern, replacement, text, count=1, flags=re.MULTILINE)
    assert changed != text
    body = changed[: changed.rindex("seal: ")]
    return f"{body}seal: {record.seal_of(body)}\n"


def verdicts(game: Game, noted: str | None = None) -> dict[str, str]:
    return {check.about: check.verdict for check in verify(game, noted)}


def words(game: Game, about: str) -> str:
    return next(check.words for check in verify(game) if check.about == about)


ALL_OK = dict.fromkeys(("promise", "deal", "first player", "shuffles"), "ok")


# --- the promise


def test_a_promise_is_the_hash_that_the_documents_describe() -> None:
    # printf imhotep:ab:%032x 7 | sha256sum
    assert promise_of(7, "ab") == "4ea6eaa8fd70898063207711ca1f39bfbe775a0f4b939801a534679bdc8a5dad"
    assert len({new_seed() for _ in range(20)} | {new_salt() for _ in range(20)}) == 40
    assert promise_of(SEED, SALT) != promise_of(SEED + 1, SALT)
    assert promise_of(SEED, SALT) != promise_of(SEED, SALT[1:])


@pytest.mark.parametrize("table", TABLES)
def test_promise_and_salt_travel_with_the_record(table: dict[str, Any]) -> None:
    game = finished(table)
    text = game.record()
    assert f"\nseed: {SEED}\npromise: {PROMISE}\nsalt: {SALT}\n" in text
    again = imhotep.load(text)
    assert again.record() == text
    assert (again.setup.promise, again.setup.salt) == (PROMISE, SALT)
    entries = [record.entry_text(game, entry) for entry in game.entries]
    assert record.resume(record.head_of(game), entries).record() == text


def test_what_was_not_promised_is_not_written() -> None:
    text = start(TABLES[0], promise="", salt="").record()
    assert "promise" not in text
    assert "salt" not in text
    secret = start(TABLES[0], salt="")
    assert f"promise: {PROMISE}\ndeal " in secret.record()
    assert imhotep.load(secret.record()).setup.salt == ""


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"promise": PROMISE.upper()}, "64 digits"),
        ({"promise": PROMISE[1:]}, "64 digits"),
        ({"promise": f"{PROMISE}\n"}, "64 digits"),
        ({"promise": None}, "64 digits"),
        ({"promise": 5}, "64 digits"),
        ({"salt": "salt"}, "a salt is"),
        ({"salt": "a" * 129}, "a salt is"),
        ({"salt": None}, "a salt is"),
        ({"salt": b"00"}, "a salt is"),
        ({"promise": ""}, "a salt needs a promise"),
    ],
)
def test_a_bad_promise_or_salt_is_refused(given: dict[str, Any], reason: str) -> None:
    with pytest.raises(imhotep.SetupError, match=reason):
        start(TABLES[0], **given)


@pytest.mark.parametrize(
    ("pattern", "replacement", "line", "reason"),
    [
        ("^promise: .*$", "promise: 12", 12, "64 digits"),
        ("^promise: .*$", "promise: ", 12, "64 digits"),
        ("^promise: .*$", rf"promise: {PROMISE.upper()}", 12, "64 digits"),
        ("^promise: .*\n", "", 12, "a salt without a promise"),
        ("^salt: .*$", "salt: ", 13, "a salt is"),
        ("^salt: .*$", "salt: pepper", 13, "a salt is"),
        ("^salt: .*$", rf"salt: {SALT}\nsalt: {SALT}", 14, "given twice"),
    ],
)
def test_malformed_lines_are_refused_with_line_and_reason(
    pattern: str, replacement: str, line: int, reason: str
) -> None:
    with pytest.raises(imhotep.RecordError, match=reason) as refused:
        imhotep.load(forged(start(TABLES[0]), pattern, replacement))
    assert refused.value.line == line


# --- checking


@pytest.mark.parametrize("table", TABLES)
def test_a_fair_game_passes(table: dict[str, Any]) -> None:
    game = imhotep.load(finished(table).record())
    assert verdicts(game) == ALL_OK
    assert verdicts(game, PROMISE) == ALL_OK | {"noted promise": "ok"}
    assert verdicts(game.after(10)) == ALL_OK


def test_shuffles_are_checked_also_where_they_were_taken_back() -> None:
    game = just_shuffled()
    move = next(entry for entry in reversed(game.entries) if entry.kind == "move")
    game.undo(by_consent=True)
    game.play(move.text, clock=5, comment="again")
    game.take_over(0, "Somebody")
    game.resign(1)
    game = imhotep.load(game.record())
    assert verdicts(game) == ALL_OK
    assert words(game, "shuffles").startswith("2, each")


@pytest.mark.parametrize(
    ("table", "pattern", "replacement", "pile"),
    [
        (TABLES[0], r"^(deal cards: .*?) (\S+) (\S+)( \3)*$", r"\1 \3 \2\4", "cards"),
        (TABLES[0], r"^(deal rounds: .*) (\S+) (\S+)$", r"\1 \3 \2", "rounds"),
        (TABLES[1], r"^(deal tomb: .*) (\S+) (\S+)$", r"\1 \3 \2", "tomb"),
        (TABLES[2], r"^deal tokens: (\S+) (.*)$", r"deal tokens: \2 \1", "tokens"),
    ],
)
def test_another_deal_is_found(table: dict[str, Any], pattern: str, replacement: str, pile: str) -> None:
    game = imhotep.load(forged(start(table), pattern, replacement))
    assert verdicts(game) == ALL_OK | {"deal": "failed"}
    assert words(game, "deal") == f"the seed gives a different order of {pile}"


def test_another_shuffle_is_found() -> None:
    game = just_shuffled()
    cards = game.entries[-1].text.split()
    changed = forged(game, "shuffle: .*$", f"shuffle: {' '.join(reversed(cards))}")
    tampered = imhotep.load(changed)
    assert verdicts(tampered) == ALL_OK | {"shuffles": "failed"}
    assert f"after entry {len(game.entries) - 1} " in words(tampered, "shuffles")


def test_another_seed_is_found() -> None:
    """Who deals from another seed than the promised one."""
    game = finished(TABLES[0], promise=promise_of(SEED + 1, SALT))
    assert verdicts(game) == ALL_OK | {"promise": "failed"}


def test_another_salt_is_found() -> None:
    assert verdicts(finished(TABLES[2], salt="1234"), PROMISE) == ALL_OK | {
        "promise": "failed",
        "noted promise": "failed",
    }


def test_a_promise_without_its_salt_does_not_hold() -> None:
    assert verdicts(start(TABLES[0], salt=""), PROMISE) == ALL_OK | {"promise": "failed", "noted promise": "failed"}


def test_a_promise_that_was_changed_later_is_found_by_whoever_noted_it() -> None:
    later = start(TABLES[0], seed=5, promise=promise_of(5, SALT))
    assert verdicts(later)["promise"] == "ok"
    assert verdicts(later, PROMISE)["noted promise"] == "failed"


@pytest.mark.parametrize("table", TABLES)
def test_without_a_promise_the_rest_is_checked(table: dict[str, Any]) -> None:
    game = finished(table, promise="", salt="")
    assert verdicts(game) == ALL_OK | {"promise": "not promised"}
    assert verdicts(game, PROMISE)["noted promise"] == "failed"


def test_who_begins_may_have_been_chosen() -> None:
    drawn = Stream(SEED, "first").below(2)
    game = start(TABLES[0], first=1 - drawn, names=["North", "South"])
    assert verdicts(game) == ALL_OK | {"first player": "not promised"}
    names = game.setup.names
    assert words(game, "first player") == f"{names[1 - drawn]}, chosen by hand: the seed draws {names[drawn]}"
    assert verdicts(start(TABLES[0], first=drawn)) == ALL_OK


@pytest.mark.parametrize("table", HANDS)
def test_of_a_position_set_up_by_hand_only_the_rest_is_checked(table: dict[str, Any]) -> None:
    game = imhotep.load(finished(table).record())
    found = {"promise": "ok", "position": "not promised", "deal": "ok", "shuffles": "ok"}
    assert verdicts(game) == found
    assert "leaves them open" in words(game, "deal")
    changed = forged(start(table), r"^(deal (?:cards|tokens): .*?) (\S+) (\S+)( \3)*$", r"\1 \3 \2\4")
    assert verdicts(imhotep.load(changed)) == found | {"deal": "failed"}


@pytest.mark.parametrize("wrong", ["", "12", PROMISE.upper(), 5])
def test_what_is_noted_must_be_a_promise(wrong: Any) -> None:
    with pytest.raises(imhotep.SetupError, match="64 digits"):
        verify(start(TABLES[0]), wrong)


# --- the command


def verified(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return run("verify", *arguments)


def test_the_command_says_that_a_game_was_fair(tmp_path: Path) -> None:
    file = tmp_path / "game.imh"
    finished(TABLES[0], names=["[red]North", "South"]).save(file)
    done = verified(file, "--promise", f" {PROMISE.upper()} ")
    assert (done.returncode, done.stderr) == (0, "")
    assert re.findall(r"^(\w+) .*promise  ", done.stdout, re.MULTILINE) == ["ok", "ok"]
    assert PROMISE in done.stdout
    assert "Dealt as promised before the game." in done.stdout
    alone = verified(file)
    assert alone.returncode == 0
    assert "--promise HEX" in alone.stdout
    facts = json.loads(verified(file, "--json").stdout)
    assert (facts["holds"], facts["promised"], facts["seed"]) == (True, True, str(SEED))
    assert {check["about"]: check["verdict"] for check in facts["checks"]} == ALL_OK


def test_the_command_fails_where_a_promise_is_broken(tmp_path: Path) -> None:
    file = tmp_path / "game.imh"
    finished(TABLES[2]).save(file)
    done = verified(file, "--promise", promise_of(1, SALT))
    assert done.returncode == 1
    assert re.search(r"^failed +noted promise", done.stdout, re.MULTILINE)
    assert "doesn't show" in done.stdout
    broken = verified(file, "--promise", promise_of(1, SALT), "--json")
    assert broken.returncode == 1
    assert json.loads(broken.stdout)["holds"] is False


def test_the_command_says_that_nothing_was_promised(tmp_path: Path) -> None:
    file = tmp_path / "game.imh"
    start(TABLES[2], promise="", salt="").save(file)
    done = verified(file)
    assert done.returncode == 0
    assert "Nothing was promised." in done.stdout


def test_bad_input_is_one_line_and_exit_code_2(tmp_path: Path) -> None:
    file = tmp_path / "game.imh"
    start(TABLES[2]).save(file)
    damaged = tmp_path / "damaged.imh"
    damaged.write_text(file.read_text().replace(SALT, SALT[::-1]))
    for arguments in ([file, "--promise", "12"], [file, "--promise", ""], [damaged], [tmp_path / "none.imh"]):
        done = verified(*arguments)
        assert (done.returncode, done.stdout) == (2, "")
        assert re.fullmatch(r"imhotep: .*\n", done.stderr)
