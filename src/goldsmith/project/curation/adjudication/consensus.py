"""The consensus set of a document, kept in sync with the decisions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection

from goldsmith.adjudication import Consensus, Decision, build_consensus
from goldsmith.core import AnnotationSet
from goldsmith.project.curation.adjudication.cases import Case, Desk
from goldsmith.project.curation.adjudication.differing import Field, find_steps
from goldsmith.store.access import Actor
from goldsmith.store.curation.consensus import (
    ConsensusRow,
    create_consensus,
    find_consensus,
    update_consensus,
)
from goldsmith.store.journal.change import Change, Entry
from goldsmith.store.journal.history import find_origins
from goldsmith.store.journal.log import Journal
from goldsmith.store.journal.reading import read_entries
from goldsmith.store.loading import load_contents
from goldsmith.store.tables import new_id

_SOURCE: Final = "adjudication"


class ConsensusState(msgspec.Struct, frozen=True):
    """The consensus of a document.

    Attributes:
        open: How many units need a decision now.
        set: The id of the consensus set; empty until all units have been decided once.
        name: Its name.
        revision: Its revision.
        lost: The types of relations and chains that could not be carried over to the chosen
            mentions.
    """

    open: int
    set: str = ""
    name: str = ""
    revision: int = 0
    lost: tuple[str, ...] = ()


def build_case_consensus(
    case: Case, decisions: Mapping[str, Decision], name: str = "consensus"
) -> Consensus:
    """Return the consensus that results from decisions; join the parts of a document."""
    parts = [
        build_consensus(comparison, decisions, name=name, schema=case.schema)
        for comparison in case.comparisons
    ]
    return parts[0] if len(parts) == 1 else _join(parts)


def keep_in_step(
    connection: Connection, actor: Actor, desk: Desk, decisions: Mapping[str, Decision]
) -> ConsensusState:
    """Update the consensus set to match the decisions, as a change of its journal.

    The set is created when no unit is open any more. From then on it follows every decision.

    Args:
        connection: The transaction that records the decisions.
        actor: The adjudicator.
        desk: The document.
        decisions: Unit -> the decision that counts now.
    """
    open_units = len(desk.case.list_open(decisions))
    row = find_consensus(connection, desk.batch.id, desk.document.id)
    if row is None and open_units:
        return ConsensusState(open_units)
    consensus = build_case_consensus(desk.case, decisions)
    provenance = consensus.annotations.provenance
    if row is None:
        row = create_consensus(
            connection, actor, desk.batch.project, desk.batch.id, desk.document.id
        )
    update_consensus(connection, row.set, open_units, provenance)
    revision = _append_steps(connection, actor, desk, row, consensus.annotations)
    lost = tuple(entry.split(" by ")[0] for entry in consensus.lost)
    return ConsensusState(open_units, row.set, row.name, revision, lost)


def _append_steps(
    connection: Connection,
    actor: Actor,
    desk: Desk,
    row: ConsensusRow,
    target: AnnotationSet,
) -> int:
    content = load_contents(connection, {row.set: row.revision})[row.set]
    fixed = _find_fixed(read_entries(connection, row.set))
    steps = find_steps(content, target, fixed)
    if not steps:
        return row.revision
    change = Change(new_id(), row.revision, steps, source=_SOURCE, guideline=desk.batch.guideline)
    return Journal(capacity=1).append(connection, actor, row.set, change).revision


def _find_fixed(entries: Sequence[Entry]) -> set[Field]:
    """Return the fields whose values do not come from a decision."""
    return {
        (annotation, field)
        for annotation, fields in find_origins(entries).items()
        for field, origin in fields.items()
        if origin.source != _SOURCE
    }


def _join(parts: Sequence[Consensus]) -> Consensus:
    """Join the consensus of several parts of a document, with new ids."""
    first = parts[0].annotations
    sources = {name for part in parts for name in part.annotations.provenance.sources}
    whole = replace(
        first,
        mentions=(),
        relations=(),
        groups=(),
        notes=(),
        provenance=replace(first.provenance, sources=tuple(sorted(sources))),
    )
    for part in parts:
        whole = _append(whole, part.annotations)
    undecided = tuple(unit for part in parts for unit in part.undecided)
    lost = tuple(entry for part in parts for entry in part.lost)
    return Consensus(whole, (), undecided, lost)


def _append(whole: AnnotationSet, part: AnnotationSet) -> AnnotationSet:
    """Append the annotations of a part; their ids continue the numbers of the whole."""
    names = {
        mention.id: f"M{number}"
        for number, mention in enumerate(part.mentions, len(whole.mentions) + 1)
    }
    mentions = (replace(mention, id=names[mention.id]) for mention in part.mentions)
    relations = (
        replace(rel, id=f"R{number}", arg1=names[rel.arg1], arg2=names[rel.arg2])
        for number, rel in enumerate(part.relations, len(whole.relations) + 1)
    )
    groups = (
        replace(group, id=f"C{number}", members=tuple(names[name] for name in group.members))
        for number, group in enumerate(part.groups, len(whole.groups) + 1)
    )
    return replace(
        whole,
        mentions=(*whole.mentions, *mentions),
        relations=(*whole.relations, *relations),
        groups=(*whole.groups, *groups),
    )
