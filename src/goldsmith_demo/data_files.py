"""Typed access to the TOML data files of the package.

The files are in the folder `data` next to the code that uses them. A file of figures has a struct
that describes it and a function that reads it; the file is parsed once, on first use:

    class Stains(DataFile, frozen=True):
        receptors: tuple[str, ...]

    load_stains = make_reader(__package__, "stains", Stains)

A file of phrases needs no struct. A `Library` offers every file of a folder as a `PhraseBook`. Each
list of phrases is an attribute of the book, and each table of lists is an item:

    books = Library(__package__)
    books.letter.greetings, books.letter["advice"]["chemotherapy"]

A file may have a table `short` of abbreviations (`"@NO" = "…"`), which are expanded in all its
phrases.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib.resources import files
from typing import Any, TypeVar

import msgspec

from goldsmith.errors import InputError

T = TypeVar("T")
Rows = tuple[tuple[str, ...], ...]
"""Phrases, each with the words that state when it applies."""


class DataFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of tables; a misspelt key raises an error."""


class PhraseBook:
    """A file of phrases; each list and table is checked on first access."""

    def __init__(self, where: str, tables: Mapping[str, Any]) -> None:
        self._where, self._tables = where, tables

    def __getattr__(self, name: str) -> tuple[str, ...]:
        if name not in self._tables:
            raise AttributeError(f"{self._where} has no {name}")
        return self.read(name, tuple[str, ...])

    def __getitem__(self, table: str) -> dict[str, tuple[str, ...]]:
        return self.read(table, dict[str, tuple[str, ...]])

    def find(self, table: str, key: str, default: str) -> tuple[str, ...]:
        """Return the phrases of a table for a key, or else for the default key."""
        return self[table].get(key, self[table][default])

    def get_words(self, table: str) -> dict[str, str]:
        """Return a table of words."""
        return self.read(table, dict[str, str])

    def get_rows(self, name: str) -> Rows:
        """Return a list of phrases with the words that state when each applies."""
        return self.read(name, Rows)

    def read(self, name: str, kind: type[T]) -> T:
        """Return a list or table as a given type.

        Raises:
            InputError: the value is missing or has another type; the message names file and key.
        """
        if name not in vars(self):
            where = f"{self._where}: {name}"
            vars(self)[name] = _convert(self._tables.get(name), kind, where)
        value: T = vars(self)[name]
        return value


class Library:
    """The files of phrases of a package, each read on first access."""

    def __init__(self, package: str) -> None:
        self._package = package

    def __getattr__(self, name: str) -> PhraseBook:
        try:
            vars(self)[name] = book = PhraseBook(*_read_tables(self._package, name))
        except FileNotFoundError:
            raise AttributeError(f"{self._package} has no file of phrases {name}") from None
        return book


def make_reader(package: str, name: str, kind: type[T]) -> Callable[[], T]:
    """Make a function that reads a file on the first call and caches the result."""
    return cache(partial(read_data, package, name, kind))


def read_data(package: str, name: str, kind: type[T]) -> T:
    """Read `data/NAME.toml` of a package into a typed structure.

    Raises:
        InputError: the file is not TOML, or a value does not have the type that `kind` declares.
            The message names the file and the key.
    """
    where, tables = _read_tables(package, name)
    return _convert(tables, kind, where)


def _read_tables(package: str, name: str) -> tuple[str, dict[str, Any]]:
    """Read a file and expand its abbreviations; return its name for messages, and its tables."""
    where = f"{package}/data/{name}.toml"
    text = files(package).joinpath("data", f"{name}.toml").read_text("utf-8")
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"not TOML: {error}", where=where) from None
    short = tables.pop("short", None)
    return where, _expand(tables, short) if short else tables


def _convert(value: Any, kind: type[T], where: str) -> T:
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise InputError(f"wrong table: {error}", where=where) from None


def _expand(value: Any, short: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        for form, phrase in short.items():
            value = value.replace(form, phrase)
        return value
    if isinstance(value, dict):
        return {key: _expand(item, short) for key, item in value.items()}
    return [_expand(item, short) for item in value] if isinstance(value, list) else value
