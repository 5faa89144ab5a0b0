"""Write the findings of an imaging report: positive, excluded and normal ones."""

from __future__ import annotations

import re
from functools import cache

from goldsmith_demo.data_files import read_data
from goldsmith_demo.life.model import Thing
from goldsmith_demo.writing.documents.phrases import imaging as books
from goldsmith_demo.writing.documents.report import Report

_ON_ULTRASOUND = ("renal_cyst", "liver_cyst")
_ALONE = ("_film", "_scan")
"""Suffixes of regions that are shown alone."""
_MASS = ("There is a {c:mass}[, @size|] @at.", "A {c:mass} is seen.")
_BOWEL = ("bowel", "small_bowel", "colon", "abdomen")
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


def find_regions(report: Report, subtype: str, exam: Thing | None = None) -> list[str]:
    """Return the regions that an examination shows, by default the one that is reported."""
    exam = exam or report.exam
    regions = books.regions.get_words("by_exam").get(exam.base, "")
    if exam.base == "xray" and exam.place in _BOWEL:
        regions = "abdomen_film"
    if regions.endswith(_ALONE):
        return [regions]
    if regions:
        brain = any(thing.base.startswith("brain") for thing in report.findings)
        return ["brain"] * brain + regions.split()
    place = report.things.get(exam.place)
    base = place.base if place is not None else exam.place
    return _find_region(base or report.patient.cancer, subtype)


def _find_region(base: str, subtype: str) -> list[str]:
    for region, words in books.regions.get_words("by_place").items():
        if any(word in base for word in words.split()):
            return ["bone_film" if region == "bones" and subtype == "X-ray" else region]
    return ["abdomen", "pelvis"] if subtype == "CT" else ["abdomen"]


def find_topics(thing: Thing) -> frozenset[str]:
    """Return the topics that a condition or operation makes abnormal."""
    return _list_topics(f"{thing.base} {thing.place}")


@cache
def _list_topics(words: str) -> frozenset[str]:
    return frozenset(
        topic
        for topic, parts in books.regions.get_words("topics").items()
        if any(re.search(part, words) for part in parts.split())
    )


def find_busy_topics(report: Report) -> set[str]:
    """Return the topics that the report cannot call normal."""
    day = report.page.date
    busy: set[str] = set()
    for thing in report.things.values():
        begun = thing.start is not None and thing.start <= day
        lasting = thing.end is None or thing.end >= day or thing.kind == "Intervention"
        if thing.kind in ("Condition", "Intervention") and begun and lasting:
            busy |= find_topics(thing)
    for thing in (*report.findings, *report.excluded):
        busy |= find_topics(thing)
    busy |= {"uterus", "ovary"} if report.patient.sex == "male" else {"prostate"}
    if report.tumour.base.startswith(("dlbcl", "hodgkin")):
        busy |= {"spleen"} if "splenomegaly" in {t.base for t in report.findings} else set()
    if report.remaining_breast:
        busy |= {"density", "skin", "nipple"}
    return busy


def describe_normal(report: Report, region: str, busy: set[str], count: int) -> int:
    """Describe up to `count` normal findings of a region; return the number written."""
    normals = load_normals()
    entries = list(normals[region])
    if region == "pelvis":
        female = report.patient.sex == "female"
        entries += normals["pelvis_female" if female else "pelvis_male"]
        entries += normals["mri_pelvis"] if report.exam.base == "mri" else ()
    count_written = 0
    report.chance.shuffle(entries)
    for topics_, templates in entries:
        entry_topics = set(topics_.split())
        if count_written < count and not entry_topics & busy:
            count_written += _write_normal(report, templates)
            busy |= entry_topics - {"node"}
    return count_written


