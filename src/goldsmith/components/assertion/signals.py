"""Signals in the manner of CLEF: words of negation, side and part, and what they modify."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

import msgspec

from goldsmith.components.assertion.rules import Hit, Phrases
from goldsmith.components.assertion.scope import Placed, Range, Rules, Scope, placed
from goldsmith.core import Mention, Relation, Schema
from goldsmith.pipeline.analysis import Analysis

NEGATION: Final = "Negation"
_MODIFIES: Final = "negation_modifies"
_DENIED: Final = ("Condition",)
_DOUBT: Final = frozenset({"negated", "possible"})


class Signal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A type of signal, its words, and what it modifies; `after`: how near behind it may stand."""

    type: str
    relation: str
    targets: tuple[str, ...]
    words: tuple[str, ...]
    after: int = 0


class _Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    words: tuple[str, ...]


class SignalFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """signals.toml."""

    signal: tuple[Signal, ...]
    between: _Words
    trim: _Words
    classes: Mapping[str, str] = {}


@cache
def shipped() -> SignalFile:
    """The words that come with Goldsmith."""
    text = files("goldsmith.components.assertion").joinpath("signals.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), SignalFile)


class _Marked(NamedTuple):
    """A signal at some tokens, and the mentions it modifies."""

    type: str
    relation: str
    tokens: Range
    targets: list[Mention]


class Signals:
    """Adds signals, and relations from them to what they modify."""

    def __init__(self, types: Iterable[str]) -> None:
        said = shipped()
        wanted = frozenset(types)
        self._denials = NEGATION in wanted
        self._signals = [one for one in said.signal if one.type in wanted]
        self._phrases = Phrases((one.words for one in self._signals), said.classes)
        self._between, self._trim = frozenset(said.between.words), frozenset(said.trim.words)

    @classmethod
    def of(cls, schema: Schema | None, wanted: bool | None) -> Signals | None:
        """The signals of a schema; of CLEF where they are wanted and there is no schema."""
        every = {NEGATION: _MODIFIES} | {one.type: one.relation for one in shipped().signal}
        if wanted is False or (schema is None and not wanted):
            return None
        if schema is None:
            return cls(every)
        there = [name for name, relation in every.items() if schema.relation_type(relation)]
        return cls(there) if there else None

    def add(self, work: Analysis, low: Sequence[str], rules: Rules) -> None:
        """Mark the signals of a document; those that other components found are linked only."""
        by_sentence: dict[int, list[Placed]] = {}
        for one in placed(work, work.mentions):
            by_sentence.setdefault(one.sentence, []).append(one)
        for sentence, several in by_sentence.items():
            first, end = work.sentences[sentence]
            if self._denials:
                self._keep(work, self._denied(rules.scopes(low, first, end), several, low))
            if self._signals:
                self._keep(work, self._beside(several, low, first, end))

    def _denied(
        self, scopes: Sequence[Scope], mentions: Sequence[Placed], low: Sequence[str]
    ) -> list[_Marked]:
        """For each word of absence or doubt, the conditions for which it is the nearest."""
        found: dict[Range, list[Mention]] = {}
        for one in mentions:
            if one.mention.type not in _DENIED:
                continue
            reaching = [s for s in scopes if s.category in _DOUBT and s.reaches(one.ranges)]
            if reaching:
                nearest = min(reaching, key=lambda scope: scope.distance(one.ranges))
                found.setdefault((nearest.start, nearest.end), []).append(one.mention)
        return [
            _Marked(NEGATION, _MODIFIES, self._trimmed(tokens, low), targets)
            for tokens, targets in found.items()
        ]

    def _trimmed(self, tokens: Range, low: Sequence[str]) -> Range:
        """Without the small words at either end."""
        first, end = tokens
        while end - first > 1 and low[end - 1] in self._trim:
            end -= 1
        while end - first > 1 and low[first] in self._trim:
            first += 1
        return first, end

    def _beside(
        self, mentions: Sequence[Placed], low: Sequence[str], first: int, end: int
    ) -> list[_Marked]:
        """Words of side and part that stand beside a mention, and are not inside one."""
        taken = self._taken(mentions)
        hits = [_cut(hit, taken) for hit in self._phrases.find(low, first, end)]
        hits = [hit for hit in hits if hit.start < hit.end]
        own = {token for hit in hits for token in range(hit.start, hit.end)}
        found = []
        for hit in hits:
            signal = self._signals[hit.rules[0]]
            there = [one for one in mentions if one.mention.type in signal.targets]
            target = self._following(hit.end, there, low, own)
            target = target or self._before(hit.start, there, low, own, signal.after)
            if target:
                tokens = (hit.start, hit.end)
                found.append(_Marked(signal.type, signal.relation, tokens, [target]))
        return found

    def _taken(self, mentions: Sequence[Placed]) -> frozenset[int]:
        """The tokens of mentions that are no signals themselves."""
        others = [one for one in mentions if one.mention.type not in self._types]
        return frozenset(token for one in others for a, b in one.ranges for token in range(a, b))

    @property
    def _types(self) -> frozenset[str]:
        return frozenset(one.type for one in self._signals)

    def _following(
        self, at: int, mentions: Sequence[Placed], low: Sequence[str], own: set[int]
    ) -> Mention | None:
        """The next mention, when only other signals and small words stand in between."""
        pieces = [(a, one) for one in mentions for a, _ in one.ranges if a >= at]
        if not pieces:
            return None
        start, nearest = min(pieces, key=lambda piece: piece[0])
        return nearest.mention if self._clear(range(at, start), low, own) else None

    def _before(
        self, at: int, mentions: Sequence[Placed], low: Sequence[str], own: set[int], most: int
    ) -> Mention | None:
        """The last mention before, when it is near and only such words stand in between."""
        pieces = [(b, one) for one in mentions for _, b in one.ranges if b <= at]
        if not pieces:
            return None
        end, nearest = max(pieces, key=lambda piece: piece[0])
        near = at - end <= most and self._clear(range(end, at), low, own)
        return nearest.mention if near else None

    def _clear(self, gap: Iterable[int], low: Sequence[str], own: set[int]) -> bool:
        return all(token in own or low[token] in self._between for token in gap)

    def _keep(self, work: Analysis, marked: Iterable[_Marked]) -> None:
        for one in marked:
            signal = _there(work, one) or work.add(
                one.type, [work.span_of(one.tokens[0], one.tokens[1] - 1)]
            )
            there = {(rel.type, rel.arg1, rel.arg2) for rel in work.relations}
            for target in one.targets:
                if (one.relation, signal.id, target.id) not in there:
                    name = work.fresh_id("a")
                    work.relations.append(Relation(name, one.relation, signal.id, target.id))


def _cut(hit: Hit, taken: frozenset[int]) -> Hit:
    """The signal up to the mention it runs into: "inferior" in "inferior margin", a Locus."""
    end = next((token for token in range(hit.start, hit.end) if token in taken), hit.end)
    return Hit(hit.start, end, hit.rules)


def _there(work: Analysis, marked: _Marked) -> Mention | None:
    """A mention of the signal's type at the same words, if a component already found one."""
    span = work.span_of(marked.tokens[0], marked.tokens[1] - 1)
    same = (
        one
        for one in work.mentions
        if one.type == marked.type and any(each.overlaps(span) for each in one.spans)
    )
    return next(same, None)
