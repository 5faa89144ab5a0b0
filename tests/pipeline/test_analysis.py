"""Analysis: tokens and spans, new ids, groups and the chains that follow from them."""

from __future__ import annotations

from goldsmith.core import (
    AnnotationSet,
    Document,
    Group,
    Mention,
    Provenance,
    Relation,
    Span,
    load_builtin_schema,
)
from goldsmith.pipeline import Analysis

TEXT = "The tumour grew. It was removed. The mass is gone."
TUMOUR = Mention("m1", "problem", (Span(0, 10),))
IT = Mention("m2", "problem", (Span(17, 19),))
MASS = Mention("m3", "problem", (Span(33, 41),))
GROUP = Group("g1", "coreference", ("m1", "m2"))


def make_analysis() -> Analysis:
    analysis = Analysis(Document("d", TEXT))
    analysis.take(AnnotationSet("gold", mentions=(TUMOUR, IT, MASS), groups=(GROUP,)), groups=True)
    return analysis


def test_tokens_and_spans_convert_into_each_other() -> None:
    analysis = Analysis(Document("d", "Hb 10.2 g/dL, no pain."))
    first, end = analysis.find_tokens(Span(3, 7))
    assert analysis.tokens.words[first:end] == ["10.2"]
    assert analysis.make_span(first, first) == Span(3, 7)


def test_groups_become_part_of_the_annotation_set() -> None:
    annotations = make_analysis().to_annotation_set("system", provenance=Provenance())
    assert annotations.groups == (GROUP,) and annotations.mentions == (TUMOUR, IT, MASS)


def test_groups_are_not_taken_unless_requested() -> None:
    analysis = Analysis(Document("d", TEXT))
    analysis.take(AnnotationSet("gold", mentions=(TUMOUR, IT), groups=(GROUP,)))
    assert analysis.mentions == [TUMOUR, IT] and analysis.groups == []
    assert "g1" not in {analysis.make_id("g") for _ in range(3)}


def test_chains_follow_from_groups_and_relations() -> None:
    analysis, schema = make_analysis(), load_builtin_schema("i2b2-2011")
    assert [chain.members for chain in analysis.derive_chains(schema)] == [("m1", "m2")]
    analysis.relations.append(Relation("r1", "coreference", "m3", "m1"))
    assert [chain.members for chain in analysis.derive_chains(schema)] == [("m1", "m2", "m3")]
