"""The gold standards on which the simulated annotators are measured: demo notes, made-up notes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain, count

from msgspec.structs import replace

from goldsmith.core import Document
from goldsmith.examples import notes
from goldsmith_demo.make import documents

GOLD = "gold"
NARRATIVES = ("narrative", "outpatient")
#: Type of document -> how many, as in ODIE's two sets of notes (Savova et al. 2011).
MAYO_CLINICAL = {"outpatient": 25, "narrative": 25}
MAYO_PATHOLOGY = {"histopathology": 50}
UPMC = {"discharge summary": 20, "emergency": 20, "imaging": 20, "histopathology": 20}
#: The experimental set of Ogren et al. 2008.
MAYO_NOTES = {"outpatient": 100}
#: Notes of one patient are much alike: of each type only so many are taken.
EACH = 2


@cache
def clef_notes() -> tuple[Document, ...]:
    """The demo notes."""
    return tuple(notes.documents())


def narratives() -> list[Document]:
    """The demo notes of the kind that CLEF's Tables 6 to 10 and 12 are about."""
    return [doc for doc in clef_notes() if doc.metadata.type in NARRATIVES]


def made_up(schema: str, wanted: Mapping[str, int], seed: int) -> list[Document]:
    """So many made-up notes of each type, with what the schema's gold standard has as `gold`.

    Only notes in which there is something to annotate: ODIE chose notes with anaphoric relations.
    """
    return list(_made_up(schema, tuple(wanted.items()), seed))


@cache
def _made_up(schema: str, wanted: tuple[tuple[str, int], ...], seed: int) -> tuple[Document, ...]:
    left, found = Counter(dict(wanted)), []
    for doc in chain.from_iterable(_patient(number, schema, seed) for number in count()):
        kind, gold = doc.metadata.type, doc.sets[schema]
        if left[kind] > 0 and (gold.relations or (schema != "odie" and gold.mentions)):
            left[kind] -= 1
            found.append(replace(doc, sets={GOLD: replace(gold, name=GOLD)}))
        if not any(number > 0 for number in left.values()):
            break
    return tuple(found)


def _patient(number: int, schema: str, seed: int) -> Iterator[Document]:
    """Some notes of one patient."""
    seen: Counter[str] = Counter()
    for doc in documents(1, seed=seed, first=number, schemas=(schema,)):
        seen[doc.metadata.type] += 1
        if seen[doc.metadata.type] <= EACH:
            yield doc
