"""Read the lines of a doccano export."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Document, Mention, Note, Relation, Span
from goldsmith.core.decoding import Offset, describe_json_error
from goldsmith.errors import InputError, shorten_id
from goldsmith.formats.shared.flat_metadata import parse_metadata
from goldsmith.formats.shared.json_lines import decode_line, decode_lines
from goldsmith.formats.shared.set_names import make_set_name
from goldsmith.formats.tree import Tree

#: Keys of a line that are not metadata.
KEYS = frozenset("id doc_id text data label labels entities relations Comments".split())
_EXPECTED = '{"text": ..., "label": [[0, 5, "Type"]]} or {"text": ..., "entities": [...]}'
_CLASSIFICATION = "an export of a sequence labelling project (spans with offsets)"


class Entity(msgspec.Struct):
    """A span of a project with relations."""

    start_offset: Offset
    end_offset: Offset
    label: str
    id: int | str | None = None


class Link(msgspec.Struct):
    """A relation between two entities."""

    from_id: int | str
    to_id: int | str
    type: str
    id: int | str | None = None


_Triple = tuple[Offset, Offset, str]


class Example(msgspec.Struct):
    """A line of a doccano export."""

    id: int | str | None = None
    doc_id: int | str | None = None
    text: str | None = None
    data: str | None = None
    label: list[_Triple | str] | None = None
    labels: list[_Triple | str] | None = None
    entities: list[Any] = []
    relations: list[Link] = []
    comments: list[Any] = msgspec.field(default=[], name="Comments")


class Line(NamedTuple):
    """An example, its metadata and its location."""

    where: str
    number: int
    example: Example
    metadata: dict[str, Any]

    @property
    def id(self) -> str:
        """The id of the document, or the number of the line if it has none."""
        name = self.example.doc_id if self.example.id is None else self.example.id
        return str(self.number if name is None else name)


def read_lines(tree: Tree, name: str) -> Iterator[Line | InputError]:
    """Yield the lines of a file, or the errors of malformed lines."""
    decoder = msgspec.json.Decoder(Example)
    values = msgspec.json.Decoder(dict[str, Any])
    where = tree.where(name)
    for number, content, example in decode_lines(tree, name, decoder, expected=_EXPECTED):
        if isinstance(example, InputError):
            yield example
            continue
        metadata = decode_line(content, values, where, number, _EXPECTED)
        if isinstance(metadata, InputError):
            yield metadata
        else:
            yield Line(where, number, example, metadata)


def read_document(line: Line, set_name: str) -> Document | InputError:
    """Return the document of a line, or the error if it has no text or no offsets."""
    example = line.example
    try:
        text = example.text if example.text is not None else example.data
        if text is None:
            raise InputError("the line has no text", expected='"text" (or "data")')
        mentions = tuple(_read_mentions(example))
        relations = tuple(_read_relations(example))
    except InputError as error:
        return error.at(line.where, line.number)
    notes = tuple(Note(_read_comment(comment)) for comment in example.comments)
    annotation_set = AnnotationSet(set_name, mentions, relations, notes=notes)
    metadata = parse_metadata(line.metadata, reserved=KEYS)
    return Document(line.id, text, metadata, sets={set_name: annotation_set})


def _read_mentions(example: Example) -> Iterator[Mention]:
    triples = [*(example.label or ()), *(example.labels or ())]
    for number, (key, start, end, kind) in enumerate(
        [*map(_read_triple, triples), *map(_read_entity, example.entities)], 1
    ):
        yield Mention(key or f"T{number}", kind, (Span(start, end),))


def _read_triple(triple: _Triple | str) -> tuple[str, int, int, str]:
    if isinstance(triple, str):
        raise InputError("the labels are categories of the whole text", expected=_CLASSIFICATION)
    return "", *triple


def _read_entity(value: object) -> tuple[str, int, int, str]:
    kind: Any = _Triple if isinstance(value, list) else Entity
    try:
        entity = msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise InputError(
            f"an entity cannot be read{describe_json_error(error)}",
            expected='{"id": 1, "label": "Type", "start_offset": 0, "end_offset": 5}',
        ) from None
    if isinstance(entity, Entity):
        key = "" if entity.id is None else str(entity.id)
        return key, entity.start_offset, entity.end_offset, entity.label
    return "", *entity


def _read_relations(example: Example) -> Iterator[Relation]:
    for number, link in enumerate(example.relations, 1):
        # doccano numbers relations and entities separately: both may have the id 1.
        key = number if link.id is None else link.id
        yield Relation(f"relation-{key}", link.type, str(link.from_id), str(link.to_id))


def _read_comment(comment: object) -> str:
    if isinstance(comment, str):
        return comment
    if isinstance(comment, Mapping) and isinstance(comment.get("text"), str):
        return str(comment["text"])
    return msgspec.json.encode(comment).decode()


def read_annotators(
    tree: Tree, files: Sequence[str], set_name: str
) -> Iterator[Document | InputError]:
    """Read the files of a folder: sets of the same documents, or parts of one corpus.

    The files belong to annotators if a document is in more than one of them.
    """
    lines: dict[str, list[tuple[str, Line]]] = defaultdict(list)
    for name in files:
        for line in read_lines(tree, name):
            if isinstance(line, InputError):
                yield line
            else:
                lines[line.id].append((make_set_name(PurePosixPath(name).stem, set_name), line))
    are_annotators = any(len({name for name, _ in parts}) > 1 for parts in lines.values())
    for parts in lines.values():
        named = parts if are_annotators else [(set_name, line) for _, line in parts]
        yield from _merge_sets(named)


def _merge_sets(parts: list[tuple[str, Line]]) -> Iterator[Document | InputError]:
    doc: Document | None = None
    for name, line in parts:
        part = read_document(line, name)
        if isinstance(part, InputError):
            yield part
        elif doc is None:
            doc = part
        elif doc.text != part.text or name in doc.sets:
            yield InputError(
                f"{shorten_id(doc.id)}: the text differs from the other files, or the id occurs "
                "twice",
                where=line.where,
                line=line.number,
                expected="the same text for all annotators, once in each file",
            )
        else:
            doc = replace(doc, sets={**doc.sets, **part.sets})
    if doc is not None:
        yield doc
