"""Small corpora of made-up patients and simulated annotators, one modelled on each paper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Document
from goldsmith_demo.annotate import add_annotators, build_team
from goldsmith_demo.annotators import draw_minutes, find_profile
from goldsmith_demo.make import make_documents


class PaperCorpus(msgspec.Struct, frozen=True):
    """A corpus, with the roles and fields that the tables of a paper need."""

    docs: list[Document]
    options: Mapping[str, Any] = {}
    """Arguments of `goldsmith.tables`."""


def prepare(doc: Document, layer: str, **metadata: str) -> Document:
    """Return a document with one layer as its set `gold`, and with changed metadata."""
    own = {name: metadata.pop(name) for name in ("type", "institution") if name in metadata}
    changed = replace(doc.metadata, **own, extra={**doc.metadata.extra, **metadata})
    gold = replace(doc.sets[layer], name="gold")
    return replace(doc, metadata=changed, sets={"gold": gold})


def annotate(
    docs: Iterable[Document], people: Sequence[str], *, gold: str = "gold", seed: int = 1
) -> Iterator[Document]:
    """Let simulated annotators annotate documents."""
    return add_annotators(docs, build_team(people), gold=gold, seed=seed)


def select_sets(doc: Document, names: Iterable[str]) -> Document:
    """Return a document with some of its sets."""
    return replace(doc, sets={name: doc.sets[name] for name in names})


def make_odie() -> PaperCorpus:
    """Make two datasets: twelve batches by rotating pairs of annotators, one by a fixed pair."""
    docs = list(make_documents(14, seed=4, schemas=["odie"]))
    kinds: dict[str, list[Document]] = {}
    for doc in docs:
        kinds.setdefault(doc.metadata.type, []).append(doc)
    pairs = (("A1", "A3"), ("A1", "A2"), ("A2", "A3"))
    team = ["A1=retriever", "A2=retriever", "A3=engineer"]
    result: list[Document] = []
    for source, kind, code in (
        ("outpatient", "clinical", "cc"),
        ("histopathology", "pathology", "p"),
    ):
        chosen = [
            prepare(doc, "odie", type=kind, institution="first", batch=f"{code}{number % 6 + 1}")
            for number, doc in enumerate(kinds[source][:12])
        ]
        for number, doc in enumerate(annotate(chosen, team)):
            result.append(select_sets(doc, ("gold", *pairs[number % 6 // 2])))
    away = ["A1=retriever-away", "A3=engineer-away"]
    for source, kind in (
        ("discharge summary", "discharge summary"),
        ("emergency", "emergency"),
        ("imaging", "radiology"),
        ("histopathology", "surgical pathology"),
    ):
        chosen = [
            prepare(doc, "odie", type=kind, institution="second") for doc in kinds[source][-4:]
        ]
        result += annotate(chosen, away)
    datasets = [{"institution": ("first",)}, {"institution": ("second",)}]
    return PaperCorpus(result, {"datasets": datasets})


def make_clef() -> PaperCorpus:
    """Make narratives and reports of two experts, a clinician, a biologist and a linguist.

    The consensus is the gold standard; `temporal` contains its temporal layer. A consensus set
    represents a system, with folds as in a cross-validation.
    """
    kinds: dict[str, list[Document]] = {}
    for doc in make_documents(12, seed=11, schemas=["clef", "clef-temporal"]):
        kinds.setdefault(doc.metadata.type, []).append(doc)
    chosen = []
    for kind in ("narrative", "imaging", "histopathology"):
        for number, doc in enumerate(kinds[kind][::3][:12]):
            ready = prepare(doc, "clef", iteration=str(number // 4 + 1), fold=str(number % 3 + 1))
            temporal = replace(doc.sets["clef-temporal"], name="temporal")
            chosen.append(ready.with_set(temporal))
    team = ["D1=expert", "D2=expert", "C=clinician", "B=biologist", "L=linguist", "IE=trainee"]
    docs = [_rename(doc, "gold", "consensus") for doc in annotate(chosen, team)]
    roles = {
        "sets": ["D1", "D2", "C", "B", "L"],
        "gold": ["consensus", "temporal"],
        "systems": ["IE"],
    }
    return PaperCorpus(docs, roles)


def _rename(doc: Document, old: str, new: str) -> Document:
    """Return a document with a set renamed."""
    sets = {
        new if name == old else name: replace(item, name=new) if name == old else item
        for name, item in doc.sets.items()
    }
    return replace(doc, sets=sets)


def make_mayo() -> PaperCorpus:
    """Make notes of four annotators, two consensus sets, the master consensus and a system.

    The system codes and marks disorders without context and status.
    """
    docs = [
        prepare(doc, "mayo-disorder")
        for doc in make_documents(4, seed=5, schemas=["mayo-disorder"])
        if doc.metadata.type in ("outpatient", "narrative")
    ][:30]
    team = ["A1=retriever", "A2=retriever", "A3=retriever", "A4=retriever"]
    further = ["C1=consensus", "C2=consensus", "MMTx=trainee"]
    result = [
        doc.with_set(_drop_attributes(doc.sets["MMTx"]))
        for doc in (_rename(item, "gold", "C3") for item in annotate(docs, [*team, *further]))
    ]
    facts = {
        name: {"description": "simulated annotator", "hours": _count_hours(result, name)}
        for name in ("A1", "A2", "A3", "A4")
    }
    facts |= {
        "C1": {"description": "simulated consensus", "hours": _count_hours(result, "C1")},
        "C2": {"description": "simulated consensus", "hours": _count_hours(result, "C2")},
        "C3": {"description": "gold standard"},
        "MMTx": {"description": "simulated system", "hours": "<1"},
    }
    options = {
        "sets": ["A1", "A2", "A3", "A4"],
        "consensus": ["C1", "C2"],
        "gold": ["C3"],
        "systems": ["MMTx"],
        "facts": facts,
    }
    return PaperCorpus(result, options)


def _count_hours(docs: Iterable[Document], name: str) -> str:
    """Return the hours that a person would have taken for a set."""
    profile = find_profile("consensus" if name.startswith("C") else "retriever")
    minutes = sum(draw_minutes(doc, doc.sets[name], profile) for doc in docs)
    return f"{minutes / 60:.1f}"


def _drop_attributes(annotations: AnnotationSet) -> AnnotationSet:
    """Return a set whose mentions have codes and no attributes."""
    mentions = tuple(replace(mention, attributes={}) for mention in annotations.mentions)
    return replace(annotations, mentions=mentions)


#: Name of a system -> its profile.
SYSTEMS = {"S1": "expert", "S2": "annotator", "S3": "trainee"}


def _describe_systems() -> dict[str, dict[str, str]]:
    """Return the table of runs for the systems."""
    return {
        name: {
            "label": f"Team {number}",
            "team": f"Team {number}",
            "user": f"user{number}",
            "run": "0",
            "data": "T+D" if number > 1 else "T",
            "institution": f"University {number}",
            "country": "Nowhere",
            "task": "Task 1A, 1B",
        }
        for number, name in enumerate(SYSTEMS, 1)
    }


def make_i2b2() -> PaperCorpus:
    """Make notes of three institutions by two annotators, with three systems."""
    kinds = {"outpatient": ("North", "discharge"), "emergency": ("South", "discharge")}
    docs = []
    for doc in make_documents(8, seed=6, schemas=["i2b2-2011"]):
        institution, kind = kinds.get(doc.metadata.type, ("", ""))
        if doc.metadata.type == "narrative" and doc.metadata.subtype in ("discharge", "case note"):
            institution = "West"
            kind = "discharge" if doc.metadata.subtype == "discharge" else "progress"
        if institution:
            docs.append(prepare(doc, "i2b2-2011", type=kind, institution=institution))
    people = ["A1=annotator", "A2=annotator", *(f"{name}={kind}" for name, kind in SYSTEMS.items())]
    options = {
        "sets": ["A1", "A2"],
        "gold": ["gold"],
        "systems": list(SYSTEMS),
        "facts": _describe_systems(),
    }
    return PaperCorpus(list(annotate(docs[:40], people)), options)


def make_share() -> PaperCorpus:
    """Make three corpora of notes by two annotators and an adjudicator, with three systems."""
    docs = [
        prepare(doc, "share-2014")
        for doc in make_documents(5, seed=8, schemas=["share-2014"])
        if doc.metadata.type in ("narrative", "imaging")
    ][:48]
    parts = ("train", "development", "test")
    docs = [
        replace(doc, metadata=replace(doc.metadata, extra={"corpus": parts[number % 3]}))
        for number, doc in enumerate(docs)
    ]
    people = ["A1=expert", "A2=annotator", *(f"{name}={kind}" for name, kind in SYSTEMS.items())]
    best = {"team": "An earlier system", "data": "T", "strict": "0.75", "strict_accuracy": "0.6"}
    options = {
        "sets": ["A1", "A2"],
        "gold": ["gold"],
        "systems": list(SYSTEMS),
        "facts": {**_describe_systems(), "best": best},
        "datasets": [{"corpus": ("test",)}, {"corpus": ("development",)}],
    }
    return PaperCorpus(list(annotate(docs, people)), options)


MAKERS = {
    "clef": make_clef,
    "odie": make_odie,
    "mayo": make_mayo,
    "i2b2": make_i2b2,
    "share": make_share,
}
