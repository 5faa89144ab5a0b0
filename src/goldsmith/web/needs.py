"""What each route needs, declared beside its path; the table in the docs is made from it.

The store enforces it below the routes. A test calls every route in every role and compares.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from goldsmith.store.access import Permission


class Gate(StrEnum):
    """What a route needs that belongs to no project."""

    PUBLIC = "public"
    SIGNED_IN = "signed-in"
    SESSION = "session"
    """Signed in with a password or at a provider: a token is refused."""
    OWNER = "owner"


def needs(gate: Permission | Gate) -> dict[str, Any]:
    """Return the options of a route that needs a permission in the project, or a gate.

    Example:
        >>> @get("/api/projects/{project_id:str}", opt=needs(Permission.SEE_PROJECT))
    """
    return {"needs": gate}
