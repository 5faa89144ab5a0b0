"""The documents of a project, and one document with its sets side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal

import msgspec
from litestar import Response, get
from litestar.params import Parameter

from goldsmith.core import AnnotationSet, Document, Mention, Schema, derive_chains
from goldsmith.store import audit
from goldsmith.store.access import Permission, Role, require
from goldsmith.store.documents import DocumentFilter, list_documents, read_text
from goldsmith.store.journal.state import make_set
from goldsmith.store.projects import find_project, get_schema
from goldsmith.store.sets import list_sets, read_set
from goldsmith.web.needs import needs
from goldsmith.web.pages.shared.frame import Link, answer_page
from goldsmith.web.pages.shared.project_frame import make_project_frame
from goldsmith.web.pages.shared.visitor import Visitor
from goldsmith.web.workbench import Workbench

#: The number of colours in the style sheet.
_COLOURS = 12
_Word = Annotated[str, Parameter(max_length=500)]


class Piece(msgspec.Struct, frozen=True):
    """A piece of text between the boundaries of mentions; `mentions` are those that cover it."""

    text: str
    mentions: tuple[Mention, ...] = ()


class Column(msgspec.Struct, frozen=True):
    """A set, shown side by side with the others."""

    name: str
    kind: str
    pieces: tuple[Piece, ...]
    counts: tuple[tuple[str, int], ...]
    relations: tuple[str, ...]
    #: The wordings of each chain, in the order of the text.
    chains: tuple[str, ...] = ()
    #: Times with a value, the earliest first: the value, the wording, and the linked events.
    times: tuple[tuple[str, str, str], ...] = ()


@get("/projects/{name:str}/documents", opt=needs(Permission.SEE_DOCUMENTS), sync_to_thread=True)
def show_documents(
    name: str,
    visitor: Visitor,
    workbench: Workbench,
    words: _Word = "",
    prefix: _Word = "",
    assignment: Literal["any", "unassigned", "assigned"] = "any",
    after: _Word = "",
    notice: str = "",
) -> Response[str]:
    """Show the documents of a project; search them by name or by words."""
    criteria = DocumentFilter(prefix=prefix, words=words, assignment=assignment)
    with workbench.database.read() as connection:
        project = find_project(connection, visitor.actor, name)
        require(connection, visitor.actor, project.id, Permission.SEE_DOCUMENTS)
        page = list_documents(connection, visitor.actor, project.id, criteria, after=after)
    return answer_page(
        workbench,
        visitor,
        "documents",
        make_project_frame(project, "documents", "Documents"),
        project=project,
        documents=page.items,
        after=page.after,
        criteria=criteria,
        is_manager=Role.MANAGER in project.roles,
        notice=notice,
    )


@get(
    "/projects/{name:str}/documents/{document:str}",
    opt=needs(Permission.SEE_PROJECT),
    sync_to_thread=True,
)
def show_document(
    name: str, document: str, visitor: Visitor, workbench: Workbench
) -> Response[str]:
    """Show a document with every set that the visitor may see, side by side."""
    actor = visitor.actor
    with workbench.database.read() as connection:
        project = find_project(connection, actor, name)
        text = read_text(connection, actor, document)
        schema = get_schema(connection, actor, project.id)
        views = [
            read_set(connection, actor, entry.id)
            for entry in list_sets(connection, actor, document)
        ]
    with workbench.database.write() as connection:
        audit.record(connection, actor, "document.read", project=project.id, document=document)
    doc = Document(text.name, text.text)
    columns = [
        make_column(doc, make_set(view.content, view.name), view.kind, schema) for view in views
    ]
    root = Link("Documents", f"/projects/{name}/documents")
    return answer_page(
        workbench,
        visitor,
        "document",
        make_project_frame(project, "documents", text.name, root),
        document=text,
        columns=columns or [Column("", "", (Piece(text.text),), (), ())],
        colours=_choose_colours(schema),
    )


def make_column(doc: Document, annotations: AnnotationSet, kind: str, schema: Schema) -> Column:
    """Return a set as pieces of marked text, with counts, relations, chains and times."""
    counts: dict[str, int] = {}
    for mention in annotations.mentions:
        counts[mention.type] = counts.get(mention.type, 0) + 1
    words = {mention.id: doc.get_covered_text(mention) for mention in annotations.mentions}
    relations = tuple(
        f"{words.get(rel.arg1, '')} → {rel.type} → {words.get(rel.arg2, '')}"
        for rel in annotations.relations
    )
    ordered = tuple(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
    return Column(
        annotations.name,
        kind,
        cut_pieces(doc.text, annotations.mentions),
        ordered,
        relations,
        tuple(_list_chains(annotations, schema, doc.text, words)),
        tuple(sorted(_list_times(annotations, words))),
    )


def _list_chains(
    annotations: AnnotationSet, schema: Schema, text: str, words: Mapping[str, str]
) -> Iterator[str]:
    for chain in derive_chains(annotations, schema, text=text):
        if len(chain.members) > 1:
            yield " = ".join(words.get(member, "") for member in chain.members)


def _list_times(
    annotations: AnnotationSet, words: Mapping[str, str]
) -> Iterator[tuple[str, str, str]]:
    """Yield the value, the wording and the linked events of each time."""
    events: dict[str, list[str]] = {}
    for rel in annotations.relations:
        kind = rel.attributes.get("type", rel.type).replace("_", " ")
        events.setdefault(rel.arg2, []).append(f"{words.get(rel.arg1, '')} ({kind})")
    for mention in annotations.mentions:
        if value := mention.attributes.get("value", ""):
            yield value, words[mention.id], ", ".join(events.get(mention.id, ()))


def cut_pieces(text: str, mentions: tuple[Mention, ...]) -> tuple[Piece, ...]:
    """Split a text at the boundaries of mentions, the longest mention of a piece first."""
    events: dict[int, list[tuple[bool, Mention]]] = {0: [], len(text): []}
    for mention in mentions:
        for span in mention.spans:
            events.setdefault(span.start, []).append((True, mention))
            events.setdefault(span.end, []).append((False, mention))
    pieces, active, last = [], list[Mention](), 0
    for place in sorted(events):
        if place > last:
            covering = sorted(active, key=lambda mention: (mention.start, -mention.end))
            pieces.append(Piece(text[last:place], tuple(covering)))
        for begins, mention in events[place]:
            if begins:
                active.append(mention)
            else:
                active.remove(mention)
        last = place
    return tuple(pieces)


def _choose_colours(schema: Schema) -> dict[str, int]:
    return {kind.name: number % _COLOURS for number, kind in enumerate(schema.mention)}


handlers = [show_documents, show_document]
