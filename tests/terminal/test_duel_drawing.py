"""The Duel at the terminal: what its drawing shows of harbour, boats, sites, moves and log."""

import itertools
import random
import re
from collections.abc import Iterable
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from imhotep import Game, new_game
from imhotep.table.catalogue import catalogue
from imhotep.terminal.duel.harbour import harbour
from imhotep.terminal.duel.log import log_lines
from imhotep.terminal.duel.moves import Detail, choices, unloaded
from imhotep.terminal.duel.payment import payment
from imhotep.terminal.duel.pieces import plaque, short_name, tally, tally_of_kinds, token_name
from imhotep.terminal.duel.pyramids import pyramids
from imhotep.terminal.duel.seats import seat_panel
from imhotep.terminal.moves import matching
from imhotep.terminal.pieces import Room, written
from tests.support.editions import changed
from tests.support.scale import scaled
from tests.support.terminal import BOATS, NAMES, at_the_keyboard, drawn, flat, panel, plain, screen, start
from tests.support.terminal import duel_by_hand as by_hand

SIZES = [(60, 24), (80, 24), (100, 40), (132, 45), (180, 50), (220, 60)]
WIDTHS = [60, 80, 100, 132, 180, 220]
MIXES = ["".join(sides) for sides in itertools.product("AB", repeat=4)]
WORDS = catalogue("duel")
QUESTIONS = {"turn", "place", "place_more", "place_to_unload", "unload", "unload_more", "swap", "take"}


def random_games(count: int, **options: Any) -> Iterable[Game]:
    """Each game after each decision of random play that uses action tokens whenever it can."""
    chance = random.Random(7)
    for seed in range(count):
        game = start("duel", sides=MIXES[seed * 5 % len(MIXES)], seed=seed, **options)
        yield game
        while not game.is_over:
            moves = game.legal_moves()
            wanted = [move for move in moves if move.verb in ("play", "unload")]
            game.play(chance.choice(wanted if wanted and chance.random() < 0.6 else moves))
            yield game


# --- what is on the screen


def test_the_screen_shows_what_a_person_needs() -> None:
    asked = set()
    for game in random_games(scaled(sample=2, test=2, all=6, soak=6)):
        view = game.view(game.decider)
        is_new = view.question not in asked
        asked.add(view.question)
        for width, height in SIZES if is_new or game.ply % 40 == 0 or game.is_over else []:
            text = plain(drawn(game, width, height))
            moored = sum(boat.moored for boat in view.boats)
            assert "the game is over" in text if view.is_over else f"{moored} of 6 boats left" in text
            assert (f"refills {' '.join(['▪▪▪'] * view.refills)} {view.refills}" in text) or (
                f"refills ▪▪▪ ×{view.refills}" in text if view.refills else "no refills left" in text
            )
            assert (f"reserve {view.reserve}" if view.reserve else "no reserve left") in text
            if view.question is not None:
                assert WORDS.questions[view.question].text in text
            assert all(text.count(f"[{at}]") >= 1 for at in range(1, len(view.moves) + 1))
            for seat in view.seats:
                assert f"{seat.name} {written(seat.score)}" in text
                figure = "●" if seat.color == "black" else "▲"
                at_hand = f"{figure * seat.hand} in hand" if seat.hand else "none in hand"
                assert at_hand in text
                if f"Meeples {at_hand}" in text:  # else there is no room for points
                    worth = f"{seat.placed} placed = {seat.points['meeples']} p" if seat.placed else "none placed"
                    assert f"Meeples {at_hand}, {worth}" in text
                    kept = re.findall(r"Action tokens (none|[^=]*= (?:\d+) p)", text)
                    assert [0 if one == "none" else int(one.split()[-2]) for one in kept] == [
                        one.points["action_tokens"] for one in view.seats
                    ]
                for site, letter in zip(WORDS.sites, view.sides, strict=True):
                    assert f"{WORDS.sites[site].name} {letter} {written(seat.points[site])}" in text
                for id in seat.actions:
                    assert token_name(id) in text or short_name(id) in text
            starter = next(seat for seat in view.seats if seat.starts)
            assert starter.name == view.seats[game.setup.first].name
            assert text.count("started, loses ties") == text.count("wins ties") == 1
    assert asked >= {"turn", "place", "place_more", "place_to_unload", "unload", "unload_more", "swap", "take"}


@pytest.mark.parametrize("first", [0, 1])
def test_who_started_loses_ties(first: int) -> None:
    for width, height in ((80, 24), (100, None), (180, None)):
        text = drawn(start("duel", first=first), width, height)
        if height is None:
            ends = [re.findall(r"started, loses ties|wins ties", line) for line in text.splitlines()]
            shown = [tie for line in ends for tie in line]
        else:
            shown = re.findall(r"(?:Amina|Bastian)  0  (started, loses ties|wins ties)", text)
        assert [tie == "wins ties" for tie in shown] == [first == 1, first == 0]


def test_both_players_and_those_who_watch_see_the_same_table() -> None:
    game = by_hand()
    mine, theirs, watched = (drawn(game, 100, seat=seat) for seat in (0, 1, None))
    assert "Your turn" in mine
    assert "[4]" in mine
    assert theirs == watched
    assert "Amina to play." in theirs
    assert "[4]" not in theirs
    assert panel(mine, "Bastian  ") == panel(theirs, "Bastian  ")


