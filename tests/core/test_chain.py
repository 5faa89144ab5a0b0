"""Chains follow from identity pairs; a generic mention that bridges two specific ones is told."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.core import AnnotationSet, Bridge, Document, Group, Schema, builtin, chains, parse
from goldsmith.core.chain import components

Annotate = Callable[..., tuple[Document, AnnotationSet]]

WEAKNESS = (
    "secondary to <m1:markable>neck muscle weakness</> ... <m2:markable>Neck weakness</> ... "
    "noticing <m3:markable>these neck difficulties</>"
)
CANCER = (
    "<a:problem>liver cancer</> ... <b:problem>the cancer</> ... <c:problem>breast cancer</> ... "
    "<d:problem>her cancer</> ... <e:problem>cancer of the left breast</>"
)


@pytest.fixture(name="members")
def _members(annotated: Annotate) -> Callable[..., list[tuple[str, ...]]]:
    """The members of the chains of an annotated sentence."""

    def run(markup: str, schema: str, relations: str = "", groups: tuple[Group, ...] = ()):
        _, one = annotated(markup, relations=relations, groups=groups)
        return [chain.members for chain in chains(one, builtin(schema))]

    return run


@pytest.fixture(name="bridges")
def _bridges(annotated: Annotate) -> Callable[..., list[Bridge]]:
    """The bridges in the chains of an annotated sentence."""

    def run(markup: str, relations: str = "", groups: tuple[Group, ...] = ()):
        doc, one = annotated(markup, relations=relations, groups=groups)
        found = chains(one, builtin("i2b2-2011"), text=doc.text)
        return [bridge for chain in found for bridge in chain.bridges]

    return run


Members = Callable[..., list[tuple[str, ...]]]
Bridges = Callable[..., list[Bridge]]


def test_odie_figure_1_is_one_chain_grounded_in_the_first_mention(annotated: Annotate) -> None:
    relations = "P2 pair m3 m2 relation_type=identity, P1 pair m2 m1 relation_type=identity"
    doc, one = annotated(WEAKNESS, relations=relations)
    [chain] = chains(one, builtin("odie"), text=doc.text)
    assert chain.members == ("m1", "m2", "m3")
    assert chain.grounding == "m1"
    assert chain.bridges == ()


@pytest.mark.parametrize("relation_type", ["set/subset", "part/whole", "other"])
def test_other_pairs_than_identity_make_no_chain(relation_type: str, members: Members) -> None:
    relations = f"P1 pair m2 m1 relation_type=identity, P2 pair m3 m2 relation_type={relation_type}"
    assert members(WEAKNESS, "odie", relations) == [("m1", "m2")]


def test_a_pair_that_does_not_say_what_it_is_makes_no_chain(members: Members) -> None:
    assert members(WEAKNESS, "odie", "P1 pair m2 m1") == []


def test_relations_that_are_not_identity_make_no_chain(members: Members) -> None:
    text = "<a:Locus>groin</> <b:Intervention>dissection</> <c:Locus>it</>"
    assert members(text, "clef", "R1 has_target b a, R2 co_refers c a") == [("a", "c")]


def test_chains_are_in_text_order_whatever_the_order_of_pairs(members: Members) -> None:
    text = "<d:test>CT</> <c:test>scan</> <b:person>she</> <a:person>her</> <e:test>it</>"
    relations = "R1 coreference a b, R2 coreference e c, R3 coreference e d"
    assert members(text, "i2b2-2011", relations) == [("d", "c", "e"), ("b", "a")]


def test_a_group_is_a_chain_and_joins_with_pairs(members: Members) -> None:
    groups = (Group("g1", "coreference", ("a", "b", "c")), Group("g2", "other", ("d", "e")))
    assert members(CANCER, "i2b2-2011", "", groups) == [("a", "b", "c")]
    assert members(CANCER, "i2b2-2011", "R1 coreference e c", groups) == [("a", "b", "c", "e")]


def test_a_group_of_one_is_a_chain_of_one(members: Members) -> None:
    groups = (Group("g1", "coreference", ("b",)), Group("g2", "has_target", ("a",)))
    assert members(CANCER, "i2b2-2011", "", groups) == [("b",)]
    assert members(CANCER, "i2b2-2011", "R1 coreference b a", groups) == [("a", "b")]


def test_a_group_that_says_it_is_no_identity_makes_no_chain(members: Members) -> None:
    parts = Group("g1", "pair", ("m1", "m2"), {"relation_type": "part/whole"})
    single = Group("g2", "pair", ("m3",), {"relation_type": "part/whole"})
    assert members(WEAKNESS, "odie", "", (parts, single)) == []
    same = Group("g1", "pair", ("m1", "m2"), {"relation_type": "identity"})
    assert members(WEAKNESS, "odie", "", (same,)) == [("m1", "m2")]
    silent = Group("g1", "pair", ("m1", "m2"))
    assert members(WEAKNESS, "odie", "", (silent,)) == [("m1", "m2")]


def test_an_absent_attribute_has_its_default(annotated: Annotate) -> None:
    schema = parse(
        """
