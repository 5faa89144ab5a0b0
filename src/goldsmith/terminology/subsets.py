"""Subsets of terminologies: which concepts are disorders, and which entity type a concept has.

A subset is a TOML file: one or more selections of concepts, or a mapping from entity types to
selections. A file covers many terminologies; selections from other terminologies select nothing.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from goldsmith.core.decoding import BAD_TOML
from goldsmith.errors import InputError, UnknownName
from goldsmith.terminology import semantic_network
from goldsmith.terminology.selection import TUI, Mask, Selection, find_problem, mask_selection
from goldsmith.terminology.store import Terminology

_SUFFIX = ".toml"
_MESH = re.compile(r"[A-Z]\d\d")


Parts: TypeAlias = Selection | tuple[Selection, ...]


class _File(Selection, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The content of a file: a selection, further selections, or a mapping."""

    title: str
    description: str = ""
    source: str = ""
    also: tuple[Selection, ...] = ()
    mapping: dict[str, Parts] = {}


@dataclass(frozen=True)
class EntityTypes:
    """The entity type of each concept: `codes` are indices into `names`, -1 for none."""

    names: tuple[str, ...]
    codes: NDArray[np.int8]

    def __getitem__(self, number: int) -> str | None:
        """Return the entity type of a concept."""
        code = int(self.codes[number])
        return self.names[code] if code >= 0 else None

    def mask(self, name: str) -> Mask:
        """Return a mask of the concepts with an entity type."""
        if name not in self.names:
            raise UnknownName("entity type", name, self.names)
        mask: Mask = self.codes == self.names.index(name)
        return mask


@dataclass(frozen=True)
class Subset:
    """A subset of terminologies: the union of its selections, by entity type in a mapping."""

    name: str
    title: str
    description: str
    source: str
    #: Selections by entity type; under "" if the subset is not a mapping.
    parts: dict[str, tuple[Selection, ...]]

    @classmethod
    def load(cls, name: str | Path) -> Subset:
        """Load a built-in subset by name, or a subset from a TOML file.

        Raises:
            UnknownName: There is no built-in subset of that name.
            InputError: The file cannot be read or is invalid.
        """
        if isinstance(name, str) and name in names():
            text = files(__package__).joinpath("subset_files", name + _SUFFIX).read_text("utf-8")
            return _read(text, name, name)
        path = Path(name)
        if path.suffix != _SUFFIX:
            raise UnknownName("subset", str(name), names())
        try:
            return _read(path.read_text("utf-8"), path.stem, str(path))
        except FileNotFoundError:
            raise InputError("there is no such file", where=str(path)) from None
        except UnicodeDecodeError:
            raise InputError(
                "this is not UTF-8", where=str(path), expected="a text file in UTF-8"
            ) from None

    @property
    def entities(self) -> tuple[str, ...]:
        """The entity types of the mapping; empty if the subset is not a mapping."""
        return tuple(filter(None, self.parts))

    def mask(self, terminology: Terminology) -> Mask:
        """Return a mask of the concepts of the subset.

        Raises:
            InputError: No selection applies to the terminology, or a type is unknown.
        """
        union = np.zeros(len(terminology), np.bool_)
        for _, mask in self._masks(terminology):
            union |= mask
        return union

    def entity_types(self, terminology: Terminology) -> EntityTypes:
        """Return the entity type of each concept; the first in the file if several apply.

        Raises:
            InputError: The subset is not a mapping, or no selection applies to the terminology.
        """
        if not self.entities:
            raise InputError(
                f"the subset {self.name} has no entity types",
                expected="a subset with [mapping]",
                remedy=f"Use a built-in mapping: {', '.join(_list_mappings())}",
            )
        codes = np.full(len(terminology), -1, np.int8)
        for entity, mask in self._masks(terminology):
            codes[mask & (codes < 0)] = self.entities.index(entity)
        return EntityTypes(self.entities, codes)

    def _masks(self, terminology: Terminology) -> list[tuple[str, Mask]]:
        self._check_types(terminology)
        masks = [
            (entity, mask)
            for entity, parts in self.parts.items()
            for part in parts
            if (mask := mask_selection(part, terminology, self.name)) is not None
        ]
        if not masks:
            raise InputError(
                f"the subset {self.name} selects nothing in {terminology.name}",
                expected="a type of " + (", ".join(terminology.types[:20]) or "none")
                + ", or a system of " + ", ".join(terminology.systems),
                remedy="Write a subset for it: docs/reference/terminology/subsets.md",
            )  # fmt: skip
        return masks

    def _check_types(self, terminology: Terminology) -> None:
        """Raise InputError for types that occur in no known terminology."""
        vocabulary = {*terminology.types, *_list_subset_types()}
        types = {kind for parts in self.parts.values() for part in parts for kind in part.kinds}
        unknown = sorted(
            kind
            for kind in types - vocabulary
            if not (TUI.fullmatch(kind) or _MESH.fullmatch(kind))
        )
        if unknown:
            raise InputError(
                f"the subset {self.name} has types that are not in {terminology.name}: "
                + "; ".join(_suggest(kind, vocabulary | _list_type_names()) for kind in unknown),
                expected="TUIs, names of semantic types, or types of the source",
            )


def names() -> tuple[str, ...]:
    """Return the sorted names of the built-in subsets."""
    files_ = (entry.name for entry in files(__package__).joinpath("subset_files").iterdir())
    return tuple(sorted(name.removesuffix(_SUFFIX) for name in files_ if name.endswith(_SUFFIX)))


@cache
def _list_subset_types() -> frozenset[str]:
    """Return the types in the built-in subsets."""
    selections = (
        selection
        for name in names()
        for parts in Subset.load(name).parts.values()
        for selection in parts
    )
    return frozenset(kind for selection in selections for kind in selection.kinds)


def _list_type_names() -> set[str]:
    return {entry.name for entry in semantic_network.load_types().values()}


def _list_mappings() -> Iterator[str]:
    return (name for name in names() if Subset.load(name).entities)


def _read(text: str, name: str, where: str) -> Subset:
    try:
        content = msgspec.convert(tomllib.loads(text), _File)
    except (*BAD_TOML, msgspec.ValidationError) as error:
        raise InputError(f"this subset cannot be read: {error}", where=where) from None
    parts = {entity: _to_tuple(selections) for entity, selections in content.mapping.items()}
    if content or content.also or not parts:
        parts[""] = (content, *content.also)
    problem = _find_problem(content, [part for row in parts.values() for part in row])
    if problem:
        raise problem.at(where)
    return Subset(name, content.title, content.description, content.source, parts)


def _to_tuple(parts: Parts) -> tuple[Selection, ...]:
    return (parts,) if isinstance(parts, Selection) else parts


def _find_problem(content: _File, parts: list[Selection]) -> InputError | None:
    """Return an error if the file is invalid for every terminology."""
    if content.mapping and (content or content.also or content.excluded):
        return InputError(
            "the file has both a selection and a mapping", expected="one or the other"
        )
    if not all(parts):
        return InputError(
            "a selection has no filter",
            expected="types, groups, systems, vocabularies or below",
        )
    return next(filter(None, map(find_problem, parts)), None)


def _suggest(kind: str, names: Iterable[str]) -> str:
    close = difflib.get_close_matches(kind, sorted(names), n=3)
    return f"{kind} (did you mean {' or '.join(close)}?)" if close else kind
