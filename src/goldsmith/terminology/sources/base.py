"""The Source protocol, its options, and helpers that the sources share."""

from __future__ import annotations

import gzip
import hashlib
import io
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Protocol, TypeVar

import msgspec

from goldsmith import registry
from goldsmith.errors import InputError, Remedy
from goldsmith.terminology.concept import Concept, Name

KIND = "terminology.sources"
Parsed = TypeVar("Parsed")
#: Errors of a truncated or damaged gzip file.
GZIP_ERRORS = (gzip.BadGzipFile, EOFError, zlib.error)


class Options(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Options for reading a source. A source lists those it understands in `uses`."""

    #: The coding system of the concepts; by default the source's own.
    system: str = ""
    #: Languages of names: ENG in UMLS, en in SNOMED CT. By default English.
    languages: tuple[str, ...] = ()
    #: UMLS source vocabularies (SAB) of names and relations. By default all.
    vocabularies: tuple[str, ...] = ()
    #: UMLS vocabularies that define the hierarchy. By default those of `vocabularies`.
    hierarchy: tuple[str, ...] = ()
    #: Include UMLS atoms that are marked suppressible.
    suppressible: bool = False
    #: Columns of a table: for each role the heading of its column, or its number from 1.
    columns: Mapping[str, str] = {}
    #: Separator of several values in one cell.
    separator: str = "|"
    #: Semantic types of concepts for which the source has none.
    types: tuple[str, ...] = ()


@dataclass(frozen=True)
class Release:
    """The content of a source: its concepts, perhaps as a stream, and its metadata."""

    concepts: Iterable[Concept]
    title: str
    version: str = ""
    licence: str = ""
    files: tuple[Path, ...] = field(default=())


class Source(Protocol):
    """A reader of one kind of terminology file or folder."""

    title: str
    #: The fields of Options that the source understands.
    uses: frozenset[str]

    def recognises(self, path: Path) -> bool:
        """Return whether a file or folder is of this kind, without reading all of it."""
        ...

    def read(self, path: Path, options: Options) -> Release:
        """Read the concepts; raises InputError if the file is invalid."""
        ...


def names() -> tuple[str, ...]:
    """Return the names of all kinds of sources."""
    return registry.names(KIND)


def get(name: str) -> Source:
    """Return a source by name."""
    source: Source = registry.load(KIND, name)
    return source


def recognise(path: Path) -> str:
    """Return the name of the source that reads a file or folder.

    Raises:
        InputError: The path does not exist, or no source recognises it.
    """
    if not path.exists():
        raise InputError("there is no such file or folder", where=str(path))
    for name in names():
        if get(name).recognises(path):
            return name
    raise InputError(
        "no source recognises this as a terminology",
        where=str(path),
        expected="one of " + ", ".join(names()),
        remedy=Remedy.NAME_SOURCE,
    )


def check_options(name: str, options: Options) -> Options:
    """Return the options if the source understands all that are set.

    Raises:
        InputError: An option is set that the source does not understand.
    """
    names = {field for field in options.__struct_fields__ if getattr(options, field)}
    names -= {"separator", "system", "types"}
    if unused := sorted(names - get(name).uses):
        raise InputError(
            f"the source {name} does not support {', '.join(unused)}",
            expected="only " + (", ".join(sorted(get(name).uses)) or "the file"),
        )
    return options


def open_text(path: Path) -> IO[str]:
    """Open a UTF-8 file, decompressed if it ends in .gz, without its byte order mark."""
    raw = gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb")
    return io.TextIOWrapper(raw, encoding="utf-8-sig", newline="")


def read_lines(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the lines of a file with their numbers, without line ends."""
    number = 0
    try:
        with open_text(path) as stream:
            for number, line in enumerate(stream, 1):
                yield number, line.rstrip("\r\n")
    except UnicodeDecodeError:
        raise InputError(
            "this is not UTF-8", where=str(path), line=number + 1, expected="a text file in UTF-8"
        ) from None
    except GZIP_ERRORS:
        raise InputError(
            "this file is truncated or damaged", where=str(path), expected="gzip"
        ) from None


def read_content(path: Path) -> bytes:
    """Read the bytes of a file, decompressed if it ends in .gz."""
    try:
        with gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb") as stream:
            return stream.read()
    except GZIP_ERRORS:
        raise InputError(
            "this file is truncated or damaged", where=str(path), expected="gzip"
        ) from None


def parse_json(path: Path, kind: type[Parsed], *, what: str, expected: str) -> Parsed:
    """Parse a JSON file, decompressed if it ends in .gz.

    Args:
        path: The file.
        kind: The type of its content.
        what: What the file should be, for the error.
        expected: What it should contain, for the error.

    Raises:
        InputError: The file is damaged, or its content is not of this type.
    """
    try:
        return msgspec.json.decode(read_content(path), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        # The decoder's message names a position and a type but quotes no content.
        raise InputError(
            f"this is not {what}: {error}", where=str(path), expected=expected
        ) from None


def read_start(path: Path, size: int = 4096) -> bytes:
    """Read the first bytes of a file, decompressed; empty if it cannot be decompressed."""
    try:
        with gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb") as stream:
            return stream.read(size)
    except GZIP_ERRORS:
        return b""


class CodeRegister:
    """The codes of a file with their preferred terms, to detect codes with two meanings."""

    def __init__(self, path: Path) -> None:
        self._path, self._names = path, dict[str, str]()

    def __contains__(self, code: str) -> bool:
        return code in self._names

    def add(self, code: str, name: str, line: int = 0) -> bool:
        """Add a code and return whether it is new.

        Raises:
            InputError: The code was added before with another preferred term.
        """
        text, before = " ".join(name.casefold().split()), len(self._names)
        if self._names.setdefault(code, text) != text:
            raise InputError(
                f"the code {code} occurs twice with different preferred terms",
                where=str(self._path),
                line=line,
                expected="one preferred term for each code",
            )
        return len(self._names) > before


def drop_duplicates(names: Iterable[Name]) -> tuple[Name, ...]:
    """Return the names without empty ones and without repeated texts."""
    distinct: dict[str, Name] = {}
    for name in names:
        if name.text:
            distinct.setdefault(name.text, name)
    return tuple(distinct.values())


def has_ending(path: Path, *endings: str) -> bool:
    """Return whether a path is a file with one of these endings, with or without .gz after it."""
    return path.is_file() and strip_gz(path).endswith(endings)


def strip_gz(path: Path) -> str:
    """Return the name of a file without .gz."""
    return path.name.removesuffix(".gz")


def compute_digest(path: Path) -> str:
    """Return the SHA-256 of a file in hexadecimal digits."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
