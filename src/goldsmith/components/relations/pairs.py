"""Candidate generation: pairs of mentions that are near and whose types may be related.

Each pair occurs once, with the mention that comes first in the text first. The label gives the
direction: "has_location>" from the first mention to the second, "has_location<" the reverse.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from goldsmith.core import Mention, Relation, Schema
from goldsmith.core.schema import ANY
from goldsmith.pipeline.analysis import Analysis

NO_RELATION = ""
#: Mentions between a pair are counted up to `FAR`, those of one type up to `_MAX_SAME_TYPE`.
FAR = 12
_MAX_SAME_TYPE = 3
#: The types of the two mentions, the earlier one first.
Types = tuple[str, str]
#: The numbers of two mentions, the earlier one first.
Pair = tuple[int, int]


class PlacedMention(NamedTuple):
    """A mention with its tokens and its sentence."""

    mention: Mention
    type: str
    first: int
    end: int
    sentence: int


#: A pair without its words: both types, the distance in sentences, and the number of mentions
#: between (all, of the first type, of the second type). Many pairs share an outline.
PairOutline = tuple[str, str, int, int, int, int]


def place_mentions(analysis: Analysis, mentions: Iterable[Mention]) -> list[PlacedMention]:
    """Return mentions with their tokens in text order, longer ones before those inside them."""
    starts, ends = analysis.tokens.starts, analysis.tokens.ends
    placed = []
    for mention in mentions:
        if mention.spans:
            first = bisect_right(ends, mention.spans[0].start)
            end = bisect_left(starts, mention.spans[-1].end)
            if first < end:
                sentence = analysis.find_sentence(first)
                placed.append(PlacedMention(mention, mention.type, first, end, sentence))
    return sorted(placed, key=lambda m: (m.first, -m.end, m.type, m.mention.id))


def generate_pairs(
    placed: Sequence[PlacedMention], sentences: int, types: Collection[Types]
) -> Iterator[tuple[Pair, PairOutline]]:
    """Generate pairs of mentions with their outlines.

    Args:
        placed: The mentions in text order.
        sentences: The maximum distance in sentences.
        types: The pairs of types to generate.
    """
    partners: dict[str, set[str]] = defaultdict(set)
    for first_type, second_type in types:
        partners[first_type].add(second_type)
    for first, earlier in enumerate(placed):
        first_type, last = earlier.type, earlier.sentence + sentences
        if first_type not in partners:
            continue
        second_types = partners[first_type]
        between = dict.fromkeys((*second_types, first_type), 0)
        for second in range(first + 1, len(placed)):
            _, second_type, _, _, sentence = placed[second]
            if sentence > last:
                break
            if second_type in second_types:
                distance, mentions = sentence - earlier.sentence, second - first - 1
                like_first, like_second = between[first_type], between[second_type]
                yield (
                    (first, second),
                    (
                        first_type,
                        second_type,
                        distance,
                        mentions if mentions < FAR else FAR,
                        like_first if like_first < _MAX_SAME_TYPE else _MAX_SAME_TYPE,
                        like_second if like_second < _MAX_SAME_TYPE else _MAX_SAME_TYPE,
                    ),
                )
            if second_type in between:
                between[second_type] += 1


def label_pairs(
    placed: Sequence[PlacedMention],
    relations: Iterable[Relation],
    symmetric: Collection[str] = (),
) -> dict[Pair, str]:
    """Return the label of each related pair; of several relations, the alphabetically first.

    Symmetric relations have one label only.
    """
    numbers = {mention.mention.id: number for number, mention in enumerate(placed)}
    labels: dict[Pair, str] = {}
    for rel in sorted(relations, key=lambda rel: rel.type, reverse=True):
        first, second = numbers.get(rel.arg1, -1), numbers.get(rel.arg2, -1)
        if first >= 0 and second >= 0 and first != second:
            forward = first < second or rel.type in symmetric
            labels[min(first, second), max(first, second)] = rel.type + (">" if forward else "<")
    return labels


def find_allowed_labels(
    counts: Mapping[Types, Counter[str]], schema: Schema | None, *, least: int
) -> dict[Types, tuple[str, ...]]:
    """Find the labels that pairs of types may have.

    With a schema: the labels of the training data, for all types the schema allows. Without one:
    the labels that occur at least `least` times for these types in the training data.
    """
    if schema is not None and schema.relation:
        return _apply_schema({name for labels in counts.values() for name in labels}, schema)
    frequent = {
        types: tuple(sorted(name for name, count in labels.items() if count >= least))
        for types, labels in counts.items()
    }
    return {types: names for types, names in frequent.items() if names}


def _apply_schema(names: Iterable[str], schema: Schema) -> dict[Types, tuple[str, ...]]:
    labels: dict[Types, list[str]] = defaultdict(list)
    all_types = [kind.name for kind in schema.mention]
    for name in sorted(names):
        kind = schema.get_relation_type(name[:-1])
        for first in _expand_any(kind.first, all_types) if kind else ():
            for second in _expand_any(kind.second, all_types) if kind else ():
                backward = name.endswith("<")
                labels[(second, first) if backward else (first, second)].append(name)
    return {types: tuple(names_of_types) for types, names_of_types in labels.items()}


def _expand_any(types: Sequence[str], all_types: Sequence[str]) -> Sequence[str]:
    return all_types if ANY in types else types
