"""Descriptive traits of things: shape, margin, segment, and measurements other than size.

Traits are drawn once per thing from a separate random stream, so every report describes a thing in
the same way and nothing else in the life depends on them. A thing takes one row of each group; a
deposit takes the same row as the metastases that it belongs to.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping

import msgspec

from goldsmith_demo.data_files import DataFile, make_reader
from goldsmith_demo.life.chance import add_days
from goldsmith_demo.life.model import Date, Thing
from goldsmith_demo.life.story import Story

Row = Mapping[str, str]
Group = str | dict[str, int | str | tuple[str, ...]] | tuple[Row, ...]
"""A group in the notation of the file, which the file explains."""
_MILLIMETRES = re.compile(r"(\d+) to (\d+) mm")


class Traits(DataFile, frozen=True):
    """Groups in the notation of the file; a thing takes one row of each group."""

    samples: tuple[Group, ...]
    """Groups for biopsies."""
    shared: dict[str, Group]
    """Groups that several things share."""
    tumours: dict[str, tuple[Group, ...]]
    """Cancer, with a T class if it matters -> groups for the primary."""
    things: dict[str, tuple[Group, ...]]
    """Catalogue entry -> groups for the thing."""
    measures: dict[str, tuple[int, int, int, int]]
    """Operation or cancer -> ranges of the specimen's longest side (mm) and weight (g)."""
    asides: dict[str, tuple[int, str]]
    """Incidental finding -> patients in 256 who have it at sixty, and what excludes it."""


load_traits = make_reader(__package__, "traits", Traits)


def list_rows(group: Group) -> tuple[Row, ...]:
    """Return the rows of a group."""
    if isinstance(group, str):
        group = load_traits().shared[group]
    if isinstance(group, tuple):
        return group
    assert isinstance(group, dict)
    ((name, values),) = group.items()
    if isinstance(values, int):
        return tuple({name: "yes" if number < values else "no"} for number in range(10))
    if isinstance(values, str):
        bounds = _MILLIMETRES.fullmatch(values)
        assert bounds, values
        return tuple({name: f"{size} mm"} for size in range(int(bounds[1]), int(bounds[2]) + 1))
    return tuple({name: value} for value in values)


def add_traits(
    things: Mapping[str, Thing], tumour: str, cancer: str, tnm: str, secret: str
) -> dict[str, Thing]:
    """Return the things with their traits, drawn from a hash of `secret` and each key."""
    low = any(thing.base == "ap_resection" for thing in things.values())
    kinds = [cancer, *(f"{cancer} {part}" for part in tnm.split()), *["rectum low"] * low]
    described = {key: _add_thing_traits(thing, cancer, secret) for key, thing in things.items()}
    groups = [group for kind in kinds for group in load_traits().tumours.get(kind, ())]
    described[tumour] = _add_details(described[tumour], _draw_rows(groups, tumour, secret))
    return described


def add_asides(story: Story, secret: str, presented: Date) -> None:
    """Add the incidental findings of scans: harmless, unchanged for years, without consequences."""
    numbers = _hash_numbers(secret, "asides")
    bases = {story.cancer.key, *(thing.base for thing in story.things.values())}
    for (base, (share, never)), number, years in zip(
        load_traits().asides.items(), numbers, numbers[12:], strict=False
    ):
        is_barred = not bases.isdisjoint((base, *never.split()))
        is_barred |= base == "breast_calcification" and story.cancer.key != "breast"
        if number < share * min(1.5, story.age / 60) and not is_barred:
            story.add(base, add_days(presented, -700 - 14 * years))


def _add_thing_traits(thing: Thing, cancer: str, secret: str) -> Thing:
    if thing.start is None:
        return thing
    groups = load_traits().things.get(thing.base, ())
    if groups:
        return _add_details(thing, _draw_rows(groups, thing.among or thing.key, secret))
    if thing.kind == "Investigation" and thing.generic[:1] == ("biopsy",):
        return _add_details(thing, _draw_rows(load_traits().samples, thing.key, secret))
    if thing.kind == "Intervention" and "surgery" in thing.generic:
        return _add_details(thing, _draw_measures(thing, cancer, secret))
    return thing


def _add_details(thing: Thing, more: Mapping[str, str]) -> Thing:
    """Add details to a thing without replacing existing ones."""
    return msgspec.structs.replace(thing, details={**more, **thing.details})


def _hash_numbers(key: str, secret: str) -> bytes:
    return hashlib.blake2b(f"{secret}/{key}".encode(), digest_size=24).digest()


def _draw_rows(groups: Iterable[Group], key: str, secret: str) -> dict[str, str]:
    traits: dict[str, str] = {}
    for number, group in zip(_hash_numbers(key, secret), groups, strict=False):
        rows = list_rows(group)
        traits |= rows[number % len(rows)]
    return traits


def _draw_measures(thing: Thing, cancer: str, secret: str) -> dict[str, str]:
    """Draw the length and weight of an operation's specimen."""
    table = load_traits().measures
    low, high, light, heavy = table.get(thing.base) or table.get(cancer, (60, 130, 60, 240))
    first, second = _hash_numbers(thing.key, secret)[:2]
    longest = low + first * (high - low) // 255
    return {"length": str(longest), "weight": str(light + second * (heavy - light) // 255)}
