"""Rewrite every string of a document outside its text: metadata, names, attributes, notes.

One walk visits all fields of all structs of a document. `_POLICIES` assigns a policy to a field; a
field without an entry is treated as prose, so that new fields are covered by default.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final, TypeVar

import msgspec

from goldsmith.core import AnnotationSet, Code, Document, Group, Mention, Metadata, Note, Relation
from goldsmith.core.annotation_set import Provenance
from goldsmith.core.document import Section

#: Free text: all identifiers are replaced as in the text of the note.
PROSE: Final = "prose"
#: The value of an attribute: a date is shifted, several words are prose, a single word is a label.
VALUE: Final = "value"
#: An id, a name or a type, the same in the whole corpus: replaced as a whole if it identifies.
LABEL: Final = "label"
#: The time at which annotations were made, which is not a date of the patient.
TIMESTAMP: Final = "timestamp"
DATE: Final = "date"
PATIENT: Final = "patient"
INSTITUTION: Final = "institution"
DOCUMENT: Final = "document"
#: Fields that `edit_document` has already rewritten.
KEEP: Final = "keep"

_POLICIES: Final[Mapping[tuple[type, str], str]] = {
    (Document, "id"): DOCUMENT,
    (Document, "text"): KEEP,
    (Metadata, "patient"): PATIENT,
    (Metadata, "type"): LABEL,
    (Metadata, "subtype"): LABEL,
    (Metadata, "date"): DATE,
    (Metadata, "diagnosis"): LABEL,
    (Metadata, "institution"): INSTITUTION,
    (Section, "kind"): LABEL,
    (AnnotationSet, "name"): LABEL,
    (AnnotationSet, "schema"): LABEL,
    (Provenance, "kind"): LABEL,
    (Provenance, "agent"): LABEL,
    (Provenance, "created"): TIMESTAMP,
    (Provenance, "tool"): LABEL,
    (Provenance, "sources"): LABEL,
    (Mention, "id"): LABEL,
    (Mention, "type"): LABEL,
    (Mention, "attributes"): VALUE,
    (Mention, "text"): KEEP,
    (Code, "code"): LABEL,
    (Code, "system"): LABEL,
    (Code, "name"): LABEL,
    (Relation, "id"): LABEL,
    (Relation, "type"): LABEL,
    (Relation, "arg1"): LABEL,
    (Relation, "arg2"): LABEL,
    (Relation, "attributes"): VALUE,
    (Group, "id"): LABEL,
    (Group, "type"): LABEL,
    (Group, "members"): LABEL,
    (Group, "attributes"): VALUE,
    (Note, "target"): LABEL,
    (Note, "kind"): LABEL,
}

#: Policy -> the function that rewrites a string under it.
Rewriters = Mapping[str, Callable[[str], str]]
S = TypeVar("S", bound=msgspec.Struct)


def rewrite_fields(struct: S, rewriters: Rewriters) -> S:
    """Rewrite the strings of a struct and of everything in it.

    Keys of mappings are always treated as labels.

    Args:
        struct: A document or a part of one.
        rewriters: Policy -> the function that rewrites a string under it.
    """
    changes = {}
    for name, policy in _list_fields(type(struct)):
        old = getattr(struct, name)
        if old:
            new = _rewrite(old, policy, rewriters)
            if new is not old:
                changes[name] = new
    return msgspec.structs.replace(struct, **changes) if changes else struct


@cache
def _list_fields(kind: type[msgspec.Struct]) -> tuple[tuple[str, str], ...]:
    """Return the fields of a struct type with their policies."""
    return tuple(
        (name, _POLICIES.get((kind, name), PROSE))
        for name in kind.__struct_fields__
        if (kind, name) not in _POLICIES or _POLICIES[kind, name] != KEEP
    )


def _rewrite(value: Any, policy: str, rewriters: Rewriters) -> Any:
    if isinstance(value, str):
        return rewriters[policy](value)
    if isinstance(value, msgspec.Struct):
        return rewrite_fields(value, rewriters)
    if isinstance(value, Mapping):
        label = rewriters[LABEL]
        return {label(key): _rewrite(item, policy, rewriters) for key, item in value.items()}
    if isinstance(value, tuple | list):
        items = [_rewrite(item, policy, rewriters) for item in value]
        changed = any(new is not old for new, old in zip(items, value, strict=True))
        return type(value)(items) if changed else value
    return value
