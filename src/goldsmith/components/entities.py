"""Mentions of entities: a linear-chain CRF over tags that hold discontiguous mentions too.

What overlaps is spread over layers, one model each. crfsuite learns the weights; at work, the model
says how probable each stretch of tokens is as a mention, and what is probable enough is kept.
Abbreviations that the text explains follow their long form, and the other way round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, ClassVar, Literal

import msgspec
import pycrfsuite

from goldsmith.components._chain import Chain
from goldsmith.components._chained import Chained, Scored
from goldsmith.components._dictionary import Dictionary
from goldsmith.components._emissions import Emissions
from goldsmith.components._features import Features, Seen
from goldsmith.components._layers import Tags, layered, wanted
from goldsmith.components._lexicon import Lexicon
from goldsmith.components._weights import Learned
from goldsmith.errors import InputError
from goldsmith.pipeline.analysis import Analysis
from goldsmith.pipeline.component import Example, Resources

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
    #: Mentions as probable as this are kept. For the best F, half of the F that is to be expected:
    #: lower finds more, higher errs less.
    threshold: Annotated[float, msgspec.Meta(gt=0, le=1)] = 0.4
    #: B, I and O only, for comparison: discontiguous mentions are taken whole.
    plain: bool = False
    #: Abbreviations follow the long form that the text explains them with.
    long_forms: bool = True
    #: A string that is mostly a mention in a document is one at its other places too.
    repetition: bool = True
    features: Seen = Seen()


class Entities(Chained):
    """Finds mentions with conditional random fields."""

    requires: ClassVar[frozenset[str]] = frozenset()
    adds: ClassVar[frozenset[str]] = frozenset({"mentions"})
    learns: ClassVar[bool] = True
    settings: ClassVar[type[msgspec.Struct]] = Options

    def __init__(self, options: Options, resources: Resources) -> None:
        self.options, self.resources = options, resources
        self._features = Features(options.features, resources.clusters)
        self._dictionary = Dictionary(dict(resources.terms))
        self._lexicon = Lexicon()
        self._learned: Learned | None = None
        self._emissions: Emissions | None = None

    @property
    def deciding(self) -> Options:
        return self.options

    @property
    def chains(self) -> tuple[Chain, ...]:
        """The layers of tags."""
        return self._learned.chains if self._learned else ()

    def scores(self, work: Analysis) -> Iterator[Scored]:
        if self._learned is None or self._emissions is None:
            raise InputError("the component entities was not trained", remedy="Train it first")
        for some, scores in self._emissions(work, self._laid(work)):
            lengths = [end - first for first, end in some]
            parts = self._learned.split(scores)
            yield Scored(some[0][0], lengths, list(zip(self._learned.chains, parts, strict=True)))

    def _laid(self, work: Analysis) -> list[tuple[int, int, str]]:
        laid = []
        if self.options.features.dictionary and self.resources.terms:
            laid += self._dictionary(work)
        if self.options.features.lexicon:
            laid += self._lexicon(work)
        return laid

    def train(self, examples: Sequence[Example]) -> None:
        works = [one.work for one in examples]
        mentions = [wanted(one.gold, self.options.types) for one in examples]
        tags = layered(works, mentions, self.options)
        self._lexicon = Lexicon.learned(works, mentions)
        rows = [self._features(work, self._laid(work)) for work in works]
        self._lexicon.forget()
        models = []
        for layer, of_layer in enumerate(tags, 1):
            self.resources.progress(f"training entities, layer {layer} of {len(tags)}")
            models.append(self._fit(rows, of_layer))
        self._take(Learned.of(models))

    def _fit(self, rows: Sequence[Sequence[list[list[str]]]], tags: Sequence[Tags]) -> bytes:
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

    def _take(self, learned: Learned) -> None:
        self._learned = learned
        self._emissions = Emissions(self._features, learned.features, learned.states)

    def save(self, folder: Path) -> None:
        if self._learned is None:
            raise InputError("the component entities was not trained", remedy="Train it first")
        self._learned.save(folder)
        self._lexicon.save(folder)

    def load(self, folder: Path) -> None:
        self._lexicon = Lexicon.loaded(folder)
        self._take(Learned.load(folder))


def trained_bytes(trainer: pycrfsuite.Trainer) -> bytes:
    """The model that a trainer makes; crfsuite can write it to a file only."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model"
        trainer.train(str(path))
        return path.read_bytes()


provides = Entities
