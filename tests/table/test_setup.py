"""What a table may choose has a name, and what it may not is refused with the reason."""

from collections.abc import Callable
from typing import Any

import pytest

import imhotep


def test_the_interface_of_the_issue() -> None:
    game = imhotep.new_game("builder", players=3, sides="ABABA", wrath=False, seed=7)
    assert game.decider in (0, 1, 2)
    assert not game.is_over
    assert game.round == 1
    moves = game.legal_moves()
    assert all(isinstance(move, imhotep.Move) for move in moves)
    assert game.play(moves[0]) == moves[0]
    with pytest.raises(imhotep.IllegalMove) as refused:
        game.play("sail 2 temple")
    assert refused.value.rule == "R18"
    assert "R18" in str(refused.value)
    assert game.view(0).seat == 0
    assert game.view(None).seat is None
    assert game.events
    assert game.scores() == [0, 0, 0]
    assert sum(game.breakdown(0).values()) == 0
    assert game.winners() == []
    game = imhotep.new_game(
        "builder",
        players=2,
        first=1,
        names=["North", "South"],
        colors=["white", "gray"],
        house_rules={"may_decline_card": True},
        seed=7,
    )
    assert game.decider == 1
    assert [seat.name for seat in game.view().seats] == ["North", "South"]
    assert [seat.color for seat in game.view().seats] == ["white", "gray"]
    assert [seat.sled for seat in game.view().seats] == [3, 2]


