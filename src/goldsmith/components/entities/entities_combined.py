"""Mentions of entities by the CRF of `entities` combined with a transformer (extra `neural`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, ClassVar

import msgspec
import numpy as np

from goldsmith.components.entities import Entities, Options
from goldsmith.components.entities.decoding import ScoredSentences, SequenceTagger
from goldsmith.components.entities.entities_neural import EntitiesNeural, NeuralOptions
from goldsmith.components.entities.long_forms import TypedSpans
from goldsmith.learning.crf.chain import LinearChain, Transitions
from goldsmith.pipeline.analysis import Analysis
from goldsmith.pipeline.component import Example, Resources

_CRF, _NEURAL = "crf", "neural"


class CombinedOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of both parts and the weight of each.

    Types, layers, threshold and post-processing come from `crf`.
    """

    crf: Options = Options()
    neural: NeuralOptions = NeuralOptions()
    #: Weight of the transformer in the average; the CRF has the rest.
    weight: Annotated[float, msgspec.Meta(ge=0, lt=1)] = 0.3


class EntitiesCombined(SequenceTagger):
    """Finds mentions with a CRF and a transformer together.

    Both are trained separately on the same tags. The emission scores of the CRF and the log
    probabilities of the transformer are averaged before decoding; the transition scores come from
    the CRF.

    Example:
        >>> options = CombinedOptions(neural=NeuralOptions(model="models/my-transformer"))
        >>> component = EntitiesCombined(options, Resources())
        >>> component.train(examples)

    Options: see `CombinedOptions` and docs/reference/components/entities-combined.md.

    Measured (exact spans and types; docs/reference/components/entities-combined.md):

        NCBI Disease devel                F 0.878  (CRF alone 0.852, transformer alone 0.849)
        MACCROBAT, first of five folds    F 0.648  (0.603, 0.611)
    """

    requires: ClassVar[frozenset[str]] = frozenset()
    adds: ClassVar[frozenset[str]] = frozenset({"mentions"})
    learns: ClassVar[bool] = True
    settings: ClassVar[type[msgspec.Struct]] = CombinedOptions

    def __init__(self, options: CombinedOptions, resources: Resources) -> None:
        self.options = options
        crf = options.crf
        neural = msgspec.structs.replace(
            options.neural,
            types=crf.types,
            layers=crf.layers,
            layer_size=crf.layer_size,
            plain=crf.plain,
        )
        self._crf, self._neural = Entities(crf, resources), EntitiesNeural(neural, resources)
        self._chains: list[LinearChain] = []

    @property
    def decision(self) -> Options:
        """Options of the decision; see `SequenceTagger`."""
        return self.options.crf

    def score_sentences(self, analysis: Analysis) -> Iterator[ScoredSentences]:
        neural = self._neural.compute_log_probabilities(analysis) if analysis.sentences else []
        share = np.float32(self.options.weight)
        for first, lengths, layers in self._crf.score_sentences(analysis):
            end = first + sum(lengths)
            averages = [
                scores * (1 - share) + share * log_probabilities[first:end]
                for (_, scores), log_probabilities in zip(layers, neural, strict=True)
            ]
            yield ScoredSentences(first, lengths, list(zip(self._chains, averages, strict=True)))

    def complete(self, analysis: Analysis, mentions: set[TypedSpans]) -> set[TypedSpans]:
        return self._crf.complete(analysis, mentions)

    def train(self, examples: Sequence[Example]) -> None:
        self._crf.train(examples)
        self._neural.train(examples)
        self._scale_transitions()

    def _scale_transitions(self) -> None:
        """Scale the transition scores by the weight of the CRF."""
        share = np.float32(1 - self.options.weight)
        self._chains = [
            LinearChain(
                chain.layout.kinds, Transitions(*(part * share for part in chain.transitions))
            )
            for chain in self._crf.chains
        ]

    def save(self, folder: Path) -> None:
        for name, part in ((_CRF, self._crf), (_NEURAL, self._neural)):
            (folder / name).mkdir()
            part.save(folder / name)

    def load(self, folder: Path) -> None:
        self._crf.load(folder / _CRF)
        self._neural.load(folder / _NEURAL)
        self._scale_transitions()


provides = EntitiesCombined
