"""Agreement on coreference pairs in either direction, on equal and on overlapping mentions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from goldsmith.core import AnnotationSet, Mention, Schema
from goldsmith.core.chain import find_repeated_members, select_identity_groups
from goldsmith.metrics.coreference.chains import require_identity
from goldsmith.metrics.coreference.evidence import count_evidence, describe_absent_pairs
from goldsmith.metrics.engine.base import Columns, Key, Metric, SetPair, Tally, Value, divide
from goldsmith.metrics.engine.relation_pairs import NodeNumbers, match_keys, number_nodes
from goldsmith.metrics.engine.traits import get_semantic_class

_NO_CLASS = "none"


class Link(NamedTuple):
    """Two mentions that a set links, by their ids, and the id of the relation or group."""

    source: str
    first: str
    second: str


class CoreferencePairs(Metric):
    """Pair agreement of the i2b2/VA 2011 challenge (appendix II)."""

    title = "Coreference pairs"
    definition = (
        "A pair links two mentions of the same thing, in either direction. IAA = 2·matches / "
        "(2·matches + non-matches) = 2·matches / (a + b). Exact: both mentions have the same "
        "spans and type in both sets; at least partial: they overlap and have the same type. The "
        "class of a pair is the class of the later mention; overall, numerators and denominators "
        "are summed over classes (i2b2 appendix II, Table 2)."
    )
    groups = "class of the later mention"
    columns = {
        "a": "pairs of the first set",
        "b": "pairs of the second set",
        "exact": "pairs of both sets whose mentions have the same spans",
        "partial": "pairs of both sets whose mentions have the same spans or overlap",
    }
    values = {
        "exact_iaa": "2·exact / (a + b)",
        "partial_iaa": "2·partial / (a + b)",
    }
    main = "exact_iaa"
    symmetric = perfect = frozenset(values)
    example_schema = "i2b2-2011"

    def count(self, pair: SetPair, tally: Tally) -> None:
        schema = require_identity(pair.schema)
        count_evidence(pair, schema, tally)
        links = [list(list_links(side, schema)) for side in (pair.a, pair.b)]
        lenient = number_nodes(pair, "lenient")
        classes = _ClassIndex(pair, lenient)
        for side, numbers, side_links in zip("ab", (lenient.a, lenient.b), links, strict=True):
            for link in side_links:
                group = classes.choose(numbers[link.first], numbers[link.second])
                tally.add_side(group, side, side, link.source)
        _count_matches("exact", number_nodes(pair, "strict"), links, classes, tally)
        _count_matches("partial", lenient, links, classes, tally)

    def compute(self, sums: Columns) -> dict[str, Value]:
        total = sums["a"] + sums["b"]
        return {
            "exact_iaa": divide(2 * sums["exact"], total),
            "partial_iaa": divide(2 * sums["partial"], total),
        }

    def list_notices(self, sums: Mapping[Key, float], names: tuple[str, str]) -> list[str]:
        return describe_absent_pairs(sums, names)


class _ClassIndex:
    """The class and the position of each node, regardless of the order of the sets."""

    def __init__(self, pair: SetPair, nodes: NodeNumbers) -> None:
        self.nodes = nodes
        self._places: dict[int, tuple[int, int, str]] = {}
        for annotation_set, numbers in ((pair.a, nodes.a), (pair.b, nodes.b)):
            for mention in annotation_set.mentions:
                number, place = numbers[mention.id], _get_place(mention)
                self._places[number] = min(self._places.get(number, place), place)

    def choose(self, *nodes: int) -> str:
        """Return the class of the latest of these nodes."""
        places = [self._places[node] for node in nodes if node in self._places]
        return max(places)[2] if places else _NO_CLASS


def _get_place(mention: Mention) -> tuple[int, int, str]:
    return mention.start, mention.end, get_semantic_class(mention)


def list_links(annotation_set: AnnotationSet, schema: Schema) -> Iterator[Link]:
    """Yield the pairs of a set that mean identity.

    In a set with chains instead of pairs (i2b2 files), each member is linked to the previous one,
    as an annotator with the least effort would do.
    """
    kinds = {kind.name: kind for kind in schema.relation if kind.identity}
    for rel in annotation_set.relations:
        if rel.type in kinds and kinds[rel.type].is_identity(rel.attributes):
            yield Link(rel.id, rel.arg1, rel.arg2)
    mentions = annotation_set.mentions_by_id()
    groups = select_identity_groups(annotation_set, schema)
    repeated = {
        (item.mention, item.group) for item in find_repeated_members(annotation_set, groups)
    }
    for group in groups:
        members = [
            mentions[member]
            for member in dict.fromkeys(group.members)
            if member in mentions and (member, group.id) not in repeated
        ]
        members.sort(key=lambda mention: (_get_place(mention), mention.id))
        for first, second in pairwise(members):
            yield Link(group.id, second.id, first.id)


def _count_matches(
    column: str,
    nodes: NodeNumbers,
    links: Sequence[Sequence[Link]],
    classes: _ClassIndex,
    tally: Tally,
) -> None:
    """Count the pairs that both sets have under this numbering of the nodes."""
    aligned = {nodes.a[mention]: number for mention, number in classes.nodes.a.items()}
    first, second = (
        _group_links(side_links, numbers)
        for side_links, numbers in zip(links, (nodes.a, nodes.b), strict=True)
    )
    for match in match_keys(first, second):
        for id_a, id_b in match.pairs:
            group = classes.choose(*(aligned[node] for node in aligned.keys() & match.key))
            tally.add(group, column, a=(id_a,), b=(id_b,))


def _group_links(
    links: Iterable[Link], numbers: Mapping[str, int]
) -> dict[tuple[Hashable, ...], list[str]]:
    """Group links by the two nodes that they link, in either direction."""
    groups: dict[tuple[Hashable, ...], list[str]] = defaultdict(list)
    for link in links:
        groups[tuple(sorted((numbers[link.first], numbers[link.second])))].append(link.source)
    return groups


provides = CoreferencePairs()
