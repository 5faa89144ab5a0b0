"""The word lists of the package: names that find and replace names, and words that are none."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files

FEMALE, MALE, SURNAME = "f", "m", "s"


def _lines(name: str) -> Iterator[list[str]]:
    """The lines of a list, as words; those that begin with # are about the list."""
    text = files("goldsmith.privacy").joinpath("data", f"{name}.txt").read_text("utf-8")
    return (line.split() for line in text.splitlines() if line and not line.startswith("#"))


@cache
def listed(name: str) -> tuple[str, ...]:
    """The words of a list as they are written there."""
    return tuple(word for line in _lines(name) for word in line)


@cache
def folded(name: str) -> frozenset[str]:
    """The words of a list, case folded."""
    return frozenset(word.casefold() for word in listed(name))


@cache
def first_names(sex: str) -> tuple[str, ...]:
    """The first names of a sex that are nothing but names: the pool of surrogates."""
    return tuple(word for kind, *line in _lines("first_names") if kind == sex for word in line)


@cache
def sexes() -> dict[str, str]:
    """First name, case folded -> sex, for names that are nothing but names."""
    return {word.casefold(): sex for sex in (FEMALE, MALE) for word in first_names(sex)}


@cache
def ambiguous() -> dict[str, str]:
    """Names that are words too, case folded -> f or m for first names, s for surnames."""
    return {word.casefold(): kind for kind, *line in _lines("ambiguous") for word in line}


@cache
def ordinary() -> frozenset[str]:
    """Words that are no names: ordinary ones, posts and degrees, countries, months and weekdays."""
    return folded("words") | folded("roles") | folded("countries") | _CALENDAR


@lru_cache(50_000)
def plain(name: str) -> str:
    """A name case folded and without accents: Zoë and ZOE are one."""
    apart = unicodedata.normalize("NFKD", name.casefold())
    return "".join(char for char in apart if not unicodedata.combining(char))


def sex_of(name: str) -> str:
    """The sex a first name tells, or nothing."""
    key = plain(name)
    kind = sexes().get(key) or ambiguous().get(key, "")
    return kind if kind != SURNAME else ""


_CALENDAR = frozenset(
    "january february march april may june july august september october november december "
    "jan feb mar apr jun jul aug sep sept oct nov dec monday tuesday wednesday thursday friday "
    "saturday sunday mon tue tues wed thu thur thurs fri sat sun".split()
) - {"april", "may", "june", "august"}
