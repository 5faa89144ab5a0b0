"""Load the words of the query language from data/words.toml."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Literal

import msgspec

from goldsmith.chronicle.data_files import read_built_in
from goldsmith.chronicle.model import Assertion, Kind, Status
from goldsmith.chronicle.query.model import Part, Unit


class WordList(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words, separated by white space."""

    words: str


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tables of data/words.toml, each keyed by the word."""

    asks: str
    counts: tuple[str, ...]
    heads: Mapping[str, Literal["", "female", "male"]]
    leads: WordList
    kinds: Mapping[str, Literal[Kind, ""]]
    verbs: Mapping[str, str]
    assertions: Mapping[str, Assertion]
    statuses: Mapping[str, Status]
    details: Mapping[str, str]
    edges: Mapping[str, Literal["start", "end"]]
    parts: Mapping[str, Part]
    sexes: Mapping[str, Literal["female", "male"]]
    units: Mapping[str, Unit]
    numbers: Mapping[str, int]
    months: Mapping[str, int]
    links: Mapping[str, str]
    grammar: WordList


@cache
def load_words() -> Words:
    """Load the words of the query language."""
    return read_built_in(__package__, "data/words", Words)


@cache
def list_reserved() -> frozenset[str]:
    """Return every reserved word in lower case."""
    return frozenset(word.lower() for word in _list_words(load_words()))


def _list_words(words: Words) -> Iterator[str]:
    for field in words.__struct_fields__:
        table = getattr(words, field)
        if isinstance(table, WordList):
            yield from table.words.split()
        elif isinstance(table, str):
            yield from table.split()
        else:
            yield from (part for entry in table for part in entry.split())
