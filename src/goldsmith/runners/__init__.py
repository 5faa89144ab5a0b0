"""Where work is done: in this process, in several, or inside spaCy."""

from goldsmith.runners.base import Runner, Task
from goldsmith.runners.local import LocalRunner
from goldsmith.runners.processes import ProcessRunner

__all__ = ["LocalRunner", "ProcessRunner", "Runner", "Task", "choose_runner"]


def choose_runner(workers: int) -> Runner:
    """Return a runner for this process if `workers` is 1, else one that starts that many.

    Raises:
        InputError: `workers` is less than 1.
    """
    return LocalRunner() if workers == 1 else ProcessRunner(workers)
