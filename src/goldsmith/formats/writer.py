"""Write corpora in any format, and lose nothing silently."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import msgspec

from goldsmith import storage
from goldsmith.core import Document, check_structure, require_sets
from goldsmith.errors import InputError, LossError, UnknownName
from goldsmith.formats.base import Feature, Format
from goldsmith.formats.catalogue import get, names
from goldsmith.formats.coded_with import TERMS, CodedWith
from goldsmith.formats.loss import count_losses, drop_unsupported
from goldsmith.formats.patient_records import RECORDS, PatientRecord
from goldsmith.formats.safe_names import check_file_names, make_repeat_error
from goldsmith.storage.id_set import IdSet


class WriteResult(msgspec.Struct, frozen=True):
    """The number of documents and records written, and the losses by feature."""

    documents: int
    dropped: dict[str, int]
    records: int = 0


def write(
    docs: Iterable[Document],
    path: Path | str,
    fmt: Format | str,
    *,
    sets: Collection[str] = (),
    records: Iterable[PatientRecord] = (),
    terms: Collection[CodedWith] = (),
    allow_loss: Collection[str] = (),
    overwrite: bool = False,
) -> WriteResult:
    """Write documents to a new folder or file; after an error nothing remains.

    Args:
        docs: The documents; they are consumed one at a time.
        path: The folder to write, or the file if a corpus of this format is a single file.
        fmt: The format or its name.
        sets: Names of the annotation sets to write; by default all.
        records: Structured records of the patients; they are consumed before the documents.
        terms: The terminologies that the corpus is coded with.
        allow_loss: Features that may be dropped, or "all". If the format carries one annotation
            set and there are several, `sets` must name one: it is never guessed.
        overwrite: Whether to replace an existing file or folder at the path.

    Raises:
        LossError: The format cannot carry everything; the error lists what would be lost.
        UnknownName: No document has one of the `sets`, or `allow_loss` names no loss of the format.
        InputError: The path is taken, a document is invalid, or the format can only be read.

    Example:
        write(read("corpus", "brat"), "corpus.jsonl", "jsonl")
    """
    writer = get(fmt) if isinstance(fmt, str) else fmt
    allowed = {allow_loss} if isinstance(allow_loss, str) else set(allow_loss)
    dropped: Counter[str] = Counter()
    rivals: set[str] = set()
    ids = IdSet()
    count = 0

    def prepare() -> Iterator[Document]:
        nonlocal count
        for original in require_sets(docs, sets):
            doc = _select_sets(original, sets)
            _check_document(doc, ids)
            losses = count_losses(doc, writer)
            dropped.update(losses)
            rivals.update(doc.sets if Feature.SETS in losses else ())
            count += 1
            yield drop_unsupported(doc, writer) if losses else doc

    _check_writable(writer)
    _check_loss_names(writer, allowed)
    with _stage(Path(path), writer, overwrite=overwrite) as folder:
        records_written = _write_records(records, writer, folder, dropped)
        writer.write(prepare(), folder)
        _write_terms(terms, writer, folder, dropped)
        refused = _list_refused(dropped, allowed)
        if refused:
            raise LossError(writer.name, refused, sets=rivals)
    return WriteResult(count, dict(dropped), records_written)


def _check_writable(fmt: Format) -> None:
    """Reject a format that can only be read."""
    if not fmt.writes:
        raise InputError(
            f"the format {fmt.name} can only be read",
            expected="one of " + ", ".join(name for name in names() if get(name).writes),
        )


def _write_records(
    records: Iterable[PatientRecord], writer: Format, folder: Path, dropped: Counter[str]
) -> int:
    """Write records and return their number; count them as a loss if the format has none."""
    if not writer.keeps_records:
        dropped.update(RECORDS for _ in records)
        return 0
    count = 0

    def count_records() -> Iterator[PatientRecord]:
        nonlocal count
        for count, record in enumerate(records, 1):  # noqa: B007 - the number is the result
            yield record

    writer.write_records(count_records(), folder)
    return count


def _write_terms(
    terms: Collection[CodedWith], writer: Format, folder: Path, dropped: Counter[str]
) -> None:
    """Record the terminologies; count them as a loss if the format cannot store them."""
    if terms and writer.keeps_terms:
        writer.write_terms(terms, folder)
    elif terms:
        dropped[TERMS] += len(terms)


def _check_loss_names(writer: Format, allow_loss: Collection[str]) -> None:
    """Reject a name that is not a loss of the format."""
    losses = {*map(str, Feature), *writer.own_losses, RECORDS, TERMS, "all"}
    for name in allow_loss:
        if name not in losses:
            raise UnknownName("loss", name, losses)


def _list_refused(dropped: Mapping[str, int], allow_loss: Collection[str]) -> dict[str, int]:
    """Return the losses that are not allowed; which of several sets to write is never guessed."""
    return {
        name: lost
        for name, lost in dropped.items()
        if name == Feature.SETS or not (name in allow_loss or "all" in allow_loss)
    }


def _select_sets(doc: Document, sets: Collection[str]) -> Document:
    if not sets:
        return doc
    selected = {name: doc.sets[name] for name in doc.sets if name in sets}
    return msgspec.structs.replace(doc, sets=selected)


def _check_document(doc: Document, ids: IdSet) -> None:
    """Raise an error if a name is not a safe path or the document could not be read again."""
    check_file_names(doc)
    if not ids.add(doc.id):
        raise make_repeat_error(doc.id)
    problem = next(check_structure(doc), None)
    if problem:
        raise InputError(str(problem), remedy="Correct the document before writing it")


@contextmanager
def _stage(path: Path, fmt: Format, *, overwrite: bool) -> Iterator[Path]:
    """Yield a folder to write into, whose content is moved to `path` at the end."""
    storage.check_free(path, overwrite=overwrite)
    if not (fmt.single_file and path.name.endswith(fmt.suffixes)):
        with storage.stage_folder(path) as folder:
            yield folder
        return
    with storage.stage_file(path) as file, storage.scratch_folder(path) as folder:
        yield folder
        [written] = folder.iterdir()
        written.replace(file)
