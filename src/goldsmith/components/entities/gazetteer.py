"""A gazetteer: token ranges that name a concept of a terminology, as features for models."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache

from goldsmith.core import Span
from goldsmith.pipeline.analysis import Analysis
from goldsmith.terminology.lookup.finder import Lookup
from goldsmith.terminology.store import Terminology

#: Lower than for annotation: the model learns how reliable weak matches are.
_THRESHOLD = 40


class Gazetteer:
    """Looks up names of terminologies in a text and labels them by semantic type."""

    def __init__(self, terminologies: dict[str, Terminology]) -> None:
        self._sources = [
            (terminology, Lookup(terminology, threshold=_THRESHOLD))
            for terminology in terminologies.values()
        ]
        self._label_cached = lru_cache(maxsize=100_000)(self._label_concept)

    def __call__(self, analysis: Analysis) -> list[tuple[int, int, str]]:
        """Return token ranges with the labels of the concepts they name."""
        names: dict[tuple[int, int], set[str]] = defaultdict(set)
        for number, (_, lookup) in enumerate(self._sources):
            for match in lookup(analysis.text):
                names[match.start, match.end].update(self._label_cached(number, match.concept))
        labelled = []
        for (start, end), labels in sorted(names.items()):
            first, last = analysis.find_tokens(Span(start, end))
            labelled += [(first, last, label) for label in sorted(labels) if first < last]
        return labelled

    def _label_concept(self, number: int, concept: int) -> tuple[str, ...]:
        """Label a concept by its system and semantic types; a MeSH branch becomes its letter."""
        terminology = self._sources[number][0]
        system = terminology.system(concept)
        types = terminology.types_of(concept)
        return tuple(sorted({f"{system}.{_generalise(type_)}" for type_ in types})) or (system,)


def _generalise(kind: str) -> str:
    """Reduce a MeSH branch to its letter; return other types unchanged."""
    is_branch = len(kind) == 3 and kind[0].isupper() and kind[1:].isdigit() and kind[0] != "T"
    return kind[0] if is_branch and kind != "F03" else kind
