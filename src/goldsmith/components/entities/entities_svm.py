"""Mentions of entities: two support vector machines for each type, one for begins, one for ends.

The design of the CLEF system (Roberts et al. 2009). Every classifier looks at each token by itself;
begins and ends are put together afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Annotated, ClassVar, Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from goldsmith.components.entities.boundary_pairs import Learned, Terms, candidates, learn, settled
from goldsmith.components.entities.gazetteer import Dictionary
from goldsmith.components.entities.layers import by_sentence
from goldsmith.components.entities.lexicon import Lexicon
from goldsmith.components.entities.long_forms import follow
from goldsmith.core import AnnotationSet, Mention, Span
from goldsmith.errors import InputError
from goldsmith.learning.crf.features import Features, Laid, Seen
from goldsmith.learning.crf.tags import Tagged
from goldsmith.learning.svm import Boundaries, unreadable
from goldsmith.pipeline.analysis import Analysis
from goldsmith.pipeline.component import Example, Resources

_INFO = "pairs.json"
Positive = Annotated[float, msgspec.Meta(gt=0)]
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
Rows = list[list[list[str]]]


class SvmOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How boundaries are learned and put together."""

    #: Types of mentions to find; empty: all that the training data has.
    types: tuple[str, ...] = ()
    #: What errors cost in training: higher fits the training data more closely.
    c: Positive = 0.1
    #: The margin of tokens that are no boundary, where that of boundaries is 1.
    tau: Share = 0.7
    #: Features that fewer tokens have are left out.
    least: Annotated[int, msgspec.Meta(ge=1)] = 1
    #: How steeply a score becomes a probability.
    steepness: Positive = 2.0
    #: The least probability of a boundary, and of a mention.
    boundary: Share = 0.1
    mention: Share = 0.25
    #: How much other probable boundaries inside a mention speak against it; 0: not at all.
    inside: Annotated[float, msgspec.Meta(ge=0)] = 0.3
    #: Which types may overlap: those that do so in training, none, or all. One type never does.
    overlaps: Literal["learned", "never", "types"] = "learned"
    #: Types may overlap when they do so this often in training.
    overlap_least: Annotated[int, msgspec.Meta(ge=1)] = 5
    #: How many tokens to either side have their look-ups seen.
    look_ups: Annotated[int, msgspec.Meta(ge=0)] = 2
    #: Abbreviations follow the long form that the text explains them with.
    long_forms: bool = True
    features: Seen = Seen(window=3, parts_of_speech=True)


