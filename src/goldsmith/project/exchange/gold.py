"""The gold standard of a project: one set of each document, chosen by kind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec
from msgspec.structs import replace

from goldsmith.core import Document
from goldsmith.errors import InputError
from goldsmith.formats import CodedWith, PatientRecord
from goldsmith.project.jobs.context import JobContext
from goldsmith.store.exports import choose_sets, iterate_records, list_selected_documents
from goldsmith.store.loading import SetChoice, stream_documents

GoldKind = Literal["consensus", "human", "import"]
Name = Annotated[str, msgspec.Meta(max_length=200)]


class GoldChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The choice of the gold standard of each document.

    Attributes:
        kinds: The kinds of sets in the order of preference. Of several sets of a kind, the first by
            name is taken. Sets that are still private to their annotators are never taken.
        set: The name of the set; any if empty.
        batch: The name or id of a batch; all documents if empty.
        iteration: The name or id of an iteration.
    """

    kinds: tuple[GoldKind, ...] = ("consensus",)
    set: Name = ""
    batch: Name = ""
    iteration: Name = ""


class GoldNotes:
    """The documents with a gold standard, which can be read repeatedly.

    Args:
        context: The running job.
        choice: Which set is the gold standard.
        name: The name of the set.
    """

    def __init__(self, context: JobContext, choice: GoldChoice, name: str = "gold") -> None:
        self._context, self._choice, self._name = context, choice, name
        self.errors: list[InputError] = []
        with context.database.read() as connection:
            self._ids = list_selected_documents(
                connection,
                context.actor,
                context.project,
                batch=choice.batch,
                iteration=choice.iteration,
            )
        self.total: int | None = len(self._ids)

    def read_records(self) -> Iterator[PatientRecord]:
        """Yield the structured records of the patients."""
        with self._context.database.read() as connection:
            yield from iterate_records(connection, self._context.actor, self._context.project)

    def read_terms(self) -> tuple[CodedWith, ...]:
        """Return no terminologies, because the arguments of a job name them."""
        return ()

    def __iter__(self) -> Iterator[Document]:
        context, choice = self._context, self._choice
        with context.database.read() as connection:
            sets = choose_sets(connection, context.actor, context.project, choice.kinds, choice.set)
            stream = stream_documents(
                connection, context.actor, context.project, self._ids, SetChoice(ids=sets)
            )
            for doc in stream:
                context.check()
                for gold in doc.sets.values():
                    yield replace(doc, sets={self._name: replace(gold, name=self._name)})
