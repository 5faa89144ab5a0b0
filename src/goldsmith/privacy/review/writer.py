"""Write the review while documents are processed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import TextIO

from goldsmith.privacy.decisions import Decision
from goldsmith.privacy.pseudonymiser import Outcome
from goldsmith.privacy.review.lines import format_lines, format_warning
from goldsmith.privacy.review.page import Facts, write_page
from goldsmith.privacy.review.sampling import SamplePlan, draw_sample
from goldsmith.privacy.review.spool import Spool
from goldsmith.privacy.review.tally import Tally


class ReviewWriter:
    """Writes the JSON lines immediately and the page at the end.

    Args:
        lines: The file for the JSON lines.
        page: The file for the page.
        plan: The random sample to draw.
        decisions: The decisions that this run applied.
    """

    def __init__(
        self,
        lines: TextIO,
        page: TextIO,
        plan: SamplePlan,
        decisions: Iterable[Decision] = (),
    ) -> None:
        self._lines, self._page, self._plan = lines, page, plan
        self._decisions = tuple(decisions)
        self._turns = draw_sample(plan)
        self._ids, self._texts = hashlib.sha256(), hashlib.sha256()
        self._spool = Spool()
        self._number = 0
        lines.write(format_warning())

    def add(self, outcome: Outcome) -> None:
        """Add a document."""
        turn = self._turns.get(self._number)
        self._number += 1
        self._ids.update(outcome.document.id.encode("utf-8", "replace") + b"\0")
        self._texts.update(outcome.document.text.encode("utf-8", "replace") + b"\0")
        self._lines.write(format_lines(outcome, turn))
        self._spool.add(outcome, turn)

    def finish(self, tally: Tally) -> None:
        """Write the page."""
        corpus, run = self._ids.hexdigest()[:16], self._texts.hexdigest()[:16]
        facts = Facts(corpus, run, tally, self._plan, self._decisions)
        write_page(self._page, self._spool, facts)

    def close(self) -> None:
        """Remove the temporary data."""
        self._spool.close()
