"""Codes for mentions: candidate generation from terminologies, and re-ranking."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import ClassVar, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from goldsmith.components.normalise.coordination import split_coordination
from goldsmith.components.normalise.evidence import (
    SCORE,
    CandidateFeatures,
    add_document_features,
)
from goldsmith.components.normalise.knowledge import (
    COMPARED_NAMES,
    NO_CODE,
    Key,
    build_knowledge,
    split_code,
)
from goldsmith.components.normalise.options import Options
from goldsmith.components.normalise.query import Query, make_queries
from goldsmith.components.normalise.ranker import Ranker, RankingExample, train_ranker
from goldsmith.core import CUI_LESS, Code, Mention
from goldsmith.errors import InputError
from goldsmith.pipeline.analysis import Analysis
from goldsmith.pipeline.component import Example, Resources
from goldsmith.terminology.coding.candidates import CandidateGenerator
from goldsmith.terminology.index.bag_of_words import join_content_words
from goldsmith.terminology.store import Terminology
from goldsmith.terminology.subsets import Subset

__all__ = ["Answer", "Normalise", "Options", "provides"]

_FOLDS = 5
#: Minimum probability of each conjunct of a coordination.
_MIN_CONJUNCT_PROBABILITY = 0.75
#: Number of mentions whose scored candidates are cached, about a kilobyte each.
_CACHE_SIZE = 50_000
_MEMORY = "memory.json"


class Answer(NamedTuple):
    """A code and its probability."""

    key: Key
    probability: float


class _ScoredCandidates(NamedTuple):
    """The candidates of a mention with scores that do not depend on the document."""

    keys: tuple[Key, ...]
    #: Row and key of the candidates that are codes, not CUI-less.
    codes: tuple[tuple[int, Key], ...]
    scores: NDArray[np.float64]
    #: Weight of the feature "the document has the code elsewhere".
    document_weight: float


class _CodingFile(msgspec.Struct):
    """The content of memory.json: string, system, code and count of each coding."""

    strings: list[tuple[str, str, str, int]]


class Normalise:
    """Assigns codes of concepts to mentions.

    Candidates come from compiled terminologies and from strings that the corpus coded: exact names,
    variants, expanded abbreviations, similar names. A linear model re-ranks them by names, letters,
    the corpus and the rest of the document, and may answer CUI-less. Without training, the most
    similar name wins.

    Example:
        >>> component = Normalise(Options(), Resources(terms={"mondo": terminology}))
        >>> component(analysis)
        >>> [mention.codes for mention in analysis.mentions]

    Options: see `Options` and docs/reference/components/normalise.md.

    Measured on NCBI Disease, gold mentions (docs/reference/components/normalise.md):

        five folds of train         right 0.884  items F 0.880
        train -> devel              right 0.898  items F 0.890
        devel, without training     right 0.690
    """

    requires: ClassVar[frozenset[str]] = frozenset({"mentions"})
    adds: ClassVar[frozenset[str]] = frozenset({"codes"})
    learns: ClassVar[bool] = True
    settings: ClassVar[type[msgspec.Struct]] = Options

    def __init__(self, options: Options, resources: Resources) -> None:
        self.options, self.resources = options, resources
        terminologies = resources.get_terminologies(options.terms, "normalise")
        self._generators = [self._make_generator(terms) for terms in terminologies]
        self._ranker: Ranker | None = None
        self._codings: list[tuple[str, Key]] = []
        self._features = self._build_features([])
        # Cached, because notes repeat the same mentions.
        self._score_cached = lru_cache(maxsize=_CACHE_SIZE)(self._score_candidates)

    def _make_generator(self, terminology: Terminology) -> CandidateGenerator:
        subset, systems = self.options.subset, self.options.systems
        mask = Subset.load(subset).mask(terminology) if subset else None
        return CandidateGenerator(terminology, mask=mask, systems=systems, names=COMPARED_NAMES)

    def __call__(self, analysis: Analysis) -> None:
        places = [i for i, mention in enumerate(analysis.mentions) if self._is_codable(mention)]
        queries = make_queries(analysis, [analysis.mentions[index] for index in places])
        document = self.count_document_codes(queries)
        answers: dict[Query, tuple[Code, ...]] = {}
        for index, query in zip(places, queries, strict=True):
            if query not in answers:
                answers[query] = tuple(self._choose_codes(query, document))
            mention = analysis.mentions[index]
            analysis.mentions[index] = msgspec.structs.replace(mention, codes=answers[query])

    def _is_codable(self, mention: Mention) -> bool:
        types = self.options.types
        return bool(mention.spans) and (not types or mention.type in types)

    def count_document_codes(self, queries: Iterable[Query]) -> Mapping[Key, int]:
        """Count the codes that strings of a document certainly have."""
        recalled = (self._features.recall(query) for query in set(map(_simplify, queries)))
        return Counter(key for key in recalled if key)

    def _choose_codes(self, query: Query, document: Mapping[Key, int]) -> list[Code]:
        best = self.find_best(query, document)
        if self.options.coordination:
            conjuncts = [
                self.find_best(Query(text, text), document)
                for text in split_coordination(query.long)
            ]
            if _is_coordination(best, conjuncts):
                return [_make_code(key) for key in dict.fromkeys(key for key, _ in conjuncts)]
        return [_make_code(best.key)]

    def find_best(self, query: Query, document: Mapping[Key, int]) -> Answer:
        """Find the most probable code of a query.

        Args:
            query: The words of the mention.
            document: The codes of the document; see `count_document_codes`.
        """
        candidates = self._score_cached(_simplify(query))
        if not candidates.keys:
            return Answer(NO_CODE, 0.0)
        scores = candidates.scores
        elsewhere = [(row, document[key]) for row, key in candidates.codes if key in document]
        if elsewhere and candidates.document_weight:
            scores = scores.copy()
            for row, count in elsewhere:
                scores[row] += candidates.document_weight * math.log1p(count)
        best = int(scores.argmax())
        if self._ranker is None:
            probability, threshold = min(1.0, float(scores[best])), self.options.least
        else:
            probability = float(1 / np.exp(scores - scores[best]).sum())
            threshold = self.options.threshold
        return Answer(candidates.keys[best] if probability >= threshold else NO_CODE, probability)

    def _score_candidates(self, query: Query) -> _ScoredCandidates:
        """Score the candidates of a query without the document."""
        candidates = self._features(query)
        codes = tuple((row, key) for row, key in enumerate(candidates.keys) if key != NO_CODE)
        if self._ranker is None:
            return _ScoredCandidates(candidates.keys, codes, candidates.table[:, SCORE], 0.0)
        scores = self._ranker.score(candidates)
        weight = self._ranker.get_document_weight(candidates)
        return _ScoredCandidates(candidates.keys, codes, scores, weight)

    def train(self, examples: Sequence[Example]) -> None:
        codings = [self._list_codings(example) for example in examples]
        if not any(codings):
            raise InputError(
                "no mention of the training data has a code",
                remedy="Remove the component normalise, or choose another annotation set",
            )
        self._ranker = train_ranker(self._make_ranking_examples(examples, codings), self.options.c)
        self._codings = [coding for of_document in codings for coding in of_document]
        self._features = self._build_features(self._codings)
        self._score_cached.cache_clear()

    def _list_codings(self, example: Example) -> list[tuple[str, Key]]:
        """List the strings of a document's mentions with their gold codes."""
        codings = []
        mentions = self._select_coded(example)
        for mention, query in zip(mentions, make_queries(example.analysis, mentions), strict=True):
            texts = dict.fromkeys((query.text, query.long))
            codings += [(text, self._make_key(code)) for code in mention.codes for text in texts]
        return codings

    def _select_coded(self, example: Example) -> list[Mention]:
        return [m for m in example.gold.mentions if self._is_codable(m) and m.codes]

    def _make_key(self, code: Code) -> Key:
        """Return system and code; without a system, the first one of the options."""
        system, plain = split_code(code)
        if plain == CUI_LESS:
            return "", CUI_LESS
        return system or (self.options.systems[0] if self.options.systems else ""), plain

    def _make_ranking_examples(
        self, examples: Sequence[Example], codings: Sequence[list[tuple[str, Key]]]
    ) -> list[RankingExample]:
        """Make ranking examples with corpus knowledge from the other folds."""
        ranking: list[RankingExample] = []
        for fold in range(_FOLDS):
            training = [
                coding
                for number, of_document in enumerate(codings)
                if number % _FOLDS != fold
                for coding in of_document
            ]
            self._features = self._build_features(training)
            for number in range(fold, len(examples), _FOLDS):
                ranking += self._rank_document(number, examples[number])
        return ranking

    def _rank_document(self, number: int, example: Example) -> Iterator[RankingExample]:
        mentions = self._select_coded(example)
        queries = make_queries(example.analysis, mentions)
        document = self.count_document_codes(queries)
        by_query = {query: self._features(_simplify(query)) for query in set(queries)}
        for mention, query in zip(mentions, queries, strict=True):
            gold = self._list_gold_keys(mention)
            candidates = by_query[query]
            right = np.array([key in gold for key in candidates.keys], np.bool_)
            if right.any() and not right.all():
                table = add_document_features(candidates, document)
                yield RankingExample(number, table, candidates.words, right)

    def _list_gold_keys(self, mention: Mention) -> set[Key]:
        """List the codes of a mention; a code joined with + is listed whole and in parts."""
        gold = {self._make_key(code) for code in mention.codes}
        return gold | {(system, part) for system, code in gold for part in code.split("+")}

    def _build_features(self, codings: Sequence[tuple[str, Key]]) -> CandidateFeatures:
        return CandidateFeatures(
            self._generators,
            build_knowledge(codings),
            limit=self.options.candidates,
            systems=self.options.systems,
        )

    def save(self, folder: Path) -> None:
        counts = Counter((text, *key) for text, key in self._codings)
        strings = sorted((*coding, count) for coding, count in counts.items())
        (folder / _MEMORY).write_bytes(msgspec.json.encode(_CodingFile(strings)))
        if self._ranker is not None:
            self._ranker.save(folder)

    def load(self, folder: Path) -> None:
        content = msgspec.json.decode((folder / _MEMORY).read_bytes(), type=_CodingFile)
        self._codings = [
            (text, (system, code))
            for text, system, code, count in content.strings
            for _ in range(count)
        ]
        self._features = self._build_features(self._codings)
        self._ranker = Ranker.load(folder)
        self._score_cached.cache_clear()


def _make_code(key: Key) -> Code:
    return Code(key[1], key[0])


def _simplify(query: Query) -> Query:
    """Drop capitals, punctuation and function words, which do not distinguish codes."""
    text, long = join_content_words(query.text), join_content_words(query.long)
    return Query(text, long, query.is_mention)


def _is_coordination(mention: Answer, conjuncts: Sequence[Answer]) -> bool:
    """Return whether the conjuncts are coded rather than the mention as one concept."""
    if not conjuncts or any(p <= _MIN_CONJUNCT_PROBABILITY for _, p in conjuncts):
        return False
    if mention.probability < _MIN_CONJUNCT_PROBABILITY:
        return all(probability > mention.probability for _, probability in conjuncts)
    return mention.key in [key for key, _ in conjuncts]


provides = Normalise
