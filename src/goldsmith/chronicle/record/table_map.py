"""Which tables and fields of a record mean what: a TOML file."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import msgspec

from goldsmith.chronicle.data_files import read_built_in, read_settings
from goldsmith.chronicle.model import Kind


class PersonMap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table that says who the patient is, and its fields."""

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
    #: Rows with these values had begun by their start, at an unknown day.
    known_by: Mapping[str, str] = {}
    course: Course | None = None
    #: Rows with these values are named in notes after their end too.
    named_after_end: Mapping[str, str] = {}


class RecordMap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tables of a record; those that are neither mapped nor ignored are reported."""

    tables: Mapping[str, TableMap]
    person: PersonMap = PersonMap()


@cache
def load_record_map(path: str = "") -> RecordMap:
    """Return the map of a TOML file; the one for made-up patients by default.

    Raises:
        InputError: The file cannot be read, or its content is not a map.
    """
    if path:
        return read_settings(path, RecordMap)
    return read_built_in("goldsmith.chronicle.record", "tables", RecordMap)
