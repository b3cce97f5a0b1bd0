"""Nobody is sent what they may not know.

The heart of it: two true games that differ in the deal, the seed and unseen choices are played side by side through
the server's own code, with everything that happens at tables. As long as a seat knows the same of both, which a redeal
tells, everything that was sent to it must be the same, byte for byte. And at any moment the whole state that a seat
gets must be the same after any redeal of what it can't see.
"""

import asyncio
import json
import logging
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, cast

import httpx
import msgspec
import pytest
from sqlalchemy import Column, ColumnElement, Connection, select
from websockets.exceptions import ConnectionClosed

from imhotep.engine.kernel import EVERYBODY, Position, Random
from imhotep.server.errors import Refused
from imhotep.server.games.commands import Command, GameCommands
from imhotep.server.games.live import Games, Live, Seat, Stored
from imhotep.server.games.time_control import Pace
from imhotep.server.push import hub as hubs
from imhotep.server.push.hub import Hub, Listener
from imhotep.server.push.messages import TableState
from imhotep.server.storage import schema
from imhotep.server.storage.database import Database
from imhotep.server.storage.signals import NoSignals
from imhotep.server.tables import offers
from imhotep.server.tables.offers import Offer, SeatOffer, check_offer, make_game
from imhotep.table.errors import ImhotepError
from imhotep.table.fairness import promise_of
from imhotep.table.game import MOVE, SHUFFLE, Game, grouped
from imhotep.table.record import entry_text, head_of
from tests.support.games_under_test import GAMES
from tests.support.scale import scaled
from tests.support.server import Browser, FakeClock, Server, Socket

ROUNDS = scaled(sample=2, test=1, all=20, soak=60)  # each has GAMES_A_ROUND games
GAMES_A_ROUND = 10
SPECTATOR = "spectator"


# --- a table of the server, without a disk


class Nowhere(Database):
    """Stores nothing: here what was sent is looked at, not what was kept."""

    def __init__(self) -> None:
        self.is_sqlite = True
        self.signals = NoSignals()

    async def write(self, work: Callable[[Connection], Any]) -> Any:
        return None

    async def read(self, work: Callable[[Connection], Any]) -> Any:
        return None  # no command was carried out before


class Table:
    """A game in the server's memory, people who are connected, and all that was sent to them."""

    def __init__(self, stored: Stored, clock: FakeClock) -> None:
        self.stored = stored
        self.clock = clock
        self.live = Live(stored)
        self.times = [at for _, at in stored.entries]
        self.hub = Hub()
        games = Games(Nowhere())
        games._games[self.live.id] = self.live
        self.commands = GameCommands(Nowhere(), games, clock, self._moved)
        people = {seat.person for seat in self.live.seats if seat.person is not None} | {SPECTATOR}
        self.outboxes = {person: Outbox(person) for person in sorted(people)}
        for outbox in self.outboxes.values():
            self.hub.add(outbox.listener)
            self.hub.watch(outbox.listener, self.live.id)
        self.come_again()

    def _moved(self, live: Live, room: bool) -> None:
        self.hub.tell(live)
        if live.deciding_person is not None:
            self.hub.tell_turn(live.deciding_person, live.id)

    @property
    def game(self) -> Game:
        return self.live.game

    def come_again(self) -> None:
        for outbox in self.outboxes.values():
            self.hub.send_state(outbox.listener, self.live)

    def sent(self) -> dict[str, list[str]]:
        """To each person, since somebody last looked."""
        return {person: outbox.taken_out() for person, outbox in self.outboxes.items()}

    def state(self, person: str) -> str:
        """All that this person gets who comes now."""
        outbox = Outbox(person)
        self.hub.send_state(outbox.listener, self.live)
        (message,) = outbox.taken_out()
        return message

    async def do(self, person: str, action: Any, text: str = "") -> str:
        """What a person is told about a command: an empty text if it was carried out."""
        live = self.live
        command = Command(id=f"{live.entries} {live.changes}", entries=live.entries, action=action, text=text)
        return await self._answer(self.commands.perform(live.id, person, command))

    async def decide(self, text: str) -> str:
        """Whoever is to decide does, a bot or a person."""
        decider = self.game.decider
        assert decider is not None
        person = self.live.deciding_person
        if person is not None:
            return await self.do(person, "move", text)
        return await self._answer(self.commands.decide(self.live.id, decider, self.live.entries, text))

    async def _answer(self, doing: Any) -> str:
        try:
            await doing
        except Refused as refused:
            return f"{refused.code}: {refused}"
        finally:
            self.times += [self.clock.now()] * (self.live.entries - len(self.times))
        return ""

    def with_game(self, game: Game) -> Stored:
        """What would be stored if this were the game, and all else as it is here."""
        live = self.live
        entries = [entry_text(game, entry) for entry in game.entries]
        asked = None if live.asked is None else msgspec.json.encode(live.asked).decode()
        table = {**self.stored.table, "head": head_of(game), "unrated": live.unrated, "asked": asked}
        seats = [msgspec.structs.replace(seat) for seat in live.seats]
        return Stored(
            table={**table, "changes": live.changes},
            seats=seats,
            entries=list(zip(entries, self.times, strict=True)),
        )


