"""The documents of a CoNLL-2012 file."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from goldsmith.core import AnnotationSet, Document, Group, Mention, Span
from goldsmith.errors import InputError
from goldsmith.formats.shared.columns import BLANKS, joined

COREFERENCE = "coreference"
#: The type of a mention that no span of the named-entity column coincides with.
MARKABLE = "markable"
BEGIN = "#begin document"
END = "#end document"
_BEGIN = re.compile(
    rf"{BEGIN}\s+(?:\((.+)\)|([^\s;(][^\s;]*))\s*;?\s*(?:part\s+([0-9]{{1,9}}))?\s*"
)
_NOTHING = frozenset("-_*")
_LINK = re.compile(r"(\()?([^()|\s]+)(\))?")
_ENTITY = re.compile(r"(?:\(([^()*\s]+))?\*?(\))?")
_WORD, _ENTITIES = 3, 10
_FEWEST, _ALL = 5, 12

#: The first and the last token of a mention.
Range = tuple[int, int]


class Row(msgspec.Struct, frozen=True):
    """What is read of a line."""

    line: int
    word: str
    entity: str
    links: str


class Block(msgspec.Struct):
    """The lines of one document, or of one part of one."""

    id: str
    line: int
    lines: list[tuple[int, str]]


def blocks(lines: Iterable[tuple[int, str]]) -> Iterator[Block | InputError]:
    """The documents of a file, each as its lines, and errors for those without an end."""
    block: Block | None = None
    for number, line in lines:
        if line.startswith(BEGIN):
            if block is not None:
                yield _no_end(block)
            block = Block(_id(line, number), number, [])
        elif block is None:
            if line.strip() and not line.startswith("#"):
                raise InputError("this line is outside a document", line=number, expected=BEGIN)
        elif line.startswith(END):
            yield block
            block = None
        else:
            block.lines.append((number, line))
    if block is not None:
        yield _no_end(block)


def _id(line: str, number: int) -> str:
    """A document's id; parts after the first are documents of their own."""
    begin = _BEGIN.fullmatch(line)
    if begin is None:
        raise InputError("the document has no id", line=number, expected=f"{BEGIN} (id); part 000")
    part = int(begin[3] or 0)
    return (begin[1] or begin[2]) + (f".part-{part:03}" if part else "")


def _no_end(block: Block) -> InputError:
    return InputError(
        "the document that begins here has no end",
        line=block.line,
        expected=END,
        remedy="The file may be truncated",
    )


def document(block: Block, set_name: str) -> Document:
    """The document that the lines of a block describe."""
    sentences: list[list[Row]] = [[]]
    for number, line in block.lines:
        if not line.strip():
            sentences.append([])
        elif not line.startswith("#"):
            sentences[-1].append(_row(number, line))
    sentences = [sentence for sentence in sentences if sentence]
    text, spans = joined([[row.word for row in sentence] for sentence in sentences])
    rows = [row for sentence in sentences for row in sentence]
    found = _annotations(rows, spans, set_name)
    return Document(block.id, text, sets={set_name: found})


def _row(number: int, line: str) -> Row:
    columns = BLANKS.split(line.strip())
    if len(columns) < _FEWEST:
        raise InputError(
            f"the line has {len(columns)} columns",
            line=number,
            expected="document, part, number, word, ..., coreference",
            remedy="The file may be truncated",
        )
    entity = columns[_ENTITIES] if len(columns) >= _ALL else "*"
    return Row(number, columns[_WORD], entity, columns[-1])


def _annotations(rows: Sequence[Row], spans: Sequence[Span], name: str) -> AnnotationSet:
    clusters = _clusters(rows)
    kinds = {place: MARKABLE for cluster in clusters for place in cluster} | dict(_entities(rows))
    ids = {place: f"T{number}" for number, place in enumerate(sorted(kinds), 1)}
    mentions = tuple(
        Mention(key, kinds[place], (Span(spans[place[0]].start, spans[place[1]].end),))
        for place, key in ids.items()
    )
    groups = tuple(
        Group(f"C{number}", COREFERENCE, tuple(ids[place] for place in sorted(set(cluster))))
        for number, cluster in enumerate(clusters, 1)
    )
    return AnnotationSet(name, mentions, groups=groups)


def _clusters(rows: Sequence[Row]) -> list[list[Range]]:
    """The clusters of the last column; a bracket closes the latest one opened for its cluster."""
    found: dict[str, list[Range]] = defaultdict(list)
    waiting: dict[str, list[int]] = defaultdict(list)
    for at, row in enumerate(rows):
        for part in row.links.split("|") if row.links not in _NOTHING else ():
            link = _LINK.fullmatch(part)
            if link is None or not (link[1] or link[3]):
                raise _bad(row, "the coreference column", "(3, 3), (3) or -, several joined by |")
            if link[1]:
                waiting[link[2]].append(at)
            if link[3]:
                if not waiting[link[2]]:
                    raise _bad(row, "a closing bracket of the coreference column", "one opened")
                found[link[2]].append((waiting[link[2]].pop(), at))
    for starts in waiting.values():
        if starts:
            raise _bad(rows[starts[0]], "a bracket of the coreference column", "one that closes")
    return list(found.values())


def _entities(rows: Sequence[Row]) -> Iterator[tuple[Range, str]]:
    """The spans of the named-entity column and their types."""
    kind, start = "", 0
    for at, row in enumerate(rows):
        if row.entity in _NOTHING:
            continue
        entity = _ENTITY.fullmatch(row.entity)
        if entity is None or bool(kind) == bool(entity[1]):
            raise _bad(row, "the named-entity column", "(TYPE*, *), (TYPE*) or *, not nested")
        if entity[1]:
            kind, start = entity[1], at
        if entity[2]:
            yield (start, at), kind
            kind = ""
    if kind:
        raise _bad(rows[start], "a bracket of the named-entity column", "one that closes")


def _bad(row: Row, what: str, expected: str) -> InputError:
    return InputError(f"{what} is not right", line=row.line, expected=expected)
