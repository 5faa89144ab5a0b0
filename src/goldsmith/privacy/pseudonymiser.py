"""Pseudonymise documents in two passes: the first learns names, the second replaces identifiers.

A name that a title reveals in one letter is then recognised without the title in every other note
of the patient. Only names, date orders and ordinary words are kept in memory between the passes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path

import msgspec
from msgspec.structs import replace

from goldsmith.core import Document, Span
from goldsmith.core.offsets import get_line_number
from goldsmith.privacy.date_survey import DateOptions, DateSurvey
from goldsmith.privacy.decisions import Decisions
from goldsmith.privacy.edits import Edit, Edits, edit_document
from goldsmith.privacy.field_rewriter import Context, FieldRewriter
from goldsmith.privacy.finders.dates import drop_kept_days, find_named_days, propose_dates
from goldsmith.privacy.finders.recorded import find_recorded
from goldsmith.privacy.identifiers import Identifier, resolve_overlaps
from goldsmith.privacy.leftovers import Leftover, make_leftovers
from goldsmith.privacy.lexicon import Lexicon
from goldsmith.privacy.people import Person
from goldsmith.privacy.record_rewriter import RecordRewriter
from goldsmith.privacy.records import Record
from goldsmith.privacy.scoring.corpus import PatientNames
from goldsmith.privacy.scoring.identify import Doubt, Finder
from goldsmith.privacy.scoring.model import load_model
from goldsmith.privacy.surrogates.calendar import Calendar
from goldsmith.privacy.surrogates.generator import Surrogates
from goldsmith.privacy.surrogates.keyed import KeyedGenerator

#: A smaller shift would leave dates too close to the true ones.
MIN_SHIFT = 31


class Options(msgspec.Struct, frozen=True):
    """Options of pseudonymisation."""

    max_shift: int = 365
    """The largest date shift in days."""
    keep_weekdays: bool = False
    """Shift dates by whole weeks."""
    month_first: bool | None = None
    """The order of ambiguous numeric dates; by default the usual order of the corpus."""
    keep_ids: bool = False
    """Keep the ids of documents even if they contain identifiers."""
    shift_weekdays: bool = False
    """Also shift weekdays without a date; weekdays next to a date are always shifted."""
    keep_holidays: bool = False
    """Keep the names of holidays instead of replacing them by the shifted date."""
    recalls: dict[str, float] = {}
    """Kind -> the share of its identifiers to find; "" for all other kinds."""


class Replacement(msgspec.Struct, frozen=True):
    """A replaced identifier; the offsets refer to the new text."""

    document: str
    start: int
    end: int
    line: int
    kind: str
    rule: str
    old: str
    new: str


class Outcome(msgspec.Struct, frozen=True):
    """A pseudonymised document, its replacements, and the places to inspect."""

    document: Document
    replacements: list[Replacement]
    leftovers: list[Leftover]
    renamed: bool
    """Whether the document has a new id."""
    unlisted: float = 0.0
    """The expected number of identifiers among places too improbable to be in `leftovers`."""


class _Patient:
    """The state of a patient between the passes."""

    def __init__(self, record: Record, listed: Sequence[Person]) -> None:
        self.record = record
        self.recorded = Lexicon(record.people, listed)
        """The names of the record and of the list."""
        self.lexicon = Lexicon(record.people, listed)
        """These names, and the names that the first pass finds in the notes."""
        self.names = PatientNames()
        self.surrogates: Surrogates | None = None


class Pseudonymiser:
    """Replaces the identifiers of documents with surrogates.

    Pass every document to `survey` first, then every document to `apply`.

    Args:
        secret: The key that determines the surrogates.
        records: The structured records of patients, by patient.
        listed: People whose names may occur in any note.
        options: The options of pseudonymisation.
        decisions: The decisions of a reviewer about wordings.

    Example:
        pseudonymiser = Pseudonymiser(load_key(Path("key"), None))
        for doc in docs:
            pseudonymiser.survey(doc)
        new_docs = [pseudonymiser.apply(doc).document for doc in docs]
    """

    def __init__(
        self,
        secret: bytes,
        records: Mapping[str, Record] | None = None,
        listed: Sequence[Person] = (),
        options: Options = Options(),  # noqa: B008 - frozen
        decisions: Decisions | None = None,
    ) -> None:
        self._generator = KeyedGenerator(secret)
        self._records, self._listed, self.options = records or {}, listed, options
        self._decisions = decisions or Decisions()
        self._patients: dict[str, _Patient] = {}
        self._institutions: set[str] = set()
        self._dates = DateSurvey(
            DateOptions(options.month_first, options.shift_weekdays, options.keep_holidays)
        )
        self._fields = FieldRewriter(
            self._generator, self._records.values(), listed, keep_ids=options.keep_ids
        )
        self._finder = Finder(load_model(), options.recalls)

    @property
    def unmatched(self) -> int:
        """The number of records whose patient was not surveyed."""
        return len(self._records.keys() - self._patients.keys())

    @property
    def patients(self) -> int:
        """The number of surveyed patients; a document without a patient counts as one."""
        return len(self._patients)

    def survey(self, doc: Document) -> None:
        """Learn the names, the order of dates and the ordinary words of a document."""
        owner = _get_owner(doc)
        patient = self._get_patient(owner)
        self._finder.survey(doc.text, owner, patient.names, patient.lexicon)
        self._learn_decided(doc.text, patient)
        self._dates.add(doc, owner)
        if doc.metadata.institution:
            self._institutions.add(doc.metadata.institution)

    def _learn_decided(self, text: str, patient: _Patient) -> None:
        """Learn the names that a reviewer decided on, so that they get surrogates in order."""
        patient.lexicon.learn(text, self._decisions.apply(text, [], lambda _: ()))

    def apply(self, doc: Document) -> Outcome:
        """Replace the identifiers of a document; call this after surveying all documents."""
        owner = _get_owner(doc)
        patient = self._get_patient(owner)
        calendar = self._dates.make_calendar(
            doc, owner, self.draw_shift(owner), patient.record.born
        )
        context = self._make_context(owner, patient, calendar)
        surrogates = context.surrogates
        identifiers, doubts, unlisted = self._find(doc.text, calendar, patient)
        edits = _make_edits(doc.text, identifiers, surrogates)
        edited = edit_document(doc, edits, lambda text: context.rewrite(text, calendar))
        new = self._fields.rewrite(edited, context)
        spans = [edits.map_span(Span(item.start, item.end)) for item in identifiers]
        replacements = _list_replacements(doc.text, new, identifiers, spans, edits)
        leftovers = [
            place
            for place in make_leftovers(new.id, new.text, spans, edits, doubts)
            if not self._decisions.is_cleared(place.text)
        ]
        return Outcome(new, replacements, leftovers, new.id != doc.id, unlisted)

    def _find(
        self, text: str, calendar: Calendar, patient: _Patient
    ) -> tuple[list[Identifier], list[Doubt], float]:
        recorded = find_recorded(
            text,
            patient.record,
            patient.recorded,
            institutions=self._institutions,
            ordinary=self._finder.usage.ordinary,
        )
        findings = self._finder.find(text, calendar, patient.names, patient.lexicon)
        days = find_named_days(text, calendar)
        scored = drop_kept_days(text, calendar, findings.identifiers)
        identifiers = resolve_overlaps((*recorded, *days, *scored))
        decided = self._decide(text, identifiers, calendar)
        return decided, findings.doubts, findings.unlisted

    def _decide(
        self, text: str, identifiers: list[Identifier], calendar: Calendar
    ) -> list[Identifier]:
        """Apply the decisions of the reviewer."""
        return self._decisions.apply(text, identifiers, lambda text: propose_dates(text, calendar))

    def _rewrite(
        self, patient: _Patient, surrogates: Surrogates, text: str, calendar: Calendar
    ) -> str:
        """Replace the identifiers in a text other than the note."""
        identifiers, *_ = self._find(text, calendar, patient)
        return _make_edits(text, identifiers, surrogates).apply(text)

    def _get_patient(self, owner: str) -> _Patient:
        if owner not in self._patients:
            record = self._records.get(owner, Record(owner))
            self._patients[owner] = _Patient(record, self._listed)
            self._fields.add_patient(owner)
        return self._patients[owner]

    def _get_surrogates(self, owner: str, patient: _Patient) -> Surrogates:
        if patient.surrogates is None:
            patient.surrogates = Surrogates(self._generator.for_owner(owner), patient.lexicon)
        return patient.surrogates

    def check_dates(self) -> None:
        """Raise InputError if surveyed documents have unreadable dates outside their text."""
        self._dates.check()

    def rewrite_records(self, path: Path, *, ignore: Collection[str] = ()) -> Iterator[str]:
        """Yield the lines of the patients' records with the surrogates and shifts of their notes.

        Args:
            path: The records: JSON lines or CSV.
            ignore: Columns to leave out.

        Raises:
            InputError: Dates of the records cannot be read.
        """
        return self._make_record_rewriter().rewrite(path, ignore=ignore)

    def rewrite_record_text(
        self, text: str, where: str, *, ignore: Collection[str] = ()
    ) -> Iterator[str]:
        """Yield the pseudonymised lines of records given as a string; see `rewrite_records`."""
        return self._make_record_rewriter().rewrite_text(text, where, ignore=ignore)

    def _make_record_rewriter(self) -> RecordRewriter:
        return RecordRewriter(self._fields, self._make_record_context)

    def _make_record_context(self, owner: str) -> Context:
        patient = self._get_patient(owner)
        born = patient.record.born
        calendar = self._dates.make_record_calendar(owner, self.draw_shift(owner), born)
        return self._make_context(owner, patient, calendar)

    def _make_context(self, owner: str, patient: _Patient, calendar: Calendar) -> Context:
        surrogates = self._get_surrogates(owner, patient)
        return Context(
            owner,
            calendar,
            replace(calendar, month_first=self._dates.is_month_first_in_fields),
            patient.lexicon,
            patient.record,
            surrogates,
            partial(self._rewrite, patient, surrogates),
        )

    def draw_shift(self, owner: str) -> int:
        """Draw the number of days by which all dates of a patient move, forward or back."""
        step = 7 if self.options.keep_weekdays else 1
        generator = self._generator.for_owner(owner)
        size = generator.choose(_list_shifts(self.options.max_shift, step), "shift")
        return size if generator.draw_number(2, "direction") else -size

    def make_pseudonym(self, owner: str) -> str:
        """Make the pseudonym of a patient."""
        return self._fields.make_pseudonym(owner)


@cache
def _list_shifts(largest: int, step: int) -> Sequence[int]:
    """List the numbers of days to choose from, multiples of a step."""
    smallest = min(MIN_SHIFT, largest)
    return [days for days in range(smallest, largest + 1) if days % step == 0] or [step]


def _get_owner(doc: Document) -> str:
    """Return the patient of a document, or a unique owner for a document without one."""
    return doc.metadata.patient or f"document {doc.id}"


def _make_edits(text: str, identifiers: list[Identifier], surrogates: Surrogates) -> Edits:
    return Edits(
        [
            Edit(item.start, item.end, surrogates.make(text[item.start : item.end], item))
            for item in identifiers
        ]
    )


def _list_replacements(
    text: str, new: Document, identifiers: list[Identifier], spans: list[Span], edits: Edits
) -> list[Replacement]:
    return [
        Replacement(
            new.id,
            span.start,
            span.end,
            get_line_number(new.text, span.start),
            identifier.kind,
            identifier.rule,
            text[identifier.start : identifier.end],
            edit.new,
        )
        for identifier, span, edit in zip(identifiers, spans, edits.edits, strict=True)
    ]
