"""Score systems against a gold standard, and compare them with each other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

from goldsmith import metrics
from goldsmith.core import Document, Schema, require_sets
from goldsmith.errors import InputError, Remedy, quote_id
from goldsmith.metrics import Comparison, Measurement, Result, SetPair, Tally
from goldsmith.project.agreement.challenge.dropped_mentions import METRIC, list_dropped
from goldsmith.project.agreement.challenge.entries import MOST_RUNS, Entry, check_entries
from goldsmith.project.agreement.challenge.given_mentions import GivenMentions
from goldsmith.project.agreement.challenge.leaderboard import Leaderboard, make_leaderboards
from goldsmith.project.agreement.differing import Differing
from goldsmith.project.agreement.option_names import OptionNames
from goldsmith.project.agreement.pairing import Missing, pair_documents
from goldsmith.project.agreement.tasks import Task, View
from goldsmith.project.corpus.slices import name_slice, parse_fields, require_fields, sort_slices


class Side(msgspec.Struct, frozen=True):
    """A side of a comparison: its name, its documents, and the set of them to compare."""

    name: str
    documents: Callable[[], Iterable[Document]]
    set_name: str = ""

    def open(self) -> Iterable[Document]:
        """Open the documents; after the last one, refuse a set that none of them has."""
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
    by: list[str]
    """The metadata fields of the slices."""
    documents: int
    systems: list[SystemScores]
    leaderboards: list[Leaderboard]
    """Systems in rank order, for each metric; empty for a single system without an entry."""
    notices: list[str]


class Scoring:
    """Systems measured on one gold standard, for scores, leaderboards and p-values.

    Args:
        gold: The gold standard.
        systems: The systems to measure.
        task: The metrics to compute.
        schema: The schema of the annotations, if any.
        missing: How to treat documents that only one side has, as in `pair_documents`.
        differing: How to treat documents whose texts differ, as in `pair_documents`.
        by: Metadata fields, as names or with commas between them; each combination of their values
            makes a slice with its own scores.
        keep_places: Keep the annotations of every count.

    Raises:
        InputError: Two systems have the same name, or documents cannot be paired.
        UnknownName: No document has the set of a side, the metadata field, or a type or attribute
            that an option of a metric names.
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
        by: str | Sequence[str] = "",
        keep_places: bool = False,
    ) -> None:
        self.gold, self.task, self.schema = gold, task, schema
        self.by = parse_fields(by)
        self.notices: list[str] = []
        self.sides: dict[str, PairMeasurement] = {}
        option_names = OptionNames(task, schema)
        _check_names([system.name for system in systems])
        for system in systems:
            sides = PairMeasurement((gold.name, system.name), task)
            pairs = pair_documents(
                require_fields(gold.open(), self.by),
                system.open(),
                schema=schema,
                gold_set=gold.set_name,
                system_set=system.set_name,
                missing=missing,
                differing=differing,
                label=system.name,
            )
            for pair in pairs:
                option_names.add(pair.a)
                option_names.add(pair.b)
                slice_name = name_slice(pair.doc.metadata, self.by)
                sides.add(pair, slice_name, keep_places=keep_places)
            notices = [*pairs.notices, *sides.list_notices()]
            self.notices += [n for n in notices if n not in self.notices]
            self.sides[system.name] = sides
        option_names.check()

    def score(
        self,
        *,
        intervals: bool = False,
        entries: Sequence[Entry] = (),
        most_runs: int = MOST_RUNS,
    ) -> Scores:
        """Return the scores of every system.

        Args:
            intervals: Add 95 % bootstrap intervals.
            entries: Who made which system, for leaderboards.
            most_runs: The maximum number of runs of a team.

        Raises:
            InputError: The entries break a rule (`check_entries`).
        """
        check_entries(entries, self.sides, self.task, most_runs=most_runs)
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
            list(self.by),
            first.documents if first else 0,
            systems,
            self._make_leaderboards(systems, entries),
            [*self.notices, *_list_warnings(systems), *self._list_unentered(entries)],
        )

    def _make_leaderboards(
        self, systems: Sequence[SystemScores], entries: Sequence[Entry]
    ) -> list[Leaderboard]:
        if len(systems) < 2 and not entries:
            return []
        return [
            board
            for view in self.task.views
            for board in make_leaderboards(
                {system.name: system.results[view.metric] for system in systems}, view, entries
            )
        ]

    def _list_unentered(self, entries: Sequence[Entry]) -> list[str]:
        names = {entry.system for entry in entries}
        unentered = [name for name in self.sides if name not in names] if entries else []
        return [f"no entry names {name}; it is listed by its name" for name in unentered]

    def compare(
        self, view: View, value: str = "", *, rounds: int = 9999, seed: int = 1
    ) -> dict[tuple[str, str], Comparison]:
        """Test the difference of each pair of systems by approximate randomisation.

        Args:
            view: The metric and its row.
            value: The value to compare; by default the main value of the metric.
            rounds: The number of random assignments.
            seed: The seed of the random assignments.

        Returns:
            The pairs of systems, the better first, with their comparison; in rank order.

        Raises:
            InputError: There are fewer than two systems, or no rounds.
            UnknownName: The metric has no such value or row.
        """
        names = self.rank(view, value)
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

    def rank(self, view: View, value: str = "") -> list[str]:
        """Return the systems by a value of a metric, best first; by default its main value."""
        chosen = view.show(value or metrics.get(view.metric).main)
        results = {
            name: sides.measured[view.metric].compute_result() for name, sides in self.sides.items()
        }
        boards = make_leaderboards(results, chosen)
        return [row.system for board in boards for row in board.standings]


