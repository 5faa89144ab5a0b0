"""Many changes in one durable transaction.

A commit waits for the disk, a few milliseconds, whatever it holds. The writer takes all changes
that arrive meanwhile into the next transaction and answers each of them only after the commit. One
refused change does not touch the others.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Sequence
from concurrent.futures import Future

import msgspec
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from goldsmith.errors import GoldsmithError, InputError
from goldsmith.store.access import Actor
from goldsmith.store.database import Database
from goldsmith.store.journal.change import Change, Receipt
from goldsmith.store.journal.log import Journal

#: The most changes of one transaction.
_MOST = 200


class _Request(msgspec.Struct):
    actor: Actor
    set: str
    change: Change
    future: Future[Receipt]
    error: GoldsmithError | None = None
    receipt: Receipt | None = None


class JournalWriter:
    """A thread that appends changes to the journal.

    Example:
        >>> writer = JournalWriter(database)
        >>> writer.submit(actor, set_id, change).result()
        Receipt(id='…', revision=1, at=…)
    """

    def __init__(self, database: Database) -> None:
        self._database, self._journal = database, Journal()
        self._queue: queue.SimpleQueue[_Request | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._closed = threading.Event()
        self._thread.start()

    def submit(self, actor: Actor, set_id: str, change: Change) -> Future[Receipt]:
        """Queue a change; the future has the receipt once the change is durable."""
        future: Future[Receipt] = Future()
        if self._closed.is_set():
            raise InputError("the server is stopping", remedy="Send the change again later")
        self._queue.put(_Request(actor, set_id, change, future))
        return future

    def append(self, actor: Actor, set_id: str, change: Change) -> Receipt:
        """Append a change, and wait until it is durable."""
        return self.submit(actor, set_id, change).result()

    def close(self) -> None:
        """Write what is queued, and stop."""
        self._closed.set()
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while True:
            requests, is_last = self._collect()
            if requests:
                self._write(requests)
            if is_last:
                return

    def _collect(self) -> tuple[list[_Request], bool]:
        """Wait for a request, and take all that are queued behind it."""
        requests = []
        request = self._queue.get()
        while request is not None:
            requests.append(request)
            if len(requests) == _MOST or self._queue.empty():
                return requests, False
            request = self._queue.get()
        return requests, True

    def _write(self, requests: Sequence[_Request]) -> None:
        try:
            with self._database.write() as connection:
                # in the order of the sets: two processes that lock several never wait in a ring
                for request in sorted(requests, key=lambda request: request.set):
                    self._append(connection, request)
        except Exception as error:
            self._journal.forget([request.set for request in requests])
            self._recover(requests, error)
            return
        for request in requests:
            _answer(request)

    def _append(self, connection: Connection, request: _Request) -> None:
        try:
            request.receipt = self._journal.append(
                connection, request.actor, request.set, request.change
            )
        except GoldsmithError as error:
            request.error = error

    def _recover(self, requests: Sequence[_Request], error: Exception) -> None:
        """Try each change by itself after a transaction failed, so that one does not fail all."""
        if len(requests) == 1 or not isinstance(error, DBAPIError):
            for request in requests:
                request.future.set_exception(error)
            return
        for request in requests:
            request.error = request.receipt = None
            self._write([request])


def _answer(request: _Request) -> None:
    if request.error is not None:
        request.future.set_exception(request.error)
    elif request.receipt is not None:
        request.future.set_result(request.receipt)
