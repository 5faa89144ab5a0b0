"""From annotations to tags for learning."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Protocol

from goldsmith.core import AnnotationSet, Mention
from goldsmith.errors import InputError
from goldsmith.learning.crf.tags import Tagged, encode, layers, outer_types
from goldsmith.pipeline.analysis import Analysis

#: The tags of the tokens of each sentence.
Tags = list[list[str]]


class Choice(Protocol):
    """What is to be learned: the options that all such components have."""

    @property
    def types(self) -> tuple[str, ...]: ...
    @property
    def layers(self) -> int: ...
    @property
    def layer_size(self) -> int: ...
    @property
    def plain(self) -> bool: ...


def wanted(gold: AnnotationSet, types: Sequence[str]) -> list[Mention]:
    """The mentions of these types that have a place; of all types when none are named."""
    return [m for m in gold.mentions if m.spans and (not types or m.type in types)]


def layered(
    works: Sequence[Analysis], mentions: Sequence[Iterable[Mention]], chosen: Choice
) -> list[list[Tags]]:
    """For each layer with enough to learn from, for each document, its tags by sentence."""
    placed = [by_sentence(work, some) for work, some in zip(works, mentions, strict=True)]
    outer = outer_types(several for one in placed for several in one.values())
    found: list[list[Tags]] = [[] for _ in range(chosen.layers)]
    for work, own in zip(works, placed, strict=True):
        spread = [layers(own.get(at, ()), outer) for at in range(len(work.sentences))]
        for number, of_layer in enumerate(found):
            of_layer.append(_of_layer(work, spread, number, plain=chosen.plain))
    begun = [sum(map(_begun, of_layer)) for of_layer in found]
    if not begun[0]:
        raise _nothing(chosen.types)
    return [
        of_layer
        for number, of_layer in enumerate(found)
        if number == 0 or begun[number] >= chosen.layer_size
    ]


def _of_layer(
    work: Analysis, spread: Sequence[Sequence[Sequence[Tagged]]], number: int, *, plain: bool
) -> Tags:
    return [
        encode(several[number] if number < len(several) else (), end - first, plain=plain)
        for several, (first, end) in zip(spread, work.sentences, strict=True)
    ]


def _begun(tags: Tags) -> int:
    """How many pieces begin."""
    return sum(tag.partition("-")[0].endswith("B") for row in tags for tag in row)


def _nothing(types: Sequence[str]) -> InputError:
    return InputError(
        "the training data has no mentions"
        + (f" of the types {', '.join(types)}" if types else ""),
        expected="annotated documents",
        remedy="Is it the right annotation set (--set), and are the types spelt right?",
    )


def by_sentence(work: Analysis, mentions: Iterable[Mention]) -> dict[int, list[Tagged]]:
    """Mentions as ranges of tokens within the sentence they begin in."""
    found: dict[int, list[Tagged]] = defaultdict(list)
    for mention in mentions:
        ranges = [work.range_of(span) for span in mention.spans]
        if not ranges or ranges[0][0] >= len(work.tokens.words):
            continue
        sentence = work.sentence_at(ranges[0][0])
        first, end = work.sentences[sentence]
        inside = [(max(a, first) - first, min(b, end) - first) for a, b in ranges]
        kept = tuple(one for one in inside if one[0] < one[1])
        if kept:
            found[sentence].append(Tagged(mention.type, kept))
    return found
