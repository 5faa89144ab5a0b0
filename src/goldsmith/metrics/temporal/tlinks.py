"""Temporal links: those of both sets between the same events and times, and of the same kind."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping

from goldsmith.errors import InputError
from goldsmith.metrics.engine.base import Columns, Compared, Metric, Tally, Value, ratio
from goldsmith.metrics.temporal.links import LINKS, TIMES, Link, LinkReader

#: The row of links that do not say of which kind they are.
UNTYPED = "untyped"
_TASKS = ("", "A", "B", "both")


class TemporalLinks(Metric):
    """Agreement on CTLinks and TLINKs, one by one, without what follows from them."""

    title = "Temporal links"
    definition = (
        "A link matches one of the other set if both arguments are aligned and the kind is the "
        "same. a BEFORE b is the same link as b AFTER a, and so with INCLUDES/IS_INCLUDED, "
        "BEGINS/BEGUN_BY, ENDS/ENDED_BY and IBEFORE/IAFTER; IDENTITY and DURING count as "
        "SIMULTANEOUS (TempEval-3). Precision = matched / b, recall = matched / a, "
        "F1 = 2·matched / (a + b): the relation IAA of CLEF for the links of its section 7, "
        "Table 15."
    )
    groups = "kind of link"
    columns = {
        "a": "links of the first set (gold)",
        "b": "links of the second set (system)",
        "matched": "pairs of links that say the same",
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
                expected="A, B, both (rows like A/before) or nothing (tasks are not told apart)",
            )
        self._task = task
        self._reader = LinkReader.of(links, times, found)

    def count(self, pair: Compared, tally: Tally) -> None:
        first, second = (
            [link for link in links if self._task in ("", "both", link.task)]
            for links in self._reader.read(pair)
        )
        for side, links in (("a", first), ("b", second)):
            for link in links:
                tally.side(self._row(link), side, side, link.id)
        for one, other in self._matched(first, second):
            tally.add(self._row(one), "matched", a=(one.id,), b=(other.id,))

    def _matched(self, first: list[Link], second: list[Link]) -> Iterator[tuple[Link, Link]]:
        """Links that say the same, each used once."""
        waiting: dict[tuple[int, int, str], list[Link]] = defaultdict(list)
        for link in second:
            waiting[link.first, link.second, self._row(link)].append(link)
        for link in first:
            same = waiting[link.first, link.second, self._row(link)]
            if same:
                yield link, same.pop()

    def _row(self, link: Link) -> str:
        kind = link.kind or UNTYPED
        return f"{link.task}/{kind}" if self._task == "both" and link.task else kind

    def compute(self, sums: Columns) -> dict[str, Value]:
        a, b, matched = sums["a"], sums["b"], sums["matched"]
        return {
            "f1": ratio(2 * matched, a + b),
            "precision": ratio(matched, b),
            "recall": ratio(matched, a),
        }


provides = TemporalLinks()
