"""Compilation of concepts into the folder that lookup, search and coding open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from goldsmith.errors import InputError, Remedy
from goldsmith.terminology import sources
from goldsmith.terminology.concept import KINDS, Concept, Name
from goldsmith.terminology.index import container
from goldsmith.terminology.index.hashing import hash_string
from goldsmith.terminology.index.hierarchy import check_acyclic
from goldsmith.terminology.index.lookup_index import build_lookup_arrays
from goldsmith.terminology.index.manifest import Manifest, Origin
from goldsmith.terminology.index.normalisation import fold_text
from goldsmith.terminology.index.packed import pack_lists, pack_strings
from goldsmith.terminology.index.search_index import build_search_arrays
from goldsmith.terminology.index.trigrams import build_trigram_arrays
from goldsmith.terminology.index.word_weights import sum_idf

Progress = Callable[[str], None]


@dataclass(frozen=True)
class SourceInput:
    """A source to compile: its kind, the file or folder, and the options for reading it."""

    source: str
    path: Path
    options: sources.Options = field(default_factory=sources.Options)
    licence: str = ""


def compile_sources(
    inputs: Sequence[SourceInput],
    out: Path,
    *,
    name: str = "",
    progress: Progress = lambda _: None,
) -> Manifest:
    """Compile sources into one terminology, replacing the one at `out` at the very end.

    Args:
        inputs: The sources. Concepts with the same key are merged.
        out: The folder to write.
        name: The name of the terminology; by default the name of the folder.
        progress: Receives a message before each step.

    Raises:
        InputError: A source cannot be read or has no concepts, sources contradict each other, or
            the hierarchy has a cycle.

    Example:
        >>> compile_sources([SourceInput("obo", Path("hp.obo"))], Path("terms/hpo"))
    """
    concepts: dict[str, Concept] = {}
    origins = []
    for source in inputs:
        progress(f"reading {source.path.name}")
        origins.append(_read_source(source, concepts))
    progress(f"compiling {len(concepts):,} concepts")
    return compile_concepts(concepts.values(), out, name=name or out.name, origins=origins)


def _read_source(source: SourceInput, concepts: dict[str, Concept]) -> Origin:
    """Add the concepts of a source to `concepts` and return its description."""
    options = sources.check_options(source.source, source.options)
    release = sources.get(source.source).read(source.path, options)
    count = names = 0
    for concept in release.concepts:
        before = concepts.get(concept.key)
        concepts[concept.key] = _merge(before, concept, source.path) if before else concept
        count, names = count + 1, names + len(concept.names)
    if not count:
        raise InputError(
            "found no concepts",
            where=str(source.path),
            remedy="Check whether the filters (languages, vocabularies) are too narrow",
        )
    return Origin(
        source=source.source,
        title=release.title,
        version=release.version,
        licence=release.licence or source.licence,
        files={path.name: sources.compute_digest(path) for path in release.files},
        options=msgspec.to_builtins(options),
        concepts=count,
        names=names,
    )


def _merge(first: Concept, second: Concept, path: Path) -> Concept:
    """Merge two concepts with the same key, which must have a name in common."""
    texts = {fold_text(name.text) for name in first.names}
    if not (first.retired or second.retired) and texts.isdisjoint(
        fold_text(name.text) for name in second.names
    ):
        raise InputError(
            f"the code {first.key} has a different meaning in a source before this one",
            where=str(path),
            expected="the same names, or another system",
            remedy=Remedy.CHOOSE_CODE_SYSTEM,
        )
    if first.retired and not second.retired:
        first, second = second, first
    new_names = (
        msgspec.structs.replace(name, kind="synonym") if name.kind == "preferred" else name
        for name in second.names
        if fold_text(name.text) not in texts
    )
    return msgspec.structs.replace(
        first,
        names=(*first.names, *new_names),
        types=_unite(first.types, second.types),
        definition=first.definition or second.definition,
        parents=_unite(first.parents, second.parents),
        xrefs=_unite(first.xrefs, second.xrefs),
        replaced_by=_unite(first.replaced_by, second.replaced_by),
    )


def _unite(first: Iterable[str], second: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(chain(first, second)))


def compile_concepts(
    concepts: Iterable[Concept], out: Path, *, name: str, origins: Sequence[Origin] = ()
) -> Manifest:
    """Compile concepts into a terminology, replacing the one at `out`.

    Equal input gives equal bytes.

    Args:
        concepts: The concepts, each key once.
        out: The folder to write.
        name: The name of the terminology.
        origins: The sources of the concepts, for the manifest.

    Raises:
        InputError: The hierarchy has a cycle.
    """
    ordered = sorted(concepts, key=lambda concept: (concept.system, concept.code))
    numbers = {concept.key: number for number, concept in enumerate(ordered)}
    parents = [_list_parents(concept, numbers) for concept in ordered]
    check_acyclic(parents, lambda number: ordered[number].key)
    names = [tuple(_sort_names(concept)) for concept in ordered]
    arrays = {**_build_concept_arrays(ordered, parents), **_build_name_arrays(names)}
    all_names = [name for row in names for name in row]
    live = [not concept.retired for concept, row in zip(ordered, names, strict=True) for _ in row]
    texts, kinds = [name.text for name in all_names], [name.kind for name in all_names]
    lookup_arrays, vocabulary, by_name = build_lookup_arrays(texts, kinds, live)
    arrays |= lookup_arrays | build_search_arrays(texts, kinds, live, vocabulary, by_name)
    arrays |= build_trigram_arrays(vocabulary.normals)
    arrays["name.weight"] = sum_idf(by_name.values, by_name.ends, len(vocabulary.normals))
    systems = dict(Counter(concept.system for concept in ordered))
    manifest = Manifest(0, name, len(ordered), len(all_names), systems, "", 0, tuple(origins), {})
    return container.save(out, arrays, manifest)


def _list_parents(concept: Concept, numbers: Mapping[str, int]) -> list[int]:
    """Return the numbers of its parents; a partial release may lack some of them."""
    keys = (f"{concept.system}:{code}" for code in dict.fromkeys(concept.parents))
    return [numbers[key] for key in keys if key in numbers]


def _sort_names(concept: Concept) -> Iterator[Name]:
    """Return its distinct names by kind, the preferred term first."""
    names = dict[str, Name]()
    for name in sorted(concept.names, key=lambda name: KINDS.index(name.kind)):
        text = " ".join(name.text.split())
        if text and text not in names:
            names[text] = msgspec.structs.replace(name, text=text)
    return iter(names.values() or (Name(concept.code, "preferred"),))


def _build_concept_arrays(
    concepts: Sequence[Concept], parents: Sequence[Sequence[int]]
) -> dict[str, NDArray[Any]]:
    systems = sorted({concept.system for concept in concepts})
    types = sorted({kind for concept in concepts for kind in concept.types})
    type_number = {kind: number for number, kind in enumerate(types)}
    children: list[list[int]] = [[] for _ in concepts]
    for number, row in enumerate(parents):
        for parent in row:
            children[parent].append(number)
    keys, owners = _index_xrefs(concepts)
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


def _index_xrefs(concepts: Sequence[Concept]) -> tuple[NDArray[np.uint64], NDArray[np.int32]]:
    """Return the sorted hashes of all cross-references, and the concept of each."""
    pairs = [(hash_string(xref), number) for number, c in enumerate(concepts) for xref in c.xrefs]
    pairs.sort()
    keys = np.array([key for key, _ in pairs], np.uint64)
    return keys, np.array([number for _, number in pairs], np.int32)


def _build_name_arrays(names: Sequence[Sequence[Name]]) -> dict[str, NDArray[Any]]:
    all_names = [name for row in names for name in row]
    vocabularies = sorted({name.source for name in all_names})
    number = {vocabulary: index for index, vocabulary in enumerate(vocabularies)}
    ends = np.zeros(len(names) + 1, np.int32)
    np.cumsum([len(row) for row in names], out=ends[1:])
    return {
        **pack_strings("name.text", (name.text for name in all_names)),
        **pack_strings("source", vocabularies),
        "concept.names": ends,
        "name.concept": np.repeat(np.arange(len(names), dtype=np.int32), np.diff(ends)),
        "name.kind": np.array([KINDS.index(name.kind) for name in all_names], np.uint8),
        "name.source": np.array([number[name.source] for name in all_names], np.uint16),
    }
