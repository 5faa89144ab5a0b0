"""Survey of the dates of a corpus: the order of day and month, and unreadable dates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import date

import msgspec

from goldsmith.core import Document
from goldsmith.errors import InputError, Remedy, shorten_id
from goldsmith.privacy.finders.date_values import find_latest_date, is_unreadable, read_value
from goldsmith.privacy.finders.dates import count_order_votes
from goldsmith.privacy.surrogates.calendar import Calendar

#: The number of documents that a message lists; the others are counted.
_MAX_LISTED = 20


class DateOptions(msgspec.Struct, frozen=True):
    """Options for reading dates and for the treatment of weekdays and holidays."""

    month_first: bool | None = None
    """The order of numeric dates where they are ambiguous; None infers it from the corpus."""
    shift_weekdays: bool = False
    keep_holidays: bool = False


class DateSurvey:
    """Learns from all documents how to read the dates of each document."""

    def __init__(self, options: DateOptions) -> None:
        self._options = options
        self._votes: Counter[str] = Counter()
        self._total_votes = 0
        self._metadata_votes = 0
        self._unreadable: list[tuple[str, str]] = []
        self._latest: dict[str, date] = {}

    def add(self, doc: Document, owner: str) -> None:
        """Count the date orders of a document, and record its unreadable dates."""
        votes = count_order_votes(doc.text)
        self._votes[owner] += votes
        self._total_votes += votes
        fields = (doc.metadata.date, *doc.metadata.extra.values())
        self._metadata_votes += sum(map(count_order_votes, fields))
        day = read_value(doc.metadata.date, month_first=self.is_month_first_in_fields)
        if day:
            self._latest[owner] = max(day, self._latest.get(owner, day))
        self._unreadable += [(doc.id, field) for field in _list_unreadable(doc)]

    def check(self) -> None:
        """Raise InputError with the list of documents if there are unreadable dates."""
        if not self._unreadable:
            return
        listed = [
            f"{shorten_id(doc_id)} ({shorten_id(field)})"
            for doc_id, field in self._unreadable[:_MAX_LISTED]
        ]
        rest = len(self._unreadable) - len(listed)
        raise InputError(
            f"{len(self._unreadable)} dates outside the text cannot be read, so they cannot be "
            f"shifted: {', '.join(listed)}" + (f" and {rest} more" if rest else ""),
            expected="dates such as 2008-03-14, 14/03/2008, March 2008 or 2008",
            remedy=Remedy.REWRITE_DATES,
        )

    def make_calendar(self, doc: Document, owner: str, days: int, born: str) -> Calendar:
        """Make the calendar of a document.

        Args:
            doc: The document.
            owner: Its patient.
            days: The shift of the patient.
            born: The date of birth in the patient's record, or "".
        """
        month_first = self._infer_order(count_order_votes(doc.text) or self._votes[owner])
        in_fields = self.is_month_first_in_fields
        reference = read_value(doc.metadata.date, month_first=in_fields)
        return Calendar(
            days,
            reference or find_latest_date(doc.text, month_first=month_first),
            month_first,
            read_value(born, month_first=in_fields),
            self._options.shift_weekdays,
            not self._options.keep_holidays,
        )

    def make_record_calendar(self, owner: str, days: int, born: str) -> Calendar:
        """Make the calendar of a patient's record; its reference is the date of the last note."""
        month_first = self.is_month_first_in_fields
        day = read_value(born, month_first=month_first)
        return Calendar(days, self._latest.get(owner), month_first, day)

    @property
    def is_month_first_in_fields(self) -> bool:
        """Whether the metadata and the records write the month first."""
        return self._infer_order(self._metadata_votes)

    def _infer_order(self, votes: int) -> bool:
        if not votes and self._options.month_first is not None:
            return self._options.month_first
        return (votes or self._total_votes or self._metadata_votes) < 0


def _list_unreadable(doc: Document) -> Iterator[str]:
    """Yield the names of the fields whose dates cannot be read."""
    if is_unreadable(doc.metadata.date, field="date"):
        yield "date"
    for name, value in doc.metadata.extra.items():
        if is_unreadable(value, field=name):
            yield name
    for annotation_set in doc.sets.values():
        for annotation in annotation_set.annotations:
            for name, value in annotation.attributes.items():
                if is_unreadable(value):
                    yield name
