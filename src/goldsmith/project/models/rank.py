"""The documents that nobody has annotated yet, in the order in which annotating them pays most."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from goldsmith.core import Document
from goldsmith.errors import InputError
from goldsmith.pipeline import Analysis, Pipeline
from goldsmith.rendering.table import Table
from goldsmith.training.choosing import Candidate, Strategy, candidate, choose, doubt
from goldsmith.training.examples import bare
from goldsmith_demo.annotators.timing import expected


class Ranked(msgspec.Struct, frozen=True):
    """A document to annotate: what for, and what it will probably cost."""

    rank: int
    id: str
    score: float
    """What it was chosen for, by the strategy; of use only within one list."""
    doubt: float
    """How many tags of the model are probably wrong."""
    words: int
    mentions: int
    """As many as the model finds."""
    minutes: float


class Ranking(msgspec.Struct, frozen=True):
    """The documents that are left, the most useful first."""

    strategy: str
    seed: int
    annotated: int
    left: int
    """Documents without annotations, whether or not they are listed."""
    ranked: list[Ranked]


class _Seen(msgspec.Struct, frozen=True):
    """What is kept of a document: not its text."""

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
    done: Iterable[Document] = (),
    seed: int = 0,
) -> Ranking:
    """The documents without annotations, ranked; `done` are documents annotated elsewhere."""
    known = {doc.id: candidate(Analysis(doc)) for doc in done}
    left: list[_Seen] = []
    for doc in docs:
        if is_annotated(doc, set_name):
            known[doc.id] = candidate(Analysis(doc))
        elif doc.id not in known:
            left.append(_seen(doc, pipeline, by))
    if not left:
        raise InputError(
            "every document is annotated",
            expected="documents without annotations" + f" in the set {set_name}" * bool(set_name),
            remedy="" if set_name else "Name the set that is not complete yet: --set",
        )
    count = len(left) if limit is None else limit
    choices = choose(
        by, [one.candidate for one in left], count, known=list(known.values()), seed=seed
    )
    ranked = [_ranked(at, left[one.at], one.score) for at, one in enumerate(choices, 1)]
    return Ranking(by, seed, len(known), len(left), ranked)


def is_annotated(doc: Document, set_name: str = "") -> bool:
    """Whether it has the set; without a name, any annotation that no system made."""
    if set_name:
        return set_name in doc.sets
    return any(one.mentions and one.provenance.kind != "system" for one in doc.sets.values())


def _seen(doc: Document, pipeline: Pipeline, by: Strategy) -> _Seen:
    work = Analysis(bare(doc))
    sure = doubt(pipeline, work) if by != "random" else 0.0
    found = pipeline.annotate(work.doc)
    return _Seen(
        candidate(work, sure),
        len(doc.text.split()),
        len(found.mentions),
        expected(doc, found),
    )


def _ranked(at: int, one: _Seen, score: float) -> Ranked:
    mine = one.candidate
    return Ranked(
        at,
        mine.id,
        round(score, 6),
        round(mine.doubt, 3),
        one.words,
        one.mentions,
        round(one.minutes, 1),
    )


def table(found: Ranking) -> Table:
    """The ranking as a table, with the minutes spent up to and with each document."""
    rows = []
    spent = 0.0
    for one in found.ranked:
        spent += one.minutes
        rows.append(_cells(one, spent))
    columns = ("", "document", "score", "doubt", "words", "mentions", "minutes", "hours so far")
    title = f"{found.left:,} documents to annotate, by {found.strategy}"
    return Table(title, columns, tuple(rows))


def _cells(one: Ranked, spent: float) -> tuple[str, ...]:
    return (
        str(one.rank),
        one.id,
        f"{one.score:.4f}",
        f"{one.doubt:.1f}",
        f"{one.words:,}",
        f"{one.mentions:,}",
        f"{one.minutes:.0f}",
        f"{spent / 60:.1f}",
    )


def listing(ranked: Sequence[Ranked]) -> str:
    """The ids, one on each line."""
    return "".join(f"{one.id}\n" for one in ranked)
