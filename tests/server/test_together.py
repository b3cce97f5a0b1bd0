"""What people do together at a table beside moving: taking back, leaving, playing again, talking, being rated."""

import asyncio
from functools import partial
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from sqlalchemy import insert, select, update

from imhotep.server.errors import Forbidden, Refused, Stale
from imhotep.server.games.commands import ABSENT, Command
from imhotep.server.games.endings import rated_names
from imhotep.server.games.live import Live, read_table
from imhotep.server.games.time_control import Pace
from imhotep.server.people.accounts import block
from imhotep.server.people.ratings import leaderboard, places, rate, ratings_of
from imhotep.server.storage import schema
from imhotep.server.storage.database import Database
from imhotep.server.tables.offers import Offer, SeatOffer, TableOffer, again, check_offer, join, open_table
from imhotep.table.editions import built_in_text
from imhotep.table.games import rules_of
from imhotep.table.record import load
from tests.support.server import Browser, FakeClock, Process, Server, Socket, new_table, play_on, somebody

pytestmark = pytest.mark.both_databases


async def do(process: Process, table: str, person: str, action: Any, **more: Any) -> Live:
    live = await process.games.get(table)
    command = Command(id=f"{action}{live.changes}", entries=live.entries, action=action, **more)
    await process.commands.perform(table, person, command)
    return await process.games.get(table)


def result(database: Database, table: str) -> Any:
    query = select(schema.tables.c.result).where(schema.tables.c.id == table)
    return msgspec.json.decode(database.read_now(lambda connection: connection.execute(query).scalar_one()))


# --- taking back by consent


def test_taking_back_needs_the_consent_of_all_others(database: Database) -> None:
    async def run() -> None:
        people = [somebody(database, name) for name in "ABC"]
        table = new_table(database, people)
        process = Process(database)
        await play_on(process, table, people, 6)
        live = await process.games.get(table)
        asker = live.game.deciders[-2]
        before = len(live.game.deciders)
        others = [seat for seat in range(3) if seat != asker]

        live = await do(process, table, people[asker], "ask_undo")
        assert live.asked is not None
        assert live.asked.seat == asker
        with pytest.raises(Refused, match="the others have to agree"):
            await do(process, table, people[asker], "agree")
        live = await do(process, table, people[others[0]], "disagree")
        assert live.asked is None
        with pytest.raises(Stale, match="nobody is asking"):
            await do(process, table, people[others[1]], "agree")

        await do(process, table, people[asker], "ask_undo")
        live = await do(process, table, people[others[0]], "agree")
        assert live.asked is not None
        assert live.asked.agreed == [others[0]]
        assert (await Process(database).games.get(table)).asked == live.asked  # any process knows
        assert live.unrated is None
        live = await do(process, table, people[others[1]], "agree")
        assert live.asked is None
        assert len(live.game.deciders) == before - 2
        assert live.game.decider == asker
        assert live.unrated == "undo"
        assert (await Process(database).games.get(table)).game.record() == live.game.record()

    asyncio.run(run())


def test_a_move_ends_a_question_that_nobody_answered(database: Database) -> None:
    async def run() -> None:
        people = [somebody(database, name) for name in "AB"]
        table = new_table(database, people)
        process = Process(database)
        await play_on(process, table, people, 3)
        game = (await process.games.get(table)).game
        await do(process, table, people[game.deciders[-1]], "ask_undo")
        await play_on(process, table, people, 1)
        assert (await process.games.get(table)).asked is None
        assert (await Process(database).games.get(table)).asked is None

    asyncio.run(run())


def test_alone_among_bots_there_is_nobody_to_ask(database: Database) -> None:
    async def run() -> None:
        person = somebody(database)
        offer = Offer(seats=[SeatOffer(kind="me"), SeatOffer(kind="bot", bot="random")])
        table = database.write_now(lambda connection: open_table(connection, check_offer(offer), person, "A", 0))
        process = Process(database)
        with pytest.raises(Refused, match="nothing to take back"):
            await do(process, table, person, "ask_undo")
        game = (await process.games.get(table)).game
        while game.deciders[-2:] != [0, 1]:  # a bot has decided since
            game = (live := await process.games.get(table)).game
            assert game.decider is not None
            move = game.legal_moves()[0].text
            if game.decider == 0:
                await do(process, table, person, "move", text=move)
            else:
                await process.commands.decide(table, 1, live.entries, move)
        live = await do(process, table, person, "ask_undo")
        assert live.game.decider == 0
        assert live.unrated == "undo"

    asyncio.run(run())


