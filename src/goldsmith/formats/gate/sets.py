"""Annotation sets from GATE's annotations and relations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from goldsmith.core import AnnotationSet, Group, Mention, Note, Provenance, Relation, Section, Span
from goldsmith.core.offsets import sort_spans
from goldsmith.errors import InputError, shorten_id
from goldsmith.formats.gate.features import (
    FRAGMENT_OF,
    GROUP,
    OFFSET,
    SECTION,
    SECTIONS,
    ParsedFeatures,
)

_SECTION_FEATURES = {"kind", "title"}


class GateAnnotation(msgspec.Struct, frozen=True):
    """An <Annotation> with offsets in code points."""

    id: str
    type: str
    start: int
    end: int
    features: dict[str, str]
    line: int


class GateRelation(msgspec.Struct, frozen=True):
    """A <Relation>."""

    id: str
    type: str
    members: tuple[str, ...]
    features: dict[str, str]


class SetBuilder:
    """The annotations and relations of one set, collected while reading."""

    def __init__(self) -> None:
        self.annotations: list[GateAnnotation] = []
        self.relations: list[GateRelation] = []
        self.comments: list[str] = []
        self.provenance = Provenance()

    def build(self, name: str) -> AnnotationSet:
        """Build the set: merge fragments into mentions and resolve the members of relations."""
        first_fragments = [
            annotation for annotation in self.annotations if FRAGMENT_OF not in annotation.features
        ]
        fragments: dict[str, list[GateAnnotation]] = {
            annotation.id: [] for annotation in first_fragments
        }
        mention_ids = {}
        for annotation in self.annotations:
            mention_ids[annotation.id] = _find_first_fragment(annotation, fragments)
            fragments[mention_ids[annotation.id]].append(annotation)
        notes = [Note(comment) for comment in self.comments]
        mentions = tuple(
            _build_mention(annotation, fragments[annotation.id], notes)
            for annotation in first_fragments
        )
        links = [_build_relation(relation, mention_ids, notes) for relation in self.relations]
        return AnnotationSet(
            name,
            mentions,
            tuple(link for link in links if isinstance(link, Relation)),
            tuple(link for link in links if isinstance(link, Group)),
            tuple(notes),
            provenance=self.provenance,
        )


def _find_first_fragment(
    annotation: GateAnnotation, first_fragments: dict[str, list[GateAnnotation]]
) -> str:
    key = annotation.features.get(FRAGMENT_OF, annotation.id)
    if key not in first_fragments:
        raise InputError(
            f"{shorten_id(annotation.id)} is a fragment of {shorten_id(key)}, which does not exist",
            line=annotation.line,
            expected="the id of an annotation of the same set",
        )
    return key


def _merge_features(
    annotation: GateAnnotation, fragments: Sequence[GateAnnotation]
) -> dict[str, str]:
    """Merge the features of all fragments; the first fragment takes precedence."""
    merged: dict[str, str] = {}
    for fragment in (*fragments, annotation):
        merged |= fragment.features
    return {name: value for name, value in merged.items() if name != FRAGMENT_OF}


def _build_mention(
    annotation: GateAnnotation, fragments: Sequence[GateAnnotation], notes: list[Note]
) -> Mention:
    features = ParsedFeatures(_merge_features(annotation, fragments))
    notes += [Note(comment, annotation.id) for comment in features.comments]
    pairs = [
        (fragment.start, fragment.end) for fragment in fragments if fragment.start != fragment.end
    ]
    if not pairs and annotation.start:
        features.attributes.setdefault(OFFSET, str(annotation.start))
    return Mention(
        annotation.id,
        annotation.type,
        sort_spans(pairs),
        features.attributes,
        tuple(features.codes),
    )


def _build_relation(
    relation: GateRelation, mention_ids: Mapping[str, str], notes: list[Note]
) -> Relation | Group:
    """Build a relation from two members, or a group if there are more or fewer or it is marked."""
    features = ParsedFeatures(relation.features, codes=False)
    notes += [Note(comment, relation.id) for comment in features.comments]
    members = tuple(mention_ids.get(member, member) for member in relation.members)
    if len(members) != 2:
        return Group(relation.id, relation.type, members, features.attributes)
    if features.attributes.get(GROUP) != "true":
        return Relation(relation.id, relation.type, *members, features.attributes)
    del features.attributes[GROUP]
    return Group(relation.id, relation.type, members, features.attributes)


def is_section_set(name: str, annotations: Sequence[GateAnnotation]) -> bool:
    """Return whether an annotation set consists of the document's sections only."""
    return name == SECTIONS and all(
        annotation.type == SECTION
        and annotation.start < annotation.end
        and annotation.features.keys() <= _SECTION_FEATURES
        for annotation in annotations
    )


def build_sections(annotations: Sequence[GateAnnotation]) -> Iterator[Section]:
    """Build the sections from a section set."""
    for annotation in annotations:
        kind, title = annotation.features.get("kind", ""), annotation.features.get("title", "")
        yield Section(Span(annotation.start, annotation.end), kind, title)
