"""Mentions of entities by a transformer from a local folder (extra `neural`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Annotated, ClassVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from goldsmith.components.entities.decoding import ScoredSentences, SequenceTagger
from goldsmith.components.entities.layers import Tags, encode_layers, select_mentions
from goldsmith.errors import InputError
from goldsmith.learning.crf.chain import IMPOSSIBLE, LinearChain
from goldsmith.learning.crf.tag_ends import collect_kinds, expand_scores, map_columns
from goldsmith.learning.crf.tags import OUTSIDE
from goldsmith.learning.transformer import FineTuningSettings, TransformerTagger
from goldsmith.learning.transformer.windows import Sentence
from goldsmith.pipeline.analysis import Analysis
from goldsmith.pipeline.component import Example, Resources

_INFO = "tags.json"
Floats = NDArray[np.float32]
Positive = Annotated[float, msgspec.Meta(gt=0)]
Count = Annotated[int, msgspec.Meta(ge=1)]


class NeuralOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of the component `entities-neural`."""

    #: The folder of the transformer: config.json, tokenizer.json, model.safetensors.
    model: str = ""
    #: Mention types to find; if empty, all types of the training data.
    types: tuple[str, ...] = ()
    #: Passes over the training data.
    epochs: Count = 5
    #: Peak learning rate of the transformer, and of the classification head.
    rate: Positive = 2e-4
    head_rate: Positive = 2e-3
    #: Freeze the embeddings and this many of the lowest layers; 0 trains everything.
    frozen: Annotated[int, msgspec.Meta(ge=0)] = 0
    #: Windows in a batch, in training and in use.
    batch: Count = 16
    #: Sentences share windows of up to this many word pieces; with 0, each has its own.
    width: Annotated[int, msgspec.Meta(ge=0)] = 128
    seed: int = 0
    device: str = "cpu"
    #: CPU threads; 0 means as many as there are cores.
    threads: Annotated[int, msgspec.Meta(ge=0)] = 0
    #: Overlapping mentions go to further layers; a layer is trained if it has this many mentions.
    layer_size: int = 40
    layers: Count = 3
    #: Use B, I and O only: discontiguous mentions become contiguous.
    plain: bool = False
    #: Decision threshold on the probability of a mention.
    threshold: Annotated[float, msgspec.Meta(gt=0, le=1)] = 0.5
    #: Pool the evidence of an abbreviation that the text defines and of its long form.
    long_forms: bool = True
    #: Annotate all occurrences of a string in a document if most of them are mentions.
    repetition: bool = True


class _Info(msgspec.Struct, frozen=True):
    """The content of tags.json: the tags of each layer, in the order of the scores."""

    tags: tuple[tuple[str, ...], ...]


