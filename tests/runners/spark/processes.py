"""The descendants of a process, for tests that kill some of them."""

from pathlib import Path
from typing import NamedTuple


class Process(NamedTuple):
    """A process, its parent and its command line."""

    pid: int
    parent: int
    command: bytes


def find_descendants(root: int, mark: bytes) -> list[Process]:
    """Return the descendants of a process whose command line contains a mark, youngest first."""
    processes = {process.pid: process for process in map(_read, _list_pids()) if process}

    def is_descendant(pid: int) -> bool:
        while pid in processes and pid != root:
            pid = processes[pid].parent
        return pid == root

    marked = [process for process in processes.values() if mark in process.command]
    return sorted((process for process in marked if is_descendant(process.pid)), reverse=True)


def _list_pids() -> list[int]:
    return [int(folder.name) for folder in Path("/proc").glob("[0-9]*")]


def _read(pid: int) -> Process | None:
    folder = Path(f"/proc/{pid}")
    try:
        parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
        return Process(pid, parent, (folder / "cmdline").read_bytes())
    except (OSError, ValueError):
        return None
