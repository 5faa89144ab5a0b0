"""The log of adjudication decisions, the decisions in force, and the secret of a project."""

from __future__ import annotations

import pytest
from sqlalchemy import select
from tests.project.adjudication.corpora import build_documents
from tests.project.curation.bench import Bench, make_bench

from goldsmith.adjudication import Candidate, Decision, Unit
from goldsmith.errors import Conflict, Forbidden, InputError, NotFound
from goldsmith.store.curation.decisions import (
    find_decision,
    find_last_own,
    insert_decisions,
    list_decisions,
    read_history,
    refuse_other,
)
from goldsmith.store.curation.seeds import ensure_seed, hide_name
from goldsmith.store.database import Database
from goldsmith.store.tables import adjudication_seeds

UNIT = Unit("u1", "n1", "mention", 0, 4, (Candidate("1", ("a",), "Condition"),), ("a", "b"))


@pytest.fixture
def bench(database: Database) -> Bench:
    return make_bench(database, build_documents())


def append(bench: Bench, name: str, decision: Decision) -> None:
    document = bench.documents["n1"]
    with bench.database.write() as connection:
        entries = [(name, UNIT, decision)]
        insert_decisions(connection, bench.carol, bench.project, bench.batch, document, entries)


def test_the_last_decision_about_a_unit_counts(bench: Bench) -> None:
    append(bench, "d1", Decision("u1", ("1",)))
    append(bench, "d2", Decision("u1", reopened=True))
    append(bench, "d3", Decision("u1", reason="again"))
    with bench.database.read() as connection:
        history = read_history(connection, bench.batch, bench.documents["n1"])
        last = find_last_own(connection, bench.carol, bench.batch)
        assert find_last_own(connection, bench.world.owner, bench.batch) is None
        assert find_decision(connection, bench.batch, "d9") is None
    assert history.get_decisions() == {"u1": Decision("u1", reason="again")}
    assert last is not None and last.id == "d3" and last.types == ("Condition",)
    with pytest.raises(Conflict, match="another decision"):
        refuse_other(last, "u1", Decision("u1", ("1",)))


def test_the_log_is_read_in_pages(bench: Bench) -> None:
    for number in range(5):
        append(bench, f"d{number}", Decision("u1", reason=str(number)))
    names, after = [], ""
    with bench.database.read() as connection:
        while True:
            page = list_decisions(connection, bench.carol, bench.batch, limit=2, after=after)
            names += [row.id for row, account in page.items if account == "carol"]
            after = page.after
            if not after:
                break
        with pytest.raises(Forbidden):
            list_decisions(connection, bench.people["anna"], bench.batch)
        with pytest.raises(NotFound):
            list_decisions(connection, bench.world.add_person("stranger"), bench.batch)
        with pytest.raises(InputError, match="not a valid page mark"):
            list_decisions(connection, bench.carol, bench.batch, after="x")
    assert names == [f"d{number}" for number in range(5)]


def test_a_project_has_one_secret(bench: Bench) -> None:
    seed = ensure_seed(bench.database, bench.project)
    assert ensure_seed(bench.database, bench.project) == seed and len(seed) == 64
    with bench.database.read() as connection:
        assert len(connection.execute(select(adjudication_seeds)).all()) == 1
    assert hide_name(seed, "unit", "x") != hide_name(seed, "unit", "y")
    assert hide_name(seed, "a", "bc") != hide_name(seed, "ab", "c")
