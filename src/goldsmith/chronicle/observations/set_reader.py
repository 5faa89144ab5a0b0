"""Read one annotation set into a page, by the map of its schema."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from goldsmith.chronicle.observations.page import DatedTime, Page, Unit
from goldsmith.chronicle.observations.schema_map import MentionMap, RelationMap, SchemaMap
from goldsmith.chronicle.observations.times import TimeRelation
from goldsmith.core import AnnotationSet, Mention, Relation
from goldsmith.text.timex_days import Days, parse_days

#: Provenance of a set -> the confidence of its mentions; 1 for others.
_CONFIDENCE = {"system": 0.8}
_VALUE_START = "0123456789<>"


class SetReader:
    """Reads one annotation set into a page."""

    def __init__(
        self,
        page: Page,
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
            if rule is not None and (mention.spans or rule.time):
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
        elif rule.detail:
            self._details[mention.id] = rule.detail, self._page.doc.get_covered_text(mention)
        else:
            self._read_unit(mention, rule)

    def _read_time(self, mention: Mention, value: str) -> None:
        days = parse_days(value)
        if days:
            self._times[mention.id] = days
            if mention.spans:
                self._page.times.append(DatedTime(mention, days))

    def _read_unit(self, mention: Mention, rule: MentionMap) -> None:
        kinds, attributes = rule.kinds, mention.attributes
        if rule.kind_by:
            kinds = rule.kinds_of.get(attributes.get(rule.kind_by, ""), ())
        if not kinds:
            return
        position = self._page.place_unit(mention, kinds, self._set.name)
        self._units[mention.id] = position
        unit = self._page.units[position]
        if self._confidence < unit.confidence:
            unit.confidence = self._confidence
        if rule.assertions:
            for attribute, assertions in rule.assertions.items():
                if assertion := assertions.get(attributes.get(attribute, "")):
                    unit.assert_as(assertion)
        if rule.details:
            for attribute, detail in rule.details.items():
                if value := attributes.get(attribute):
                    unit.details.setdefault(detail, value)

    def _read_relation(self, rel: Relation, rule: RelationMap) -> None:
        units = self._units
        first = units.get(rel.arg1, -1)
        if rule.time_by:
            if first >= 0:
                self._read_time_relation(rel, rule, self._page.units[first])
            return
        if rule.identity:
            when = rule.identity_when
            if not when or all(rel.attributes.get(key) == value for key, value in when.items()):
                self._identify((rel.arg1, rel.arg2))
            return
        second = units.get(rel.arg2, -1)
        if rule.assertion:
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

    def _read_time_relation(self, rel: Relation, rule: RelationMap, unit: Unit) -> None:
        days = self._times.get(rel.arg2)
        if not days:
            return
        kind = rel.attributes.get(rule.time_by, "")
        relation = self._time_relations[self._map.schema, rel.type].get(kind)
        if relation:
            is_now = days[0] == days[1] == self._page.day
            unit.narrow(relation.limit(days, is_now), "link")

    def _identify(self, members: Sequence[str]) -> None:
        units = self._units
        positions = [str(units[member]) for member in members if member in units]
        if len(positions) > 1:
            self._page.identities.append(tuple(positions))


def _add_detail(unit: Unit, name: str, value: str) -> None:
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
