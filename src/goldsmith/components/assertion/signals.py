"""CLEF signals: mentions of negation, side and part, with relations to their targets."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

import msgspec

from goldsmith.components.assertion.phrases import Hit, PhraseMatcher
from goldsmith.components.assertion.scope import (
    PlacedMention,
    Range,
    Scope,
    TriggerRules,
    place_mentions,
)
from goldsmith.core import Mention, Relation, Schema
from goldsmith.pipeline.analysis import Analysis

NEGATION: Final = "Negation"
_MODIFIES: Final = "negation_modifies"
_DENIED: Final = ("Condition",)
_DOUBT: Final = frozenset({"negated", "possible"})


class Signal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A type of signal: its words and the mentions it modifies.

    Attributes:
        after: How many tokens after its target the signal may be; 0 means only before it.
    """

    type: str
    relation: str
    targets: tuple[str, ...]
    words: tuple[str, ...]
    after: int = 0


class _Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    words: tuple[str, ...]


class SignalFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of signals.toml."""

    signal: tuple[Signal, ...]
    between: _Words
    trim: _Words
    classes: Mapping[str, str] = {}


@cache
def load_signals() -> SignalFile:
    """Load the built-in signal words."""
    text = files("goldsmith.components.assertion").joinpath("signals.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), SignalFile)


class _SignalMatch(NamedTuple):
    """The tokens of a signal, and the mentions it modifies."""

    type: str
    relation: str
    tokens: Range
    targets: list[Mention]


class Signals:
    """Adds signals, and relations from them to the mentions they modify."""

    def __init__(self, types: Iterable[str]) -> None:
        content = load_signals()
        selected = frozenset(types)
        self._has_negation = NEGATION in selected
        self._signals = [signal for signal in content.signal if signal.type in selected]
        self._phrases = PhraseMatcher((signal.words for signal in self._signals), content.classes)
        self._between = frozenset(content.between.words)
        self._function_words = frozenset(content.trim.words)

    @classmethod
    def from_schema(cls, schema: Schema | None, requested: bool | None) -> Signals | None:
        """Build the signals of a schema; without a schema, the CLEF signals if requested."""
        relations = {NEGATION: _MODIFIES} | {s.type: s.relation for s in load_signals().signal}
        if requested is False or (schema is None and not requested):
            return None
        if schema is None:
            return cls(relations)
        types = [name for name, rel in relations.items() if schema.get_relation_type(rel)]
        return cls(types) if types else None

    def add(self, analysis: Analysis, low: Sequence[str], rules: TriggerRules) -> None:
        """Add the signals of a document; link signals that other components have already added."""
        by_sentence: dict[int, list[PlacedMention]] = {}
        for mention in place_mentions(analysis, analysis.mentions):
            by_sentence.setdefault(mention.sentence, []).append(mention)
        present = _PresentSignals(analysis)
        for sentence, mentions in by_sentence.items():
            first, end = analysis.sentences[sentence]
            if self._has_negation:
                scopes = rules.find_scopes(low, first, end, mentions)
                _add_signals(analysis, present, self._find_negations(scopes, mentions, low))
            if self._signals:
                _add_signals(analysis, present, self._find_modifiers(mentions, low, first, end))

    def _find_negations(
        self, scopes: Sequence[Scope], mentions: Sequence[PlacedMention], low: Sequence[str]
    ) -> list[_SignalMatch]:
        """Find the nearest trigger of absence or doubt of each condition."""
        targets: dict[Range, list[Mention]] = {}
        for mention in mentions:
            if mention.mention.type not in _DENIED:
                continue
            ranges = mention.ranges
            covering = [s for s in scopes if s.category in _DOUBT and s.covers(ranges)]
            if covering:
                distances = [scope.compute_distance(ranges) for scope in covering]
                nearest = covering[distances.index(min(distances))]
                targets.setdefault((nearest.start, nearest.end), []).append(mention.mention)
        return [
            _SignalMatch(NEGATION, _MODIFIES, self._trim(tokens, low), conditions)
            for tokens, conditions in targets.items()
        ]

    def _trim(self, tokens: Range, low: Sequence[str]) -> Range:
        """Remove function words at either end."""
        first, end = tokens
        while end - first > 1 and low[end - 1] in self._function_words:
            end -= 1
        while end - first > 1 and low[first] in self._function_words:
            first += 1
        return first, end

    def _find_modifiers(
        self, mentions: Sequence[PlacedMention], low: Sequence[str], first: int, end: int
    ) -> list[_SignalMatch]:
        """Find words of side and part next to a mention and outside any mention."""
        covered = self._collect_tokens(mentions)
        hits = [_truncate(hit, covered) for hit in self._phrases.find(low, first, end)]
        hits = [hit for hit in hits if hit.start < hit.end]
        in_signals = {token for hit in hits for token in range(hit.start, hit.end)}
        matches = []
        for hit in hits:
            signal = self._signals[hit.rules[0]]
            targets = [m for m in mentions if m.mention.type in signal.targets]
            target = self._find_following(hit.end, targets, low, in_signals)
            if target is None:
                target = self._find_preceding(hit.start, targets, low, in_signals, signal.after)
            if target:
                tokens = (hit.start, hit.end)
                matches.append(_SignalMatch(signal.type, signal.relation, tokens, [target]))
        return matches

    def _collect_tokens(self, mentions: Sequence[PlacedMention]) -> frozenset[int]:
        """Collect the tokens of mentions that are not signals themselves."""
        types = frozenset(signal.type for signal in self._signals)
        return frozenset(
            token
            for mention in mentions
            if mention.mention.type not in types
            for start, end in mention.ranges
            for token in range(start, end)
        )

    def _find_following(
        self, token: int, mentions: Sequence[PlacedMention], low: Sequence[str], signals: set[int]
    ) -> Mention | None:
        """Find the next mention with only signals and function words in between."""
        parts = [(start, m) for m in mentions for start, _ in m.ranges if start >= token]
        if not parts:
            return None
        start, nearest = min(parts, key=lambda part: part[0])
        return nearest.mention if self._is_clear(range(token, start), low, signals) else None

    def _find_preceding(
        self,
        token: int,
        mentions: Sequence[PlacedMention],
        low: Sequence[str],
        signals: set[int],
        max_distance: int,
    ) -> Mention | None:
        """Find the previous mention if it is near and only such words are in between."""
        parts = [(end, m) for m in mentions for _, end in m.ranges if end <= token]
        if not parts:
            return None
        end, nearest = max(parts, key=lambda part: part[0])
        near = token - end <= max_distance and self._is_clear(range(end, token), low, signals)
        return nearest.mention if near else None

    def _is_clear(self, gap: Iterable[int], low: Sequence[str], signals: set[int]) -> bool:
        return all(token in signals or low[token] in self._between for token in gap)


class _PresentSignals:
    """An index of the mentions of an analysis by type and token, and of its relations."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis
        #: Type and token -> the first mention there, with its number.
        self._mentions: dict[tuple[str, int], tuple[int, Mention]] = {}
        self._count = 0
        for mention in analysis.mentions:
            self.add_mention(mention)
        self.relations = {(rel.type, rel.arg1, rel.arg2) for rel in analysis.relations}

    def add_mention(self, mention: Mention) -> None:
        self._count += 1
        for span in mention.spans:
            for token in range(*self._analysis.find_tokens(span)):
                self._mentions.setdefault((mention.type, token), (self._count, mention))

    def find(self, match: _SignalMatch) -> Mention | None:
        """Find a mention of the signal's type on the same words that another component added."""
        places = ((match.type, token) for token in range(*match.tokens))
        numbered = [self._mentions[place] for place in places if place in self._mentions]
        return min(numbered, key=lambda pair: pair[0])[1] if numbered else None


def _add_signals(
    analysis: Analysis, present: _PresentSignals, matches: Iterable[_SignalMatch]
) -> None:
    for match in matches:
        signal = present.find(match)
        if signal is None:
            span = analysis.make_span(match.tokens[0], match.tokens[1] - 1)
            signal = analysis.add_mention(match.type, [span])
            present.add_mention(signal)
        for target in match.targets:
            key = match.relation, signal.id, target.id
            if key not in present.relations:
                present.relations.add(key)
                name = analysis.make_id("a")
                analysis.relations.append(Relation(name, match.relation, signal.id, target.id))


def _truncate(hit: Hit, covered: frozenset[int]) -> Hit:
    """Cut a signal off where a mention begins: "inferior" before "margin", a Locus."""
    end = next((token for token in range(hit.start, hit.end) if token in covered), hit.end)
    return Hit(hit.start, end, hit.rules)
