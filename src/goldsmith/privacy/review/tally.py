"""The figures of a pseudonymised corpus, without identifiers."""

from __future__ import annotations

from collections import Counter, defaultdict

from goldsmith.privacy.identifiers import KINDS
from goldsmith.privacy.pseudonymiser import Outcome


class Tally:
    """Counts replaced identifiers and doubtful places."""

    def __init__(self) -> None:
        self.documents = 0
        self.renamed = 0
        """Documents whose id contained an identifier and was replaced."""
        self.replaced: Counter[str] = Counter(dict.fromkeys(KINDS, 0))
        self.doubtful: Counter[str] = Counter()
        """Doubtful places by the kind of identifier they may be."""
        self.rules: Counter[str] = Counter()
        """Doubtful places by the reason for the doubt."""
        self.expected: defaultdict[str, float] = defaultdict(float)
        """The expected number of identifiers among the doubtful places, by kind."""
        self.expected_by_rule: defaultdict[str, float] = defaultdict(float)
        self.unlisted = 0.0
        """The expected number of identifiers among places too improbable to be listed."""

    @property
    def expected_remaining(self) -> float:
        """The expected number of identifiers that were not replaced."""
        return sum(self.expected.values()) + self.unlisted

    def add(self, outcome: Outcome) -> None:
        """Count the places of a document."""
        self.documents += 1
        self.renamed += outcome.renamed
        self.unlisted += outcome.unlisted
        self.replaced.update(place.kind for place in outcome.replacements)
        for place in outcome.leftovers:
            self.doubtful[place.kind] += 1
            self.rules[place.rule] += 1
            self.expected[place.kind] += place.probability
            self.expected_by_rule[place.rule] += place.probability
