"""A page: expands patterns for a patient into pieces of text, with identifiers marked."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from random import Random

import msgspec

from goldsmith_demo.hands.gazetteers import draw_surname, draw_town, invent_town
from goldsmith_demo.hands.patterns import Choice, Mark, Nodes, Number, Repeat, Slot
from goldsmith_demo.hands.people import Date, Patient, Person, load_tables, write_name
from goldsmith_demo.life.chance import add_days, choose, draw_int

Rules = Mapping[str, tuple[Nodes, ...]]

_DIGITS = re.compile("[#%^]")
_CODED = frozenset(("NUMBER", "CONTACT", "PLACE"))
_STOPS = (*".:?!\n", "")
#: The role of a date that must be later than the date before it.
_LATER = "later"


class Piece(msgspec.Struct):
    """A piece of text; an identifier also has a type, a role and a form."""

    text: str
    type: str = ""
    role: str = ""
    form: str = ""


class Page:
    """The pieces of a note that is being written."""

    def __init__(self, rules: Rules, patient: Patient, day: Date, rng: Random) -> None:
        self.rules = rules
        self.patient = patient
        self.day = day
        self.rng = rng
        self.pieces: list[Piece] = []
        self.starts: list[int] = []
        """The indices of the pieces at which a repeated pattern begins."""
        self._people: dict[str, Person] = {}
        self.date = day
        """The date that the slots of the current identifier write."""

    def write(self, nodes: Nodes) -> None:
        """Write a sequence of nodes."""
        for node in nodes:
            match node:
                case str():
                    self.add(node)
                case Slot():
                    self._write_slot(node)
                case Choice(options):
                    self.write(choose(self.rng, options))
                case Number(low, high, decimals):
                    value = draw_int(self.rng, low, high) / 10**decimals
                    self.add(f"{value:.{decimals}f}")
                case Mark():
                    self._write_mark(node)
                case Repeat():
                    self._write_repeat(node)

    def add(self, text: str) -> None:
        """Add text that is not an identifier, without a duplicate full stop."""
        if text[:1] == ".":
            before = next((piece.text for piece in reversed(self.pieces) if piece.text), "\n")
            if before.rstrip(" ")[-1:] in _STOPS:
                text = text[1:].lstrip(" ") if before[-1] in " \n" else text[1:]
        self.pieces.append(Piece(text))

    def _write_mark(self, node: Mark) -> None:
        page = Page(self.rules, self.patient, self.day, self.rng)
        later = node.role == _LATER
        self.date = page.date = self._draw_date(later)
        page.write(node.nodes)
        text = "".join(piece.text for piece in page.pieces)
        if node.type in _CODED:
            text = _DIGITS.sub(self._draw_sign, text)
        self.pieces.append(Piece(text, node.type, "" if later else node.role))

    def _draw_sign(self, match: re.Match[str]) -> str:
        signs = {"#": "0123456789", "%": "123456789", "^": "ABCDEFGHJKLMNPRSTUVWXYZ"}
        return choose(self.rng, signs[match[0]])

    def _draw_date(self, later: bool) -> Date:
        """Draw a day near the date of the note, usually before it, or a day after the last date."""
        if later:
            return add_days(self.date, draw_int(self.rng, 1, 9))
        reach = choose(self.rng, (3, 10, 10, 30, 400))
        return add_days(self.day, draw_int(self.rng, -reach, max(2, reach // 4)))

    def _write_repeat(self, node: Repeat) -> None:
        patterns = self.rules[node.rule]
        count = min(draw_int(self.rng, node.low, node.high), len(patterns))
        chosen = self.rng.sample(range(len(patterns)), count)
        for number, index in enumerate(chosen):
            if number:
                self.add(node.separator)
            self.starts.append(len(self.pieces))
            self._people.clear()
            if self.rng.random() < node.share:
                self.write(choose(self.rng, self.rules[node.besides]))
            else:
                self.write(patterns[index])

    def _write_slot(self, node: Slot) -> None:
        if node.name in self.rules:
            self.write(choose(self.rng, self.rules[node.name]))
        elif node.name in SOURCES:
            self.add(SOURCES[node.name](self))
        else:
            self._write_person(node)

    def _write_person(self, node: Slot) -> None:
        if node.name not in self._people:
            self._people[node.name] = self.patient.choose_person(node.name, self.rng)
        person = self._people[node.name]
        if node.form == "kin":
            return self.add(person.kin)
        template = choose(self.rng, load_tables().forms[node.form])
        name = write_name(person, template)
        return self.pieces.append(Piece(name, "NAME", person.group, template))

    def draw_past_year(self) -> int:
        """Draw a year in the patient's past."""
        return self.day.year - int(self.rng.random() ** 1.6 * max(1, min(45, self.patient.age - 5)))


def _write_ordinal(day: int) -> str:
    ending = "th" if 10 < day < 20 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
    return f"{day}{ending}"


def _abbreviate_month(page: Page) -> str:
    name = f"{page.date:%B}"
    return name[: 4 if name == "September" and page.rng.random() < 0.5 else 3]


def _write_word(male: str, female: str, page: Page) -> str:
    return male if page.patient.sex == "m" else female


def _write_date(form: str, page: Page) -> str:
    return form.format(page.date)


#: Slots filled by code; all others are rules or persons.
SOURCES: dict[str, Callable[[Page], str]] = {
    **{name: partial(_write_word, *words) for name, words in load_tables().by_sex.items()},
    **{name: partial(_write_date, form) for name, form in load_tables().dates.items()},
    "age": lambda page: str(min(page.patient.age, 89)),
    "decade": lambda page: str(min(page.patient.age, 89) // 10 * 10),
    "old": lambda page: str(draw_int(page.rng, 90, 104)),
    "th": lambda page: _write_ordinal(page.date.day),
    "Mon": _abbreviate_month,
    "past": lambda page: str(page.draw_past_year()),
    "pa": lambda page: f"{page.draw_past_year() % 100:02}",
    "born": lambda page: str(page.day.year - page.patient.age),
    "town": lambda page: draw_town(page.rng, page.patient.region),
    "village": lambda page: invent_town(page.rng),
    "surname": lambda page: draw_surname(page.rng, page.patient.region),
}
