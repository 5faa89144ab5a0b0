"""Krippendorff's unitising alpha: agreement on the units that annotators cut out of a text."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

import msgspec

from goldsmith.core import AnnotationSet
from goldsmith.metrics.engine.base import Columns, Metric, SetPair, Tally, Value, divide


class _Unit(msgspec.Struct, frozen=True, gc=False):
    """A stretch of text of one type, with the mentions it comes from."""

    start: int
    end: int
    ids: tuple[str, ...]

    @property
    def length(self) -> int:
        return self.end - self.start


class UnitisingAlpha(Metric):
    """Krippendorff's alpha for unitising, for two annotators (1995; 2004, chapter 11)."""

    title = "Krippendorff's unitising alpha"
    definition = (
        "The text is a continuum from which each set cuts units. Two overlapping units of a type "
        "disagree by the sum of the squared distances of their starts and of their ends; a unit "
        "that lies in a gap of the other set disagrees by its squared length. The expected "
        "disagreement is the mean over all placements of the same units in the document: with m = "
        "2 sets, N units of lengths l, gaps of lengths g and a document of length L, 2·L·Σ[(N − "
        "1)/3·(2l³ − 3l² + l) + l²·Σ(g − l + 1 for g ≥ l)] / (mL·(mL − 1) − Σ l·(l − 1)). alpha = "
        "1 − observed / expected (Krippendorff 1995; 2004, chapter 11). Both are summed over "
        "documents."
    )
    columns = {
        "units": "units of both sets",
        "observed": "observed disagreement, in squared characters",
        "expected": "expected disagreement, in squared characters",
    }
    values = {"alpha": "1 − observed / expected disagreement"}
    main = "alpha"
    symmetric = frozenset(values)
    perfect = frozenset(values)
    unbounded = frozenset(values)
    derived = frozenset({"expected"})

    def count(self, pair: SetPair, tally: Tally) -> None:
        types = {m.type for side in (pair.a, pair.b) for m in side.mentions if m.spans}
        for name in sorted(types):
            first, second = (_split_units(side, name) for side in (pair.a, pair.b))
            for unit in first:
                tally.add(name, "units", a=unit.ids)
            for unit in second:
                tally.add(name, "units", b=unit.ids)
            for distance, a, b in _compare(first, second):
                tally.add(name, "observed", distance, a=a, b=b)
            if first or second:
                tally.add(name, "expected", _expect((first, second), len(pair.doc.text)))

    def compute(self, sums: Columns) -> dict[str, Value]:
        return {"alpha": 1 - divide(sums["observed"], sums["expected"])}


def _split_units(annotation_set: AnnotationSet, mention_type: str) -> list[_Unit]:
    """Return the units of a type in order; overlapping mentions of the type form one unit."""
    spans = sorted(
        (span.start, span.end, mention.id)
        for mention in annotation_set.mentions
        if mention.type == mention_type
        for span in mention.spans
        if span.end > span.start
    )
    units: list[_Unit] = []
    for start, end, mention_id in spans:
        if units and start < units[-1].end:
            last = units.pop()
            ids = tuple(sorted({*last.ids, mention_id}))
            units.append(_Unit(last.start, max(last.end, end), ids))
        else:
            units.append(_Unit(start, end, (mention_id,)))
    return units


def _compare(
    first: Sequence[_Unit], second: Sequence[_Unit]
) -> Iterator[tuple[int, tuple[str, ...], tuple[str, ...]]]:
    """Yield each disagreement with the mentions of both sides."""
    matched: set[int] = set()
    ends = [unit.end for unit in second]
    for a in first:
        number = begin = bisect_left(ends, a.start + 1)
        while number < len(second) and second[number].start < a.end:
            b = second[number]
            matched.add(number)
            distance = (a.start - b.start) ** 2 + (a.end - b.end) ** 2
            if distance:
                yield distance, a.ids, b.ids
            number += 1
        if number == begin:
            yield a.length**2, a.ids, ()
    for number, b in enumerate(second):
        if number not in matched:
            yield b.length**2, (), b.ids


def _expect(sides: tuple[Sequence[_Unit], Sequence[_Unit]], length: int) -> float:
    """Return the expected disagreement of randomly placed units, in squared characters."""
    lengths = [unit.length for side in sides for unit in side]
    gaps = sorted(gap for side in sides for gap in _list_gaps(side, length))
    totals = [0, *accumulate(gaps)]
    apart = 0
    for size in lengths:
        low = bisect_left(gaps, size)
        rooms = totals[-1] - totals[low] - (len(gaps) - low) * (size - 1)
        apart += size**2 * rooms
    together = sum(2 * size**3 - 3 * size**2 + size for size in lengths) * (len(lengths) - 1)
    total = len(sides) * length
    pairs = total * (total - 1) - sum(size * (size - 1) for size in lengths)
    return 2 * length * (together / 3 + apart) / pairs if pairs else 0.0


def _list_gaps(units: Iterable[_Unit], length: int) -> Iterator[int]:
    """Yield the lengths of the stretches without a unit."""
    end = 0
    for unit in units:
        if unit.start > end:
            yield unit.start - end
        end = unit.end
    if length > end:
        yield length - end


provides = UnitisingAlpha()
