"""The echo ceiling: how many messages a bare WebSocket server sends on this machine."""

import asyncio
import time
from collections.abc import Callable
from typing import Any

from server_bench.machine import Watch
from server_bench.processes import ServerProcess
from server_bench.sockets import SocketClient, open_socket


async def echo_rate(
    server: ServerProcess, message: bytes, connections: int, seconds: float, own: int, compressed: bool = False
) -> dict[str, Any]:
    """Closed loop: each connection sends the next message when the last one is back."""
    count = 0
    clients: list[SocketClient] = []

    def answering(number: int) -> Callable[[bytes], None]:
        def answer(content: bytes) -> None:
            nonlocal count
            count += 1
            clients[number].send(message)

        return answer

    for number in range(connections):
        clients.append(await open_socket(server.port, "/", answering(number), compressed=compressed))
    for client in clients:
        client.send(message)
    await asyncio.sleep(min(1.0, seconds / 3))
    watch, before, start = Watch({"echo server": [server.pid], "clients": [own]}), count, time.perf_counter()
    await asyncio.sleep(seconds)
    rate = (count - before) / (time.perf_counter() - start)
    shares = watch.shares()
    lost = sum(client.closed is not None for client in clients)
    for client in clients:
        client.close()
    return {"messages_a_second": rate, "lost_connections": lost, "shares": shares}
