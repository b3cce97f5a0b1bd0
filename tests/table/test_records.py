"""Records: what is written is read back; what is damaged or tampered with is refused with line and reason."""

import os
import random
import re
from pathlib import Path
from typing import Any

import pytest

import imhotep
from imhotep import Game
from imhotep.table import record
from imhotep.table.editions import built_in_text
from tests.support.duel_positions import BLACK, WHITE, by_hand, cargo, moves, only, play, table
from tests.support.setups import random_moves

GAMES = ("builder", "duel")
SETUPS: dict[str, dict[str, Any]] = {
    "builder": {
        "players": 2,
        "sides": "BABAB",
        "first": 1,
        "names": ["North", "South, the 2nd # @ 3"],
        "colors": ["white", "gray"],
        "house_rules": {"may_decline_card": True, "second_color": True},
        "wrath": True,
        "seed": 2**100 + 7,
    },
    "duel": {
        "sides": "BABA",
        "first": WHITE,
        "names": ["Nefertiti", "Akhenaten"],
        "house_rules": {"refill_at_end_of_turn": True, "english_pyramid_b": True},
        "seed": 2**90 + 3,
    },
}
POSITIONS: dict[str, dict[str, Any]] = {
    "builder": {"ships": [{"size": 2, "stones": [0]}, *[{"size": n} for n in (3, 3, 1)]], "sleds": [3, 2], "turn": 1},
    "duel": by_hand(
        harbour=["bw.", "..w", "b.."],
        boats=only(
            {"row 1": "tomb_1 take tomb_3", "row 3": "obelisk obelisk temple_4", "column 3": "place place take"}
        ),
        tokens=["obelisk " * 5 + "swap_and_unload", "obelisk " * 5],
        removed="take temple_1",
        reserve="tomb_9 tomb_8",
        first_to_five=WHITE,
        turn=WHITE,
    ),
}


def finished(name: str, seed: int = 5, **changes: Any) -> Game:
    """Played to its end by chance, in The Duel with a liking for action tokens."""
    game = imhotep.new_game(name, **{**SETUPS[name], **changes})
    chance = random.Random(seed)
    while not game.is_over:
        choices = game.legal_moves()
        liked = [move for move in choices if move.verb == "play" and name == "duel"]
        game.play(chance.choice(liked or choices))
    return game


def from_position(name: str) -> Game:
    return imhotep.new_game(name, 2, "BAAA" if name == "duel" else None, seed=4, first=BLACK, position=POSITIONS[name])


def resealed(text: str) -> str:
    """What a careful forger would write."""
    body = text[: text.rindex("seal: ")]
    return f"{body}seal: {record.seal_of(body)}\n"


# --- what is written is read back


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    ("name", "verbs"), [("builder", {"get", "load", "sail"}), ("duel", {"place", "unload", "play"})]
)
def test_a_whole_game_survives(name: str, verbs: set[str], seed: int) -> None:
    game = finished(name, seed)
    assert verbs <= {entry.text.split()[0] for entry in game.entries if entry.text}
    again = imhotep.load(game.record())
    assert again.record() == game.record()
    assert again.raw.numbers() == game.raw.numbers()
    assert again.events == game.events
    assert (again.scores(), again.winners()) == (game.scores(), game.winners())
    for field in ("players", "sides", "first", "names", "colors", "house_rules", "variants", "undo", "seed"):
        assert getattr(again.setup, field) == getattr(game.setup, field)


@pytest.mark.parametrize("name", GAMES)
def test_everything_that_can_happen_survives(name: str) -> None:
    players = 3 if name == "builder" else 2
    game = imhotep.new_game(
        name, **{**SETUPS[name], "players": players, "house_rules": {}, "names": None, "colors": None}
    )
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
    if players > 2:  # else the game is over
        game.resign(0)
    text = game.record()
    again = imhotep.load(text)
    assert again.record() == text
    assert again.entries == game.entries
    assert again.names == game.names
    assert again.out == game.out == ({1: "runs out of time", 0: "resigns"} if players > 2 else {1: "runs out of time"})
    assert again.raw.numbers() == game.raw.numbers()


