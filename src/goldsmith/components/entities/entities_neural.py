"""Mentions of entities: a transformer from a folder of the user's, trained to tag words.

The tags are those of the component entities, discontiguous mentions included; what overlaps is
spread over layers that share the transformer. Needs the extra `neural`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Annotated, ClassVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from goldsmith.components.entities.decoding import Chained, Scored
from goldsmith.components.entities.layers import Tags, layered, wanted
from goldsmith.errors import InputError
from goldsmith.learning.crf.chain import NEVER, Chain
from goldsmith.learning.crf.tag_ends import columns, kinds_of, spread
from goldsmith.learning.crf.tags import OUTSIDE
from goldsmith.learning.transformer import Network, Settings
from goldsmith.learning.transformer.windows import Sentence
from goldsmith.pipeline.analysis import Analysis
from goldsmith.pipeline.component import Example, Resources

_INFO = "tags.json"
Floats = NDArray[np.float32]
Positive = Annotated[float, msgspec.Meta(gt=0)]
Count = Annotated[int, msgspec.Meta(ge=1)]


class NeuralOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which transformer is used and how it is trained."""

    #: The folder of the transformer: config.json, tokenizer.json, model.safetensors.
    model: str = ""
    #: Types of mentions to find; empty: all that the training data has.
    types: tuple[str, ...] = ()
    #: How often all of the training data is gone through.
    epochs: Count = 5
    #: The highest learning rate of the transformer, and of the new layer on top of it.
    rate: Positive = 2e-4
    head_rate: Positive = 2e-3
    #: This many of the lowest layers, and the embeddings, are left as they are; 0: all learn.
    frozen: Annotated[int, msgspec.Meta(ge=0)] = 0
    #: Windows that are learned from, or tagged, at once.
    batch: Count = 16
    #: Sentences share a window of up to this many pieces; 0: a window for each sentence.
    width: Annotated[int, msgspec.Meta(ge=0)] = 128
    seed: int = 0
    device: str = "cpu"
    #: Threads of the processor to work with; 0: as many as there are cores.
    threads: Annotated[int, msgspec.Meta(ge=0)] = 0
    #: Overlapping mentions go to a second and third layer when it has this many of them.
    layer_size: int = 40
    layers: Count = 3
    #: B, I and O only: discontiguous mentions are taken whole.
    plain: bool = False
    #: Mentions as probable as this are kept.
    threshold: Annotated[float, msgspec.Meta(gt=0, le=1)] = 0.5
    #: Abbreviations follow the long form that the text explains them with.
    long_forms: bool = True
    #: A string that is mostly a mention in a document is one at its other places too.
    repetition: bool = True


class _Info(msgspec.Struct, frozen=True):
    """What the scores of the network stand for: the tags of each layer."""

    tags: tuple[tuple[str, ...], ...]


class EntitiesNeural(Chained):
    """Finds mentions with a transformer."""

    requires: ClassVar[frozenset[str]] = frozenset()
    adds: ClassVar[frozenset[str]] = frozenset({"mentions"})
    learns: ClassVar[bool] = True
    settings: ClassVar[type[msgspec.Struct]] = NeuralOptions

    def __init__(self, options: NeuralOptions, resources: Resources) -> None:
        self.options, self.resources = options, resources
        self._network: Network | None = None
        self._tags: tuple[tuple[str, ...], ...] = ()
        self._chains: list[Chain] = []

    @property
    def deciding(self) -> NeuralOptions:
        return self.options

    def scores(self, work: Analysis) -> Iterator[Scored]:
        lengths = [end - first for first, end in work.sentences]
        if lengths:
            layers = zip(self._chains, self.log_probabilities(work), strict=True)
            yield Scored(0, lengths, list(layers))

    def log_probabilities(self, work: Analysis) -> list[Floats]:
        """For each layer, for each token, the logarithm of how probable each label is."""
        network = self._ready()
        windows = network.cut(sentences_of(work))
        scores = network.scores(windows, batch=self.options.batch)
        whole = np.concatenate([np.zeros((0, sum(network.sizes)), np.float32), *scores])
        parts = pairwise(accumulate(network.sizes, initial=0))
        return [
            spread(_log_softmax(whole[:, a:b]), columns(chain.layout, tags), NEVER)
            for (a, b), chain, tags in zip(parts, self._chains, self._tags, strict=True)
        ]

    def _ready(self) -> Network:
        if self._network is None:
            raise InputError(
                "the component entities-neural was not trained", remedy="Train it first"
            )
        return self._network

    def train(self, examples: Sequence[Example]) -> None:
        works = [one.work for one in examples]
        tags = layered(
            works, [wanted(one.gold, self.options.types) for one in examples], self.options
        )
        self._tags = tuple(_all_of(of_layer) for of_layer in tags)
        network = self._open(Path(self.options.model))
        windows, targets = [], []
        for number, work in enumerate(works):
            numbers, first = self._numbers([of_layer[number] for of_layer in tags]), 0
            for window in network.cut(sentences_of(work)):
                windows.append(window)
                targets.append(numbers[first : first + len(window.heads)])
                first += len(window.heads)
        network.fit(windows, targets, self._settings(), self._report)
        self._network = network

    def _numbers(self, tags: Sequence[Tags]) -> NDArray[np.int64]:
        """The tags of a document's tokens as numbers, a column for each layer."""
        columns = []
        for known, of_layer in zip(self._tags, tags, strict=True):
            numbers = {tag: number for number, tag in enumerate(known)}
            columns.append([numbers[tag] for row in of_layer for tag in row])
        return np.array(columns, np.int64).reshape(len(self._tags), -1).T

    def _settings(self) -> Settings:
        use = self.options
        return Settings(use.epochs, use.rate, use.head_rate, use.batch, use.seed, use.frozen)

    def _report(self, message: str) -> None:
        self.resources.progress(f"training entities-neural, {message}")

    def save(self, folder: Path) -> None:
        self._ready().save(folder)
        (folder / _INFO).write_bytes(msgspec.json.encode(_Info(self._tags)))

    def load(self, folder: Path) -> None:
        try:
            self._tags = msgspec.json.decode((folder / _INFO).read_bytes(), type=_Info).tags
        except (OSError, msgspec.MsgspecError):
            raise InputError(
                f"{_INFO} cannot be read", where=str(folder), remedy="Train the model again"
            ) from None
        self._network = self._open(folder)

    def _open(self, folder: Path) -> Network:
        use = self.options
        self._chains = [Chain(kinds_of([[tags]])) for tags in self._tags]
        sizes = [len(some) for some in self._tags]
        return Network(folder, sizes, width=use.width, device=use.device, threads=use.threads)


def sentences_of(work: Analysis) -> list[Sentence]:
    """Each sentence's text, and where in it its tokens start."""
    found: list[Sentence] = []
    starts = work.tokens.starts
    for first, end in work.sentences:
        at = starts[first]
        text = work.text[at : work.tokens.ends[end - 1]]
        found.append((text, [start - at for start in starts[first:end]]))
    return found


def _log_softmax(scores: Floats) -> Floats:
    lowered = scores - scores.max(axis=1, keepdims=True) if len(scores) else scores
    found: Floats = lowered - np.log(np.exp(lowered).sum(axis=1, keepdims=True))
    return found


def _all_of(tags: Sequence[Tags]) -> tuple[str, ...]:
    """The tags that occur in a layer."""
    found = {tag for document in tags for row in document for tag in row}
    return (OUTSIDE, *sorted(found - {OUTSIDE}))


provides = EntitiesNeural