@pytest.mark.parametrize("width", WIDTHS)
def test_names_are_shown_whole_above_what_a_player_has(width: int) -> None:
    names = ["[bold]x[/bold] " + "A" * 25, "王" * 20]
    game = new_game("duel", seed=5, undo="free", names=names)
    for move in ("place 1 1", "place 1 2", "unload row 1"):
        game.play(move)
    for seat, name in enumerate(names):
        for room in (39, 46, width):
            console = screen(room)
            console.print(seat_panel(game.view(None), seat, room, standing=True))
            shown = re.sub(r"[\s│┃━─]", "", console.export_text())
            assert f"{name.replace(' ', '')}{game.scores()[seat]}" in shown


@pytest.mark.parametrize("size", SIZES)
def test_any_edition_fits_the_screen(size: tuple[int, int], tmp_path: Path) -> None:
    text = (resources.files("imhotep") / "editions" / "duel.toml").read_text(encoding="utf-8")
    changes = {
        'edition = "duel"': 'edition = "odd"',
        "counts = { 1 = 3, 2 = 3, 3 = 3, 4 = 3 }": "counts = { 0 = 3, 1 = 9, 2 = 9, 7 = 9, 50 = 3, 99 = 3 }",
        "sets = [1, 4, 9, 16]": "sets = [1, 4, 9, 16, 100, 1000]",
        "tomb = 12": "tomb = 24",
        "reserve = 3 ": "reserve = 20 ",
        "obelisk = 12": "obelisk = 50",
        "goal = 5 ": "goal = 20 ",
        "many = 10 ": "many = 30 ",
        "light_pyramid = 6": "light_pyramid = 20",
        "[0, 1, 3, 6, 10, 15, 21]": str([-1000, *range(500, 525)]),
    }
    path = tmp_path / "odd.toml"
    path.write_text(changed(text, changes), encoding="utf-8")
    for sides in ("AAAA", "BBBB"):
        game = new_game("duel", sides=sides, seed=2, edition=path)
        chance = random.Random(3)
        while not game.is_over:
            if game.ply % 40 == 0:
                drawn(game, *size)
                assert "Tomb" in drawn(game, size[0])
            moves = game.legal_moves()
            unloading = [move for move in moves if move.verb == "unload"]
            game.play(chance.choice(unloading or moves))
        drawn(game, *size)


def test_a_new_game_fits_the_smallest_terminal() -> None:
    assert drawn(start("duel"), 80, 24).count("\n") <= 23
    assert drawn(start("duel", sides="BBBB"), 80, 24).count("\n") <= 23
    assert drawn(by_hand(), 80, 24).count("\n") <= 23  # with five boats to unload
    assert drawn(by_hand(), 132, 40).count("\n") <= 39
    assert drawn(by_hand(), 180, 36).count("\n") <= 35


# --- the harbour


def harbour_rows(text: str) -> list[list[str]]:
    """What each space of the harbour shows, row by row."""
    rows = re.findall(r"(?m)(?:row |^(?:│ |  ) )[123] *│(.*?)│(.*?)│(.*?)│", text)
    return [[space.strip(" ▐▌") for space in row] for row in rows]


@pytest.mark.parametrize(("width", "height"), [*SIZES, (80, None), (132, None)])
def test_meeples_stand_where_they_stand(width: int, height: int | None) -> None:
    rows = harbour_rows(drawn(by_hand(), width, height))
    assert rows == [["●", "▲", "▲"], ["[1]", "●", "[2]"], ["▲", "[3]", "●"]]
    rows = harbour_rows(drawn(by_hand(), width, height, seat=None))
    assert rows[1] == ["·", "●", "·"]


def test_a_number_on_the_harbour_places_there() -> None:
    for number, space in enumerate([(2, 1), (2, 3), (3, 2)], 1):
        game, _ = at_the_keyboard(by_hand(), str(number))
        assert game.entries[-1].text == f"place {space[0]} {space[1]}"


@pytest.mark.parametrize("width", WIDTHS)
def test_row_boats_carry_their_tokens_outwards(width: int) -> None:
    lines = panel(drawn(by_hand(), width), "The harbour")
    for boat, ready in (("row 1", True), ("row 2", False), ("row 3", True)):
        at = 3 * int(boat[-1]) - 1
        cargo = [" ".join(line.plain.strip() for line in plaque(id, 8, 2)).split() for id in BOATS[boat] or []]
        upper = re.split(r"[▕◣]", lines[at].rpartition("│")[2].lstrip("▐‹"))
        lower = re.split(r"[▕◤]", lines[at + 1].rpartition("│")[2].lstrip("▐‹"))
        assert [f"{one} {other}".split() for one, other in zip(upper[:3], lower[:3], strict=True)] == cargo
        assert ("‹" in lines[at]) == ready
        assert ("‹" in lines[at + 1]) == ready


