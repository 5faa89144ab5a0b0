"""Pseudonymise documents in two passes: the first learns names, the second replaces identifiers.

A name that a title reveals in one letter is then found without the title in every other note of the
patient. Only names, date orders and ordinary words are held in memory between the passes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from goldsmith.core import Document, Metadata, Span
from goldsmith.core.offsets import get_line_number
from goldsmith.privacy.edits import Edit, Edits, edit_document
from goldsmith.privacy.finders.combined import find_identifiers
from goldsmith.privacy.finders.dates import Calendar, count_order_votes
from goldsmith.privacy.finders.places import get_institution_names
from goldsmith.privacy.identifiers import FACILITY, PLACE, Identifier
from goldsmith.privacy.leftovers import Leftover, find_leftovers
from goldsmith.privacy.lexicon import Lexicon
from goldsmith.privacy.people import Person, normalise_name
from goldsmith.privacy.records import COLUMNS, Record
from goldsmith.privacy.surrogates.date_shift import DateFields, resolve_date, shift_iso_date
from goldsmith.privacy.surrogates.generator import Surrogates
from goldsmith.privacy.surrogates.keyed import KeyedGenerator

#: A smaller shift would leave dates too close to the true ones.
MIN_SHIFT = 31
_WORD = re.compile(r"(?<![\w'’-])[a-z]{3,}(?![\w'’-])")
#: Numbers and dates that make a document id identifying.
_ID_NUMBER = re.compile(r"\d{6,}|(?:19|20)\d\d-\d\d")
_IDENTIFYING = {name for column, aliases in COLUMNS.items() for name in (column, *aliases)}


class Options(msgspec.Struct, frozen=True):
    """Options of pseudonymisation."""

    max_shift: int = 365
    """The largest date shift in days."""
    keep_weekdays: bool = False
    """Shift dates by whole weeks."""
    month_first: bool | None = None
    """The order of numeric dates where they are ambiguous; by default the usual corpus order."""
    keep_ids: bool = False
    """Keep the ids of documents even if they contain identifiers."""


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


class _Patient:
    """The state of a patient between the passes."""

    def __init__(self, record: Record, listed: Sequence[Person]) -> None:
        self.record = record
        self.lexicon = Lexicon(record.people, listed)
        self.votes = 0
        self.surrogates: Surrogates | None = None


class Pseudonymiser:
    """Replaces the identifiers of documents with surrogates.

    Pass every document to `survey` first, then every document to `apply`.

    Args:
        secret: The key that determines the surrogates.
        records: The structured records of patients, by patient.
        listed: People whose names may occur in any note.
        options: How to pseudonymise.

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
    ) -> None:
        self._generator = KeyedGenerator(secret)
        self._records, self._listed, self.options = records or {}, listed, options
        self._patients: dict[str, _Patient] = {}
        self._institutions: set[str] = set()
        self._votes = 0
        self._first_owner: dict[str, str] = {}
        self._ordinary: set[str] = set()

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
        identifiers = find_identifiers(doc.text, Calendar(0), patient.lexicon, patient.record)
        patient.lexicon.learn(doc.text, identifiers)
        votes = count_order_votes(doc.text)
        patient.votes += votes
        self._votes += votes
        if doc.metadata.institution:
            self._institutions.add(doc.metadata.institution)
        # A lower-case word in the notes of two patients is an ordinary word, not a name.
        for word in set(_WORD.findall(doc.text)):
            if self._first_owner.setdefault(word, owner) != owner:
                self._ordinary.add(word)

    def apply(self, doc: Document) -> Outcome:
        """Replace the identifiers of a document; call this after surveying all documents."""
        owner = _get_owner(doc)
        patient = self._get_patient(owner)
        calendar = self._make_calendar(doc, owner, patient)
        surrogates = self._get_surrogates(owner, patient)
        rewrite = lru_cache(1000)(lambda text: self._rewrite(text, calendar, patient, surrogates))
        identifiers = self._find(doc.text, calendar, patient)
        edits = _make_edits(doc.text, identifiers, surrogates)
        doc_id = self._make_id(doc, owner, patient)
        metadata = self._make_metadata(doc, owner, calendar, surrogates, rewrite)
        new = replace(edit_document(doc, edits, rewrite), id=doc_id, metadata=metadata)
        spans = [edits.map_span(Span(item.start, item.end)) for item in identifiers]
        replacements = _list_replacements(doc.text, new, identifiers, spans, edits)
        leftovers = find_leftovers(doc_id, new.text, spans, patient.lexicon, self._ordinary)
        return Outcome(new, replacements, leftovers, doc_id != doc.id)

    def _find(self, text: str, calendar: Calendar, patient: _Patient) -> list[Identifier]:
        return find_identifiers(
            text,
            calendar,
            patient.lexicon,
            patient.record,
            institutions=self._institutions,
            ordinary=self._ordinary,
        )

    def _rewrite(
        self, text: str, calendar: Calendar, patient: _Patient, surrogates: Surrogates
    ) -> str:
        """Replace the identifiers in an attribute, a heading or an annotator's note."""
        shifted = shift_iso_date(text, calendar.days)
        if shifted != text or not text:
            return shifted
        identifiers = self._find(text, calendar, patient)
        return _make_edits(text, identifiers, surrogates).apply(text)

    def _get_patient(self, owner: str) -> _Patient:
        if owner not in self._patients:
            record = self._records.get(owner, Record(owner))
            self._patients[owner] = _Patient(record, self._listed)
        return self._patients[owner]

    def _get_surrogates(self, owner: str, patient: _Patient) -> Surrogates:
        if patient.surrogates is None:
            patient.surrogates = Surrogates(self._generator.for_owner(owner), patient.lexicon)
        return patient.surrogates

    def _make_calendar(self, doc: Document, owner: str, patient: _Patient) -> Calendar:
        votes = count_order_votes(doc.text) or patient.votes
        default = self.options.month_first
        month_first = (votes < 0) if votes else self._votes < 0 if default is None else default
        born = _parse_date(patient.record.born)
        return Calendar(self.draw_shift(owner), _parse_date(doc.metadata.date), month_first, born)

    def draw_shift(self, owner: str) -> int:
        """Draw the number of days by which all dates of a patient move, forward or back."""
        step = 7 if self.options.keep_weekdays else 1
        smallest = min(MIN_SHIFT, self.options.max_shift)
        sizes = [days for days in range(smallest, self.options.max_shift + 1) if days % step == 0]
        generator = self._generator.for_owner(owner)
        size = generator.choose(sizes or [step], "shift")
        return size if generator.draw_number(2, "direction") else -size

    def _make_metadata(
        self,
        doc: Document,
        owner: str,
        calendar: Calendar,
        surrogates: Surrogates,
        rewrite: Callable[[str], str],
    ) -> Metadata:
        metadata = doc.metadata
        extra = {
            name: rewrite(value)
            for name, value in metadata.extra.items()
            if name.casefold() not in _IDENTIFYING
        }
        return replace(
            metadata,
            patient=self.make_pseudonym(owner) if metadata.patient else "",
            date=shift_iso_date(metadata.date, calendar.days),
            institution=_replace_institution(metadata.institution, surrogates),
            extra=extra,
        )

    def make_pseudonym(self, owner: str) -> str:
        """Make the pseudonym of a patient."""
        return "P-" + self._generator.draw_hex(12, "patient", owner)

    def _make_id(self, doc: Document, owner: str, patient: _Patient) -> str:
        """Return the id of the document, or a new id if it contains an identifier."""
        if self.options.keep_ids:
            return doc.id
        tokens = set(re.findall(r"[^\W_]+", doc.id.casefold()))
        identifying = {normalise_name(name) for name in patient.lexicon.recorded if len(name) > 2}
        identifying |= {number.casefold() for number in patient.record.numbers}
        identifying |= {doc.metadata.patient.casefold()} - {""}
        if tokens.isdisjoint(identifying) and not _ID_NUMBER.search(doc.id):
            return doc.id
        return f"{self.make_pseudonym(owner)}-{self._generator.draw_hex(8, 'document', doc.id)}"


def _get_owner(doc: Document) -> str:
    """Return the patient of a document; without one, the document has an owner of its own."""
    return doc.metadata.patient or f"document {doc.id}"


def _parse_date(text: str) -> date | None:
    match = re.match(r"(\d{4})(?:-(\d\d))?(?:-(\d\d))?", text)
    if match is None:
        return None
    return resolve_date(DateFields(*(int(part or 0) for part in match.groups())), None)


def _replace_institution(institution: str, surrogates: Surrogates) -> str:
    for name in get_institution_names(institution):
        identifier = Identifier(0, len(name), PLACE, "institution", 0, FACILITY)
        institution = institution.replace(name, surrogates.make(name, identifier))
    return institution


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
