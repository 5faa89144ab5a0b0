"""The chains of two sets and the mentions they share: what every coreference metric counts from.

A mention of a and a mention of b on the same spans are one (on request, also where they overlap).
A mention without such a twin stays in its chain and is counted on its own side (metrics.md, i2b2).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Literal, get_args

import msgspec
import numpy as np

from goldsmith.alignment import by_type as type_of
from goldsmith.core import AnnotationSet, Mention, Schema, chains
from goldsmith.errors import InputError
from goldsmith.metrics.engine.base import Compared, Metric, Tally, Value, f1
from goldsmith.metrics.engine.mention_pairs import anything, content, paired

ALL = "all"
Singletons = Literal["given", "none"]
Chain = tuple[Mention, ...]


class Both(msgspec.Struct, frozen=True):
    """The chains of a and of b; `shared` holds the mentions that a chain of each has in common."""

    a: tuple[Chain, ...]
    b: tuple[Chain, ...]
    shared: Mapping[tuple[int, int], list[tuple[str, str]]]

    def sides(self) -> Iterator[tuple[Literal["a", "b"], tuple[Chain, ...], list[dict[int, int]]]]:
        """For each side its chains, and for each of them: chain of the other -> mentions shared."""
        rows: list[dict[int, int]] = [{} for _ in self.a]
        columns: list[dict[int, int]] = [{} for _ in self.b]
        for (i, j), twins in self.shared.items():
            rows[i][j] = columns[j][i] = len(twins)
        yield "a", self.a, rows
        yield "b", self.b, columns

    def only(self, kind: str) -> Both:
        """The chains of one type on both sides; what they share with others is left out."""
        a, b = ([i for i, one in enumerate(s) if chain_type(one) == kind] for s in (self.a, self.b))
        at_a, at_b = ({old: new for new, old in enumerate(kept)} for kept in (a, b))
        shared = {
            (at_a[i], at_b[j]): twins
            for (i, j), twins in self.shared.items()
            if i in at_a and j in at_b
        }
        return Both(tuple(self.a[i] for i in a), tuple(self.b[j] for j in b), shared)


class ChainMetric(Metric):
    """Base of the coreference metrics: each says what it counts of two sets of chains."""

    groups = "type of chain"
    main = "f1"
    symmetric = frozenset({"f1"})
    perfect = frozenset({"precision", "recall", "f1"})
    pooled = False

    def __init__(
        self, *, singletons: Singletons = "given", overlap: bool = False, by_type: bool = False
    ) -> None:
        if singletons not in get_args(Singletons):
            raise InputError(
                f"{singletons!r} says nothing about singletons", expected="given or none"
            )
        self.singletons, self.overlap, self.by_type = singletons, overlap, by_type

    def count(self, pair: Compared, tally: Tally) -> None:
        both = compared_chains(pair, singletons=self.singletons, overlap=self.overlap)
        self.count_chains(both, tally, ALL)
        if self.by_type:
            for kind in sorted({chain_type(chain) for chain in (*both.a, *both.b)}):
                self.count_chains(both.only(kind), tally, kind)

    def count_chains(self, both: Both, tally: Tally, group: str) -> None:
        """Adds what two sets of chains have to one group of the tally."""
        raise NotImplementedError


def compared_chains(pair: Compared, *, singletons: Singletons, overlap: bool) -> Both:
    """The chains of the two sets, and which mentions they share."""
    schema = _with_identity(pair.schema)
    a, b = (_partition(one, schema, singletons) for one in (pair.a, pair.b))
    chain_a, chain_b = (
        {mention.id: number for number, chain in enumerate(side) for mention in chain}
        for side in (a, b)
    )
    shared: dict[tuple[int, int], list[tuple[str, str]]] = {}
    for first, second in _twins(a, b, overlap):
        shared.setdefault((chain_a[first], chain_b[second]), []).append((first, second))
    return Both(a, b, shared)


def chain_type(chain: Chain) -> str:
    """The type of the mention that grounds the chain; of several at that place, the first by name.

    The grounding of `goldsmith.core.Chain` may be another of these: there ids decide.
    """
    return min((mention.start, mention.end, mention.type) for mention in chain)[2]


def _with_identity(schema: Schema | None) -> Schema:
    if schema is None:
        raise InputError(
            "coreference cannot be measured without a schema",
            remedy="Name a schema with --schema, so that it is known which relations mean identity",
        )
    if not any(kind.identity for kind in schema.relation):
        raise InputError(
            f"the schema {schema.name} has no relation that means identity",
            expected="a relation type with identity = true",
            remedy="Name the schema with --schema under which the chains were made",
        )
    return schema


def _partition(
    annotation_set: AnnotationSet, schema: Schema, singletons: Singletons
) -> tuple[Chain, ...]:
    """The chains as mentions; with singletons given, every mention is in exactly one.

    A chain of one is a singleton whether it was written down as a group or not.
    """
    known = annotation_set.by_id()
    found = [
        tuple(known[member] for member in chain.members if member in known)
        for chain in chains(annotation_set, schema)
    ]
    if singletons == "none":
        return tuple(chain for chain in found if len(chain) > 1)
    linked = {mention.id for chain in found for mention in chain}
    found += [(mention,) for mention in known.values() if mention.id not in linked]
    return tuple(chain for chain in found if chain)


def _twins(a: tuple[Chain, ...], b: tuple[Chain, ...], overlap: bool) -> Iterator[tuple[str, str]]:
    """Ids of the mentions that are one. Type decides only between mentions on the same spans."""
    sides = [{mention.id: mention for chain in side for mention in chain} for side in (a, b)]
    if any(_stacked(side.values()) for side in sides):
        sides = [_told_apart(side) for side in (a, b)]
    own_a, own_b = ({mention.id: own for own, mention in side.items()} for side in sides)
    mentions = [tuple(side.values()) for side in sides]
    for one, other in paired(*mentions, kinds=(type_of, anything), partial=overlap):
        yield own_a[one.id], own_b[other.id]


def _stacked(mentions: Collection[Mention]) -> bool:
    """Whether two mentions are on the same spans."""
    return len({mention.spans for mention in mentions}) < len(mentions)


def _told_apart(side: tuple[Chain, ...]) -> dict[str, Mention]:
    """Id -> the mention, its id beginning with the rank of its chain.

    Duplicates are paired in the order of their ids. Chains are ranked by what they hold, so that
    it is the chain that tells duplicates apart and the scores are the same for any ids.
    """
    ranked = sorted(side, key=lambda chain: sorted(map(content, chain)))
    return {
        mention.id: msgspec.structs.replace(mention, id=f"{rank:09} {mention.id}")
        for rank, chain in enumerate(ranked)
        for mention in chain
    }


def ids(chain: Iterable[Mention]) -> tuple[str, ...]:
    """The ids of the mentions of a chain."""
    return tuple(mention.id for mention in chain)


def count_mentions(both: Both, tally: Tally, group: str) -> None:
    """Adds the mentions of both sides to the columns a and b."""
    for side, all_chains, _ in both.sides():
        for chain in all_chains:
            for mention in chain:
                tally.side(group, side, side, mention.id)


def count_links(both: Both, tally: Tally, group: str, links: Callable[[int], int]) -> None:
    """Adds the links that both have (`common`), that only a has (`missed`) and only b (`spurious`).

    `links` says how many there are between so many mentions of one chain.
    """
    for twins in both.shared.values():
        if number := links(len(twins)):
            tally.add(group, "common", number, a=[a for a, _ in twins], b=[b for _, b in twins])
    for side, all_chains, cells in both.sides():
        for chain, shared in zip(all_chains, cells, strict=True):
            number = links(len(chain)) - sum(map(links, shared.values()))
            if number and side == "a":
                tally.add(group, "missed", number, a=ids(chain))
            elif number:
                tally.add(group, "spurious", number, b=ids(chain))


def scores(precision: Value, recall: Value) -> dict[str, Value]:
    """Precision, recall and F1; F1 is 0 where only one of the sides has anything."""
    one_side = np.isnan(precision) ^ np.isnan(recall)
    both = np.where(one_side, 0.0, f1(precision, recall))
    return {"precision": precision, "recall": recall, "f1": both}
