"""Records: what is written is read back; what is damaged or tampered with is refused with line and reason."""

import random
import re
from pathlib import Path
from typing import Any

import pytest

import imhotep
from imhotep.table import record
from imhotep.table.editions import built_in_text
from tests.support.setups import random_moves

SETUP: dict[str, Any] = {
    "players": 2,
    "sides": "BABAB",
    "first": 1,
    "names": ["North", "South, the 2nd # @ 3"],
    "colors": ["white", "gray"],
    "rules": {"may_decline_card": True, "second_color": True},
    "wrath": True,
    "seed": 2**100 + 7,
}


def finished(seed: int = 5, **changes: Any) -> imhotep.Game:
    game = imhotep.new_game("builder", **{**SETUP, **changes})
    for _ in random_moves(game, seed):
        pass
    return game


def resealed(text: str) -> str:
    """What a careful forger would write."""
    body = text[: text.rindex("seal: ")]
    return f"{body}seal: {record.seal_of(body)}\n"


def test_everything_that_can_happen_survives() -> None:
    game = imhotep.new_game("builder", **{**SETUP, "players": 3, "rules": {}, "names": None, "colors": None})
    chance = random.Random(3)
    for number in range(60):
        move = chance.choice(game.legal_moves())
        game.play(
            move, clock=100.25 - number if number % 3 else None, comment="why # not @ 5?" if number % 7 == 0 else ""
        )
        if number % 11 == 0:
            game.undo(by_consent=True)
    game.take_over(0, "Someone # else, 'quoted'")
    game.time_out(1)
    game.resign(0)
    text = game.record()
    again = imhotep.load(text)
    assert again.record() == text
    assert again.entries == game.entries
    assert again.names == game.names
    assert again.out == game.out == {1: "runs out of time", 0: "resigns"}
    assert again.raw.numbers() == game.raw.numbers()


def test_with_two_players_who_resigns_loses_and_the_game_is_over() -> None:
    game = imhotep.new_game("builder", players=2, seed=1)
    game.resign(1)
    assert game.is_over
    assert game.winners() == [0]
    assert game.decider is None
    assert game.legal_moves() == []
    assert game.view(0).is_over
    assert game.view(0).moves == []
    with pytest.raises(imhotep.IllegalMove, match="over"):
        game.play("get stones")
    with pytest.raises(imhotep.UndoError):
        game.undo()
    assert imhotep.load(game.record()).winners() == [0]


def test_with_more_players_a_seat_that_gave_up_is_played_on_and_can_not_win() -> None:
    game = imhotep.new_game("builder", players=3, seed=1)
    game.resign(0)
    assert not game.is_over
    for _ in random_moves(game, 4):
        pass
    assert 0 not in game.winners()


def test_the_setup_survives() -> None:
    game = finished()
    again = imhotep.load(game.record())
    for name in ("players", "sides", "first", "names", "colors", "rules", "variants", "undo", "seed"):
        assert getattr(again.setup, name) == getattr(game.setup, name)


def test_a_game_from_a_set_up_position_survives() -> None:
    position = {"ships": [{"size": 2, "stones": [0]}, *({"size": n} for n in (3, 3, 1))], "sleds": [3, 2], "turn": 1}
    game = imhotep.new_game("builder", players=2, seed=3, position=position)
    for _ in random_moves(game, 2):
        pass
    again = imhotep.load(game.record())
    assert again.raw.numbers() == game.raw.numbers()
    assert again.setup.position == game.setup.position


def test_an_edition_of_ones_own_travels_with_the_record(tmp_path: Path) -> None:
    text = (
        built_in_text("builder")
        .replace('edition = "builder"', 'edition = "mine"')
        .replace("per_get = 3", "per_get = 2")
    )
    file = tmp_path / "mine.toml"
    file.write_text(text)
    game = imhotep.new_game("builder", players=2, seed=1, edition=file)
    game.play("get stones")
    assert game.events[-2].count == 2
    assert "edition: mine 1\n| " in game.record()
    file.unlink()
    assert imhotep.load(game.record()).setup.editions["builder"].values.stones.per_get == 2


def test_any_changed_character_is_noticed() -> None:
    text = finished().record()
    chance = random.Random(1)
    for _ in range(300):
        at = chance.randrange(len(text))
        other = chance.choice("abcdefgh 0123456789:.#\n")
        damaged = text[:at] + other + text[at + 1 :]
        if damaged != text:
            with pytest.raises(imhotep.RecordError, match=r"^line \d+: "):
                imhotep.load(damaged)


def test_every_cut_is_noticed() -> None:
    text = finished().record()
    for end in [*range(0, len(text) - 1, 37), len(text) - 1]:
        with pytest.raises(imhotep.RecordError, match=r"^line \d+: "):
            imhotep.load(text[:end])


