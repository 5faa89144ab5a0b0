"""The pairing that every metric shares: exact first, then as many overlapping pairs as can be."""

import random
from collections.abc import Sequence
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from goldsmith.alignment import Pairing, align
from goldsmith.alignment import pairing as module
from goldsmith.alignment.overlap import Edges, components, overlaps
from goldsmith.core import Code, Mention, Span
from goldsmith.core.offsets import merged


def mention(name: str, *spans: tuple[int, int], kind: str = "Condition") -> Mention:
    return Mention(name, kind, tuple(Span(start, end) for start, end in spans))


def ids(pairing: Pairing) -> set[tuple[str, str, bool]]:
    return {(pair.a.id, pair.b.id, pair.exact) for pair in pairing.pairs}


def characters(one: Mention) -> set[int]:
    return {at for span in one.spans for at in range(span.start, span.end)}


@st.composite
def sides(draw: st.DrawFn, most: int = 5, kinds: int = 2) -> tuple[list[Mention], list[Mention]]:
    """Two crowded sides: nested, discontiguous, duplicated and some of the whole document."""

    def one(number: int) -> Mention:
        cuts = sorted(draw(st.sets(st.integers(0, 12), min_size=2, max_size=4)))
        spans = [(cuts[at], cuts[at + 1]) for at in range(0, len(cuts) - 1, 2)]
        kind = draw(st.sampled_from("XY"[:kinds]))
        return mention(f"m{number}", *(spans if draw(st.integers(0, 7)) else ()), kind=kind)

    return tuple([one(number) for number in range(draw(st.integers(0, most)))] for _ in range(2))  # type: ignore[return-value]


def best(a: Sequence[Mention], b: Sequence[Mention]) -> tuple[int, int]:
    """The most pairs that overlap and, with so many, the most characters shared: by trying all."""
    shorter, longer = sorted((a, b), key=len)
    found = (0, 0)
    for order in permutations(longer, len(shorter)):
        shared = [
            len(characters(one) & characters(other)) if one.type == other.type else 0
            for one, other in zip(shorter, order, strict=True)
        ]
        found = max(found, (sum(number > 0 for number in shared), sum(shared)))
    return found


def test_equal_spans_come_first_even_where_another_pairing_would_share_more() -> None:
    a = [mention("short", (0, 4)), mention("long", (0, 20))]
    b = [mention("same", (0, 4)), mention("other", (2, 18))]
    assert ids(align(a, b)) == {("short", "same", True), ("long", "other", False)}


def test_the_type_must_be_the_same() -> None:
    pairing = align([mention("a", (0, 4))], [mention("b", (0, 4), kind="Locus")])
    assert not pairing.pairs
    assert [one.id for one in (*pairing.only_a, *pairing.only_b)] == ["a", "b"]


def test_a_greedy_pairing_would_lose_a_pair() -> None:
    # a1 overlaps b1 and b2, a2 only b1. Whoever gives b1 to a1 first is left with one pair.
    a = [mention("a1", (0, 10)), mention("a2", (0, 3))]
    b = [mention("b1", (1, 4)), mention("b2", (6, 9))]
    assert ids(align(a, b)) == {("a1", "b2", False), ("a2", "b1", False)}


def test_of_as_many_pairs_those_with_more_characters_win() -> None:
    pairing = align([mention("a", (0, 10))], [mention("b1", (9, 12)), mention("b2", (2, 8))])
    assert ids(pairing) == {("a", "b2", False)}


@settings(max_examples=300, deadline=None, derandomize=True)
@given(sides())
def test_no_other_pairing_has_more_pairs_or_shares_more(
    both: tuple[list[Mention], list[Mention]],
) -> None:
    a, b = both
    exact = align(a, b, partial=False)
    loose = [pair for pair in align(a, b).pairs if not pair.exact]
    shared = [len(characters(pair.a) & characters(pair.b)) for pair in loose]
    assert all(shared) and all(pair.a.type == pair.b.type for pair in loose)
    assert (len(loose), sum(shared)) == best(exact.only_a, exact.only_b)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(sides(), st.randoms(use_true_random=False))
def test_the_order_of_the_lists_does_not_matter(
    both: tuple[list[Mention], list[Mention]], chance: random.Random
) -> None:
    a, b = both
    mixed = align(chance.sample(a, len(a)), chance.sample(b, len(b)))
    assert mixed == align(a, b)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(sides(), st.randoms(use_true_random=False))
def test_the_numbers_do_not_depend_on_ids_and_sides(
    both: tuple[list[Mention], list[Mention]], chance: random.Random
) -> None:
    a, b = both
    names = chance.sample(range(100), len(a))
    renamed = [replace(one, id=f"n{name}") for one, name in zip(a, names, strict=True)]
    numbers = [(one.exact, one.partial) for one in (align(a, b), align(renamed, b), align(b, a))]
    assert numbers[0] == numbers[1] == numbers[2]


@settings(max_examples=200, deadline=None, derandomize=True)
@given(sides())
def test_everybody_is_in_one_pair_or_left_over(both: tuple[list[Mention], list[Mention]]) -> None:
    a, b = both
    pairing = align(a, b)
    for side, mentions, left in (("a", a, pairing.only_a), ("b", b, pairing.only_b)):
        used = [getattr(pair, side) for pair in pairing.pairs]
        assert sorted(one.id for one in (*used, *left)) == sorted(one.id for one in mentions)
    assert pairing.exact + pairing.partial == len(pairing.pairs)


