"""Scopes of triggers in a sentence, and the categories they give to mentions."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from goldsmith.components.assertion.phrases import Hit, PhraseMatcher
from goldsmith.components.assertion.rules import (
    CATEGORIES,
    FAR,
    NONE,
    ONGOING,
    RuleFile,
    SectionRule,
)
from goldsmith.core import Mention
from goldsmith.pipeline.analysis import Analysis

#: The categories whose scopes a termination without `ends` ends.
_EVERYTHING: Final = frozenset({*CATEGORIES, ONGOING})
Range = tuple[int, int]
#: Category -> distance of its nearest trigger in tokens.
CategoryDistances = dict[str, int]


class Scope(NamedTuple):
    """The scope of a trigger: tokens from `low` to `high` before or after it."""

    category: str
    forward: bool
    start: int
    end: int
    low: int
    high: int
    over: bool = False

    def covers(self, ranges: Iterable[Range]) -> bool:
        """Return whether the scope covers a mention: a part of it begins or ends inside the scope.

        A termination inside the mention itself is ignored.
        """
        low, high = self.low, self.high
        if self.forward:
            return any(a >= low and (a < high or a == high < b - 1) for a, b in ranges)
        return any(b <= high and (b > low or a < low == b) for a, b in ranges)

    def compute_distance(self, ranges: Sequence[Range]) -> int:
        """Compute the number of tokens between trigger and mention."""
        if self.forward:
            return min((a - self.end for a, _ in ranges if a >= self.end), default=FAR)
        return min((self.start - b for _, b in ranges if b <= self.start), default=FAR)


class _CompiledRule(NamedTuple):
    """A compiled trigger rule."""

    category: str
    forward: bool
    backward: bool
    tokens: int
    past: bool
    over: bool


class PlacedMention(NamedTuple):
    """A mention, the token ranges of its parts, and the index of its sentence."""

    mention: Mention
    ranges: tuple[Range, ...]
    sentence: int


class TriggerRules:
    """Compiled rule files; later files add to earlier ones."""

    def __init__(self, files: Sequence[RuleFile]) -> None:
        classes = {name: words for file in files for name, words in file.list_classes().items()}
        triggers = [trigger for file in files for trigger in file.trigger]
        endings = [termination for file in files for termination in file.termination]
        continuations = [continuation for file in files for continuation in file.continuation]
        self._triggers = PhraseMatcher((trigger.words for trigger in triggers), classes)
        phrases = [ending.words for ending in endings] + [
            continuation.words for continuation in continuations
        ]
        self._endings = PhraseMatcher(phrases, classes)
        self._rules = [
            _CompiledRule(
                trigger.category,
                trigger.direction != "backward",
                trigger.direction != "forward",
                trigger.reach if isinstance(trigger.reach, int) else FAR,
                trigger.reach == "sentence",
                trigger.over,
            )
            for trigger in triggers
        ]
        self._ends: list[frozenset[str]] = [
            frozenset(ending.ends) or _EVERYTHING for ending in endings
        ]
        self._ends += [frozenset()] * len(continuations)
        self._sections = _group_by_kind(rule for file in files for rule in file.section)
        self._lasting = PhraseMatcher((file.lasting.words for file in files), classes)
        self._passing = PhraseMatcher((file.lasting.unless for file in files), classes)

    def find_scopes(
        self, low: Sequence[str], first: int, end: int, mentions: Iterable[PlacedMention] = ()
    ) -> list[Scope]:
        """Find the scopes of the triggers of a sentence, in text order.

        Args:
            low: The tokens of the document in lower case.
            first: The first token of the sentence.
            end: The end of the sentence.
            mentions: The mentions of the sentence; a trigger that runs into a mention is cut off
                at the start of the mention.
        """
        hits = self._triggers.find(low, first, end)
        if not hits:
            return []
        endings = self._endings.find(low, first, end)
        starts = sorted({start for mention in mentions for start, _ in mention.ranges})
        scopes: list[Scope] = []
        for hit in hits:
            rules = [self._rules[number] for number in hit.rules]
            hidden = any(rule.category == NONE for rule in rules)
            scopes += self._find_inner_scopes(hit, low, starts, hidden=hidden)
            for rule in () if hidden else rules:
                scopes += self._make_scopes(rule, hit, endings, low, (first, end))
        return _drop_negated_doubt(scopes)

    def _find_inner_scopes(
        self, hit: Hit, low: Sequence[str], starts: Sequence[int], *, hidden: bool
    ) -> list[Scope]:
        """Find the scopes over mentions that begin inside a trigger: "no [symptoms of …]".

        The words before the mention are then the trigger. The same applies to a pseudo-trigger:
        "no improvement of the rash" asserts a rash but no improvement. A label such as "history:"
        has no such scope.
        """
        scopes = []
        for token in starts[bisect_right(starts, hit.start) : bisect_left(starts, hit.end)]:
            for inner in self._triggers.find(low, hit.start, token):
                for rule in (self._rules[number] for number in inner.rules):
                    if rule.forward and rule.category not in (NONE, "historical" if hidden else ""):
                        start, end = inner.start, inner.end
                        scopes.append(Scope(rule.category, True, start, end, token, token + 1))
        return scopes

    def _make_scopes(
        self,
        rule: _CompiledRule,
        hit: Hit,
        endings: Sequence[Hit],
        low: Sequence[str],
        sentence: Range,
    ) -> list[Scope]:
        begin, stop = sentence
        if not rule.past:
            begin, stop = self._find_bounds(rule.category, hit, endings, low, sentence)
        start, end, scopes = hit.start, hit.end, []
        if rule.forward:
            high = min(stop, end + rule.tokens)
            scopes.append(Scope(rule.category, True, start, end, end, high, rule.over))
        if rule.backward:
            first = max(begin, start - rule.tokens)
            scopes.append(Scope(rule.category, False, start, end, first, start, rule.over))
        return scopes

    def _find_bounds(
        self, category: str, hit: Hit, endings: Sequence[Hit], low: Sequence[str], sentence: Range
    ) -> Range:
        """Return the tokens between the terminations on either side."""
        begin, stop = sentence
        for ending in endings:
            if not any(category in self._ends[number] for number in ending.rules):
                continue
            if ending.end <= hit.start:
                begin = ending.end
            elif ending.start >= hit.end and not _is_label(hit, ending, low):
                stop = ending.start
                break
        return begin, stop

    def is_lasting(self, low: Sequence[str], ranges: Iterable[Range]) -> bool:
        """Return whether the words of a mention name a lasting disease."""
        words = [word for first, end in ranges for word in low[first:end]]
        count = len(words)
        return bool(self._lasting.find(words, 0, count)) and not self._passing.find(words, 0, count)

    def find_section_categories(
        self, analysis: Analysis, kind: str, mention: Mention
    ) -> Sequence[str]:
        """Return the categories that a mention gets from its section."""
        return [
            rule.category
            for rule in self._sections.get(kind, ())
            if (not rule.types or mention.type in rule.types)
            and not (rule.paragraph and _is_in_later_paragraph(analysis, mention.start))
        ]


def is_over(scopes: Iterable[Scope], ranges: Sequence[Range]) -> bool:
    """Return whether a trigger says that even a lasting disease is over."""
    return any(scope.over and scope.covers(ranges) for scope in scopes)


def _group_by_kind(rules: Iterable[SectionRule]) -> dict[str, list[SectionRule]]:
    groups: dict[str, list[SectionRule]] = {}
    for rule in rules:
        groups.setdefault(rule.kind, []).append(rule)
    return groups


def _is_in_later_paragraph(analysis: Analysis, offset: int) -> bool:
    """Return whether a blank line precedes an offset in its section, after the heading."""
    starts = [section.span.start for section in analysis.sections]
    section = analysis.sections[max(0, bisect_right(starts, offset) - 1)]
    begin = section.span.start + len(section.title)
    before = analysis.text[begin:offset].lstrip(": \t\n")
    return "\n\n" in before


def _is_label(hit: Hit, ending: Hit, low: Sequence[str]) -> bool:
    """Return whether a trigger is a label before a colon, which does not end its scope."""
    return low[ending.start] == ":" and ending.start == hit.end


def _drop_negated_doubt(scopes: list[Scope]) -> list[Scope]:
    """Drop a scope of doubt that directly follows a negation: "no suspicious lesion"."""
    ends = {scope.end for scope in scopes if scope.category == "negated" and scope.forward}
    if not ends:
        return scopes
    return [
        scope
        for scope in scopes
        if not (
            scope.category == "possible"
            and scope.forward
            and (scope.start in ends or scope.start - 1 in ends)
        )
    ]


def lower_tokens(analysis: Analysis) -> list[str]:
    """Return the tokens in lower case."""
    words = analysis.tokens.words
    return "\n".join(words).lower().split("\n") if words else []


def place_mentions(analysis: Analysis, mentions: Iterable[Mention]) -> list[PlacedMention]:
    """Return the mentions that cover tokens, in the order of their sentences."""
    sentences = [first for first, _ in analysis.sentences]
    _, starts, ends = analysis.tokens
    placed = []
    for mention in mentions:
        # The same as Analysis.find_tokens, without a call for each of very many mentions.
        ranges = tuple(
            [
                (bisect_right(ends, span.start), bisect_left(starts, span.end))
                for span in mention.spans
            ]
        )
        if ranges and ranges[0][0] < ranges[-1][1]:
            sentence = bisect_right(sentences, ranges[0][0]) - 1
            placed.append(PlacedMention(mention, ranges, max(0, sentence)))
    placed.sort(key=lambda mention: mention.sentence)
    return placed


def find_categories(scopes: Iterable[Scope], ranges: Sequence[Range]) -> CategoryDistances:
    """Find the categories of a mention; the nearer trigger decides between absence and doubt."""
    categories: CategoryDistances = {}
    for scope in scopes:
        if scope.covers(ranges):
            distance = scope.compute_distance(ranges)
            categories[scope.category] = min(distance, categories.get(scope.category, FAR))
    if "negated" in categories and "possible" in categories:
        negated, possible = categories["negated"], categories["possible"]
        del categories["possible" if negated <= possible else "negated"]
    return categories