@pytest.mark.parametrize(("width", "height"), [(80, 24), (100, 36), (60, None), (132, None), (220, None)])
def test_column_boats_carry_their_tokens_downwards(width: int, height: int | None) -> None:
    text = drawn(by_hand(), width, height)
    lines = [line for line in text.splitlines() if len(re.findall(r"▐[^▐▌]{7,}▌", line)) == 3]
    columns = [" ".join(re.findall(r"▐([^▐▌]{7,})▌", line)[at].strip() for line in lines).split() for at in range(3)]
    for number, shown in enumerate(columns, 1):
        ids = BOATS[f"column {number}"] or []
        if len(lines) == 3:
            assert shown == " ".join(map(short_name, ids)).split()
        else:
            assert len(lines) == 6
            assert shown == " ".join(line.plain for id in ids for line in plaque(id, 7, 2)).split()
    bows = next(line for line in text.splitlines() if line.count("◥") == 3)
    assert re.findall(r"◥ *([^ ]*) *◤", bows) == ["‹[6]›", "‹[7]›", "‹[8]›"]


def test_boats_that_can_be_unloaded_are_marked_whoever_looks() -> None:
    for game in random_games(3):
        if game.ply % 3 and not game.is_over:
            continue
        text = drawn(game, 100, seat=None)
        view = game.view(None)
        ready = [boat.moored and boat.meeples >= 2 and not view.is_over for boat in view.boats]
        assert text.count("‹ready›") == sum(ready[3:])
        inside = panel(text, "The harbour")
        for row in range(3):
            assert ("│‹" in inside[3 * row + 3]) == ready[row]


@pytest.mark.parametrize("width", WIDTHS)
def test_boats_that_have_left_leave_an_empty_mooring(width: int) -> None:
    boats = BOATS | {"row 2": None, "column 3": None}
    text = drawn(by_hand(boats=boats, tokens=[[], []]), width)
    inside = panel(text, "The harbour")
    assert "the boat has left" in inside[6]
    assert flat(inside).count("has left") == 2
    assert "4 of 6 boats left" in plain(text)
    bows = next(line for line in text.splitlines() if "◥" in line)
    assert bows.count("◥") == 2


def test_the_box_and_what_is_unseen_are_told_in_short() -> None:
    assert [
        part.plain for part in tally({"tomb_11": 1, "take": 1, "temple_4": 1, "tomb_2": 1, "temple_1": 2, "obelisk": 3})
    ] == [
        "Obelisk ×3",
        "Take ×1",
        "Temple 1 ×2, 4 ×1",
        "Tomb 2 11",
    ]
    counts = {"tomb_11": 1, "take": 1, "place": 2, "temple_4": 1, "tomb_2": 1, "light_pyramid": 2, "dark_pyramid": 1}
    assert [part.plain for part in tally_of_kinds(counts)] == ["Pyramid ×3", "Action ×3", "Temple ×1", "Tomb ×2"]
    for game in random_games(1):
        view = game.view(None)
        for width, height in ((60, 24), (100, None)) if game.ply % 6 == 0 or game.is_over else ():
            text = plain(drawn(game, width, height))
            missing = sum(view.unseen.values())
            assert missing == view.reserve + view.supply
            assert ("Not seen yet:" in text) == bool(missing)
            assert ("In the box:" in text) == bool(view.removed)
            for id, count in view.unseen.items():
                if id in ("obelisk", "take") and height is None:
                    assert f"{short_name(id)} ×{count}" in text


def test_what_is_unseen_begins_a_line_and_is_told_in_few_lines_where_lines_are_dear() -> None:
    for game in random_games(1):
        for width, height in ((80, 24), (60, 24), (100, None)) if game.ply % 9 == 0 else ():
            text = drawn(game, width, height)
            lines = [line for line in text.splitlines() if "Not seen yet:" in line]
            for line in lines:
                assert not re.search(r"box|token.*Not seen", line)
            assert text.count("\n") <= 23 or (width, height) != (80, 24)
    view = by_hand().view(None)
    for width in (56, 76):
        boats = len(harbour(view, width, False, low_shore=True))
        short = flat(line.plain for line in harbour(view, width, False, low_shore=True))
        assert boats == (8 if width == 76 else 14)
        assert "Not seen yet:" in short
    assert len(harbour(view, 76, False)) > 8


def test_waiting_boats_are_shown_empty() -> None:
    for game in random_games(6, house_rules={"refill_at_end_of_turn": True}):
        waiting = game.view(None).waiting
        if waiting:
            text = drawn(game, 100)
            assert f"Loaded at the end of the turn: {', '.join(waiting)}" in plain(text)
            assert "▕     ·     ▕" in text or "▐     ·     ▌" in text
            return
    raise AssertionError("no boat ever waited")


# --- the sites


def seat_lines(game: Game, seat: int, width: int = 100) -> list[str]:
    return panel(drawn(game, width), f"{NAMES[seat]}  ")


def obelisks(*counts: int) -> list[list[str]]:
    return [["obelisk"] * count for count in counts]


@pytest.mark.parametrize(("first", "second", "told"), [(3, 2, "more: +6"), (2, 2, "equal"), (0, 1, "fewer")])
def test_the_obelisk_is_a_column(first: int, second: int, told: str) -> None:
    for width in WIDTHS:
        lines = [line[:14] for line in seat_lines(by_hand(tokens=obelisks(first, second)), 0, width)]
        assert sum("▐▁▌" in line for line in lines) == first
        assert told in flat(lines)
        assert ("▗▄▖" in flat(lines)) == (first > 0)


