"""Automatic policies follow the rules, and chains keep only members that the schema allows."""

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.adjudication.test_properties import SCHEMA, TEXT, annotation_sets
from tests.builders import parse_sentence

from goldsmith.adjudication import (
    Decision,
    build_consensus,
    check_decision,
    compare_sets,
    decide_automatically,
    load_rules,
)
from goldsmith.core import AnnotationSet, Document, Group, load_builtin_schema


@settings(max_examples=100, deadline=None)
@given(
    annotation_sets("a"),
    annotation_sets("b"),
    annotation_sets("c"),
    st.sampled_from(("clef", "mayo", "odie-union", "free")),
    st.sampled_from(("majority", "union", "intersection", "a", "c")),
)
def test_automatic_decisions_follow_the_rules(
    a: AnnotationSet, b: AnnotationSet, c: AnnotationSet, name: str, policy: str
) -> None:
    rules = replace(load_rules(name), reasons=True)
    comparison = compare_sets(Document("d", TEXT), {"a": a, "b": b, "c": c}, rules, SCHEMA)
    for unit in comparison.units:
        decision = decide_automatically(unit, policy, rules, SCHEMA)
        assert check_decision(unit, decision, rules, SCHEMA) == []
        assert decision.by == f"auto:{policy}"


def test_intersection_keeps_a_version_only_where_all_annotators_marked_one() -> None:
    doc, a = parse_sentence("<m:Condition>severe pain</> in the <n:Locus>back</>")
    _, b = parse_sentence("severe <m:Condition>pain</> in the back")
    rules = load_rules("clef")
    place, alone = compare_sets(doc, {"a": a, "b": b}, rules).units
    assert len(decide_automatically(place, "intersection", rules).keep) == 1
    assert decide_automatically(alone, "intersection", rules).keep == ()


def test_chains_leave_out_members_whose_type_the_schema_does_not_allow() -> None:
    clef = load_builtin_schema("clef")
    [chain] = [entry for entry in clef.relation if entry.identity]
    kind = replace(chain, first=("Condition",), second=("Condition",))
    schema = replace(clef, relation=(kind,))
    allowed, foreign = "Condition", "Locus"
    doc, a = parse_sentence(f"<x:{allowed}>pain</> <y:{allowed}>it</> <z:{allowed}>this</>")
    _, b = parse_sentence(f"<x:{allowed}>pain</> <y:{allowed}>it</> <z:{foreign}>this</>")
    group = (Group("g", kind.name, ("x", "y", "z")),)
    sets = {"a": replace(a, groups=group), "b": replace(b, groups=group)}
    comparison = compare_sets(doc, sets, load_rules("clef"), schema)
    [unit] = comparison.units
    keep = next(entry.id for entry in unit.candidates if entry.type == foreign)
    decisions = {unit.id: Decision(unit.id, (keep,))}
    consensus = build_consensus(comparison, decisions, schema=schema)
    assert [entry.members for entry in consensus.annotations.groups] == [("M1", "M2")]
    # A chain left with a single member is dropped and reported as lost.
    pair = (Group("g", kind.name, ("x", "z")),)
    sets = {"a": replace(a, groups=pair), "b": replace(b, groups=pair)}
    comparison = compare_sets(doc, sets, load_rules("clef"), schema)
    consensus = build_consensus(comparison, decisions, schema=schema)
    assert consensus.annotations.groups == () and consensus.lost == (f"{kind.name} by a, b",)


def test_relation_of_one_annotator_is_kept_between_settled_mentions() -> None:
    doc, a = parse_sentence(
        "<x:Condition>pain in the </><y:Locus>back</>", relations="R has_location x y"
    )
    sets = {"a": a, "b": replace(a, relations=())}
    comparison = compare_sets(doc, sets, load_rules("clef"))
    [unit] = comparison.units
    consensus = build_consensus(comparison, {unit.id: Decision(unit.id, ("1",))})
    assert len(consensus.annotations.relations) == 1 and consensus.lost == ()
