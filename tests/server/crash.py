"""Killing a server under load, again and again."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.server.annotators import Annotator, count_acknowledged, work_together
from tests.server.processes import ServerProcess

#: The longest time between the first answer after a start and the kill, in seconds.
_LONGEST = 0.5


async def crash_repeatedly(
    folder: Path,
    url: str,
    annotators: Sequence[Annotator],
    kills: int,
    *,
    seed: int = 0,
    advance: Callable[[int], None] = lambda _number: None,
) -> None:
    """Kill the server `kills` times at random moments while annotators work.

    Afterwards, start the server once more, let every annotator get an answer to the change that
    they were sending, and stop the server.
    """
    moments = random.Random(seed)
    server, ended = ServerProcess(folder, url), asyncio.Event()
    work = asyncio.create_task(work_together(annotators, server.port, lambda: not ended.is_set()))
    for number in range(kills):
        await asyncio.to_thread(server.start)
        await _wait_for_answers(server, annotators, work)
        await asyncio.sleep(moments.uniform(0, _LONGEST))
        await asyncio.to_thread(server.kill)
        advance(number)
    await asyncio.to_thread(server.start)
    try:
        await _wait_for_answers(server, annotators, work)
        ended.set()
        await work
    finally:
        await asyncio.to_thread(server.stop)


async def _wait_for_answers(
    server: ServerProcess, annotators: Sequence[Annotator], work: asyncio.Task[None]
) -> None:
    """Wait until the server has acknowledged something since its start."""
    before = count_acknowledged(annotators)
    while count_acknowledged(annotators) == before:
        if work.done():
            work.result()  # raises the exception that ended the work
        if not server.is_running():
            raise RuntimeError(f"the server stopped on its own: {server.describe_end()}")
        await asyncio.sleep(0.005)
