"""What a format is: the files it takes, what it carries, how it reads and writes documents."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path, PurePosixPath
from typing import ClassVar

import msgspec

from goldsmith.core import AnnotationSet, Document, Problem
from goldsmith.errors import InputError
from goldsmith.formats.tree import Tree

_NOT_NOTES = re.compile(r"(readme|licen[cs]e|notice|source|changelog)([.-]|$)", re.IGNORECASE)


class Feature(StrEnum):
    """Something a document may hold and a format may or may not carry."""

    METADATA = "metadata"
    SECTIONS = "sections"
    SETS = "several-sets"
    PROVENANCE = "provenance"
    TYPES = "types"
    OVERLAPPING = "overlapping"
    DISCONTIGUOUS = "discontiguous"
    DUPLICATES = "duplicates"
    UNANCHORED = "unanchored"
    ATTRIBUTES = "attributes"
    CODES = "codes"
    CODE_NAMES = "code-names"
    RELATIONS = "relations"
    RELATION_ATTRIBUTES = "relation-attributes"
    GROUPS = "groups"
    GROUP_ATTRIBUTES = "group-attributes"
    NOTES = "notes"
    CONTROL_CHARACTERS = "control-characters"


EVERYTHING = frozenset(Feature)


class Unit(msgspec.Struct, frozen=True):
    """The files that are read together, and the name they give the document."""

    name: str
    main: str
    text: str = ""


class Format:
    """Base of every format. A format is one module of `goldsmith.formats` that `provides` one.

    `suffixes` are the endings of its main files, the first one is written. With `text_suffix`
    the text stands beside the annotations in a file of its own. `one_file` says that a whole
    corpus goes into one file, `fallback` that any other format that fits is preferred.
    """

    title: ClassVar[str]
    suffixes: ClassVar[tuple[str, ...]]
    text_suffix: ClassVar[str] = ""
    one_file: ClassVar[bool] = False
    fallback: ClassVar[bool] = False
    reads: ClassVar[bool] = True
    writes: ClassVar[bool] = True
    carries: ClassVar[frozenset[Feature]]

    @property
    def name(self) -> str:
        """The name it is registered under: that of its file."""
        return type(self).__module__.rpartition(".")[2].replace("_", "-")

    def units(self, names: Sequence[str]) -> list[Unit]:
        """What there is to read among the files of a tree, in order."""
        mains = [Unit(self._stem(name), name) for name in names if name.endswith(self.suffixes)]
        if not self.text_suffix:
            return mains
        texts = {
            name.removesuffix(self.text_suffix): name
            for name in names
            if name.endswith(self.text_suffix) and not name.endswith(self.suffixes)
        }
        annotated = {unit.name for unit in mains}
        units = [Unit(unit.name, unit.main, texts.get(unit.name, "")) for unit in mains]
        units += [
            Unit(stem, "", name)
            for stem, name in texts.items()
            if stem not in annotated and is_note(stem)
        ]
        return sorted(units, key=lambda unit: unit.name)

    def _stem(self, name: str) -> str:
        ending = max((one for one in self.suffixes if name.endswith(one)), key=len)
        return name.removesuffix(ending)

    def recognises(self, name: str, head: bytes) -> bool:
        """Whether a file of this name that begins like this is one of ours."""
        return name.endswith(self.suffixes)

    def read(self, unit: Unit, tree: Tree, *, set_name: str) -> Iterator[Document | InputError]:
        """The documents of a unit. An error that spoils one document only may be yielded."""
        raise NotImplementedError

    def write(self, docs: Iterable[Document], folder: Path) -> None:
        """Writes documents below an empty folder, one at a time."""
        raise NotImplementedError

    def own_losses(self, doc: Document) -> Mapping[str, int]:
        """What this format cannot hold of a document beyond the features it lacks."""
        return {}

    def line_of(self, content: str, annotation: str) -> int:
        """The line of an annotation in a main file, 0 when it cannot be told; for errors."""
        found = re.search(rf"(?<![\w.-]){re.escape(annotation)}(?![\w.-])", content)
        return content.count("\n", 0, found.start()) + 1 if found else 0

    def locate(self, unit: Unit, tree: Tree, problem: Problem) -> tuple[str, int]:
        """The file and line (0 if unknown) to show for a problem found after reading."""
        if not unit.main:
            return tree.where(unit.text), 0
        if not self.one_file:
            return tree.where(unit.main), self.line_of(tree.text(unit.main), problem.annotation)
        key = re.escape(problem.document.encode("utf-8"))
        word = re.compile(rb"(?<![\w.-])" + key + rb"(?![\w.-])")
        with tree.open(unit.main) as lines:
            found = (number for number, line in enumerate(lines, 1) if word.search(line))
            return tree.where(unit.main), next(found, 0)

    def text_of(self, unit: Unit, tree: Tree) -> str:
        """The text beside a main file; it must be there."""
        if not unit.text:
            raise InputError(
                "the text of this document is missing",
                where=tree.where(unit.main),
                expected=f"{unit.name}{self.text_suffix} beside it",
                remedy="Put the text file into the same folder",
            )
        return tree.text(unit.text)


def is_note(stem: str) -> bool:
    """Whether a text file is a note, going by its name: READMEs and licences are not."""
    return not _NOT_NOTES.match(PurePosixPath(stem).name)


def only_set(doc: Document) -> AnnotationSet:
    """The one set of a document that goes into a format without set names; empty if it has none."""
    return next(iter(doc.sets.values()), AnnotationSet(""))


def target(folder: Path, doc: Document, suffix: str) -> Path:
    """Where a document's file goes below a folder; ids may hold sub-folders."""
    path = folder / f"{doc.id}{suffix}"
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def write_text(path: Path, text: str) -> None:
    """Writes text as UTF-8, line ends untouched."""
    path.write_bytes(text.encode("utf-8"))
