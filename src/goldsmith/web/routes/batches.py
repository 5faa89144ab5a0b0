"""Batches: make, assign, measure, annotate again, adjudicate and close them."""

from __future__ import annotations

from typing import Annotated

from litestar import get, patch, post, put
from litestar.params import Parameter, QueryParameter

from goldsmith.project.workflow.agreement import (
    BatchAgreement,
    close_measured,
    get_agreement,
    measure_batch,
)
from goldsmith.project.workflow.batches import NewBatch, create_batch
from goldsmith.store.access import Actor, Permission
from goldsmith.store.paging import MAX_PAGE, PAGE, Page
from goldsmith.store.workflow.assignment import NewTasks, assign_batch
from goldsmith.store.workflow.batch_making import (
    BatchChange,
    DocumentMark,
    change_batch,
    mark_document,
)
from goldsmith.store.workflow.batches import (
    Batch,
    BatchDocument,
    get_batch,
    list_batch_documents,
    list_batches,
)
from goldsmith.store.workflow.returning import TaskEntry, list_batch_tasks
from goldsmith.store.workflow.states import (
    Adjudication,
    PutForwardReason,
    Reannotation,
    begin_adjudication,
    put_forward,
    reannotate_batch,
)
from goldsmith.store.workflow.terms import BatchState
from goldsmith.web.needs import needs
from goldsmith.web.workbench import Workbench

_Limit = Annotated[int, Parameter(ge=1, le=MAX_PAGE)]
_Word = Annotated[str, Parameter(max_length=500)]


@get(
    "/api/projects/{project_id:str}/batches",
    opt=needs(Permission.SEE_AGREEMENT),
    sync_to_thread=True,
)
def list_project_batches(
    project_id: str,
    actor: Actor,
    workbench: Workbench,
    iteration: _Word = "",
    batch_state: Annotated[BatchState | None, QueryParameter(name="state")] = None,
    limit: _Limit = PAGE,
    after: _Word = "",
) -> Page[Batch]:
    """List the batches of a project in their order, optionally of one iteration or state."""
    with workbench.database.read() as connection:
        return list_batches(
            connection,
            actor,
            project_id,
            iteration=iteration,
            state=batch_state or "",
            limit=limit,
            after=after,
        )


@post("/api/projects/{project_id:str}/batches", opt=needs(Permission.MANAGE), sync_to_thread=True)
def make_batch(project_id: str, data: NewBatch, actor: Actor, workbench: Workbench) -> Batch:
    """Make a batch of named documents, the next ones, a sample, or the first of a ranking."""
    return create_batch(workbench.database, actor, project_id, data)


@get("/api/batches/{batch_id:str}", opt=needs(Permission.SEE_AGREEMENT), sync_to_thread=True)
def show_batch(batch_id: str, actor: Actor, workbench: Workbench) -> Batch:
    """Return a batch."""
    with workbench.database.read() as connection:
        return get_batch(connection, actor, batch_id)


@patch("/api/batches/{batch_id:str}", opt=needs(Permission.MANAGE), sync_to_thread=True)
def modify_batch(batch_id: str, data: BatchChange, actor: Actor, workbench: Workbench) -> Batch:
    """Change the name or the settings of a batch."""
    with workbench.database.write() as connection:
        return change_batch(connection, actor, batch_id, data)


@get(
    "/api/batches/{batch_id:str}/documents",
    opt=needs(Permission.SEE_AGREEMENT),
    sync_to_thread=True,
)
def list_documents_of_batch(
    batch_id: str, actor: Actor, workbench: Workbench
) -> tuple[BatchDocument, ...]:
    """List the documents of a batch in their order."""
    with workbench.database.read() as connection:
        return list_batch_documents(connection, actor, batch_id)


@put(
    "/api/batches/{batch_id:str}/documents/{document_id:str}",
    opt=needs(Permission.MANAGE),
    sync_to_thread=True,
)
def mark_document_of_batch(
    batch_id: str, document_id: str, data: DocumentMark, actor: Actor, workbench: Workbench
) -> BatchDocument:
    """Leave a document out of agreement, drop it as problematic, or include it again."""
    with workbench.database.write() as connection:
        return mark_document(connection, actor, batch_id, document_id, data)


