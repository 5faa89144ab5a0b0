"""Threads that decode a struct for the first time simultaneously do not crash the process."""

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


def test_prepared_structs_can_be_decoded_in_several_threads() -> None:
    """Decode in threads: unprepared, about half of the processes end with a segmentation fault."""
    processes = [subprocess.Popen([sys.executable, "-c", PROGRAM]) for _ in range(6)]
    assert [process.wait(timeout=60) for process in processes] == [0] * 6
