"""A selection of concepts: by semantic type, group, system, vocabulary and subtree."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from goldsmith.errors import InputError, UnknownName
from goldsmith.terminology import semantic_network
from goldsmith.terminology.store import Terminology

TUI = re.compile(r"T\d{3}")
Mask: TypeAlias = NDArray[np.bool_]


class Selection(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Concepts for which all that is given holds: `types` and `groups` count as one."""

    #: Semantic types: TUIs or their names, or a source's own (C04 of MeSH, disorder of SNOMED CT).
    types: tuple[str, ...] = ()
    #: Semantic groups of the UMLS, such as DISO.
    groups: tuple[str, ...] = ()
    #: Coding systems.
    systems: tuple[str, ...] = ()
    #: Vocabularies of the UMLS that a name of the concept comes from.
    vocabularies: tuple[str, ...] = ()
    #: Roots of subtrees, each SYSTEM:CODE; a root belongs to its subtree.
    below: tuple[str, ...] = ()
    #: Roots of subtrees to leave out.
    excluded: tuple[str, ...] = msgspec.field(default=(), name="except")

    def __bool__(self) -> bool:
        return any((self.types, self.groups, self.systems, self.vocabularies, self.below))

    @property
    def kinds(self) -> tuple[str, ...]:
        """Its semantic types, those of its groups among them, TUIs for names."""
        by_name = semantic_network.by_name()
        own = (by_name.get(one, one) for one in self.types)
        return tuple(dict.fromkeys((*own, *semantic_network.of_groups(self.groups))))


def wrong(part: Selection) -> InputError | None:
    """What is wrong with a selection whatever the terminology."""
    for group in part.groups:
        if group not in semantic_network.GROUPS:
            return UnknownName("semantic group", group, semantic_network.GROUPS)
    for kind in part.types:
        if TUI.fullmatch(kind) and kind not in semantic_network.types():
            return InputError(f"there is no semantic type {kind}", expected="a TUI of the UMLS")
    for root in (*part.below, *part.excluded):
        if not all(root.partition(":")):
            return InputError(f"the root {root} has no system", expected="SYSTEM:CODE")
    return None


def mask_of(part: Selection, terminology: Terminology, name: str) -> Mask | None:
    """The concepts of a selection; None when it speaks of other terminologies only."""
    kinds = set(part.kinds) & set(terminology.types)
    systems = set(part.systems) & set(terminology.systems)
    below = list(_roots(part.below, terminology, name))
    pairs = ((part.kinds, kinds), (part.systems, systems), (part.below, below))
    if any(asked and not there for asked, there in pairs):
        return None
    keep = terminology.mask(types=kinds, systems=systems, below=below)
    if part.vocabularies:
        keep &= _of_vocabularies(part.vocabularies, terminology)
    if out := list(_roots(part.excluded, terminology, name)):
        keep &= ~terminology.mask(below=out)
    return keep


def _roots(keys: Iterable[str], terminology: Terminology, name: str) -> Iterator[int]:
    for key in keys:
        system, _, code = key.partition(":")
        if system in terminology.systems:
            number = terminology.number(code, system)
            if number is None:
                raise InputError(
                    f"the subset {name} has the root {key}, which is not in {terminology.name}",
                    expected=f"a code of {system} that is there",
                    remedy="Look for it by name with `goldsmith terms search`",
                )
            yield number


def _of_vocabularies(vocabularies: Iterable[str], terminology: Terminology) -> Mask:
    """Which concepts have a name that comes from one of the vocabularies."""
    there = list(terminology.strings("source").all())
    places = [at for at, source in enumerate(there) if source in set(vocabularies)]
    keep = np.zeros(len(terminology), np.bool_)
    arrays = terminology.arrays
    keep[arrays["name.concept"][np.isin(arrays["name.source"], places)]] = True
    return keep
