"""Normalise names for comparison: drop determiners, plurals and spelling variants."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final, NamedTuple

import msgspec

from goldsmith.chronicle.data_files import read_built_in

_PART: Final = re.compile(r"[^\W\d_]+|\d+")
_KEEPS_S: Final = ("ss", "us", "is", "as")


class _NameRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    stop: tuple[str, ...]
    sides: Mapping[str, str]
    generic: Mapping[str, tuple[str, ...]]
    filler: Mapping[str, tuple[str, ...]]
    placed: Mapping[str, tuple[str, ...]]
    spelling: Mapping[str, str]
    synonym: Mapping[str, str]


class Name(NamedTuple):
    """A normalised name."""

    #: The normalised words in order: equal for wordings with the same meaning.
    key: str
    words: frozenset[str]
    #: Whether the words only name a category ("the tumour").
    is_generic: bool
    #: The side that the wording names, or "".
    side: str
    #: Whether the meaning depends on a body site that the words do not name ("pain").
    lacks_place: bool = False


class _Tables(NamedTuple):
    stop: frozenset[str]
    sides: Mapping[str, str]
    generic: Mapping[str, frozenset[str]]
    filler: Mapping[str, frozenset[str]]
    placed: Mapping[str, frozenset[str]]
    spelling: re.Pattern[str]
    american: Mapping[str, str]
    synonyms: Mapping[str, str]


@cache
def _load() -> _Tables:
    rules = read_built_in("goldsmith.chronicle.merge", "names", _NameRules)
    return _Tables(
        frozenset(rules.stop),
        rules.sides,
        {kind: frozenset(words) for kind, words in rules.generic.items()},
        {kind: frozenset(words) for kind, words in rules.filler.items()},
        {kind: frozenset(words) for kind, words in rules.placed.items()},
        re.compile("|".join(map(re.escape, rules.spelling))),
        rules.spelling,
        rules.synonym,
    )


@lru_cache(maxsize=1 << 16)
def normalise_name(wording: str, kind: str) -> Name:
    """Normalise a wording to a name.

    Example:
        >>> name = normalise_name("the right ovarian tumours", "problem")
        >>> name.key, name.is_generic, name.side
        ('ovarian tumor', False, 'right')
    """
    tables = _load()
    sides = []
    words = []
    wording = wording.casefold()
    for match in _PART.finditer(wording):
        part = match[0]
        if wording[match.end() : match.end() + 1].isdigit():  # "HER2" is not a pronoun
            words.append(part)
        elif part in tables.sides:
            sides.append(tables.sides[part])
        elif part not in tables.stop:
            words.append(_normalise_word(part, tables))
    words = _expand(words, tables)
    is_generic = all(word in tables.generic[kind] for word in words)
    if not is_generic:
        filler = tables.filler[kind]
        words = [word for word in words if word not in filler] or words
        words = _expand(words, tables)
    side = "" if not sides else sides[0] if len(set(sides)) == 1 else "both"
    unique = frozenset(words)
    return Name(" ".join(words), unique, is_generic, side, unique <= tables.placed[kind])


def name_at_place(wording: str, kind: str, place: str) -> Name:
    """Normalise a wording to a name, for something at a body site.

    Example:
        >>> name_at_place("pain", "problem", "the left breast").key
        'breast pain'
    """
    name = normalise_name(wording, kind)
    if place and not name.words.isdisjoint(_load().placed[kind]):
        return normalise_name(f"{place} {' '.join(_drop_words(name, place))}", kind)
    return name


@lru_cache(maxsize=1 << 16)
def list_names(wording: str, kind: str, place: str) -> tuple[Name, Mapping[str, Name]]:
    """Return the name of something at a body site, and a map from its key to that name.

    The map is empty for a generic name. It is cached: callers must not modify it.
    """
    name = name_at_place(wording, kind, place)
    return name, {} if name.is_generic else {name.key: name}


def _drop_words(name: Name, place: str) -> list[str]:
    """Return the words of a name that are not already in its body site."""
    words = normalise_name(place, "locus").words
    return [word for word in name.key.split() if word not in words]


def _normalise_word(word: str, tables: _Tables) -> str:
    word = tables.spelling.sub(lambda match: tables.american[match[0]], word)
    if word in tables.synonyms:
        return word
    if word.endswith(("ases", "oses", "eses")):
        return word[:-2] + "is"
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith("s") and len(word) > 3 and not word.endswith(_KEEPS_S):
        return word[:-1]
    return word


def _expand(words: list[str], tables: _Tables) -> list[str]:
    """Expand a whole name, or its words, from short forms and synonyms."""
    whole = tables.synonyms.get(" ".join(words))
    if whole is not None:
        return whole.split()
    return [part for word in words for part in tables.synonyms.get(word, word).split()]
