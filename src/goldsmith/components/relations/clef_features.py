"""The features of pairs of the CLEF system, as its paper lists them (Roberts et al. 2009, 8.2).

| feature | value |
| --- | --- |
| string, root, pos | of each token of the two entities (`1.in`, `2.in`) and of the n tokens on either side of each (`1.-1` is the token before the first entity) |
| type | the types of the two entities |
| order | which of the two types appears first in the text |
| distance | the number of sentence boundaries between the entities |
"""  # noqa: E501 - a table

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Generic

from goldsmith.components.relations.feature_encoding import Encoded, FeatureEncoder
from goldsmith.components.relations.pairs import Pair, PlacedMention
from goldsmith.pipeline.analysis import Analysis
from goldsmith.text.words import lemmatise, tag_parts_of_speech


class ClefPairFeatureExtractor(Generic[Encoded]):
    """Extracts the features of pairs of one document.

    Args:
        analysis: The document.
        placed: Its mentions in text order.
        window: The number of tokens on either side of an entity.
        encoder: Encodes the features.
    """

    def __init__(
        self,
        analysis: Analysis,
        placed: Sequence[PlacedMention],
        window: int,
        encoder: FeatureEncoder[Encoded],
    ) -> None:
        self._words, self._placed, self._window = analysis.tokens.words, placed, window
        self._encode = encoder.encode
        self._tags = [
            tag
            for first, end in analysis.sentences
            for tag in tag_parts_of_speech(self._words[first:end])
        ]
        #: Position in the pair and number of the mention -> features.
        self._mentions: dict[tuple[int, int], list[Encoded]] = {}

    def __call__(self, pair: Pair) -> list[Encoded]:
        """Return the features of a pair."""
        first, second = (self._placed[number] for number in pair)
        types = sorted((first.type, second.type))
        names = [
            *(f"type={name}" for name in types),
            f"types={types[0]},{types[1]}",
            f"order={first.type}",
            f"distance={second.sentence - first.sentence}",
        ]
        features = [*self._encode(names)]
        for place, number in enumerate(pair, 1):
            features += self._describe_mention(place, number)
        return features

    def _describe_mention(self, place: int, number: int) -> list[Encoded]:
        features = self._mentions.get((place, number))
        if features is None:
            features = list(self._encode(self._list_names(place, self._placed[number])))
            self._mentions[place, number] = features
        return features

    def _list_names(self, place: int, mention: PlacedMention) -> Iterator[str]:
        for index in range(mention.first, mention.end):
            yield from self._describe_token(f"{place}.in", index)
        for step in range(1, self._window + 1):
            yield from self._describe_token(f"{place}.-{step}", mention.first - step)
            yield from self._describe_token(f"{place}.+{step}", mention.end - 1 + step)

    def _describe_token(self, position: str, index: int) -> Iterator[str]:
        """Yield string, root and part of speech of a token; nothing outside the text."""
        if 0 <= index < len(self._words):
            word = self._words[index]
            yield f"{position}.string={word}"
            yield f"{position}.root={lemmatise(word).lower()}"
            yield f"{position}.pos={self._tags[index]}"
