"""Scores systems against a gold standard, and compares them with each other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

from goldsmith import metrics
from goldsmith.core import Document, Schema
from goldsmith.metrics import Compared, Comparison, Measured, Result
from goldsmith.project.agreement.pairing import Missing, paired
from goldsmith.project.agreement.tasks import Task, View


class Side(msgspec.Struct, frozen=True):
    """One side of a comparison: its name, where its documents come from, and which set of them."""

    name: str
    documents: Callable[[], Iterable[Document]]
    set_name: str = ""


class SystemScores(msgspec.Struct, frozen=True):
    """The results of one system: metric -> result, and the same for each slice of the corpus."""

    name: str
    results: dict[str, Result]
    slices: dict[str, dict[str, Result]]


class Scores(msgspec.Struct, frozen=True):
    """The results of several systems on one gold standard."""

    task: str
    schema: str
    gold: str
    documents: int
    systems: list[SystemScores]
    notices: list[str]


class Scoring:
    """Systems measured on one gold standard; scores, leaderboards and p-values come from here."""

    def __init__(
        self,
        gold: Side,
        systems: Sequence[Side],
        task: Task,
        schema: Schema | None,
        *,
        missing: Missing = "refuse",
        by: str = "",
        keep_places: bool = False,
    ) -> None:
        self.gold, self.task, self.schema = gold, task, schema
        self.notices: list[str] = []
        self.sides: dict[str, Sides] = {}
        for system in systems:
            sides = Sides((gold.name, system.name), task)
            pairs = paired(
                gold.documents(),
                system.documents(),
                schema=schema,
                gold_set=gold.set_name,
                system_set=system.set_name,
                missing=missing,
                label=system.name,
            )
            for pair in pairs:
                sides.take(pair, by, keep_places=keep_places)
            self.notices += sides.notices()
            self.sides[system.name] = sides

    def scores(self, *, intervals: bool = False) -> Scores:
        """The results of every system, with slices where they were asked for."""
        systems = [
            SystemScores(
                name,
                {m: one.result(intervals=intervals) for m, one in sides.measured.items()},
                sides.slices(),
            )
            for name, sides in self.sides.items()
        ]
        first = next(iter(systems[0].results.values()), None) if systems else None
        return Scores(
            self.task.name,
            self.schema.name if self.schema else "",
            self.gold.name,
            first.documents if first else 0,
            systems,
            self.notices,
        )

    def comparisons(
        self, view: View, value: str = "", *, rounds: int = 9999, seed: int = 1
    ) -> dict[tuple[str, str], Comparison]:
        """The p-value for each pair of systems, in the order they were given."""
        names = list(self.sides)
        return {
            (one, other): metrics.compare(
                self.sides[one].measured[view.metric],
                self.sides[other].measured[view.metric],
                value=value,
                group=view.group,
                rounds=rounds,
                seed=seed,
            )
            for number, one in enumerate(names)
            for other in names[number + 1 :]
        }


class Sides:
    """Two sides measured document by document, and what is odd about them."""

    def __init__(self, names: tuple[str, str], task: Task) -> None:
        self.names = names
        self.measured = {view.metric: Measured(view.make()) for view in task.views}
        self.documents = self.other_schema = 0
        self.mentions = [0, 0]

    def take(self, pair: Compared, by: str, *, keep_places: bool = False) -> None:
        """Counts one document in every metric."""
        self.documents += 1
        self.mentions[0] += len(pair.a.mentions)
        self.mentions[1] += len(pair.b.mentions)
        given = {pair.a.schema, pair.b.schema, pair.schema.name if pair.schema else ""} - {""}
        self.other_schema += len(given) > 1
        for one in self.measured.values():
            one.take(pair, slice_of(pair, by), keep_places=keep_places)

    def notices(self) -> list[str]:
        """What a reader of the figures must know about the sides, in words."""
        said = [
            f"{name} has no mentions in {self.documents:,} documents"
            for name, count in zip(self.names, self.mentions, strict=True)
            if self.documents and not count
        ]
        if self.other_schema:
            said.append(
                f"{self.names[0]} and {self.names[1]} do not follow one schema, or not the one "
                f"asked for, in {self.other_schema:,} of {self.documents:,} documents"
            )
        return said

    def slices(self) -> dict[str, dict[str, Result]]:
        """Slice -> metric -> result; none where the corpus was not sliced."""
        names = sorted({name for one in self.measured.values() for name in one.slices})
        if names in ([], [""]):
            return {}
        return {
            name or "(none)": {metric: m.result(only=name) for metric, m in self.measured.items()}
            for name in names
        }


def slice_of(pair: Compared, by: str) -> str:
    """The value of a metadata field, its own or one of the extra ones."""
    if not by:
        return ""
    known = pair.doc.metadata
    return str(getattr(known, by, "") or known.extra.get(by, ""))