class EntitiesSvm:
    """Finds mentions by their boundaries."""

    requires: ClassVar[frozenset[str]] = frozenset()
    adds: ClassVar[frozenset[str]] = frozenset({"mentions"})
    learns: ClassVar[bool] = True
    settings: ClassVar[type[msgspec.Struct]] = SvmOptions

    def __init__(self, options: SvmOptions, resources: Resources) -> None:
        self.options, self.resources = options, resources
        self._features = Features(options.features, resources.clusters)
        self._dictionary = Dictionary(dict(resources.terms))
        self._lexicon = Lexicon()
        self._model = Boundaries()
        self._learned = Learned()

    def __call__(self, work: Analysis) -> None:
        if not self._model.types:
            raise InputError("the component entities-svm was not trained", remedy="Train it first")
        rows = list(chain.from_iterable(self._seen(work)))
        begins, ends = (self._probable(scores) for scores in self._model.scores(rows))
        found: set[tuple[str, tuple[Span, ...]]] = set()
        for first, end in work.sentences:
            for mention in self._settled(begins[first:end], ends[first:end]):
                start, stop = mention.ranges[0]
                found.add((mention.type, (work.span_of(first + start, first + stop - 1),)))
        if self.options.long_forms:
            found = follow(work, found)
        for type_, spans in sorted(found, key=lambda one: (one[1], one[0])):
            work.add(type_, spans)

    def _probable(self, scores: NDArray[np.float32]) -> NDArray[np.float32]:
        found: NDArray[np.float32] = 1 / (1 + np.exp(-self.options.steepness * scores))
        return found

    def _settled(self, begins: NDArray[np.float32], ends: NDArray[np.float32]) -> list[Tagged]:
        use = self.options
        terms = Terms(use.boundary, use.mention, use.inside)
        found = candidates(begins, ends, self._model.types, self._learned, terms)
        return settled(list(found), self._learned.overlaps)

    def _seen(self, work: Analysis) -> Rows:
        laid = []
        if self.options.features.dictionary and self.resources.terms:
            laid += self._dictionary(work)
        if self.options.features.lexicon:
            laid += self._lexicon(work)
        rows = self._features(work, laid)
        _look_ups(work, rows, laid, self.options.look_ups)
        return rows

    def train(self, examples: Sequence[Example]) -> None:
        wanted = [self._wanted(one.gold) for one in examples]
        sentences = list(chain.from_iterable(map(_by_sentence, examples, wanted)))
        types = sorted({mention.type for some in sentences for mention in some})
        if not types:
            raise InputError(
                "the training data has no mentions of the types asked for",
                expected="annotated documents",
                remedy="Is it the right annotation set (--set), and are the types spelt right?",
            )
        self._lexicon = Lexicon.learned([one.work for one in examples], wanted)
        rows = [sentence for one in examples for sentence in self._seen(one.work)]
        self._lexicon.forget()
        self.resources.progress(f"training entities-svm, {2 * len(types)} classifiers")
        marks = _marks(sentences, [len(row) for row in rows], types)
        use = self.options
        words = list(chain.from_iterable(rows))
        self._model.fit(words, marks, types, c=use.c, tau=use.tau, least=use.least)
        self._learned = self._allowed(learn(sentences, least=use.overlap_least), types)

    def _wanted(self, gold: AnnotationSet) -> list[Mention]:
        wanted = self.options.types
        return [m for m in gold.mentions if m.spans and (not wanted or m.type in wanted)]

    def _allowed(self, learned: Learned, types: Sequence[str]) -> Learned:
        """What was learned, with the overlaps that the options ask for."""
        if self.options.overlaps == "learned":
            return learned
        pairs = [(a, b) for a in types for b in types if a < b]
        return Learned(learned.lengths, tuple(pairs if self.options.overlaps == "types" else ()))

    def save(self, folder: Path) -> None:
        self._model.save(folder)
        self._lexicon.save(folder)
        (folder / _INFO).write_bytes(msgspec.json.encode(self._learned))

    def load(self, folder: Path) -> None:
        self._model.load(folder)
        self._lexicon = Lexicon.loaded(folder)
        try:
            self._learned = msgspec.json.decode((folder / _INFO).read_bytes(), type=Learned)
        except (OSError, msgspec.MsgspecError):
            raise unreadable(folder) from None


def _by_sentence(example: Example, mentions: Sequence[Mention]) -> list[list[Tagged]]:
    """For each sentence of a document, its mentions."""
    placed = by_sentence(example.work, mentions)
    return [placed.get(at, []) for at in range(len(example.work.sentences))]


def _look_ups(work: Analysis, rows: Rows, laid: Laid, reach: int) -> None:
    """Let each token see what the dictionary says about those beside it."""
    tokens = list(chain.from_iterable(rows))
    for first, end, label in laid:
        sentence, stop = work.sentences[work.sentence_at(first)]
        for at in range(max(sentence, first - reach), first):
            tokens[at].append(f"{first - at}d={label}")
        for at in range(end, min(stop, end + reach)):
            tokens[at].append(f"{end - 1 - at}d={label}")


def _marks(
    sentences: Sequence[Sequence[Tagged]], sizes: Sequence[int], types: Sequence[str]
) -> NDArray[np.bool_]:
    """For each token whether it begins, and whether it ends, a mention of each type."""
    found = np.zeros((sum(sizes), 2 * len(types)), np.bool_)
    column = {type_: at for at, type_ in enumerate(types)}
    first = 0
    for mentions, size in zip(sentences, sizes, strict=True):
        for mention in mentions:
            found[first + mention.ranges[0][0], column[mention.type]] = True
            found[first + mention.ranges[-1][1] - 1, len(types) + column[mention.type]] = True
        first += size
    return found


provides = EntitiesSvm
