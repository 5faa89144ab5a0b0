"""The annotations of a UIMA CAS in Goldsmith's terms.

Annotations are mentions and their plain features attributes. A feature that points at other
feature structures makes relations of the feature's name; through a slot they bear its role. What
is pointed at becomes a mention too, even a token. Chains are groups.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from itertools import zip_longest
from typing import Any

from cassis.typesystem import is_annotation

from goldsmith.core import AnnotationSet, Code, Group, Mention, Note, Offsets, Relation, Span
from goldsmith.core.offsets import tidy
from goldsmith.errors import InputError
from goldsmith.formats.xmi import names
from goldsmith.formats.xmi.types import Kind, Layer, Types
from goldsmith.formats.xmi.values import (
    attributes,
    codes,
    elements,
    held,
    identifier,
    is_concept,
    semantic_types,
    strings,
)

_ENDS = (names.GOVERNOR, names.DEPENDENT, "arg1", "arg2")


class Annotations:
    """Gathers what the feature structures of one view say."""

    def __init__(self, view: Any, types: Types, lines: Mapping[int, int]) -> None:
        self._types, self._lines = types, lines
        self._indexed = sorted(view.get_all_fs(), key=lambda fs: fs.xmiID)
        self._in_index = {fs.xmiID for fs in self._indexed}
        self._text = view.sofa.sofaString or ""
        self._given = {name for fs in self._indexed if (name := self._given_id(fs))}
        self._ids: dict[int, str] = {}
        self._taken: set[int] = set()
        self._mentions: list[Mention] = []
        self._used: set[str] = set()
        self._relations: list[Relation] = []
        self._groups: list[Group] = []
        self._notes: list[Note] = []
        self._to_follow: list[tuple[Any, str]] = []

    def annotation_set(self, name: str) -> AnnotationSet:
        """The mentions, relations, groups and notes of the view."""
        for kind in (Kind.MENTION, Kind.CHAIN, Kind.LINK, Kind.RELATION, Kind.ARGUMENTS):
            for fs in self._indexed:
                if self._layer(fs).kind is kind:
                    self._take(fs, kind)
        for fs, mention_id in self._to_follow:  # grows while it is gone through
            self._follow(fs, mention_id)
        return AnnotationSet(
            name,
            tuple(self._mentions),
            tuple(self._relations),
            tuple(self._groups),
            tuple(self._notes),
        )

    def _take(self, fs: Any, kind: Kind) -> None:
        if fs.xmiID in self._taken:
            return
        self._taken.add(fs.xmiID)
        if kind is Kind.RELATION:
            self._relation(fs, fs.Governor, fs.Dependent)
        elif kind is Kind.ARGUMENTS:
            self._relation(fs, *(held(one, "argument") for one in (fs.arg1, fs.arg2)))
        elif kind is Kind.CHAIN:
            self._chain(fs)
        else:
            self._mention(fs)

    def _layer(self, fs: Any) -> Layer:
        return self._types.layer(fs.type)

    def _held(self, fs: Any, what: str) -> Any:
        """What a feature of ours holds, None if there is no such feature."""
        feature = self._layer(fs).roles.get(what)
        return getattr(fs, feature) if feature else None

    def _given_id(self, fs: Any) -> str:
        return self._held(fs, "id") or ""

    def _new_id(self, fs: Any) -> str:
        """The id that a feature structure bears, or its XMI id; a copy bears that of another."""
        fresh = self._given_id(fs)
        if not fresh or fresh in self._used:
            fresh = str(fs.xmiID)
            while fresh in self._given or fresh in self._used:
                fresh = f"xmi.{fresh}"
        self._used.add(fresh)
        self._notes += [Note(text, fresh, kind) for text, kind in notes(self._layer(fs), fs)]
        return fresh

    def _mention(self, fs: Any) -> str:
        """The id of the mention that a feature structure is, which is made if need be."""
        if fs.xmiID in self._ids:
            return self._ids[fs.xmiID]
        mention_id = self._ids[fs.xmiID] = self._new_id(fs)
        layer = self._layer(fs)
        spans, found = self._place(fs)
        label = layer.label
        coded: tuple[Code, ...] = ()
        if not names.is_machinery(fs.type.name):
            found = {**attributes(fs, layer), **semantic_types(fs, layer), **found}
            coded = tuple(codes(fs, layer))
            self._to_follow.append((fs, mention_id))
        if fs.type.name == names.NAMED_ENTITY:
            found[names.TYPE] = names.NAMED_ENTITY
            label = held(fs, "value") or label
            given = held(fs, "identifier")
            coded = (identifier(given), *coded) if given else coded
        self._mentions.append(Mention(mention_id, label, spans, found, coded))
        return mention_id

    def _place(self, fs: Any) -> tuple[tuple[Span, ...], dict[str, str]]:
        """Where a mention stands; one without extent stands nowhere, but keeps its place."""
        if not is_annotation(fs):
            return (), {}
        begin, end = self._extent(fs)
        if begin == end:
            return (), {names.PLACE: str(begin)} if begin else {}
        targets = [held(link, "target") for link in elements(self._held(fs, "fragments"))]
        fragments = [self._extent(one) for one in targets if is_annotation(one)]
        return tidy([(begin, end), *fragments]), {}

    def _extent(self, fs: Any) -> tuple[int, int]:
        if fs.xmiID in self._in_index:  # cassis converts the offsets of these
            return fs.begin, fs.end
        return self._offsets.from_utf16(fs.begin), self._offsets.from_utf16(fs.end)

    @cached_property
    def _offsets(self) -> Offsets:
        return Offsets(self._text)

    def _follow(self, fs: Any, mention_id: str) -> None:
        """Makes relations of the features that point at something."""
        for feature, name in self._layer(fs).references:
            for number, one in enumerate(elements(getattr(fs, feature)), 1):
                if one is not None and not is_concept(one):
                    self._point(mention_id, name, number, one)

    def _point(self, mention_id: str, name: str, number: int, target: Any) -> None:
        """Makes a relation to what a feature points at, through a slot if there is one."""
        kind = self._layer(target).kind
        found = {}
        if kind in (Kind.RELATION, Kind.ARGUMENTS, Kind.CHAIN):
            self._take(target, kind)  # it links the mentions by itself
            return
        if kind is Kind.NOTHING and ("target", "target") in self._layer(target).references:
            found = {"role": target.role} if held(target, "role") else {}
            target = target.target
        if target is not None:
            link_id = f"{mention_id}.{name}.{number}"
            ends = (mention_id, self._mention(target))
            self._relations.append(Relation(link_id, name, *ends, found))

    def _relation(self, fs: Any, first: Any, second: Any) -> None:
        if first is None or second is None:
            raise InputError(
                f"the relation {fs.xmiID} has one end only",
                line=self._lines.get(fs.xmiID, 0),
                expected="two annotations that it links",
                remedy="Take it out or complete it in the tool that made it",
            )
        layer = self._layer(fs)
        found = attributes(fs, layer)
        kind = found.pop("category", layer.label) if layer.kind is Kind.ARGUMENTS else layer.label
        ends = (self._mention(first), self._mention(second))
        for feature, name in layer.references:
            if feature not in _ENDS and (others := elements(getattr(fs, feature))):
                found[name] = " ".join(self._mention(one) for one in others if one is not None)
        self._relations.append(Relation(self._new_id(fs), kind, *ends, found))

    def _chain(self, fs: Any) -> None:
        members = []
        seen: set[int] = set()
        link = fs.first
        while link is not None:
            if link.xmiID in seen:
                raise InputError(
                    f"the chain {fs.xmiID} goes round in a circle",
                    line=self._lines.get(fs.xmiID, 0),
                    expected="a last link without a next one",
                )
            seen.add(link.xmiID)
            members.append(self._member(link))
            link = held(link, "next")
        layer = self._layer(fs)
        found = attributes(fs, layer)
        self._groups.append(Group(self._new_id(fs), layer.label, tuple(members), found))

    def _member(self, link: Any) -> str:
        """The mention that a link of ours names, or else the link itself."""
        named = self._held(link, "mention")
        if named in self._used:
            self._ids[link.xmiID] = named
        return self._mention(link)


def notes(layer: Layer, fs: Any) -> list[tuple[str, str]]:
    """The notes that a feature structure of ours bears, with their kinds."""
    if "note" not in layer.roles:
        return []
    texts = strings(getattr(fs, layer.roles["note"]))
    kinds = strings(getattr(fs, layer.roles["noteKind"])) if "noteKind" in layer.roles else []
    return list(zip_longest(texts, kinds[: len(texts)], fillvalue=""))
