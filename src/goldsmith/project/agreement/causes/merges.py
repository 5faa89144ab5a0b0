"""What-if merges: annotations with types, or values of an attribute, merged.

ODIE's annotators could hardly distinguish set/subset from part/whole. Merging them shows how much
of the disagreement comes from that distinction.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from goldsmith.core import (
    AnnotationSet,
    Document,
    Mention,
    MentionType,
    Relation,
    RelationType,
    Schema,
)
from goldsmith.core.schema import AttributeType
from goldsmith.errors import InputError, UnknownName

_EXPECTED = "A,B=C for types, or ATTRIBUTE:A,B=C for values of an attribute"
_Kind = TypeVar("_Kind", MentionType, RelationType)


class Merge(msgspec.Struct, frozen=True):
    """Types, or values of an attribute, that count as one."""

    names: tuple[str, ...]
    target: str
    attribute: str = ""
    """The attribute whose values are merged; "" for the types of mentions and relations."""

    def __str__(self) -> str:
        prefix = f"{self.attribute}:" if self.attribute else ""
        return f"{prefix}{','.join(self.names)}={self.target}"

    def apply(self, name: str) -> str:
        """Return the name after the merge."""
        return self.target if name in self.names else name


def parse_merge(text: str) -> Merge:
    """Parse a merge, written `A,B=C` or `ATTRIBUTE:A,B=C`.

    Raises:
        InputError: The text has another form, or merges fewer than two names.

    Example:
        >>> parse_merge("relation_type:set/subset,part/whole=set or part").attribute
        'relation_type'
    """
    left_side, equals, target = text.partition("=")
    attribute, colon, names = left_side.rpartition(":")
    merged = tuple(dict.fromkeys(name.strip() for name in names.split(",") if name.strip()))
    if not equals or not target.strip() or len(merged) < 2 or (colon and not attribute.strip()):
        raise InputError(f"{text!r} is not a merge", expected=_EXPECTED)
    return Merge(merged, target.strip(), attribute.strip())


class MergedDocuments:
    """Documents with merged types; iterate over them once.

    Raises:
        UnknownName: No document has one of the names; raised after the last document.
    """

    def __init__(self, docs: Iterable[Document], merges: Sequence[Merge]) -> None:
        self._docs, self._merges = docs, merges

    def __iter__(self) -> Iterator[Document]:
        names: dict[str, set[str]] = {merge.attribute: set() for merge in self._merges}
        for doc in self._docs:
            _collect_names(doc, names)
            yield merge_document(doc, self._merges)
        for merge in self._merges:
            for name in merge.names:
                if name not in names[merge.attribute]:
                    kind = f"value of {merge.attribute}" if merge.attribute else "type"
                    raise UnknownName(kind, name, names[merge.attribute])


def _collect_names(doc: Document, names: Mapping[str, set[str]]) -> None:
    for annotation_set in doc.sets.values():
        annotations: list[Mention | Relation] = [*annotation_set.mentions]
        annotations += annotation_set.relations
        for item in annotations:
            if "" in names:
                names[""].add(item.type)
            for attribute in names.keys() & item.attributes.keys():
                names[attribute].add(item.attributes[attribute])


def merge_document(doc: Document, merges: Sequence[Merge]) -> Document:
    """Return a document with merged types and values in all of its sets."""
    sets = {name: _merge_set(own, merges) for name, own in doc.sets.items()}
    return replace(doc, sets=sets)


def _merge_set(annotation_set: AnnotationSet, merges: Sequence[Merge]) -> AnnotationSet:
    return replace(
        annotation_set,
        mentions=tuple(
            replace(item, type=_merge_type(item.type, merges), attributes=attributes)
            for item in annotation_set.mentions
            for attributes in [_merge_values(item.attributes, merges)]
        ),
        relations=tuple(
            replace(item, type=_merge_type(item.type, merges), attributes=attributes)
            for item in annotation_set.relations
            for attributes in [_merge_values(item.attributes, merges)]
        ),
        groups=tuple(
            replace(item, type=_merge_type(item.type, merges)) for item in annotation_set.groups
        ),
    )


def _merge_type(name: str, merges: Sequence[Merge]) -> str:
    for merge in merges:
        name = name if merge.attribute else merge.apply(name)
    return name


def _merge_values(attributes: Mapping[str, str], merges: Sequence[Merge]) -> dict[str, str]:
    values = dict(attributes)
    for merge in merges:
        if merge.attribute in values:
            values[merge.attribute] = merge.apply(values[merge.attribute])
    return values


def merge_schema(schema: Schema, merges: Sequence[Merge]) -> Schema:
    """Return the schema after the merges; the first merged type supplies the description."""
    return replace(
        schema,
        mention=_merge_kinds(schema.mention, merges),
        relation=tuple(
            replace(
                kind,
                first=_merge_names(kind.first, merges),
                second=_merge_names(kind.second, merges),
            )
            for kind in _merge_kinds(schema.relation, merges)
        ),
    )


def _merge_kinds(kinds: Sequence[_Kind], merges: Sequence[Merge]) -> tuple[_Kind, ...]:
    merged: dict[str, _Kind] = {}
    for kind in kinds:
        name = _merge_type(kind.name, merges)
        attributes = {
            own: _merge_attribute(own, attribute, merges)
            for own, attribute in kind.attributes.items()
        }
        merged.setdefault(name, replace(kind, name=name, attributes=attributes))
    return tuple(merged.values())


def _merge_names(names: Sequence[str], merges: Sequence[Merge]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_merge_type(name, merges) for name in names))


def _merge_attribute(name: str, attribute: AttributeType, merges: Sequence[Merge]) -> AttributeType:
    values = tuple(_merge_values({name: value}, merges)[name] for value in attribute.values)
    default = _merge_values({name: attribute.default}, merges)[name]
    return replace(attribute, values=tuple(dict.fromkeys(values)), default=default)
