"""How XMI files lie in folders and archives: which ones are one document, and where types stand.

A folder named after a document (`note-1.txt/`) holds one file for each annotator, as INCEpTION
exports it; in a whole project such folders stand below `annotation` and `curation`, and each
annotator's file is in a zip with its type system. Anywhere else a file is a document.
"""

from __future__ import annotations

import re
import zipfile
import zlib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import NamedTuple
from weakref import WeakKeyDictionary

from goldsmith.errors import InputError
from goldsmith.formats.tree import Tree, check_member

XMI, ZIP = ".xmi", ".zip"
TYPE_SYSTEM = "TypeSystem.xml"

_DOCUMENT = re.compile(
    r"(.+)\.(?:txt|pdf|html?|xml|xmi|tsv|csv|conll|conllu|json|md|rtf|docx?)", re.IGNORECASE
)
_PROJECT = ("annotation", "curation")
_known: WeakKeyDictionary[Tree, Layout] = WeakKeyDictionary()


class Source(NamedTuple):
    """An XMI file and its type system."""

    stem: str
    where: str
    content: bytes
    types: bytes
    types_where: str


class Layout:
    """The documents of a tree and its type systems."""

    def __init__(self, names: Sequence[str]) -> None:
        self.documents: dict[str, list[str]] = defaultdict(list)
        self._type_systems: dict[PurePosixPath, str] = {}
        for name in names:
            path = PurePosixPath(name)
            document = document_of(path)
            if document:
                self.documents[document].append(name)
            elif path.name.lower().endswith(TYPE_SYSTEM.lower()):
                self._type_systems.setdefault(path.parent, name)

    @classmethod
    def of(cls, tree: Tree) -> Layout:
        """The layout of a tree, worked out once."""
        if tree not in _known:
            _known[tree] = cls(tree.names)
        return _known[tree]

    def sources(self, name: str, tree: Tree) -> Iterator[Source]:
        """What an XMI file, or a zip with one, holds."""
        if not name.lower().endswith(ZIP):
            yield Source(
                PurePosixPath(name).stem,
                tree.where(name),
                tree.content(name),
                *self.type_system(name, tree),
            )
            return
        where = tree.where(name)
        members = _unpacked(tree.content(name), where)
        inside = [one for one in members if one.lower().endswith(TYPE_SYSTEM.lower())]
        for one in members:
            if one.lower().endswith(XMI):
                types = (
                    (members[inside[0]], f"{where}/{inside[0]}")
                    if inside
                    else self.type_system(name, tree)
                )
                yield Source(PurePosixPath(one).stem, f"{where}/{one}", members[one], *types)

    def type_system(self, name: str, tree: Tree) -> tuple[bytes, str]:
        """The content of the type system nearest to a file, and how it is called in messages."""
        for folder in PurePosixPath(name).parents:
            if folder in self._type_systems:
                found = self._type_systems[folder]
                return tree.content(found), tree.where(found)
        for path in (folder / TYPE_SYSTEM for folder in tree.root.resolve().parents[:2]):
            if path.is_file():
                return path.read_bytes(), str(path)
        raise no_type_system(tree.where(name))


def no_type_system(where: str) -> InputError:
    """The error for an XMI file that nobody explains."""
    return InputError(
        "there is no type system for this file",
        where=where,
        expected=f"a {TYPE_SYSTEM} beside it or in a folder above it",
        remedy="Export it together with its type system",
    )


def _unpacked(content: bytes, where: str) -> dict[str, bytes]:
    """The files of a zip in a zip or folder."""
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            infos = [info for info in archive.infolist() if not info.is_dir()]
            for info in infos:
                check_member(info.filename, info.file_size, Path(where))
            return {info.filename: archive.read(info) for info in infos if _is_ours(info.filename)}
    except (
        zipfile.BadZipFile,
        EOFError,
        OSError,
        zlib.error,
        NotImplementedError,
        RuntimeError,
    ) as error:
        raise InputError(
            f"the archive is damaged ({type(error).__name__})",
            where=where,
            remedy="Fetch or export it again",
        ) from None


def _is_ours(name: str) -> bool:
    return name.lower().endswith((XMI, TYPE_SYSTEM.lower()))


def document_of(path: PurePosixPath) -> str:
    """The id of the document that a file belongs to, "" if it holds none."""
    folder, suffix = path.parent, path.suffix.lower()
    if suffix == ZIP:
        return without_ending(folder.name) if folder.parent.name in _PROJECT else ""
    if suffix != XMI:
        return ""
    if is_document_folder(folder):
        return without_ending(str(folder))
    return str(path.with_suffix(""))


def is_document_folder(folder: PurePosixPath) -> bool:
    """Whether a folder is named after a document."""
    return bool(_DOCUMENT.fullmatch(folder.name))


def without_ending(name: str) -> str:
    """A document's name without the ending of its file."""
    found = _DOCUMENT.fullmatch(name)
    return found[1] if found else name


def path_of(document: str, set_name: str, *, alone: bool) -> str:
    """Where a set of a document is written; `alone` if it is the only one."""
    path = PurePosixPath(f"{document}{XMI}")
    if alone and document_of(path) == document:
        return str(path)
    return f"{document}.txt/{set_name}{XMI}"
