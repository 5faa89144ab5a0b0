"""Agreement on mentions: CLEF, SemEval and i2b2 by hand; entangled overlaps; order; 0/0."""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.builders import build_mention, build_pair

from goldsmith.core import Mention
from goldsmith.errors import InputError
from goldsmith.metrics import Result, Row, Tally, get, measure

METRIC = get("spans")


def score(a: Sequence[Mention], b: Sequence[Mention]) -> Result:
    return measure(METRIC, [build_pair(a, b)]).compute_result()


def score_row(a: Sequence[Mention], b: Sequence[Mention]) -> Row:
    [only] = score(a, b).rows.values()
    return only


# One equal span, one overlap, one unpaired mention in a and two in b.
A = [build_mention("a1", (0, 5)), build_mention("a2", (10, 15)), build_mention("a3", (20, 25))]
B = [
    build_mention("b1", (0, 5)),
    build_mention("b2", (12, 18)),
    build_mention("b3", (30, 35)),
    build_mention("b4", (40, 45)),
]


def test_all_values_by_hand() -> None:
    result = score_row(A, B)
    assert result.counts == {
        "a": 3,
        "b": 4,
        "exact": 1,
        "partial": 1,
        "touched_a": 2,
        "touched_b": 2,
    }
    assert result.values == pytest.approx(
        {
            "strict": 2 * 1 / 7,
            "lenient": (2 * 1 + 1) / 7,
            "relaxed": 2 * 2 / 7,
            "strict_precision": 1 / 4,
            "strict_recall": 1 / 3,
            "relaxed_precision": 2 / 4,
            "relaxed_recall": 2 / 3,
            "partial_precision": 2 / 4,
            "partial_recall": 2 / 3,
            "partial_f1": 2 * 2 / 7,
        }
    )


def test_strict_iaa_is_f1() -> None:
    values = score_row(A, B).values
    precision, recall = values["strict_precision"], values["strict_recall"]
    assert precision and recall
    assert values["strict"] == pytest.approx(2 * precision * recall / (precision + recall))


def test_table_5_of_clef_from_mentions() -> None:
    # Debug iteration 1: matches 244 over both sets, 2 partial pairs, non-matches 45: 84 %.
    same = [build_mention(f"m{at}", (10 * at, 10 * at + 5)) for at in range(122)]
    second = [build_mention(f"p{at}", (5000 + 10 * at, 5004 + 10 * at)) for at in range(2)]
    wider = [build_mention(f"p{at}", (5000 + 10 * at, 5006 + 10 * at)) for at in range(2)]
    alone = [build_mention(f"x{at}", (9000 + 10 * at, 9005 + 10 * at)) for at in range(45)]
    result = score_row([*same, *second, *alone[:20]], [*same, *wider, *alone[20:]])
    # (244 + 0.5·2·2) / (244 + 2·2 + 45) = 246 / 293
    assert result.values["lenient"] == pytest.approx(246 / 293)
    assert f"{result.values['lenient']:.0%}" == "84%"
    assert result.values["strict"] == pytest.approx(244 / 293)


def test_partial_match_counts_each_annotation_on_its_side() -> None:
    # i2b2: one system mention over two gold mentions finds both; one-to-one pairing finds one.
    gold = [build_mention("g1", (0, 5)), build_mention("g2", (10, 15))]
    result = score_row(gold, [build_mention("s", (3, 12))])
    assert (result.counts["touched_a"], result.counts["touched_b"]) == (2, 1)
    assert (result.values["partial_recall"], result.values["partial_precision"]) == (1, 1)
    assert result.values["relaxed_recall"] == 1 / 2
    assert result.values["relaxed"] == pytest.approx(2 / 3)


def test_partial_match_includes_equal_spans_and_needs_the_type() -> None:
    assert (
        score_row([build_mention("g", (0, 5))], [build_mention("s", (0, 5))]).values["partial_f1"]
        == 1
    )
    rows = score([build_mention("g", (0, 5))], [build_mention("s", (0, 5), kind="Locus")]).rows
    assert rows["Condition"].values["partial_recall"] == 0
    assert rows["Locus"].values["partial_precision"] == 0


def test_partial_match_includes_mentions_paired_with_another() -> None:
    # The long system mention is paired with g1 on the same spans and still overlaps g2.
    gold = [build_mention("g1", (0, 20)), build_mention("g2", (5, 8))]
    result = score_row(gold, [build_mention("s", (0, 20))])
    assert result.counts["exact"] == 1 and result.counts.get("partial", 0) == 0
    assert result.values["partial_recall"] == 1 and result.values["relaxed_recall"] == 1 / 2


def test_iaa_of_i2b2_per_category_and_micro() -> None:
    # IAA = 2·matches / (2·matches + non-matches). Problem 2·2 / (4 + 1), person 2·1 / (2 + 3);
    # micro (4 + 2) / (5 + 5); macro (0.8 + 0.4) / 2.
    a = [
        build_mention("a1", (0, 2), kind="problem"),
        build_mention("a2", (4, 6), kind="problem"),
        build_mention("a3", (8, 10), kind="problem"),
        build_mention("a4", (20, 22), kind="person"),
        build_mention("a5", (24, 26), kind="person"),
    ]
    b = [
        *a[:2],
        a[3],
        build_mention("b6", (30, 32), kind="person"),
        build_mention("b7", (34, 36), kind="person"),
    ]
    result = score(a, b)
    assert result.rows["problem"].values["strict"] == pytest.approx(4 / 5)
    assert result.rows["person"].values["strict"] == pytest.approx(2 / 5)
    assert result.micro is not None and result.macro is not None
    assert result.micro.values["strict"] == pytest.approx(6 / 10)
    assert result.macro.values["strict"] == pytest.approx(0.6)


