"""Write PubTator documents and count what they cannot represent."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from goldsmith.core import AnnotationSet, Document, Mention, Relation
from goldsmith.formats.base import get_only_set
from goldsmith.formats.pubtator.codes import (
    format_columns,
    parse_codes,
    parse_columns,
    remove_names,
)
from goldsmith.formats.pubtator.read import (
    COLUMN,
    FIRST_COLUMN,
    RELATION_TYPE,
    find_type,
    map_types,
    name_columns,
)

_LINE_BREAK = re.compile(r"[\r\n]")
_COLUMN_BREAK = re.compile(r"[\t\r\n]")
_DOCUMENT_ID = re.compile(r"(?!\ufeff)[^\s|](?:[^|\t\r\n]*[^\s|])?")
_MENTION_TYPE = re.compile(r"[^\t\r\n]*[^\s][^\t\r\n]*")


def format_document(doc: Document) -> str:
    """Return the lines of a document and the empty line after it."""
    key = " ".join(re.sub(r"[|\ufeff]", " ", doc.id).split()) or "_"
    title, line_break, abstract = doc.text.partition("\n")
    lines = [f"{key}|t|{_LINE_BREAK.sub(' ', title)}"]
    if line_break:
        lines.append(f"{key}|a|{_LINE_BREAK.sub(' ', abstract)}")
    lines += ["\t".join((key, *row)) for row in _format_rows(doc, get_only_set(doc))]
    return "\n".join(lines) + "\n\n"


def _format_rows(doc: Document, annotation_set: AnnotationSet) -> Iterator[tuple[str, ...]]:
    """Yield the columns of each line without the document's id."""
    for mention in annotation_set.mentions:
        if mention.spans:
            yield _format_mention(mention, doc)
    concepts = _Concepts(annotation_set)
    rows: set[tuple[str, ...]] = set()
    for rel in annotation_set.relations:
        arguments = (concepts.format(rel.arg1), concepts.format(rel.arg2))
        row = (_format_relation_type(rel.type), *arguments, *_format_attributes(rel.attributes))
        if all(arguments) and (concepts.carries(rel) or row not in rows):
            rows.add(row)
            yield row


def _format_mention(mention: Mention, doc: Document) -> tuple[str, ...]:
    surface = _clean(doc.text[mention.start : mention.end])
    codes, names = format_columns(mention.codes, mention.attributes)
    row = (str(mention.start), str(mention.end), surface, _clean(mention.type) or "_", codes)
    return (*row, names) if names else row


def count_losses(doc: Document) -> Counter[str]:
    """Count what the lines cannot represent, by name of the loss."""
    counts = Counter(_find_losses(get_only_set(doc)))
    counts["document-ids"] = int(not _DOCUMENT_ID.fullmatch(doc.id))
    title, _, abstract = doc.text.partition("\n")
    counts["line-breaks"] = len(_LINE_BREAK.findall(title)) + len(_LINE_BREAK.findall(abstract))
    return +counts


def _find_losses(annotation_set: AnnotationSet) -> Iterator[str]:
    """Yield the name of the loss for each item that is lost."""
    concepts = _Concepts(annotation_set)
    arguments = set()
    for rel in annotation_set.relations:
        if concepts.carries(rel):
            arguments |= {rel.arg1, rel.arg2}
        else:
            yield "mention-level-relations"
        if not RELATION_TYPE.fullmatch(rel.type):
            yield "names-that-cannot-be-spelled"
        restored = name_columns(_format_attributes(rel.attributes))
        yield from ["relation-attributes"] * _count_changed(rel.attributes, restored)
    for mention in annotation_set.mentions:
        if not mention.spans and mention.id not in arguments:
            yield "unanchored"
        else:
            yield from _find_mention_losses(mention)


def _find_mention_losses(mention: Mention) -> Iterator[str]:
    """Compare a mention with the result of reading its columns, and yield the losses."""
    column, names = format_columns(mention.codes, mention.attributes)
    codes, attributes = parse_columns(column, names) if mention.spans else parse_codes(column)
    if remove_names(codes) != remove_names(mention.codes):
        yield "codes"
    elif codes != mention.codes:
        yield "code-names"
    yield from ["attributes"] * _count_changed(mention.attributes, attributes)
    if mention.spans and not _MENTION_TYPE.fullmatch(mention.type):
        yield "names-that-cannot-be-spelled"


def _count_changed(attributes: Mapping[str, str], restored: Mapping[str, str]) -> int:
    return sum(restored.get(name) != value for name, value in attributes.items())


class _Concepts:
    """The unanchored mentions of a set that can be the arguments of a relation line."""

    def __init__(self, annotation_set: AnnotationSet) -> None:
        self._mentions = annotation_set.mentions_by_id()
        types = map_types(annotation_set.mentions)
        columns: set[str] = set()
        self._carried: set[str] = set()
        for mention in annotation_set.mentions:
            column = "" if mention.spans else self.format(mention.id)
            has_usual_type = mention.type == find_type(remove_names(mention.codes), types)
            if column and column not in columns and has_usual_type:
                columns.add(column)
                self._carried.add(mention.id)

    def format(self, mention_id: str) -> str:
        """Return the codes of a mention as an argument of a relation, or "" without codes."""
        mention = self._mentions[mention_id]
        return format_columns(mention.codes, mention.attributes)[0]

    def carries(self, rel: Relation) -> bool:
        """Return whether a relation is read back unchanged, with both its concepts."""
        return rel.arg1 in self._carried and rel.arg2 in self._carried


def _clean(value: str) -> str:
    return _COLUMN_BREAK.sub(" ", value)


def _format_relation_type(name: str) -> str:
    cleaned = _clean(name)
    return cleaned if RELATION_TYPE.fullmatch(cleaned) else f"_{cleaned}"


def _format_attributes(attributes: Mapping[str, str]) -> tuple[str, ...]:
    """Return the further columns of a relation up to the last that is not empty."""
    columns: dict[int, str] = {}
    for name, value in attributes.items():
        number = name.removeprefix(COLUMN)
        if not name.startswith(COLUMN) or not number.isdecimal() or len(number) > 2:
            continue
        if int(number) >= FIRST_COLUMN:
            columns[int(number)] = _clean(value)
    return tuple(
        columns.get(number, "") for number in range(FIRST_COLUMN, max(columns, default=0) + 1)
    )