name = "own"
version = "1"
title = "Own"
[[mention]]
name = "thing"
[[relation]]
name = "link"
first = ["thing"]
second = ["thing"]
identity = true
identity_when = {kind = "same"}
attributes = {kind = {values = ["same", "part"], default = "same"}}
""",
        where="own.toml",
    )
    text = "<a:thing>one</> <b:thing>two</> <c:thing>three</>"
    _, one = annotated(text, relations="R1 link a b, R2 link b c kind=part")
    assert [chain.members for chain in chains(one, schema)] == [("a", "b")]


# Bridges: i2b2 appendix II


def test_a_generic_mention_that_joins_two_specific_ones_is_a_bridge(bridges: Bridges) -> None:
    [bridge] = bridges(CANCER, "R1 coreference a b, R2 coreference c b")
    assert bridge == Bridge("b", "a", "c")
    assert bridge.reason == "a and c are joined only through the generic b"


def test_the_chain_still_holds_all_three(members: Members) -> None:
    assert members(CANCER, "i2b2-2011", "R1 coreference a b, R2 coreference c b") == [
        ("a", "b", "c")
    ]


def test_no_bridge_where_the_specific_ones_are_linked_too(bridges: Bridges) -> None:
    relations = "R1 coreference a b, R2 coreference c b, R3 coreference a c"
    assert bridges(CANCER, relations) == []
    assert bridges(CANCER, "", (Group("g1", "coreference", ("a", "b", "c")),)) == []


def test_no_bridge_where_the_specific_ones_are_compatible(bridges: Bridges) -> None:
    assert bridges(CANCER, "R1 coreference b c, R2 coreference b e") == []


def test_no_bridge_where_another_mention_joins_them(bridges: Bridges) -> None:
    text = CANCER + " ... <f:pronoun>it</>"
    relations = "R1 coreference a b, R2 coreference c b, R3 coreference f a, R4 coreference f c"
    assert bridges(text, relations) == []


def test_two_generic_mentions_join_no_better_than_one(bridges: Bridges) -> None:
    in_a_row = "R1 coreference a b, R2 coreference b d, R3 coreference d c"
    assert bridges(CANCER, in_a_row) == [Bridge("b", "a", "c")]
    side_by_side = "R1 coreference a b, R2 coreference b c, R3 coreference a d, R4 coreference d c"
    assert bridges(CANCER, side_by_side) == [Bridge("b", "a", "c")]


def test_bridges_are_looked_for_only_with_the_text(annotated: Annotate) -> None:
    _, one = annotated(CANCER, relations="R1 coreference a b, R2 coreference c b")
    [chain] = chains(one, builtin("i2b2-2011"))
    assert chain.bridges == ()


def test_a_bridges_reason_holds_no_words_of_the_note(bridges: Bridges) -> None:
    [bridge] = bridges(CANCER, "R1 coreference a b, R2 coreference c b")
    assert "cancer" not in bridge.reason


def test_a_long_chain_takes_no_time(annotated: Annotate) -> None:
    words = ("she", "her", "the patient", "Mrs Smith", "the old patient")
    text = " ".join(f"<m{n}:person>{words[n % len(words)]}</>" for n in range(600))
    group = Group("g1", "coreference", tuple(f"m{n}" for n in range(600)))
    doc, one = annotated(text, groups=(group,))
    [chain] = chains(one, builtin("i2b2-2011"), text=doc.text)
    assert len(chain.members) == 600 and chain.bridges == ()


# Connected components

EDGES = st.lists(st.tuples(st.sampled_from("abcdefgh"), st.sampled_from("abcdefgh")), max_size=12)


@given(EDGES, st.sets(st.sampled_from("abcdefghij")))
def test_components_part_the_nodes_and_keep_pairs_together(
    pairs: list[tuple[str, str]], singles: set[str]
) -> None:
    lone = [(one,) for one in singles]
    parts = components([*pairs, *lone])
    nodes = {one for pair in pairs for one in pair} | singles
    assert sorted(one for part in parts for one in part) == sorted(nodes)
    assert all(any({*pair} <= part for part in parts) for pair in pairs)
    for part in parts:  # no part falls apart into smaller ones
        inside = [pair for pair in pairs if {*pair} <= part]
        assert components([*inside, *((one,) for one in part)]) == [part]


def test_a_schema_without_identity_has_no_chains(annotated: Annotate) -> None:
    schema: Schema = builtin("clef-temporal")
    _, one = annotated("<a:TLC>biopsy</> on <b:TIMEX3>Monday</>", relations="L1 CTLink a b")
    assert chains(one, schema) == ()
