"""The alignment that every metric shares: exact pairs first, then as many overlaps as possible."""

import random
from collections.abc import Sequence
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.builders import build_mention

from goldsmith.alignment import Alignment, align, matching
from goldsmith.alignment.matching import Edges, match_edges, split_into_components
from goldsmith.alignment.overlap import find_overlaps
from goldsmith.core import Mention, Span
from goldsmith.core.offsets import merge_spans

Sides = tuple[list[Mention], list[Mention]]


def get_ids(alignment: Alignment) -> set[tuple[str, str, bool]]:
    return {(pair.a.id, pair.b.id, pair.exact) for pair in alignment.pairs}


def get_id(mention: Mention) -> str:
    return mention.id


def get_characters(mention: Mention) -> set[int]:
    return {at for span in mention.spans for at in range(span.start, span.end)}


@st.composite
def sides(draw: st.DrawFn) -> Sides:
    """Draw two lists of nested, discontiguous, duplicate and unanchored mentions."""

    def draw_mention(number: int) -> Mention:
        cuts = sorted(draw(st.sets(st.integers(0, 12), min_size=2, max_size=4)))
        spans = [(cuts[at], cuts[at + 1]) for at in range(0, len(cuts) - 1, 2)]
        kind = draw(st.sampled_from("XY"))
        return build_mention(f"m{number}", *(spans if draw(st.integers(0, 7)) else ()), kind=kind)

    first = [draw_mention(number) for number in range(draw(st.integers(0, 5)))]
    return first, [draw_mention(number) for number in range(draw(st.integers(0, 5)))]


def find_optimum(a: Sequence[Mention], b: Sequence[Mention]) -> tuple[int, int]:
    """Return the maximum of overlapping pairs and of the characters they share, by brute force."""
    shorter, longer = sorted((a, b), key=len)
    optimum = (0, 0)
    for order in permutations(longer, len(shorter)):
        shared = [
            len(get_characters(first) & get_characters(second)) if first.type == second.type else 0
            for first, second in zip(shorter, order, strict=True)
        ]
        optimum = max(optimum, (sum(number > 0 for number in shared), sum(shared)))
    return optimum


def test_equal_spans_are_paired_before_larger_overlaps() -> None:
    a = [build_mention("short", (0, 4)), build_mention("long", (0, 20))]
    b = [build_mention("same", (0, 4)), build_mention("other", (2, 18))]
    assert get_ids(align(a, b)) == {("short", "same", True), ("long", "other", False)}


def test_aligned_mentions_have_the_same_type() -> None:
    alignment = align([build_mention("a", (0, 4))], [build_mention("b", (0, 4), kind="Locus")])
    assert not alignment.pairs
    assert [mention.id for mention in (*alignment.only_a, *alignment.only_b)] == ["a", "b"]


def test_alignment_finds_more_pairs_than_a_greedy_one() -> None:
    # a1 overlaps b1 and b2, a2 only b1: aligning a1 with b1 first leaves a2 without a partner.
    a = [build_mention("a1", (0, 10)), build_mention("a2", (0, 3))]
    b = [build_mention("b1", (1, 4)), build_mention("b2", (6, 9))]
    assert get_ids(align(a, b)) == {("a1", "b2", False), ("a2", "b1", False)}


def test_larger_overlap_wins_among_equal_numbers_of_pairs() -> None:
    alignment = align(
        [build_mention("a", (0, 10))], [build_mention("b1", (9, 12)), build_mention("b2", (2, 8))]
    )
    assert get_ids(alignment) == {("a", "b2", False)}


@settings(max_examples=300, deadline=None, derandomize=True)
@given(sides())
def test_alignment_is_optimal(
    both: Sides,
) -> None:
    a, b = both
    exact = align(a, b, partial=False)
    loose = [pair for pair in align(a, b).pairs if not pair.exact]
    shared = [len(get_characters(pair.a) & get_characters(pair.b)) for pair in loose]
    assert all(shared) and all(pair.a.type == pair.b.type for pair in loose)
    assert (len(loose), sum(shared)) == find_optimum(exact.only_a, exact.only_b)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(sides(), st.randoms(use_true_random=False))
def test_alignment_does_not_depend_on_the_order_of_the_lists(
    both: Sides, chance: random.Random
) -> None:
    a, b = both
    mixed = align(chance.sample(a, len(a)), chance.sample(b, len(b)))
    assert mixed == align(a, b)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(sides(), st.randoms(use_true_random=False))
def test_numbers_of_pairs_do_not_depend_on_ids_and_sides(
    both: Sides, chance: random.Random
) -> None:
    a, b = both
    names = chance.sample(range(100), len(a))
    renamed = [replace(mention, id=f"n{name}") for mention, name in zip(a, names, strict=True)]
    alignments = (align(a, b), align(renamed, b), align(b, a))
    assert len({(alignment.exact, alignment.partial) for alignment in alignments}) == 1


@settings(max_examples=200, deadline=None, derandomize=True)
@given(sides())
def test_every_mention_is_in_one_pair_or_unpaired(both: Sides) -> None:
    a, b = both
    alignment = align(a, b)
    for side, mentions, rest in (("a", a, alignment.only_a), ("b", b, alignment.only_b)):
        used = [getattr(pair, side) for pair in alignment.pairs]
        assert sorted(map(get_id, (*used, *rest))) == sorted(map(get_id, mentions))
    assert alignment.exact + alignment.partial == len(alignment.pairs)


