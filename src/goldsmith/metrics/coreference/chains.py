"""The chains of two sets and the mentions they share, which every coreference metric counts.

A mention of a and a mention of b on the same spans are the same mention (on request, also if they
overlap). A mention without a counterpart stays in its chain and counts for its own set only
(metrics.md, i2b2).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Literal, get_args

import msgspec
import numpy as np

from goldsmith.alignment import get_type
from goldsmith.core import AnnotationSet, Mention, Schema, derive_chains
from goldsmith.errors import InputError, Remedy
from goldsmith.metrics.coreference.evidence import (
    count_evidence,
    describe_evidence,
    withhold_without_chains,
)
from goldsmith.metrics.engine.base import Columns, Key, Metric, SetPair, Tally, Value, compute_f1
from goldsmith.metrics.engine.mention_pairs import get_content, ignore_type, pair_mentions

ALL = "all"
Singletons = Literal["given", "none"]
Chain = tuple[Mention, ...]


class ChainComparison(msgspec.Struct, frozen=True):
    """The chains of a and of b, and the mentions that a chain of a shares with a chain of b."""

    a: tuple[Chain, ...]
    b: tuple[Chain, ...]
    shared: Mapping[tuple[int, int], list[tuple[str, str]]]

    def iterate_sides(
        self,
    ) -> Iterator[tuple[Literal["a", "b"], tuple[Chain, ...], list[dict[int, int]]]]:
        """Yield each side with its chains and, for each chain, its overlaps.

        The overlaps map the index of a chain of the other side to the number of shared mentions.
        """
        rows: list[dict[int, int]] = [{} for _ in self.a]
        columns: list[dict[int, int]] = [{} for _ in self.b]
        for (i, j), pairs in self.shared.items():
            rows[i][j] = columns[j][i] = len(pairs)
        yield "a", self.a, rows
        yield "b", self.b, columns

    def restrict_to(self, chain_type: str) -> ChainComparison:
        """Return the comparison of the chains of one type only."""
        a, b = (
            [i for i, chain in enumerate(chains) if get_chain_type(chain) == chain_type]
            for chains in (self.a, self.b)
        )
        new_a, new_b = ({old: new for new, old in enumerate(selected)} for selected in (a, b))
        shared = {
            (new_a[i], new_b[j]): pairs
            for (i, j), pairs in self.shared.items()
            if i in new_a and j in new_b
        }
        return ChainComparison(tuple(self.a[i] for i in a), tuple(self.b[j] for j in b), shared)


class ChainMetric(Metric):
    """The base class of coreference metrics.

    Args:
        singletons: Treat mentions outside any chain as chains of one mention ("given"), or drop
            chains of one mention from both sets ("none").
        overlap: Also treat overlapping mentions as the same mention.
        by_type: Also count the chains of each type in a separate row.
    """

    groups = "type of chain"
    main = "f1"
    # The first set decides whether there is a chain to score (`withhold_without_chains`), so every
    # value may change with the sides.
    symmetric = frozenset()
    perfect = frozenset({"precision", "recall", "f1"})
    pooled = False

    def __init__(
        self, *, singletons: Singletons = "given", overlap: bool = False, by_type: bool = False
    ) -> None:
        if singletons not in get_args(Singletons):
            raise InputError(
                f"{singletons!r} is not an option for singletons", expected="given or none"
            )
        self.singletons, self.overlap, self.by_type = singletons, overlap, by_type

    def count(self, pair: SetPair, tally: Tally) -> None:
        chains = compare_chains(pair, singletons=self.singletons, overlap=self.overlap)
        count_evidence(pair, require_identity(pair.schema), tally)
        self.count_chains(chains, tally, ALL)
        if self.by_type:
            for chain_type in sorted({get_chain_type(chain) for chain in (*chains.a, *chains.b)}):
                self.count_chains(chains.restrict_to(chain_type), tally, chain_type)

    def count_chains(self, chains: ChainComparison, tally: Tally, group: str) -> None:
        """Count the chains of both sets in one group of the tally."""
        raise NotImplementedError

    def compute(self, sums: Columns) -> dict[str, Value]:
        return withhold_without_chains(self.score_chains(sums), sums)

    def score_chains(self, sums: Columns) -> dict[str, Value]:
        """Compute the values from the sums of the columns, even if no chain was recognised."""
        raise NotImplementedError

    def list_notices(self, sums: Mapping[Key, float], names: tuple[str, str]) -> list[str]:
        return describe_evidence(sums, names)


def compare_chains(pair: SetPair, *, singletons: Singletons, overlap: bool) -> ChainComparison:
    """Derive the chains of two sets and find the mentions they share.

    Raises:
        InputError: There is no schema, or it has no relation type that means identity.
    """
    schema = require_identity(pair.schema)
    a, b = (_build_partition(side, schema, singletons) for side in (pair.a, pair.b))
    chain_a, chain_b = (
        {mention.id: number for number, chain in enumerate(side) for mention in chain}
        for side in (a, b)
    )
    shared: dict[tuple[int, int], list[tuple[str, str]]] = {}
    for first, second in _pair_ids(a, b, overlap):
        shared.setdefault((chain_a[first], chain_b[second]), []).append((first, second))
    return ChainComparison(a, b, shared)


def get_chain_type(chain: Chain) -> str:
    """Return the type of the first mention; of several at the same place, the first type by name.

    `goldsmith.core.Chain.grounding` breaks such ties by id instead.
    """
    return min((mention.start, mention.end, mention.type) for mention in chain)[2]


def require_identity(schema: Schema | None) -> Schema:
    """Return the schema if it has a relation type that means identity.

    Raises:
        InputError: There is no schema, or it has no such type.
    """
    if schema is None:
        raise InputError(
            "coreference cannot be measured without a schema",
            expected="a schema that declares which relations mean identity",
            remedy=Remedy.NAME_SCHEMA,
        )
    if not any(kind.identity for kind in schema.relation):
        raise InputError(
            f"the schema {schema.name} has no relation that means identity",
            expected="a relation type with identity = true",
            remedy=Remedy.NAME_SCHEMA,
        )
    return schema


def _build_partition(
    annotation_set: AnnotationSet, schema: Schema, singletons: Singletons
) -> tuple[Chain, ...]:
    """Return the chains as mentions; with singletons, every mention is in exactly one chain.

    A mention that is a group by itself and a mention in no group are both singletons.
    """
    mentions = annotation_set.mentions_by_id()
    chains = [
        tuple(mentions[member] for member in chain.members if member in mentions)
        for chain in derive_chains(annotation_set, schema)
    ]
    if singletons == "none":
        return tuple(chain for chain in chains if len(chain) > 1)
    linked = {mention.id for chain in chains for mention in chain}
    chains += [(mention,) for mention in mentions.values() if mention.id not in linked]
    return tuple(chain for chain in chains if chain)


def _pair_ids(
    a: tuple[Chain, ...], b: tuple[Chain, ...], overlap: bool
) -> Iterator[tuple[str, str]]:
    """Yield the ids of matching mentions; types matter only among mentions on equal spans."""
    sides = [{mention.id: mention for chain in side for mention in chain} for side in (a, b)]
    if any(_have_equal_spans(side.values()) for side in sides):
        sides = [_rank_duplicates(side) for side in (a, b)]
    own_a, own_b = ({mention.id: own for own, mention in side.items()} for side in sides)
    mentions = [tuple(side.values()) for side in sides]
    for first, second in pair_mentions(*mentions, keys=(get_type, ignore_type), partial=overlap):
        yield own_a[first.id], own_b[second.id]


def _have_equal_spans(mentions: Collection[Mention]) -> bool:
    """Return whether any two mentions are on the same spans."""
    return len({mention.spans for mention in mentions}) < len(mentions)


def _rank_duplicates(side: tuple[Chain, ...]) -> dict[str, Mention]:
    """Map each id to its mention, with an id that begins with the rank of its chain.

    Duplicates are paired in the order of their ids. Chains are ranked by content, so that
    duplicates are ordered by their chains and the scores do not depend on the ids.
    """
    ranked = sorted(side, key=lambda chain: sorted(map(get_content, chain)))
    return {
        mention.id: msgspec.structs.replace(mention, id=f"{rank:09} {mention.id}")
        for rank, chain in enumerate(ranked)
        for mention in chain
    }


def get_ids(chain: Iterable[Mention]) -> tuple[str, ...]:
    """Return the ids of the mentions of a chain."""
    return tuple(mention.id for mention in chain)


def count_mentions(chains: ChainComparison, tally: Tally, group: str) -> None:
    """Count the mentions of both sides in the columns a and b."""
    for side, side_chains, _ in chains.iterate_sides():
        for chain in side_chains:
            for mention in chain:
                tally.add_side(group, side, side, mention.id)


def count_links(
    chains: ChainComparison, tally: Tally, group: str, get_link_count: Callable[[int], int]
) -> None:
    """Count the links of both sets (`common`), of a only (`missed`) and of b only (`spurious`).

    Args:
        chains: The chains of both sets.
        tally: The counts to add to.
        group: The group of the tally.
        get_link_count: Returns the number of links between the mentions of a chain.
    """
    for pairs in chains.shared.values():
        if number := get_link_count(len(pairs)):
            tally.add(group, "common", number, a=[a for a, _ in pairs], b=[b for _, b in pairs])
    for side, side_chains, overlaps in chains.iterate_sides():
        for chain, shared in zip(side_chains, overlaps, strict=True):
            number = get_link_count(len(chain)) - sum(map(get_link_count, shared.values()))
            if number and side == "a":
                tally.add(group, "missed", number, a=get_ids(chain))
            elif number:
                tally.add(group, "spurious", number, b=get_ids(chain))


def compute_scores(precision: Value, recall: Value) -> dict[str, Value]:
    """Return precision, recall and F1; F1 is 0 where only one of the sets has counts."""
    one_sided = np.isnan(precision) ^ np.isnan(recall)
    f1 = np.where(one_sided, 0.0, compute_f1(precision, recall))
    return {"precision": precision, "recall": recall, "f1": f1}
