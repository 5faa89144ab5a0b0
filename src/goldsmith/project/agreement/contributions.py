"""Counts of each annotator's contribution to the gold standard, and of dropped items."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from goldsmith.alignment import align, get_type
from goldsmith.core import AnnotationSet, Document, Mention, Schema
from goldsmith.metrics import SetPair
from goldsmith.metrics.coreference.coreference_pairs import list_links
from goldsmith.metrics.engine.mention_pairs import pair_mentions
from goldsmith.metrics.engine.relation_pairs import group_by_key, match_keys, number_nodes
from goldsmith.metrics.engine.traits import get_concept
from goldsmith.metrics.pairs import RELATION_TYPE, build_pair_keys
from goldsmith.metrics.relations import build_relation_keys, find_symmetric_types


class Contribution(msgspec.Struct, frozen=True):
    """The contribution of an annotator or system to the gold standard (ODIE, Table 3; Mayo)."""

    annotator: str
    kind: str
    """The kind of item: mentions, relations, pairs, codes or attributes."""
    taken: int
    """Items of the gold standard that the annotator has in exactly the same form."""
    alone: int
    """The items among them that no other annotator has; for a system, that no other set has."""
    share: float | None
    """taken / items of the gold standard in the documents that the annotator annotated."""
    dropped: int
    """The annotator's items that are not in the gold standard."""


class Match(NamedTuple):
    """The items of the gold standard, the matches of a set, and the other items of the set."""

    gold: int
    matched: frozenset[Hashable]
    dropped: int


class ContributionCounter:
    """Counts the items of the gold standard that each set has, document by document."""

    def __init__(self, gold: str, schema: Schema | None = None) -> None:
        self.gold, self.schema = gold, schema
        self.counts: dict[str, dict[str, Counter[str]]] = {kind: {} for kind in _KINDS}

    def add(self, doc: Document, annotators: Sequence[str], systems: Sequence[str] = ()) -> None:
        """Count a document that these annotators and systems annotated."""
        gold = doc.sets.get(self.gold)
        if gold is None:
            return
        people = [name for name in annotators if name != self.gold]
        for kind, match_items in _KINDS.items():
            matches = {
                name: match_items(SetPair(doc, gold, doc.sets[name], self.schema))
                for name in (*people, *systems)
            }
            makers = Counter(item for name in people for item in matches[name].matched)
            sharers = makers + Counter(item for name in systems for item in matches[name].matched)
            for name, match in matches.items():
                self._count(kind, name, match, sharers if name in systems else makers)

    def _count(self, kind: str, name: str, match: Match, makers: Mapping[Hashable, int]) -> None:
        self.counts[kind].setdefault(name, Counter()).update(
            gold=match.gold,
            taken=len(match.matched),
            alone=sum(makers[item] == 1 for item in match.matched),
            dropped=match.dropped,
        )

    def make_result(self, names: Sequence[str]) -> list[Contribution]:
        """Return the contribution of each set, for each kind of item that occurs."""
        return [
            _make_contribution(name, kind, counts.get(name, Counter()))
            for kind, counts in self.counts.items()
            if kind == _MENTIONS or any(count for own in counts.values() for count in own.values())
            for name in names
        ]


def _make_contribution(name: str, kind: str, counts: Counter[str]) -> Contribution:
    return Contribution(
        name,
        kind,
        counts["taken"],
        counts["alone"],
        counts["taken"] / counts["gold"] if counts["gold"] else None,
        counts["dropped"],
    )


def _match_mentions(pair: SetPair) -> Match:
    """Match mentions with the same type and spans."""
    alignment = align(pair.a.mentions, pair.b.mentions, partial=False)
    matched = frozenset(match.a.id for match in alignment.pairs)
    return Match(len(pair.a.mentions), matched, len(alignment.only_b))


