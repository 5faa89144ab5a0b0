"""Kinds of sections by the wording of their headings; the names are in a TOML file."""

from __future__ import annotations

import re
import tomllib
from functools import cache, lru_cache
from importlib import resources
from typing import Final, NamedTuple

OTHER: Final = "other"
PART: Final = ""
"""Kind of a heading that only subdivides a section: "HEENT:", "Abdomen:"."""

_DROPPED = re.compile(r"\([^)]*\)|^\s*(?:\d{1,2}|[A-Za-z])[.)]\s|[^\w\s/&+-]|(?<=\w)['’]s\b")
_LISTED = re.compile(r"[/,&]|\band\b", re.I)
_BLANK = re.compile(r"[\s/_-]+")


class _Names(NamedTuple):
    """The content of the file; all keys are singular."""

    kinds: dict[str, str]
    endings: dict[str, str]
    loose: frozenset[str]
    more: frozenset[str]


@cache
def _load_names() -> _Names:
    """Load the file of names."""
    file = resources.files("goldsmith.text") / "section_names.toml"
    content = tomllib.loads(file.read_text("utf-8"))
    kinds = {_to_singular(name): PART for name in content["parts"]["names"]}
    for kind, names in content["kinds"].items():
        kinds |= {_to_singular(name): kind for name in names}
    loose = content["loose"]
    endings = {_to_singular(word): kind for word, kind in content["endings"].items()}
    more = frozenset(map(_to_singular, loose["before_more"]))
    return _Names(kinds, endings, frozenset(map(_to_singular, loose["first"])), more)


def list_kinds() -> tuple[str, ...]:
    """Return the kinds of sections that have names, sorted; there is also `other`."""
    return tuple(sorted(set(_load_names().kinds.values()) - {PART}))


@lru_cache(maxsize=4096)
def match_title(title: str) -> str | None:
    """Return the kind of a heading whose wording, or each part of it, is in the file."""
    kinds = _load_names().kinds
    kind = kinds.get(_normalise(title))
    if kind is None and "/" in title:
        parts = [kinds.get(_normalise(part)) for part in title.split("/")]
        return None if None in parts else parts[0]
    return kind


@lru_cache(maxsize=4096)
def classify_title(title: str) -> str | None:
    """Return the kind of a heading by its full wording, its start or its last word."""
    names = _load_names()
    words = _normalise(title).split()
    while words:
        kind = names.kinds.get(" ".join(words))
        if kind is not None:
            return kind
        if words[0] not in names.loose:
            break
        words = words[1:]
    if words and all(names.kinds.get(part) == PART for part in _split_title(title)):
        return PART
    kind = _match_start(words, names)
    if kind is None and words:
        kind = names.endings.get(words[-1])
    return names.kinds.get(_normalise(title.split("/")[0])) if kind is None else kind


def _split_title(title: str) -> list[str]:
    """Return the parts of an enumeration: "Endocrine/Hematologic", "Eyes, ears and nose"."""
    return [_normalise(part) for part in _LISTED.split(title) if part.strip()] or [title]


def _match_start(words: list[str], names: _Names) -> str | None:
    """Return the kind of the longest name that the words start with."""
    for cut in range(len(words) - 1, 0, -1):
        if words[cut] in names.more:
            kind = names.kinds.get(" ".join(words[:cut]))
            if kind:
                return kind
    return None


def _normalise(title: str) -> str:
    text = _DROPPED.sub(" ", title).replace("&", " and ").lower()
    return _to_singular(_BLANK.sub(" ", text).strip())


def _to_singular(name: str) -> str:
    """Return the name without a final s on longer words; the result is only a key."""
    words = name.split()
    return " ".join(w[:-1] if len(w) > 3 and w[-1] == "s" else w for w in words)