@pytest.mark.parametrize(
    ("name", "played", "leaver"),
    [
        ("builder", ["get stones", "get stones", "get stones", "load 1 1"], "white"),
        ("duel", ["place 1 1", "place 1 2", "place 1 3", "unload row 1"], "black"),
    ],
)
def test_undo_and_leaving_survive(name: str, played: list[str], leaver: str) -> None:
    game = imhotep.new_game(name, **SETUPS[name])
    play(game, played[0])
    game.undo()
    play(game, *played[1:])
    game.undo(by_consent=True)
    game.resign(0)
    text = game.record()
    assert "2. undo\n" in text
    assert f"6. undo by consent\n7. {leaver} resigns\n" in text
    again = imhotep.load(text)
    assert again.record() == text
    assert (again.is_over, again.winners()) == (True, [1])


@pytest.mark.parametrize("name", GAMES)
def test_with_two_players_who_resigns_loses_and_the_game_is_over(name: str) -> None:
    game = imhotep.new_game(name, players=2, seed=1)
    move = game.legal_moves()[0]
    game.resign(1)
    assert game.is_over
    assert game.winners() == [0]
    assert game.decider is None
    assert game.legal_moves() == []
    assert game.view(0).is_over
    assert game.view(0).moves == []
    with pytest.raises(imhotep.IllegalMove, match="over"):
        game.play(move)
    with pytest.raises(imhotep.UndoError):
        game.undo()
    assert imhotep.load(game.record()).winners() == [0]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_from_a_set_up_position_survives(name: str) -> None:
    game = from_position(name)
    for _ in random_moves(game, 2):
        pass
    again = imhotep.load(game.record())
    assert again.record() == game.record()
    assert again.raw.numbers() == game.raw.numbers()
    assert again.setup.position == game.setup.position
    assert again.view().seats == game.view().seats


@pytest.mark.parametrize("name", GAMES)
def test_the_longest_clock_survives(name: str) -> None:
    game = imhotep.new_game(name, players=2, seed=1)
    game.play(game.legal_moves()[0], clock=999_999_999)
    assert imhotep.load(game.record()).entries[0].clock == 999_999_999
    with pytest.raises(imhotep.ImhotepError):
        game.play(game.legal_moves()[0], clock=999_999_999.9999)


@pytest.mark.parametrize("name", GAMES)
def test_after_goes_back_to_any_entry(name: str) -> None:
    game = finished(name)
    middle = game.after(20)
    assert len(middle.entries) >= 20
    assert middle.entries == game.entries[: len(middle.entries)]
    assert game.after(0).entries == []
    assert game.after(len(game.entries)).record() == game.record()


# --- what is damaged or forged is refused


@pytest.mark.parametrize("name", GAMES)
def test_any_changed_character_is_noticed(name: str) -> None:
    text = finished(name).record()
    chance = random.Random(1)
    for _ in range(300):
        at = chance.randrange(len(text))
        other = chance.choice("abcdefgh 0123456789:.#\n")
        damaged = text[:at] + other + text[at + 1 :]
        if damaged != text:
            with pytest.raises(imhotep.RecordError, match=r"^line \d+: "):
                imhotep.load(damaged)


@pytest.mark.parametrize("name", GAMES)
def test_every_cut_is_noticed(name: str) -> None:
    text = finished(name).record()
    for end in [*range(0, len(text) - 1, 37), len(text) - 1]:
        with pytest.raises(imhotep.RecordError, match=r"^line \d+: "):
            imhotep.load(text[:end])


