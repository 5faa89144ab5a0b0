"""The layout of XMI files in folders and archives: their documents and their type systems.

INCEpTION exports a folder for each document (`note-1.txt/`) with one file for each annotator. In an
exported project these folders are below `annotation` and `curation`, and each annotator's file is
in a zip with its type system. Everywhere else, one file is one document.
"""

from __future__ import annotations

import re
import zipfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import NamedTuple
from weakref import WeakKeyDictionary

from goldsmith.errors import InputError
from goldsmith.formats.damage import MAX_DOCUMENT_SIZE, UNREADABLE, make_size_error
from goldsmith.formats.opening import check_member
from goldsmith.formats.shared.xml import parse
from goldsmith.formats.tree import Tree
from goldsmith.formats.xmi.guess_types import GUESSED, can_guess, guess_type_system

XMI, ZIP = ".xmi", ".zip"
TYPE_SYSTEM = "TypeSystem.xml"

_DOCUMENT = re.compile(
    r"(.+)\.(?:txt|pdf|html?|xml|xmi|tsv|csv|conll|conllu|json|md|rtf|docx?)", re.IGNORECASE
)
_PROJECT = ("annotation", "curation")
_layouts: WeakKeyDictionary[Tree, Layout] = WeakKeyDictionary()


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
            document = get_document_id(path)
            if document:
                self.documents[document].append(name)
            elif path.name.lower().endswith(TYPE_SYSTEM.lower()):
                self._type_systems.setdefault(path.parent, name)

    @classmethod
    def from_tree(cls, tree: Tree) -> Layout:
        """Return the layout of a tree, built on the first call."""
        if tree not in _layouts:
            _layouts[tree] = cls(tree.names)
        return _layouts[tree]

    def read_sources(self, name: str, tree: Tree) -> Iterator[Source]:
        """Yield the XMI files in a file of the tree, which may be a zip."""
        if not name.lower().endswith(ZIP):
            content = tree.read_bytes(name)
            types = self._find_type_system(name, tree, content, tree.where(name))
            yield Source(PurePosixPath(name).stem, tree.where(name), content, *types)
            return
        where = tree.where(name)
        members = _unpack_zip(tree.read_bytes(name), where)
        type_systems = [
            member for member in members if member.lower().endswith(TYPE_SYSTEM.lower())
        ]
        for member in members:
            if member.lower().endswith(XMI):
                content, place = members[member], f"{where}/{member}"
                types = (
                    (members[type_systems[0]], f"{where}/{type_systems[0]}")
                    if type_systems
                    else self._find_type_system(name, tree, content, place)
                )
                yield Source(PurePosixPath(member).stem, place, content, *types)

    def _find_type_system(
        self, name: str, tree: Tree, content: bytes, where: str
    ) -> tuple[bytes, str]:
        """Return the type system of an XMI file and its path, guessed if necessary and possible."""
        types = self._read_type_system(name, tree)
        if types is not None:
            return types
        root = parse(content, where=where)
        if not can_guess(root):
            raise _make_type_system_error(where)
        tree.remarks[GUESSED] += 1
        return guess_type_system(root), where

    def _read_type_system(self, name: str, tree: Tree) -> tuple[bytes, str] | None:
        """Return the content of the type system nearest to a file, and its path for messages."""
        for folder in PurePosixPath(name).parents:
            if folder in self._type_systems:
                type_system = self._type_systems[folder]
                return tree.read_bytes(type_system), tree.where(type_system)
        for above in tree.root.resolve().parents[:2]:
            for path in _list_folder(above):
                if path.name.lower().endswith(TYPE_SYSTEM.lower()) and path.is_file():
                    return path.read_bytes(), str(path)
        return None


def _list_folder(folder: Path) -> list[Path]:
    """Return the content of a folder; empty if unreadable, as the type system is optional."""
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


def _make_type_system_error(where: str) -> InputError:
    """Build the error for an XMI file without a type system."""
    return InputError(
        "this file has no type system",
        where=where,
        expected=f"a {TYPE_SYSTEM} next to it or in a folder above it, or types of WebAnno",
        remedy="Export it together with its type system",
    )


def _unpack_zip(content: bytes, where: str) -> dict[str, bytes]:
    """Return the XMI and type system files of a zip."""
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            infos = [info for info in archive.infolist() if not info.is_dir()]
            for info in infos:
                check_member(info.filename, info.file_size, Path(where))
            relevant = [info for info in infos if _is_relevant(info.filename)]
            if sum(info.file_size for info in relevant) > MAX_DOCUMENT_SIZE:
                raise make_size_error(where)
            return {info.filename: archive.read(info) for info in relevant}
    except UNREADABLE as error:
        raise InputError(
            f"the archive is damaged ({type(error).__name__})",
            where=where,
            remedy="Fetch or export it again",
        ) from None


def _is_relevant(name: str) -> bool:
    return name.lower().endswith((XMI, TYPE_SYSTEM.lower()))


def get_document_id(path: PurePosixPath) -> str:
    """Return the id of the document that a file belongs to, or ""."""
    folder, suffix = path.parent, path.suffix.lower()
    if suffix == ZIP:
        return strip_extension(folder.name) if folder.parent.name in _PROJECT else ""
    if suffix != XMI:
        return ""
    if _is_document_folder(folder):
        return strip_extension(str(folder))
    return str(path.with_suffix(""))


def _is_document_folder(folder: PurePosixPath) -> bool:
    """Return whether a folder is named after a document."""
    return bool(_DOCUMENT.fullmatch(folder.name))


def strip_extension(name: str) -> str:
    """Strip the file extension from a document's name."""
    match = _DOCUMENT.fullmatch(name)
    return match[1] if match else name


def build_path(document: str, set_name: str, *, single: bool) -> str:
    """Build the path of the file for a set; `single` if the document has no other set."""
    path = PurePosixPath(f"{document}{XMI}")
    if single and get_document_id(path) == document:
        return str(path)
    return f"{document}.txt/{set_name}{XMI}"
