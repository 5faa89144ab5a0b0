"""Mentions of entities: a linear-chain CRF over tags that hold discontiguous mentions too.

What overlaps is spread over layers, one model each. After tagging, abbreviations that the text
explains follow their long form, and the other way round.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, ClassVar, Literal

import msgspec
import pycrfsuite

from goldsmith.components._crfsuite import attributes
from goldsmith.components._dictionary import Dictionary
from goldsmith.components._features import Features, Seen
from goldsmith.components._lexicon import Lexicon
from goldsmith.components._longforms import follow, repeat
from goldsmith.components._tags import Tagged, decode, encode, layers, outer_types
from goldsmith.core import AnnotationSet, Mention, Span
from goldsmith.errors import InputError
from goldsmith.pipeline.analysis import Analysis
from goldsmith.pipeline.component import Example, Resources

_INFO = "layers.json"
#: Work grows with the square of the number of tags.
_MANY = 150
_PERCEPTRON_ROUNDS = 15
Positive = Annotated[float, msgspec.Meta(ge=0)]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the model is made."""

    #: Types of mentions to find; empty: all that the training data has.
    types: tuple[str, ...] = ()
    #: lbfgs finds the best weights; perceptron (averaged) is several times quicker where there
    #: are very many types. Empty: lbfgs up to 150 tags, perceptron beyond.
    algorithm: Literal["", "lbfgs", "perceptron"] = ""
    #: Strength of the two regularisers (L1, L2) of lbfgs, and its most rounds.
    c1: Positive = 0.05
    c2: Positive = 0.5
    iterations: Annotated[int, msgspec.Meta(ge=1)] = 150
    #: Overlapping mentions go to a second and third layer when it has this many of them.
    layer_size: int = 40
    layers: Annotated[int, msgspec.Meta(ge=1)] = 3
    #: B, I and O only, for comparison: discontiguous mentions are taken whole.
    plain: bool = False
    #: Abbreviations follow the long form that the text explains them with.
    long_forms: bool = True
    #: A string that is mostly a mention in a document is one at its other places too.
    repetition: bool = True
    features: Seen = Seen()


