"""A concept with all around it, and the hierarchy as a tree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec
import numpy as np

from goldsmith.errors import InputError
from goldsmith.project.terms.find import check_limit, located
from goldsmith.terminology.concept import Name
from goldsmith.terminology.semantic_network import types
from goldsmith.terminology.store import Terminology

_SHOWN = 20
_PATHS = 20


class Ref(msgspec.Struct, frozen=True, omit_defaults=True):
    """A concept as others speak of it; without a title where it is in no terminology here."""

    system: str
    code: str
    title: str = ""

    @property
    def key(self) -> str:
        """SYSTEM:CODE."""
        return f"{self.system}:{self.code}"


class Crossing(msgspec.Struct, frozen=True):
    """A concept of another terminology (or system) that this one is tied to, and who refers."""

    terms: str
    concept: Ref
    refers: str
    """`to it` when the other one refers to this, `from here` when this refers to the other."""


class Page(msgspec.Struct, frozen=True):
    """A concept with its names, its place in the hierarchy, and its ties to others."""

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
    """Ways from a root down to the parent, at most twenty."""
    xrefs: tuple[str, ...]
    crossings: tuple[Crossing, ...]


class Node(msgspec.Struct, frozen=True, omit_defaults=True):
    """A concept in a tree. `below` counts its descendants, `more` the children left out."""

    system: str
    code: str
    title: str
    below: int
    children: tuple[Node, ...] = ()
    more: int = 0


class Tree(msgspec.Struct, frozen=True, omit_defaults=True):
    """The hierarchy of one terminology from some concepts down."""

    terms: str
    roots: tuple[Node, ...]
    more: int = 0


# Pages


def pages(several: Sequence[Terminology], key: str, *, others: Iterable[Terminology]) -> list[Page]:
    """All about the concepts with that code, with their ties to all the others."""
    around = list({terms.folder: terms for terms in (*several, *others)}.values())
    return [_page(terms, number, around) for terms, number in located(several, key)]


def _page(terms: Terminology, number: int, around: Sequence[Terminology]) -> Page:
    concept = terms.concept(number)
    children = terms.children(number)
    return Page(
        terms.name,
        concept.system,
        concept.code,
        terms.title(number),
        concept.names,
        concept.types,
        tuple(types()[kind].name if kind in types() else kind for kind in concept.types),
        concept.definition,
        concept.retired,
        tuple(_named(key, concept.system, around) for key in concept.replaced_by),
        tuple(_refs(terms, terms.parents(number))),
        tuple(_refs(terms, children[:_SHOWN])),
        len(children),
        len(terms.siblings(number)),
        tuple(tuple(_refs(terms, path[:-1])) for path in terms.paths(number, limit=_PATHS)),
        concept.xrefs,
        tuple(_crossings(terms, number, around)),
    )


def _refs(terms: Terminology, numbers: Iterable[int]) -> Iterator[Ref]:
    return (Ref(terms.system(one), terms.code(one), terms.title(one)) for one in numbers)


def _named(key: str, system: str, around: Sequence[Terminology]) -> Ref:
    """The concept that a replacement names: a code of the same system, or SYSTEM:CODE."""
    before, colon, after = key.partition(":")
    for owner, code in ((system, key), (before, after)):
        for terms in around:
            number = terms.number(code, owner) if owner and code else None
            if number is not None:
                return Ref(owner, code, terms.title(number))
    return Ref(before, after) if colon else Ref(system, key)


def _crossings(
    terms: Terminology, number: int, around: Sequence[Terminology]
) -> Iterator[Crossing]:
    """Concepts that it refers to, then those that refer to it, each once."""
    key, xrefs = terms.key(number), terms.concept(number).xrefs
    tied = [("from here", other, list(_there(other, xrefs))) for other in around]
    tied += [("to it", other, other.referring(key)) for other in around]
    seen = {key}
    for refers, other, numbers in tied:
        for ref in _refs(other, numbers):
            if ref.key not in seen:
                seen.add(ref.key)
                yield Crossing(other.name, ref, refers)


def _there(terms: Terminology, keys: Iterable[str]) -> Iterator[int]:
    for key in keys:
        system, _, code = key.partition(":")
        number = terms.number(code, system) if system else None
        if number is not None:
            yield number


# Trees


def browse(
    several: Sequence[Terminology], key: str = "", *, depth: int = 1, limit: int = 30
) -> list[Tree]:
    """The hierarchy from the roots, or from one concept, and so many levels below.

    Of the children of a concept, and of the roots, at most `limit` are given.
    """
    check_limit(limit)
    if depth < 0:
        raise InputError(f"the depth {depth} is below nothing", expected="0 or more")
    if key:
        found = located(several, key)
        return [Tree(one.name, (_node(one, number, depth, limit),)) for one, number in found]
    return [_tree(one, depth, limit) for one in several]


def _tree(terms: Terminology, depth: int, limit: int) -> Tree:
    roots = terms.roots.tolist()
    nodes = tuple(_node(terms, number, depth, limit) for number in roots[:limit])
    return Tree(terms.name, nodes, max(0, len(roots) - limit))


def _node(terms: Terminology, number: int, depth: int, limit: int) -> Node:
    children = terms.children(number) if depth else []
    return Node(
        terms.system(number),
        terms.code(number),
        terms.title(number),
        count_below(terms, number),
        tuple(_node(terms, child, depth - 1, limit) for child in children[:limit]),
        max(0, len(children) - limit),
    )


def count_below(terms: Terminology, number: int) -> int:
    """How many concepts stand below one, each counted once; layer by layer, without a loop."""
    lists = terms.lists("concept.child")
    seen = np.zeros(len(terms), np.bool_)
    layer = np.array([number], np.int64)
    while len(layer):
        first = lists.ends[layer]
        sizes = lists.ends[layer + 1] - first
        skipped = np.repeat(np.cumsum(sizes) - sizes, sizes)
        steps = lists.values[np.repeat(first, sizes) + np.arange(sizes.sum()) - skipped]
        layer = np.unique(steps[~seen[steps]]).astype(np.int64)
        seen[layer] = True
    return int(seen.sum())
