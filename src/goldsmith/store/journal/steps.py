"""Steps: the elementary edits of an annotation set.

The client makes the ids of new annotations, so that work can continue offline.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from goldsmith.core import Code, Mention, Relation, Span
from goldsmith.core.relation import Group

#: An id that a client makes.
NewId = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
_TAG = "do"


class AddMention(
    msgspec.Struct, frozen=True, tag="add-mention", tag_field=_TAG, forbid_unknown_fields=True
):
    """Add a mention."""

    mention: Mention


class AddRelation(
    msgspec.Struct, frozen=True, tag="add-relation", tag_field=_TAG, forbid_unknown_fields=True
):
    """Add a relation between two mentions."""

    relation: Relation


class AddGroup(
    msgspec.Struct, frozen=True, tag="add-group", tag_field=_TAG, forbid_unknown_fields=True
):
    """Add a group of mentions, such as a chain."""

    group: Group


class AddNote(
    msgspec.Struct,
    frozen=True,
    tag="add-note",
    tag_field=_TAG,
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """Add a remark on an annotation, or on the document if `target` is empty."""

    id: NewId
    text: str
    target: str = ""
    kind: str = ""


class Remove(msgspec.Struct, frozen=True, tag="remove", tag_field=_TAG, forbid_unknown_fields=True):
    """Remove an annotation or a note, with everything that depends on it.

    Removing a mention also removes its relations, and takes it out of its groups.
    """

    id: str


class SetSpans(
    msgspec.Struct, frozen=True, tag="set-spans", tag_field=_TAG, forbid_unknown_fields=True
):
    """Replace the spans of a mention."""

    id: str
    spans: tuple[Span, ...]


class SetType(
    msgspec.Struct, frozen=True, tag="set-type", tag_field=_TAG, forbid_unknown_fields=True
):
    """Replace the type of an annotation."""

    id: str
    type: str


class SetAttribute(
    msgspec.Struct, frozen=True, tag="set-attribute", tag_field=_TAG, forbid_unknown_fields=True
):
    """Give an attribute of an annotation a value; None removes it."""

    id: str
    name: str
    value: str | None


class SetCodes(
    msgspec.Struct, frozen=True, tag="set-codes", tag_field=_TAG, forbid_unknown_fields=True
):
    """Replace the codes of a mention."""

    id: str
    codes: tuple[Code, ...]


class SetMembers(
    msgspec.Struct, frozen=True, tag="set-members", tag_field=_TAG, forbid_unknown_fields=True
):
    """Replace the members of a group."""

    id: str
    members: tuple[str, ...]


class RejectSuggestion(
    msgspec.Struct, frozen=True, tag="reject", tag_field=_TAG, forbid_unknown_fields=True
):
    """Reject a suggestion; `id` is the id of the annotation in the set of suggestions."""

    id: str


class RestoreSuggestion(
    msgspec.Struct, frozen=True, tag="restore", tag_field=_TAG, forbid_unknown_fields=True
):
    """Withdraw the rejection of a suggestion."""

    id: str


Step = (
    AddMention
    | AddRelation
    | AddGroup
    | AddNote
    | Remove
    | SetSpans
    | SetType
    | SetAttribute
    | SetCodes
    | SetMembers
    | RejectSuggestion
    | RestoreSuggestion
)


def get_target(step: Step) -> str:
    """Return the id of the annotation, note or suggestion that a step changes."""
    match step:
        case AddMention(mention=mention):
            return mention.id
        case AddRelation(relation=rel):
            return rel.id
        case AddGroup(group=group):
            return group.id
        case _:
            return step.id


def get_references(step: Step) -> tuple[str, ...]:
    """Return the ids of the annotations that a step refers to without changing them."""
    match step:
        case AddRelation(relation=rel):
            return (rel.arg1, rel.arg2)
        case AddGroup(group=group):
            return group.members
        case SetMembers(members=members):
            return members
        case AddNote(target=target) if target:
            return (target,)
        case _:
            return ()
