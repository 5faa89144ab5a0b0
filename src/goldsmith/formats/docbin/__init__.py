"""spaCy DocBin (`.spacy`): spaCy's binary format for training data.

Each annotation set is a span group, and the mentions of the first set that do not overlap are also
`doc.ents`. Data without a spaCy field (attributes, codes, relations, sections …) are stored as JSON
in `doc.user_data`. The file is compressed msgpack; reading it runs no code.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from goldsmith.core import Document, Problem
from goldsmith.errors import InputError
from goldsmith.formats.base import EVERYTHING, Format, Unit
from goldsmith.formats.tree import Tree

_ZLIB = b"\x78"


class DocBin(Format):
    """spaCy's binary format for training data; needs the extra `spacy`."""

    title = "spaCy DocBin (.spacy)"
    suffixes = (".spacy",)
    single_file = True
    carries = EVERYTHING

    def recognises(self, name: str, head: bytes) -> bool:
        return super().recognises(name, head) and head.startswith(_ZLIB)

    def read(self, unit: Unit, tree: Tree, *, set_name: str) -> Iterator[Document | InputError]:
        from goldsmith.formats.docbin.read import read_documents

        content, where = tree.read_bytes(unit.main), tree.where(unit.main)
        return read_documents(content, where=where, stem=unit.name, set_name=set_name)

    def locate(self, unit: Unit, tree: Tree, problem: Problem) -> tuple[str, int]:
        return tree.where(unit.main), 0  # the file has no lines

    def write(self, docs: Iterable[Document], folder: Path) -> None:
        from goldsmith.formats.docbin.write import pack_documents

        (folder / "corpus.spacy").write_bytes(pack_documents(docs))


provides = DocBin()
