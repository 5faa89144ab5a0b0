"""Decisions without a person, for baselines and for the remainder of a queue."""

from __future__ import annotations

from typing import Final

from goldsmith.adjudication.decisions import Decision
from goldsmith.adjudication.units import Candidate, Unit
from goldsmith.errors import UnknownName

#: Policies beside the names of annotators.
POLICIES: Final = ("majority", "union", "intersection")


def decide_automatically(unit: Unit, policy: str) -> Decision:
    """Decide a unit by a policy, without regard to rules.

    Args:
        unit: The unit.
        policy: `majority` keeps what more than half of the annotators made, `union` what anybody
            made, `intersection` nothing (what all made has entered already); the name of an
            annotator keeps what that annotator made. Attributes, codes and chains always keep one
            version: with a policy that names none, that of most annotators and of ties the first.

    Raises:
        UnknownName: There is no such policy or annotator.
    """
    if policy not in POLICIES and policy not in unit.annotators:
        raise UnknownName("policy or annotator", policy, (*POLICIES, *unit.annotators))
    if unit.kind in ("attributes", "codes", "chain"):
        keep: tuple[str, ...] = (_choose_version(unit, policy).id,)
    else:
        keep = tuple(entry.id for entry in unit.candidates if _is_kept(entry, unit, policy))
    return Decision(unit.id, keep, by=f"auto:{policy}")


def _is_kept(candidate: Candidate, unit: Unit, policy: str) -> bool:
    if policy == "majority":
        return 2 * len(candidate.made_by) > len(unit.annotators)
    return policy == "union" or policy in candidate.made_by


def _choose_version(unit: Unit, policy: str) -> Candidate:
    return max(unit.candidates, key=lambda entry: (policy in entry.made_by, len(entry.made_by)))
