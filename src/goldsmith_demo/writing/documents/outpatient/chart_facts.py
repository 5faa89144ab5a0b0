"""Look up the facts about a patient on the day of a note."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from goldsmith_demo.life.model import Event, Thing
from goldsmith_demo.writing.documents.note import Note
from goldsmith_demo.writing.documents.phrases import outpatient as books


class ChartFacts(Note):
    """The facts that a note may state about its patient: things, events, findings and drugs."""

    @property
    def tumour(self) -> Thing | None:
        """The tumour, once it has been diagnosed."""
        return self.primary if self.is_diagnosed else None

    def list_operations(self) -> list[tuple[Event, Thing]]:
        """Return earlier operations, and other procedures for the tumour, with their events."""
        rows = ((event, self.things[event.what]) for event in self.list_events("operation"))
        return [
            (event, thing)
            for event, thing in rows
            if "operation" in thing.generic or thing.reason == self.patient.tumour
        ]

    @cached_property
    def findings(self) -> list[Thing]:
        """The new conditions of the day: that of the event, then its findings."""
        conditions = self.find_things([self.event.what, *self.event.findings], "Condition")
        return [thing for thing in conditions if thing.key != self.patient.tumour]

    @cached_property
    def complaints(self) -> list[Thing]:
        """The new symptoms."""
        return [finding for finding in self.findings if finding.is_symptom]

    @cached_property
    def problems(self) -> list[Thing]:
        """The new conditions other than symptoms."""
        return [finding for finding in self.findings if not finding.is_symptom]

    @property
    def is_ill(self) -> bool:
        """Whether one of the new conditions is a disorder."""
        return any(problem.is_disorder for problem in self.problems)

    def list_known(self) -> list[Thing]:
        """Return the active conditions that have been found by now."""
        keys = {
            key
            for item in self.patient.events
            if item.date <= self.date
            for key in (item.what, *item.findings)
        }
        return [item for item in self.list_active() if item.key in keys]

    @cached_property
    def present(self) -> set[str]:
        """The bases of conditions that the note must not deny."""
        bases = {item.base for item in [*self.list_active(), *self.findings, *self.comorbidities]}
        return bases | _list_companions(bases)

    def select_fitting(self, rows: Iterable[Sequence[str]]) -> list[str]:
        """Return the phrases of rows (phrase, reasons, what it denies) that suit the day."""
        return [
            way
            for way, reasons, denied in rows
            if self.present.isdisjoint(denied.split())
            and not (reasons and self.acute.isdisjoint(reasons.split()))
        ]

    @cached_property
    def comorbidities(self) -> list[Thing]:
        """The chronic illnesses."""
        return self.find_things(self.patient.comorbidities)

    @cached_property
    def acute(self) -> set[str]:
        """The bases of the day's new conditions and their accompanying symptoms."""
        bases = {item.base for item in self.findings}
        return bases | _list_companions(bases)

    def list_unexplained(self) -> list[Thing]:
        """Return the complaints that no problem of the day explains."""
        explained = _list_companions(item.base for item in self.problems)
        return [item for item in self.complaints if item.base not in explained]

    def list_reasons(self, count: int) -> list[Thing]:
        """Return the first complaints, or else the first finding."""
        return self.complaints[:count] or self.findings[:1]

    @property
    def drugs(self) -> list[Thing]:
        """The drugs of the event."""
        return self.find_things(self.event.drugs, "Drug-or-device")

    def find_drug_for(self, illness: Thing) -> Thing | None:
        """Return the first regular drug for an illness, or None."""
        drugs = (drug for drug in self.list_regular_drugs() if drug.reason == illness.key)
        return next(drugs, None)


def list_group(name: str) -> set[str]:
    """Return the bases of the conditions of a group."""
    return set(books.words.get_words("groups")[name].split())


def _list_companions(bases: Iterable[str]) -> set[str]:
    """Return the bases of the symptoms that accompany conditions."""
    table = books.words.get_words("go_together")
    return {more for base in bases for more in table.get(base, "").split()}
