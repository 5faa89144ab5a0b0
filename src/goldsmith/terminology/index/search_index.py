"""The arrays of the search: names by rank and by their letters, posting lists of words.

Names are numbered by rank, the most useful results first, so that a list of ranks in ascending
order is a list of results in display order.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from goldsmith.terminology.concept import KINDS, NameKind
from goldsmith.terminology.index.fuzzy import build_fuzzy_arrays
from goldsmith.terminology.index.lookup_index import Vocabulary
from goldsmith.terminology.index.normalisation import fold_char, fold_text
from goldsmith.terminology.index.packed import Ints, Lists

#: Order in which the kinds of names are shown.
_PRIORITY: dict[NameKind, int] = {
    "preferred": 0, "synonym": 1, "lay": 2, "abbreviation": 2, "related": 3, "retired": 4,
}  # fmt: skip
PRIORITIES = tuple(_PRIORITY[kind] for kind in KINDS)
LAST_PRIORITY = max(PRIORITIES)


class _FoldedChars(dict[int, str | None]):
    """A translation table that is filled in as characters occur."""

    def __missing__(self, code: int) -> str | None:
        char = fold_char(chr(code))
        value = char if char.isalnum() else " "
        if char in "'’" or unicodedata.category(char) == "Mn":
            value = ""
        self[code] = value or None
        return self[code]


_FOLDED_CHARS = _FoldedChars()


def fold_letters(text: str) -> str:
    """Return the folded letters and digits of a text, with single spaces between words.

    A text without letters and digits is returned folded, with its other characters.
    """
    return " ".join(text.translate(_FOLDED_CHARS).split()) or _fold_symbols(text)


def _fold_symbols(text: str) -> str:
    text = " ".join(text.encode("utf-8", "replace").decode().split())
    return " ".join(fold_text(text).split()) or text


def build_search_arrays(
    names: Sequence[str],
    kinds: Sequence[NameKind],
    live: Sequence[bool],
    vocabulary: Vocabulary,
    by_name: Lists,
) -> dict[str, NDArray[Any]]:
    """Build the arrays of the search.

    Args:
        names: The text of each name.
        kinds: The kind of each name.
        live: Whether the concept of each name is in use.
        vocabulary: The words of all names.
        by_name: The word classes of each name.
    """
    keys = [fold_letters(text) for text in names]
    order = np.array(sorted(range(len(keys)), key=keys.__getitem__), np.int32)
    lengths = np.array([len(key) for key in keys], np.int32)
    by_rank = _rank_names(order, lengths, kinds, live, np.diff(by_name.ends))
    rank = _invert(by_rank)
    return {
        "search.name": by_rank,
        "search.order": rank[order],
        **_build_postings(rank, by_name, len(vocabulary.normals)),
        **build_fuzzy_arrays(vocabulary),
    }


def _rank_names(
    order: Ints,
    lengths: Ints,
    kinds: Sequence[NameKind],
    live: Sequence[bool],
    sizes: NDArray[np.int64],
) -> Ints:
    """Sort names by live concepts first, then by kind, number of words and number of letters."""
    priority = np.array([_PRIORITY[kind] for kind in kinds], np.uint8)
    retired = ~np.array(live, np.bool_)
    return np.lexsort((_invert(order), lengths, sizes, priority, retired)).astype(np.int32)


def _invert(permutation: Ints) -> Ints:
    inverse = np.empty(len(permutation), np.int32)
    inverse[permutation] = np.arange(len(permutation), dtype=np.int32)
    return inverse


def _build_postings(rank: Ints, by_name: Lists, classes: int) -> dict[str, NDArray[Any]]:
    """Build the posting list of each word class, and the number of classes of each name."""
    count = max(1, len(rank))
    owner = np.repeat(rank.astype(np.int64), np.diff(by_name.ends))
    pairs = sort_distinct(by_name.values.astype(np.int64) * count + owner)
    numbers, names = pairs // count, pairs % count
    ends = np.zeros(classes + 1, np.int64)
    np.cumsum(np.bincount(numbers, minlength=classes), out=ends[1:])
    sizes = np.bincount(names, minlength=len(rank))
    return {
        "search.class.values": names.astype(np.int32),
        "search.class.ends": ends,
        "search.size": np.minimum(sizes, 255).astype(np.uint8),
    }


def sort_distinct(values: NDArray[Any]) -> NDArray[Any]:
    """Return the distinct values in ascending order."""
    values = np.sort(values)
    return values[np.append(True, values[1:] != values[:-1])] if len(values) else values
