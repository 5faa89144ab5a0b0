"""A killed server loses nothing that it acknowledged. The long run: benchmarks/server_crash.py."""

from __future__ import annotations

from pathlib import Path

from tests.server.annotators import count_acknowledged, find_losses, seat_annotators
from tests.server.crash import crash_repeatedly
from tests.server.loops import run_in_thread

from goldsmith.store.database import Database

KILLS = 2


def test_a_killed_server_keeps_every_acknowledged_change(
    database: Database, address: str, tmp_path: Path
) -> None:
    annotators = seat_annotators(database, 6)
    run_in_thread(crash_repeatedly(tmp_path, address, annotators, KILLS))
    with database.read() as connection:
        assert find_losses(connection, annotators) == []
    assert count_acknowledged(annotators) > KILLS * 6
    assert sum(annotator.interrupted for annotator in annotators) > 0