def _write_normal(report: Report, templates: tuple[str, ...]) -> bool:
    """Write a normal finding, usually with a template that contains no negation."""
    is_right = (report.exam.side or report.tumour.side) == "right"
    same, opposite = ("right", "left") if is_right else ("left", "right")
    calm = _select_calm(templates) if report.maybe(0.85) else templates
    words = [way.replace("@other", opposite).replace("@same", same) for way in calm]
    return report.describe(words)


@cache
def _select_calm(templates: tuple[str, ...]) -> tuple[str, ...]:
    """Select the templates without a negation, or all if every one has a negation."""
    return tuple(each for each in templates if "=Negation" not in each) or templates


def describe_asides(report: Report, places: list[str], count: int) -> int:
    """Describe up to `count` incidental findings; return the number written."""
    where = books.regions.get_words("asides")
    asides = [thing for thing in report.things.values() if thing.base in where]
    visible = [thing for thing in asides if _is_visible(report, thing, where[thing.base], places)]
    report.chance.shuffle(visible)
    for thing in visible[:count]:
        report.describe(load_sentences()[thing.base], thing)
    return len(visible[:count])


def _is_visible(report: Report, thing: Thing, where: str, places: list[str]) -> bool:
    is_there = thing.start is not None and thing.start <= report.page.date
    if not is_there or thing in report.findings:
        return False
    sound = report.exam.base in ("ultrasound", "eus", "ebus") and thing.base not in _ON_ULTRASOUND
    return not sound and any(place in where.split() for place in places)


def get_site(report: Report) -> str:
    """Return the site under which the phrases describe the tumour."""
    cancer, place = report.patient.cancer, report.things.get(report.tumour.place)
    if cancer in ("dlbcl", "hodgkin"):
        return "stomach" if place is not None and place.base == "stomach" else "lymphoma"
    return cancer


def describe_finding(report: Report, thing: Thing, subtype: str) -> None:
    """Describe a finding."""
    special = books.findings.read("by_exam", Tables).get(report.exam.base, {}).get(thing.base, ())
    if thing.key != report.tumour.key:
        shown = _select_shown(report, load_sentences().get(thing.base, ()), subtype)
        report.describe_first((special, shown, books.findings.anything), thing)
        return
    kinds = books.tumours.read("tumours", Tables).get(get_site(report), {})
    wide = kinds.get("wide", ()) if report.patient.stage[:3] in ("III", "IV") else ()
    templates = kinds.get(subtype, kinds.get("any", ()))
    if report.exam.base == "pet_ct":
        templates, wide = books.tumours.avid, ()
    templates = (*templates, *_select_shown(report, wide, subtype))
    report.describe_first((templates, kinds.get("any", ()), _MASS), thing)
    if not report.days_known and report.maybe(0.2) and get_site(report) != "myeloma":
        kind = "blood" if get_site(report) == "lymphoma" else subtype
        report.describe(books.tumours.find("suspect", kind, "any"))


def _select_shown(report: Report, templates: tuple[str, ...], subtype: str) -> tuple[str, ...]:
    """Select the sentences that mention only the examined regions."""
    regions = " ".join(find_regions(report, subtype))
    unseen = [
        word
        for names, words in books.regions.get_words("shows").items()
        if not any(name in regions for name in names.split())
        for word in words.split()
    ]
    return tuple(each for each in templates if not any(word in each for word in unseen))


def describe_excluded(report: Report, thing: Thing, subtype: str) -> None:
    """State that something was not found."""
    if thing.base == "new_lesion" and report.findings:
        report.describe(books.ruled_out.nothing_else, thing)
        return
    by_exam = books.ruled_out.read("by_exam", Tables)
    templates = by_exam.get(report.exam.base, {}).get(thing.base, ())
    if report.remaining_breast and templates and report.exam.base == "mammogram":
        side = report.remaining_breast
        templates = tuple(words.replace("@kept", side) for words in books.ruled_out.one_breast)
    templates = templates or books.ruled_out["conditions"].get(thing.base, ())
    templates = _select_shown(report, templates, subtype)
    report.describe_first((templates, books.ruled_out.anything), thing)
