"""Temporal links that both sets have between the same events and times, with the same kind."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping

from goldsmith.errors import InputError
from goldsmith.metrics.engine.base import Columns, Metric, SetPair, Tally, Value, divide
from goldsmith.metrics.temporal.links import LINKS, TIMES, Link, LinkReader

#: The row of links without a kind.
UNTYPED = "untyped"
_TASKS = ("", "A", "B", "both")


class TemporalLinks(Metric):
    """Agreement on single CTLinks and TLINKs, without their transitive closure."""

    title = "Temporal links"
    definition = (
        "A link matches a link of the other set if both arguments are aligned and the kind is the "
        "same. a BEFORE b is the same link as b AFTER a, and likewise INCLUDES/IS_INCLUDED, "
        "BEGINS/BEGUN_BY, ENDS/ENDED_BY and IBEFORE/IAFTER; IDENTITY and DURING count as "
        "SIMULTANEOUS (TempEval-3). Precision = matched / b, recall = matched / a, F1 = 2·matched "
        "/ (a + b): the relation IAA of CLEF for the links of its section 7, Table 15."
    )
    groups = "kind of link"
    columns = {
        "a": "links of the first set (gold)",
        "b": "links of the second set (system)",
        "matched": "pairs of equivalent links",
    }
    values = {
        "f1": "2·matched / (a + b), which is relation IAA",
        "precision": "matched / b",
        "recall": "matched / a",
    }
    main = "f1"
    symmetric = frozenset({"f1"})
    perfect = frozenset(values)
    example_schema = "clef-temporal"
    named_by_options = {"links": "relation type", "times": "mention type"}

    def __init__(
        self,
        *,
        found: str = "strict",
        task: str = "",
        links: Mapping[str, str] = LINKS,
        times: Collection[str] = TIMES,
    ) -> None:
        if task not in _TASKS:
            raise InputError(
                f"the option task cannot be {task!r}",
                expected="A, B, both (rows like A/before) or nothing (tasks are not distinguished)",
            )
        self._task = task
        self.groups = "task and kind of link" if task == "both" else self.groups
        self._reader = LinkReader.from_options(links, times, found)

    def count(self, pair: SetPair, tally: Tally) -> None:
        first, second = (
            [link for link in links if self._task in ("", "both", link.task)]
            for links in self._reader.read(pair)
        )
        for side, links in (("a", first), ("b", second)):
            for link in links:
                tally.add_side(self._get_row(link), side, side, link.id)
        for link_a, link_b in self._match(first, second):
            tally.add(self._get_row(link_a), "matched", a=(link_a.id,), b=(link_b.id,))

    def _match(self, first: list[Link], second: list[Link]) -> Iterator[tuple[Link, Link]]:
        """Pair equivalent links, each used once."""
        candidates: dict[tuple[int, int, str], list[Link]] = defaultdict(list)
        for link in second:
            candidates[link.first, link.second, self._get_row(link)].append(link)
        for link in first:
            equivalent = candidates[link.first, link.second, self._get_row(link)]
            if equivalent:
                yield link, equivalent.pop()

    def _get_row(self, link: Link) -> str:
        kind = link.kind or UNTYPED
        return f"{link.task}/{kind}" if self._task == "both" and link.task else kind

    def compute(self, sums: Columns) -> dict[str, Value]:
        a, b, matched = sums["a"], sums["b"], sums["matched"]
        return {
            "f1": divide(2 * matched, a + b),
            "precision": divide(matched, b),
            "recall": divide(matched, a),
        }


provides = TemporalLinks()
