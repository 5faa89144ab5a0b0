"""The names known for one patient: from the record, from a list, and those the notes showed."""

from __future__ import annotations

import re
from collections.abc import Iterable

from goldsmith.privacy import words
from goldsmith.privacy.found import NAME, Found
from goldsmith.privacy.people import Person, key
from goldsmith.privacy.runs import FIRST, LETTER_OF_FIRST, SURNAME

#: Shorter surnames are one typo away from too many words.
TYPO_LENGTH = 6
_SHORTEST = 3
_PARTS = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_PARTICLES = frozenset("van von de der den del di da du la le ter al bin st mac".split())


class Lexicon:
    """Surnames and first names of everybody around one patient."""

    def __init__(self, people: Iterable[Person] = (), listed: Iterable[Person] = ()) -> None:
        self.surnames: set[str] = set()
        self.firsts: dict[str, str] = {}
        """First name -> sex, empty where nothing told it."""
        self.recorded: set[str] = set()
        """Names of the record: these are found in any case and with a typo."""
        self.people: list[Person] = []
        for one in people:
            self._add(one)
            self.recorded.update(map(key, (*parts(one.surname), *one.first)))
        for one in listed:
            self._add(one)

    def _add(self, one: Person) -> None:
        self.people.append(one)
        self.surnames.update(map(key, parts(one.surname)))
        for name in one.first:
            if len(key(name)) > 1:
                self._first(name, one.sex or words.sex_of(name))

    def _first(self, name: str, sex: str) -> None:
        for part in parts(name):
            known = self.firsts.get(key(part), "")
            self.firsts[key(part)] = known or sex

    def learn(self, text: str, found: Iterable[Found]) -> None:
        """Takes the names that rules found in a note of the patient."""
        run: list[Found] = []
        for one in sorted((one for one in found if one.kind == NAME), key=lambda one: one.start):
            if run and one.start - run[-1].end > 2:
                self._learn_run(text, run)
                run = []
            run.append(one)
        self._learn_run(text, run)

    def _learn_run(self, text: str, run: list[Found]) -> None:
        """Takes one name; first names and surname that stand together are one person's."""
        surname = ""
        first = []
        for one in run:
            name = text[one.start : one.end]
            if one.form == SURNAME:
                surname = name
                # A misspelt name of the record is still that name, with its surrogate.
                keys = (key(part) for part in parts(name))
                self.surnames.update(one for one in keys if not self.near(one))
            elif one.form == FIRST:
                first.append(name)
                self._first(name, one.about)
            elif one.form == LETTER_OF_FIRST:
                first.append(name)
        if surname and first:
            self.people.append(Person(tuple(first), surname))

    def first_name_of(self, letter: str, surname: str) -> str:
        """The first name (its key) that an initial before a surname stands for, if it is known."""
        for one in self.people:
            if surname and key(one.surname) != surname:
                continue
            for name in one.first:
                if len(key(name)) > 1 and key(name)[0] == letter.casefold()[0]:
                    return key(name)
        return ""

    def has_initial(self, letter: str, surname: str) -> bool:
        """Whether somebody of that surname has a first name with that letter."""
        return any(
            key(name)[:1] == letter.casefold()
            for one in self.people
            if key(one.surname) == surname or surname in map(key, parts(one.surname))
            for name in one.first
        )

    def near(self, word: str) -> str:
        """The recorded surname that a word is one typo away from, if there is one."""
        for name in sorted(self.recorded & self.surnames):
            if len(name) >= TYPO_LENGTH and one_typo(word, name):
                return name
        return ""


def parts(name: str) -> list[str]:
    """The words of a name with hyphens or particles that a note may use alone."""
    found = [part for part in _PARTS.findall(name) if key(part) not in _PARTICLES]
    return found or _PARTS.findall(name)


def sure(name: str) -> bool:
    """Whether a name (its key) is nothing but a name, so that no context is needed."""
    return len(name) >= _SHORTEST and name not in words.ordinary() and name not in words.ambiguous()


def one_typo(first: str, second: str) -> bool:
    """Whether one letter more, less or other, or two swapped, makes one word the other."""
    if first == second or abs(len(first) - len(second)) > 1:
        return False
    if len(first) > len(second):
        first, second = second, first
    at = next((i for i, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), None)
    if at is None:
        return True
    if len(first) < len(second):
        return first[at:] == second[at + 1 :]
    swapped = (
        first[at : at + 2] == second[at : at + 2][::-1] and first[at + 2 :] == second[at + 2 :]
    )
    return swapped or first[at + 1 :] == second[at + 1 :]
