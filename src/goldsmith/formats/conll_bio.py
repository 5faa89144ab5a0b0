"""CoNLL columns with BIO tags: a token on each line, its tag last, an empty line after a sentence.

A mention is a run of tags of the same type. The reader rebuilds the text from the tokens, with a
blank between tokens and a line for each sentence, unless the file has the offsets of all tokens.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from goldsmith.core import AnnotationSet, Document, Mention, Span
from goldsmith.errors import InputError
from goldsmith.formats.base import Feature, Format, Unit, get_only_set
from goldsmith.formats.shared.columns import (
    BLANKS,
    DOCSTART,
    TokenisedText,
    join_tokens,
    read_numbered_lines,
    split_complete_lines,
)
from goldsmith.formats.shared.tokens import count_misaligned, get_extent
from goldsmith.formats.tree import Tree

#: The type of mentions in files with plain B, I and O.
UNNAMED = "entity"
_TAG = re.compile(r"O|([BIESLUM])(?:-(\S+))?")
_DOCUMENT = re.compile(rf"{DOCSTART}(?:\s+\((.*)\))?(?:\s.*)?|#\s*newdoc\b(?:\s+id\s*=\s*(.*))?")
_COMMENT = re.compile(r"#\s*[\w:. -]+\s=\s")
_NUMBER = re.compile("[0-9]{1,9}")
_MAX_GAP = 1000
_FIRST_PREFIXES, _LAST_PREFIXES = frozenset("BSU"), frozenset("ESLU")


class ConllBio(Format):
    """Tokens with BIO tags."""

    title = "CoNLL columns with BIO tags (.bio)"
    suffixes = (".bio", ".iob", ".iob2", ".bioes", ".conll", ".tsv")
    single_file = True
    carries = frozenset({Feature.TYPES, Feature.CONTROL_CHARACTERS})
    own_losses = frozenset("names token-boundaries white-space white-space-only".split())

    def recognises(self, name: str, head: bytes) -> bool:
        lines = [
            line for line in split_complete_lines(head) if line.strip() and not _is_comment(line)
        ]
        rows = [_parse_row(line) for line in lines if not _DOCUMENT.fullmatch(line)]
        if not super().recognises(name, head) or not all(rows):
            return False
        return any(row and not row.prefix for row in rows) if rows else bool(lines)

    def read(self, unit: Unit, tree: Tree, *, set_name: str) -> Iterator[Document | InputError]:
        where = tree.where(unit.main)
        for block in _split_documents(read_numbered_lines(tree, unit.main), unit.name):
            try:
                yield _build_document(block, set_name)
            except InputError as error:
                yield error.at(where)

    def write(self, docs: Iterable[Document], folder: Path) -> None:
        with open(folder / "corpus.bio", "wb") as stream:
            for doc in docs:
                stream.write("".join(_format_lines(doc)).encode("utf-8"))

    def count_own_losses(self, doc: Document) -> Mapping[str, int]:
        annotation_set = get_only_set(doc)
        text = TokenisedText(doc.text, annotation_set)
        types = [mention.type for mention in annotation_set.mentions]
        counts = {
            "white-space": text.white_space_losses,
            **count_misaligned(annotation_set, text.tokens),
            "names": sum(_format_type(kind) != kind for kind in types),
        }
        return {name: count for name, count in counts.items() if count}


def _format_type(name: str) -> str:
    return re.sub(r"\s", "_", name) or "_"


def _format_lines(doc: Document) -> Iterator[str]:
    annotation_set = get_only_set(doc)
    text = TokenisedText(doc.text, annotation_set)
    tags: dict[int, str] = {}
    for mention in annotation_set.mentions:
        indices = text.tokens.find_overlapping(get_extent(mention))
        # Mentions that were extended to whole tokens may now share a token.
        if indices and tags.keys().isdisjoint(indices):
            kind = _format_type(mention.type)
            tags |= dict.fromkeys(indices, f"I-{kind}")
            tags[indices[0]] = f"B-{kind}"
    yield f"{DOCSTART} ({doc.id})\tO\n\n"
    for sentence in text.sentences:
        for index, word in zip(sentence, text.tokens.get_words(sentence), strict=True):
            yield f"{word}\t{tags.get(index, 'O')}\n"
        yield "\n"


class _Row(NamedTuple):
    """A token with the prefix and the type of its tag; the prefix of O is empty."""

    token: str
    prefix: str
    type: str
    offsets: tuple[int, int] | None


def _parse_row(line: str) -> _Row | None:
    """Parse a line; return None if it has no token or no tag."""
    columns = line.rstrip().split("\t") if "\t" in line else BLANKS.split(line.strip())
    tag = _TAG.fullmatch(columns[-1].strip())
    if len(columns) < 2 or not columns[0] or not tag:
        return None
    return _Row(columns[0], tag[1] or "", tag[2] or UNNAMED, _parse_offsets(columns))


def _parse_offsets(columns: Sequence[str]) -> tuple[int, int] | None:
    """Return the second and third column if they can only be the offsets of the token."""
    if len(columns) < 4 or not all(map(_NUMBER.fullmatch, columns[1:3])):
        return None
    start, end = int(columns[1]), int(columns[2])
    return (start, end) if end - start == len(columns[0]) else None


def _is_comment(line: str) -> bool:
    """Return whether a line is a comment; # can also be a token."""
    if not line.startswith("#") or _DOCUMENT.fullmatch(line):
        return False
    return bool(_COMMENT.match(line)) or _parse_row(line) is None


