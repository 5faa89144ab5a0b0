"""The gold standards on which the simulated annotators are measured: demo and made-up notes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain, count

from msgspec.structs import replace

from goldsmith.core import Document
from goldsmith.examples import notes
from goldsmith_demo.make import make_documents

GOLD = "gold"
NARRATIVES = ("narrative", "outpatient")
#: Type of document -> number of documents, as in ODIE's two sets of notes (Savova et al. 2011).
MAYO_CLINICAL = {"outpatient": 25, "narrative": 25}
MAYO_PATHOLOGY = {"histopathology": 50}
UPMC = {"discharge summary": 20, "emergency": 20, "imaging": 20, "histopathology": 20}
#: The experimental set of Ogren et al. 2008.
MAYO_NOTES = {"outpatient": 100}
#: Notes of one patient are very similar, so only this many of each type are used.
EACH = 2


@cache
def load_clef_notes() -> tuple[Document, ...]:
    """Return the demo notes."""
    return tuple(notes.load_documents())


def load_narratives() -> list[Document]:
    """Return the demo notes of the kind that CLEF's Tables 6 to 10 and 12 cover."""
    return [doc for doc in load_clef_notes() if doc.metadata.type in NARRATIVES]


def make_notes(schema: str, requested: Mapping[str, int], seed: int) -> list[Document]:
    """Make a number of notes of each type, with the gold standard of the schema as `gold`.

    Use only notes with something to annotate, because ODIE chose notes with anaphoric relations.
    """
    return list(_make_notes(schema, tuple(requested.items()), seed))


@cache
def _make_notes(
    schema: str, requested: tuple[tuple[str, int], ...], seed: int
) -> tuple[Document, ...]:
    remaining, notes = Counter(dict(requested)), []
    for doc in chain.from_iterable(_make_patient_notes(number, schema, seed) for number in count()):
        kind, gold = doc.metadata.type, doc.sets[schema]
        if remaining[kind] > 0 and (gold.relations or (schema != "odie" and gold.mentions)):
            remaining[kind] -= 1
            notes.append(replace(doc, sets={GOLD: replace(gold, name=GOLD)}))
        if not any(number > 0 for number in remaining.values()):
            break
    return tuple(notes)


def _make_patient_notes(number: int, schema: str, seed: int) -> Iterator[Document]:
    """Yield some notes of a patient."""
    counts: Counter[str] = Counter()
    for doc in make_documents(1, seed=seed, first=number, schemas=(schema,)):
        counts[doc.metadata.type] += 1
        if counts[doc.metadata.type] <= EACH:
            yield doc