FORGERIES = [  # of any game
    (r"^game: \w+$", "game: chess", "no game"),
    (r"^rules: [12]$", "rules: 99", "rules version 99"),
    (r"^edition: (\w+) 1$", r"edition: \1 2", "not built in"),
    (r"^players: 2$", "players: 5", "not for 5 players"),
    (r"^players: 2$", "players: two", "must be a number"),
    (r"^first: 1$", "first: 0", "decision"),
    (r"^first: 1$", "first: 7", "seat from 0 to 1"),
    (r"^undo: fair$", "undo: never", "undo is"),
    (r"^seat 0: \w+, ", "seat 0: pink, ", "a colour is one of"),
    (r"^house rule: (\w+)=yes$", r"house rule: \1=perhaps", "yes or no"),
    (r"^house rule: \w+=yes$", "house rule: no_such_rule=yes", "is unknown here"),
    (r"^1\. (\w+): .*$", r"1. \1: fly 2 moon", "isn't a move"),
    (r"^1\. \w+: ", "1. red: ", "nobody plays"),
    (r"^2\. ", "3. ", "expected entry 2"),
    (r"^result: .*$", "result: 99 0", "expected 'result"),
    (r"^result: .*\n", "", "expected 'result"),
    (r"^result: (\S+) (\S+)$", r"result: \2 \1 0", "expected 'result"),
    (r"^seed: \d+$", "seed: minus one", "must be a number"),
    (r"^undo: fair\n", "", "has no undo"),
    (r"^undo: fair$", "undo: fair\nfavourite: blue", "no header line"),
    (r"^undo: fair$", "undo: fair\nundo: fair", "given twice"),
]
FORGERIES_OF_ONE = {
    "builder": [
        (r"^sides: BABAB$", "sides: BABA", "sides are 5 letters"),
        (r"^deal cards: \w+", "deal cards: joker", "no card is called"),
        (r"^deal cards: \w+ ", "deal cards: ", "cards of this deal aren't those"),
        (r"^deal rounds: \S+", "deal rounds: 9-9-9-9", "no round card"),
        (r"^1\. gray: .*$", "1. gray: pass", "B2"),
        (r"^1\. gray: ", "1. white: ", "someone else"),
    ],
    "duel": [
        (r"^game: duel$", "game: builder", "edition|players|sides"),
        (r"^edition: duel 1$", "edition: builder 1", "not built in"),
        (r"^players: 2$", "players: 3", "not for 3 players"),
        (r"^sides: BABA$", "sides: BABAB", "sides are 4 letters"),
        (r"^sides: BABA$", "sides: BABC", "sides are 4 letters"),
        (r"^first: 1$", "first: 2", "seat from 0 to 1"),
        (r"^seat 0: black, ", "seat 0: brown, ", "a colour is one of black, white"),
        (r"^house rule: refill_at_end_of_turn=yes$", "house rule: second_color=yes", "is unknown here"),
        (r"^undo: fair$", "undo: fair\nvariant: wrath=yes", "is unknown here"),
        (r"^undo: fair$", "undo: fair\ndeal cards: lever", "no header line is called 'deal cards'"),
        (r"^deal tokens: .*\n", "", "no deal tokens"),
        (r"^1\. white: .*$", "1. white: get stones", "isn't a move|stones"),
        (r"^1\. white: .*$", "1. white: place 4 4", "place|row"),
        (r"^1\. white: .*$", "1. white: pass", "D5"),
        (r"^1\. white: .*$", "1. white: unload row 1", "R135"),
        (r"^1\. white: .*$", "1. white: play take", "R142"),
        (r"^1\. white: ", "1. black: ", "someone else|other player"),
        (r"^1\. white: ", "1. gray: ", "nobody plays"),
    ],
}


@pytest.mark.parametrize(
    ("name", "pattern", "replacement", "reason"),
    [(name, *forgery) for name in GAMES for forgery in FORGERIES + FORGERIES_OF_ONE[name]],
)
def test_a_forged_record_is_refused_with_the_reason(name: str, pattern: str, replacement: str, reason: str) -> None:
    text = finished(name).record()
    forged = re.sub(pattern, replacement, text, count=1, flags=re.MULTILINE)
    assert forged != text
    with pytest.raises(imhotep.RecordError, match=reason) as refused:
        imhotep.load(resealed(forged))
    assert refused.value.line >= 1


@pytest.mark.parametrize("name", GAMES)
def test_a_tampered_result_is_refused_even_by_one_point(name: str) -> None:
    game = finished(name)
    scores = game.scores()
    for change in ([1, 0], [0, -1]):
        forged = " ".join(str(score + more) for score, more in zip(scores, change, strict=True))
        text = game.record().replace(f"result: {' '.join(map(str, scores))}", f"result: {forged}")
        assert text != game.record()
        with pytest.raises(imhotep.RecordError, match="expected 'result"):
            imhotep.load(resealed(text))


