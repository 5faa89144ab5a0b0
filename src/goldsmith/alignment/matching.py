"""Maximum-weight bipartite matching, one connected component at a time.

SciPy is imported when mentions compete: it would take a quarter of the time to start a server.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import numpy as np
import numpy.typing as npt

#: The index of a mention in A and the index of a mention in B.
Edge = tuple[int, int]
#: Edge -> number of characters that the two mentions share.
Edges = dict[Edge, int]

_Indices = npt.NDArray[np.intp]
_Weights = npt.NDArray[np.float64]

#: Matrices of up to this many cells are solved as dense matrices, larger ones as sparse.
MAX_DENSE_CELLS = 40_000


def match_edges(edges: Edges) -> Iterator[Edge]:
    """Find the one-to-one matching with the most edges and, among these, the greatest weight."""
    for component in split_into_components(edges):
        # An edge outweighs the weights of all edges together, so that their number comes first.
        bonus = 1 + sum(edges[edge] for edge in component)
        yield from _match_component(component, {edge: bonus + edges[edge] for edge in component})


def find_best_matching(weights: Mapping[Edge, float]) -> Iterator[Edge]:
    """Find the one-to-one matching with the greatest total weight; a missing edge weighs nothing.

    Edges of different connected components do not compete, so each component is solved separately.
    """
    for component in split_into_components(weights):
        yield from _match_component(component, weights)


def split_into_components(edges: Iterable[Edge]) -> list[list[Edge]]:
    """Split edges into connected components, ordered by the first edge of each."""
    parents: dict[tuple[int, int], tuple[int, int]] = {}

    def find(node: tuple[int, int]) -> tuple[int, int]:
        path = []
        while parents.setdefault(node, node) != node:
            path.append(node)
            node = parents[node]
        for visited in path:
            parents[visited] = node
        return node

    ordered = sorted(edges)
    for i, j in ordered:
        first, second = find((0, i)), find((1, j))
        parents[max(first, second)] = min(first, second)
    components: dict[tuple[int, int], list[Edge]] = {}
    for edge in ordered:
        components.setdefault(find((0, edge[0])), []).append(edge)
    return list(components.values())


def _match_component(component: list[Edge], weights: Mapping[Edge, float]) -> Iterator[Edge]:
    if len(component) == 1:
        yield component[0]
        return
    row_keys, rows = _number_keys([i for i, _ in component])
    column_keys, columns = _number_keys([j for _, j in component])
    shape = (len(row_keys), len(column_keys))
    values = np.array([weights[edge] for edge in component], dtype=np.float64)
    solve = _solve_dense if shape[0] * shape[1] <= MAX_DENSE_CELLS else _solve_sparse
    allowed = set(component)
    for row, column in zip(*solve(values, rows, columns, shape), strict=True):
        if column < shape[1]:
            edge = (row_keys[row], column_keys[column])
            if edge in allowed:
                yield edge


def _number_keys(keys: list[int]) -> tuple[list[int], _Indices]:
    """Return the distinct keys in order, and the number of each key among them."""
    distinct = sorted(set(keys))
    numbers = {key: number for number, key in enumerate(distinct)}
    return distinct, np.array([numbers[key] for key in keys], dtype=np.intp)


def _solve_dense(
    weights: _Weights, rows: _Indices, columns: _Indices, shape: tuple[int, int]
) -> tuple[_Indices, _Indices]:
    from scipy.optimize import linear_sum_assignment

    matrix = np.zeros(shape)
    matrix[rows, columns] = weights
    solution: tuple[_Indices, _Indices] = linear_sum_assignment(matrix, maximize=True)
    return solution


def _solve_sparse(
    weights: _Weights, rows: _Indices, columns: _Indices, shape: tuple[int, int]
) -> tuple[_Indices, _Indices]:
    """Solve with a dummy column of weight 0 for each row, so that every row can be assigned."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching

    high = 1 + weights.max()
    dummies = np.arange(shape[0])
    costs = np.concatenate([high - weights, np.full(shape[0], high)])
    cells = (np.concatenate([rows, dummies]), np.concatenate([columns, dummies + shape[1]]))
    graph = csr_array((costs, cells), shape=(shape[0], shape[0] + shape[1]))
    solution: tuple[_Indices, _Indices] = min_weight_full_bipartite_matching(graph)
    return solution
