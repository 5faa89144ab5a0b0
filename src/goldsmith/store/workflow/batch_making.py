"""Creation and changes of batches; leaving out or dropping their documents."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from goldsmith.errors import Conflict, InputError, NotFound
from goldsmith.store.access import Actor, Permission, require
from goldsmith.store.audit import record
from goldsmith.store.projects import get_settings
from goldsmith.store.tables import annotation_sets, batch_documents, batches, new_id, now
from goldsmith.store.workflow.batches import (
    Batch,
    BatchDocument,
    get_batch,
    lock_batch,
    read_batch_documents,
)
from goldsmith.store.workflow.choice import (
    NextDocuments,
    StoredChoice,
    choose_documents,
    find_frontier,
)
from goldsmith.store.workflow.comparisons import refresh_counted
from goldsmith.store.workflow.exposure import refresh_batch
from goldsmith.store.workflow.iterations import get_iteration
from goldsmith.store.workflow.terms import (
    BatchKind,
    BatchSettings,
    BatchState,
    Line,
    Name,
    Remark,
    make_default_settings,
)


class NewBatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A batch to make.

    Attributes:
        iteration: The id of its iteration.
        documents: The choice of its documents; the next ones by default.
        name: Its name; made from its number by default.
        kind: Its purpose.
        settings: Its settings; those of the project by default.
    """

    iteration: str
    documents: StoredChoice = NextDocuments()
    name: Line = ""
    kind: BatchKind = "annotate"
    settings: BatchSettings | None = None


class BatchChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Changes to a batch; absent fields are left unchanged."""

    name: Name | msgspec.UnsetType = msgspec.UNSET
    settings: BatchSettings | msgspec.UnsetType = msgspec.UNSET


class DocumentMark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The status of a document in a batch.

    Attributes:
        left_out: In the gold, but left out of agreement: trial and jointly annotated notes.
        dropped: In neither agreement nor consensus: a problematic document.
        reason: The reason; required if it is left out or dropped.
    """

    left_out: bool = False
    dropped: bool = False
    reason: Remark = ""


def create_batch(connection: Connection, actor: Actor, project: str, data: NewBatch) -> Batch:
    """Make a batch.

    Raises:
        NotFound: There is no such iteration.
        Forbidden: The person is not a manager of the project.
        Conflict: No document is left, the name is taken, or a document of a training batch has no
            consensus.
        InputError: The project has no documents of these names.
    """
    require(connection, actor, project, Permission.MANAGE)
    iteration = get_iteration(connection, actor, data.iteration, Permission.MANAGE)
    if iteration.project != project:
        raise NotFound("there is no such iteration, or you may not see it")
    defaults = get_settings(connection, project)
    chosen = choose_documents(
        connection, actor, project, data.documents, defaults.documents_per_batch
    )
    if data.kind == "train":
        _require_consensus(connection, chosen)
    batch = _insert_batch(
        connection,
        project,
        data,
        data.settings or make_default_settings(defaults),
        find_frontier(connection, data.documents, chosen),
    )
    rows = [
        {"batch": batch, "document": document, "position": position}
        for position, document in enumerate(chosen)
    ]
    connection.execute(insert(batch_documents), rows)
    record(connection, actor, "batch.create", project=project, detail=batch)
    return get_batch(connection, actor, batch)


def _insert_batch(
    connection: Connection, project: str, data: NewBatch, settings: BatchSettings, frontier: int
) -> str:
    last = select(func.max(batches.c.position)).where(batches.c.project == project)
    position = (connection.execute(last).scalar() or 0) + 1
    batch = new_id()
    try:
        with connection.begin_nested():
            connection.execute(
                insert(batches).values(
                    id=batch,
                    project=project,
                    iteration=data.iteration,
                    name=data.name or f"batch-{position}",
                    kind=data.kind,
                    state=BatchState.OPEN,
                    settings=msgspec.json.encode(settings).decode(),
                    position=position,
                    frontier=frontier,
                    created_at=now(),
                )
            )
    except IntegrityError:
        raise Conflict("the project has a batch of that name. Choose another name") from None
    return batch


def _require_consensus(connection: Connection, chosen: Sequence[str]) -> None:
    query = select(annotation_sets.c.document).where(
        annotation_sets.c.document.in_(chosen), annotation_sets.c.kind == "consensus"
    )
    ready = set(connection.execute(query).scalars())
    lacking = sum(document not in ready for document in chosen)
    if lacking:
        raise Conflict(
            f"{lacking} of {len(chosen)} documents have no consensus to train against. Adjudicate "
            "them first, or choose others"
        )


def change_batch(connection: Connection, actor: Actor, batch: str, data: BatchChange) -> Batch:
    """Change the name or the settings of a batch.

    Raises:
        NotFound: There is no such batch.
        Forbidden: The person is not a manager of the project.
        Conflict: The batch is closed, or the name is taken.
    """
    current = lock_batch(connection, actor, batch)
    if current.state == BatchState.CLOSED:
        raise Conflict("the batch is closed. Make a new one")
    values: dict[str, object] = {}
    if data.name is not msgspec.UNSET:
        values["name"] = data.name
    if data.settings is not msgspec.UNSET:
        values["settings"] = msgspec.json.encode(data.settings).decode()
    if values:
        try:
            with connection.begin_nested():
                connection.execute(update(batches).where(batches.c.id == batch).values(**values))
        except IntegrityError:
            raise Conflict("the project has a batch of that name. Choose another name") from None
        refresh_batch(connection, batch)
        record(connection, actor, "batch.change", project=current.project, detail=batch)
    return get_batch(connection, actor, batch)


def mark_document(
    connection: Connection, actor: Actor, batch: str, document: str, data: DocumentMark
) -> BatchDocument:
    """Leave a document of a batch out of agreement, drop it, or include it again.

    Raises:
        NotFound: There is no such batch, or it has no such document.
        Forbidden: The person is not a manager of the project.
        InputError: The reason is missing.
    """
    project = lock_batch(connection, actor, batch).project
    if (data.left_out or data.dropped) and not data.reason.strip():
        raise InputError("leaving out a document needs a reason", where="reason", expected="a text")
    done = connection.execute(
        update(batch_documents)
        .where(batch_documents.c.batch == batch, batch_documents.c.document == document)
        .values(left_out=data.left_out, dropped=data.dropped, reason=data.reason)
    )
    if not done.rowcount:
        raise NotFound("the batch has no such document")
    refresh_batch(connection, batch)
    refresh_counted(connection, batch)
    record(connection, actor, "batch.mark", project=project, document=document, detail=batch)
    marked = read_batch_documents(connection, batch)
    return next(entry for entry in marked if entry.id == document)