class Outbox:
    """What somebody is sent."""

    def __init__(self, person: str) -> None:
        self.messages: list[str] = []
        self.listener = Listener(person, self._write)

    def _write(self, message: bytes) -> bool:
        self.messages.append(message.decode())
        return True

    def taken_out(self) -> list[str]:
        taken, self.messages = self.messages, []
        return taken


def any_table(number: int, chance: random.Random, clock: FakeClock) -> Table:
    """Any game, setup and company: people, several at one screen, bots; with or without a clock."""
    game = "duel" if number % 4 == 3 else "builder"
    players = 2 if game == "duel" else 2 + number % 3
    wishes: dict[str, Any] = {}
    letters = "AB" if game == "duel" else "ABCD"
    wishes["sides"] = "".join(chance.choice(letters) for _ in range(4 if game == "duel" else 5))
    if game == "builder":
        wishes["variants"] = {
            "wrath": chance.random() < 0.5,
            "cards": chance.choice(("base", "dynasty")),
            "prophecies": chance.random() < 0.5,
            "face_down": chance.random() < 0.7,
        }
    else:
        wishes["rules"] = {"refill_at_end_of_turn": chance.random() < 0.5}
    pace = Pace(kind=chance.choice(("none", "clock", "days")), seconds=80_000)
    offer = Offer(game=game, pace=pace, seats=[SeatOffer()] * players, **wishes)
    people = ["Merit", *chance.choices(["Merit", "Nofret", "Hapu", "Teti", None], k=players - 1)]
    chance.shuffle(people)
    seats = [
        Seat(seat=seat, person=person, bot=None if person else "greedy", name=f"Seat {seat}")
        for seat, person in enumerate(people)
    ]
    seed, salt = chance.getrandbits(128), f"{chance.getrandbits(128):032x}"
    begun = make_game(check_offer(offer).offer, [], seed, [seat.name for seat in seats], promise_of(seed, salt), salt)
    table = {
        "id": "table",
        "changes": 1,
        "head": head_of(begun),
        "unrated": None,
        "asked": None,
        "offer": msgspec.json.encode(offer).decode(),
        "started": clock.now(),
    }
    return Table(Stored(table=table, seats=seats, entries=[]), clock)


# --- what a seat knows


def copy_of(position: Position) -> Position:
    copy = position.blank()
    copy.copy_from(position)
    return copy


def known(game: Game, seat: int) -> list[int]:
    """The same for all positions of which this seat knows the same."""
    copy = copy_of(game.raw)
    copy.redeal(seat, Random(1))
    return copy.numbers()


def knowing(one: Game, other: Game, seats: set[int]) -> set[int]:
    """Those of the seats that can't tell these two apart."""
    shuffled = bool(one.entries) and one.entries[-1].kind == SHUFFLE
    if shuffled and one.events != other.events:  # everybody saw what was on the pile before it was shuffled
        return set()
    return {seat for seat in seats if known(one, seat) == known(other, seat)}


def can_not_tell(table: Table, person: str, alike: set[int]) -> bool:
    """Whether to somebody two games are the same, in which these seats know the same."""
    own = [seat.seat for seat in table.live.seats if seat.person == person and seat.left is None]
    if len(own) > 1:  # around one screen only who decides sees anything
        own = [seat for seat in own if seat == table.game.decider]
    return own[0] in alike if own else bool(alike)  # a spectator knows what every seat knows


# --- the other game


