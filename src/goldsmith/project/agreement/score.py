"""Score systems against a gold standard, and compare them with each other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

from goldsmith import metrics
from goldsmith.core import Document, Schema, get_field, require_field, require_sets
from goldsmith.errors import InputError, Remedy, quote_id
from goldsmith.metrics import Comparison, Measurement, Result, SetPair
from goldsmith.project.agreement.differing import Differing
from goldsmith.project.agreement.pairing import Missing, pair_documents
from goldsmith.project.agreement.tasks import Task, View


class Side(msgspec.Struct, frozen=True):
    """A side of a comparison: its name, its documents, and the set of them to compare."""

    name: str
    documents: Callable[[], Iterable[Document]]
    set_name: str = ""

    def open(self) -> Iterable[Document]:
        """Open the documents; the end of the stream refuses a set that none of them has."""
        return require_sets(self.documents(), [self.set_name] if self.set_name else [])


class SystemScores(msgspec.Struct, frozen=True):
    """The scores of a system: metric -> result, for the corpus and for each slice of it."""

    name: str
    results: dict[str, Result]
    slices: dict[str, dict[str, Result]]


class Scores(msgspec.Struct, frozen=True):
    """The scores of one or more systems on a gold standard."""

    task: str
    schema: str
    gold: str
    documents: int
    systems: list[SystemScores]
    notices: list[str]


class Scoring:
    """Systems measured on one gold standard, for scores, leaderboards and p-values.

    Args:
        gold: The gold standard.
        systems: The systems to measure.
        task: The metrics to compute.
        schema: The schema of the annotations, if one is known.
        missing: How to treat documents that only one side has, as in `pair_documents`.
        differing: How to treat documents whose texts differ, likewise.
        by: A metadata field; each of its values makes a slice with scores of its own.
        keep_places: Keep the annotations behind every count.

    Raises:
        InputError: Two systems have the same name, or documents cannot be paired.
        UnknownName: No document has the set of a side, or the metadata field.
    """

    def __init__(
        self,
        gold: Side,
        systems: Sequence[Side],
        task: Task,
        schema: Schema | None,
        *,
        missing: Missing = "refuse",
        differing: Differing = "refuse",
        by: str = "",
        keep_places: bool = False,
    ) -> None:
        self.gold, self.task, self.schema = gold, task, schema
        self.notices: list[str] = []
        self.sides: dict[str, PairMeasurement] = {}
        _check_names([system.name for system in systems])
        for system in systems:
            sides = PairMeasurement((gold.name, system.name), task)
            pairs = pair_documents(
                require_field(gold.open(), by),
                system.open(),
                schema=schema,
                gold_set=gold.set_name,
                system_set=system.set_name,
                missing=missing,
                differing=differing,
                label=system.name,
            )
            for pair in pairs:
                sides.add(pair, by, keep_places=keep_places)
            notices = [*pairs.notices, *sides.list_notices()]
            self.notices += [n for n in notices if n not in self.notices]
            self.sides[system.name] = sides

    def score(self, *, intervals: bool = False) -> Scores:
        """Return the scores of every system; on request with bootstrap intervals."""
        systems = [
            SystemScores(
                name,
                sides.compute_results(intervals=intervals),
                sides.compute_slices(intervals=intervals),
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

    def compare(
        self, view: View, value: str = "", *, rounds: int = 9999, seed: int = 1
    ) -> dict[tuple[str, str], Comparison]:
        """Test the difference of each pair of systems by approximate randomisation.

        Raises:
            InputError: There are fewer than two systems, or no rounds.
        """
        names = list(self.sides)
        check_comparable(len(names))
        return {
            (first, second): metrics.compare(
                self.sides[first].measured[view.metric],
                self.sides[second].measured[view.metric],
                value=value,
                group=view.group,
                rounds=rounds,
                seed=seed,
            )
            for index, first in enumerate(names)
            for second in names[index + 1 :]
        }


class PairMeasurement:
    """Two sides measured document by document by every metric of a task."""

    def __init__(self, names: tuple[str, str], task: Task) -> None:
        self.names = names
        self.measured = {view.metric: Measurement(view.make(), names=names) for view in task.views}
        self.documents = self.schema_conflicts = 0
        self.mentions = [0, 0]

    def add(self, pair: SetPair, by: str, *, keep_places: bool = False) -> None:
        """Count a document in every metric."""
        self.documents += 1
        self.mentions[0] += len(pair.a.mentions)
        self.mentions[1] += len(pair.b.mentions)
        schemas = {pair.a.schema, pair.b.schema, pair.schema.name if pair.schema else ""} - {""}
        self.schema_conflicts += len(schemas) > 1
        for measurement in self.measured.values():
            measurement.count_pair(pair, get_slice(pair, by), keep_places=keep_places)

    def list_notices(self) -> list[str]:
        """List what a reader of the figures must know about the two sides."""
        notices = [
            f"{name} has no mentions in {self.documents:,} documents"
            for name, count in zip(self.names, self.mentions, strict=True)
            if self.documents and not count
        ]
        if self.schema_conflicts:
            notices.append(
                f"in {self.schema_conflicts:,} of {self.documents:,} documents {self.names[0]} and "
                f"{self.names[1]} name different schemas, or another than the one in use"
            )
        for measurement in self.measured.values():
            notices += measurement.list_notices()
        return list(dict.fromkeys(notices))

    def compute_results(self, *, intervals: bool = False) -> dict[str, Result]:
        """Compute the result of each metric over all documents."""
        return {
            name: measurement.compute_result(intervals=intervals)
            for name, measurement in self.measured.items()
        }

    def compute_slices(self, *, intervals: bool = False) -> dict[str, dict[str, Result]]:
        """Compute the results of each slice; slice -> metric -> result, {} without slices."""
        names = sorted(
            {name for measurement in self.measured.values() for name in measurement.slices}
        )
        if names in ([], [""]):
            return {}
        return {
            name or "(none)": {
                metric: measurement.compute_result(only=name, intervals=intervals)
                for metric, measurement in self.measured.items()
            }
            for name in names
        }


def get_slice(pair: SetPair, by: str) -> str:
    """Return the value of a metadata field of a document; "" if it has none."""
    return get_field(pair.doc.metadata, by) if by else ""


def check_comparable(systems: int) -> None:
    """Refuse a comparison of fewer than two systems.

    Raises:
        InputError: There are fewer.
    """
    if systems < 2:
        raise InputError(
            f"a comparison needs two systems, and there is {systems}",
            expected="two or more systems",
        )


def _check_names(names: Sequence[str]) -> None:
    """Refuse systems of the same name: results are kept by name."""
    repeated = next((name for name in names if names.count(name) > 1), None)
    if repeated is not None:
        raise InputError(
            f"two systems are called {quote_id(repeated)}",
            expected="different names",
            remedy=Remedy.NAME_EACH,
        )
