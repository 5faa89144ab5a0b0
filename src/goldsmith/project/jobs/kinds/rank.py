"""Rank: the documents that would teach a model the most, for the next batch."""

from __future__ import annotations

from typing import Annotated

import msgspec
from sqlalchemy import Connection

from goldsmith.project.jobs.context import JobContext
from goldsmith.project.jobs.kind import JobKind
from goldsmith.project.models.load import load
from goldsmith.project.models.rank import rank
from goldsmith.store.access import Actor
from goldsmith.store.exports import list_unassigned_documents
from goldsmith.store.files import resolve
from goldsmith.store.jobs.models import find_model_path
from goldsmith.store.loading import SetChoice, stream_documents
from goldsmith.training.active_learning import Strategy


class RankArguments(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The model to rank for, and the number of candidates.

    Attributes:
        model: The name of a model of the project.
        by: The strategy: `diverse`, `doubt`, `doubt-total` or `random`.
        limit: The maximum number of documents to list.
        candidates: The number of documents to examine, drawn at random from those in no batch.
        seed: The seed of the draw.
    """

    model: Annotated[str, msgspec.Meta(max_length=200)]
    by: Strategy = "diverse"
    limit: Annotated[int, msgspec.Meta(ge=1, le=5_000)] = 100
    candidates: Annotated[int, msgspec.Meta(ge=1, le=50_000)] = 2_000
    seed: int = 0


class RankedDocument(msgspec.Struct, frozen=True):
    """A document of a ranking."""

    name: str
    score: float
    words: int
    minutes: float


class RankingResult(msgspec.Struct, frozen=True):
    """The documents to annotate next, the most useful first.

    Attributes:
        model: The model that ranked the documents.
        candidates: The number of documents examined.
        documents: The names of the documents, in order; a batch can be made from them.
        details: Score and estimated effort of each.
    """

    model: str
    candidates: int
    documents: tuple[str, ...]
    details: tuple[RankedDocument, ...]


class RankJob(JobKind[RankArguments]):
    """Rank the documents in no batch by how much annotating them would teach a model."""

    arguments = RankArguments

    def check(
        self, connection: Connection, actor: Actor, project: str, arguments: RankArguments
    ) -> None:
        """Refuse a model that the project does not have."""
        find_model_path(connection, actor, project, arguments.model)

    def run(self, context: JobContext, arguments: RankArguments) -> RankingResult:
        """Return the ranking."""
        context.begin("opening the model")
        with context.database.read() as connection:
            path = find_model_path(connection, context.actor, context.project, arguments.model)
            pipeline = load(resolve(context.database, path))
            ids = list_unassigned_documents(
                connection,
                context.actor,
                context.project,
                limit=arguments.candidates,
                seed=arguments.seed,
            )
            context.begin("analysing documents", len(ids))
            docs = stream_documents(
                connection, context.actor, context.project, ids, SetChoice(ids=())
            )
            ranking = rank(
                context.track(docs, len(ids)),
                pipeline,
                by=arguments.by,
                limit=arguments.limit,
                seed=arguments.seed,
            )
        details = tuple(
            RankedDocument(entry.id, entry.score, entry.words, entry.minutes)
            for entry in ranking.ranked
        )
        names = tuple(entry.name for entry in details)
        return RankingResult(arguments.model, len(ids), names, details)


provides = RankJob()
