"""What a classifier sees of a pair of mentions, in parts that come again and again.

Each function gives features for a few plain facts; what comes of them is remembered. What is rare
is spelled where it is seen, in `_relation_view`, and looked up each time. `types` names the types
of both mentions, "A>B"; `roles` says whether each is a head: a type that others point to more often
than it points to others.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import groupby

#: Longer stretches hardly come twice: their words count one by one only.
PATH, SKELETON, PHRASE, LEAD = 4, 8, 3, 5
Heads = Collection[str]
_MARKS = frozenset(",;:()")
_LINKS = frozenset("and or but with of in to".split())


def distance(
    first: str, second: str, roles: str, apart: int, mentions: int, heads: int
) -> list[str]:
    """How many sentences, mentions and heads the two are from each other."""
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


def path(
    first: str, second: str, roles: str, apart: int, types_between: Sequence[str], heads: Heads
) -> list[str]:
    """The distance by few mentions, and their types."""
    types, several = f"{first}>{second}", sum(name in heads for name in types_between)
    found = distance(first, second, roles, apart, len(types_between), several)
    found += order(types, roles, apart, *counted(first, second, types_between, heads))
    for name in dict.fromkeys(types_between):
        found += inside(types, name)
    return [*found, f"{types}|path={','.join(types_between)}"]


def counted(
    first: str, second: str, types_between: Sequence[str], heads: Heads
) -> tuple[int, int, str]:
    """How many mentions between are like either, and runs of them in coarse terms."""
    alike, other = types_between.count(first), types_between.count(second)
    signs = [sign(name, first, second, heads) for name in types_between]
    runs = "".join([one for one, _ in groupby(signs)])
    return min(alike, 5), min(other, 5), runs[:6]


def sign(name: str, first: str, second: str, heads: Heads) -> str:
    """A type in coarse terms: like the first or second mention's, or else a head or none."""
    return "1" if name == first else "2" if name == second else "H" if name in heads else "M"


def inside(types: str, name: str) -> list[str]:
    """A type of mentions between."""
    return [f"{types}|in={name}", f"in={name}"]


def order(types: str, roles: str, apart: int, alike: int, other: int, runs: str) -> list[str]:
    """The mentions between, as they are counted."""
    return [
        f"{types}|{alike > 0}{other > 0}",
        f"{types}|ca{alike}",
        f"{types}|cb{other}|{apart}",
        f"{types}|cp={runs}|{apart}",
        f"cp={runs}|{apart}|{roles}",
    ]


def phrase(types: str, words: Sequence[str], verbs: int) -> list[str]:
    """The words between as they are, if they are few."""
    text = " ".join(words)
    return [f"{types}|bt={text}", f"bt={text}", *joints(types, words, verbs)]


def joints(types: str, words: Sequence[str], verbs: int) -> list[str]:
    """Punctuation and small words between, whether a bracket opens or closes, how many verbs."""
    marks = "".join([word for word in words if word in _MARKS])
    links = [word for word in words if word in _LINKS]
    return [
        f"{types}|p={marks[:4]}",
        f"{types}|c={' '.join(links[:4])}",
        f"{types}|pc={marks[:4]}{' '.join(links[:3])}",
        f"{types}|bal{marks.count('(') - marks.count(')')}",
        f"{types}|nv{min(verbs, 2)}",
    ]


def between(types: str, word: str) -> list[str]:
    """A word between that is in no mention."""
    return [f"b={word}", f"{types}|b={word}"]


def edges(types: str, roles: str, apart: int, first: str, second: str) -> list[str]:
    """Where the mentions are in their sentences; four signs each, see `_relation_view`."""
    return [
        f"{types}|pos{first[:2]}{second[:2]}|{apart}",
        f"ps{first[2:]}{second[2:]}|{apart}|{roles}",
        f"{types}|ps{first[3]}{second[2]}|{apart}",
    ]
