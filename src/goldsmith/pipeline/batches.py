"""Run the components of a pipeline over documents, in batches where a component supports them.

A document gets the same annotations alone or in a batch, and a document that fails does not affect
the others. A pipeline without a batch component processes documents one by one. Failures are logged
with their traceback and counted; the log never contains note text.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from goldsmith.core import Document
from goldsmith.errors import GoldsmithError
from goldsmith.pipeline.analysis import Analysis
from goldsmith.pipeline.component import Component
from goldsmith.pipeline.windows import MergedAnalysis, divide_document

#: Limits of a batch: all its documents are in memory at once, with tokens and sentences.
_MAX_DOCUMENTS, _MAX_CHARACTERS = 32, 100_000
#: The analysis of a document, or the error that stopped it.
Outcome = Analysis | Exception
#: Makes the initial analysis of a document, to which the first component adds.
Begin = Callable[[Document], Analysis]
_log = logging.getLogger(__name__)


@dataclass
class FailureCount:
    """The number of batches and documents that have failed so far."""

    batches: int = 0
    documents: int = 0


def process_documents(
    components: Sequence[Component],
    docs: Iterable[Document],
    *,
    failures: FailureCount | None = None,
    start: Begin = Analysis,
) -> Iterator[tuple[Document, Outcome]]:
    """Run the components over documents and yield each with its outcome, in order.

    Args:
        components: The components, in the order they run.
        docs: The documents; no more than one batch is read ahead.
        failures: Counts failed batches and documents.
        start: Makes the initial analysis, to which the first component adds.
    """
    failures = FailureCount() if failures is None else failures
    if start is not Analysis:  # the initial annotations of a document cannot be divided
        yield from _process_batches(components, docs, failures, start)
        return
    pending: deque[tuple[Document, list[int]]] = deque()

    def divide() -> Iterator[Document]:
        for doc in docs:
            windows = divide_document(doc)
            pending.append((doc, [offset for offset, _ in windows]))
            yield from (window for _, window in windows)

    outcomes = (outcome for _, outcome in _process_batches(components, divide(), failures, start))
    for outcome in outcomes:
        doc, offsets = pending.popleft()
        yield doc, _merge(doc, offsets, chain([outcome], outcomes))


def _merge(doc: Document, offsets: Sequence[int], outcomes: Iterator[Outcome]) -> Outcome:
    """Merge the outcomes of the windows of a document; one failed window fails the document."""
    if len(offsets) == 1:
        return next(outcomes)
    merged: Outcome = MergedAnalysis(doc)
    for offset, outcome in zip(offsets, outcomes, strict=False):
        if isinstance(merged, MergedAnalysis):
            if isinstance(outcome, Analysis):
                merged.add_window(outcome, offset)
            else:
                merged = outcome
    return merged


def _process_batches(
    components: Sequence[Component], docs: Iterable[Document], failures: FailureCount, start: Begin
) -> Iterator[tuple[Document, Outcome]]:
    for batch in make_batches(components, docs):
        yield from zip(batch, process_batch(components, batch, failures, start), strict=True)


def make_batches(
    components: Sequence[Component], docs: Iterable[Document]
) -> Iterator[list[Document]]:
    """Group documents into batches; single documents if no component supports batches."""
    limit = _MAX_DOCUMENTS if any(map(_get_many, components)) else 1
    batch: list[Document] = []
    size = 0
    for doc in docs:
        batch.append(doc)
        size += len(doc.text)
        if len(batch) == limit or size >= _MAX_CHARACTERS:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def process_batch(
    components: Sequence[Component],
    docs: Sequence[Document],
    failures: FailureCount,
    start: Begin = Analysis,
) -> list[Outcome]:
    """Run the components over a batch; if one fails on the batch, process each document singly.

    A failed batch may leave some analyses half annotated, so every document starts again.
    """
    if len(docs) == 1:
        return [process_document(components, docs[0], failures, start)]
    outcomes: list[Outcome] = [start(doc) for doc in docs]
    for component in components:
        if many := _get_many(component):
            pending = [outcome for outcome in outcomes if isinstance(outcome, Analysis)]
            if error := attempt(many, pending, f"a batch of {len(pending)} documents"):
                failures.batches += 1
                _log.info("%s: processing %d documents singly", type(error).__name__, len(docs))
                return [process_document(components, doc, failures, start) for doc in docs]
        else:
            outcomes = [_add_to(outcome, component, failures) for outcome in outcomes]
    return outcomes


def process_document(
    components: Sequence[Component],
    doc: Document,
    failures: FailureCount,
    start: Begin = Analysis,
) -> Outcome:
    """Run the components over one document."""
    outcome: Outcome = start(doc)
    for component in components:
        outcome = _add_to(outcome, component, failures)
    return outcome


def _add_to(outcome: Outcome, component: Component, failures: FailureCount) -> Outcome:
    """Run a component over an analysis; leave the outcome of a failed document as it is."""
    if not isinstance(outcome, Analysis):
        return outcome
    error = attempt(component, outcome, f"document {outcome.doc.id}")
    if error is None:
        return outcome
    failures.documents += 1
    return error


def attempt(step: Callable[..., object], argument: object, subject: str) -> Exception | None:
    """Call a step; log the error it raises with its traceback, and return it.

    This is the outermost edge of a long run: an exception that a component raises on one document
    must not stop the others.
    """
    try:
        step(argument)
    except Exception as error:
        _log.exception("%s failed", subject, exc_info=redact(error))
        return error
    return None


class RedactedError(Exception):
    """Replaces another error in the log, with its class and traceback but without its message."""


def redact(error: Exception) -> RedactedError:
    """Return an error that is safe to log.

    Keep the message only if it is our own: the messages of other libraries, and of the errors that
    caused this one, may quote the note.
    """
    name = type(error).__name__
    text = f"{name}: {error}" if isinstance(error, GoldsmithError) else name
    return RedactedError(text).with_traceback(error.__traceback__)


def _get_many(component: Component) -> Callable[[Sequence[Analysis]], None] | None:
    many: Callable[[Sequence[Analysis]], None] | None = getattr(component, "many", None)
    return many
