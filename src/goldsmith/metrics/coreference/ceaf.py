"""CEAF: the best one-to-one alignment of chains, whatever their similarity is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
import numpy.typing as npt
from scipy.optimize import linear_sum_assignment
from scipy.sparse import csr_array
from scipy.sparse.csgraph import min_weight_full_bipartite_matching

from goldsmith.alignment.overlap import components
from goldsmith.metrics.coreference.chains import Both, ChainMetric, ids, scores
from goldsmith.metrics.engine.base import Columns, Tally, Value, ratio

#: Up to so many cells a matrix is solved as it is; above, only the cells that hold something.
DENSE = 40_000

Cell = tuple[int, int]
Ints = npt.NDArray[np.intp]


class Ceaf(ChainMetric):
    """Base of both CEAF: chains are aligned one to one so that they are most similar in sum."""

    values = {
        "precision": "similarity / b",
        "recall": "similarity / a",
        "f1": "harmonic mean of the two",
    }

    def similarity(self, shared: int, a: int, b: int) -> float:
        """How alike two chains of a and b mentions are that share so many."""
        raise NotImplementedError

    def count_aligned(self, both: Both, tally: Tally, group: str) -> None:
        """Adds the similarity of the chains that are aligned."""
        worth = {
            (i, j): self.similarity(len(twins), len(both.a[i]), len(both.b[j]))
            for (i, j), twins in both.shared.items()
        }
        for i, j in best_alignment(worth):
            tally.add(group, "similarity", worth[i, j], a=ids(both.a[i]), b=ids(both.b[j]))

    def compute(self, sums: Columns) -> dict[str, Value]:
        alike = sums["similarity"]
        return scores(ratio(alike, sums["b"]), ratio(alike, sums["a"]))


def best_alignment(worth: Mapping[Cell, float]) -> Iterator[Cell]:
    """One-to-one cells whose worth is the largest in sum; what is not a cell is worth nothing.

    Chains that share no mention, directly or through others, cannot compete, so each connected
    part is solved for itself.
    """
    for part in components(dict.fromkeys(worth, 1)):
        if len(part) == 1:
            yield part[0]
        else:
            yield from _solved(part, np.array([worth[cell] for cell in part]))


def _solved(part: list[Cell], worth: npt.NDArray[np.float64]) -> Iterator[Cell]:
    rows, row = np.unique([i for i, _ in part], return_inverse=True)
    columns, column = np.unique([j for _, j in part], return_inverse=True)
    shape = (len(rows), len(columns))
    solve = _dense if shape[0] * shape[1] <= DENSE else _sparse
    cells = set(part)
    for i, j in zip(*solve(worth, row, column, shape), strict=True):
        if j < shape[1] and (cell := (int(rows[i]), int(columns[j]))) in cells:
            yield cell


def _dense(
    worth: npt.NDArray[np.float64], row: Ints, column: Ints, shape: tuple[int, int]
) -> tuple[Ints, Ints]:
    matrix = np.zeros(shape)
    matrix[row, column] = worth
    found: tuple[Ints, Ints] = linear_sum_assignment(matrix, maximize=True)
    return found


def _sparse(
    worth: npt.NDArray[np.float64], row: Ints, column: Ints, shape: tuple[int, int]
) -> tuple[Ints, Ints]:
    """Each row may also take a column of its own (beyond the last) that is worth nothing."""
    high = 1 + worth.max()
    own = np.arange(shape[0])
    cost = np.concatenate([high - worth, np.full(shape[0], high)])
    places = (np.concatenate([row, own]), np.concatenate([column, own + shape[1]]))
    graph = csr_array((cost, places), shape=(shape[0], shape[0] + shape[1]))
    found: tuple[Ints, Ints] = min_weight_full_bipartite_matching(graph)
    return found
