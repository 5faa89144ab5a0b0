"""Words that stand in the same surroundings, grouped at three grains, from unlabelled text.

Counts of neighbours -> positive pointwise mutual information -> the strongest dimensions (SVD) ->
k-means. The same text and seed give the same groups on the same machine.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from goldsmith.errors import InputError
from goldsmith.text.tokens import tokenise

SIZES = (50, 200, 1000)
#: Words seen less often than this say too little about their company.
LEAST = 5
_MOST_WORDS = 50_000
_MOST_NEIGHBOURS = 5_000
_REACH = 2
_DIMENSIONS = 64
_GAP = -1
Progress = Callable[[str], None]
Numbers = NDArray[np.int32]


def clusters(
    texts: Iterable[str],
    *,
    sizes: Sequence[int] = SIZES,
    least: int = LEAST,
    seed: int = 0,
    progress: Progress = lambda _: None,
) -> dict[str, list[str]]:
    """Word in lower case -> its cluster at each grain, from coarse to fine."""
    from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

    if not sizes or min(sizes) < 2:
        raise InputError("a cluster needs company", expected="sizes of 2 or more")
    words, tokens = _read(texts, least, progress)
    progress(f"{len(tokens):,} tokens, {len(words):,} words")
    if len(words) < min(sizes):
        raise InputError(
            f"only {len(words)} words are seen {least} times or more",
            expected=f"at least {min(sizes)}",
            remedy="Give more text, or fewer clusters with --size",
        )
    progress("vectors")
    columns = []
    # Sums over several threads depend on how many there are, and so would the clusters.
    with threadpool_limits(1):
        vectors = _vectors(tokens, len(words), seed)
        for size in sizes:
            progress(f"clusters: {size}")
            columns.append(_grouped(vectors, min(size, len(words)), seed))
    return {word: [str(one[at]) for one in columns] for at, word in enumerate(words)}


def _read(texts: Iterable[str], least: int, progress: Progress) -> tuple[list[str], Numbers]:
    """The words by frequency, and the texts as numbers of words; rare ones are gaps."""
    numbers: dict[str, int] = {}
    stream = array("i")
    for at, text in enumerate(texts, 1):
        for word in tokenise(text).words:
            stream.append(numbers.setdefault(word.lower(), len(numbers)))
        stream.extend([_GAP] * _REACH)
        if at % 1000 == 0:
            progress(f"read {at:,} texts")
    tokens = np.frombuffer(stream, dtype=np.int32) if stream else np.zeros(0, np.int32)
    counts = np.bincount(tokens[tokens >= 0], minlength=len(numbers))
    names = list(numbers)
    frequent = Counter({names[n]: int(counts[n]) for n in np.flatnonzero(counts >= least)})
    kept = sorted(frequent, key=lambda word: (-frequent[word], word))[:_MOST_WORDS]
    moved = np.full(len(numbers) + 1, _GAP, dtype=np.int32)  # the last stands for gaps
    for place, word in enumerate(kept):
        moved[numbers[word]] = place
    return kept, moved[tokens]


def _vectors(tokens: Numbers, words: int, seed: int) -> NDArray[np.float32]:
    from scipy.sparse.linalg import svds

    matrix = _weighed(_counted(tokens, words))
    size = min(_DIMENSIONS, min(matrix.shape) - 1)
    start = np.random.default_rng(seed).standard_normal(min(matrix.shape))
    left, strength, _ = svds(matrix, k=size, v0=start, tol=1e-3)
    # The root of the strengths keeps the first few dimensions from drowning the others.
    vectors = left * np.sqrt(strength)
    length = np.linalg.norm(vectors, axis=1, keepdims=True)
    normal: NDArray[np.float32] = (vectors / np.where(length > 0, length, 1)).astype(np.float32)
    return normal


def _counted(tokens: Numbers, words: int) -> Any:
    """Words by neighbours; a word on the left is another column than the same on the right."""
    from scipy.sparse import coo_array, csr_array

    near = min(words, _MOST_NEIGHBOURS)
    total = csr_array((words, 2 * near), dtype=np.float64)
    for step in range(1, _REACH + 1):
        before, after = tokens[:-step], tokens[step:]
        for side, (word, other) in enumerate(((before, after), (after, before))):
            fits = (word >= 0) & (other >= 0) & (other < near)
            place = (word[fits], other[fits] + side * near)
            ones = np.ones(len(place[0]))
            total = total + coo_array((ones, place), shape=total.shape).tocsr()
    return total


def _weighed(counts: Any) -> Any:
    """Positive pointwise mutual information."""
    from scipy.sparse import coo_array

    found = counts.tocoo()
    rows = np.asarray(counts.sum(axis=1)).ravel()
    columns = np.asarray(counts.sum(axis=0)).ravel()
    at, beside = found.coords
    worth = np.log(found.data * rows.sum() / (rows[at] * columns[beside]))
    kept = worth > 0
    return coo_array((worth[kept], (at[kept], beside[kept])), shape=counts.shape).tocsr()


def _grouped(vectors: NDArray[np.float32], size: int, seed: int) -> Numbers:
    from sklearn.cluster import MiniBatchKMeans

    model = MiniBatchKMeans(size, random_state=seed, n_init=1, batch_size=4096, max_iter=30)
    found: Numbers = model.fit_predict(vectors)
    return found
