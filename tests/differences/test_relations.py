"""Differences between relations of mentions that both sets have."""

from collections.abc import Sequence

from tests.differences.helpers import compare_versions, list_classes

from goldsmith.core import AnnotationSet, Document, Mention, Relation, Span, load_builtin_schema
from goldsmith.differences import Difference, find_differences

TEXT = "pain knee test node"
MENTIONS = tuple(
    Mention(word, kind, (Span(TEXT.index(word), TEXT.index(word) + 4),))
    for word, kind in zip(
        TEXT.split(), ("Condition", "Locus", "Investigation", "Locus"), strict=True
    )
)


def compare(
    a: Sequence[tuple[str, ...]], b: Sequence[tuple[str, ...]], schema: str = "clef"
) -> list[Difference]:
    def build(name: str, relations: Sequence[tuple[str, ...]]) -> AnnotationSet:
        rels = [
            Relation(
                f"{name}{number}", kind, first, second, {"relation_type": more[0]} if more else {}
            )
            for number, (kind, first, second, *more) in enumerate(relations)
        ]
        return AnnotationSet(name, MENTIONS, tuple(rels))

    return list(
        find_differences(
            Document("d", TEXT), build("a", a), build("b", b), load_builtin_schema(schema)
        )
    )


def test_relation_in_only_one_set_is_an_occurrence() -> None:
    [difference] = compare([("has_location", "pain", "knee")], [])
    assert (difference.kind, difference.classes, difference.a, difference.b) == (
        "relation",
        ("occurrence",),
        ("a0",),
        (),
    )
    assert (difference.start, difference.end, difference.types) == (0, 9, ("has_location",))
    [difference] = compare([], [("has_location", "pain", "knee")])
    assert (difference.a, difference.b) == ((), ("b0",))


def test_different_type_is_typing() -> None:
    [difference] = compare([("has_location", "pain", "knee")], [("has_target", "pain", "knee")])
    assert (difference.classes, difference.a, difference.b) == (("typing",), ("a0",), ("b0",))
    assert difference.types == ("has_location", "has_target")
    assert difference.rule == "both related the two mentions, by different types of relation"


def test_different_direction_is_typing_unless_the_relation_is_symmetric() -> None:
    [difference] = compare([("has_target", "test", "node")], [("has_target", "node", "test")])
    assert (difference.classes, difference.rule) == (
        ("typing",),
        "both have the relation, in opposite directions",
    )
    schema = load_builtin_schema("clef")
    assert [kind.name for kind in schema.relation if kind.symmetric] == ["co_refers"]
    assert compare([("co_refers", "test", "node")], [("co_refers", "node", "test")]) == []


def test_reversed_relation_is_paired_before_a_relation_of_another_type() -> None:
    differences = compare(
        [("has_target", "test", "node")],
        [("has_location", "test", "node"), ("has_target", "node", "test")],
    )
    assert [(difference.classes, difference.a, difference.b) for difference in differences] == [
        (("occurrence",), (), ("b0",)),
        (("typing",), ("a0",), ("b1",)),
    ]


def test_different_arguments_are_two_occurrences() -> None:
    differences = compare([("has_location", "pain", "knee")], [("has_location", "pain", "node")])
    assert [(difference.classes, difference.a, difference.b) for difference in differences] == [
        (("occurrence",), ("a0",), ()),
        (("occurrence",), (), ("b0",)),
    ]


def test_second_copy_is_an_occurrence() -> None:
    twice = [("has_location", "pain", "knee")] * 2
    [difference] = compare(twice, twice[:1])
    assert (difference.classes, difference.a, difference.b) == (("occurrence",), ("a1",), ())


def test_attribute_that_decides_on_identity_is_part_of_the_type() -> None:
    """All pairs of ODIE have the same type; an attribute contains the relation type."""
    [difference] = compare(
        [("pair", "pain", "knee", "set/subset")], [("pair", "pain", "knee", "part/whole")], "odie"
    )
    assert (difference.kind, difference.classes) == ("relation", ("typing",))
    differences = compare(
        [("pair", "pain", "knee", "set/subset")], [("pair", "pain", "knee", "identity")], "odie"
    )
    assert list_classes(differences) == [
        ("coreference", ("overlinking",)),
        ("relation", ("occurrence",)),
    ]


def test_different_spans_and_types_do_not_hide_a_relation() -> None:
    extent = compare_versions(
        "<Condition has_location=#l>bad pain</> in the <Locus #l>knee</>",
        "bad <Condition has_location=#l>pain</> in the <Locus #l>knee</>",
    )
    assert list_classes(extent) == [("mention", ("textual extent",))]
    typing = compare_versions(
        "<Condition has_location=#l>bad pain</> in the <Locus #l>knee</>",
        "bad <Result>pain</> in the <Locus>knee</>",
    )
    assert {(difference.kind, difference.classes) for difference in typing} == {
        ("mention", ("typing",)),
        ("relation", ("occurrence",)),
    }


def test_relation_to_a_missing_mention_is_classified() -> None:
    [difference] = compare([("has_location", "pain", "gone")], [])
    assert (difference.kind, difference.classes, difference.a) == (
        "relation",
        ("occurrence",),
        ("a0",),
    )
    assert (difference.start, difference.end) == (0, 4)


def test_relation_makes_a_compound_only_within_a_sentence() -> None:
    first = "<Investigation has_finding=#c>CT scan</>{} <Condition #c>mass</>"
    second = "CT <Investigation>scan</>{} <Result>mass</>"
    [item] = compare_versions(first.format(" shows"), second.format(" shows"))
    assert (item.kind, item.classes) == ("mention", ("compound",))
    assert (len(item.a), len(item.b), item.relations_a) == (2, 2, ("r1",))
    apart = compare_versions(first.format(" done. It shows"), second.format(" done. It shows"))
    assert {(difference.kind, difference.classes) for difference in apart} == {
        ("mention", ("textual extent",)),
        ("mention", ("typing",)),
        ("relation", ("occurrence",)),
    }


def test_ambiguity_of_a_neighbour_does_not_make_a_compound() -> None:
    differences = compare_versions(
        "<Investigation>CT scan</> <Locus>renal</> team",
        "CT <Investigation>scan</> renal team",
    )
    assert [difference.classes for difference in differences] == [
        ("textual extent",),
        ("occurrence", "term ambiguity"),
    ]
