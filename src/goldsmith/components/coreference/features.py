"""The features of candidate pairs as a table: a row for each pair, a column for each feature."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from goldsmith.components.coreference.candidates import Pairs
from goldsmith.components.coreference.columns import Column, MarkableColumns, Sets
from goldsmith.components.coreference.comparison import PAIR_FEATURES, compare_phrases

#: The maxima at which distances are capped.
_FAR_SENTENCES, _FAR_MARKABLES, _FAR_TOKENS = 100, 500, 3000
#: The text between two markables is a feature if they are at most two words apart.
_NEAR, _NOTHING = 2, 11


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


def build_table(columns: MarkableColumns, pairs: Pairs) -> PairTable:
    """Build the features of candidate pairs.

    Args:
        columns: The features of the markables of a document.
        pairs: The candidate pairs, or some of them.
    """
    table = _compare_wordings(columns, pairs)
    table |= _compare_places(columns, pairs)
    table |= _compare_kinds(columns, pairs)
    return PairTable(pairs, table)


def _compare_wordings(columns: MarkableColumns, pairs: Pairs) -> dict[str, Column]:
    """Compare wordings, each distinct pair once."""
    phrases, wordings = columns.phrases, columns.wordings
    size = max(phrases, default=0) + 1
    if not len(pairs[0]):
        names = [f"{name}_{side}" for side in (1, 2) for name in columns.single]
        return {name: np.zeros(0, np.float32) for name in (*PAIR_FEATURES, *names)}
    keys, inverse = np.unique(wordings[pairs[0]] * size + wordings[pairs[1]], return_inverse=True)
    rows = [compare_phrases(phrases[key // size], phrases[key % size]) for key in keys.tolist()]
    table = np.array(rows, np.float32)[inverse]
    compared = dict(zip(PAIR_FEATURES, np.ascontiguousarray(table.T), strict=True))
    for side, selected in enumerate(pairs, 1):
        compared |= {f"{name}_{side}": values[selected] for name, values in columns.single.items()}
    return compared


def _compare_places(columns: MarkableColumns, pairs: Pairs) -> dict[str, Column]:
    first, second = pairs
    sentence, end, previous = columns["sentence"], columns["end"], columns.previous
    gap = columns["start"][second] - end[first]
    is_inside = end[second] <= end[first]
    return {
        "sentences": np.minimum(sentence[second] - sentence[first], _FAR_SENTENCES),
        "markables": np.minimum(second - first, _FAR_MARKABLES).astype(np.float32),
        "tokens": np.minimum(gap, _FAR_TOKENS),
        "nested": np.where(gap >= 0, 0, np.where(is_inside, 1, 2)).astype(np.float32),
        "is_previous": (previous[second] == first).astype(np.float32),
        "has_previous": (previous[second] >= 0).astype(np.float32),
        "between": _describe_between(columns["between"][second], gap),
        "place_1": columns["place"][first],
        "place_2": columns["place"][second],
        "rank": _rank_heads(columns.heads, pairs),
    }


def _describe_between(codes: Column, gap: Column) -> Column:
    codes = np.where(gap == 0, _NOTHING, codes)
    return np.asarray(np.where((gap >= 0) & (gap <= _NEAR), codes, 0), np.float32)


def _rank_heads(heads: NDArray[np.intp], pairs: Pairs) -> Column:
    """Rank the antecedent of each pair among the candidates with the same head, nearest first."""
    same = np.asarray(heads[pairs[0]] == heads[pairs[1]], np.float32)
    if not len(same):
        return same
    total = same[::-1].cumsum()[::-1]
    # The pairs of a later markable are consecutive: subtract the sum after the last of them.
    last = np.searchsorted(pairs[1], pairs[1], side="right")
    after = np.append(total, 0)[last]
    return np.asarray(total - after, np.float32)


def _compare_kinds(columns: MarkableColumns, pairs: Pairs) -> dict[str, Column]:
    first, second = pairs
    classes, sections, words = columns.classes, columns.sections, columns.words
    named = (classes > 0)[first] & (classes > 0)[second]
    others, types = columns["other_person"], columns["type"]
    return {
        "frequency_1": columns["frequency"][first],
        "frequency_2": columns["frequency"][second],
        "head_frequency": columns["head_frequency"][second],
        "same_section": (sections[first] == sections[second]).astype(np.float32),
        "owner_conflict": (others[first] != others[second]).astype(np.float32),
        "same_before": (words[first] == words[second]).astype(np.float32),
        "same_type": (types[first] == types[second]).astype(np.float32),
        "type_1": types[first],
        "type_2": types[second],
        "same_class": (named & (classes[first] == classes[second])).astype(np.float32),
        "class_conflict": (named & (classes[first] != classes[second])).astype(np.float32),
        "category_1": columns["category"][first],
        "category_2": columns["category"][second],
        "bracket_1": columns["bracket"][first],
        "bracket_2": columns["bracket"][second],
        "broken": np.maximum(columns["broken"][first], columns["broken"][second]),
        "equative": columns["equative"][second],
        "negated_2": columns["negated"][second],
        "addressee_1": columns["addressee"][first],
        "signature_2": columns["signature"][second],
        "quoted_1": columns["quoted"][first],
        "quoted_2": columns["quoted"][second],
        **_compare_sets(columns, pairs),
    }


def _compare_sets(columns: MarkableColumns, pairs: Pairs) -> dict[str, Column]:
    """Compare codes, values and times; most markables have none."""
    codes = columns.codes
    return {
        "same_code": _compare_each(codes, pairs, lambda a, b: bool(a & b)),
        "code_conflict": _compare_each(codes, pairs, lambda a, b: not a & b),
        "value_conflict": _compare_each(columns.values, pairs, lambda a, b: a != b),
        "time_conflict": _compare_each(columns.times, pairs, lambda a, b: not a & b),
    }


def _compare_each(
    sets: Sets, pairs: Pairs, compare: Callable[[frozenset[str], frozenset[str]], bool]
) -> Column:
    values, has_any = sets
    column = np.zeros(len(pairs[0]), np.float32)
    for row in np.flatnonzero(has_any[pairs[0]] & has_any[pairs[1]]).tolist():
        column[row] = compare(values[pairs[0][row]], values[pairs[1][row]])
    return column
