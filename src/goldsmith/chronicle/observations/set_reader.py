"""Read an annotation set into a page, using the map of its schema."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from rapidfuzz.distance import OSA

from goldsmith.chronicle.observations.page import DatedTime, Page, Unit
from goldsmith.chronicle.observations.schema_map import MentionMap, RelationMap, SchemaMap
from goldsmith.chronicle.observations.times import TimeRelation
from goldsmith.core import AnnotationSet, Mention, Relation
from goldsmith.text.timex_days import Days, parse_days

#: Provenance of a set -> the confidence of its mentions; the default is 1.
_CONFIDENCE = {"system": 0.8}
_VALUE_START = "0123456789<>"


class SetReader:
    """Reads one annotation set into a page."""

    def __init__(
        self,
        page: Page,
        annotations: AnnotationSet,
        schema_map: SchemaMap,
        relations: Mapping[str, Mapping[str, Mapping[str, TimeRelation]]],
    ) -> None:
        self._page, self._set, self._map = page, annotations, schema_map
        self._time_relations = relations[schema_map.schema]
        self._confidence = _CONFIDENCE.get(annotations.provenance.kind, 1.0)
        self._units: dict[str, Unit] = {}
        self._is_first = not page.units
        self._details: dict[str, tuple[str, str]] = {}
        self._times: dict[str, Days] = {}

    def read(self) -> None:
        self._read_mentions()
        self._read_relations()
        for group in self._set.groups:
            rule = self._map.relations.get(group.type)
            if rule is not None and rule.identity:
                self._identify(group.members)

    def _read_mentions(self) -> None:
        rules = self._map.mentions
        for mention in self._set.mentions:
            rule = rules.get(mention.type)
            if rule is None:
                continue
            if rule.time:
                self._read_time(mention, mention.attributes.get(rule.time, ""))
            elif rule.detail and mention.spans:
                self._details[mention.id] = rule.detail, self._page.get_text(mention.spans)
            elif mention.spans:
                self._read_unit(mention, rule)

    def _read_relations(self) -> None:
        rules = self._map.relations
        for rel in self._set.relations:
            rule = rules.get(rel.type)
            if rule is None:
                continue
            if rule.time_by:
                self._read_time_relation(rel, rule)
            else:
                self._read_relation(rel, rule)

    def _read_time(self, mention: Mention, value: str) -> None:
        days = parse_days(value)
        if days:
            self._times[mention.id] = days
            if mention.spans:
                self._page.times.append(DatedTime(mention, days))

    def _read_unit(self, mention: Mention, rule: MentionMap) -> None:
        kinds = rule.kinds
        if rule.kind_by:
            kinds = rule.kinds_of.get(mention.attributes.get(rule.kind_by, ""), ())
        if not kinds:
            return
        unit = self._page.place_unit(mention, kinds, self._set.name, is_first_set=self._is_first)
        self._units[mention.id] = unit
        if self._confidence < unit.confidence:
            unit.confidence = self._confidence
        if rule.assertions:
            for attribute, assertions in rule.assertions.items():
                if assertion := assertions.get(mention.attributes.get(attribute, "")):
                    unit.assert_as(assertion)
        if rule.details:
            for attribute, detail in rule.details.items():
                if value := mention.attributes.get(attribute):
                    unit.details.setdefault(detail, value)

    def _read_relation(self, rel: Relation, rule: RelationMap) -> None:
        if rule.identity:
            when = rule.identity_when
            if not when or all(rel.attributes.get(key) == value for key, value in when.items()):
                self._identify((rel.arg1, rel.arg2))
        elif rule.assertion:
            if (unit := self._units.get(rel.arg2)) is not None:
                unit.assert_as(rule.assertion)
        else:
            self._read_link(rel, rule)

    def _read_link(self, rel: Relation, rule: RelationMap) -> None:
        first, second = self._units.get(rel.arg1), self._units.get(rel.arg2)
        if first is None:
            if second is not None:
                self._give_detail(rel.arg1, second)
        elif second is None:
            self._give_detail(rel.arg2, first)
        elif link := rule.link.get(first.kind) or rule.link.get("*"):
            self._page.links[link, first.position, second.position] = None

    def _give_detail(self, argument: str, unit: Unit) -> None:
        """Add the detail in one argument of a relation to the unit in the other."""
        if detail := self._details.get(argument):
            _add_detail(unit, *detail)

    def _read_time_relation(self, rel: Relation, rule: RelationMap) -> None:
        unit, days = self._units.get(rel.arg1), self._times.get(rel.arg2)
        if unit is None or not days:
            return
        kind = rel.attributes.get(rule.time_by, "")
        relation = self._time_relations[rel.type].get(kind)
        if relation:
            is_now = days[0] == days[1] == self._page.day
            unit.narrow(relation.limit(days, is_now), "link")

    def _identify(self, members: Sequence[str]) -> None:
        units = [unit for member in members if (unit := self._units.get(member)) is not None]
        for first, second in pairwise(units):
            self._page.join_chains(first, second)


def _add_detail(unit: Unit, name: str, value: str) -> None:
    """Add a detail; a value that is not a measurement becomes a result."""
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


_SIDE_NAMES = ("left", "right", "both")
_SIDES = {"l": "left", "lt": "left", "r": "right", "rt": "right", "bilateral": "both"}


@lru_cache(maxsize=1 << 10)
def _normalise_side(words: str) -> str:
    """Normalise the name of a side, which may have a typing error ("rihgt")."""
    side = words.casefold().strip(" .()").removesuffix("-sided")
    side = _SIDES.get(side, side)
    similar = (name for name in _SIDE_NAMES if OSA.distance(side, name) == 1)
    return side if side in _SIDE_NAMES else next(similar, side)
