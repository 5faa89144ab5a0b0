"""Pairs of mentions that might be related: near enough, and of types that go together.

A pair is looked at once, the mention that comes first in the text first; the label says which way
a relation goes: "has_location>" from the first to the second, "has_location<" the other way.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from goldsmith.core import Mention, Relation, Schema
from goldsmith.core.schema import ANY
from goldsmith.pipeline.analysis import Analysis

NONE = ""
#: Mentions between two are counted up to here, those of one type up to `_FEW`.
FAR = 12
_FEW = 3
#: The types of the two mentions, the earlier one first.
Types = tuple[str, str]
#: Numbers of two mentions, the earlier one first.
Pair = tuple[int, int]


class Placed(NamedTuple):
    """A mention as the tokens it covers, and its sentence."""

    mention: Mention
    type: str
    first: int
    end: int
    sentence: int


#: What is known of a pair before any word is looked at; pairs share few of these. Both types,
#: sentences from one to the other, mentions between: all, of the first type, of the second.
Outline = tuple[str, str, int, int, int, int]


def place(work: Analysis, mentions: Iterable[Mention]) -> list[Placed]:
    """The mentions in the order of the text, longer ones before those inside them."""
    starts, ends = work.tokens.starts, work.tokens.ends
    found = []
    for mention in mentions:
        if mention.spans:
            first = bisect_right(ends, mention.spans[0].start)
            end = bisect_left(starts, mention.spans[-1].end)
            if first < end:
                found.append(Placed(mention, mention.type, first, end, work.sentence_at(first)))
    return sorted(found, key=lambda one: (one.first, -one.end, one.type, one.mention.id))


def pairs(
    placed: Sequence[Placed], sentences: int, wanted: Collection[Types]
) -> Iterator[tuple[Pair, Outline]]:
    """Pairs of wanted types that are at most so many sentences apart, with their outlines."""
    partners: dict[str, set[str]] = defaultdict(set)
    for type_, other in wanted:
        partners[type_].add(other)
    for one, first in enumerate(placed):
        type_, last = first.type, first.sentence + sentences
        if type_ not in partners:
            continue
        others = partners[type_]
        between = dict.fromkeys((*others, type_), 0)
        for two in range(one + 1, len(placed)):
            _, other, _, _, sentence = placed[two]
            if sentence > last:
                break
            if other in others:
                apart, mentions = sentence - first.sentence, two - one - 1
                alike, like = between[type_], between[other]
                yield (
                    (one, two),
                    (
                        type_,
                        other,
                        apart,
                        mentions if mentions < FAR else FAR,
                        alike if alike < _FEW else _FEW,
                        like if like < _FEW else _FEW,
                    ),
                )
            if other in between:
                between[other] += 1


def labels(
    placed: Sequence[Placed], relations: Iterable[Relation], both_ways: Collection[str] = ()
) -> dict[Pair, str]:
    """The label of each pair that is related; of several, the first in the alphabet.

    Relations that hold `both_ways` have one label only.
    """
    at = {one.mention.id: number for number, one in enumerate(placed)}
    found: dict[Pair, str] = {}
    for rel in sorted(relations, key=lambda each: each.type, reverse=True):
        one, two = at.get(rel.arg1, -1), at.get(rel.arg2, -1)
        if one >= 0 and two >= 0 and one != two:
            forward = one < two or rel.type in both_ways
            found[min(one, two), max(one, two)] = rel.type + (">" if forward else "<")
    return found


def allowed(
    seen: Mapping[Types, Counter[str]], schema: Schema | None, *, least: int
) -> dict[Types, tuple[str, ...]]:
    """Which labels pairs of types may have.

    By the schema, whatever fits it of what the training data has; without one, what the training
    data has at least so often.
    """
    if schema is not None and schema.relation:
        return _by_schema({name for found in seen.values() for name in found}, schema)
    kept = {
        types: tuple(sorted(name for name, count in found.items() if count >= least))
        for types, found in seen.items()
    }
    return {types: names for types, names in kept.items() if names}


def _by_schema(names: Iterable[str], schema: Schema) -> dict[Types, tuple[str, ...]]:
    found: dict[Types, list[str]] = defaultdict(list)
    every = [kind.name for kind in schema.mention]
    for name in sorted(names):
        kind = schema.relation_type(name[:-1])
        for first in _types(kind.first, every) if kind else ():
            for second in _types(kind.second, every) if kind else ():
                turned = name.endswith("<")
                found[(second, first) if turned else (first, second)].append(name)
    return {types: tuple(several) for types, several in found.items()}


def _types(given: Sequence[str], every: Sequence[str]) -> Sequence[str]:
    return every if ANY in given else given
