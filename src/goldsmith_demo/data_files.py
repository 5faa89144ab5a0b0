"""Typed access to the TOML files in which the package keeps its tables.

A table lives in the folder `data` beside the code that uses it. Each file has a struct that
describes it and a function that reads it, so a file is parsed once, when it is first needed:

    class Stains(DataFile, frozen=True):
        receptors: tuple[str, ...]

    load_stains = make_reader(__package__, "stains", Stains)

A `Library` declares all files of a folder by their names. A `PhraseBook` declares only what is no
list of phrases: every list of strings in its file is an attribute by its name, every table of lists
an item (`book.greetings`, `book["advice"]`).

A file may have a table `short` of short forms (`"@NO" = "…"`), which are expanded in all its
phrases.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib.resources import files
from typing import TYPE_CHECKING, Any, TypeVar, get_type_hints

import msgspec

from goldsmith.errors import InputError

T = TypeVar("T")


class DataFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of tables; a misspelt key raises an error."""


class PhraseBook(DataFile, frozen=True):
    """A file of phrases; lists of phrases and tables of lists need no declaration."""

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> tuple[str, ...]: ...

    def __getitem__(self, table: str) -> dict[str, tuple[str, ...]]:
        lists: dict[str, tuple[str, ...]] = getattr(self, table)
        return lists

    def find(self, table: str, key: str, default: str) -> tuple[str, ...]:
        """Return the phrases of a table for a key, or those for the default key."""
        return self[table].get(key, self[table][default])


class Library:
    """The data files of a package, each read when it is first asked for.

    A subclass declares the files by their names, each with the type of what it holds.
    """

    def __init__(self, package: str) -> None:
        self._package = package

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            kinds = get_type_hints(type(self))
            if name not in kinds:
                raise AttributeError(name)
            setattr(self, name, read_data(self._package, name, kinds[name]))
            return getattr(self, name)


def make_reader(package: str, name: str, kind: type[T]) -> Callable[[], T]:
    """Make the function that reads a file when it is first called, and remembers what it read."""
    return cache(partial(read_data, package, name, kind))


def read_data(package: str, name: str, kind: type[T]) -> T:
    """Read `data/NAME.toml` of a package into a typed structure.

    Raises:
        InputError: the file is not TOML, or a value does not have the type that `kind` declares.
            The message names the file and the key.
    """
    where = f"{package}/data/{name}.toml"
    text = files(package).joinpath("data", f"{name}.toml").read_text("utf-8")
    try:
        tables = tomllib.loads(text)
        if short := tables.pop("short", None):
            tables = _expand(tables, short)
        if isinstance(kind, type) and issubclass(kind, PhraseBook):
            kind = _declare_lists(kind, tables)
        return msgspec.convert(tables, kind)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"not TOML: {error}", where=where) from None
    except msgspec.ValidationError as error:
        raise InputError(f"wrong table: {error}", where=where) from None


def _declare_lists(book: type[PhraseBook], tables: Mapping[str, Any]) -> Any:
    """Return the structure of a phrase book with the lists of its file, alone and in tables."""
    lists = [
        (name, dict[str, tuple[str, ...]] if isinstance(value, dict) else tuple[str, ...])
        for name, value in tables.items()
        if name not in book.__struct_fields__
    ]
    return msgspec.defstruct(book.__name__, lists, bases=(book,), frozen=True)


def _expand(value: Any, short: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        for form, phrase in short.items():
            value = value.replace(form, phrase)
        return value
    if isinstance(value, dict):
        return {key: _expand(item, short) for key, item in value.items()}
    return [_expand(item, short) for item in value] if isinstance(value, list) else value
