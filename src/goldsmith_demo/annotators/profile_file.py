"""Reader of annotator profiles in TOML; reports all problems of a file at once.

[sleepy]
base = "trainee"      # a built-in profile or an earlier one in the file; default: all rates 0
missed = 0.4
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from goldsmith.core.decoding import BAD_TOML
from goldsmith.core.tables import check_table
from goldsmith.errors import InputError, UnknownName
from goldsmith_demo.annotators.profiles import Profile, ProfileTable


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
    except BAD_TOML as error:
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
    base = bases.get(table.get("base", ""), Profile(name))
    fields = {key: value for key, value in table.items() if key != "base"}
    return msgspec.convert({**msgspec.to_builtins(base), **fields, "name": name}, Profile)


def _find_problems(name: str, table: Any, bases: Mapping[str, Profile]) -> Iterator[str]:
    """Yield a message for each problem in the table of a profile."""
    fields = table
    if isinstance(table, dict):
        fields = {key: value for key, value in table.items() if key != "base"}
        if "base" in table and table["base"] not in list(bases):
            yield f"{name}: unknown base; profiles: {', '.join(bases)}"
    yield from check_table(fields, ProfileTable, name)
