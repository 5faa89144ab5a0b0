"""Many changes in one durable transaction.

A commit waits for the disk, however much it contains. The writer collects all changes that arrive
meanwhile into the next transaction, and answers each of them only after the commit. A refused
change does not affect the others.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections import defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import Future
from zlib import crc32

import msgspec

from goldsmith.errors import Unavailable
from goldsmith.store.access import Actor
from goldsmith.store.database import Database
from goldsmith.store.journal.change import Change, Receipt
from goldsmith.store.journal.ledger import Submission
from goldsmith.store.journal.log import Journal
from goldsmith.store.structs import prepare_structs

#: The maximum number of changes in one transaction.
_MOST = 200
#: The number of concurrent write transactions on PostgreSQL; SQLite has one writer.
_LANES = 3

_Outcome = Receipt | Exception


class _Request(msgspec.Struct, frozen=True):
    submission: Submission
    future: Future[Receipt] | asyncio.Future[Receipt]
    loop: asyncio.AbstractEventLoop | None = None
    """The event loop of `future`; None if it belongs to no loop."""


class JournalWriter:
    """Threads that append changes to the journal; all changes of a set go through the same thread.

    Example:
        >>> writer = JournalWriter(database)
        >>> writer.submit(actor, set_id, change).result()
        Receipt(id='…', revision=1, at=…)
    """

    def __init__(self, database: Database) -> None:
        prepare_structs()
        self._lanes = [_Lane(database) for _ in range(1 if database.is_sqlite else _LANES)]
        self._closed = threading.Event()

    def submit(self, actor: Actor, set_id: str, change: Change) -> Future[Receipt]:
        """Queue a change; the future gets the receipt once the change is durable."""
        future: Future[Receipt] = Future()
        self._put(_Request(Submission(actor, set_id, change), future))
        return future

    def append(self, actor: Actor, set_id: str, change: Change) -> Receipt:
        """Append a change, and wait until it is durable."""
        return self.submit(actor, set_id, change).result()

    async def append_async(self, actor: Actor, set_id: str, change: Change) -> Receipt:
        """Append a change, and wait until it is durable; the event loop keeps running meanwhile."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Receipt] = loop.create_future()
        self._put(_Request(Submission(actor, set_id, change), future, loop))
        return await future

    def close(self) -> None:
        """Write the queued changes, and stop."""
        self._closed.set()
        for lane in self._lanes:
            lane.close()

    @property
    def is_running(self) -> bool:
        """Whether the writer accepts changes."""
        return not self._closed.is_set() and all(lane.is_alive for lane in self._lanes)

    def _put(self, request: _Request) -> None:
        if self._closed.is_set():
            raise Unavailable("the server is stopping. Send the change again later")
        lane = crc32(request.submission.set.encode(errors="replace")) % len(self._lanes)
        self._lanes[lane].queue.put(request)


class _Lane:
    """A thread with a queue, and the states of the sets that it changed recently."""

    def __init__(self, database: Database) -> None:
        self._database, self._journal = database, Journal()
        self.queue: queue.SimpleQueue[_Request | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    @property
    def is_alive(self) -> bool:
        return self._thread.is_alive()

    def close(self) -> None:
        """Write the queued changes, and stop."""
        self.queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        is_last = False
        while not is_last:
            requests, is_last = self._collect()
            if requests:
                _answer(self._write(requests))

    def _collect(self) -> tuple[list[_Request], bool]:
        """Wait for a request, and take all that are queued after it."""
        requests = []
        request = self.queue.get()
        while request is not None:
            requests.append(request)
            if len(requests) == _MOST or self.queue.empty():
                return requests, False
            request = self.queue.get()
        return requests, True

    def _write(self, requests: Sequence[_Request]) -> list[tuple[_Request, _Outcome]]:
        """Write a group; after a failure, write each change separately to isolate the error."""
        submissions = [request.submission for request in requests]
        try:
            with self._database.write() as connection:
                outcomes: Sequence[_Outcome] = self._journal.append_all(connection, submissions)
        except Exception as error:
            self._journal.forget(submission.set for submission in submissions)
            if len(requests) > 1:
                return [pair for request in requests for pair in self._write([request])]
            outcomes = [error]
        return list(zip(requests, outcomes, strict=True))


def _answer(pairs: Iterable[tuple[_Request, _Outcome]]) -> None:
    """Answer requests, all of an event loop at once, because waking it is expensive."""
    by_loop: defaultdict[asyncio.AbstractEventLoop | None, list[tuple[_Request, _Outcome]]]
    by_loop = defaultdict(list)
    for pair in pairs:
        by_loop[pair[0].loop].append(pair)
    for loop, answers in by_loop.items():
        if loop is None:
            _resolve(answers)
        elif not loop.is_closed():
            loop.call_soon_threadsafe(_resolve, answers)


def _resolve(answers: Iterable[tuple[_Request, _Outcome]]) -> None:
    for request, outcome in answers:
        if request.future.done():  # the client no longer waits; the change stays
            continue
        if isinstance(outcome, Receipt):
            request.future.set_result(outcome)
        else:
            request.future.set_exception(outcome)
