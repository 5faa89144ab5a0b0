"""Mentions of entities by linear-chain CRFs, discontiguous mentions included."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import ClassVar, Literal

import msgspec

from goldsmith.components.entities.decoding import ScoredSentences, SequenceTagger
from goldsmith.components.entities.ellipsis import Ellipsis
from goldsmith.components.entities.gazetteer import Gazetteer
from goldsmith.components.entities.layers import Tags, encode_layers, select_mentions
from goldsmith.components.entities.lexicon import Lexicon
from goldsmith.components.entities.long_forms import TypedSpans
from goldsmith.components.entities.options import Options
from goldsmith.errors import InputError
from goldsmith.learning.crf.chain import LinearChain
from goldsmith.learning.crf.crfsuite_trainer import make_trainer, run_trainer
from goldsmith.learning.crf.descent import TrainingSettings, train_ensemble
from goldsmith.learning.crf.emissions import EmissionScorer
from goldsmith.learning.crf.encoded_corpus import encode_corpus
from goldsmith.learning.crf.features import FeatureExtractor
from goldsmith.learning.crf.tag_ends import collect_kinds
from goldsmith.learning.crf.tag_sets import DEFAULT, TAG_SETS, TagSet
from goldsmith.learning.crf.weights import CrfModel
from goldsmith.pipeline.analysis import Analysis
from goldsmith.pipeline.component import Example, Resources

__all__ = ["Entities", "Options", "provides"]

#: For each document, the features of each token of each sentence; recomputed on each pass.
Rows = Iterable[list[list[list[str]]]]


class Entities(SequenceTagger):
    """Finds mentions with linear-chain CRFs over BIO tags.

    Tags with D and H represent discontiguous mentions. Overlapping mentions are distributed over
    layers, one CRF each. The CRF computes how probable each segment of tokens is as a mention;
    segments above `threshold` are selected. For abbreviations that the text defines, the evidence
    of all occurrences is pooled.

    Example:
        >>> component = Entities(Options(types=("Condition",)), Resources())
        >>> component.train(examples)
        >>> component(analysis)
        >>> analysis.mentions

    Options: see `Options` and docs/reference/components/entities.md.

    Measured (exact spans and types; docs/reference/components/entities.md):

        NCBI Disease, train -> devel          P 0.859  R 0.862  F 0.860
        BC5CDR, train -> devel                P 0.897  R 0.869  F 0.883
        MACCROBAT, 41 types, five folds       P 0.668  R 0.582  F 0.622
    """

    requires: ClassVar[frozenset[str]] = frozenset()
    adds: ClassVar[frozenset[str]] = frozenset({"mentions"})
    learns: ClassVar[bool] = True
    settings: ClassVar[type[msgspec.Struct]] = Options

    def __init__(self, options: Options, resources: Resources) -> None:
        self._tag_set = _choose_tag_set(options)
        if not self._tag_set.discontiguous:
            options = msgspec.structs.replace(options, plain=True)
        self.options, self.resources = options, resources
        self._features = FeatureExtractor(options.features, resources.clusters)
        self._gazetteer = Gazetteer(dict(resources.terms))
        self._lexicon, self._ellipsis = Lexicon(), Ellipsis()
        self._model: CrfModel | None = None
        self._emissions: EmissionScorer | None = None

    @property
    def decision(self) -> Options:
        """Options of the decision; see `SequenceTagger`."""
        return self.options

    @property
    def chains(self) -> tuple[LinearChain, ...]:
        """CRFs of the tag layers."""
        return tuple(layer.chain for layer in self._model.layers) if self._model else ()

    def score_sentences(self, analysis: Analysis) -> Iterator[ScoredSentences]:
        if self._model is None or self._emissions is None:
            raise _make_untrained_error()
        for group, sums in self._emissions(analysis, self.label_tokens(analysis)):
            lengths = [end - first for first, end in group]
            layers = zip(self.chains, self._model.score(sums), strict=True)
            yield ScoredSentences(group[0][0], lengths, list(layers))

    def complete(self, analysis: Analysis, mentions: set[TypedSpans]) -> set[TypedSpans]:
        return self._ellipsis(analysis, mentions)

    def label_tokens(self, analysis: Analysis) -> list[tuple[int, int, str]]:
        """Label token ranges by gazetteer and lexicon."""
        labels = []
        if self.options.features.dictionary and self.resources.terms:
            labels += self._gazetteer(analysis)
        if self.options.features.lexicon:
            labels += self._lexicon(analysis)
        return labels

    def train(self, examples: Sequence[Example]) -> None:
        analyses = [example.analysis for example in examples]
        mentions = [select_mentions(example.gold, self.options.types) for example in examples]
        layers = encode_layers(analyses, mentions, self.options, heads=self._tag_set.heads)
        self._ellipsis = Ellipsis() if self.options.plain else Ellipsis.train(analyses, mentions)
        self._lexicon = Lexicon.train(analyses, mentions)
        rows = _Rows(self._extract_features, analyses)
        kinds = [collect_kinds(tags) for tags in layers]
        if self.options.algorithm == "descent":
            self._set_model(self._train_by_descent(rows, layers, kinds))
        else:
            self._set_model(self._train_by_crfsuite(rows, layers, kinds, self.options.algorithm))
        self._lexicon.forget_documents()

    def _extract_features(self, analysis: Analysis) -> list[list[list[str]]]:
        return self._features(analysis, self.label_tokens(analysis))

    def _train_by_descent(
        self, rows: Rows, layers: Sequence[list[Tags]], kinds: Sequence[Sequence[str]]
    ) -> CrfModel:
        use = self.options
        settings = TrainingSettings(use.epochs, use.hidden, use.members, use.dropout, use.seed)
        corpus = encode_corpus(rows, least=use.least)
        parameters = []
        for number, (tags, of_layer) in enumerate(zip(layers, kinds, strict=True), 1):
            report = self._make_reporter(f"training entities, layer {number} of {len(layers)}, ")
            sentences = [row for document in tags for row in document]
            parameters.append(train_ensemble(corpus, sentences, of_layer, settings, report))
        return CrfModel.from_parameters(corpus.names, kinds, parameters)

    def _make_reporter(self, prefix: str) -> Callable[[str], None]:
        return lambda message: self.resources.progress(prefix + message)

    def _train_by_crfsuite(
        self,
        rows: Rows,
        layers: Sequence[list[Tags]],
        kinds: Sequence[Sequence[str]],
        algorithm: Literal["lbfgs", "perceptron"],
    ) -> CrfModel:
        use = self.options
        models = []
        for number, tags in enumerate(layers, 1):
            self.resources.progress(f"training entities, layer {number} of {len(layers)}")
            trainer = make_trainer(algorithm, c1=use.c1, c2=use.c2, iterations=use.iterations)
            for sentences, labels in zip(rows, tags, strict=True):
                for sentence, names in zip(sentences, labels, strict=True):
                    if sentence:
                        trainer.append(sentence, self._tag_set.rename(names))
            models.append(run_trainer(trainer))
        return CrfModel.from_crfsuite(kinds, models, self._tag_set)

    def _set_model(self, model: CrfModel) -> None:
        self._model = model
        self._emissions = EmissionScorer(self._features, model.features, model.table)

    def save(self, folder: Path) -> None:
        if self._model is None:
            raise _make_untrained_error()
        self._model.save(folder)
        self._lexicon.save(folder)
        self._ellipsis.save(folder)

    def load(self, folder: Path) -> None:
        self._lexicon, self._ellipsis = Lexicon.load(folder), Ellipsis.load(folder)
        self._set_model(CrfModel.load(folder))


class _Rows:
    """The features of documents, recomputed on each pass: they take more memory than texts."""

    def __init__(
        self, extract: Callable[[Analysis], list[list[list[str]]]], analyses: Sequence[Analysis]
    ) -> None:
        self._extract, self._analyses = extract, analyses

    def __iter__(self) -> Iterator[list[list[list[str]]]]:
        return map(self._extract, self._analyses)


def _choose_tag_set(options: Options) -> TagSet:
    """Return the tag set of the options.

    Raises:
        InputError: The options contradict each other.
    """
    if options.tags is None:
        return DEFAULT
    if options.algorithm == "descent":
        raise InputError(
            f"the tags {options.tags} cannot be learned by descent, which has its own tags",
            expected='algorithm = "lbfgs" or "perceptron"',
        )
    if options.plain:
        raise InputError("both plain and tags are set", expected='tags = "bio" alone')
    return TAG_SETS[options.tags]


def _make_untrained_error() -> InputError:
    return InputError("the component entities was not trained", remedy="Train it first")


provides = Entities
