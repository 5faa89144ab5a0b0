"""Annotates a batch of documents; records a document that fails and continues with the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec

from goldsmith.core import Document
from goldsmith.errors import InputError
from goldsmith.pipeline import Pipeline, Start
from goldsmith.pipeline.model import SET_NAME


class Failure(msgspec.Struct, frozen=True, omit_defaults=True):
    """A note that failed: the class of the error, and its message if Goldsmith raised it.

    Messages from other libraries may quote the note, so they are omitted.
    """

    id: str
    error: str
    what: str = ""


class Batch(msgspec.Struct, frozen=True):
    """Documents with the new set, failures, and counts of mentions and relations by type."""

    documents: tuple[Document, ...]
    failed: tuple[Failure, ...] = ()
    mentions: Mapping[str, int] = {}
    relations: Mapping[str, int] = {}


def annotate_batch(
    pipeline: Pipeline,
    docs: Iterable[Document],
    *,
    set_name: str = SET_NAME,
    sets: Collection[str] | None = None,
    start: Start | None = None,
) -> Batch:
    """Annotate documents with a pipeline.

    Args:
        pipeline: The trained pipeline.
        docs: The documents.
        set_name: The name of the new set.
        sets: Which of their own sets the documents keep; None keeps all.
        start: The set of each document to start from, and which of its annotations to use.
    """
    done: list[Document] = []
    failed: list[Failure] = []
    for doc, made in pipeline.process(docs, set_name=set_name, start=start):
        if isinstance(made, Exception):
            failed.append(describe_failure(doc.id, made))
        else:
            done.append(made if sets is None else _select_sets(made, {*sets, set_name}))
    return Batch(tuple(done), tuple(failed), *_count_types(done, set_name))


def describe_failure(name: str, error: Exception) -> Failure:
    """Describe why a note failed, without any of its text."""
    what = ""
    if isinstance(error, InputError):
        what = str(InputError(error.what, expected=error.expected))
    return Failure(name, type(error).__name__, what)


def _select_sets(doc: Document, sets: Collection[str]) -> Document:
    selected = {name: set_ for name, set_ in doc.sets.items() if name in sets}
    return msgspec.structs.replace(doc, sets=selected)


def _count_types(docs: Sequence[Document], name: str) -> tuple[dict[str, int], dict[str, int]]:
    mentions = Counter(mention.type for doc in docs for mention in doc.sets[name].mentions)
    relations = Counter(rel.type for doc in docs for rel in doc.sets[name].relations)
    return dict(mentions), dict(relations)
