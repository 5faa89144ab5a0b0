"""A concept with its place in the hierarchy and its cross-references; the hierarchy as a tree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec
import numpy as np

from goldsmith.errors import InputError
from goldsmith.project.terms.find import check_limit, locate_concepts
from goldsmith.terminology.concept import Name
from goldsmith.terminology.semantic_network import load_types
from goldsmith.terminology.store import Terminology

_SHOWN = 20
_PATHS = 20


class Ref(msgspec.Struct, frozen=True, omit_defaults=True):
    """A reference to a concept; without a title if no open terminology has the concept."""

    system: str
    code: str
    title: str = ""

    @property
    def key(self) -> str:
        """SYSTEM:CODE."""
        return f"{self.system}:{self.code}"


class Crossing(msgspec.Struct, frozen=True):
    """A concept of another terminology or system that a cross-reference links to this one."""

    terms: str
    concept: Ref
    refers: str
    """`to it` if the other concept refers to this one, `from here` if this one refers to it."""


class ConceptPage(msgspec.Struct, frozen=True):
    """A concept with its names, its place in the hierarchy and its cross-references."""

    terms: str
    system: str
    code: str
    title: str
    names: tuple[Name, ...]
    types: tuple[str, ...]
    type_names: tuple[str, ...]
    definition: str
    retired: bool
    replaced_by: tuple[Ref, ...]
    parents: tuple[Ref, ...]
    children: tuple[Ref, ...]
    """The first twenty."""
    child_count: int
    sibling_count: int
    paths: tuple[tuple[Ref, ...], ...]
    """Paths from a root down to the parent, at most twenty."""
    xrefs: tuple[str, ...]
    crossings: tuple[Crossing, ...]


class Node(msgspec.Struct, frozen=True, omit_defaults=True):
    """A concept in a tree; `below` counts its descendants, `more` the children not listed."""

    system: str
    code: str
    title: str
    below: int
    children: tuple[Node, ...] = ()
    more: int = 0


class Tree(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of the hierarchy of a terminology, from its roots or one concept down."""

    terms: str
    roots: tuple[Node, ...]
    more: int = 0


def describe_concepts(
    searched: Sequence[Terminology], key: str, *, others: Iterable[Terminology]
) -> list[ConceptPage]:
    """Describe the concepts that have a code.

    Args:
        searched: The terminologies to search.
        key: CODE or SYSTEM:CODE.
        others: More terminologies, for cross-references.
    """
    linked = list({terms.folder: terms for terms in (*searched, *others)}.values())
    return [
        _describe_concept(terms, number, linked) for terms, number in locate_concepts(searched, key)
    ]


def _describe_concept(
    terms: Terminology, number: int, linked: Sequence[Terminology]
) -> ConceptPage:
    concept = terms.concept(number)
    children = terms.children(number)
    return ConceptPage(
        terms.name,
        concept.system,
        concept.code,
        terms.title(number),
        concept.names,
        concept.types,
        tuple(load_types()[kind].name if kind in load_types() else kind for kind in concept.types),
        concept.definition,
        concept.retired,
        tuple(_find_replacement(key, concept.system, linked) for key in concept.replaced_by),
        tuple(_make_refs(terms, terms.parents(number))),
        tuple(_make_refs(terms, children[:_SHOWN])),
        len(children),
        len(terms.siblings(number)),
        tuple(tuple(_make_refs(terms, path[:-1])) for path in terms.paths(number, limit=_PATHS)),
        concept.xrefs,
        tuple(_find_crossings(terms, number, linked)),
    )


def _make_refs(terms: Terminology, numbers: Iterable[int]) -> Iterator[Ref]:
    return (
        Ref(terms.system(number), terms.code(number), terms.title(number)) for number in numbers
    )


def _find_replacement(key: str, system: str, linked: Sequence[Terminology]) -> Ref:
    """Find the concept that replaces another: a code of the same system, or SYSTEM:CODE."""
    before, colon, after = key.partition(":")
    for owner, code in ((system, key), (before, after)):
        for terms in linked:
            number = terms.get_number(code, owner) if owner and code else None
            if number is not None:
                return Ref(owner, code, terms.title(number))
    return Ref(before, after) if colon else Ref(system, key)


def _find_crossings(
    terms: Terminology, number: int, linked: Sequence[Terminology]
) -> Iterator[Crossing]:
    """Find the concepts that a concept refers to, then those that refer to it, each once."""
    key, xrefs = terms.key(number), terms.concept(number).xrefs
    matches = [("from here", target, list(_find_numbers(target, xrefs))) for target in linked]
    matches += [("to it", target, target.find_referring(key)) for target in linked]
    visited = {key}
    for refers, target, numbers in matches:
        for ref in _make_refs(target, numbers):
            if ref.key not in visited:
                visited.add(ref.key)
                yield Crossing(target.name, ref, refers)


def _find_numbers(terms: Terminology, keys: Iterable[str]) -> Iterator[int]:
    for key in keys:
        system, _, code = key.partition(":")
        number = terms.get_number(code, system) if system else None
        if number is not None:
            yield number


def browse_hierarchy(
    searched: Sequence[Terminology], key: str = "", *, depth: int = 1, limit: int = 30
) -> list[Tree]:
    """Return the hierarchy from the roots, or from one concept.

    Args:
        searched: The terminologies to search.
        key: The concept to begin at, CODE or SYSTEM:CODE; the roots if empty.
        depth: The number of levels below the first.
        limit: The maximum number of listed children of a concept, and of roots.
    """
    check_limit(limit)
    if depth < 0:
        raise InputError(f"the depth is {depth}", expected="0 or more")
    if key:
        return [
            Tree(terms.name, (_make_node(terms, number, depth, limit),))
            for terms, number in locate_concepts(searched, key)
        ]
    return [_make_tree(terms, depth, limit) for terms in searched]


def _make_tree(terms: Terminology, depth: int, limit: int) -> Tree:
    roots = terms.roots.tolist()
    nodes = tuple(_make_node(terms, number, depth, limit) for number in roots[:limit])
    return Tree(terms.name, nodes, max(0, len(roots) - limit))


def _make_node(terms: Terminology, number: int, depth: int, limit: int) -> Node:
    children = terms.children(number) if depth else []
    return Node(
        terms.system(number),
        terms.code(number),
        terms.title(number),
        count_descendants(terms, number),
        tuple(_make_node(terms, child, depth - 1, limit) for child in children[:limit]),
        max(0, len(children) - limit),
    )


def count_descendants(terms: Terminology, number: int) -> int:
    """Count the concepts below a concept, each once; array operations handle a whole level."""
    lists = terms.lists("concept.child")
    visited = np.zeros(len(terms), np.bool_)
    layer = np.array([number], np.int64)
    while len(layer):
        first = lists.ends[layer]
        sizes = lists.ends[layer + 1] - first
        skipped = np.repeat(np.cumsum(sizes) - sizes, sizes)
        steps = lists.values[np.repeat(first, sizes) + np.arange(sizes.sum()) - skipped]
        layer = np.unique(steps[~visited[steps]]).astype(np.int64)
        visited[layer] = True
    return int(visited.sum())
