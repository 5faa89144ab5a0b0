"""Map the types of a schema to their meaning in a chronicle, with a TOML file for each schema."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Literal

import msgspec

from goldsmith.chronicle.data_files import list_built_in, read_built_in, read_settings
from goldsmith.chronicle.model import Assertion, Kind
from goldsmith.errors import InputError

_PACKAGE, _FOLDER = "goldsmith.chronicle.observations", "schema_files"
#: The days that can bound an event: those of the time itself, and the days next to it.
_EDGES = ("first", "last", "first-1", "last+1")


class MentionMap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The meaning of a mention type: an event, a detail of an event, or a time."""

    #: The kind of event, followed by the kinds it may also have according to another set.
    kinds: tuple[Kind, ...] = ()
    #: The attribute that determines the kind, and the kinds for each of its values.
    kind_by: str = ""
    kinds_of: Mapping[str, tuple[Kind, ...]] = {}
    #: The detail that mentions of this type give to the event that a relation links them to.
    detail: str = ""
    #: The attribute with the value of a time expression.
    time: str = ""
    #: Attribute -> value -> assertion; "none" omits the mention.
    assertions: Mapping[str, Mapping[str, Assertion | Literal["none"]]] = {}
    #: Attribute -> the detail that it gives.
    details: Mapping[str, str] = {}


class Edges(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The bounds that a temporal relation sets: first, last, first-1 or last+1; "" is open."""

    start_earliest: str = ""
    start_latest: str = ""
    end_earliest: str = ""
    end_latest: str = ""


class RelationMap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The meaning of a relation type."""

    #: Kind of the first argument -> type of the link; "*" is any kind.
    link: Mapping[str, str] = {}
    #: The assertion that the first argument makes about the second.
    assertion: Assertion | Literal[""] = ""
    #: Whether the arguments corefer, and the attribute values this depends on.
    identity: bool = False
    identity_when: Mapping[str, str] = {}
    #: The attribute with the temporal relation between the first argument and the second, a time.
    time_by: str = ""
    times: Mapping[str, Edges] = {}


class SchemaMap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The meaning of the types of one schema; types without an entry are ignored."""

    schema: str
    mentions: Mapping[str, MentionMap] = {}
    relations: Mapping[str, RelationMap] = {}


@cache
def _load_built_in() -> dict[str, SchemaMap]:
    names = list_built_in(_PACKAGE, _FOLDER)
    maps = [read_built_in(_PACKAGE, f"{_FOLDER}/{name}", SchemaMap) for name in names]
    return {entry.schema: entry for entry in maps}


def read_schema_map(path: str) -> SchemaMap:
    """Read a schema map from a user's TOML file.

    Raises:
        InputError: The file cannot be read, or a bound is not one of those of `Edges`.
    """
    schema_map = read_settings(path, SchemaMap)
    for relation in schema_map.relations.values():
        for edges in relation.times.values():
            for value in filter(None, msgspec.structs.astuple(edges)):
                if value not in _EDGES:
                    raise InputError(
                        "a bound of a time is neither its first nor its last day",
                        where=path,
                        expected="first, last, first-1 or last+1",
                    )
    return schema_map


def load_schema_maps(paths: Iterable[str] = ()) -> dict[str, SchemaMap]:
    """Return the maps by schema: the built-in ones, replaced or extended by the user's."""
    own = [read_schema_map(path) for path in paths]
    return {**_load_built_in(), **{entry.schema: entry for entry in own}}
