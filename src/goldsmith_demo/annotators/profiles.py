"""Annotator profiles: error rates, tuned to the agreement that the papers report.

A rate is the share of the places where an error is possible: `missed` refers to all mentions,
`typing` to mentions of a type that is confused with another, `decomposition` to terms that can be
split or merged. Factors for types, places and people multiply the rates (see `roles` and
`reading`). The built-in profiles are in `data/profiles.toml`; a file of other profiles has the same
form:

    [sleepy]
    base = "trainee"      # a built-in profile or an earlier one in the file; default: all rates 0
    missed = 0.4
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Annotated

import msgspec
from msgspec import Meta

from goldsmith.core.decoding import BAD_TOML
from goldsmith.core.tables import check_table
from goldsmith.errors import InputError, UnknownName

#: A probability.
Rate = Annotated[float, Meta(ge=0, le=1)]
#: A factor on rates or times.
Factor = Annotated[float, Meta(ge=0)]


class ProfileTable(msgspec.Struct, frozen=True, kw_only=True):
    """The table of a profile in a file, without the key `base`."""

    title: str = ""
    missed: Rate = 0.0
    """Missed mentions."""
    spurious: Rate = 0.0
    """Spurious mentions per mention of the gold standard."""
    extent: Rate = 0.0
    typing: Rate = 0.0
    decomposition: Rate = 0.0
    granularity: Rate = 0.0
    modification: Rate = 0.0
    relation_missed: Rate = 0.0
    relation_type: Rate = 0.0
    relation_argument: Rate = 0.0
    link_missed: Rate = 0.0
    link_antecedent: Rate = 0.0
    overlinked: Rate = 0.0
    link_type: Rate = 0.0
    """Confusion of identity, set/subset and part/whole (ODIE)."""
    attribute: Rate = 0.0
    """Wrong attribute values of mentions (Mayo's context and status, ODIE's classes)."""
    link_attribute: Rate = 0.0
    """Wrong values of other attributes of relations (ODIE's Bagga class)."""
    left_out: Rate = 0.0
    """Optional attributes left empty."""
    code: Rate = 0.0
    pronouns: Factor = 1.0
    """Factor on missed pronouns and missed links of pronouns; below 1 for linguists."""
    domain: Factor = 1.0
    """Factor on missed relations that require domain knowledge; below 1 for clinicians."""
    genres: Mapping[str, Factor] = {}
    """Document type -> factor on all rates except missed relations, which do not vary by type."""
    shared: Rate = 0.0
    """Share of the decisions on mentions drawn from the pool that all annotators have in common."""
    shared_relations: Rate = 0.0
    """The same for decisions on relations."""
    complementary: Rate = 0.0
    """Share of the decisions on relations in which two annotators never err at the same place."""
    mirrored: bool = False
    """Swap the complement, for a pair of names that `draws` does not tell apart."""
    links: Mapping[str, Factor] = {}
    """Kind of link or class of its anaphor -> factor on missed links, on top of the schema's."""
    spread: Factor = 0.0
    """How much annotators of this kind differ: sigma of a log-normal factor on all rates."""
    pace: Factor = 1.0
    """Factor on the minutes spent on a document."""


class Profile(ProfileTable, frozen=True):
    """The error rates of a kind of annotator. Rates of 0 reproduce the gold standard."""

    name: str


@cache
def load_profiles() -> dict[str, Profile]:
    """Read the built-in profiles by name."""
    text = files(__package__).joinpath("data", "profiles.toml").read_text("utf-8")
    return parse_profiles(text, where="profiles.toml", builtin={})


def find_profile(name: str, profiles: Mapping[str, Profile] | None = None) -> Profile:
    """Return a profile by name, by default a built-in one.

    Raises:
        UnknownName: there is no such profile.
    """
    profiles = profiles or load_profiles()
    if name not in profiles:
        raise UnknownName("annotator profile", name, profiles)
    return profiles[name]


def parse_profiles(
    text: str, *, where: str, builtin: Mapping[str, Profile] | None = None
) -> dict[str, Profile]:
    """Parse the profiles of a TOML text; return them with the built-in ones, by name.

    Raises:
        InputError: the text, which `where` names, is not TOML or has problems; the message lists
            all of them.
    """
    try:
        tables = tomllib.loads(text)
    except BAD_TOML as error:
        raise InputError(f"not TOML: {error}", where=where) from None
    profiles = dict(load_profiles() if builtin is None else builtin)
    problems: list[str] = []
    for name, table in tables.items():
        base = table.pop("base", None) if isinstance(table, dict) else None
        own_problems = list(check_table(table, ProfileTable, name))
        if base not in (None, *profiles):
            own_problems.append(f"{name}: unknown base; profiles: {', '.join(profiles)}")
        problems += own_problems
        if own_problems:
            profiles[name] = Profile(name)
            continue
        start = Profile(name) if base is None else profiles[base]
        values = {**msgspec.to_builtins(start), **table, "name": name}
        profiles[name] = msgspec.convert(values, Profile)
    if problems:
        lines = "".join(f"\n  - {problem}" for problem in problems)
        raise InputError(f"{len(problems)} problems in the profiles{lines}", where=where)
    return profiles