@pytest.mark.parametrize("name", GAMES)
def test_a_record_of_very_many_entries_is_refused_or_read_in_reasonable_time(name: str) -> None:
    text = finished(name).record()
    head = text[: text.index("\n\n") + 2]
    body = head + "".join(f"{n}. undo by consent\n" for n in range(1, 100_000))
    with pytest.raises(imhotep.RecordError, match="nothing to take back"):
        imhotep.load(f"{body}seal: {record.seal_of(body)}\n")


@pytest.mark.parametrize("name", GAMES)
def test_what_cannot_be_encoded_nested_or_sized_is_refused_as_a_record(name: str) -> None:
    text = imhotep.new_game(name, players=2, seed=1).record()
    for deep in ("[" * 5000, '{"x":' + "[" * 5000 + "]" * 5000 + "}"):
        forged = text.replace("\ndeal ", f"\nposition: {deep}\ndeal ", 1)
        assert forged != text
        with pytest.raises(imhotep.RecordError):
            imhotep.load(resealed(forged))
    assert "Black" in text
    with pytest.raises(imhotep.RecordError, match="UTF-8"):
        imhotep.load(text.replace("Black", "\ud800"))


@pytest.mark.parametrize("name", GAMES)
def test_shuffles_where_none_happens_change_nothing(name: str) -> None:
    game = imhotep.new_game(name, players=2, seed=1, first=0)
    before = game.raw.numbers()
    with pytest.raises(imhotep.ImhotepError, match="shuffles"):
        game.play(game.legal_moves()[0], shuffles=[[1, 2]])
    assert game.raw.numbers() == before
    assert game.entries == []


@pytest.mark.parametrize("junk", ["", "\n", "hello", "\x00\x01\x02", "{}", "imhotep record, format 2\n", "🐪" * 1000])
def test_junk_is_no_record(junk: str) -> None:
    with pytest.raises(imhotep.RecordError, match=r"^line 1: "):
        imhotep.load(junk)


def test_a_text_that_is_too_long_is_not_even_read() -> None:
    with pytest.raises(imhotep.RecordError, match="longer than"):
        imhotep.load("x" * (5 * 1024 * 1024))


# --- files


def test_saving_replaces_the_file_whole(tmp_path: Path) -> None:
    file = tmp_path / "game.imh"
    file.write_text("old")
    game = finished("builder")
    game.save(file)
    assert imhotep.load_file(file).record() == game.record()
    assert list(tmp_path.iterdir()) == [file]
    with pytest.raises(imhotep.FileError):
        game.save(tmp_path / "no" / "such" / "folder.imh")
    with pytest.raises(imhotep.FileError):
        game.save(tmp_path)
    assert list(tmp_path.iterdir()) == [file]


def test_a_file_that_is_no_regular_one_is_neither_read_nor_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    game = finished("builder")
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


# --- Builder of Egypt


def test_with_more_players_a_seat_that_gave_up_is_played_on_and_can_not_win() -> None:
    game = imhotep.new_game("builder", players=3, seed=1)
    game.resign(0)
    assert not game.is_over
    for _ in random_moves(game, 4):
        pass
    assert 0 not in game.winners()


def test_the_last_one_left_wins() -> None:
    game = imhotep.new_game("builder", players=3, seed=1)
    game.resign(0)
    game.time_out(2)
    assert game.is_over
    assert game.winners() == [1]
    with pytest.raises(imhotep.ImhotepError):
        game.resign(1)


def test_equal_round_cards_are_the_same_after_loading(tmp_path: Path) -> None:
    file = tmp_path / "twins.toml"
    text = built_in_text("builder").replace('edition = "builder"', 'edition = "twins"')
    file.write_text(text.replace("[4, 3, 3, 1], [4, 3, 2, 1],", "[4, 3, 2, 2], [4, 3, 2, 2],"))
    for seed in range(10):
        game = imhotep.new_game("builder", players=2, seed=seed, edition=file)
        assert imhotep.load(game.record()).raw.numbers() == game.raw.numbers()


