"""Parse the readings of phrases: the facts they need, their text and their relations."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from goldsmith_demo.life.model import Thing
from goldsmith_demo.writing.documents.spelling import tidy_words
from goldsmith_demo.writing.template import Link, split_links

#: The suffix of a slot for the last thing of a list: "{s_last:it}".
LAST = "_last"
SLOT_NAME = re.compile(r"(?:\{|@|%)(\w+)(=?)")
_CHOICES = re.compile(r"\[[^\[\]]*\]")
PLACE_MARK = re.compile(r"(?P<the>\b[Tt]he )?@(?P<name>\w+)")
_SINGLE = re.compile(r"\{(?:(\w+)_last(?:!\w+)*:(?:it|this)|first(?:!it|!the|:This))\}")
"""A singular pronoun for a list ("first" is the first symptom): it fits only a list of one."""
_PERSONS = frozenset("she her hers herself patient".split())
_ADJECTIVES = {"pulmonary": "lung", "bony": "skeleton", "cerebral": "brain", "hepatic": "liver"}
_ORGANS = frozenset("womb uterine bowel lung colon colonic gastric stomach nsclc sclc".split())


class Reading(NamedTuple):
    """A reading of a phrase: its words, the facts it needs, its mentions and relations."""

    words: str
    needed: frozenset[str]
    placed: frozenset[str]
    """The facts whose places it names."""
    single: frozenset[str]
    """The lists that must have one thing."""
    named: frozenset[str]
    """The facts that it mentions or gives as a reason."""
    mentioned: tuple[str, ...]
    """Lists ("%f") and places ("@c")."""
    links: tuple[Link, ...]


@lru_cache(1 << 15)
def parse_reading(phrase: str) -> Reading:
    """Parse a phrase without choices, and remove the extra spaces that empty choices leave."""
    phrase = tidy_words(phrase.strip(" "))
    words, links = split_links(phrase)
    slots = list(SLOT_NAME.finditer(phrase))
    loose = {match[1] for match in slots if match[2]}
    plain = {match[1].removesuffix(LAST) for match in slots}
    reasons = {reason for _, kind, reason in links if kind == "has_indication"}
    return Reading(
        words,
        frozenset({name for name in plain if name.lower() not in _PERSONS} - loose),
        frozenset(match["name"] for match in PLACE_MARK.finditer(words)),
        frozenset(name or "s" for name in _SINGLE.findall(words)),
        frozenset({match[1] for match in slots} - loose | reasons),
        tuple(match[0] for match in slots if match[0][0] in "%@"),
        tuple(links),
    )


@lru_cache(1 << 12)
def find_required(phrase: str) -> frozenset[str]:
    """Return the facts that every reading of a phrase needs."""
    while match := _CHOICES.search(phrase):
        phrase = phrase[: match.start()] + phrase[match.end() :]
    return parse_reading(phrase).needed


@lru_cache(1 << 12)
def list_names_without(names: tuple[str, ...], places: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of a thing that do not include the names of its place."""
    stems = _list_stems(places)
    return tuple(
        name
        for name in names
        if not any(_names_place(word.lower(), stems) for word in re.split(r"[\s-]", name))
        and " in the " not in name
    )


@lru_cache(1 << 10)
def _list_stems(names: tuple[str, ...]) -> frozenset[str]:
    """Return the first letters of the words in the names of a place."""
    return frozenset(word[:4].lower() for name in names for word in name.split())


def _names_place(word: str, stems: frozenset[str]) -> bool:
    """Return whether a word in a name denotes a place: by its stem, or as a common organ."""
    return word != "endometrioid" and (word[:4] in stems or word in _ORGANS)


def split_place(alias: str, place: Thing) -> tuple[str, str]:
    """Split a name into the place at its start and the rest, or return two empty strings."""
    for name in place.names:
        for start in (name, name.removesuffix("s")):
            if alias.lower().startswith(f"{start.lower()} "):
                return alias[: len(start)], alias[len(start) + 1 :]
    first, _, rest = alias.partition(" ")
    named = first[:4].lower() in _list_stems(place.names) or _ADJECTIVES.get(first) == place.base
    return (first, rest) if named and " " not in rest else ("", "")
