"""Annotators who work without a pause: they send changes, record acknowledgements, and resend.

Each has a model of their set. At the end, the record and the model show whether the server lost,
duplicated or truncated a change.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection
from tests.server.wire import Wire, connect
from tests.store.builders import World

from goldsmith.store.access import Actor, Role, Scope
from goldsmith.store.database import Database
from goldsmith.store.journal.log import fold, read_entries
from goldsmith.store.journal.verify import find_faults
from goldsmith.store.people.tokens import make_token
from goldsmith.store.tables import metadata

WORDS = 2_000
TEXT = " ".join(f"word{number % 100:02d}" for number in range(WORDS))
_TYPES = ("Condition", "Intervention", "Investigation", "Result", "Locus")
_HOST = "127.0.0.1"
Step = dict[str, Any]


class Annotator:
    """A person with their own set.

    Attributes:
        acknowledged: The id of each acknowledged change, with its revision and its steps.
        mentions: The mentions that the set must have after all acknowledged changes.
        latencies: The seconds that each acknowledgement took.
        interrupted: The number of times that a change was resent because the connection broke.
    """

    def __init__(self, name: str, set_id: str, token: str, seed: int = 0) -> None:
        self.name, self.set, self.token = name, set_id, token
        self.base = 0
        self.acknowledged: dict[str, tuple[int, list[Step]]] = {}
        self.mentions: dict[str, Step] = {}
        self.latencies: list[float] = []
        self.interrupted = 0
        self._random = random.Random(f"{name}{seed}")
        self._number = 0

    async def work(self, port: int, should_continue: Callable[[], bool]) -> None:
        """Send changes, one after another, as long as `should_continue` returns true."""
        wire: Wire | None = None
        while should_continue():
            wire = await self.send(port, wire, self.make_steps())
        if wire:
            wire.close()

    async def send(self, port: int, wire: Wire | None, steps: list[Step]) -> Wire:
        """Send a change until it is acknowledged, with the same id over every connection."""
        self._number += 1
        change = {"id": f"{self.name}-{self._number}", "base": self.base, "steps": steps}
        path = f"/api/sets/{self.set}/changes"
        start = time.perf_counter()
        while True:
            wire = wire or await _reach(port)
            try:
                answer = await wire.send("POST", path, change, f"Bearer {self.token}")
                break
            except OSError:
                wire = None
                self.interrupted += 1
        assert answer.status == 200, (answer.status, answer.body)
        receipt = answer.read_json()
        self.latencies.append(time.perf_counter() - start)
        self.base = receipt["revision"]
        self.acknowledged[receipt["id"]] = (receipt["revision"], steps)
        self._apply(steps)
        return wire

    def make_steps(self) -> list[Step]:
        """Return the steps of the next change: mostly a mention, sometimes several steps."""
        self._number += 1
        kind = self._random.random()
        if kind < 0.6 or len(self.mentions) < 5:
            return [self._add("Condition", "a")]
        if kind < 0.75:
            first, second = self._add("Investigation", "b"), self._add("Condition", "c")
            link = {
                "id": f"r{self._number}",
                "type": "has_finding",
                "arg1": first["mention"]["id"],
                "arg2": second["mention"]["id"],
            }
            return [first, second, {"do": "add-relation", "relation": link}]
        target = self._random.choice(list(self.mentions))
        if kind < 0.9:
            return [{"do": "set-spans", "id": target, "spans": [self._choose_span()]}]
        return [{"do": "remove", "id": target}, self._add("Condition", "d")]

    def _add(self, kind: str, letter: str) -> Step:
        name = f"m{self._number}{letter}"
        return {
            "do": "add-mention",
            "mention": {"id": name, "type": kind, "spans": [self._choose_span()]},
        }

    def _choose_span(self) -> list[int]:
        start = self._random.randrange(len(TEXT) - 60)
        return [start, start + self._random.randrange(1, 60)]

    def _apply(self, steps: Sequence[Step]) -> None:
        for step in steps:
            if step["do"] == "add-mention":
                self.mentions[step["mention"]["id"]] = dict(step["mention"])
            elif step["do"] == "set-spans":
                self.mentions[step["id"]]["spans"] = step["spans"]
            elif step["do"] == "remove":
                del self.mentions[step["id"]]


async def _reach(port: int) -> Wire:
    """Connect to the server as soon as it is available."""
    while True:
        try:
            return await connect(_HOST, port)
        except OSError:
            await asyncio.sleep(0.01)


def seat_annotators(
    database: Database, count: int, *, seed: int = 0, text: str = TEXT
) -> list[Annotator]:
    """Make a project with a document, and annotators who each have a set and a token."""
    metadata.create_all(database.engine)
    world = World(database)
    document = world.add_document(text=text)
    people = [world.add_person(f"ann{number}", Role.ANNOTATOR) for number in range(count)]
    return [_seat(database, world, document, actor, seed) for actor in people]


def _seat(database: Database, world: World, document: str, actor: Actor, seed: int) -> Annotator:
    set_id = world.add_set(document, actor)
    with database.write() as connection:
        token = make_token(connection, actor, "load", [Scope.READ, Scope.ANNOTATE])
    return Annotator(actor.name, set_id, token, seed)


async def work_together(
    annotators: Sequence[Annotator], port: int, should_continue: Callable[[], bool]
) -> None:
    """Let annotators work at the same time."""
    await asyncio.gather(*(annotator.work(port, should_continue) for annotator in annotators))


def find_losses(connection: Connection, annotators: Sequence[Annotator]) -> list[str]:
    """Compare the records of the annotators with the journal; return the discrepancies."""
    problems = [f"{fault.set}: {fault.what}" for fault in find_faults(connection)]
    for annotator in annotators:
        problems += _check_record(connection, annotator)
    return problems


def _check_record(connection: Connection, annotator: Annotator) -> list[str]:
    entries = read_entries(connection, annotator.set)
    ids = [entry.id for entry in entries]
    problems = []
    if len(ids) != len(set(ids)):
        problems.append(f"{annotator.name}: a change occurs twice")
    if ids != list(annotator.acknowledged):
        problems.append(f"{annotator.name}: the journal differs from the record")
    for entry in entries:
        revision, steps = annotator.acknowledged.get(entry.id, (0, []))
        if revision != entry.revision or len(steps) != len(entry.steps):
            problems.append(f"{annotator.name}: {entry.id} is not what was acknowledged")
    content = fold(connection, annotator.set, len(entries)).export()
    actual = {
        mention.id: [[span.start, span.end] for span in mention.spans]
        for mention in content.mentions
    }
    expected = {name: mention["spans"] for name, mention in annotator.mentions.items()}
    if actual != expected:
        problems.append(f"{annotator.name}: the set differs from the annotator's model")
    return problems


def count_acknowledged(annotators: Sequence[Annotator]) -> int:
    return sum(len(annotator.acknowledged) for annotator in annotators)
