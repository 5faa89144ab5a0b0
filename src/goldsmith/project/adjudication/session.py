"""A session of an adjudicator: a walk through the open units, for any front end."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from random import Random
from typing import Final

from msgspec.structs import replace

from goldsmith.adjudication import Decision, Unit, check_decision, find_open_units
from goldsmith.project.adjudication.log import get_time, index_decisions
from goldsmith.project.adjudication.queue import Queue, QueuedDocument, QueuedUnit

#: The letters for annotators, without those that are keys of other commands.
LETTERS: Final = "abcdefhijklopt"


class Session:
    """Goes through the open units of a queue and appends each decision to its log at once.

    Hold the lock of the queue for the whole session.

    Args:
        queue: The queue.
        by: Who decides.
        seed: The seed that determines the letters of annotators in each unit.
        clock: Returns the time of a decision.
    """

    def __init__(
        self, queue: Queue, *, by: str, seed: int = 0, clock: Callable[[], str] = get_time
    ) -> None:
        self.queue, self.by, self._seed, self._clock = queue, by, seed, clock
        self.decisions = index_decisions(queue.read_decisions())
        self._history = [unit for unit in self.decisions if unit in queue.index.documents]
        self._skipped: set[str] = set()
        self._documents = list(queue.index.starts)
        self._number = 0
        self._document: QueuedDocument | None = None
        self.total = len(queue.index.documents)
        self.current: QueuedUnit | None = None
        self._advance()

    @property
    def decided(self) -> int:
        """The number of units of the queue with a decision."""
        return len(self._history)

    @property
    def skipped(self) -> int:
        """The number of units that were skipped in this session."""
        return len(self._skipped)

    def hide_annotators(self) -> dict[str, str]:
        """Return annotator -> letter for the current unit, shuffled by the seed."""
        if self.current is None:
            return {}
        unit = self.current.unit
        names = list(unit.annotators)
        digest = hashlib.sha256(f"{self._seed} {unit.id}".encode()).digest()
        Random(digest).shuffle(names)
        return dict(zip(names, LETTERS, strict=False))

    def list_made_by(self, letter: str) -> tuple[str, ...] | None:
        """Return the versions of the annotator with this letter; None without such a letter."""
        names = {hidden: name for name, hidden in self.hide_annotators().items()}
        if self.current is None or letter not in names:
            return None
        entries = self.current.unit.candidates
        return tuple(entry.id for entry in entries if names[letter] in entry.made_by)

    def decide(self, decision: Decision) -> list[str]:
        """Record a decision about the current unit and move on, unless it breaks rules.

        Args:
            decision: The decision; person, time and rules are filled in.

        Returns:
            The rules that it breaks; nothing is recorded then.
        """
        if self.current is None:
            return []
        unit = self.current.unit
        decision = replace(
            decision, unit=unit.id, by=self.by, at=self._clock(), rules=self.queue.rules.name
        )
        breaches = check_decision(unit, decision, self.queue.rules, self.queue.schema)
        if not breaches:
            self._record(decision)
            self._advance()
        return breaches

    def skip(self) -> None:
        """Leave the current unit for another session."""
        if self.current is not None:
            self._skipped.add(self.current.unit.id)
            self._advance()

    def undo(self) -> bool:
        """Reopen the unit that this person decided last; return False if there is no such unit."""
        own = (unit for unit in reversed(self._history) if self.decisions[unit].by == self.by)
        unit_id = next(own, "")
        if unit_id:
            self.reopen(unit_id)
            self._show(unit_id)
        return bool(unit_id)

    def reopen(self, unit_id: str, reason: str = "") -> None:
        """Withdraw the decision about a unit."""
        self._record(
            Decision(
                unit_id,
                by=self.by,
                at=self._clock(),
                rules=self.queue.rules.name,
                reason=reason,
                reopened=True,
            )
        )

    def _record(self, decision: Decision) -> None:
        self.queue.append([decision])
        if decision.unit in self._history:
            self._history.remove(decision.unit)
        if decision.reopened:
            self.decisions.pop(decision.unit, None)
        else:
            self.decisions[decision.unit] = decision
            self._history.append(decision.unit)

    def _show(self, unit_id: str) -> None:
        document = self.queue.index.documents[unit_id]
        self._number = self._documents.index(document)
        self._document = self.queue.read_document(document)
        self.current = self._document.find(unit_id)

    def _advance(self) -> None:
        """Move to the next open unit, mentions of a document before units that need them."""
        while self._number < len(self._documents):
            name = self._documents[self._number]
            if self._document is None or self._document.id != name:
                self._document = self.queue.read_document(name)
            unit = next(iter(self._list_open(self._document)), None)
            if unit is not None:
                self.current = self._document.find(unit.id)
                return
            self._number += 1
        self.current = None

    def _list_open(self, document: QueuedDocument) -> Iterable[Unit]:
        comparison = document.make_comparison()
        units = find_open_units(comparison, self.decisions, self.queue.schema)
        return (unit for unit in units if unit.id not in self._skipped)
