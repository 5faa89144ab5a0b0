"""Propose places of a text with a distinctive form: dates, ages, internet addresses."""

from __future__ import annotations

from goldsmith.privacy.finders.ages import propose_ages
from goldsmith.privacy.finders.dates import propose_dates
from goldsmith.privacy.finders.numbers import (
    find_extensions,
    find_links,
    find_phone_extensions,
    propose_numbers,
)
from goldsmith.privacy.identifiers import Identifier, resolve_overlaps
from goldsmith.privacy.surrogates.calendar import Calendar


def propose(text: str, calendar: Calendar) -> list[Identifier]:
    """Propose dates, ages and internet addresses, in order and without overlaps."""
    return resolve_overlaps(
        (
            *find_links(text),
            *find_phone_extensions(text),
            *find_extensions(text),
            *propose_numbers(text),
            *propose_dates(text, calendar),
            *propose_ages(text),
        )
    )
