"""doccano JSON lines: a text with labelled spans on each line, with or without relations.

doccano has two forms of sequence labelling: spans as triples in `label`, and, for projects with
relations, objects with ids in `entities` and `relations`. The writer uses the second. The zip that
doccano exports from a project without shared annotations has a file for each annotator; the reader
turns each into an annotation set.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath

import msgspec

from goldsmith.core import Document, Problem
from goldsmith.errors import InputError
from goldsmith.formats.base import Feature, Format, Unit
from goldsmith.formats.doccano.read import read_annotators, read_document, read_lines
from goldsmith.formats.doccano.write import build_example, count_losses
from goldsmith.formats.shared import lines
from goldsmith.formats.tree import Tree

_START = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"')
_NUMBERED = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"(?:id|doc_id)"\s*:\s*\d+\s*,\s*"(?:text|data)"')
_SPANS = re.compile(
    rb'"(?:label|labels|entities)"\s*:\s*\[\s*(?:\]|\[\s*\d|\{\s*"(?:id|label|start_offset)"\s*:)'
)
#: Keys that lines of other formats have.
_OTHER_KEYS = (b'"passages"', b'"sets"', b'"_input_hash"', b'"spans"')


class Doccano(Format):
    """JSON lines of doccano's sequence labelling projects."""

    title = "doccano JSON lines (sequence labelling)"
    suffixes = (".jsonl",)
    single_file = True
    carries = frozenset(
        {
            Feature.METADATA,
            Feature.TYPES,
            Feature.OVERLAPPING,
            Feature.DUPLICATES,
            Feature.RELATIONS,
            Feature.NOTES,
            Feature.CONTROL_CHARACTERS,
        }
    )
    own_losses = frozenset("metadata-names note-kinds notes-on-annotations".split())

    def find_units(self, names: Sequence[str]) -> list[Unit]:
        """Return a unit for each folder, whose files may belong to several annotators."""
        folders: dict[str, str] = {}
        for name in names:
            if name.endswith(self.suffixes):
                folders.setdefault(str(PurePosixPath(name).parent), name)
        return [Unit(folder, name) for folder, name in folders.items()]

    def recognises(self, name: str, head: bytes) -> bool:
        if not super().recognises(name, head) or any(key in head for key in _OTHER_KEYS):
            return False
        has_spans = _START.match(head) and _SPANS.search(head)
        return bool(_NUMBERED.match(head) or has_spans)

    def read(self, unit: Unit, tree: Tree, *, set_name: str) -> Iterator[Document | InputError]:
        files = self._list_files(unit, tree)
        if len(files) > 1:
            yield from read_annotators(tree, files, set_name)
            return
        for line in read_lines(tree, unit.main):
            yield line if isinstance(line, InputError) else read_document(line, set_name)

    def locate(self, unit: Unit, tree: Tree, problem: Problem) -> tuple[str, int]:
        files = self._list_files(unit, tree)
        stems = {PurePosixPath(file).stem: file for file in files}
        name = stems.get(problem.set, unit.main)
        key = re.escape(msgspec.json.encode(problem.document).strip(b'"'))
        pattern = re.compile(rb'"(?:id|doc_id)"\s*:\s*"?' + key + rb'"?\s*[,}]')
        numbered = enumerate(lines.read_lines(tree, name), 1)
        numbers = (number for number, line in numbered if pattern.search(line))
        return tree.where(name), next(numbers, 0)

    def write(self, docs: Iterable[Document], folder: Path) -> None:
        encoder = msgspec.json.Encoder()
        with open(folder / "corpus.jsonl", "wb") as stream:
            for doc in docs:
                stream.write(encoder.encode(build_example(doc)) + b"\n")

    def count_own_losses(self, doc: Document) -> Mapping[str, int]:
        return count_losses(doc)

    def _list_files(self, unit: Unit, tree: Tree) -> list[str]:
        return [
            name
            for name in tree.names
            if name.endswith(self.suffixes) and str(PurePosixPath(name).parent) == unit.name
        ]


provides = Doccano()
