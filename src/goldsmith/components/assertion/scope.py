"""What triggers reach in a sentence, and what that makes of the mentions there."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from goldsmith.components.assertion.rules import FAR, NONE, Hit, InSection, Phrases, RuleFile
from goldsmith.core import Mention
from goldsmith.pipeline.analysis import Analysis

Range = tuple[int, int]
#: Category -> how many tokens away the nearest trigger of it stands.
Found = dict[str, int]


class Scope(NamedTuple):
    """The tokens from `low` to `high` that a trigger reaches, before or after itself."""

    category: str
    forward: bool
    start: int
    end: int
    low: int
    high: int
    over: bool = False

    def reaches(self, ranges: Iterable[Range]) -> bool:
        """Whether it holds for a mention: one of its pieces begins, or ends, within.

        A termination that is a word of the mention itself ends nothing.
        """
        low, high = self.low, self.high
        if self.forward:
            return any(a >= low and (a < high or a == high < b - 1) for a, b in ranges)
        return any(b <= high and (b > low or a < low == b) for a, b in ranges)

    def distance(self, ranges: Sequence[Range]) -> int:
        """How many tokens stand between the trigger and the mention."""
        if self.forward:
            return min((a - self.end for a, _ in ranges if a >= self.end), default=FAR)
        return min((self.start - b for _, b in ranges if b <= self.start), default=FAR)


class _Reaching(NamedTuple):
    """A rule as it is used."""

    category: str
    forward: bool
    backward: bool
    tokens: int
    past: bool
    over: bool


class Placed(NamedTuple):
    """A mention, the ranges of tokens of its pieces, and the number of its sentence."""

    mention: Mention
    ranges: tuple[Range, ...]
    sentence: int


class Rules:
    """Rule files made ready; the later ones add to the first."""

    def __init__(self, given: Sequence[RuleFile]) -> None:
        classes = {name: words for one in given for name, words in one.classes.items()}
        triggers = [trigger for one in given for trigger in one.trigger]
        endings = [termination for one in given for termination in one.termination]
        self._triggers = Phrases((one.words for one in triggers), classes)
        self._endings = Phrases((one.words for one in endings), classes)
        self._rules = [
            _Reaching(
                one.category,
                one.direction != "backward",
                one.direction != "forward",
                one.reach if isinstance(one.reach, int) else FAR,
                one.reach == "sentence",
                one.over,
            )
            for one in triggers
        ]
        self._ends = [frozenset(one.ends) for one in endings]
        self._sections = _by_kind(one for each in given for one in each.section)
        self._lasting = Phrases((one.lasting.words for one in given), classes)
        self._passing = Phrases((one.lasting.unless for one in given), classes)

    def scopes(self, low: Sequence[str], first: int, end: int) -> list[Scope]:
        """What the triggers of a sentence reach, in the order they stand."""
        hits = self._triggers.find(low, first, end)
        if not hits:
            return []
        endings = self._endings.find(low, first, end)
        found: list[Scope] = []
        for hit in hits:
            rules = [self._rules[number] for number in hit.rules]
            if any(rule.category == NONE for rule in rules):
                found += self._inside(hit, low)
                continue
            for rule in rules:
                found += self._of_rule(rule, hit, endings, low, (first, end))
        return _settled(found)

    def _inside(self, hit: Hit, low: Sequence[str]) -> list[Scope]:
        """What the first word of a phrase that says nothing still says of the rest of it.

        In "no improvement of the rash" there is a rash, but there is no improvement. A label such
        as "history:" has no such rest.
        """
        found = []
        for one in self._triggers.find(low, hit.start, hit.start + 1):
            for rule in (self._rules[number] for number in one.rules):
                if rule.forward and rule.category not in (NONE, "historical"):
                    found.append(Scope(rule.category, True, one.start, one.end, one.end, hit.end))
        return found

    def _of_rule(
        self, rule: _Reaching, hit: Hit, endings: Sequence[Hit], low: Sequence[str], whole: Range
    ) -> list[Scope]:
        first, end = whole
        begin, stop = first, end
        if not rule.past:
            begin, stop = self._within(rule.category, hit, endings, low, whole)
        found = []
        if rule.forward:
            high = min(stop, hit.end + rule.tokens)
            found.append(Scope(rule.category, True, hit.start, hit.end, hit.end, high, rule.over))
        if rule.backward:
            least = max(begin, hit.start - rule.tokens)
            found.append(
                Scope(rule.category, False, hit.start, hit.end, least, hit.start, rule.over)
            )
        return found

    def _within(
        self, category: str, hit: Hit, endings: Sequence[Hit], low: Sequence[str], whole: Range
    ) -> Range:
        """The tokens between the terminations on either side."""
        begin, stop = whole
        for ending in endings:
            if not any(not self._ends[n] or category in self._ends[n] for n in ending.rules):
                continue
            if ending.end <= hit.start:
                begin = ending.end
            elif ending.start >= hit.end and not (low[ending.start] == ":" and _next(hit, ending)):
                stop = ending.start
                break
        return begin, stop

    def lasts(self, low: Sequence[str], ranges: Iterable[Range]) -> bool:
        """Whether the words of a mention name a disease that lasts."""
        words = [word for first, end in ranges for word in low[first:end]]
        count = len(words)
        return bool(self._lasting.find(words, 0, count)) and not self._passing.find(words, 0, count)

    def of_section(self, work: Analysis, kind: str, mention: Mention) -> Sequence[str]:
        """The categories that a mention has for the section it is in."""
        return [
            one.category
            for one in self._sections.get(kind, ())
            if (not one.types or mention.type in one.types)
            and not (one.paragraph and _later_paragraph(work, mention.start))
        ]


def is_over(scopes: Iterable[Scope], ranges: Sequence[Range]) -> bool:
    """Whether a trigger says of a mention that it is over, even if it is a disease that lasts."""
    return any(one.over and one.reaches(ranges) for one in scopes)


def _by_kind(rules: Iterable[InSection]) -> dict[str, list[InSection]]:
    found: dict[str, list[InSection]] = {}
    for rule in rules:
        found.setdefault(rule.kind, []).append(rule)
    return found


def _later_paragraph(work: Analysis, at: int) -> bool:
    """Whether a blank line stands between a place and the first lines of its section."""
    starts = [section.span.start for section in work.sections]
    section = work.sections[max(0, bisect_right(starts, at) - 1)]
    begin = section.span.start + len(section.title)
    before = work.text[begin:at].lstrip(": \t\n")
    return "\n\n" in before


def _next(hit: Hit, ending: Hit) -> bool:
    return ending.start == hit.end


def _settled(scopes: list[Scope]) -> list[Scope]:
    """Without the doubt that a negation just before it takes up: "no suspicious lesion"."""
    ends = {one.end for one in scopes if one.category == "negated" and one.forward}
    if not ends:
        return scopes
    return [
        one
        for one in scopes
        if not (
            one.category == "possible"
            and one.forward
            and (one.start in ends or one.start - 1 in ends)
        )
    ]


def lowered(work: Analysis) -> list[str]:
    """The tokens in lower case."""
    words = work.tokens.words
    return "\n".join(words).lower().split("\n") if words else []


def placed(work: Analysis, mentions: Iterable[Mention]) -> list[Placed]:
    """The mentions that stand on tokens, in the order of their sentences."""
    sentences = [first for first, _ in work.sentences]
    _, starts, ends = work.tokens
    found = []
    for mention in mentions:
        # Analysis.range_of, without a call for each of very many mentions
        ranges = tuple(
            [(bisect_right(ends, one.start), bisect_left(starts, one.end)) for one in mention.spans]
        )
        if ranges and ranges[0][0] < ranges[-1][1]:
            sentence = bisect_right(sentences, ranges[0][0]) - 1
            found.append(Placed(mention, ranges, max(0, sentence)))
    found.sort(key=lambda one: one.sentence)
    return found


def categories(scopes: Iterable[Scope], ranges: Sequence[Range]) -> Found:
    """The categories of a mention; between absence and doubt the nearer trigger decides."""
    found: Found = {}
    for scope in scopes:
        if scope.reaches(ranges):
            away = scope.distance(ranges)
            found[scope.category] = min(away, found.get(scope.category, FAR))
    if "negated" in found and "possible" in found:
        del found["possible" if found["negated"] <= found["possible"] else "negated"]
    return found
