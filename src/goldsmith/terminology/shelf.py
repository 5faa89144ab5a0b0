"""The shelf: the folder of compiled terminologies.

Listing the names on the shelf imports neither numpy nor the compiler; both are imported when a
terminology is opened or built.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from goldsmith.errors import InputError, UnknownName
from goldsmith.terminology import packages, sources
from goldsmith.terminology.index.manifest import FILES, Manifest, Origin
from goldsmith.terminology.sources import Options

if TYPE_CHECKING:
    from goldsmith.terminology.index.compile import SourceInput
    from goldsmith.terminology.store import Terminology

__all__ = [
    "DEMO",
    "FILES",
    "SETTING",
    "ShelfEntry",
    "add_packages",
    "build",
    "find_folder",
    "get_folder",
    "list_entries",
    "names",
    "open_readable",
    "open_terminologies",
]

#: The environment variable that names the shelf.
SETTING = "GOLDSMITH_TERMS"
#: The name of the built-in terminology.
DEMO = "demo"
#: Options that every source understands.
_COMMON_OPTIONS = {"system", "types", "separator"}
_NAME = re.compile(r"[A-Za-z0-9][\w.-]*")

Progress = Callable[[str], None]


class ShelfEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A terminology on the shelf; `problem` says why it cannot be opened."""

    name: str
    folder: str
    concepts: int = 0
    names: int = 0
    systems: Mapping[str, int] = {}
    digest: str = ""
    size: int = 0
    origins: tuple[Origin, ...] = ()
    problem: str = ""
    seconds: float = 0.0
    """Time it took to compile, if it has just been compiled."""


def get_folder() -> Path:
    """Return the folder of compiled terminologies, which need not exist."""
    if path := os.environ.get(SETTING):
        return Path(path).expanduser()
    if path := os.environ.get("XDG_DATA_HOME"):
        return Path(path) / "goldsmith" / "terms"
    return Path.home() / ".local" / "share" / "goldsmith" / "terms"


def names() -> tuple[str, ...]:
    """Return the sorted names of the terminologies on the shelf."""
    shelf = get_folder()
    folders = shelf.iterdir() if shelf.is_dir() else ()
    return tuple(
        sorted(path.name for path in folders if path.is_dir() and not path.name.startswith("."))
    )


def list_entries() -> list[ShelfEntry]:
    """List the terminologies on the shelf, with the problem of each that cannot be opened."""
    return [_read_entry(get_folder() / name) for name in names()]


def _read_entry(folder: Path) -> ShelfEntry:
    from goldsmith.terminology.index import container

    try:
        manifest, _ = container.load(folder)
    except InputError as error:
        return ShelfEntry(folder.name, str(folder), problem=str(error))
    return _make_entry(folder.name, folder, manifest)


def _make_entry(name: str, folder: Path, manifest: Manifest, seconds: float = 0.0) -> ShelfEntry:
    return ShelfEntry(
        name,
        str(folder),
        manifest.concepts,
        manifest.names,
        manifest.systems,
        manifest.digest,
        manifest.size,
        manifest.origins,
        seconds=seconds,
    )


# Opening


def open_terminologies(requested: Iterable[str] = ()) -> list[Terminology]:
    """Open terminologies by name.

    Args:
        requested: Names on the shelf, `demo`, or paths of folders. Without names, all on the
            shelf are opened, or the built-in terminology if the shelf is empty.

    Raises:
        UnknownName: There is no terminology of that name.
        InputError: A terminology cannot be opened.
    """
    from goldsmith.terminology.store import Terminology

    chosen = list(dict.fromkeys(requested)) or list(names()) or [DEMO]
    return [Terminology(find_folder(name)) for name in chosen]


def open_readable() -> list[Terminology]:
    """Open all terminologies on the shelf that have no problem."""
    from goldsmith.terminology.store import Terminology

    return [Terminology(Path(entry.folder)) for entry in list_entries() if not entry.problem]


def find_folder(name: str) -> Path:
    """Return the folder of a terminology on the shelf, of `demo`, or at a path.

    Raises:
        UnknownName: There is no terminology of that name.
    """
    if name in names():
        return get_folder() / name
    if name == DEMO:
        from goldsmith.terminology import demo

        return demo.get_folder()
    if os.sep in name or Path(name).is_dir():
        return Path(name).expanduser()
    raise UnknownName("terminology", name, {*names(), DEMO})