def test_the_same_seed_gives_the_same_deal_and_another_another() -> None:
    def deal(seed: int) -> dict[str, list[int]]:
        return imhotep.new_game("builder", players=4, seed=seed).deal

    assert deal(1) == deal(1)
    assert deal(1) != deal(2)
    assert imhotep.new_game("builder").setup.seed != imhotep.new_game("builder").setup.seed
    firsts = {imhotep.new_game("builder", players=4, seed=seed).setup.first for seed in range(40)}
    assert firsts == {0, 1, 2, 3}  # B22


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"game": "chess"}, "no game is called 'chess'"),
        ({"game": None}, "no game"),
        ({"players": 1}, "2 to 4 players"),
        ({"players": 5}, "2 to 4 players"),
        ({"players": "3"}, "2 to 4 players"),
        ({"players": True}, "2 to 4 players"),
        ({"players": 2.0}, "2 to 4 players"),
        ({"sides": "AAAA"}, "5 letters"),
        ({"sides": "AAAAAA"}, "5 letters"),
        ({"sides": "AAAAZ"}, "5 letters"),
        ({"sides": 5}, "sides are a text"),
        ({"seed": -1}, "from 0"),
        ({"seed": 2**128}, "from 0"),
        ({"seed": "7"}, "whole number"),
        ({"seed": 1.5}, "whole number"),
        ({"first": 2}, "seat from 0 to 1"),
        ({"first": -1}, "seat from 0 to 1"),
        ({"first": "0"}, "seat from 0 to 1"),
        ({"names": ["one"]}, "2 names"),
        ({"names": ["one", "one"]}, "name of their own"),
        ({"names": ["one", ""]}, "a name is"),
        ({"names": ["one", "t\nwo"]}, "a name is"),
        ({"names": ["one", "x" * 41]}, "a name is"),
        ({"names": "AB"}, "list of texts"),
        ({"names": ["one", 2]}, "2 names"),
        ({"colors": ["white", "white"]}, "colour of their own"),
        ({"colors": ["white", "pink"]}, "a colour is one of"),
        ({"house_rules": {"fly": True}}, "no house rule"),
        ({"house_rules": {"may_decline_card": "yes"}}, "yes or no"),
        ({"players": 3, "house_rules": {"second_color": True}}, "is for 2 players"),
        ({"house_rules": 5}, "a mapping"),
        ({"house_rules": [[]]}, "a mapping"),
        ({"house_rules": ""}, "a mapping"),
        ({"house_rules": {3: True}}, "no house rule"),
        ({"sides": "A" * 10**6}, "5 letters"),
        ({"edition": "\0"}, "isn't a file name"),
        ({"wrath": 1}, "yes or no"),
        ({"variants": {"wrath": 1}}, "yes or no"),
        ({"variants": {"first": 0}}, "no variant"),
        ({"variants": {"seed": 5}}, "no variant"),
        ({"variants": {3: True}}, "no variant"),
        ({"variants": 5}, "a mapping"),
        ({"variants": [["wrath", True]]}, "a mapping"),
        ({"variants": {"wrath": True}, "wrath": True}, "given twice"),
        ({"rules_version": 0}, "rules version 1 and 2"),
        ({"rules_version": True}, "rules version 1 and 2"),
        ({"rules_version": "1"}, "rules version 1 and 2"),
        ({"prophecy": True}, "no variant"),
        ({"undo": "always"}, "undo is"),
        ({"edition": 5}, "a file's path"),
        ({"edition": "no/such/file.toml"}, "No such file"),
        ({"position": 3}, "is a mapping"),
        ({"position": {}}, "ships"),
        ({"position": {"ships": []}}, "4 ships"),
        ({"position": {"ships": [{"size": 9}] * 4}}, "no ship with 9 spaces"),
        ({"position": {"ships": [{"size": 2, "stones": [0, 0, 0]}] * 4}}, "2 spaces"),
        ({"position": {"ships": [{"size": 2, "stones": [5]}] * 4}}, "seats"),
        ({"position": {"ships": [{"size": 2, "site": "moon"}] * 4}}, "no site"),
        ({"position": {"ships": [{"size": 2, "site": "temple"}] * 4}}, "two ships"),
        ({"position": {"ships": [{"size": 2}] * 4, "sleds": [6, 0]}}, "sleds takes 2 numbers"),
        ({"position": {"ships": [{"size": 2}] * 4, "turn": 2}}, "turn is a seat"),
        ({"position": {"ships": [{"size": 2}] * 4, "round": 7}}, "round is 1 to 6"),
        ({"position": {"ships": [{"size": 2}] * 4, "hands": [["joker"], []]}}, "no card is called"),
        ({"position": {"ships": [{"size": 2}] * 4, "hands": [["lever"] * 3, []]}}, "more lever cards"),
        ({"position": {"ships": [{"size": 2}] * 4, "hands": [["entrance"], []]}}, "red card"),
        ({"position": {"ships": [{"size": 2}] * 4, "temple": [0] * 30}}, "more stones"),
        ({"position": {"ships": [{"size": 2}] * 4, "temple": [0, "x"]}}, "position is impossible"),
        ({"position": {"ships": [{"size": 2}] * 4, "colour": "blue"}}, "position is impossible"),
        ({"position": {"ships": [{"size": 2}] * 4, "face_down": ["statue"]}}, "face down"),
        (
            {"position": {"ships": [{"size": 2}] * 4, "points": [{"fame": 3}, {}]}},
            "known source and -1000 to 1000, not 'fame'",
        ),
        ({"position": {"ships": {1, 2}}}, "position is impossible"),
        ({"cards": "all"}, "base or dynasty"),
        ({"cards": True}, "takes a text"),
        ({"prophecies": "yes"}, "yes or no"),
        ({"sides": "ADAAA", "corridor_start": 15}, "1 to 14"),
        ({"sides": "ADAAA", "corridor_start": 0}, "1 to 14"),
        ({"corridor_start": 2}, "needs the corridor"),
        ({"edition": [5]}, "a file's path"),
        ({"sides": "CAAAA", "position": {"ships": [{"size": 2}] * 4, "coins": [3, 0]}}, "nobody has more than 2 coins"),
        ({"sides": "AAAAA", "position": {"ships": [{"size": 2}] * 4, "coins": [1, 1]}}, "only for a Luxury Market"),
        ({"sides": "ACAAA", "position": {"ships": [{"size": 2}] * 4, "scaffold": [1, 1]}}, "each once"),
        ({"sides": "ACAAA", "position": {"ships": [{"size": 2}] * 4, "scaffold": [6]}}, "from 1 to 5"),
        ({"sides": "AAAAA", "position": {"ships": [{"size": 2}] * 4, "scaffold": [1]}}, "side C of the pyramids"),
        ({"sides": "ADAAA", "position": {"ships": [{"size": 2}] * 4, "imhotep": 15}}, "space of the corridor"),
        ({"sides": "ADAAA", "position": {"ships": [{"size": 2}] * 4, "pyramids": [0] * 15}}, "14 spaces"),
        ({"sides": "AADAA", "position": {"ships": [{"size": 2}] * 4, "chariots": [3, 3]}}, "several chariots"),
        ({"sides": "AADAA", "position": {"ships": [{"size": 2}] * 4, "chariots": [13, 0]}}, "spaces 0 to 12"),
        (
            {
                "sides": "AAACA",
                "position": {"ships": [{"size": 2}] * 4, "burial_chamber": [0, None, None, None, None, 1]},
            },
            "rests on two others",
        ),
        ({"sides": "AAADA", "position": {"ships": [{"size": 2}] * 4, "tomb": [25]}}, "from 1 to 24"),
        (
            {"sides": "AAADA", "position": {"ships": [{"size": 2}] * 4, "tomb": [1], "burial_chamber": [0]}},
            "none with a stone",
        ),
        (
            {"sides": "AAAAC", "position": {"ships": [{"size": 2}] * 4, "obelisks": [0], "laid": ["a1 c1"]}},
            "can't be placed on a1 c1",
        ),
        ({"sides": "AAAAC", "position": {"ships": [{"size": 2}] * 4, "laid": ["a1"]}}, "stones on the path"),
        ({"sides": "AAAAD", "position": {"ships": [{"size": 2}] * 4, "obelisks": [[0, 6]]}}, "1 to 5 stones"),
        ({"sides": "AAAAD", "position": {"ships": [{"size": 2}] * 4, "obelisks": [[0, 1], [0, 1]]}}, "two unfinished"),
        (
            {"sides": "DAAAA", "position": {"ships": [{"size": 2}] * 4, "face_down": ["statue"]}},
            "a list for each stack",
        ),
        (
            {"sides": "DAAAA", "position": {"ships": [{"size": 2}] * 4, "face_down": [["statue"] * 4]}},
            "can't be face down",
        ),
        (
            {"sides": "AAAAA", "position": {"ships": [{"size": 2}] * 4, "prophecies": {"ra": [1, 1]}}},
            "need the module prophecies",
        ),
        (
            {"prophecies": True, "position": {"ships": [{"size": 2}] * 4, "prophecies": {"set": [1, 1]}}},
            "no prophecy is called",
        ),
        ({"prophecies": True, "position": {"ships": [{"size": 2}] * 4, "prophecies": {"ra": [0, 1]}}}, "1 to 3"),
        (
            {"sides": "AAAAA", "position": {"ships": [{"size": 2}] * 4, "hands_face_down": [["lever"], []]}},
            "variant face_down",
        ),
        (
            {
                "face_down": True,
                "cards": "dynasty",
                "position": {"ships": [{"size": 2}] * 4, "hands_face_down": [["cargo_sled"], []]},
            },
            "shown to all",
        ),
        ({"sides": "AAAAA", "position": {"ships": [{"size": 2}] * 4, "edge": {"pyramids": [0]}}}, "order of arrival"),
        ({"sides": "ADAAA", "position": {"ships": [{"size": 2}] * 4, "edge": {"harbour": [0]}}}, "no monument"),
    ],
)
def test_what_can_not_be_is_refused_with_the_reason(arguments: dict[str, Any], reason: str) -> None:
    with pytest.raises(imhotep.ImhotepError, match=reason) as refused:
        imhotep.new_game(**{"game": "builder", "players": 2, "seed": 1, **arguments})
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 700


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "fly", "load", "load 1", "load 0 1", "load 1 5", "load one two", "load ١ ١", "load 1 1 1"),
        *("sail 2", "sail temple 2", "sail 2 atlantis", "sail 2 ", "play", "play statue", "take", "take 9", "keep"),
        *("keep nothing", "unload pink", "build", "build under", "pass now", "get bread", "look", "look 9"),
        *("x" * 5000, "load " + "9" * 150),
    ],
)
def test_what_is_no_move_is_refused_in_one_line_and_changes_nothing(text: str) -> None:
    game = imhotep.new_game("builder", players=2, sides="BBBBB", seed=1)
    before = game.raw.numbers()
    with pytest.raises(imhotep.NotationError) as refused:
        game.play(text)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 500
    assert game.raw.numbers() == before
    assert game.entries == []


