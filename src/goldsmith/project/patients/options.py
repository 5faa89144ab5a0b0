"""How chronicles are made."""

from __future__ import annotations

import datetime

import msgspec

from goldsmith.chronicle.summary import Length


class ChronicleOptions(msgspec.Struct, frozen=True):
    """How chronicles are made."""

    #: The annotation sets to read; all that a map covers if empty.
    sets: tuple[str, ...] = ()
    #: TOML files: the meaning of schemas, of the record's tables, and how observations merge.
    schema_maps: tuple[str, ...] = ()
    record_map: str = ""
    rules: str = ""
    patients: frozenset[str] = frozenset()
    #: Documents after this day have a date that cannot be right.
    today: datetime.date | None = None
    html: bool = False
    summary: Length | None = None
    tables: bool = True
    workers: int = 1

    def is_chosen(self, patient: str) -> bool:
        """Return whether a chronicle of a patient is to be made."""
        return not self.patients or patient in self.patients
