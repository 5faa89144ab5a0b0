"""Annotation sets out of GATE's annotations and relations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from goldsmith.core import AnnotationSet, Group, Mention, Note, Provenance, Relation, Section, Span
from goldsmith.core.offsets import tidy
from goldsmith.errors import InputError
from goldsmith.formats.gate.features import AT, FRAGMENT_OF, GROUP, SECTION, SECTIONS, Sorted

_SECTION_FEATURES = {"kind", "title"}


class Annotation(msgspec.Struct, frozen=True):
    """An <Annotation>, its place in code points."""

    id: str
    type: str
    start: int
    end: int
    features: dict[str, str]
    line: int


class Linked(msgspec.Struct, frozen=True):
    """A <Relation>."""

    id: str
    type: str
    members: tuple[str, ...]
    features: dict[str, str]


class Collected:
    """What was found of one annotation set."""

    def __init__(self) -> None:
        self.annotations: list[Annotation] = []
        self.links: list[Linked] = []
        self.comments: list[str] = []
        self.provenance = Provenance()

    def annotation_set(self, name: str) -> AnnotationSet:
        """The set; fragments are put together, and links lead to what they belong to."""
        firsts = [one for one in self.annotations if FRAGMENT_OF not in one.features]
        parts: dict[str, list[Annotation]] = {one.id: [] for one in firsts}
        whole = {}
        for one in self.annotations:
            whole[one.id] = _first_fragment(one, parts)
            parts[whole[one.id]].append(one)
        notes = [Note(comment) for comment in self.comments]
        mentions = tuple(_mention(one, parts[one.id], notes) for one in firsts)
        links = [_link(one, whole, notes) for one in self.links]
        return AnnotationSet(
            name,
            mentions,
            tuple(link for link in links if isinstance(link, Relation)),
            tuple(link for link in links if isinstance(link, Group)),
            tuple(notes),
            provenance=self.provenance,
        )


def _first_fragment(one: Annotation, firsts: dict[str, list[Annotation]]) -> str:
    key = one.features.get(FRAGMENT_OF, one.id)
    if key not in firsts:
        raise InputError(
            f"{one.id} is a fragment of {key}, which does not exist",
            line=one.line,
            expected="the id of an annotation of the same set",
        )
    return key


def _features(one: Annotation, fragments: Sequence[Annotation]) -> dict[str, str]:
    """What the first fragment says, and beside it what only others say."""
    every: dict[str, str] = {}
    for part in (*fragments, one):
        every |= part.features
    return {name: value for name, value in every.items() if name != FRAGMENT_OF}


def _mention(one: Annotation, fragments: Sequence[Annotation], notes: list[Note]) -> Mention:
    found = Sorted(_features(one, fragments))
    notes += [Note(comment, one.id) for comment in found.comments]
    places = [(part.start, part.end) for part in fragments if part.start != part.end]
    if not places and one.start:
        found.attributes.setdefault(AT, str(one.start))
    return Mention(one.id, one.type, tidy(places), found.attributes, tuple(found.codes))


def _link(link: Linked, whole: Mapping[str, str], notes: list[Note]) -> Relation | Group:
    """A relation, or a group where it has not two members or says that it is one."""
    found = Sorted(link.features, codes=False)
    notes += [Note(comment, link.id) for comment in found.comments]
    members = tuple(whole.get(one, one) for one in link.members)
    if len(members) != 2:
        return Group(link.id, link.type, members, found.attributes)
    if found.attributes.get(GROUP) != "true":
        return Relation(link.id, link.type, *members, found.attributes)
    del found.attributes[GROUP]
    return Group(link.id, link.type, members, found.attributes)


def are_sections(name: str, annotations: Sequence[Annotation]) -> bool:
    """Whether an annotation set is the document's sections and nothing else."""
    return name == SECTIONS and all(
        one.type == SECTION and one.start < one.end and one.features.keys() <= _SECTION_FEATURES
        for one in annotations
    )


def sections(annotations: Sequence[Annotation]) -> Iterator[Section]:
    """The sections that such a set holds."""
    for one in annotations:
        kind, title = one.features.get("kind", ""), one.features.get("title", "")
        yield Section(Span(one.start, one.end), kind, title)
