"""The sources of disagreement in appendix II of the i2b2 paper, and further cases of chains."""

from msgspec.structs import replace
from tests.differences.helpers import compare_versions, list_classes

from goldsmith.core import (
    AnnotationSet,
    Document,
    Group,
    Mention,
    Relation,
    Span,
    load_builtin_schema,
)
from goldsmith.differences import find_differences

I2B2 = load_builtin_schema("i2b2-2011")


def test_linked_distinct_events_are_overlinking() -> None:
    apart = "<test #x>Temp</> on admit was 102, <test #y>her temperature</> today had lowered to 99"
    linked = apart.replace("#y", "#y coreference=#x")
    [difference] = compare_versions(apart, linked, schema="i2b2-2011")
    assert (difference.kind, difference.classes) == ("coreference", ("overlinking",))
    assert (difference.a, difference.b, difference.types) == (("x", "y"), ("x", "y"), ("test",))
    assert (difference.start, difference.end) == (0, 38)
    assert difference.rule == "the second set links two mentions that the first keeps apart"


def test_unlinked_short_form_is_underlinking() -> None:
    apart = (
        "patient reports with <problem>subgleal bleed</> and <problem #s>a subdural bleed</>. "
        "<problem #t>the bleed</> causing <problem>midline shift</>"
    )
    linked = apart.replace("#t", "#t coreference=#s")
    [difference] = compare_versions(linked, apart, schema="i2b2-2011")
    assert (difference.kind, difference.classes) == ("coreference", ("underlinking",))
    assert (difference.a, difference.b) == (("s", "t"), ("s", "t"))


LIVER = "<problem #l>liver cancer</>, <problem #g{}>cancer</>, <problem #b{}>breast cancer</>"


def test_chains_connected_by_a_general_word_are_unrelated_chaining() -> None:
    connected = LIVER.format(" coreference=#l", " coreference=#g")
    for reference in (LIVER.format("", ""), LIVER.format(" coreference=#l", "")):
        [difference] = compare_versions(reference, connected, schema="i2b2-2011")
        assert (difference.kind, difference.classes) == ("coreference", ("unrelated chaining",))
        assert (difference.a, difference.b) == (("l", "g", "b"), ("l", "g", "b"))
        [difference] = compare_versions(connected, reference, schema="i2b2-2011")
        assert difference.classes == ("unrelated chaining",)


def test_directly_connected_chains_are_overlinking() -> None:
    """The two cancers are linked directly, not only through the general word."""
    connected = LIVER.format(" coreference=#l", " coreference=#l,#g")
    [difference] = compare_versions(
        LIVER.format(" coreference=#l", ""), connected, schema="i2b2-2011"
    )
    assert difference.classes == ("overlinking",)


def test_missed_pronoun_inside_another_mention_is_hidden() -> None:
    marked = (
        "<person #p>The patient</> came with "
        "<problem><person #h coreference=#p>her</> fever</>. <person #s coreference=#h>She</> rests"
    )
    missed = (
        "<person #p>The patient</> came with <problem>her fever</>. "
        "<person #s coreference=#p>She</> rests"
    )
    [difference] = compare_versions(marked, missed, schema="i2b2-2011")
    assert (difference.kind, difference.classes, difference.a, difference.b) == (
        "mention",
        ("occurrence",),
        ("h",),
        (),
    )
    assert "inside another mention" in difference.rule
    [difference] = compare_versions(missed, marked, schema="i2b2-2011")
    assert "inside another mention" in difference.rule


def test_hidden_mention_is_in_a_chain_and_inside_another_mention() -> None:
    unlinked = "<problem><person #h>her</> fever</>"
    [difference] = compare_versions(unlinked, "<problem>her fever</>", schema="i2b2-2011")
    assert "inside" not in difference.rule
    outside = "<person #p>She</> has <person coreference=#p>her</> fever"
    [difference] = compare_versions(outside, "<person>She</> has her fever", schema="i2b2-2011")
    assert "inside" not in difference.rule


def test_link_through_a_missing_mention_counts() -> None:
    chain = "<problem #x>mass</> <problem #y coreference=#x>it</> <problem coreference=#y>lump</>"
    assert list_classes(
        compare_versions(chain, "<problem>mass</> it <problem>lump</>", schema="i2b2-2011")
    ) == [
        ("coreference", ("underlinking",)),
        ("mention", ("occurrence",)),
    ]


def test_different_spans_and_types_do_not_break_a_chain() -> None:
    first = "<problem #x>a mass</> and <problem coreference=#x>lump</>"
    second = "a <problem #x>mass</> and <test coreference=#x>lump</>"
    assert list_classes(compare_versions(first, second, schema="i2b2-2011")) == [
        ("mention", ("textual extent",)),
        ("mention", ("typing",)),
    ]


def build_groups(*groups: str) -> AnnotationSet:
    mentions = tuple(
        Mention(word, "test", (Span(index, index + 1),)) for index, word in enumerate("abcdef")
    )
    chains = (Group(f"g{n}", "coreference", tuple(group)) for n, group in enumerate(groups))
    return AnnotationSet("s", mentions, groups=tuple(chains))


def find_links(first: AnnotationSet, second: AnnotationSet) -> list[tuple[str, str]]:
    differences = find_differences(Document("d", "abcdef"), first, second, I2B2)
    return sorted((difference.classes[0], "".join(difference.a)) for difference in differences)


def test_each_further_connected_chain_counts_once() -> None:
    """A chain counts where the long chain first reaches it, with the preceding mention."""
    assert find_links(build_groups("ab", "ce"), build_groups("abcdef")) == [
        ("overlinking", "bc"),
        ("overlinking", "cd"),
        ("overlinking", "ef"),
    ]
    assert find_links(build_groups("abcdef"), build_groups("ab", "ce")) == [
        ("underlinking", "bc"),
        ("underlinking", "cd"),
        ("underlinking", "ef"),
    ]


def test_crossing_chains_are_overlinking_and_underlinking() -> None:
    assert find_links(build_groups("ab", "cd"), build_groups("ac", "bd")) == [
        ("overlinking", "ac"),
        ("overlinking", "bd"),
        ("underlinking", "ab"),
        ("underlinking", "cd"),
    ]


def test_equivalent_groups_and_pairs_do_not_differ() -> None:
    pair = Relation("r", "coreference", "c", "b")
    linked = replace(build_groups("ab", "f"), relations=(pair,))
    assert find_links(linked, build_groups("abc")) == []


def test_mention_in_two_groups_is_in_the_first_only() -> None:
    assert find_links(build_groups("ab", "bc"), build_groups("ab", "c")) == []
    assert find_links(build_groups("ab", "bc"), build_groups("abc")) == [("overlinking", "bc")]