class Entities:
    """Finds mentions with conditional random fields."""

    requires: ClassVar[frozenset[str]] = frozenset()
    adds: ClassVar[frozenset[str]] = frozenset({"mentions"})
    learns: ClassVar[bool] = True
    settings: ClassVar[type[msgspec.Struct]] = Options

    def __init__(self, options: Options, resources: Resources) -> None:
        self.options, self.resources = options, resources
        self._features = Features(options.features, resources.clusters)
        self._used = self._features
        self._dictionary = Dictionary(dict(resources.terms))
        self._lexicon = Lexicon()
        self._models: list[bytes] = []
        self._taggers: list[pycrfsuite.Tagger] = []

    def __call__(self, work: Analysis) -> None:
        if not self._taggers:
            raise InputError("the component entities was not trained", remedy="Train it first")
        # Made once for all layers: handing over the features is a good part of the tagging.
        seen = [pycrfsuite.ItemSequence(rows) for rows in self._seen(work, self._used)]
        found: set[tuple[str, tuple[Span, ...]]] = set()
        for tagger in self._taggers:
            for (first, end), items in zip(work.sentences, seen, strict=True):
                for mention in decode(tagger.tag(items)) if first < end else ():
                    found.add((mention.type, _spans(work, mention, first)))
        if self.options.long_forms:
            found = follow(work, found)
        if self.options.repetition:
            found = repeat(work, found)
        for type_, spans in sorted(found, key=lambda one: (one[1], one[0])):
            work.add(type_, spans)

    def doubt(self, work: Analysis) -> float:
        """How many tags of a document are probably wrong: what its annotation would teach.

        Summed over tokens and layers: one less the probability of the tag that was chosen.
        """
        if not self._taggers:
            raise InputError("the component entities was not trained", remedy="Train it first")
        seen = [rows for rows in self._seen(work, self._used) if rows]
        return sum(_unsure(tagger, rows) for tagger in self._taggers for rows in seen)

    def _seen(self, work: Analysis, features: Features) -> list[list[list[str]]]:
        laid = []
        if self.options.features.dictionary and self.resources.terms:
            laid += self._dictionary(work)
        if self.options.features.lexicon:
            laid += self._lexicon(work)
        return features(work, laid)

    def train(self, examples: Sequence[Example]) -> None:
        wanted = [self._wanted(one.gold) for one in examples]
        self._lexicon = Lexicon.learned([one.work for one in examples], wanted)
        rows = [self._seen(one.work, self._features) for one in examples]
        self._lexicon.forget()
        placed = [by_sentence(one.work, mine) for one, mine in zip(examples, wanted, strict=True)]
        outer = outer_types(mentions for one in placed for mentions in one.values())
        tags = [
            self._tags(one.work, mine, outer) for one, mine in zip(examples, placed, strict=True)
        ]
        depth = self._depth(tags)
        self._models = []
        for layer in range(depth):
            self.resources.progress(f"training entities, layer {layer + 1} of {depth}")
            self._models.append(self._fit(rows, [tag[layer] for tag in tags]))
        self._open()

    def _tags(
        self, work: Analysis, placed: Mapping[int, list[Tagged]], outer: frozenset[str]
    ) -> list[list[list[str]]]:
        """For each layer, for each sentence, the tags of its tokens."""
        spread = [layers(placed.get(at, ()), outer) for at in range(len(work.sentences))]
        return [
            [
                encode(
                    several[number] if number < len(several) else (),
                    end - first,
                    plain=self.options.plain,
                )
                for several, (first, end) in zip(spread, work.sentences, strict=True)
            ]
            for number in range(self.options.layers)
        ]

    def _wanted(self, gold: AnnotationSet) -> list[Mention]:
        wanted = self.options.types
        return [m for m in gold.mentions if m.spans and (not wanted or m.type in wanted)]

    def _depth(self, tags: Sequence[Sequence[Sequence[Sequence[str]]]]) -> int:
        """How many layers have enough mentions to learn from."""
        counts: Counter[int] = Counter()
        for document in tags:
            for number, layer in enumerate(document):
                counts[number] += sum(
                    tag.split("-")[0].endswith("B") for row in layer for tag in row
                )
        if not counts[0]:
            raise InputError(
                "the training data has no mentions" + self._of_types(),
                expected="annotated documents",
                remedy="Is it the right annotation set (--set), and are the types spelt right?",
            )
        deep = [
            n for n in range(self.options.layers) if n == 0 or counts[n] >= self.options.layer_size
        ]
        return len(deep)

    def _of_types(self) -> str:
        return f" of the types {', '.join(self.options.types)}" if self.options.types else ""

    def _fit(
        self, rows: Sequence[Sequence[list[list[str]]]], tags: Sequence[Sequence[list[str]]]
    ) -> bytes:
        """A model as bytes, trained on sentences."""
        trainer = self._trainer(len({tag for labels in tags for row in labels for tag in row}))
        for sentences, labels in zip(rows, tags, strict=True):
            for sentence, names in zip(sentences, labels, strict=True):
                if sentence:
                    trainer.append(sentence, names)
        return trained_bytes(trainer)

    def _trainer(self, tags: int) -> pycrfsuite.Trainer:
        chosen = self.options.algorithm or ("lbfgs" if tags <= _MANY else "perceptron")
        rounds = self.options.iterations
        if chosen == "perceptron":
            trainer = pycrfsuite.Trainer(verbose=False, algorithm="ap")
            trainer.set_params({"max_iterations": min(rounds, _PERCEPTRON_ROUNDS)})
            return trainer
        trainer = pycrfsuite.Trainer(verbose=False, algorithm="lbfgs")
        trainer.set_params({"c1": self.options.c1, "c2": self.options.c2, "max_iterations": rounds})
        return trainer

    def _open(self) -> None:
        self._taggers = []
        for model in self._models:
            tagger = pycrfsuite.Tagger()
            tagger.open_inmemory(model)
            self._taggers.append(tagger)
        known = [attributes(model) for model in self._models]
        whole = None if None in known else frozenset(name for one in known for name in one or ())
        self._used = Features(self.options.features, self.resources.clusters, known=whole)

    def save(self, folder: Path) -> None:
        for number, model in enumerate(self._models):
            (folder / f"layer-{number}.crfsuite").write_bytes(model)
        (folder / _INFO).write_bytes(msgspec.json.encode({"layers": len(self._models)}))
        self._lexicon.save(folder)

    def load(self, folder: Path) -> None:
        count = msgspec.json.decode((folder / _INFO).read_bytes(), type=dict[str, int])["layers"]
        self._models = [(folder / f"layer-{n}.crfsuite").read_bytes() for n in range(count)]
        self._lexicon = Lexicon.loaded(folder)
        self._open()


def _unsure(tagger: pycrfsuite.Tagger, rows: list[list[str]]) -> float:
    chosen = enumerate(tagger.tag(rows))
    return sum((1.0 - tagger.marginal(tag, at) for at, tag in chosen), 0.0)


def trained_bytes(trainer: pycrfsuite.Trainer) -> bytes:
    """The model that a trainer makes; crfsuite can write it to a file only."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model"
        trainer.train(str(path))
        return path.read_bytes()


def by_sentence(work: Analysis, mentions: Iterable[Mention]) -> dict[int, list[Tagged]]:
    """Mentions as ranges of tokens within the sentence they begin in."""
    found: dict[int, list[Tagged]] = defaultdict(list)
    for mention in mentions:
        ranges = [work.range_of(span) for span in mention.spans]
        if not ranges or ranges[0][0] >= len(work.tokens.words):
            continue
        sentence = work.sentence_at(ranges[0][0])
        first, end = work.sentences[sentence]
        inside = [(max(a, first) - first, min(b, end) - first) for a, b in ranges]
        kept = tuple(one for one in inside if one[0] < one[1])
        if kept:
            found[sentence].append(Tagged(mention.type, kept))
    return found


def _spans(work: Analysis, mention: Tagged, first: int) -> tuple[Span, ...]:
    return tuple(work.span_of(first + a, first + b - 1) for a, b in mention.ranges)


provides = Entities
