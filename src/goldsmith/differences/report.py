"""Reported differences: ids, types and the place in the text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from goldsmith.core import Mention
from goldsmith.differences.causes import is_set_and_member
from goldsmith.differences.classes import CLASSES, COMPOUND, SET_MEMBER, Difference
from goldsmith.differences.compounds import DifferenceGroup
from goldsmith.differences.context import Context
from goldsmith.differences.coreference import LinkDifference
from goldsmith.differences.relations import Consequence, RelationDifference
from goldsmith.differences.traits import CODE, TraitDifference
from goldsmith.differences.unmatched import UnmatchedMentions

_SET = "one mention is the plural of the other"
_ORDER = {name: number for number, name in enumerate(CLASSES)}


class DifferenceBuilder:
    """A builder of the differences of one document."""

    def __init__(
        self, context: Context, unmatched: UnmatchedMentions, consequences: Iterable[Consequence]
    ) -> None:
        self._context, self._unmatched = context, unmatched
        self._consequences: dict[int, list[Consequence]] = {}
        for consequence in consequences:
            number = unmatched.number[consequence.side, consequence.cause]
            self._consequences.setdefault(number, []).append(consequence)

    def build_group(self, group: DifferenceGroup) -> Difference:
        """Build the difference of a cluster, of a relation or of a compound."""
        if not group.clusters:
            return self._build_relation(group.relations[0])
        members = [i for cluster in group.clusters for i in cluster.members]
        mentions = [self._unmatched.mentions[i] for i in members]
        cluster = group.clusters[0]
        start, end = _find_region(mentions)
        return Difference(
            self._context.doc.id,
            "mention",
            (COMPOUND,) if group.is_compound else _sort_classes(cluster.classes),
            self._unmatched.get_ids(0, members),
            self._unmatched.get_ids(1, members),
            _describe_compound(group) if group.is_compound else "; ".join(cluster.rules),
            start,
            end,
            _list_types(mentions),
            self._list_relations(0, group, members),
            self._list_relations(1, group, members),
        )

    def _list_relations(
        self, side: int, group: DifferenceGroup, members: Iterable[int]
    ) -> tuple[str, ...]:
        """Return the relations of one side that are consequences or part of a compound."""
        ids = [
            consequence.rel.id
            for number in members
            for consequence in self._consequences.get(number, ())
            if consequence.side == side
        ]
        ids += [
            rel.id for difference in group.relations for rel in (difference.a, difference.b)[side]
        ]
        return tuple(sorted(ids))

    def _build_relation(self, difference: RelationDifference) -> Difference:
        arguments = [
            self._context.mentions_by_id[side].get(argument)
            for side, rels in enumerate((difference.a, difference.b))
            for rel in rels
            for argument in (rel.arg1, rel.arg2)
        ]
        start, end = _find_region([mention for mention in arguments if mention is not None])
        a, b = (tuple(rel.id for rel in rels) for rels in (difference.a, difference.b))
        return Difference(
            self._context.doc.id,
            "relation",
            (difference.name,),
            a,
            b,
            difference.rule,
            start,
            end,
            tuple(sorted(difference.types)),
        )

    def build_link(self, difference: LinkDifference) -> Difference:
        """Build the difference of a link that only one side has."""
        mentions = [
            self._context.mentions_by_id[side][mention_id]
            for side, ids in enumerate((difference.a, difference.b))
            for mention_id in ids
            if mention_id in self._context.mentions_by_id[side]
        ]
        texts = [self._context.doc.get_covered_text(mention) for mention in mentions]
        is_set = is_set_and_member(texts)
        return Difference(
            self._context.doc.id,
            "coreference",
            (difference.name, SET_MEMBER) if is_set else (difference.name,),
            difference.a,
            difference.b,
            f"{difference.rule}; {_SET}" if is_set else difference.rule,
            *_find_region(mentions),
            _list_types(mentions),
        )

    def build_trait(self, difference: TraitDifference) -> Difference:
        """Build the difference between two mentions in an attribute or in their codes."""
        mentions = (difference.a, difference.b)
        return Difference(
            self._context.doc.id,
            "code" if difference.confusion.attribute == CODE else "attribute",
            difference.classes,
            (difference.a.id,),
            (difference.b.id,),
            "; ".join(difference.rules),
            *_find_region(mentions),
            _list_types(mentions),
            confusion=difference.confusion,
        )


def _sort_classes(classes: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(classes, key=_ORDER.__getitem__))


def _list_types(mentions: Iterable[Mention]) -> tuple[str, ...]:
    return tuple(sorted({mention.type for mention in mentions}))


def _find_region(mentions: Sequence[Mention]) -> tuple[int, int]:
    """Return the first start and the last end; -1 if no mention has a span."""
    anchored = [mention for mention in mentions if mention.spans]
    if not anchored:
        return -1, -1
    return min(mention.start for mention in anchored), max(mention.end for mention in anchored)


def _describe_compound(group: DifferenceGroup) -> str:
    names = _sort_classes({name for cluster in group.clusters for name in cluster.classes})
    relations = _sort_classes({difference.name for difference in group.relations})
    classes = ", ".join((*names, *(f"{name} of a relation" for name in relations)))
    return f"differences of several classes are connected here: {classes}"