def test_a_high_obelisk_shows_its_top() -> None:
    lines = [line[:14] for line in seat_lines(by_hand(tokens=obelisks(8, 0)), 0)]
    assert sum("▐▁▌" in line for line in lines) == 6
    assert "and 2 more" in flat(lines)
    assert "×8" in plain(drawn(by_hand(tokens=obelisks(8, 0)), 80, 24))


def test_side_b_of_the_obelisk_shows_the_way_to_five_and_who_was_first() -> None:
    boats = BOATS | {"row 1": None, "column 1": None, "column 2": None, "column 3": None}
    game = by_hand("BAAA", tokens=obelisks(3, 5), boats=boats)
    lines = [line[:14] for line in seat_lines(game, 0)]
    assert sum("┊ ┊" in line for line in lines) == 2
    assert "2 to go" in flat(lines)
    lines = [line[:14] for line in seat_lines(game, 1)]
    assert [line.strip() for line in lines if "▐" in line] == ["▐↻▌", *["▐▁▌"] * 4]
    assert "was first" in flat(lines)
    both = by_hand("BAAA", tokens=obelisks(5, 6), boats=boats, first_to_five=1)
    assert "was second" in flat(seat_lines(both, 0))
    turned = [line.strip() for line in (line[:14] for line in seat_lines(both, 1)) if "▐" in line]
    assert turned == ["▐▁▌", "▐↻▌", *["▐▁▌"] * 4]
    short = plain(drawn(both, 80, 24))
    assert "▐▌▐▌▐▌▐▌▐▌ was second" in short
    assert "▐↻▌×6 was first" in short


def test_temple_tokens_show_their_symbols() -> None:
    text = flat(seat_lines(by_hand(), 0))
    assert "◉ ◉◉ ◉◉◉◉" in text
    assert "Temple A 7" in text
    assert "◉◉◉ ×2" in flat(seat_lines(by_hand(), 1))
    assert "none" in flat(seat_lines(by_hand(tokens=[[], []]), 0))


def test_side_b_of_the_temple_shows_sets_with_their_points() -> None:
    tokens = [["temple_1", "temple_2", "temple_2", "temple_4"], []]
    game = by_hand("ABAA", tokens=tokens)
    for width in (100, 132, 180):
        lines = [line.split() for line in seat_lines(game, 0, width)]
        assert ["◉", "◉◉", "···", "◉◉◉◉", "9"] in [line[-5:] for line in lines]
        assert ["·", "◉◉", "···", "····", "1"] in [line[-5:] for line in lines]
    assert "Temple B 10 1·2·4 = 9 2 = 1" in plain(drawn(game, 80, 24))


@pytest.mark.parametrize("sides", ["AAAA", "AABA"])
def test_pyramids_rise_and_tell_what_the_next_token_brings(sides: str) -> None:
    for light, dark in itertools.product(range(6), range(6)):
        tokens = ["light_pyramid"] * light + ["dark_pyramid"] * dark
        game = by_hand(sides, tokens=[tokens, []], boats={}, harbour=[[None] * 3] * 3)
        text = seat_lines(game, 0)
        rows = [line for line in text if re.search(r"▐▁▁▌|‹ ›|· *·", line) and "×" not in line]
        assert sum(line.count("▐▁▁▌") for line in rows) == light + dark
        assert sum(line.count("‹ ›") for line in text) == 2
        now = game.view(0).seats[0].points["pyramids"]
        gains = []
        for more in ("light_pyramid", "dark_pyramid"):
            after = by_hand(sides, tokens=[[*tokens, more], []], boats={}, harbour=[[None] * 3] * 3)
            gains.append(after.view(0).seats[0].points["pyramids"] - now)
        told = next(line for line in text if "next" in line)
        assert [int(gain) for gain in re.findall(r"next ([+−]\d+)", told)] == gains
        each = f"light {light} next +{gains[0]}  dark {dark} next +{gains[1]}"
        both = f"light {light} dark {dark} next +{gains[0]}/+{gains[1]}"
        short = [[line.plain for line in pyramids(game.view(0), 0, Room(width, False))] for width in (40, 27)]
        assert short == [[each], [both]]


def test_the_pyramid_is_three_two_one() -> None:
    tokens = [["light_pyramid"] * 6 + ["dark_pyramid"] * 4, []]
    lines = seat_lines(by_hand(tokens=tokens, boats={}), 0)
    base = next(number for number, line in enumerate(lines) if "▔▔" in line)
    assert [line.count("▐▁▁▌") for line in lines[base - 3 : base]] == [1, 3, 6]
    assert "‹ ›" in lines[base - 2]
    assert re.search(r"light +dark", lines[base + 1])
    assert re.search(r"full +next \+5", lines[base + 2])
    lefts = [line.index("▐▁▁▌") for line in lines[base - 3 : base]]
    assert [left - lefts[2] for left in lefts] == [4, 2, 0]
    smaller = flat(seat_lines(by_hand("AABA", tokens=tokens, boats={}), 0))
    assert "−6 0 4 10 ‹18› 30 45" in smaller
    english = by_hand("AABA", {"english_pyramid_b": True}, tokens=tokens, boats={})
    assert "‹15›" in flat(seat_lines(english, 0))
    assert WORDS.house_rules["english_pyramid_b"].title in drawn(english, 100)


