"""One WebSocket a person: what happens at the tables it watches, and its commands."""

import asyncio
import contextlib
import logging
import struct
from typing import Any, cast

import msgspec
from litestar import WebSocket, websocket
from litestar.types import ASGIApp, Receive, Scope, Send

from imhotep.server.errors import Refused, Stale, TooMany
from imhotep.server.http.connections import AddressCount
from imhotep.server.http.security import check_host, check_origin, must_have_session, services_of
from imhotep.server.people.sessions import Person, Session
from imhotep.server.push.hub import Listener, Write
from imhotep.server.push.messages import (
    Do,
    Done,
    FromClient,
    Ping,
    Pong,
    Refusal,
    Say,
    Unwatch,
    UnwatchLobby,
    Watch,
    WatchLobby,
)
from imhotep.server.services import Services
from imhotep.server.storage.database import ReadOnlyError, StorageError

LONGEST_MESSAGE = 16_384
MOST_WATCHED = 50
MOST_WAITING = 1 << 20  # bytes that a connection has not taken; whoever reads slower than that is dropped
MOST_CONNECTIONS = 20  # of a person: devices, and pages on each
GOODBYE = 2.0  # seconds for a reader who was too slow to hear that it is closed
POLICY, TOO_LONG, AGAIN = 1008, 1009, 1012

log = logging.getLogger("imhotep.web")

_decoder: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)


def with_transport(app: ASGIApp) -> ASGIApp:
    """Keeps what is under the connection, where the server is uvicorn: no other can carry these."""

    async def middleware(scope: Scope, receive: Receive, send: Send) -> None:
        scope["state"]["transport"] = getattr(getattr(receive, "__self__", None), "transport", None)
        await app(scope, receive, send)

    return middleware


@websocket("/api/live", middleware=[with_transport])
async def connection(socket: WebSocket[Any, Any, Any]) -> None:
    services = services_of(socket)
    try:
        check_host(socket)
        check_origin(socket)
        session = await must_have_session(socket)
        person = session.person
        if services.hub.connections_of(person.id) >= MOST_CONNECTIONS:
            raise TooMany("you have too many connections")
        sockets = cast(AddressCount, socket.app.state["sockets"])
        address = "" if socket.client is None else socket.client.host
        if not sockets.come(address):
            raise TooMany("your address has too many connections")
    except Refused as refused:
        await socket.accept()
        await socket.close(POLICY, refused.code)
        return
    try:
        await _converse(socket, services, session)
    finally:
        sockets.go(address)


async def _converse(socket: WebSocket[Any, Any, Any], services: Services, session: Session) -> None:
    person = session.person
    await socket.accept()
    transport: asyncio.Transport = socket.state.transport
    listener = Listener(person.id, _writing(transport, services), session.key)
    services.hub.add(listener)
    reader = asyncio.create_task(_read(socket, services, listener, person))
    dropped = asyncio.create_task(listener.dropped.wait())
    try:
        with contextlib.suppress(StorageError):
            await services.end_sockets(person.id)  # it may have ended since it was looked at
            await services.note_seen([person.id])
        await asyncio.wait({reader, dropped}, return_when=asyncio.FIRST_COMPLETED)
        if dropped.done():
            services.metrics.slow_readers.inc(listener.slow)
            await _say_goodbye(socket, transport)
    finally:
        services.hub.remove(listener)
        for task in (reader, dropped):
            task.cancel()
        (result,) = await asyncio.gather(reader, return_exceptions=True)
        if isinstance(result, Exception) and not isinstance(result, OSError):  # that is the other end, gone
            log.error("a connection failed", exc_info=result)
        if not services.hub.is_here(person.id):
            with contextlib.suppress(StorageError):
                await services.note_seen([person.id])


async def _say_goodbye(socket: WebSocket[Any, Any, Any], transport: asyncio.Transport) -> None:
    """Also to who won't read, and could keep the connection open."""
    try:
        async with asyncio.timeout(GOODBYE):
            await socket.close(AGAIN, "come again")
    except TimeoutError:
        transport.abort()


def _writing(transport: asyncio.Transport, services: Services) -> Write:
    """Straight to the connection: all that lies between would take longer than to make the message."""
    count = services.metrics.messages.inc

    def write(message: bytes) -> bool:
        if transport.get_write_buffer_size() > MOST_WAITING:
            return False
        if not transport.is_closing():
            transport.write(_frame_head(len(message)) + message)
            count()
        return True

    return write


def _frame_head(length: int) -> bytes:
    """Of a whole text in one frame of a WebSocket's, from a server (RFC 6455, 5.2)."""
    if length < 126:
        return bytes((0x81, length))
    if length < 1 << 16:
        return struct.pack("!BBH", 0x81, 126, length)
    return struct.pack("!BBQ", 0x81, 127, length)


async def _read(socket: WebSocket[Any, Any, Any], services: Services, listener: Listener, person: Person) -> None:
    while True:
        event = cast(dict[str, Any], await socket.receive())
        if event["type"] == "websocket.disconnect":
            return
        content = event.get("text") or event.get("bytes") or ""
        if len(content) > LONGEST_MESSAGE:
            await socket.close(TOO_LONG, "too long")
            return
        try:
            message = _decoder.decode(content)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            listener.send(Refusal(code="bad_message", message=str(error)))
            continue
        await _answer(services, listener, person, message)


async def _answer(services: Services, listener: Listener, person: Person, message: FromClient) -> None:
    table = getattr(message, "table", None)
    command = message.command.id if isinstance(message, Do) else None
    try:
        await _carry_out(services, listener, person, message)
    except Refused as refused:
        listener.send(Refusal(code=refused.code, message=str(refused), table=table, command=command))
        if isinstance(refused, Stale) and isinstance(message, Do):
            async with services.games.hold(message.table) as live:
                services.hub.send_state(listener, live)
    except ReadOnlyError as error:
        listener.send(Refusal(code="read_only", message=str(error), table=table, command=command))
    except StorageError:
        words = "this couldn't be stored; try again"
        listener.send(Refusal(code="not_stored", message=words, table=table, command=command))


async def _carry_out(services: Services, listener: Listener, person: Person, message: FromClient) -> None:
    if not isinstance(message, Do):  # these are counted however they come
        services.limits.count("message", person.id)
    match message:
        case Watch():
            if len(listener.watched) >= MOST_WATCHED:
                raise Refused("you are watching too many tables", "too_many")
            services.limits.count("watch", person.id)
            await services.watch(listener, message.table)
        case Unwatch():
            services.hub.unwatch(listener, message.table)
        case WatchLobby():
            services.limits.count("lobby", person.id)
            services.hub.watch_lobby(listener, True)
            listener.send(await services.lobby())
        case UnwatchLobby():
            services.hub.watch_lobby(listener, False)
        case Do():
            services.count_command(message.table, person.id, message.command)
            done = await services.commands.perform(message.table, listener.person, message.command)
            id = message.command.id
            listener.send(Done(table=message.table, command=id, entries=done.entries, repeated=done.repeated))
        case Say():
            services.limits.count("chat", person.id)
            await services.say(message.table, person, message.text)
        case Ping():
            listener.send(Pong(now=services.clock.now()))
