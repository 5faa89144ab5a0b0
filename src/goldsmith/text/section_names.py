"""What a heading's wording says about the kind of its section; the names are in a TOML file."""

from __future__ import annotations

import re
import tomllib
from functools import cache, lru_cache
from importlib import resources
from typing import Final, NamedTuple

OTHER: Final = "other"
PART: Final = ""
"""The kind of what is headed like a section but only divides one: "HEENT:", "Abdomen:"."""

_DROPPED = re.compile(r"\([^)]*\)|^\s*(?:\d{1,2}|[A-Za-z])[.)]\s|[^\w\s/&+-]|(?<=\w)['’]s\b")
_LISTED = re.compile(r"[/,&]|\band\b", re.I)
_BLANK = re.compile(r"[\s/_-]+")


class _Names(NamedTuple):
    kinds: dict[str, str]
    endings: dict[str, str]
    loose: frozenset[str]
    more: frozenset[str]


@cache
def _names() -> _Names:
    """The file of names, with the plural s taken off."""
    file = resources.files("goldsmith.text") / "section_names.toml"
    held = tomllib.loads(file.read_text("utf-8"))
    kinds = {_singular(name): PART for name in held["parts"]["names"]}
    for kind, names in held["kinds"].items():
        kinds |= {_singular(name): kind for name in names}
    loose = held["loose"]
    endings = {_singular(word): kind for word, kind in held["endings"].items()}
    more = frozenset(map(_singular, loose["before_more"]))
    return _Names(kinds, endings, frozenset(map(_singular, loose["first"])), more)


def kinds() -> tuple[str, ...]:
    """The kinds of section that have names, in alphabetical order; there is also `other`."""
    return tuple(sorted(set(_names().kinds.values()) - {PART}))


@lru_cache(maxsize=4096)
def exact(title: str) -> str | None:
    """The kind of a heading that the file has, or has the parts of; None where it has not."""
    known = _names().kinds
    found = known.get(_normal(title))
    if found is None and "/" in title:
        parts = [known.get(_normal(part)) for part in title.split("/")]
        return None if None in parts else parts[0]
    return found


@lru_cache(maxsize=4096)
def kind_of(title: str) -> str | None:
    """The kind of a heading by its whole wording, its beginning or its last word."""
    names = _names()
    words = _normal(title).split()
    while words:
        found = names.kinds.get(" ".join(words))
        if found is not None:
            return found
        if words[0] not in names.loose:
            break
        words = words[1:]
    if words and all(names.kinds.get(part) == PART for part in _parts(title)):
        return PART
    begun = _begun(words, names)
    if begun is None and words:
        begun = names.endings.get(words[-1])
    return names.kinds.get(_normal(title.split("/")[0])) if begun is None else begun


def _parts(title: str) -> list[str]:
    """What a title enumerates: "Endocrine/Hematologic", "Eyes, ears and nose"."""
    return [_normal(part) for part in _LISTED.split(title) if part.strip()] or [title]


def _begun(words: list[str], names: _Names) -> str | None:
    """The kind of the longest known name that the words begin with and go on from."""
    for cut in range(len(words) - 1, 0, -1):
        if words[cut] in names.more:
            found = names.kinds.get(" ".join(words[:cut]))
            if found:
                return found
    return None


def _normal(title: str) -> str:
    plain = _DROPPED.sub(" ", title).replace("&", " and ").lower()
    return _singular(_BLANK.sub(" ", plain).strip())


def _singular(name: str) -> str:
    """The name with a plural s taken off each longer word, rightly or not: it is only a key."""
    words = name.split()
    return " ".join(w[:-1] if len(w) > 3 and w[-1] == "s" else w for w in words)