@pytest.mark.parametrize("width", WIDTHS)
def test_the_tomb_joins_what_is_connected_and_strikes_what_is_gone(width: int) -> None:
    text = drawn(by_hand(removed=["tomb_9"]), width)
    for seat, numbers, sums in [
        (0, "1 ━2 ━3 4 5 6 7 8 × × × 12", "1–3: 9 6: 1"),
        (1, "× × × 4 5 × 7 8 × 10━11 12", "10–11: 4"),
    ]:
        lines = flat(panel(text, f"{NAMES[seat]}  "))
        assert numbers in lines
        assert sums in lines
    assert "4: 4" in flat(seat_lines(by_hand("AAAB", tokens=[["tomb_4", "tomb_9"], []], boats={}), 0))


def test_summaries_explain_the_sides_where_there_is_room() -> None:
    for sides in ("AAAA", "BBBB"):
        text = plain(drawn(by_hand(sides), 180))
        for site, letter in zip(WORDS.sites, sides, strict=True):
            assert WORDS.sides[site][letter].summary in text
        assert "× is out of reach." in text
    assert "At the end of the game" not in drawn(by_hand(), 80, 24)


# --- moves


def test_every_legal_move_can_be_reached() -> None:
    asked = set()
    for game in random_games(8):
        if game.is_over:
            continue
        moves, view = game.legal_moves(), game.view(game.decider)
        asked.add(game.question)
        for width in (56, 76, 120):
            lines = choices(view, width)
            assert all(line.cell_len <= width for line in lines)
            listed = "\n".join(line.plain for line in lines)
            for number, move in enumerate(moves, 1):
                assert f"[{number}] " in listed or move.verb == "place"
                assert matching(moves, move.text) == [move]
            for detail in Detail:
                lines = choices(view, width, detail, on_boats=True)
                assert all(line.cell_len <= width for line in lines)
                listed = "\n".join(line.plain for line in lines)
                seen = ("place", "take")  # there are their numbers
                assert all(f"[{at}] " in listed for at, move in enumerate(moves, 1) if move.verb not in seen)
        places = [number for number, move in enumerate(moves, 1) if move.verb == "place"]
        if places:
            line = choices(view, 76)[0].plain
            keys = f"[{places[0]}]" if len(places) == 1 else f"[{places[0]}]–[{places[-1]}]"
            assert line.rstrip() == f"Place        {keys} a free space, as numbered in the harbour"
    assert asked >= QUESTIONS


@pytest.mark.parametrize("late", [False, True])
def test_what_an_unloading_would_bring_is_what_it_brings(late: bool) -> None:
    found = 0
    for game in random_games(10, house_rules={"refill_at_end_of_turn": late}):
        view = game.view(game.decider)
        for move in view.moves:
            if move.verb != "unload":
                continue
            boat = next(boat for boat in view.boats if boat.boat == move.boat)
            after = game.after(len(game.entries))
            before = len(after.events)
            after.play(move)
            happened = after.events[before:]
            got = [(event.seat, event.token) for event in happened if event.kind in ("token_unloaded", "token_removed")]
            assert unloaded(view, boat) == got
            listed = flat(line.plain for line in choices(view, 200))
            line = listed[listed.index(f"{move.boat}: ") :]
            left, ended = ({event.kind for event in happened} >= {kind} for kind in ("boat_left", "game_ended"))
            said = line[: line.index("[") if "[" in line else None]
            assert ("the boat leaves" in said) == (left and not ended)
            assert ("the game ends" in said) == ended
            found += 1
    assert found > 200


@pytest.mark.parametrize("late", [False, True])
def test_tokens_that_wait_for_a_boat_are_not_promised_to_another(late: bool) -> None:
    game = by_hand(house_rules={"refill_at_end_of_turn": late}, turn=1, supply_count=6)
    for move in ("play place and unload", "place 2 1", "unload row 1"):
        game.play(move)
    view = game.view(1)
    assert (view.refills, view.waiting) == ((2, ["row 1"]) if late else (1, []))
    assert "the boat leaves" not in flat(line.plain for line in choices(view, 100))
    game = by_hand(house_rules={"refill_at_end_of_turn": late}, turn=1, supply_count=3)
    for move in ("play place and unload", "place 2 1", "unload row 1"):
        game.play(move)
    assert (
        flat(line.plain for line in choices(game.view(1), 100)).count("the boat leaves") == len(game.legal_moves()) - 1
    )


def test_the_turn_is_listed_as_a_player_thinks() -> None:
    view = by_hand().view(0)
    lines = [line.plain.rstrip() for line in choices(view, 96)]
    assert lines == [
        "Place        [1]–[3] a free space, as numbered in the harbour",
        "Unload       [4] row 1: ▐▲▌  Light Pyramid  ▐▲▌  Temple 4  ▐●▌  Obelisk",
        "             [5] row 3: ▐●▌  Tomb 12  ▐▲▌  Tomb 5   Dark Pyramid  to the box",
        "             [6] column 1: ▐▲▌  Obelisk  ▐●▌  Tomb 4   Tomb 8  to the box",
        "             [7] column 2: ▐●▌  Place and Unload  ▐▲▌  Obelisk   Swap and Unload  to the box",
        "             [8] column 3: ▐●▌  Place  ▐▲▌  Take   Obelisk  to the box",
        "Play         [9]  Take   Take a token from any boat, except an action token.",
    ]
    narrow = [line.plain.rstrip() for line in choices(view, 76)]  # short names, so that a line is enough
    assert narrow[4] == "             [7] column 2: ▐●▌  Place+Un  ▐▲▌  Obelisk   Swap+Un  to the box"
    assert len(narrow) == len(lines)


