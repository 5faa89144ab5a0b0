"""A token CRF for extents, with the rules' candidates as features.

It also learns the other mentions: each rival of times, a type that contains many false candidates,
as a separate type, and all others as one type.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from msgspec.structs import replace

from goldsmith.components.entities import Entities
from goldsmith.components.entities import Options as EntityOptions
from goldsmith.components.temporal.extents.marked import FindTimexes, MarkedDocument
from goldsmith.components.temporal.options import Options
from goldsmith.core import AnnotationSet, Span
from goldsmith.learning.crf.features import FeatureTemplate
from goldsmith.pipeline.analysis import Analysis
from goldsmith.pipeline.component import Example, Resources

_EXTENT, _OTHER, _PREFIX = "time:extent", "other", "time:"
#: Extents with a lower probability are dropped.
_LEAST: Final = 0.005
#: Wider than for entities: "after", "for" and "history" are outside the candidates.
_FEATURES: Final = FeatureTemplate(window=3, parts_of_speech=True, affixes=3)


class ExtentTagger(Entities):
    """A CRF for extents, with the rules' candidates as labels of tokens."""

    def __init__(self, find: FindTimexes, options: Options, resources: Resources) -> None:
        settings = EntityOptions(
            epochs=options.epochs,
            members=options.members,
            plain=True,
            layers=1,
            long_forms=False,
            repetition=False,
            features=_FEATURES,
        )
        super().__init__(settings, resources)
        self._find = find

    def label_tokens(self, analysis: Analysis) -> list[tuple[int, int, str]]:
        """Label the tokens of each candidate with its type and with its pattern."""
        labels = super().label_tokens(analysis)
        for timex in self._find(analysis):
            expression = timex.expression
            first, end = analysis.find_tokens(Span(expression.start, expression.end))
            if first < end:
                labels.append((first, end, _PREFIX + expression.type))
                labels.append((first, end, _PREFIX + expression.pattern))
        return labels

    def estimate_extents(self, analysis: Analysis) -> dict[Span, float]:
        """Return the probability of each possible extent."""
        probabilities = self.estimate_probabilities(analysis, least=_LEAST)
        return {
            span: probability
            for (kind, span), probability in probabilities.items()
            if kind == _EXTENT
        }


def make_example(document: MarkedDocument, rivals: Collection[str]) -> Example:
    """Return a training example in which all times have one type.

    Args:
        document: The training document.
        rivals: Other mention types to learn. All remaining types are merged into one, since a time
            ends where a mention begins. Where a mention overlaps a time, the time takes precedence.
    """
    times = [replace(mention, type=_EXTENT) for mention in document.times]
    others = [
        mention if mention.type in rivals else replace(mention, type=_OTHER)
        for mention in document.others
        if not any(mention.start < time.end and mention.end > time.start for time in times)
    ]
    return Example(document.analysis, AnnotationSet("gold", mentions=(*times, *others)))