class _Block:
    """The id and the lines of a document; `has_header` if it starts with a header line."""

    def __init__(self, name: str, has_header: bool) -> None:
        self.id, self.has_id, self.has_header = name, False, has_header
        self.lines: list[tuple[int, str]] = []

    @property
    def has_tokens(self) -> bool:
        return any(line.strip() and not _is_comment(line) for _, line in self.lines)

    @property
    def is_document(self) -> bool:
        return self.has_header or self.has_tokens


def _split_documents(lines: Iterable[tuple[int, str]], name: str) -> Iterator[_Block]:
    """Split a file into documents; documents without an id are named after the file."""
    block, count = _Block(name, has_header=False), 0
    for number, line in lines:
        header = _DOCUMENT.fullmatch(line)
        if header is None:
            block.lines.append((number, line))
            continue
        # A `# newdoc` right below a bare -DOCSTART- names the document that has just started.
        open_header = block.has_header and not block.has_id and not block.has_tokens
        if not (open_header and line.startswith("#")):
            if block.is_document:
                yield block
            count += 1
            block = _Block(f"{name}-{count}", has_header=True)
        if doc_id := (header[1] or header[2] or "").strip():
            block.id, block.has_id = doc_id, True
    if block.is_document:
        yield block


def _build_document(block: _Block, set_name: str) -> Document:
    sentences: list[list[_Row]] = [[]]
    for number, line in block.lines:
        if not line.strip():
            sentences.append([])
        elif not _is_comment(line):
            sentences[-1].append(_require_row(_parse_row(line), number))
    sentences = [sentence for sentence in sentences if sentence]
    words = [[row.token for row in sentence] for sentence in sentences]
    text, spans = _restore_text(sentences) or join_tokens(words)
    mentions = tuple(
        Mention(f"T{number}", kind, (Span(spans[first].start, spans[last].end),))
        for number, (kind, first, last) in enumerate(_find_mentions(sentences), 1)
    )
    return Document(block.id, text, sets={set_name: AnnotationSet(set_name, mentions)})


def _require_row(row: _Row | None, number: int) -> _Row:
    if row is None:
        raise InputError(
            "this line is not a token with its tag",
            line=number,
            expected="columns separated by tabs or blanks, the token in the first and O, B-type "
            "or I-type (or E-, S-, L-, U-, M-type) in the last",
            remedy="The file may be truncated, or its tags are in another column",
        )
    return row


def _restore_text(sentences: Iterable[Sequence[_Row]]) -> tuple[str, list[Span]] | None:
    """Return the text with each token at its offsets; None if offsets are missing or conflict."""
    parts: list[str] = []
    spans: list[Span] = []
    for sentence in sentences:
        for index, row in enumerate(sentence):
            start, end = row.offsets or (-1, -1)
            gap = start - (spans[-1].end if spans else 0)
            if not 0 <= gap <= _MAX_GAP:
                return None
            has_line_feed = bool(index == 0 and spans and gap)
            parts += ["\n" * has_line_feed, " " * (gap - has_line_feed), row.token]
            spans.append(Span(start, end))
    return "".join(parts), spans


def _find_mentions(sentences: Iterable[Sequence[_Row]]) -> Iterator[tuple[str, int, int]]:
    """Yield the type, first and last token of each mention, in any of the BIO schemes."""
    offset = 0
    for sentence in sentences:
        kind, first = "", 0
        for index, row in enumerate(sentence, offset):
            if kind and (row.prefix in _FIRST_PREFIXES or not row.prefix or row.type != kind):
                yield kind, first, index - 1
                kind = ""
            if row.prefix:
                kind, first = row.type, first if kind else index
            if row.prefix in _LAST_PREFIXES:
                yield kind, first, index
                kind = ""
        offset += len(sentence)
        if kind:
            yield kind, first, offset - 1


provides = ConllBio()
