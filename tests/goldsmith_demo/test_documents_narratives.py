"""Narratives from made-up lives: clean text, valid gold for every schema, one text for a seed."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest

from goldsmith.core import CUI_LESS, Document, builtin, validate
from goldsmith_demo.life.course import live
from goldsmith_demo.life.model import Event, Patient
from goldsmith_demo.make import called_for, stream
from goldsmith_demo.writing.documents.narratives import CALLED_BY, WRITERS
from goldsmith_demo.writing.layers import layers
from goldsmith_demo.writing.page import Page

LIVES = range(12)
MANY = range(60)
#: Entities and relations of 50 narratives (Roberts et al. 2009, Table 12).
CLEF = {
    "Condition": 429,
    "Drug-or-device": 172,
    "Intervention": 191,
    "Investigation": 220,
    "Locus": 284,
    "Result": 125,
    "Laterality": 76,
    "Negation": 55,
    "Sub-location": 49,
    "has_finding": 233,
    "has_indication": 168,
    "has_location": 205,
    "has_target": 95,
    "laterality_modifies": 73,
    "negation_modifies": 67,
    "sub_location_modifies": 43,
}
LEFTOVER = re.compile(r"[{}\[\]|@~^]|(?<!\d)%|#[A-Z]|a\(n\)|  | [,;.](?: |$)|,,|\.\.", re.MULTILINE)
SUBTYPES = sorted(CALLED_BY)


@pytest.fixture(scope="module")
def patients() -> list[Patient]:
    return [live(number, seed=11) for number in LIVES]


@pytest.fixture(scope="module")
def pages() -> list[tuple[str, Event, Page]]:
    """Narratives as lives leave them, with subtype and event."""
    made = []
    for number in MANY:
        patient = live(number, seed=29)
        chance = stream(29, patient.id)
        for count, event in enumerate(patient.events):
            for kind, subtype in called_for(event, patient, chance):
                if kind == "narrative":
                    day = event.end or event.date
                    page = Page(patient, day, stream(count, patient.id))
                    WRITERS[kind, subtype](page, event)
                    page.finish()
                    made.append((subtype, event, page))
    return made


def _written(patient: Patient, event: Event, subtype: str, seed: int) -> Page:
    page = Page(patient, event.date, Random(seed))
    WRITERS["narrative", subtype](page, event)
    page.finish()
    return page


def _pages(patients: list[Patient], subtype: str) -> list[Page]:
    """One page for every life and kind of event that calls for it."""
    return [
        _written(patient, event, subtype, number)
        for number, patient in enumerate(patients)
        for event in {one.kind: one for one in patient.events}.values()
        if event.kind in CALLED_BY[subtype]
    ]


def test_every_subtype_has_a_writer() -> None:
    assert {("narrative", subtype) for subtype in CALLED_BY} == set(WRITERS)


@pytest.mark.parametrize("subtype", SUBTYPES)
def test_the_text_is_clean(patients: list[Patient], subtype: str) -> None:
    for page in _pages(patients, subtype):
        assert LEFTOVER.search(page.text) is None, page.text
        assert 40 <= len(page.text.split()) <= 300, page.text


@pytest.mark.parametrize("subtype", SUBTYPES)
def test_the_gold_is_valid(patients: list[Patient], subtype: str) -> None:
    for page in _pages(patients, subtype):
        sets = layers(page)
        document = Document("d", page.text, sections=tuple(page.sections), sets=sets)
        for name, one in sets.items():
            assert list(validate(document, one, builtin(name))) == []


@pytest.mark.parametrize("subtype", SUBTYPES)
def test_notes_speak_of_what_narratives_speak_of(patients: list[Patient], subtype: str) -> None:
    pages = _pages(patients, subtype)
    kinds = {mention.type for page in pages for mention in layers(page)["clef"].mentions}
    wanted = "Condition Intervention Investigation Drug-or-device Locus Negation Laterality Result"
    assert kinds >= set(wanted.split())
    for page in pages:
        assert sum(mark.kind == "Condition" for mark in page.marks) >= 1, page.text


@pytest.mark.parametrize("subtype", SUBTYPES)
def test_any_event_can_be_written_about(patients: list[Patient], subtype: str) -> None:
    for event in {one.kind: one for one in patients[0].events}.values():
        assert _written(patients[0], event, subtype, 3).text.strip()


@pytest.mark.parametrize("subtype", SUBTYPES)
def test_one_seed_gives_one_text(patients: list[Patient], subtype: str) -> None:
    event = next(
        (patient, one)
        for patient in patients
        for one in patient.events
        if one.kind in CALLED_BY[subtype]
    )
    first, again, other = (_written(*event, subtype, seed).text for seed in (5, 5, 6))
    assert first == again
    assert first != other


def test_negated_conditions_have_their_signal(patients: list[Patient]) -> None:
    for page in _pages(patients, "case note"):
        linked = {id(mark) for kind, _, mark in page.links if kind == "negation_modifies"}
        negated = [mark for mark in page.marks if mark.flags & {"neg", "poss"}]
        assert all(id(mark) in linked for mark in negated), page.text


@pytest.mark.parametrize("name", CLEF)
def test_densities_are_near_those_of_the_corpus(
    pages: list[tuple[str, Event, Page]], name: str
) -> None:
    """For 50 notes, each count is within two and a half times of the paper's."""
    assert len(pages) > 500
    found: Counter[str] = Counter()
    for _, _, page in pages:
        gold = layers(page)["clef"]
        found.update(mention.type for mention in gold.mentions)
        found.update(rel.type for rel in gold.relations)
    ours = found[name] * 50 / len(pages)
    assert CLEF[name] / 2.5 <= ours <= CLEF[name] * 2.5


