"""The steps from one state of a consensus set to the next.

The engine renumbers the annotations of a consensus each time. Here an annotation that stays keeps
its id, so that the journal shows only the effect of a decision. Later changes that people made in
the consensus, such as codes, are kept.
"""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterable, Mapping

from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Group, Mention, Relation
from goldsmith.store.journal.state import Content, State
from goldsmith.store.journal.steps import (
    AddGroup,
    AddMention,
    AddRelation,
    Remove,
    SetAttribute,
    SetCodes,
    SetMembers,
    Step,
)

#: An annotation and a field of it.
Field = tuple[str, str]


def find_steps(
    content: Content, target: AnnotationSet, fixed: Container[Field] = ()
) -> tuple[Step, ...]:
    """Return the steps that turn a consensus set into the target.

    Args:
        content: The present state of the set.
        target: The consensus that results from the decisions.
        fixed: Fields that people changed themselves, as (annotation, field); they stay. The field
            `type` represents the whole annotation.
    """
    finder = _StepFinder(content, fixed)
    names = finder.match_mentions(target.mentions)
    finder.match_relations(target.relations, names)
    finder.match_groups(target.groups, names)
    return tuple(finder.steps)


class _StepFinder:
    def __init__(self, content: Content, fixed: Container[Field]) -> None:
        self._state, self._fixed = State(content), fixed
        self._counts: dict[str, int] = {}
        self.steps: list[Step] = []

    def _do(self, step: Step) -> None:
        self._state.apply((step,))
        self.steps.append(step)

    def match_mentions(self, mentions: Iterable[Mention]) -> dict[str, str]:
        """Bring the mentions in line with the target; return target id -> id in the set."""
        present: dict[Hashable, list[str]] = {}
        for mention in self._state.mentions.values():
            present.setdefault((mention.spans, mention.type), []).append(mention.id)
        names: dict[str, str] = {}
        fresh: list[Mention] = []
        for mention in mentions:
            ids = present.get((mention.spans, mention.type))
            if ids:
                names[mention.id] = ids.pop(0)
            else:
                fresh.append(mention)
        self._remove(name for ids in present.values() for name in ids)
        for mention in mentions:
            if mention.id in names:
                self._match_fields(names[mention.id], mention)
        for mention in fresh:
            names[mention.id] = self._choose_id(mention.id)
            self._do(AddMention(replace(mention, id=names[mention.id])))
        return names

    def _match_fields(self, name: str, mention: Mention) -> None:
        present = self._state.mentions[name]
        for field in sorted({*present.attributes, *mention.attributes}):
            value = mention.attributes.get(field)
            if present.attributes.get(field) != value and not self._is_fixed(
                name, f"attributes.{field}"
            ):
                self._do(SetAttribute(name, field, value))
        if present.codes != mention.codes and not self._is_fixed(name, "codes"):
            self._do(SetCodes(name, mention.codes))

    def match_relations(self, relations: Iterable[Relation], names: Mapping[str, str]) -> None:
        """Bring the relations in line with the target."""
        placed = [replace(rel, arg1=names[rel.arg1], arg2=names[rel.arg2]) for rel in relations]
        present: dict[Hashable, list[str]] = {}
        for rel in self._state.relations.values():
            present.setdefault(_get_content(rel), []).append(rel.id)
        fresh = []
        for rel in placed:
            ids = present.get(_get_content(rel))
            if ids:
                ids.pop(0)
            else:
                fresh.append(rel)
        self._remove(name for ids in present.values() for name in ids)
        for rel in fresh:
            self._do(AddRelation(replace(rel, id=self._choose_id(rel.id))))

    def match_groups(self, groups: Iterable[Group], names: Mapping[str, str]) -> None:
        """Bring the groups in line with the target; a group keeps its id if most members stay."""
        placed = [
            replace(group, members=tuple(names[name] for name in group.members)) for group in groups
        ]
        waiting = dict(self._state.groups)
        fresh = []
        for group in placed:
            match = _find_nearest(group, waiting)
            if match is None:
                fresh.append(group)
                continue
            del waiting[match.id]
            if match.members != group.members:
                self._do(SetMembers(match.id, group.members))
        self._remove(waiting)
        for group in fresh:
            self._do(AddGroup(replace(group, id=self._choose_id(group.id))))

    def _remove(self, names: Iterable[str]) -> None:
        for name in sorted(names):
            if not self._is_fixed(name, "type"):
                self._do(Remove(name))

    def _is_fixed(self, name: str, field: str) -> bool:
        return (name, field) in self._fixed

    def _choose_id(self, name: str) -> str:
        """Return the id of the target if it is free, otherwise the next free number."""
        letter = name[0]
        number = int(name[1:])
        while self._state.get(f"{letter}{number}") is not None:
            number = self._counts.get(letter, number) + 1
            self._counts[letter] = number
        return f"{letter}{number}"


def _get_content(rel: Relation) -> Hashable:
    return rel.type, rel.arg1, rel.arg2, tuple(sorted(rel.attributes.items()))


def _find_nearest(group: Group, groups: Mapping[str, Group]) -> Group | None:
    """Return the group of the same type that shares most members; None if none shares any."""
    members = set(group.members)
    best, most = None, 0
    for entry in groups.values():
        shared = len(members & set(entry.members))
        if entry.type == group.type and shared > most:
            best, most = entry, shared
    return best
