"""Pairs of mentions that might be related: near enough, and of types that go together.

A pair is looked at once, the mention that comes first in the text first; the label says which way
a relation goes: "has_location>" from the first to the second, "has_location<" the other way.
"""

from __future__ import annotations

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


class Outline(NamedTuple):
    """What is known of a pair before any word is looked at; pairs share few of these."""

    first: str
    second: str
    #: Sentences from one to the other, and mentions between: all, and of either type.
    sentences: int
    mentions: int
    like_first: int
    like_second: int


def place(work: Analysis, mentions: Iterable[Mention]) -> list[Placed]:
    """The mentions in the order of the text, longer ones before those inside them."""
    found = []
    for mention in mentions:
        if not mention.spans:
            continue
        first = work.range_of(mention.spans[0])[0]
        end = work.range_of(mention.spans[-1])[1]
        if first < end:
            found.append(Placed(mention, mention.type, first, end, work.sentence_at(first)))
    return sorted(found, key=lambda one: (one.first, -one.end, one.type, one.mention.id))


def pairs(
    placed: Sequence[Placed], sentences: int, wanted: Collection[Types]
) -> Iterator[tuple[Pair, Outline]]:
    """Pairs of wanted types that are at most so many sentences apart, with their outlines."""
    for one, first in enumerate(placed):
        last, type_ = first.sentence + sentences, first.type
        between: dict[str, int] = {}
        for two in range(one + 1, len(placed)):
            _, other, _, _, sentence = placed[two]
            if sentence > last:
                break
            before = between.get(other, 0)
            if (type_, other) in wanted:
                yield (
                    (one, two),
                    Outline(
                        type_,
                        other,
                        sentence - first.sentence,
                        min(two - one - 1, FAR),
                        min(between.get(type_, 0), _FEW),
                        min(before, _FEW),
                    ),
                )
            between[other] = before + 1


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
