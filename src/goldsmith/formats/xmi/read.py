"""Annotation sets from a UIMA CAS.

Annotations become mentions, and their plain features become attributes. A feature that refers to
other feature structures becomes relations with the name of the feature; for a slot, the relations
have its role. The targets become mentions too, even tokens. Chains become groups.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from itertools import zip_longest
from typing import Any

from cassis.typesystem import is_annotation

from goldsmith.core import AnnotationSet, Code, Group, Mention, Note, Offsets, Relation, Span
from goldsmith.core.offsets import sort_spans
from goldsmith.errors import InputError
from goldsmith.formats.xmi import names
from goldsmith.formats.xmi.read_types import Kind, Layer, TypeMap
from goldsmith.formats.xmi.values import (
    get_feature,
    is_concept,
    list_elements,
    list_strings,
    parse_identifier,
    read_attributes,
    read_codes,
    read_semantic_types,
)

_ENDS = (names.GOVERNOR, names.DEPENDENT, "arg1", "arg2")


class CasReader:
    """A reader of the feature structures of one view."""

    def __init__(self, view: Any, types: TypeMap, lines: Mapping[int, int]) -> None:
        self._types, self._lines = types, lines
        self._indexed = sorted(view.get_all_fs(), key=lambda fs: fs.xmiID)
        self._in_index = {fs.xmiID for fs in self._indexed}
        self._text = view.sofa.sofaString or ""
        self._original_ids = {name for fs in self._indexed if (name := self._get_original_id(fs))}
        self._ids: dict[int, str] = {}
        self._processed: set[int] = set()
        self._mentions: list[Mention] = []
        self._used_ids: set[str] = set()
        self._relations: list[Relation] = []
        self._groups: list[Group] = []
        self._notes: list[Note] = []
        self._pending: list[tuple[Any, str]] = []

    def read_set(self, name: str) -> AnnotationSet:
        """Read the mentions, relations, groups and notes of the view as one set."""
        for kind in (Kind.MENTION, Kind.CHAIN, Kind.LINK, Kind.RELATION, Kind.ARGUMENTS):
            for fs in self._indexed:
                if self._get_layer(fs).kind is kind:
                    self._add(fs, kind)
        for fs, mention_id in self._pending:  # grows during the iteration
            self._add_references(fs, mention_id)
        return AnnotationSet(
            name,
            tuple(self._mentions),
            tuple(self._relations),
            tuple(self._groups),
            tuple(self._notes),
        )

    def _add(self, fs: Any, kind: Kind) -> None:
        if fs.xmiID in self._processed:
            return
        self._processed.add(fs.xmiID)
        if kind is Kind.RELATION:
            self._add_relation(fs, fs.Governor, fs.Dependent)
        elif kind is Kind.ARGUMENTS:
            first, second = (get_feature(fs, name) for name in ("arg1", "arg2"))
            self._add_relation(fs, get_feature(first, "argument"), get_feature(second, "argument"))
        elif kind is Kind.CHAIN:
            self._add_chain(fs)
        else:
            self._ensure_mention(fs)

    def _get_layer(self, fs: Any) -> Layer:
        return self._types.get_layer(fs.type)

    def _get_role(self, fs: Any, role: str) -> Any:
        """Return the value of the feature with a role, or None without such a feature."""
        feature = self._get_layer(fs).roles.get(role)
        return getattr(fs, feature) if feature else None

    def _get_original_id(self, fs: Any) -> str:
        return self._get_role(fs, "id") or ""

    def _assign_id(self, fs: Any) -> str:
        """Assign a feature structure its original id if it is unused, otherwise its XMI id."""
        new_id = self._get_original_id(fs)
        if not new_id or new_id in self._used_ids:
            new_id = str(fs.xmiID)
            while new_id in self._original_ids or new_id in self._used_ids:
                new_id = f"xmi.{new_id}"
        self._used_ids.add(new_id)
        self._notes += [
            Note(text, new_id, kind) for text, kind in _read_notes(self._get_layer(fs), fs)
        ]
        return new_id

    def _ensure_mention(self, fs: Any) -> str:
        """Return the id of the mention for a feature structure, adding the mention if needed."""
        if fs.xmiID in self._ids:
            return self._ids[fs.xmiID]
        mention_id = self._ids[fs.xmiID] = self._assign_id(fs)
        layer = self._get_layer(fs)
        spans, attributes = self._locate(fs)
        label = layer.label
        codes: tuple[Code, ...] = ()
        if not names.is_auxiliary(fs.type.name):
            features = {**read_attributes(fs, layer), **read_semantic_types(fs, layer)}
            attributes = {**features, **attributes}
            codes = tuple(read_codes(fs, layer))
            self._pending.append((fs, mention_id))
        if fs.type.name == names.NAMED_ENTITY:
            attributes[names.TYPE_ATTRIBUTE] = names.NAMED_ENTITY
            label = get_feature(fs, "value") or label
            identifier = get_feature(fs, "identifier")
            codes = (parse_identifier(identifier), *codes) if identifier else codes
        self._mentions.append(Mention(mention_id, label, spans, attributes, codes))
        return mention_id

    def _locate(self, fs: Any) -> tuple[tuple[Span, ...], dict[str, str]]:
        """Return the spans of a mention; if it has no length, its offset becomes an attribute."""
        if not is_annotation(fs):
            return (), {}
        begin, end = self._get_extent(fs)
        if begin == end:
            return (), {names.BEGIN_ATTRIBUTE: str(begin)} if begin else {}
        links = list_elements(self._get_role(fs, "fragments"))
        targets = [get_feature(link, "target") for link in links]
        fragments = [self._get_extent(target) for target in targets if is_annotation(target)]
        return sort_spans([(begin, end), *fragments]), {}

    def _get_extent(self, fs: Any) -> tuple[int, int]:
        if fs.xmiID in self._in_index:  # cassis converts the offsets of these
            return fs.begin, fs.end
        return self._offsets.from_utf16(fs.begin), self._offsets.from_utf16(fs.end)

    @cached_property
    def _offsets(self) -> Offsets:
        return Offsets(self._text)

    def _add_references(self, fs: Any, mention_id: str) -> None:
        """Add relations for the features that refer to feature structures."""
        for feature, name in self._get_layer(fs).references:
            for number, target in enumerate(list_elements(getattr(fs, feature)), 1):
                if target is not None and not is_concept(target):
                    self._add_reference(mention_id, name, number, target)

    def _add_reference(self, mention_id: str, name: str, number: int, target: Any) -> None:
        """Add a relation to the target of a feature, or to the target of its slot."""
        kind = self._get_layer(target).kind
        attributes = {}
        if kind in (Kind.RELATION, Kind.ARGUMENTS, Kind.CHAIN):
            self._add(target, kind)  # it already links the mentions
            return
        if kind is Kind.NOTHING and ("target", "target") in self._get_layer(target).references:
            attributes = {"role": target.role} if get_feature(target, "role") else {}
            target = target.target
        if target is not None:
            link_id = f"{mention_id}.{name}.{number}"
            ends = (mention_id, self._ensure_mention(target))
            self._relations.append(Relation(link_id, name, *ends, attributes))

    def _add_relation(self, fs: Any, first: Any, second: Any) -> None:
        if first is None or second is None:
            raise InputError(
                f"the relation {fs.xmiID} has only one end",
                line=self._lines.get(fs.xmiID, 0),
                expected="two linked annotations",
                remedy="Remove it or complete it in the tool that made it",
            )
        layer = self._get_layer(fs)
        attributes = read_attributes(fs, layer)
        label = layer.label
        if layer.kind is Kind.ARGUMENTS:
            label = attributes.pop("category", label)
        ends = (self._ensure_mention(first), self._ensure_mention(second))
        for feature, name in layer.references:
            if feature not in _ENDS and (targets := list_elements(getattr(fs, feature))):
                attributes[name] = " ".join(
                    self._ensure_mention(target) for target in targets if target is not None
                )
        self._relations.append(Relation(self._assign_id(fs), label, *ends, attributes))

    def _add_chain(self, fs: Any) -> None:
        members = []
        visited: set[int] = set()
        link = fs.first
        while link is not None:
            if link.xmiID in visited:
                raise InputError(
                    f"the chain {fs.xmiID} is circular",
                    line=self._lines.get(fs.xmiID, 0),
                    expected="a last link without `next`",
                )
            visited.add(link.xmiID)
            members.append(self._ensure_member(link))
            link = get_feature(link, "next")
        layer = self._get_layer(fs)
        attributes = read_attributes(fs, layer)
        self._groups.append(Group(self._assign_id(fs), layer.label, tuple(members), attributes))

    def _ensure_member(self, link: Any) -> str:
        """Return the id of the mention that a link names, or of the link as a mention."""
        mention_id = self._get_role(link, "mention")
        if mention_id in self._used_ids:
            self._ids[link.xmiID] = mention_id
        return self._ensure_mention(link)


def _read_notes(layer: Layer, fs: Any) -> list[tuple[str, str]]:
    """Return the notes of a feature structure, each with its kind."""
    if "note" not in layer.roles:
        return []
    texts = list_strings(getattr(fs, layer.roles["note"]))
    kinds = list_strings(getattr(fs, layer.roles["noteKind"])) if "noteKind" in layer.roles else []
    return list(zip_longest(texts, kinds[: len(texts)], fillvalue=""))
