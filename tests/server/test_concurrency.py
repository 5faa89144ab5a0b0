"""Concurrent annotators lose no changes, and two tabs on one set resolve their conflicts."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from tests.server.annotators import Annotator, Step, find_losses, seat_annotators
from tests.server.loops import run_in_thread
from tests.server.processes import run_server
from tests.server.wire import Wire, connect

from goldsmith.store.database import Database
from goldsmith.store.journal.log import fold, read_entries
from goldsmith.store.journal.verify import find_faults

ANNOTATORS, CHANGES, BURST = 50, 100, 10


async def work_in_bursts(annotator: Annotator, port: int, start: asyncio.Barrier) -> None:
    """Send changes in bursts; all annotators begin each burst together."""
    wire: Wire | None = None
    for number in range(CHANGES):
        if number % BURST == 0:
            await start.wait()
        wire = await annotator.send(port, wire, annotator.make_steps())
    assert wire
    wire.close()


def test_fifty_annotators_lose_no_update(database: Database, address: str, tmp_path: Path) -> None:
    annotators = seat_annotators(database, ANNOTATORS)

    async def work(port: int) -> None:
        barrier = asyncio.Barrier(ANNOTATORS)
        await asyncio.wait_for(
            asyncio.gather(*(work_in_bursts(person, port, barrier) for person in annotators)),
            timeout=120,
        )

    with run_server(tmp_path, address) as server:
        run_in_thread(work(server.port))
    assert [len(person.acknowledged) for person in annotators] == [CHANGES] * ANNOTATORS
    with database.read() as connection:
        assert find_losses(connection, annotators) == []


class Tab:
    """One of several windows in which the same person works on the same set.

    A tab changes the spans of mentions that both tabs have. A change that conflicts with one from
    the other tab gets 409 and the changes since its base; the tab updates its base and tries again.
    """

    def __init__(self, name: str, annotator: Annotator) -> None:
        self.name, self._annotator = name, annotator
        self.base = 0
        self.spans: dict[str, list[list[int]]] = {}
        self.accepted: list[str] = []
        self.conflicts = 0

    async def work(self, port: int, targets: list[str]) -> None:
        wire = await connect("127.0.0.1", port)
        for number, target in enumerate(targets):
            await self._settle(wire, number, target)
        wire.close()

    async def _settle(self, wire: Wire, number: int, target: str) -> None:
        """Send a change until it is accepted; each attempt has its own id."""
        for attempt in range(200):
            change_id = f"{self.name}-{number}-{attempt}"
            spans = [[number, number + len(self.name) + 5]]
            step: Step = {"do": "set-spans", "id": target, "spans": spans}
            change = {"id": change_id, "base": self.base, "steps": [step]}
            path = f"/api/sets/{self._annotator.set}/changes"
            answer = await wire.send("POST", path, change, f"Bearer {self._annotator.token}")
            if answer.status == 200:
                self.accepted.append(change_id)
                return
            assert answer.status == 409, answer.body
            self.conflicts += 1
            self._rebase(answer.read_json()["details"])
        raise AssertionError("the change was never accepted")

    def _rebase(self, entries: list[dict[str, Any]]) -> None:
        self.base = max(self.base, *(entry["revision"] for entry in entries))


def test_two_tabs_on_one_set_rebase(database: Database, address: str, tmp_path: Path) -> None:
    [annotator] = seat_annotators(database, 1)
    tabs = [Tab("left", annotator), Tab("right", annotator)]
    names = [f"m{number}" for number in range(4)]
    mentions = [
        {"id": name, "type": "Condition", "spans": [[900 + number, 990]]}
        for number, name in enumerate(names)
    ]
    steps: list[Step] = [{"do": "add-mention", "mention": mention} for mention in mentions]

    async def work(port: int) -> None:
        (await annotator.send(port, None, steps)).close()
        for tab in tabs:
            tab.base = annotator.base
        await asyncio.gather(*(tab.work(port, names * 10) for tab in tabs))

    with run_server(tmp_path, address) as server:
        run_in_thread(work(server.port))
    with database.read() as connection:
        entries = read_entries(connection, annotator.set)
        content = fold(connection, annotator.set, len(entries)).export()
        assert list(find_faults(connection)) == []
    stored = {entry.id for entry in entries[1:]}
    assert stored == {*tabs[0].accepted, *tabs[1].accepted}
    assert len(entries) == 1 + 2 * len(names) * 10
    assert sum(tab.conflicts for tab in tabs) > 0
    last = {entry.steps[0].id: entry.steps[0].spans for entry in entries[1:]}  # type: ignore[union-attr]
    assert {mention.id: mention.spans for mention in content.mentions} == last
