"""The rules for mentions, each with cases where it applies and near misses where it does not."""

import pytest
from tests.differences.helpers import compare_versions, list_classes

from goldsmith.core import AnnotationSet, Document, Mention, Span, load_builtin_schema
from goldsmith.differences import Roles, find_differences

CLEF = load_builtin_schema("clef")

CASES = {
    # occurrence
    "missed": ("<Condition>fever</>", "fever", ["occurrence"]),
    "each missed a mention": (
        "<Condition>fever</> and cough",
        "fever and <Condition>cough</>",
        ["occurrence", "occurrence"],
    ),
    "a second type on the same words": (
        "<Result>dullness</>",
        "<Condition><Result>dullness</></>",
        ["occurrence"],
    ),
    "overlapping, but neither type nor last word": (
        "<Investigation>chest x-ray</>",
        "<Locus>chest</> x-ray",
        ["occurrence"],
    ),
    # textual extent
    "shorter": ("<Condition>left knee pain</>", "left <Condition>knee pain</>", ["textual extent"]),
    "shifted": ("<Condition>severe chest</> pain", "severe <Condition>chest pain</>", ["extent"]),
    "two at once": (
        "<Condition>the fever</>, <Condition>the cough</>",
        "the <Condition>fever</>, the <Condition>cough</>",
        ["textual extent", "textual extent"],
    ),
    # typing
    "another type": ("<Condition>mass</>", "<Result>mass</>", ["typing"]),
    "another type, same last word": (
        "<Condition>stable mass</>",
        "stable <Result>mass</>",
        ["typing"],
    ),
    # term decomposition
    "lung cancer": (
        "<Condition>lung cancer</>",
        "<Locus>lung</> <Condition>cancer</>",
        ["term decomposition"],
    ),
    "parts of one type": (
        "<Condition>nausea and vomiting</>",
        "<Condition>nausea</> and <Condition>vomiting</>",
        ["term decomposition"],
    ),
    "a part that both marked is no part": (
        "<Condition><Locus>lung</> cancer</>",
        "<Locus>lung</> <Condition>cancer</>",
        ["textual extent"],
    ),
    "parts in gaps": (
        "<Condition>acute left renal failure</>",
        "<Condition #c>acute</> <Laterality>left</> <Locus>renal</> <+c>failure</>",
        ["term decomposition"],
    ),
    # granularity
    "a component before its panel": (
        "<Investigation>Hb</> in the full blood count",
        "Hb in the <Investigation>full blood count</>",
        ["granularity"],
    ),
    "several components": (
        "<Investigation>tumour markers</>: CA125 306, CEA 12",
        "tumour markers: <Investigation>CA125</> 306, <Investigation>CEA</> 12",
        ["granularity"],
    ),
    "another sentence": (
        "<Investigation>CT</> was done. Then MRI",
        "CT was done. Then <Investigation>MRI</>",
        ["occurrence", "occurrence"],
    ),
    "too far away": (
        "<Investigation>CT</> one two three four five six MRI",
        "CT one two three four five six <Investigation>MRI</>",
        ["occurrence", "occurrence"],
    ),
    "one both marked in between": (
        "<Investigation>Na</> 135, <Investigation>K</> 4, Hb 12",
        "Na 135, <Investigation>K</> 4, <Investigation>Hb</> 12",
        ["occurrence", "occurrence"],
    ),
    "a list in which each missed two": (
        "<Investigation>Na</> <Investigation>K</> Hb CRP",
        "Na K <Investigation>Hb</> <Investigation>CRP</>",
        ["occurrence"] * 4,
    ),
    "a type without components": (
        "<Condition>fever</> with cough",
        "fever with <Condition>cough</>",
        ["occurrence", "occurrence"],
    ),
    # term ambiguity
    "a ward": ("the <Locus>breast</> clinic", "the breast clinic", ["occurrence; ambiguity"]),
    "capitals": ("the <Locus>Eye</> Unit", "the Eye Unit", ["occurrence; ambiguity"]),
    "both marked it": ("the <Locus>renal</> team", "the <Locus>renal</> team", []),
    "a noun that is marked": (
        "<Locus>breast</> <Intervention>surgery</>",
        "breast <Intervention>surgery</>",
        ["occurrence"],
    ),
    "not right before": ("<Locus>renal</>. The team", "renal. The team", ["occurrence"]),
    "not a place": ("the <Condition>cancer</> team", "the cancer team", ["occurrence"]),
    # locus modification
    "side inside": (
        "<Locus>right lung</>",
        "<Laterality>right</> <Locus>lung</>",
        ["locus modification"],
    ),
    "a place or a modifier": ("<Locus>apex</>", "<Sub-location>apex</>", ["locus modification"]),
    "two extents of a place": (
        "<Locus>upper lobe</>",
        "upper <Locus>lobe</>",
        ["textual extent"],
    ),
    "a modifier that is missing": (
        "<Laterality>right</> <Locus>lung</>",
        "right <Locus>lung</>",
        ["occurrence"],
    ),
    "with something else": (
        "<Condition>right lung mass</>",
        "<Laterality>right</> <Locus>lung</> <Condition>mass</>",
        ["term decomposition"],
    ),
    # several at once
    "extent and a crossing one": (
        "<Condition>chest pain</> today",
        "<Locus>chest</> <Condition>pain today</>",
        ["occurrence; extent"],
    ),
    "three that touch": (
        "<Condition>mass</> <Locus>lung apex</> <Result>stable</>",
        "<Result>mass</> lung <Locus>apex</> stable",
        ["compound"],
    ),
    "three that do not touch": (
        "<Condition>mass</> in <Locus>lung apex</> is <Result>stable</>",
        "<Result>mass</> in lung <Locus>apex</> is stable",
        ["typing", "textual extent", "occurrence"],
    ),
}
SHORT = {"extent": "textual extent", "ambiguity": "term ambiguity"}


