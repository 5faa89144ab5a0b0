"""Read the documents of a CoNLL-2012 file."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from goldsmith.core import AnnotationSet, Document, Group, Mention, Span
from goldsmith.errors import InputError
from goldsmith.formats.shared.columns import BLANKS, join_tokens

COREFERENCE = "coreference"
#: The type of a mention that no span of the named-entity column coincides with.
MARKABLE = "markable"
BEGIN = "#begin document"
END = "#end document"
_BEGIN = re.compile(
    rf"{BEGIN}\s+(?:\((.+)\)|([^\s;(][^\s;]*))\s*;?\s*(?:part\s+([0-9]{{1,9}}))?\s*"
)
_EMPTY_CELLS = frozenset("-_*")
_LINK = re.compile(r"(\()?([^()|\s]+)(\))?")
#: Brackets of several mentions, with or without bars between them: `(1|(3`, `(1(3`, `3)1)`.
_LINKS = re.compile(r"(?!\|)(?:\|?(?:\([^()|\s]+\)?|[^()|\s]+\)))+")
_ENTITY = re.compile(r"(?:\(([^()*\s]+))?\*?(\))?")
_WORD_COLUMN, _ENTITY_COLUMN = 3, 10
_ALL_COLUMNS = 12

#: The first and the last token of a mention.
Range = tuple[int, int]


class Row(msgspec.Struct, frozen=True):
    """The columns of a line that are read."""

    line: int
    word: str
    entity: str
    links: str


class Block(msgspec.Struct):
    """The lines of a document or of a part of one."""

    id: str
    line: int
    lines: list[tuple[int, str]]


def split_documents(lines: Iterable[tuple[int, str]]) -> Iterator[Block | InputError]:
    """Split a file into documents; yield an error for a document without an end.

    Raises:
        InputError: A line is outside a document, or a document has no id.
    """
    block: Block | None = None
    for number, line in lines:
        if line.startswith(BEGIN):
            if block is not None:
                yield _make_end_error(block)
            block = Block(_parse_id(line, number), number, [])
        elif block is None:
            if line.strip() and not line.startswith("#"):
                raise InputError("this line is outside a document", line=number, expected=BEGIN)
        elif line.startswith(END):
            yield block
            block = None
        else:
            block.lines.append((number, line))
    if block is not None:
        yield _make_end_error(block)


def _parse_id(line: str, number: int) -> str:
    """Return the id of a document; parts after the first are separate documents."""
    match = _BEGIN.fullmatch(line)
    if match is None:
        raise InputError("the document has no id", line=number, expected=f"{BEGIN} (id); part 000")
    part = int(match[3] or 0)
    return (match[1] or match[2]) + (f".part-{part:03}" if part else "")


def _make_end_error(block: Block) -> InputError:
    return InputError(
        "the document that begins here has no end",
        line=block.line,
        expected=END,
        remedy="The file may be truncated",
    )


def build_document(block: Block, set_name: str) -> Document:
    """Build the document that the lines of a block describe.

    Raises:
        InputError: A line has too few columns, or brackets do not match.
    """
    sentences: list[list[Row]] = [[]]
    for number, line in block.lines:
        if not line.strip():
            sentences.append([])
        elif not line.startswith("#"):
            sentences[-1].append(_parse_row(number, line))
    sentences = [sentence for sentence in sentences if sentence]
    text, spans = join_tokens([[row.word for row in sentence] for sentence in sentences])
    rows = [row for sentence in sentences for row in sentence]
    return Document(block.id, text, sets={set_name: _build_set(rows, spans, set_name)})


def _parse_row(number: int, line: str) -> Row:
    columns = BLANKS.split(line.strip())
    if len(columns) < 2:
        raise InputError(
            "the line has a single column",
            line=number,
            expected="document, part, number, word, ..., coreference; or word, coreference",
            remedy="The file may be truncated",
        )
    entity = columns[_ENTITY_COLUMN] if len(columns) >= _ALL_COLUMNS else "*"
    # Files with fewer columns than document, part, number and word have the word before the links.
    word = columns[_WORD_COLUMN] if len(columns) > _WORD_COLUMN + 1 else columns[-2]
    return Row(number, word, entity, columns[-1])


def _build_set(rows: Sequence[Row], spans: Sequence[Span], name: str) -> AnnotationSet:
    clusters = _read_clusters(rows)
    types = {place: MARKABLE for cluster in clusters for place in cluster}
    types |= dict(_read_entities(rows))
    ids = {place: f"T{number}" for number, place in enumerate(sorted(types), 1)}
    mentions = tuple(
        Mention(key, types[place], (Span(spans[place[0]].start, spans[place[1]].end),))
        for place, key in ids.items()
    )
    groups = tuple(
        Group(f"C{number}", COREFERENCE, tuple(ids[place] for place in sorted(set(cluster))))
        for number, cluster in enumerate(clusters, 1)
    )
    return AnnotationSet(name, mentions, groups=groups)


def _read_clusters(rows: Sequence[Row]) -> list[list[Range]]:
    """Read the last column; a closing bracket ends the latest mention opened for its cluster.

    Clusters are in the order in which they begin; on the same line, mentions of a single token come
    first, as in the numbering of the reference scorer.
    """
    clusters: dict[str, list[Range]] = {}
    open_starts: dict[str, list[int]] = defaultdict(list)
    for index, row in enumerate(rows):
        links = _split_links(row)
        for _, cluster, _ in sorted(links, key=_is_longer_mention):
            clusters.setdefault(cluster, [])
        for opens, cluster, closes in links:
            if opens:
                open_starts[cluster].append(index)
            if closes:
                if not open_starts[cluster]:
                    raise _make_error(
                        row,
                        "a closing bracket of the coreference column has no opening bracket",
                        "matching brackets",
                    )
                clusters[cluster].append((open_starts[cluster].pop(), index))
    for starts in open_starts.values():
        if starts:
            raise _make_error(
                rows[starts[0]],
                "a bracket of the coreference column is not closed",
                "matching brackets",
            )
    return list(clusters.values())


def _is_longer_mention(link: tuple[str, str, str]) -> bool:
    """Return whether brackets begin or end a mention of more than one token."""
    opens, _, closes = link
    return not (opens and closes)


def _split_links(row: Row) -> list[tuple[str, str, str]]:
    """Return the brackets of the coreference column, each with its cluster: (opens, id, closes)."""
    if row.links in _EMPTY_CELLS:
        return []
    if not _LINKS.fullmatch(row.links):
        raise _make_error(
            row, "the coreference column is invalid", "(3, 3), (3) or -, several with or without |"
        )
    return _LINK.findall(row.links)


def _read_entities(rows: Sequence[Row]) -> Iterator[tuple[Range, str]]:
    """Yield the spans of the named-entity column and their types."""
    kind, start = "", 0
    for index, row in enumerate(rows):
        if row.entity in _EMPTY_CELLS:
            continue
        entity = _ENTITY.fullmatch(row.entity)
        if entity is None or bool(kind) == bool(entity[1]):
            raise _make_error(
                row, "the named-entity column is invalid", "(TYPE*, *), (TYPE*) or *, not nested"
            )
        if entity[1]:
            kind, start = entity[1], index
        if entity[2]:
            yield (start, index), kind
            kind = ""
    if kind:
        raise _make_error(
            rows[start], "a bracket of the named-entity column is not closed", "matching brackets"
        )


def _make_error(row: Row, fault: str, expected: str) -> InputError:
    return InputError(fault, line=row.line, expected=expected)
