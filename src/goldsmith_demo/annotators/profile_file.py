"""Reads annotator profiles from TOML and tells everything that is wrong with them at once.

[sleepy]
base = "trainee"      # a built-in profile or one further up; without it, all rates are 0
missed = 0.4
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from goldsmith.errors import InputError
from goldsmith_demo.annotators.profiles import FACTORS, PROFILES, RATES, Profile

_BASE: Final = "base"
_FLAG: Final = "mirrored"
_TABLES: Final = {"genres": "document type", "links": "kind of link or class"}
_KEYS: Final = (*RATES, *FACTORS, *_TABLES, "title", _FLAG, _BASE)


def parse(text: str, *, where: str) -> dict[str, Profile]:
    """Name -> profile, for each table of a TOML text; `where` names the file in errors."""
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"not TOML: {error}", where=where) from None
    problems: list[str] = []
    made: dict[str, Profile] = {}
    for name, table in tables.items():
        found = list(_problems(name, table, made))
        problems += found
        made[name] = Profile(name) if found else _made(name, table, made)
    if problems:
        lines = "".join(f"\n  - {problem}" for problem in problems)
        raise InputError(f"{len(problems)} problems in these profiles{lines}", where=where)
    return made


def _made(name: str, table: Mapping[str, Any], earlier: Mapping[str, Profile]) -> Profile:
    base = {**PROFILES, **earlier}.get(table.get(_BASE, ""), Profile(name))
    values = {key: value for key, value in table.items() if key != _BASE}
    return msgspec.convert({**msgspec.to_builtins(base), **values, "name": name}, Profile)


def _problems(name: str, table: Any, earlier: Mapping[str, Profile]) -> Iterator[str]:
    """Everything that is wrong with one table."""
    if not isinstance(table, dict):
        yield f"{name} stands outside a table; expected [a-name] above it"
        return
    known = {**PROFILES, **earlier}
    for key, value in table.items():
        if key not in _KEYS:
            near = difflib.get_close_matches(key, _KEYS, n=1)
            hint = f"; did you mean {near[0]}?" if near else f"; known: {', '.join(_KEYS)}"
            yield f"{name}: no field {key}{hint}"
        elif key == _BASE and value not in known:
            yield f"{name}: no profile to start from of this name; known: {', '.join(known)}"
        else:
            yield from _value(f"{name}: {key}", key, value)


def _value(place: str, key: str, value: Any) -> Iterator[str]:
    if key in (_BASE, "title"):
        if not isinstance(value, str):
            yield f"{place} must be text"
    elif key == _FLAG:
        if not isinstance(value, bool):
            yield f"{place} must be true or false"
    elif key in _TABLES:
        fits = isinstance(value, dict) and all(_is_number(one) for one in value.values())
        if not fits:
            yield f"{place} must be a table of factors, 0 or more, by {_TABLES[key]}"
    elif not _is_number(value) or (key in RATES and value > 1):
        yield f"{place} must be a number {'from 0 to 1' if key in RATES else '0 or more'}"


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value >= 0
