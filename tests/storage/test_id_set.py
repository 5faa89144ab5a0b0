"""The set of ids behaves like a set, in memory and in its file, and its memory is bounded."""

import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.storage import id_set
from goldsmith.storage.id_set import IdSet


@given(st.lists(st.text(max_size=3)), st.lists(st.text(max_size=3)), st.integers(0, 10))
def test_it_contains_exactly_the_added_ids(
    added: list[str], queried: list[str], limit: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(id_set, "_IN_MEMORY", limit)
        ids = IdSet()
        for name in added:
            ids.add(name)
        assert len(ids) == len(set(added))
        assert [name in ids for name in queried + added] == [
            name in added for name in queried + added
        ]


def test_it_contains_exactly_the_added_ids_when_there_are_many() -> None:
    ids = IdSet()
    for number in range(50_000):
        ids.add(f"note-{number}")
    assert len(ids) == 50_000 and all(f"note-{number}" in ids for number in range(0, 50_000, 7))
    assert "note-50000" not in ids


def test_memory_does_not_grow_with_the_ids() -> None:
    ids = IdSet()
    for number in range(30_000):
        ids.add(f"note-{number}")
    tracemalloc.start()
    for number in range(30_000, 60_000):
        ids.add(f"note-{number}")
    grown, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert grown < 30_000
