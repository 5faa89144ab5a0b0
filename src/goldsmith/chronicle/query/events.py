"""Parse a clause about events: `no new problem after 5 years from start of drug tamoxifen`."""

from __future__ import annotations

import msgspec

from goldsmith.chronicle.query.model import (
    EventPhrase,
    Has,
    Length,
    Place,
    Point,
    Related,
    Timing,
)
from goldsmith.chronicle.query.nouns import Noun, parse_names, parse_noun
from goldsmith.chronicle.query.stream import TokenStream
from goldsmith.chronicle.query.times import TimeParser, parse_whole_number

_TIME = "a time, such as before 2010 or after start of drug tamoxifen"


class EventParser:
    """Parses events with their times, statuses and links, and the number required."""

    def __init__(self, stream: TokenStream) -> None:
        self._stream = stream
        self.times = TimeParser(stream, lambda _: self.parse_event())

    def parse_clause(self) -> Has:
        """Parse a clause about events; later times without a reference point refer to its event."""
        stream, start = self._stream, self._stream.position
        possibly = bool(stream.accept("possibly"))
        least, most = self._parse_quantity()
        possibly = bool(stream.accept("possibly")) or possibly
        event = self.parse_event()
        if possibly:
            event = msgspec.structs.replace(event, possibly=True)
        if most != 0:
            stream.last_event = event
        return Has(event, least, most, Place(start, stream.end))

    def _parse_quantity(self) -> tuple[int, int | None]:
        stream = self._stream
        if stream.accept("no", "without any", "without"):
            return 0, 0
        if stream.accept("at least"):
            return parse_whole_number(stream), None
        if stream.accept("more than"):
            return parse_whole_number(stream) + 1, None
        if stream.accept("at most"):
            return 0, parse_whole_number(stream)
        if stream.accept("fewer than"):
            return 0, max(0, parse_whole_number(stream) - 1)
        if stream.accept("exactly"):
            count = parse_whole_number(stream)
            return count, count
        stream.accept("any")
        return 1, None

    def parse_event(self) -> EventPhrase:
        """Parse an event with its qualifiers."""
        noun = self._parse_noun()
        event, is_new = noun.event, noun.is_new
        while (changed := self._parse_qualifier(event, is_new=is_new)) is not None:
            event = changed
        if is_new and not event.timings:
            raise self._stream.make_error(f"{_TIME}, because new says that it begins then")
        return event

    def _parse_noun(self) -> Noun:
        """Parse a description, or a verb such as `treated with` followed by names."""
        stream = self._stream
        kinds = stream.accept_entry(stream.words.verbs)
        if kinds is None:
            return parse_noun(stream)
        stream.accept("with")
        event = msgspec.convert({"kinds": kinds.split()}, EventPhrase)
        if not stream.peek().text:
            raise stream.make_error("a name, such as tamoxifen")
        noun = parse_noun(stream, event)
        if noun.event.names:
            return noun
        return msgspec.structs.replace(
            noun, event=msgspec.structs.replace(noun.event, names=parse_names(stream))
        )

    # Qualifiers

    def _parse_qualifier(self, event: EventPhrase, *, is_new: bool) -> EventPhrase | None:
        stream = self._stream
        if (status := stream.accept_entry(stream.words.statuses)) is not None:
            point = self.parse_optional_point()
            return msgspec.structs.replace(event, status=status, status_at=point)
        if length := self._parse_length():
            return msgspec.structs.replace(event, lengths=(*event.lengths, length))
        if related := self._parse_related():
            return msgspec.structs.replace(event, related=(*event.related, related))
        if timing := self._parse_timing(is_new=is_new):
            return msgspec.structs.replace(event, timings=(*event.timings, timing))
        return None

    def _parse_timing(self, *, is_new: bool) -> Timing | None:
        part = self._stream.accept_entry(self._stream.words.parts)
        window = self.times.parse_window()
        if window is None and part == "all":
            window = self.times.parse_period()
        if window is None and part is not None:
            raise self._stream.make_error(_TIME)
        if window is None:
            return None
        return Timing(window, part or ("start" if is_new else "any"))

    def _parse_length(self) -> Length | None:
        """Parse `for at least 6 months` or `lasting 6 months`."""
        stream, saved = self._stream, self._stream.save()
        if not stream.accept("for", "lasting") or not self.times.is_duration_next():
            stream.restore(saved)
            return None
        is_most = stream.accept("at least", "more than", "at most") == "at most"
        return Length(self.times.parse_duration(), "at most" if is_most else "at least")

    def _parse_related(self) -> Related | None:
        stream = self._stream
        kind = stream.accept_entry(stream.words.links)
        if kind is None:
            return None
        stream.accept("in", "at", "by")
        return Related(kind, self.times.parse_reference())

    def parse_optional_point(self) -> Point | None:
        """Parse `at P`, `on P`, `by P` or `5 years after P`, or return None."""
        if self._stream.accept("at", "on", "by") or self.times.is_duration_next():
            return self.times.parse_point()[1]
        return None
