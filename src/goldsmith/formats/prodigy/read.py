"""Read Prodigy answers and merge the answers of several annotators."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from goldsmith.core import AnnotationSet, Document, Mention, Metadata, Relation, Span
from goldsmith.core.decoding import Offset
from goldsmith.errors import InputError, Remedy, shorten_id
from goldsmith.formats.shared.flat_metadata import parse_metadata
from goldsmith.formats.shared.json_lines import decode_lines
from goldsmith.formats.shared.set_names import make_set_name
from goldsmith.formats.tree import Tree

#: Key of a task's `meta` with the id of the document.
DOCUMENT_ID = "id"
#: Attribute of a mention that is only an argument of a relation, not a span of the task.
TOKEN = "prodigy:token"
#: Type of such a mention if the relation gives no label.
BARE_TOKEN = "token"
#: Keys of a span that are not attributes.
SPAN_KEYS = frozenset("start end label text token_start token_end id type color".split())
_EXPECTED = 'an object with "text", and "spans" with "start", "end" and "label"'
#: A session without a name is named after its start time, which does not identify the annotator.
_TIME = re.compile(r"(?:.*-)?\d{4}-\d\d-\d\d[_T ]\d\d[-:]\d\d[-:]\d\d")


class Token(msgspec.Struct):
    """A token of a task."""

    start: Offset
    end: Offset


class RelationSpan(msgspec.Struct):
    """The span at one end of a relation."""

    start: Offset
    end: Offset
    label: str | None = None


class Link(msgspec.Struct):
    """A relation; without spans it connects two tokens."""

    head: Offset
    child: Offset
    label: str = ""
    head_span: RelationSpan | None = None
    child_span: RelationSpan | None = None


class Task(msgspec.Struct):
    """A line of a Prodigy dataset."""

    text: str
    tokens: list[Token] | None = None
    spans: list[dict[str, Any]] | None = None
    relations: list[Link] | None = None
    answer: str | None = None
    meta: dict[str, Any] | None = None
    input_hash: int | None = msgspec.field(default=None, name="_input_hash")
    annotator: str | None = msgspec.field(default=None, name="_annotator_id")
    session: str | None = msgspec.field(default=None, name="_session_id")
    # Keys of doccano, whose files may look the same at the start.
    label: Any = None
    entities: Any = None


class Line(NamedTuple):
    """A task and its location."""

    where: str
    number: int
    task: Task


def read_documents(tree: Tree, name: str, set_name: str) -> Iterator[Document | InputError]:
    """Yield the documents of a file, in the order of their first answers."""
    for answers in _group_answers(tree, name):
        if isinstance(answers, InputError):
            yield answers
            continue
        try:
            yield _read_document(*answers, set_name)
        except InputError as error:
            yield error


def find_first_line(tree: Tree, name: str, doc_id: str) -> int:
    """Return the number of the first line about a document, or 0."""
    for answers in _group_answers(tree, name):
        if not isinstance(answers, InputError) and answers[0] == doc_id:
            return answers[1][0].number
    return 0


def _group_answers(tree: Tree, name: str) -> Iterator[tuple[str, list[Line]] | InputError]:
    """Yield the errors of malformed lines, then the id of each document and its lines."""
    decoder = msgspec.json.Decoder(Task)
    answers: dict[tuple[object, ...], list[Line]] = defaultdict(list)
    where = tree.where(name)
    for number, _, task in decode_lines(tree, name, decoder, expected=_EXPECTED):
        if isinstance(task, InputError):
            yield task
        else:
            key = (task.input_hash, _get_own_id(task), task.text)
            answers[key].append(Line(where, number, task))
    numbers: Counter[str] = Counter()
    for lines in answers.values():
        doc_id = _choose_id(lines[0], numbers)
        numbers[doc_id] += 1
        yield doc_id, lines


def _get_own_id(task: Task) -> str:
    value = (task.meta or {}).get(DOCUMENT_ID)
    return str(value) if isinstance(value, str | int) else ""


def _choose_id(line: Line, numbers: Counter[str]) -> str:
    """Return an unused id: from `meta`, otherwise the input hash, otherwise the line number.

    Args:
        line: The first line of a document.
        numbers: How often each id has been chosen; a further document gets the next number.
    """
    base = _get_own_id(line.task) or str(line.task.input_hash or line.number)
    name = base
    while name in numbers:
        numbers[base] += 1
        name = f"{base}.{numbers[base]}"
    return name


def _read_document(doc_id: str, lines: list[Line], set_name: str) -> Document:
    builders: dict[str, _SetBuilder] = {}
    metadata: dict[str, Any] = {}
    for line in lines:
        _check_keys(line)
        metadata = {**(line.task.meta or {}), **metadata}
        if _is_accepted(line.task):
            name = _choose_set_name(line.task, set_name)
            builders.setdefault(name, _SetBuilder(doc_id)).add(line)
    sets = {name: builder.build(name) for name, builder in builders.items()}
    parsed: Metadata = parse_metadata(metadata, reserved=[DOCUMENT_ID])
    return Document(doc_id, lines[0].task.text, parsed, sets=sets)


def _check_keys(line: Line) -> None:
    """Reject a line of doccano, whose spans would be overlooked."""
    if isinstance(line.task.label, list) or line.task.entities is not None:
        raise InputError(
            "the line has spans in a form that Prodigy does not write",
            where=line.where,
            line=line.number,
            expected=_EXPECTED,
            remedy=Remedy.NAME_FORMAT,
        )


def _is_accepted(task: Task) -> bool:
    """Return whether a task was accepted, or has annotations that nobody was asked about."""
    return task.answer == "accept" or (task.answer is None and task.spans is not None)


def _choose_set_name(task: Task, default: str) -> str:
    annotator = task.annotator or task.session or ""
    return default if _TIME.fullmatch(annotator) else make_set_name(annotator, default)


class _SetBuilder:
    """The annotation set of one annotator, who may have given several answers for a text."""

    def __init__(self, doc_id: str) -> None:
        self._doc_id = doc_id
        self._mentions: dict[tuple[str, Span], Mention] = {}
        self._first_at: dict[Span, Mention] = {}
        self._relations: dict[tuple[str, str, str], Relation] = {}

    def build(self, name: str) -> AnnotationSet:
        """Return the set."""
        mentions, relations = self._mentions.values(), self._relations.values()
        return AnnotationSet(name, tuple(mentions), tuple(relations))

    def add(self, line: Line) -> None:
        """Add the spans and relations of an accepted answer."""
        for span in line.task.spans or ():
            self._add_span(span, line)
        for link in line.task.relations or ():
            head = self._find_end(link.head, link.head_span, line)
            child = self._find_end(link.child, link.child_span, line)
            key = (link.label, head, child)
            number = len(self._relations) + 1
            self._relations.setdefault(key, Relation(f"R{number}", *key))

    def _add_span(self, values: Mapping[str, Any], line: Line) -> None:
        try:
            place = msgspec.convert(values, Token)
        except msgspec.ValidationError:
            raise self._make_error(
                "a span has no character offsets", line, '"start" and "end" in a text interface'
            ) from None
        label, wording = (_get_text(values, name) for name in ("label", "text"))
        span = Span(place.start, place.end)
        self._add_mention(label, span, _read_attributes(values), wording)

    def _add_mention(
        self, kind: str, span: Span, attributes: dict[str, str], wording: str = ""
    ) -> Mention:
        name = f"T{len(self._mentions) + 1}"
        mention = Mention(name, kind, (span,), attributes, text=wording)
        self._first_at.setdefault(span, mention)
        return self._mentions.setdefault((kind, span), mention)

    def _find_end(self, index: int, end: RelationSpan | None, line: Line) -> str:
        """Return the id of the mention at one end of a relation, adding one for a bare token."""
        tokens = line.task.tokens or []
        if end is not None:
            span = Span(end.start, end.end)
        elif 0 <= index < len(tokens):
            span = Span(tokens[index].start, tokens[index].end)
        else:
            raise self._make_error(
                f"a relation refers to the token {index}, which does not exist",
                line,
                '"tokens" with every token that relations refer to',
            )
        kind = (end.label if end else "") or ""
        mention = self._mentions.get((kind, span)) if kind else self._first_at.get(span)
        if mention is not None:
            return mention.id
        return self._add_mention(kind or BARE_TOKEN, span, {TOKEN: "true"}).id

    def _make_error(self, what: str, line: Line, expected: str) -> InputError:
        return InputError(
            f"{shorten_id(self._doc_id)}: {what}",
            where=line.where,
            line=line.number,
            expected=expected,
        )


def _get_text(values: Mapping[str, Any], name: str) -> str:
    value = values.get(name)
    return value if isinstance(value, str) else ""


def _read_attributes(values: Mapping[str, Any]) -> dict[str, str]:
    return {
        name: value if isinstance(value, str) else msgspec.json.encode(value).decode()
        for name, value in values.items()
        if name not in SPAN_KEYS and value is not None
    }
