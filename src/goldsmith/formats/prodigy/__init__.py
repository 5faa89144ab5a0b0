"""Prodigy JSON lines: one answer of one annotator on each line.

Lines with the same text and id are answers to the same task. Each annotator's accepted answers
become an annotation set; rejected and ignored answers are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from goldsmith.core import Document, Problem
from goldsmith.errors import InputError
from goldsmith.formats.base import Feature, Format, Unit
from goldsmith.formats.prodigy.read import find_first_line, read_documents
from goldsmith.formats.prodigy.write import build_lines, count_losses
from goldsmith.formats.tree import Tree

#: Keys that Prodigy adds to every task it has shown.
_KEYS = re.compile(
    rb'"(?:_input_hash|_task_hash|_view_id|_session_id|_annotator_id)"\s*:'
    rb'|"answer"\s*:\s*"(?:accept|reject|ignore)"'
    rb'|"spans"\s*:\s*\[\s*\{\s*"(?:start|end|text|token_start|label|id)"\s*:'
)
_TEXT_ONLY = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"text"\s*:\s*"(?:[^"\\]|\\.)*\Z')


class Prodigy(Format):
    """JSON lines of Prodigy's span and relation interfaces."""

    title = "Prodigy JSON lines (spans and relations)"
    suffixes = (".jsonl",)
    single_file = True
    carries = frozenset(
        {
            Feature.METADATA,
            Feature.SETS,
            Feature.TYPES,
            Feature.OVERLAPPING,
            Feature.ATTRIBUTES,
            Feature.RELATIONS,
            Feature.CONTROL_CHARACTERS,
        }
    )
    own_losses = frozenset("attribute-names metadata-names repeated-relations".split())

    def recognises(self, name: str, head: bytes) -> bool:
        # Prodigy writes the text first, and a long text may exceed the bytes read.
        is_prodigy = _KEYS.search(head) or _TEXT_ONLY.match(head)
        others = any(key in head for key in (b'"passages"', b'"sets"'))
        return super().recognises(name, head) and bool(is_prodigy) and not others

    def read(self, unit: Unit, tree: Tree, *, set_name: str) -> Iterator[Document | InputError]:
        return read_documents(tree, unit.main, set_name)

    def locate(self, unit: Unit, tree: Tree, problem: Problem) -> tuple[str, int]:
        return tree.where(unit.main), find_first_line(tree, unit.main, problem.document)

    def write(self, docs: Iterable[Document], folder: Path) -> None:
        encoder = msgspec.json.Encoder()
        with open(folder / "corpus.jsonl", "wb") as stream:
            for doc in docs:
                for line in build_lines(doc):
                    stream.write(encoder.encode(line) + b"\n")

    def count_own_losses(self, doc: Document) -> Mapping[str, int]:
        return count_losses(doc)


provides = Prodigy()