# --- being absent


def test_who_stays_away_is_replaced_when_the_others_ask_for_it(database: Database) -> None:
    async def run() -> None:
        clock = FakeClock()
        people = [somebody(database, name) for name in "ABC"]
        table = new_table(database, people, at=clock.now())
        process = Process(database, clock)
        decider = (await process.games.get(table)).game.decider
        assert decider is not None
        other = people[(decider + 1) % 3]

        def seen(at: int) -> None:
            row = update(schema.people).where(schema.people.c.id == people[decider]).values(seen=at)
            database.write_now(lambda connection: connection.execute(row))

        for wait, last_seen in ((ABSENT // 2, 0), (ABSENT, ABSENT)):
            clock.time += wait
            seen(clock.time - ABSENT + last_seen)
            with pytest.raises(Refused, match="a moment ago"):
                await do(process, table, other, "absent")
        clock.time += ABSENT + 1
        with pytest.raises(Forbidden):
            await do(process, table, somebody(database), "absent")
        with pytest.raises(Refused, match="nobody else"):
            await do(process, table, people[decider], "absent")
        live = await do(process, table, other, "absent")
        assert live.game.out == {}
        assert live.seats[decider].bot is not None
        assert live.seats_of(people[decider]) == []

    asyncio.run(run())


def test_nobody_loses_a_rated_game_by_being_away(database: Database) -> None:
    async def run() -> None:
        clock = FakeClock()
        people = [somebody(database, name) for name in "AB"]
        table = new_table(database, people, at=clock.now())
        process = Process(database, clock)
        decider = (await process.games.get(table)).game.decider
        assert decider is not None
        clock.time += ABSENT + 1
        await do(process, table, people[1 - decider], "absent")
        for games in (process.games, Process(database).games):
            live = await games.get(table)
            assert not live.game.is_over
            assert (live.unrated, live.seats[decider].bot, live.seats[decider].left) == (
                "absent",
                "architect",
                "absent",
            )
        with pytest.raises(Forbidden):
            await do(process, table, people[decider], "resign")
        while (next_one := (live := await process.games.get(table)).game.decider) is not None:
            move = live.game.legal_moves()[0].text
            if next_one == decider:
                await process.commands.decide(table, next_one, live.entries, move)
            else:
                await do(process, table, people[next_one], "move", text=move)
        assert result(database, table)["ratings"] is None
        assert result(database, table)["left"] == {}
        assert load(live.game.record()).winners() == live.game.winners()

    asyncio.run(run())


def test_where_a_clock_runs_nobody_is_absent(database: Database) -> None:
    async def run() -> None:
        people = [somebody(database, name) for name in "AB"]
        table = new_table(database, people, pace=Pace(kind="days", days=1))
        clock = FakeClock()
        clock.time = ABSENT * 2
        process = Process(database, clock)
        decider = (await process.games.get(table)).game.decider
        assert decider is not None
        with pytest.raises(Refused, match="the clock decides"):
            await do(process, table, people[1 - decider], "absent")

    asyncio.run(run())


# --- playing again


def test_a_rematch_keeps_the_seats_for_the_same_people(database: Database) -> None:
    people = [somebody(database, name) for name in "ABC"]
    table = new_table(database, people, sides="ABABA")
    with pytest.raises(Refused, match="isn't over"):
        database.write_now(lambda connection: again(connection, table, people[0], "A", 1))
    asyncio.run(play_on(Process(database), table, people, 1000))
    stranger = somebody(database)
    with pytest.raises(Forbidden):
        database.write_now(lambda connection: again(connection, table, stranger, "X", 1))
    fresh = database.write_now(lambda connection: again(connection, table, people[1], "B", 1))
    assert database.write_now(lambda connection: again(connection, table, people[0], "A", 1)) == fresh
    with pytest.raises(Refused, match="no free seat"):
        database.write_now(lambda connection: join(connection, fresh, stranger, "X", None, 1))
    for seat, name in ((2, "C"), (0, "A")):
        got = database.write_now(
            lambda connection, seat=seat, name=name: join(connection, fresh, people[seat], name, None, 1)  # type: ignore[misc]
        )
        assert got == seat
    live = asyncio.run(Process(database).games.get(fresh))
    assert live.game.setup.sides == "ABABA"
    assert [seat.person for seat in live.seats] == people


# --- ratings


def test_a_finished_game_is_rated_once(database: Database) -> None:
    people = [somebody(database, name) for name in "ABC"]
    table = new_table(database, people)
    asyncio.run(play_on(Process(database), table, people, 1000))
    told = result(database, table)
    board = database.read_now(lambda connection: leaderboard(connection, "builder:3"))
    assert {line.who for line in board} == set(people)
    assert all(line.games == 1 for line in board)
    first = told["places"].index(1)
    assert board[0].who == people[first] or told["places"].count(1) > 1
    for seat, person in enumerate(people):
        mine = database.read_now(lambda connection, person=person: ratings_of(connection, person))  # type: ignore[misc]
        assert mine["builder:3"].rating == told["ratings"][seat]["after"]
        assert mine["builder:3"] in board
    assert told["ratings"][first]["after"] > told["ratings"][told["places"].index(max(told["places"]))]["after"]


def test_equal_ratings_share_a_place(database: Database) -> None:
    people = [somebody(database, name) for name in "ABCD"]
    values = {"pool": "builder:4", "mu": 25.0, "sigma": 8.0, "games": 1}
    rows = [values | {"who": who, "shown": shown} for who, shown in zip(people, (3.0, 7.0, 7.0, 1.0), strict=True)]
    database.write_now(lambda connection: connection.execute(insert(schema.ratings), rows))
    board = database.read_now(lambda connection: leaderboard(connection, "builder:4"))
    assert [line.place for line in board] == [1, 1, 3, 4]
    for person in people:
        mine = database.read_now(lambda connection, person=person: ratings_of(connection, person))  # type: ignore[misc]
        assert mine["builder:4"] in board


def test_who_left_is_placed_last_and_who_left_first_behind_all(database: Database) -> None:
    async def run() -> None:
        people = [somebody(database, name) for name in "ABCD"]
        table = new_table(database, people)
        process = Process(database)
        await do(process, table, people[2], "resign")
        await do(process, table, people[0], "resign")
        live = await process.games.get(table)
        assert places(live.game)[2] == 4
        assert places(live.game)[0] == 3
        live = await do(process, table, people[1], "resign")
        assert live.game.is_over
        told = result(database, table)
        assert told["places"] == [3, 2, 4, 1]
        assert told["winners"] == [3]
        after = [change["after"] for change in told["ratings"]]
        assert after[3] > after[1] > after[0] > after[2]

    asyncio.run(run())


def test_equals_share_a_place() -> None:
    ranks = [70, 90, 70, 90]
    game: Any = SimpleNamespace(players=4, out={}, raw=SimpleNamespace(rank=lambda seat: ranks[seat]))
    assert places(game) == [3, 1, 3, 1]
    game.out = {3: "resigns"}
    assert places(game) == [2, 1, 2, 4]


HOUSE_RULE = next(name for name, rule in rules_of("builder").house_rules.items() if rule.default is False)
OWN_EDITION = built_in_text("builder").replace('edition = "builder"', 'edition = "ours"')


@pytest.mark.parametrize(
    ("offer", "reason"),
    [
        ({"rules": {HOUSE_RULE: True}}, "house_rules"),
        ({"editions": [OWN_EDITION]}, "edition"),
        ({"undo": "free"}, "undo"),
        ({"first": 1}, "first"),
        ({"seats": [SeatOffer(kind="me"), SeatOffer(kind="here")]}, "one_screen"),
        ({}, None),
    ],
)
def test_what_makes_a_game_unrated(database: Database, offer: dict[str, Any], reason: str | None) -> None:
    person = somebody(database)
    wish = Offer(**{"seats": [SeatOffer(kind="me"), SeatOffer(kind="bot", bot="random")], **offer})
    table = database.write_now(lambda connection: open_table(connection, check_offer(wish), person, "A", 0))
    live = asyncio.run(Process(database).games.get(table))
    assert live.unrated == reason


def test_who_begins_and_colours_are_as_chosen_and_stand_in_the_record(database: Database) -> None:
    person = somebody(database)
    seats = [SeatOffer(kind="me"), SeatOffer(kind="bot", bot="random", color="black"), SeatOffer(kind="here")]
    for first in (0, 2):
        wish = check_offer(Offer(sides="ADAAA", variants={"corridor_start": 5}, first=first, seats=seats))
        table = database.write_now(lambda connection, wish=wish: open_table(connection, wish, person, "A", 0))  # type: ignore[misc]
        game = asyncio.run(Process(database).games.get(table)).game
        assert (game.setup.first, game.setup.colors) == (first, ("white", "black", "brown"))
        assert game.view().pyramids.imhotep == 5
        head = game.record().partition("\n\n")[0].splitlines()
        assert {f"first: {first}", "seat 1: black, Random", "variant: corridor_start=5"} <= set(head)
    drawn, plain = set(), check_offer(Offer(seats=seats))
    for _ in range(40):
        table = database.write_now(lambda connection: open_table(connection, plain, person, "A", 0))
        drawn.add(asyncio.run(Process(database).games.get(table)).game.setup.first)
    assert drawn == {0, 1, 2}


def test_a_rematch_keeps_colours_and_draws_who_begins(database: Database) -> None:
    person = somebody(database)
    wish = Offer(first=0, seats=[SeatOffer(kind="me", color="gray"), SeatOffer(kind="bot", bot="random")])
    table = database.write_now(lambda connection: open_table(connection, check_offer(wish), person, "A", 0))
    database.write_now(lambda connection: connection.execute(update(schema.tables).values(state="over")))
    fresh = database.write_now(lambda connection: again(connection, table, person, "A", 0))
    stored = database.read_now(lambda connection: read_table(connection, fresh))
    offer = msgspec.json.decode(stored.table["offer"], type=TableOffer)
    assert (offer.first, offer.seats[0].color) == (None, "gray")


def test_ratings_of_several_games_that_end_at_the_same_time_are_all_counted(database: Database) -> None:
    people = [somebody(database, name) for name in "AB"]
    lives = []
    for _ in range(6):
        table = new_table(database, people)
        live = asyncio.run(Process(database).games.get(table))
        live.game.resign(0)
        lives.append(live)
    jobs = [database.submit(partial(rate, game=live.game, who=rated_names(live))) for live in lives]
    assert [job.exception() for job in jobs] == [None] * 6
    board = database.read_now(lambda connection: leaderboard(connection, "builder:2"))
    assert [line.games for line in board] == [6, 6]


# --- talking and looking on


def test_people_talk_and_nobody_hears_whom_they_blocked(server: Server) -> None:
    merit, nofret, ani = Browser(server, "Merit"), Browser(server, "Nofret"), Browser(server, "Ani")
    table = merit.post("/api/tables", {"seats": [{"kind": "me"}, {}]})["table"]
    sockets: dict[Browser, Socket] = {}
    for one in (merit, nofret, ani):
        sockets[one] = one.socket()
        sockets[one].send(type="watch", table=table)
        assert sockets[one].receive("room")["info"]["state"] == "open"
    nofret.post(f"/api/tables/{table}/join", {})
    assert sockets[ani].receive("room")["info"]["state"] == "running"
    assert sockets[ani].receive("table")["seat"] is None
    sockets[merit].send(type="say", table=table, text="  hello <b>there</b>  ")
    for socket in sockets.values():
        [line] = socket.receive("said")["lines"]
        assert (line["name"], line["text"]) == ("Merit", "hello <b>there</b>")
    sockets[ani].send(type="say", table=table, text="may I?")
    assert sockets[ani].receive("refused")["code"] == "forbidden"
    for bad in ("", "   ", "x" * 501, "a\u202eb"):
        sockets[merit].send(type="say", table=table, text=bad)
        assert sockets[merit].receive("refused")["code"] == "bad_text"
    assert merit.me is not None
    person = merit.me["id"]
    assert nofret.me is not None
    deaf = nofret.me["id"]
    server.services.database.write_now(lambda connection: block(connection, deaf, person))
    merit.post(f"/api/tables/{table}/chat", {"text": "are you there?"})
    nofret.post(f"/api/tables/{table}/chat", {"text": "who?"})
    assert sockets[nofret].receive("said")["lines"][0]["text"] == "who?"
    assert [line["text"] for line in nofret.get(f"/api/tables/{table}/chat")] == ["who?"]
    assert len(merit.get(f"/api/tables/{table}/chat")) == 3
    for socket in sockets.values():
        socket.close()


def test_the_list_of_tables_updates_itself(server: Server) -> None:
    merit, nofret = Browser(server, "Merit"), Browser(server, "Nofret")
    socket = nofret.socket()
    socket.send(type="watch_lobby")
    assert socket.receive("lobby") == {"type": "lobby", "whole": True, "tables": [], "gone": []}
    table = merit.post("/api/tables", {"seats": [{"kind": "me"}, {}]})["table"]
    merit.post("/api/tables", {"seats": [{"kind": "me"}, {}], "public": False})
    news = socket.receive("lobby")
    assert [(info["id"], info["state"]) for info in news["tables"]] == [(table, "open")]
    nofret.post(f"/api/tables/{table}/join", {})
    assert [info["state"] for info in socket.receive("lobby")["tables"]] == ["running"]
    state = merit.get(f"/api/tables/{table}/game")
    merit.post(f"/api/tables/{table}/commands", {"id": "x", "entries": state["entries"], "action": "resign"})
    news = socket.receive("lobby")
    assert (news["tables"], news["gone"]) == ([], [table])
    socket.close()


def test_whose_move_it_is_hears_of_it_wherever_it_looks(server: Server) -> None:
    merit, nofret = Browser(server, "Merit"), Browser(server, "Nofret")
    table = merit.post("/api/tables", {"seats": [{"kind": "me"}, {}]})["table"]
    sockets = [merit.socket(), nofret.socket()]
    for socket in sockets:
        socket.send(type="ping")
        socket.receive("pong")
    nofret.post(f"/api/tables/{table}/join", {})
    for entries in range(4):
        state = merit.get(f"/api/tables/{table}/game")
        decider = state["view"]["decider"]
        mover = (merit, nofret)[decider]
        view = mover.get(f"/api/tables/{table}/game")["view"]
        command = {"id": str(entries), "entries": state["entries"], "action": "move", "text": view["moves"][0]["text"]}
        mover.post(f"/api/tables/{table}/commands", command)
        after = merit.get(f"/api/tables/{table}/game")["view"]["decider"]
        assert sockets[after].receive("turn") == {"type": "turn", "table": table}
    for socket in sockets:
        socket.close()


def test_a_command_that_came_too_late_is_refused_with_the_game_as_it_is(server: Server) -> None:
    merit = Browser(server, "Merit")
    table = merit.post("/api/tables", {"seats": [{"kind": "me"}, {"kind": "here"}]})["table"]
    state = merit.get(f"/api/tables/{table}/game")
    move = state["view"]["moves"][0]["text"]
    merit.post(f"/api/tables/{table}/commands", {"id": "a", "entries": 0, "action": "move", "text": move})
    late = {"id": "b", "entries": 0, "action": "move", "text": move}
    answer = merit.http.post(f"/api/tables/{table}/commands", json=late)
    assert answer.status_code == 409
    assert answer.json()["code"] == "stale"
    assert answer.json()["state"]["entries"] == merit.get(f"/api/tables/{table}/game")["entries"] > 0
    socket = merit.socket()
    socket.send(type="do", table=table, command=late)
    assert socket.receive("refused")["code"] == "stale"
    assert socket.receive("table")["entries"] > 0
    socket.close()


def test_an_id_is_its_sender_s_own(database: Database) -> None:
    """Two may choose the same; who uses one twice has repeated it."""

    async def run() -> None:
        people = [somebody(database, name) for name in "AB"]
        table = new_table(database, people)
        process = Process(database)
        repeated = []
        for _ in range(12):
            game = (live := await process.games.get(table)).game
            assert game.decider is not None
            entries, person, move = live.entries, people[game.decider], game.legal_moves()[0].text
            command = Command(id="the same", entries=entries, action="move", text=move)
            repeated.append((await process.commands.perform(table, person, command)).repeated)
            if repeated[-1]:
                command = Command(id=f"{entries}", entries=entries, action="move", text=move)
                await process.commands.perform(table, person, command)
        assert repeated.count(False) == 2

    asyncio.run(run())
