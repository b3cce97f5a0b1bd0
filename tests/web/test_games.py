"""Whole games in the browser, by pressing only what glows; and what happens when something breaks in between."""

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from imhotep import new_game
from tests.support.browser import PHONE, Cable, Finger, Keyboard, NewVisitor, Player, Visitor, play_together, serving
from tests.support.ports import free_port
from tests.support.processes import running
from tests.support.scale import SCALE

SITES = {"market", "pyramids", "temple", "burial_chamber", "obelisks"}


def test_a_builder_game_against_a_bot_from_the_first_page(visit: NewVisitor) -> None:
    visitor = visit("")
    visitor.go("/")
    visitor.page.locator("main button.big").first.click()
    visitor.page.wait_for_url("**/tables/*")
    player = Player(visitor)
    player.play()
    assert visitor.table["view"]["is_over"]
    assert player.sailed_to == SITES


def test_a_duel_against_a_bot_from_the_first_page(visit: NewVisitor) -> None:
    visitor = visit("")
    visitor.go("/")
    visitor.page.locator("main button.big").nth(1).click()
    visitor.page.wait_for_url("**/tables/*")
    Player(visitor).play()
    assert visitor.table["view"]["is_over"]


@pytest.mark.slow
def test_two_browsers_against_each_other(visit: NewVisitor) -> None:
    host, guest = visit("Merit", quick=True), visit("Hapu", quick=True)
    table = host.new_table("me", "open", sides="CCCCC", public=False)
    host.go(f"/tables/{table}")
    guest.go(f"/tables/{table}")
    guest.page.locator("main button.gold").click()
    for visitor in (host, guest):
        visitor.wait("() => __seen.table !== null")
    players = [Player(host, 1, hurry=True), Player(guest, 2, hurry=True)]
    play_together(players)
    assert host.table["view"]["is_over"]
    assert guest.table["view"]["is_over"]
    assert players[0].sailed_to | players[1].sailed_to == SITES


@pytest.mark.slow
def test_four_people_at_one_screen(visit: NewVisitor) -> None:
    visitor = visit(quick=True)
    table = visitor.new_table("me", "here", "here", "here", sides="DDDDD", public=False, variants={"face_down": True})
    visitor.go(f"/tables/{table}")
    player = Player(visitor, hurry=True)
    player.play()
    assert visitor.table["seats"] == [0, 1, 2, 3]
    assert visitor.table["view"]["is_over"]
    assert player.sailed_to == SITES
    curtains = sum(name.startswith("curtain") for name in player.pressed)
    assert curtains >= 24  # each of them, in each of six rounds


@pytest.mark.slow
def test_a_builder_game_by_keyboard_alone(visit: NewVisitor) -> None:
    visitor = visit()
    visitor.go(f"/tables/{visitor.new_table('me', 'random', sides='BBBBB', public=False)}")
    player = Keyboard(visitor, hurry=True)
    player.play()
    assert visitor.table["view"]["is_over"]
    assert player.sailed_to == SITES


# By mouse whole games are always played; by keyboard and by touch, which take longer, in make test their first part.
PART = 12 if SCALE == "test" else None


def test_a_duel_by_keyboard_alone(visit: NewVisitor) -> None:
    visitor = visit()
    visitor.go(f"/tables/{visitor.new_table('me', 'random', game='duel', sides='BBBB', public=False)}")
    Keyboard(visitor).play(PART)
    assert visitor.entries >= PART if PART else visitor.is_over


@pytest.mark.parametrize(
    ("game", "sides"), [("builder", "DCBAD"), pytest.param("duel", "ABAB", marks=pytest.mark.slow)]
)
def test_a_game_on_a_phone_by_touch(visit: NewVisitor, game: str, sides: str) -> None:
    visitor = visit(size=PHONE)
    visitor.go(f"/tables/{visitor.new_table('me', 'random', game=game, sides=sides, public=False)}")
    Finger(visitor, hurry=True).play(PART)
    assert visitor.entries >= PART if PART else visitor.is_over


# --- something breaks in the middle of a decision, or while something moves

SLOWLY = "localStorage.setItem('imhotep.table', JSON.stringify({ confirm: 'direct', speed: 'slow' }))"
FLYING = "document.querySelector('.board .layer[aria-hidden=true] svg g') !== null"
DRAWN = "[...document.querySelectorAll('svg.table')].map(({ outerHTML }) => outerHTML).join()"


def begun(visitor: Visitor, **offer: Any) -> Player:
    """Some decisions into a game against a bot, with a part of the next one picked."""
    visitor.go(f"/tables/{visitor.new_table('me', 'random', public=False, **offer)}")
    player = Player(visitor)
    player.play(3)
    assert visitor.wait_for_choice()
    glowing = [choice for choice in visitor.choices() if choice.name.startswith("glow")]
    player.press(player.pick(glowing or visitor.choices()))
    visitor.wait_for_choice()
    return player