def test_second_copy_of_a_mention_is_unpaired() -> None:
    alignment = align(
        [build_mention("a1", (0, 4)), build_mention("a2", (0, 4))], [build_mention("b", (0, 4))]
    )
    assert (alignment.exact, alignment.partial, len(alignment.only_a)) == (1, 0, 1)


def test_gap_of_a_discontiguous_mention_does_not_overlap() -> None:
    gap = build_mention("a", (0, 5), (20, 25))
    assert not align([gap], [build_mention("b", (8, 15))]).pairs
    assert align([gap], [build_mention("b", (24, 30))]).partial == 1


def test_mentions_with_the_same_fragments_are_exact() -> None:
    first, second = build_mention("a", (0, 5), (20, 25)), build_mention("b", (0, 5), (20, 25))
    assert align([first], [second]).exact == 1
    assert align([first], [build_mention("b", (0, 25))]).partial == 1


def test_adjacent_fragments_are_merged() -> None:
    split, whole = build_mention("a", (0, 5), (5, 9)), build_mention("b", (0, 9))
    assert align([split], [whole]).exact == 1


def test_adjacent_mentions_do_not_overlap() -> None:
    assert not align([build_mention("a", (0, 5))], [build_mention("b", (5, 9))]).pairs


def test_unanchored_mentions_are_paired_only_with_each_other() -> None:
    # Without spans, both apply to the whole document, which does not overlap mentions with spans.
    whole = build_mention("a")
    assert get_ids(align([whole], [build_mention("b")])) == {("a", "b", True)}
    assert not align([whole], [build_mention("b", kind="Locus")]).pairs
    assert not align([whole], [build_mention("b", (0, 4))]).pairs


def test_only_equal_spans_are_paired_without_partial() -> None:
    a, b = (
        [build_mention("a", (0, 4)), build_mention("x", (8, 9))],
        [build_mention("b", (0, 5)), build_mention("y", (8, 9))],
    )
    assert get_ids(align(a, b, partial=False)) == {("x", "y", True)}


def test_alignment_by_a_key_other_than_the_type() -> None:
    a, b = [build_mention("a", (0, 4))], [build_mention("b", (0, 4), kind="Locus")]
    assert align(a, b, key=lambda _: None).exact == 1


def test_condition_applies_to_equal_spans_and_to_overlaps() -> None:
    a = [build_mention("a1", (0, 4), codes=["C1"]), build_mention("a2", (10, 14), codes=["C2"])]
    b = [
        build_mention("b1", (0, 4), codes=["C2"]),
        build_mention("b2", (2, 6), codes=["C1"]),
        build_mention("b3", (9, 12), codes=["C2"]),
    ]
    alignment = align(a, b, condition=lambda first, second: first.codes == second.codes)
    assert get_ids(alignment) == {("a1", "b2", False), ("a2", "b3", False)}


@settings(max_examples=200, deadline=None, derandomize=True)
@given(sides())
def test_overlaps_are_all_pairs_that_share_characters(
    both: Sides,
) -> None:
    a, b = both
    expected: Edges = {
        (i, j): shared
        for i, first in enumerate(a)
        for j, second in enumerate(b)
        if (shared := len(get_characters(first) & get_characters(second)))
    }
    assert find_overlaps(a, b) == expected


def test_overlapping_fragments_of_a_mention_are_counted_once() -> None:
    overlapping = build_mention("a", (0, 6), (4, 10))
    assert merge_spans(overlapping.spans) == (Span(0, 10),)
    assert find_overlaps([overlapping], [build_mention("b", (3, 8))]) == {(0, 0): 5}


def test_edges_are_split_into_connected_components() -> None:
    edges = {(0, 0): 1, (1, 0): 1, (2, 1): 1, (1, 2): 1}
    assert split_into_components(edges) == [[(0, 0), (1, 0), (1, 2)], [(2, 1)]]


@settings(max_examples=200, deadline=None, derandomize=True)
@given(
    st.dictionaries(
        st.tuples(st.integers(0, 6), st.integers(0, 6)), st.integers(1, 9), min_size=1, max_size=20
    )
)
def test_dense_and_sparse_solver_find_equally_good_matchings(edges: Edges) -> None:
    totals = []
    for limit in (10**9, 0):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(matching, "MAX_DENSE_CELLS", limit)
            pairs = list(match_edges(edges))
        assert len({i for i, _ in pairs}) == len({j for _, j in pairs}) == len(pairs)
        totals.append((len(pairs), sum(edges[pair] for pair in pairs)))
    assert totals[0] == totals[1]


def test_large_component_is_solved_sparsely() -> None:
    # A row of 300 mentions, each overlapping two of the other side, makes more than 40,000 cells.
    a = [build_mention(f"a{at}", (10 * at, 10 * at + 15)) for at in range(300)]
    b = [build_mention(f"b{at}", (10 * at + 1, 10 * at + 16)) for at in range(300)]
    alignment = align(a, b)
    assert get_ids(alignment) == {(f"a{at}", f"b{at}", False) for at in range(300)}
