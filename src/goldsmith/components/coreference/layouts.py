"""What the component finds by itself in each schema, from layouts.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec

from goldsmith.core import Schema


class MarkableLayout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The types of the expressions that the component finds in a schema."""

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
    """Return the layout of a schema; None if nothing is found by itself in it."""
    return load_layouts().get(schema.name) if schema else None
