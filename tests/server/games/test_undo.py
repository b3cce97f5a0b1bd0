"""Whether and how something can be taken back is told, and that is what the commands do."""

import asyncio
import random
from typing import Any

import pytest

from imhotep.server.errors import Refused
from imhotep.server.games.commands import Command
from imhotep.server.games.live import Live
from imhotep.server.games.undo import undo_of
from imhotep.server.storage.database import Database
from imhotep.server.tables.offers import Offer, SeatOffer, check_offer, open_table
from tests.support.server import Browser, Process, Server, new_table, somebody

SEATINGS: dict[str, tuple[list[SeatOffer], str]] = {
    "a bot": ([SeatOffer(kind="me"), SeatOffer(kind="bot", bot="random")], "fair"),
    "two bots, free": ([SeatOffer(kind="me"), *[SeatOffer(kind="bot", bot="random")] * 2], "free"),
    "one screen": ([SeatOffer(kind="me"), SeatOffer(kind="here")], "fair"),
}


async def walk(process: Process, table: str, people: list[str], seed: int) -> set[tuple[str | None, ...]]:
    """Any decisions, and whatever can be taken back; all answers that were told."""
    chance = random.Random(seed)
    seen: set[tuple[str | None, ...]] = set()

    async def do(person: str, action: Any, **more: Any) -> Live:
        live = await process.games.get(table)
        command = Command(id=f"{action} {chance.random()}", entries=live.entries, action=action, **more)
        await process.commands.perform(table, person, command)
        return await process.games.get(table)

    for _ in range(120):
        live = await process.games.get(table)
        game, decider = live.game, live.game.decider
        if decider is None:
            break
        told = {person: undo_of(live, live.seats_of(person)) for person in people}
        seen.add(tuple(told.values()))
        person = chance.choice(people)
        before = live.entries
        if told[person] != "now" and game.setup.undo != "free":
            with pytest.raises(Refused):
                await do(person, "undo")
        if told[person] is None:
            with pytest.raises(Refused):
                await do(person, "ask_undo")
        elif chance.random() < 0.3:
            after = await do(person, "undo" if told[person] == "now" else "ask_undo")
            if told[person] == "ask":
                assert (after.entries, after.asked is None) == (before, False)
                after = await do(next(other for other in people if other != person), "agree")
            assert after.entries > before
            continue
        move = chance.choice(game.legal_moves()).text
        mover = live.seats[decider].person
        if mover is None:
            await process.commands.decide(table, decider, live.entries, move)
        else:
            await do(mover, "move", text=move)
    return seen


@pytest.mark.parametrize("seating", SEATINGS)
def test_what_is_told_is_what_can_be_done(database: Database, seating: str) -> None:
    seats, undo = SEATINGS[seating]

    async def run() -> None:
        seen: set[tuple[str | None, ...]] = set()
        for seed, game in enumerate(("builder", "duel") if len(seats) == 2 else ("builder",)):
            person = somebody(database)
            offer = check_offer(Offer(game=game, seats=seats, undo=undo))  # type: ignore[arg-type]
            table = database.write_now(lambda connection, o=offer, p=person: open_table(connection, o, p, "Me", 0))  # type: ignore[misc]
            seen |= await walk(Process(database), table, [person], seed)
        assert seen == {(None,), ("now",), ("alone",)}

    asyncio.run(run())


def test_among_people_the_others_are_asked(database: Database) -> None:
    async def run() -> None:
        people = [somebody(database, name) for name in "AB"]
        seen = await walk(Process(database), new_table(database, people), people, 7)
        assert {answer for answers in seen for answer in answers} == {None, "now", "ask"}
        assert all(answers.count("now") <= 1 for answers in seen)

    asyncio.run(run())


@pytest.mark.parametrize("action", ["undo", "ask_undo"])
def test_a_fresh_decision_is_taken_back_without_asking_and_the_game_stays_rated(
    database: Database, action: str
) -> None:
    """By whichever command: the button may have said "ask" a moment ago."""

    async def run() -> None:
        people = [somebody(database, name) for name in "AB"]
        table, process = new_table(database, people), Process(database)
        live = await process.games.get(table)
        before, decider = live.unrated, live.game.decider
        assert decider is not None
        mover = live.seats[decider].person
        assert mover is not None
        text = next(move.text for move in live.game.legal_moves() if move.verb == "get")
        await process.commands.perform(table, mover, Command(id="1", entries=live.entries, action="move", text=text))
        live = await process.games.get(table)
        assert undo_of(live, live.seats_of(mover)) == "now"
        await process.commands.perform(table, mover, Command(id="2", entries=live.entries, action=action))  # type: ignore[arg-type]
        live = await process.games.get(table)
        assert (live.game.ply, live.asked, live.unrated) == (0, None, before)

    asyncio.run(run())


def test_nothing_is_taken_back_after_the_end(server: Server) -> None:
    browser = Browser(server)
    table = browser.post("/api/tables", {"game": "duel", "seats": [{"kind": "me"}, {"kind": "here"}]})["table"]
    while not (state := browser.get(f"/api/tables/{table}/game"))["over"]:
        assert state["undo"] in ("now", "alone", None)
        command = {"id": f"c{state['entries']}", "entries": state["entries"], "action": "move"}
        browser.post(f"/api/tables/{table}/commands", command | {"text": state["view"]["moves"][-1]["text"]})
    assert state["undo"] is None
    for action in ("undo", "ask_undo"):
        command = {"id": action, "entries": state["entries"], "action": action}
        answer = browser.http.post(f"/api/tables/{table}/commands", json=command)
        assert (answer.status_code, answer.json()["code"]) == (400, "no_undo")
    assert browser.get(f"/api/tables/{table}")["state"] == "over"


@pytest.mark.parametrize("undo", ["free", "fair"])
def test_taking_back_has_an_end(database: Database, monkeypatch: pytest.MonkeyPatch, undo: Any) -> None:
    """And then the game goes on."""
    monkeypatch.setattr("imhotep.server.games.undo.MOST_ENTRIES", 12)

    async def run() -> None:
        person = somebody(database)
        seats = [SeatOffer(kind="me"), SeatOffer(kind="here")]
        offer = check_offer(Offer(game="duel", seats=seats, undo=undo))
        table = database.write_now(lambda connection: open_table(connection, offer, person, "Me", 0))
        process = Process(database)

        async def act(action: Any, **more: Any) -> None:
            live = await process.games.get(table)
            command = Command(id=f"{live.entries} {action}", entries=live.entries, action=action, **more)
            await process.commands.perform(table, person, command)

        while (live := await process.games.get(table)).entries < 12:
            await act("move", text=live.game.legal_moves()[0].text)
            await act("undo" if undo == "free" else "ask_undo")
        await act("move", text=live.game.legal_moves()[0].text)
        assert undo_of(live, [0, 1]) is None
        for action in ("undo", "ask_undo"):
            with pytest.raises(Refused, match="nothing more"):
                await act(action)

    asyncio.run(run())