def moving(visitor: Visitor, **offer: Any) -> Player:
    """In a game against a bot, a decision was made, and what comes of it is in the air."""
    visitor.context.add_init_script(SLOWLY)
    visitor.go(f"/tables/{visitor.new_table('me', 'random', public=False, **offer)}")
    player = Player(visitor)
    assert visitor.wait_for_choice()
    entries = visitor.entries
    while visitor.entries == entries and visitor.choices():
        player.press(player.pick(visitor.choices()))
        visitor.page.wait_for_timeout(50)
    visitor.wait(f"() => {FLYING}")
    return player


def told(visitor: Visitor) -> Any:
    """Of the last state what does not depend on when it was told."""
    table = visitor.table
    return {name: table[name] for name in ("entries", "view", "seats", "over", "table")}


def drawn(visitor: Visitor) -> str:
    """The table at rest, when something is asked again and the pointer looks at none of it."""
    visitor.page.mouse.move(1, 1)
    assert visitor.wait_for_choice()
    visitor.wait(f"() => !({FLYING})")
    visitor.page.evaluate("__calm()")
    picture: str = visitor.page.evaluate(DRAWN)
    assert picture
    return picture


def reload(visitor: Visitor) -> None:
    visitor.page.reload()
    visitor.wait("() => __seen.table !== null")


def cut_and_mend(visitor: Visitor, cable: Cable) -> None:
    with visitor.excused():
        cable.cut()
        visitor.page.wait_for_selector("[role=status] .notice")
        sockets = visitor.page.evaluate("__seen.tables.length")
        cable.mend()
        visitor.try_now()
        visitor.wait("([count]) => __seen.tables.length > count", sockets)
        visitor.hear_of_everything()


@pytest.mark.parametrize("game", ["builder", "duel"])
def test_a_reload_loses_nothing(visit: NewVisitor, game: str) -> None:
    visitor = visit()
    player = begun(visitor, game=game)
    before = told(visitor)
    reload(visitor)
    assert told(visitor) == before
    player.play(2)
    assert visitor.table["entries"] > before["entries"]


def test_a_cut_connection_loses_nothing(visit: NewVisitor, cable: Cable) -> None:
    visitor = visit(address=cable.address)
    player = begun(visitor)
    before = told(visitor)
    cut_and_mend(visitor, cable)
    assert told(visitor) == before
    player.play(2)
    assert visitor.table["entries"] > before["entries"]


@pytest.mark.parametrize("game", ["builder", pytest.param("duel", marks=pytest.mark.slow)])
def test_a_reload_while_something_moves_shows_where_it_went(visit: NewVisitor, game: str) -> None:
    visitor = visit(motion=True)
    player = moving(visitor, game=game)
    entries = visitor.entries
    reload(visitor)
    assert visitor.entries >= entries
    picture = drawn(visitor)
    reload(visitor)
    assert drawn(visitor) == picture
    player.play(1)
    assert drawn(visitor) != picture


@pytest.mark.slow
@pytest.mark.parametrize("game", ["builder", "duel"])
def test_a_cut_while_something_moves_shows_where_it_went(visit: NewVisitor, cable: Cable, game: str) -> None:
    visitor = visit(address=cable.address, motion=True)
    player = moving(visitor, game=game)
    entries = visitor.entries
    cut_and_mend(visitor, cable)
    assert visitor.entries >= entries
    picture = drawn(visitor)
    reload(visitor)
    assert drawn(visitor) == picture
    player.play(1)
    assert drawn(visitor) != picture


def test_a_move_that_was_made_without_a_connection_arrives_once(visit: NewVisitor, cable: Cable) -> None:
    visitor = visit(address=cable.address)
    player = begun(visitor)
    entries = visitor.entries
    sent = "() => __seen.sent.filter((data) => JSON.parse(data).type === 'do').length"
    with visitor.excused():
        cable.cut()
        visitor.page.wait_for_selector("[role=status] .notice")
        for _ in range(6):  # until a move is on its way
            if not visitor.choices():
                break
            player.press(player.pick(visitor.choices()))
        cable.mend()
        visitor.try_now()
        visitor.wait("([entries]) => __seen.table.entries > entries", entries)
        visitor.hear_of_everything()
    assert visitor.page.evaluate(sent) >= 1
    record = visitor.get(f"/api/tables/{visitor.table['table']}/game")
    assert record["entries"] >= entries + 1
    player.play(1)


@pytest.mark.slow
@pytest.mark.parametrize("moment", ["decision", "movement"])
def test_a_killed_server_loses_nothing(visit: NewVisitor, client: Path, tmp_path: Path, moment: str) -> None:
    program = serving(tmp_path, client, free_port())
    with running(program):
        visitor = visit(address=program.address, motion=moment == "movement")
        player = begun(visitor) if moment == "decision" else moving(visitor)
        before = told(visitor)
        with visitor.excused():
            program.kill()
            visitor.page.wait_for_selector("[role=status] .notice")
            count = visitor.page.evaluate("__seen.tables.length")
            with running(program):
                visitor.try_now()
                visitor.wait("([count]) => __seen.tables.length > count", count)
                assert visitor.entries >= before["entries"]
                if moment == "decision":
                    assert told(visitor) == before
                visitor.page.wait_for_selector("[role=status] .notice", state="detached")
                picture = drawn(visitor)
                reload(visitor)
                if moment == "movement":
                    assert drawn(visitor) == picture
                player.play(2)
                assert visitor.entries > before["entries"]
                visitor.page.close()


