"""Differences that hang together: three or more classes in one place make a compound.

Differences hang together in one sentence where a relation that differs leads from one to another,
also over a mention that both annotators have, or where no word stands between them.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from goldsmith.core import Relation
from goldsmith.core.chain import components
from goldsmith.differences.classes import AMBIGUITY
from goldsmith.differences.context import Context
from goldsmith.differences.mentions import Cluster
from goldsmith.differences.relations import Compared, Differing, Names
from goldsmith.differences.unmatched import Unmatched

_MANY = 3


class Place(msgspec.Struct):
    """Differences that are told as one: clusters of mentions, and relations between them."""

    clusters: list[Cluster]
    differing: list[Differing]

    @property
    def is_compound(self) -> bool:
        """Whether three or more classes meet; a missing mention and a missing relation are two.

        That a word is ambiguous is said of an occurrence and is no further difference.
        """
        found = {("mention", name) for one in self.clusters for name in one.classes}
        found |= {("relation", one.name) for one in self.differing}
        return len(found - {("mention", AMBIGUITY)}) >= _MANY


def places(
    clusters: list[Cluster], compared: Compared, rest: Unmatched, context: Context, names: Names
) -> Iterator[Place]:
    """Every difference in exactly one place: those of a compound together, the others alone."""
    loose = Place(clusters, compared.differing)
    if loose.is_compound:
        edges = _Edges(clusters, compared, rest, context, names)
        loose = Place([], [])
        for numbers in components(edges.all()):
            place = edges.place(numbers)
            if place.is_compound:
                yield place
            else:
                loose.clusters += place.clusters
                loose.differing += place.differing
    yield from (Place([cluster], []) for cluster in loose.clusters)
    yield from (Place([], [one]) for one in loose.differing)


class _Edges:
    """What hangs together, as edges between names: of clusters, of relations, of mentions."""

    def __init__(
        self,
        clusters: list[Cluster],
        compared: Compared,
        rest: Unmatched,
        context: Context,
        names: Names,
    ) -> None:
        self._rest, self._context, self._names = rest, context, names
        self._following = compared.following
        self._clusters = {f"cluster {at}": one for at, one in enumerate(clusters)}
        self._differing = {f"relation {at}": one for at, one in enumerate(compared.differing)}
        self._home = {i: name for name, one in self._clusters.items() for i in one.members}

    def place(self, numbers: set[str]) -> Place:
        """The differences among some names."""
        return Place(
            [one for name, one in self._clusters.items() if name in numbers],
            [one for name, one in self._differing.items() if name in numbers],
        )

    def all(self) -> Iterator[tuple[str, ...]]:
        """The differences themselves, and what leads from one to another."""
        yield from ((name,) for name in (*self._clusters, *self._differing))
        yield from self._adjacent()
        for name, one in self._differing.items():
            for side, rels in enumerate((one.a, one.b)):
                for rel in rels:
                    if self._in_one_sentence(side, rel):
                        yield (name, *self._ends(side, rel))
        for follower in self._following:
            if self._in_one_sentence(follower.side, follower.rel):
                yield self._ends(follower.side, follower.rel)

    def _adjacent(self) -> Iterator[tuple[str, str]]:
        """Clusters with nothing but a blank or a hyphen between two mentions of theirs."""
        mentions = self._rest.mentions
        begins: dict[int, set[str]] = {}
        for number, name in self._home.items():
            begins.setdefault(mentions[number].start, set()).add(name)
        for number, name in self._home.items():
            if mentions[number].spans:
                after = self._context.sentences.after(mentions[number].end)
                yield from ((name, other) for other in begins.get(after, ()))

    def _ends(self, side: int, rel: Relation) -> tuple[str, str]:
        first, second = (self._end(side, argument) for argument in (rel.arg1, rel.arg2))
        return first, second

    def _end(self, side: int, mention: str) -> str:
        number = self._rest.number.get((side, mention))
        if number is not None:
            return self._home[number]
        return "mention {} {}".format(*self._names.node(side, mention))

    def _in_one_sentence(self, side: int, rel: Relation) -> bool:
        ends = [self._context.by_id[side].get(one) for one in (rel.arg1, rel.arg2)]
        known = [one for one in ends if one is not None and one.spans]
        if len(known) < len(ends):
            return False
        start, end = min(one.start for one in known), max(one.end for one in known)
        return self._context.sentences.one(start, end)