def test_taking_is_listed_by_boat() -> None:
    game = by_hand()
    game.play("play take")
    lines = [line.plain.rstrip() for line in choices(game.view(0), 96)]
    assert lines[0] == "Take         row 1    [1]  Obelisk           [2]  Temple 4   [3]  Light Pyramid"
    assert lines[4].split() == ["column", "2", "Swap", "and", "Unload", "[13]", "Obelisk", "Place", "and", "Unload"]
    columns = [[line.index(f"[{key}]") for key in (at, at + 1, at + 2)] for at, line in ((1, lines[0]), (4, lines[1]))]
    assert columns[0] == columns[1]
    assert len(lines) == 6
    keys = [f"[{number}]" for number in range(1, 15)]
    for width, height in ((60, 24), (100, 50), (132, None), (180, None)):  # where boats have room for the numbers
        text = drawn(game, width, height)
        assert all(text.count(key) == 1 for key in keys[1:-1])
        assert "[1]–[14] a token, as numbered on the boats" in plain(text)
        row = next(line for line in text.splitlines() if "[2]" in line)
        assert re.search(r"│[▐‹] *\[1\] *▕ *\[2\] *▕ *\[3\] *◤", row)
    small = drawn(game, 80, 24)
    assert small.count("\n") <= 23
    assert all(key in small for key in keys)


def test_swapping_is_listed_by_boat_with_the_tokens_named() -> None:
    game = by_hand(turn=1)
    game.play("play swap and unload")
    lines = [line.plain.rstrip() for line in choices(game.view(1), 140)]
    first = ["row 1 [1] 1 Obelisk ⇄ 2 Temple 4", "[2] 1 Obelisk ⇄ 3 Light Pyramid", "[3] 2 Temple 4 ⇄ 3 Light Pyramid"]
    assert flat([lines[0]]) == f"Swap {' '.join(first)}"
    assert len(lines) == 6
    narrow = flat(line.plain for line in choices(game.view(1), 76))
    assert "[2] 1 Obelisk ⇄ 3 Light ◢◣" in narrow
    brief = [line.plain.rstrip() for line in choices(game.view(1), 76, Detail.BRIEF)]
    assert brief[0] == "Swap    row 1 [1] 1⇄2 [2] 1⇄3 [3] 2⇄3   column 1 [10] 1⇄2 [11] 1⇄3 [12] 2⇄3"
    assert len(brief) == 3


def test_no_two_moves_look_alike() -> None:
    boats = BOATS | {"row 1": ["take", "take", "dark_pyramid"], "row 2": ["obelisk", "temple_1", "obelisk"]}
    boats |= {"row 3": ["tomb_5", "tomb_7", "tomb_12"], "column 3": ["obelisk", "tomb_9", "place"]}
    swapping, taking = (by_hand(turn=turn, boats=boats, tokens=[["take"], ["swap_and_unload"]]) for turn in (1, 0))
    swapping.play("play swap and unload")
    taking.play("play take")
    for game, width, detail in itertools.product((swapping, taking), (56, 76, 120), Detail):
        lines = "\n".join(line.plain for line in choices(game.view(game.decider), width, detail))
        for boat in re.split(r"(?:row|column) \d", lines)[1:]:
            pairs = re.findall(r"\] (\d.*?)(?=\[|\n|$)", boat)
            assert len({flat([pair]) for pair in pairs}) == len(pairs)
    text = flat(line.plain for line in choices(swapping.view(1), 120))
    assert "row 1 [1] 1 Take ⇄ 3 Dark Pyramid [2] 2 Take ⇄ 3 Dark Pyramid" in text


def test_one_may_stop_and_is_told_so() -> None:
    game = by_hand(turn=1, harbour=[[0, 1, None], [None, 0, None], [1, None, 0]])
    for move in ("play place and unload", "place 1 3", "unload row 1"):
        game.play(move)
    assert game.question == "unload_more"
    text = plain(drawn(game, 80, 24))
    assert "Unload a second boat, or stop here" in text
    assert re.search(r"Stop \[\d+\] here: you may skip the rest of the action token", text)
    after, _ = at_the_keyboard(game, "stop")
    assert after.decider == 0


# --- scores and log


def test_score() -> None:
    _, text = at_the_keyboard(by_hand(), "score")
    assert "If the game ended now" in text
    rows = {line.split("│")[1].strip(): line.split("│")[2:4] for line in text.splitlines() if line.count("│") == 4}
    seats = by_hand().view(None).seats
    for id, source in WORDS.sources.items():
        assert [int(value) for value in rows[source.name]] == [seat.points[id] for seat in seats]
    assert [int(value) for value in rows["Points"]] == [seat.score for seat in seats]
    assert [value.strip() for value in rows["In a tie"]] == ["loses", "wins"]


