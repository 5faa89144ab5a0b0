"""Collect what a document says: mentions of its annotation sets as observations.

The sets of a document share its text: a mention of a further set that covers the words of a mention
already there adds to it (a code, an assertion, a time) instead of being a second observation.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from goldsmith.chronicle.model import Assertion, Kind
from goldsmith.chronicle.observations.details import find_births, find_details, is_same_sentence
from goldsmith.chronicle.observations.model import (
    ANY_TIME,
    OPEN_END,
    OPEN_START,
    Basis,
    Limits,
    Link,
    Observation,
    Statement,
)
from goldsmith.chronicle.observations.plans import is_planned
from goldsmith.chronicle.observations.schema_map import MentionMap, RelationMap, SchemaMap
from goldsmith.chronicle.observations.times import (
    Days,
    TimeRelation,
    intersect,
    parse_day,
    parse_days,
)
from goldsmith.core import AnnotationSet, Code, Document, Mention, Relation, Span
from goldsmith.core.chain import find_components

#: What an assertion gives way to: if sets differ, the one further to the right holds.
_STRENGTH: Mapping[str, int] = {
    "affirmed": 0,
    "negated": 1,
    "uncertain": 2,
    "hypothetical": 3,
    "family": 4,
    "none": 5,
}
#: A place, a person's anatomy, has no time of its own.
_TIMELESS: Kind = "locus"
#: Kinds that take a day or a few.
_SHORT: Collection[Kind] = frozenset(("investigation", "procedure"))
#: Provenance of a set -> the confidence of its mentions; 1 for others.
_CONFIDENCE = {"system": 0.8}
#: Characters by which a time may be further from what it dates than from what comes after.
_AS_CLOSE = 3
_VALUE_START = "0123456789<>"


class _Unit:
    """An observation in the making."""

    __slots__ = (
        "assertion",
        "basis",
        "chain",
        "codes",
        "confidence",
        "details",
        "end",
        "kind",
        "kinds",
        "limits",
        "mention",
        "set",
        "spans",
        "start",
    )

    def __init__(self, mention: Mention, kinds: tuple[Kind, ...], set_name: str) -> None:
        self.kind, self.kinds = kinds[0], kinds
        self.mention, self.set, self.spans = mention.id, set_name, mention.spans
        self.start, self.end = mention.spans[0].start, mention.spans[-1].end
        self.codes: tuple[Code, ...] = mention.codes
        self.assertion = "affirmed"
        self.limits: Limits = ANY_TIME
        self.basis: Basis = "none"
        self.chain = -1
        self.details: dict[str, str] = {}
        self.confidence = 1.0

    def assert_as(self, assertion: str) -> None:
        """Take over an assertion, if it is the stronger one; family and negated is neither."""
        if {assertion, self.assertion} == {"family", "negated"}:
            self.assertion = "none"
        elif _STRENGTH[assertion] > _STRENGTH[self.assertion]:
            self.assertion = assertion

    def narrow(self, limits: Limits, basis: Basis) -> None:
        self.limits, self.basis = intersect(self.limits, limits), basis


class _Time:
    """A time expression: where it stands, and the days it covers."""

    __slots__ = ("days", "end", "start")

    def __init__(self, mention: Mention, days: Days) -> None:
        self.start, self.end, self.days = mention.start, mention.end, days


class _Page:
    """The units and times of a document, and what the mentions of each set became."""

    def __init__(self, doc: Document) -> None:
        self.doc = doc
        self.day = parse_day(doc.metadata.date)
        self.units: list[_Unit] = []
        self.times: list[_Time] = []
        self.by_place: dict[tuple[int, int], list[int]] = {}
        self.links: dict[tuple[str, int, int], None] = {}
        self.identities: list[tuple[str, ...]] = []

    def place_unit(self, mention: Mention, kinds: tuple[Kind, ...], set_name: str) -> int:
        """Return the unit of a mention: one that covers the same words, or a new one."""
        place = (mention.spans[0].start, mention.spans[-1].end)
        position = self._find_unit(place, kinds, set_name)
        if position < 0:
            position = len(self.units)
            self.units.append(_Unit(mention, kinds, set_name))
            self.by_place.setdefault(place, []).append(position)
            return position
        unit = self.units[position]
        if len(unit.kinds) > len(kinds):  # the set that knows fewer possibilities knows better
            unit.kind, unit.kinds = kinds[0], kinds
        if mention.codes:
            unit.codes = tuple(dict.fromkeys((*unit.codes, *mention.codes)))
        return position

    def _find_unit(self, place: tuple[int, int], kinds: tuple[Kind, ...], set_name: str) -> int:
        for position in self.by_place.get(place, ()):
            if self._may_be(position, kinds, set_name):
                return position
        if not self.units or self.units[0].set == set_name:
            return -1
        return self._find_overlapping(place, kinds, set_name)

    def _find_overlapping(
        self, place: tuple[int, int], kinds: tuple[Kind, ...], set_name: str
    ) -> int:
        best, overlap = -1, 0
        for position, unit in enumerate(self.units):
            shared = min(unit.end, place[1]) - max(unit.start, place[0])
            if shared > overlap and self._may_be(position, kinds, set_name):
                best, overlap = position, shared
        return best

    def _may_be(self, position: int, kinds: tuple[Kind, ...], set_name: str) -> bool:
        unit = self.units[position]
        return unit.set != set_name and any(kind in unit.kinds for kind in kinds)


class Collector:
    """Turns documents into statements.

    Args:
        maps: Schema -> the meaning of its types.
        sets: The annotation sets to read, the most reliable first; all with a map if empty.
    """

    def __init__(self, maps: Mapping[str, SchemaMap], sets: Collection[str] = ()) -> None:
        self._maps, self._sets = maps, tuple(sets)
        self._relations = {
            (schema, name): {kind: TimeRelation(edges) for kind, edges in rule.times.items()}
            for schema, schema_map in maps.items()
            for name, rule in schema_map.relations.items()
        }

    def collect(self, doc: Document) -> Statement:
        """Return what a document says."""
        page = _Page(doc)
        for entry in self._choose_sets(doc):
            _SetReader(page, entry, self._maps[entry.schema], self._relations).read()
        _number_chains(page)
        for position, name, value in find_details(doc.text, page.units):
            page.units[position].details.setdefault(name, value)
        for unit in page.units:
            if unit.basis == "none" and unit.kind != _TIMELESS:
                _date_unit(page, unit)
            _keep_plan_apart(page, unit)
        return _build_statement(page)

    def _choose_sets(self, doc: Document) -> Iterator[AnnotationSet]:
        for name in self._sets or doc.sets:
            entry = doc.sets.get(name)
            if entry is not None and entry.schema in self._maps:
                yield entry


class _SetReader:
    """Reads one annotation set into a page."""

    def __init__(
        self,
        page: _Page,
        annotations: AnnotationSet,
        schema_map: SchemaMap,
        relations: Mapping[tuple[str, str], Mapping[str, TimeRelation]],
    ) -> None:
        self._page, self._set, self._map = page, annotations, schema_map
        self._time_relations = relations
        self._confidence = _CONFIDENCE.get(annotations.provenance.kind, 1.0)
        self._units: dict[str, int] = {}
        self._details: dict[str, tuple[str, str]] = {}
        self._times: dict[str, Days] = {}

    def read(self) -> None:
        rules = self._map.mentions
        for mention in self._set.mentions:
            rule = rules.get(mention.type)
            if rule is not None:
                self._read_mention(mention, rule)
        relation_rules = self._map.relations
        for rel in self._set.relations:
            relation_rule = relation_rules.get(rel.type)
            if relation_rule is not None:
                self._read_relation(rel, relation_rule)
        for group in self._set.groups:
            relation_rule = relation_rules.get(group.type)
            if relation_rule is not None and relation_rule.identity:
                self._identify(group.members)

    def _read_mention(self, mention: Mention, rule: MentionMap) -> None:
        if rule.time:
            self._read_time(mention, mention.attributes.get(rule.time, ""))
        elif not mention.spans:
            return
        elif rule.detail:
            self._details[mention.id] = rule.detail, self._page.doc.get_covered_text(mention)
        else:
            self._read_unit(mention, rule)

    def _read_time(self, mention: Mention, value: str) -> None:
        days = parse_days(value)
        if days:
            self._times[mention.id] = days
            if mention.spans:
                self._page.times.append(_Time(mention, days))

    def _read_unit(self, mention: Mention, rule: MentionMap) -> None:
        kinds = rule.kinds
        if rule.kind_by:
            kinds = rule.kinds_of.get(mention.attributes.get(rule.kind_by, ""), ())
        if not kinds:
            return
        position = self._page.place_unit(mention, kinds, self._set.name)
        self._units[mention.id] = position
        unit = self._page.units[position]
        if self._confidence < unit.confidence:
            unit.confidence = self._confidence
        for attribute, assertions in rule.assertions.items():
            assertion = assertions.get(mention.attributes.get(attribute, ""))
            if assertion:
                unit.assert_as(assertion)
        for attribute, detail in rule.details.items():
            if value := mention.attributes.get(attribute):
                unit.details.setdefault(detail, value)

    def _read_relation(self, rel: Relation, rule: RelationMap) -> None:
        first, second = self._units.get(rel.arg1, -1), self._units.get(rel.arg2, -1)
        if rule.identity:
            if all(rel.attributes.get(key) == value for key, value in rule.identity_when.items()):
                self._identify((rel.arg1, rel.arg2))
        elif rule.time_by:
            self._read_time_relation(rel, rule, first)
        elif rule.assertion:
            if second >= 0:
                self._page.units[second].assert_as(rule.assertion)
        elif first >= 0 and second >= 0:
            kind = self._page.units[first].kind
            link = rule.link.get(kind) or rule.link.get("*")
            if link:
                self._page.links[link, first, second] = None
        else:
            self._give_detail(rel, first, second)

    def _give_detail(self, rel: Relation, first: int, second: int) -> None:
        """Give the detail that one argument is to the event that the other is."""
        for argument, position in ((rel.arg1, second), (rel.arg2, first)):
            if position >= 0 and argument in self._details:
                name, value = self._details[argument]
                _add_detail(self._page.units[position], name, value)

    def _read_time_relation(self, rel: Relation, rule: RelationMap, first: int) -> None:
        days = self._times.get(rel.arg2)
        kind = rel.attributes.get(rule.time_by, "")
        relation = self._time_relations[self._map.schema, rel.type].get(kind)
        if days and relation and first >= 0:
            is_now = days[0] == days[1] == self._page.day
            self._page.units[first].narrow(relation.limit(days, is_now=is_now), "link")

    def _identify(self, members: Sequence[str]) -> None:
        positions = [str(self._units[member]) for member in members if member in self._units]
        if len(positions) > 1:
            self._page.identities.append(tuple(positions))


def _add_detail(unit: _Unit, name: str, value: str) -> None:
    """Add a detail; a measured value is told apart from a result in words."""
    if name == "side":
        value = _normalise_side(value)
        if unit.details.get("side", value) != value:
            value = "both"
        unit.details["side"] = value
    elif name == "value" and value.lstrip("~+- ")[:1] not in _VALUE_START:
        unit.details.setdefault("result", value)
    elif name == "value":
        number, _, measure = value.partition(" ")
        unit.details.setdefault("value", number)
        if measure:
            unit.details.setdefault("unit", measure)
    else:
        unit.details.setdefault(name, value)


_SIDES = {"l": "left", "lt": "left", "r": "right", "rt": "right", "bilateral": "both"}


def _normalise_side(words: str) -> str:
    side = words.casefold().strip(" .()").removesuffix("-sided")
    return _SIDES.get(side, side)


def _number_chains(page: _Page) -> None:
    if page.identities:
        for number, members in enumerate(find_components(page.identities)):
            for member in members:
                page.units[int(member)].chain = number


def _date_unit(page: _Page, unit: _Unit) -> None:
    """Date a unit that no temporal relation dates: by a time in its sentence, or by the note.

    A time that is not before the note ("today", "in May") does not date what goes on for long.
    """
    time = _find_time(page, unit)
    whole = unit.kind in _SHORT
    if time is not None and (whole or not page.day or time.days[0] < page.day):
        first, last = time.days
        limits = Limits(first, last, first, last) if whole else Limits(0, last, first, OPEN_END)
        unit.narrow(limits, "value")
    elif page.day:
        unit.narrow(Limits(OPEN_START, page.day, OPEN_START, OPEN_END), "document")


def _keep_plan_apart(page: _Page, unit: _Unit) -> None:
    """Tell what was to come when the note was written from what had happened."""
    to_come = page.day and unit.limits[0] > page.day
    if to_come or (unit.basis == "document" and is_planned(page.doc.text, unit.start)):
        unit.assert_as("hypothetical")


def _find_time(page: _Page, unit: _Unit) -> _Time | None:
    """Find the nearest time expression in the sentence of a unit."""
    nearest, distance = None, 200
    for time in page.times:
        gap = max(time.start - unit.end, unit.start - time.end)
        if gap < distance and is_same_sentence(page.doc.text, unit, time.start, time.end):
            nearest, distance = time, gap
    if nearest is None or _is_of_another(page, unit, nearest, distance):
        return None
    return nearest


def _is_of_another(page: _Page, unit: _Unit, time: _Time, distance: int) -> bool:
    """Return whether a time follows something as closely: "resection in May 2009, capecitabine"."""
    return unit.start >= time.end and any(
        0 <= time.start - rival.end <= distance + _AS_CLOSE
        and rival.kind in _SHORT
        and is_same_sentence(page.doc.text, rival, time.start, time.end)
        for rival in page.units
    )


def _share_places(page: _Page, links: Collection[tuple[str, int, int]]) -> None:
    """Give the side of a place to what is there, and its name."""
    for link, first, second in links:
        if link == "located_at":
            unit, place = page.units[first], page.units[second]
            if side := place.details.get("side"):
                unit.details.setdefault("side", side)
            unit.details.setdefault("place", _get_text(page, place.spans))


def _get_text(page: _Page, spans: tuple[Span, ...]) -> str:
    text = page.doc.text
    if len(spans) == 1:
        return text[spans[0].start : spans[0].end]
    return " ".join([text[span.start : span.end] for span in spans])


def _build_statement(page: _Page) -> Statement:
    _share_places(page, page.links)
    numbers: dict[int, int] = {}
    observations: list[Observation] = []
    for position, unit in enumerate(page.units):
        if unit.assertion != "none":
            numbers[position] = len(observations)
            observations.append(_build_observation(page, unit))
    links = tuple(
        Link(link, numbers[first], numbers[second])
        for link, first, second in page.links
        if first in numbers and second in numbers
    )
    births = find_births(page.doc.text)
    return Statement(page.doc.id, page.day, tuple(observations), links, births)


def _build_observation(page: _Page, unit: _Unit) -> Observation:
    assertion: Assertion = unit.assertion  # type: ignore[assignment]
    return Observation(
        unit.kind,
        _get_text(page, unit.spans),
        assertion,
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
