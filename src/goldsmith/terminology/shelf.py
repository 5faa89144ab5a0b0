"""The shelf of compiled terminologies: what is on it, what is put on it, and what is opened."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from goldsmith.errors import InputError, UnknownName
from goldsmith.terminology import packages, sources
from goldsmith.terminology.index import container
from goldsmith.terminology.index.compile import Given, compile_sources
from goldsmith.terminology.index.container import Manifest, Origin
from goldsmith.terminology.sources import Options
from goldsmith.terminology.store import Terminology

#: The folder with the compiled terminologies, one subfolder each.
SETTING = "GOLDSMITH_TERMS"
#: The name of the built-in terminology.
DEMO = "demo"
#: Options that mean the same to every source.
_COMMON = {"system", "types", "separator"}
_NAME = re.compile(r"[A-Za-z0-9][\w.-]*")
#: What a compiled terminology consists of.
FILES = frozenset(("manifest.json", "arrays.bin"))

Progress = Callable[[str], None]


class Shelved(msgspec.Struct, frozen=True, omit_defaults=True):
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
    """How long it took to compile, where it has just been compiled."""


def shelf() -> Path:
    """The folder that holds the compiled terminologies; it need not exist."""
    if given := os.environ.get(SETTING):
        return Path(given).expanduser()
    if given := os.environ.get("XDG_DATA_HOME"):
        return Path(given) / "goldsmith" / "terms"
    return Path.home() / ".local" / "share" / "goldsmith" / "terms"


def names() -> tuple[str, ...]:
    """The names of the terminologies on the shelf, sorted."""
    here = shelf()
    folders = here.iterdir() if here.is_dir() else ()
    return tuple(
        sorted(one.name for one in folders if one.is_dir() and not one.name.startswith("."))
    )


def listing() -> list[Shelved]:
    """What is on the shelf; one that cannot be opened is listed with its problem."""
    return [_listed(shelf() / name) for name in names()]


def _listed(folder: Path) -> Shelved:
    try:
        manifest, _ = container.load(folder)
    except InputError as error:
        return Shelved(folder.name, str(folder), problem=str(error))
    return _shelved(folder.name, folder, manifest)


def _shelved(name: str, folder: Path, manifest: Manifest, seconds: float = 0.0) -> Shelved:
    return Shelved(
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


def opened(wanted: Iterable[str] = ()) -> list[Terminology]:
    """The terminologies of these names; without names all on the shelf, or else the built-in one.

    A name is one on the shelf, `demo`, or the path of a folder.
    """
    chosen = list(dict.fromkeys(wanted)) or list(names()) or [DEMO]
    return [Terminology(place(name)) for name in chosen]


def whole() -> list[Terminology]:
    """Those on the shelf that can be opened."""
    return [Terminology(Path(one.folder)) for one in listing() if not one.problem]


def place(name: str) -> Path:
    """The folder of a terminology: of one on the shelf, of `demo`, or the one that it names."""
    if name in names():
        return shelf() / name
    if name == DEMO:
        from goldsmith.terminology import demo as terminology

        return terminology.folder()
    if os.sep in name or Path(name).is_dir():
        return Path(name).expanduser()
    raise UnknownName("terminology", name, {*names(), DEMO})


# Putting on the shelf


def add(wanted: Sequence[str], *, progress: Progress = lambda _: None) -> list[Shelved]:
    """What was put on the shelf from installed packages, each under its name."""
    found = {name: packages.find(name) for name in dict.fromkeys(wanted)}
    return [
        _compiled(
            name, [Given(one.source, one.path, one.options, one.licence)], shelf() / name, progress
        )
        for name, one in found.items()
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
) -> Shelved:
    """What was compiled from files and folders, on the shelf or at `out`.

    The kind of each file is recognised unless `source` names it. An option goes to the sources
    that understand it; one that none of them does is refused.
    """
    _check_name(name)
    kinds = [source or sources.recognise(path) for path in paths]
    if not kinds:
        raise InputError("there is nothing to compile", expected="one or more files or folders")
    _check_options(kinds, options)
    given = [
        Given(kind, path, _fitting(kind, options), licence)
        for kind, path in zip(kinds, paths, strict=True)
    ]
    return _compiled(name, given, out or shelf() / name, progress)


def _compiled(name: str, given: Sequence[Given], folder: Path, progress: Progress) -> Shelved:
    _check_place(folder)
    begin = time.perf_counter()
    manifest = compile_sources(given, folder, name=name, progress=progress)
    return _shelved(name, folder, manifest, round(time.perf_counter() - begin, 1))


def _check_name(name: str) -> None:
    if name == DEMO or not _NAME.fullmatch(name):
        raise InputError(
            f"a terminology cannot be called {name!r}",
            expected=f"letters, digits, dots and hyphens, and not {DEMO!r}",
        )


def _check_place(folder: Path) -> None:
    """Refuse a folder that holds anything but a terminology: compiling would replace it."""
    if folder.is_dir() and {one.name for one in folder.iterdir()} <= FILES:
        return
    if folder.exists():
        raise InputError(
            "there is something else here",
            where=str(folder),
            expected="a compiled terminology to replace, or nothing",
            remedy="Choose another place",
        )


def _check_options(kinds: Iterable[str], options: Options) -> None:
    every = list(dict.fromkeys(kinds))
    understood = frozenset[str]().union(*(sources.get(kind).uses for kind in every))
    unused = sorted(set(_given(options)) - understood)
    if unused:
        raise InputError(
            f"{', '.join(every)} has no use for {', '.join(unused)}",
            expected="only " + (", ".join(sorted(understood | {"system", "types"}))),
        )


def _fitting(kind: str, options: Options) -> Options:
    """The options without those that the source has no use for."""
    plain = Options()
    foreign = set(_given(options)) - sources.get(kind).uses
    return msgspec.structs.replace(options, **{one: getattr(plain, one) for one in foreign})


def _given(options: Options) -> Iterator[str]:
    """The options that were given and that not every source understands."""
    return (
        field
        for field in options.__struct_fields__
        if field not in _COMMON and getattr(options, field)
    )