def with_a_shuffle() -> str:
    for seed in range(100):
        text = finished("builder", seed).record()
        if ". shuffle: " in text:
            return text
    raise AssertionError("no game shuffled its discard pile")


@pytest.mark.parametrize(
    ("replacement", "reason"),
    [
        ("", "1 shuffles happened here, not 0"),
        (r"9. shuffle: \2\n9. shuffle: \2\n", "1 shuffles happened here, not 2"),
        (r"9. shuffle: statue\n", "shuffled cards aren't those"),
        (r"9. shuffle: joker\n", "no card is called"),
        (r"9. shuffle: \n", "shuffled cards aren't those|expected"),
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


def test_wrong_shuffles_change_nothing() -> None:
    text = with_a_shuffle()
    whole = imhotep.load(text)
    at = next(number for number, entry in enumerate(whole.entries) if entry.kind == "shuffle")
    game = whole.after(at - 1)
    before, events = game.raw.numbers(), len(game.events)
    with pytest.raises(imhotep.ImhotepError, match="shuffled cards aren't those"):
        game.play(whole.entries[at - 1].text, shuffles=[[1, 2]])
    assert (game.raw.numbers(), len(game.events), len(game.entries)) == (before, events, at - 1)
    game.follow(whole.entries[at - 1], [whole.entries[at]])
    assert game.raw.numbers() == whole.after(at + 1).raw.numbers()


# --- The Duel


def test_every_spelling_of_a_move_is_recorded_alike() -> None:
    position: dict[str, Any] = {"harbour": ["bw.", "b.w", "..w"], "boats": {"row 1": "tomb_1 tomb_2 tomb_3"}}
    game = table(tokens=["place_and_unload", "swap_and_unload"], **position)
    play(game, "play place_and_unload", "place row 3 column 1", "unload r1", "stop", "play swap_and_unload")
    swap = next(move for move in moves(game) if move.startswith("swap row") and move.endswith("1 3"))
    play(game, swap.replace("1 3", "spaces 3 and 1").replace("row ", "r"), "unload col 3")
    assert [entry.text for entry in game.entries] == [
        *("play place and unload", "place 3 1", "unload row 1", "stop"),
        *("play swap and unload", swap, "unload column 3"),
    ]
    assert imhotep.load(game.record()).entries == game.entries


def deal_of(text: str) -> list[str]:
    found = re.search(r"^deal tokens: (.*)$", text, re.MULTILINE)
    assert found
    return found[1].split()


def with_deal(text: str, tokens: list[str]) -> str:
    return resealed(re.sub(r"^deal tokens: .*$", f"deal tokens: {' '.join(tokens)}", text, flags=re.MULTILINE))


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (lambda tokens: tokens[1:], "tokens of this deal aren't those"),
        (lambda tokens: [*tokens, "obelisk"], "tokens of this deal aren't those"),
        (
            lambda tokens: [*tokens[:-1], "tomb_1" if tokens[-1] != "tomb_1" else "tomb_2"],
            "tokens of this deal aren't those",
        ),
        (lambda tokens: ["sphinx", *tokens[1:]], "no token is called 'sphinx'"),
        (lambda tokens: ["temple_5", *tokens[1:]], "no token is called 'temple_5'"),
        (lambda tokens: ["tomb_13", *tokens[1:]], "no token is called 'tomb_13'"),
        (lambda tokens: ["Obelisk", *tokens[1:]], "no token is called 'Obelisk'"),
        (lambda tokens: ["4", *tokens[1:]], "no token is called '4'"),
        (lambda tokens: [], "tokens of this deal aren't those|expected"),
    ],
)
def test_a_damaged_deal_is_refused(damage: Any, reason: str) -> None:
    text = finished("duel").record()
    with pytest.raises(imhotep.RecordError, match=reason) as refused:
        imhotep.load(with_deal(text, damage(deal_of(text))))
    assert refused.value.line >= 1


def test_a_deal_with_the_boats_exchanged_is_another_game() -> None:
    """Moves or result no longer fit: the record says which line."""
    game = finished("duel")
    text = game.record()
    tokens = deal_of(text)
    with pytest.raises(imhotep.RecordError, match=r"^line \d+: "):
        imhotep.load(with_deal(text, tokens[9:18] + tokens[:9] + tokens[18:]))


