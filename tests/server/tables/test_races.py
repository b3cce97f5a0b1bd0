"""People who come to a table and leave it in the same moment, at two server processes on one PostgreSQL."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import httpx
import pytest
from sqlalchemy import Connection

from imhotep.server.people.sessions import new_session
from imhotep.server.storage.database import Database
from imhotep.server.tables.offers import Offer, SeatOffer, check_offer, join, open_table
from imhotep.server.tables.table_info import TableInfo, read_info
from tests.support.processes import LONG, Program, running
from tests.support.scale import scaled
from tests.support.server import somebody

pytestmark = pytest.mark.parametrize("url", ["postgresql"], indirect=True)

RACES = scaled(sample=5, test=8, all=200, soak=200)

ME, OPEN, LINK = SeatOffer(kind="me"), SeatOffer(), SeatOffer(kind="link")


class Races:
    """Two servers, the people A to C, and what both servers are asked at once."""

    def __init__(self, database: Database, servers: list[Program]) -> None:
        self.database = database
        self.people = [somebody(database, name) for name in "ABC"]
        self._https = [httpx.Client(base_url=server.address, timeout=LONG) for server in servers]
        self._tokens = [database.write_now(lambda c, p=person: self._token(c, p)) for person in self.people]  # type: ignore[misc]
        self._start = Barrier(2)
        self._threads = ThreadPoolExecutor(2)

    def _token(self, connection: Connection, person: str) -> str:
        return new_session(connection, person, "token", 1 << 45)

    def table(self, seats: list[SeatOffer], *guests: int) -> str:
        """A's, with these guests."""

        def begin(connection: Connection) -> str:
            table = open_table(connection, check_offer(Offer(game="builder", seats=seats)), self.people[0], "A", 0)
            for guest in guests:
                join(connection, table, self.people[guest], "ABC"[guest], None, 0)
            return table

        return self.database.write_now(begin)

    def at_once(self, table: str, *asked: tuple[int, str, dict[str, str] | None]) -> list[httpx.Response]:
        """Who, what and with what: the first at one server, the second at the other."""

        def ask(server: int) -> httpx.Response:
            who, what, body = asked[server]
            headers = {"authorization": f"Bearer {self._tokens[who]}"}
            self._start.wait(LONG)
            return self._https[server].post(f"/api/tables/{table}/{what}", json=body, headers=headers)

        return list(self._threads.map(ask, range(2)))

    def info(self, table: str) -> TableInfo:
        return self.database.read_now(lambda connection: read_info(connection, table, self.people[0]))

    def close(self) -> None:
        self._threads.shutdown()
        for http in self._https:
            http.close()


@pytest.fixture
def races(database: Database, url: str, tmp_path: Path) -> Iterator[Races]:
    flags = ("serve", "--port", "0", "--workers", "0", "--database", url)
    servers = [Program(tmp_path, *flags) for _ in range(2)]
    with running(*servers):
        found = Races(database, servers)
        yield found
        found.close()


def whole(info: TableInfo) -> bool:
    """Nobody is missing, nobody sits twice."""
    people = [seat.person for seat in info.seats]
    return None not in people and len(set(people)) == len(people)


Race = Callable[[Races], None]


def one_leaves_while_the_last_one_joins(races: Races) -> None:
    table = races.table([ME, OPEN, OPEN], 1)
    left, joined = races.at_once(table, (1, "leave", None), (2, "join", {}))
    info = races.info(table)
    assert joined.status_code == 200, joined.text
    if left.status_code == 204:
        assert info.state == "open"
        assert [seat.person for seat in info.seats].count(None) == 1
    else:
        assert left.json()["code"] == "not_open"
        assert info.state == "running"
        assert whole(info)


def the_host_leaves_while_the_last_one_joins(races: Races) -> None:
    table = races.table([ME, OPEN, OPEN], 1)
    left, joined = races.at_once(table, (0, "leave", None), (2, "join", {}))
    info = races.info(table)
    assert sorted([left.is_success, joined.is_success]) == [False, True], (left.text, joined.text)
    if joined.is_success:
        assert info.state == "running"
        assert whole(info)
    else:
        assert joined.json()["code"] == "not_open"
        assert info.state == "closed"


def one_person_asks_for_two_seats(races: Races) -> None:
    table = races.table([ME, LINK, OPEN])
    invitation = races.info(table).seats[1].invitation
    assert invitation is not None
    answers = races.at_once(table, (1, "join", {"invitation": invitation}), (1, "join", {}))
    assert sorted(answer.status_code for answer in answers) == [200, 400]
    assert {answer.json().get("code") for answer in answers} == {None, "seated"}
    info = races.info(table)
    assert info.state == "open"
    assert [seat.person for seat in info.seats].count(races.people[1]) == 1


def two_people_ask_for_two_free_seats(races: Races) -> None:
    table = races.table([ME, OPEN, OPEN])
    answers = races.at_once(table, (1, "join", {}), (2, "join", {}))
    assert [answer.status_code for answer in answers] == [200, 200], [answer.text for answer in answers]
    info = races.info(table)
    assert info.state == "running"
    assert whole(info)


def test_no_seat_is_empty_or_taken_twice_and_nobody_is_refused_a_free_one(races: Races) -> None:
    kinds: list[Race] = [
        one_leaves_while_the_last_one_joins,
        the_host_leaves_while_the_last_one_joins,
        one_person_asks_for_two_seats,
        two_people_ask_for_two_free_seats,
    ]
    for _ in range(RACES):
        for kind in kinds:
            kind(races)
