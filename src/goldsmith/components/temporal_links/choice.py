"""The links of one event, chosen so that they can all be true of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from heapq import heappop, heappush
from math import log
from typing import Final

from goldsmith.chronicle.observations.model import ANY_TIME
from goldsmith.chronicle.observations.schema_map import load_schema_maps
from goldsmith.chronicle.observations.times import TimeRelation, intersect, is_possible
from goldsmith.components.temporal_links.page import LINK
from goldsmith.text.timex_days import Days

_SCHEMA: Final = "clef-temporal"
#: Combinations that are tried before the best one is taken as it is.
_MOST: Final = 200
_LEAST: Final = 1e-6


@cache
def _load_relations() -> dict[str, TimeRelation]:
    """Return the bounds that each type of link sets."""
    edges = load_schema_maps()[_SCHEMA].relations[LINK].times
    return {name: TimeRelation(entry) for name, entry in edges.items()}


def choose_labels(scores: Sequence[Mapping[str, float]], times: Sequence[Days | None]) -> list[str]:
    """Choose the likeliest labels that can all be true of one event.

    Args:
        scores: Label -> probability, for each link of the event.
        times: The days that the time of each link covers; None if they are unknown.
    """
    ranked = [sorted(entry.items(), key=lambda item: (-item[1], item[0])) for entry in scores]
    best = [entry[0][0] if entry else "" for entry in ranked]
    if len(best) < 2:
        return best
    for combination in _list_combinations(ranked):
        if _is_consistent(combination, times):
            return combination
    return best


def _list_combinations(ranked: Sequence[Sequence[tuple[str, float]]]) -> Iterator[list[str]]:
    """Yield combinations of labels, the likeliest first."""
    costs = [[-log(max(value, _LEAST)) for _, value in entry] or [0.0] for entry in ranked]
    start = (0,) * len(ranked)
    heap = [(sum(cost[0] for cost in costs), start)]
    visited = {start}
    for _ in range(_MOST):
        if not heap:
            return
        total, places = heappop(heap)
        yield [entry[at][0] if entry else "" for entry, at in zip(ranked, places, strict=True)]
        for index, at in enumerate(places):
            if at + 1 < len(costs[index]):
                following = (*places[:index], at + 1, *places[index + 1 :])
                if following not in visited:
                    visited.add(following)
                    step = costs[index][at + 1] - costs[index][at]
                    heappush(heap, (total + step, following))


def _is_consistent(labels: Sequence[str], times: Sequence[Days | None]) -> bool:
    relations, limits = _load_relations(), ANY_TIME
    for label, days in zip(labels, times, strict=True):
        relation = relations.get(label)
        if relation is not None and days is not None:
            limits = intersect(limits, relation.limit(days))
    return is_possible(limits)
