"""Decisions about units, and the check that a decision follows the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

import msgspec

from goldsmith.adjudication.rules import Rules
from goldsmith.adjudication.units import Blocks, Candidate, Unit
from goldsmith.core import Code, Schema, Span
from goldsmith.core.validation import check_attributes
from goldsmith.errors import shorten_id


class Mixture(msgspec.Struct, frozen=True, omit_defaults=True):
    """A version made of fields of several candidates, each named by its id."""

    spans: str = ""
    type: str = ""
    attributes: Mapping[str, str] = {}
    """Attribute -> the candidate whose value it has."""


class NewMention(msgspec.Struct, frozen=True, omit_defaults=True):
    """A mention that no annotator made."""

    type: str
    spans: tuple[Span, ...]
    attributes: Mapping[str, str] = {}
    codes: tuple[Code, ...] = ()


class Decision(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The decision of an adjudicator about a unit.

    A later decision about the same unit replaces it; `reopened` withdraws it.
    """

    unit: str
    keep: tuple[str, ...] = ()
    """The candidates that enter the consensus; empty if the unit is dropped."""
    mix: tuple[Mixture, ...] = ()
    add: tuple[NewMention, ...] = ()
    blocks: Blocks | None = None
    """Chains that match no single candidate; each lists slots of the unit."""
    by: str = ""
    at: str = ""
    rules: str = ""
    reason: str = ""
    guideline: str = ""
    reopened: bool = False


def check_decision(
    unit: Unit, decision: Decision, rules: Rules, schema: Schema | None = None
) -> list[str]:
    """Describe the rules that a decision breaks; return an empty list if it follows them.

    Args:
        unit: The unit.
        decision: The decision about it.
        rules: The rules of the project.
        schema: The schema, for combinations of attributes.

    Example:
        >>> check_decision(unit, Decision(unit.id, keep=("1", "2")), load_rules("clef"))
        ['overlap: of versions 1 and 2, one at most can be kept']
    """
    unknown = sorted(name for name in decision.keep if unit.get(name) is None)
    if unknown:
        listed = ", ".join(entry.id for entry in unit.candidates)
        return [f"there is no version {', '.join(unknown)}; the unit has {listed}"]
    return list(_find_breaches(unit, decision, rules, schema))


def _find_breaches(
    unit: Unit, decision: Decision, rules: Rules, schema: Schema | None
) -> Iterator[str]:
    if rules.reasons and not decision.reason:
        yield "reasons: every decision needs a reason"
    if decision.add:
        yield from _check_additions(unit, decision, rules, schema)
    if decision.mix:
        yield from _check_mixtures(unit, decision, rules, schema)
    for first, second, rule in unit.rivals:
        if getattr(rules, rule) == "one" and first in decision.keep and second in decision.keep:
            yield f"{rule}: of versions {first} and {second}, one at most can be kept"
    if unit.kind in ("attributes", "codes"):
        yield from _check_choice(unit, decision)
    elif unit.kind == "chain":
        yield from _check_chains(unit, decision, rules)
    elif unit.kind == "mention" and not rules.drop_places:
        yield from _check_places(unit, decision)


def _check_additions(
    unit: Unit, decision: Decision, rules: Rules, schema: Schema | None
) -> Iterator[str]:
    if not rules.new:
        yield "new: nothing may be added that no annotator made"
    if unit.kind != "mention":
        yield f"a decision about {unit.kind} adds no mention"
    for new in decision.add:
        yield from _check_new(new, schema)


def _check_new(new: NewMention, schema: Schema | None) -> Iterator[str]:
    """Check a mention that no annotator made against the schema."""
    if any(span.start < 0 or span.start >= span.end for span in new.spans):
        yield "a new mention needs spans with at least one character"
    if schema is None:
        return
    kind = schema.get_mention_type(new.type)
    if kind is None:
        names = ", ".join(entry.name for entry in schema.mention)
        yield f"schema: unknown mention type {shorten_id(new.type)}; known: {names}"
        return
    for message in check_attributes(new.attributes, kind.attributes, kind.name):
        yield f"schema: {message}"


