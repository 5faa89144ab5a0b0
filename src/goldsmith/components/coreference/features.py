"""The features of candidate pairs as a table: a row for each pair, a column for each feature."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from goldsmith.components.coreference.candidates import Pairs
from goldsmith.components.coreference.comparison import (
    PAIR_FEATURES,
    SINGLE_FEATURES,
    compare_phrases,
    describe_phrase,
)
from goldsmith.components.coreference.lexicon import load_lexicon
from goldsmith.components.coreference.markables import Markable

Column = NDArray[np.float32]
#: Distances count up to these.
_FAR_SENTENCES, _FAR_MARKABLES, _FAR_TOKENS = 100, 500, 3000
#: What stands between two markables that are at most two words apart.
_BETWEEN = {
    "(": 1, ",": 2, "is": 3, "are": 3, "was": 3, "and": 4, "or": 4, "as": 5, "of": 6, "in": 6,
    ":": 7, "called": 8, "termed": 8, "/": 9,
}  # fmt: skip
_OTHER_WORD, _NOTHING, _NEAR = 10, 11, 2


class PairTable:
    """Candidate pairs with their features by name."""

    def __init__(self, pairs: Pairs, columns: Mapping[str, Column]) -> None:
        self.pairs, self._columns = pairs, columns

    def __len__(self) -> int:
        return len(self.pairs[0])

    def __getitem__(self, name: str) -> Column:
        return self._columns[name]

    def holds(self, name: str) -> NDArray[np.bool_]:
        """Return for each pair whether a feature is above zero."""
        return np.asarray(self._columns[name] > 0, np.bool_)

    def is_equal(self, name: str, value: float) -> NDArray[np.bool_]:
        """Return for each pair whether a feature has a value."""
        return np.asarray(self._columns[name] == value, np.bool_)

    def is_between(self, name: str, low: float, high: float = np.inf) -> NDArray[np.bool_]:
        """Return for each pair whether a feature has a value in a range, ends included."""
        column = self._columns[name]
        return np.asarray((column >= low) & (column <= high), np.bool_)

    @property
    def matrix(self) -> Column:
        return np.stack(list(self._columns.values()), axis=1)


def build_table(markables: Sequence[Markable], pairs: Pairs, types: Mapping[str, int]) -> PairTable:
    """Build the features of candidate pairs.

    Args:
        markables: The markables of a document.
        pairs: The candidate pairs.
        types: Type of mention -> its code.
    """
    columns = _compare_all(markables, pairs)
    columns |= _compare_places(markables, pairs)
    columns |= _compare_kinds(markables, pairs, types)
    return PairTable(pairs, columns)


def _compare_all(markables: Sequence[Markable], pairs: Pairs) -> dict[str, Column]:
    """Compare wordings; each pair of wordings only once."""
    phrases = {markable.phrase.number: markable.phrase for markable in markables}
    numbers = np.array([markable.phrase.number for markable in markables], np.int64)
    size = max(phrases, default=0) + 1
    if not len(pairs[0]):
        names = [f"{name}_{side}" for side in (1, 2) for name in SINGLE_FEATURES]
        return {name: np.zeros(0, np.float32) for name in (*PAIR_FEATURES, *names)}
    keys, inverse = np.unique(numbers[pairs[0]] * size + numbers[pairs[1]], return_inverse=True)
    rows = [compare_phrases(phrases[key // size], phrases[key % size]) for key in keys.tolist()]
    table = np.array(rows, np.float32)[inverse]
    columns = dict(zip(PAIR_FEATURES, np.ascontiguousarray(table.T), strict=True))
    single = np.array([describe_phrase(markable.phrase) for markable in markables], np.float32)
    for side, selected in enumerate(pairs, 1):
        for name, values in zip(SINGLE_FEATURES, single.T, strict=True):
            columns[f"{name}_{side}"] = values[selected]
    return columns


def _collect(markables: Sequence[Markable], get: Callable[[Markable], Any]) -> NDArray[Any]:
    return np.array([get(markable) for markable in markables], np.float32)


def _compare_places(markables: Sequence[Markable], pairs: Pairs) -> dict[str, Column]:
    first, second = pairs
    start, end = _collect(markables, lambda m: m.first), _collect(markables, lambda m: m.end)
    sentence = _collect(markables, lambda m: m.sentence)
    gap = start[second] - end[first]
    previous = _find_previous(markables)
    is_inside = end[second] <= end[first]
    return {
        "sentences": np.minimum(sentence[second] - sentence[first], _FAR_SENTENCES),
        "markables": np.minimum(second - first, _FAR_MARKABLES).astype(np.float32),
        "tokens": np.minimum(gap, _FAR_TOKENS),
        "nested": np.where(gap >= 0, 0, np.where(is_inside, 1, 2)).astype(np.float32),
        "is_previous": (previous[second] == first).astype(np.float32),
        "has_previous": (previous[second] >= 0).astype(np.float32),
        "between": _describe_between(markables, pairs, gap),
        "place_1": _collect(markables, lambda m: m.place)[first],
        "place_2": _collect(markables, lambda m: m.place)[second],
        "rank": _rank_heads(markables, pairs),
    }


def _find_previous(markables: Sequence[Markable]) -> NDArray[np.intp]:
    """Return the previous markable with the same words for each; -1 if there is none."""
    last: dict[tuple[str, ...], int] = {}
    previous = []
    for number, markable in enumerate(markables):
        previous.append(last.get(markable.phrase.key, -1))
        last[markable.phrase.key] = number
    return np.array(previous, np.intp)


def _describe_between(markables: Sequence[Markable], pairs: Pairs, gap: Column) -> Column:
    codes = _collect(markables, lambda m: _BETWEEN.get(m.before, _OTHER_WORD))[pairs[1]]
    codes = np.where(gap == 0, _NOTHING, codes)
    return np.asarray(np.where((gap >= 0) & (gap <= _NEAR), codes, 0), np.float32)


def _rank_heads(markables: Sequence[Markable], pairs: Pairs) -> Column:
    """Count the candidates with the same head from each pair's one to the nearest."""
    heads: dict[str, int] = {}
    codes = np.array([heads.setdefault(m.phrase.head, len(heads)) for m in markables], np.intp)
    same = np.asarray(codes[pairs[0]] == codes[pairs[1]], np.float32)
    if not len(same):
        return same
    total = same[::-1].cumsum()[::-1]
    # Of each later markable, the pairs are consecutive: subtract what follows the last of them.
    last = np.searchsorted(pairs[1], pairs[1], side="right")
    after = np.append(total, 0)[last]
    return np.asarray(total - after, np.float32)