# --- secrets


def steps_of(visitor: Visitor, table: str) -> dict[tuple[int, int | None], Any]:
    """What each seat saw, by entries and seat, from the replay of the finished game."""
    found: dict[tuple[int, int | None], Any] = {}
    for query in ("seat=all&", ""):
        first = 0
        while True:
            part = visitor.get(f"/api/tables/{table}/replay?{query}first={first}&last={first + 50}")
            for step in part["steps"]:
                for view in step["views"]:
                    found[step["entries"], view["seat"]] = view["view"]
            first = part["steps"][-1]["entries"] + 1
            if first > part["total"]:
                break
    return found


def unknown_to(others: Any, own: Any) -> Counter[str]:
    """The cards of a hand that somebody else's view of it doesn't tell; it must tell nothing else of them."""
    known, all_of_it = Counter(others["hand"]), Counter(own["hand"])
    assert known <= all_of_it
    assert others["face_down"] == len(own["hand"]) - len(others["hand"])
    return all_of_it - known


@pytest.mark.slow
def test_nobody_is_told_what_they_may_not_know(visit: NewVisitor) -> None:
    """What a page shows is made of the states it was told; each must be what that seat may see, and nothing more."""
    host, guest, onlooker = visit("Merit", quick=True), visit("Hapu", quick=True), visit("Teti")
    offer: dict[str, Any] = {"sides": "BDCDA", "variants": {"face_down": True, "cards": "dynasty"}}
    table = host.new_table("me", "open", public=False, **offer)
    guest.post(f"/api/tables/{table}/join")
    people: dict[Visitor, int | None] = {host: 0, guest: 1, onlooker: None}
    for visitor in people:
        visitor.go(f"/tables/{table}")
        visitor.wait("() => __seen.table !== null")
    players = [Player(host, 3, hurry=True), Player(guest, 4, hurry=True)]
    secrets = 0
    while not host.is_over:
        play_together(players, 1)
        onlooker.wait("([entries]) => __seen.table.entries >= entries", host.entries)
        owners = [visitor.table["view"]["seats"][seat] for visitor, seat in people.items() if seat is not None]
        for visitor, own in people.items():
            told_now = visitor.table
            if told_now["over"]:
                break
            view = told_now["view"]
            if view["decider"] != own:
                assert not view["moves"]
                assert not view["market"]["seen"]
            for other in {0, 1} - {own}:
                hand = view["seats"][other]
                secrets += unknown_to(hand, owners[other]).total()
                cards = visitor.page.locator(f".panel[data-seat='{other}'] .mini").count()  # equal ones lie together
                assert cards == len(set(hand["hand"])) + (hand["face_down"] > 0)
    assert secrets > 0
    onlooker.wait("() => __over()")
    steps = steps_of(host, table)
    for visitor, seat in people.items():
        states = [json.loads(state) for state in visitor.page.evaluate("__seen.tables")]
        assert len(states) > 20
        for state in states:
            assert state["seat"] == seat
            assert state["view"] == steps[state["entries"], seat]
    assert onlooker.table["seats"] == []


# --- a full hand


def with_a_full_hand() -> tuple[str, int]:
    """A finished game's record, and after how many entries somebody may play a card from a hand of eight kinds."""
    game = new_game(players=2, sides="BDCDA", cards="dynasty", face_down=True, seed=6)
    chance, entries = random.Random(6), None
    while not game.is_over:
        moves = game.legal_moves()
        hand = game.view(game.decider).seats[game.decider].hand
        if entries is None and len(set(hand)) >= 8 and "play hammer" in map(str, moves):
            entries = len(game.entries)
        kept = [move for move in moves if not str(move).startswith("play")]
        market = [move for move in moves if str(move).startswith("sail") and "market" in str(move)]
        game.play(chance.choice(market or kept or moves))
    assert entries is not None
    return game.record(), entries


def test_a_full_hand_leaves_room_and_stays_where_it_is(visit: NewVisitor) -> None:
    record, entries = with_a_full_hand()
    visitor = visit("Merit")
    old = visitor.post("/api/records", {"record": record})["table"]
    table = visitor.post(f"/api/tables/{old}/play-on", {"entries": entries, "bot": "random"})["table"]
    visitor.go(f"/tables/{table}")
    assert visitor.wait_for_choice()
    card, words = visitor.page.locator("button.hand.able").first, visitor.page.locator(".bar h2")
    for width, height in ((1280, 800), (1440, 900), (1024, 768)):
        visitor.page.set_viewport_size({"width": width, "height": height})
        visitor.page.mouse.move(5, 5)
        visitor.settle()
        before = card.bounding_box()
        card.hover()
        visitor.settle()
        assert card.bounding_box() == before
        room = words.bounding_box()
        assert room is not None
        assert room["width"] > 150
        assert room["height"] < 90
