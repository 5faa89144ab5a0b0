"""Write a MedTator file and count what it cannot represent."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from xml.sax.saxutils import escape

from goldsmith.core import Annotation, AnnotationSet, Document, Group, Mention, Offsets
from goldsmith.formats.medtator.read import (
    ARGUMENT_NAMES,
    DEFAULT_NAMES,
    MEMBER,
    NO_SPAN,
    RESERVED,
)
from goldsmith.formats.shared.xml_values import clean, is_xml_name, make_xml_name

#: The name of the task, which is also the name of the root element.
ROOT = "GOLDSMITH"
_ARGUMENT = re.compile(r".*(?:ID|Text)|(?:arg|member)\d+")
_CARRIAGE_RETURN = {"\r": "&#13;"}
ATTRIBUTE_ESCAPES = {'"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}


def count_losses(doc: Document) -> Mapping[str, int]:
    """Count what MedTator files cannot represent, by name of the loss."""
    losses: Counter[str] = Counter()
    for annotation_set in doc.sets.values():
        for item in annotation_set.annotations:
            names = [name for name in item.attributes if name not in ARGUMENT_NAMES]
            losses["names-not-valid-in-xml"] += sum(
                not is_xml_name(name) for name in [item.type, *names]
            )
            losses["attribute-names"] += sum(map(_is_taken, names))
            losses["empty-values"] += sum(not value for value in item.attributes.values())
        losses["groups-without-members"] += sum(
            not group.members for group in annotation_set.groups
        )
    return +losses


def _is_taken(name: str) -> bool:
    return name in RESERVED or bool(_ARGUMENT.fullmatch(name))


def format_file(text: str, annotation_set: AnnotationSet) -> str:
    """Return the content of a file."""
    lines = [
        '<?xml version="1.0" encoding="UTF-8" ?>',
        f"<{ROOT}>",
        f"<TEXT>{_format_text(clean(text))}</TEXT>",
        "<TAGS>",
        *_format_tags(text, annotation_set),
        "</TAGS>",
        f"</{ROOT}>",
    ]
    return "\n".join(lines) + "\n"


def _format_text(text: str) -> str:
    """Return the text as CDATA, which cannot contain a carriage return."""
    if "\r" in text:
        return escape(text, _CARRIAGE_RETURN)
    return f"<![CDATA[{text.replace(']]>', ']]]]><![CDATA[>')}]]>"


def _format_tags(text: str, annotation_set: AnnotationSet) -> Iterator[str]:
    offsets = Offsets(text)
    words = {
        mention.id: "...".join(text[span.start : span.end] for span in mention.spans)
        for mention in annotation_set.mentions
    }
    for mention in annotation_set.mentions:
        values = {"spans": _format_spans(mention, offsets), "text": words[mention.id]}
        yield _format_tag(mention, values)
    for rel in annotation_set.relations:
        ends = (rel.arg1, rel.arg2)
        yield _format_tag(rel, _format_arguments(get_argument_names(rel), ends, words))
    for group in annotation_set.groups:
        if group.members:
            names = get_argument_names(group)
            yield _format_tag(group, _format_arguments(names, group.members, words))


def _format_spans(mention: Mention, offsets: Offsets) -> str:
    pairs = [
        f"{offsets.to_utf16(span.start)}~{offsets.to_utf16(span.end)}" for span in mention.spans
    ]
    return ",".join(pairs) or NO_SPAN


def get_argument_names(item: Annotation) -> list[str]:
    """Return the names of the arguments of a relation or group, in the order of the ends."""
    if isinstance(item, Group):
        return [f"{MEMBER}{number}" for number in range(len(item.members))]
    first, second = (item.attributes.get(name, "") for name in ARGUMENT_NAMES)
    # The reader sorts arguments by name.
    is_usable = is_xml_name(first) and is_xml_name(second) and first < second
    return [first, second] if is_usable else list(DEFAULT_NAMES)


def _format_arguments(
    names: Sequence[str], ends: Sequence[str], words: Mapping[str, str]
) -> dict[str, str]:
    arguments: dict[str, str] = {}
    for name, end in zip(names, ends, strict=True):
        arguments |= {f"{name}ID": end, f"{name}Text": words[end]}
    return arguments


def _format_tag(item: Annotation, values: Mapping[str, str]) -> str:
    own = {
        make_xml_name(name): value
        for name, value in item.attributes.items()
        if name not in ARGUMENT_NAMES and not _is_taken(name)
    }
    parts = [
        f'{name}="{escape(clean(value), ATTRIBUTE_ESCAPES)}"'
        for name, value in {**values, "id": item.id, **own}.items()
    ]
    return f"<{make_xml_name(item.type)} {' '.join(parts)}/>"
