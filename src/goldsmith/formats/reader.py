"""Read corpora in any format one document at a time, and collect the errors of bad files."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from goldsmith.core import Document, check_structure
from goldsmith.core.problem import Problem
from goldsmith.errors import BadFiles, InputError, Remedy, shorten_id
from goldsmith.formats.base import DEFAULT_SET, Format, Unit
from goldsmith.formats.catalogue import find_format, get, rename_to_format
from goldsmith.formats.coded_with import CodedWith
from goldsmith.formats.opening import open_tree
from goldsmith.formats.patient_records import PatientRecord
from goldsmith.formats.safe_names import check_names, make_repeat_error
from goldsmith.formats.tree import Tree
from goldsmith.formats.unread import describe_unread, find_unread
from goldsmith.formats.wording import WORDING, WordingCheck
from goldsmith.storage.id_set import IdSet

_log = logging.getLogger(__name__)


class Reader:
    """A stream of the documents at a path; iterate over it once.

    `errors` collects the errors of bad files. Without `keep_going` the end of the iteration raises
    all of them at once, so that a consumer that commits its work at the end commits nothing. The
    end also logs a warning about files that were not read; `unread` lists them.

    A document whose annotation file is missing has no annotation set: an empty set would mean that
    an annotator found nothing to annotate.

    Args:
        path: A folder, a file or an archive, or its files as a `Tree`.
        fmt: The format or its name; by default the format is recognised. With a named format,
            files with other endings are read too if their content matches.
        set_name: Name for the annotation set if the format does not store one.
        check: Whether a span outside the text or an unknown argument is an error.
        wording: Whether it is an error if the recorded wording of a mention differs from the text
            at its offsets; ignored without `check`.
        keep_going: Whether to skip bad files instead of raising their errors at the end.
        longest_text: The most characters of a note. Formats that can tell refuse a longer one
            before it is decoded; others yield it (docs/reference/formats/index.md).

    Raises:
        InputError: The path does not exist, no format fits, or there are no files of the format.

    Example:
        reader = Reader("corpus", "brat", keep_going=True)
        docs = list(reader)
        print(len(docs), "documents read,", len(reader.errors), "files skipped")
    """

    def __init__(
        self,
        path: Path | str | Tree,
        fmt: Format | str | None = None,
        *,
        set_name: str = DEFAULT_SET,
        check: bool = True,
        wording: bool = True,
        keep_going: bool = False,
        longest_text: int = sys.maxsize,
    ) -> None:
        self.tree = path if isinstance(path, Tree) else open_tree(Path(path))
        self.tree.longest_text = longest_text
        self.path = self.tree.root
        self.format = get(fmt) if isinstance(fmt, str) else fmt or find_format(self.tree)
        self.set_name, self.check, self.keep_going = set_name, check, keep_going
        self.wording = WordingCheck() if check and wording else None
        self.errors: list[InputError] = []
        self._is_closed = False
        if fmt is not None and not self.format.find_units(self.tree.names):
            self.tree.rename(rename_to_format(self.format, self.tree))
        self.tree.include_neighbours(self.format.list_texts(self.tree.names))
        self.units = self.format.find_units(self.tree.names)
        if not self.units:
            raise InputError(
                f"found no {self.format.name} files",
                where=str(self.path),
                expected="files ending in " + ", ".join(self.format.suffixes),
                remedy=Remedy.NAME_FORMAT,
            )

    def __iter__(self) -> Iterator[Document]:
        try:
            yield from self.read_units(self.units)
        finally:
            self.close()
        self.report_remarks()
        if self.errors and not self.keep_going:
            raise self.summarise_errors()

    def close(self) -> None:
        """Close the tree if it is an archive; records and terms can still be read."""
        self.tree.close()
        self._is_closed = True

    def split(self) -> list[Unit]:
        """Return the units, with large ones in parts, so that several processes can share them.

        Return none if a unit is a file of many documents without parts.
        """
        parts = [self.format.split(unit, self.tree) for unit in self.units]
        return [part for unit_parts in parts for part in unit_parts] if all(parts) else []

    def read_units(self, units: Iterable[Unit]) -> Iterator[Document]:
        """Yield the valid documents of units, or of parts of them, and collect the errors."""
        ids = IdSet()
        for unit in units:
            yield from self._read_valid(unit, ids)

    def report_remarks(self) -> None:
        """Log the assumptions of the format and the unread files, after the last document."""
        for remark, count in self.tree.remarks.items():
            _log.warning(
                "%s: in %s document%s %s", self.path, f"{count:,}", "s" * (count > 1), remark
            )
        if unread := self.unread:
            _log.warning("%s: %s", self.path, describe_unread(unread, self.format))

    def read_records(self) -> Iterator[PatientRecord]:
        """Read the structured records of the patients; none if the format has no records.

        Raises:
            InputError: A record cannot be read.
        """
        if not self.format.keeps_records:
            return
        if not self._is_closed:
            yield from self.format.read_records(self.tree)
            return
        tree = open_tree(self.path)
        try:
            yield from self.format.read_records(tree)
        finally:
            tree.close()

    def read_terms(self) -> tuple[CodedWith, ...]:
        """Return the terminologies that the corpus is coded with, as far as it names them."""
        if not self.format.keeps_terms:
            return ()
        if not self._is_closed:
            return self.format.read_terms(self.tree)
        tree = open_tree(self.path)
        try:
            return self.format.read_terms(tree)
        finally:
            tree.close()

    @property
    def unread(self) -> list[str]:
        """The files that no document was read from, once all documents have been read."""
        return find_unread(self.tree, self.units, self.format)

    def summarise_errors(self) -> InputError:
        """Return all collected errors as one."""
        if len(self.units) == 1 and len(self.errors) == 1:
            return self.errors[0]
        details = self.wording.describe() if self.wording else ""
        total = max(len(self.units), len(self.errors))
        return BadFiles(self.errors, total=total, details=details)

    def _read_valid(self, unit: Unit, ids: IdSet) -> Iterator[Document]:
        """Yield the valid documents of a unit and collect the errors of the others."""
        where = self.tree.where(unit.main or unit.text)
        for result in self._read_unit(unit):
            error = result if isinstance(result, InputError) else self._check(result, unit, ids)
            if error is not None:
                self.errors.append(error if error.where else error.at(where))
            elif isinstance(result, Document):
                ids.add(result.id)
                yield result

    def _read_unit(self, unit: Unit) -> Iterator[Document | InputError]:
        try:
            for result in self.format.read(unit, self.tree, set_name=self.set_name):
                if isinstance(result, Document) and not unit.main:
                    yield msgspec.structs.replace(result, sets={})
                else:
                    yield result
        except InputError as error:
            yield error

    def _check(self, doc: Document, unit: Unit, ids: IdSet) -> InputError | None:
        try:
            check_names(doc)
        except InputError as error:
            return error
        if doc.id in ids:
            return make_repeat_error(doc.id)
        problem = next(check_structure(doc), None) if self.check else None
        if problem is None and self.wording is not None:
            problem = self.wording.find_problem(doc)
        return self._make_error(problem, unit) if problem else None

    def _make_error(self, problem: Problem, unit: Unit) -> InputError:
        where, line = self.format.locate(unit, self.tree, problem)
        return InputError(
            f"{shorten_id(problem.document)}, {shorten_id(problem.annotation)}: {problem.message}",
            where=where,
            line=line,
            remedy=Remedy.CORRECT_OFFSETS if problem.kind == WORDING else Remedy.VALIDATE,
        )


def read(
    path: Path | str,
    fmt: str | None = None,
    *,
    set_name: str = DEFAULT_SET,
    check: bool = True,
    keep_going: bool = False,
) -> Iterator[Document]:
    """Read the documents at a path one at a time; see `Reader` for the arguments.

    Raises:
        InputError: The path cannot be read, or, after the last document, files were bad.

    Example:
        for doc in read("corpus", "brat"):
            print(doc.id, len(doc.text))
    """
    return iter(Reader(path, fmt, set_name=set_name, check=check, keep_going=keep_going))
