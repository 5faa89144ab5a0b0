"""Readings of phrases: the facts they need, and the text and relations they give."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from goldsmith_demo.life.model import Thing
from goldsmith_demo.writing.times import Time

SLOT_NAME = re.compile(r"(?:\{|@|%)(\w+)(=?)")


_CHOICES = re.compile(r"\[[^\[\]]*\]")


_BLANKS = re.compile("  +")


_BEFORE_A_STOP = re.compile(r" (?=[.,;:)](?: |$))")


PLACE_MARK = re.compile(r"(?P<the>\b[Tt]he )?@(?P<name>\w+)")


_PERSONS = frozenset("she her hers herself patient".split())


_ORGANS = frozenset("womb uterine bowel lung colon colonic gastric stomach nsclc sclc".split())


@lru_cache(1 << 16)
def find_names(frame: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the facts that a reading of a phrase needs, and those whose places it names."""
    slots = [(match[1], match[2]) for match in SLOT_NAME.finditer(frame)]
    loose = {name for name, kind in slots if kind}
    needed = {name for name, _ in slots if name.lower() not in _PERSONS} - loose
    return frozenset(needed), frozenset(match["name"] for match in PLACE_MARK.finditer(frame))


@lru_cache(1 << 12)
def find_required(frame: str) -> frozenset[str]:
    """Return the facts that every reading of a phrase needs."""
    while match := _CHOICES.search(frame):
        frame = frame[: match.start()] + frame[match.end() :]
    return find_names(frame)[0]


def nest_loose(match: re.Match[str], relations: list[str]) -> str:
    """Write a condition of this sentence only ("back pain") with its place inside."""
    name = match["name"]
    relations.append(f"{name} has_location {name}seat")
    place = f"{{{name}seat=Locus:{match['where']}}}"
    return f"{{{name}=Condition{match['flags']}:{place} {match['what']}}}"


def write_trunk(name: str, flags: str, relations: list[str]) -> str:
    """Write a CT of the trunk with its three targets."""
    relations += [f"{name} has_target {name}{region}" for region in ("chest", "belly", "pelvis")]
    return (
        f"{{{name}{flags}:CT}} of the {{{name}chest=Locus:chest}}, {{{name}belly=Locus:abdomen}} "
        f"and {{{name}pelvis=Locus:pelvis}}"
    )


def tidy(reading: str) -> str:
    """Remove what empty choices leave behind."""
    reading = reading.strip(" ")
    if "  " in reading:
        reading = _BLANKS.sub(" ", reading)
    return _BEFORE_A_STOP.sub("", reading)


def join_parts(parts: Sequence[str], last: str) -> str:
    """Join the parts as in "a, b and c"."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def list_names_without(thing: Thing, place: Thing) -> tuple[str, ...]:
    """Return the names of a thing that do not name its place."""
    stems = {word[:4].lower() for name in place.names for word in name.split()}
    return tuple(
        name
        for name in thing.names
        if not any(_names_place(word.lower(), stems) for word in re.split(r"[\s-]", name))
        and " in the " not in name
    )


def _names_place(word: str, stems: set[str]) -> bool:
    """Return whether a word of a name states a place: by its stem, or as an everyday organ."""
    return word != "endometrioid" and (word[:4] in stems or word in _ORGANS)


def is_true(relation: str, values: Mapping[str, Thing | Time | str]) -> bool:
    """Return whether the life does not hold another reason."""
    first_name, kind, second_name = relation.split()
    first, second = values.get(first_name), values.get(second_name)
    if kind != "has_indication" or not isinstance(first, Thing) or not isinstance(second, Thing):
        return True
    return first.reason in ("", second.key) or first.kind == "Investigation"


def list_reasons(values: Mapping[str, Thing | Time | str]) -> list[str]:
    """Return what was done or given for which condition."""
    things = {name: value for name, value in values.items() if isinstance(value, Thing)}
    treated = {name: thing.reason for name, thing in things.items() if thing.reason}
    if not treated:
        return []
    conditions = {name: thing.key for name, thing in things.items() if thing.kind == "Condition"}
    return [
        f"{name} has_indication {condition}"
        for name, reason in treated.items()
        for condition, key in conditions.items()
        if reason == key
    ]
