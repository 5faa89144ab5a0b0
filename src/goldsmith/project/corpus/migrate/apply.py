"""Apply the rules of a migration to annotation sets, and count changes and losses."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Document, Group, Mention, Note, Relation
from goldsmith.core.annotation_set import Annotation
from goldsmith.core.schema import ANY
from goldsmith.project.corpus.migrate.rules import AttributeRule, Migration, TypeRule

#: The possible losses of a migration, with their meanings.
LOSSES: Final[Mapping[str, str]] = {
    "mentions": "mentions that a rule drops",
    "relations": "relations that a rule drops",
    "arguments": "relations whose mention is dropped",
    "members": "members of groups whose mention is dropped",
    "groups": "groups that a rule drops, or without members left",
    "attributes": "attributes that a rule drops",
    "values": "values that a rule drops, or that another attribute already has",
    "notes": "notes on annotations that are dropped",
}
#: The number of example places for each rule or loss.
_MOST_PLACES = 3


class Place(msgspec.Struct, frozen=True, omit_defaults=True):
    """The location of an annotation, without note text."""

    document: str
    set: str
    annotation: str
    start: int = -1
    end: int = -1

    def __str__(self) -> str:
        span = f" {self.start}–{self.end}" if self.start >= 0 else ""
        return f"{self.document} [{self.set}] {self.annotation}{span}"


class Tally:
    """A count with a few places as examples."""

    def __init__(self) -> None:
        self.count = 0
        self.places: list[Place] = []

    def add(self, place: Place) -> None:
        """Count a place."""
        self.count += 1
        if len(self.places) < _MOST_PLACES:
            self.places.append(place)


class Migrator:
    """Migrates annotation sets. `applied` counts by rule, `losses` by kind of loss."""

    def __init__(self, migration: Migration) -> None:
        rules = migration.rules
        self._rules, self._schema = rules, migration.target.name
        self._agent = f"goldsmith schema migrate ({migration.target.name})"
        self.applied: dict[str, Tally] = {name: Tally() for name in rules.number_rules()}
        self.losses: dict[str, Tally] = {name: Tally() for name in LOSSES}

    def migrate(self, doc: Document, annotation_set: AnnotationSet) -> AnnotationSet:
        """Return the set in the new schema."""
        return _SetMigration(self, doc, annotation_set).run()

    def make_set(
        self,
        original: AnnotationSet,
        mentions: Sequence[Mention],
        relations: Sequence[Relation],
        groups: Sequence[Group],
        notes: Sequence[Note],
    ) -> AnnotationSet:
        """Return a set with new annotations; its provenance names the tool and keeps the rest."""
        return replace(
            original,
            mentions=tuple(mentions),
            relations=tuple(relations),
            groups=tuple(groups),
            notes=tuple(notes),
            schema=self._schema,
            provenance=replace(original.provenance, tool=self._agent),
        )

    @property
    def rules(self) -> Mapping[str, Sequence[TypeRule]]:
        """The rules for types, by kind; groups follow the rules for relations."""
        return {"mention": self._rules.mention, "relation": self._rules.relation}

    @property
    def attribute_rules(self) -> Sequence[AttributeRule]:
        """The rules for attributes."""
        return self._rules.attribute


class _SetMigration:
    """The migration of one set."""

    def __init__(self, migrator: Migrator, doc: Document, original: AnnotationSet) -> None:
        self._migrator, self._doc, self._original = migrator, doc, original
        self._spans = {mention.id: mention for mention in original.mentions}

    def run(self) -> AnnotationSet:
        original = self._original
        mentions = list(filter(None, map(self._migrate_mention, original.mentions)))
        ids = {mention.id for mention in mentions}
        relations = list(filter(None, (self._migrate_relation(r, ids) for r in original.relations)))
        groups = list(filter(None, (self._migrate_group(g, ids) for g in original.groups)))
        remaining = ids | {rel.id for rel in relations} | {group.id for group in groups}
        notes = list(self._select_notes(original.notes, remaining))
        return self._migrator.make_set(original, mentions, relations, groups, notes)

    def _migrate_mention(self, mention: Mention) -> Mention | None:
        rule = self._apply_type_rule("mention", mention)
        if rule and rule.drop:
            self._lose("mentions", mention.id)
            return None
        return replace(
            mention,
            type=(rule.to if rule else "") or mention.type,
            attributes=self._migrate_attributes(mention, rule),
        )

    def _migrate_relation(self, rel: Relation, ids: Collection[str]) -> Relation | None:
        rule = self._apply_type_rule("relation", rel)
        if rule and rule.drop:
            self._lose("relations", rel.id)
            return None
        if rel.arg1 not in ids or rel.arg2 not in ids:
            self._lose("arguments", rel.id)
            return None
        first, second = (rel.arg2, rel.arg1) if rule and rule.reverse else (rel.arg1, rel.arg2)
        return replace(
            rel,
            type=(rule.to if rule else "") or rel.type,
            arg1=first,
            arg2=second,
            attributes=self._migrate_attributes(rel, rule),
        )

    def _migrate_group(self, group: Group, ids: Collection[str]) -> Group | None:
        rule = self._apply_type_rule("relation", group)
        members = tuple(member for member in group.members if member in ids)
        if (rule and rule.drop) or not members:
            self._lose("groups", group.id)
            return None
        for _ in range(len(group.members) - len(members)):
            self._lose("members", group.id)
        return replace(
            group,
            type=(rule.to if rule else "") or group.type,
            members=members,
            attributes=self._migrate_attributes(group, rule),
        )

    def _select_notes(self, notes: Iterable[Note], ids: Collection[str]) -> Iterator[Note]:
        for note in notes:
            if not note.target or note.target in ids:
                yield note
            else:
                self._lose("notes", note.target)

    def _apply_type_rule(self, kind: str, annotation: Annotation) -> TypeRule | None:
        """Return the first rule whose conditions hold, and count it."""
        for number, rule in enumerate(self._migrator.rules[kind], 1):
            if annotation.type in rule.types and _has(annotation.attributes, rule.when):
                self._migrator.applied[f"{kind} {number}"].add(self._locate(annotation.id))
                return rule
        return None

    def _migrate_attributes(
        self, annotation: Annotation, type_rule: TypeRule | None
    ) -> dict[str, str]:
        old = annotation.attributes
        new = dict(old)
        for number, rule in enumerate(self._migrator.attribute_rules, 1):
            applies = _covers(rule, annotation.type) and _has(old, rule.when)
            if applies and self._migrate_attribute(rule, old, new, annotation.id):
                self._migrator.applied[f"attribute {number}"].add(self._locate(annotation.id))
        if type_rule:
            for name in type_rule.absorb:
                new.pop(name, None)
            new.update(type_rule.set)
        return new

    def _migrate_attribute(
        self, rule: AttributeRule, old: Mapping[str, str], new: dict[str, str], owner: str
    ) -> bool:
        """Change an attribute; return whether it changed."""
        name = rule.to or rule.name
        if rule.name not in old:
            if rule.default and name not in new:
                new[name] = rule.default
                return True
            return False
        value = old[rule.name]
        if rule.drop:
            new.pop(rule.name, None)
            self._lose("attributes", owner)
            return True
        changed = rule.values.get(value, value)
        if name == rule.name and changed == value:
            return False
        if not changed or (name != rule.name and old.get(name, changed) != changed):
            self._lose("values", owner)
            changed = old.get(name, "") if name != rule.name else rule.default
        new.pop(rule.name, None)
        if changed:
            new[name] = changed
        return True

    def _lose(self, name: str, annotation: str) -> None:
        self._migrator.losses[name].add(self._locate(annotation))

    def _locate(self, annotation: str) -> Place:
        mention = self._spans.get(annotation)
        start, end = (mention.start, mention.end) if mention else (-1, -1)
        return Place(self._doc.id, self._original.name, annotation, start, end)


def _covers(rule: AttributeRule, annotation_type: str) -> bool:
    return ANY in rule.of or annotation_type in rule.of


def _has(attributes: Mapping[str, str], when: Mapping[str, str]) -> bool:
    return all(attributes.get(name, "") == value for name, value in when.items())