def test_the_log_tells_who_gets_what_and_hides_noise() -> None:
    game = by_hand()
    game.play("unload row 3")
    game.play("place 2 1")
    lines = [line.plain for line in log_lines(game.view(None), game.events)]
    assert lines == [
        "▐●▌ Amina unloads the row 3 boat; meeples there: 2\n    ▐●▌  Tomb 12  ▐▲▌  Tomb 5   Dark Pyramid  to the box",
        "▐▲▌ Bastian places a meeple in row 2, column 1",
    ]
    _, text = at_the_keyboard(game, "log")
    assert all(part in text for line in lines for part in line.split("\n"))


def test_the_log_of_a_whole_game_adds_up() -> None:
    kinds = set()
    for game in random_games(6):
        if not game.is_over:
            continue
        lines = [line.plain for line in log_lines(game.view(None), game.events)]
        kinds |= {event.kind for event in game.events}
        text = "\n".join(lines)
        assert "The game begins" in lines[0]
        assert "The game is over" in lines[-1]
        assert not re.search(" to play|returns to|Onto the", text)
        given = [event for event in game.events if event.kind == "token_unloaded"]
        assert len(re.findall(r"▐[●▲]▌  (?!Amina|Bastian)", text)) == len(given)
        earned = dict.fromkeys(NAMES[:2], 0)
        for name, points in re.findall(r"(Amina|Bastian) scores (-?\d+):", text):
            earned[name] += int(points)
        assert list(earned.values()) == game.scores()
    assert kinds >= {"tokens_swapped", "token_taken", "reserve_loaded", "boat_left", "action_played"}


# --- what a newcomer stumbled over


def old_kingdom(tmp_path: Path) -> Path:
    """An edition with other values on every side."""
    text = (resources.files("imhotep") / "editions" / "duel.toml").read_text(encoding="utf-8")
    changes = {
        'edition = "duel"': 'edition = "old-kingdom"',
        "most = 6 ": "most = 7 ",
        "first = 12 ": "first = 13 ",
        "each_symbol = 1": "each_symbol = 2",
        "sets = [1, 4, 9, 16]": "sets = [1, 4, 9, 17]",
        "[0, 1, 3, 6, 10, 15, 21]": "[0, 1, 3, 6, 10, 15, 22]",
        "[-6, 0, 4, 10, 18, 30, 45]": "[-7, 0, 4, 10, 18, 30, 45]",
        "groups = [1, 4, 9, 16, 25]": "groups = [1, 4, 9, 16, 26]",
        "group = 4 ": "group = 5 ",
    }
    path = tmp_path / "old.toml"
    path.write_text(changed(text, changes), encoding="utf-8")
    return path


def test_the_legend_tells_the_values_in_force(tmp_path: Path) -> None:
    english = by_hand("AABA", {"english_pyramid_b": True})
    told = "Pyramids B: Only the smaller one scores: −6, 0, 4, 10, 15, 30, 45 for 0 to 6 tokens."
    assert told in plain(drawn(english, 180))
    assert WORDS.sides["pyramids"]["B"].summary not in plain(drawn(english, 180))
    assert WORDS.sides["obelisk"]["A"].summary in plain(drawn(english, 180))
    path = old_kingdom(tmp_path)
    values = {
        "A": ("scores 7 extra", "scores 2 points", "15, 22 for 0 to 6", "16, 26 for 1 to 5 tokens or more"),
        "B": ("scores 13, the second one 6; 10 tokens score 18", "9, 17 for 1 to 4", "−7, 0", "5 points"),
    }
    for side, parts in values.items():
        game = new_game("duel", sides=side * 4, seed=2, edition=path)
        text = plain(drawn(game, 180))
        for id, part in zip(WORDS.sites, parts, strict=True):
            assert part in payment(game.view(0), id)
            assert payment(game.view(0), id) in text
            assert WORDS.sides[id][side].summary not in text
        assert "edition old-kingdom" in text.splitlines()[0]
        _, rules = at_the_keyboard(game, "rules", width=180)
        assert payment(game.view(0), "pyramids") in plain(rules.split("The sites in this game")[1])
    assert "edition" not in drawn(start("duel"), 180)


def test_turns_fit_a_small_terminal_and_the_harbour_stays_in_sight() -> None:
    screens = scrolled = 0
    every = scaled(sample=9, test=9, all=3, soak=1)
    for seed, sides in ((0, "ABAB"), (1, "BBBB")):
        game = new_game("duel", sides=sides, seed=seed, names=["Nefertiti", "Akhenaten"])
        chance = random.Random(seed)
        while not game.is_over:
            if game.ply % every == 0:
                lines = drawn(game, 80, 24).splitlines()
                screens += 1
                scrolled += len(lines) > 23
                assert any("column 1" in line for line in lines[-23:])
                lines = drawn(game, 60, 24).splitlines()
                assert any("column 1 column 2" in line for line in lines[-23:])
            game.play(chance.choice(game.legal_moves()))
    assert screens > 90 // every
    assert scrolled == 0


def test_the_head_is_one_line_whatever_is_left() -> None:
    for refills in range(14):
        game = by_hand(boats={}, tokens=[[], []], harbour=[[None] * 3] * 3, supply_count=3 * refills)
        assert game.view(None).refills == refills
        head = drawn(game, 80, 24).splitlines()[0]
        assert re.search(rf"refills [▪ ]+×?{refills} " if refills else "no refills left", head)
        assert "reserve" in head


