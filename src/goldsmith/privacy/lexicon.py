"""The names known for a patient: from the record, from a list of names, and from the notes."""

from __future__ import annotations

import re
from collections.abc import Iterable

from goldsmith.privacy import words
from goldsmith.privacy.identifiers import FIRST, FIRST_INITIAL, NAME, SURNAME, Identifier
from goldsmith.privacy.people import Person, normalise_name

#: Shorter surnames are one typo away from too many words.
MIN_TYPO_LENGTH = 6
_MIN_LENGTH = 3
_PARTS = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_PARTICLES = frozenset("van von de der den del di da du la le ter al bin st mac".split())


class Lexicon:
    """The normalised surnames and first names of all people around a patient.

    Args:
        people: The people of the patient's record.
        listed: Further people whose names may occur.
    """

    def __init__(self, people: Iterable[Person] = (), listed: Iterable[Person] = ()) -> None:
        self.surnames: set[str] = set()
        self.first_names: dict[str, str] = {}
        """First name -> sex, "" if it is unknown."""
        self.recorded: set[str] = set()
        """The names of the record; they are matched in any case and with a typo."""
        self.people: list[Person] = []
        for person in people:
            self._add(person)
            self.recorded.update(map(normalise_name, (*split_name(person.surname), *person.first)))
        for person in listed:
            self._add(person)

    def _add(self, person: Person) -> None:
        self.people.append(person)
        self.surnames.update(map(normalise_name, split_name(person.surname)))
        for name in person.first:
            if len(normalise_name(name)) > 1:
                self._add_first_name(name, person.sex or words.guess_sex(name))

    def _add_first_name(self, name: str, sex: str) -> None:
        for part in split_name(name):
            part_name = normalise_name(part)
            self.first_names[part_name] = self.first_names.get(part_name, "") or sex

    def learn(self, text: str, identifiers: Iterable[Identifier]) -> None:
        """Add the names that the rules found in a note of the patient."""
        names = [identifier for identifier in identifiers if identifier.kind == NAME]
        run: list[Identifier] = []
        for identifier in sorted(names, key=lambda identifier: identifier.start):
            if run and identifier.start - run[-1].end > 2:
                self._learn_person(text, run)
                run = []
            run.append(identifier)
        self._learn_person(text, run)

    def _learn_person(self, text: str, run: list[Identifier]) -> None:
        """Add the person of adjacent first names, initials and surname."""
        surname = ""
        first = []
        for identifier in run:
            name = text[identifier.start : identifier.end]
            if identifier.form == SURNAME:
                surname = name
                # A misspelt name of the record gets the surrogate of the correct spelling.
                parts = map(normalise_name, split_name(name))
                self.surnames.update(part for part in parts if not self.find_near_surname(part))
            elif identifier.form == FIRST:
                first.append(name)
                self._add_first_name(name, identifier.detail)
            elif identifier.form == FIRST_INITIAL:
                first.append(name)
        if surname and first:
            self.people.append(Person(tuple(first), surname))

    def find_first_name(self, letter: str, surname: str) -> str:
        """Find the normalised first name for an initial before a surname; "" if unknown."""
        for person in self.people:
            if surname and normalise_name(person.surname) != surname:
                continue
            for first in map(normalise_name, person.first):
                if len(first) > 1 and first[0] == letter.casefold()[0]:
                    return first
        return ""

    def has_initial(self, letter: str, surname: str) -> bool:
        """Return whether anybody with this surname has a first name with this initial."""
        return any(
            normalise_name(name)[:1] == letter.casefold()
            for person in self.people
            if normalise_name(person.surname) == surname
            or surname in map(normalise_name, split_name(person.surname))
            for name in person.first
        )

    def find_near_surname(self, word: str) -> str:
        """Find the recorded surname that is one typo away from a word, or return ""."""
        for name in sorted(self.recorded & self.surnames):
            if len(name) >= MIN_TYPO_LENGTH and is_one_typo_apart(word, name):
                return name
        return ""


def split_name(name: str) -> list[str]:
    """Split a name at hyphens and spaces, and drop particles such as "van der"."""
    parts = _PARTS.findall(name)
    return [part for part in parts if normalise_name(part) not in _PARTICLES] or parts


def is_unambiguous(name: str) -> bool:
    """Return whether a normalised name is not an ordinary word and so needs no context."""
    return (
        len(name) >= _MIN_LENGTH
        and name not in words.load_ordinary()
        and name not in words.load_ambiguous()
    )


def is_one_typo_apart(first: str, second: str) -> bool:
    """Return whether words differ by one insertion, deletion, substitution or transposition."""
    if first == second or abs(len(first) - len(second)) > 1:
        return False
    if len(first) > len(second):
        first, second = second, first
    pairs = enumerate(zip(first, second, strict=False))
    index = next((index for index, (a, b) in pairs if a != b), None)
    if index is None:
        return True
    if len(first) < len(second):
        return first[index:] == second[index + 1 :]
    is_swapped = (
        first[index : index + 2] == second[index : index + 2][::-1]
        and first[index + 2 :] == second[index + 2 :]
    )
    return is_swapped or first[index + 1 :] == second[index + 1 :]
