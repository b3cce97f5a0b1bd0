"""Writes tests/server/storage/schemas/REVISION.sql: today's schema as SQLite has it, with some people and games in it.

Run once for every released schema; test_migrations.py beside them upgrades each of these files to the newest one.
"""

import asyncio
import random
import sqlite3
import tempfile
from pathlib import Path

from sqlalchemy.engine import make_url

from imhotep.server.clock import WallClock
from imhotep.server.games.commands import Command, GameCommands
from imhotep.server.games.live import Games
from imhotep.server.people.accounts import block, new_account, new_guest
from imhotep.server.people.passwords import hash_password
from imhotep.server.people.sessions import Person, new_session
from imhotep.server.services import signing_secret
from imhotep.server.storage.database import Database, make_engine
from imhotep.server.storage.migrate import revision_of, upgrade
from imhotep.server.tables.chat import say
from imhotep.server.tables.offers import Offer, SeatOffer, check_offer, join, open_table
from imhotep.server.work.jobs import add

FOLDER = Path(__file__).parents[1] / "tests" / "server" / "storage" / "schemas"


async def fill(database: Database) -> None:
    """A finished game, running ones, an open table, and all that belongs to people."""
    clock, chance = WallClock(), random.Random(1)
    at = clock.now()
    games = Games(database)
    commands = GameCommands(database, games, clock)
    await database.write(signing_secret)
    merit = await database.write(lambda connection: new_guest(connection, "Merit", at))
    hashed = hash_password("sand and stone")
    merit = await database.write(
        lambda connection: new_account(connection, merit, "Merit", hashed, "merit@imhotep.example")
    )
    nofret = await database.write(lambda connection: new_guest(connection, "Nofret", at))
    for person in (merit, nofret):
        await database.write(lambda connection, id=person.id: new_session(connection, id, "browser", at))  # type: ignore[misc]
    await database.write(lambda connection: block(connection, merit.id, nofret.id))

    async def begin(game: str, decisions: int) -> str:
        offer = check_offer(Offer(game=game, seats=[SeatOffer(kind="me"), SeatOffer()]))
        table = await database.write(lambda connection: open_table(connection, offer, merit.id, merit.name, at))
        await database.write(lambda connection: join(connection, table, nofret.id, nofret.name, None, at))
        people: list[Person] = [merit, nofret]
        for _ in range(decisions):
            live = await games.get(table)
            if live.game.decider is None:
                break
            move = chance.choice(live.game.legal_moves()).text
            command = Command(id=f"c{live.entries}", entries=live.entries, action="move", text=move)
            await commands.perform(table, people[live.game.decider].id, command)
        return table

    over = await begin("duel", 1000)
    running = await begin("builder", 20)
    await begin("duel", 0)
    await database.write(lambda connection: say(connection, running, merit, "Well met!", at))
    await database.write(lambda connection: add(connection, "analysis", {"table": over}, at, over, merit.id))
    offer = Offer(seats=[SeatOffer(kind="me"), SeatOffer(kind="link"), SeatOffer(kind="bot", bot="mason")])
    await database.write(lambda connection: open_table(connection, check_offer(offer), nofret.id, nofret.name, at))


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "imhotep.db"
        engine = make_engine(make_url(f"sqlite:///{file}"))
        upgrade(engine)
        with engine.connect() as connection:
            revision = revision_of(connection)
        engine.dispose()
        database = Database(f"sqlite:///{file}")
        asyncio.run(fill(database))
        database.close()
        FOLDER.mkdir(exist_ok=True)
        frozen = FOLDER / f"{revision}.sql"
        with sqlite3.connect(file) as opened:
            frozen.write_text("\n".join(opened.iterdump()) + "\n")
    print(f"written: {frozen}")


if __name__ == "__main__":
    main()
