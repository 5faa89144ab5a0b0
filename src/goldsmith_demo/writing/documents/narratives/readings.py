"""Parse the readings of phrases: the facts they need, their text and their relations."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from goldsmith_demo.life.model import Thing

#: The suffix of a slot for the last thing of a list: "{s_last:it}".
LAST = "_last"
SLOT_NAME = re.compile(r"(?:\{|@|%)(\w+)(=?)")
_CHOICES = re.compile(r"\[[^\[\]]*\]")
_BLANKS = re.compile("  +")
_BEFORE_A_STOP = re.compile(r" (?=[.,;:)](?: |$))")
PLACE_MARK = re.compile(r"(?P<the>\b[Tt]he )?@(?P<name>\w+)")
_PERSONS = frozenset("she her hers herself patient".split())
_ADJECTIVES = {"pulmonary": "lung", "bony": "skeleton", "cerebral": "brain", "hepatic": "liver"}
_ORGANS = frozenset("womb uterine bowel lung colon colonic gastric stomach nsclc sclc".split())


@lru_cache(1 << 16)
def find_names(frame: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the facts that a reading of a phrase needs, and those whose places it names."""
    slots = [(match[1], match[2]) for match in SLOT_NAME.finditer(frame)]
    loose = {name for name, kind in slots if kind}
    plain = {name.removesuffix(LAST) for name, _ in slots}
    needed = {name for name in plain if name.lower() not in _PERSONS} - loose
    return frozenset(needed), frozenset(match["name"] for match in PLACE_MARK.finditer(frame))


@lru_cache(1 << 12)
def find_required(frame: str) -> frozenset[str]:
    """Return the facts that every reading of a phrase needs."""
    while match := _CHOICES.search(frame):
        frame = frame[: match.start()] + frame[match.end() :]
    return find_names(frame)[0]


class Frame(NamedTuple):
    """A reading of a phrase: its words, the facts it needs, its mentions and relations."""

    words: str
    facts: frozenset[str]
    mentioned: tuple[str, ...]
    """Slots, lists ("%f") and places ("@c")."""
    relations: tuple[str, ...]


@lru_cache(1 << 14)
def read_frame(frame: str) -> Frame:
    """Parse a phrase without choices."""
    words, _, links = frame.rpartition(" | ") if " | " in frame else (frame, "", "")
    slots = list(SLOT_NAME.finditer(words))
    facts = {match[1] for match in slots} - {match[1] for match in slots if match[2]}
    relations = tuple(link.strip() for link in links.split(",") if link.strip())
    facts |= {link.split()[2] for link in relations if " has_indication " in link}
    mentioned = tuple(match[0].rstrip("=").lstrip("{") for match in slots)
    return Frame(words, frozenset(facts), mentioned, relations)


def write_trunk(name: str, flags: str, relations: list[str]) -> str:
    """Write a CT of the trunk with its three targets."""
    relations += [f"{name} has_target {name}{region}" for region in ("chest", "belly", "pelvis")]
    return (
        f"{{{name}{flags}:CT}} of the {{{name}chest=Locus:chest}}, {{{name}belly=Locus:abdomen}} "
        f"and {{{name}pelvis=Locus:pelvis}}"
    )


def tidy(reading: str) -> str:
    """Remove the extra spaces that empty choices leave."""
    reading = reading.strip(" ")
    if "  " in reading:
        reading = _BLANKS.sub(" ", reading)
    return _BEFORE_A_STOP.sub("", reading)


def list_names_without(thing: Thing, place: Thing) -> tuple[str, ...]:
    """Return the names of a thing that do not include its place."""
    stems = {word[:4].lower() for name in place.names for word in name.split()}
    return tuple(
        name
        for name in thing.names
        if not any(_names_place(word.lower(), stems) for word in re.split(r"[\s-]", name))
        and " in the " not in name
    )


def _names_place(word: str, stems: set[str]) -> bool:
    """Return whether a word in a name denotes a place: by its stem, or as a common organ."""
    return word != "endometrioid" and (word[:4] in stems or word in _ORGANS)


def split_place(alias: str, place: Thing) -> tuple[str, str]:
    """Split a name into the place at its start and the rest, or return two empty strings."""
    for name in place.names:
        for start in (name, name.removesuffix("s")):
            if alias.lower().startswith(f"{start.lower()} "):
                return alias[: len(start)], alias[len(start) + 1 :]
    first, _, rest = alias.partition(" ")
    stems = {word[:4].lower() for words in place.names for word in words.split()}
    named = first[:4].lower() in stems or _ADJECTIVES.get(first) == place.base
    return (first, rest) if named and " " not in rest else ("", "")
