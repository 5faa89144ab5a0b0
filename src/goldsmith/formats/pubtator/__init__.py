"""PubTator: many abstracts in one text file, each a title, an abstract and tab-separated lines.

    227508|t|Naloxone reverses the antihypertensive effect of clonidine.
    227508|a|In unanesthetized rats ...
    227508  0  8  Naloxone  Chemical  D009270
    227508  CID  D003000  D006973

The text is the title, a line break and the abstract. Relations speak of concepts, not of places in
the text: their arguments are read as unanchored mentions, one for each concept. A document without
an abstract line has no line break, so that every text of one or two lines comes back exactly.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from goldsmith.core import Document
from goldsmith.core.validation import Problem
from goldsmith.errors import InputError
from goldsmith.formats.base import EVERYTHING, Feature, Format, Unit, only_set
from goldsmith.formats.pubtator import lines as pubtator_lines
from goldsmith.formats.pubtator.lines import Block
from goldsmith.formats.shared.lines import lines
from goldsmith.formats.tree import Tree, decode

_HEAD = re.compile(rb"(?:\xef\xbb\xbf)?\s*[^|\t\r\n]+\|t\|")
_TITLE = re.compile(rb"[^|\t\r\n]+\|t\|")
_BREAKS = re.compile(r"[\r\n]")
_ID = re.compile(r"(?!\ufeff)[^\s|](?:[^|\t\r\n]*[^\s|])?")


class PubTator(Format):
    """PubTator text files, with the relations of BC5CDR and BioRED."""

    title = "PubTator (many abstracts in one file)"
    suffixes = (".pubtator", ".pubtator.txt", ".PubTator")
    one_file = True
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

    def recognises(self, name: str, head: bytes) -> bool:
        return super().recognises(name, head) and bool(_HEAD.match(head))

    def read(self, unit: Unit, tree: Tree, *, set_name: str) -> Iterator[Document | InputError]:
        where = tree.where(unit.main)
        seen: set[tuple[bytes, int]] = set()
        for first, content in _blocks(lines(tree, unit.main)):
            # The NCBI disease corpus holds one abstract twice, word for word: once is enough.
            mark = (content.partition(b"|")[0], hash(content.rstrip()))
            if mark in seen:
                continue
            seen.add(mark)
            try:
                yield _document(decode(content, where=where), set_name)
            except InputError as error:
                yield error.at(where, first + error.line - 1)

    def locate(self, unit: Unit, tree: Tree, problem: Problem) -> tuple[str, int]:
        where, key = tree.where(unit.main), problem.document.encode("utf-8")
        for first, content in _blocks(lines(tree, unit.main)):
            if content.partition(b"|")[0].strip() == key:
                found = pubtator_lines.line_of(content.decode("utf-8"), problem.annotation)
                return where, first + found
        return where, 0

    def write(self, docs: Iterable[Document], folder: Path) -> None:
        with open(folder / "corpus.pubtator", "wb") as stream:
            for doc in docs:
                stream.write(_written(doc).encode("utf-8"))

    def own_losses(self, doc: Document) -> Mapping[str, int]:
        lost = Counter(pubtator_lines.losses(only_set(doc)))
        lost["document-ids"] = int(not _ID.fullmatch(doc.id))
        title, _, abstract = doc.text.partition("\n")
        lost["line-breaks"] = len(_BREAKS.findall(title)) + len(_BREAKS.findall(abstract))
        return +lost


def _blocks(found: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    """Each document's first line number and lines: from its title up to the next title."""
    block: list[bytes] = []
    first = 1
    for number, line in enumerate(found, 1):
        if b"|t|" in line and _TITLE.match(line):
            if block:
                yield first, b"".join(block)
            block, first = [line], number
        elif block:
            block.append(line)
        elif line.strip():
            raise InputError(
                "the file does not begin with a title",
                line=number,
                expected="a line like 227508|t|Title",
                remedy="It may be made by another program",
            )
    if block:
        yield first, b"".join(block)


def _document(content: str, set_name: str) -> Document:
    if "\r" in content:
        content = content.replace("\r\n", "\n")
    head, _, rest = content.partition("\n")
    key, _, text = head.partition("|t|")
    before = 1
    if rest.startswith(abstract := f"{key}|a|"):
        body, _, rest = rest.partition("\n")
        text = f"{text}\n{body[len(abstract) :]}"
        before = 2
    return Document(
        key.strip(), text, sets={set_name: Block(key, before, rest).annotation_set(set_name)}
    )


def _written(doc: Document) -> str:
    """A document's lines and the empty one after it."""
    key = " ".join(re.sub(r"[|\ufeff]", " ", doc.id).split()) or "_"
    title, line_break, abstract = doc.text.partition("\n")
    rows = [f"{key}|t|{_BREAKS.sub(' ', title)}"]
    if line_break:
        rows.append(f"{key}|a|{_BREAKS.sub(' ', abstract)}")
    rows += ["\t".join((key, *row)) for row in pubtator_lines.rows(doc, only_set(doc))]
    return "\n".join(rows) + "\n\n"


provides = PubTator()
