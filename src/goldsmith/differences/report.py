"""What was found, as differences: ids, types and the place in the text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from goldsmith.core import Mention
from goldsmith.differences.classes import CLASSES, COMPOUND, Difference
from goldsmith.differences.compounds import Place
from goldsmith.differences.context import Context
from goldsmith.differences.coreference import Linked
from goldsmith.differences.relations import Differing, Following
from goldsmith.differences.unmatched import Unmatched

_ORDER = {name: at for at, name in enumerate(CLASSES)}


class Reporter:
    """Makes the differences of one document."""

    def __init__(self, context: Context, rest: Unmatched, following: Iterable[Following]) -> None:
        self._context, self._rest = context, rest
        self._following: dict[int, list[Following]] = {}
        for one in following:
            self._following.setdefault(rest.number[one.side, one.cause], []).append(one)

    def place(self, place: Place) -> Difference:
        """A cluster of mentions or a relation by itself, or all that makes a compound."""
        if not place.clusters:
            return self._relation(place.differing[0])
        members = [i for cluster in place.clusters for i in cluster.members]
        mentions = [self._rest.mentions[i] for i in members]
        start, end = _region(mentions)
        return Difference(
            self._context.doc.id,
            "mention",
            (COMPOUND,) if place.is_compound else _ordered(place.clusters[0].classes),
            self._rest.ids(0, members),
            self._rest.ids(1, members),
            _compound_rule(place) if place.is_compound else "; ".join(place.clusters[0].rules),
            start,
            end,
            _types(mentions),
            self._relations(0, place, members),
            self._relations(1, place, members),
        )

    def _relations(self, side: int, place: Place, members: Iterable[int]) -> tuple[str, ...]:
        """The relations of one side that go with some mentions, or are part of a compound."""
        found = [
            one.rel.id
            for number in members
            for one in self._following.get(number, ())
            if one.side == side
        ]
        found += [rel.id for one in place.differing for rel in (one.a, one.b)[side]]
        return tuple(sorted(found))

    def _relation(self, one: Differing) -> Difference:
        ends = [
            self._context.by_id[side].get(argument)
            for side, rels in enumerate((one.a, one.b))
            for rel in rels
            for argument in (rel.arg1, rel.arg2)
        ]
        start, end = _region([mention for mention in ends if mention is not None])
        a, b = (tuple(rel.id for rel in rels) for rels in (one.a, one.b))
        types = tuple(sorted(one.types))
        document = self._context.doc.id
        return Difference(document, "relation", (one.name,), a, b, one.rule, start, end, types)

    def chains(self, one: Linked) -> Difference:
        """A link between mentions that only one side makes."""
        mentions = [
            self._context.by_id[side][name]
            for side, names in enumerate((one.a, one.b))
            for name in names
            if name in self._context.by_id[side]
        ]
        return Difference(
            self._context.doc.id,
            "coreference",
            (one.name,),
            one.a,
            one.b,
            one.rule,
            *_region(mentions),
            _types(mentions),
        )


def _ordered(classes: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(classes, key=_ORDER.__getitem__))


def _types(mentions: Iterable[Mention]) -> tuple[str, ...]:
    return tuple(sorted({mention.type for mention in mentions}))


def _region(mentions: Sequence[Mention]) -> tuple[int, int]:
    """From the first character to the last; -1 where no mention stands in the text."""
    placed = [mention for mention in mentions if mention.spans]
    if not placed:
        return -1, -1
    return min(mention.start for mention in placed), max(mention.end for mention in placed)


def _compound_rule(place: Place) -> str:
    names = _ordered({name for cluster in place.clusters for name in cluster.classes})
    relations = _ordered({one.name for one in place.differing})
    listed = ", ".join((*names, *(f"{name} of a relation" for name in relations)))
    return f"differences of several classes hang together here: {listed}"