def _compare_kinds(
    markables: Sequence[Markable], pairs: Pairs, types: Mapping[str, int]
) -> dict[str, Column]:
    first, second = pairs
    lexicon = load_lexicon()
    wordings = Counter(m.phrase.key for m in markables)
    heads = Counter(m.phrase.head for m in markables)
    words = _encode([m.before for m in markables])
    sections = _encode([m.section for m in markables])
    classes = _encode([m.semantic_class for m in markables])
    others = _collect(markables, lambda m: m.section in lexicon.others and not m.phrase.gender)
    codes = _collect(markables, lambda m: types.get(m.type, -1))
    frequency = _collect(markables, lambda m: wordings[m.phrase.key])
    categories = _collect(markables, lambda m: _CATEGORIES.index(m.category))
    bracket = _collect(markables, lambda m: m.before == "(")
    broken = _collect(markables, lambda m: m.mention.is_discontiguous)
    quoted = _collect(markables, lambda m: m.is_quoted)
    equative = _collect(markables, lambda m: m.before in lexicon.equative)
    named = (classes > 0)[first] & (classes > 0)[second]
    return {
        "frequency_1": frequency[first],
        "frequency_2": frequency[second],
        "head_frequency": _collect(markables, lambda m: heads[m.phrase.head])[second],
        "same_section": (sections[first] == sections[second]).astype(np.float32),
        "owner_conflict": (others[first] != others[second]).astype(np.float32),
        "same_before": (words[first] == words[second]).astype(np.float32),
        "same_type": (codes[first] == codes[second]).astype(np.float32),
        "type_1": codes[first],
        "type_2": codes[second],
        "same_class": (named & (classes[first] == classes[second])).astype(np.float32),
        "class_conflict": (named & (classes[first] != classes[second])).astype(np.float32),
        "category_1": categories[first],
        "category_2": categories[second],
        "bracket_1": bracket[first],
        "bracket_2": bracket[second],
        "broken": np.maximum(broken[first], broken[second]),
        "equative": equative[second],
        "negated_2": _collect(markables, lambda m: m.before in lexicon.negation)[second],
        "addressee_1": _collect(markables, lambda m: m.before in lexicon.salutations)[first],
        "signature_2": _collect(markables, lambda m: m.is_signature)[second],
        "quoted_1": quoted[first],
        "quoted_2": quoted[second],
        **_compare_sets(markables, pairs),
    }


_CATEGORIES = (
    "bare noun phrase", "definite noun phrase", "indefinite noun phrase",
    "demonstrative noun phrase", "proper noun phrase", "personal pronoun", "possessive pronoun",
    "demonstrative pronoun", "relative pronoun", "other",
)  # fmt: skip


def get_category_code(name: str) -> int:
    """Return the code of a grammatical category in the table."""
    return _CATEGORIES.index(name)


def _encode(values: Sequence[str]) -> NDArray[np.intp]:
    """Assign a number to each value; the empty one has 0."""
    codes: dict[str, int] = {"": 0}
    return np.array([codes.setdefault(value, len(codes)) for value in values], np.intp)


def _compare_sets(markables: Sequence[Markable], pairs: Pairs) -> dict[str, Column]:
    """Compare codes, values and times; most markables have none."""
    return {
        "same_code": _compare_each(markables, pairs, "codes", lambda a, b: bool(a & b)),
        "code_conflict": _compare_each(markables, pairs, "codes", lambda a, b: not a & b),
        "value_conflict": _compare_each(markables, pairs, "values", lambda a, b: a != b),
        "time_conflict": _compare_each(markables, pairs, "times", lambda a, b: not a & b),
    }


def _compare_each(
    markables: Sequence[Markable],
    pairs: Pairs,
    name: str,
    compare: Callable[[frozenset[str], frozenset[str]], bool],
) -> Column:
    values: list[frozenset[str]] = [getattr(markable, name) for markable in markables]
    has_any = np.array([bool(value) for value in values], np.bool_)
    column = np.zeros(len(pairs[0]), np.float32)
    for row in np.flatnonzero(has_any[pairs[0]] & has_any[pairs[1]]).tolist():
        column[row] = compare(values[pairs[0][row]], values[pairs[1][row]])
    return column
