"""Combines the trained models to decide where a time is, and which extent it has.

Annotators vary in extents. The probability of one time is then divided between "after 18 months"
and "18 months", and neither may reach a threshold that their sum far exceeds. So the sum over all
extents of a place estimates whether there is a time, and only then is the extent chosen. The
decision depends on both: a probable time whose extent is little more than a guess is not selected.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from goldsmith.components.temporal.extents.ranker import RankedPlace
from goldsmith.core import Span

#: The weight of the tagger in the decisions about a place and about an extent.
_TAGGER_PLACE: Final = 0.5
_TAGGER_EXTENT: Final = 0.2


class _PossibleTime(NamedTuple):
    """The probability of a time at a place, and of each extent given that there is a time."""

    probability: float
    extents: Mapping[Span, float]

    def find_extent(self, taken: Sequence[Span]) -> Span | None:
        """Find the most probable extent that does not overlap a selected one."""
        ranked = sorted(self.extents, key=lambda span: (-self.extents[span], span))
        free = (span for span in ranked if not any(span.overlaps(extent) for extent in taken))
        return next(free, None)

    def judge(self, extent: Span) -> float:
        """Return the mean of the probabilities of a time, and of a time with this extent."""
        return self.probability * (1 + self.extents[extent]) / 2


def select_extents(
    ranked: Sequence[RankedPlace], tagged: Mapping[Span, float], threshold: float
) -> list[Span]:
    """Select an extent at each place where a time is probable, in text order.

    Args:
        ranked: The places of the ranker.
        tagged: The extents that the tagger considers possible, with their probabilities.
        threshold: The lowest acceptable mean of the probabilities of a time and of its extent.
    """
    selected: list[Span] = []
    for time in sorted(_list_times(ranked, tagged), key=lambda time: -time.probability):
        extent = time.find_extent(selected)
        if extent is not None and time.judge(extent) >= threshold:
            selected.append(extent)
    return sorted(selected)


def _list_times(
    ranked: Sequence[RankedPlace], tagged: Mapping[Span, float]
) -> Iterator[_PossibleTime]:
    """Yield the ranker's places with the evidence of both, then the tagger's other places."""
    rest = dict(tagged)
    for place in ranked:
        own = {span: part for span, part in tagged.items() if span.overlaps(place.span)}
        for span in own:
            rest.pop(span, None)
        yield _combine(place.extents, own)
    while rest:
        best = max(rest, key=lambda span: rest[span])
        own = {span: part for span, part in rest.items() if span.overlaps(best)}
        total = sum(own.values())
        yield _PossibleTime(total, {best: own[best] / total})
        rest = {span: part for span, part in rest.items() if span not in own}


def _combine(ranked: Mapping[Span, float], tagged: Mapping[Span, float]) -> _PossibleTime:
    by_ranker, by_tagger = sum(ranked.values()), min(1.0, sum(tagged.values()))
    probability = _TAGGER_PLACE * by_tagger + (1 - _TAGGER_PLACE) * by_ranker
    shares = {
        span: (1 - _TAGGER_EXTENT) * ranked.get(span, 0.0) / (by_ranker or 1.0)
        + _TAGGER_EXTENT * tagged.get(span, 0.0) / (by_tagger or 1.0)
        for span in ranked.keys() | tagged.keys()
    }
    return _PossibleTime(probability, shares)
