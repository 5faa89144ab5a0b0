"""The kinds of jobs with their arguments, for people who submit them."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from goldsmith.project.jobs.kind import find_kind, list_kinds


class KindEntry(msgspec.Struct, frozen=True):
    """A kind of job.

    Attributes:
        name: Its name.
        description: What it does.
        needs: The permission that it needs; `owner` for a job of the whole server.
        arguments: The JSON schema of its arguments.
    """

    name: str
    description: str
    needs: str
    arguments: Mapping[str, Any]


@cache
def describe_kinds() -> tuple[KindEntry, ...]:
    """Return the kinds of jobs."""
    return tuple(map(_describe, list_kinds()))


def _describe(name: str) -> KindEntry:
    kind = find_kind(name)
    description = inspect.getdoc(type(kind)) or ""
    needs = "owner" if kind.is_server_wide else kind.permission
    return KindEntry(name, description, needs, msgspec.json.schema(kind.arguments))