def twin_of(game: Game, chance: random.Random) -> tuple[Game, set[int]] | None:
    """Another true game with the same history, as far as anybody sees, and the seats that can't tell them apart."""
    pile = chance.choice(["cards", *game.deal] if "cards" in game.deal else [*game.deal])
    items = list(game.deal[pile])
    unseen = GAMES[game.rules.id].unseen(game.raw)
    left = len(unseen.get("supply" if pile == "tokens" else pile, items))
    top = min(len(items), left + chance.choice((0, 4, 12)))  # also what was taken already, perhaps unseen
    if top < 2:
        return None
    one, another = chance.randrange(max(0, top - 12), top), chance.randrange(top)
    items[one], items[another] = items[another], items[one]
    seed, salt = chance.getrandbits(128), f"{chance.getrandbits(128):032x}"
    secret = msgspec.structs.replace(game.setup, seed=seed, salt=salt)
    twin = Game(game.rules, secret, {**game.deal, pile: items})
    again = Game(game.rules, game.setup, game.deal)
    alike = knowing(again, twin, set(range(game.players)))
    for _, entry, shuffles in grouped(game.entries):
        try:
            if entry.kind == MOVE and again.decider == twin.decider:
                move = same_move(again, twin, entry.text, chance)
                twin.follow(msgspec.structs.replace(entry, text=move), shuffles)
            else:
                twin.follow(entry, shuffles)
        except ImhotepError:
            return None
        again.follow(entry, shuffles)
        alike = knowing(again, twin, alike)
        if not alike:
            return None
    if twin.raw.numbers() == game.raw.numbers() or len(twin.entries) != len(game.entries):
        return None
    return twin, alike


def same_move(game: Game, twin: Game, text: str, chance: random.Random) -> str:
    """The same decision in the other game; where not everybody sees which it was, perhaps another."""
    decider = game.decider
    assert decider is not None
    is_seen = game.raw.witnesses(decider, game.code(text)) == EVERYBODY
    if twin.can_play(text) and (is_seen or chance.random() < 0.6):
        return text
    return chance.choice(twin.legal_moves()).text


# --- both side by side


class ToldState(msgspec.Struct, tag="table"):
    """What a client reads of a message."""

    seat: int | None
    events_from: int
    events: list[Any]


decode_told = msgspec.json.Decoder(ToldState).decode


