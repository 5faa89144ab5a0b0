"""Feature functions of pairs of mentions whose results are cached.

Each function returns features for a few simple facts. `view` builds rare features itself, without a
cache. `types` names the types of both mentions, "A>B"; `roles` says whether each is a head: a type
that is more often the target of a relation than its source.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import groupby

#: Longer sequences rarely recur, so only their single words are features.
PATH, SKELETON, PHRASE, LEAD = 4, 8, 3, 5
Heads = Collection[str]
_MARKS = frozenset(",;:()")
_LINKS = frozenset("and or but with of in to".split())


def describe_distance(
    first: str, second: str, roles: str, apart: int, mentions: int, heads: int
) -> list[str]:
    """Describe the distance in sentences, mentions and heads."""
    types, far = f"{first}>{second}", f"{apart}|{mentions}"
    return [
        f"1t={first}",
        f"2t={second}",
        types,
        f"{types}|{far}",
        f"d{far}",
        f"{types}|hb{heads}",
        f"hb{heads}|{apart}|{roles}",
    ]


def describe_path(
    first: str, second: str, roles: str, apart: int, types_between: Sequence[str], heads: Heads
) -> list[str]:
    """Describe the distance across few mentions, and their types."""
    types, count = f"{first}>{second}", sum(name in heads for name in types_between)
    features = describe_distance(first, second, roles, apart, len(types_between), count)
    features += describe_order(
        types, roles, apart, *count_between(first, second, types_between, heads)
    )
    for name in dict.fromkeys(types_between):
        features += describe_type_between(types, name)
    return [*features, f"{types}|path={','.join(types_between)}"]


def count_between(
    first: str, second: str, types_between: Sequence[str], heads: Heads
) -> tuple[int, int, str]:
    """Count the mentions in between of either type, and return runs of their coarse types."""
    like_first, like_second = types_between.count(first), types_between.count(second)
    signs = [classify_type(name, first, second, heads) for name in types_between]
    runs = "".join([key for key, _ in groupby(signs)])
    return min(like_first, 5), min(like_second, 5), runs[:6]


def classify_type(name: str, first: str, second: str, heads: Heads) -> str:
    """Return the coarse type: as the first or second mention (1, 2), head (H) or modifier (M)."""
    return "1" if name == first else "2" if name == second else "H" if name in heads else "M"


def describe_type_between(types: str, name: str) -> list[str]:
    """Describe a type of the mentions in between."""
    return [f"{types}|in={name}", f"in={name}"]


def describe_order(
    types: str, roles: str, apart: int, like_first: int, like_second: int, runs: str
) -> list[str]:
    """Describe number and order of the mentions in between."""
    return [
        f"{types}|{like_first > 0}{like_second > 0}",
        f"{types}|ca{like_first}",
        f"{types}|cb{like_second}|{apart}",
        f"{types}|cp={runs}|{apart}",
        f"cp={runs}|{apart}|{roles}",
    ]


def describe_phrase(types: str, words: Sequence[str], verbs: int) -> list[str]:
    """Describe a few words in between as a phrase."""
    text = " ".join(words)
    return [f"{types}|bt={text}", f"bt={text}", *describe_joints(types, words, verbs)]


def describe_joints(types: str, words: Sequence[str], verbs: int) -> list[str]:
    """Describe punctuation, function words, open brackets and verbs in between."""
    marks = "".join([word for word in words if word in _MARKS])
    links = [word for word in words if word in _LINKS]
    return [
        f"{types}|p={marks[:4]}",
        f"{types}|c={' '.join(links[:4])}",
        f"{types}|pc={marks[:4]}{' '.join(links[:3])}",
        f"{types}|bal{marks.count('(') - marks.count(')')}",
        f"{types}|nv{min(verbs, 2)}",
    ]


def describe_word_between(types: str, word: str) -> list[str]:
    """Describe a word in between that is not in a mention."""
    return [f"b={word}", f"{types}|b={word}"]


def describe_edges(types: str, roles: str, apart: int, first: str, second: str) -> list[str]:
    """Describe the position of the mentions in their sentences; see `view` for the four flags."""
    return [
        f"{types}|pos{first[:2]}{second[:2]}|{apart}",
        f"ps{first[2:]}{second[2:]}|{apart}|{roles}",
        f"{types}|ps{first[3]}{second[2]}|{apart}",
    ]