def test_numerators_and_denominators_are_summed_over_documents() -> None:
    pairs = [build_pair(A[:1], B[:1], doc_id="one"), build_pair(A[2:], B[2:], doc_id="two")]
    result = measure(METRIC, pairs).compute_result()
    # 2·1 / 2 and 0 / 3: together 2 / 5, not the mean of 1 and 0.
    assert result.micro is not None and result.micro.values["strict"] == pytest.approx(2 / 5)


def test_empty_sides_have_no_value() -> None:
    result = score([], [])
    assert result.micro is not None and result.macro is not None
    assert set(result.micro.values.values()) == {None}


def test_one_empty_side() -> None:
    values = score_row(A, []).values
    assert values["strict"] == values["lenient"] == values["strict_recall"] == 0
    assert values["strict_precision"] is None and values["partial_precision"] is None


def test_macro_ignores_types_without_a_value() -> None:
    result = score([build_mention("a", (0, 5)), build_mention("l", (9, 12), kind="Locus")], [A[0]])
    assert result.macro is not None
    assert result.macro.values["strict_precision"] == 1  # Locus is 0/0
    assert result.macro.values["strict_recall"] == 1 / 2


def test_duplicates_are_a_multiset() -> None:
    result = score_row(
        [build_mention("a1", (0, 5)), build_mention("a2", (0, 5))], [build_mention("b", (0, 5))]
    )
    assert result.counts["exact"] == 1
    assert result.values["strict"] == pytest.approx(2 / 3)


def test_discontiguous_mentions() -> None:
    # E2 of SemEval: "tumor … ovary". The words between are not part of it.
    gold = build_mention("g", (2, 7), (25, 30))
    assert score_row([gold], [build_mention("s", (2, 7), (25, 30))]).values["strict"] == 1
    assert score_row([gold], [build_mention("s", (2, 30))]).values["lenient"] == 1 / 2
    assert score_row([gold], [build_mention("s", (10, 20))]).values["relaxed"] == 0


def test_entangled_overlaps_are_paired_optimally() -> None:
    # A scorer that walks through the list pairs a1 with b1, and a2 has no partner.
    a = [build_mention("a1", (0, 10)), build_mention("a2", (0, 3))]
    b = [build_mention("b1", (1, 4)), build_mention("b2", (6, 9))]
    for first in permutations(a):
        for second in permutations(b):
            assert score_row(first, second).counts["partial"] == 2


def test_equal_mention_is_paired_before_a_nested_one() -> None:
    a = [build_mention("outer", (0, 20)), build_mention("inner", (5, 10))]
    assert score_row(a, list(reversed(a))).values["strict"] == 1


def test_unanchored_mentions_overlap_each_other() -> None:
    result = score_row([build_mention("a")], [build_mention("b")])
    assert result.values["strict"] == 1
    assert result.values["partial_f1"] == 1


def test_every_count_has_places() -> None:
    tally = Tally("d", keep_places=True)
    METRIC.count(build_pair(A, B), tally)
    assert Counter(place.column for place in tally.places) == {
        "a": 3,
        "b": 4,
        "exact": 1,
        "partial": 1,
        "touched_a": 2,
        "touched_b": 2,
    }
    [partial] = [place for place in tally.places if place.column == "partial"]
    assert (partial.a, partial.b) == (("a2",), ("b2",))


@st.composite
def dense_mentions(draw: st.DrawFn) -> list[Mention]:
    starts = draw(st.lists(st.tuples(st.integers(0, 9), st.integers(1, 5)), max_size=5))
    return [build_mention(f"m{n}", (at, at + size)) for n, (at, size) in enumerate(starts)]


@settings(max_examples=300, deadline=None, derandomize=True)
@given(dense_mentions(), dense_mentions(), st.randoms(use_true_random=False))
def test_counts_equal_an_exhaustive_search(
    a: list[Mention], b: list[Mention], chance: random.Random
) -> None:
    spans_a, spans_b = (Counter(mention.spans for mention in side) for side in (a, b))
    exact = (spans_a & spans_b).total()
    rest = [
        sorted((own - second).elements())
        for own, second in ((spans_a, spans_b), (spans_b, spans_a))
    ]
    shorter, longer = sorted(rest, key=len)
    partial = max(
        sum(first[0].overlaps(second[0]) for first, second in zip(shorter, order, strict=True))
        for order in permutations(longer, len(shorter))
    )
    expected = {
        "a": len(a),
        "b": len(b),
        "exact": exact,
        "partial": partial,
        "touched_a": sum(any(mention.overlaps(item) for item in b) for mention in a),
        "touched_b": sum(any(mention.overlaps(item) for item in a) for mention in b),
    }
    micro = score(chance.sample(a, len(a)), chance.sample(b, len(b))).micro
    assert micro is not None
    assert {name: micro.counts.get(name, 0) for name in expected} == expected


def test_semantic_class_can_be_the_category() -> None:
    """ODIE has one type of markable; the i2b2 challenge scores its semantic classes."""
    a = [build_mention("1", (0, 5), kind="markable", semantic_class="people")]
    b = [build_mention("1", (0, 5), kind="markable", semantic_class="anatomy")]
    by_type = measure(get("spans"), [build_pair(a, b)]).compute_result()
    assert by_type.get_value("strict") == 1
    by_class = measure(get("spans").with_options(category="semantic_class"), [build_pair(a, b)])
    result = by_class.compute_result()
    assert (result.get_value("strict"), result.get_value("partial_f1")) == (0, 0)
    assert result.rows.keys() == {"people", "anatomy"}


def test_category_must_exist() -> None:
    with pytest.raises(InputError, match="no category 'klass'; expected type or semantic_class"):
        get("spans").with_options(category="klass")