class Played:
    """A random game at a table that is watched, next to others that differ only in what somebody can't see."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.chance = random.Random(number)
        self.clock = FakeClock()
        self.table = any_table(number, self.chance, self.clock)
        self.secrets = secrets_of(self.table)
        self.twin: Table | None = None
        self.alike: set[int] = set()
        self.kept: dict[str, tuple[int | None, list[Any]]] = {}  # what each client has, and from where it was seen
        self.counts: Counter[str] = Counter()

    async def run(self) -> Counter[str]:
        chance = self.chance
        while not self.table.game.is_over:
            if not self.alike and chance.random() < 0.3:
                self._find_twin()
            if chance.random() < 0.06:
                self._redeal()
            self.clock.time += chance.randrange(5_000)
            await self._step()
        return self.counts

    def _look(self) -> None:
        """At what was sent, after each thing that happened."""
        sent = self.table.sent()
        self.counts["messages"] += sum(map(len, sent.values()))
        if self.twin is not None:
            self._compare(sent)
        for secret in self.secrets:
            found = [person for person, messages in sent.items() if any(secret in message for message in messages)]
            assert found == [], f"game {self.number}: {found} are told a secret"
        for person, messages in sent.items():
            for message in messages:
                self._keep(person, message)

    def _find_twin(self) -> None:
        """From now on; whoever comes again gets the same of both, from the beginning of the game."""
        found = twin_of(self.table.game, self.chance) or twin_of(self.table.game, self.chance)
        if found is not None:
            game, self.alike = found
            self.twin = Table(self.table.with_game(game), self.clock)
            for table in (self.table, self.twin):
                table.sent()
                table.come_again()
            self.counts["twins"] += 1
            self._look()

    def _compare(self, sent: dict[str, list[str]]) -> None:
        twin = self.twin
        assert twin is not None
        other = twin.sent()
        if self.table.game.is_over or self.table.game.decider != twin.game.decider:
            self.alike = set()
        self.alike = knowing(self.table.game, twin.game, self.alike)
        for person, messages in sent.items():
            if can_not_tell(self.table, person, self.alike):
                assert messages == other[person], f"game {self.number}: {person} is told a secret"
                self.counts["same"] += len(messages)
            else:
                self.counts["others see it"] += messages != other[person] and bool(self.alike)
        if not self.alike:
            self.twin = None

    def _keep(self, person: str, message: str) -> None:
        """As a client does: new events belong to those that it has, as the same seat saw them."""
        told = decode_told(message)
        seat, events = (told.seat, []) if told.events_from == 0 else self.kept[person]
        assert (told.seat, told.events_from) == (seat, len(events)), f"game {self.number}: {person} keeps a secret"
        self.kept[person] = (seat, [*events, *told.events])

    def _redeal(self) -> None:
        """The whole state of each, in worlds that a seat can't tell apart."""
        table, game = self.table, self.table.game
        true = game.raw
        states = {person: table.state(person) for person in table.outboxes}
        for person, state in states.items():
            told = decode_told(state)
            kept = self.kept.get(person, (told.seat, told.events))
            assert kept == (told.seat, told.events), f"game {self.number}: {person} has kept a secret"
        texts = self.chance.sample(GAMES[game.rules.id].texts, 3)
        refusals = [str(game.why_not(text)) for text in texts]
        for seat in range(game.players):
            game.raw = copy_of(true)
            game.raw.redeal(seat, Random(self.chance.getrandbits(40)))
            self.counts["redeals"] += game.raw.numbers() != true.numbers()
            for person, state in states.items():
                if can_not_tell(table, person, {seat}):
                    assert table.state(person) == state, f"game {self.number}: {person} sees a secret"
            if seat == game.decider:
                assert [str(game.why_not(text)) for text in texts] == refusals, "a refusal tells a secret"
            game.raw = true

    async def _step(self) -> None:
        """Mostly a decision; now and then something else that people do."""
        chance, game, live = self.chance, self.table.game, self.table.live
        people = [person for person in self.table.outboxes if live.seats_of(person)]
        kind = chance.random()
        if not people or kind < 0.8:
            await self._decide()
        elif kind < 0.86:
            await self._both(chance.choice(people), "move", chance.choice(GAMES[game.rules.id].texts))
        elif kind < 0.9:
            await self._both(chance.choice(people), "undo")
        elif kind < 0.96:
            await self._both(chance.choice(people), "ask_undo")
        elif kind < 0.985 or game.players - len(game.out) < 3:
            await self._both(chance.choice(people), chance.choice(("agree", "agree", "disagree")))
        elif chance.random() < 0.2:
            await self._both(chance.choice(people), "resign")
        while live.asked is not None and chance.random() < 0.7:
            await self._both(chance.choice(people), chance.choice(("agree", "agree", "agree", "disagree")))

    async def _decide(self) -> None:
        game = self.table.game
        text = self.chance.choice(game.legal_moves()).text
        if self.twin is not None:
            move = same_move(game, self.twin.game, text, self.chance)
            assert await self.twin.decide(move) == ""
        assert await self.table.decide(text) == ""
        self.counts["decisions"] += 1
        self._look()

    async def _both(self, person: str, action: str, text: str = "") -> None:
        """The same command in both games, and the same answer."""
        same = can_not_tell(self.table, person, self.alike)
        answer = await self.table.do(person, action, text)
        self.counts[f"{action} {'refused' if answer else 'done'}"] += 1
        if self.twin is not None:
            other = await self.twin.do(person, action, text)
            assert answer == other or not same, f"game {self.number}: {person} is told a secret by {other}"
        self._look()


def secrets_of(table: Table) -> list[str]:
    """What must not be sent while a game runs."""
    setup = table.game.setup
    lines = [line for line in head_of(table.game).split("\n") if line.startswith("deal")]
    return [str(setup.seed), f"{setup.seed:x}", f"{setup.seed:X}", setup.salt, *lines]


def play_some(count: int, first: int = 0) -> Counter[str]:
    """Some games, and how much was looked at."""
    counts: Counter[str] = Counter()
    for number in range(first, first + count):
        counts += asyncio.run(Played(number).run())
    return counts


@pytest.mark.parametrize("number", range(ROUNDS))
def test_what_is_sent_to_a_seat_is_the_same_whatever_it_can_not_see(number: int) -> None:
    """And something was there to be seen: other worlds, which looked otherwise to somebody else."""
    counts = play_some(GAMES_A_ROUND, number * GAMES_A_ROUND)
    assert counts["same"] > 500
    assert min(counts[name] for name in ("twins", "redeals", "others see it", "undo done", "ask_undo done")) > 0


# --- that this test can fail


