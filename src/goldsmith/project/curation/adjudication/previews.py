"""Previews: the annotations of the consensus that would follow from a decision."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec
from msgspec.structs import replace

from goldsmith.adjudication import (
    Comparison,
    Decision,
    Rules,
    Unit,
    build_consensus,
    check_decision,
)
from goldsmith.core import Group, Mention, Relation, Schema
from goldsmith.project.adjudication.make import list_slots

#: More single versions than this are not offered one by one.
_MOST_SINGLE = 8


class Preview(msgspec.Struct, frozen=True, omit_defaults=True):
    """A decision with the rules that it breaks, or with its result."""

    keep: tuple[str, ...]
    label: str = ""
    """A letter for the versions of that annotator; `all`, `none`, or the id of a version."""
    breaches: tuple[str, ...] = ()
    mentions: tuple[Mention, ...] = ()
    relations: tuple[Relation, ...] = ()
    groups: tuple[Group, ...] = ()
    lost: tuple[str, ...] = ()
    """The types of relations and chains that cannot be carried over to the chosen mentions."""


class Previewer:
    """Previews decisions about a unit.

    Args:
        comparison: The compared sets of the document.
        unit: The unit.
        decisions: Unit -> decision, of all units of the document.
        rules: The rules of the project.
        schema: The schema of the project.
    """

    def __init__(
        self,
        comparison: Comparison,
        unit: Unit,
        decisions: Mapping[str, Decision],
        rules: Rules,
        schema: Schema,
    ) -> None:
        self._unit, self._rules, self._schema = unit, rules, schema
        self._comparison = _select_part(comparison, unit)
        self._decisions = {
            entry.id: decisions[entry.id]
            for entry in self._comparison.units
            if entry.id in decisions
        }

    def list_options(self, letters: Mapping[str, str]) -> tuple[Preview, ...]:
        """Return a preview of each decision that keeps versions unchanged."""
        return tuple(
            self.preview(Decision(self._unit.id, keep, reason="…"), label)
            for label, keep in _list_choices(self._unit, letters)
        )

    def preview(self, decision: Decision, label: str = "") -> Preview:
        """Preview the result of a decision, or the rules that it breaks."""
        breaches = find_breaches(self._comparison, self._unit, decision, self._rules, self._schema)
        if breaches:
            return Preview(decision.keep, label, tuple(breaches))
        decisions = self._decisions | {self._unit.id: decision}
        consensus = build_consensus(self._comparison, decisions, schema=self._schema)
        touched = {
            origin.annotation for origin in consensus.origins if origin.unit == self._unit.id
        }
        annotations = consensus.annotations
        mentions = {mention.id: mention for mention in annotations.mentions}
        relations = tuple(rel for rel in annotations.relations if rel.id in touched)
        groups = tuple(group for group in annotations.groups if group.id in touched)
        ends = {name for rel in relations for name in (rel.arg1, rel.arg2)}
        ends |= {name for group in groups for name in group.members}
        if self._unit.kind in ("attributes", "codes"):
            touched = set(mentions)
        return Preview(
            decision.keep,
            label,
            (),
            tuple(mentions[name] for name in mentions if name in touched or name in ends),
            relations,
            groups,
            tuple(entry.split(" by ")[0] for entry in consensus.lost),
        )


def find_breaches(
    comparison: Comparison, unit: Unit, decision: Decision, rules: Rules, schema: Schema
) -> list[str]:
    """Return the rules that a decision breaks, in words."""
    breaches = check_decision(unit, decision, rules, schema)
    length = len(comparison.document.text)
    if any(span.end > length for new in decision.add for span in new.spans):
        breaches.append("a new mention lies outside the text")
    return breaches


def _list_choices(unit: Unit, letters: Mapping[str, str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the decisions to choose from: each annotator's versions, all, none, single ones."""
    listed: set[tuple[str, ...]] = set()
    choices = [
        (letter, tuple(entry.id for entry in unit.candidates if name in entry.made_by))
        for name, letter in sorted(letters.items(), key=lambda item: item[1])
    ]
    choices.append(("all", tuple(entry.id for entry in unit.candidates)))
    choices.append(("none", ()))
    if len(unit.candidates) <= _MOST_SINGLE:
        choices += [(entry.id, (entry.id,)) for entry in unit.candidates]
    for label, keep in choices:
        if label in letters.values() or keep not in listed:
            yield label, keep
        listed.add(keep)


def _select_part(comparison: Comparison, unit: Unit) -> Comparison:
    """Return the part of a comparison that is needed to build the result of a unit."""
    slots = {slot for entry in unit.candidates for slot in list_slots(entry)}
    kinds = ("mention", "attributes", "codes")
    settled = {
        kind: tuple(entry for entry in comparison.settled.get(kind, ()) if entry.slot in slots)  # type: ignore[call-overload]
        for kind in kinds
    }
    units = tuple(
        entry
        for entry in comparison.units
        if entry.id == unit.id
        or (entry.kind in kinds and any(part.slot in slots for part in entry.candidates))
    )
    return replace(comparison, settled=settled, units=units)
