"""Records of The Duel: what is its own in them, the deal of tokens and positions by hand."""

import re
from typing import Any

import pytest

import imhotep
from imhotep import Game
from imhotep.table import record
from tests.support.duel_positions import BLACK, WHITE, by_hand, cargo, moves, only, play, random_moves, table

SETUP: dict[str, Any] = {
    "sides": "BABA",
    "first": WHITE,
    "names": ["Nefertiti", "Akhenaten"],
    "rules": {"refill_at_end_of_turn": True, "english_pyramid_b": True},
    "seed": 2**90 + 3,
}


def finished(seed: int = 5, **changes: Any) -> Game:
    """Played to its end, with a liking for action tokens."""
    game = imhotep.new_game("duel", **{**SETUP, **changes})
    for move in random_moves(game, seed, "play"):
        play(game, move)
    return game


def resealed(text: str) -> str:
    """What a careful forger would write."""
    body = text[: text.rindex("seal: ")]
    return f"{body}seal: {record.seal_of(body)}\n"


@pytest.mark.parametrize("seed", range(6))
def test_a_whole_game_survives(seed: int) -> None:
    game = finished(seed)
    verbs = {entry.text.split()[0] for entry in game.entries}
    assert {"place", "unload", "play"} <= verbs
    again = imhotep.load(game.record())
    assert again.record() == game.record()
    assert again.raw.numbers() == game.raw.numbers()
    assert again.events == game.events
    assert (again.scores(), again.winners()) == (game.scores(), game.winners())
    for name in ("sides", "first", "names", "colors", "rules", "seed"):
        assert getattr(again.setup, name) == getattr(game.setup, name)


def test_undo_and_leaving_survive() -> None:
    game = imhotep.new_game("duel", **SETUP)
    play(game, "place 1 1")
    game.undo()
    play(game, "place 1 2", "place 1 3", "unload row 1")
    game.undo(by_consent=True)
    game.resign(BLACK)
    text = game.record()
    assert "2. undo\n" in text
    assert "6. undo by consent\n7. black resigns\n" in text
    again = imhotep.load(text)
    assert again.record() == text
    assert (again.is_over, again.winners()) == (True, [WHITE])


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
        (lambda tokens: tokens[1:], "other tokens"),
        (lambda tokens: [*tokens, "obelisk"], "other tokens"),
        (lambda tokens: [*tokens[:-1], "tomb_1" if tokens[-1] != "tomb_1" else "tomb_2"], "other tokens"),
        (lambda tokens: ["sphinx", *tokens[1:]], "no token is called 'sphinx'"),
        (lambda tokens: ["temple_5", *tokens[1:]], "no token is called 'temple_5'"),
        (lambda tokens: ["tomb_13", *tokens[1:]], "no token is called 'tomb_13'"),
        (lambda tokens: ["Obelisk", *tokens[1:]], "no token is called 'Obelisk'"),
        (lambda tokens: ["4", *tokens[1:]], "no token is called '4'"),
        (lambda tokens: [], "other tokens|expected"),
    ],
)
def test_a_damaged_deal_is_refused(damage: Any, reason: str) -> None:
    text = finished().record()
    with pytest.raises(imhotep.RecordError, match=reason) as refused:
        imhotep.load(with_deal(text, damage(deal_of(text))))
    assert refused.value.line >= 1


def test_a_deal_with_the_boats_exchanged_is_another_game() -> None:
    """Moves or result no longer fit: the record says which line."""
    game = finished()
    text = game.record()
    tokens = deal_of(text)
    with pytest.raises(imhotep.RecordError, match=r"^line \d+: "):
        imhotep.load(with_deal(text, tokens[9:18] + tokens[:9] + tokens[18:]))


@pytest.mark.parametrize(
    ("pattern", "replacement", "reason"),
    [
        (r"^game: duel$", "game: builder", "edition|players|sides"),
        (r"^edition: duel 1$", "edition: builder 1", "not built in"),
        (r"^players: 2$", "players: 3", "not for 3 players"),
        (r"^sides: BABA$", "sides: BABAB", "sides are 4 letters"),
        (r"^sides: BABA$", "sides: BABC", "sides are 4 letters"),
        (r"^first: 1$", "first: 0", "decide"),
        (r"^first: 1$", "first: 2", "seat from 0 to 1"),
        (r"^seat 0: black, ", "seat 0: brown, ", "colors are black, white"),
        (r"^house rule: refill_at_end_of_turn=yes$", "house rule: second_color=yes", "not known"),
        (r"^house rule: refill_at_end_of_turn=yes$", "house rule: refill_at_end_of_turn=late", "yes or no"),
        (r"^undo: fair$", "undo: fair\nvariant: wrath=yes", "not known"),
        (r"^undo: fair$", "undo: fair\ndeal cards: lever", "no head line is called 'deal cards'"),
        (r"^deal tokens: .*\n", "", "no deal tokens"),
        (r"^1\. white: .*$", "1. white: get stones", "is no move|stones"),
        (r"^1\. white: .*$", "1. white: place 4 4", "place|row"),
        (r"^1\. white: .*$", "1. white: pass", "D5"),
        (r"^1\. white: .*$", "1. white: unload row 1", "R135"),
        (r"^1\. white: .*$", "1. white: play take", "R142"),
        (r"^1\. white: ", "1. black: ", "somebody else|other player"),
        (r"^1\. white: ", "1. gray: ", "nobody plays"),
        (r"^result: .*$", "result: 99 0", "expected 'result"),
        (r"^result: .*\n", "", "expected 'result"),
        (r"^result: (\S+) (\S+)$", r"result: \2 \1 0", "expected 'result"),
    ],
)
def test_a_forged_record_is_refused_with_the_reason(pattern: str, replacement: str, reason: str) -> None:
    text = finished().record()
    forged = re.sub(pattern, replacement, text, count=1, flags=re.MULTILINE)
    assert forged != text
    with pytest.raises(imhotep.RecordError, match=reason) as refused:
        imhotep.load(resealed(forged))
    assert refused.value.line >= 1