def leaky(leak: Callable[[Live, TableState], dict[str, Any]]) -> Callable[..., TableState]:
    """What is told about a table, with something that should not be there."""

    def state_of(live: Live, *given: Any) -> TableState:
        state = tight(live, *given)
        return msgspec.structs.replace(state, **leak(live, state))

    tight = hubs.state_of
    return state_of


def next_seat(live: Live, state: TableState) -> int:
    return 0 if state.seat is None else (state.seat + 1) % live.game.players


def the_next_card(live: Live, state: TableState) -> dict[str, Any]:
    return {"unrated": str([pile[-1:] for pile in GAMES[live.game.rules.id].unseen(live.game.raw).values()])}


def its_weight(live: Live, state: TableState) -> dict[str, Any]:
    """A message that is longer or shorter is enough."""
    piles = GAMES[live.game.rules.id].unseen(live.game.raw).values()
    return {"unrated": "x" * sum(pile[-1] for pile in piles if pile)}


def another_s_view(live: Live, state: TableState) -> dict[str, Any]:
    return {"view": live.game.view(next_seat(live, state))}


def another_s_events(live: Live, state: TableState) -> dict[str, Any]:
    return {"events": live.game.events_for(next_seat(live, state), state.events_from)}


def the_last_entry(live: Live, state: TableState) -> dict[str, Any]:
    """As the record has it, with what was kept unseen and how the pile was shuffled."""
    entries = live.game.entries
    return {"unrated": entry_text(live.game, entries[-1]) if entries else None}


def the_seed(live: Live, state: TableState) -> dict[str, Any]:
    return {"unrated": f"{live.game.setup.seed:x}"}


def something_from_the_seed(live: Live, state: TableState) -> dict[str, Any]:
    return {"unrated": str(live.game.setup.seed % 1000)}


LEAKS = [
    the_next_card,
    its_weight,
    another_s_view,
    another_s_events,
    the_last_entry,
    the_seed,
    something_from_the_seed,
]


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_would_be_found(leak: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hubs, "state_of", leaky(leak))
    with pytest.raises(AssertionError, match="secret"):
        play_some(20)


def test_a_refusal_that_tells_something_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    why_not = Game.why_not

    def leaking(game: Game, move: Any) -> Any:
        refusal = why_not(game, move)
        unseen = str(GAMES[game.rules.id].unseen(game.raw))
        return None if refusal is None else type(refusal)(unseen, refusal.rule, refusal.reason)

    monkeypatch.setattr(Game, "why_not", leaking)
    with pytest.raises(AssertionError, match="secret"):
        play_some(20)


def test_a_screen_that_shows_the_wrong_one_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Around one screen, where always the same one would be shown."""
    monkeypatch.setattr(hubs, "viewer_of", lambda live, seats: seats[0] if seats else None)
    with pytest.raises(AssertionError, match="secret"):
        play_some(20, first=9)


class Anybody:
    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


def test_a_log_that_the_next_one_would_find_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Around one screen, if the events of somebody else were not to be forgotten."""
    told = hubs.Told
    monkeypatch.setattr(hubs, "Told", lambda events, *known: told(events, known[0], known[1], cast("int", Anybody())))
    with pytest.raises(AssertionError, match="secret"):
        play_some(20)


# --- over real connections


class Spied(Browser):
    """Somebody of whom everything is kept that the server told, answers with their headers and messages alike."""

    def __init__(self, server: Server, name: str) -> None:
        self.heard: list[str] = []
        super().__init__(server, "")
        self.http.event_hooks["response"].append(self._hear)
        self.me = self.post("/api/guest", {"name": name}) if name else None

    def _hear(self, answer: httpx.Response) -> None:
        answer.read()
        self.heard.append(f"{answer.headers.raw!r} {answer.text}")

    @property
    def id(self) -> str:
        return str(self.me["id"]) if self.me else ""

    @property
    def token(self) -> str:
        return self.http.cookies["imhotep"].partition(".")[0]

    def socket(self, forwarded: str | None = None) -> "SpiedSocket":
        assert forwarded is None
        cookie = f"imhotep={self.http.cookies['imhotep']}"
        return SpiedSocket(self.server, {"cookie": cookie, "origin": self.server.address}, self.heard)


class SpiedSocket(Socket):
    def __init__(self, server: Server, headers: dict[str, str], heard: list[str]) -> None:
        super().__init__(server, headers)
        self.heard = heard

    def receive(self, type: str, timeout: float = 20) -> Any:
        while True:
            self.heard.append(str(self._socket.recv(timeout=timeout)))
            message = json.loads(self.heard[-1])
            if message["type"] == type:
                return message


