"""Temporal awareness: links scored by their transitive closure, without redundant links."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import Literal, get_args

import numpy as np

from goldsmith.errors import InputError
from goldsmith.metrics.engine.base import Columns, Metric, SetPair, Tally, Value, compute_f1, divide
from goldsmith.metrics.temporal.closure import CONSTRAINTS, Fact, Timeline, ToolkitTimeline
from goldsmith.metrics.temporal.links import LINKS, TIMES, Link, LinkReader

_ROW = "links"

#: How links are reduced: by the published formula, or by the two methods of the TempEval-3 toolkit.
Manner = Literal["published", "toolkit", "acl11"]


class TemporalAwareness(Metric):
    """The temporal awareness score of TempEval-3 (UzZaman and Allen 2011).

    Args:
        found: When an argument is aligned: on the same spans ("strict") or if they overlap
            ("lenient").
        links: The relation types that are links, each with the attribute for the kind.
        times: The mention types that are times.
        manner: The published formula, or the computation of the TempEval-3 script, by default
            ("toolkit") or by its method "acl11".
    """

    title = "Temporal awareness"
    definition = (
        "Precision = links of reduced(b) that follow from a / reduced(b); recall = links of "
        "reduced(a) that follow from b / reduced(a); F1 is their harmonic mean, and 0 where only "
        "one set has links. Reduced: without the links that follow from the others. A link "
        "follows if every < and = between end points that it expresses is in the transitive "
        "closure (UzZaman and Allen 2011, Temporal evaluation; TempEval-3, UzZaman et al. 2013)."
    )
    groups = "all links"
    columns = {
        "links_a": "links of the first set (gold) that place two intervals in time",
        "links_b": "links of the second set (system) that place two intervals in time",
        "a": "reduced links of the first set",
        "b": "reduced links of the second set",
        "entailed_a": "reduced links of the first set that follow from the second",
        "entailed_b": "reduced links of the second set that follow from the first",
        "vague_a": "links of the first set that place nothing (none, unknown), left out",
        "vague_b": "links of the second set that place nothing, left out",
        "inconsistent_a": "parts of the first set whose links contradict each other",
        "inconsistent_b": "parts of the second set whose links contradict each other",
    }
    values = {
        "f1": "harmonic mean of precision and recall: the temporal awareness score",
        "precision": "entailed_b / b",
        "recall": "entailed_a / a",
    }
    main = "f1"
    symmetric = frozenset({"f1"})
    perfect = frozenset(values)
    optional = frozenset({"vague_a", "vague_b", "inconsistent_a", "inconsistent_b"})
    example_schema = "clef-temporal"
    named_by_options = {"links": "relation type", "times": "mention type"}
    pooled = False

    def __init__(
        self,
        *,
        found: str = "strict",
        links: Mapping[str, str] = LINKS,
        times: Collection[str] = TIMES,
        manner: Manner = "published",
    ) -> None:
        if manner not in get_args(Manner):
            raise InputError(
                f"the option manner cannot be {manner!r}", expected="published, toolkit or acl11"
            )
        self._manner = manner
        self._reader = LinkReader.from_options(links, times, found)

    def count(self, pair: SetPair, tally: Tally) -> None:
        first, second = self._reader.read(pair)
        gold = _Side("a", first, tally, self._manner)
        system = _Side("b", second, tally, self._manner)
        gold.count(system.timeline, tally)
        system.count(gold.timeline, tally)

    def compute(self, sums: Columns) -> dict[str, Value]:
        precision = divide(sums["entailed_b"], sums["b"])
        recall = divide(sums["entailed_a"], sums["a"])
        one_sided = np.isnan(precision) != np.isnan(recall)
        f1 = np.where(one_sided, 0.0, compute_f1(precision, recall))
        return {"f1": f1, "precision": precision, "recall": recall}


class _Side:
    """The links of one set as a timeline, with the ids of the links for each fact."""

    def __init__(self, side: str, links: list[Link], tally: Tally, manner: Manner) -> None:
        self._side = side
        self._ids: dict[Fact, list[str]] = defaultdict(list)
        for link in links:
            column = "links" if link.kind in CONSTRAINTS else "vague"
            tally.add_side(_ROW, f"{column}_{side}", side, link.id)
            self._ids[_get_fact(link)].append(link.id)
        self.timeline = _build_timeline(links, manner)

    def count(self, opposite: Timeline | ToolkitTimeline, tally: Tally) -> None:
        """Count the scored links, and how many of them the opposite timeline entails."""
        for fact in self.timeline.reduce():
            self._add(tally, "", [fact])
            if opposite.entails(fact):
                self._add(tally, "entailed_", [fact])
        for facts in self.timeline.list_contradictions():
            self._add(tally, "inconsistent_", facts)

    def _add(self, tally: Tally, column: str, facts: list[Fact]) -> None:
        ids = [link_id for fact in facts for link_id in self._ids[fact]]
        if self._side == "a":
            tally.add(_ROW, f"{column}a", a=ids)
        else:
            tally.add(_ROW, f"{column}b", b=ids)


def _get_fact(link: Link) -> Fact:
    return link.first, link.second, link.kind


def _build_timeline(links: list[Link], manner: Manner) -> Timeline | ToolkitTimeline:
    facts = map(_get_fact, links)
    if manner == "published":
        return Timeline(fact for fact in facts if fact[2] in CONSTRAINTS)
    return ToolkitTimeline(facts, reduced=manner == "toolkit")


provides = TemporalAwareness()
