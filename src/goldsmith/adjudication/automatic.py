"""Decisions without a person, for baselines and for the remainder of a queue."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from msgspec.structs import replace

from goldsmith.adjudication.decisions import Decision, check_decision
from goldsmith.adjudication.rules import Rules
from goldsmith.adjudication.units import Candidate, Unit
from goldsmith.core import Schema
from goldsmith.errors import UnknownName

#: Policies in addition to the names of annotators.
POLICIES: Final = ("majority", "union", "intersection")
#: Prefix of `by` in an automatic decision; the policy follows.
AUTO: Final = "auto:"


def decide_automatically(
    unit: Unit, policy: str, rules: Rules | None = None, schema: Schema | None = None
) -> Decision:
    """Decide a unit by a policy.

    Args:
        unit: The unit.
        policy: `majority` keeps the versions of more than half of the annotators, `union` the
            versions of any annotator, `intersection` none (versions that all annotators made are
            already settled); the name of an annotator keeps the versions of that annotator.
            Attributes, codes and chains always keep one version: the chosen annotator's, or else
            the version of most annotators, on a tie the first.
        rules: The rules that the decision must follow. Where the policy would break them, as many
            of its versions are kept as the rules allow; where they require a version, the version
            of most annotators is kept. Without rules, the policy alone decides.
        schema: The schema, for the rules.

    Raises:
        UnknownName: There is no such policy or annotator.
    """
    if policy not in POLICIES and policy not in unit.annotators:
        raise UnknownName("policy or annotator", policy, (*POLICIES, *unit.annotators))
    decision = Decision(unit.id, _choose(unit, policy), by=AUTO + policy)
    if rules is None:
        return decision
    decision = replace(decision, rules=rules.name, reason=f"decided by the policy {policy}")
    options = (replace(decision, keep=keep) for keep in _list_options(unit, decision.keep, rules))
    permitted = (option for option in options if not check_decision(unit, option, rules, schema))
    return next(permitted, decision)


def _choose(unit: Unit, policy: str) -> tuple[str, ...]:
    if unit.kind in ("attributes", "codes", "chain"):
        return (_choose_version(unit, policy).id,)
    return tuple(entry.id for entry in unit.candidates if _is_kept(entry, unit, policy))


def _is_kept(candidate: Candidate, unit: Unit, policy: str) -> bool:
    if policy == "majority":
        return 2 * len(candidate.made_by) > len(unit.annotators)
    return policy == "union" or policy in candidate.made_by


def _choose_version(unit: Unit, policy: str) -> Candidate:
    return max(unit.candidates, key=lambda entry: (policy in entry.made_by, len(entry.made_by)))


def _list_options(unit: Unit, keep: Collection[str], rules: Rules) -> Iterator[tuple[str, ...]]:
    """Yield sets of versions to keep, best first: the policy's, the nearest, an annotator's."""
    yield tuple(keep)
    ordered = sorted(unit.candidates, key=lambda entry: (-len(entry.made_by), int(entry.id)))
    permitted = _drop_rivals(unit, [entry.id for entry in ordered if entry.id in keep], rules)
    yield permitted
    yield _drop_rivals(unit, [*permitted, *_fill_places(unit, permitted, ordered)], rules)
    for annotator in unit.annotators:
        yield tuple(entry.id for entry in unit.candidates if annotator in entry.made_by)


def _drop_rivals(unit: Unit, names: Collection[str], rules: Rules) -> tuple[str, ...]:
    """Return the versions, without those that the rules exclude because of an earlier one."""
    excluded = {
        pair
        for first, second, rule in unit.rivals
        if getattr(rules, rule) == "one"
        for pair in ((first, second), (second, first))
    }
    keep: list[str] = []
    for name in names:
        if not any((name, chosen) in excluded for chosen in keep):
            keep.append(name)
    return tuple(sorted(keep, key=int))


def _fill_places(
    unit: Unit, keep: Collection[str], ordered: Collection[Candidate]
) -> Iterator[str]:
    """Yield a version for each place that all annotators marked but no kept version covers."""
    makers: dict[int, set[str]] = {}
    for entry in unit.candidates:
        makers.setdefault(entry.slot, set()).update(entry.made_by)
    filled = {entry.slot for entry in unit.candidates if entry.id in keep}
    for entry in ordered:
        if entry.slot not in filled and makers[entry.slot] == set(unit.annotators):
            filled.add(entry.slot)
            yield entry.id
