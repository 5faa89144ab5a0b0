"""Find concepts in several terminologies at once: by name, by code, or for a mention."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from goldsmith.components.lookup.places import TerminologyPart
from goldsmith.core import Document
from goldsmith.errors import InputError, Remedy, UnknownName
from goldsmith.terminology.coding.candidates import Candidate, CandidateGenerator, Memory
from goldsmith.terminology.search.query import Hit as SearchHit
from goldsmith.terminology.search.query import Search
from goldsmith.terminology.selection import Selection
from goldsmith.terminology.store import Terminology
from goldsmith.terminology.subsets import Subset

Mask = NDArray[np.bool_]
_SHOWN = 20


class Filter(msgspec.Struct, frozen=True):
    """Conditions on concepts; a concept must meet all of them."""

    subset: str = ""
    """A built-in subset, or a TOML file."""
    types: tuple[str, ...] = ()
    systems: tuple[str, ...] = ()
    below: tuple[str, ...] = ()
    """Roots of subtrees, each CODE or SYSTEM:CODE."""
    retired: bool = False


class Hit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A concept found by a search: `name` matched, `title` is the name to show.

    `score` is between 0 and 100.
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


def filter_terminologies(
    terminologies: Sequence[Terminology],
    only: Filter = Filter(),  # noqa: B008 - frozen
    *,
    warn: Callable[[str], None] = lambda _: None,
) -> list[TerminologyPart]:
    """Return the parts of terminologies that a filter selects.

    Args:
        terminologies: The terminologies.
        only: The filter.
        warn: Receives a message for each terminology that the subset does not apply to.

    Raises:
        InputError: No terminology has a type, system or code of the filter.
    """
    _check_filter(terminologies, only)
    subset = Subset.load(only.subset) if only.subset else None
    parts, problems = [], []
    for terms in terminologies:
        try:
            parts.append(_select_part(terms, only, subset))
        except InputError as error:
            problems.append(error)
    if problems and not parts:
        raise problems[0]
    for problem in problems:
        warn(f"left out: {problem}")
    return [part for part in parts if part]


def _select_part(terms: Terminology, only: Filter, subset: Subset | None) -> TerminologyPart | None:
    """Select the part of a terminology; None if it lacks everything that the filter names."""
    types = _list_types(only) & set(terms.types)
    systems = set(only.systems) & set(terms.systems)
    below = [number for root in only.below for number in _find_numbers(terms, root)]
    conditions = ((only.types, types), (only.systems, systems), (only.below, below))
    if any(names and not matches for names, matches in conditions):
        return None
    in_subset = subset.mask(terms) if subset else None
    if not (types or systems or below):
        return TerminologyPart(terms, in_subset)
    mask = terms.mask(types=types, systems=systems, below=below, retired=only.retired)
    return TerminologyPart(terms, mask if in_subset is None else mask & in_subset)


def _list_types(only: Filter) -> set[str]:
    """Return the semantic types of a filter, with UMLS identifiers in place of names."""
    return set(Selection(types=only.types).kinds)


def _check_filter(terminologies: Sequence[Terminology], only: Filter) -> None:
    """Raise InputError if no terminology has the types, systems or codes that the filter names."""
    types = sorted({kind for terms in terminologies for kind in terms.types})
    if unknown := sorted(_list_types(only) - set(types)):
        more = f" and {len(types) - _SHOWN} more" if len(types) > _SHOWN else ""
        raise InputError(
            f"no concept has the type {', '.join(unknown)}",
            expected=", ".join(types[:_SHOWN]) + more if types else "none: there are no types here",
        )
    systems = {system for terms in terminologies for system in terms.systems}
    for system in only.systems:
        if system not in systems:
            raise UnknownName("coding system", system, systems)
    for root in only.below:
        locate_concepts(terminologies, root)


# By code


def locate_concepts(
    terminologies: Sequence[Terminology], key: str
) -> list[tuple[Terminology, int]]:
    """Return the concepts with a code.

    Args:
        terminologies: The terminologies to search.
        key: CODE or SYSTEM:CODE.

    Raises:
        InputError: No terminology has the code.
    """
    if not key.strip():
        raise InputError("no code is named", expected="CODE or SYSTEM:CODE")
    concepts = [(terms, number) for terms in terminologies for number in _find_numbers(terms, key)]
    if not concepts:
        systems = dict.fromkeys(system for terms in terminologies for system in terms.systems)
        raise InputError(
            f"there is no concept {key} in {', '.join(terms.name for terms in terminologies)}",
            expected="a code of " + ", ".join(systems),
            remedy=Remedy.SEARCH_TERMS,
        )
    return concepts


def _find_numbers(terms: Terminology, key: str) -> list[int]:
    """Return the concepts of a terminology with a code, one for each system that has it."""
    before, _, after = key.strip().partition(":")
    numbers = [terms.get_number(key.strip(), system) for system in terms.systems]
    numbers += [terms.get_number(after, system) for system in terms.systems if system == before]
    return [number for number in dict.fromkeys(numbers) if number is not None]


# By name


def search_concepts(
    parts: Sequence[TerminologyPart], query: str, *, limit: int = 20, retired: bool = False
) -> list[Hit]:
    """Search concepts by name or code, best matches first, each code once.

    Args:
        parts: The parts of terminologies to search.
        query: A name, its words in any order, its beginning, or a code.
        limit: The largest number of concepts.
        retired: Find retired concepts too.

    Raises:
        InputError: The query is empty.
    """
    if not query.strip():
        raise InputError("there is nothing to search for", expected="a name, its beginning, a code")
    check_limit(limit)
    ranked = [
        (-hit.score, place, _make_hit(terms, hit))
        for terms, mask in parts
        for place, hit in enumerate(
            Search(terms).search(query, limit=limit, mask=mask, retired=retired)
        )
    ]
    ranked.sort(key=lambda row: row[:2])
    hits: dict[tuple[str, str], Hit] = {}
    for *_, hit in ranked:
        hits.setdefault((hit.system, hit.code), hit)
    return list(hits.values())[:limit]


def _make_hit(terms: Terminology, hit: SearchHit) -> Hit:
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
    """Raise InputError if the limit is below 1."""
    if limit < 1:
        raise InputError(f"the limit is {limit}", expected="1 or more")


# For a mention


def learn_codes(docs: Iterable[Document], set_name: str = "") -> Memory:
    """Collect the codes that a set of a corpus gives to its mentions.

    Args:
        docs: The documents.
        set_name: The set; may be empty if documents have only one.

    Raises:
        InputError: A document has several sets and none is named, or no document has the set.
    """
    memory = Memory()
    names: set[str] = set()
    has_set = False
    for doc in docs:
        names |= doc.sets.keys()
        if not set_name and len(doc.sets) > 1:
            raise InputError(
                f"{doc.id} has several annotation sets",
                expected="one of " + ", ".join(doc.sets),
                remedy=Remedy.NAME_SET,
            )
        for name in {set_name} & doc.sets.keys() if set_name else doc.sets:
            memory.learn(doc, name)
            has_set = True
    if set_name and not has_set:
        raise UnknownName("annotation set", set_name, names)
    return memory


def rank_candidates(
    parts: Sequence[TerminologyPart], text: str, *, limit: int = 10, memory: Memory | None = None
) -> list[Candidate]:
    """Rank the concepts that a mention may refer to, best first, each code once.

    Args:
        parts: The parts of terminologies to search.
        text: The words of the mention.
        limit: The largest number of concepts.
        memory: The codes that a corpus gives to its mentions; they rank first.

    Raises:
        InputError: The mention is empty.
    """
    if not text.strip():
        raise InputError("the mention is empty", expected="the words of a mention")
    check_limit(limit)
    candidates = [
        msgspec.structs.replace(
            candidate,
            score=float(candidate.score),
            definition=terms.definition(candidate.concept) if candidate.concept >= 0 else "",
        )
        for terms, mask in parts
        for candidate in CandidateGenerator(terms, mask=mask, memory=memory)(text, limit=limit)
    ]
    # Every terminology returns the codes of the corpus, but only some of them have the code.
    candidates.sort(key=lambda candidate: (-candidate.score, candidate.concept < 0))
    codes = {candidate.code for candidate in candidates if candidate.concept >= 0}
    ranked: dict[tuple[str, str], Candidate] = {}
    for candidate in candidates:
        if candidate.concept >= 0 or candidate.code not in codes:
            ranked.setdefault((candidate.system, candidate.code), candidate)
    return list(ranked.values())[:limit]
