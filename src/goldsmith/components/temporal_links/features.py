"""Features of events and of pairs of event and time."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Final

from goldsmith.components.temporal_links.page import CLASS, Page, Pair, Time
from goldsmith.text.timex_days import Days

_WINDOW: Final = 3
_LONGEST_PATH: Final = 6
#: Numbers of tokens -> the name of their distance.
_DISTANCES: Final = ((0, "0"), (1, "1"), (3, "3"), (6, "6"), (12, "12"))


@cache
def load_cues() -> dict[str, frozenset[str]]:
    """Load cue words: word -> the groups it belongs to."""
    text = files("goldsmith.components.temporal_links").joinpath("cues.toml").read_text("utf-8")
    groups: dict[str, set[str]] = {}
    for group, words in tomllib.loads(text).items():
        for word in words:
            groups.setdefault(word, set()).add(group)
    return {word: frozenset(names) for word, names in groups.items()}


class PageFeatures:
    """Features of one document; those of an event are computed once."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._words = [word.lower() for word in page.analysis.tokens.words]
        self._events: dict[int, list[str]] = {}

    def describe_event(self, index: int) -> list[str]:
        """Return the features of an event: its words, those around it, cues and section."""
        if index not in self._events:
            self._events[index] = ["bias", *self._describe_event(index)]
        return self._events[index]

    def _describe_event(self, index: int) -> Iterator[str]:
        page, (first, last) = self._page, self._page.places[index]
        start, end = page.analysis.sentences[page.sentences[index]]
        words = self._words
        yield f"head={words[last - 1]}"
        yield "text=" + " ".join(words[first:last])
        for word in words[first:last]:
            yield f"in={word}"
        for offset in range(1, _WINDOW + 1):
            yield f"-{offset}={words[first - offset] if first - offset >= start else '<s>'}"
            yield f"+{offset}={words[last + offset - 1] if last + offset - 1 < end else '</s>'}"
        yield f"-2-1={' '.join(words[max(start, first - 2) : first])}"
        yield from self._list_cues(start, first, last, end)
        kinds = page.analysis.section_kinds
        yield f"section={kinds[page.sentences[index]]}"
        yield f"doc={page.analysis.doc.metadata.type}"
        yield f"doc={page.analysis.doc.metadata.subtype}"
        yield f"begins={start == first}"
        yield from self._list_sentence_times(index)

    def _list_cues(self, start: int, first: int, last: int, end: int) -> Iterator[str]:
        """Yield groups of cue words before and after, and the cue that is nearest before."""
        cues, nearest = load_cues(), ""
        for place in range(start, end):
            for group in cues.get(self._words[place], ()):
                side = "before" if place < first else "after"
                if place < first or place >= last:
                    yield f"cue {side}={group}"
                    yield f"cue {side}={self._words[place]}"
            if place < first and self._words[place] in cues:
                nearest = self._words[place]
        yield f"nearest={nearest}"
        yield f"nearest in={'|'.join(sorted(cues.get(nearest, ())))}"

    def _list_sentence_times(self, index: int) -> Iterator[str]:
        page = self._page
        indices = page.list_times(page.sentences[index])
        yield f"times={min(len(indices), 3)}"
        for at in indices:
            yield f"time {self._relate_to_day(page.times[at])}"

    def _relate_to_day(self, time: Time) -> str:
        return f"{time.type}:{_compare(time.days, self._page.day)}"

    def describe_pair(self, pair: Pair) -> list[str]:
        """Return the features of a pair."""
        page = self._page
        event = self.describe_event(pair.event)
        kind = page.events[pair.event].attributes.get(CLASS, "")
        if pair.task == "A":
            return [*event, f"class={kind}", *(f"{kind}&{name}" for name in event[1:3])]
        return [f"class={kind}", *event, *self._describe_pair(pair)]

    def _describe_pair(self, pair: Pair) -> Iterator[str]:
        page, time = self._page, self._page.times[pair.time]
        first, last = page.places[pair.event]
        relation = self._relate_to_day(time)
        follows = time.first >= last
        low, high = (last, time.first) if follows else (time.last, first)
        between = self._words[low:high]
        order = "time after" if follows else "time before"
        yield order
        yield f"order={order}&{relation}"
        yield f"days={relation}"
        yield f"length={_describe_length(time.days)}&{relation}"
        yield f"class={page.events[pair.event].attributes.get(CLASS, '')}&{relation}"
        yield f"head={self._words[last - 1]}&{relation}"
        yield f"preposition={self._words[time.first - 1] if time.first else ''}&{relation}"
        yield f"preposition={self._words[time.first - 1] if time.first else ''}&{time.type}"
        yield f"distance={_describe_distance(len(between))}&{order}"
        if len(between) <= _LONGEST_PATH:
            yield f"path={' '.join(between)}&{order}"
        for word in between:
            yield f"between={word}"
            for group in load_cues().get(word, ()):
                yield f"cue between={group}&{relation}"
        yield f"rivals={self._count_between(pair, low, high)}"
        yield f"text={' '.join(self._words[time.first : time.last])}"

    def _count_between(self, pair: Pair, low: int, high: int) -> str:
        """Tell how many events and times are between the two."""
        page = self._page
        events = sum(low <= first < high for first, _ in page.places)
        times = sum(
            low <= page.times[index].first < high
            for index in page.list_times(page.sentences[pair.event])
        )
        return f"{min(events, 2)},{min(times, 2)}"


def _compare(days: Days | None, day: Days | None) -> str:
    """Return how a time stands to the date of the document."""
    if days is None or day is None:
        return "unknown"
    if days[1] < day[0]:
        return "before"
    if days[0] > day[1]:
        return "after"
    return "same" if days == day else "around"


def _describe_length(days: Days | None) -> str:
    if days is None:
        return "unknown"
    length = days[1] - days[0]
    return "day" if length == 0 else "month" if length < 32 else "year"


def _describe_distance(tokens: int) -> str:
    return next((name for most, name in _DISTANCES if tokens <= most), "far")
