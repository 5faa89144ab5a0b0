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
    """Concepts that pass every filter that is set.

    `types` and `groups` form one filter: a concept needs a type of either.
    """

    #: Semantic types: TUIs, their names, or a source's own (C04 of MeSH, disorder of SNOMED CT).
    types: tuple[str, ...] = ()
    #: Semantic groups of the UMLS, such as DISO.
    groups: tuple[str, ...] = ()
    #: Coding systems.
    systems: tuple[str, ...] = ()
    #: Vocabularies of the UMLS; a name of the concept must come from one of them.
    vocabularies: tuple[str, ...] = ()
    #: Roots of subtrees, each SYSTEM:CODE, including the roots.
    below: tuple[str, ...] = ()
    #: Roots of subtrees to exclude.
    excluded: tuple[str, ...] = msgspec.field(default=(), name="except")

    def __bool__(self) -> bool:
        return any((self.types, self.groups, self.systems, self.vocabularies, self.below))

    @property
    def kinds(self) -> tuple[str, ...]:
        """Its semantic types, including those of its groups, with TUIs instead of names."""
        by_name = semantic_network.map_names()
        own = (by_name.get(kind, kind) for kind in self.types)
        return tuple(dict.fromkeys((*own, *semantic_network.list_group_types(self.groups))))


def find_problem(part: Selection) -> InputError | None:
    """Return an error if a selection is invalid for every terminology."""
    for group in part.groups:
        if group not in semantic_network.GROUPS:
            return UnknownName("semantic group", group, semantic_network.GROUPS)
    for kind in part.types:
        if TUI.fullmatch(kind) and kind not in semantic_network.load_types():
            return InputError(f"there is no semantic type {kind}", expected="a TUI of the UMLS")
    for root in (*part.below, *part.excluded):
        if not all(root.partition(":")):
            return InputError(f"the root {root} has no system", expected="SYSTEM:CODE")
    return None


def mask_selection(part: Selection, terminology: Terminology, name: str) -> Mask | None:
    """Return a mask of the concepts of a selection.

    Args:
        part: The selection.
        terminology: The terminology.
        name: The name of the subset, for messages.

    Returns:
        The mask, or None if a filter names nothing of this terminology.

    Raises:
        InputError: The terminology has the system of a root but not its code.
    """
    kinds = set(part.kinds) & set(terminology.types)
    systems = set(part.systems) & set(terminology.systems)
    below = list(_find_roots(part.below, terminology, name))
    pairs = ((part.kinds, kinds), (part.systems, systems), (part.below, below))
    if any(requested and not available for requested, available in pairs):
        return None
    mask = terminology.mask(types=kinds, systems=systems, below=below)
    if part.vocabularies:
        mask &= _mask_vocabularies(part.vocabularies, terminology)
    if excluded := list(_find_roots(part.excluded, terminology, name)):
        mask &= ~terminology.mask(below=excluded)
    return mask


def _find_roots(keys: Iterable[str], terminology: Terminology, name: str) -> Iterator[int]:
    for key in keys:
        system, _, code = key.partition(":")
        if system in terminology.systems:
            number = terminology.get_number(code, system)
            if number is None:
                raise InputError(
                    f"the root {key} of the subset {name} is not in {terminology.name}",
                    expected=f"a code of {system} in this terminology",
                    remedy="Look for it by name with `goldsmith terms search`",
                )
            yield number


def _mask_vocabularies(vocabularies: Iterable[str], terminology: Terminology) -> Mask:
    """Return a mask of the concepts with a name from one of the vocabularies."""
    selected = set(vocabularies)
    sources = enumerate(terminology.strings("source"))
    indices = [index for index, source in sources if source in selected]
    mask = np.zeros(len(terminology), np.bool_)
    arrays = terminology.arrays
    mask[arrays["name.concept"][np.isin(arrays["name.source"], indices)]] = True
    return mask
