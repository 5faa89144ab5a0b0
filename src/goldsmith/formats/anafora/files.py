"""Which files of an Anafora folder belong together, and whose annotations each of them holds.

A document is a folder with its text, a file of the folder's name, and any number of annotation
files beside it: `<document>.<schema>.<annotator>.<status>.xml`. The names of documents and schemas
may hold dots, those of annotators do not.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePosixPath

import msgspec

from goldsmith.core import AnnotationSet
from goldsmith.formats.base import Unit

XML = ".xml"
_TEXT = ".txt"
_WITHOUT_TEXT = re.compile(r"(.+?)\.[^.]+\.[^.]+\.(?:completed|inprogress)\.xml")
#: What stands in a file's name for the schema of a set that has none.
_NO_SCHEMA = "Goldsmith"
_NOT_IN_ANNOTATOR = re.compile(r'[./\\<>:"|?*@\x00-\x1f]')
_NOT_IN_SCHEMA = re.compile(r'[/\\<>:"|?*@\x00-\x1f]')


class Layer(msgspec.Struct, frozen=True):
    """An annotation file: what its name says."""

    file: str
    schema: str = ""
    annotator: str = ""


class Folder(Unit, frozen=True):
    """A document with all of its annotation files, by the name of the set that each becomes."""

    layers: tuple[tuple[str, Layer], ...] = ()


def folders(names: Sequence[str]) -> list[Folder]:
    """The documents among the files of a tree, in order."""
    inside: dict[str, set[str]] = defaultdict(set)
    for name in names:
        folder, _, base = name.rpartition("/")
        inside[folder].add(base)
    texts: dict[str, str] = {}
    layers: dict[str, list[Layer]] = defaultdict(list)
    for folder, bases in inside.items():
        _sort(folder, bases, texts, layers)
    doubled = _doubled(layers.values())
    return [_unit(key, texts, layers[key], doubled) for key in sorted(texts.keys() | layers.keys())]


def _sort(
    folder: str, bases: set[str], texts: dict[str, str], layers: dict[str, list[Layer]]
) -> None:
    """Sorts the files of one folder into texts and annotation files of documents."""
    leaf = PurePosixPath(folder).name
    annotations = {base for base in bases if base.endswith(XML) and base != leaf}
    # In reverse, so that of "note" and "note.txt" the first is the text.
    stems = {base.removesuffix(_TEXT): base for base in sorted(bases - annotations, reverse=True)}
    prefix = f"{folder}/" if folder else ""
    if leaf in stems:
        texts[folder] = prefix + stems[leaf]
    for base in sorted(annotations):
        stem = leaf if leaf and base.startswith(f"{leaf}.") else _beside(base, stems)
        if stem:
            key = folder if stem == leaf else prefix + stem
            layers[key].append(_layer(prefix + base, base[len(stem) : -len(XML)]))
            if stem in stems:
                texts[key] = prefix + stems[stem]


def _beside(base: str, stems: Mapping[str, str]) -> str:
    """The document of an annotation file that does not stand in its document's folder."""
    stem = base
    while stem:
        stem = stem.rpartition(".")[0]
        if stem in stems:
            return stem
    named = _WITHOUT_TEXT.fullmatch(base)
    return named[1] if named else ""


def _layer(file: str, rest: str) -> Layer:
    parts = rest.strip(".").split(".") if rest.strip(".") else []
    if len(parts) > 2:
        return Layer(file, ".".join(parts[:-2]), parts[-2])
    return Layer(file, *parts)


def _doubled(documents: Iterable[Iterable[Layer]]) -> set[str]:
    """The annotators who have more than one file for some document."""
    return {
        annotator
        for layers in documents
        for annotator, count in Counter(layer.annotator for layer in layers).items()
        if count > 1
    }


def _unit(key: str, texts: dict[str, str], layers: list[Layer], doubled: set[str]) -> Folder:
    named = tuple((_set_name(layer, doubled), layer) for layer in layers)
    return Folder(key, layers[0].file if layers else "", texts.get(key, ""), named)


def _set_name(layer: Layer, doubled: set[str]) -> str:
    return f"{layer.annotator}.{layer.schema}" if layer.annotator in doubled else layer.annotator


def schema_of(layer: Layer) -> str:
    """The schema that a set follows."""
    return "" if layer.schema == _NO_SCHEMA else layer.schema


def named(doc_name: str, sets: Mapping[str, AnnotationSet]) -> dict[str, Layer]:
    """The file for each set of a document, by the set's name."""
    found: dict[str, Layer] = {}
    taken: set[tuple[str, str]] = set()
    for name, one in sets.items():
        schema = _NOT_IN_SCHEMA.sub("_", one.schema).strip(" .") or _NO_SCHEMA
        annotator = _NOT_IN_ANNOTATOR.sub("_", name.removesuffix(f".{schema}")).strip() or "_"
        while (schema, annotator) in taken:
            annotator += "_"
        taken.add((schema, annotator))
        file = f"{doc_name}.{schema}.{annotator}.completed{XML}"
        found[name] = Layer(file, schema, annotator)
    return found


def renamed(sets: Mapping[str, AnnotationSet]) -> int:
    """How many sets of a document would come back under another name."""
    layers = named("", sets)
    doubled = _doubled([layers.values()])
    return sum(_set_name(layer, doubled) != name for name, layer in layers.items())
