"""Training documents with their annotated times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from goldsmith.components.temporal.layout import Layout
from goldsmith.components.temporal.resolution.values import Timex
from goldsmith.core import Mention
from goldsmith.pipeline.analysis import Analysis
from goldsmith.pipeline.component import Example

FindTimexes = Callable[[Analysis], Sequence[Timex]]
#: A mention type is a rival of times if at least this many candidates belong to it.
_MIN_CANDIDATES: Final = 10


class MarkedDocument(NamedTuple):
    """A document with its times, under their TIMEX3 types, and its other mentions."""

    analysis: Analysis
    times: tuple[Mention, ...]
    others: tuple[Mention, ...] = ()


def mark_times(example: Example, layout: Layout) -> MarkedDocument:
    """Return a training document with its times separated from its other mentions."""
    times, others = [], []
    for mention in example.gold.mentions:
        if not mention.spans:
            continue
        if kind := _find_type(mention, layout):
            times.append(Mention(mention.id, kind, mention.spans))
        else:
            others.append(mention)
    return MarkedDocument(example.analysis, tuple(times), tuple(others))


def _find_type(mention: Mention, layout: Layout) -> str:
    """Return the TIMEX3 type of a mention; empty if it is not a time."""
    kinds = [kind for kind, name in layout.types.items() if name == mention.type]
    if not kinds or not layout.type:
        return kinds[0] if kinds else ""
    value = mention.attributes.get(layout.type, "").upper()
    if value == layout.set_type:
        return "SET"
    return value if value in kinds else ""


def find_rivals(documents: Sequence[MarkedDocument], find: FindTimexes) -> tuple[str, ...]:
    """Return the mention types that contain many candidates which are not times.

    They explain why an apparent time is not one: it belongs to a dosage, or to the history of a
    relative.
    """
    counts: Counter[str] = Counter()
    for document in documents:
        for timex in find(document.analysis):
            if not select_overlapping(document.times, timex):
                counts.update({m.type for m in select_overlapping(document.others, timex)})
    return tuple(sorted(kind for kind, count in counts.items() if count >= _MIN_CANDIDATES))


def select_overlapping(mentions: Sequence[Mention], timex: Timex) -> list[Mention]:
    """Select the mentions that overlap a candidate."""
    start, end = timex.expression.start, timex.expression.end
    return [mention for mention in mentions if mention.start < end and mention.end > start]


def score_strict(documents: Sequence[MarkedDocument], predict: FindTimexes) -> float:
    """Return the strict F1 (equal spans and types) over documents."""
    correct = total = 0
    for document in documents:
        gold = {(m.start, m.end, m.type) for m in document.times}
        timexes = predict(Analysis(document.analysis.doc))
        system = {(t.expression.start, t.expression.end, t.expression.type) for t in timexes}
        correct += len(gold & system)
        total += len(gold) + len(system)
    return 2 * correct / total if total else 0.0
