"""A pipeline over a handful of documents: one that cannot be done is noted, the others go on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec

from goldsmith.core import Document
from goldsmith.errors import InputError
from goldsmith.pipeline import Pipeline
from goldsmith.pipeline.model import SET_NAME


class Failed(msgspec.Struct, frozen=True, omit_defaults=True):
    """A note that could not be done: the class of the error, and its message if it is ours.

    Messages of other libraries may quote the note and are left out.
    """

    id: str
    error: str
    what: str = ""


class Batch(msgspec.Struct, frozen=True):
    """Documents with the new set, those that failed, and what was found."""

    documents: tuple[Document, ...]
    failed: tuple[Failed, ...] = ()
    mentions: Mapping[str, int] = {}
    relations: Mapping[str, int] = {}


def annotate(
    pipeline: Pipeline,
    docs: Iterable[Document],
    *,
    set_name: str = SET_NAME,
    sets: Collection[str] | None = None,
) -> Batch:
    """The documents with what a pipeline found; `sets` says which of their own sets they keep."""
    done: list[Document] = []
    failed: list[Failed] = []
    for doc, made in pipeline.outcomes(docs, set_name=set_name):
        if isinstance(made, Exception):  # whatever it is, the other notes are not to blame
            failed.append(failure(doc.id, made))
        else:
            done.append(made if sets is None else _only(made, {*sets, set_name}))
    return Batch(tuple(done), tuple(failed), *_counted(done, set_name))


def failure(name: str, error: Exception) -> Failed:
    """What is written down about a note that failed; never any of its text."""
    what = ""
    if isinstance(error, InputError):
        what = str(InputError(error.what, expected=error.expected))
    return Failed(name, type(error).__name__, what)


def _only(doc: Document, sets: Collection[str]) -> Document:
    kept = {name: one for name, one in doc.sets.items() if name in sets}
    return msgspec.structs.replace(doc, sets=kept)


def _counted(docs: Sequence[Document], name: str) -> tuple[dict[str, int], dict[str, int]]:
    mentions = Counter(one.type for doc in docs for one in doc.sets[name].mentions)
    relations = Counter(rel.type for doc in docs for rel in doc.sets[name].relations)
    return dict(mentions), dict(relations)