class EntitiesNeural(SequenceTagger):
    """Finds mentions with a fine-tuned transformer.

    It uses the tags of the component `entities`, including discontiguous mentions. Overlapping
    mentions are distributed over layers that share the transformer.

    Example:
        >>> component = EntitiesNeural(NeuralOptions(model="models/my-transformer"), Resources())
        >>> component.train(examples)

    Options: see `NeuralOptions` and docs/reference/components/entities-neural.md.

    Measured with all-MiniLM-L6-v2 (exact spans and types):

        NCBI Disease, train -> devel      P 0.831  R 0.868  F 0.849
        MACCROBAT, first of five folds    P 0.610  R 0.613  F 0.611
    """

    requires: ClassVar[frozenset[str]] = frozenset()
    adds: ClassVar[frozenset[str]] = frozenset({"mentions"})
    learns: ClassVar[bool] = True
    settings: ClassVar[type[msgspec.Struct]] = NeuralOptions

    def __init__(self, options: NeuralOptions, resources: Resources) -> None:
        self.options, self.resources = options, resources
        self._tagger: TransformerTagger | None = None
        self._tags: tuple[tuple[str, ...], ...] = ()
        self._chains: list[LinearChain] = []

    @property
    def decision(self) -> NeuralOptions:
        """Options of the decision; see `SequenceTagger`."""
        return self.options

    def score_sentences(self, analysis: Analysis) -> Iterator[ScoredSentences]:
        lengths = [end - first for first, end in analysis.sentences]
        if lengths:
            layers = zip(self._chains, self.compute_log_probabilities(analysis), strict=True)
            yield ScoredSentences(0, lengths, list(layers))

    def compute_log_probabilities(self, analysis: Analysis) -> list[Floats]:
        """Compute for each layer and token the log probability of each label."""
        tagger = self._get_tagger()
        windows = tagger.build_windows(list_sentences(analysis))
        scores = tagger.score(windows, batch=self.options.batch)
        logits = np.concatenate([np.zeros((0, sum(tagger.sizes)), np.float32), *scores])
        parts = pairwise(accumulate(tagger.sizes, initial=0))
        return [
            expand_scores(_log_softmax(logits[:, a:b]), map_columns(chain.layout, tags), IMPOSSIBLE)
            for (a, b), chain, tags in zip(parts, self._chains, self._tags, strict=True)
        ]

    def _get_tagger(self) -> TransformerTagger:
        if self._tagger is None:
            raise InputError(
                "the component entities-neural was not trained", remedy="Train it first"
            )
        return self._tagger

    def train(self, examples: Sequence[Example]) -> None:
        analyses = [example.analysis for example in examples]
        mentions = [select_mentions(example.gold, self.options.types) for example in examples]
        layers = encode_layers(analyses, mentions, self.options)
        self._tags = tuple(_collect_tags(layer) for layer in layers)
        tagger = self._open(Path(self.options.model))
        windows, targets = [], []
        for number, analysis in enumerate(analyses):
            numbers, first = self._number_tags([layer[number] for layer in layers]), 0
            for window in tagger.build_windows(list_sentences(analysis)):
                windows.append(window)
                targets.append(numbers[first : first + len(window.heads)])
                first += len(window.heads)
        tagger.fit(windows, targets, self._make_settings(), self._report)
        self._tagger = tagger

    def _number_tags(self, tags: Sequence[Tags]) -> NDArray[np.int64]:
        """Convert the tags of a document's tokens to numbers, a column for each layer."""
        columns = []
        for vocabulary, of_layer in zip(self._tags, tags, strict=True):
            numbers = {tag: number for number, tag in enumerate(vocabulary)}
            columns.append([numbers[tag] for row in of_layer for tag in row])
        return np.array(columns, np.int64).reshape(len(self._tags), -1).T

    def _make_settings(self) -> FineTuningSettings:
        use = self.options
        return FineTuningSettings(
            use.epochs, use.rate, use.head_rate, use.batch, use.seed, use.frozen
        )

    def _report(self, message: str) -> None:
        self.resources.progress(f"training entities-neural, {message}")

    def save(self, folder: Path) -> None:
        self._get_tagger().save(folder)
        (folder / _INFO).write_bytes(msgspec.json.encode(_Info(self._tags)))

    def load(self, folder: Path) -> None:
        try:
            self._tags = msgspec.json.decode((folder / _INFO).read_bytes(), type=_Info).tags
        except (OSError, msgspec.MsgspecError):
            raise InputError(
                f"{_INFO} cannot be read", where=str(folder), remedy="Train the model again"
            ) from None
        self._tagger = self._open(folder)

    def _open(self, folder: Path) -> TransformerTagger:
        use = self.options
        self._chains = [LinearChain(collect_kinds([[tags]])) for tags in self._tags]
        sizes = [len(tags) for tags in self._tags]
        return TransformerTagger(
            folder, sizes, width=use.width, device=use.device, threads=use.threads
        )


def list_sentences(analysis: Analysis) -> list[Sentence]:
    """List the sentences of a document, each with its text and the offsets of its tokens."""
    sentences: list[Sentence] = []
    starts = analysis.tokens.starts
    for first, end in analysis.sentences:
        offset = starts[first]
        text = analysis.text[offset : analysis.tokens.ends[end - 1]]
        sentences.append((text, [start - offset for start in starts[first:end]]))
    return sentences


def _log_softmax(scores: Floats) -> Floats:
    shifted = scores - scores.max(axis=1, keepdims=True) if len(scores) else scores
    result: Floats = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    return result


def _collect_tags(layer: Sequence[Tags]) -> tuple[str, ...]:
    """Collect the tags that occur in a layer, O first."""
    tags = {tag for document in layer for row in document for tag in row}
    return (OUTSIDE, *sorted(tags - {OUTSIDE}))


provides = EntitiesNeural
