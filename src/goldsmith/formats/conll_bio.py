"""CoNLL columns with BIO tags: a token a line, its tag last, an empty line after each sentence.

A mention is a run of tags of one type. The text is rebuilt from the tokens, with one blank
between them and one line for each sentence, unless the file says where each token stood.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from goldsmith.core import AnnotationSet, Document, Mention, Span
from goldsmith.errors import InputError
from goldsmith.formats.base import Feature, Format, Unit, only_set
from goldsmith.formats.shared.columns import (
    BLANKS,
    DOCSTART,
    Sheet,
    first_lines,
    joined,
    numbered_lines,
)
from goldsmith.formats.shared.tokens import misfits, stretch
from goldsmith.formats.tree import Tree

#: The type of mentions in files with plain B, I and O.
UNNAMED = "entity"
_TAG = re.compile(r"O|([BIESLUM])(?:-(\S+))?")
_DOCUMENT = re.compile(rf"{DOCSTART}(?:\s+\((.*)\))?(?:\s.*)?|#\s*newdoc\b(?:\s+id\s*=\s*(.*))?")
_REMARK = re.compile(r"#\s*[\w:. -]+\s=\s")
_NUMBER = re.compile("[0-9]{1,9}")
_WIDEST_GAP = 1000
_BEGINS, _ENDS = frozenset("BSU"), frozenset("ESLU")


class ConllBio(Format):
    """Tokens with BIO tags."""

    title = "CoNLL columns with BIO tags (.bio)"
    suffixes = (".bio", ".iob", ".iob2", ".bioes", ".conll", ".tsv")
    one_file = True
    carries = frozenset({Feature.TYPES, Feature.CONTROL_CHARACTERS})

    def recognises(self, name: str, head: bytes) -> bool:
        lines = [line for line in first_lines(head) if line.strip() and not _is_remark(line)]
        rows = [_row(line) for line in lines if not _DOCUMENT.fullmatch(line)]
        if not super().recognises(name, head) or not all(rows):
            return False
        return any(row and not row.prefix for row in rows) if rows else bool(lines)

    def read(self, unit: Unit, tree: Tree, *, set_name: str) -> Iterator[Document | InputError]:
        where = tree.where(unit.main)
        for block in _blocks(numbered_lines(tree, unit.main), unit.name):
            try:
                yield _document(block, set_name)
            except InputError as error:
                yield error.at(where)

    def write(self, docs: Iterable[Document], folder: Path) -> None:
        with open(folder / "corpus.bio", "wb") as stream:
            for doc in docs:
                stream.write("".join(_lines(doc)).encode("utf-8"))

    def own_losses(self, doc: Document) -> Mapping[str, int]:
        one = only_set(doc)
        sheet = Sheet(doc.text, one)
        lost = {
            "white-space": sheet.white_space,
            **misfits(one, sheet.tokens),
            "names": sum(_spelt(mention.type) != mention.type for mention in one.mentions),
        }
        return {name: count for name, count in lost.items() if count}


def _spelt(name: str) -> str:
    return re.sub(r"\s", "_", name) or "_"


def _lines(doc: Document) -> Iterator[str]:
    one = only_set(doc)
    sheet = Sheet(doc.text, one)
    tags: dict[int, str] = {}
    for mention in one.mentions:
        numbers, kind = sheet.tokens.touched(stretch(mention)), _spelt(mention.type)
        if numbers and tags.keys().isdisjoint(numbers):  # widened ones may meet on a token
            tags |= dict.fromkeys(numbers, f"I-{kind}")
            tags[numbers[0]] = f"B-{kind}"
    yield f"{DOCSTART} ({doc.id})\tO\n\n"
    for sentence in sheet.sentences:
        for at, word in zip(sentence, sheet.tokens.words(sentence), strict=True):
            yield f"{word}\t{tags.get(at, 'O')}\n"
        yield "\n"


class _Row(NamedTuple):
    """A token and what its columns say; the prefix of O is empty."""

    token: str
    prefix: str
    type: str
    offsets: tuple[int, int] | None


def _row(line: str) -> _Row | None:
    """The row on a line; None if it has no token or no tag."""
    columns = line.rstrip().split("\t") if "\t" in line else BLANKS.split(line.strip())
    tag = _TAG.fullmatch(columns[-1].strip())
    if len(columns) < 2 or not columns[0] or not tag:
        return None
    return _Row(columns[0], tag[1] or "", tag[2] or UNNAMED, _offsets(columns))


def _offsets(columns: Sequence[str]) -> tuple[int, int] | None:
    """Where the token stood, if the second and third column say so beyond doubt."""
    if len(columns) < 4 or not all(map(_NUMBER.fullmatch, columns[1:3])):
        return None
    start, end = int(columns[1]), int(columns[2])
    return (start, end) if end - start == len(columns[0]) else None


def _is_remark(line: str) -> bool:
    """Whether a line is a comment; a token may be # as well."""
    if not line.startswith("#") or _DOCUMENT.fullmatch(line):
        return False
    return bool(_REMARK.match(line)) or _row(line) is None


