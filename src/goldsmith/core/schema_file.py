"""Reads a schema from TOML and tells everything that is wrong with it at once."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from goldsmith import schemas
from goldsmith.core.schema import ANY, AttributeType, MentionType, RelationType, Schema
from goldsmith.errors import SchemaError

_NAME = re.compile(r"[^\W\d][\w.-]*")
_NAME_RULE = "a name begins with a letter and goes on with letters, digits, _ . -"
_TUI = re.compile(r"T\d{3}")
_STRUCTS: dict[str, type[msgspec.Struct]] = {"mention": MentionType, "relation": RelationType}


@cache
def builtin(name: str) -> Schema:
    """A built-in schema by name."""
    return parse(schemas.text(name), where=f"{name} (built in)")


def parse(text: str, *, where: str) -> Schema:
    """The schema a TOML text describes; `where` names the file in errors."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SchemaError([f"not TOML: {error}"], where=where) from None
    problems = list(_shape(table, Schema, "the schema"))
    if not problems:
        schema = msgspec.convert(table, Schema)
        problems = list(_meaning(schema))
    if problems:
        raise SchemaError(problems, where=where)
    return schema


def _shape(value: object, struct: type[msgspec.Struct], place: str) -> Iterator[str]:
    """Every field that is unknown, missing or of the wrong kind, in this table and those below."""
    if not isinstance(value, dict):
        yield f"{place}: expected a table"
        return
    fields = {field.encode_name: field for field in msgspec.structs.fields(struct)}
    for key in value:
        if key not in fields:
            near = difflib.get_close_matches(key, fields, n=1)
            hint = f"did you mean {near[0]}?" if near else "known: " + ", ".join(fields)
            yield f"{place}: unknown key {key!r}; {hint}"
    for key, field in fields.items():
        if key not in value:
            if field.required:
                yield f"{place}: {key!r} is missing"
        else:
            yield from _field(value[key], key, field.type, place)


def _field(value: Any, key: str, kind: Any, place: str) -> Iterator[str]:
    if key in _STRUCTS and isinstance(value, list):
        for number, entry in enumerate(value, 1):
            name = entry.get("name", "") if isinstance(entry, dict) else ""
            yield from _shape(entry, _STRUCTS[key], f"{key} {number}" + (f" ({name})" * bool(name)))
    elif key == "attributes" and isinstance(value, dict):
        for name, entry in value.items():
            yield from _shape(entry, AttributeType, f"{place}, attribute {name}")
    else:
        try:
            msgspec.convert(value, kind)
        except msgspec.ValidationError as error:
            yield f"{place}, {key}: {error}"


def _meaning(schema: Schema) -> Iterator[str]:
    """What is well formed but makes no sense."""
    if not schema.mention:
        yield "the schema: no mention types; expected at least one [[mention]]"
    yield from _twice("mention", [entry.name for entry in schema.mention])
    yield from _twice("relation", [entry.name for entry in schema.relation])
    for tui in schema.semantic_types:
        if not _TUI.fullmatch(tui):
            yield f"semantic_types: {tui!r} is not a UMLS type identifier like T047"
    for mention in schema.mention:
        yield from _mention(mention, schema)
    types = {entry.name for entry in schema.mention} | {ANY}
    for rel in schema.relation:
        yield from _relation(rel, types)


def _twice(kind: str, names: Iterable[str]) -> Iterator[str]:
    for name, count in Counter(names).items():
        if count > 1:
            yield f"{kind} {name}: defined {count} times"
        if not _NAME.fullmatch(name):
            yield f"{kind} {name!r}: {_NAME_RULE}"


def _mention(mention: MentionType, schema: Schema) -> Iterator[str]:
    place = f"mention {mention.name}"
    for tui in mention.semantic_types:
        if tui not in schema.semantic_types:
            yield f"{place}: semantic type {tui} is not listed under [semantic_types]"
    yield from _attributes(mention.attributes, place)


def _relation(rel: RelationType, types: set[str]) -> Iterator[str]:
    place = f"relation {rel.name}"
    for side, names in (("first", rel.first), ("second", rel.second)):
        if not names:
            yield f'{place}: {side} lists no mention types; expected some, or ["*"] for any'
        for name in names:
            if name not in types:
                near = difflib.get_close_matches(name, types, n=1)
                yield f"{place}: {side} argument {name!r} is not a mention type" + (
                    f"; did you mean {near[0]}?" if near else ""
                )
    if rel.identity_when and not rel.identity:
        yield f"{place}: identity_when is set but identity is not"
    for name, value in rel.identity_when.items():
        yield from _has_value(rel.attributes, name, value, f"{place}, identity_when")
    yield from _attributes(rel.attributes, place)


def _attributes(attributes: Mapping[str, AttributeType], place: str) -> Iterator[str]:
    for name, kind in attributes.items():
        here = f"{place}, attribute {name}"
        if not _NAME.fullmatch(name):
            yield f"{here}: {_NAME_RULE}"
        for value, count in Counter(kind.values).items():
            if count > 1:
                yield f"{here}: the value {value!r} is listed {count} times"
        if kind.default and kind.values and kind.default not in kind.values:
            yield f"{here}: the default {kind.default!r} is not one of its values"
        for value, forced in kind.implies.items():
            if kind.values and value not in kind.values:
                yield f"{here}: implies speaks of {value!r}, which is not one of its values"
            for other in forced:
                if other not in attributes:
                    yield f"{here}: implies sets {other!r}, which is not an attribute here"


def _has_value(
    attributes: Mapping[str, AttributeType], name: str, value: str, place: str
) -> Iterator[str]:
    if name not in attributes:
        yield f"{place}: {name!r} is not an attribute here"
    elif attributes[name].values and value not in attributes[name].values:
        yield f"{place}: {value!r} is not a value of {name}"
