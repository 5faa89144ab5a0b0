"""The documents of made-up patients, with their gold standard."""

from __future__ import annotations

import datetime
import hashlib
import re
from collections.abc import Collection, Iterator
from functools import lru_cache
from itertools import chain, islice
from random import Random
from typing import NamedTuple

import msgspec

from goldsmith.core import AnnotationSet, Document, Metadata
from goldsmith.runners import Task, choose_runner, count_cores
from goldsmith.runners.memory import collect_less_often
from goldsmith_demo.life.course import make_patient
from goldsmith_demo.life.model import Date, Event, Patient
from goldsmith_demo.writing.documents import (
    cardiology,
    emergency,
    histopathology,
    icu,
    imaging,
    inpatient,
    narratives,
    outpatient,
)
from goldsmith_demo.writing.layers import build_layers_of
from goldsmith_demo.writing.page import BATCH, Page

_FAMILIES = (narratives, imaging, histopathology, outpatient, icu, emergency, cardiology, inpatient)
WRITERS = {kind: write for family in _FAMILIES for kind, write in family.WRITERS.items()}
WRITERS |= {**imaging.AMERICAN, **histopathology.AMERICAN}
Kind = tuple[str, str]
_WORD = re.compile(r"[a-z]{5,}")
#: Investigations that radiologists report, by a word in their name; the first that fits counts.
_IMAGING = ("mammogram", "ultrasound", "MRI", "X-ray", "CT")
#: Event -> probabilities of the narratives written about it (CLEF Table 1).
_NARRATIVES: dict[str, dict[str, float]] = {
    "referral": {"to consultant": 0.7, "to referrer": 0.3},
    "presentation": {"case note": 0.4, "to consultant": 0.3},
    "diagnosis": {"to GP": 0.6, "to patient": 0.15, "to referrer": 0.25},
    "mdt": {"report": 0.1, "case note": 0.3, "to referrer": 0.1},
    "operation": {"to GP": 0.3},
    "chemotherapy": {"case note": 0.25, "to GP": 0.2, "discharge": 0.08},
    "radiotherapy": {"to GP": 0.6, "other letter": 0.2},
    "complication": {"case note": 0.4, "to GP": 0.2},
    "admission": {"case note": 0.3},
    "discharge": {"discharge": 0.8},
    "follow_up": {"to GP": 0.75, "to patient": 0.05, "other letter": 0.1, "to consultant": 0.05},
    "recurrence": {"to GP": 0.6, "to consultant": 0.2, "other letter": 0.1},
    "palliative": {"to GP": 0.5, "other letter": 0.3},
    "death": {"to GP": 0.7, "audit": 0.05},
}
_SECTIONED_NOTES: dict[str, dict[Kind, float]] = {
    "follow_up": {("outpatient", ""): 0.2},
    "presentation": {("outpatient", ""): 0.25},
    "chemotherapy": {("outpatient", ""): 0.08},
}
#: Documents about urgent events: emergency department, and sometimes intensive care.
_ICU: Kind = ("discharge summary", "ICU")
_ACUTE: dict[Kind, float] = {("emergency", ""): 0.6, _ICU: 0.35}
#: Days from an emergency to the discharge of a patient who was in intensive care.
_SHORTEST_STAY, _LONGEST_STAY = 3, 14
_URGENT = frozenset(
    "neutropenic_sepsis pneumonia bowel_obstruction dvt pulmonary_embolism ileus cord_compression "
    "uti hypercalcaemia pelvic_collection anastomotic_leak allergic_reaction wound_infection "
    "atrial_fibrillation haematoma renal_impairment chest_pain haemoptysis dyspnoea".split()
)
_MILD = ("uti", "dvt")
"""Urgent conditions that are not treated in intensive care."""
#: Event -> probabilities of the document kinds that CLEF does not have.
_MORE: dict[str, dict[Kind, float]] = {
    "admission": {("ECG", ""): 0.4, ("inpatient", ""): 0.8},
    "operation": {("ECG", ""): 0.3, ("inpatient", ""): 0.6},
    "complication": {("ECG", ""): 0.3, ("inpatient", ""): 0.5},
    "presentation": {("ECG", ""): 0.3},
    "death": {("narrative", "audit"): 0.25},
}
#: How American departments name the reports of CLEF.
_AMERICAN = {"imaging": "radiology", "histopathology": "surgical pathology"}
_REPORTS = frozenset((*_AMERICAN, *_AMERICAN.values(), "ECG", "echocardiogram"))
#: Days after an operation during which complications occur on the ward.
_ON_WARD = 7
_TISSUE = ("biopsy", "histopathology", "fna", "fine needle")
#: A further process saves more time than it takes to start if it makes at least this many patients.
_WORTH_A_PROCESS = 10


