"""The features of single markables as arrays, shared by all candidate pairs of a document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from goldsmith.components.coreference.comparison import SINGLE_FEATURES, describe_phrase
from goldsmith.components.coreference.lexicon import load_lexicon
from goldsmith.components.coreference.markables import Markable

Column = NDArray[np.float32]
#: The codes, values or times of each markable, and whether it has any.
Sets = tuple[Sequence[frozenset[str]], NDArray[np.bool_]]
#: Words before a markable that indicate its relation to the previous markable.
_BETWEEN = {
    "(": 1, ",": 2, "is": 3, "are": 3, "was": 3, "and": 4, "or": 4, "as": 5, "of": 6, "in": 6,
    ":": 7, "called": 8, "termed": 8, "/": 9,
}  # fmt: skip
_OTHER_WORD = 10
_CATEGORIES = (
    "bare noun phrase", "definite noun phrase", "indefinite noun phrase",
    "demonstrative noun phrase", "proper noun phrase", "personal pronoun", "possessive pronoun",
    "demonstrative pronoun", "relative pronoun", "other",
)  # fmt: skip


class MarkableColumns:
    """An array for each feature of single markables.

    Args:
        markables: The markables of a document.
        types: Type of mention -> its code.
    """

    def __init__(self, markables: Sequence[Markable], types: Mapping[str, int]) -> None:
        self.markables = markables
        self.phrases = {markable.phrase.number: markable.phrase for markable in markables}
        self.wordings = np.array([markable.phrase.number for markable in markables], np.int64)
        self.previous = _find_previous(markables)
        self.heads = _encode([markable.phrase.head for markable in markables])
        self.words = _encode([markable.before for markable in markables])
        self.sections = _encode([markable.section for markable in markables])
        self.classes = _encode([markable.semantic_class for markable in markables])
        rows = {number: describe_phrase(phrase) for number, phrase in self.phrases.items()}
        single = np.array([rows[m.phrase.number] for m in markables], np.float32)
        columns = single.reshape(-1, len(SINGLE_FEATURES)).T
        self.single = dict(zip(SINGLE_FEATURES, columns, strict=True))
        self.codes = _collect_sets([markable.codes for markable in markables])
        self.values = _collect_sets([markable.values for markable in markables])
        self.times = _collect_sets([markable.times for markable in markables])
        self._columns = _list_places(markables) | _list_kinds(markables, types)

    def __getitem__(self, name: str) -> Column:
        return self._columns[name]


def get_category_code(name: str) -> int:
    """Return the code of a grammatical category."""
    return _CATEGORIES.index(name)


def _collect(markables: Sequence[Markable], get: Callable[[Markable], Any]) -> Column:
    return np.array([get(markable) for markable in markables], np.float32)


def _collect_sets(values: Sequence[frozenset[str]]) -> Sets:
    return values, np.array([bool(value) for value in values], np.bool_)


def _list_places(markables: Sequence[Markable]) -> dict[str, Column]:
    return {
        "start": _collect(markables, lambda m: m.first),
        "end": _collect(markables, lambda m: m.end),
        "sentence": _collect(markables, lambda m: m.sentence),
        "place": _collect(markables, lambda m: m.place),
        "between": _collect(markables, lambda m: _BETWEEN.get(m.before, _OTHER_WORD)),
    }


def _list_kinds(markables: Sequence[Markable], types: Mapping[str, int]) -> dict[str, Column]:
    lexicon = load_lexicon()
    wordings = Counter(m.phrase.key for m in markables)
    heads = Counter(m.phrase.head for m in markables)
    return {
        "type": _collect(markables, lambda m: types.get(m.type, -1)),
        "frequency": _collect(markables, lambda m: wordings[m.phrase.key]),
        "head_frequency": _collect(markables, lambda m: heads[m.phrase.head]),
        "other_person": _collect(
            markables, lambda m: m.section in lexicon.others and not m.phrase.gender
        ),
        "category": _collect(markables, lambda m: _CATEGORIES.index(m.category)),
        "bracket": _collect(markables, lambda m: m.before == "("),
        "broken": _collect(markables, lambda m: m.mention.is_discontiguous),
        "quoted": _collect(markables, lambda m: m.is_quoted),
        "equative": _collect(markables, lambda m: m.before in lexicon.equative),
        "negated": _collect(markables, lambda m: m.before in lexicon.negation),
        "addressee": _collect(markables, lambda m: m.before in lexicon.salutations),
        "signature": _collect(markables, lambda m: m.is_signature),
    }


def _find_previous(markables: Sequence[Markable]) -> NDArray[np.intp]:
    """Return the previous markable with the same words for each; -1 if there is none."""
    last: dict[tuple[str, ...], int] = {}
    previous = []
    for number, markable in enumerate(markables):
        previous.append(last.get(markable.phrase.key, -1))
        last[markable.phrase.key] = number
    return np.array(previous, np.intp)


def _encode(values: Sequence[str]) -> NDArray[np.intp]:
    """Assign a number to each value; the empty one has 0."""
    codes: dict[str, int] = {"": 0}
    return np.array([codes.setdefault(value, len(codes)) for value in values], np.intp)