def test_negative_scores_survive() -> None:
    boats = only({"row 3": "obelisk take light_pyramid", "row 1": "obelisk " * 3})
    game = table("AABA", harbour=["...", "...", ".bw"], boats=boats)
    play(game, "unload row 3")
    assert game.scores() == [-5, -6]
    assert "result: -5 -6\n" in game.record()
    assert imhotep.load(game.record()).scores() == [-5, -6]


@pytest.mark.parametrize("entry", ["shuffle: obelisk take", "shuffle: ", "shuffle: lever"])
def test_there_are_no_shuffles_in_the_duel(entry: str) -> None:
    game = imhotep.new_game("duel", **SETUPS["duel"])
    play(game, "place 1 1")
    text = game.record().replace("1. white: place 1 1\n", f"1. white: place 1 1\n2. {entry}\n")
    with pytest.raises(imhotep.RecordError, match=r"line \d+: "):
        imhotep.load(resealed(text))


def test_a_token_that_was_not_there_is_refused() -> None:
    game = table(tokens=["take", ""], boats={"row 1": "tomb_1 tomb_2 tomb_3"})
    play(game, "play take", "take row 1 2 tomb 2")
    text = game.record()
    assert "2. black: take row 1 2 tomb 2\n" in text
    for wrong in ("take row 1 2 tomb 3", "take row 1 2 obelisk"):
        with pytest.raises(imhotep.RecordError, match="R144"):
            imhotep.load(resealed(text.replace("take row 1 2 tomb 2", wrong)))


def test_a_position_by_hand_survives() -> None:
    game = from_position("duel")
    play(game, "place 1 3", "play swap and unload", "swap row 1 1 3", "unload row 1")
    text = game.record()
    again = imhotep.load(text)
    assert again.record() == text
    assert again.raw.numbers() == game.raw.numbers()
    assert cargo(again, "row 3") == ["obelisk", "obelisk", "temple_4"]
    start = again.after(0)
    assert start.decider == WHITE
    assert start.view().removed[:2] == ["take", "temple_1"]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('"first_to_five":1', '"first_to_five":0,"x":1', "can't be|unknown"),
        ('"first_to_five":1,', "", "first_to_five"),
        ('"turn":1', '"turn":2', "turn is seat 0 or 1"),
        ('"row 2":null', '"row 2":["tomb_4","tomb_5"]', "the row 2 boat carries 3 tokens, not 2"),
        ('"row 2":null', '"row 9":null', "no boat is called"),
        ('"row 1":["tomb_1"', '"row 1":["tomb_3"', "more tomb_3 tokens than there are"),
        ('"row 1":["tomb_1"', '"row 1":["tomb_99"', "no token is called"),
        ("[0,1,null]", "[0,1]", "three rows of three"),
        ("[0,1,null]", "[0,1,2]", "seat 0 or 1, not 2"),
        (
            "[[0,1,null],[null,null,1],[0,null,null]]",
            "[[0,0,0],[0,0,1],[0,null,null]]",
            "no more than 4 meeples",
        ),
        ('"reserve":["tomb_9","tomb_8"]', '"reserve":[],"reserve_count":1', "reserve"),
        ('"removed":["take","temple_1"]', '"removed":["take","temple_1"],"supply_count":3', "a boat leaves only when"),
        ("position: {", "position: {{", "not JSON"),
    ],
)
def test_a_wrong_position_is_refused(old: str, new: str, reason: str) -> None:
    game = from_position("duel")
    text = game.record()
    assert old in text
    with pytest.raises(imhotep.RecordError, match=reason):
        imhotep.load(resealed(text.replace(old, new, 1)))


def test_a_position_without_enough_boats_is_over_and_refused() -> None:
    with pytest.raises(imhotep.SetupError, match="fewer than two boats"):
        table(boats=only({"row 1": "tomb_1 tomb_2 tomb_3"}))
    with pytest.raises(imhotep.SetupError, match="side B of the obelisk"):
        table("AAAA", tokens=["obelisk " * 5, ""], first_to_five=BLACK)
