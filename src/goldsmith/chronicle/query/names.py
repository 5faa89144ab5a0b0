"""Resolve a name in a query to the event names and codes that it stands for.

A name is a code, a set of the user or of Goldsmith, or words. Words match event names that contain
them and, if a terminology has a concept of exactly that name, every event with a code of the
concept or its descendants. Codes also match through the terminology's cross-references, so that a
concept of one code system is recognised by its codes in others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from goldsmith.chronicle.model import Kind
from goldsmith.chronicle.query.model import EventPhrase, Name
from goldsmith.chronicle.query.sets import Sets
from goldsmith.chronicle.query.wordings import NameIndex
from goldsmith.terminology.search.query import Search
from goldsmith.terminology.sources.systems import normalise_system
from goldsmith.terminology.store import Terminology

#: Code systems in which a code is a descendant of each of its prefixes.
_PREFIXED = ("ICD10", "ICD10CM", "ICD9")
_ICD10 = re.compile(r"[A-TV-Z]\d[\dA-Z](\.\w{1,4})?")


class Meaning(msgspec.Struct, frozen=True):
    """The event names and codes that a name in a query stands for.

    `names` are event names; `codes` are SYSTEM:CODE, and :CODE for event codes without a system;
    `prefixes` are code prefixes. `concepts` are the concepts that the query or a terminology
    named, without their descendants.
    """

    text: str
    names: frozenset[str] = frozenset()
    codes: frozenset[str] = frozenset()
    prefixes: frozenset[str] = frozenset()
    kinds: tuple[Kind, ...] = ()
    concepts: tuple[str, ...] = ()
    #: Whether the name is the name of a set.
    is_set: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether no event can match the name."""
        return not (self.names or self.codes or self.prefixes)


class Resolver:
    """Resolves names to event names and codes.

    Args:
        index: The names of the events.
        terminologies: The terminologies in which to look up names and codes.
        sets: The sets of the user and of Goldsmith.
    """

    def __init__(self, index: NameIndex, terminologies: Sequence[Terminology], sets: Sets) -> None:
        self.index = index
        self._terminologies = tuple(terminologies)
        self._searches = [Search(terms) for terms in terminologies]
        self._sets = {name.lower(): entry for name, entry in sets.items()}

    def resolve_phrase(self, event: EventPhrase) -> tuple[Meaning, ...]:
        """Resolve each name of a description."""
        return tuple(self.resolve(name, descendants=event.descendants) for name in event.names)

    def resolve(self, name: Name, *, descendants: bool = True) -> Meaning:
        """Resolve a name to event names and codes."""
        if name.match == "code":
            return self._resolve_codes(name.text, [name.text], descendants=descendants)
        if name.match == "whole":
            return Meaning(name.text, frozenset(self.index.find_equal(name.text)))
        key = name.text.lower()
        for entry in (key, key.removesuffix("s")):
            if entry in self._sets:
                return self._resolve_set(entry, name.text, descendants=descendants)
        meaning = self._resolve_codes(
            name.text, self._find_concepts(name.text), descendants=descendants
        )
        names = frozenset(self.index.find_containing(name.text))
        return msgspec.structs.replace(meaning, names=names)

    def _resolve_set(self, entry: str, text: str, *, descendants: bool) -> Meaning:
        members = self._sets[entry]
        meaning = self._resolve_codes(text, members.codes, descendants=descendants)
        names = {name for words in members.names for name in self.index.find_containing(words)}
        return msgspec.structs.replace(
            meaning, names=frozenset(names), kinds=members.kinds, is_set=True
        )

    def _find_concepts(self, text: str) -> list[str]:
        """Return the keys of the concepts that have exactly this name."""
        return [
            search.terminology.key(hit.concept)
            for search in self._searches
            for hit in search.search(text, limit=5, typos=False)
            if hit.how == "exact"
        ]

    def _resolve_codes(self, text: str, keys: Iterable[str], *, descendants: bool) -> Meaning:
        codes: set[str] = set()
        prefixes: set[str] = set()
        concepts = list(dict.fromkeys(keys))
        for key in concepts:
            codes |= set(_spell_key(key))
            if descendants:
                prefixes |= set(_list_prefixes(key))
            for terms in self._terminologies:
                codes |= set(_list_codes(terms, key, descendants=descendants))
        return Meaning(
            text,
            codes=frozenset(codes),
            prefixes=frozenset(prefixes),
            concepts=tuple(concepts),
        )


def _list_codes(terms: Terminology, key: str, *, descendants: bool) -> Iterator[str]:
    """Yield the codes of a concept and its descendants, with their cross-references."""
    for root in _find_numbers(terms, key):
        for number in [root, *(terms.descendants(root) if descendants else ())]:
            yield from _spell_key(terms.key(number))
            for xref in terms.concept(number).xrefs:
                yield from _spell_key(xref)


def _find_numbers(terms: Terminology, key: str) -> list[int]:
    """Return the numbers of the concepts with a code, or with a cross-reference to it."""
    system, colon, code = key.partition(":")
    numbers = [terms.get_number(key)]
    if colon:
        numbers.append(terms.get_number(code, system))
        numbers += terms.find_referring(f"{normalise_system(system)}:{code}")
    return [number for number in dict.fromkeys(numbers) if number is not None]


def _spell_key(key: str) -> Iterator[str]:
    """Yield a code with its canonical system, and without a system for events that lack it."""
    system, colon, code = key.partition(":")
    if not colon:
        system, code = "", key
    yield f"{normalise_system(system)}:{code}"
    yield f":{code}"


def _list_prefixes(key: str) -> Iterator[str]:
    """Yield the prefixes of the descendants of a code, in a classification such as ICD-10."""
    system, colon, code = key.partition(":")
    system = normalise_system(system) if colon else ""
    code = code if colon else key
    if system in _PREFIXED or (not system and _ICD10.fullmatch(code)):
        systems = (system, "") if system else ("", *_PREFIXED)
        for name in systems:
            yield f"{name}:{code}" if "." in code else f"{name}:{code}."


def match_keys(keys: Iterable[str], meanings: Sequence[Meaning]) -> list[str]:
    """Return the values of the column `code_keys` that contain a code of the meanings.

    Args:
        keys: The values; each is a list of SYSTEM:CODE separated by spaces.
        meanings: The meanings.
    """
    codes = frozenset[str]().union(*(meaning.codes for meaning in meanings))
    prefixes = tuple(frozenset[str]().union(*(meaning.prefixes for meaning in meanings)))
    if not codes and not prefixes:
        return []
    bare = {code.partition(":")[2] for code in codes if code.startswith(":")}
    any_system = {meaning.text for meaning in meanings if ":" not in meaning.text} & bare
    return [
        value
        for value in keys
        if any(_matches(key, codes, prefixes, any_system) for key in value.split())
    ]


def _matches(
    key: str, codes: frozenset[str], prefixes: tuple[str, ...], any_system: set[str]
) -> bool:
    system, _, code = key.partition(":")
    normal = f"{normalise_system(system)}:{code}"
    return normal in codes or normal.startswith(prefixes) or code in any_system
