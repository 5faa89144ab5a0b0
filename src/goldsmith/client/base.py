"""Requests to the server: sent, sent again after a broken connection, decoded into structs."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NoReturn, TypeVar

import httpx
import msgspec

from goldsmith import storage
from goldsmith.errors import (
    Conflict,
    Forbidden,
    GoldsmithError,
    InputError,
    NotFound,
    NotSignedIn,
    RequestError,
    TooManyRequests,
)

Answer = TypeVar("Answer")
#: How long to wait before a request is sent again, in seconds.
_PAUSES: Final = (0.1, 0.5, 2.0)
#: Code of an answer -> the error to raise.
_ERRORS: Final[Mapping[str, type[RequestError]]] = {
    kind.code: kind for kind in (NotSignedIn, Forbidden, NotFound)
}


class ServerUnreachable(GoldsmithError):
    """The server does not respond, or does not respond like a Goldsmith server."""


class _ErrorAnswer(msgspec.Struct, frozen=True):
    """The body of an answer that is an error, as the server writes it."""

    code: str
    message: str
    remedy: str = ""
    details: tuple[Any, ...] = ()


class Caller:
    """A connection to a server as one person.

    Args:
        address: The address of the server, with the path under which it is served.
        token: A token of the person.
        http: An httpx client to use instead of a new one.
    """

    def __init__(self, address: str, token: str = "", http: httpx.Client | None = None) -> None:
        self.address = address.rstrip("/")
        self.http = http or httpx.Client(timeout=60)
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}

    def call(
        self,
        method: str,
        path: str,
        answer: type[Answer],
        *,
        data: object = None,
        content: bytes | Iterable[bytes] | None = None,
        again: bool = False,
        **parameters: Any,
    ) -> Answer:
        """Send a request and return the decoded answer.

        Args:
            method: GET, POST, …
            path: The path after the address, such as `/api/projects`.
            answer: The type of the answer; `type(None)` if it has no body.
            data: A struct to send as JSON.
            content: Bytes to send unchanged, whole or in chunks.
            again: Whether the request may be sent again after a broken connection, because it
                changes nothing or has an id that the server accepts once.
            parameters: The parameters of the query; None and "" are left out.

        Raises:
            GoldsmithError: The server refuses the request, with the error that it raised.
            ServerUnreachable: The server does not respond.
        """
        headers = dict(self.headers)
        if data is not None:
            content, headers["Content-Type"] = msgspec.json.encode(data), "application/json"
        response = self._send(
            again or method == "GET",
            method,
            self.address + path,
            params=_clean(parameters),
            content=content,
            headers=headers,
        )
        check_answer(response)
        if answer is type(None):
            return None
        try:
            return msgspec.json.decode(response.content, type=answer)
        except msgspec.DecodeError as error:
            raise ServerUnreachable(
                f"{self.address} sent a response that could not be decoded: {error}"
            ) from None

    def get(self, path: str, answer: type[Answer], **parameters: Any) -> Answer:
        """Send a GET request."""
        return self.call("GET", path, answer, **parameters)

    def post(
        self, path: str, answer: type[Answer], data: object = None, *, again: bool = False
    ) -> Answer:
        """Send a POST request."""
        return self.call("POST", path, answer, data=data, again=again)

    @contextmanager
    def stream(self, path: str, **parameters: Any) -> Iterator[httpx.Response]:
        """Open a response to read in chunks: a download, or events."""
        request = self.http.stream(
            "GET", self.address + path, params=_clean(parameters), headers=self.headers
        )
        with request as response:
            if response.is_error:
                response.read()
                check_answer(response)
            yield response

    def download(self, path: str, target: Path) -> Path:
        """Write the response to a GET request to a file, complete or not at all."""
        with (
            self.stream(path) as response,
            storage.stage_file(target) as staged,
            staged.open("wb") as file,
        ):
            for piece in response.iter_bytes():
                file.write(piece)
        return target

    def _send(self, again: bool, method: str, url: str, **settings: Any) -> httpx.Response:
        for pause in (*(_PAUSES if again else ()), None):
            try:
                return self.http.request(method, url, **settings)
            except httpx.TransportError as error:
                if pause is None:
                    raise ServerUnreachable(
                        f"{self.address} does not respond ({type(error).__name__}). "
                        "Check the address, and that the server is running"
                    ) from None
                time.sleep(pause)
        raise AssertionError("unreachable")


class Resource:
    """A part of the client: the requests for one kind of resource."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller


def check_answer(response: httpx.Response) -> None:
    """Raise the error that the server reports, if any.

    Raises:
        GoldsmithError: The answer is an error.
    """
    if not response.is_error:
        return
    try:
        answer = msgspec.json.decode(response.content, type=_ErrorAnswer)
    except msgspec.DecodeError:
        raise ServerUnreachable(
            f"{response.url.host} answered with {response.status_code}, unlike a Goldsmith server. "
            "Check the address"
        ) from None
    _raise(answer, response)


def _raise(answer: _ErrorAnswer, response: httpx.Response) -> NoReturn:
    if answer.code in _ERRORS:
        raise _ERRORS[answer.code](answer.message)
    if answer.code == Conflict.code:
        raise Conflict(answer.message, answer.details)
    if answer.code == TooManyRequests.code:
        what = answer.message.partition(". Wait")[0]
        raise TooManyRequests(what, int(response.headers.get("Retry-After", "1")))
    if response.status_code >= 500:
        raise ServerUnreachable(answer.message)
    raise InputError(answer.message)


def _clean(parameters: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in parameters.items() if value not in (None, "")}
