"""Rank documents without annotations by how much a model would learn from annotating them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from goldsmith.core import Document
from goldsmith.errors import InputError, Remedy
from goldsmith.pipeline import Analysis, Pipeline
from goldsmith.rendering.table import Table
from goldsmith.training.active_learning import (
    Candidate,
    Strategy,
    choose,
    estimate_uncertainty,
    make_candidate,
)
from goldsmith.training.effort import estimate_minutes
from goldsmith.training.examples import remove_sets


class DocumentRank(msgspec.Struct, frozen=True):
    """A document to annotate: its rank, and an estimate of the effort."""

    rank: int
    id: str
    score: float
    """The strategy's score; comparable only within one ranking."""
    doubt: float
    """The expected number of wrong tags of the model."""
    words: int
    mentions: int
    """The number of mentions that the model finds."""
    minutes: float


class Ranking(msgspec.Struct, frozen=True):
    """The documents without annotations, the most useful first."""

    strategy: str
    seed: int
    annotated: int
    unannotated: int = msgspec.field(name="left")
    """Documents without annotations, listed or not."""
    ranked: list[DocumentRank]


class _RankingData(msgspec.Struct, frozen=True):
    """The data that the ranking keeps about a document, without its text."""

    candidate: Candidate
    words: int
    mentions: int
    minutes: float


def rank(
    docs: Iterable[Document],
    pipeline: Pipeline,
    *,
    by: Strategy = "diverse",
    set_name: str = "",
    limit: int | None = None,
    annotated: Iterable[Document] = (),
    seed: int = 0,
) -> Ranking:
    """Rank the documents without annotations.

    Args:
        docs: The documents, with and without annotations.
        pipeline: The trained model.
        by: The strategy.
        set_name: The set that annotated documents have; by default any set not made by a system.
        limit: The largest number of documents to list.
        annotated: Documents that are annotated elsewhere.
        seed: The seed of random choices.

    Raises:
        InputError: Every document is annotated.
    """
    finished = {doc.id: make_candidate(Analysis(doc)) for doc in annotated}
    unannotated: list[_RankingData] = []
    for doc in docs:
        if is_annotated(doc, set_name):
            finished[doc.id] = make_candidate(Analysis(doc))
        elif doc.id not in finished:
            unannotated.append(_analyse(doc, pipeline, by))
    if not unannotated:
        raise InputError(
            "every document is annotated",
            expected="documents without annotations" + f" in the set {set_name}" * bool(set_name),
            remedy="" if set_name else Remedy.NAME_DONE_SET,
        )
    choices = choose(
        by,
        [doc.candidate for doc in unannotated],
        len(unannotated) if limit is None else limit,
        annotated=list(finished.values()),
        seed=seed,
    )
    ranked = [
        _make_ranked(index, unannotated[choice.position], choice.score)
        for index, choice in enumerate(choices, 1)
    ]
    return Ranking(by, seed, len(finished), len(unannotated), ranked)


def is_annotated(doc: Document, set_name: str = "") -> bool:
    """Return whether a document has the set; without a name, any mention not made by a system."""
    if set_name:
        return set_name in doc.sets
    return any(
        annotation_set.mentions and annotation_set.provenance.kind != "system"
        for annotation_set in doc.sets.values()
    )


def _analyse(doc: Document, pipeline: Pipeline, by: Strategy) -> _RankingData:
    analysis = Analysis(remove_sets(doc))
    uncertainty = estimate_uncertainty(pipeline, analysis) if by != "random" else 0.0
    system = pipeline.annotate(analysis.doc)
    return _RankingData(
        make_candidate(analysis, uncertainty),
        len(doc.text.split()),
        len(system.mentions),
        estimate_minutes(doc, system),
    )


def _make_ranked(index: int, doc: _RankingData, score: float) -> DocumentRank:
    return DocumentRank(
        index,
        doc.candidate.id,
        round(score, 6),
        round(doc.candidate.uncertainty, 3),
        doc.words,
        doc.mentions,
        round(doc.minutes, 1),
    )


def make_table(ranking: Ranking) -> Table:
    """Make a table of a ranking, with the hours up to and including each document."""
    rows = []
    minutes = 0.0
    for doc in ranking.ranked:
        minutes += doc.minutes
        rows.append(_format_row(doc, minutes))
    columns = ("", "document", "score", "doubt", "words", "mentions", "minutes", "hours so far")
    title = f"{ranking.unannotated:,} documents to annotate, by {ranking.strategy}"
    return Table(title, columns, tuple(rows))


def _format_row(doc: DocumentRank, minutes: float) -> tuple[str, ...]:
    return (
        str(doc.rank),
        doc.id,
        f"{doc.score:.4f}",
        f"{doc.doubt:.1f}",
        f"{doc.words:,}",
        f"{doc.mentions:,}",
        f"{doc.minutes:.0f}",
        f"{minutes / 60:.1f}",
    )


def list_ids(ranked: Sequence[DocumentRank]) -> str:
    """Return the ids of the documents, one on each line."""
    return "".join(f"{doc.id}\n" for doc in ranked)
