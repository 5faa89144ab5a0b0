"""Units as an adjudicator sees them: versions of A and B, never of a person."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec.structs import replace

from goldsmith.adjudication import Candidate, Comparison, Decision, Mixture, NewMention, Unit
from goldsmith.adjudication.units import Blocks
from goldsmith.core import Code, Span
from goldsmith.project.adjudication.make import queue_units
from goldsmith.project.adjudication.queue import Excerpt, Place
from goldsmith.project.curation.adjudication.blinding import Blinder, hide_makers
from goldsmith.project.curation.adjudication.cases import Desk
from goldsmith.project.curation.adjudication.previews import Preview, Previewer
from goldsmith.store.curation.decisions import StoredDecision

#: open: needs a decision now. waiting: mentions come first. dropped: its mentions were dropped.
UnitState = Literal["open", "decided", "waiting", "dropped"]


class UnitHead(msgspec.Struct, frozen=True):
    """A unit in a list."""

    id: str
    kind: str
    start: int
    end: int
    types: tuple[str, ...]
    state: UnitState


class VersionView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A version that one or more annotators made; the fields depend on the kind of the unit."""

    id: str
    made_by: tuple[str, ...]
    """Letters of annotators, which differ in every unit."""
    type: str = ""
    slot: int = -1
    spans: tuple[Span, ...] = ()
    attributes: Mapping[str, str] = {}
    codes: tuple[Code, ...] = ()
    arguments: tuple[int, ...] = ()
    blocks: Blocks = ()


class PlaceView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A mention that the versions refer to by the number of its slot."""

    slot: int
    type: str
    spans: tuple[Span, ...]
    made_by: tuple[str, ...]
    settled: bool = False


class DecisionView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The decision about a unit that is in effect."""

    id: str
    by: str
    at: int
    keep: tuple[str, ...] = ()
    mix: tuple[Mixture, ...] = ()
    add: tuple[NewMention, ...] = ()
    blocks: Blocks | None = None
    rules: str = ""
    reason: str = ""
    guideline: str = ""


class UnitView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit with everything needed to decide it.

    Attributes:
        letters: The letters of the annotators in this unit.
        excerpts: The text around it.
        rivals: Pairs of versions that exclude each other, and the rule that says so.
        options: Decisions that keep versions unchanged, with their results.
    """

    id: str
    document: str
    kind: str
    start: int
    end: int
    state: UnitState
    letters: tuple[str, ...]
    versions: tuple[VersionView, ...]
    places: tuple[PlaceView, ...]
    excerpts: tuple[Excerpt, ...]
    rivals: tuple[tuple[str, str, str], ...]
    options: tuple[Preview, ...]
    decision: DecisionView | None = None


def list_heads(desk: Desk, blinder: Blinder) -> tuple[UnitHead, ...]:
    """Return the units of a document in the order of decision."""
    states = find_states(desk)
    heads = [
        UnitHead(
            blinder.hide_unit(unit.id),
            unit.kind,
            unit.start,
            unit.end,
            tuple(sorted({entry.type for entry in unit.candidates})),
            states[unit.id],
        )
        for unit in desk.case.units
    ]
    ranks = {kind: rank for rank, kind in enumerate(dict.fromkeys(head.kind for head in heads))}
    return tuple(sorted(heads, key=lambda head: (ranks[head.kind], head.start, head.id)))


def find_states(desk: Desk) -> dict[str, UnitState]:
    """Return unit -> whether it is open, decided, waiting for mentions, or dropped with them."""
    decisions = desk.history.get_decisions()
    open_now = {unit.id for unit in desk.case.list_open(decisions)}
    states: dict[str, UnitState] = {}
    for comparison in desk.case.comparisons:
        waiting = any(
            unit.kind == "mention" and unit.id not in decisions for unit in comparison.units
        )
        for unit in comparison.units:
            if unit.id in decisions:
                states[unit.id] = "decided"
            elif unit.id in open_now:
                states[unit.id] = "open"
            else:
                states[unit.id] = "waiting" if waiting else "dropped"
    return states


def view_unit(
    desk: Desk, blinder: Blinder, comparison: Comparison, unit: Unit, account: str = ""
) -> UnitView:
    """Return a unit as an adjudicator sees it.

    Args:
        desk: The document.
        blinder: Hides the annotators.
        comparison: The comparison that the unit belongs to.
        unit: The unit.
        account: The name of the account that decided it, if it is decided.
    """
    letters = blinder.assign_letters(unit)
    queued = next(queue_units(replace(comparison, units=(unit,))))
    decisions = desk.history.get_decisions()
    previewer = Previewer(comparison, unit, decisions, desk.case.rules, desk.case.schema)
    row = desk.history.index().get(unit.id)
    return UnitView(
        blinder.hide_unit(unit.id),
        desk.document.id,
        unit.kind,
        unit.start,
        unit.end,
        find_states(desk)[unit.id],
        tuple(sorted(letters.values())),
        tuple(_hide_version(entry, letters) for entry in unit.candidates),
        tuple(_hide_place(place, letters) for place in queued.places),
        queued.excerpts,
        unit.rivals,
        previewer.list_options(letters),
        view_decision(row, account) if row else None,
    )


def view_decision(row: StoredDecision, account: str) -> DecisionView:
    """Return a decision as an adjudicator sees it."""
    decision: Decision = row.decision
    return DecisionView(
        row.id,
        account,
        row.at,
        decision.keep,
        decision.mix,
        decision.add,
        decision.blocks,
        decision.rules,
        decision.reason,
        decision.guideline,
    )


def _hide_version(entry: Candidate, letters: Mapping[str, str]) -> VersionView:
    return VersionView(
        entry.id,
        hide_makers(letters, entry.made_by),
        entry.type,
        entry.slot,
        entry.spans,
        entry.attributes,
        entry.codes,
        entry.arguments,
        entry.blocks,
    )


def _hide_place(place: Place, letters: Mapping[str, str]) -> PlaceView:
    makers = hide_makers(letters, place.made_by)
    return PlaceView(place.slot, place.type, place.spans, makers, place.settled)
