"""Parts of a terminology as data: which concepts are disorders, and which type an entity gets.

A subset is a TOML file: one or more selections of concepts, or a mapping from entity types to
selections. The files speak of many terminologies at once: what is said of one that is not there
selects nothing.
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

from goldsmith.errors import InputError, UnknownName
from goldsmith.terminology import semantic_network
from goldsmith.terminology.selection import TUI, Mask, Selection, mask_of, wrong
from goldsmith.terminology.store import Terminology

_SUFFIX = ".toml"
_MESH = re.compile(r"[A-Z]\d\d")


Parts: TypeAlias = Selection | tuple[Selection, ...]


class _File(Selection, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A selection, further ones that are added to it, or a mapping."""

    title: str
    description: str = ""
    source: str = ""
    also: tuple[Selection, ...] = ()
    mapping: dict[str, Parts] = {}


@dataclass(frozen=True)
class EntityTypes:
    """The entity type of each concept: `codes` are places in `names`, -1 where there is none."""

    names: tuple[str, ...]
    codes: NDArray[np.int8]

    def __getitem__(self, number: int) -> str | None:
        """The entity type of a concept."""
        code = int(self.codes[number])
        return self.names[code] if code >= 0 else None

    def mask(self, name: str) -> Mask:
        """Which concepts have that entity type."""
        if name not in self.names:
            raise UnknownName("entity type", name, self.names)
        mask: Mask = self.codes == self.names.index(name)
        return mask


@dataclass(frozen=True)
class Subset:
    """A part of terminologies: several selections together, under entity types in a mapping."""

    name: str
    title: str
    description: str
    source: str
    #: Selections by entity type; under "" when the subset is no mapping.
    parts: dict[str, tuple[Selection, ...]]

    @classmethod
    def load(cls, name: str | Path) -> Subset:
        """The built-in subset of that name, or the one in the file."""
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
        """The entity types it maps to; none when it is no mapping."""
        return tuple(filter(None, self.parts))

    def mask(self, terminology: Terminology) -> Mask:
        """Which concepts belong to it; raises InputError when it speaks of nothing there."""
        keep = np.zeros(len(terminology), np.bool_)
        for _, mask in self._masks(terminology):
            keep |= mask
        return keep

    def entity_types(self, terminology: Terminology) -> EntityTypes:
        """The entity type of each concept; the first in the file where several fit."""
        if not self.entities:
            raise InputError(
                f"the subset {self.name} gives no entity types",
                expected="a subset with [mapping]",
                remedy=f"Of the built-in ones {', '.join(_mappings())} has it",
            )
        codes = np.full(len(terminology), -1, np.int8)
        for entity, mask in self._masks(terminology):
            codes[mask & (codes < 0)] = self.entities.index(entity)
        return EntityTypes(self.entities, codes)

    def _masks(self, terminology: Terminology) -> list[tuple[str, Mask]]:
        self._check_types(terminology)
        found = [
            (entity, mask)
            for entity, parts in self.parts.items()
            for part in parts
            if (mask := mask_of(part, terminology, self.name)) is not None
        ]
        if not found:
            raise InputError(
                f"the subset {self.name} speaks of nothing that is in {terminology.name}",
                expected="a type of " + (", ".join(terminology.types[:20]) or "none")
                + ", or a system of " + ", ".join(terminology.systems),
                remedy="Write a subset for it: docs/terminology/subsets.md",
            )  # fmt: skip
        return found

    def _check_types(self, terminology: Terminology) -> None:
        """Raise InputError for types that neither the terminology nor any known source has."""
        known = {*terminology.types, *_known_types()}
        given = {kind for parts in self.parts.values() for part in parts for kind in part.kinds}
        unknown = sorted(
            kind for kind in given - known if not (TUI.fullmatch(kind) or _MESH.fullmatch(kind))
        )
        if unknown:
            raise InputError(
                f"the subset {self.name} has types that are not in {terminology.name}: "
                + "; ".join(_with_near(kind, known | _type_names()) for kind in unknown),
                expected="semantic types: TUIs, their names, or the source's own",
            )


def names() -> tuple[str, ...]:
    """The names of the built-in subsets, sorted."""
    found = (entry.name for entry in files(__package__).joinpath("subset_files").iterdir())
    return tuple(sorted(name.removesuffix(_SUFFIX) for name in found if name.endswith(_SUFFIX)))


@cache
def _known_types() -> frozenset[str]:
    """The types that built-in subsets name."""
    every = (part for name in names() for several in Subset.load(name).parts.values()
             for part in several)  # fmt: skip
    return frozenset(kind for part in every for kind in part.kinds)


def _type_names() -> set[str]:
    return {one.name for one in semantic_network.types().values()}


def _mappings() -> Iterator[str]:
    return (name for name in names() if Subset.load(name).entities)


def _read(text: str, name: str, where: str) -> Subset:
    try:
        given = msgspec.convert(tomllib.loads(text), _File)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise InputError(f"this subset cannot be read: {error}", where=where) from None
    parts = {entity: _tuple(several) for entity, several in given.mapping.items()}
    if given or given.also or not parts:
        parts[""] = (given, *given.also)
    problem = _problem(given, [part for several in parts.values() for part in several])
    if problem:
        raise problem.at(where)
    return Subset(name, given.title, given.description, given.source, parts)


def _tuple(parts: Parts) -> tuple[Selection, ...]:
    return (parts,) if isinstance(parts, Selection) else parts


def _problem(given: _File, parts: list[Selection]) -> InputError | None:
    """What is wrong with the file whatever the terminology."""
    if given.mapping and (given or given.also or given.excluded):
        return InputError("there is a selection beside the mapping", expected="one or the other")
    if not all(parts):
        return InputError(
            "a selection selects nothing",
            expected="types, groups, systems, vocabularies or below",
        )
    return next(filter(None, map(wrong, parts)), None)


def _with_near(kind: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(kind, sorted(known), n=3)
    return f"{kind} (did you mean {' or '.join(near)}?)" if near else kind