def _list_warnings(systems: Iterable[SystemScores]) -> list[str]:
    results = {system.name: system.results for system in systems}
    return list_dropped({name: own[METRIC] for name, own in results.items() if METRIC in own})


class PairMeasurement:
    """Two sides measured document by document by every metric of a task."""

    def __init__(self, names: tuple[str, str], task: Task) -> None:
        self.names = names
        self.measured = {view.metric: Measurement(view.make(), names=names) for view in task.views}
        self.documents = self.schema_conflicts = 0
        self.mentions = [0, 0]
        self.mention_check = GivenMentions() if task.gives_mentions else None

    def add(
        self,
        pair: SetPair,
        slice_name: str = "",
        *,
        keep_places: bool = False,
        tallies: Mapping[str, Tally] | None = None,
    ) -> Mapping[str, Tally]:
        """Count a document in every metric.

        Args:
            pair: The two sets.
            slice_name: The slice of the document.
            keep_places: Whether to keep the annotations of each count.
            tallies: The counts of the document, if a worker has counted it already.

        Returns:
            Metric -> the counts of the document.
        """
        self.documents += 1
        self.mentions[0] += len(pair.a.mentions)
        self.mentions[1] += len(pair.b.mentions)
        schemas = {pair.a.schema, pair.b.schema, pair.schema.name if pair.schema else ""} - {""}
        self.schema_conflicts += len(schemas) > 1
        if self.mention_check:
            self.mention_check.add(pair)
        if tallies is not None:
            for name, measurement in self.measured.items():
                measurement.add(tallies[name], slice_name)
            return tallies
        return {
            name: measurement.count_pair(pair, slice_name, keep_places=keep_places)
            for name, measurement in self.measured.items()
        }

    def list_notices(self) -> list[str]:
        """List the notices about the two sides that readers of the figures need."""
        notices = [
            f"{name} has no mentions in {self.documents:,} documents"
            for name, count in zip(self.names, self.mentions, strict=True)
            if self.documents and not count
        ]
        if self.schema_conflicts:
            notices.append(
                f"in {self.schema_conflicts:,} of {self.documents:,} documents {self.names[0]} and "
                f"{self.names[1]} name different schemas, or a schema other than the one in use"
            )
        if self.mention_check:
            notices += self.mention_check.list_notices(self.names[1])
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
        return compute_slices(self.measured, intervals=intervals)


def compute_slices(
    measured: Mapping[str, Measurement], *, intervals: bool = False
) -> dict[str, dict[str, Result]]:
    """Compute the results of each slice; slice -> metric -> result, {} without slices."""
    names = {name for measurement in measured.values() for name in measurement.slices} - {""}
    return {
        name: {
            metric: measurement.compute_result(only=name, intervals=intervals)
            for metric, measurement in measured.items()
        }
        for name in sort_slices(names)
    }


def check_comparable(systems: int) -> None:
    """Refuse a comparison of fewer than two systems.

    Raises:
        InputError: There are fewer than two systems.
    """
    if systems < 2:
        raise InputError(
            f"a comparison needs two systems, but there is {systems}",
            expected="two or more systems",
        )


def _check_names(names: Sequence[str]) -> None:
    """Refuse systems with the same name, because results are stored by name."""
    repeated = next((name for name in names if names.count(name) > 1), None)
    if repeated is not None:
        raise InputError(
            f"two systems are called {quote_id(repeated)}",
            expected="different names",
            remedy=Remedy.NAME_EACH,
        )
