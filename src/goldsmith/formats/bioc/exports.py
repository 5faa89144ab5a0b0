"""Ids of documents in exports that name every document after its annotator.

INCEpTION writes `annotation/<note>/<annotator>.xml`, with the name of the annotator as the id of
the document. If files in several folders have the same name, and it is also the id of their
document, each document is named after its folder.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import PurePosixPath

from msgspec.structs import replace

from goldsmith.core import Document
from goldsmith.formats.base import Unit

_REMARK = (
    "the id is the name of the file, which is the same in several folders (INCEpTION writes the "
    "annotator's name); the name of the folder was taken as the id"
)


def name_by_folder(units: Iterable[Unit]) -> list[Unit]:
    """Name units after their folders if their file name occurs in several folders.

    A folder with several files cannot name them all; their ids stay unchanged.
    """
    units = list(units)
    paths = [PurePosixPath(unit.main) for unit in units]
    names, folders = Counter(path.name for path in paths), Counter(path.parent for path in paths)
    return [
        replace(unit, name=str(path.parent))
        if names[path.name] > 1 and folders[path.parent] == 1 and path.parent.name
        else unit
        for unit, path in zip(units, paths, strict=True)
    ]


def name_document(doc: Document, unit: Unit, remarks: Counter[str]) -> Document:
    """Return a document under the name of its unit if its id is only the name of the file."""
    path = PurePosixPath(unit.main)
    if doc.id != path.stem or unit.name != str(path.parent):
        return doc
    remarks[_REMARK] += 1
    return replace(doc, id=unit.name)
