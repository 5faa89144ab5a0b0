"""Differences between relations: those of mentions that both have, and no others."""

from goldsmith.core import AnnotationSet, Document, Mention, Relation, Span, builtin
from goldsmith.differences import Difference, differences

TEXT = "pain knee test node"
MENTIONS = tuple(
    Mention(word, kind, (Span(TEXT.index(word), TEXT.index(word) + 4),))
    for word, kind in zip(
        TEXT.split(), ("Condition", "Locus", "Investigation", "Locus"), strict=True
    )
)


def compare(
    a: list[tuple[str, ...]], b: list[tuple[str, ...]], schema: str = "clef"
) -> list[Difference]:
    def made(name: str, relations: list[tuple[str, ...]]) -> AnnotationSet:
        rels = [
            Relation(
                f"{name}{number}", kind, first, second, {"relation_type": more[0]} if more else {}
            )
            for number, (kind, first, second, *more) in enumerate(relations)
        ]
        return AnnotationSet(name, MENTIONS, tuple(rels))

    return list(differences(Document("d", TEXT), made("a", a), made("b", b), builtin(schema)))


def test_a_relation_of_one_is_an_occurrence() -> None:
    [one] = compare([("has_location", "pain", "knee")], [])
    assert (one.kind, one.classes, one.a, one.b) == ("relation", ("occurrence",), ("a0",), ())
    assert (one.start, one.end, one.types) == (0, 9, ("has_location",))
    [one] = compare([], [("has_location", "pain", "knee")])
    assert (one.a, one.b) == ((), ("b0",))


def test_another_type_is_typing() -> None:
    [one] = compare([("has_location", "pain", "knee")], [("has_target", "pain", "knee")])
    assert (one.classes, one.a, one.b) == (("typing",), ("a0",), ("b0",))
    assert one.types == ("has_location", "has_target")
    assert one.rule == "both related the two mentions, by different types of relation"


def test_another_direction_is_typing_unless_the_relation_has_none() -> None:
    [one] = compare([("has_target", "test", "node")], [("has_target", "node", "test")])
    assert (one.classes, one.rule) == (
        ("typing",),
        "both have the relation, in opposite directions",
    )
    schema = builtin("clef")
    assert [kind.name for kind in schema.relation if kind.symmetric] == ["co_refers"]
    assert compare([("co_refers", "test", "node")], [("co_refers", "node", "test")]) == []


def test_a_turned_relation_is_paired_before_one_of_another_type() -> None:
    found = compare(
        [("has_target", "test", "node")],
        [("has_location", "test", "node"), ("has_target", "node", "test")],
    )
    assert [(one.classes, one.a, one.b) for one in found] == [
        (("occurrence",), (), ("b0",)),
        (("typing",), ("a0",), ("b1",)),
    ]


def test_other_arguments_are_two_occurrences() -> None:
    found = compare([("has_location", "pain", "knee")], [("has_location", "pain", "node")])
    assert [(one.classes, one.a, one.b) for one in found] == [
        (("occurrence",), ("a0",), ()),
        (("occurrence",), (), ("b0",)),
    ]


def test_a_second_copy_is_an_occurrence() -> None:
    twice = [("has_location", "pain", "knee")] * 2
    [one] = compare(twice, twice[:1])
    assert (one.classes, one.a, one.b) == (("occurrence",), ("a1",), ())


def test_what_decides_on_identity_is_part_of_the_type() -> None:
    """ODIE's pairs are of one type; what they say is in an attribute."""
    [one] = compare(
        [("pair", "pain", "knee", "set/subset")], [("pair", "pain", "knee", "part/whole")], "odie"
    )
    assert (one.kind, one.classes) == ("relation", ("typing",))
    found = compare(
        [("pair", "pain", "knee", "set/subset")], [("pair", "pain", "knee", "identity")], "odie"
    )
    assert [(one.kind, one.classes) for one in found] == [
        ("coreference", ("overlinking",)),
        ("relation", ("occurrence",)),
    ]


def test_spans_and_types_that_differ_do_not_hide_a_relation(found) -> None:  # type: ignore[no-untyped-def]
    same = found(
        "<Condition has_location=#l>bad pain</> in the <Locus #l>knee</>",
        "bad <Condition has_location=#l>pain</> in the <Locus #l>knee</>",
    )
    assert [(one.kind, one.classes) for one in same] == [("mention", ("textual extent",))]
    other = found(
        "<Condition has_location=#l>bad pain</> in the <Locus #l>knee</>",
        "bad <Result>pain</> in the <Locus>knee</>",
    )
    assert {(one.kind, one.classes) for one in other} == {
        ("mention", ("typing",)),
        ("relation", ("occurrence",)),
    }


def test_a_relation_to_no_mention_is_still_sorted() -> None:
    [one] = compare([("has_location", "pain", "gone")], [])
    assert (one.kind, one.classes, one.a) == ("relation", ("occurrence",), ("a0",))
    assert (one.start, one.end) == (0, 4)


def test_a_relation_makes_a_compound_only_within_a_sentence(found) -> None:  # type: ignore[no-untyped-def]
    first = "<Investigation has_finding=#c>CT scan</>{} <Condition #c>mass</>"
    second = "CT <Investigation>scan</>{} <Result>mass</>"
    [one] = found(first.format(" shows"), second.format(" shows"))
    assert (one.kind, one.classes) == ("mention", ("compound",))
    assert (len(one.a), len(one.b), one.relations_a) == (2, 2, ("r1",))
    apart = found(first.format(" done. It shows"), second.format(" done. It shows"))
    assert {(one.kind, one.classes) for one in apart} == {
        ("mention", ("textual extent",)),
        ("mention", ("typing",)),
        ("relation", ("occurrence",)),
    }


def test_what_is_ambiguous_adds_nothing_to_a_compound(found) -> None:  # type: ignore[no-untyped-def]
    got = found(
        "<Investigation>CT scan</> <Locus>renal</> team",
        "CT <Investigation>scan</> renal team",
    )
    assert [one.classes for one in got] == [("textual extent",), ("occurrence", "term ambiguity")]
