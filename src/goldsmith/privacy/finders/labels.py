"""Find identifiers in labels: ids, names of sets, types, codes.

A label has no context, and it means the same in the whole corpus. Only certain identifiers are
therefore recognised: names of the records and of the list of names, names with a title, complete
dates, recorded numbers, and numbers and contacts of a typical form. Plain numbers and web addresses
are ignored, because they occur in codes and names of terminologies.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from goldsmith.privacy import words
from goldsmith.privacy.finders import date_patterns as patterns
from goldsmith.privacy.finders.numbers import find_certain_numbers
from goldsmith.privacy.identifiers import URL
from goldsmith.privacy.lexicon import is_unambiguous, split_name
from goldsmith.privacy.nhs_number import keep_digits
from goldsmith.privacy.people import TITLE, UPPER, Person, normalise_name
from goldsmith.privacy.records import Record

_TITLED = re.compile(rf"(?<![^\W_]){TITLE}\b\.?[ ]?(?P<name>[{UPPER}][\w'’-]+)")
_TOKEN = re.compile(r"[^\W_]+")
#: Words of names like IvyTarrow-letter.
_CAMEL = re.compile(rf"[{UPPER}][^\W\d_{UPPER}]+")
_DATES = (patterns.NUMERIC, patterns.ISO, *(pattern.regex for pattern in patterns.NAMES))
_MIN_NAME, _MIN_NUMBER = 3, 4


class LabelFinder:
    """Decides whether a label contains an identifier.

    Args:
        records: The records of all patients.
        listed: Further people whose names may occur.
    """

    def __init__(self, records: Iterable[Record], listed: Iterable[Person]) -> None:
        self._names: set[str] = set()
        self._numbers: set[str] = set()
        for person in listed:
            self._add(person)
        for record in records:
            for person in record.people:
                self._add(person)
            self.add_numbers((record.patient, *record.numbers, *record.contacts))

    def _add(self, person: Person) -> None:
        names = (*split_name(person.surname), *person.first)
        self._names.update(filter(_is_certain, map(normalise_name, names)))

    def add_numbers(self, values: Iterable[str]) -> None:
        """Add ids of patients and their numbers."""
        for value in values:
            plain = re.sub(r"[\W_]", "", value).casefold()
            if len(plain) >= _MIN_NUMBER and keep_digits(plain):
                self._numbers.add(plain)

    def is_identifying(self, label: str, *, names: Iterable[str] = ()) -> bool:
        """Return whether a label contains an identifier.

        Args:
            label: The label.
            names: Further normalised names to recognise in this label.
        """
        spaced = label.replace("_", " ")
        tokens = [*_TOKEN.findall(spaced), *_CAMEL.findall(spaced)]
        folded = {normalise_name(token) for token in tokens}
        if not folded.isdisjoint(self._names) or not folded.isdisjoint(names):
            return True
        return (
            any(_is_surname(match["name"]) for match in _TITLED.finditer(spaced))
            or self._has_number(spaced, folded)
            or any(_has_year(match) for regex in _DATES for match in regex.finditer(spaced))
        )

    def _has_number(self, label: str, tokens: set[str]) -> bool:
        plain = re.sub(r"[\W_]", "", label).casefold()
        if plain in self._numbers or not tokens.isdisjoint(self._numbers):
            return True
        return any(
            item.form != URL and not label[item.start : item.end].isdigit()
            for item in find_certain_numbers(label)
        )


def _is_surname(word: str) -> bool:
    """Return whether the word after a title is a surname, not a word as in Nurse Specialist."""
    folded = word.casefold()
    return folded not in words.load_ordinary() and folded not in words.load_folded("heads")


def _has_year(match: re.Match[str]) -> bool:
    return any(value for name, value in match.groupdict().items() if name.startswith("year"))


def _is_certain(name: str) -> bool:
    """Return whether a name is neither an ordinary word nor an eponym, which labels may contain."""
    return (
        len(name) >= _MIN_NAME and is_unambiguous(name) and name not in words.load_folded("eponyms")
    )
