"""Define the options for making chronicles."""

from __future__ import annotations

import datetime

import msgspec

from goldsmith.chronicle.summary import Length


class ChronicleOptions(msgspec.Struct, frozen=True):
    """Options for making chronicles."""

    #: The annotation sets to read; if empty, all whose schema has a map.
    sets: tuple[str, ...] = ()
    #: TOML files: the schema maps, the map of the record's tables, and the merge rules.
    schema_maps: tuple[str, ...] = ()
    record_map: str = ""
    rules: str = ""
    patients: frozenset[str] = frozenset()
    #: Documents dated later than this have a wrong date.
    today: datetime.date | None = None
    html: bool = False
    summary: Length | None = None
    tables: bool = True
    workers: int = 1

    def is_chosen(self, patient: str) -> bool:
        """Return whether to make a chronicle for a patient."""
        return not self.patients or patient in self.patients
