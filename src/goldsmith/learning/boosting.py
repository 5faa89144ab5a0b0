"""Gradient-boosted oblivious trees over numeric features, for binary classification.

All nodes on one level of an oblivious tree test the same feature and threshold (Kohavi 1994;
Prokhorenkova et al. 2018). The results for a row, read as bits, are the number of its leaf, so that
applying a tree takes one comparison of a whole column per level.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from goldsmith.errors import InputError
from goldsmith.learning.model_files import make_mismatch_error, make_read_error

Floats = NDArray[np.float64]
Columns = NDArray[np.float32]
Rows = NDArray[np.intp]
_FILE = "trees.npz"
#: A column has at most this many thresholds.
_MAX_THRESHOLDS = 31
_MAX_SCORE = 30.0
#: A tree may test at least this many columns, if the data has that many.
_MIN_COLUMNS = 16


class BoostingOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hyperparameters of tree growth."""

    #: The number of trees.
    trees: int = 200
    #: The number of levels of a tree.
    depth: int = 6
    #: The learning rate: the share of each tree's value that is added to the score.
    rate: float = 0.15
    #: The size of the random sample of rows on which the splits of a tree are chosen; its leaf
    #: values are computed on all rows.
    sample: int = 20_000
    #: The share of the columns, drawn at random, that a tree may test.
    columns: float = 0.35
    #: L2 regularisation of the leaves.
    l2: float = 3.0
    seed: int = 0


class BoostedTrees:
    """Gradient-boosted oblivious trees with logistic loss.

    Example:
        >>> rows = np.array([[0, 1], [1, 0], [1, 1], [0, 0]], np.float32)
        >>> model = BoostedTrees().fit(rows, rows[:, 0] == 1)
        >>> model.score(rows) > 0
        array([False,  True,  True, False])
    """

    def __init__(self) -> None:
        #: For each tree and level, the column and the threshold that a value must exceed.
        self.columns: NDArray[np.int32] = np.zeros((0, 0), np.int32)
        self.thresholds: Columns = np.zeros((0, 0), np.float32)
        #: For each tree, the values of its leaves.
        self.leaves: Floats = np.zeros((0, 0))
        self.offset = 0.0

    @property
    def is_trained(self) -> bool:
        return len(self.leaves) > 0

    def fit(
        self,
        rows: Columns,
        labels: NDArray[np.bool_],
        options: BoostingOptions = BoostingOptions(),  # noqa: B008 - frozen
    ) -> BoostedTrees:
        """Train the trees and return them.

        Args:
            rows: A row for each item, a column for each feature.
            labels: The label of each row.
            options: The hyperparameters.

        Raises:
            InputError: There are no rows, or not as many labels as rows.
        """
        if not len(rows) or len(rows) != len(labels):
            raise InputError(
                f"cannot train trees on {len(rows)} rows with {len(labels)} labels",
                expected="as many labels as rows, and at least one row",
            )
        _Grower(rows, labels, options).grow(self)
        return self

    def score(self, rows: Columns) -> Floats:
        """Compute the score of each row: the log odds of the positive class.

        Raises:
            InputError: The trees are not trained.
        """
        if not self.is_trained:
            raise InputError("the trees are not trained", remedy="Train them first")
        by_column = np.ascontiguousarray(rows.T)
        scores = np.full(len(rows), self.offset)
        questions = zip(self.columns, self.thresholds, self.leaves, strict=True)
        for columns, thresholds, leaves in questions:
            scores += leaves[_find_leaves(by_column, columns, thresholds)]
        return scores

    def save(self, folder: Path) -> None:
        """Write the model to an existing folder."""
        np.savez(
            folder / _FILE,
            columns=self.columns,
            thresholds=self.thresholds,
            leaves=self.leaves,
            offset=np.array(self.offset),
        )

    @classmethod
    def load(cls, folder: Path) -> BoostedTrees:
        """Load a model.

        Raises:
            InputError: The file is missing or damaged.
        """
        model = cls()
        try:
            with np.load(folder / _FILE, allow_pickle=False) as arrays:
                model.columns, model.thresholds = arrays["columns"], arrays["thresholds"]
                model.leaves, model.offset = arrays["leaves"], float(arrays["offset"])
        except (OSError, ValueError, KeyError, EOFError):
            raise make_read_error(folder / _FILE) from None
        shape = model.columns.shape
        if model.thresholds.shape != shape or model.leaves.shape != (shape[0], 1 << shape[1]):
            raise make_mismatch_error(folder)
        return model


def _find_leaves(
    by_column: Columns, columns: NDArray[np.int32], thresholds: Columns
) -> NDArray[np.int32]:
    """Return the leaf of each row in one tree; the first level is the lowest bit."""
    numbers = np.zeros(by_column.shape[1], np.int32)
    for level, (column, threshold) in enumerate(zip(columns, thresholds, strict=True)):
        numbers |= (by_column[column] > threshold).astype(np.int32) << level
    return numbers


