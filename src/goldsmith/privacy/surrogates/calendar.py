"""Calendars, which determine how to read and shift the dates of a note."""

from __future__ import annotations

from datetime import date

import msgspec

from goldsmith.privacy.surrogates.date_shift import shift_date

#: Ages above this are replaced by it.
MAX_AGE = 90


class Calendar(msgspec.Struct, frozen=True):
    """The shift of a patient's dates, and how the dates of a note are read."""

    days: int
    """The shift in days."""
    reference: date | None = None
    """The date of the note; the year of "on 18/03" is chosen to be nearest to it."""
    month_first: bool = False
    born: date | None = None
    """The date of birth of the patient."""
    shifts_weekdays: bool = False
    """Whether to shift weekdays without a date; weekdays next to a date are always shifted."""
    replaces_holidays: bool = True
    """Whether to replace the name of a holiday with the shifted date."""

    def shift(self, day: date, *, birth: bool = False) -> date:
        """Shift a date; a birth more than 90 years ago becomes one 90 years ago."""
        new = shift_date(day, self.days)
        if self.reference and (birth or day == self.born):
            years = (self.reference - day).days // 365.2425
            if years > MAX_AGE:
                new = shift_date(new, round((years - MAX_AGE) * 365.2425))
        return new
