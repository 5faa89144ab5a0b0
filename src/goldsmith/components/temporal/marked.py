"""Training data of the extents: the times of a document, and mentions that compete with them.

Many candidates of the rules are something else in a corpus: "45-year-old" is an age, "twice daily"
part of a dosage. Such mention types are rivals: a model that learns them beside the times confuses
them less.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from goldsmith.components.temporal.layout import Layout
from goldsmith.components.temporal.resolution.values import Timex
from goldsmith.core import AnnotationSet, Mention
from goldsmith.pipeline.analysis import Analysis
from goldsmith.pipeline.component import Example

FindTimexes = Callable[[Analysis], Sequence[Timex]]
#: The fewest candidates of the rules that mentions of a rival type overlap.
_FEWEST: Final = 5


class MarkedDocument(NamedTuple):
    """A document with its times, under their TIMEX3 types, and its other mentions."""

    analysis: Analysis
    times: tuple[Mention, ...]
    others: tuple[Mention, ...]
    """Mentions that overlap no time."""


def mark_times(example: Example, layout: Layout) -> MarkedDocument:
    """Separate the times of a training document from its other mentions."""
    times, others = [], []
    for mention in example.gold.mentions:
        kind = _find_type(mention, layout)
        if kind and mention.spans:
            times.append(Mention(mention.id, kind, mention.spans))
        elif mention.spans:
            others.append(Mention(mention.id, mention.type, mention.spans))
    others = [mention for mention in others if not _overlaps_any(mention, times)]
    return MarkedDocument(example.analysis, tuple(times), tuple(others))


def _find_type(mention: Mention, layout: Layout) -> str:
    """Return the TIMEX3 type of a mention; empty if it is no time."""
    kinds = [kind for kind, name in layout.types.items() if name == mention.type]
    if not kinds or not layout.type:
        return kinds[0] if kinds else ""
    value = mention.attributes.get(layout.type, "").upper()
    if value == layout.set_type:
        return "SET"
    return value if value in kinds else ""


def _overlaps_any(mention: Mention, mentions: Iterable[Mention]) -> bool:
    return any(mention.start < item.end and item.start < mention.end for item in mentions)


def find_rivals(documents: Iterable[MarkedDocument], find: FindTimexes) -> frozenset[str]:
    """Find the mention types that candidates of the rules belong to instead of times."""
    counts: Counter[str] = Counter()
    for document in documents:
        for timex in find(document.analysis):
            start, end = timex.expression.start, timex.expression.end
            near = (m for m in document.others if m.start < end and start < m.end)
            counts.update({mention.type for mention in near})
    return frozenset(kind for kind, count in counts.items() if count >= _FEWEST)


def make_training_set(
    document: MarkedDocument, rivals: frozenset[str], extent: str
) -> AnnotationSet:
    """Return the times of a document under one type, and its mentions of the rival types."""
    times = [Mention(mention.id, extent, mention.spans) for mention in document.times]
    others = [mention for mention in document.others if mention.type in rivals]
    return AnnotationSet("gold", mentions=(*times, *others))
