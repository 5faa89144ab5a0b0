"""Mentions of entities: the CRF of `entities` and a transformer, each with its say.

Both are trained by themselves on the same tags. At work, the scores of the CRF and the logarithms
of the transformer's probabilities are averaged before the chain decides: what one is sure of counts
for more than what the other is in doubt about. Needs the extra `neural`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, ClassVar

import msgspec
import numpy as np

from goldsmith.components.entities import Entities, Options
from goldsmith.components.entities.decoding import Chained, Scored
from goldsmith.components.entities.entities_neural import EntitiesNeural, NeuralOptions
from goldsmith.components.entities.long_forms import Found
from goldsmith.learning.crf.chain import Chain, Transitions
from goldsmith.pipeline.analysis import Analysis
from goldsmith.pipeline.component import Example, Resources

_CRF, _NEURAL = "crf", "neural"


class CombinedOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of both parts, and how they are combined.

    Types, layers, threshold and what comes after tagging are those of the part `crf`.
    """

    crf: Options = Options()
    neural: NeuralOptions = NeuralOptions()
    #: The share of the transformer in the average; the CRF has the rest.
    weight: Annotated[float, msgspec.Meta(ge=0, lt=1)] = 0.3


class EntitiesCombined(Chained):
    """Finds mentions with conditional random fields and a transformer together."""

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

        self._chains: list[Chain] = []

    @property
    def deciding(self) -> Options:
        return self.options.crf

    def scores(self, work: Analysis) -> Iterator[Scored]:
        said = self._neural.log_probabilities(work) if work.sentences else []
        share = np.float32(self.options.weight)
        for first, lengths, layers in self._crf.scores(work):
            end = first + sum(lengths)
            both = [
                scores * (1 - share) + share * other[first:end]
                for (_, scores), other in zip(layers, said, strict=True)
            ]
            yield Scored(first, lengths, list(zip(self._chains, both, strict=True)))

    def completed(self, work: Analysis, found: set[Found]) -> set[Found]:
        return self._crf.completed(work, found)

    def train(self, examples: Sequence[Example]) -> None:
        self._crf.train(examples)
        self._neural.train(examples)
        self._fit_together()

    def _fit_together(self) -> None:
        """The CRF's say of which label follows which is its share."""
        share = np.float32(1 - self.options.weight)
        self._chains = [
            Chain(chain.layout.kinds, Transitions(*(part * share for part in chain.transitions)))
            for chain in self._crf.chains
        ]

    def save(self, folder: Path) -> None:
        for name, part in ((_CRF, self._crf), (_NEURAL, self._neural)):
            (folder / name).mkdir()
            part.save(folder / name)

    def load(self, folder: Path) -> None:
        self._crf.load(folder / _CRF)
        self._neural.load(folder / _NEURAL)
        self._fit_together()


provides = EntitiesCombined
