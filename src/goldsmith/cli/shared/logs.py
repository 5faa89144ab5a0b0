"""Warnings of the library, printed on stderr, each once per command."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from goldsmith.cli.shared import output


class ReportHandler(logging.Handler):
    """Prints each message once: warnings in the form of a command's notes."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._messages: set[str] = set()

    def emit(self, record: logging.LogRecord) -> None:
        """Print a message unless it was printed before."""
        message = self.format(record)
        if message not in self._messages:
            self._messages.add(message)
            label = "note" if record.levelno == logging.WARNING else record.levelname.lower()
            output.report(f"{label}: {message}")


@contextmanager
def report_warnings() -> Iterator[None]:
    """Print the warnings of the library while a command runs."""
    log, handler = logging.getLogger("goldsmith"), ReportHandler()
    log.addHandler(handler)
    try:
        yield
    finally:
        log.removeHandler(handler)
