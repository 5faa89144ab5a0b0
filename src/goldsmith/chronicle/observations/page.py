"""Collect the units, times and links of a document before they become a statement."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from goldsmith.chronicle.model import Kind
from goldsmith.chronicle.observations.model import ANY_TIME, Basis, Limits
from goldsmith.chronicle.observations.times import intersect
from goldsmith.core import Code, Document, Mention, Span
from goldsmith.text.timex_days import Days, parse_day

#: The precedence of assertions: if sets differ, the assertion with the higher number wins.
_STRENGTH: Mapping[str, int] = {
    "affirmed": 0,
    "negated": 1,
    "uncertain": 2,
    "hypothetical": 3,
    "family": 4,
    "none": 5,
}


class Unit(msgspec.Struct, gc=False):
    """A draft of an observation; created with positional arguments for speed."""

    kind: Kind
    kinds: tuple[Kind, ...]
    #: Its index among the units of the page.
    position: int
    set: str
    mention: str
    spans: tuple[Span, ...]
    start: int
    end: int
    codes: tuple[Code, ...]
    assertion: str = "affirmed"
    limits: Limits = ANY_TIME
    basis: Basis = "none"
    chain: int = -1
    details: dict[str, str] = {}
    confidence: float = 1.0

    def assert_as(self, assertion: str) -> None:
        """Apply an assertion if it takes precedence; family and negated together become none."""
        if assertion == self.assertion:
            return
        if {assertion, self.assertion} == {"family", "negated"}:
            self.assertion = "none"
        elif _STRENGTH[assertion] > _STRENGTH[self.assertion]:
            self.assertion = assertion

    def narrow(self, limits: Limits, basis: Basis) -> None:
        self.limits, self.basis = intersect(self.limits, limits), basis


class DatedTime:
    """A time expression: its offsets, and the days it covers."""

    __slots__ = ("days", "end", "start")

    def __init__(self, mention: Mention, days: Days) -> None:
        self.start, self.end, self.days = mention.start, mention.end, days


class Page:
    """The units, times, links and coreference chains of a document."""

    def __init__(self, doc: Document) -> None:
        self.doc = doc
        self.day = parse_day(doc.metadata.date)
        self.units: list[Unit] = []
        self.times: list[DatedTime] = []
        self.by_place: dict[tuple[int, int], list[Unit]] = {}
        self.links: dict[tuple[str, int, int], None] = {}
        #: Coreferring units, by the number of their chain.
        self.chains: list[list[Unit]] = []

    def get_text(self, spans: tuple[Span, ...]) -> str:
        """Return the text of the spans, joined by spaces."""
        if len(spans) == 1:
            span = spans[0]
            return self.doc.text[span.start : span.end]
        return " ".join([self.doc.text[span.start : span.end] for span in spans])

    def place_unit(
        self, mention: Mention, kinds: tuple[Kind, ...], set_name: str, *, is_first_set: bool
    ) -> Unit:
        """Return the unit for a mention: an overlapping unit of another set, or a new one.

        Args:
            mention: The mention.
            kinds: Its possible kinds, the most likely first.
            set_name: Its annotation set.
            is_first_set: Whether no earlier set has units; then there is nothing to overlap with.
        """
        spans, units = mention.spans, self.units
        place = start, end = spans[0].start, spans[-1].end
        unit = None if is_first_set else self._find_unit(place, kinds, set_name)
        if unit is None:
            unit = Unit(
                kinds[0], kinds, len(units), set_name, mention.id, spans, start, end, mention.codes
            )
            units.append(unit)
            self.by_place.setdefault(place, []).append(unit)
            return unit
        if len(unit.kinds) > len(kinds):  # the set with fewer possible kinds is more specific
            unit.kind, unit.kinds = kinds[0], kinds
        if mention.codes:
            unit.codes = tuple(dict.fromkeys((*unit.codes, *mention.codes)))
        return unit

    def _find_unit(
        self, place: tuple[int, int], kinds: tuple[Kind, ...], set_name: str
    ) -> Unit | None:
        for unit in self.by_place.get(place, ()):
            if _may_be(unit, kinds, set_name):
                return unit
        return self._find_overlapping(place, kinds, set_name)

    def _find_overlapping(
        self, place: tuple[int, int], kinds: tuple[Kind, ...], set_name: str
    ) -> Unit | None:
        best, overlap = None, 0
        for unit in self.units:
            shared = min(unit.end, place[1]) - max(unit.start, place[0])
            if shared > overlap and _may_be(unit, kinds, set_name):
                best, overlap = unit, shared
        return best

    def join_chains(self, first: Unit, second: Unit) -> None:
        """Join the chains of two units that corefer."""
        if first.chain < 0:
            first, second = second, first
        if first.chain < 0:
            first.chain = len(self.chains)
            self.chains.append([first])
        if second.chain == first.chain:
            return
        joining = self.chains[second.chain] if second.chain >= 0 else [second]
        self.chains[first.chain] += joining
        for unit in joining:
            unit.chain = first.chain


def _may_be(unit: Unit, kinds: tuple[Kind, ...], set_name: str) -> bool:
    """Return whether a unit belongs to another set and shares a possible kind with a mention."""
    if unit.set == set_name:
        return False
    return kinds == unit.kinds or not set(kinds).isdisjoint(unit.kinds)
