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
    schema = _readable(table)
    if schema is not None:
        problems += _meaning(schema)
    if problems or schema is None:
        raise SchemaError(problems, where=where)
    return schema


def _readable(table: dict[str, Any]) -> Schema | None:
    """The schema without keys that nobody knows, to find at once what else is wrong with it.

    None where a whole table has another name or a field is wrong: what is then said of the rest
    would mostly follow from that.
    """
    if not all(key in Schema.__struct_fields__ for key in table):
        return None
    try:
        return msgspec.convert(_pruned(table, Schema), Schema)
    except msgspec.ValidationError:
        return None


def _pruned(value: Any, struct: type[msgspec.Struct]) -> Any:
    """A table, and those below, without the keys that its struct does not have."""
    if not isinstance(value, dict):
        return value
    kept = {key: entry for key, entry in value.items() if key in struct.__struct_fields__}
    for key, below in _STRUCTS.items():
        if isinstance(kept.get(key), list):
            kept[key] = [_pruned(entry, below) for entry in kept[key]]
    if isinstance(kept.get("attributes"), dict):
        attributes = kept["attributes"].items()
        kept["attributes"] = {name: _pruned(entry, AttributeType) for name, entry in attributes}
    return kept


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
    if key in _STRUCTS and not isinstance(value, list):
        yield f"{place}, {key}: expected [[{key}]] in double brackets, one for each type"
    elif key in _STRUCTS:
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
    yield from _twice("schema", [schema.name])
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
        yield from _relation(rel, types, schema)


def _twice(kind: str, names: Iterable[str]) -> Iterator[str]:
    for name, count in Counter(names).items():
        if count > 1:
            yield f"{kind} {name}: defined {count} times"
        if not _NAME.fullmatch(name):
            yield f"{kind} {name!r}: {_NAME_RULE}"


def _mention(mention: MentionType, schema: Schema) -> Iterator[str]:
    place = f"mention {mention.name}"
    yield from _unlisted(mention.semantic_types, schema, place)
    yield from _attributes(mention.attributes, schema, place)


def _unlisted(tuis: Iterable[str], schema: Schema, place: str) -> Iterator[str]:
    for tui in tuis:
        if tui not in schema.semantic_types:
            yield f"{place}: semantic type {tui} is not listed under [semantic_types]"


def _relation(rel: RelationType, types: set[str], schema: Schema) -> Iterator[str]:
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
    yield from _attributes(rel.attributes, schema, place)


def _attributes(
    attributes: Mapping[str, AttributeType], schema: Schema, place: str
) -> Iterator[str]:
    for name, kind in attributes.items():
        here = f"{place}, attribute {name}"
        if not _NAME.fullmatch(name):
            yield f"{here}: {_NAME_RULE}"
        yield from _values(kind, here)
        for tuis in kind.semantic_types.values():
            yield from _unlisted(tuis, schema, here)
        for forced in kind.implies.values():
            for other in forced:
                if other not in attributes:
                    yield f"{here}: implies sets {other!r}, which is not an attribute here"


def _values(kind: AttributeType, here: str) -> Iterator[str]:
    for value, count in Counter(kind.values).items():
        if count > 1:
            yield f"{here}: the value {value!r} is listed {count} times"
    if kind.required and kind.default:
        yield f"{here}: it is required and has a default; expected one of the two"
    if kind.default and kind.values and kind.default not in kind.values:
        yield f"{here}: the default {kind.default!r} is not one of its values"
    told = {
        "implies": kind.implies,
        "meanings": kind.meanings,
        "semantic_types": kind.semantic_types,
    }
    for key, by_value in told.items():
        for value in by_value:
            if kind.values and value not in kind.values:
                yield f"{here}: {key} speaks of {value!r}, which is not one of its values"


def _has_value(
    attributes: Mapping[str, AttributeType], name: str, value: str, place: str
) -> Iterator[str]:
    if name not in attributes:
        yield f"{place}: {name!r} is not an attribute here"
    elif attributes[name].values and value not in attributes[name].values:
        yield f"{place}: {value!r} is not a value of {name}"
