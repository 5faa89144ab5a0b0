"""Rules about codes, checked against terminologies and a subset of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from goldsmith.core import Code, Document, Mention, Problem
from goldsmith.core.problem import ProblemReporter
from goldsmith.core.schema import Rule
from goldsmith.terminology.lookup.finder import Lookup
from goldsmith.terminology.store import Terminology

Mask = NDArray[np.bool_]


class _Part:
    """A terminology and the subset of its concepts that annotators may use."""

    def __init__(self, terminology: Terminology, mask: Mask | None) -> None:
        self.terminology, self.mask = terminology, mask
        self._look_up = Lookup(terminology, mask=mask, overlap="all", variants=False)
        self.find_named = lru_cache(100_000)(self._find_named)

    def _find_named(self, wording: str) -> frozenset[int]:
        """Find the concepts that have exactly these words as a name."""
        return frozenset(
            match.concept
            for match in self._look_up(wording)
            if match.start == 0 and match.end == len(wording)
        )


class ConceptChecker:
    """Checks codes against the concepts that annotators may use.

    Args:
        parts: Terminologies, each with the concepts of the subset, or None for all concepts.
    """

    def __init__(self, parts: Sequence[tuple[Terminology, Mask | None]]) -> None:
        self._parts = [_Part(terminology, mask) for terminology, mask in parts]
        self._checks = {
            "code-in-subset": self._check_subset,
            "most-specific-code": self._check_depth,
        }

    def check(
        self, rule: Rule, doc: Document, mentions: Iterable[Mention], reporter: ProblemReporter
    ) -> Iterator[Problem]:
        """Yield the mentions whose codes break a rule."""
        for mention in mentions:
            for code in mention.codes:
                if not code.is_cui_less:
                    message = self._checks[rule.name](code, doc, mention)
                    if message:
                        yield reporter.report_mention(mention, rule.name, message)

    def _find(self, code: Code) -> Iterator[tuple[_Part, int]]:
        for part in self._parts:
            if not code.system or code.system in part.terminology.systems:
                number = part.terminology.get_number(code.code, code.system)
                if number is not None:
                    yield part, number

    def _check_subset(self, code: Code, doc: Document, mention: Mention) -> str:
        del doc, mention
        places = list(self._find(code))
        if not places:
            return f"the code {code.code} is in none of the terminologies"
        if not any(part.mask is None or part.mask[number] for part, number in places):
            return f"the code {code.code} is not in the subset"
        if all(part.terminology.is_retired(number) for part, number in places):
            return f"the code {code.code} is retired"
        return ""

    def _check_depth(self, code: Code, doc: Document, mention: Mention) -> str:
        """Report a code if the words of the mention are a name of one of its descendants."""
        wording = " ".join(doc.text[span.start : span.end] for span in mention.spans)
        for part, number in self._find(code):
            named = part.find_named(wording)
            narrower = named.intersection(part.terminology.descendants(number))
            if narrower and number not in named:
                listed = part.terminology.code(min(narrower))
                return f"the words name {listed}, which is more specific than {code.code}"
        return ""
