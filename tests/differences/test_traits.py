"""Differences between attributes and codes, and constructions that cause differences."""

from __future__ import annotations

import pytest
from tests.differences.helpers import compare_versions, list_classes

from goldsmith.core import (
    AnnotationSet,
    Code,
    Document,
    Mention,
    Span,
    load_builtin_schema,
)
from goldsmith.differences import Confusion, Difference, count_classes, find_differences
from goldsmith.metrics.engine.hierarchy import Taxonomy

MAYO = load_builtin_schema("mayo-disorder")
TEXT = "Past medical history of diabetes. If the patient develops tachycardia, call. Asthma."
TREE = Taxonomy({"diabetes-2": ["diabetes"], "diabetes-1": ["diabetes"], "diabetes": ["disease"]})


def build_mention(word: str, *codes: str, **attributes: str) -> Mention:
    start = TEXT.index(word)
    span = Span(start, start + len(word))
    return Mention(word, "disorder", (span,), attributes, tuple(map(Code, codes)))


def compare(a: list[Mention], b: list[Mention], **options: object) -> tuple[Difference, ...]:
    sets = AnnotationSet("a", tuple(a)), AnnotationSet("b", tuple(b))
    hierarchy = options.get("hierarchy")
    assert hierarchy is None or isinstance(hierarchy, Taxonomy)
    return find_differences(Document("d", TEXT), *sets, MAYO, hierarchy=hierarchy)


def test_different_value_is_a_difference_in_the_attribute() -> None:
    [difference] = compare(
        [build_mention("Asthma", status="possible", context="current")],
        [build_mention("Asthma", status="confirmed", context="current")],
    )
    assert (difference.kind, difference.classes) == ("attribute", ("attribute value",))
    assert difference.confusion == Confusion("status", "possible", "confirmed")
    assert (difference.a, difference.b, difference.types) == (
        ("Asthma",),
        ("Asthma",),
        ("disorder",),
    )
    assert TEXT[difference.start : difference.end] == "Asthma"
    assert "possible" not in difference.rule  # values may quote the note


def test_condition_explains_a_status() -> None:
    """Mayo §4: possible, because it may develop, or negated, because it is absent."""
    [difference] = compare(
        [build_mention("tachycardia", status="possible")],
        [build_mention("tachycardia", status="negated")],
    )
    assert difference.classes == ("attribute value", "conditional")


def test_words_for_a_history_explain_a_context() -> None:
    """Mayo §4: a diabetes diagnosis is for life, so "history of diabetes" may be current."""
    [difference] = compare(
        [build_mention("diabetes", context="current", status="confirmed")],
        [build_mention("diabetes", context="history of", status="confirmed")],
    )
    assert difference.classes == ("attribute value", "lifelong disease")
    [difference] = compare(
        [build_mention("Asthma", context="current")],
        [build_mention("Asthma", context="history of")],
    )
    assert difference.classes == ("attribute value",)


def test_attribute_that_one_annotator_never_gives_is_not_compared() -> None:
    a = [build_mention("Asthma", context="current", status="possible")]
    assert compare(a, [build_mention("Asthma", context="current")]) == ()
    more = build_mention("diabetes", context="current", status="possible")
    bare = build_mention("diabetes", context="current")
    [difference] = compare([*a, more], [build_mention("Asthma", context="current"), more])
    assert difference.confusion == Confusion("status", "possible", "")
    assert compare([*a, more], [build_mention("Asthma", context="current"), bare]) == ()


def test_values_that_a_flag_implies_are_not_counted_again() -> None:
    unrelated = "unrelated to patient"
    differences = compare(
        [build_mention("Asthma", unrelated="true", context=unrelated, status=unrelated)],
        [build_mention("Asthma", context="current", status="confirmed")],
    )
    assert [difference.confusion for difference in differences] == [
        Confusion("unrelated", "true", "false")
    ]


