"""The annotations of a set after a sequence of changes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from typing import Any

import msgspec
from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Mention, Provenance, Relation, Span
from goldsmith.core.annotation_set import Note
from goldsmith.core.relation import Group
from goldsmith.errors import InputError, quote_id
from goldsmith.store.journal.steps import (
    AddGroup,
    AddMention,
    AddNote,
    AddRelation,
    RejectSuggestion,
    Remove,
    RestoreSuggestion,
    SetAttribute,
    SetCodes,
    SetMembers,
    SetSpans,
    SetType,
    Step,
)


class Content(msgspec.Struct, frozen=True, omit_defaults=True):
    """The state as it is sent and stored."""

    mentions: tuple[Mention, ...] = ()
    relations: tuple[Relation, ...] = ()
    groups: tuple[Group, ...] = ()
    notes: tuple[AddNote, ...] = ()
    rejected: tuple[str, ...] = ()


class State:
    """The annotations of a set by id; steps change it in place.

    Example:
        >>> state = State()
        >>> state.apply([AddMention(Mention("m1", "Condition", (Span(0, 5),)))])
        (Remove(id='m1'),)
    """

    def __init__(self, content: Content | None = None) -> None:
        self.mentions: dict[str, Mention] = {}
        self.relations: dict[str, Relation] = {}
        self.groups: dict[str, Group] = {}
        self.notes: dict[str, AddNote] = {}
        self.rejected: dict[str, None] = {}
        self._hanging: defaultdict[str, dict[str, None]] = defaultdict(dict)
        self._by_spans: defaultdict[tuple[Span, ...], dict[str, None]] = defaultdict(dict)
        if content:
            self._load(content)

    def _load(self, content: Content) -> None:
        for mention in content.mentions:
            self._put_mention(mention)
        for rel in content.relations:
            self._put_relation(rel)
        for group in content.groups:
            self._put_group(group)
        for note in content.notes:
            self._put_note(note)
        self.rejected = dict.fromkeys(content.rejected)

    # Reading

    def get(self, annotation_id: str) -> Mention | Relation | Group | AddNote | None:
        """Return an annotation or a note; or None."""
        return (
            self.mentions.get(annotation_id)
            or self.relations.get(annotation_id)
            or self.groups.get(annotation_id)
            or self.notes.get(annotation_id)
        )

    def list_hanging(self, annotation_id: str) -> tuple[str, ...]:
        """Return the ids of the relations, groups and notes that refer to an annotation."""
        return tuple(self._hanging.get(annotation_id, ()))

    def list_twins(self, spans: tuple[Span, ...]) -> tuple[str, ...]:
        """Return the ids of the mentions with these spans."""
        return tuple(self._by_spans.get(spans, ()))

    def export(self) -> Content:
        """Return the state, in the order of the text."""
        return Content(
            tuple(sorted(self.mentions.values(), key=_get_place)),
            tuple(sorted(self.relations.values(), key=_get_id)),
            tuple(sorted(self.groups.values(), key=_get_id)),
            tuple(sorted(self.notes.values(), key=_get_id)),
            tuple(sorted(self.rejected)),
        )

    # Changing

    def apply(self, steps: Iterable[Step]) -> tuple[Step, ...]:
        """Apply steps in order, and return the steps that undo them.

        Raises:
            InputError: A step cannot be applied; the state is unchanged.
        """
        undoing: list[list[Step]] = []
        try:
            for step in steps:
                undoing.append(_APPLY[type(step)](self, step))
        except InputError:
            for step in chain.from_iterable(reversed(undoing)):
                _APPLY[type(step)](self, step)
            raise
        return tuple(chain.from_iterable(reversed(undoing)))

    def _add_mention(self, step: AddMention) -> list[Step]:
        self._require_new(step.mention.id)
        self._put_mention(step.mention)
        return [Remove(step.mention.id)]

    def _add_relation(self, step: AddRelation) -> list[Step]:
        self._require_new(step.relation.id)
        self._require_mentions((step.relation.arg1, step.relation.arg2))
        self._put_relation(step.relation)
        return [Remove(step.relation.id)]

    def _add_group(self, step: AddGroup) -> list[Step]:
        self._require_new(step.group.id)
        self._require_mentions(step.group.members)
        self._put_group(step.group)
        return [Remove(step.group.id)]

    def _add_note(self, step: AddNote) -> list[Step]:
        self._require_new(step.id)
        if step.target and self.get(step.target) is None:
            raise _make_missing(step.target)
        self._put_note(step)
        return [Remove(step.id)]

    def _remove(self, step: Remove) -> list[Step]:
        """Remove the dependants of the annotation first; the inverse adds them back last."""
        inverse: list[Step] = []
        for hanging in self.list_hanging(step.id):
            group = self.groups.get(hanging)
            members = tuple(name for name in group.members if name != step.id) if group else ()
            if members:
                inverse[:0] = self._set_members(SetMembers(hanging, members))
            elif self.get(hanging) is not None:
                inverse[:0] = self._remove(Remove(hanging))
        return [self._take(step.id), *inverse]

    def _take(self, annotation_id: str) -> Step:
        """Take an annotation out, and return the step that adds it again."""
        if mention := self.mentions.pop(annotation_id, None):
            self._by_spans[mention.spans].pop(annotation_id, None)
            self._hanging.pop(annotation_id, None)
            return AddMention(mention)
        if rel := self.relations.pop(annotation_id, None):
            self._unhang(annotation_id, (rel.arg1, rel.arg2))
            return AddRelation(rel)
        if group := self.groups.pop(annotation_id, None):
            self._unhang(annotation_id, group.members)
            return AddGroup(group)
        if note := self.notes.pop(annotation_id, None):
            self._unhang(annotation_id, (note.target,))
            return note
        raise _make_missing(annotation_id)

    def _set_spans(self, step: SetSpans) -> list[Step]:
        mention = self._require_mention(step.id)
        self._by_spans[mention.spans].pop(step.id, None)
        self._put_mention(replace(mention, spans=step.spans, text=""))
        return [SetSpans(step.id, mention.spans)]

    def _set_type(self, step: SetType) -> list[Step]:
        annotation = self._require_annotation(step.id)
        self._store(replace(annotation, type=step.type))
        return [SetType(step.id, annotation.type)]

    def _set_attribute(self, step: SetAttribute) -> list[Step]:
        annotation = self._require_annotation(step.id)
        attributes = {
            key: value for key, value in annotation.attributes.items() if key != step.name
        }
        if step.value is not None:
            attributes[step.name] = step.value
        self._store(replace(annotation, attributes=attributes))
        return [SetAttribute(step.id, step.name, annotation.attributes.get(step.name))]

    def _set_codes(self, step: SetCodes) -> list[Step]:
        mention = self._require_mention(step.id)
        self._put_mention(replace(mention, codes=step.codes))
        return [SetCodes(step.id, mention.codes)]

    def _set_members(self, step: SetMembers) -> list[Step]:
        group = self.groups.get(step.id)
        if group is None:
            raise _make_missing(step.id)
        self._require_mentions(step.members)
        self._unhang(step.id, group.members)
        self._put_group(replace(group, members=step.members))
        return [SetMembers(step.id, group.members)]

    def _reject(self, step: RejectSuggestion) -> list[Step]:
        if step.id in self.rejected:
            raise InputError(f"the suggestion {quote_id(step.id)} is rejected already")
        self.rejected[step.id] = None
        return [RestoreSuggestion(step.id)]

    def _restore(self, step: RestoreSuggestion) -> list[Step]:
        if step.id not in self.rejected:
            raise InputError(f"the suggestion {quote_id(step.id)} is not rejected")
        del self.rejected[step.id]
        return [RejectSuggestion(step.id)]

    # Bookkeeping

    def _put_mention(self, mention: Mention) -> None:
        self.mentions[mention.id] = mention
        self._by_spans[mention.spans][mention.id] = None

    def _put_relation(self, rel: Relation) -> None:
        self.relations[rel.id] = rel
        self._hang(rel.id, (rel.arg1, rel.arg2))

    def _put_group(self, group: Group) -> None:
        self.groups[group.id] = group
        self._hang(group.id, group.members)

    def _put_note(self, note: AddNote) -> None:
        self.notes[note.id] = note
        if note.target:
            self._hang(note.id, (note.target,))

    def _store(self, annotation: Mention | Relation | Group) -> None:
        """Replace an annotation, keeping its spans, arguments and members."""
        if isinstance(annotation, Mention):
            self.mentions[annotation.id] = annotation
        elif isinstance(annotation, Relation):
            self.relations[annotation.id] = annotation
        else:
            self.groups[annotation.id] = annotation

    def _hang(self, annotation_id: str, targets: Iterable[str]) -> None:
        for target in targets:
            self._hanging[target][annotation_id] = None

    def _unhang(self, annotation_id: str, targets: Iterable[str]) -> None:
        for target in targets:
            self._hanging[target].pop(annotation_id, None)

    def _require_new(self, annotation_id: str) -> None:
        if not annotation_id:
            raise InputError("an annotation has no id", expected="an id that the client makes")
        if self.get(annotation_id) is not None:
            raise InputError(f"the id {quote_id(annotation_id)} is in use")

    def _require_mention(self, annotation_id: str) -> Mention:
        mention = self.mentions.get(annotation_id)
        if mention is None:
            raise _make_missing(annotation_id)
        return mention

    def _require_mentions(self, names: Iterable[str]) -> None:
        for name in names:
            self._require_mention(name)

    def _require_annotation(self, annotation_id: str) -> Mention | Relation | Group:
        annotation = self.get(annotation_id)
        if annotation is None or isinstance(annotation, AddNote):
            raise _make_missing(annotation_id)
        return annotation


def make_set(
    content: Content, name: str, schema: str = "", provenance: Provenance | None = None
) -> AnnotationSet:
    """Return a state as an annotation set."""
    return AnnotationSet(
        name,
        content.mentions,
        content.relations,
        content.groups,
        tuple(Note(note.text, note.target, note.kind) for note in content.notes),
        schema,
        provenance or Provenance(),
    )


def list_steps(annotation_set: AnnotationSet) -> tuple[Step, ...]:
    """Return the steps that create an annotation set from an empty one."""
    return (
        *(AddMention(mention) for mention in annotation_set.mentions),
        *(AddRelation(rel) for rel in annotation_set.relations),
        *(AddGroup(group) for group in annotation_set.groups),
        *(
            AddNote(f"note-{number}", note.text, note.target, note.kind)
            for number, note in enumerate(annotation_set.notes, start=1)
        ),
    )


def _make_missing(annotation_id: str) -> InputError:
    return InputError(f"there is no annotation {quote_id(annotation_id)}")


def _get_place(mention: Mention) -> tuple[int, int, str]:
    return mention.start, mention.end, mention.id


def _get_id(annotation: Relation | Group | AddNote) -> str:
    return annotation.id


#: Step -> the method that applies it and returns its inverse.
_APPLY: Mapping[type, Callable[[State, Any], list[Step]]] = {
    AddMention: State._add_mention,
    AddRelation: State._add_relation,
    AddGroup: State._add_group,
    AddNote: State._add_note,
    Remove: State._remove,
    SetSpans: State._set_spans,
    SetType: State._set_type,
    SetAttribute: State._set_attribute,
    SetCodes: State._set_codes,
    SetMembers: State._set_members,
    RejectSuggestion: State._reject,
    RestoreSuggestion: State._restore,
}
