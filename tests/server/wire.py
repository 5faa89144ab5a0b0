"""HTTP over a bare socket, cheap enough that the client does not distort measurements."""

from __future__ import annotations

import asyncio
import json
from typing import Any, NamedTuple


class Answer(NamedTuple):
    """The answer to a request."""

    status: int
    body: bytes

    def read_json(self) -> Any:
        return json.loads(self.body)


class Wire(asyncio.Protocol):
    """A persistent connection for one request at a time.

    Example:
        >>> wire = await connect("127.0.0.1", 8000)
        >>> answer = await wire.send("POST", "/api/…", {"id": …}, f"Bearer {token}")
    """

    def __init__(self) -> None:
        self._buffer = b""
        self._waiting: asyncio.Future[Answer] | None = None
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        head, separator, rest = self._buffer.partition(b"\r\n\r\n")
        if not separator:
            return
        length = _find_length(head)
        if len(rest) < length or self._waiting is None:
            return
        waiting, self._waiting, self._buffer = self._waiting, None, rest[length:]
        if not waiting.done():
            waiting.set_result(Answer(int(head[9:12]), rest[:length]))

    def connection_lost(self, error: Exception | None) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_exception(ConnectionError("the server closed the connection"))

    async def send(self, method: str, path: str, body: object, authorization: str) -> Answer:
        """Send a request with a JSON body, and return the answer.

        Raises:
            ConnectionError: The connection broke; the server may have processed the request.
        """
        content = json.dumps(body).encode()
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: {authorization}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        )
        if self._transport is None or self._transport.is_closing():
            raise ConnectionError("the connection is closed")
        self._waiting = asyncio.get_running_loop().create_future()
        self._transport.write(head.encode() + content)
        return await self._waiting

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()


async def connect(host: str, port: int) -> Wire:
    """Open a connection."""
    loop = asyncio.get_running_loop()
    _, wire = await loop.create_connection(Wire, host, port)
    return wire


def _find_length(head: bytes) -> int:
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return int(line[15:])
    return 0