def test_a_tampered_result_is_refused_even_by_one_point() -> None:
    game = finished()
    scores = game.scores()
    for change in ([1, 0], [0, -1]):
        forged = " ".join(str(score + more) for score, more in zip(scores, change, strict=True))
        text = game.record().replace(f"result: {' '.join(map(str, scores))}", f"result: {forged}")
        assert text != game.record()
        with pytest.raises(imhotep.RecordError, match="expected 'result"):
            imhotep.load(resealed(text))


def test_negative_scores_survive() -> None:
    boats = only({"row 3": "obelisk take light_pyramid", "row 1": "obelisk " * 3})
    game = table("AABA", harbour=["...", "...", ".bw"], boats=boats)
    play(game, "unload row 3")
    assert game.scores() == [-5, -6]
    assert "result: -5 -6\n" in game.record()
    assert imhotep.load(game.record()).scores() == [-5, -6]


@pytest.mark.parametrize("entry", ["shuffle: obelisk take", "shuffle: ", "shuffle: lever"])
def test_there_are_no_shuffles_in_the_duel(entry: str) -> None:
    game = imhotep.new_game("duel", **SETUP)
    play(game, "place 1 1")
    text = game.record().replace("1. white: place 1 1\n", f"1. white: place 1 1\n2. {entry}\n")
    with pytest.raises(imhotep.RecordError, match=r"line \d+: "):
        imhotep.load(resealed(text))
    with pytest.raises(imhotep.ImhotepError, match="shuffles"):
        game.play("place 2 2", shuffles=[[1, 2]])
    assert len(game.entries) == 1


def test_a_token_that_was_not_there_is_refused() -> None:
    game = table(tokens=["take", ""], boats={"row 1": "tomb_1 tomb_2 tomb_3"})
    play(game, "play take", "take row 1 2 tomb 2")
    text = game.record()
    assert "2. black: take row 1 2 tomb 2\n" in text
    for wrong in ("take row 1 2 tomb 3", "take row 1 2 obelisk"):
        with pytest.raises(imhotep.RecordError, match="R144"):
            imhotep.load(resealed(text.replace("take row 1 2 tomb 2", wrong)))


# --- positions by hand

HAND = by_hand(
    harbour=["bw.", "..w", "b.."],
    boats=only({"row 1": "tomb_1 take tomb_3", "row 3": "obelisk obelisk temple_4", "column 3": "place place take"}),
    tokens=["obelisk " * 5 + "swap_and_unload", "obelisk " * 5],
    removed="take temple_1",
    reserve="tomb_9 tomb_8",
    first_to_five=WHITE,
    turn=WHITE,
)


def test_a_position_by_hand_survives() -> None:
    game = imhotep.new_game("duel", sides="BAAA", seed=4, first=BLACK, position=HAND)
    play(game, "place 1 3", "play swap and unload", "swap row 1 1 3", "unload row 1")
    text = game.record()
    again = imhotep.load(text)
    assert again.record() == text
    assert again.raw.numbers() == game.raw.numbers()
    assert again.setup.position == game.setup.position
    assert again.view().seats == game.view().seats
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
        ('"row 2":null', '"row 2":["tomb_4","tomb_5"]', "the boat of row 2 carries 3 tokens, not 2"),
        ('"row 2":null', '"row 9":null', "no boat is called"),
        ('"row 1":["tomb_1"', '"row 1":["tomb_3"', "more tokens tomb_3 than there are"),
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
    game = imhotep.new_game("duel", sides="BAAA", seed=4, first=BLACK, position=HAND)
    text = game.record()
    assert old in text
    with pytest.raises(imhotep.RecordError, match=reason):
        imhotep.load(resealed(text.replace(old, new, 1)))


def test_a_position_without_enough_boats_is_over_and_refused() -> None:
    with pytest.raises(imhotep.SetupError, match="fewer than two boats"):
        table(boats=only({"row 1": "tomb_1 tomb_2 tomb_3"}))
    with pytest.raises(imhotep.SetupError, match="side B of the obelisk"):
        table("AAAA", tokens=["obelisk " * 5, ""], first_to_five=BLACK)