# Building


def add_packages(
    requested: Sequence[str], *, progress: Progress = lambda _: None
) -> list[ShelfEntry]:
    """Compile terminologies of installed packages onto the shelf, each under its name.

    Args:
        requested: Names of packaged terminologies, see `goldsmith.terminology.packages.names`.
        progress: Receives a message before each step.

    Raises:
        UnknownName: No package provides a terminology of that name.
        MissingExtra: Its package is not installed.
    """
    from goldsmith.terminology.index.compile import SourceInput

    packaged = {name: packages.find(name) for name in dict.fromkeys(requested)}
    inputs = {
        name: SourceInput(entry.source, entry.path, entry.options, entry.licence)
        for name, entry in packaged.items()
    }
    return [
        _compile(name, [source], get_folder() / name, progress) for name, source in inputs.items()
    ]


def build(
    name: str,
    paths: Sequence[Path],
    *,
    source: str = "",
    options: Options = Options(),  # noqa: B008 - frozen
    licence: str = "",
    out: Path | None = None,
    progress: Progress = lambda _: None,
) -> ShelfEntry:
    """Compile files and folders into a terminology.

    Args:
        name: The name of the terminology.
        paths: The files and folders.
        source: The kind of source; by default it is recognised for each path.
        options: Each option is passed to the sources that understand it.
        licence: The licence of sources that do not state one.
        out: The folder to write; by default the one of that name on the shelf.
        progress: Receives a message before each step.

    Raises:
        InputError: The name is not allowed, a path is not recognised, no source understands an
            option, the folder contains something else, or a source cannot be read.
    """
    from goldsmith.terminology.index.compile import SourceInput

    _check_name(name)
    kinds = [source or sources.recognise(path) for path in paths]
    if not kinds:
        raise InputError("there is nothing to compile", expected="one or more files or folders")
    _check_options(kinds, options)
    inputs = [
        SourceInput(kind, path, _select_options(kind, options), licence)
        for kind, path in zip(kinds, paths, strict=True)
    ]
    return _compile(name, inputs, out or get_folder() / name, progress)


def _compile(
    name: str, inputs: Sequence[SourceInput], folder: Path, progress: Progress
) -> ShelfEntry:
    from goldsmith.terminology.index.compile import compile_sources

    _check_folder(folder)
    begin = time.perf_counter()
    manifest = compile_sources(inputs, folder, name=name, progress=progress)
    return _make_entry(name, folder, manifest, round(time.perf_counter() - begin, 1))


def _check_name(name: str) -> None:
    if name == DEMO or not _NAME.fullmatch(name):
        raise InputError(
            f"a terminology cannot be called {name!r}",
            expected=f"letters, digits, dots and hyphens, and not {DEMO!r}",
        )


def _check_folder(folder: Path) -> None:
    """Reject a folder that contains anything but a terminology, because compiling replaces it."""
    if folder.is_dir() and {path.name for path in folder.iterdir()} <= FILES:
        return
    if folder.exists():
        raise InputError(
            "there is something else here",
            where=str(folder),
            expected="a compiled terminology to replace, or nothing",
            remedy="Choose another place",
        )


def _check_options(kinds: Iterable[str], options: Options) -> None:
    distinct = list(dict.fromkeys(kinds))
    supported = frozenset[str]().union(*(sources.get(kind).uses for kind in distinct))
    unused = sorted(set(_list_specific(options)) - supported)
    if unused:
        raise InputError(
            f"{', '.join(distinct)} does not support {', '.join(unused)}",
            expected="only " + (", ".join(sorted(supported | {"system", "types"}))),
        )


def _select_options(kind: str, options: Options) -> Options:
    """Return the options without those that the source does not support."""
    defaults = Options()
    unsupported = set(_list_specific(options)) - sources.get(kind).uses
    return msgspec.structs.replace(
        options, **{field: getattr(defaults, field) for field in unsupported}
    )


def _list_specific(options: Options) -> Iterator[str]:
    """Yield the options that are set and that not every source understands."""
    return (
        field
        for field in options.__struct_fields__
        if field not in _COMMON_OPTIONS and getattr(options, field)
    )
