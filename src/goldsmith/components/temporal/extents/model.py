"""The trained model of extents and types."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from goldsmith.components.temporal.expressions.grammar import WordClass
from goldsmith.components.temporal.extents.marked import FindTimexes, MarkedDocument, find_rivals
from goldsmith.components.temporal.extents.ranker import ExtentRanker
from goldsmith.components.temporal.extents.selection import select_extents
from goldsmith.components.temporal.extents.tagger import ExtentTagger, make_example
from goldsmith.components.temporal.extents.types import adopt_value, describe_time
from goldsmith.components.temporal.options import Options
from goldsmith.components.temporal.resolution.values import Timex
from goldsmith.core import Mention
from goldsmith.learning.linear import LinearClassifier
from goldsmith.pipeline.analysis import Analysis
from goldsmith.pipeline.component import Resources

_TAGGER, _RANKER, _TYPES = "tagger", "ranker", "types"
#: Inverse regularisation strength of the types.
_C = 0.1


class ExtentModel:
    """Finds the extents and types of times in the annotation style of a corpus.

    Args:
        find: Finds the rules' candidates.
        classes: The word classes of the grammar.
        options: Options of the component.
        resources: Resources of the pipeline.
    """

    def __init__(
        self,
        find: FindTimexes,
        classes: Mapping[str, WordClass],
        options: Options,
        resources: Resources,
    ) -> None:
        self._find, self._threshold = find, options.threshold
        self._tagger = ExtentTagger(find, options, resources)
        self._ranker = ExtentRanker(find, classes)
        self._types = LinearClassifier()

    def train(self, documents: Sequence[MarkedDocument]) -> None:
        """Train on documents with annotated times."""
        rivals = find_rivals(documents, self._find)
        self._tagger.train([make_example(document, rivals) for document in documents])
        self._ranker.train(documents, rivals)
        rows, labels = [], []
        for document in documents:
            candidates = self._find(document.analysis)
            rows += [describe_time(document.analysis, m, candidates) for m in document.times]
            labels += [mention.type for mention in document.times]
        self._types = LinearClassifier().fit(rows, labels, c=_C)

    def __call__(self, analysis: Analysis) -> list[Timex]:
        """Return the times of a document, with the values of the candidates they overlap."""
        tagged = self._tagger.estimate_extents(analysis)
        extents = select_extents(self._ranker(analysis), tagged, self._threshold)
        if not extents:
            return []
        mentions = [Mention("", "", (span,)) for span in extents]
        candidates = self._find(analysis)
        types = self._types.predict([describe_time(analysis, m, candidates) for m in mentions])
        return [
            adopt_value(replace(mention, type=kind), candidates)
            for mention, kind in zip(mentions, types, strict=True)
        ]

    def save(self, folder: Path) -> None:
        """Write the model to an existing empty folder."""
        parts = ((_TAGGER, self._tagger), (_RANKER, self._ranker), (_TYPES, self._types))
        for name, part in parts:
            (folder / name).mkdir()
            part.save(folder / name)

    def load(self, folder: Path) -> None:
        """Restore what `save` wrote."""
        self._tagger.load(folder / _TAGGER)
        self._ranker.load(folder / _RANKER)
        self._types = LinearClassifier.load(folder / _TYPES)
