"""What a source of concepts is, and what the files of sources share."""

from __future__ import annotations

import gzip
import hashlib
import io
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Protocol

import msgspec

from goldsmith import registry
from goldsmith.errors import InputError
from goldsmith.terminology.concept import Concept, Name

KIND = "terminology.sources"
#: What a packed file that is cut off or damaged raises.
BROKEN = (gzip.BadGzipFile, EOFError, zlib.error)


class Options(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What to take from a source. A source names those it understands in `uses`."""

    #: The coding system to file the concepts under, instead of the source's own.
    system: str = ""
    #: Languages of names: ENG in UMLS, en in SNOMED CT. Empty: English.
    languages: tuple[str, ...] = ()
    #: UMLS source vocabularies (SAB) to take names and relations from. Empty: all.
    vocabularies: tuple[str, ...] = ()
    #: The UMLS vocabulary whose parents make the hierarchy. Empty: those of `vocabularies`.
    hierarchy: tuple[str, ...] = ()
    #: Take UMLS atoms that are marked suppressible.
    suppressible: bool = False
    #: Columns of a table: what each is, by its heading or its number from 1.
    columns: Mapping[str, str] = {}
    #: What separates several values in one cell.
    separator: str = "|"
    #: Semantic types for concepts that the source gives none.
    types: tuple[str, ...] = ()


@dataclass(frozen=True)
class Release:
    """What a source gives: its concepts, which may be a stream, and what they are."""

    concepts: Iterable[Concept]
    title: str
    version: str = ""
    licence: str = ""
    files: tuple[Path, ...] = field(default=())


class Source(Protocol):
    """Reads one kind of terminology file or folder."""

    title: str
    #: The fields of Options that it understands.
    uses: frozenset[str]

    def recognises(self, path: Path) -> bool:
        """Whether the file or folder looks like one of this kind, without reading all of it."""
        ...

    def read(self, path: Path, options: Options) -> Release:
        """The concepts in it; raises InputError where it is not as it should be."""
        ...


def names() -> tuple[str, ...]:
    """The names of all kinds of sources."""
    return registry.names(KIND)


def get(name: str) -> Source:
    """The source of that name."""
    source: Source = registry.load(KIND, name)
    return source


def recognise(path: Path) -> str:
    """The name of the kind of source that the file or folder is."""
    if not path.exists():
        raise InputError("there is no such file or folder", where=str(path))
    for name in names():
        if get(name).recognises(path):
            return name
    raise InputError(
        "this is no terminology that we know",
        where=str(path),
        expected="one of " + ", ".join(names()),
        remedy="Say which with --source",
    )


def checked(name: str, options: Options) -> Options:
    """The same options, when the source understands every one that was given."""
    given = {field for field in options.__struct_fields__ if getattr(options, field)}
    given -= {"separator", "system", "types"}
    if unused := sorted(given - get(name).uses):
        raise InputError(
            f"the source {name} has no use for {', '.join(unused)}",
            expected="only " + (", ".join(sorted(get(name).uses)) or "the file"),
        )
    return options


def opened(path: Path) -> IO[str]:
    """The file as text in UTF-8, unpacked when it ends in .gz; a byte order mark is passed over."""
    raw = gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb")
    return io.TextIOWrapper(raw, encoding="utf-8-sig", newline="")


def lines(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a file with their numbers, without line ends."""
    number = 0
    try:
        with opened(path) as stream:
            for number, line in enumerate(stream, 1):
                yield number, line.rstrip("\r\n")
    except UnicodeDecodeError:
        raise InputError(
            "this is not UTF-8", where=str(path), line=number + 1, expected="a text file in UTF-8"
        ) from None
    except BROKEN:
        raise InputError("this file is not whole", where=str(path), expected="gzip") from None


def content(path: Path) -> bytes:
    """The bytes of a file, unpacked when it ends in .gz."""
    try:
        with gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb") as stream:
            return stream.read()
    except BROKEN:
        raise InputError("this file is not whole", where=str(path), expected="gzip") from None


def beginning(path: Path, size: int = 4096) -> bytes:
    """The first bytes of a file, unpacked; nothing when it cannot be unpacked."""
    try:
        with gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb") as stream:
            return stream.read(size)
    except BROKEN:
        return b""


class Codes:
    """The codes of one file with their preferred names, to find one code with two meanings."""

    def __init__(self, path: Path) -> None:
        self._path, self._names = path, dict[str, str]()

    def __contains__(self, code: str) -> bool:
        return code in self._names

    def add(self, code: str, name: str, line: int = 0) -> bool:
        """Whether the code is new; a second one must have the same preferred name."""
        plain, before = " ".join(name.casefold().split()), len(self._names)
        known = self._names.setdefault(code, plain)
        if known != plain:
            raise InputError(
                f"the code {code} is there twice with different preferred names",
                where=str(self._path),
                line=line,
                expected="one preferred name for each code",
            )
        return len(self._names) > before


def distinct(found: Iterable[Name]) -> tuple[Name, ...]:
    """The names without those whose text, sign for sign, came before, and without empty ones."""
    kept: dict[str, Name] = {}
    for name in found:
        if name.text:
            kept.setdefault(name.text, name)
    return tuple(kept.values())


def bare(path: Path) -> str:
    """The name of a file without .gz."""
    return path.name.removesuffix(".gz")


def digest(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal digits."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
