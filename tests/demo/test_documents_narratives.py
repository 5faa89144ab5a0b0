"""Narratives from made-up lives: clean text, valid gold for every schema, one text for a seed."""

from __future__ import annotations

import re
from random import Random

import pytest

from goldsmith.core import Document, builtin, validate
from goldsmith.demo.life.course import live
from goldsmith.demo.life.model import Event, Patient
from goldsmith.demo.writing.documents.narratives import CALLED_BY, WRITERS
from goldsmith.demo.writing.layers import layers
from goldsmith.demo.writing.page import Page

LIVES = range(12)
LEFTOVER = re.compile(r"[{}\[\]|@~^]|(?<!\d)%|#[A-Z]|a\(n\)|  | [,;.](?: |$)|,,|\.\.", re.MULTILINE)
SUBTYPES = sorted(CALLED_BY)


@pytest.fixture(scope="module")
def patients() -> list[Patient]:
    return [live(number, seed=11) for number in LIVES]


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
        assert 40 <= len(page.text.split()) <= 400, page.text


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