class _Grower:
    """Grows trees one by one on the gradient of the logistic loss.

    Each value is replaced by the number of thresholds of its column that it exceeds (its bin).
    Sums of gradients per column, node and bin give the gain of each split.
    """

    def __init__(self, rows: Columns, labels: NDArray[np.bool_], options: BoostingOptions) -> None:
        self.options, self.labels = options, labels.astype(np.float64)
        self._by_column = np.ascontiguousarray(rows.T, np.float32)
        self._thresholds = [_choose_thresholds(column) for column in self._by_column]
        self._useful = np.flatnonzero([len(thresholds) for thresholds in self._thresholds])
        self._binned = np.array(
            [
                np.searchsorted(thresholds, column, side="left")
                for thresholds, column in zip(self._thresholds, self._by_column, strict=True)
            ],
            np.uint8,
        )
        self._random = np.random.default_rng(options.seed)

    def grow(self, model: BoostedTrees) -> None:
        """Grow all trees into a model."""
        options, total = self.options, len(self.labels)
        share = np.clip(self.labels.mean(), 1e-4, 1 - 1e-4)
        model.offset = float(np.log(share / (1 - share)))
        scores = np.full(total, model.offset)
        columns = np.zeros((options.trees, options.depth), np.int32)
        thresholds = np.zeros((options.trees, options.depth), np.float32)
        leaves = np.zeros((options.trees, 1 << options.depth))
        for tree in range(options.trees):
            chance = 1 / (1 + np.exp(-np.clip(scores, -_MAX_SCORE, _MAX_SCORE)))
            gradient, hessian = self.labels - chance, chance * (1 - chance)
            columns[tree], thresholds[tree] = self._choose_questions(gradient, hessian)
            numbers = _find_leaves(self._by_column, columns[tree], thresholds[tree])
            size = 1 << options.depth
            sums = np.bincount(numbers, gradient, size)
            leaves[tree] = options.rate * sums / (np.bincount(numbers, hessian, size) + options.l2)
            scores += leaves[tree][numbers]
        model.columns, model.thresholds, model.leaves = columns, thresholds, leaves

    def _draw_rows(self, total: int) -> Rows:
        if total <= self.options.sample:
            return np.arange(total)
        return np.sort(self._random.choice(total, self.options.sample, replace=False))

    def _draw_columns(self) -> NDArray[np.intp]:
        """Draw the columns of a tree from those with more than one value."""
        share = round(self.options.columns * len(self._useful))
        size = min(len(self._useful), max(share, _MIN_COLUMNS))
        return np.sort(self._random.choice(self._useful, size, replace=False))

    def _choose_questions(self, gradient: Floats, hessian: Floats) -> tuple[list[int], list[float]]:
        """Choose the split of each level: the column and threshold with the highest gain."""
        if not len(self._useful):
            # Without a column to test, every row goes to leaf 0.
            return [0] * self.options.depth, [np.inf] * self.options.depth
        rows, drawn = self._draw_rows(len(gradient)), self._draw_columns()
        binned = self._binned[drawn][:, rows]
        sums = gradient[rows], hessian[rows]
        nodes = np.zeros(len(rows), np.intp)
        columns, thresholds = [], []
        for level in range(self.options.depth):
            place, number = self._find_best(binned, drawn, nodes, sums, 1 << level)
            columns.append(int(drawn[place]))
            thresholds.append(float(self._thresholds[drawn[place]][number]))
            nodes |= (binned[place] > number).astype(np.intp) << level
        return columns, thresholds

    def _find_best(
        self,
        binned: NDArray[np.uint8],
        drawn: NDArray[np.intp],
        nodes: NDArray[np.intp],
        sums: tuple[Floats, Floats],
        size: int,
    ) -> tuple[int, int]:
        """Return the place of the column and the number of its threshold with the highest gain."""
        l2 = self.options.l2
        best, gain = (0, 0), -1.0
        for place, column in enumerate(drawn):
            width = len(self._thresholds[column]) + 1
            keys = nodes * width + binned[place]
            below, weight = (
                np.bincount(keys, values, size * width).reshape(size, width).cumsum(axis=1)
                for values in sums
            )
            above, weight_above = below[:, -1:] - below, weight[:, -1:] - weight
            gains = (below**2 / (weight + l2) + above**2 / (weight_above + l2)).sum(axis=0)
            number = int(gains[:-1].argmax())
            if gains[number] > gain:
                best, gain = (place, number), float(gains[number])
        return best


def _choose_thresholds(column: Columns) -> Columns:
    """Choose thresholds between the values of a column, at even quantiles if there are many."""
    values = np.unique(column)
    if len(values) > _MAX_THRESHOLDS + 1:
        shares = np.linspace(0, 1, _MAX_THRESHOLDS + 2)[1:-1]
        quantiles = np.unique(np.quantile(column, shares, method="nearest"))
        thresholds: Columns = quantiles[quantiles < values[-1]].astype(np.float32)
        return thresholds
    middles: Columns = ((values[:-1] + values[1:]) / 2).astype(np.float32)
    return middles