class Pages(logging.Handler):
    """All that is logged, before anything is cleaned."""

    NAMES = ("", "imhotep", "uvicorn", "uvicorn.access", "uvicorn.error")

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if not record.name.startswith(("websockets", "httpx", "httpcore")):  # those of our own browsers
            self.lines.append(logging.Formatter().format(record))


@pytest.fixture
def logged(server: Server) -> Iterator[list[str]]:
    pages = Pages()
    loggers = [logging.getLogger(name) for name in Pages.NAMES]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.addHandler(pages)
        logger.setLevel(logging.DEBUG if logger.name == "imhotep" else logging.INFO)
    yield pages.lines
    for logger, level in zip(loggers, levels, strict=True):
        logger.removeHandler(pages)
        logger.setLevel(level)


def read_column(server: Server, column: Column[Any], where: ColumnElement[bool] | None = None) -> list[Any]:
    query = select(column) if where is None else select(column).where(where)
    read = server.services.database.read_now(lambda connection: list(connection.execute(query).scalars()))
    return [value for value in read if value is not None]


def of_the_deal(server: Server, table: str) -> list[str]:
    """What nobody may read while the game runs."""
    (head,) = read_column(server, schema.tables.c.head, schema.tables.c.id == table)
    (salt,) = read_column(server, schema.tables.c.salt, schema.tables.c.id == table)
    lines: list[str] = [line for line in head.split("\n") if line.startswith(("seed", "deal"))]
    seed = int(next(line for line in lines if line.startswith("seed")).removeprefix("seed: "))
    return [*lines, salt, str(seed), f"{seed:x}", f"{seed:X}"]


def of_people(server: Server, but: Spied | None = None) -> list[str]:
    """What nobody else may read, ever."""
    people = schema.people.c
    own = []
    if but is not None:
        own = [*read_column(server, people.mail, people.id == but.id)]
        own += read_column(server, people.new_mail, people.id == but.id)
    found = read_column(server, schema.sessions.c.key)
    found += read_column(server, people.password)
    found += [*read_column(server, people.mail), *read_column(server, people.new_mail)]
    found += [secret.hex() for secret in read_column(server, schema.secrets.c.value)]
    return [text for text in found if text not in own]


def assert_silent(about: Iterable[str], told: Iterable[str]) -> None:
    secrets = list(about)
    assert [(secret, line[:300]) for line in told for secret in secrets if secret in line] == []


def look_around(browser: Spied, table: str) -> None:
    """Every page there is, whether one may see it or not."""
    document = browser.get("/schema/openapi.json")
    values = {"table": table, "person": browser.id or "nobody", "entries": "1", "job": "none", "bot": "none"}
    values |= {"game": "builder", "hash": "none", "page": "privacy"}
    for path, methods in document["paths"].items():
        if "get" in methods:
            filled = re.sub(r"{(\w+)[^}]*}", lambda match: values[match[1]], path)
            assert browser.http.get(filled).status_code < 500
    for state in ("open", "running", "over"):
        browser.get(f"/api/tables?which={state}")
    for path in ("/api/nowhere", f"/api/tables/{table}/secrets", "/metrics", "/api/tables/none/game"):
        browser.http.get(path)


def ask_for_trouble(browser: Spied, table: str) -> None:
    """Errors of all kinds."""
    http, commands = browser.http, f"/api/tables/{table}/commands"
    for body in ("", "{", "[" * 500, '{"id": 5}', '{"id": "x", "entries": 0, "action": "move", "text": "fly"}'):
        assert 400 <= http.post(commands, content=body, headers={"content-type": "application/json"}).status_code < 500
    for action in ("move", "undo", "ask_undo", "agree", "absent"):
        for entries in (0, 5, 10_000):
            http.post(commands, json={"id": f"{action} {entries}", "entries": entries, "action": action, "seat": 9})
    http.post(f"/api/tables/{table}/join", json={"invitation": "x" * 32})
    http.post(f"/api/tables/{table}/start")
    http.post(f"/api/tables/{table}/again")
    http.post(f"/api/tables/{table}/hint", json={})
    http.post(f"/api/tables/{table}/analysis", json={"all_knowing": True})


