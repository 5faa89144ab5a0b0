"""Codes that annotators find hard to agree on (Mayo §4)."""

from __future__ import annotations

from collections import Counter, defaultdict

import msgspec

from goldsmith.core import AnnotationSet
from goldsmith.metrics.code_agreement import pair_coded
from goldsmith.metrics.engine.traits import get_concept

_MOST_CODES, _MOST_ALTERNATIVES = 20, 3


class HardCode(msgspec.Struct, frozen=True):
    """A code that one annotator gave to mentions and another did not."""

    code: str
    pairs: int
    """The number of pairs of overlapping mentions with the code on at least one side."""
    agree: int
    agreement: float
    instead: dict[str, int]
    """The codes that the other annotator gave most often, "" for none."""


class CodeCounter:
    """Counts, for each code, how often the other annotator of a mention also gave it."""

    def __init__(self) -> None:
        self._pairs: Counter[str] = Counter()
        self._agree: Counter[str] = Counter()
        self._instead: dict[str, Counter[str]] = defaultdict(Counter)

    def add(self, a: AnnotationSet, b: AnnotationSet) -> None:
        """Count the mentions of a document that both annotators marked."""
        for first, second in pair_coded(a.mentions, b.mentions):
            codes = get_concept(first), get_concept(second)
            for code in codes[0] | codes[1]:
                self._pairs[code] += 1
                if code in codes[0] & codes[1]:
                    self._agree[code] += 1
                else:
                    other_codes = codes[1] if code in codes[0] else codes[0]
                    self._instead[code].update(other_codes or {""})

    def make_result(self) -> list[HardCode]:
        """Return the codes with the most disagreements, at most 20."""
        hard = [code for code in self._pairs if self._agree[code] < self._pairs[code]]
        hard.sort(key=lambda code: (self._agree[code] - self._pairs[code], code))
        return [
            HardCode(
                code,
                self._pairs[code],
                self._agree[code],
                self._agree[code] / self._pairs[code],
                dict(_rank(self._instead[code])[:_MOST_ALTERNATIVES]),
            )
            for code in hard[:_MOST_CODES]
        ]


def _rank(counts: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))
