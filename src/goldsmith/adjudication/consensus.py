"""Build the consensus set from settled and decided versions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from goldsmith.adjudication.decisions import Decision, mix_attributes
from goldsmith.adjudication.units import Blocks, Candidate, Comparison, Unit
from goldsmith.core import (
    AnnotationSet,
    Code,
    Group,
    Mention,
    Note,
    Provenance,
    Relation,
    Schema,
    Span,
)
from goldsmith.core.validation import check_arguments

#: The kind of notes that record the origin of an annotation of the consensus.
ORIGIN = "origin"


class Origin(msgspec.Struct, frozen=True, omit_defaults=True):
    """The origin of an annotation of the consensus."""

    annotation: str
    made_by: tuple[str, ...]
    """Annotators who made exactly this annotation; empty if a decision combined or added it."""
    unit: str = ""
    """The unit whose decision produced it; "" if it was settled without a decision."""
    carried: bool = False
    """Whether a relation or chain was moved to another version of its mention."""


class Consensus(msgspec.Struct, frozen=True):
    """A consensus set, the origin of each annotation, and the annotations that were left out."""

    annotations: AnnotationSet
    origins: tuple[Origin, ...]
    undecided: tuple[str, ...]
    lost: tuple[str, ...]
    """Relations and chains whose mentions were dropped or got a type that they do not accept."""


def build_consensus(
    comparison: Comparison,
    decisions: Mapping[str, Decision],
    *,
    name: str = "consensus",
    schema: Schema | None = None,
) -> Consensus:
    """Make the consensus of a document.

    The result depends only on the sets and the decisions, not on the order of either.

    Args:
        comparison: The sets, compared.
        decisions: Unit -> decision. Units without a decision stay out and are listed.
        name: The name of the consensus set.
        schema: Relations whose arguments it does not allow are left out and listed, and mentions
            whose type a chain does not accept are left out of the chain.
    """
    return _Builder(comparison, decisions, schema).build(name)


def find_open_units(
    comparison: Comparison, decisions: Mapping[str, Decision], schema: Schema | None = None
) -> list[Unit]:
    """Find the units that still need a decision, mentions first.

    Attributes, codes, relations and chains of dropped mentions need no decision.
    """
    builder = _Builder(comparison, decisions, schema)
    builder.collect_mentions()
    units = builder.list_open()
    if any(unit.kind == "mention" for unit in units):
        return [unit for unit in units if unit.kind == "mention"]
    return units


class _Entry(msgspec.Struct):
    """A mention selected for the consensus."""

    slot: int
    spans: tuple[Span, ...]
    type: str
    made_by: tuple[str, ...]
    unit: str = ""
    attributes: Mapping[str, str] | None = None
    codes: tuple[Code, ...] | None = None
    id: str = ""


class _Builder:
    def __init__(
        self, comparison: Comparison, decisions: Mapping[str, Decision], schema: Schema | None
    ) -> None:
        self._comparison, self._decisions, self._schema = comparison, decisions, schema
        self._units: dict[str, list[Unit]] = defaultdict(list)
        for unit in comparison.units:
            self._units[unit.kind].append(unit)
        self._entries: list[_Entry] = []
        self._by_slot: dict[int, list[_Entry]] = defaultdict(list)
        self._origins: list[Origin] = []
        self._lost: list[str] = []

    def build(self, name: str) -> Consensus:
        self.collect_mentions()
        mentions = tuple(self._make_mentions())
        relations = tuple(self._make_relations({mention.id: mention for mention in mentions}))
        groups = tuple(self._make_groups())
        annotations = AnnotationSet(
            name,
            mentions,
            relations,
            groups,
            tuple(_make_note(origin) for origin in self._origins),
            schema=self._schema.name if self._schema else "",
            provenance=self._make_provenance(),
        )
        undecided = tuple(unit.id for unit in self.list_open())
        return Consensus(annotations, tuple(self._origins), undecided, tuple(self._lost))

    def _make_provenance(self) -> Provenance:
        """Record who decided and the time of the last decision, not the current time."""
        decisions = [decision for unit in self._comparison.units if (decision := self._get(unit))]
        return Provenance(
            kind="consensus",
            agent=", ".join(sorted({decision.by for decision in decisions} - {""})),
            created=max((decision.at for decision in decisions), default=""),
            tool="goldsmith",
            sources=self._comparison.annotators,
        )

    def list_open(self) -> list[Unit]:
        """List the units without a decision, except units about dropped mentions."""
        return [
            unit
            for unit in self._comparison.units
            if not self._get(unit) and self._is_relevant(unit)
        ]

    def _is_relevant(self, unit: Unit) -> bool:
        first = unit.candidates[0]
        if unit.kind in ("attributes", "codes"):
            return any(entry.type == first.type for entry in self._by_slot.get(first.slot, ()))
        if unit.kind == "relation":
            return any(
                all(self._by_slot.get(slot) for slot in entry.arguments)
                for entry in unit.candidates
            )
        if unit.kind == "chain":
            slots = {slot for entry in unit.candidates for block in entry.blocks for slot in block}
            return any(self._by_slot.get(slot) for slot in slots)
        return True

    def _get(self, unit: Unit) -> Decision | None:
        decision = self._decisions.get(unit.id)
        return None if decision is None or decision.reopened else decision

    # Mentions

    def collect_mentions(self) -> None:
        """Collect the mentions that are settled or decided, and number them."""
        entries = [
            _Entry(entry.slot, entry.spans, entry.type, entry.made_by)
            for entry in self._comparison.settled.get("mention", ())
        ]
        for unit in self._units["mention"]:
            decision = self._get(unit)
            if decision is not None:
                entries += _list_decided(unit, decision)
        versions: dict[tuple[object, ...], _Entry] = {}
        slots: dict[int, list[int]] = defaultdict(list)
        for entry in entries:  # two units may choose the same words and type
            key = (entry.spans, entry.type, entry.slot * (not entry.spans))
            slots[id(versions.setdefault(key, entry))].append(entry.slot)
        self._entries = sorted(
            versions.values(), key=lambda entry: (entry.spans, entry.type, entry.slot)
        )
        for number, entry in enumerate(self._entries, 1):
            entry.id = f"M{number}"
            for slot in slots[id(entry)]:
                self._by_slot[slot].append(entry)

    def _make_mentions(self) -> Iterator[Mention]:
        attributes = self._collect_details("attributes")
        codes = self._collect_details("codes")
        for entry in self._entries:
            key = (entry.slot, entry.type)
            chosen = attributes.get(key)
            chosen_codes = codes.get(key)
            values = entry.attributes if entry.attributes is not None else {}
            if entry.attributes is None and chosen is not None:
                values = chosen.attributes
            entry_codes = entry.codes if entry.codes is not None else ()
            if entry.codes is None and chosen_codes is not None:
                entry_codes = chosen_codes.codes
            self._origins.append(Origin(entry.id, entry.made_by, entry.unit))
            yield Mention(entry.id, entry.type, entry.spans, dict(values), entry_codes)

    def _collect_details(self, kind: str) -> dict[tuple[int, str], Candidate]:
        """Map each slot and type to the attributes or codes that were settled or decided."""
        settled = self._comparison.settled.get(kind, ())  # type: ignore[call-overload]
        details = {(entry.slot, entry.type): entry for entry in settled}
        for unit in self._units[kind]:
            decision = self._get(unit)
            if decision is None:
                continue
            first = unit.candidates[0]
            chosen = unit.get(decision.keep[0]) if decision.keep else None
            if chosen is None and decision.mix:
                values = mix_attributes(unit, decision.mix[0])
                chosen = msgspec.structs.replace(first, attributes=values)
            if chosen is not None:
                details[first.slot, first.type] = chosen
        return details

    # Relations

    def _make_relations(self, mentions: Mapping[str, Mention]) -> Iterator[Relation]:
        chosen = [(entry, "") for entry in self._comparison.settled.get("relation", ())]
        for unit in self._units["relation"]:
            decision = self._get(unit)
            keep = decision.keep if decision else ()
            chosen += [(entry, unit.id) for entry in unit.candidates if entry.id in keep]
        number = 0
        for candidate, unit_id in sorted(chosen, key=_get_relation_key):
            relation, carried = self._attach(candidate, mentions, f"R{number + 1}")
            if relation is None:
                self._lost.append(_describe_loss(candidate.type, candidate.made_by))
                continue
            number += 1
            self._origins.append(Origin(relation.id, candidate.made_by, unit_id, carried))
            yield relation

    def _attach(
        self, candidate: Candidate, mentions: Mapping[str, Mention], relation_id: str
    ) -> tuple[Relation | None, bool]:
        """Attach a relation to the chosen versions of its arguments."""
        entries = [self._find_entry(slot, candidate.made_by) for slot in candidate.arguments]
        if entries[0] is None or entries[1] is None or entries[0] is entries[1]:
            return None, False
        relation = Relation(
            relation_id, candidate.type, entries[0].id, entries[1].id, dict(candidate.attributes)
        )
        kind = self._schema.get_relation_type(candidate.type) if self._schema else None
        if kind is not None and any(check_arguments(relation, kind, mentions)):
            return None, False
        carried = any(
            set(entry.made_by).isdisjoint(candidate.made_by) for entry in entries if entry
        )
        return relation, carried

    def _find_entry(self, slot: int, makers: Sequence[str]) -> _Entry | None:
        """Find the mention of a slot: the version of one of the makers, else any."""
        entries = self._by_slot.get(slot, [])
        own = [entry for entry in entries if not set(entry.made_by).isdisjoint(makers)]
        return next(iter((*own, *entries)), None)

    # Chains

    def _make_groups(self) -> Iterator[Group]:
        blocks = [
            (block, entry.type, entry.made_by, "")
            for entry in self._comparison.settled.get("chain", ())
            for block in entry.blocks
        ]
        for unit in self._units["chain"]:
            decision = self._get(unit)
            if decision is not None:
                blocks += [
                    (block, unit.candidates[0].type, makers, unit.id)
                    for block, makers in _list_blocks(unit, decision)
                ]
        number = 0
        for block, kind, makers, unit_id in sorted(blocks):
            ids = self._list_members(block, kind, makers)
            if ids and (len(ids) > 1 or len(block) == 1):
                number += 1
                self._origins.append(Origin(f"C{number}", makers, unit_id, len(ids) < len(block)))
                yield Group(f"C{number}", kind, ids)
            else:
                self._lost.append(_describe_loss(kind, makers))

    def _list_members(
        self, block: Sequence[int], kind: str, makers: Sequence[str]
    ) -> tuple[str, ...]:
        """List the mentions of a chain, without those whose type the chain does not accept."""
        group = self._schema.get_relation_type(kind) if self._schema else None
        entries = [self._find_entry(slot, makers) for slot in block]
        return tuple(
            dict.fromkeys(
                entry.id
                for entry in entries
                if entry is not None and (group is None or group.takes_member(entry.type))
            )
        )


def _list_decided(unit: Unit, decision: Decision) -> Iterator[_Entry]:
    for entry in unit.candidates:
        if entry.id in decision.keep:
            yield _Entry(entry.slot, entry.spans, entry.type, entry.made_by, unit.id)
    for mixture in decision.mix:
        spans, kind = unit.get(mixture.spans), unit.get(mixture.type)
        if spans is not None and kind is not None:
            yield _Entry(spans.slot, spans.spans, kind.type, (), unit.id)
    for new in decision.add:
        yield _Entry(-1, new.spans, new.type, (), unit.id, new.attributes, new.codes)


def _get_relation_key(pair: tuple[Candidate, str]) -> tuple[object, ...]:
    candidate = pair[0]
    return candidate.arguments, candidate.type, sorted(candidate.attributes.items())


def _list_blocks(
    unit: Unit, decision: Decision
) -> Iterator[tuple[tuple[int, ...], tuple[str, ...]]]:
    blocks: Blocks = decision.blocks or ()
    for block in blocks:
        yield tuple(sorted(block)), ()
    for entry in unit.candidates:
        if entry.id in decision.keep:
            for block in entry.blocks:
                yield block, entry.made_by


def _describe_loss(kind: str, makers: Sequence[str]) -> str:
    return f"{kind} by {', '.join(makers) or 'the adjudicator'}"


def _make_note(origin: Origin) -> Note:
    """Make the note that records the origin of an annotation."""
    parts = ["made by " + (", ".join(origin.made_by) or "the adjudicator")]
    if origin.unit:
        parts.append(f"decided in {origin.unit}")
    if origin.carried:
        parts.append("carried over to the chosen mention")
    return Note("; ".join(parts), origin.annotation, ORIGIN)
