"""A WebSocket client that costs next to nothing, so that the server is measured and not its clients.

It knows what our server sends: whole messages, pings, a close. Its masks are zero, which leaves messages as they are.
"""

import asyncio
import zlib
from collections.abc import Callable
from typing import cast

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
FIN, COMPRESSED, MASKED = 0x80, 0x40, 0x80
KEY = "aW1ob3RlcCwgYSBnYW1lIQ=="  # any 16 bytes
TAIL = b"\x00\x00\xff\xff"  # which the sender of a compressed message leaves out


class SocketClient(asyncio.Protocol):
    def __init__(self, request: bytes, received: Callable[[bytes], None]) -> None:
        self._request = request
        self._received = received
        self._buffer = b""
        self._transport: asyncio.Transport | None = None
        self._inflate = zlib.decompressobj(-15)
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed: str | None = None  # why
        self.bytes = 0

    # --- what asyncio calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        self.bytes += len(data)
        if self._buffer:
            data = self._buffer + data
        if not self.opened.done():
            head, found, data = data.partition(b"\r\n\r\n")
            if not found:
                self._buffer = head
                return
            self._opened(head)
        self._buffer = data[self._frames(data) :]

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed = self.closed or f"lost: {exc}"
        if not self.opened.done():
            self.opened.set_exception(ConnectionError(self.closed))

    # --- frames

    def _opened(self, head: bytes) -> None:
        if b" 101 " not in head.split(b"\r\n", 1)[0]:
            self.opened.set_exception(ConnectionError(head.decode(errors="replace")[:300]))
            return
        self.opened.set_result(None)

    def _frames(self, data: bytes) -> int:
        """Tells of each whole one; where the rest begins."""
        at, end = 0, len(data)
        while end - at >= 2:
            first, size, start = data[at], data[at + 1], at + 2
            if size == 126:
                size, start = int.from_bytes(data[start : start + 2]), start + 2
            elif size == 127:
                size, start = int.from_bytes(data[start : start + 8]), start + 8
            if start + size > end:  # also if the size itself is not there yet
                break
            at = start + size
            self._frame(first, data[start:at])
        return at

    def _frame(self, first: int, content: bytes) -> None:
        kind = first & 15
        if kind in (TEXT, BINARY):
            if first & COMPRESSED:
                content = self._inflate.decompress(content + TAIL)
            self._received(content)
        elif kind == PING:
            self._write(PONG, content)
        elif kind == CLOSE:
            self.closed = f"closed: {int.from_bytes(content[:2])} {content[2:].decode(errors='replace')}"
            self.close()

    def send(self, message: bytes) -> None:
        self._write(TEXT, message)

    def _write(self, kind: int, content: bytes) -> None:
        size = len(content)
        if size < 126:
            head = bytes((FIN | kind, MASKED | size))
        else:
            head = bytes((FIN | kind, MASKED | 126)) + size.to_bytes(2)
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(head + b"\0\0\0\0" + content)

    def close(self) -> None:
        self.closed = self.closed or "by ourselves"
        if self._transport is not None:
            self._transport.close()


async def open_socket(
    port: int, path: str, received: Callable[[bytes], None], cookie: str = "", compressed: bool = False
) -> SocketClient:
    lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket", "Connection: Upgrade"]
    lines += [f"Sec-WebSocket-Key: {KEY}", "Sec-WebSocket-Version: 13"]
    lines += [f"Cookie: {cookie}"] * bool(cookie) + ["Sec-WebSocket-Extensions: permessage-deflate"] * compressed
    request = "\r\n".join([*lines, "", ""]).encode()
    loop = asyncio.get_running_loop()
    _, client = await loop.create_connection(lambda: SocketClient(request, received), "127.0.0.1", port)
    await asyncio.wait_for(client.opened, 60)
    return client
