"""Label Studio JSON: a list of tasks, each with a text, annotations and predictions.

A region is a mention. Choices and text areas on a region are attributes of the mention, and the
text area `code` contains its codes. Each annotation and each prediction is an annotation set.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from goldsmith.core import Document, Problem
from goldsmith.core.decoding import BAD_JSON, describe_json_error
from goldsmith.errors import InputError
from goldsmith.formats.base import Feature, Format, Unit
from goldsmith.formats.bioc.json_split import DocumentSplitter
from goldsmith.formats.bioc.stream import open_stream
from goldsmith.formats.label_studio.model import Task
from goldsmith.formats.label_studio.read import get_document_id, read_document
from goldsmith.formats.label_studio.write import build_task, count_losses
from goldsmith.formats.tree import Tree

_LISTS = re.compile(rb'"(?:annotations|predictions|completions)"\s*:\s*\[')
_TASK_KEYS = (b'"completed_by"', b'"from_name"', b'"was_cancelled"', b'"model_version"')
_DATA = re.compile(rb'"data"\s*:\s*\{')
#: A task to import, which may start with a text longer than the bytes read.
_TASK_START = re.compile(
    rb'(?:\xef\xbb\xbf)?\s*\[\s*\{\s*(?:"id"\s*:\s*\d+\s*,\s*)?"data"\s*:\s*\{\s*"'
)
_EXPECTED = 'a list of tasks with "data" and "annotations"'


class LabelStudio(Format):
    """Label Studio's JSON export of text tasks."""

    title = "Label Studio JSON"
    suffixes = (".json",)
    single_file = True
    carries = frozenset(
        {
            Feature.METADATA,
            Feature.SETS,
            Feature.PROVENANCE,
            Feature.TYPES,
            Feature.OVERLAPPING,
            Feature.DUPLICATES,
            Feature.UNANCHORED,
            Feature.ATTRIBUTES,
            Feature.CODES,
            Feature.CODE_NAMES,
            Feature.RELATIONS,
            Feature.NOTES,
            Feature.CONTROL_CHARACTERS,
        }
    )
    own_losses = frozenset(
        (
            "codes-that-cannot-be-spelt metadata-names note-kinds "
            "notes-on-documents-or-relations relations-without-type"
        ).split()
    )

    def recognises(self, name: str, head: bytes) -> bool:
        if not super().recognises(name, head) or b'"infons"' in head:
            return False
        has_keys = any(key in head for key in _TASK_KEYS) or _DATA.search(head)
        return bool(_TASK_START.match(head) or (_LISTS.search(head) and has_keys))

    def read(self, unit: Unit, tree: Tree, *, set_name: str) -> Iterator[Document | InputError]:
        where = tree.where(unit.main)
        for task, line in _read_tasks(unit, tree):
            if isinstance(task, InputError):
                yield task
                continue
            try:
                yield read_document(task, set_name)
            except InputError as error:
                yield error.at(where, line)

    def locate(self, unit: Unit, tree: Tree, problem: Problem) -> tuple[str, int]:
        lines = (
            line
            for task, line in _read_tasks(unit, tree)
            if isinstance(task, Task) and get_document_id(task) == problem.document
        )
        return tree.where(unit.main), next(lines, 0)

    def write(self, docs: Iterable[Document], folder: Path) -> None:
        encoder = msgspec.json.Encoder()
        with open(folder / "corpus.json", "wb") as stream:
            stream.write(b"[")
            separator = b"\n"
            for number, doc in enumerate(docs, 1):
                stream.write(separator + encoder.encode(build_task(doc, number)))
                separator = b",\n"
            stream.write(b"\n]\n")

    def count_own_losses(self, doc: Document) -> Mapping[str, int]:
        return count_losses(doc)


def _read_tasks(unit: Unit, tree: Tree) -> Iterator[tuple[Task | InputError, int]]:
    """Yield the tasks of a file, or the errors of malformed tasks, with their first lines."""
    decoder = msgspec.json.Decoder(Task)
    where = tree.where(unit.main)
    with open_stream(tree, unit.main) as stream:
        splitter = DocumentSplitter(stream).split()
        while True:
            try:
                content, line = next(splitter)
            except StopIteration:
                return
            except InputError as error:
                yield _make_error("the JSON is incomplete or malformed", where, error.line), 0
                return
            try:
                yield decoder.decode(content), line
            except BAD_JSON as error:
                detail = describe_json_error(error)
                yield _make_error(f"a task cannot be read{detail}", where, line), line


def _make_error(what: str, where: str, line: int) -> InputError:
    return InputError(
        what,
        where=where,
        line=line,
        expected=_EXPECTED,
        remedy="The file may be truncated; export it again as JSON (not JSON-MIN)",
    )


provides = LabelStudio()
