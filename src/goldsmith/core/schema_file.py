"""Schemas in TOML files; an error lists every problem of the file at once."""

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
from goldsmith.core.decoding import BAD_TOML
from goldsmith.core.schema import (
    ANY,
    RULES,
    AttributeType,
    Derivation,
    MentionType,
    RelationType,
    Rule,
    Schema,
)
from goldsmith.core.tables import check_table, check_value, suggest
from goldsmith.errors import SchemaError

_NAME = re.compile(r"[^\W\d][\w.-]*")
_NAME_RULE = "a name begins with a letter, followed by letters, digits, _ . -"
_TUI = re.compile(r"T\d{3}")
_STRUCTS: dict[str, type[msgspec.Struct]] = {
    "mention": MentionType,
    "relation": RelationType,
    "rule": Rule,
    "derive": Derivation,
}


@cache
def load_builtin_schema(name: str) -> Schema:
    """Load a built-in schema.

    Args:
        name: One of `goldsmith.schemas.names()`, such as "clef".

    Raises:
        UnknownName: There is no built-in schema of that name.
    """
    return parse_schema(schemas.read_text(name), where=f"{name} (built in)")


def parse_schema(text: str, *, where: str) -> Schema:
    """Parse a schema from TOML.

    Args:
        text: The content of the file.
        where: The name of the file, for errors.

    Raises:
        SchemaError: The text is not a valid schema; the error lists all of its problems.
    """
    try:
        table = tomllib.loads(text)
    except BAD_TOML as error:
        raise SchemaError([f"not TOML: {error}"], where=where) from None
    problems = list(check_table(table, Schema, "the schema", _check_field))
    schema = _convert_leniently(table)
    if schema is not None:
        problems += _check_meaning(schema)
    if problems or schema is None:
        raise SchemaError(problems, where=where)
    return schema


def _convert_leniently(table: dict[str, Any]) -> Schema | None:
    """Convert a table without its unknown keys, so that the rest can be checked as well.

    Return None if a whole table is misnamed or a field has the wrong type: most further problems
    would only be consequences.
    """
    if not all(key in Schema.__struct_fields__ for key in table):
        return None
    try:
        return msgspec.convert(_drop_unknown_keys(table, Schema), Schema)
    except msgspec.ValidationError:
        return None


def _drop_unknown_keys(value: Any, struct: type[msgspec.Struct]) -> Any:
    """Drop the keys that the struct does not have, here and in nested tables."""
    if not isinstance(value, dict):
        return value
    table = {key: entry for key, entry in value.items() if key in struct.__struct_fields__}
    for key, nested in _STRUCTS.items():
        if isinstance(table.get(key), list):
            table[key] = [_drop_unknown_keys(entry, nested) for entry in table[key]]
    if isinstance(table.get("attributes"), dict):
        table["attributes"] = {
            name: _drop_unknown_keys(entry, AttributeType)
            for name, entry in table["attributes"].items()
        }
    return table


def _check_field(value: Any, key: str, kind: Any, place: str) -> Iterator[str]:
    if key in _STRUCTS and not isinstance(value, list):
        yield f"{place}, {key}: expected [[{key}]] in double brackets, one for each type"
    elif key in _STRUCTS:
        for number, entry in enumerate(value, 1):
            name = entry.get("name", "") if isinstance(entry, dict) else ""
            entry_place = f"{key} {number}" + (f" ({name})" * bool(name))
            yield from check_table(entry, _STRUCTS[key], entry_place, _check_field)
    elif key == "attributes" and isinstance(value, dict):
        for name, entry in value.items():
            yield from check_table(entry, AttributeType, f"{place}, attribute {name}", _check_field)
    else:
        yield from check_value(value, key, kind, place)


def _check_meaning(schema: Schema) -> Iterator[str]:
    """Yield the contradictions and undefined names of a well-formed schema."""
    yield from _check_names("schema", [schema.name])
    if not schema.mention:
        yield "the schema: no mention types; expected at least one [[mention]]"
    yield from _check_names("mention", [kind.name for kind in schema.mention])
    yield from _check_names("relation", [kind.name for kind in schema.relation])
    for tui in schema.semantic_types:
        if not _TUI.fullmatch(tui):
            yield f"semantic_types: {tui!r} is not a UMLS type identifier like T047"
    for mention_type in schema.mention:
        place = f"mention {mention_type.name}"
        yield from _check_semantic_types(mention_type.semantic_types, schema, place)
        yield from _check_attributes(mention_type.attributes, schema, place)
    names = {kind.name for kind in schema.mention} | {ANY}
    for relation_type in schema.relation:
        yield from _check_relation_type(relation_type, names, schema)
    for number, rule in enumerate(schema.rule, 1):
        yield from _check_rule(rule, schema, f"rule {number} ({rule.name})")
    for number, derivation in enumerate(schema.derive, 1):
        yield from _check_derivation(derivation, schema, f"derive {number}")