@pytest.mark.parametrize(("width", "height"), [(80, 24), (80, 40), (100, 40), (100, None), (180, None), (81, 24)])
def test_players_beside_each_other_stand_line_by_line(width: int, height: int | None) -> None:
    tokens = [
        ["temple_1", "temple_2", "temple_3", "temple_4"] * 2 + ["temple_1", "take", "place", "place_and_unload"],
        ["temple_3", "obelisk"],
    ]
    game = new_game(
        "duel",
        sides="ABAB",
        seed=1,
        names=["Nefertiti", "Akhenaten the Longest"],
        position={"tokens": tokens, "boats": {"row 1": ["obelisk"] * 3, "row 2": ["tomb_1", "tomb_2", "tomb_3"]}},
    )
    lines = drawn(game, width, height).splitlines()
    for name in ("Temple B", "Pyramids A", "Tomb B", "in hand", "Obelisk A"):
        assert next(line.count(name) for line in lines if name in line) == 2, name


def test_a_boat_that_leaves_is_told_apart_from_the_box() -> None:
    game = by_hand(supply_count=0)
    for width in (56, 76, 96, 180):
        text = flat(line.plain for line in choices(game.view(0), width))
        ends = re.findall(r"(?:box|▐[●▲]▌ [A-Z][\w+ ]*?) (· (?:the boat )?leaves)", text)
        assert len(ends) == text.count("leaves") == 5


def test_the_hint_is_a_legal_move() -> None:
    game = by_hand(turn=1)
    for move in (None, "play swap and unload", "swap row 1 1 2"):
        if move is not None:
            game.play(move)
        text = plain(drawn(game, 100))
        assert f"such as {game.legal_moves()[0]} · help" in text


def test_why_an_action_token_cannot_be_played_is_told_below_the_moves() -> None:
    tokens = [["place", "take"], ["place"]]
    game = by_hand(tokens=tokens, harbour=[[0, 0, 0], [None] * 3, [None] * 3])
    for width in (80, 100, 180):
        _, text = at_the_keyboard(game, width=width)
        assert plain(text).count("play place: you need two meeples in hand (D3)") == 1
        assert "play take:" not in text
    game.play("play take")
    _, text = at_the_keyboard(game)
    assert "you need" not in text


def finished(sides: str = "AAAA") -> Game:
    """Without drawing it on the way."""
    game, chance = start("duel", sides=sides), random.Random(2)
    while not game.is_over:
        game.play(chance.choice(game.legal_moves()))
    return game


def test_nothing_is_next_once_the_game_is_over() -> None:
    game = finished("AABA")
    for size in SIZES:
        assert not re.search(r"next [+−]|‹", drawn(game, *size))
    assert re.search(r"next [+−]", drawn(start("duel", sides="AABA"), 100))


def test_rows_and_spaces_are_called_so_in_a_narrow_terminal() -> None:
    for height in (24, None):
        lines = panel(drawn(by_hand(), 60), "The harbour") if height is None else drawn(by_hand(), 60, 24).splitlines()
        shown = [line[:5].strip("│▐ ") for line in lines]
        found = [name for name in shown if name in ("row", "sp.", "1", "2", "3")]
        assert found == [part for name in ("row", "sp.") for number in "123" for part in (name, number)]


def test_the_log_names_swapped_tokens() -> None:
    game = by_hand(turn=1)
    for move in ("play swap and unload", "swap row 1 1 3", "unload row 1", "place 2 1"):
        game.play(move)
    for events in (game.events, game.events[-len(game.events) // 2 :], game.events[1:]):
        lines = [line.plain for line in log_lines(game.view(None), events)]
        swaps = [line for line in lines if "swaps" in line]
        assert all(line.endswith("row 1 boat:  Obelisk  ⇄  Light Pyramid ") for line in swaps)
    assert [line for line in (line.plain for line in log_lines(game.view(None), game.events)) if "swaps" in line]
    for game in random_games(4):
        boats = {boat.boat: boat.cargo for boat in game.view(None).boats}
        for swap in [move for move in game.legal_moves() if move.verb == "swap"][:3]:
            one, other = (boats[swap.boat or ""][(space or 1) - 1] for space in (swap.space, swap.second_space))
            after = game.after(len(game.entries))
            after.play(swap)
            line = next(line for line in reversed(log_lines(after.view(None), after.events)) if "swaps" in line.plain)
            assert line.plain.endswith(f":  {token_name(one or '')}  ⇄  {token_name(other or '')} ")


# --- one table, several games


def test_over_is_over() -> None:
    game = finished()
    for size in SIZES:
        text = plain(drawn(game, *size))
        assert "The game is over." in text
        assert not re.search(r"\[\d+\]|‹ready›|to play", text)
    _, text = at_the_keyboard(game, "score", "log", "why place 1 1", "")
    assert text.count("Final scores") == 2  # at once, and when asked
    assert "(R148)" in text
    starter = game.setup.first
    scores = game.scores()
    winner = 1 - starter if scores[0] == scores[1] else scores.index(max(scores))
    assert f"{NAMES[winner]} wins!" in text
