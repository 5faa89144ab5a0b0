"""Reader of annotator profiles in TOML; reports all problems of a file at once.

[sleepy]
base = "trainee"      # a built-in profile or an earlier one in the file; default: all rates 0
missed = 0.4
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

import msgspec

from goldsmith.errors import InputError, UnknownName
from goldsmith_demo.annotators.profiles import FACTORS, RATES, Profile

_BASE: Final = "base"
_FLAG: Final = "mirrored"
_TABLES: Final = {"genres": "document type", "links": "kind of link or class"}
_KEYS: Final = (*RATES, *FACTORS, *_TABLES, "title", _FLAG, _BASE)


@cache
def load_profiles() -> dict[str, Profile]:
    """Read the built-in profiles by name."""
    text = files(__package__).joinpath("data", "profiles.toml").read_text("utf-8")
    return _parse(text, "profiles.toml", {})


def find_profile(name: str, own: Mapping[str, Profile] | None = None) -> Profile:
    """Return a profile by name, from `own` or the built-in profiles.

    Raises:
        UnknownName: there is no such profile.
    """
    profiles = {**load_profiles(), **(own or {})}
    if name not in profiles:
        raise UnknownName("annotator profile", name, profiles)
    return profiles[name]


def parse_profiles(text: str, *, where: str) -> dict[str, Profile]:
    """Parse the profiles of a TOML text by name; `where` names the file in errors.

    Raises:
        InputError: the text is not TOML or has problems, all of which the message lists.
    """
    return _parse(text, where, load_profiles())


def _parse(text: str, where: str, builtin: Mapping[str, Profile]) -> dict[str, Profile]:
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"not TOML: {error}", where=where) from None
    problems: list[str] = []
    profiles: dict[str, Profile] = {}
    for name, table in tables.items():
        bases = {**builtin, **profiles}
        own_problems = list(_find_problems(name, table, bases))
        problems += own_problems
        profiles[name] = Profile(name) if own_problems else _build_profile(name, table, bases)
    if problems:
        lines = "".join(f"\n  - {problem}" for problem in problems)
        raise InputError(f"{len(problems)} problems in the profiles{lines}", where=where)
    return profiles


def _build_profile(name: str, table: Mapping[str, Any], bases: Mapping[str, Profile]) -> Profile:
    base = bases.get(table.get(_BASE, ""), Profile(name))
    fields = {key: value for key, value in table.items() if key != _BASE}
    return msgspec.convert({**msgspec.to_builtins(base), **fields, "name": name}, Profile)


def _find_problems(name: str, table: Any, bases: Mapping[str, Profile]) -> Iterator[str]:
    """Yield a message for each problem in the table of a profile."""
    if not isinstance(table, dict):
        yield f"{name} is not in a table; expected a line such as [my-profile] above it"
        return
    for key, value in table.items():
        if key not in _KEYS:
            near = difflib.get_close_matches(key, _KEYS, n=1)
            hint = f"; did you mean {near[0]}?" if near else f"; fields: {', '.join(_KEYS)}"
            yield f"{name}: unknown field {key}{hint}"
        elif key == _BASE and value not in bases:
            yield f"{name}: unknown base; profiles: {', '.join(bases)}"
        else:
            yield from _check_value(f"{name}: {key}", key, value)


def _check_value(place: str, key: str, value: Any) -> Iterator[str]:
    if key in (_BASE, "title"):
        if not isinstance(value, str):
            yield f"{place} must be text"
    elif key == _FLAG:
        if not isinstance(value, bool):
            yield f"{place} must be true or false"
    elif key in _TABLES:
        fits = isinstance(value, dict) and all(_is_number(factor) for factor in value.values())
        if not fits:
            yield f"{place} must be a table of factors, 0 or more, by {_TABLES[key]}"
    elif not _is_number(value) or (key in RATES and value > 1):
        yield f"{place} must be a number {'from 0 to 1' if key in RATES else '0 or more'}"


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value >= 0
