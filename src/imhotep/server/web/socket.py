"""One WebSocket a person: what happens at the tables it watches, and its commands."""

import asyncio
import contextlib
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from imhotep.server.errors import Refused
from imhotep.server.hub import Listener
from imhotep.server.messages import Do, Done, FromClient, Ping, Pong, Refusal, Unwatch, Watch
from imhotep.server.services import Services
from imhotep.server.storage.database import StorageError
from imhotep.server.web.security import check_origin, must_be_somebody, services_of

LONGEST_MESSAGE = 16_384
MOST_WATCHED = 50
POLICY, TOO_LONG, AGAIN = 1008, 1009, 1012

_decoder: msgspec.json.Decoder[Watch | Unwatch | Do | Ping] = msgspec.json.Decoder(FromClient)


@websocket("/api/live")
async def connection(socket: WebSocket[Any, Any, Any]) -> None:
    services = services_of(socket)
    try:
        check_origin(socket)
        person = await must_be_somebody(socket)
    except Refused as refused:
        await socket.accept()
        await socket.close(POLICY, refused.code)
        return
    await socket.accept()
    listener = Listener(person.id)
    services.hub.add(listener)
    writer = asyncio.create_task(_write(socket, listener))
    try:
        await _read(socket, services, listener)
    except WebSocketDisconnect:
        pass
    finally:
        services.hub.remove(listener)
        writer.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await writer


async def _write(socket: WebSocket[Any, Any, Any], listener: Listener) -> None:
    while (message := await listener.outbox.get()) is not None:
        await socket.send_data(message, mode="text")
    await socket.close(AGAIN, "come again")


async def _read(socket: WebSocket[Any, Any, Any], services: Services, listener: Listener) -> None:
    while True:
        text = await socket.receive_data(mode="text")
        if len(text) > LONGEST_MESSAGE:
            await socket.close(TOO_LONG, "too long")
            return
        try:
            message = _decoder.decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            listener.send(Refusal(code="bad_message", message=str(error)))
            continue
        await _answer(services, listener, message)


async def _answer(services: Services, listener: Listener, message: Watch | Unwatch | Do | Ping) -> None:
    table = getattr(message, "table", None)
    command = message.command.id if isinstance(message, Do) else None
    try:
        match message:
            case Watch():
                if len(listener.told) >= MOST_WATCHED:
                    raise Refused("you watch too many tables", "too_many")
                live = await services.games.get(message.table)
                async with live.lock:  # nobody sees what is not stored yet
                    services.hub.watch(listener, live)
            case Unwatch():
                services.hub.unwatch(listener, message.table)
            case Do():
                done = await services.play.perform(message.table, listener.person, message.command)
                id = message.command.id
                listener.send(Done(table=message.table, command=id, entries=done.entries, repeated=done.repeated))
            case Ping():
                listener.send(Pong(now=services.moments.now()))
    except Refused as refused:
        listener.send(Refusal(code=refused.code, message=str(refused), table=table, command=command))
    except StorageError:
        words = "this could not be stored; try again"
        listener.send(Refusal(code="not_stored", message=words, table=table, command=command))
