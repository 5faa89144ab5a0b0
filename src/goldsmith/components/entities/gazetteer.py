"""Labels that terminologies lay over the tokens of a document, for models to see."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache

from goldsmith.core import Span
from goldsmith.pipeline.analysis import Analysis
from goldsmith.terminology.lookup.finder import Lookup
from goldsmith.terminology.store import Terminology

#: Lower than for annotation: a model learns what weak finds are worth.
_THRESHOLD = 40


class Dictionary:
    """Looks up the names of several terminologies and labels what it finds by kind of concept."""

    def __init__(self, terminologies: dict[str, Terminology]) -> None:
        self._sources = [(one, Lookup(one, threshold=_THRESHOLD)) for one in terminologies.values()]
        self._labels = lru_cache(maxsize=100_000)(self._label)

    def __call__(self, work: Analysis) -> list[tuple[int, int, str]]:
        """Ranges of tokens with the label of what they name."""
        found: dict[tuple[int, int], set[str]] = defaultdict(set)
        for number, (_, lookup) in enumerate(self._sources):
            for match in lookup(work.text):
                found[match.start, match.end].update(self._labels(number, match.concept))
        laid = []
        for (start, end), labels in sorted(found.items()):
            first, last = work.range_of(Span(start, end))
            laid += [(first, last, label) for label in sorted(labels) if first < last]
        return laid

    def _label(self, number: int, concept: int) -> tuple[str, ...]:
        """The system and the kinds of a concept: semantic types, the letter of a MeSH branch."""
        terminology = self._sources[number][0]
        system = terminology.system(concept)
        types = terminology.types_of(concept)
        return tuple(sorted({f"{system}.{_broad(one)}" for one in types})) or (system,)


def _broad(kind: str) -> str:
    """A branch of MeSH as its letter; other types as they are."""
    is_branch = len(kind) == 3 and kind[0].isupper() and kind[1:].isdigit() and kind[0] != "T"
    return kind[0] if is_branch and kind != "F03" else kind
