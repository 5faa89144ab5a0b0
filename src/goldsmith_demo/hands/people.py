"""The people and facts that all notes of a made-up patient share."""

from __future__ import annotations

import datetime
from random import Random
from string import ascii_uppercase

import msgspec

from goldsmith_demo.data_files import DataFile, make_reader
from goldsmith_demo.hands.gazetteers import draw_culture, draw_first_name, draw_surname
from goldsmith_demo.life.chance import choose, draw_int, open_stream

Date = datetime.date


class Person(msgspec.Struct, frozen=True):
    """A person with names and sex, and for relatives the kinship term."""

    first: str
    middle: str
    last: str
    sex: str
    kin: str
    group: str


class RoleTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Settings for drawing the persons of a role."""

    group: str
    """patient, relative or staff."""
    pool: int
    """Number of such persons per patient."""
    fresh: float = 0.0
    """Share of mentions that are of a new person, who occurs only once."""
    family: float = 0.0
    """Share of persons with the patient's surname."""
    kin: dict[str, str] = {}
    """Sex -> kinship terms."""


class PeopleTables(DataFile, frozen=True):
    """The roles, and the forms of a name: `F` first, `M` middle, `L` last, `f m l` initials."""

    roles: dict[str, RoleTable]
    forms: dict[str, tuple[str, ...]]
    by_sex: dict[str, tuple[str, str]]
    """Slot -> the words for a male and a female patient."""
    dates: dict[str, str]
    """Slot -> how it writes the date."""


load_tables = make_reader(__package__, "people", PeopleTables)


class Patient:
    """A patient: sex, age, region, day of admission, relatives and staff."""

    def __init__(self, seed: int, number: int, region: str) -> None:
        self.rng = open_stream(seed, number)
        self.id = f"H{number:06d}"
        self.region = region
        self.culture = draw_culture(self.rng, region)
        self.sex = choose(self.rng, "fm")
        self.age = min(100, max(17, round(self.rng.gauss(66, 18))))
        self.admitted = Date(1985, 1, 1) + datetime.timedelta(draw_int(self.rng, 0, 14_500))
        self._pools: dict[str, list[Person]] = {}

    def choose_person(self, role: str, rng: Random) -> Person:
        """Choose a person of a role, usually from the patient's own pool."""
        table = load_tables().roles[role.rstrip("23")]
        if role not in self._pools:
            people = [self._draw_person(table, self.rng) for _ in range(table.pool)]
            self._pools[role] = people
        is_new = rng.random() < table.fresh
        return self._draw_person(table, rng) if is_new else choose(rng, self._pools[role])

    def _draw_person(self, table: RoleTable, rng: Random) -> Person:
        own = table.group == "patient"
        sex = self.sex if own else choose(rng, tuple(table.kin) or ("f", "m"))
        culture = self.culture if table.group != "staff" else draw_culture(rng, self.region)
        last = draw_surname(rng, culture)
        if rng.random() < table.family:
            last = self.choose_person("pt", rng).last
        kin = choose(rng, table.kin[sex].split()).replace("_", " ") if table.kin else ""
        first = draw_first_name(rng, sex, culture)
        return Person(first, choose(rng, ascii_uppercase), last, sex, kin, table.group)


def write_name(person: Person, template: str) -> str:
    """Write the name of a person according to a template such as `F m. L`."""
    parts = {
        "F": person.first,
        "L": person.last,
        "f": person.first[0],
        "m": person.middle,
        "l": person.last[0].upper(),
    }
    name = "".join(parts.get(sign, sign) for sign in template.lstrip("~"))
    return name.lower() if template[0] == "~" else name
