"""Makes the documents of made-up patients, with their gold, one after the other."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterator
from random import Random

from goldsmith.core import Document, Metadata
from goldsmith_demo.life.course import live
from goldsmith_demo.life.model import Event, Patient
from goldsmith_demo.writing.documents import (
    emergency,
    histopathology,
    icu,
    imaging,
    narratives,
    outpatient,
)
from goldsmith_demo.writing.layers import layers
from goldsmith_demo.writing.page import Page

WRITERS = {
    **narratives.WRITERS,
    **imaging.WRITERS,
    **histopathology.WRITERS,
    **outpatient.WRITERS,
    **icu.WRITERS,
    **emergency.WRITERS,
}
Kind = tuple[str, str]
_WORD = re.compile(r"[a-z]{5,}")
_IMAGING = {
    "mammogram": "mammogram",
    "ultrasound": "ultrasound",
    "mri": "MRI",
    "x-ray": "X-ray",
    "ct": "CT",
}
#: What an event leaves behind: how often which narrative (CLEF Table 1), and what else.
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
_SECTIONED: dict[str, dict[Kind, float]] = {
    "follow_up": {("outpatient", ""): 0.2},
    "presentation": {("outpatient", ""): 0.25},
    "chemotherapy": {("outpatient", ""): 0.08},
}
#: What brings people to the emergency department, and some of them to intensive care.
_ACUTE: dict[Kind, float] = {("emergency", ""): 0.6, ("discharge summary", "ICU"): 0.35}
_URGENT = frozenset(
    "neutropenic_sepsis pneumonia bowel_obstruction dvt pulmonary_embolism ileus cord_compression "
    "uti hypercalcaemia pelvic_collection anastomotic_leak allergic_reaction wound_infection "
    "atrial_fibrillation haematoma renal_impairment chest_pain haemoptysis dyspnoea".split()
)
#: Days after an operation in which its troubles come up on the ward.
_ON_WARD = 7
_TISSUE = ("biopsy", "histopathology", "fna", "fine needle")


def documents(
    patients: int,
    *,
    seed: int = 1,
    first: int = 0,
    schemas: Collection[str] = (),
    typos: float = 0.0005,
) -> Iterator[Document]:
    """The documents of so many patients, in the order of their dates; one patient at a time.

    `schemas` names the gold sets to keep (all six by default); `typos` is the share of letters in
    running words that come out in the wrong order.
    """
    for number in range(first, first + patients):
        yield from of_patient(live(number, seed=seed), seed, schemas=schemas, typos=typos)


def of_patient(
    patient: Patient, seed: int, *, schemas: Collection[str] = (), typos: float = 0.0
) -> Iterator[Document]:
    """The documents that one life leaves."""
    chance = stream(seed, patient.id)
    count = 0
    for event in patient.events:
        for kind in called_for(event, patient, chance):
            count += 1
            key = f"{patient.id}-{count:03}"
            page = written(kind, event, patient, stream(seed, key))
            yield document(page, key, kind, schemas, typos)


def stream(seed: int, key: str) -> Random:
    """A random stream of its own for each patient and document."""
    digest = hashlib.blake2b(f"{seed}/{key}".encode(), digest_size=8).digest()
    return Random(int.from_bytes(digest, "big"))


def called_for(event: Event, patient: Patient, chance: Random) -> Iterator[Kind]:
    """The kinds of document that an event leaves."""
    weights = _NARRATIVES.get(event.kind, {})
    drawn = chance.random()
    for subtype, share in weights.items():
        if drawn < share:
            yield "narrative", subtype
            break
        drawn -= share
    urgent = event.kind in ("complication", "presentation") and _base(event.what) in _URGENT
    for kind, share in {**_SECTIONED.get(event.kind, {}), **(_ACUTE if urgent else {})}.items():
        wanted = chance.random() < share
        if wanted and not (kind[0] == "emergency" and _is_on_ward(event, patient)):
            yield kind
    if event.kind == "investigation":
        yield from _reported(event, patient)


def _is_on_ward(event: Event, patient: Patient) -> bool:
    """Whether an operation of the last days, other than for this very trouble, was done."""
    return any(
        other.kind == "operation"
        and 0 <= (event.date - other.date).days <= _ON_WARD
        and event.what not in other.findings
        for other in patient.events
    )


def _base(key: str) -> str:
    """A thing's key without the number of its repetition."""
    return key.partition("-")[0]


def _reported(event: Event, patient: Patient) -> Iterator[Kind]:
    """The report of an investigation, if it is of a kind that is reported."""
    names = " / ".join(patient.things[event.what].names).lower() if event.what else ""
    if any(word in names for word in _TISSUE):
        yield "histopathology", ""
        return
    for word, subtype in _IMAGING.items():
        if re.search(rf"\b{re.escape(word)}\b", names):
            yield "imaging", subtype
            return


def written(kind: Kind, event: Event, patient: Patient, chance: Random) -> Page:
    """The page of one document."""
    page = Page(patient, event.end or event.date, chance)
    WRITERS[kind](page, event)
    page.finish()
    return page


def document(
    page: Page, key: str, kind: Kind, schemas: Collection[str] = (), typos: float = 0.0
) -> Document:
    """A finished page as a document with its gold."""
    sets = layers(page)
    text = mistyped(page.text, typos, page.chance) if typos else page.text
    about = Metadata(
        page.patient.id,
        *kind,
        page.date.isoformat(),
        page.patient.icd10,
        page.patient.hospital,
    )
    kept = {name: one for name, one in sets.items() if not schemas or name in schemas}
    return Document(key, text, about, tuple(page.sections), kept)


def mistyped(text: str, rate: float, chance: Random) -> str:
    """The text with two neighbouring letters of some words changed over; offsets stay."""
    letters = list(text)
    for word in _WORD.finditer(text):
        if chance.random() < rate * len(word[0]):
            at = word.start() + chance.randrange(1, len(word[0]) - 2)
            letters[at], letters[at + 1] = letters[at + 1], letters[at]
    return "".join(letters)
