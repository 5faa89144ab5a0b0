"""Features of pairs of mentions of one document.

Features that depend on one mention, or on it and the type of the other, are built once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress, product
from typing import Generic

from goldsmith.components.relations import features as of
from goldsmith.components.relations.feature_encoding import Encoded, FeatureEncoder
from goldsmith.components.relations.pairs import FAR, Pair, PlacedMention
from goldsmith.pipeline.analysis import Analysis
from goldsmith.text.words import get_shape, lemmatise, tag_parts_of_speech

_BEGIN, _END = "<s>", "</s>"
#: Four flags as four digits.
_FLAGS = {flags: "".join(map(str, map(int, flags))) for flags in product((False, True), repeat=4)}
_DISTANCE_CLASSES = (0, 1, 2, 3, 4, 5, 6, 6, 6, *[9] * 5, *[14] * 11)


class PairFeatureExtractor(Generic[Encoded]):
    """Extracts the features of pairs of one document.

    Args:
        analysis: The document.
        placed: Its mentions in text order.
        heads: Types that are more often the target of a relation than its source.
        encoder: Encodes the features.
    """

    def __init__(
        self,
        analysis: Analysis,
        placed: Sequence[PlacedMention],
        heads: Sequence[str],
        encoder: FeatureEncoder[Encoded],
    ) -> None:
        self._placed, self._ranges, self._encode = placed, analysis.sentences, encoder.encode
        get_cache = encoder.get_cache
        self._path, self._distance = get_cache(of.describe_path), get_cache(of.describe_distance)
        self._order = get_cache(of.describe_order)
        self._inside = get_cache(of.describe_type_between)
        self._sides, self._phrase = get_cache(of.describe_edges), get_cache(of.describe_phrase)
        self._word = get_cache(of.describe_word_between)
        self._words, self._kinds = analysis.tokens.words, analysis.section_kinds
        # One extra entry: the word after the last and the word before the first are empty.
        self._low = [*map(str.lower, self._words), ""]
        self._free = [True] * len(self._words)
        for mention in placed:
            self._free[mention.first : mention.end] = [False] * (mention.end - mention.first)
        self._types = [mention.type for mention in placed]
        self._heads = tuple(heads)
        is_head = [type_ in heads for type_ in self._types]
        self._heads_before = [0]
        for head in is_head:
            self._heads_before.append(self._heads_before[-1] + head)
        self._edges = _flag_edges(placed, is_head)
        #: Mention and the type of its partner, after or before it -> features.
        self._firsts: dict[tuple[int, str], list[Encoded]] = {}
        self._seconds: dict[tuple[int, str], list[Encoded]] = {}
        self._rivals: dict[tuple[int, str, int], int | None] = {}
        self._verbs: dict[int, list[tuple[int, str]]] = {}
        self._type_names: dict[tuple[str, str], tuple[str, str]] = {}

    def __call__(self, pair: Pair) -> list[Encoded]:
        """Return the features of a pair."""
        first, second = pair
        _, first_type, _, start, sentence = earlier = self._placed[first]
        _, second_type, end, _, second_sentence = later = self._placed[second]
        types, roles = self._name_types(first_type, second_type)
        apart, gap = second_sentence - sentence, end - start
        tokens = "in" if gap < 0 else _DISTANCE_CLASSES[gap] if gap < len(_DISTANCE_CLASSES) else 25
        row = [
            *(
                self._firsts.get((first, second_type))
                or self._extract_first(first, second_type, types)
            ),
            *(
                self._seconds.get((second, first_type))
                or self._extract_second(second, first_type, types)
            ),
            *self._sides[types, roles, apart, self._edges[first], self._edges[second]],
        ]
        rivals = self._compare_rival(first, second, -1) + self._compare_rival(second, first, 1)
        names = [
            f"{types}|g{tokens}",
            f"{types}|r{rivals}",
            f"hh={self._low[start - 1]}|{self._low[later.end - 1]}",
        ]
        self._add_distance(row, first, second, apart)
        if apart:
            names += self._extract_lead(types, later)
        else:
            names += self._extract_between(row, types, earlier, later)
            if second > first + 1 and gap >= 0:
                names += self._extract_skeleton(types, first, second)
        row += self._encode(names)
        return row

    def _add_distance(self, row: list[Encoded], first: int, second: int, apart: int) -> None:
        """Add features of the distance and of the mentions between."""
        first_type, second_type = self._types[first], self._types[second]
        types, roles = self._name_types(first_type, second_type)
        between = tuple(self._types[first + 1 : second])
        if len(between) <= of.PATH:
            row += self._path[first_type, second_type, roles, apart, between, self._heads]
            return
        heads = min(self._heads_before[second] - self._heads_before[first + 1], 4)
        mentions = min(len(between), FAR)
        row += self._distance[first_type, second_type, roles, apart, mentions, heads]
        counts = of.count_between(first_type, second_type, between, self._heads)
        row += self._order[types, roles, apart, *counts]
        for name in dict.fromkeys(between):
            row += self._inside[types, name]

    def _name_types(self, first: str, second: str) -> tuple[str, str]:
        """Return the names of two types, and whether each is a head."""
        names = self._type_names.get((first, second))
        if names is None:
            roles = f"{first in self._heads:d}{second in self._heads:d}"
            names = self._type_names[first, second] = f"{first}>{second}", roles
        return names

    def _extract_first(self, number: int, partner: str, types: str) -> list[Encoded]:
        """Return features of the first mention with the type of the second."""
        low, mention = self._low, self._placed[number]
        names = self._extract_mention("1", mention)
        names += [
            f"{partner}|ah={low[mention.end - 1]}",
            f"{types}|pa={low[mention.first - 1]}",
            f"{types}|na={low[mention.end]}",
            f"{types}|sec={self._kinds[mention.sentence]}",
            f"{types}|T-{self._types[number - 1] if number else ''}",
        ]
        features = self._firsts[number, partner] = list(self._encode(names))
        return features

    def _extract_second(self, number: int, partner: str, types: str) -> list[Encoded]:
        """Return features of the second mention with the type of the first."""
        low, placed, mention = self._low, self._placed, self._placed[number]
        last = number + 1 == len(placed) or placed[number + 1].sentence != mention.sentence
        names = self._extract_mention("2", mention)
        names += [
            f"{partner}|bh={low[mention.end - 1]}",
            f"{types}|pb={low[mention.first - 1]}",
            f"{types}|nb={low[mention.end]}",
            f"{types}|T+{'' if last else self._types[number + 1]}",
        ]
        features = self._seconds[number, partner] = list(self._encode(names))
        return features

    def _extract_mention(self, role: str, mention: PlacedMention) -> list[str]:
        """Return features of a single mention: its words, and the words around it."""
        low, (_, type_, first, end, sentence) = self._low, mention
        begin, stop = self._ranges[sentence]
        before = low[first - 1] if first > begin else _BEGIN
        after = low[end] if end < stop else _END
        last = self._words[end - 1]
        return [
            f"{role}h={type_}={lemmatise(last).lower()}",
            f"{role}sh={get_shape(last)}",
            f"{role}p={type_}={before}",
            f"{role}n={type_}={after}",
            f"{role}pp={low[first - 2] if first - 1 > begin else _BEGIN}_{before}",
            f"{role}nn={after}_{low[end + 1] if end + 1 < stop else _END}",
            *[f"{role}w={word}" for word in low[first : min(end, first + 5)]],
        ]

    def _extract_between(
        self, row: list[Encoded], types: str, first: PlacedMention, second: PlacedMention
    ) -> list[str]:
        """Add features of the words in between; return the features not worth caching."""
        start, end = first.end, second.first
        if start >= end:
            row += self._phrase[types, (), 0]
            return ["fr="]
        words = self._low[start:end]
        tagged = self._find_verbs(first.sentence)
        verbs = dict.fromkeys([verb for token, verb in tagged if start <= token < end])
        names = [f"v={verb}" for verb in verbs]
        if len(words) <= of.PHRASE:
            row += self._phrase[types, tuple(words), len(verbs)]
        else:
            names += [f"bt<{words[0]}", f"bt>{words[-1]}"]
            names += [f"{types}|bt<{words[0]}", f"{types}|bt>{words[-1]}"]
            names += of.describe_joints(types, words, len(verbs))
        free = list(compress(words, self._free[start:end]))
        if len(free) <= of.PATH:
            names.append("fr=" + " ".join(free))
        for word in dict.fromkeys(free):
            row += self._word[types, word]
        return names

    def _find_verbs(self, sentence: int) -> list[tuple[int, str]]:
        """Return the verbs of a sentence: tokens and lemmas."""
        verbs = self._verbs.get(sentence)
        if verbs is None:
            words, (first, end) = self._words, self._ranges[sentence]
            tags = enumerate(tag_parts_of_speech(words[first:end]), first)
            verbs = [(token, lemmatise(words[token])) for token, tag in tags if tag == "VERB"]
            self._verbs[sentence] = verbs
        return verbs

    def _extract_skeleton(self, types: str, first: int, second: int) -> list[str]:
        """Return features of a short sequence in between, with mentions replaced by their types."""
        placed, low = self._placed, self._low
        ends = self._types[first], self._types[second]
        token, end, number = placed[first].end, placed[second].first, first + 1
        exact: list[str] = []
        coarse: list[str] = []
        while token < end:
            if len(exact) == of.SKELETON:
                return []
            while number < second and placed[number].first < token:
                number += 1
            if number < second and placed[number].first == token:
                exact.append(self._types[number])
                coarse.append(of.classify_type(self._types[number], *ends, self._heads))
                token = placed[number].end
            else:
                exact.append(low[token])
                coarse.append(low[token])
                token += 1
        text = " ".join(coarse)
        return [f"{types}|sk={' '.join(exact)}", f"sk={text}", f"{types}|sk={text}"]

    def _extract_lead(self, types: str, second: PlacedMention) -> list[str]:
        """Return features of how the second mention's sentence begins."""
        start = self._ranges[second.sentence][0]
        words = self._low[start : min(second.first, start + of.LEAD)]
        lead = [f"ld={word}" for word in words]
        return [*lead, "ld2=" + " ".join(words[:2]), f"{types}|ld={words[0] if words else ''}"]

    def _compare_rival(self, first: int, second: int, step: int) -> str:
        """Compare the distance of the partner with the distance of the next mention of its type.

        Args:
            first: A mention.
            second: Its partner.
            step: The side of `first` to search for the rival: -1 or 1.

        Returns:
            "n" if the rival is nearer than the partner, "e" if equally far, "f" if farther, "-" if
            there is none.
        """
        key = first, self._types[second], step
        if key in self._rivals:
            distance = self._rivals[key]
        else:
            distance = self._rivals[key] = self._find_next(*key)
        if distance is None:
            return "-"
        gap = _count_gap(self._placed[first], self._placed[second])
        return "n" if distance < gap else "e" if distance == gap else "f"

    def _find_next(self, number: int, type_: str, step: int) -> int | None:
        """Return the distance of the next mention of a type on one side, in the same sentence."""
        placed, mention, index = self._placed, self._placed[number], number + step
        while 0 <= index < len(placed) and placed[index].sentence == mention.sentence:
            if placed[index].type == type_:
                return _count_gap(mention, placed[index])
            index += step
        return None


def _count_gap(first: PlacedMention, second: PlacedMention) -> int:
    """Count the tokens between two mentions."""
    return second.first - first.end if second.first > first.first else first.first - second.end


def _flag_edges(placed: Sequence[PlacedMention], heads: Sequence[bool]) -> list[str]:
    """Flag each mention as first, last, first head and last head of its sentence."""
    last, last_head = _find_firsts(placed, heads, reversed(range(len(placed))))
    first, first_head = _find_firsts(placed, heads, range(len(placed)))
    return [
        _FLAGS[number in first, number in last, number in first_head, number in last_head]
        for number in range(len(placed))
    ]


def _find_firsts(
    placed: Sequence[PlacedMention], heads: Sequence[bool], order: Iterable[int]
) -> tuple[set[int], set[int]]:
    """Find the first mention and the first head of each sentence, in an order of mentions."""
    mentions: dict[int, int] = {}
    of_heads: dict[int, int] = {}
    for number in order:
        sentence = placed[number].sentence
        mentions.setdefault(sentence, number)
        if heads[number]:
            of_heads.setdefault(sentence, number)
    return set(mentions.values()), set(of_heads.values())