@pytest.mark.parametrize(
    ("pattern", "replacement", "reason"),
    [
        (r"^game: builder$", "game: chess", "no game"),
        (r"^rules: 1$", "rules: 99", "rules version 99"),
        (r"^edition: builder 1$", "edition: builder 2", "not built in"),
        (r"^players: 2$", "players: 5", "not for 5 players"),
        (r"^players: 2$", "players: two", "must be a number"),
        (r"^sides: BABAB$", "sides: BABA", "sides are 5 letters"),
        (r"^first: 1$", "first: 0", "decide"),
        (r"^first: 1$", "first: 7", "seat from 0 to 1"),
        (r"^undo: fair$", "undo: never", "undo is"),
        (r"^seat 0: white, ", "seat 0: pink, ", "colors are"),
        (r"^house rule: may_decline_card=yes$", "house rule: may_decline_card=perhaps", "yes or no"),
        (r"^house rule: may_decline_card=yes$", "house rule: no_such_rule=yes", "not known"),
        (r"^deal cards: \w+", "deal cards: joker", "no card is called"),
        (r"^deal cards: \w+ ", "deal cards: ", "other cards"),
        (r"^deal rounds: \S+", "deal rounds: 9-9-9-9", "no round card"),
        (r"^1\. gray: .*$", "1. gray: fly 2 moon", "is no move"),
        (r"^1\. gray: .*$", "1. gray: pass", "B2"),
        (r"^1\. gray: ", "1. white: ", "somebody else"),
        (r"^1\. gray: ", "1. red: ", "nobody plays"),
        (r"^2\. ", "3. ", "expected entry 2"),
        (r"^result: .*$", "result: 99 0", "expected 'result"),
        (r"^result: .*\n", "", "expected 'result"),
        (r"^seed: \d+$", "seed: minus one", "must be a number"),
        (r"^undo: fair\n", "", "has no undo"),
        (r"^undo: fair$", "undo: fair\nfavourite: blue", "no head line"),
        (r"^undo: fair$", "undo: fair\nundo: fair", "given twice"),
    ],
)
def test_a_forged_record_is_refused_with_the_reason(pattern: str, replacement: str, reason: str) -> None:
    text = finished().record()
    forged = re.sub(pattern, replacement, text, count=1, flags=re.MULTILINE)
    assert forged != text
    with pytest.raises(imhotep.RecordError, match=reason) as refused:
        imhotep.load(resealed(forged))
    assert refused.value.line >= 1


def with_a_shuffle() -> str:
    for seed in range(100):
        text = finished(seed).record()
        if ". shuffle: " in text:
            return text
    raise AssertionError("no game shuffled its discard pile")


@pytest.mark.parametrize(
    ("replacement", "reason"),
    [
        ("", "1 shuffles happened here, not 0"),
        (r"9. shuffle: \2\n9. shuffle: \2\n", "1 shuffles happened here, not 2"),
        (r"9. shuffle: statue\n", "other cards are shuffled"),
        (r"9. shuffle: joker\n", "no card is called"),
        (r"9. shuffle: \n", "other cards|expected"),
        (r"9. undo\n9. shuffle: \2\n", "happened here, not 0"),
    ],
)
def test_a_forged_shuffle_is_refused(replacement: str, reason: str) -> None:
    text = re.sub(r"^(\d+)\. shuffle: (.*)\n", replacement, with_a_shuffle(), count=1, flags=re.MULTILINE)
    number = 0

    def next_number(_: re.Match[str]) -> str:
        nonlocal number
        number += 1
        return f"{number}. "

    with pytest.raises(imhotep.RecordError, match=reason):
        imhotep.load(resealed(re.sub(r"^\d+\. ", next_number, text, flags=re.MULTILINE)))


@pytest.mark.parametrize("junk", ["", "\n", "hello", "\x00\x01\x02", "{}", "imhotep record, format 2\n", "🐪" * 1000])
def test_junk_is_no_record(junk: str) -> None:
    with pytest.raises(imhotep.RecordError, match=r"^line 1: "):
        imhotep.load(junk)


def test_a_text_that_is_too_long_is_not_even_read() -> None:
    with pytest.raises(imhotep.RecordError, match="longer than"):
        imhotep.load("x" * (5 * 1024 * 1024))


def test_a_record_of_very_many_entries_is_refused_or_read_in_reasonable_time() -> None:
    text = finished().record()
    head = text[: text.index("\n\n") + 2]
    body = head + "".join(f"{n}. undo by consent\n" for n in range(1, 100_000))
    with pytest.raises(imhotep.RecordError, match="nothing to take back"):
        imhotep.load(f"{body}seal: {record.seal_of(body)}\n")


def test_saving_replaces_the_file_whole(tmp_path: Path) -> None:
    file = tmp_path / "game.imh"
    file.write_text("old")
    game = finished()
    game.save(file)
    assert imhotep.load_file(file).record() == game.record()
    assert list(tmp_path.iterdir()) == [file]
    with pytest.raises(imhotep.FileError):
        game.save(tmp_path / "no" / "such" / "folder.imh")
    with pytest.raises(imhotep.FileError):
        game.save(tmp_path)
    assert list(tmp_path.iterdir()) == [file]


