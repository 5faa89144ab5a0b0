"""Map the tables and fields of a record to their meaning, with a TOML file."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import msgspec

from goldsmith.chronicle.data_files import read_built_in, read_settings
from goldsmith.chronicle.model import Kind


class PersonMap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table that describes the patient, and its fields."""

    table: str = ""
    sex: str = ""
    born: str = ""
    died: str = ""
    ignore: tuple[str, ...] = ()


class Course(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rows that are single days of a course, such as cycles of chemotherapy."""

    field: str
    values: tuple[str, ...]
    number: str = ""


class TableMap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The fields of a table."""

    name: str
    kind: Kind | None = None
    kind_by: str = ""
    kinds: Mapping[str, Kind] = {}
    start: str = ""
    end: str = ""
    #: Code system -> field.
    codes: Mapping[str, str] = {}
    #: Detail -> field.
    details: Mapping[str, str] = {}
    #: Rows with these values began on an unknown day, no later than their start.
    known_by: Mapping[str, str] = {}
    course: Course | None = None
    #: Notes keep naming the events of rows with these values after their end.
    named_after_end: Mapping[str, str] = {}


class RecordMap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tables of a record; tables that are neither mapped nor ignored are reported."""

    tables: Mapping[str, TableMap]
    person: PersonMap = PersonMap()


@cache
def load_record_map(path: str = "") -> RecordMap:
    """Return the map from a TOML file; by default the one for synthetic patients.

    Raises:
        InputError: The file cannot be read, or does not contain a valid map.
    """
    if path:
        return read_settings(path, RecordMap)
    return read_built_in("goldsmith.chronicle.record", "tables", RecordMap)
