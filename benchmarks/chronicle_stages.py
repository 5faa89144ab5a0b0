"""Stages of a chronicle from the text: the loss from predicted mentions and predicted times."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

import goldsmith
from goldsmith.core import AnnotationSet, Document
from goldsmith_demo.make import make_documents
from goldsmith_demo.writing.layers.mentions import THING

SCHEMAS = ("clef", "clef-temporal")
#: Stage -> the sets that its chronicles are built from.
STAGES: Mapping[str, tuple[str, ...]] = {
    "gold mentions and times": ("clef", "clef-temporal"),
    "gold mentions, predicted times": ("clef", "clef-temporal-text"),
    "predicted mentions, gold times": ("clef-text", "clef-temporal"),
    "all predicted": ("clef-text", "clef-temporal-text"),
}


def train_models(folder: Path, patients: int, seed: int) -> None:
    """Train a model for each schema on separate patients, unless the folder already has them."""
    docs: list[Document] = []
    for schema in SCHEMAS:
        if not (folder / schema).exists():
            docs = docs or list(make_documents(patients, seed=seed, schemas=SCHEMAS))
            goldsmith.train(docs, out=folder / schema, set_name=schema, schema=schema)


def annotate(docs: Sequence[Document], folder: Path) -> list[Document]:
    """Add the sets that the models predict, with the things of overlapping gold mentions."""
    for schema in SCHEMAS:
        name = f"{schema}-text"
        docs = list(goldsmith.extract(docs, model=folder / schema, set_name=name))
        docs = [doc.with_set(_copy_things(doc.sets[name], doc.sets[schema])) for doc in docs]
    return list(docs)


def _copy_things(predicted: AnnotationSet, gold: AnnotationSet) -> AnnotationSet:
    answers = [
        (mention.start, mention.end, mention.attributes[THING])
        for mention in gold.mentions
        if THING in mention.attributes
    ]
    mentions = []
    for mention in predicted.mentions:
        thing = next(
            (key for start, end, key in answers if mention.start < end and start < mention.end), ""
        )
        attributes = {**mention.attributes, THING: thing} if thing else mention.attributes
        mentions.append(msgspec.structs.replace(mention, attributes=attributes))
    return msgspec.structs.replace(predicted, mentions=tuple(mentions))


def open_models(folder: str) -> Iterator[Path]:
    """Yield the folder of the models: the given one, or a temporary one for this run."""
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        yield Path(folder)
        return
    with tempfile.TemporaryDirectory() as scratch:
        yield Path(scratch)
