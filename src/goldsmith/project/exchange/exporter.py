"""Export of documents with their annotations from a project, in any format."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from sqlalchemy import Connection

from goldsmith import storage
from goldsmith.core import Document
from goldsmith.errors import InputError
from goldsmith.formats import Format, get, write
from goldsmith.project.exchange.packing import pack_folder
from goldsmith.project.jobs.context import JobContext
from goldsmith.store.access import Actor
from goldsmith.store.audit import record
from goldsmith.store.exports import (
    iterate_decisions,
    iterate_journal,
    iterate_records,
    list_selected_documents,
)
from goldsmith.store.loading import SetChoice, stream_documents
from goldsmith.store.projects import get_project

EXPORTS = "exports"
SetKind = Literal["human", "consensus", "import", "suggestion", "system"]
Name = Annotated[str, msgspec.Meta(max_length=200)]


class Selection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which documents and sets to export; empty fields match all.

    Sets that are still private to their annotators are never part of it. With `sets` or `kinds`,
    documents that have none of them are left out.

    Attributes:
        sets: The names of sets.
        kinds: The kinds of sets: `human`, `consensus`, `import`, `suggestion`, `system`.
        batch: The name or id of a batch.
        iteration: The name or id of an iteration.
    """

    sets: tuple[Name, ...] = ()
    kinds: tuple[SetKind, ...] = ()
    batch: Name = ""
    iteration: Name = ""


class ExportArguments(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content and format of an export.

    Attributes:
        format: A registered format.
        selection: Which documents and sets; everything by default.
        allow_loss: What may be dropped if the format cannot carry it: names of features, or `all`.
        with_journal: Add the journal and the decisions as JSON lines; only with format `corpus`.
    """

    format: Name = "corpus"
    selection: Selection = Selection()
    allow_loss: tuple[Name, ...] = ()
    with_journal: bool = False


class ExportResult(msgspec.Struct, frozen=True):
    """The result of an export.

    Attributes:
        file: The name of the file; download it from the job.
        bytes: Its size.
        documents: The documents in it.
        records: The records of patients in it.
        dropped: The counts of what the format could not carry, by feature.
    """

    file: str
    bytes: int
    documents: int
    records: int
    dropped: dict[str, int]


def check_export(arguments: ExportArguments) -> None:
    """Refuse arguments that no export can satisfy.

    Raises:
        UnknownName: There is no such format.
        InputError: The format can only be read, or cannot contain the journal.
    """
    if not get(arguments.format).writes:
        raise InputError(f"the format {arguments.format} can only be read", where="format")
    if arguments.with_journal and arguments.format != "corpus":
        raise InputError(
            "the journal needs the format corpus", where="with_journal", expected="format corpus"
        )


def run_export(context: JobContext, arguments: ExportArguments) -> ExportResult:
    """Export documents into the folder of the job; a second run replaces the first.

    Raises:
        LossError: The format cannot carry something that `allow_loss` does not name.
        UnknownName: No document has one of the sets.
    """
    fmt = get(arguments.format)
    with (
        context.database.read() as connection,
        storage.stage_folder(context.get_folder(EXPORTS)) as folder,
    ):
        project = get_project(connection, context.actor, context.project)
        target = folder / _name_file(project.name, fmt)
        with storage.scratch_folder(target) as scratch:
            out = scratch / (target.name if fmt.single_file else "content")
            ids = _list_ids(connection, context, arguments.selection)
            context.begin("writing documents", len(ids))
            docs = stream_selection(
                connection, context.actor, context.project, ids, arguments.selection
            )
            written = write(
                context.track(docs, len(ids)),
                out,
                fmt,
                sets=arguments.selection.sets,
                records=iterate_records(connection, context.actor, context.project),
                allow_loss=arguments.allow_loss,
            )
            if arguments.with_journal:
                _write_journal(connection, context, ids, out)
            _pack(out, target, context)
        size = target.stat().st_size
    _record(context, arguments, written.documents)
    return ExportResult(target.name, size, written.documents, written.records, written.dropped)


def stream_selection(
    connection: Connection, actor: Actor, project: str, ids: list[str], selection: Selection
) -> Iterator[Document]:
    """Yield documents with the sets of a selection, without sets that are still private."""
    choice = SetChoice(kinds=selection.kinds or None)
    for doc in stream_documents(connection, actor, project, ids, choice):
        if _is_selected(doc, selection):
            yield doc


def _is_selected(doc: Document, selection: Selection) -> bool:
    if selection.sets:
        return not doc.sets.keys().isdisjoint(selection.sets)
    return bool(doc.sets) or not selection.kinds


def _list_ids(connection: Connection, context: JobContext, selection: Selection) -> list[str]:
    return list_selected_documents(
        connection,
        context.actor,
        context.project,
        batch=selection.batch,
        iteration=selection.iteration,
    )


def _name_file(project: str, fmt: Format) -> str:
    return f"{project}{fmt.suffixes[0]}" if fmt.single_file else f"{project}-{fmt.name}.zip"


def _write_journal(
    connection: Connection, context: JobContext, ids: list[str], folder: Path
) -> None:
    context.begin("writing the journal")
    journal = iterate_journal(connection, context.actor, context.project, ids)
    _write_lines(folder / "journal.jsonl", context.track(journal))
    decisions = iterate_decisions(connection, context.actor, context.project)
    _write_lines(folder / "decisions.jsonl", context.track(decisions))


def _write_lines(path: Path, lines: Iterable[msgspec.Struct]) -> None:
    with path.open("wb") as file:
        file.writelines(msgspec.json.encode(line) + b"\n" for line in lines)


def _pack(out: Path, target: Path, context: JobContext) -> None:
    if out.is_file():
        out.replace(target)
        return
    context.begin("packing")
    pack_folder(out, target, advance=context.advance)


def _record(context: JobContext, arguments: ExportArguments, documents: int) -> None:
    with context.database.write() as connection:
        record(
            connection,
            context.actor,
            "document.export",
            project=context.project,
            detail=f"{documents} documents as {arguments.format}, job {context.job}",
        )
