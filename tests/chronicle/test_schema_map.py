"""Maps of schemas: the bounds that a temporal relation may set."""

from pathlib import Path

import pytest

from goldsmith.chronicle.observations.schema_map import Edges, read_schema_map
from goldsmith.chronicle.observations.times import TimeRelation
from goldsmith.errors import InputError


def write_map(folder: Path, bound: str) -> str:
    """Write a map in which a relation sets a bound, and return its path."""
    path = folder / "own.toml"
    path.write_text(
        f"""schema = "own"
[relations.when]
time_by = "type"
[relations.when.times.during]
start_earliest = "{bound}"
"""
    )
    return str(path)


@pytest.mark.parametrize(
    ("bound", "day"), [("first", 100), ("last", 103), ("first-1", 99), ("last+1", 104)]
)
def test_a_bound_is_a_day_of_the_time_or_next_to_it(tmp_path: Path, bound: str, day: int) -> None:
    schema_map = read_schema_map(write_map(tmp_path, bound))
    edges = schema_map.relations["when"].times["during"]
    assert edges == Edges(start_earliest=bound)
    assert TimeRelation(edges).limit((100, 103))[0] == day


@pytest.mark.parametrize(
    "bound",
    ["middle", "first-2", "last+30", "first+1", "last-1", "first-", "last+", "first-\u0661"],
)
def test_other_bounds_are_refused(tmp_path: Path, bound: str) -> None:
    path = write_map(tmp_path, bound)
    with pytest.raises(InputError) as caught:
        read_schema_map(path)
    assert caught.value.where == path
    assert caught.value.expected == "first, last, first-1 or last+1"