@pytest.mark.parametrize(
    ("first", "second", "name"),
    [
        ("diabetes-2", "diabetes", "parent and child"),
        ("diabetes", "diabetes-2", "parent and child"),
        ("diabetes-2", "diabetes-1", "siblings"),
        ("diabetes-2", "disease", "ancestor"),
        ("diabetes-2", "CUI-less", "without a concept"),
        ("diabetes-2", "asthma", ""),
    ],
)
def test_codes_are_classified_by_the_hierarchy(first: str, second: str, name: str) -> None:
    a, b = [build_mention("diabetes", first)], [build_mention("diabetes", second)]
    [difference] = compare(a, b, hierarchy=TREE)
    assert difference.kind == "code"
    assert difference.classes == (("concept", name) if name else ("concept",))
    assert difference.confusion == Confusion("code", first, second)


def test_without_a_hierarchy_codes_are_only_different() -> None:
    a, b = [build_mention("diabetes", "diabetes-2")], [build_mention("diabetes", "diabetes")]
    [difference] = compare(a, b)
    assert difference.classes == ("concept",)


def test_mention_without_a_code_is_compared_if_the_annotator_codes() -> None:
    a = [build_mention("diabetes", "C1"), build_mention("Asthma", "C2")]
    [difference] = compare(a, [build_mention("diabetes"), build_mention("Asthma", "C2")])
    assert difference.classes == ("concept", "without a code")
    assert compare(a, [build_mention("diabetes"), build_mention("Asthma")]) == ()


def test_mentions_on_the_same_span_are_paired_by_their_traits() -> None:
    first, second = build_mention("diabetes", "C1"), build_mention("diabetes", "C2")
    twins = [first, Mention("x", "disorder", second.spans, codes=second.codes)]
    differences = compare(twins, [second])
    assert [(item.kind, item.a) for item in differences] == [("mention", ("diabetes",))]


def test_attribute_of_a_mention_with_another_span_is_compared_too() -> None:
    wide = build_mention("the patient develops tachycardia", status="possible")
    differences = compare([wide], [build_mention("tachycardia", status="negated")])
    assert count_classes(differences) == {
        "textual extent": 1,
        "attribute value": 1,
        "conditional": 1,
    }


def test_coordinated_modifiers_explain_an_extent() -> None:
    """Mayo §4: black, tarry, bloody stools."""
    differences = compare_versions(
        "<Condition>black, tarry, bloody stools</>", "black, tarry, <Condition>bloody stools</>"
    )
    assert list_classes(differences) == [("mention", ("textual extent", "coordination"))]
    differences = compare_versions(
        "<Condition>disseminated disease</>", "disseminated <Condition>disease</>"
    )
    assert list_classes(differences) == [("mention", ("textual extent",))]


def test_heading_in_the_span_explains_an_extent() -> None:
    """Mayo §4: Lymph: No palpable adenopathy, with and without the heading."""
    text = "Chest clear.\nLymph: No palpable adenopathy in the cervical chain."
    lymph, node = text.index("Lymph"), text.index("adenopathy")
    spans = Span(lymph, lymph + 5), Span(node, node + 10)
    a = AnnotationSet("a", (Mention("1", "disorder", spans),))
    b = AnnotationSet("b", (Mention("1", "disorder", spans[1:]),))
    [difference] = find_differences(Document("d", text), a, b, MAYO)
    assert difference.classes == ("textual extent", "heading")
    [difference] = compare_versions(
        "Abdomen: <Condition>tender</>", "<Condition>Abdomen: tender</>", schema="clef"
    )
    assert difference.classes == ("textual extent", "heading")


def test_set_and_member_explain_a_link() -> None:
    """CLEF §4.3: the nail of the right thumb, co-referred with all of the hand nails."""
    linked = "<Locus #n>nail of the right thumb</> and <Locus co_refers=#n>all of the hand nails</>"
    apart = "<Locus>nail of the right thumb</> and <Locus>all of the hand nails</>"
    [difference] = compare_versions(apart, linked)
    assert difference.classes == ("overlinking", "set and member")
    linked = "<Locus #n>the nail</> and <Locus co_refers=#n>his thumb nail</>"
    [difference] = compare_versions("<Locus>the nail</> and <Locus>his thumb nail</>", linked)
    assert difference.classes == ("overlinking",)