def play_on(sockets: list[SpiedSocket], states: list[Any], table: str, chance: random.Random) -> bool:
    """Whoever is to decide plays anything; the sockets are in the order of the seats, then those who look on."""
    seat = next(number for number, state in enumerate(states) if state["view"]["moves"])
    move, entries = chance.choice(states[seat]["view"]["moves"])["text"], states[seat]["entries"]
    command = {"id": f"c{entries}", "entries": entries, "action": "move", "text": move}
    sockets[seat].send(type="do", table=table, command=command)
    for number, socket in enumerate(sockets):
        while states[number]["entries"] <= entries:
            states[number] = socket.receive("table")
    return not states[0]["over"]


def watching(sockets: list[SpiedSocket], table: str) -> list[Any]:
    for socket in sockets:
        socket.send(type="watch", table=table)
    return [socket.receive("table") for socket in sockets]


def test_nothing_secret_is_in_any_message_answer_error_or_log(server: Server, logged: list[str]) -> None:
    host, guest, onlooker, stranger = (Spied(server, name) for name in ("Merit", "Nofret", "Hapu", "Teti"))
    host.post("/api/account", {"name": "Merit Ptah", "password": "sand and stone", "mail": "merit@secret.example"})
    guest.post("/api/account", {"name": "Nofret", "password": "water and wind", "mail": "nofret@secret.example"})
    spies = [host, guest, onlooker, stranger]
    lobby = stranger.socket()
    lobby.send(type="watch_lobby")
    lobby.receive("lobby")
    variants = {"face_down": True, "prophecies": True, "cards": "dynasty"}
    seats = [{"kind": "me"}, {"kind": "link"}]
    offer = {"sides": "DCCDA", "variants": variants, "public": False, "seats": seats}
    table = host.post("/api/tables", offer)["table"]
    (invitation,) = read_column(server, schema.seats.c.invitation)
    assert [seat["invitation"] for seat in host.get(f"/api/tables/{table}")["seats"]] == [None, invitation]
    for other in (guest, onlooker):
        assert [seat["invitation"] for seat in other.get(f"/api/tables/{table}")["seats"]] == [None, None]
    early = onlooker.socket()
    early.send(type="watch", table=table)
    assert [seat["invitation"] for seat in early.receive("room")["info"]["seats"]] == [None, None]
    early.close()
    guest.post(f"/api/tables/{table}/join", {"invitation": invitation})

    sockets = [browser.socket() for browser in (host, guest, onlooker)]
    states, chance, moves = watching(sockets, table), random.Random(3), 0
    assert [state["seat"] for state in states] == [0, 1, None]
    deal = of_the_deal(server, table)
    while play_on(sockets, states, table, chance):
        moves += 1
        if moves == 40:  # whoever comes again gets the same as who stayed, and nobody gets another's
            for browser in (host, guest, onlooker, Spied(server, "")):
                look_around(browser, table)
                ask_for_trouble(browser, table)
                assert_silent([*deal, *of_people(server, browser)], browser.heard)
            again = guest.socket()
            (state,) = watching([again], table)
            assert state["view"] == states[1]["view"] == guest.get(f"/api/tables/{table}/game")["view"]
            assert onlooker.get(f"/api/tables/{table}/game")["view"] == states[2]["view"] != states[1]["view"]
            again.close()
        for browser in spies:
            assert_silent(deal, browser.heard[-20:])
    for socket in sockets:
        socket.close()

    open_table = host.post("/api/tables", {"game": "duel", "seats": [{"kind": "me"}, {}]})["table"]
    while not any(open_table in line for line in stranger.heard):
        lobby.receive("lobby")
    lobby.close()
    look_around(stranger, open_table)
    assert_silent([table], stranger.heard)  # who has no link never hears of a private table
    for browser in spies:
        assert_silent(of_people(server, browser), browser.heard)
        assert_silent([other.token for other in spies if other is not browser], browser.heard)
    assert_silent([invitation], [*guest.heard, *onlooker.heard, *stranger.heard])
    assert len(logged) > 100
    assert_silent([*deal, *of_people(server), invitation, *(browser.token for browser in spies)], logged)

    info = onlooker.get(f"/api/tables/{table}")
    assert promise_of(int(info["seed"]), info["salt"]) == info["promise"]
    assert states[0]["over"]


