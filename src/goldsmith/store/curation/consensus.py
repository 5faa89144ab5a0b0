"""The annotation sets that are the consensus of a document in a batch."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, insert, select, update

from goldsmith.core import Provenance
from goldsmith.store.access import Actor, Exposure
from goldsmith.store.sets import create_set
from goldsmith.store.tables import annotation_sets, consensus_sets

#: The name of a document's consensus set; further batches add a number.
CONSENSUS = "consensus"


class ConsensusRow(msgspec.Struct, frozen=True):
    """The consensus set of a document."""

    set: str
    name: str
    revision: int


def find_consensus(connection: Connection, batch: str, document: str) -> ConsensusRow | None:
    """Return the consensus that a batch made of a document; None if there is none yet.

    The caller checks the permission.
    """
    query = (
        select(annotation_sets.c.id, annotation_sets.c.name, annotation_sets.c.revision)
        .join_from(consensus_sets, annotation_sets)
        .where(consensus_sets.c.batch == batch, consensus_sets.c.document == document)
    )
    row = connection.execute(query).first()
    return ConsensusRow(*row) if row else None


def create_consensus(
    connection: Connection, actor: Actor, project: str, batch: str, document: str
) -> ConsensusRow:
    """Create an empty consensus set; its content is its first change.

    Raises:
        Forbidden: The person is not an adjudicator.
    """
    name = _choose_name(connection, document)
    row = create_set(
        connection,
        actor,
        project,
        document,
        name,
        kind="consensus",
        exposure=Exposure.FINISHED,
    )
    connection.execute(insert(consensus_sets).values(batch=batch, document=document, set=row.id))
    return ConsensusRow(row.id, name, 0)


def update_consensus(
    connection: Connection, set_id: str, open_units: int, provenance: Provenance
) -> None:
    """Record how many units are open, who decided and when the last decision was made."""
    connection.execute(
        update(consensus_sets).where(consensus_sets.c.set == set_id).values(open_units=open_units)
    )
    connection.execute(
        update(annotation_sets)
        .where(annotation_sets.c.id == set_id)
        .values(provenance=msgspec.json.encode(provenance).decode())
    )


def _choose_name(connection: Connection, document: str) -> str:
    query = select(annotation_sets.c.name).where(annotation_sets.c.document == document)
    names = set(connection.execute(query).scalars())
    number, name = 1, CONSENSUS
    while name in names:
        number += 1
        name = f"{CONSENSUS}-{number}"
    return name
