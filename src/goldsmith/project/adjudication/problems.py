"""Problems that prevent a consensus, collected over a queue and reported together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from goldsmith.adjudication import Comparison, Decision, Unit, find_open_units
from goldsmith.errors import InputError, Remedy, shorten_id
from goldsmith.project.adjudication.queue import Queue
from goldsmith.project.agreement.listing import shorten_end

#: How many documents with undecided units a message lists.
_MOST_DOCUMENTS = 20


class Problems:
    """Problems of the decisions of a queue, collected over all documents."""

    def __init__(self, queue: Queue) -> None:
        self._queue = queue
        self.vanished: list[str] = []
        """Units with decisions that the sets no longer have."""
        self.fresh: Counter[str] = Counter()
        """Document -> units that the queue does not have."""
        self.undecided: Counter[str] = Counter()
        """Document -> open units."""
        self._breaches: list[str] = []

    def add_breaches(self, unit: Unit, breaches: Iterable[str]) -> None:
        """Add the rules that the decision about a unit breaks."""
        self._breaches += [f"{describe_unit(unit)}: {breach}" for breach in breaches]

    def add_undecided(self, comparison: Comparison, decisions: Mapping[str, Decision]) -> None:
        """Add the open units of a document.

        While mentions are open, all units without a decision count, because it is not yet known
        which relations, chains and attributes will be needed.
        """
        units: Sequence[Unit] = find_open_units(comparison, decisions, self._queue.schema)
        if any(unit.kind == "mention" for unit in units):
            units = [unit for unit in comparison.units if unit.id not in decisions]
        if units:
            self.undecided[comparison.document.id] += len(units)

    def check(self) -> None:
        """Raise an error with all problems, if there are any.

        Raises:
            InputError: There are problems.
        """
        lines = [*self._describe_changes(), *self._breaches, *self._describe_undecided()]
        if not lines:
            return
        remedy = Remedy.DECIDE_UNITS
        if self.vanished or self.fresh:
            remedy = Remedy.REMAKE_QUEUE
        elif self._breaches:
            remedy = Remedy.REOPEN_UNITS
        raise InputError(
            "these decisions do not make a consensus; nothing was applied"
            + "".join(f"\n  - {line}" for line in lines)
            + "\nexpected a decision for every unit, one that the rules permit",
            where=str(self._queue.folder),
            remedy=remedy,
        )

    def _describe_changes(self) -> Iterator[str]:
        """Describe the decisions without a unit, and the units that are not in the queue."""
        units = self._find_units(self.vanished)
        for name in self.vanished:
            place = describe_unit(units[name]) if name in units else f"unit {shorten_id(name)}"
            origin = "the sets have changed" if name in units else "it is not from this queue"
            yield f"{place}: there is a decision, but the unit no longer exists ({origin})"
        if self.fresh:
            yield (
                f"{self.fresh.total():,} units are not in the queue, because the sets changed: "
                + _list_counts(self.fresh)
            )

    def _find_units(self, names: Collection[str]) -> dict[str, Unit]:
        documents = {self._queue.index.documents.get(name, "") for name in names} - {""}
        return {
            entry.unit.id: entry.unit
            for document in sorted(documents)
            for entry in self._queue.read_document(document).units
        }

    def _describe_undecided(self) -> Iterator[str]:
        if self.undecided:
            yield (
                f"{self.undecided.total():,} units are undecided in "
                f"{len(self.undecided):,} documents: " + _list_counts(self.undecided)
            )


def describe_unit(unit: Unit) -> str:
    """Return the id, kind and place of a unit for a message, without the text."""
    place = f"{shorten_end(unit.document)} {unit.start}–{unit.end}"
    return f"unit {unit.id} ({unit.kind}, {place})"


def _list_counts(counts: Mapping[str, int]) -> str:
    shown = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:_MOST_DOCUMENTS]
    more = len(counts) - len(shown)
    listed = ", ".join(f"{shorten_end(document)} ({count:,})" for document, count in shown)
    return listed + (f" and {more:,} more documents" if more else "")
