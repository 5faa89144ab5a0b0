"""Compiles concepts from sources into one folder that look-up, search and candidates open."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from goldsmith.errors import InputError
from goldsmith.terminology import sources
from goldsmith.terminology.concept import KINDS, Concept, Name
from goldsmith.terminology.index import container
from goldsmith.terminology.index.container import Manifest, Origin
from goldsmith.terminology.index.hierarchy import acyclic
from goldsmith.terminology.index.names import look_up_arrays
from goldsmith.terminology.index.packed import pack_lists, pack_strings
from goldsmith.terminology.index.trigrams import gram_arrays
from goldsmith.terminology.index.word_weights import weights
from goldsmith.terminology.index.words import folded
from goldsmith.terminology.search.names import search_arrays

Progress = Callable[[str], None]


@dataclass(frozen=True)
class Given:
    """A source to compile: its kind, the file or folder, and what to take from it."""

    source: str
    path: Path
    options: sources.Options = field(default_factory=sources.Options)
    licence: str = ""


def compile_sources(
    given: Sequence[Given], out: Path, *, name: str = "", progress: Progress = lambda _: None
) -> Manifest:
    """The manifest of a terminology compiled from several sources; what was at `out` goes last."""
    concepts: dict[str, Concept] = {}
    origins = []
    for one in given:
        progress(f"reading {one.path.name}")
        origins.append(_take(one, concepts))
    progress(f"compiling {len(concepts):,} concepts")
    return compile_concepts(concepts.values(), out, name=name or out.name, origins=origins)


def _take(given: Given, concepts: dict[str, Concept]) -> Origin:
    """What was read from a source; its concepts go to `concepts`."""
    options = sources.checked(given.source, given.options)
    release = sources.get(given.source).read(given.path, options)
    count = total = 0
    for concept in release.concepts:
        before = concepts.get(concept.key)
        concepts[concept.key] = _merged(before, concept, given.path) if before else concept
        count, total = count + 1, total + len(concept.names)
    if not count:
        raise InputError(
            "there are no concepts in it",
            where=str(given.path),
            remedy="Are filters (languages, vocabularies) too narrow?",
        )
    return Origin(
        source=given.source,
        title=release.title,
        version=release.version,
        licence=release.licence or given.licence,
        files={path.name: sources.digest(path) for path in release.files},
        options=msgspec.to_builtins(options),
        concepts=count,
        names=total,
    )


def _merged(first: Concept, second: Concept, path: Path) -> Concept:
    """One concept of two with the same code, which must have a name in common."""
    known = {folded(name.text) for name in first.names}
    if not (first.retired or second.retired) and known.isdisjoint(
        folded(name.text) for name in second.names
    ):
        raise InputError(
            f"the code {first.key} was given before, with a different meaning",
            where=str(path),
            expected="the same names, or another system",
            remedy="File one of them under another system with --system",
        )
    if first.retired and not second.retired:
        first, second = second, first
    others = (
        msgspec.structs.replace(name, kind="synonym") if name.kind == "preferred" else name
        for name in second.names
        if folded(name.text) not in known
    )
    return msgspec.structs.replace(
        first,
        names=(*first.names, *others),
        types=_union(first.types, second.types),
        definition=first.definition or second.definition,
        parents=_union(first.parents, second.parents),
        xrefs=_union(first.xrefs, second.xrefs),
        replaced_by=_union(first.replaced_by, second.replaced_by),
    )


def _union(first: Iterable[str], second: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(chain(first, second)))


def compile_concepts(
    concepts: Iterable[Concept], out: Path, *, name: str, origins: Sequence[Origin] = ()
) -> Manifest:
    """The manifest of a terminology compiled from concepts; the same input gives the same bytes."""
    ordered = sorted(concepts, key=lambda concept: (concept.system, concept.code))
    place = {concept.key: number for number, concept in enumerate(ordered)}
    parents = [_parents(concept, place) for concept in ordered]
    acyclic(parents, lambda number: ordered[number].key)
    names = [tuple(_ordered(concept)) for concept in ordered]
    arrays = {**_concept_arrays(ordered, parents), **_name_arrays(names)}
    flat = [one for several in names for one in several]
    live = [not concept.retired for concept, own in zip(ordered, names, strict=True) for _ in own]
    kinds = [one.kind for one in flat]
    found, words, by_name = look_up_arrays([one.text for one in flat], kinds, live)
    arrays |= found | search_arrays([one.text for one in flat], kinds, live, words, by_name)
    arrays |= gram_arrays(words.normals)
    arrays["name.weight"] = weights(by_name.values, by_name.ends, len(words.normals))
    systems: dict[str, int] = {}
    for concept in ordered:
        systems[concept.system] = systems.get(concept.system, 0) + 1
    manifest = Manifest(0, name, len(ordered), len(flat), systems, "", 0, tuple(origins), {})
    return container.save(out, arrays, manifest)


def _parents(concept: Concept, place: Mapping[str, int]) -> list[int]:
    """The numbers of its parents that are there; a release in part may lack some."""
    keys = (f"{concept.system}:{code}" for code in dict.fromkeys(concept.parents))
    return [place[key] for key in keys if key in place]


def _ordered(concept: Concept) -> Iterator[Name]:
    """Its names without repetition, the one to show first, the others by kind."""
    seen = dict[str, Name]()
    for name in sorted(concept.names, key=lambda one: KINDS.index(one.kind)):
        text = " ".join(name.text.split())
        if text and text not in seen:
            seen[text] = msgspec.structs.replace(name, text=text)
    return iter(seen.values() or (Name(concept.code, "preferred"),))


def _concept_arrays(
    concepts: Sequence[Concept], parents: Sequence[Sequence[int]]
) -> dict[str, NDArray[Any]]:
    systems = sorted({concept.system for concept in concepts})
    types = sorted({kind for concept in concepts for kind in concept.types})
    type_number = {kind: number for number, kind in enumerate(types)}
    children: list[list[int]] = [[] for _ in concepts]
    for number, above in enumerate(parents):
        for parent in above:
            children[parent].append(number)
    keys, owners = _references(concepts)
    return {
        **pack_strings("system", systems),
        "concept.system": np.array([systems.index(c.system) for c in concepts], np.uint16),
        **pack_strings("concept.code", (concept.code for concept in concepts)),
        **pack_strings("concept.definition", (concept.definition for concept in concepts)),
        "concept.retired": np.array([concept.retired for concept in concepts], np.bool_),
        **pack_strings("type", types),
        **pack_lists("concept.type", [[type_number[k] for k in c.types] for c in concepts]),
        **pack_lists("concept.parent", parents),
        **pack_lists("concept.child", children),
        **pack_strings("concept.xref", ("\n".join(concept.xrefs) for concept in concepts)),
        **pack_strings("concept.replaced", ("\n".join(c.replaced_by) for c in concepts)),
        "xref.key": keys,
        "xref.concept": owners,
    }


def _references(concepts: Sequence[Concept]) -> tuple[NDArray[np.uint64], NDArray[np.int32]]:
    """Keys of all cross-references, sorted, with the concept that has each."""
    pairs = [(key_of(xref), number) for number, c in enumerate(concepts) for xref in c.xrefs]
    pairs.sort()
    keys = np.array([key for key, _ in pairs], np.uint64)
    return keys, np.array([number for _, number in pairs], np.int32)


def key_of(text: str) -> int:
    """A number of 64 bits that stands for a string."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little")


def _name_arrays(names: Sequence[Sequence[Name]]) -> dict[str, NDArray[Any]]:
    flat = [name for own in names for name in own]
    sources_ = sorted({name.source for name in flat})
    number = {source: at for at, source in enumerate(sources_)}
    ends = np.zeros(len(names) + 1, np.int32)
    np.cumsum([len(own) for own in names], out=ends[1:])
    return {
        **pack_strings("name.text", (name.text for name in flat)),
        **pack_strings("source", sources_),
        "concept.names": ends,
        "name.concept": np.repeat(np.arange(len(names), dtype=np.int32), np.diff(ends)),
        "name.kind": np.array([KINDS.index(name.kind) for name in flat], np.uint8),
        "name.source": np.array([number[name.source] for name in flat], np.uint16),
    }
