"""Losses of an annotation set that is written as an Anafora file."""

from __future__ import annotations

from goldsmith.core import AnnotationSet, Code, Note
from goldsmith.formats.anafora.terms import (
    CODE,
    PREFIX,
    UNSET,
    format_code,
    is_id,
    parse_code,
)
from goldsmith.formats.shared.control_characters import NOT_XML
from goldsmith.formats.shared.xml_values import is_xml_name


def count_set_losses(annotation_set: AnnotationSet) -> dict[str, int]:
    """Count what an annotation file cannot represent, by the name of the loss."""
    pairs = [pair for item in annotation_set.annotations for pair in item.attributes.items()]
    values = [value for _, value in pairs] + [item.type for item in annotation_set.annotations]
    codes = [code for mention in annotation_set.mentions for code in mention.codes]
    values += [format_code(code) for code in codes]
    return {
        "names-not-for-anafora": sum(not _is_valid_name(name) for name, _ in pairs),
        "values-not-for-anafora": sum(not _is_valid_value(value) for value in values)
        + sum(parse_code(format_code(code)) != _drop_name(code) for code in codes),
        "notes-but-comments": sum(not _is_comment(note) for note in annotation_set.notes),
        "groups-of-none": sum(not group.members for group in annotation_set.groups),
        "control-characters-in-values": sum(
            len(NOT_XML.findall(value))
            for value in (*values, *(n.text for n in annotation_set.notes))
        ),
    }


def _drop_name(code: Code) -> Code:
    return Code(code.code, code.system)


def _is_valid_name(name: str) -> bool:
    return is_xml_name(name.removeprefix(PREFIX)) and name != CODE


def _is_valid_value(value: str) -> bool:
    return value == value.strip() and value not in UNSET and not is_id(value)


def _is_comment(note: Note) -> bool:
    return bool(note.target and note.text.strip() and not note.kind)