def _check_mixtures(
    unit: Unit, decision: Decision, rules: Rules, schema: Schema | None
) -> Iterator[str]:
    if rules.fields != "each":
        yield "fields: a version is taken whole, not field by field"
    for mixture in decision.mix:
        names = {mixture.spans, mixture.type, *mixture.attributes.values()} - {""}
        missing = sorted(name for name in names if unit.get(name) is None)
        if missing:
            yield f"there is no version {', '.join(missing)}"
        elif unit.kind == "mention" and not (mixture.spans and mixture.type):
            yield "a mixed mention needs a version for its spans and a version for its type"
        elif unit.kind == "attributes":
            yield from _check_mixed_attributes(unit, mixture, schema)
        elif unit.kind != "mention":
            yield f"the fields of {unit.kind} cannot be mixed"


def _check_mixed_attributes(unit: Unit, mixture: Mixture, schema: Schema | None) -> Iterator[str]:
    kind = schema.get_mention_type(unit.candidates[0].type) if schema else None
    if kind is not None:
        attributes = mix_attributes(unit, mixture)
        for message in check_attributes(attributes, kind.attributes, kind.name):
            yield f"schema: {message}"


def mix_attributes(unit: Unit, mixture: Mixture) -> dict[str, str]:
    """Return the attributes of a mixture, each from the named candidate."""
    values = {}
    for name, candidate_id in mixture.attributes.items():
        candidate = unit.get(candidate_id)
        if candidate is not None and name in candidate.attributes:
            values[name] = candidate.attributes[name]
    return values


def _check_choice(unit: Unit, decision: Decision) -> Iterator[str]:
    if len(decision.keep) + len(decision.mix) != 1:
        yield f"one version of the {unit.kind} must be chosen"


def _check_places(unit: Unit, decision: Decision) -> Iterator[str]:
    """Check that a place that all annotators marked keeps a version."""
    by_slot: dict[int, list[Candidate]] = {}
    for candidate in unit.candidates:
        by_slot.setdefault(candidate.slot, []).append(candidate)
    mixed = {
        entry.slot
        for mixture in decision.mix
        for entry in (unit.get(mixture.spans),)
        if entry is not None
    }
    for slot, candidates in by_slot.items():
        makers = {name for entry in candidates for name in entry.made_by}
        dropped = not any(entry.id in decision.keep for entry in candidates)
        if makers == set(unit.annotators) and dropped and slot not in mixed:
            listed = ", ".join(entry.id for entry in candidates)
            yield f"drop_places: all annotators marked this place; keep one of {listed}"


def _check_chains(unit: Unit, decision: Decision, rules: Rules) -> Iterator[str]:
    if decision.blocks is None:
        if len(decision.keep) != 1:
            yield "one version of the chains must be chosen, or the chains listed"
        return
    if decision.keep:
        yield "choose the chains of a version or list chains, not both"
    members = {slot for entry in unit.candidates for block in entry.blocks for slot in block}
    listed = [slot for block in decision.blocks for slot in block]
    if len(listed) != len(set(listed)):
        yield "a mention can be in one chain only"
    if not members.issuperset(listed):
        yield "a chain lists a mention that is not in the unit"
        return
    made = [_link_pairs(entry.blocks) for entry in unit.candidates]
    decided = _link_pairs(decision.blocks)
    if not rules.new and decided - set().union(*made):
        yield "new: a chain joins mentions that no annotator joined"
    if set.intersection(*made) - decided:
        yield "drop: a chain splits mentions that all annotators joined"


def _link_pairs(blocks: Blocks) -> set[tuple[int, int]]:
    return {pair for block in blocks for pair in combinations(sorted(block), 2)}
