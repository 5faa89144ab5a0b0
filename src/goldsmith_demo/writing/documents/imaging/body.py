"""Write the findings of an imaging report: positive, excluded and normal ones."""

from __future__ import annotations

import re
from functools import cache

from goldsmith_demo.data_files import read_data
from goldsmith_demo.life.model import Thing
from goldsmith_demo.writing.documents.imaging.scan import Scan
from goldsmith_demo.writing.documents.phrases import imaging as books

_ON_ULTRASOUND = ("renal_cyst", "liver_cyst")
_MASS = ("There is a {c:mass}[, @size|] @at.", "A {c:mass} is seen.")
Normals = dict[str, tuple[tuple[str, tuple[str, ...]], ...]]
"""Region -> its normal findings, each with its topics and alternative phrasings."""
Tables = dict[str, dict[str, tuple[str, ...]]]
"""Examination or cancer -> finding or kind of examination -> sentences."""


@cache
def load_sentences() -> dict[str, tuple[str, ...]]:
    """Return the sentences for every finding, by its catalogue entry."""
    besides = read_data(__package__, "findings_besides", dict[str, tuple[str, ...]])
    return {**books.findings["spread"], **besides}


@cache
def load_normals() -> Normals:
    """Return the normal findings of each region."""
    names = ("normals", "normals_films", "normals_organs")
    files = (read_data(__package__, name, Normals) for name in names)
    return {region: entries for file in files for region, entries in file.items()}


@cache
def _find_topics(words: str) -> frozenset[str]:
    """Return the topics that a condition or operation with this base and place makes abnormal."""
    return frozenset(
        topic
        for topic, parts in books.regions.get_words("topics").items()
        if any(re.search(part, words) for part in parts.split())
    )


def find_busy_topics(scan: Scan) -> set[str]:
    """Return the topics that the report cannot call normal."""
    busy = {"uterus", "ovary"} if scan.patient.sex == "male" else {"prostate"}
    busy |= {"density", "skin", "nipple"} if scan.remaining_breast else set()
    done = (
        thing
        for thing in scan.things.values()
        if thing.kind == "Intervention" and thing.start and thing.start <= scan.date
    )
    things = (*scan.list_active(), *done, *scan.findings, *scan.excluded)
    return busy.union(*(_find_topics(f"{thing.base} {thing.place}") for thing in things))


def describe_normal(scan: Scan, region: str, busy: set[str], count: int) -> int:
    """Describe up to `count` normal findings of a region; return the number written."""
    normals = load_normals()
    entries = list(normals[region])
    if region == "pelvis":
        entries += normals[f"pelvis_{scan.patient.sex}"]
        entries += normals["mri_pelvis"] if scan.exam.base == "mri" else ()
    count_written = 0
    scan.chance.shuffle(entries)
    for words, templates in entries:
        topics = set(words.split())
        if count_written < count and not topics & busy:
            count_written += _write_normal(scan, templates)
            busy |= topics - {"node"}
    return count_written


def _write_normal(scan: Scan, templates: tuple[str, ...]) -> bool:
    """Write a normal finding, usually with a template that contains no negation."""
    is_right = (scan.exam.side or scan.tumour.side) == "right"
    same, opposite = ("right", "left") if is_right else ("left", "right")
    calm = _select_calm(templates) if scan.maybe(0.85) else templates
    return scan.describe([way.replace("@other", opposite).replace("@same", same) for way in calm])


@cache
def _select_calm(templates: tuple[str, ...]) -> tuple[str, ...]:
    """Select the templates without a negation, or all if every one has a negation."""
    return tuple(each for each in templates if "=Negation" not in each) or templates


def describe_asides(scan: Scan, places: list[str], count: int) -> int:
    """Describe up to `count` incidental findings; return the number written."""
    where = books.regions.get_words("asides")
    is_sound = scan.exam.base in ("ultrasound", "eus", "ebus")
    visible = [
        thing
        for thing in scan.things.values()
        if thing.base in where
        and not (is_sound and thing.base not in _ON_ULTRASOUND)
        and any(place in where[thing.base].split() for place in places)
    ]
    scan.chance.shuffle(visible)
    for thing in visible[:count]:
        scan.describe(load_sentences()[thing.base], thing)
    return len(visible[:count])


def describe_condition(scan: Scan, thing: Thing) -> None:
    """Describe a condition that the examination found or excluded."""
    if thing not in scan.findings:
        _describe_excluded(scan, thing)
    elif thing.key == scan.tumour.key:
        _describe_tumour(scan)
    else:
        by_exam = books.findings.read("by_exam", Tables)
        special = by_exam.get(scan.exam.base, {}).get(thing.base, ())
        shown = _select_shown(scan, load_sentences().get(thing.base, ()))
        scan.describe_first((special, shown, books.findings.anything), thing)


def _describe_tumour(scan: Scan) -> None:
    kinds = books.tumours.read("tumours", Tables)[scan.site]
    usual = kinds.get("any", ())
    templates = kinds.get(scan.subtype, usual)
    if scan.exam.base == "pet_ct":
        templates = books.tumours.avid
    elif scan.patient.stage[:3] in ("III", "IV"):
        templates += _select_shown(scan, kinds.get("wide", ()))
    scan.describe_first((templates, usual, _MASS))
    if not scan.days_known and scan.maybe(0.2) and scan.site != "myeloma":
        kind = "blood" if scan.site == "lymphoma" else scan.subtype
        scan.describe(books.tumours.find("suspect", kind, "any"))


def _select_shown(scan: Scan, templates: tuple[str, ...]) -> tuple[str, ...]:
    """Select the sentences that mention only the examined regions."""
    regions = " ".join(scan.regions)
    unseen = [
        word
        for names, words in books.regions.get_words("shows").items()
        if not any(name in regions for name in names.split())
        for word in words.split()
    ]
    return tuple(each for each in templates if not any(word in each for word in unseen))


def _describe_excluded(scan: Scan, thing: Thing) -> None:
    """State that something was not found."""
    if thing.base == "new_lesion" and scan.findings:
        scan.describe(books.ruled_out.nothing_else, thing)
        return
    by_exam = books.ruled_out.read("by_exam", Tables)
    templates = by_exam.get(scan.exam.base, {}).get(thing.base, ())
    if scan.remaining_breast and templates and scan.exam.base == "mammogram":
        side = scan.remaining_breast
        templates = tuple(words.replace("@kept", side) for words in books.ruled_out.one_breast)
    templates = templates or books.ruled_out["conditions"].get(thing.base, ())
    scan.describe_first((_select_shown(scan, templates), books.ruled_out.anything), thing)
