"""Decisions and batches that concern a page of the guideline."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, or_, select

from goldsmith.adjudication import Decision
from goldsmith.store.access import Actor, Permission, match_judged_batches, require
from goldsmith.store.curation.decisions import SEPARATOR
from goldsmith.store.tables import batches, decisions, documents, iterations


class TouchingDecision(msgspec.Struct, frozen=True):
    """A decision about a unit that concerns a page; it contains no note text."""

    batch: str
    document: str
    kind: str
    start: int
    end: int
    types: tuple[str, ...]
    reason: str
    guideline: str
    at: int


class MeasuredBatch(msgspec.Struct, frozen=True):
    """A batch with its agreement as JSON."""

    name: str
    iteration: str
    guideline: str
    agreement: str


def list_touching(
    connection: Connection,
    actor: Actor,
    project: str,
    type_name: str,
    path: str,
    *,
    limit: int = 50,
) -> list[TouchingDecision]:
    """Return the newest decisions about units of a type, or that name a page.

    Raises:
        NotFound: The person is not a member of the project.
        Forbidden: The person does not edit the guideline.
    """
    roles = require(connection, actor, project, Permission.EDIT_GUIDELINE)
    names_page = decisions.c.decision.contains(
        f'"guideline":{msgspec.json.encode(path).decode()}', autoescape=True
    )
    has_type = decisions.c.types.contains(f"{SEPARATOR}{type_name}{SEPARATOR}", autoescape=True)
    query = (
        select(decisions, batches.c.name.label("batch_name"), documents.c.name.label("doc_name"))
        .join_from(decisions, batches)
        .join(documents, documents.c.id == decisions.c.document)
        .where(decisions.c.project == project)
        .where(or_(has_type, names_page) if type_name else names_page)
        .where(match_judged_batches(roles))
        .order_by(decisions.c.at.desc(), decisions.c.id)
        .limit(limit)
    )
    return [
        TouchingDecision(
            row.batch_name,
            row.doc_name,
            row.kind,
            row.start,
            row.end,
            tuple(filter(None, row.types.split(SEPARATOR))),
            decision.reason,
            decision.guideline,
            row.at,
        )
        for row in connection.execute(query)
        if not (decision := msgspec.json.decode(row.decision, type=Decision)).reopened
    ]


def list_batches(connection: Connection, actor: Actor, project: str) -> list[MeasuredBatch]:
    """Return the batches whose agreement the person may see, in order.

    Raises:
        NotFound: The person is not a member of the project.
        Forbidden: The person does not edit the guideline.
    """
    roles = require(connection, actor, project, Permission.EDIT_GUIDELINE)
    query = (
        select(
            batches.c.name,
            iterations.c.name.label("iteration"),
            iterations.c.guideline,
            batches.c.agreement,
        )
        .join_from(batches, iterations)
        .where(batches.c.project == project, batches.c.agreement != "")
        .where(match_judged_batches(roles))
        .order_by(batches.c.position)
    )
    return [MeasuredBatch(*row) for row in connection.execute(query)]