def make_documents(
    patients: int,
    *,
    seed: int = 1,
    first: int = 0,
    schemas: Collection[str] = (),
    typos: float = 0.0005,
    more_kinds: bool = False,
    workers: int = 1,
) -> Iterator[Document]:
    """Make the documents of patients in the order of their dates, patient by patient.

    Args:
        patients: how many patients.
        seed: the same seed gives the same documents.
        first: number of the first patient.
        schemas: gold sets to keep; all six by default.
        typos: share of letters in running words that are transposed.
        more_kinds: add kinds of document that CLEF does not have; the others do not change.
        workers: number of processes; the documents are the same.
    """
    numbers = range(first, first + patients)
    population = _Population(seed, tuple(schemas), typos, more_kinds)
    if workers == 1:
        with collect_less_often():
            yield from chain.from_iterable(map(population.make_documents, numbers))
        return
    task = Task(_Population, population, _Population.encode_documents)
    decoder = msgspec.msgpack.Decoder(list[Document])
    for encoded in choose_runner(workers).run(task, numbers):
        yield from decoder.decode(encoded)


def choose_workers(patients: int) -> int:
    """Choose the number of processes that make the patients fastest: up to one for each core."""
    return min(count_cores(), max(patients // _WORTH_A_PROCESS, 1))


class _Population(NamedTuple):
    """The patients of a seed, and the documents to make of their lives."""

    seed: int
    schemas: tuple[str, ...]
    typos: float
    more_kinds: bool

    def make_documents(self, number: int) -> list[Document]:
        """Make the documents of one patient."""
        patient, schemas = make_patient(number, seed=self.seed), self.schemas
        docs = make_patient_documents(
            patient, self.seed, schemas=schemas, typos=self.typos, more_kinds=self.more_kinds
        )
        return list(docs)

    def encode_documents(self, number: int) -> bytes:
        """Make the documents of one patient, for another process."""
        return msgspec.msgpack.encode(self.make_documents(number))


def make_patient_documents(
    patient: Patient,
    seed: int,
    *,
    schemas: Collection[str] = (),
    typos: float = 0.0,
    more_kinds: bool = False,
) -> Iterator[Document]:
    """Make the documents of one patient.

    All pages of a batch are written, then annotated: Python runs the same code on many pages faster
    than all code on one page, because less of it has to be loaded into the processor's cache.
    """
    plans = _plan_documents(patient, seed, more_kinds)
    while batch := list(islice(plans, BATCH)):
        pages = [
            write_page(kind, event, patient, open_stream(seed, key)) for key, kind, event in batch
        ]
        for page in pages:
            page.finish()
        layers = build_layers_of(pages, schemas)
        for (key, kind, _), page, sets in zip(batch, pages, layers, strict=True):
            yield build_document(page, key, kind, sets, typos)


def _plan_documents(
    patient: Patient, seed: int, more_kinds: bool
) -> Iterator[tuple[str, Kind, Event]]:
    """Yield the id, the kind and the event of each document of a patient."""
    chance, further = open_stream(seed, patient.id), open_stream(seed, f"{patient.id}/more")
    count = more = 0
    for event in patient.events:
        for kind in choose_kinds(event, patient, chance):
            count += 1
            named = name_american(kind, patient) if more_kinds else kind
            yield f"{patient.id}-{count:03}", named, event
        for kind in choose_more_kinds(event, patient, further) if more_kinds else ():
            more += 1
            yield f"{patient.id}-x{more:02}", kind, event


def open_stream(seed: int, key: str) -> Random:
    """Open a random stream for a patient or document, independent of all others."""
    digest = hashlib.blake2b(f"{seed}/{key}".encode(), digest_size=8).digest()
    return Random(int.from_bytes(digest, "big"))


def choose_kinds(event: Event, patient: Patient, chance: Random) -> Iterator[Kind]:
    """Choose the kinds of document that are written about an event."""
    weights = _NARRATIVES.get(event.kind, {})
    number = chance.random()
    for subtype, share in weights.items():
        if number < share:
            yield "narrative", subtype
            break
        number -= share
    urgent = event.kind in ("complication", "presentation") and _get_base(event.what) in _URGENT
    sectioned = _SECTIONED_NOTES.get(event.kind, {}) | (_ACUTE if urgent else {})
    for kind, share in sectioned.items():
        if chance.random() < share and _is_possible(kind, event, patient):
            yield kind
    if event.kind == "investigation":
        yield from _choose_report(patient.things[event.what].names if event.what else ())


def choose_more_kinds(event: Event, patient: Patient, chance: Random) -> Iterator[Kind]:
    """Choose the kinds of document, beyond CLEF's, that are written about an event."""
    minor = event.kind in ("complication", "presentation") and _get_base(event.what) not in _URGENT
    for kind, share in _MORE.get(event.kind, {}).items():
        if chance.random() < share and not minor:
            yield kind
    if event.kind == "investigation" and patient.things[event.what].base == "echocardiogram":
        yield "echocardiogram", ""


def name_american(kind: Kind, patient: Patient) -> Kind:
    """Return the kind of a report as the patient's hospital names it."""
    if patient.style != "us":
        return kind
    return _AMERICAN.get(kind[0], kind[0]), kind[1]


def _is_possible(kind: Kind, event: Event, patient: Patient) -> bool:
    """Return whether the patient can have been in the emergency department or intensive care."""
    if kind[0] == "emergency":
        return not _is_on_ward(event, patient)
    if kind != _ICU:
        return True
    out = find_day(kind, event, patient)
    is_grave = patient.things[event.what].is_disorder and _get_base(event.what) not in _MILD
    return is_grave and (not patient.died or patient.died > out)


def _is_on_ward(event: Event, patient: Patient) -> bool:
    """Return whether the patient is still on the ward after an unrelated operation."""
    return any(
        operation.kind == "operation"
        and 0 <= (event.date - operation.date).days <= _ON_WARD
        and event.what not in operation.findings
        for operation in patient.events
    )


def _get_base(key: str) -> str:
    """Return the key of a thing without its repetition number."""
    return key.partition("-")[0]


@lru_cache(maxsize=1 << 10)
def _choose_report(names: tuple[str, ...]) -> tuple[Kind, ...]:
    """Return the kind of report for an investigation with these names, if they have one."""
    low = " / ".join(names).lower()
    if any(word in low for word in _TISSUE):
        return (("histopathology", ""),)
    kinds = [name for name in _IMAGING if re.search(rf"\b{re.escape(name.lower())}\b", low)]
    return tuple(("imaging", name) for name in kinds[:1])


def write_page(kind: Kind, event: Event, patient: Patient, chance: Random) -> Page:
    """Write the page of a document; the caller finishes it."""
    day = find_day(kind, event, patient)
    page = Page(patient.hide_stage(day), day, chance)
    page.is_report = kind[0] in _REPORTS
    WRITERS[kind](page, event)
    return page


def find_day(kind: Kind, event: Event, patient: Patient) -> Date:
    """Return the day on which a document is written: the last day that it covers."""
    if kind != _ICU or event.kind == "discharge":
        return event.end or event.date
    over = patient.things[event.what].end or event.date
    days = min(max((over - event.date).days, _SHORTEST_STAY), _LONGEST_STAY)
    return event.date + datetime.timedelta(days=days)


def build_document(
    page: Page, key: str, kind: Kind, sets: dict[str, AnnotationSet], typos: float
) -> Document:
    """Build the document from a finished page and its gold standard."""
    text = add_typos(page.text, typos, page.chance) if typos else page.text
    about = Metadata(
        page.patient.id, *kind, page.date.isoformat(), page.patient.icd10, page.patient.hospital
    )
    return Document(key, text, about, tuple(page.sections), sets)


def add_typos(text: str, rate: float, chance: Random) -> str:
    """Transpose two neighbouring letters in some words; offsets stay valid."""
    for word in _WORD.finditer(text):
        start, end = word.span()
        if chance.random() < rate * (end - start):
            at = start + chance.randrange(1, end - start - 2)
            text = f"{text[:at]}{text[at + 1]}{text[at]}{text[at + 2 :]}"
    return text
