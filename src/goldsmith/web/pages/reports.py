"""Reports whose numbers link to the annotations they count: batch agreement, and consistency."""

from __future__ import annotations

import re
from collections.abc import Sequence

from litestar import MediaType, Response, get
from msgspec.structs import replace
from sqlalchemy import Connection

from goldsmith.core import Document
from goldsmith.errors import NotFound
from goldsmith.project.agreement.report import build_report, render_report
from goldsmith.project.agreement.tasks import find_task
from goldsmith.project.radar.api import radar
from goldsmith.project.radar.page import render_radar
from goldsmith.store.access import Actor, Permission, require
from goldsmith.store.audit import record
from goldsmith.store.loading import load_documents
from goldsmith.store.projects import find_project, get_schema
from goldsmith.store.workflow.batches import get_batch, list_batch_documents, list_batches
from goldsmith.store.workflow.terms import BatchState
from goldsmith.web.needs import needs
from goldsmith.web.pages.shared.visitor import Visitor
from goldsmith.web.workbench import Workbench

_CONSENSUS = "consensus"
#: The number of batches that the consistency page reads.
_MOST_BATCHES = 100
_SUSPECTS = 100
_POLICY = re.compile(r'http-equiv="Content-Security-Policy" content="([^"]+)"')


@get(
    "/projects/{name:str}/batches/{batch:str}/report",
    opt=needs(Permission.SEE_AGREEMENT),
    sync_to_thread=True,
)
def show_report(name: str, batch: str, visitor: Visitor, workbench: Workbench) -> Response[str]:
    """Show the agreement of a batch; every number links to its places in the text."""
    actor = visitor.actor
    with workbench.database.read() as connection:
        project = find_project(connection, actor, name)
        entry = get_batch(connection, actor, batch)
        schema = get_schema(connection, actor, project.id)
        ids = [doc.id for doc in list_batch_documents(connection, actor, batch) if not doc.dropped]
        docs = load_documents(connection, actor, project.id, ids, kinds=("human", _CONSENSUS))
    _record_reading(workbench, actor, project.id, ids)
    docs = [_name_consensus(doc) for doc in docs]
    names = sorted(
        {set_name for doc in docs for set_name in doc.sets},
        key=lambda set_name: (set_name != _CONSENSUS, set_name),
    )
    if len(names) < 2:
        raise NotFound("the annotators of this batch have not finished a note yet")
    report = build_report(docs, names, find_task("clef"), schema, title=entry.name)
    return _answer(render_report(report))


@get("/projects/{name:str}/consistency", opt=needs(Permission.MANAGE), sync_to_thread=True)
def show_consistency(name: str, visitor: Visitor, workbench: Workbench) -> Response[str]:
    """Show annotations of the consensus that differ from those of the same words elsewhere."""
    actor = visitor.actor
    with workbench.database.read() as connection:
        project = find_project(connection, actor, name)
        require(connection, actor, project.id, Permission.MANAGE)
        schema = get_schema(connection, actor, project.id)
        ids = _list_adjudicated(connection, actor, project.id)
        docs = load_documents(connection, actor, project.id, ids, kinds=(_CONSENSUS,))
    _record_reading(workbench, actor, project.id, ids)
    docs = [doc for doc in map(_name_consensus, docs) if _CONSENSUS in doc.sets]
    if not docs:
        raise NotFound("no note has a consensus yet. Adjudicate a batch first")
    suspects = radar(docs, set_name=_CONSENSUS, schema=schema, limit=_SUSPECTS)
    return _answer(render_radar(suspects, docs, title=f"Consistency of {project.title or name}"))


def _list_adjudicated(connection: Connection, actor: Actor, project: str) -> list[str]:
    ids: dict[str, None] = {}
    for state in (BatchState.ADJUDICATING, BatchState.CLOSED):
        page = list_batches(connection, actor, project, state=state, limit=_MOST_BATCHES)
        for batch in page.items:
            documents = list_batch_documents(connection, actor, batch.id)
            ids.update(dict.fromkeys(doc.id for doc in documents if not doc.dropped))
    return list(ids)


def _record_reading(workbench: Workbench, actor: Actor, project: str, ids: Sequence[str]) -> None:
    """Record in the audit log that a person read documents."""
    with workbench.database.write() as connection:
        for document in ids:
            record(connection, actor, "document.read", project=project, document=document)


def _name_consensus(doc: Document) -> Document:
    """Give the consensus sets of all documents the same name, whichever batch made them."""
    sets = {}
    for set_name, annotation_set in doc.sets.items():
        shared = _CONSENSUS if set_name.startswith(_CONSENSUS) else set_name
        sets[shared] = replace(annotation_set, name=shared)
    return replace(doc, sets=sets)


def _answer(body: str) -> Response[str]:
    """Return a page that includes its script; its security policy allows only that script."""
    match = _POLICY.search(body)
    policy = match.group(1).replace("&#39;", "'") if match else "default-src 'none'"
    headers = {"Cache-Control": "no-store", "Content-Security-Policy": policy}
    return Response(body, media_type=MediaType.HTML, headers=headers)


handlers = [show_report, show_consistency]
