"""Threads that decode a struct for the first time at once do not end the process."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import sys, threading
sys.setswitchinterval(1e-6)
from goldsmith import schemas
from goldsmith.core import parse_schema
from goldsmith.store.structs import prepare_structs
source = schemas.read_text("clef")
prepare_structs()
barrier = threading.Barrier(8)
def parse():
    barrier.wait()
    parse_schema(source, where="schema")
threads = [threading.Thread(target=parse) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""


def test_structs_are_ready_before_threads_decode_them() -> None:
    """Without the preparation, about every second process ends with a segmentation fault."""
    processes = [subprocess.Popen([sys.executable, "-c", PROGRAM]) for _ in range(6)]
    assert [process.wait(timeout=60) for process in processes] == [0] * 6
