"""Group the files of several annotators who annotated the same documents.

Annotators have a folder each (`Marsh/note-1.txt.xml`) or a prefix each (`A_note-1.txt.xml`), or
both. The names are only a hint: the texts of two files with the same name must be equal. If they
differ, each file is a separate document.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import PurePosixPath

from goldsmith.formats.base import DEFAULT_SET, Unit
from goldsmith.formats.shared.set_names import make_set_name


class AnnotatorFiles(Unit, frozen=True):
    """The files of one document, by the name of their set.

    `evidence` is a pair of files that have the same text if the names are names of annotators.
    """

    files: tuple[tuple[str, str], ...] = ()
    evidence: tuple[str, str] = ("", "")


#: For each file, the annotator that its name suggests, and the rest of the name.
_Split = dict[str, tuple[str, str]]


def group_files(stems: Mapping[str, str]) -> list[Unit]:
    """Return the units among files, sorted by name.

    Args:
        stems: The files, each with its name without the suffix.
    """
    remaining = {file: PurePosixPath(stem) for file, stem in stems.items()}
    units: list[Unit] = []
    for split in chain(_split_at_folders(remaining), _split_at_prefixes(remaining)):
        for unit in _make_units(split):
            units.append(unit)
            for _, file in unit.files:
                del remaining[file]
    units += [Unit(str(stem), file) for file, stem in remaining.items()]
    return sorted(units, key=lambda unit: unit.name)


def _split_at_folders(remaining: Mapping[str, PurePosixPath]) -> Iterator[_Split]:
    """Yield the files below each folder, whose subfolders may belong to annotators."""
    parents = {parent for stem in remaining.values() for parent in stem.parents}
    for parent in sorted(parents, key=lambda path: (len(path.parts), path)):
        for strip in (False, True):
            split = {}
            for file, stem in remaining.items():
                if parent in stem.parents and stem.parent != parent:
                    annotator, *rest = stem.relative_to(parent).parts
                    rest[-1] = _split_prefix(rest[-1])[1] if strip else rest[-1]
                    split[file] = (annotator, str(parent.joinpath(*rest)))
            yield split


def _split_at_prefixes(remaining: Mapping[str, PurePosixPath]) -> Iterator[_Split]:
    """Yield the files in each folder, whose prefixes may identify annotators."""
    for parent in sorted({stem.parent for stem in remaining.values()}):
        split = {
            file: (prefix, str(parent / rest))
            for file, stem in remaining.items()
            for prefix, rest in [_split_prefix(stem.name)]
            if stem.parent == parent and prefix
        }
        shared = set(chain(*(files for files in _group(split).values() if len(files) > 1)))
        yield {file: pair for file, pair in split.items() if pair[0] in shared}


def _split_prefix(name: str) -> tuple[str, str]:
    prefix, _, rest = name.partition("_")
    return (prefix, rest) if prefix and rest else ("", name)


def _group(split: _Split) -> dict[str, dict[str, str]]:
    """Return the file of each annotator, for each document."""
    documents: dict[str, dict[str, str]] = defaultdict(dict)
    for file, (annotator, name) in split.items():
        documents[name][annotator] = file
    return documents


def _make_units(split: _Split) -> list[AnnotatorFiles]:
    """Return the documents of annotators; none if no document has two files."""
    documents = _group(split)
    pairs = [tuple(files.values())[:2] for files in documents.values() if len(files) > 1]
    if not pairs or sum(map(len, documents.values())) < len(split):
        return []
    evidence = (pairs[0][0], pairs[0][1])
    return [
        AnnotatorFiles(
            name,
            next(iter(files.values())),
            "",
            tuple(
                (make_set_name(annotator, DEFAULT_SET), file) for annotator, file in files.items()
            ),
            evidence,
        )
        for name, files in documents.items()
    ]
