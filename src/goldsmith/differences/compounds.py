"""Compound differences: connected differences of three or more classes.

Differences in one sentence are connected if a relation that differs leads from one to the other,
possibly through a mention that both annotators have, or if there is no word between them.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from goldsmith.core import Relation
from goldsmith.core.chain import find_components
from goldsmith.differences.classes import CAUSES
from goldsmith.differences.context import Context
from goldsmith.differences.mentions import Cluster
from goldsmith.differences.relations import NodeNames, RelationDifference, RelationDifferences
from goldsmith.differences.unmatched import UnmatchedMentions

_COMPOUND_CLASSES = 3


class DifferenceGroup(msgspec.Struct):
    """Differences that are reported as one: clusters of mentions, and relations between them."""

    clusters: list[Cluster]
    relations: list[RelationDifference]

    @property
    def is_compound(self) -> bool:
        """Whether it has three or more classes; mention and relation classes count separately.

        A class that names the cause of another is not counted.
        """
        classes = {("mention", name) for cluster in self.clusters for name in cluster.classes}
        classes |= {("relation", difference.name) for difference in self.relations}
        counted = [name for _, name in classes if name not in CAUSES]
        return len(counted) >= _COMPOUND_CLASSES


def group_differences(
    clusters: list[Cluster],
    relations: RelationDifferences,
    unmatched: UnmatchedMentions,
    context: Context,
    names: NodeNames,
) -> Iterator[DifferenceGroup]:
    """Yield every difference in exactly one group: compounds together, the others alone."""
    rest = DifferenceGroup(clusters, relations.differences)
    if rest.is_compound:
        connections = _Connections(clusters, relations, unmatched, context, names)
        rest = DifferenceGroup([], [])
        for component in find_components(connections.find_edges()):
            group = connections.build_group(component)
            if group.is_compound:
                yield group
            else:
                rest.clusters += group.clusters
                rest.relations += group.relations
    yield from (DifferenceGroup([cluster], []) for cluster in rest.clusters)
    yield from (DifferenceGroup([], [difference]) for difference in rest.relations)


class _Connections:
    """The connections between differences, as edges between names of clusters and relations."""

    def __init__(
        self,
        clusters: list[Cluster],
        relations: RelationDifferences,
        unmatched: UnmatchedMentions,
        context: Context,
        names: NodeNames,
    ) -> None:
        self._unmatched, self._context, self._names = unmatched, context, names
        self._consequences = relations.consequences
        self._clusters = {f"cluster {n}": cluster for n, cluster in enumerate(clusters)}
        self._relations = {
            f"relation {n}": difference for n, difference in enumerate(relations.differences)
        }
        self._cluster_of = {
            i: name for name, cluster in self._clusters.items() for i in cluster.members
        }

    def build_group(self, names: set[str]) -> DifferenceGroup:
        """Return the differences with these names."""
        return DifferenceGroup(
            [cluster for name, cluster in self._clusters.items() if name in names],
            [difference for name, difference in self._relations.items() if name in names],
        )

    def find_edges(self) -> Iterator[tuple[str, ...]]:
        """Yield each difference, and the edges between connected differences."""
        yield from ((name,) for name in (*self._clusters, *self._relations))
        yield from self._find_adjacent()
        for name, difference in self._relations.items():
            for side, rels in enumerate((difference.a, difference.b)):
                for rel in rels:
                    if self._is_in_one_sentence(side, rel):
                        yield (name, *self._get_ends(side, rel))
        for consequence in self._consequences:
            if self._is_in_one_sentence(consequence.side, consequence.rel):
                yield self._get_ends(consequence.side, consequence.rel)

    def _find_adjacent(self) -> Iterator[tuple[str, str]]:
        """Yield the clusters with mentions that only blanks, a hyphen or a slash separate."""
        mentions = self._unmatched.mentions
        clusters_at: dict[int, set[str]] = {}
        for number, name in self._cluster_of.items():
            clusters_at.setdefault(mentions[number].start, set()).add(name)
        for number, name in self._cluster_of.items():
            if mentions[number].spans:
                following = self._context.sentences.skip_gap(mentions[number].end)
                yield from ((name, adjacent) for adjacent in clusters_at.get(following, ()))

    def _get_ends(self, side: int, rel: Relation) -> tuple[str, str]:
        return self._get_end(side, rel.arg1), self._get_end(side, rel.arg2)

    def _get_end(self, side: int, mention_id: str) -> str:
        number = self._unmatched.number.get((side, mention_id))
        if number is not None:
            return self._cluster_of[number]
        return "mention {} {}".format(*self._names.get_node(side, mention_id))

    def _is_in_one_sentence(self, side: int, rel: Relation) -> bool:
        mentions = [self._context.mentions_by_id[side].get(arg) for arg in (rel.arg1, rel.arg2)]
        anchored = [mention for mention in mentions if mention is not None and mention.spans]
        if len(anchored) < len(mentions):
            return False
        start = min(mention.start for mention in anchored)
        end = max(mention.end for mention in anchored)
        return self._context.sentences.is_one_sentence(start, end)
