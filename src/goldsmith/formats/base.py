"""The base class of all formats, the features a format can carry, and helpers for writing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from enum import StrEnum
from pathlib import Path, PurePosixPath
from typing import ClassVar, Self

import msgspec

from goldsmith.core import AnnotationSet, Document, Problem
from goldsmith.errors import InputError
from goldsmith.formats.coded_with import CodedWith
from goldsmith.formats.patient_records import PatientRecord
from goldsmith.formats.tree import Tree

#: The annotation set that a format without set names is read into.
DEFAULT_SET = "gold"
_NOT_NOTES = re.compile(r"(readme|licen[cs]e|notice|source|changelog)([.-]|$)", re.IGNORECASE)


class Feature(StrEnum):
    """A feature of documents that a format may be unable to carry."""

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
    """The files that are read together, usually the files of one document.

    `name` is the document's name, `main` the file with the annotations, `text` the file with the
    text. A missing file has the name "".
    """

    name: str
    main: str
    text: str = ""


class Format:
    """Base class of all formats.

    A module of `goldsmith.formats` defines a format: it assigns an instance to `provides`. Other
    packages register an instance or a subclass through the entry point group `goldsmith.formats`.

    Attributes:
        title: Human-readable name of the format.
        suffixes: Endings of the main files; the writer uses the first. Write them as a literal
            tuple: they are read from the source text, so that only formats whose files are
            present need to be imported.
        text_suffix: Ending of the text file next to each main file; "" if there is no text file.
        settings: Patterns for the names of files that belong to the format but contain neither
            text nor annotations; they need not be read.
        single_file: Whether a whole corpus goes into one file.
        fallback: Whether any other format that recognises the files takes precedence.
        reads: Whether the format can be read.
        writes: Whether the format can be written.
        carries: Features that survive a write and a read.
        own_losses: Names of the losses that `count_own_losses` counts beyond the features.
        keeps_records: Whether the format can store structured records of patients along with the
            documents; a write to another format reports them as the loss `records`.
        keeps_terms: Whether the format records the terminologies that a corpus is coded with; a
            write to another format reports them as the loss `terms`.
        takes_packed: Whether `write` iterates over annotations one by one, so that the annotations
            of a very long note may be packed (`core.packed`).

    Example:
        A complete format is `goldsmith/formats/text.py`.
    """

    title: ClassVar[str]
    suffixes: ClassVar[tuple[str, ...]]
    text_suffix: ClassVar[str] = ""
    settings: ClassVar[tuple[str, ...]] = ()
    single_file: ClassVar[bool] = False
    fallback: ClassVar[bool] = False
    reads: ClassVar[bool] = True
    writes: ClassVar[bool] = True
    carries: ClassVar[frozenset[Feature]]
    own_losses: ClassVar[frozenset[str]] = frozenset()
    keeps_records: ClassVar[bool] = False
    keeps_terms: ClassVar[bool] = False
    takes_packed: ClassVar[bool] = False

    _name = ""

    @property
    def name(self) -> str:
        """The registered name of the format; by default the name of its module."""
        return self._name or type(self).__module__.rpartition(".")[2].replace("_", "-")

    def with_name(self, name: str) -> Self:
        """Return this format under the name it is registered under."""
        if self.name == name:
            return self
        renamed = copy(self)
        renamed._name = name
        return renamed

    def find_units(self, names: Sequence[str]) -> list[Unit]:
        """Return the units among the files of a tree, sorted by name."""
        mains = [
            Unit(self.strip_suffix(name), name) for name in names if name.endswith(self.suffixes)
        ]
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

    def list_texts(self, names: Sequence[str]) -> list[str]:
        """Return the names that the text files of main files may have."""
        mains = [name for name in names if self.text_suffix and name.endswith(self.suffixes)]
        stems = [self.strip_suffix(name) for name in mains]
        texts = [stem for stem in stems if stem.endswith(self.text_suffix)]
        return texts + [stem + self.text_suffix for stem in stems]

    def strip_suffix(self, name: str) -> str:
        """Return the name of a main file without its longest matching suffix."""
        suffix = max((suffix for suffix in self.suffixes if name.endswith(suffix)), key=len)
        return name.removesuffix(suffix)

    def recognises(self, name: str, head: bytes) -> bool:
        """Return whether a file is in this format, judged by its name and its first bytes."""
        return name.endswith(self.suffixes)

    def read(self, unit: Unit, tree: Tree, *, set_name: str) -> Iterator[Document | InputError]:
        """Read the documents of a unit.

        An error in a single document may be yielded in its place; reading then continues.

        Args:
            unit: The files to read, one of `find_units`.
            tree: The tree that contains the files.
            set_name: Name for the annotation set if the format does not store one.

        Raises:
            InputError: The unit cannot be read.
        """
        raise NotImplementedError

    def split(self, unit: Unit, tree: Tree) -> Sequence[Unit]:
        """Return the parts of a unit that processes can read independently, in order.

        A part has at most a few thousand documents. A unit with a single document is its own only
        part; the file of a whole corpus has no parts unless the format can read it in parts.
        """
        return () if self.single_file else (unit,)

    def write(self, docs: Iterable[Document], folder: Path) -> None:
        """Write documents into an empty folder, one at a time."""
        raise NotImplementedError

    def read_records(self, tree: Tree) -> Iterator[PatientRecord]:
        """Read the structured records of the patients.

        Raises:
            InputError: A record cannot be read.
        """
        yield from ()

    def write_records(self, records: Iterable[PatientRecord], folder: Path) -> None:
        """Write structured records into the folder, before its documents are written."""
        raise NotImplementedError

    def read_terms(self, tree: Tree) -> tuple[CodedWith, ...]:
        """Return the terminologies that the corpus is coded with, as far as it names them."""
        return ()

    def write_terms(self, terms: Iterable[CodedWith], folder: Path) -> None:
        """Record the terminologies of a corpus, after its documents are written."""
        raise NotImplementedError

    def count_own_losses(self, doc: Document) -> Mapping[str, int]:
        """Count what a write would lose beyond the features that the format does not carry.

        The names are names of features or of `own_losses`.
        """
        return {}

    def find_line(self, content: str, annotation: str) -> int:
        """Return the line of an annotation in the text of a main file, 0 if it is not found."""
        match = re.search(rf"(?<![\w.-]){re.escape(annotation)}(?![\w.-])", content)
        return content.count("\n", 0, match.start()) + 1 if match else 0

    def locate(self, unit: Unit, tree: Tree, problem: Problem) -> tuple[str, int]:
        """Return the file and the line of a problem; the line is 0 if it is not found."""
        if not unit.main:
            return tree.where(unit.text), 0
        if not self.single_file:
            content = tree.read_text(unit.main)
            return tree.where(unit.main), self.find_line(content, problem.annotation)
        key = re.escape(problem.document.encode("utf-8"))
        word = re.compile(rb"(?<![\w.-])" + key + rb"(?![\w.-])")
        with tree.open(unit.main) as lines:
            numbers = (number for number, line in enumerate(lines, 1) if word.search(line))
            return tree.where(unit.main), next(numbers, 0)

    def read_text_file(self, unit: Unit, tree: Tree) -> str:
        """Read the text file of a unit.

        Raises:
            InputError: The unit has no text file.
        """
        if not unit.text:
            raise InputError(
                "the text of this document is missing",
                where=tree.where(unit.main),
                expected=f"{unit.name}{self.text_suffix} beside it",
                remedy="Put the text file into the same folder",
            )
        return tree.read_note(unit.text)


def is_note(stem: str) -> bool:
    """Return whether a text file is a note by its name: READMEs and licences are not."""
    return not _NOT_NOTES.match(PurePosixPath(stem).name)


def get_only_set(doc: Document) -> AnnotationSet:
    """Return the first set of a document, for formats without set names; an empty set if none."""
    return next(iter(doc.sets.values()), AnnotationSet(""))


def make_path(folder: Path, doc: Document, suffix: str) -> Path:
    """Return the path of a document's file and create its folder; ids may contain slashes."""
    path = folder / f"{doc.id}{suffix}"
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def write_text(path: Path, text: str) -> None:
    """Write text as UTF-8 without translating line ends."""
    path.write_bytes(text.encode("utf-8"))
