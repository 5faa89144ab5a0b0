"""Annotation sets out of Knowtator's frames.

What a frame is, the first that fits:

1. a mention, if another frame points at it;
2. a group, if all its links are in the slot `Coreferring strings` (CRAFT's chains, which have a
   place in the text too);
3. without a place: a group, if it has several links in one slot; a relation, if it has two links
   in two slots (CLEF, ODIE, SHARP), whose alphabetical order is that of the arguments (anaphor,
   antecedent), so that all of a kind point the same way;
4. a relation, if it stands where its `Arg1` stands and has nothing but `Arg1` and `Arg2`;
5. a remark on the document, if its class is `document note` and it has no place;
6. a mention, of the whole document where it has no place. Its links are relations.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import msgspec

from goldsmith.core import AnnotationSet, Code, Group, Mention, Note, Relation, Span
from goldsmith.formats.knowtator.frames import (
    ANCHOR,
    ANNOTATOR,
    ARGUMENTS,
    CHAIN_SLOT,
    CODE_SLOTS,
    DOCUMENT_NOTE,
    ROLES,
    SEPARATOR,
    SLOT,
    Frame,
    type_of,
)
from goldsmith.formats.shared.code_text import as_code
from goldsmith.formats.shared.xml_format import set_name_of


class Frames:
    """The frames of one document, sorted by what they are."""

    def __init__(self, found: Iterable[Frame]) -> None:
        frames = _adopted(list(found))
        self._pointed = {link.target for frame in frames for link in frame.links}
        self.by_id = {frame.id: frame for frame in frames}
        self.mentions: list[Frame] = []
        self.pairs: list[Frame] = []
        self.groups: list[Frame] = []
        self.remarks: list[Frame] = []
        for frame in frames:
            self._place(frame).append(frame)

    def _place(self, frame: Frame) -> list[Frame]:
        if frame.id in self._pointed:
            return self.mentions
        if frame.links:
            if _is_group(frame):
                return self.groups
            return self.pairs if self._is_pair(frame) else self.mentions
        remark = frame.kind == DOCUMENT_NOTE and not frame.spans and frame.comments
        return self.remarks if remark else self.mentions

    def _is_pair(self, frame: Frame) -> bool:
        plain = not any(link.attributes for link in frame.links)
        if not plain or len(frame.links) != 2 or len(frame.slots) != 2:
            return False
        first = self.by_id.get(_arguments(frame)[0])
        stands_there = first is not None and frame.spans == first.spans
        return not frame.spans or (frame.slots == set(ARGUMENTS) and stands_there)

    def sets(self, set_name: str, named: Collection[str]) -> dict[str, AnnotationSet]:
        """The annotation sets, by annotator where several are told apart.

        Annotators that are `named` are sets of that name. A single other one is `set_name`. Where
        a link joins what two annotators made, nothing can be told apart: all is one set, and
        each mention has its annotator as an attribute.
        """
        mixed = self._mixed()
        names = self._names(set_name, named, mixed)
        sets = {name: _Set() for name in dict.fromkeys([*names.values()] or [set_name])}
        owner = {frame.id: sets[names[frame.annotator]] for frame in self.mentions}
        for frame in self.remarks:
            sets[names[frame.annotator]].notes += _notes(frame, target="")
        for frame in self.mentions:
            owner[frame.id].add_mention(frame, mixed)
        # What points nowhere must land somewhere, so that it is complained about.
        nowhere = next(iter(sets.values()))
        for frame in self.pairs:
            _owner(frame, owner, nowhere).add_pair(frame)
        for frame in self.groups:
            _owner(frame, owner, nowhere).add_group(frame, self.by_id)
        return {name: one.built(name) for name, one in sets.items()}

    def _names(self, set_name: str, named: Collection[str], mixed: bool) -> dict[str, str]:
        """Annotator -> the name of the set."""
        annotators = dict.fromkeys(frame.annotator for frame in self.mentions + self.remarks)
        people = {one for one in annotators if one}
        if mixed or (len(people) < 2 and people.isdisjoint(named)):
            return dict.fromkeys(annotators, set_name)
        return {one: set_name_of(one, set_name) for one in annotators}

    def _mixed(self) -> bool:
        """Whether some link joins mentions of two annotators."""
        owner = {frame.id: frame.annotator for frame in self.mentions if frame.annotator}
        joined = [[frame.id, *_targets(frame)] for frame in self.mentions]
        joined += [_targets(frame) for frame in self.pairs + self.groups]
        return any(len({owner[one] for one in each if one in owner}) > 1 for each in joined)


class _Set:
    """One annotation set in the making."""

    def __init__(self) -> None:
        self.mentions: list[Mention] = []
        self.relations: list[Relation] = []
        self.groups: list[Group] = []
        self.notes: list[Note] = []

    def add_mention(self, frame: Frame, mixed: bool) -> None:
        kind, codes = type_of(frame.kind, frame.label)
        attributes, more = _values(frame)
        if mixed and frame.annotator:
            attributes[ANNOTATOR] = frame.annotator
        self.mentions.append(
            Mention(frame.id, kind, frame.spans, attributes, codes + more, frame.text)
        )
        self.notes += _notes(frame, frame.id)
        for link in frame.links:
            self.relations.append(
                Relation(link.id, link.slot, frame.id, link.target, link.attributes)
            )
            if link.comment:
                self.notes.append(Note(link.comment, link.id))

    def add_pair(self, frame: Frame) -> None:
        attributes = _attributes(frame)
        if frame.slots != set(ARGUMENTS):
            attributes |= zip(ROLES, sorted(frame.slots), strict=True)
        self.relations.append(Relation(frame.id, frame.kind, *_arguments(frame), attributes))
        self.notes += _notes(frame, frame.id)

    def add_group(self, frame: Frame, frames: Mapping[str, Frame]) -> None:
        attributes = _attributes(frame)
        members = _targets(frame)
        if frame.slots != {CHAIN_SLOT}:
            attributes[SLOT] = frame.links[0].slot
        places = {frames[one].spans for one in members if one in frames}
        if frame.spans and frame.spans not in places:
            attributes[ANCHOR] = anchor_text(frame.spans)
        self.groups.append(Group(frame.id, frame.kind, tuple(members), attributes))
        self.notes += _notes(frame, frame.id)

    def built(self, name: str) -> AnnotationSet:
        return AnnotationSet(
            name,
            tuple(self.mentions),
            tuple(self.relations),
            tuple(self.groups),
            tuple(self.notes),
        )


def _adopted(frames: list[Frame]) -> list[Frame]:
    """The frames, those of no annotator given to whoever points at them or is pointed at."""
    who = {frame.id: frame.annotator for frame in frames}
    by_pointer = {
        link.target: frame.annotator for frame in frames if frame.annotator for link in frame.links
    }
    adopted = []
    for frame in frames:
        near = [by_pointer.get(frame.id, ""), *(who.get(one, "") for one in _targets(frame))]
        annotator = frame.annotator or next(filter(None, near), "")
        adopted.append(msgspec.structs.replace(frame, annotator=annotator))
    return adopted


def _owner(frame: Frame, owner: Mapping[str, _Set], nowhere: _Set) -> _Set:
    """The set of the first mention that a relation or group speaks of."""
    return next((owner[one] for one in _targets(frame) if one in owner), nowhere)


def anchor_text(spans: Sequence[Span]) -> str:
    """Spans as an attribute's value: `0-4;8-12`."""
    return ";".join(f"{span.start}-{span.end}" for span in spans)


def _is_group(frame: Frame) -> bool:
    chain = frame.slots == {CHAIN_SLOT}
    return chain or (not frame.spans and len(frame.slots) == 1 and len(frame.links) > 1)


def _targets(frame: Frame) -> list[str]:
    return [link.target for link in frame.links]


def _arguments(frame: Frame) -> tuple[str, str]:
    first, second = sorted(frame.links, key=lambda link: link.slot)
    return first.target, second.target


def _notes(frame: Frame, target: str) -> Iterator[Note]:
    return (Note(comment, target) for comment in frame.comments)


def _attributes(frame: Frame) -> dict[str, str]:
    return {slot: SEPARATOR.join(values) for slot, values in frame.values.items()}


def _values(frame: Frame) -> tuple[dict[str, str], tuple[Code, ...]]:
    """A mention's attributes, and the codes among its values."""
    attributes = _attributes(frame)
    codes: list[Code] = []
    for slot in CODE_SLOTS:
        found = [as_code(value) for value in frame.values.get(slot, ())]
        if found and all(found):
            codes += [code for code in found if code]
            del attributes[slot]
    return attributes, tuple(codes)
