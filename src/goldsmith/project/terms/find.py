"""Finds concepts in several terminologies at once: by what is typed, by code, for a mention."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from goldsmith.components.lookup.places import Part
from goldsmith.core import Document
from goldsmith.errors import InputError, UnknownName
from goldsmith.terminology.coding.candidates import Candidate, Candidates, Memory
from goldsmith.terminology.search import query as searching
from goldsmith.terminology.search.query import Search
from goldsmith.terminology.selection import Selection
from goldsmith.terminology.store import Terminology
from goldsmith.terminology.subsets import Subset

Mask = NDArray[np.bool_]
_SHOWN = 20


class Filter(msgspec.Struct, frozen=True):
    """Which concepts to look among; a concept must pass everything that is given."""

    subset: str = ""
    """A built-in subset, or a TOML file."""
    types: tuple[str, ...] = ()
    systems: tuple[str, ...] = ()
    below: tuple[str, ...] = ()
    """Roots of subtrees, each CODE or SYSTEM:CODE."""
    retired: bool = False


class Hit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A concept found by what was typed. `name` is the name that matched, `title` the one to show.

    `score` is of 100.
    """

    terms: str
    system: str
    code: str
    title: str
    name: str
    types: tuple[str, ...]
    how: str
    score: int
    retired: bool = False


# Which concepts


def parts(
    several: Sequence[Terminology],
    only: Filter = Filter(),  # noqa: B008 - frozen
    *,
    told: Callable[[str], None] = lambda _: None,
) -> list[Part]:
    """The terminologies that have what the filter asks for; `told` hears which a subset lacks."""
    _check(several, only)
    chosen = Subset.load(only.subset) if only.subset else None
    found, problems = [], []
    for terms in several:
        try:
            found.append(_part(terms, only, chosen))
        except InputError as error:
            problems.append(error)
    if problems and not found:
        raise problems[0]
    for problem in problems:
        told(f"left out: {problem}")
    return [part for part in found if part]


def _part(terms: Terminology, only: Filter, chosen: Subset | None) -> Part | None:
    """The part of one terminology; None when it has nothing of what the filter names."""
    types = _types(only) & set(terms.types)
    systems = set(only.systems) & set(terms.systems)
    below = [number for root in only.below for number in _numbers(terms, root)]
    asked = ((only.types, types), (only.systems, systems), (only.below, below))
    if any(wanted and not there for wanted, there in asked):
        return None
    subset = chosen.mask(terms) if chosen else None
    if not (types or systems or below):
        return Part(terms, subset)
    mask = terms.mask(types=types, systems=systems, below=below, retired=only.retired)
    return Part(terms, mask if subset is None else mask & subset)


def _types(only: Filter) -> set[str]:
    """The semantic types asked for, numbers in place of names of the UMLS."""
    return set(Selection(types=only.types).kinds)


def _check(several: Sequence[Terminology], only: Filter) -> None:
    """Raise InputError for what no terminology has."""
    known = sorted({kind for terms in several for kind in terms.types})
    if unknown := sorted(_types(only) - set(known)):
        more = f" and {len(known) - _SHOWN} more" if len(known) > _SHOWN else ""
        raise InputError(
            f"no concept has the type {', '.join(unknown)}",
            expected=", ".join(known[:_SHOWN]) + more if known else "none: there are no types here",
        )
    systems = {system for terms in several for system in terms.systems}
    for system in only.systems:
        if system not in systems:
            raise UnknownName("coding system", system, systems)
    for root in only.below:
        located(several, root)


# By code


def located(several: Sequence[Terminology], key: str) -> list[tuple[Terminology, int]]:
    """The concepts with that CODE or SYSTEM:CODE; raises InputError when there is none."""
    if not key.strip():
        raise InputError("no code is given", expected="CODE or SYSTEM:CODE")
    found = [(terms, number) for terms in several for number in _numbers(terms, key)]
    if not found:
        systems = dict.fromkeys(system for terms in several for system in terms.systems)
        raise InputError(
            f"there is no concept {key} in {', '.join(terms.name for terms in several)}",
            expected="a code of " + ", ".join(systems),
            remedy="Look for it by name with `goldsmith terms search`",
        )
    return found


def _numbers(terms: Terminology, key: str) -> list[int]:
    """The concepts of one terminology with that code, one of each system that has it."""
    before, _, after = key.strip().partition(":")
    each = [terms.number(key.strip(), system) for system in terms.systems]
    each += [terms.number(after, system) for system in terms.systems if system == before]
    return [number for number in dict.fromkeys(each) if number is not None]


# By what is typed


def search(
    among: Sequence[Part], query: str, *, limit: int = 20, retired: bool = False
) -> list[Hit]:
    """The concepts that the words may mean, best first, each code once."""
    if not query.strip():
        raise InputError("there is nothing to search for", expected="a name, its beginning, a code")
    check_limit(limit)
    ranked = [
        (-hit.score, place, _hit(terms, hit))
        for terms, mask in among
        for place, hit in enumerate(
            Search(terms).search(query, limit=limit, mask=mask, retired=retired)
        )
    ]
    ranked.sort(key=lambda one: one[:2])
    found: dict[tuple[str, str], Hit] = {}
    for *_, hit in ranked:
        found.setdefault((hit.system, hit.code), hit)
    return list(found.values())[:limit]


def _hit(terms: Terminology, hit: searching.Hit) -> Hit:
    number = hit.concept
    return Hit(
        terms.name,
        terms.system(number),
        terms.code(number),
        terms.title(number),
        hit.text,
        terms.types_of(number),
        hit.how,
        hit.score,
        terms.is_retired(number),
    )


def check_limit(limit: int) -> None:
    """Raise InputError unless something may be found."""
    if limit < 1:
        raise InputError(f"the limit {limit} leaves nothing", expected="1 or more")


# For a mention


def remembered(docs: Iterable[Document], set_name: str = "") -> Memory:
    """How a set of a corpus coded its mentions; the set may be left out where there is only one."""
    memory = Memory()
    known: set[str] = set()
    seen = False
    for doc in docs:
        known |= doc.sets.keys()
        if not set_name and len(doc.sets) > 1:
            raise InputError(
                f"{doc.id} has several annotation sets",
                expected="one of " + ", ".join(doc.sets),
                remedy="Name one with --set",
            )
        for name in {set_name} & doc.sets.keys() if set_name else doc.sets:
            memory.learn(doc, name)
            seen = True
    if set_name and not seen:
        raise UnknownName("annotation set", set_name, known)
    return memory


def candidates(
    among: Sequence[Part], text: str, *, limit: int = 10, memory: Memory | None = None
) -> list[Candidate]:
    """The concepts that a mention may stand for, best first, each code once."""
    if not text.strip():
        raise InputError("there is no mention", expected="the words of one")
    check_limit(limit)
    every = [
        msgspec.structs.replace(one, score=float(one.score))
        for terms, mask in among
        for one in Candidates(terms, mask=mask, memory=memory)(text, limit=limit)
    ]
    # What the corpus chose is given by every terminology, and one of them may know the code.
    every.sort(key=lambda one: (-one.score, one.concept < 0))
    known = {one.code for one in every if one.concept >= 0}
    found: dict[tuple[str, str], Candidate] = {}
    for one in every:
        if one.concept >= 0 or one.code not in known:
            found.setdefault((one.system, one.code), one)
    return list(found.values())[:limit]
