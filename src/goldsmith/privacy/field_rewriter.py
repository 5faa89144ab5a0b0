"""Rewriters of the strings of a document outside its text: metadata, attributes, notes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from goldsmith.core import Document
from goldsmith.errors import InputError, Remedy, shorten_id
from goldsmith.privacy import fields
from goldsmith.privacy.fields import Rewriters, rewrite_fields
from goldsmith.privacy.finders.date_values import shift_value
from goldsmith.privacy.finders.labels import LabelFinder
from goldsmith.privacy.finders.places import get_institution_names
from goldsmith.privacy.identifiers import FACILITY, PLACE, Identifier
from goldsmith.privacy.lexicon import Lexicon, is_unambiguous
from goldsmith.privacy.people import Person, normalise_name
from goldsmith.privacy.records import COLUMNS, Record
from goldsmith.privacy.surrogates.calendar import Calendar
from goldsmith.privacy.surrogates.generator import Surrogates
from goldsmith.privacy.surrogates.keyed import KeyedGenerator

#: Numbers and dates that make an id or a file name identifying.
_ID_NUMBER = re.compile(r"\d{6,}|(?:19|20)\d\d-\d\d")
#: Columns of the records; `extra` metadata of these names is dropped.
_COLUMNS = frozenset(name for column, aliases in COLUMNS.items() for name in (column, *aliases))
_TIMESTAMP = re.compile(
    r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?)?"
)
_FILE_NAME = re.compile(r"\S*[_/\\.]\S*")
#: A result or a dose: 2012 may be a value of a test.
_AMOUNT = re.compile(r"[<>]?\d{1,4}(?:[.,]\d+)?")
#: Characters that an id may have between its letters and digits.
_PUNCTUATION = re.compile(r"[\W_]")
_CACHE = 10_000
_MIN_NUMBER = 5


class Context(msgspec.Struct, frozen=True):
    """The information about a patient that the rewriters of a document need."""

    owner: str
    calendar: Calendar
    """Reads and shifts the dates of attributes and notes."""
    field_calendar: Calendar
    """Reads and shifts the dates of the metadata; their order of day and month may differ."""
    lexicon: Lexicon
    record: Record
    surrogates: Surrogates
    rewrite: Callable[[str, Calendar], str]
    """Replaces the identifiers in a text."""

    def with_days(self, days: int) -> Calendar:
        """Return the calendar of the metadata with another shift."""
        return replace(self.field_calendar, days=days)


class FieldRewriter:
    """Rewrites the fields of documents outside their text.

    Args:
        generator: Draws new labels and ids.
        records: The records of all patients.
        listed: Further people whose names may occur.
        keep_ids: Keep the ids of documents.
    """

    def __init__(
        self,
        generator: KeyedGenerator,
        records: Iterable[Record],
        listed: Iterable[Person],
        *,
        keep_ids: bool,
    ) -> None:
        self._generator, self._keep_ids = generator, keep_ids
        self._labels = LabelFinder(records, listed)
        self._rewrite_label = lru_cache(_CACHE)(self._make_label)

    def add_patient(self, patient: str) -> None:
        """Add the id of a patient, so that labels that contain it are replaced."""
        self._labels.add_numbers((patient,))
        self._rewrite_label.cache_clear()

    def rewrite(self, doc: Document, context: Context) -> Document:
        """Rewrite every string of a document outside its text; columns of records are dropped."""
        extra = {
            name: value
            for name, value in doc.metadata.extra.items()
            if name.casefold() not in _COLUMNS
        }
        doc = replace(doc, metadata=replace(doc.metadata, extra=extra))
        return rewrite_fields(doc, self._make_rewriters(doc, context))

    def _make_rewriters(self, doc: Document, context: Context) -> Rewriters:
        prose = lru_cache(_CACHE)(lambda text: self._rewrite_prose(text, context))
        return {
            fields.PROSE: prose,
            fields.VALUE: lru_cache(_CACHE)(lambda text: self._rewrite_value(text, context, prose)),
            fields.LABEL: self._rewrite_label,
            fields.TIMESTAMP: self._rewrite_timestamp,
            fields.DATE: lambda text: self._shift_date(text, doc.id, context),
            fields.PATIENT: lambda _: self.make_pseudonym(context.owner),
            fields.INSTITUTION: lambda text: self.replace_institution(text, context),
            fields.DOCUMENT: lambda _: self._make_id(doc, context),
        }

    def _shift_date(self, text: str, doc_id: str, context: Context) -> str:
        """Shift the date of a document; raise an error rather than keep an unreadable date."""
        shifted = shift_value(text, context.field_calendar)
        if shifted is not None:
            return shifted
        if any(char.isdigit() for char in text):
            raise InputError(
                "the date of the document cannot be read",
                where=shorten_id(doc_id),
                expected="a date such as 2008-03-14",
                remedy=Remedy.REWRITE_DATES,
            )
        return self._rewrite_label(text)

    def rewrite_record_value(self, text: str, context: Context) -> str:
        """Rewrite a value of a record: shift a date, or replace the identifiers of a text."""
        shifted = shift_value(text, context.field_calendar) if not _AMOUNT.fullmatch(text) else text
        if shifted is not None:
            return shifted
        names = _list_names(context)
        if not self._labels.is_identifying(text, names=names):
            return text
        new = context.rewrite(text, context.calendar)
        return new if new != text else self._draw_label(text)

    def replace_institution(self, text: str, context: Context) -> str:
        """Replace the name of an institution consistently in the whole corpus."""
        names = get_institution_names(text)
        new = text
        for name in names:
            identifier = Identifier(0, len(name), PLACE, "institution", 0, FACILITY)
            new = new.replace(name, context.surrogates.make(name, identifier))
        return new if names else self._rewrite_prose(text, context)

    def make_pseudonym(self, owner: str) -> str:
        """Make the pseudonym of a patient."""
        return "P-" + self._generator.draw_hex(12, "patient", owner)

    def _make_id(self, doc: Document, context: Context) -> str:
        """Return the id of the document, or a new id if it contains an identifier."""
        numbers = (doc.metadata.patient, *context.record.numbers, *context.record.contacts)
        names = _list_names(context) | ({normalise_name(doc.metadata.patient)} - {""})
        is_identifying = _contains(doc.id, numbers) or self._is_identifying(doc.id, names)
        if self._keep_ids or not is_identifying:
            return doc.id
        pseudonym = self.make_pseudonym(context.owner)
        return f"{pseudonym}-{self._generator.draw_hex(8, 'document', doc.id)}"

    def _is_identifying(self, name: str, names: set[str]) -> bool:
        """Return whether an id or a file name contains an identifier."""
        return bool(_ID_NUMBER.search(name)) or self._labels.is_identifying(name, names=names)

    def _make_label(self, label: str) -> str:
        return self._draw_label(label) if self._labels.is_identifying(label) else label

    def _draw_label(self, label: str) -> str:
        return "x-" + self._generator.draw_hex(10, "label", label)

    def _rewrite_timestamp(self, text: str) -> str:
        return text if _TIMESTAMP.fullmatch(text) else self._rewrite_label(text)

    def _rewrite_prose(self, text: str, context: Context) -> str:
        shifted = shift_value(text, context.field_calendar)
        if shifted is not None:
            return shifted
        if _FILE_NAME.fullmatch(text) and self._is_identifying(text, _list_names(context)):
            return self._draw_label(text)
        return context.rewrite(text, context.calendar)

    def _rewrite_value(self, text: str, context: Context, prose: Callable[[str], str]) -> str:
        shifted = shift_value(text, context.calendar)
        if shifted is not None:
            return shifted
        name = normalise_name(text)
        is_known = name in context.lexicon.surnames or name in context.lexicon.first_names
        return prose(text) if is_known or len(text.split()) > 1 else self._rewrite_label(text)


def _contains(name: str, numbers: Iterable[str]) -> bool:
    """Return whether an id contains a number, with any punctuation."""
    plain = _PUNCTUATION.sub("", name).casefold()
    parts = (_PUNCTUATION.sub("", number).casefold() for number in numbers)
    return any(len(part) >= _MIN_NUMBER and part in plain for part in parts)


def _list_names(context: Context) -> set[str]:
    """Return the recorded and learnt names that identify the patient in an id."""
    lexicon = context.lexicon
    learnt = {name for name in (*lexicon.surnames, *lexicon.first_names) if is_unambiguous(name)}
    recorded = {normalise_name(name) for name in lexicon.recorded if len(name) > 2}
    return learnt | recorded | {normalise_name(number) for number in context.record.numbers}
