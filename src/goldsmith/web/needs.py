"""Permissions of the routes, declared next to their paths; the docs list them in a table.

The store enforces them below the routes. A test calls every route in every role and compares.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from goldsmith.store.access import Permission


class Gate(StrEnum):
    """Requirements of routes that belong to no project."""

    PUBLIC = "public"
    SIGNED_IN = "signed-in"
    SESSION = "session"
    """Signed in with a password or through a provider; tokens are refused."""
    OWNER = "owner"


def needs(gate: Permission | Gate) -> dict[str, Any]:
    """Return the options of a route that needs a permission in the project, or a gate.

    Example:
        >>> @get("/api/projects/{project_id:str}", opt=needs(Permission.SEE_PROJECT))
    """
    return {"needs": gate}
