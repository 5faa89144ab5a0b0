"""Annotation sets from Knowtator frames.

The first rule that applies decides what a frame becomes:

1. a mention, if another frame links to it;
2. a group, if all its links are in the slot `Coreferring strings` (CRAFT's chains, which have spans
   too);
3. without spans: a group, if it has several links in one slot; a relation, if it has two links in
   two slots (CLEF, ODIE, SHARP). The alphabetical order of the slots (anaphor, antecedent) is the
   order of the arguments, so that all relations of a type have the same direction;
4. a relation, if it has the spans of its `Arg1` and no slots besides `Arg1` and `Arg2`;
5. a note on the document, if its class is `document note` and it has no spans;
6. a mention, which refers to the whole document if it has no spans. Its links become relations.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import msgspec

from goldsmith.core import AnnotationSet, Code, Group, Mention, Note, Relation, Span
from goldsmith.formats.knowtator.frames import (
    ANCHOR_ATTRIBUTE,
    ANNOTATOR_ATTRIBUTE,
    ARGUMENT_SLOTS,
    CHAIN_SLOT,
    CODE_SLOTS,
    DOCUMENT_NOTE,
    ROLE_ATTRIBUTES,
    SEPARATOR,
    SLOT_ATTRIBUTE,
    Frame,
    parse_class,
)
from goldsmith.formats.shared.code_text import parse_code
from goldsmith.formats.shared.set_names import make_set_name


class FrameConverter:
    """A converter of the frames of one document to annotation sets."""

    def __init__(self, frames: Iterable[Frame]) -> None:
        frames = _assign_annotators(list(frames))
        self._link_targets = {link.target for frame in frames for link in frame.links}
        self.by_id = {frame.id: frame for frame in frames}
        self.mentions: list[Frame] = []
        self.pairs: list[Frame] = []
        self.groups: list[Frame] = []
        self.notes: list[Frame] = []
        for frame in frames:
            self._classify(frame).append(frame)

    def _classify(self, frame: Frame) -> list[Frame]:
        if frame.id in self._link_targets:
            return self.mentions
        if frame.links:
            if _is_group(frame):
                return self.groups
            return self.pairs if self._is_pair(frame) else self.mentions
        is_note = frame.kind == DOCUMENT_NOTE and not frame.spans and frame.comments
        return self.notes if is_note else self.mentions

    def _is_pair(self, frame: Frame) -> bool:
        is_plain = not any(link.attributes for link in frame.links)
        if not is_plain or len(frame.links) != 2 or len(frame.slots) != 2:
            return False
        first = self.by_id.get(_order_arguments(frame)[0])
        has_same_spans = first is not None and frame.spans == first.spans
        return not frame.spans or (frame.slots == set(ARGUMENT_SLOTS) and has_same_spans)

    def build_sets(
        self, set_name: str, annotator_sets: Collection[str]
    ) -> dict[str, AnnotationSet]:
        """Build the annotation sets, one for each annotator.

        If a link connects the work of two annotators, everything goes into one set and each
        mention has its annotator as an attribute.

        Args:
            set_name: The name of the set if there is only one annotator.
            annotator_sets: Annotators whose sets are always named after them.
        """
        is_mixed = self._is_mixed()
        names = self._choose_set_names(set_name, annotator_sets, is_mixed)
        builders = {name: _SetBuilder() for name in dict.fromkeys([*names.values()] or [set_name])}
        owners = {frame.id: builders[names[frame.annotator]] for frame in self.mentions}
        for frame in self.notes:
            builders[names[frame.annotator]].notes += _build_notes(frame, target="")
        for frame in self.mentions:
            owners[frame.id].add_mention(frame, is_mixed)
        # Frames with dangling links go into any set, so that validation reports them.
        fallback = next(iter(builders.values()))
        for frame in self.pairs:
            _find_owner(frame, owners, fallback).add_pair(frame)
        for frame in self.groups:
            _find_owner(frame, owners, fallback).add_group(frame, self.by_id)
        return {name: builder.build(name) for name, builder in builders.items()}

    def _choose_set_names(
        self, set_name: str, annotator_sets: Collection[str], is_mixed: bool
    ) -> dict[str, str]:
        """Choose the set name of each annotator."""
        annotators = dict.fromkeys(frame.annotator for frame in self.mentions + self.notes)
        people = {annotator for annotator in annotators if annotator}
        if is_mixed or (len(people) < 2 and people.isdisjoint(annotator_sets)):
            return dict.fromkeys(annotators, set_name)
        return {annotator: make_set_name(annotator, set_name) for annotator in annotators}

    def _is_mixed(self) -> bool:
        """Return whether a link connects mentions of two annotators."""
        owners = {frame.id: frame.annotator for frame in self.mentions if frame.annotator}
        connected = [[frame.id, *_list_targets(frame)] for frame in self.mentions]
        connected += [_list_targets(frame) for frame in self.pairs + self.groups]
        return any(
            len({owners[frame_id] for frame_id in frame_ids if frame_id in owners}) > 1
            for frame_ids in connected
        )


class _SetBuilder:
    """The annotations of one set, collected while converting."""

    def __init__(self) -> None:
        self.mentions: list[Mention] = []
        self.relations: list[Relation] = []
        self.groups: list[Group] = []
        self.notes: list[Note] = []

    def add_mention(self, frame: Frame, is_mixed: bool) -> None:
        """Add a mention and its links as relations."""
        kind, codes = parse_class(frame.kind, frame.label)
        attributes, slot_codes = _split_codes(frame)
        if is_mixed and frame.annotator:
            attributes[ANNOTATOR_ATTRIBUTE] = frame.annotator
        self.mentions.append(
            Mention(frame.id, kind, frame.spans, attributes, codes + slot_codes, frame.text)
        )
        self.notes += _build_notes(frame, frame.id)
        for link in frame.links:
            self.relations.append(
                Relation(link.id, link.slot, frame.id, link.target, link.attributes)
            )
            if link.comment:
                self.notes.append(Note(link.comment, link.id))

    def add_pair(self, frame: Frame) -> None:
        """Add a relation."""
        attributes = _build_attributes(frame)
        if frame.slots != set(ARGUMENT_SLOTS):
            attributes |= zip(ROLE_ATTRIBUTES, sorted(frame.slots), strict=True)
        self.relations.append(Relation(frame.id, frame.kind, *_order_arguments(frame), attributes))
        self.notes += _build_notes(frame, frame.id)

    def add_group(self, frame: Frame, frames: Mapping[str, Frame]) -> None:
        """Add a group, with its spans as an attribute if no member has them."""
        attributes = _build_attributes(frame)
        members = _list_targets(frame)
        if frame.slots != {CHAIN_SLOT}:
            attributes[SLOT_ATTRIBUTE] = frame.links[0].slot
        member_spans = {frames[member].spans for member in members if member in frames}
        if frame.spans and frame.spans not in member_spans:
            attributes[ANCHOR_ATTRIBUTE] = _format_spans(frame.spans)
        self.groups.append(Group(frame.id, frame.kind, tuple(members), attributes))
        self.notes += _build_notes(frame, frame.id)

    def build(self, name: str) -> AnnotationSet:
        """Build the set."""
        return AnnotationSet(
            name,
            tuple(self.mentions),
            tuple(self.relations),
            tuple(self.groups),
            tuple(self.notes),
        )


def _assign_annotators(frames: list[Frame]) -> list[Frame]:
    """Assign frames without an annotator to the annotator of a linked frame."""
    annotators = {frame.id: frame.annotator for frame in frames}
    source_annotators = {
        link.target: frame.annotator for frame in frames if frame.annotator for link in frame.links
    }
    assigned = []
    for frame in frames:
        candidates = [
            source_annotators.get(frame.id, ""),
            *(annotators.get(target, "") for target in _list_targets(frame)),
        ]
        annotator = frame.annotator or next(filter(None, candidates), "")
        assigned.append(msgspec.structs.replace(frame, annotator=annotator))
    return assigned


def _find_owner(
    frame: Frame, owners: Mapping[str, _SetBuilder], fallback: _SetBuilder
) -> _SetBuilder:
    """Return the set of the first mention that a relation or group links to."""
    return next((owners[target] for target in _list_targets(frame) if target in owners), fallback)


def _format_spans(spans: Sequence[Span]) -> str:
    """Format spans as an attribute's value: `0-4;8-12`."""
    return ";".join(f"{span.start}-{span.end}" for span in spans)


def _is_group(frame: Frame) -> bool:
    is_chain = frame.slots == {CHAIN_SLOT}
    return is_chain or (not frame.spans and len(frame.slots) == 1 and len(frame.links) > 1)


def _list_targets(frame: Frame) -> list[str]:
    return [link.target for link in frame.links]


def _order_arguments(frame: Frame) -> tuple[str, str]:
    first, second = sorted(frame.links, key=lambda link: link.slot)
    return first.target, second.target


def _build_notes(frame: Frame, target: str) -> Iterator[Note]:
    return (Note(comment, target) for comment in frame.comments)


def _build_attributes(frame: Frame) -> dict[str, str]:
    return {slot: SEPARATOR.join(values) for slot, values in frame.values.items()}


def _split_codes(frame: Frame) -> tuple[dict[str, str], tuple[Code, ...]]:
    """Return a mention's attributes, and the codes among its values."""
    attributes = _build_attributes(frame)
    codes: list[Code] = []
    for slot in CODE_SLOTS:
        parsed = [parse_code(value) for value in frame.values.get(slot, ())]
        if parsed and all(parsed):
            codes += [code for code in parsed if code]
            del attributes[slot]
    return attributes, tuple(codes)
