"""Collect observations from the annotation sets of a document.

If mentions from several sets overlap, they become one observation: the later mention adds its
codes, assertion and time to the earlier one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from goldsmith.chronicle.model import Kind
from goldsmith.chronicle.observations.context import Context
from goldsmith.chronicle.observations.dating import (
    date_unit,
    keep_apart,
    loosen_awaited,
    loosen_course,
    loosen_start,
    open_end,
)
from goldsmith.chronicle.observations.details import find_births, find_details
from goldsmith.chronicle.observations.model import OPEN_START, Link, Observation, Statement
from goldsmith.chronicle.observations.page import Page, Unit
from goldsmith.chronicle.observations.schema_map import SchemaMap
from goldsmith.chronicle.observations.set_reader import SetReader
from goldsmith.chronicle.observations.times import TimeRelation
from goldsmith.core import AnnotationSet, Document

#: The kind without a time: body sites are not dated.
_TIMELESS: Kind = "locus"


class Collector:
    """Turns documents into statements.

    Args:
        maps: Schema -> the meaning of its types.
        sets: The annotation sets to read, the most reliable first; if empty, all that have a map.
    """

    def __init__(self, maps: Mapping[str, SchemaMap], sets: Collection[str] = ()) -> None:
        self._maps, self._sets = maps, tuple(sets)
        self._relations = {
            schema: {
                name: {kind: TimeRelation(edges) for kind, edges in rule.times.items()}
                for name, rule in schema_map.relations.items()
            }
            for schema, schema_map in maps.items()
        }

    def collect(self, doc: Document) -> Statement:
        """Collect the observations and links of a document into a statement."""
        page = Page(doc)
        for entry in self._choose_sets(doc):
            SetReader(page, entry, self._maps[entry.schema], self._relations).read()
        for position, name, value in find_details(doc.text, page.units):
            page.units[position].details.setdefault(name, value)
        _date(page, Context(doc.text))
        return _build_statement(page)

    def _choose_sets(self, doc: Document) -> Iterator[AnnotationSet]:
        for name in self._sets or doc.sets:
            entry = doc.sets.get(name)
            if entry is not None and entry.schema in self._maps:
                yield entry


def _date(page: Page, context: Context) -> None:
    """Date the units that no temporal relation dates, and adjust times by the words around them."""
    for unit in page.units:
        if unit.kind != _TIMELESS:
            if unit.basis == "none":
                date_unit(page, unit, context)
            open_end(page, unit)
            keep_apart(page, unit, context)
            if unit.limits[0] != OPEN_START:
                loosen_start(page, unit, context)
    for unit in page.units:
        if unit.kind == "procedure" and unit.limits[0] != OPEN_START:
            loosen_course(page, unit, context)
        elif unit.kind == "investigation":
            loosen_awaited(page, unit, context)


def _share_places(page: Page, links: Collection[tuple[str, int, int]]) -> None:
    """Copy the side and the name of a body site to the units located there."""
    for link, first, second in links:
        if link == "located_at":
            unit, place = page.units[first], page.units[second]
            if side := place.details.get("side"):
                unit.details.setdefault("side", side)
            unit.details.setdefault("place", page.get_text(place.spans))


def _build_statement(page: Page) -> Statement:
    _share_places(page, page.links)
    units = [unit for unit in page.units if unit.assertion != "none"]
    numbers = {unit.position: number for number, unit in enumerate(units)}
    links = [
        Link(link, numbers[first], numbers[second])
        for link, first, second in page.links
        if first in numbers and second in numbers
    ]
    return Statement(
        page.doc.id,
        page.day,
        _build_observations(page, units),
        tuple(links),
        find_births(page.doc.text),
    )


def _build_observations(page: Page, units: Sequence[Unit]) -> tuple[Observation, ...]:
    text = page.doc.text
    # Positional arguments in one comprehension are faster, and this runs for every mention: see the
    # fields of Observation.
    observations = [
        Observation(
            unit.kind,
            text[unit.start : unit.end] if len(unit.spans) == 1 else page.get_text(unit.spans),
            unit.assertion,  # type: ignore[arg-type]
            unit.limits,
            unit.basis,
            unit.set,
            unit.mention,
            unit.spans,
            unit.chain,
            unit.codes,
            unit.details,
            unit.confidence,
        )
        for unit in units
    ]
    return tuple(observations)
