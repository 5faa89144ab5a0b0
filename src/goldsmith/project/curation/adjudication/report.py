"""The contribution of each annotator, and the reduction of disagreement by the consensus.

The report names annotators, so it waits until the batch is closed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection, select

from goldsmith.adjudication import AUTO
from goldsmith.core import Document
from goldsmith.errors import Conflict
from goldsmith.project.adjudication.choices import Choice, ChoiceCounter
from goldsmith.project.adjudication.summary import choose_schema_task, compare_disagreement
from goldsmith.project.agreement.agree import agree
from goldsmith.project.agreement.contributions import Contribution
from goldsmith.project.agreement.reductions import Reduction
from goldsmith.project.curation.adjudication.cases import Desk, read_desk
from goldsmith.project.curation.adjudication.consensus import build_case_consensus
from goldsmith.store.access import Actor, Permission
from goldsmith.store.curation.consensus import CONSENSUS
from goldsmith.store.curation.sources import BatchRow, get_batch, get_document, list_documents
from goldsmith.store.database import Database
from goldsmith.store.tables import people
from goldsmith.store.workflow.terms import BatchState


class AdjudicationReport(msgspec.Struct, frozen=True):
    """The outcome of the adjudication of a batch.

    Attributes:
        choices: The adjudicator's choices, by kind of unit and class of difference.
        contributions: The contribution of each annotator to the consensus.
        reductions: Agreement of annotators with each other and with the consensus.
        people: Who decided -> units.
        reasons: Reason -> units.
        guidelines: Page of the guideline -> units.
    """

    batch: str
    documents: int
    annotators: tuple[str, ...]
    choices: tuple[Choice, ...]
    contributions: tuple[Contribution, ...]
    reductions: tuple[Reduction, ...]
    people: dict[str, int]
    reasons: dict[str, int]
    guidelines: dict[str, int]


class AnnotationOrigin(msgspec.Struct, frozen=True, omit_defaults=True):
    """The origin of an annotation of the consensus.

    Attributes:
        type: The type of the annotation.
        made_by: The annotators who made exactly this; none if a decision combined or added it.
        decided: Whether a decision accepted it; otherwise all annotators made it.
        carried: Whether it was moved to another version of its mention.
    """

    annotation: str
    type: str
    made_by: tuple[str, ...]
    decided: bool = False
    carried: bool = False


def make_report(database: Database, actor: Actor, batch_id: str) -> AdjudicationReport:
    """Return the outcome of the adjudication of a closed batch.

    Raises:
        NotFound: The person may not see the batch.
        Forbidden: The person is neither manager nor adjudicator.
        Conflict: The batch is not closed.
    """
    with database.read() as connection:
        batch = _require_closed(connection, actor, batch_id)
        desks = [
            read_desk(connection, batch, document)
            for document in list_documents(connection, batch.id)
        ]
        names = _read_names(connection, desks)
    return _summarise(batch, [desk for desk in desks if _is_finished(desk)], names)


def list_origins(
    database: Database, actor: Actor, batch_id: str, document: str
) -> tuple[AnnotationOrigin, ...]:
    """Return the origin of each annotation of the consensus, once the batch is closed.

    The ids are those of a consensus built again from the decisions.

    Raises:
        NotFound: The person may not see the batch, or the document is not in it.
        Conflict: The batch is not closed.
    """
    with database.read() as connection:
        batch = _require_closed(connection, actor, batch_id)
        desk = read_desk(connection, batch, get_document(connection, batch.id, document))
    consensus = build_case_consensus(desk.case, desk.history.get_decisions())
    types = {entry.id: entry.type for entry in consensus.annotations.annotations}
    return tuple(
        AnnotationOrigin(
            origin.annotation,
            types[origin.annotation],
            origin.made_by,
            bool(origin.unit),
            origin.carried,
        )
        for origin in consensus.origins
    )


def _require_closed(connection: Connection, actor: Actor, batch_id: str) -> BatchRow:
    batch = get_batch(connection, actor, batch_id, Permission.SEE_AGREEMENT)
    if batch.state != BatchState.CLOSED:
        raise Conflict(
            "the batch is not closed, and the report names its annotators. Close it first"
        )
    return batch


def _is_finished(desk: Desk) -> bool:
    return not desk.case.list_open(desk.history.get_decisions())


def _summarise(
    batch: BatchRow, desks: Iterable[Desk], names: Mapping[str, str]
) -> AdjudicationReport:
    finished = list(desks)
    renamed = {source.name: names[source.set] for desk in finished for source in desk.sources}
    annotators = sorted(set(renamed.values()))
    counters: dict[str, Counter[str]] = {key: Counter() for key in ("by", "reason", "guideline")}
    docs, choices = [], None
    for desk in finished:
        decisions = desk.history.get_decisions()
        choices = choices or ChoiceCounter(desk.case.schema)
        for comparison, sets in zip(desk.case.comparisons, desk.case.sets, strict=True):
            choices.add(comparison, sets, decisions)
        docs.append(_make_document(desk, names))
        for decision in decisions.values():
            counters["by"][decision.by] += 1
            if not decision.by.startswith(AUTO):
                counters["reason"][decision.reason] += 1
            counters["guideline"][decision.guideline] += 1
    contributions, reductions = _measure(docs, annotators, finished)
    return AdjudicationReport(
        batch.id,
        len(finished),
        tuple(annotators),
        tuple(_rename(choice, renamed) for choice in choices.make_result(list(renamed)))
        if choices
        else (),
        tuple(contributions),
        tuple(reductions),
        *(_rank(counters[key]) for key in ("by", "reason", "guideline")),
    )


def _rename(choice: Choice, renamed: Mapping[str, str]) -> Choice:
    """Count the sets of a choice by their annotators."""
    taken: Counter[str] = Counter()
    for name, count in choice.taken.items():
        taken[renamed[name]] += count
    return replace(choice, taken=dict(taken))


def _make_document(desk: Desk, names: Mapping[str, str]) -> Document:
    """Return a document with the sets of its annotators, by their names, and the consensus."""
    renamed = {source.name: names[source.set] for source in desk.sources}
    sets = {
        renamed[name]: replace(entry, name=renamed[name])
        for part in desk.case.sets
        for name, entry in part.items()
    }
    consensus = build_case_consensus(desk.case, desk.history.get_decisions(), CONSENSUS)
    return replace(desk.case.document, sets={**sets, CONSENSUS: consensus.annotations})


def _measure(
    docs: list[Document], annotators: list[str], desks: list[Desk]
) -> tuple[list[Contribution], list[Reduction]]:
    if not docs:
        return [], []
    schema = desks[0].case.schema
    task = choose_schema_task(schema)
    agreement = agree(docs, annotators, task, schema, gold=[CONSENSUS])
    return agreement.contributions, compare_disagreement(agreement, task, annotators)


def _read_names(connection: Connection, desks: Iterable[Desk]) -> dict[str, str]:
    """Return set -> the name of its annotator, or of the set if nobody owns it."""
    sources = [source for desk in desks for source in desk.sources]
    owners = {source.owner for source in sources} - {""}
    query = select(people.c.id, people.c.name).where(people.c.id.in_(owners))
    accounts = {row.id: row.name for row in connection.execute(query)}
    return {source.set: accounts.get(source.owner, source.name) for source in sources}


def _rank(counts: Counter[str]) -> dict[str, int]:
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return {name: count for name, count in ordered if name}
