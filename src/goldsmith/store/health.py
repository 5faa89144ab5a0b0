"""The state of a server."""

from __future__ import annotations

import msgspec


class Health(msgspec.Struct, frozen=True, omit_defaults=True):
    """The state of a server.

    Attributes:
        status: ok or unavailable.
        version: The version of Goldsmith.
        problem: What does not work.
    """

    status: str
    version: str
    problem: str = ""
