"""Features of candidate codes for a mention: numeric ones, and words."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goldsmith.components.normalise.knowledge import (
    NO_CODE,
    CorpusKnowledge,
    Key,
    get_code_shape,
)
from goldsmith.components.normalise.query import Query
from goldsmith.core import CUI_LESS
from goldsmith.terminology.coding.candidates import (
    CandidateGenerator,
    NameWords,
    RankedCode,
    analyse_name,
)

Table = NDArray[np.float64]

FEATURES = (
    "bias", "score", "exact", "variant", "name_score", "name_exact", "remembered",
    "remembered_share", "remembered_once", "long_form", "preferred",
    "prior", "in_training", "first", "family", "shape",
    "extra_words", "missing_words", "last_word", "name_last_word", "numbers_differ",
    "several_names", "long_score", "exact_first",
    "cui_less", "cui_less_best", "cui_less_share",
    # Comparison with the other candidates
    "gap", "name_gap", "total", "total_gap", "only_exact",
    # The same for strings that the corpus never coded
    "new_prior", "new_in_training", "new_score", "new_name_score", "new_exact",
    # The rest of the document
    "in_document", "new_in_document",
)  # fmt: skip
_AT = {name: column for column, name in enumerate(FEATURES)}
_OWN_FEATURES = _AT["gap"]
_CODE_FEATURES = slice(_AT["prior"], _AT["shape"] + 1)
SCORE = _AT["score"]
IN_DOCUMENT, NEW_IN_DOCUMENT = _AT["in_document"], _AT["new_in_document"]
#: Names with a higher score count as further matches of the code.
_GOOD_SCORE = 0.9
#: Number of mentions whose candidates are cached, a few kilobytes each.
_CACHE_SIZE = 5_000


class CandidateTable(NamedTuple):
    """The candidate codes of a mention with their features."""

    keys: tuple[Key, ...]
    table: Table
    #: For each code, word features such as ("missing", "familial").
    words: tuple[tuple[tuple[str, str], ...], ...]
    #: Whether the corpus never coded the string.
    is_new: bool


#: Word features: missing and extra words of names in terminologies, and of corpus strings.
_WORD_FEATURES = (("missing", "extra"), ("corpus missing", "corpus extra"))


class _CodeFeatures:
    """The features of one candidate code."""

    __slots__ = ("corpus", "row", "terms")

    def __init__(self) -> None:
        self.row = [0.0] * _OWN_FEATURES
        #: Words of the query and of the best name of the code.
        self.terms: tuple[NameWords, NameWords] | None = None
        self.corpus: tuple[NameWords, NameWords] | None = None

    def list_words(self, key: Key) -> tuple[tuple[str, str], ...]:
        """List the word features: the code itself, missing words and extra words."""
        features = [("code", key[1])]
        for missing, extra, best in (
            (*_WORD_FEATURES[0], self.terms),
            (*_WORD_FEATURES[1], self.corpus),
        ):
            if best:
                of_query, of_name = best[0].all, best[1].all
                features += [(missing, word) for word in of_query - of_name]
                features += [(extra, word) for word in of_name - of_query]
        return tuple(features)


FeaturesByKey = dict[Key, _CodeFeatures]


class CandidateFeatures:
    """Generates the candidate codes of a query and computes their features.

    Args:
        generators: Candidate generators of the terminologies.
        knowledge: The codings of the corpus.
        limit: The number of candidates of each generator.
        systems: The coding systems of the answers, the first preferred.
    """

    def __init__(
        self,
        generators: Sequence[CandidateGenerator],
        knowledge: CorpusKnowledge,
        *,
        limit: int,
        systems: Sequence[str] = (),
    ) -> None:
        self._generators, self.knowledge, self._limit = list(generators), knowledge, limit
        self._systems = tuple(systems)
        self._total = knowledge.families.total()
        # Cached, because notes repeat the same mentions.
        self._rank_cached = lru_cache(maxsize=_CACHE_SIZE)(self._rank)
        self._describe_cached = lru_cache(maxsize=_CACHE_SIZE)(self._describe_code)

    def __call__(self, query: Query) -> CandidateTable:
        """Return the candidates with all features that do not depend on the document."""
        features: FeaturesByKey = {}
        texts = self._list_texts(query)
        for number, text in enumerate(texts):
            self._add_names(features, text, number > 0)
            self._add_memory(features, text, number > 0)
        for key, candidate in features.items():
            candidate.row[_AT["bias"]] = 1.0
            candidate.row[_CODE_FEATURES] = self._describe_cached(key)
            candidate.row[_AT["exact_first"]] = candidate.row[_AT["first"]] * (
                candidate.row[_AT["exact"]] + candidate.row[_AT["variant"]]
            )
        is_new = not any(candidate.row[_AT["remembered"]] for candidate in features.values())
        self._add_cui_less(features, texts)
        keys = tuple(features)
        rows = np.array([candidate.row for candidate in features.values()], np.float64).reshape(
            -1, _OWN_FEATURES
        )
        words = tuple(candidate.list_words(key) for key, candidate in features.items())
        return CandidateTable(keys, _compare_candidates(rows, is_new), words, is_new)

    def _list_texts(self, query: Query) -> list[str]:
        """List the strings to look up: the words of a mention, and its expansion.

        If the corpus coded the words themselves, ignore an expansion that is not a mention in the
        corpus or in the document.
        """
        recall = self.knowledge.memory.recall
        if query.long == query.text:
            return [query.text]
        if not query.is_mention and recall(query.text) and not recall(query.long):
            return [query.text]
        return [query.text, query.long]

    def recall(self, query: Query) -> Key | None:
        """Return the usual code of the string in the corpus, or the code that has it as a name."""
        for text in (query.long, query.text):
            codes = self.knowledge.memory.recall(text)
            if codes:
                return max(codes, key=lambda key: (codes[key], key))
        exact = (code.key for _, code in self._rank_cached(query.long) if code.how == "exact")
        return next(exact, None)

    def _rank(self, query: str) -> list[tuple[CandidateGenerator, RankedCode]]:
        limit = self._limit
        return [
            (generator, code)
            for generator in self._generators
            for code in generator.rank(query, limit=limit)
        ]

    def _add_names(self, features: FeaturesByKey, query: str, long: bool) -> None:
        of_query = analyse_name(query)
        for generator, code in self._rank_cached(query):
            candidate = features.get(code.key) or features.setdefault(code.key, _CodeFeatures())
            row = candidate.row
            row[_AT["several_names"]] += code.score > _GOOD_SCORE
            if long and code.score > row[_AT["long_score"]]:
                row[_AT["long_score"]] = code.score
            if code.score > row[SCORE]:
                of_name = generator.words(code.name)
                candidate.terms = of_query, of_name
                _describe_match(row, code, long)
                _compare_words(row, of_query, of_name)
        names = self.knowledge.names
        for code in names.rank(query, limit=self._limit) if names else ():
            candidate = features.get(code.key) or features.setdefault(code.key, _CodeFeatures())
            row = candidate.row
            if names and code.score > row[_AT["name_score"]]:
                of_name = names.words(code.name)
                candidate.corpus = of_query, of_name
                row[_AT["name_score"]] = code.score
                row[_AT["name_last_word"]] = float(of_query.last == of_name.last)
            row[_AT["name_exact"]] = max(row[_AT["name_exact"]], code.how == "exact")

    def _add_memory(self, features: FeaturesByKey, query: str, long: bool) -> None:
        codings = self.knowledge.memory.recall(query)
        total = sum(codings.values())
        for key, count in codings.items():
            if key[1] == CUI_LESS:
                continue
            row = features.setdefault(key, _CodeFeatures()).row
            row[_AT["remembered"]] = max(row[_AT["remembered"]], math.log1p(count))
            row[_AT["remembered_share"]] = max(row[_AT["remembered_share"]], count / total)
            row[_AT["remembered_once"]] = float(total == 1)
            row[_AT["long_form"]] = max(row[_AT["long_form"]], float(long))

    def _describe_code(self, key: Key) -> tuple[float, ...]:
        """Return the features of a code alone, in the order of FEATURES from `prior` on."""
        knowledge, total = self.knowledge, max(1, self._total)
        return (
            math.log1p(knowledge.counts[key]),
            float(knowledge.counts[key] > 0),
            float(bool(self._systems) and key[0] == self._systems[0]),
            math.log(knowledge.families[key[0], key[1][:1]] / total + 0.001),
            math.log(knowledge.shapes[get_code_shape(key)] / total + 0.001),
        )

    def _add_cui_less(self, features: FeaturesByKey, queries: Sequence[str]) -> None:
        """Add CUI-less as a candidate if the corpus uses it."""
        if not self.knowledge.counts[NO_CODE]:
            return
        best = max((candidate.row[_AT["score"]] for candidate in features.values()), default=0.0)
        candidate = features[NO_CODE] = _CodeFeatures()
        candidate.row[_AT["cui_less"]] = 1.0
        candidate.row[_AT["cui_less_best"]] = best
        for query in queries:
            codings = self.knowledge.memory.recall(query)
            count = sum(count for key, count in codings.items() if key[1] == CUI_LESS)
            if count:
                share = count / sum(codings.values())
                candidate.row[_AT["cui_less_share"]] = max(
                    candidate.row[_AT["cui_less_share"]], share
                )


def add_document_features(candidates: CandidateTable, document: Mapping[Key, int]) -> Table:
    """Return the numeric features, including the document features."""
    table = candidates.table.copy()
    for row, key in enumerate(candidates.keys):
        if key in document and key != NO_CODE:
            table[row, IN_DOCUMENT] = math.log1p(document[key])
            table[row, NEW_IN_DOCUMENT] = candidates.is_new * table[row, IN_DOCUMENT]
    return table


def _describe_match(row: list[float], code: RankedCode, long: bool) -> None:
    row[_AT["score"]] = code.score
    row[_AT["exact"]] = float(code.how == "exact")
    row[_AT["variant"]] = float(code.how == "variant")
    row[_AT["preferred"]] = float(code.is_title)
    row[_AT["long_form"]] = float(long)


def _compare_words(row: list[float], of_query: NameWords, of_name: NameWords) -> None:
    row[_AT["extra_words"]] = len(of_name.all - of_query.all) / max(1, len(of_name.all))
    row[_AT["missing_words"]] = len(of_query.all - of_name.all) / max(1, len(of_query.all))
    row[_AT["numbers_differ"]] = float(of_query.numbers != of_name.numbers)
    row[_AT["last_word"]] = float(of_query.last == of_name.last)


def _compare_candidates(rows: Table, is_new: bool) -> Table:
    """Add the features that compare the candidates with each other."""
    table = np.zeros((len(rows), len(FEATURES)))
    table[:, :_OWN_FEATURES] = rows
    if not len(rows):
        return table
    score, name = table[:, _AT["score"]], table[:, _AT["name_score"]]
    total = np.maximum(score, name)
    is_code = table[:, _AT["bias"]]
    exact = table[:, _AT["exact"]] + table[:, _AT["variant"]]
    table[:, _AT["gap"]] = (score.max() - score) * is_code
    table[:, _AT["name_gap"]] = (name.max() - name) * is_code
    table[:, _AT["total"]] = total
    table[:, _AT["total_gap"]] = (total.max() - total) * is_code
    table[:, _AT["only_exact"]] = exact * (exact.sum() == 1)
    if is_new:
        any_exact = np.maximum(exact, table[:, _AT["name_exact"]])
        for column, values in (
            ("new_prior", table[:, _AT["prior"]]),
            ("new_in_training", table[:, _AT["in_training"]]),
            ("new_score", score),
            ("new_name_score", name),
            ("new_exact", any_exact),
        ):
            table[:, _AT[column]] = values
    return table
