"""The compact set of ids behaves like a set."""

from hypothesis import given
from hypothesis import strategies as st

from goldsmith.core.id_set import IdSet


@given(st.lists(st.text(max_size=3)), st.lists(st.text(max_size=3)))
def test_it_contains_what_was_added(added: list[str], asked: list[str]) -> None:
    ids = IdSet()
    for name in added:
        ids.add(name)
    assert len(ids) == len(set(added))
    assert [name in ids for name in asked + added] == [name in added for name in asked + added]


def test_it_grows_and_stays_small() -> None:
    ids = IdSet()
    for number in range(20_000):
        ids.add(f"note-{number}")
    assert len(ids) == 20_000 and all(f"note-{number}" in ids for number in range(20_000))
    assert "note-20000" not in ids
    assert ids._table.itemsize * len(ids._table) <= 32 * 20_000
