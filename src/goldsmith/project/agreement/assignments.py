"""The assignment table: which annotators were to annotate which document."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from goldsmith.core import Document
from goldsmith.errors import InputError
from goldsmith.project.agreement.listing import list_ids

_HEADING = "document"
_EXPECTED = "a line for each document: document,annotator[,annotator…]"


class Assignments(msgspec.Struct, frozen=True):
    """The annotators of each document, in the order of the table."""

    where: str
    """The file, for messages."""
    annotators: dict[str, tuple[str, ...]]
    """Document -> its annotators."""

    @property
    def names(self) -> list[str]:
        """All annotators, in the order in which the table names them."""
        return list(dict.fromkeys(name for names in self.annotators.values() for name in names))

    def check_documents(self, docs: Iterable[Document]) -> Iterator[Document]:
        """Yield documents; after the last, refuse documents of the table that do not exist.

        Raises:
            InputError: The table names such documents; the message lists the first of them.
        """
        unseen = dict.fromkeys(self.annotators)
        for doc in docs:
            unseen.pop(doc.id, None)
            yield doc
        if unseen:
            raise InputError(
                f"{len(unseen):,} of {len(self.annotators):,} documents of the table are not in "
                f"the corpus: {list_ids(list(unseen))}",
                where=self.where,
                expected="ids of documents of the corpus",
            )


def read_assignments(path: Path) -> Assignments:
    """Read an assignment table.

    The file is CSV, or TSV if its first line has a tab. A line has a document and its annotators; a
    document may have several lines. A first line that begins with "document" is a heading.

    Raises:
        InputError: The file cannot be read, a line has no document or no annotator, or an annotator
            is assigned to a document twice.
    """
    annotators: dict[str, tuple[str, ...]] = {}
    for line, (document, *names) in _read_rows(path):
        assigned = [name for name in names if name]
        if not document or not assigned:
            what = "the line names no annotator" if document else "the line names no document"
            raise InputError(what, where=str(path), line=line, expected=_EXPECTED)
        assigned = [*annotators.get(document, ()), *assigned]
        if len(set(assigned)) < len(assigned):
            raise InputError(
                "an annotator is assigned to the same document twice", where=str(path), line=line
            )
        annotators[document] = tuple(assigned)
    if not annotators:
        raise InputError("the table is empty", where=str(path), expected=_EXPECTED)
    return Assignments(str(path), annotators)


def _read_rows(path: Path) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of the table that are not empty, with their lines."""
    try:
        content = path.read_text("utf-8-sig")
    except FileNotFoundError:
        raise InputError(
            "there is no such file", where=str(path), remedy="Check the path"
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8"
        raise InputError(f"the table cannot be read: {reason}", where=str(path)) from None
    lines = content.splitlines()
    reader = csv.reader(lines, delimiter="\t" if lines and "\t" in lines[0] else ",")
    try:
        for row in reader:
            cells = [cell.strip() for cell in row]
            is_heading = reader.line_num == 1 and cells[:1] and cells[0].lower() == _HEADING
            if any(cells) and not is_heading:
                yield reader.line_num, cells
    except csv.Error:
        raise InputError(
            "the line is not CSV", where=str(path), line=reader.line_num, expected=_EXPECTED
        ) from None