def test_after_goes_back_to_any_entry() -> None:
    game = finished()
    middle = game.after(20)
    assert len(middle.entries) >= 20
    assert middle.entries == game.entries[: len(middle.entries)]
    assert game.after(0).entries == []
    assert game.after(len(game.entries)).record() == game.record()


def test_what_cannot_be_encoded_nested_or_sized_is_refused_as_a_record() -> None:
    text = imhotep.new_game("builder", players=2, seed=1).record()
    deep = text.replace("deal cards", "position: " + "[" * 5000 + "\ndeal cards")
    nested = text.replace("deal cards", 'position: {"x":' + "[" * 5000 + "]" * 5000 + "}\ndeal cards")
    for forged in (deep, nested):
        with pytest.raises(imhotep.RecordError):
            imhotep.load(resealed(forged))
    with pytest.raises(imhotep.RecordError, match="UTF-8"):
        imhotep.load(text.replace("Black", "\ud800"))


def test_unusual_line_separators_in_an_edition_do_not_break_its_records(tmp_path: Path) -> None:
    file = tmp_path / "odd.toml"
    text = built_in_text("builder").replace('edition = "builder"', 'edition = "odd"')
    odd = text.replace("# room", "# ro\u2028om\u0085 \x0c".replace("\x0c", "")).replace("sled = 5", "sled = 6")
    for ends in ("\n", "\r\n"):
        file.write_bytes(odd.replace("\n", ends).encode())
        game = imhotep.new_game("builder", players=2, seed=1, edition=file)
        game.play("get stones")
        assert imhotep.load(game.record()).record() == game.record()


def test_equal_round_cards_are_the_same_after_loading(tmp_path: Path) -> None:
    file = tmp_path / "twins.toml"
    text = built_in_text("builder").replace('edition = "builder"', 'edition = "twins"')
    file.write_text(text.replace("[4, 3, 3, 1], [4, 3, 2, 1],", "[4, 3, 2, 2], [4, 3, 2, 2],"))
    for seed in range(10):
        game = imhotep.new_game("builder", players=2, seed=seed, edition=file)
        assert imhotep.load(game.record()).raw.numbers() == game.raw.numbers()


def test_the_longest_clock_survives() -> None:
    game = imhotep.new_game("builder", players=2, seed=1)
    game.play("get stones", clock=999_999_999)
    assert imhotep.load(game.record()).entries[0].clock == 999_999_999
    with pytest.raises(imhotep.ImhotepError):
        game.play("get stones", clock=999_999_999.9999)


def test_wrong_shuffles_change_nothing() -> None:
    game = imhotep.new_game("builder", players=2, seed=1, first=0)
    before = game.raw.numbers()
    with pytest.raises(imhotep.ImhotepError, match="shuffles"):
        game.play("get stones", shuffles=[[1, 2]])
    assert game.raw.numbers() == before
    assert game.entries == []
    text = with_a_shuffle()
    whole = imhotep.load(text)
    at = next(number for number, entry in enumerate(whole.entries) if entry.kind == "shuffle")
    game = whole.after(at - 1)
    before, events = game.raw.numbers(), len(game.events)
    with pytest.raises(imhotep.ImhotepError, match="other cards"):
        game.play(whole.entries[at - 1].text, shuffles=[[1, 2]])
    assert (game.raw.numbers(), len(game.events), len(game.entries)) == (before, events, at - 1)
    game.follow(whole.entries[at - 1], [whole.entries[at]])
    assert game.raw.numbers() == whole.after(at + 1).raw.numbers()


def test_the_last_one_left_wins() -> None:
    game = imhotep.new_game("builder", players=3, seed=1)
    game.resign(0)
    game.time_out(2)
    assert game.is_over
    assert game.winners() == [1]
    with pytest.raises(imhotep.ImhotepError):
        game.resign(1)


def test_a_file_that_is_no_regular_one_is_neither_read_nor_replaced(tmp_path: Path) -> None:
    import os

    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    game = finished()
    with pytest.raises(imhotep.FileError, match="not a regular file"):
        imhotep.load_file(pipe)
    with pytest.raises(imhotep.FileError, match="not a regular file"):
        game.save(pipe)
    assert pipe.is_fifo()
    real, link = tmp_path / "real.imh", tmp_path / "link.imh"
    real.write_text("old")
    link.symlink_to(real)
    game.save(link)
    assert link.is_symlink()
    assert imhotep.load_file(real).record() == game.record()
    for wrong in (None, b"x", "", "\0", "\ud800", 5):
        with pytest.raises(imhotep.FileError):
            game.save(wrong)  # type: ignore[arg-type]
        with pytest.raises(imhotep.FileError):
            imhotep.load_file(wrong)  # type: ignore[arg-type]
