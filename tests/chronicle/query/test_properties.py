"""And, or and not are intersection, union and complement; certain answers are also possible."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.chronicle.query.histories import chronicle, write_tables

from goldsmith.chronicle.model import Bounds, Chronicle, Event, Extent
from goldsmith.chronicle.query.names import Resolver
from goldsmith.chronicle.query.parser import parse_query
from goldsmith.chronicle.query.reading import write_query
from goldsmith.chronicle.query.run import run_query
from goldsmith.chronicle.query.sets import load_sets
from goldsmith.chronicle.query.store import ChronicleTables

FIRST = datetime.date(2010, 1, 1)
NAMES = ("alpha", "beta", "gamma")
days = st.none() | st.integers(0, 40).map(lambda count: FIRST + datetime.timedelta(count))
quick = settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@st.composite
def bounds(draw: st.DrawFn) -> Bounds:
    first, last = draw(days), draw(days)
    if first and last and first > last:
        first, last = last, first
    return Bounds(first, last)


@st.composite
def extents(draw: st.DrawFn) -> Extent:
    """Draw an extent that is possible: it can end on or after the day it starts."""
    start, end = draw(bounds()), draw(bounds())
    if start.earliest and end.latest and end.latest < start.earliest:
        start, end = end, start
    return Extent(start, end)


@st.composite
def events(draw: st.DrawFn) -> Event:
    return Event(
        id=str(draw(st.uuids())),
        kind=draw(st.sampled_from(("problem", "drug"))),
        name=draw(st.sampled_from(NAMES)),
        extent=draw(extents()),
    )


# Every name has an event, because a query for a name that no event has is an error.
EVERY_NAME = [Event(id=name, kind="drug", name=name, extent=Extent()) for name in NAMES]
histories = st.lists(st.lists(events(), max_size=4), min_size=1, max_size=6).map(
    lambda lists: [chronicle(f"p{at}", *items) for at, items in enumerate([*lists, EVERY_NAME])]
)
clauses = st.sampled_from(
    [
        "problem alpha",
        "drug",
        "female",
        "no drug beta",
        "problem alpha before start of drug beta",
        "event gamma after 2010-01-15",
        "at least 2 events",
        "possibly drug within 5 days of problem",
        "problem during drug",
        "drug for at least 3 days",
        "active problem alpha",
    ]
)


def select(query: str, tables: ChronicleTables) -> set[str]:
    resolver = Resolver(tables.names, [], load_sets())
    return {patient.patient for patient in run_query(parse_query(query), tables, resolver).patients}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "tables"


@quick
@given(histories, clauses, clauses)
def test_connectives_are_set_operations(
    folder: Path, chronicles: list[Chronicle], first: str, second: str
) -> None:
    with ChronicleTables([write_tables(folder, chronicles)]) as tables:
        everybody = {item.patient.id for item in chronicles}
        one_set, two_set = (select(f"patients with {part}", tables) for part in (first, second))
        assert select(f"patients with ({first}) and ({second})", tables) == one_set & two_set
        assert select(f"patients with ({first}) or ({second})", tables) == one_set | two_set
        assert select(f"patients with not ({first})", tables) == everybody - one_set
        assert select(f"patients with not (({first}) and ({second}))", tables) == everybody - (
            one_set & two_set
        )


@quick
@given(
    histories,
    st.sampled_from(
        [
            "problem before start of drug",
            "new problem after drug alpha",
            "drug during problem beta",
            "drug within 5 days of problem alpha",
            "problem throughout drug",
            "problem for at most 3 days",
            "active problem",
            "problem ending after 2010-01-20",
        ]
    ),
)
def test_certain_answers_are_possible_answers(
    folder: Path, chronicles: list[Chronicle], clause: str
) -> None:
    with ChronicleTables([write_tables(folder, chronicles)]) as tables:
        certain = select(f"patients with {clause}", tables)
        assert certain <= select(f"patients with possibly {clause}", tables)


@quick
@given(histories)
def test_before_agrees_with_a_direct_comparison_of_the_bounds(
    folder: Path, chronicles: list[Chronicle]
) -> None:
    expected = {
        item.patient.id
        for item in chronicles
        if any(_is_before(first, second) for first in item.events for second in item.events)
    }
    with ChronicleTables([write_tables(folder, chronicles)]) as tables:
        assert select("patients with new problem before start of drug", tables) == expected


def _is_before(first: Event, second: Event) -> bool:
    """Compare the starts; an event starts no later than it ends, which narrows open bounds."""
    if (first.kind, second.kind) != ("problem", "drug"):
        return False
    latest = min(filter(None, (first.extent.start.latest, first.extent.end.latest)), default=None)
    earliest = second.extent.start.earliest
    return latest is not None and earliest is not None and latest < earliest


@quick
@given(st.lists(clauses, min_size=1, max_size=3), st.sampled_from([" and ", " or "]))
def test_the_canonical_form_is_a_fixed_point(parts: list[str], joint: str) -> None:
    canonical = write_query(parse_query("patients with " + joint.join(parts)))
    assert write_query(parse_query(canonical)) == canonical
