"""Check tables of a TOML file against a struct, so that an error lists every problem at once."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection, Iterator
from typing import Any

import msgspec

#: Yields the problems of a value, given the value, its key, the type of its field and its place.
FieldCheck = Callable[[Any, str, Any, str], Iterator[str]]


def suggest(name: str, names: Collection[str]) -> str:
    """Return a hint for the message about an unknown name: the nearest name, or all names."""
    near = difflib.get_close_matches(name, names, n=1)
    return f"did you mean {near[0]}?" if near else "known: " + ", ".join(names)


def check_value(value: Any, key: str, kind: Any, place: str) -> Iterator[str]:
    """Yield a problem if a value does not have the type of its field."""
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        yield f"{place}, {key}: {error}"


def check_table(
    value: object,
    struct: type[msgspec.Struct],
    place: str,
    check_field: FieldCheck = check_value,
) -> Iterator[str]:
    """Yield the keys of a table that are unknown, missing or of the wrong type.

    Args:
        value: The table.
        struct: The struct that it should become.
        place: Where the table is, for the messages.
        check_field: Checks the value of a key; it may descend into nested tables.
    """
    if not isinstance(value, dict):
        yield f"{place}: expected a table"
        return
    fields = {field.encode_name: field for field in msgspec.structs.fields(struct)}
    for key in value:
        if key not in fields:
            yield f"{place}: unknown key {key!r}; {suggest(key, fields)}"
    for key, field in fields.items():
        if key in value:
            yield from check_field(value[key], key, field.type, place)
        elif field.required:
            yield f"{place}: {key!r} is missing"