def test_what_is_neither_move_nor_text_is_refused() -> None:
    game = imhotep.new_game("builder", players=2, seed=1)
    for wrong in (None, 3, b"pass", ["pass"]):
        with pytest.raises(imhotep.ImhotepError):
            game.play(wrong)  # type: ignore[arg-type]
    for seat in (-1, 2, "0", None):
        with pytest.raises(imhotep.ImhotepError):
            game.can_undo(seat)  # type: ignore[arg-type]
    for viewer in (5, "x", -1, 1.0):
        with pytest.raises(imhotep.ImhotepError, match="a seat is"):
            game.view(viewer)  # type: ignore[arg-type]
        with pytest.raises(imhotep.ImhotepError, match="a seat is"):
            game.events_for(viewer)  # type: ignore[arg-type]
    for count in (None, "x", -1):
        with pytest.raises(imhotep.ImhotepError):
            game.after(count)  # type: ignore[arg-type]
    with pytest.raises(imhotep.ImhotepError):
        game.follow(None, [])  # type: ignore[arg-type]
    with pytest.raises(imhotep.ImhotepError):
        game.play("get stones", clock=float("nan"))
    with pytest.raises(imhotep.ImhotepError):
        game.play("get stones", comment="two\nlines")
    assert game.entries == []


def test_free_undo_goes_back_to_the_start_whoever_moved() -> None:
    game = imhotep.new_game("builder", players=3, seed=5, undo="free")
    start = game.raw.numbers()
    for _ in range(40):
        game.play(game.legal_moves()[-1])
    while game.ply:
        assert game.can_undo(0)
        game.undo()
    assert game.raw.numbers() == start
    with pytest.raises(imhotep.UndoError, match="nothing to take back"):
        game.undo()