class _Block:
    """The id and the lines of one document; `begun` by a line of its own, or by the file."""

    def __init__(self, name: str, begun: bool) -> None:
        self.id, self.named, self.begun = name, False, begun
        self.lines: list[tuple[int, str]] = []

    @property
    def has_tokens(self) -> bool:
        return any(line.strip() and not _is_remark(line) for _, line in self.lines)


def _blocks(lines: Iterable[tuple[int, str]], name: str) -> Iterator[_Block]:
    """The documents of a file; those without an id are named after the file."""
    block, count = _Block(name, begun=False), 0
    for number, line in lines:
        begin = _DOCUMENT.fullmatch(line)
        if begin is None:
            block.lines.append((number, line))
            continue
        same = block.begun and not block.named and line.startswith("#") and not block.has_tokens
        if not same:  # a `# newdoc` below a bare -DOCSTART- names the document it began
            if block.begun or block.has_tokens:
                yield block
            count += 1
            block = _Block(f"{name}-{count}", begun=True)
        if given := (begin[1] or begin[2] or "").strip():
            block.id, block.named = given, True
    if block.begun or block.has_tokens:
        yield block


def _document(block: _Block, set_name: str) -> Document:
    sentences: list[list[_Row]] = [[]]
    for number, line in block.lines:
        if not line.strip():
            sentences.append([])
        elif not _is_remark(line):
            sentences[-1].append(_checked(_row(line), number))
    sentences = [sentence for sentence in sentences if sentence]
    words = [[row.token for row in sentence] for sentence in sentences]
    text, spans = _where_they_stood(sentences) or joined(words)
    mentions = tuple(
        Mention(f"T{number}", kind, (Span(spans[first].start, spans[last].end),))
        for number, (kind, first, last) in enumerate(_runs(sentences), 1)
    )
    return Document(block.id, text, sets={set_name: AnnotationSet(set_name, mentions)})


def _checked(row: _Row | None, number: int) -> _Row:
    if row is None:
        raise InputError(
            "this line is not a token with its tag",
            line=number,
            expected="columns separated by tabs or blanks, the token first, last O, B-type, "
            "I-type (or E-, S-, L-, U-, M-type)",
            remedy="The file may be truncated, or its tags stand in another column",
        )
    return row


def _where_they_stood(sentences: Iterable[Sequence[_Row]]) -> tuple[str, list[Span]] | None:
    """The text with each token at its offsets; None if not all have some that fit together."""
    parts: list[str] = []
    spans: list[Span] = []
    for sentence in sentences:
        for number, row in enumerate(sentence):
            start, end = row.offsets or (-1, -1)
            gap = start - (spans[-1].end if spans else 0)
            if not 0 <= gap <= _WIDEST_GAP:
                return None
            ends_line = bool(number == 0 and spans and gap)
            parts += ["\n" * ends_line, " " * (gap - ends_line), row.token]
            spans.append(Span(start, end))
    return "".join(parts), spans


def _runs(sentences: Iterable[Sequence[_Row]]) -> Iterator[tuple[str, int, int]]:
    """The type, first and last token of each mention, whichever of the BIO schemes is used."""
    before = 0
    for sentence in sentences:
        kind, first = "", 0
        for at, row in enumerate(sentence, before):
            if kind and (row.prefix in _BEGINS or not row.prefix or row.type != kind):
                yield kind, first, at - 1
                kind = ""
            if row.prefix:
                kind, first = row.type, first if kind else at
            if row.prefix in _ENDS:
                yield kind, first, at
                kind = ""
        before += len(sentence)
        if kind:
            yield kind, first, before - 1


provides = ConllBio()
