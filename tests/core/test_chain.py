"""Chains follow from identity pairs, and a generic mention between specific ones is a bridge."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.builders import parse_sentence

from goldsmith.core import (
    Bridge,
    Group,
    Schema,
    derive_chains,
    load_builtin_schema,
    parse_schema,
)
from goldsmith.core.chain import find_components

WEAKNESS = (
    "secondary to <m1:markable>neck muscle weakness</> ... <m2:markable>Neck weakness</> ... "
    "noticing <m3:markable>these neck difficulties</>"
)
CANCER = (
    "<a:problem>liver cancer</> ... <b:problem>the cancer</> ... <c:problem>breast cancer</> ... "
    "<d:problem>her cancer</> ... <e:problem>cancer of the left breast</>"
)


def get_members(
    markup: str, schema: str, relations: str = "", groups: tuple[Group, ...] = ()
) -> list[tuple[str, ...]]:
    """Return the members of the chains of an annotated sentence."""
    _, gold = parse_sentence(markup, relations=relations, groups=groups)
    return [chain.members for chain in derive_chains(gold, load_builtin_schema(schema))]


def get_bridges(markup: str, relations: str = "", groups: tuple[Group, ...] = ()) -> list[Bridge]:
    """Return the bridges in the chains of an annotated sentence."""
    doc, gold = parse_sentence(markup, relations=relations, groups=groups)
    chains = derive_chains(gold, load_builtin_schema("i2b2-2011"), text=doc.text)
    return [bridge for chain in chains for bridge in chain.bridges]


def test_odie_figure_1_is_one_chain_grounded_in_its_first_mention() -> None:
    relations = "P2 pair m3 m2 relation_type=identity, P1 pair m2 m1 relation_type=identity"
    doc, gold = parse_sentence(WEAKNESS, relations=relations)
    [chain] = derive_chains(gold, load_builtin_schema("odie"), text=doc.text)
    assert chain.members == ("m1", "m2", "m3")
    assert chain.grounding == "m1"
    assert chain.bridges == ()


@pytest.mark.parametrize("relation_type", ["set/subset", "part/whole", "other"])
def test_pairs_of_types_other_than_identity_do_not_form_a_chain(relation_type: str) -> None:
    relations = f"P1 pair m2 m1 relation_type=identity, P2 pair m3 m2 relation_type={relation_type}"
    assert get_members(WEAKNESS, "odie", relations) == [("m1", "m2")]


def test_pair_without_a_type_does_not_form_a_chain() -> None:
    assert get_members(WEAKNESS, "odie", "P1 pair m2 m1") == []


def test_relations_that_are_not_identity_do_not_form_a_chain() -> None:
    text = "<a:Locus>groin</> <b:Intervention>dissection</> <c:Locus>it</>"
    assert get_members(text, "clef", "R1 has_target b a, R2 co_refers c a") == [("a", "c")]


def test_chains_are_in_text_order() -> None:
    text = "<d:test>CT</> <c:test>scan</> <b:person>she</> <a:person>her</> <e:test>it</>"
    relations = "R1 coreference a b, R2 coreference e c, R3 coreference e d"
    assert get_members(text, "i2b2-2011", relations) == [("d", "c", "e"), ("b", "a")]


def test_group_is_a_chain_and_merges_with_pairs() -> None:
    groups = (Group("g1", "coreference", ("a", "b", "c")), Group("g2", "other", ("d", "e")))
    assert get_members(CANCER, "i2b2-2011", "", groups) == [("a", "b", "c")]
    assert get_members(CANCER, "i2b2-2011", "R1 coreference e c", groups) == [("a", "b", "c", "e")]


def test_group_of_one_mention_is_a_chain() -> None:
    groups = (Group("g1", "coreference", ("b",)), Group("g2", "has_target", ("a",)))
    assert get_members(CANCER, "i2b2-2011", "", groups) == [("b",)]
    assert get_members(CANCER, "i2b2-2011", "R1 coreference b a", groups) == [("a", "b")]


def test_group_of_a_type_other_than_identity_does_not_form_a_chain() -> None:
    parts = Group("g1", "pair", ("m1", "m2"), {"relation_type": "part/whole"})
    single = Group("g2", "pair", ("m3",), {"relation_type": "part/whole"})
    assert get_members(WEAKNESS, "odie", "", (parts, single)) == []
    same = Group("g1", "pair", ("m1", "m2"), {"relation_type": "identity"})
    assert get_members(WEAKNESS, "odie", "", (same,)) == [("m1", "m2")]
    silent = Group("g1", "pair", ("m1", "m2"))
    assert get_members(WEAKNESS, "odie", "", (silent,)) == [("m1", "m2")]


def test_absent_attribute_has_its_default() -> None:
    schema = parse_schema(
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
    _, gold = parse_sentence(text, relations="R1 link a b, R2 link b c kind=part")
    assert [chain.members for chain in derive_chains(gold, schema)] == [("a", "b")]


# Bridges: i2b2 appendix II


def test_generic_mention_between_specific_ones_is_a_bridge() -> None:
    [bridge] = get_bridges(CANCER, "R1 coreference a b, R2 coreference c b")
    assert bridge == Bridge("b", "a", "c")
    assert bridge.reason == "a and c are connected only through the generic b"


def test_bridged_mentions_are_one_chain() -> None:
    assert get_members(CANCER, "i2b2-2011", "R1 coreference a b, R2 coreference c b") == [
        ("a", "b", "c")
    ]


def test_no_bridge_between_linked_mentions() -> None:
    relations = "R1 coreference a b, R2 coreference c b, R3 coreference a c"
    assert get_bridges(CANCER, relations) == []
    assert get_bridges(CANCER, "", (Group("g1", "coreference", ("a", "b", "c")),)) == []


def test_no_bridge_between_compatible_mentions() -> None:
    assert get_bridges(CANCER, "R1 coreference b c, R2 coreference b e") == []


def test_no_bridge_if_another_mention_connects_them() -> None:
    text = CANCER + " ... <f:pronoun>it</>"
    relations = "R1 coreference a b, R2 coreference c b, R3 coreference f a, R4 coreference f c"
    assert get_bridges(text, relations) == []


def test_two_generic_mentions_with_the_same_words_are_one_bridge() -> None:
    in_a_row = "R1 coreference a b, R2 coreference b d, R3 coreference d c"
    assert get_bridges(CANCER, in_a_row) == [Bridge("b", "a", "c")]
    side_by_side = "R1 coreference a b, R2 coreference b c, R3 coreference a d, R4 coreference d c"
    assert get_bridges(CANCER, side_by_side) == [Bridge("b", "a", "c")]


def test_bridges_need_the_text() -> None:
    _, gold = parse_sentence(CANCER, relations="R1 coreference a b, R2 coreference c b")
    [chain] = derive_chains(gold, load_builtin_schema("i2b2-2011"))
    assert chain.bridges == ()


def test_reason_of_a_bridge_does_not_quote_the_text() -> None:
    [bridge] = get_bridges(CANCER, "R1 coreference a b, R2 coreference c b")
    assert "cancer" not in bridge.reason


def test_chain_of_600_mentions_has_no_bridges() -> None:
    words = ("she", "her", "the patient", "Mrs Smith", "the old patient")
    text = " ".join(f"<m{n}:person>{words[n % len(words)]}</>" for n in range(600))
    group = Group("g1", "coreference", tuple(f"m{n}" for n in range(600)))
    doc, gold = parse_sentence(text, groups=(group,))
    [chain] = derive_chains(gold, load_builtin_schema("i2b2-2011"), text=doc.text)
    assert len(chain.members) == 600 and chain.bridges == ()


# A mention in two groups: the CoNLL reference scorer counts it in its first cluster


def test_mention_in_two_groups_is_in_the_first() -> None:
    groups = (Group("g1", "coreference", ("a", "b")), Group("g2", "coreference", ("b", "c", "d")))
    for order in (groups, groups[::-1]):
        assert get_members(CANCER, "i2b2-2011", "", order) == [("a", "b"), ("c", "d")]


def test_group_that_begins_first_keeps_the_mention() -> None:
    groups = (Group("g1", "coreference", ("c", "d")), Group("g2", "coreference", ("a", "d")))
    assert get_members(CANCER, "i2b2-2011", "", groups) == [("a", "d"), ("c",)]


def test_smaller_id_decides_between_groups_that_begin_together() -> None:
    groups = (Group("C10", "coreference", ("a", "b")), Group("C9", "coreference", ("a", "c")))
    assert get_members(CANCER, "i2b2-2011", "", groups) == [("a", "c"), ("b",)]


def test_group_whose_members_are_all_in_others_is_not_a_chain() -> None:
    groups = (Group("g1", "coreference", ("a", "b")), Group("g2", "coreference", ("b", "a")))
    assert get_members(CANCER, "i2b2-2011", "", groups) == [("a", "b")]


def test_pair_still_connects_groups() -> None:
    groups = (Group("g1", "coreference", ("a", "b")), Group("g2", "coreference", ("b", "c")))
    assert get_members(CANCER, "i2b2-2011", "R1 coreference c b", groups) == [("a", "b", "c")]


def test_groups_of_other_types_may_share_mentions() -> None:
    groups = (Group("g1", "other", ("a", "b")), Group("g2", "coreference", ("b", "c")))
    assert get_members(CANCER, "i2b2-2011", "", groups) == [("b", "c")]


# Connected components

EDGES = st.lists(st.tuples(st.sampled_from("abcdefgh"), st.sampled_from("abcdefgh")), max_size=12)


@given(EDGES, st.sets(st.sampled_from("abcdefghij")))
def test_components_partition_the_nodes(pairs: list[tuple[str, str]], singles: set[str]) -> None:
    lone = [(node,) for node in singles]
    parts = find_components([*pairs, *lone])
    nodes = {item for pair in pairs for item in pair} | singles
    assert sorted(item for part in parts for item in part) == sorted(nodes)
    assert all(any({*pair} <= part for part in parts) for pair in pairs)
    for part in parts:  # no component can be split
        inside = [pair for pair in pairs if {*pair} <= part]
        assert find_components([*inside, *((entry,) for entry in part)]) == [part]


def test_schema_without_identity_has_no_chains() -> None:
    schema: Schema = load_builtin_schema("clef-temporal")
    _, gold = parse_sentence("<a:TLC>biopsy</> on <b:TIMEX3>Monday</>", relations="L1 CTLink a b")
    assert derive_chains(gold, schema) == ()
