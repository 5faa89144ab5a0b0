"""The rules for mentions, each where it holds and where it just does not."""

import pytest

from goldsmith.core import AnnotationSet, Document, Mention, Span, builtin
from goldsmith.differences import Roles, differences

CLEF = builtin("clef")

CASES = {
    # occurrence
    "missed": ("<Condition>fever</>", "fever", ["occurrence"]),
    "one missed by each": (
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
def test_a_rule(name: str, found) -> None:  # type: ignore[no-untyped-def]
    first, second, expected = CASES[name]
    named = [tuple(SHORT.get(part, part) for part in one.split("; ")) for one in expected]
    for here, there in ((first, second), (second, first)):
        got = found(here, there)
        assert sorted(one.classes for one in got) == sorted(named)
        assert all(one.kind == "mention" for one in got)


def test_a_difference_says_what_and_where(found) -> None:  # type: ignore[no-untyped-def]
    [one] = found(
        "no <Condition #x>disseminated disease</>", "no disseminated <Condition #y>disease</>"
    )
    assert (one.document, one.a, one.b) == ("inline", ("x",), ("y",))
    assert (one.start, one.end) == (3, 23)
    assert one.types == ("Condition",)
    assert one.rule == "both gave the same type to spans that overlap and are not equal"


def test_a_difference_brings_the_relations_of_its_mentions(found) -> None:  # type: ignore[no-untyped-def]
    [one] = found(
        "<Condition has_location=#l>pain</> in the <Locus #l>knee</>",
        "<Condition>pain</> in the knee",
    )
    assert one.classes == ("occurrence",)
    assert (one.relations_a, one.relations_b) == (("r1",), ())


def test_a_mention_that_the_other_type_cannot_have_is_no_difference_of_its_own(found) -> None:  # type: ignore[no-untyped-def]
    result = "a <Result>response</> in the lung"
    [one] = found(result, "a <Condition has_location=#l>response</> in the <Locus #l>lung</>")
    assert one.classes == ("typing",)
    assert len(one.b) == 2
    # Marked for another reason too, it is one.
    got = found(result, "a <Condition>response</> in the <Locus>lung</>")
    assert [one.classes for one in got] == [("typing",), ("occurrence",)]
    # A relation that both types can have does not make it follow either.
    got = found(
        "<Investigation>CT</>: <Result>response</>",
        "CT: <Condition ^has_finding=#i>response</>".replace("CT", "<Investigation #i>CT</>"),
    )
    assert [(one.kind, one.classes) for one in got] == [
        ("relation", ("occurrence",)),
        ("mention", ("typing",)),
    ]


def test_without_a_schema_every_type_can_have_every_relation(found) -> None:  # type: ignore[no-untyped-def]
    got = found(
        "a <Result>response</> in the lung",
        "a <Condition has_location=#l>response</> in the <Locus #l>lung</>",
        schema="",
    )
    assert [one.classes for one in got] == [("typing",), ("occurrence",)]


def test_words_that_went_into_a_longer_mention_make_no_decomposition(found) -> None:  # type: ignore[no-untyped-def]
    short = "<Negation negation_modifies=#c>no</> <Condition #c>change</> in the mass"
    [one] = found(short, "<Negation negation_modifies=#c>no change</> in the <Condition #c>mass</>")
    assert one.classes == ("textual extent",)
    # If both marked what took its place, the relation to it is what only one has.
    both = short.replace("mass", "<Condition>mass</>")
    got = found(both, "<Negation negation_modifies=#c>no change</> in the <Condition #c>mass</>")
    assert [(one.kind, one.classes) for one in got] == [
        ("mention", ("textual extent",)),
        ("relation", ("occurrence",)),
    ]
    # Without the relation there is nothing to tell that the longer one stands for the shorter.
    [one] = found(short, "<Negation>no change</> in the mass")
    assert one.classes == ("term decomposition",)


def test_roles_fit_other_schemas(found) -> None:  # type: ignore[no-untyped-def]
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
        [one] = found(first, second, schema="", roles=roles)
        assert one.classes == expected
        assert [other.classes for other in found(first, second, schema="")] != [expected]


def test_mentions_of_the_whole_document_have_no_place() -> None:
    doc = Document("d", "text")
    a = AnnotationSet("a", (Mention("x", "Condition", ()),))
    [one] = differences(doc, a, AnnotationSet("b"), CLEF)
    assert (one.classes, one.a, one.b) == (("occurrence",), ("x",), ())
    assert (one.start, one.end) == (-1, -1)


def test_a_second_copy_is_an_occurrence() -> None:
    doc = Document("d", "fever")
    copies = tuple(Mention(name, "Condition", (Span(0, 5),)) for name in "xy")
    one_copy = AnnotationSet("b", copies[:1])
    [one] = differences(doc, AnnotationSet("a", copies), one_copy, CLEF)
    assert (one.classes, len(one.a), one.b) == (("occurrence",), 1, ())


def test_touching_fragments_are_the_same_span() -> None:
    doc = Document("d", "fever")
    whole = AnnotationSet("a", (Mention("x", "Condition", (Span(0, 5),)),))
    parts = AnnotationSet("b", (Mention("y", "Condition", (Span(0, 2), Span(2, 5))),))
    assert differences(doc, whole, parts, CLEF) == ()
