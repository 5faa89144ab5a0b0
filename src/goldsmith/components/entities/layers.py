"""Training tags from annotations, with overlapping mentions distributed over layers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Protocol

from goldsmith.core import AnnotationSet, Mention
from goldsmith.errors import InputError, Remedy
from goldsmith.learning.crf.tags import (
    TaggedMention,
    assign_layers,
    encode_tags,
    find_outer_types,
)
from goldsmith.pipeline.analysis import Analysis

#: The tags of the tokens of each sentence.
Tags = list[list[str]]


class LayerOptions(Protocol):
    """Options of tagging that all sequence taggers share."""

    @property
    def types(self) -> tuple[str, ...]:
        """Mention types to learn; if empty, all."""
        ...

    @property
    def layers(self) -> int:
        """The highest number of layers."""
        ...

    @property
    def layer_size(self) -> int:
        """The number of mentions that a further layer needs."""
        ...

    @property
    def plain(self) -> bool:
        """Whether to use B, I and O only."""
        ...


def select_mentions(gold: AnnotationSet, types: Sequence[str]) -> list[Mention]:
    """Select the mentions of some types that have a span; without types, of all types."""
    return [m for m in gold.mentions if m.spans and (not types or m.type in types)]


def encode_layers(
    analyses: Sequence[Analysis],
    mentions: Sequence[Iterable[Mention]],
    options: LayerOptions,
    *,
    heads: bool = True,
) -> list[list[Tags]]:
    """Encode mentions as tags: for each layer and document, the tags by sentence.

    Args:
        analyses: The documents.
        mentions: The mentions of each.
        options: The types, the layers, and whether to use B, I and O only.
        heads: Tag parts that several mentions share differently from other parts.

    Raises:
        InputError: The training data has no mentions of the requested types.
    """
    placed = [
        group_by_sentence(analysis, of_document)
        for analysis, of_document in zip(analyses, mentions, strict=True)
    ]
    outer = find_outer_types(group for sentences in placed for group in sentences.values())
    layers: list[list[Tags]] = [[] for _ in range(options.layers)]
    for analysis, sentences in zip(analyses, placed, strict=True):
        assigned = [
            assign_layers(sentences.get(number, ()), outer)
            for number in range(len(analysis.sentences))
        ]
        for number, layer in enumerate(layers):
            layer.append(
                _encode_document(analysis, assigned, number, plain=options.plain, heads=heads)
            )
    counts = [sum(map(_count_segments, layer)) for layer in layers]
    if not counts[0]:
        raise _make_empty_error(options.types)
    return [
        layer
        for number, layer in enumerate(layers)
        if number == 0 or counts[number] >= options.layer_size
    ]


def _encode_document(
    analysis: Analysis,
    assigned: Sequence[Sequence[Sequence[TaggedMention]]],
    number: int,
    *,
    plain: bool,
    heads: bool,
) -> Tags:
    return [
        encode_tags(
            layers[number] if number < len(layers) else (), end - first, plain=plain, heads=heads
        )
        for layers, (first, end) in zip(assigned, analysis.sentences, strict=True)
    ]


def _count_segments(tags: Tags) -> int:
    return sum(tag.partition("-")[0].endswith("B") for row in tags for tag in row)


def _make_empty_error(types: Sequence[str]) -> InputError:
    return InputError(
        "the training data has no mentions"
        + (f" of the types {', '.join(types)}" if types else ""),
        expected="annotated documents",
        remedy=Remedy.CHECK_SET,
    )


def group_by_sentence(
    analysis: Analysis, mentions: Iterable[Mention]
) -> dict[int, list[TaggedMention]]:
    """Group mentions by the sentence they begin in, as token ranges within it."""
    groups: dict[int, list[TaggedMention]] = defaultdict(list)
    for mention in mentions:
        ranges = [analysis.find_tokens(span) for span in mention.spans]
        if not ranges or ranges[0][0] >= len(analysis.tokens.words):
            continue
        sentence = analysis.find_sentence(ranges[0][0])
        first, end = analysis.sentences[sentence]
        clipped = [(max(a, first) - first, min(b, end) - first) for a, b in ranges]
        inside = tuple((start, stop) for start, stop in clipped if start < stop)
        if inside:
            groups[sentence].append(TaggedMention(mention.type, inside))
    return groups
