"""Chronicles survive a round trip through tables, and bad tables are reported."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest

from goldsmith.chronicle.model import (
    Bounds,
    Chronicle,
    Conflict,
    Event,
    EventLink,
    Evidence,
    Extent,
    Person,
    StatusChange,
)
from goldsmith.chronicle.tables import TABLES, TableWriter, encode_tables, read_chronicles
from goldsmith.core import Code, Span
from goldsmith.errors import InputError

DAY = datetime.date(2001, 2, 3)
PLACE = Evidence(
    document="d1",
    set="clef",
    mention="T1",
    spans=(Span(1, 3), Span(5, 9)),
    date=DAY,
    extent=Extent(Bounds(None, DAY), Bounds(DAY, DAY)),
    basis="link",
    confidence=0.9,
)
FULL = Chronicle(
    Person("P1", "female", Bounds(DAY, DAY), Bounds(DAY)),
    (
        Event(
            "e1",
            "problem",
            "carcinoma",
            (Code("C1", "UMLS", "Carcinoma"),),
            extent=Extent(Bounds(DAY)),
            statuses=(StatusChange("active", Bounds(DAY), 0),),
            details={"stage": "IIB", "place": "breast"},
            evidence=(PLACE, Evidence(table="diagnoses", row=3)),
            confidence=0.99,
        ),
        Event("e2", "drug", "tamoxifen", assertion="hypothetical"),
    ),
    (EventLink("treats", "e2", "e1"),),
    (Conflict("dates", "they differ", ("e1",), (PLACE,)),),
    {"d1": DAY, "d2": None},
    DAY,
)
CHRONICLES = [FULL, Chronicle(Person("P2")), Chronicle(Person("P3"), FULL.events)]


def write(folder: Path) -> None:
    with TableWriter(folder) as writer:
        for chronicle in CHRONICLES:
            writer.write(encode_tables([chronicle]))


def test_chronicles_are_read_back_unchanged(tmp_path: Path) -> None:
    write(tmp_path)
    assert list(read_chronicles(tmp_path)) == CHRONICLES


def test_a_missing_table_is_reported(tmp_path: Path) -> None:
    write(tmp_path)
    (tmp_path / "events.parquet").unlink()
    with pytest.raises(InputError, match="missing"):
        list(read_chronicles(tmp_path))


@pytest.mark.parametrize("content", [b"", b"PAR1 nothing"])
def test_a_damaged_table_is_reported(tmp_path: Path, content: bytes) -> None:
    write(tmp_path)
    (tmp_path / "links.parquet").write_bytes(content)
    with pytest.raises(InputError, match="Parquet"):
        list(read_chronicles(tmp_path))


def test_a_table_with_the_wrong_columns_is_reported(tmp_path: Path) -> None:
    write(tmp_path)
    (tmp_path / "links.parquet").write_bytes((tmp_path / "statuses.parquet").read_bytes())
    with pytest.raises(InputError, match="first is missing"):
        list(read_chronicles(tmp_path))


def test_every_table_begins_with_the_patient() -> None:
    assert {next(iter(table.columns)) for table in TABLES.values()} == {"patient"}