@get("/api/batches/{batch_id:str}/tasks", opt=needs(Permission.SEE_PROGRESS), sync_to_thread=True)
def list_tasks_of_batch(batch_id: str, actor: Actor, workbench: Workbench) -> tuple[TaskEntry, ...]:
    """List the tasks of a batch, with the time that each took."""
    with workbench.database.read() as connection:
        return list_batch_tasks(connection, actor, batch_id)


@post(
    "/api/batches/{batch_id:str}/tasks",
    status_code=200,
    opt=needs(Permission.MANAGE),
    sync_to_thread=True,
)
def assign_tasks(
    batch_id: str, data: NewTasks, actor: Actor, workbench: Workbench
) -> tuple[TaskEntry, ...]:
    """Assign a batch: to people you name, or to those with the fewest open words."""
    with workbench.database.write() as connection:
        assign_batch(connection, actor, batch_id, data)
        return list_batch_tasks(connection, actor, batch_id)


@post(
    "/api/batches/{batch_id:str}/agreement",
    status_code=200,
    opt=needs(Permission.MANAGE),
    sync_to_thread=True,
)
def measure_agreement(batch_id: str, actor: Actor, workbench: Workbench) -> BatchAgreement:
    """Measure the agreement of an annotated batch, which passes or fails its thresholds."""
    return measure_batch(workbench.database, actor, batch_id)


@get(
    "/api/batches/{batch_id:str}/agreement",
    opt=needs(Permission.SEE_AGREEMENT),
    sync_to_thread=True,
)
def show_agreement(batch_id: str, actor: Actor, workbench: Workbench) -> BatchAgreement:
    """Return the agreement of a batch from its last measurement."""
    return get_agreement(workbench.database, actor, batch_id)


@post(
    "/api/batches/{batch_id:str}/reannotate",
    status_code=200,
    opt=needs(Permission.MANAGE),
    sync_to_thread=True,
)
def reannotate(batch_id: str, data: Reannotation, actor: Actor, workbench: Workbench) -> Batch:
    """Have a further annotator annotate a batch that failed."""
    with workbench.database.write() as connection:
        return reannotate_batch(connection, actor, batch_id, data)


@post(
    "/api/batches/{batch_id:str}/put-forward",
    status_code=200,
    opt=needs(Permission.MANAGE),
    sync_to_thread=True,
)
def put_batch_forward(
    batch_id: str, data: PutForwardReason, actor: Actor, workbench: Workbench
) -> Batch:
    """Let a batch that failed go to adjudication, with a recorded reason."""
    with workbench.database.write() as connection:
        return put_forward(connection, actor, batch_id, data.reason)


@post(
    "/api/batches/{batch_id:str}/adjudicate",
    status_code=200,
    opt=needs(Permission.MANAGE),
    sync_to_thread=True,
)
def adjudicate_batch(
    batch_id: str, data: Adjudication, actor: Actor, workbench: Workbench
) -> Batch:
    """Open a batch that passed to adjudicators; an adjudicator who is named gets tasks."""
    with workbench.database.write() as connection:
        return begin_adjudication(connection, actor, batch_id, data)


@post(
    "/api/batches/{batch_id:str}/close",
    status_code=200,
    opt=needs(Permission.MANAGE),
    sync_to_thread=True,
)
def close_finished_batch(batch_id: str, actor: Actor, workbench: Workbench) -> Batch:
    """Close a batch: its annotators may see each other's work on their documents, for good."""
    return close_measured(workbench.database, actor, batch_id)


handlers = [
    list_project_batches,
    make_batch,
    show_batch,
    modify_batch,
    list_documents_of_batch,
    mark_document_of_batch,
    list_tasks_of_batch,
    assign_tasks,
    measure_agreement,
    show_agreement,
    reannotate,
    put_batch_forward,
    adjudicate_batch,
    close_finished_batch,
]