def _match_relations(pair: SetPair) -> Match:
    """Match relations of the same type between the same mentions, as the metric `relations`."""
    if not pair.a.relations and not pair.b.relations:
        return _NOTHING
    nodes, symmetric = number_nodes(pair, "strict"), find_symmetric_types(pair.schema)
    return _match_groups(
        group_by_key(build_relation_keys(pair.a.relations, nodes.a, symmetric)),
        group_by_key(build_relation_keys(pair.b.relations, nodes.b, symmetric)),
    )


def _match_pairs(pair: SetPair) -> Match:
    """Match pairs: of a relation type and directed (ODIE), or of identity in either direction.

    The first kind are relations with the attribute `relation_type`. If there are none, the second
    kind are the coreference links, from relations or chains (i2b2), if the schema defines identity.
    """
    typed = [
        [rel for rel in side.relations if RELATION_TYPE in rel.attributes]
        for side in (pair.a, pair.b)
    ]
    if any(typed):
        nodes = number_nodes(pair, "strict")
        return _match_groups(
            group_by_key(build_pair_keys(typed[0], nodes.a)),
            group_by_key(build_pair_keys(typed[1], nodes.b)),
        )
    if pair.schema and any(kind.identity for kind in pair.schema.relation):
        return _match_links(pair, pair.schema)
    return _NOTHING


def _match_links(pair: SetPair, schema: Schema) -> Match:
    nodes = number_nodes(pair, "strict")
    first, second = (
        _group_links(side, schema, numbers)
        for side, numbers in ((pair.a, nodes.a), (pair.b, nodes.b))
    )
    return _match_groups(first, second)


def _group_links(
    annotation_set: AnnotationSet, schema: Schema, numbers: Mapping[str, int]
) -> dict[tuple[Hashable, ...], list[str]]:
    """Group the links of a set by their nodes; the ids of its mentions form a link's id."""
    groups: dict[tuple[Hashable, ...], list[str]] = {}
    for link in list_links(annotation_set, schema):
        nodes = tuple(sorted((numbers[link.first], numbers[link.second])))
        groups.setdefault(nodes, []).append(f"{link.source} {link.first} {link.second}")
    return {nodes: sorted(ids) for nodes, ids in groups.items()}


def _match_groups(
    gold: Mapping[tuple[Hashable, ...], list[str]], made: Mapping[tuple[Hashable, ...], list[str]]
) -> Match:
    """Match the ids of both sides one to one by key."""
    matches = list(match_keys(gold, made))
    matched = frozenset(first for match in matches for first, _ in match.pairs)
    return Match(sum(map(len, gold.values())), matched, sum(len(match.only_b) for match in matches))


def _match_codes(pair: SetPair) -> Match:
    """Match the codes of mentions with the same type and spans."""
    return _match_traits(pair, get_concept)


def _match_attributes(pair: SetPair) -> Match:
    """Match the attributes, with their values, of mentions with the same type and spans."""
    return _match_traits(pair, _get_attributes)


def _get_attributes(mention: Mention) -> frozenset[tuple[str, str]]:
    """Return the attributes of a mention without those of a format (`brat:event`)."""
    return frozenset(item for item in mention.attributes.items() if ":" not in item[0] and item[1])


def _match_traits(pair: SetPair, get_traits: Callable[[Mention], frozenset[Hashable]]) -> Match:
    """Match the traits of mentions; of several on the same spans, pair equal ones first."""
    total, made = (
        sum(len(get_traits(mention)) for mention in side.mentions) for side in (pair.a, pair.b)
    )
    if not total and not made:
        return _NOTHING
    keys = (lambda mention: (mention.type, get_traits(mention)), get_type)
    matched = frozenset(
        (first.id, trait)
        for first, second in pair_mentions(
            pair.a.mentions, pair.b.mentions, keys=keys, partial=False
        )
        for trait in get_traits(first) & get_traits(second)
    )
    return Match(total, matched, made - len(matched))


_NOTHING = Match(0, frozenset(), 0)
_MENTIONS = "mentions"
_KINDS: Mapping[str, Callable[[SetPair], Match]] = {
    _MENTIONS: _match_mentions,
    "relations": _match_relations,
    "pairs": _match_pairs,
    "codes": _match_codes,
    "attributes": _match_attributes,
}