def test_fair_undo_stops_where_another_seat_has_acted() -> None:
    game = imhotep.new_game("builder", players=2, seed=5, first=0)
    game.play("get stones")
    assert game.can_undo(0)
    game.play("get stones")
    assert not game.can_undo(0)
    assert game.can_undo(1)
    game.undo()
    assert game.decider == 1
    assert game.can_undo(0)


def test_a_gift_that_is_not_offered_has_no_amount() -> None:
    ships = [{"size": 1, "stones": [0]}, {"size": 2}, {"size": 2}, {"size": 3}]
    game = imhotep.new_game("builder", 2, "BBBBB", seed=1, position={"ships": ships, "pyramids": [[1], [], []]})
    assert game.legal_moves()[0].amount == 3
    game.play("sail 1 pyramids")
    game.play("build left")
    assert game.question == "pyramid_bonus"
    assert game.parse("take points").amount is None
    assert game.parse("get stones").amount is None
    game.resign(0)
    assert game.parse("take stones").amount is None


def test_errors_quote_anything_in_one_short_line() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    game = imhotep.new_game("duel", seed=1)
    calls: list[Callable[[], Any]] = [
        lambda: imhotep.new_game(deep),  # type: ignore[arg-type]
        lambda: imhotep.new_game("duel", players=deep),  # type: ignore[arg-type]
        lambda: imhotep.new_game("duel", sides=deep),  # type: ignore[arg-type]
        lambda: imhotep.new_game("duel", seed=deep),  # type: ignore[arg-type]
        lambda: imhotep.new_game("duel", house_rules=deep),  # type: ignore[arg-type]
        lambda: imhotep.new_game("duel", edition=object()),  # type: ignore[arg-type]
        lambda: imhotep.new_game("duel", undo="one\ntwo"),
        lambda: imhotep.new_game("duel", sides="x" * 10_000),
        lambda: game.play(deep),  # type: ignore[arg-type]
        lambda: game.view(deep),  # type: ignore[arg-type]
        lambda: game.take_over(0, 5),  # type: ignore[arg-type]
    ]
    messages: list[str] = []
    for call in calls:
        with pytest.raises(imhotep.ImhotepError) as refused:
            call()
        messages.append(str(refused.value))
    assert all(0 < len(message) < 620 and "\n" not in message for message in messages)
    assert "a name is a text" in messages[-1]
