"""Events and times of a document, and the pairs of them that may be linked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from goldsmith.core import Mention
from goldsmith.pipeline.analysis import Analysis
from goldsmith.text.timex_days import Days, parse_days

#: Names of the schema clef-temporal.
EVENT: Final = "TLC"
TIME: Final = "TIMEX3"
LINK: Final = "CTLink"
TYPE: Final = "type"
TASK: Final = "task"
CLASS: Final = "class"
HYPOTHETICAL: Final = "hypothetical"
_VALUE, _FUNCTION, _CREATION = "value", "functionInDocument", "CREATION_TIME"


class Time(NamedTuple):
    """A time expression: its tokens, its sentence (-1 without a place) and the days it covers."""

    id: str
    first: int
    last: int
    sentence: int
    type: str
    days: Days | None
    is_creation: bool


class Pair(NamedTuple):
    """An event and a time by their positions, and the task that may link them."""

    event: int
    time: int
    task: str


class Page:
    """A document as the links see it.

    Args:
        analysis: The document.
        mentions: Its events and times; others are left out.
    """

    def __init__(self, analysis: Analysis, mentions: Iterable[Mention]) -> None:
        self.analysis = analysis
        every = sorted(mentions, key=lambda mention: (mention.start, mention.end, mention.id))
        self.events = [entry for entry in every if entry.type == EVENT and entry.spans]
        self.places = [analysis.find_tokens(event.spans[0]) for event in self.events]
        self.sentences = [analysis.find_sentence(first) for first, _ in self.places]
        self.times = [self._place_time(entry) for entry in every if entry.type == TIME]
        self.creation = self._find_creation()

    def _place_time(self, mention: Mention) -> Time:
        days = parse_days(mention.attributes.get(_VALUE, ""))
        kind = mention.attributes.get(TYPE, "")
        is_creation = mention.attributes.get(_FUNCTION) == _CREATION
        if not mention.spans:
            return Time(mention.id, -1, -1, -1, kind, days, is_creation)
        first, last = self.analysis.find_tokens(mention.spans[0])
        sentence = self.analysis.find_sentence(first)
        return Time(mention.id, first, last, sentence, kind, days, is_creation)

    def _find_creation(self) -> int | None:
        return next((index for index, time in enumerate(self.times) if time.is_creation), None)

    @property
    def day(self) -> Days | None:
        """The days of the document's date."""
        if self.creation is not None and self.times[self.creation].days:
            return self.times[self.creation].days
        return parse_days(self.analysis.doc.metadata.date)

    def list_times(self, sentence: int) -> list[int]:
        """Return the times of a sentence, without the date of the document."""
        return [
            index
            for index, time in enumerate(self.times)
            if time.sentence == sentence and not time.is_creation
        ]

    def list_pairs(self) -> Iterator[Pair]:
        """Yield the pairs of Task A and Task B; hypothetical events have none."""
        for event, mention in enumerate(self.events):
            if mention.attributes.get(HYPOTHETICAL) == "true":
                continue
            if self.creation is not None:
                yield Pair(event, self.creation, "A")
            for time in self.list_times(self.sentences[event]):
                yield Pair(event, time, "B")


def make_creation_time(analysis: Analysis) -> Mention | None:
    """Make the date of the document from its metadata, as a time without a place in the text."""
    value = analysis.doc.metadata.date
    if parse_days(value) is None:
        return None
    attributes = {TYPE: "DATE", _VALUE: value, _FUNCTION: _CREATION}
    return Mention(analysis.make_id("s"), TIME, (), attributes)
