"""Mentions of entities: a transformer from a folder of the user's, trained to tag words.

The tags are those of the component entities, discontiguous mentions included; what overlaps is
spread over layers that share the transformer. Needs the extra `neural`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Annotated, ClassVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from goldsmith.components._longforms import follow
from goldsmith.components._neural import Network, Settings
from goldsmith.components._neural_pieces import Sentence
from goldsmith.components._tags import OUTSIDE, Tagged, decode, encode, layers, outer_types
from goldsmith.components.entities import by_sentence
from goldsmith.core import AnnotationSet, Mention, Span
from goldsmith.errors import InputError
from goldsmith.pipeline.analysis import Analysis
from goldsmith.pipeline.component import Example, Resources

_INFO = "tags.json"
#: Costs more than any scores can make up for.
_NEVER = np.float32(-1e6)
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
    #: Abbreviations follow the long form that the text explains them with.
    long_forms: bool = True


class _Info(msgspec.Struct, frozen=True):
    """What the scores of the network stand for: the tags of each layer."""

    tags: tuple[tuple[str, ...], ...]


class EntitiesNeural:
    """Finds mentions with a transformer."""

    requires: ClassVar[frozenset[str]] = frozenset()
    adds: ClassVar[frozenset[str]] = frozenset({"mentions"})
    learns: ClassVar[bool] = True
    settings: ClassVar[type[msgspec.Struct]] = NeuralOptions

    def __init__(self, options: NeuralOptions, resources: Resources) -> None:
        self.options, self.resources = options, resources
        self._network: Network | None = None
        self._tags: tuple[tuple[str, ...], ...] = ()

    def __call__(self, work: Analysis) -> None:
        found: set[tuple[str, tuple[Span, ...]]] = set()
        for number, scores in enumerate(self.scores(work)):
            rules = _transitions(self._tags[number])
            for first, end in work.sentences:
                path = best_path(scores[first:end], rules)
                for mention in decode([self._tags[number][at] for at in path]):
                    ranges = mention.ranges
                    spans = tuple(work.span_of(first + a, first + b - 1) for a, b in ranges)
                    found.add((mention.type, spans))
        if self.options.long_forms:
            found = follow(work, found)
        for type_, spans in sorted(found, key=lambda one: (one[1], one[0])):
            work.add(type_, spans)

    def scores(self, work: Analysis) -> list[Floats]:
        """For each layer, for each token, the logarithm of how probable each tag is."""
        network = self._ready()
        windows = network.cut(sentences_of(work))
        scores = network.scores(windows, batch=self.options.batch)
        whole = np.concatenate([np.zeros((0, sum(network.sizes)), np.float32), *scores])
        edges = accumulate(network.sizes, initial=0)
        return [_log_softmax(whole[:, a:b]) for a, b in pairwise(edges)]

    def _ready(self) -> Network:
        if self._network is None:
            raise InputError(
                "the component entities-neural was not trained", remedy="Train it first"
            )
        return self._network

    def train(self, examples: Sequence[Example]) -> None:
        placed = [by_sentence(one.work, self._wanted(one.gold)) for one in examples]
        outer = outer_types(mentions for one in placed for mentions in one.values())
        named = [
            self._named(one.work, own, outer) for one, own in zip(examples, placed, strict=True)
        ]
        self._tags = self._of_layers(named)
        network = self._open(Path(self.options.model))
        windows, targets = [], []
        for example, tags in zip(examples, named, strict=True):
            wanted, first = self._numbers(tags), 0
            for window in network.cut(sentences_of(example.work)):
                windows.append(window)
                targets.append(wanted[first : first + len(window.heads)])
                first += len(window.heads)
        network.fit(windows, targets, self._settings(), self._report)
        self._network = network

    def _wanted(self, gold: AnnotationSet) -> list[Mention]:
        wanted = self.options.types
        return [m for m in gold.mentions if m.spans and (not wanted or m.type in wanted)]

    def _named(
        self, work: Analysis, placed: Mapping[int, list[Tagged]], outer: frozenset[str]
    ) -> list[list[str]]:
        """For each layer, the tags of all tokens of a document."""
        found: list[list[str]] = [[] for _ in range(self.options.layers)]
        for at, (first, end) in enumerate(work.sentences):
            spread = layers(placed.get(at, ()), outer) + [[]] * self.options.layers
            for number, tags in enumerate(found):
                tags += encode(spread[number], end - first, plain=self.options.plain)
        return found

    def _of_layers(self, named: Sequence[Sequence[Sequence[str]]]) -> tuple[tuple[str, ...], ...]:
        """The tags of each layer that has enough mentions to learn from."""
        counts = [Counter[str]() for _ in range(self.options.layers)]
        for document in named:
            for count, tags in zip(counts, document, strict=True):
                count.update(tags)
        begun = [sum(n for tag, n in c.items() if tag.split("-")[0][-1] == "B") for c in counts]
        if not begun[0]:
            raise InputError(
                "the training data has no mentions of the types asked for",
                expected="annotated documents",
                remedy="Is it the right annotation set (--set), and are the types spelt right?",
            )
        enough = [n == 0 or begun[n] >= self.options.layer_size for n in range(len(counts))]
        return tuple(
            (OUTSIDE, *sorted(count.keys() - {OUTSIDE}))
            for count, is_kept in zip(counts, enough, strict=True)
            if is_kept
        )

    def _numbers(self, named: Sequence[Sequence[str]]) -> NDArray[np.int64]:
        """The tags of a document's tokens as numbers, a column for each layer."""
        columns = []
        for known, tags in zip(self._tags, named, strict=False):
            numbers = {tag: number for number, tag in enumerate(known)}
            columns.append([numbers[tag] for tag in tags])
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


def _transitions(tags: Sequence[str]) -> Floats:
    """What going from one tag to another costs: I goes on only from B or I of its kind."""
    found = np.zeros((len(tags) + 1, len(tags)), np.float32)
    for to, tag in enumerate(tags):
        place, _, type_ = tag.partition("-")
        if not place.endswith("I"):
            continue
        allowed = {f"{place[:-1]}B-{type_}", tag}
        found[:, to] = [0 if one in allowed else _NEVER for one in (*tags, "")]
    return found


def best_path(scores: Floats, transitions: Floats) -> list[int]:
    """The tags that fit a sentence best. The last row of `transitions` is how it may begin."""
    if not len(scores):
        return []
    best, back = scores[0] + transitions[-1], []
    for row in scores[1:]:
        ways = best[:, None] + transitions[:-1]
        back.append(ways.argmax(axis=0))
        best = ways.max(axis=0) + row
    path = [int(best.argmax())]
    for came in reversed(back):
        path.append(int(came[path[-1]]))
    return path[::-1]


provides = EntitiesNeural
