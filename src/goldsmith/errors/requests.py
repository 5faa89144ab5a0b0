"""Requests to the team's server that it does not fulfil."""

from __future__ import annotations

from collections.abc import Sequence

from goldsmith.errors.base import GoldsmithError


class RequestError(GoldsmithError):
    """A request to the team's server that it does not fulfil; the message names the remedy."""


class NotSignedIn(RequestError):
    """Nobody is signed in, or the password or token is wrong."""

    code = "not-signed-in"


class Forbidden(RequestError):
    """The roles of the person or the scopes of the token do not allow the request."""

    code = "forbidden"


class NotFound(RequestError):
    """The resource does not exist, or the person may not know that it does."""

    code = "not-found"


class Unavailable(RequestError):
    """The server is stopping; the same request works later."""

    code = "unavailable"


class TooManyRequests(RequestError):
    """The same attempt was made too often.

    Args:
        what: What was attempted.
        seconds: How long to wait.
    """

    code = "too-many-requests"

    def __init__(self, what: str, seconds: int) -> None:
        self.seconds = seconds
        super().__init__(f"{what}. Wait {seconds} seconds and try again")


class Conflict(RequestError):
    """The request contradicts the present state.

    Args:
        what: The contradiction, and what to do.
        details: The intervening changes, for front ends that show both sides.
    """

    code = "conflict"

    def __init__(self, what: str, details: Sequence[object] = ()) -> None:
        self.details = tuple(details)
        super().__init__(what)
