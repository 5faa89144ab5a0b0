"""Read Label Studio tasks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from goldsmith.core import (
    AnnotationSet,
    Code,
    Document,
    Mention,
    Note,
    Offsets,
    Provenance,
    Relation,
    Span,
)
from goldsmith.core.structure import is_wording_at
from goldsmith.errors import InputError, shorten_id
from goldsmith.formats.label_studio.model import (
    CHOICE,
    CODE_TAG,
    DOCUMENT_ID,
    LABEL_TAG,
    SEPARATOR,
    TAG_ATTRIBUTE,
    TEXT,
    Annotation,
    Item,
    Place,
    Task,
)
from goldsmith.formats.shared.code_text import parse_code
from goldsmith.formats.shared.flat_metadata import parse_metadata
from goldsmith.formats.shared.set_names import make_set_name

_RELATION = "relation"
_TEXT_AREA = "textarea"
_TEXT_RANGES = 'numbers in "start" and "end", as the tag Text writes them'


def get_document_id(task: Task) -> str:
    """Return the id of a task's document: `data.doc_id`, or the number of the task."""
    value = task.data.get(DOCUMENT_ID)
    return str(value) if isinstance(value, str | int) and str(value) else str(task.id)


def read_document(task: Task, set_name: str) -> Document:
    """Read a task.

    Raises:
        InputError: The task has no text, or a region does not match its text.
    """
    doc_id = get_document_id(task)
    if task.id is None and doc_id == "None":
        raise InputError("a task has no id", expected='"id", or "doc_id" in its "data"')
    text_key = _find_text_key(task.data, doc_id)
    text: str = task.data[text_key]
    sets: dict[str, AnnotationSet] = {}
    for annotation, is_prediction in _list_annotations(task):
        name, provenance = _read_origin(annotation, set_name, is_prediction=is_prediction)
        name = _find_free_name(name, sets)
        reader = _ResultReader(annotation.result, doc_id, text)
        sets[name] = reader.build_set(name, annotation, provenance)
    metadata = parse_metadata(task.data, reserved=(text_key, DOCUMENT_ID))
    return Document(doc_id, text, metadata, sets=sets)


def _find_text_key(data: dict[str, Any], doc_id: str) -> str:
    """Return the key of the text: `text`, otherwise the key of the only string."""
    strings = [key for key, value in data.items() if isinstance(value, str) and key != DOCUMENT_ID]
    if TEXT in strings:
        return TEXT
    if len(strings) == 1:
        return strings[0]
    raise InputError(
        f"the task {shorten_id(doc_id)} has no text",
        expected='the text of the document in "data.text"',
    )


def _list_annotations(task: Task) -> Iterator[tuple[Annotation, bool]]:
    for annotation in task.annotations:
        if not annotation.was_cancelled:
            yield annotation, False
    for prediction in task.predictions:
        yield prediction, True


def _read_origin(
    annotation: Annotation, set_name: str, *, is_prediction: bool
) -> tuple[str, Provenance]:
    """Return the name of an annotation's set, and its annotator and time."""
    if annotation.goldsmith is not None:
        return annotation.goldsmith.set, annotation.goldsmith.provenance or Provenance()
    created = annotation.created_at or ""
    if is_prediction:
        model = annotation.model_version or ""
        return make_set_name(model, "prediction"), Provenance("system", model, created)
    agent = _name_annotator(annotation.completed_by)
    return make_set_name(agent, set_name), Provenance("human", agent, created)


def _name_annotator(user: int | str | dict[str, Any] | None) -> str:
    if isinstance(user, dict):
        return str(user.get("email") or user.get("username") or f"annotator-{user.get('id')}")
    if isinstance(user, int):
        return f"annotator-{user}"
    return user or ""


def _find_free_name(name: str, sets: dict[str, AnnotationSet]) -> str:
    free, number = name, 1
    while free in sets:
        number += 1
        free = f"{name}.{number}"
    return free


