"""Assignment plans: even batches, and pairs of annotators that rotate over them (ODIE)."""

from __future__ import annotations

from typing import Annotated

import msgspec
from sqlalchemy import Connection, select

from goldsmith.errors import InputError
from goldsmith.project.workflow.batches import draw_sample
from goldsmith.store.access import Actor, Permission, require
from goldsmith.store.database import Database
from goldsmith.store.projects import get_settings
from goldsmith.store.tables import documents
from goldsmith.store.workflow.assignment import NewTasks, assign_batch
from goldsmith.store.workflow.balance import deal_evenly, rotate_pairs
from goldsmith.store.workflow.batch_making import NewBatch, create_batch
from goldsmith.store.workflow.batches import Batch, get_batch
from goldsmith.store.workflow.choice import ByName, Choice, NextDocuments, Sample, choose_documents
from goldsmith.store.workflow.terms import BatchSettings, Line, Name, make_default_settings


class NewPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Batches to make and to assign at once.

    Attributes:
        iteration: The id of their iteration.
        people: The annotators, by name; the settings determine the number for each batch.
        batches: The number of batches.
        documents: Which documents; by default the next ones, so that batches have the usual size.
        name: The name of the batches, followed by their number.
        in_turn: Change the pair at every batch instead of after a run of batches.
        settings: The settings of each batch; those of the project by default.
    """

    iteration: str
    people: Annotated[tuple[Name, ...], msgspec.Meta(min_length=1, max_length=100)]
    batches: Annotated[int, msgspec.Meta(ge=1, le=1_000)] = 12
    documents: Choice | None = None
    name: Line = ""
    in_turn: bool = False
    settings: BatchSettings | None = None


class Plan(msgspec.Struct, frozen=True):
    """The batches of a plan and their annotators."""

    batches: tuple[Batch, ...]
    people: tuple[tuple[str, ...], ...]


def make_plan(database: Database, actor: Actor, project: str, data: NewPlan) -> Plan:
    """Make even batches and assign them to rotating pairs, all or none.

    Documents are distributed so that batches have equal numbers of documents, words and types.

    Raises:
        NotFound: There is no such iteration.
        Forbidden: The person is not a manager of the project.
        UnknownName: The project has no such annotator.
        InputError: There are fewer documents than batches, or too few annotators.
        Conflict: No document is left, or an annotator already had a document.
    """
    choice = data.documents
    if isinstance(choice, Sample):
        with database.read() as connection:
            choice = draw_sample(connection, actor, project, choice)
    with database.write() as connection:
        require(connection, actor, project, Permission.MANAGE)
        defaults = get_settings(connection, project)
        settings = data.settings or make_default_settings(defaults)
        groups = rotate_pairs(
            data.people,
            data.batches,
            size=settings.annotators_per_document,
            in_turn=data.in_turn,
        )
        size = data.batches * defaults.documents_per_batch
        chosen = choose_documents(connection, actor, project, choice or NextDocuments(), size)
        hands = _deal(connection, chosen, data.batches)
        made = [
            _make_batch(connection, actor, project, data, settings, number, names, group)
            for number, (names, group) in enumerate(zip(hands, groups, strict=True), 1)
        ]
    return Plan(tuple(made), tuple(groups))


def _make_batch(
    connection: Connection,
    actor: Actor,
    project: str,
    data: NewPlan,
    settings: BatchSettings,
    number: int,
    names: list[str],
    people: tuple[str, ...],
) -> Batch:
    name = f"{data.name}-{number}" if data.name else ""
    new = NewBatch(data.iteration, ByName(tuple(names)), name, "annotate", settings)
    batch = create_batch(connection, actor, project, new)
    assign_batch(connection, actor, batch.id, NewTasks(people=people))
    return get_batch(connection, actor, batch.id)


def _deal(connection: Connection, chosen: list[str], batches: int) -> list[list[str]]:
    if len(chosen) < batches:
        raise InputError(
            f"{len(chosen)} documents cannot be divided into {batches} batches",
            where="batches",
            expected=f"at most {len(chosen)}",
        )
    sizes: dict[str, int] = {}
    types: dict[str, str] = {}
    for start in range(0, len(chosen), 500):
        query = select(documents.c.name, documents.c.words, documents.c.type).where(
            documents.c.id.in_(chosen[start : start + 500])
        )
        for name, words, kind in connection.execute(query):
            sizes[name], types[name] = words, kind
    return deal_evenly(sizes, types, batches)