def test_a_second_copy_stays_unmatched() -> None:
    pairing = align([mention("a1", (0, 4)), mention("a2", (0, 4))], [mention("b", (0, 4))])
    assert (pairing.exact, pairing.partial, len(pairing.only_a)) == (1, 0, 1)


def test_the_gap_of_a_discontiguous_mention_is_not_covered() -> None:
    gap = mention("a", (0, 5), (20, 25))
    assert not align([gap], [mention("b", (8, 15))]).pairs
    assert align([gap], [mention("b", (24, 30))]).partial == 1


def test_the_same_fragments_are_the_same_span() -> None:
    one, other = mention("a", (0, 5), (20, 25)), mention("b", (0, 5), (20, 25))
    assert align([one], [other]).exact == 1
    assert align([one], [mention("b", (0, 25))]).partial == 1


def test_touching_fragments_are_one() -> None:
    split, whole = mention("a", (0, 5), (5, 9)), mention("b", (0, 9))
    assert align([split], [whole]).exact == 1


def test_touching_is_not_overlap() -> None:
    assert not align([mention("a", (0, 5))], [mention("b", (5, 9))]).pairs


def test_mentions_of_the_whole_document_pair_only_with_each_other() -> None:
    # No spans means the whole document: the same place for both, so they are equal; but they do
    # not overlap every mention there is.
    whole = mention("a")
    assert ids(align([whole], [mention("b")])) == {("a", "b", True)}
    assert not align([whole], [mention("b", kind="Locus")]).pairs
    assert not align([whole], [mention("b", (0, 4))]).pairs


def test_without_partial_only_equal_spans_are_paired() -> None:
    a, b = (
        [mention("a", (0, 4)), mention("x", (8, 9))],
        [mention("b", (0, 5)), mention("y", (8, 9))],
    )
    assert ids(align(a, b, partial=False)) == {("x", "y", True)}


def test_another_kind_than_the_type() -> None:
    a, b = [mention("a", (0, 4))], [mention("b", (0, 4), kind="Locus")]
    assert align(a, b, kind=lambda _: None).exact == 1


def test_what_mentions_must_meet_holds_for_equal_spans_and_for_overlap() -> None:
    def coded(name: str, code: str, *spans: tuple[int, int]) -> Mention:
        return replace(mention(name, *spans), codes=(Code(code),))

    a = [coded("a1", "C1", (0, 4)), coded("a2", "C2", (10, 14))]
    b = [coded("b1", "C2", (0, 4)), coded("b2", "C1", (2, 6)), coded("b3", "C2", (9, 12))]
    pairing = align(a, b, meets=lambda one, other: one.codes == other.codes)
    assert ids(pairing) == {("a1", "b2", False), ("a2", "b3", False)}


@settings(max_examples=200, deadline=None, derandomize=True)
@given(sides())
def test_overlaps_are_all_pairs_that_share_a_character(
    both: tuple[list[Mention], list[Mention]],
) -> None:
    a, b = both
    expected: Edges = {
        (i, j): shared
        for i, one in enumerate(a)
        for j, other in enumerate(b)
        if (shared := len(characters(one) & characters(other)))
    }
    assert overlaps(a, b) == expected


def test_overlapping_fragments_of_one_mention_are_counted_once() -> None:
    messy = mention("a", (0, 6), (4, 10))
    assert merged(messy.spans) == (Span(0, 10),)
    assert overlaps([messy], [mention("b", (3, 8))]) == {(0, 0): 5}


def test_components_hold_together_what_is_linked() -> None:
    edges = {(0, 0): 1, (1, 0): 1, (2, 1): 1, (1, 2): 1}
    assert components(edges) == [[(0, 0), (1, 0), (1, 2)], [(2, 1)]]


@settings(max_examples=200, deadline=None, derandomize=True)
@given(
    st.dictionaries(
        st.tuples(st.integers(0, 6), st.integers(0, 6)), st.integers(1, 9), min_size=1, max_size=20
    )
)
def test_the_dense_and_the_sparse_solver_find_equally_good_pairings(edges: Edges) -> None:
    found = []
    for limit in (10**9, 0):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(module, "_DENSE", limit)
            pairs = list(module.matched(edges))
        assert len({i for i, _ in pairs}) == len({j for _, j in pairs}) == len(pairs)
        found.append((len(pairs), sum(edges[pair] for pair in pairs)))
    assert found[0] == found[1]


def test_a_large_entangled_component_goes_to_the_sparse_solver() -> None:
    # 300 mentions in a row, each overlapping the next two of the other side: more than 40,000
    # possible pairs. Every one of them finds its partner.
    a = [mention(f"a{at}", (10 * at, 10 * at + 15)) for at in range(300)]
    b = [mention(f"b{at}", (10 * at + 1, 10 * at + 16)) for at in range(300)]
    pairing = align(a, b)
    assert ids(pairing) == {(f"a{at}", f"b{at}", False) for at in range(300)}