def test_around_one_screen_only_who_decides_is_shown(server: Server) -> None:
    host, guest, stranger = Spied(server, "Merit"), Spied(server, "Nofret"), Spied(server, "")
    seats = [{"kind": "me"}, {"kind": "here", "name": "Hapu"}, {}]
    offer = {"sides": "DACAA", "variants": {"face_down": True}, "seats": seats}
    table = host.post("/api/tables", offer)["table"]
    guest.post(f"/api/tables/{table}/join", {})
    screen, other = host.socket(), guest.socket()
    states, chance = watching([screen, other], table), random.Random(5)
    seen = set()
    while play_on([screen, other], states, table, chance):
        state = states[0]
        decider = state["view"]["decider"]
        shown = decider if decider in (0, 1) else None
        seen.add(shown)
        assert (state["seats"], state["seat"], state["view"]["seat"]) == ([0, 1], shown, shown)
        assert state["curtain"] == (shown is not None)
        if chance.random() < 0.2:
            assert host.get(f"/api/tables/{table}/game")["view"] == state["view"]
            if shown is None:
                assert stranger.get(f"/api/tables/{table}/game")["view"] == state["view"]
    assert seen == {None, 0, 1}
    screen.close()
    other.close()


def test_who_has_left_looks_on(server: Server) -> None:
    """A bot plays the seat, and what it gets is its own."""
    browsers = [Spied(server, name) for name in ("Merit", "Nofret", "Hapu")]
    offer = {"sides": "DACAA", "variants": {"face_down": True}, "seats": [{"kind": "me"}, {}, {}]}
    table = browsers[0].post("/api/tables", offer)["table"]
    for browser in browsers[1:]:
        browser.post(f"/api/tables/{table}/join", {})
    sockets = [browser.socket() for browser in browsers]
    states, chance = watching(sockets, table), random.Random(2)
    for _ in range(30):
        play_on(sockets, states, table, chance)
    leaver = 1
    assert states[leaver]["seat"] == leaver
    entries = states[leaver]["entries"]
    sockets[leaver].send(type="do", table=table, command={"id": "r", "entries": entries, "action": "resign"})
    state = sockets[leaver].receive("table")
    assert (state["seats"], state["seat"], state["view"]["seat"], state["events_from"]) == ([], None, None, 0)
    assert state["view"]["moves"] == []
    for _ in range(3):
        own, everybody = (browser.get(f"/api/tables/{table}/game") for browser in (browsers[leaver], Spied(server, "")))
        if own["entries"] == everybody["entries"]:  # the bot plays on meanwhile
            assert own == everybody
            break
    else:
        raise AssertionError
    refused = browsers[leaver].http.post(
        f"/api/tables/{table}/commands",
        json={"id": "m", "entries": own["entries"], "action": "move", "text": "get stones"},
    )
    assert refused.status_code in (403, 409)
    assert refused.json().get("state") is None or refused.json()["state"]["seat"] is None
    for socket in sockets:
        socket.close()


def test_an_unexpected_failure_tells_nothing(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = Spied(server, "Merit")
    offer = {"seats": [{"kind": "me"}, {"kind": "here"}]}
    table = browser.post("/api/tables", offer)["table"]

    def broken(*_: object) -> None:
        raise RuntimeError(of_the_deal(server, table))

    monkeypatch.setattr("imhotep.server.http.tables.state_for", broken)
    monkeypatch.setattr(hubs, "state_of", broken)
    answer = browser.http.get(f"/api/tables/{table}/game")
    assert (answer.status_code, answer.json()["code"]) == (500, "broken")
    socket = browser.socket()
    socket.send(type="watch", table=table)
    with pytest.raises((ConnectionClosed, TimeoutError)):
        socket.receive("table", timeout=5)
    socket.close()
    assert_silent(of_the_deal(server, table), browser.heard)


def test_a_game_that_begins_while_its_record_is_asked_for_stays_secret(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its state is read first: a game that begins right then is not over either."""
    host, guest = Spied(server, "Merit"), Spied(server, "Nofret")
    table = host.post("/api/tables", {"game": "duel", "seats": [{"kind": "me"}, {}]})["table"]
    refresh = Games.refresh

    async def begin_first(games: Games, asked: str) -> Any:
        join = partial(offers.join, table=table, person=guest.id, name="Nofret", invitation=None, at=0)
        await server.services.database.write(join)
        return await refresh(games, asked)

    monkeypatch.setattr(Games, "refresh", begin_first)
    host.http.get(f"/api/tables/{table}/record")
    monkeypatch.undo()
    assert host.get(f"/api/tables/{table}")["state"] in ("open", "running")
    guest.http.post(f"/api/tables/{table}/join", json={})
    assert host.get(f"/api/tables/{table}")["state"] == "running"
    assert_silent(of_the_deal(server, table), host.heard)