def test_most_notes_are_of_a_usual_length(pages: list[tuple[str, Event, Page]]) -> None:
    lengths = sorted(len(page.text.split()) for _, _, page in pages)
    assert lengths[0] >= 40
    assert lengths[len(lengths) // 20] >= 65
    assert 110 <= lengths[len(lengths) // 2] <= 180
    assert lengths[-1] <= 320


def test_most_conditions_have_a_code(pages: list[tuple[str, Event, Page]]) -> None:
    """ShARe leaves 24 to 32 % without one."""
    codes = [
        mention.codes[0].code
        for _, _, page in pages
        for mention in layers(page)["share-2014"].mentions
    ]
    assert 0.12 < codes.count(CUI_LESS) / len(codes) < 0.32


def test_nobody_changes_sex(pages: list[tuple[str, Event, Page]]) -> None:
    wrong = {
        "male": re.compile(r"\b(?:[Ss]he|[Hh]ers?|[Hh]erself|lady|woman)\b"),
        "female": re.compile(r"\b(?:[Hh]e|[Hh]is|[Hh]im|[Hh]imself|gentleman)\b"),
    }
    for _, _, page in pages:
        assert wrong[page.patient.sex].search(page.text) is None, page.text


def test_only_the_operated_have_drains_and_wounds(pages: list[tuple[str, Event, Page]]) -> None:
    seen = 0
    for subtype, event, page in pages:
        main = page.patient.things.get(event.what)
        if subtype == "discharge" and (main is None or "operation" not in main.generic):
            assert not re.search(r"\bdrain came|[Cc]lips|[Ww]ound clean|day 10", page.text), (
                page.text
            )
            seen += 1
    assert seen > 10


def test_a_line_stays_in_one_arm(pages: list[tuple[str, Event, Page]]) -> None:
    arms: dict[str, set[str]] = {}
    for _, _, page in pages:
        if "PICC" in page.text:
            sides = re.findall(r"(left|right) upper arm", page.text)
            arms.setdefault(page.patient.id, set()).update(sides)
    assert sum(map(bool, arms.values())) > 5
    assert all(len(sides) <= 1 for sides in arms.values())


def test_places_are_not_said_twice(pages: list[tuple[str, Event, Page]]) -> None:
    twice = re.compile(
        r"endometrial \w+ of the endometrium|rectal \w+ of the rectum|womb cancer of|"
        r"myeloma of the|pancreatic \w+ of the|lung cancer of the|left left|right right"
    )
    assert [found[0] for _, _, page in pages if (found := twice.search(page.text))] == []


def test_treatments_are_linked_to_what_they_were_for(
    pages: list[tuple[str, Event, Page]],
) -> None:
    """As the life has it; also where the two stand a few sentences apart."""
    near, far = 0, 0
    for _, _, page in pages:
        for kind, one, other in page.links:
            known = other.thing.key in page.patient.things
            if (
                kind == "has_indication"
                and one.thing.reason
                and known
                and one.kind != "Investigation"
            ):
                assert one.thing.reason == other.thing.key, page.text
                near += one.sentence == other.sentence
                far += one.sentence != other.sentence
    assert near > 100
    assert far > 100


def test_a_first_cycle_has_not_been_tolerated_yet(pages: list[tuple[str, Event, Page]]) -> None:
    for _, event, page in pages:
        if event.kind == "chemotherapy" and event.number == 1:
            assert not re.search(r"Tolerating chemo\b|is tolerating|is managing chemo", page.text)


def test_nobody_is_given_what_they_are_allergic_to(
    pages: list[tuple[str, Event, Page]],
) -> None:
    seen = 0
    for _, _, page in pages:
        names = {
            name.lower()
            for key in page.patient.allergies
            for name in page.patient.things[key].names
        }
        for mark in page.marks:
            if mark.kind == "Drug-or-device" and mark.thing.key.startswith("loose-"):
                said = page.text[mark.start : mark.spans[-1].end].lower()
                assert said not in names, page.text
                seen += bool(names)
    assert seen > 50


def test_nothing_happens_on_the_third_day_of_a_day(pages: list[tuple[str, Event, Page]]) -> None:
    """A summary written on the day of the operation speaks of no later day of the stay."""
    for subtype, event, page in pages:
        main = page.patient.things.get(event.what)
        if subtype == "discharge" and main is not None and main.start == page.date:
            assert not re.search(r"(?:on|by|from) day [1-4]\b", page.text), page.text
