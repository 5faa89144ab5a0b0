"""The report of a queue: the agreement report of annotators and consensus, with the choices."""

from __future__ import annotations

from collections.abc import Iterable

from goldsmith.core import Document
from goldsmith.project.adjudication.queue import Queue
from goldsmith.project.adjudication.summary import ConsensusCounter, Summary
from goldsmith.project.adjudication.tables import make_adjudication_tables
from goldsmith.project.adjudication.work import Stream
from goldsmith.project.agreement.report import build_report, render_report
from goldsmith.project.agreement.tables import Style
from goldsmith.project.agreement.tasks import Task
from goldsmith.project.corpus.convert import Track, pass_on
from goldsmith.rendering.blocks import Prose, Section, make_id
from goldsmith.rendering.table import make_data_table

_INTRO = (
    "Each row of the next table is a class of difference between annotators. “As NAME” counts the "
    "units decided in favour of that annotator, even if this meant dropping what others "
    "had marked."
)


def render_summary(
    queue: Queue,
    summary: Summary,
    task: Task,
    *,
    style: Style = "fraction",
    title: str = "Adjudication",
    with_text: bool = True,
    docs: Iterable[Document] | None = None,
    track: Track = pass_on,
) -> str:
    """Render the report of a queue as one page; every agreement figure links to its annotations.

    Args:
        queue: The queue.
        summary: Its summary.
        task: The metrics of agreement.
        style: How numbers are written.
        title: The title of the page.
        with_text: Whether the page contains the text of the notes.
        docs: The documents, if the queue was made from documents in memory.
        track: Shows progress.

    Raises:
        InputError: No document is finished.
    """
    counter = ConsensusCounter(queue, summary.set)
    stream = Stream(queue.origin, docs, track)
    report = build_report(
        counter.iterate_finished(stream),
        [summary.set, *summary.annotators],
        task,
        queue.schema,
        title=title,
        with_text=with_text,
    )
    return render_report(report, style, sections=(_make_section(summary, style),))


def _make_section(summary: Summary, style: Style) -> Section:
    """Make the section with the tables that an agreement report does not have."""
    progress, *tables = [
        make_data_table(table, make_id("adjudication", str(number)))
        for number, table in enumerate(make_adjudication_tables(summary, style), 1)
    ]
    return Section("adjudication", "Adjudication", (progress, Prose(_INTRO), *tables))