class _ResultReader:
    """The results of one annotation."""

    def __init__(self, result: list[Item], doc_id: str, text: str) -> None:
        self._doc_id, self._text = doc_id, text
        self._regions: dict[str, list[Item]] = {}
        self._links: list[Item] = []
        for number, item in enumerate(result, 1):
            if item.type == _RELATION:
                self._links.append(item)
            else:
                self._regions.setdefault(item.id or f"result-{number}", []).append(item)
        self._convert = self._choose_offsets()
        self._notes: list[Note] = []

    def build_set(self, name: str, annotation: Annotation, provenance: Provenance) -> AnnotationSet:
        """Build the annotation set of the results."""
        mentions = [
            mention
            for key, items in self._regions.items()
            for mention in self._read_region(key, items)
        ]
        return AnnotationSet(
            name,
            tuple(mentions),
            tuple(self._read_relations()),
            notes=tuple(self._notes),
            schema=annotation.goldsmith.schema if annotation.goldsmith else "",
            provenance=provenance,
        )

    def _choose_offsets(self) -> Callable[[int], int]:
        """Return a function that converts the offsets, which old Label Studio counts in UTF-16.

        The recorded wording of regions decides; without it, offsets count code points.
        """
        places = [
            self._read_place(item, key) for key, items in self._regions.items() for item in items
        ]
        if self._text.isascii():
            return int  # both count the same
        recorded = [(span, place.wording) for place in places for span in place.spans]
        offsets = Offsets(self._text)
        in_code_points = sum(self._matches(span, wording) for span, wording in recorded)
        in_utf16 = sum(
            self._matches(_from_utf16(span, offsets), wording) for span, wording in recorded
        )
        return offsets.from_utf16 if in_utf16 > in_code_points else int

    def _matches(self, span: Span | None, wording: str) -> bool:
        if not wording or span is None or not 0 <= span.start < span.end <= len(self._text):
            return False
        return is_wording_at(self._text, [span], self._restore_line_breaks([span], wording))

    def _restore_line_breaks(self, spans: Sequence[Span], wording: str) -> str:
        """Return a wording with line breaks, which some versions write as a backslash and an n."""
        is_literal = "\\n" not in wording or is_wording_at(self._text, spans, wording)
        return wording if is_literal else wording.replace("\\n", "\n")

    def _read_place(self, item: Item, key: str) -> Place:
        """Return the unconverted offsets of a region; none if it is the whole text."""
        try:
            place = msgspec.convert(item.value, Place)
        except msgspec.ValidationError:
            place = Place(end=0)
        if (place.start is None) != (place.end is None):
            raise InputError(
                f"{shorten_id(self._doc_id)}, {shorten_id(key)}: the region has no offsets in a "
                "plain text",
                expected=_TEXT_RANGES,
            )
        return place

    def _read_region(self, key: str, items: list[Item]) -> Iterator[Mention]:
        """Yield a mention for each label of a region; without labels, its first tag is the type."""
        place = self._read_place(items[0], key)
        spans = tuple(
            Span(self._convert(span.start), self._convert(span.end)) for span in place.spans
        )
        wording = self._restore_line_breaks(spans, place.wording)
        kinds = [(label, item) for item in items for label in _list_labels(item)]
        details = [item for item in items if not _is_label(item)]
        attributes: dict[str, str] = {}
        codes: list[Code] = []
        for item in details:
            parsed = _parse_codes(item)
            codes += parsed
            if not parsed and (value := _join_values(item)) is not None:
                is_type = not kinds and item is details[0]
                attributes[CHOICE if is_type else item.from_name] = value
        for item in items:
            self._notes += [Note(note, key) for note in _list_notes(item)]
        if not kinds:
            kinds = [(items[0].from_name, Item(from_name=LABEL_TAG))]
        for number, (kind, item) in enumerate(kinds, 1):
            tag = {} if item.from_name == LABEL_TAG else {TAG_ATTRIBUTE: item.from_name}
            mention_id = key if number == 1 else f"{key}.{number}"
            own = {**attributes, **tag}
            yield Mention(mention_id, kind, spans, own, tuple(codes), wording)

    def _read_relations(self) -> Iterator[Relation]:
        number = 0
        for item in self._links:
            ends = (item.from_id, item.to_id)
            first, second = reversed(ends) if item.direction == "left" else ends
            for label in item.labels or [_RELATION]:
                number += 1
                yield Relation(f"relation-{number}", label, first, second)


def _from_utf16(span: Span, offsets: Offsets) -> Span | None:
    """Convert a span, or return None if it starts or ends inside a character."""
    try:
        return Span(offsets.from_utf16(span.start), offsets.from_utf16(span.end))
    except InputError:
        return None


def _is_label(item: Item) -> bool:
    return item.type.endswith("labels")


def _list_labels(item: Item) -> list[str]:
    labels = item.value.get(item.type) if _is_label(item) else None
    return [str(label) for label in labels] if isinstance(labels, list) else []


def _parse_codes(item: Item) -> list[Code]:
    """Return the codes of the text area `code`; none if it contains anything else."""
    texts = item.value.get("text")
    if item.type != _TEXT_AREA or item.from_name != CODE_TAG or not isinstance(texts, list):
        return []
    codes = [parse_code(text) for text in texts if isinstance(text, str)]
    return [code for code in codes if code is not None] if all(codes) else []


def _join_values(item: Item) -> str | None:
    """Return the value of choices, a text area, a rating …, or None if nothing was chosen."""
    value = item.value.get("text" if item.type == _TEXT_AREA else item.type)
    if value is None or value == []:
        return None
    values = value if isinstance(value, list) else [value]
    return SEPARATOR.join(
        entry if isinstance(entry, str) else msgspec.json.encode(entry).decode() for entry in values
    )


def _list_notes(item: Item) -> list[str]:
    texts = item.meta.get("text") or []
    return [str(text) for text in (texts if isinstance(texts, list) else [texts])]
