"""Word clusters from unlabelled text, at three granularities.

Neighbour counts -> positive pointwise mutual information -> truncated SVD -> k-means. The same text
and seed give the same clusters on the same machine.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from goldsmith.errors import InputError, Remedy
from goldsmith.text.tokens import tokenise

SIZES = (50, 200, 1000)
#: Rarer words have too few neighbours to cluster.
MIN_COUNT = 5
_MAX_WORDS = 50_000
_MAX_NEIGHBOURS = 5_000
_WINDOW = 2
_DIMENSIONS = 64
_GAP = -1
Progress = Callable[[str], None]
Numbers = NDArray[np.int32]


def cluster_words(
    texts: Iterable[str],
    *,
    sizes: Sequence[int] = SIZES,
    min_count: int = MIN_COUNT,
    seed: int = 0,
    progress: Progress = lambda _: None,
) -> dict[str, list[str]]:
    """Cluster the words of texts by their neighbours.

    Args:
        texts: The texts.
        sizes: The number of clusters at each granularity.
        min_count: The number of times that a word must occur.
        seed: The seed of SVD and k-means.
        progress: Called with a message at each step.

    Returns:
        For each word in lower case, its cluster at each granularity, in the order of `sizes`.

    Raises:
        InputError: There are fewer words than clusters.
    """
    from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

    if not sizes or min(sizes) < 2:
        raise InputError("too few clusters", expected="sizes of 2 or more")
    words, tokens = _read(texts, min_count, progress)
    progress(f"{len(tokens):,} tokens, {len(words):,} words")
    if len(words) < min(sizes):
        raise InputError(
            f"only {len(words)} words occur {min_count} times or more",
            expected=f"at least {min(sizes)}",
            remedy=Remedy.REDUCE_CLUSTERS,
        )
    progress("vectors")
    columns = []
    # Sums over several threads depend on the number of threads, and so would the clusters.
    with threadpool_limits(1):
        vectors = _compute_vectors(tokens, len(words), seed)
        for size in sizes:
            progress(f"clusters: {size}")
            columns.append(_cluster(vectors, min(size, len(words)), seed))
    return {word: [str(column[at]) for column in columns] for at, word in enumerate(words)}


def _read(texts: Iterable[str], min_count: int, progress: Progress) -> tuple[list[str], Numbers]:
    """Return the words by frequency, and the texts as word numbers with gaps for rare words."""
    numbers: dict[str, int] = {}
    stream = array("i")
    for at, text in enumerate(texts, 1):
        for word in tokenise(text).words:
            stream.append(numbers.setdefault(word.lower(), len(numbers)))
        stream.extend([_GAP] * _WINDOW)
        if at % 1000 == 0:
            progress(f"read {at:,} texts")
    tokens = np.frombuffer(stream, dtype=np.int32) if stream else np.zeros(0, np.int32)
    counts = np.bincount(tokens[tokens >= 0], minlength=len(numbers))
    names = list(numbers)
    frequent = Counter({names[n]: int(counts[n]) for n in np.flatnonzero(counts >= min_count)})
    vocabulary = sorted(frequent, key=lambda word: (-frequent[word], word))[:_MAX_WORDS]
    renumbered = np.full(len(numbers) + 1, _GAP, dtype=np.int32)  # the last is for gaps
    for rank, word in enumerate(vocabulary):
        renumbered[numbers[word]] = rank
    return vocabulary, renumbered[tokens]


def _compute_vectors(tokens: Numbers, words: int, seed: int) -> NDArray[np.float32]:
    from scipy.sparse.linalg import svds

    matrix = _compute_ppmi(_count_neighbours(tokens, words))
    size = min(_DIMENSIONS, min(matrix.shape) - 1)
    start = np.random.default_rng(seed).standard_normal(min(matrix.shape))
    words_side, strength, _ = svds(matrix, k=size, v0=start, tol=1e-3)
    # The square root keeps the first few dimensions from dominating.
    vectors = words_side * np.sqrt(strength)
    length = np.linalg.norm(vectors, axis=1, keepdims=True)
    normal: NDArray[np.float32] = (vectors / np.where(length > 0, length, 1)).astype(np.float32)
    return normal


def _count_neighbours(tokens: Numbers, words: int) -> Any:
    """Count neighbours, in separate columns for the word before and the word after."""
    from scipy.sparse import coo_array, csr_array

    near = min(words, _MAX_NEIGHBOURS)
    total = csr_array((words, 2 * near), dtype=np.float64)
    for step in range(1, _WINDOW + 1):
        before, after = tokens[:-step], tokens[step:]
        for side, (word, neighbour) in enumerate(((before, after), (after, before))):
            fits = (word >= 0) & (neighbour >= 0) & (neighbour < near)
            place = (word[fits], neighbour[fits] + side * near)
            ones = np.ones(len(place[0]))
            total = total + coo_array((ones, place), shape=total.shape).tocsr()
    return total


def _compute_ppmi(counts: Any) -> Any:
    """Compute positive pointwise mutual information."""
    from scipy.sparse import coo_array

    entries = counts.tocoo()
    rows = np.asarray(counts.sum(axis=1)).ravel()
    columns = np.asarray(counts.sum(axis=0)).ravel()
    at, neighbour = entries.coords
    information = np.log(entries.data * rows.sum() / (rows[at] * columns[neighbour]))
    positive = information > 0
    place = (at[positive], neighbour[positive])
    return coo_array((information[positive], place), shape=counts.shape).tocsr()


def _cluster(vectors: NDArray[np.float32], size: int, seed: int) -> Numbers:
    from sklearn.cluster import MiniBatchKMeans

    model = MiniBatchKMeans(size, random_state=seed, n_init=1, batch_size=4096, max_iter=30)
    labels: Numbers = model.fit_predict(vectors)
    return labels