@pytest.mark.parametrize("name", CASES)
def test_rule_applies(name: str) -> None:
    first, second, expected = CASES[name]
    classes = [tuple(SHORT.get(part, part) for part in text.split("; ")) for text in expected]
    for a, b in ((first, second), (second, first)):
        differences = compare_versions(a, b)
        assert sorted(difference.classes for difference in differences) == sorted(classes)
        assert all(difference.kind == "mention" for difference in differences)


def test_difference_names_annotations_and_place() -> None:
    [difference] = compare_versions(
        "no <Condition #x>disseminated disease</>", "no disseminated <Condition #y>disease</>"
    )
    assert (difference.document, difference.a, difference.b) == ("inline", ("x",), ("y",))
    assert (difference.start, difference.end) == (3, 23)
    assert difference.types == ("Condition",)
    assert difference.rule == "both gave the same type to spans that overlap and are not equal"


def test_difference_includes_the_relations_of_its_mentions() -> None:
    [difference] = compare_versions(
        "<Condition has_location=#l>pain</> in the <Locus #l>knee</>",
        "<Condition>pain</> in the knee",
    )
    assert difference.classes == ("occurrence",)
    assert (difference.relations_a, difference.relations_b) == (("r1",), ())


def test_mention_that_follows_from_a_type_is_not_a_separate_difference() -> None:
    result = "a <Result>response</> in the lung"
    [difference] = compare_versions(
        result, "a <Condition has_location=#l>response</> in the <Locus #l>lung</>"
    )
    assert difference.classes == ("typing",)
    assert len(difference.b) == 2
    # Without the relation it is a separate difference.
    differences = compare_versions(result, "a <Condition>response</> in the <Locus>lung</>")
    assert [difference.classes for difference in differences] == [("typing",), ("occurrence",)]
    # A relation that both types permit does not make it a consequence either.
    differences = compare_versions(
        "<Investigation>CT</>: <Result>response</>",
        "CT: <Condition ^has_finding=#i>response</>".replace("CT", "<Investigation #i>CT</>"),
    )
    assert list_classes(differences) == [
        ("relation", ("occurrence",)),
        ("mention", ("typing",)),
    ]


def test_every_type_permits_every_relation_without_a_schema() -> None:
    differences = compare_versions(
        "a <Result>response</> in the lung",
        "a <Condition has_location=#l>response</> in the <Locus #l>lung</>",
        schema="",
    )
    assert [difference.classes for difference in differences] == [("typing",), ("occurrence",)]


def test_words_inside_a_longer_mention_are_not_a_decomposition() -> None:
    short = "<Negation negation_modifies=#c>no</> <Condition #c>change</> in the mass"
    [difference] = compare_versions(
        short, "<Negation negation_modifies=#c>no change</> in the <Condition #c>mass</>"
    )
    assert difference.classes == ("textual extent",)
    # If both marked the replacement, only the relation to it differs.
    marked = short.replace("mass", "<Condition>mass</>")
    differences = compare_versions(
        marked, "<Negation negation_modifies=#c>no change</> in the <Condition #c>mass</>"
    )
    assert list_classes(differences) == [
        ("mention", ("textual extent",)),
        ("relation", ("occurrence",)),
    ]
    # Without the relation nothing shows that the longer mention replaces the shorter one.
    [difference] = compare_versions(short, "<Negation>no change</> in the mass")
    assert difference.classes == ("term decomposition",)


def test_roles_adapt_to_other_schemas() -> None:
    roles = Roles(
        locus=frozenset({"site"}),
        modifiers=frozenset({"side"}),
        granular=frozenset({"test"}),
        services=Roles().services | {"hub"},
        near=1,
    )
    cases = [
        ("<site>left knee</>", "<side>left</> <site>knee</>", ("locus modification",)),
        ("<test>panel</> with one", "panel with <test>one</>", ("granularity",)),
        ("the <site>renal</> hub", "the renal hub", ("occurrence", "term ambiguity")),
    ]
    for first, second, expected in cases:
        [difference] = compare_versions(first, second, schema="", roles=roles)
        assert difference.classes == expected
        assert [default.classes for default in compare_versions(first, second, schema="")] != [
            expected
        ]


def test_unanchored_mentions_have_no_place() -> None:
    doc = Document("d", "text")
    a = AnnotationSet("a", (Mention("x", "Condition", ()),))
    [difference] = find_differences(doc, a, AnnotationSet("b"), CLEF)
    assert (difference.classes, difference.a, difference.b) == (("occurrence",), ("x",), ())
    assert (difference.start, difference.end) == (-1, -1)


def test_second_copy_is_an_occurrence() -> None:
    doc = Document("d", "fever")
    copies = tuple(Mention(name, "Condition", (Span(0, 5),)) for name in "xy")
    single = AnnotationSet("b", copies[:1])
    [difference] = find_differences(doc, AnnotationSet("a", copies), single, CLEF)
    assert (difference.classes, len(difference.a), difference.b) == (("occurrence",), 1, ())


def test_adjacent_fragments_are_the_same_span() -> None:
    doc = Document("d", "fever")
    whole = AnnotationSet("a", (Mention("x", "Condition", (Span(0, 5),)),))
    parts = AnnotationSet("b", (Mention("y", "Condition", (Span(0, 2), Span(2, 5))),))
    assert find_differences(doc, whole, parts, CLEF) == ()
