"""Documents: add, list, search and read them."""

from __future__ import annotations

from typing import Annotated

from litestar import get, post
from litestar.params import Parameter

from goldsmith.errors import InputError
from goldsmith.store import audit
from goldsmith.store.access import Actor, Permission
from goldsmith.store.documents import (
    Assignment,
    DocumentEntry,
    DocumentFilter,
    DocumentText,
    list_documents,
    read_text,
)
from goldsmith.store.new_documents import AddedDocuments, NewDocuments, add_documents
from goldsmith.store.paging import MAX_PAGE, PAGE, Page
from goldsmith.store.sets import SetEntry, list_sets
from goldsmith.web.needs import needs
from goldsmith.web.workbench import Workbench

_Limit = Annotated[int, Parameter(ge=1, le=MAX_PAGE)]
_Words = Annotated[str, Parameter(max_length=500)]


@get(
    "/api/projects/{project_id:str}/documents",
    opt=needs(Permission.SEE_PROJECT),
    sync_to_thread=True,
)
def list_project_documents(
    project_id: str,
    actor: Actor,
    workbench: Workbench,
    type: _Words = "",
    patient: _Words = "",
    prefix: _Words = "",
    assignment: Assignment = "any",
    words: _Words = "",
    limit: _Limit = PAGE,
    after: _Words = "",
) -> Page[DocumentEntry]:
    """List the documents that you may see, in the order of the import.

    `prefix` is the beginning of a name. `assignment` needs a manager. `words` searches the texts
    and needs a manager, adjudicator or reader: `chest pain` finds both words, `"chest pain"`
    for the phrase, `card*` a prefix.
    """
    criteria = DocumentFilter(type, patient, prefix, assignment, words)
    with workbench.database.read() as connection:
        return list_documents(connection, actor, project_id, criteria, limit=limit, after=after)


@post("/api/projects/{project_id:str}/documents", opt=needs(Permission.MANAGE), sync_to_thread=True)
def add_project_documents(
    project_id: str, data: NewDocuments, actor: Actor, workbench: Workbench
) -> AddedDocuments:
    """Add up to 1,000 documents without annotations; use an import for more, or for annotations."""
    if any(doc.sets for doc in data.documents):
        raise InputError("a document has annotation sets", remedy="Import them as a file")
    with workbench.database.write() as connection:
        ids = add_documents(connection, actor, project_id, data.documents, data.role)
        audit.record(
            connection, actor, "document.add", project=project_id, detail=f"{len(ids)} documents"
        )
    return AddedDocuments(ids)


@get("/api/documents/{document_id:str}", opt=needs(Permission.SEE_PROJECT), sync_to_thread=True)
def show_document(document_id: str, actor: Actor, workbench: Workbench) -> DocumentText:
    """Return a document with its text; the audit log records the reading."""
    with workbench.database.read() as connection:
        doc = read_text(connection, actor, document_id)
    with workbench.database.write() as connection:
        audit.record(connection, actor, "document.read", project=doc.project, document=document_id)
    return doc


@get(
    "/api/documents/{document_id:str}/sets", opt=needs(Permission.SEE_PROJECT), sync_to_thread=True
)
def list_document_sets(
    document_id: str, actor: Actor, workbench: Workbench
) -> tuple[SetEntry, ...]:
    """List the annotation sets of a document that you may see."""
    with workbench.database.read() as connection:
        return list_sets(connection, actor, document_id)


handlers = [list_project_documents, add_project_documents, show_document, list_document_sets]
