"""Steps can be applied and undone: for any steps, the inverse restores the state."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.core import Code, Mention, Relation, Span
from goldsmith.core.relation import Group
from goldsmith.errors import InputError
from goldsmith.store.journal.change import find_footprint
from goldsmith.store.journal.state import Content, State, list_steps, make_set
from goldsmith.store.journal.steps import (
    AddGroup,
    AddMention,
    AddNote,
    AddRelation,
    RejectSuggestion,
    Remove,
    RestoreSuggestion,
    SetAttribute,
    SetCodes,
    SetMembers,
    SetSpans,
    SetType,
    Step,
)

IDS = st.sampled_from(["a", "b", "c", "d", "e"])
NAMES = st.sampled_from(["x", "y"])
SPANS = st.sampled_from([(Span(0, 4),), (Span(2, 6),), (Span(0, 4), Span(8, 9))])
MEMBERS = st.lists(IDS, min_size=1, max_size=3, unique=True).map(tuple)


def _build_steps() -> st.SearchStrategy[Step]:
    mention = st.builds(Mention, IDS, NAMES, SPANS, st.dictionaries(NAMES, NAMES, max_size=2))
    return st.one_of(
        st.builds(AddMention, mention),
        st.builds(AddMention, mention),
        st.builds(AddRelation, st.builds(Relation, IDS, NAMES, IDS, IDS)),
        st.builds(AddGroup, st.builds(Group, IDS, NAMES, MEMBERS)),
        st.builds(AddNote, IDS, NAMES, st.one_of(st.just(""), IDS)),
        st.builds(Remove, IDS),
        st.builds(SetSpans, IDS, SPANS),
        st.builds(SetType, IDS, NAMES),
        st.builds(SetAttribute, IDS, NAMES, st.one_of(st.none(), NAMES)),
        st.builds(SetCodes, IDS, st.lists(st.builds(Code, NAMES), max_size=2).map(tuple)),
        st.builds(SetMembers, IDS, MEMBERS),
        st.builds(RejectSuggestion, IDS),
        st.builds(RestoreSuggestion, IDS),
    )


STEPS = st.lists(_build_steps(), max_size=12)


def _apply_valid(state: State, steps: list[Step]) -> list[tuple[Step, tuple[Step, ...]]]:
    """Apply the steps that can be applied, each as a separate change."""
    applied = []
    for step in steps:
        try:
            applied.append((step, state.apply([step])))
        except InputError:
            continue
    return applied


@given(STEPS, STEPS)
def test_the_inverse_restores_the_state(before: list[Step], steps: list[Step]) -> None:
    state = State()
    _apply_valid(state, before)
    content = state.export()
    for _, inverse in reversed(_apply_valid(state, steps)):
        state.apply(inverse)
    assert state.export() == content


@given(STEPS, STEPS)
def test_a_refused_change_leaves_the_state_unchanged(before: list[Step], steps: list[Step]) -> None:
    state = State()
    _apply_valid(state, before)
    content = state.export()
    with pytest.raises(InputError):
        state.apply([*steps, Remove("never there")])
    assert state.export() == content


@given(STEPS, _build_steps(), _build_steps())
def test_changes_without_a_conflict_commute(before: list[Step], first: Step, second: Step) -> None:
    state = State()
    _apply_valid(state, before)
    try:
        inverse = state.apply([first])
        footprint = find_footprint([first], inverse)
        state.apply(inverse)
        state.apply(state.apply([second]))  # the second step does not need the first
    except InputError:
        return
    if footprint.contradicts(find_footprint([second])):
        return
    start = state.export()
    orders = []
    for order in ([first, second], [second, first]):
        again = State(start)
        again.apply(order)
        orders.append(again.export())
    assert orders[0] == orders[1]


@given(STEPS)
def test_a_stored_state_is_restored_exactly(steps: list[Step]) -> None:
    state = State()
    _apply_valid(state, steps)
    content = state.export()
    assert State(content).export() == content
    annotations = make_set(Content(content.mentions, content.relations, content.groups), "s")
    again = State()
    again.apply(list_steps(annotations))
    assert again.export().mentions == content.mentions
    assert again.export().relations == content.relations
