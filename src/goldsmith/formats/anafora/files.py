"""Files of Anafora: the documents of a tree, and the schema and annotator of each annotation file.

A document is a folder with its text in a file named after the folder, and any number of annotation
files: `<document>.<schema>.<annotator>.<status>.xml`. The names of documents and schemas may
contain dots, but the names of annotators do not.
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
_ANNOTATION_FILE = re.compile(r"(.+?)\.[^.]+\.[^.]+\.(?:completed|inprogress)\.xml")
#: The schema in the file name of a set without a schema.
_NO_SCHEMA = "Goldsmith"
_NOT_IN_ANNOTATOR = re.compile(r'[./\\<>:"|?*@\x00-\x1f]')
_NOT_IN_SCHEMA = re.compile(r'[/\\<>:"|?*@\x00-\x1f]')


class Layer(msgspec.Struct, frozen=True):
    """An annotation file with the schema and annotator in its name."""

    file: str
    schema: str = ""
    annotator: str = ""


class Folder(Unit, frozen=True):
    """A document with its annotation files, each with the name of its set."""

    layers: tuple[tuple[str, Layer], ...] = ()


def find_folders(names: Sequence[str]) -> list[Folder]:
    """Find the documents among the files of a tree, sorted by name."""
    by_folder: dict[str, set[str]] = defaultdict(set)
    for name in names:
        folder, _, file_name = name.rpartition("/")
        by_folder[folder].add(file_name)
    texts: dict[str, str] = {}
    layers: dict[str, list[Layer]] = defaultdict(list)
    for folder, file_names in by_folder.items():
        _assign_files(folder, file_names, texts, layers)
    ambiguous = _find_ambiguous_annotators(layers.values())
    return [
        _build_folder(key, texts, layers[key], ambiguous)
        for key in sorted(texts.keys() | layers.keys())
    ]


def _assign_files(
    folder: str, file_names: set[str], texts: dict[str, str], layers: dict[str, list[Layer]]
) -> None:
    """Assign the files of one folder to documents, as texts or annotation files."""
    leaf = PurePosixPath(folder).name
    annotations = {
        file_name for file_name in file_names if file_name.endswith(XML) and file_name != leaf
    }
    # In reverse order, so that "note" takes precedence over "note.txt".
    stems = {
        file_name.removesuffix(_TEXT): file_name
        for file_name in sorted(file_names - annotations, reverse=True)
    }
    prefix = f"{folder}/" if folder else ""
    if leaf in stems:
        texts[folder] = prefix + stems[leaf]
    for file_name in sorted(annotations):
        stem = (
            leaf if leaf and file_name.startswith(f"{leaf}.") else _find_document(file_name, stems)
        )
        if stem:
            key = folder if stem == leaf else prefix + stem
            layers[key].append(_parse_layer(prefix + file_name, file_name[len(stem) : -len(XML)]))
            if stem in stems:
                texts[key] = prefix + stems[stem]


def _find_document(file_name: str, stems: Mapping[str, str]) -> str:
    """Find the document of an annotation file that is not in a folder named after the document."""
    stem = file_name
    while stem:
        stem = stem.rpartition(".")[0]
        if stem in stems:
            return stem
    match = _ANNOTATION_FILE.fullmatch(file_name)
    return match[1] if match else ""


def _parse_layer(file: str, rest: str) -> Layer:
    parts = rest.strip(".").split(".") if rest.strip(".") else []
    if len(parts) > 2:
        return Layer(file, ".".join(parts[:-2]), parts[-2])
    return Layer(file, *parts)


def _find_ambiguous_annotators(documents: Iterable[Iterable[Layer]]) -> set[str]:
    """Return the annotators who have more than one file for a document."""
    return {
        annotator
        for layers in documents
        for annotator, count in Counter(layer.annotator for layer in layers).items()
        if count > 1
    }


def _build_folder(
    key: str, texts: dict[str, str], layers: list[Layer], ambiguous: set[str]
) -> Folder:
    named_layers = tuple((_choose_set_name(layer, ambiguous), layer) for layer in layers)
    return Folder(key, layers[0].file if layers else "", texts.get(key, ""), named_layers)


def _choose_set_name(layer: Layer, ambiguous: set[str]) -> str:
    return f"{layer.annotator}.{layer.schema}" if layer.annotator in ambiguous else layer.annotator


def get_schema(layer: Layer) -> str:
    """Return the schema of a set, "" if it has none."""
    return "" if layer.schema == _NO_SCHEMA else layer.schema


def choose_files(doc_name: str, sets: Mapping[str, AnnotationSet]) -> dict[str, Layer]:
    """Choose the file for each set of a document, by the set's name."""
    layers: dict[str, Layer] = {}
    taken: set[tuple[str, str]] = set()
    for name, annotation_set in sets.items():
        schema = _NOT_IN_SCHEMA.sub("_", annotation_set.schema).strip(" .") or _NO_SCHEMA
        annotator = _NOT_IN_ANNOTATOR.sub("_", name.removesuffix(f".{schema}")).strip() or "_"
        while (schema, annotator) in taken:
            annotator += "_"
        taken.add((schema, annotator))
        file = f"{doc_name}.{schema}.{annotator}.completed{XML}"
        layers[name] = Layer(file, schema, annotator)
    return layers


def count_renamed_sets(sets: Mapping[str, AnnotationSet]) -> int:
    """Count the sets of a document that would be read back with another name."""
    layers = choose_files("", sets)
    ambiguous = _find_ambiguous_annotators([layers.values()])
    return sum(_choose_set_name(layer, ambiguous) != name for name, layer in layers.items())
