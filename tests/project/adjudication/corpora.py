"""Small corpora with the work of several annotators, written as annotated sentences."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from msgspec.structs import replace
from tests.builders import parse_sentence

from goldsmith.adjudication import load_rules
from goldsmith.core import Document
from goldsmith.formats import write
from goldsmith.project.adjudication.make import make_queue
from goldsmith.project.adjudication.queue import Queue
from goldsmith.project.adjudication.work import Stream, name_origin

#: Two notes with four differences: the extent, occurrence and type of a mention, and a relation.
NOTES = {
    "n1": {
        "anna": "has <m:Condition>severe pain</> in the <n:Locus>back</>, "
        "<o:Drug-or-device>aspirin</>",
        "ben": "has severe <m:Condition>pain</> in the <n:Locus>back</>, aspirin",
    },
    "n2": {
        "anna": "groin <m:Investigation>scan</> showed a <n:Condition>hernia</>",
        "ben": "groin <m:Intervention>scan</> showed a <n:Condition>hernia</>",
    },
}
RELATIONS = {"n1": {"anna": "R1 has_location m n", "ben": ""}}


def build_documents(
    notes: Mapping[str, Mapping[str, str]] = NOTES,
    relations: Mapping[str, Mapping[str, str]] = RELATIONS,
) -> list[Document]:
    """Build documents with a set for each annotator."""
    docs = []
    for doc_id, versions in notes.items():
        sets = {}
        for name, markup in versions.items():
            rels = relations.get(doc_id, {}).get(name, "")
            doc, annotations = parse_sentence(markup, relations=rels)
            sets[name] = replace(annotations, name=name, schema="clef")
        docs.append(Document(doc_id, doc.text, sets=sets))
    return docs


def write_corpus(path: Path, docs: list[Document] | None = None) -> Path:
    """Write documents as a corpus."""
    write(docs or build_documents(), path, "corpus", overwrite=True)
    return path


def open_queue(folder: Path, *, rules: str = "clef", docs: list[Document] | None = None) -> Queue:
    """Write a corpus and its queue below a folder, and open the queue."""
    corpus = write_corpus(folder / "corpus", docs)
    names = sorted({name for doc in docs or build_documents() for name in doc.sets})
    stream = Stream(name_origin(names, str(corpus), None))
    make_queue(stream, load_rules(rules), None, folder / "queue", overwrite=True)
    return Queue(folder / "queue")
