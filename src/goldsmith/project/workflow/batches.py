"""Creation of batches, optionally from a sample."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, exists, not_, select

from goldsmith.core import Metadata
from goldsmith.errors import Conflict
from goldsmith.sampling import Card, DrawPlan, Part, build_population_from_cards, execute_plan
from goldsmith.store.access import Actor, Permission, require
from goldsmith.store.database import Database
from goldsmith.store.projects import get_settings
from goldsmith.store.tables import batch_documents, document_texts, documents
from goldsmith.store.workflow import batch_making
from goldsmith.store.workflow.assignment import NewTasks, assign_batch
from goldsmith.store.workflow.batches import Batch, get_batch
from goldsmith.store.workflow.choice import ByName, Choice, NextDocuments, Sample
from goldsmith.store.workflow.terms import BatchKind, BatchSettings, Line

_PART = "sample"


class NewBatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A batch to make.

    Attributes:
        iteration: The id of its iteration.
        documents: The choice of its documents; the next ones by default.
        name: Its name; made from its number by default.
        kind: Its purpose.
        settings: Its settings; those of the project by default.
        assign: The assignment to make at once; optional.
    """

    iteration: str
    documents: Choice = NextDocuments()
    name: Line = ""
    kind: BatchKind = "annotate"
    settings: BatchSettings | None = None
    assign: NewTasks | None = None


def create_batch(database: Database, actor: Actor, project: str, data: NewBatch) -> Batch:
    """Make a batch, and optionally assign it; draw a sample before the write transaction.

    Raises:
        NotFound: There is no such iteration.
        Forbidden: The person is not a manager of the project.
        Conflict: No document is left, the name is taken, or too few annotators are free.
        InputError: The project has no documents of these names, or a sample cannot be drawn.
    """
    choice = data.documents
    if isinstance(choice, Sample):
        with database.read() as connection:
            choice = draw_sample(connection, actor, project, choice)
    stored = batch_making.NewBatch(data.iteration, choice, data.name, data.kind, data.settings)
    with database.write() as connection:
        batch = batch_making.create_batch(connection, actor, project, stored)
        if data.assign is not None:
            assign_batch(connection, actor, batch.id, data.assign)
        return get_batch(connection, actor, batch.id)


def draw_sample(connection: Connection, actor: Actor, project: str, sample: Sample) -> ByName:
    """Draw a sample of the documents that are in no batch.

    Raises:
        Forbidden: The person is not a manager of the project.
        Conflict: Every document is in a batch.
        InputError: There are too few documents, or they lack a field of the strata.
    """
    require(connection, actor, project, Permission.MANAGE)
    size = sample.size or get_settings(connection, project).documents_per_batch
    cards = _read_cards(connection, project)
    if not cards:
        raise Conflict("every document is in a batch already. Import documents, or name some")
    plan = DrawPlan(seed=sample.seed, axes=sample.stratify, parts=(Part(_PART, size),))
    drawn = execute_plan(build_population_from_cards(cards), plan)
    return ByName(tuple(drawn.parts[_PART]))


def _read_cards(connection: Connection, project: str) -> list[Card]:
    is_taken = exists().where(batch_documents.c.document == documents.c.id)
    query = (
        select(documents.c.name, documents.c.words, document_texts.c.metadata)
        .join_from(documents, document_texts)
        .where(documents.c.project == project, not_(is_taken))
        .order_by(documents.c.position)
    )
    decoder = msgspec.json.Decoder(Metadata)
    return [
        _make_card(name, words, decoder.decode(metadata))
        for name, words, metadata in connection.execute(query)
    ]


def _make_card(name: str, words: int, metadata: Metadata) -> Card:
    return Card(
        name,
        metadata.patient,
        metadata.type,
        metadata.subtype,
        metadata.date,
        metadata.diagnosis,
        metadata.institution,
        words,
        tuple(sorted(metadata.extra.items())),
    )
