"""Choose phrases that the facts can fill.

Beyond the notation of `template`:

| written      | means                                                                           |
| ------------ | ------------------------------------------------------------------------------- |
| `@c`         | the place of `c` with its side ("left breast"), linked to `c`                   |
| `%f` `%f!neg`| the things of the list `f`, joined by commas and and (or, where negated)        |
| `{f_last:it}`| a mention of the last thing of the list `f`                                      |
| `i … f*`     | in relations: with each thing of the list `f`                                   |
| `~` `^`      | at the beginning of a phrase: only brisk authors, only old-fashioned ones       |
| `£` `$`      | at the beginning of a phrase: only in Britain, only in America                  |

A phrase that mentions a missing fact is skipped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from goldsmith_demo.life.model import Event, Thing
from goldsmith_demo.life.spelling import americanise
from goldsmith_demo.writing.documents.narratives.facts import Fact, Facts
from goldsmith_demo.writing.documents.narratives.filling import Filling
from goldsmith_demo.writing.documents.narratives.readings import (
    Reading,
    find_required,
    list_names_without,
    parse_reading,
)
from goldsmith_demo.writing.page import Page
from goldsmith_demo.writing.template import resolve_choices

VOICES = ("plain", "plain", "brisk", "old")
_MARKS = {"~": ("brisk", "terse"), "^": ("old",), "£": ("uk",), "$": ("us",)}
_MARK = "".join(_MARKS)
_TRIES = 4
_TUMOUR = frozenset(("c", "ic"))


class Phrase(NamedTuple):
    """A phrase, its words without the marks of voice and style, and the facts it requires."""

    key: str
    words: str
    required: frozenset[str]


@lru_cache(1 << 12)
def _select_suitable(
    frames: tuple[str, ...], voice: str, style: str
) -> tuple[list[Phrase], frozenset[str]]:
    """Return the phrases that suit the author's voice and the country's style, and their keys."""
    suits = {mark: voice in _MARKS[mark] or style in _MARKS[mark] for mark in _MARK}
    bare = [(frame, frame.lstrip(_MARK)) for frame in frames]
    phrases = [
        Phrase(frame, words, find_required(words))
        for frame, words in bare
        if all(suits[mark] for mark in frame.removesuffix(words))
    ]
    return phrases, frozenset(phrase.key for phrase in phrases)


class Teller(Facts):
    """Writes facts on a page in the voice of an author."""

    def __init__(self, page: Page, event: Event, voice: str = "") -> None:
        super().__init__(page, event)
        self.voice = voice or self.chance.choice(VOICES)
        self.common: dict[str, Fact] = {}
        allergens = self.find_things(self.patient.allergies)
        self._harmful = tuple(name.lower() for thing in allergens for name in thing.names)
        self.spoken: Counter[str] = Counter()
        """How often lists (by name) and places ("@c") have been mentioned."""

    def list_mentioned(self) -> set[str]:
        """Return the keys of the things that the document already mentions."""
        return {mark.thing.key for mark in self.page.marks}

    def make_thing(self, kind: str, text: str) -> Thing:
        """Make a thing that only this document mentions, named by these words."""
        text = americanise(text) if self.style == "us" else text
        return self.page.make_loose_thing(kind, text, frozenset())

    def make_tests(self, **tests: tuple[str, str]) -> dict[str, Fact]:
        """Make the tests with these names and results; the result of test `b` is `br`."""
        rows: dict[str, Fact] = {}
        for key, (name, figure) in tests.items():
            rows[key] = self.make_thing("Investigation", name)
            rows[f"{key}r"] = self.make_thing("Result", figure)
        return rows

    def say(
        self,
        frames: Sequence[str],
        also: Mapping[str, Fact] | None = None,
        *,
        lead: str = "",
        after: str = " ",
        again: bool = False,
        share: float = 1.0,
        **values: Fact,
    ) -> bool:
        """Write a phrase that the values can fill, after `lead`; return False if there is none.

        A note uses each phrase once, except with `again`, for other things. With a `share`, write
        the phrase in only that share of cases.
        """
        if share < 1 and not self.maybe(share):
            return False
        facts = {**self.common, **(also or {}), **values}
        if again:
            self.used.difference_update(frames)
        phrases, keys = _select_suitable(tuple(frames), self.voice, self.style)
        is_fresh = keys.isdisjoint(self.used)  # spares most notes the search for used phrases
        phrases = phrases[:] if is_fresh else [row for row in phrases if row.key not in self.used]
        for phrase in self._shuffle(phrases):
            for _ in range(_TRIES if all(map(facts.get, phrase.required)) else 0):
                reading = parse_reading(resolve_choices(phrase.words, self.chance))
                if self._is_harmless(reading.words) and self._can_fill(reading, facts):
                    self.used.add(phrase.key)
                    for name in reading.mentioned:
                        self.spoken[name] += 1
                    filling = Filling(self, self.voice, reading, facts)
                    words, links = lead + filling.fill(), dict.fromkeys(filling.links)
                    self.page.write(words, links, filling.values, after)
                    return True
        return False

    def say_some(self, frames: Sequence[str], *counts: int) -> None:
        """Write several phrases, as many as one of the counts."""
        for _ in range(self.chance.choice(counts)):
            self.say(frames)

    def _shuffle(self, phrases: list[Phrase]) -> Iterator[Phrase]:
        """Yield the phrases in random order."""
        for count in range(len(phrases), 0, -1):
            at = int(self.chance.random() * count)
            yield phrases[at]
            phrases[at] = phrases[count - 1]

    def _is_harmless(self, reading: str) -> bool:
        """Return whether the drugs that a phrase itself names are safe for the patient."""
        low = reading.lower() if self._harmful and "Drug-or-device" in reading else ""
        return not any(f":{name}" in low for name in self._harmful)

    def _can_fill(self, reading: Reading, facts: Mapping[str, Fact]) -> bool:
        """Return whether the facts can fill a reading."""
        placed = reading.placed
        if not all(map(facts.get, reading.needed)) or ("c" in placed and self.spoken["@c"] > 2):
            return False
        lists = (facts.get(name) for name in reading.single)
        if any(isinstance(things, list) and len(things) > 1 for things in lists):
            return False
        return all(self._can_place(name, facts.get(name)) for name in placed)

    def _can_place(self, name: str, value: Fact) -> bool:
        """Return whether a thing has a place to state, which some name of a tumour must omit."""
        place = self.find_place(value)
        if place is None or not isinstance(value, Thing):
            return False
        return name not in _TUMOUR or bool(list_names_without(value.names, place.names))
