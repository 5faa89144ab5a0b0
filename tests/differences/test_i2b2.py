"""The sources of disagreement in appendix II of the i2b2 paper, and chains beyond them."""

from goldsmith.core import AnnotationSet, Document, Group, Mention, Span, builtin
from goldsmith.differences import Difference, differences

I2B2 = builtin("i2b2-2011")


def named(found: tuple[Difference, ...]) -> list[tuple[str, tuple[str, ...]]]:
    return [(one.kind, one.classes) for one in found]


def test_distinct_events_that_are_linked_are_overlinking(found) -> None:  # type: ignore[no-untyped-def]
    apart = "<test #x>Temp</> on admit was 102, <test #y>her temperature</> today had lowered to 99"
    linked = apart.replace("#y", "#y coreference=#x")
    [one] = found(apart, linked, schema="i2b2-2011")
    assert (one.kind, one.classes) == ("coreference", ("overlinking",))
    assert (one.a, one.b, one.types) == (("x", "y"), ("x", "y"), ("test",))
    assert (one.start, one.end) == (0, 38)
    assert one.rule == "the second set links two mentions that the first keeps apart"


def test_a_short_form_that_is_not_linked_is_underlinking(found) -> None:  # type: ignore[no-untyped-def]
    apart = (
        "patient reports with <problem>subgleal bleed</> and <problem #s>a subdural bleed</>. "
        "<problem #t>the bleed</> causing <problem>midline shift</>"
    )
    linked = apart.replace("#t", "#t coreference=#s")
    [one] = found(linked, apart, schema="i2b2-2011")
    assert (one.kind, one.classes) == ("coreference", ("underlinking",))
    assert (one.a, one.b) == (("s", "t"), ("s", "t"))


LIVER = "<problem #l>liver cancer</>, <problem #g{}>cancer</>, <problem #b{}>breast cancer</>"


def test_chains_joined_by_a_general_word_are_unrelated_chaining(found) -> None:  # type: ignore[no-untyped-def]
    joined = LIVER.format(" coreference=#l", " coreference=#g")
    for reference in (LIVER.format("", ""), LIVER.format(" coreference=#l", "")):
        [one] = found(reference, joined, schema="i2b2-2011")
        assert (one.kind, one.classes) == ("coreference", ("unrelated chaining",))
        assert (one.a, one.b) == (("l", "g", "b"), ("l", "g", "b"))
        [one] = found(joined, reference, schema="i2b2-2011")
        assert one.classes == ("unrelated chaining",)


def test_chains_joined_otherwise_are_overlinking(found) -> None:  # type: ignore[no-untyped-def]
    """Linked to each other directly, the two cancers are not joined by the general word alone."""
    joined = LIVER.format(" coreference=#l", " coreference=#l,#g")
    [one] = found(LIVER.format(" coreference=#l", ""), joined, schema="i2b2-2011")
    assert one.classes == ("overlinking",)


def test_a_pronoun_inside_another_mention_is_missed(found) -> None:  # type: ignore[no-untyped-def]
    seen = (
        "<person #p>The patient</> came with "
        "<problem><person #h coreference=#p>her</> fever</>. <person #s coreference=#h>She</> rests"
    )
    missed = (
        "<person #p>The patient</> came with <problem>her fever</>. "
        "<person #s coreference=#p>She</> rests"
    )
    [one] = found(seen, missed, schema="i2b2-2011")
    assert (one.kind, one.classes, one.a, one.b) == ("mention", ("occurrence",), ("h",), ())
    assert "inside another mention" in one.rule
    [one] = found(missed, seen, schema="i2b2-2011")
    assert "inside another mention" in one.rule


def test_the_rule_of_hidden_mentions_wants_a_chain_and_a_mention_around(found) -> None:  # type: ignore[no-untyped-def]
    unlinked = "<problem><person #h>her</> fever</>"
    [one] = found(unlinked, "<problem>her fever</>", schema="i2b2-2011")
    assert "inside" not in one.rule
    outside = "<person #p>She</> has <person coreference=#p>her</> fever"
    [one] = found(outside, "<person>She</> has her fever", schema="i2b2-2011")
    assert "inside" not in one.rule


def test_a_link_over_a_mention_that_the_other_lacks_still_counts(found) -> None:  # type: ignore[no-untyped-def]
    chain = "<problem #x>mass</> <problem #y coreference=#x>it</> <problem coreference=#y>lump</>"
    assert named(found(chain, "<problem>mass</> it <problem>lump</>", schema="i2b2-2011")) == [
        ("coreference", ("underlinking",)),
        ("mention", ("occurrence",)),
    ]


def test_spans_and_types_that_differ_do_not_break_a_chain(found) -> None:  # type: ignore[no-untyped-def]
    first = "<problem #x>a mass</> and <problem coreference=#x>lump</>"
    second = "a <problem #x>mass</> and <test coreference=#x>lump</>"
    assert named(found(first, second, schema="i2b2-2011")) == [
        ("mention", ("textual extent",)),
        ("mention", ("typing",)),
    ]


def grouped(*groups: str) -> AnnotationSet:
    mentions = tuple(Mention(word, "test", (Span(at, at + 1),)) for at, word in enumerate("abcdef"))
    listed = (Group(f"g{at}", "coreference", tuple(one)) for at, one in enumerate(groups))
    return AnnotationSet("s", mentions, groups=tuple(listed))


def links(first: AnnotationSet, second: AnnotationSet) -> list[tuple[str, str]]:
    found = differences(Document("d", "abcdef"), first, second, I2B2)
    return sorted((one.classes[0], "".join(one.a)) for one in found)


def test_each_further_chain_that_is_joined_counts_once() -> None:
    """At the place where the long chain first comes to it, with the mention just before."""
    assert links(grouped("ab", "ce"), grouped("abcdef")) == [
        ("overlinking", "bc"),
        ("overlinking", "cd"),
        ("overlinking", "ef"),
    ]
    assert links(grouped("abcdef"), grouped("ab", "ce")) == [
        ("underlinking", "bc"),
        ("underlinking", "cd"),
        ("underlinking", "ef"),
    ]


def test_chains_that_cross_are_over_and_underlinked() -> None:
    assert links(grouped("ab", "cd"), grouped("ac", "bd")) == [
        ("overlinking", "ac"),
        ("overlinking", "bd"),
        ("underlinking", "ab"),
        ("underlinking", "cd"),
    ]


def test_the_same_chains_in_other_words_do_not_differ() -> None:
    assert links(grouped("ab", "bc", "f"), grouped("abc")) == []