def _check_rule(rule: Rule, schema: Schema, place: str) -> Iterator[str]:
    if rule.name not in RULES:
        yield f"{place}: no such rule; {suggest(rule.name, RULES)}"
        return
    for field in RULES[rule.name]:
        if not getattr(rule, field):
            yield f"{place}: {field!r} is missing"
    kinds: dict[str, Mapping[str, AttributeType]] = {}
    for field, entries in (("types", schema.mention), ("relations", schema.relation)):
        types = {entry.name: entry.attributes for entry in entries}
        for name in getattr(rule, field):
            if name not in types:
                yield f"{place}, {field}: there is no {name!r}; known: {', '.join(types) or 'none'}"
            else:
                kinds[name] = types[name]
    yield from _check_rule_values(rule, kinds, schema, place)


def _check_rule_values(
    rule: Rule, kinds: Mapping[str, Mapping[str, AttributeType]], schema: Schema, place: str
) -> Iterator[str]:
    about = rule.types or rule.relations
    for name in (name for name in about if name in kinds):
        for attribute, value in rule.when.items():
            yield from _check_value(kinds[name], attribute, value, f"{place}, when, {name}")
        if rule.attribute and rule.attribute not in kinds[name]:
            yield f"{place}: {rule.attribute!r} is not an attribute of {name}"
    for name in rule.target:
        if not any(name in kind.attributes for kind in schema.mention):
            yield f"{place}, target: no mention type has the attribute {name!r}"


def _check_derivation(derivation: Derivation, schema: Schema, place: str) -> Iterator[str]:
    target = schema.get_mention_type(derivation.to)
    if target is None:
        yield f"{place}: {derivation.to!r} is not a mention type"
        return
    for name, value in derivation.values.items():
        yield from _check_value(target.attributes, name, value, f"{place}, values")


def _check_names(kind: str, names: Iterable[str]) -> Iterator[str]:
    for name, count in Counter(names).items():
        if count > 1:
            yield f"{kind} {name}: defined {count} times"
        if not _NAME.fullmatch(name):
            yield f"{kind} {name!r}: {_NAME_RULE}"


def _check_semantic_types(tuis: Iterable[str], schema: Schema, place: str) -> Iterator[str]:
    for tui in tuis:
        if tui not in schema.semantic_types:
            yield f"{place}: semantic type {tui} is not listed under [semantic_types]"


def _check_relation_type(
    relation_type: RelationType, mention_types: set[str], schema: Schema
) -> Iterator[str]:
    place = f"relation {relation_type.name}"
    for side, names in (("first", relation_type.first), ("second", relation_type.second)):
        if not names:
            yield f'{place}: {side} lists no mention types; expected some, or ["*"] for any'
        for name in names:
            if name not in mention_types:
                near = difflib.get_close_matches(name, mention_types, n=1)
                yield f"{place}: {side} argument {name!r} is not a mention type" + (
                    f"; did you mean {near[0]}?" if near else ""
                )
    if relation_type.identity_when and not relation_type.identity:
        yield f"{place}: identity_when is set but identity is not"
    for name, value in relation_type.identity_when.items():
        yield from _check_value(relation_type.attributes, name, value, f"{place}, identity_when")
    yield from _check_attributes(relation_type.attributes, schema, place)


def _check_attributes(
    attributes: Mapping[str, AttributeType], schema: Schema, owner: str
) -> Iterator[str]:
    for name, attribute in attributes.items():
        place = f"{owner}, attribute {name}"
        if not _NAME.fullmatch(name):
            yield f"{place}: {_NAME_RULE}"
        yield from _check_values(attribute, place)
        for tuis in attribute.semantic_types.values():
            yield from _check_semantic_types(tuis, schema, place)
        for forced in attribute.implies.values():
            for target in forced:
                if target not in attributes:
                    yield f"{place}: implies sets {target!r}, which is not an attribute here"


def _check_values(attribute: AttributeType, place: str) -> Iterator[str]:
    for value, count in Counter(attribute.values).items():
        if count > 1:
            yield f"{place}: the value {value!r} is listed {count} times"
    if attribute.required and attribute.default:
        yield f"{place}: it is required and has a default; expected one of the two"
    if attribute.default and attribute.values and attribute.default not in attribute.values:
        yield f"{place}: the default {attribute.default!r} is not one of its values"
    tables = {
        "implies": attribute.implies,
        "meanings": attribute.meanings,
        "semantic_types": attribute.semantic_types,
    }
    for key, by_value in tables.items():
        for value in by_value:
            if attribute.values and value not in attribute.values:
                yield f"{place}: {key} mentions {value!r}, which is not one of its values"


def _check_value(
    attributes: Mapping[str, AttributeType], name: str, value: str, place: str
) -> Iterator[str]:
    if name not in attributes:
        yield f"{place}: {name!r} is not an attribute here"
    elif attributes[name].values and value not in attributes[name].values:
        yield f"{place}: {value!r} is not a value of {name}"
