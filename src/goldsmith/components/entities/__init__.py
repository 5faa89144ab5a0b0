"""Mentions of entities: a linear-chain CRF over tags that hold discontiguous mentions too.

What overlaps is spread over layers, one model each. At work, a model says how probable each stretch
of tokens is as a mention, and what is probable enough is kept.
Abbreviations that the text explains follow their long form, and the other way round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, ClassVar, Literal

import msgspec
import pycrfsuite

from goldsmith.components.entities.decoding import Chained, Scored
from goldsmith.components.entities.ellipsis import Ellipsis
from goldsmith.components.entities.gazetteer import Dictionary
from goldsmith.components.entities.layers import Tags, layered, wanted
from goldsmith.components.entities.lexicon import Lexicon
from goldsmith.components.entities.long_forms import Found
from goldsmith.errors import InputError
from goldsmith.learning.crf.chain import Chain
from goldsmith.learning.crf.descent import Settings, corpus, fit
from goldsmith.learning.crf.emissions import Emissions
from goldsmith.learning.crf.features import Features, Seen
from goldsmith.learning.crf.tag_ends import kinds_of
from goldsmith.learning.crf.weights import Learned
from goldsmith.pipeline.analysis import Analysis
from goldsmith.pipeline.component import Example, Resources

_PERCEPTRON_ROUNDS = 15
Positive = Annotated[float, msgspec.Meta(ge=0)]
Count = Annotated[int, msgspec.Meta(ge=1)]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the model is made."""

    #: Types of mentions to find; empty: all that the training data has.
    types: tuple[str, ...] = ()
    #: descent: our own, quickest, with hidden units. lbfgs and perceptron: crfsuite, linear.
    algorithm: Literal["descent", "lbfgs", "perceptron"] = "descent"
    #: descent: how often all is gone through (0: as the size of the corpus asks), hidden units,
    #: models that are averaged, the share of features left out by chance at each step, the seed.
    epochs: Annotated[int, msgspec.Meta(ge=0)] = 0
    hidden: Annotated[int, msgspec.Meta(ge=0)] = 64
    members: Count = 2
    dropout: Annotated[float, msgspec.Meta(ge=0, lt=1)] = 0.3
    seed: int = 0
    #: descent: features that fewer tokens have are left out; 0: those that one token has, where
    #: there are many tokens.
    least: Annotated[int, msgspec.Meta(ge=0)] = 0
    #: lbfgs: strength of its two regularisers (L1, L2); and the most rounds, perceptron's too.
    c1: Positive = 0.05
    c2: Positive = 0.5
    iterations: Count = 150
    #: Overlapping mentions go to a second and third layer when it has this many of them.
    layer_size: int = 40
    layers: Count = 3
    #: Mentions as probable as this are kept. For the best F, half of the F that is to be expected:
    #: lower finds more, higher errs less.
    threshold: Annotated[float, msgspec.Meta(gt=0, le=1)] = 0.3
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
        self._lexicon, self._ellipsis = Lexicon(), Ellipsis()
        self._learned: Learned | None = None
        self._emissions: Emissions | None = None

    @property
    def deciding(self) -> Options:
        return self.options

    @property
    def chains(self) -> tuple[Chain, ...]:
        """The layers of tags."""
        return tuple(layer.chain for layer in self._learned.layers) if self._learned else ()

    def scores(self, work: Analysis) -> Iterator[Scored]:
        if self._learned is None or self._emissions is None:
            raise InputError("the component entities was not trained", remedy="Train it first")
        for some, sums in self._emissions(work, self._laid(work)):
            lengths = [end - first for first, end in some]
            scores = self._learned.scores(sums)
            yield Scored(some[0][0], lengths, list(zip(self.chains, scores, strict=True)))

    def completed(self, work: Analysis, found: set[Found]) -> set[Found]:
        return self._ellipsis(work, found)

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
        self._ellipsis = Ellipsis() if self.options.plain else Ellipsis.learned(works, mentions)
        self._lexicon = Lexicon.learned(works, mentions)
        rows = [self._features(work, self._laid(work)) for work in works]
        self._lexicon.forget()
        kinds = [kinds_of(of_layer) for of_layer in tags]
        if self.options.algorithm == "descent":
            self._take(self._descended(rows, tags, kinds))
        else:
            models = [self._crfsuite(rows, of_layer) for of_layer in self._each(tags)]
            self._take(Learned.of_crfsuite(kinds, models))

    def _each(self, tags: Sequence[list[Tags]]) -> Iterator[list[Tags]]:
        for layer, of_layer in enumerate(tags, 1):
            self.resources.progress(f"training entities, layer {layer} of {len(tags)}")
            yield of_layer

    def _descended(
        self,
        rows: Sequence[Sequence[list[list[str]]]],
        tags: Sequence[list[Tags]],
        kinds: Sequence[Sequence[str]],
    ) -> Learned:
        use = self.options
        settings = Settings(use.epochs, use.hidden, use.members, use.dropout, use.seed)
        given = corpus(rows, least=use.least)
        nets = []
        for layer, (of_layer, mine) in enumerate(zip(tags, kinds, strict=True), 1):
            said = f"training entities, layer {layer} of {len(tags)}, "
            sentences = [row for document in of_layer for row in document]
            nets.append(fit(given, sentences, mine, settings, self._saying(said)))
        return Learned.of_nets(given.names, kinds, nets)

    def _saying(self, before: str) -> Callable[[str], None]:
        return lambda message: self.resources.progress(before + message)

    def _crfsuite(self, rows: Sequence[Sequence[list[list[str]]]], tags: Sequence[Tags]) -> bytes:
        """A model as bytes, trained on sentences."""
        trainer = self._trainer()
        for sentences, labels in zip(rows, tags, strict=True):
            for sentence, names in zip(sentences, labels, strict=True):
                if sentence:
                    trainer.append(sentence, names)
        return trained_bytes(trainer)

    def _trainer(self) -> pycrfsuite.Trainer:
        rounds = self.options.iterations
        if self.options.algorithm == "perceptron":
            trainer = pycrfsuite.Trainer(verbose=False, algorithm="ap")
            trainer.set_params({"max_iterations": min(rounds, _PERCEPTRON_ROUNDS)})
            return trainer
        trainer = pycrfsuite.Trainer(verbose=False, algorithm="lbfgs")
        trainer.set_params({"c1": self.options.c1, "c2": self.options.c2, "max_iterations": rounds})
        return trainer

    def _take(self, learned: Learned) -> None:
        self._learned = learned
        self._emissions = Emissions(self._features, learned.features, learned.table)

    def save(self, folder: Path) -> None:
        if self._learned is None:
            raise InputError("the component entities was not trained", remedy="Train it first")
        self._learned.save(folder)
        self._lexicon.save(folder)
        self._ellipsis.save(folder)

    def load(self, folder: Path) -> None:
        self._lexicon, self._ellipsis = Lexicon.loaded(folder), Ellipsis.loaded(folder)
        self._take(Learned.load(folder))


def trained_bytes(trainer: pycrfsuite.Trainer) -> bytes:
    """The model that a trainer makes; crfsuite can write it to a file only."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model"
        trainer.train(str(path))
        return path.read_bytes()


provides = Entities
