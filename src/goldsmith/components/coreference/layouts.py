"""The types of markables that the component detects in each schema, from layouts.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec

from goldsmith.core import Schema


class MarkableLayout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The types of the expressions that the component detects in a schema."""

    person: str
    pronoun: str
    only_linked: bool
    #: Semantic class -> type.
    things: dict[str, str]


@cache
def load_layouts() -> Mapping[str, MarkableLayout]:
    """Load the layouts by the names of the schemas."""
    content = files(__package__).joinpath("layouts.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(content), dict[str, MarkableLayout])


def get_layout(schema: Schema | None) -> MarkableLayout | None:
    """Return the layout of a schema, or None if the component detects no markables in it."""
    return load_layouts().get(schema.name) if schema else None
