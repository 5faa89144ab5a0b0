"""PubTator: many abstracts in one file, each with a title, an abstract and tab-separated lines.

    227508|t|Naloxone reverses the antihypertensive effect of clonidine.
    227508|a|In unanesthetized rats ...
    227508  0  8  Naloxone  Chemical  D009270
    227508  CID  D003000  D006973

The text is the title, a line break and the abstract. Relations connect concepts, not places in the
text: their arguments become unanchored mentions, one for each concept. A document without an
abstract line has no line break, so that every text of one or two lines is read back exactly.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from goldsmith.core import Document
from goldsmith.core.problem import Problem
from goldsmith.errors import InputError
from goldsmith.formats.base import EVERYTHING, Feature, Format, Unit, is_note
from goldsmith.formats.pubtator.read import build_document, find_line, split_documents
from goldsmith.formats.pubtator.write import count_losses, format_document
from goldsmith.formats.shared.lines import read_lines
from goldsmith.formats.tree import Tree, decode

_HEAD = re.compile(rb"(?:\xef\xbb\xbf)?\s*[^|\t\r\n]+\|t\|")
#: A title and another line of the same document; a note may begin with a title-like line alone.
_LINES = re.compile(rb"(?:\xef\xbb\xbf)?\s*([^|\s]+)\|t\|[^\r\n]*\r?\n\1(?:\|a\||\t)")
#: The endings that only PubTator files have; the official files of NCBI Disease end in .txt.
_MARKED = (".pubtator", ".pubtator.txt", ".PubTator", ".PubTator.txt")


class PubTator(Format):
    """PubTator text files, with the relations of BC5CDR and BioRED."""

    title = "PubTator (many abstracts in one file)"
    suffixes = (".pubtator", ".pubtator.txt", ".PubTator", ".PubTator.txt", ".txt")
    single_file = True
    carries = EVERYTHING - {
        Feature.METADATA,
        Feature.SECTIONS,
        Feature.SETS,
        Feature.PROVENANCE,
        Feature.DISCONTIGUOUS,
        Feature.GROUPS,
        Feature.GROUP_ATTRIBUTES,
        Feature.NOTES,
    }
    own_losses = frozenset(
        "document-ids line-breaks mention-level-relations names-that-cannot-be-spelled".split()
    )

    def find_units(self, names: Sequence[str]) -> list[Unit]:
        """Find the files by their endings; .txt files only if there are no others."""
        units = super().find_units(names)
        marked = [unit for unit in units if unit.main.endswith(_MARKED)]
        return marked or [unit for unit in units if is_note(unit.main)]

    def recognises(self, name: str, head: bytes) -> bool:
        pattern = _HEAD if name.endswith(_MARKED) else _LINES
        return super().recognises(name, head) and bool(pattern.match(head))

    def read(self, unit: Unit, tree: Tree, *, set_name: str) -> Iterator[Document | InputError]:
        where = tree.where(unit.main)
        fingerprints: set[tuple[bytes, int]] = set()
        for first_line, content in split_documents(read_lines(tree, unit.main)):
            # The NCBI disease corpus has an abstract twice, word for word: skip the copy.
            fingerprint = (content.partition(b"|")[0], hash(content.rstrip()))
            if fingerprint in fingerprints:
                continue
            fingerprints.add(fingerprint)
            try:
                yield build_document(decode(content, where=where), set_name)
            except InputError as error:
                yield error.at(where, first_line + error.line - 1)

    def locate(self, unit: Unit, tree: Tree, problem: Problem) -> tuple[str, int]:
        where, key = tree.where(unit.main), problem.document.encode("utf-8")
        for first_line, content in split_documents(read_lines(tree, unit.main)):
            if content.partition(b"|")[0].strip() == key:
                # A damaged document may have the same id.
                text = content.decode("utf-8", "replace")
                return where, first_line + find_line(text, problem.annotation)
        return where, 0

    def write(self, docs: Iterable[Document], folder: Path) -> None:
        with open(folder / "corpus.pubtator", "wb") as stream:
            for doc in docs:
                stream.write(format_document(doc).encode("utf-8"))

    def count_own_losses(self, doc: Document) -> Mapping[str, int]:
        return count_losses(doc)


provides = PubTator()
