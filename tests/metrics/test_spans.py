"""Agreement on mentions: CLEF, SemEval and i2b2 by hand; entangled overlaps; order; 0/0."""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldsmith.core import AnnotationSet, Document, Mention, Span
from goldsmith.metrics import Compared, Result, Row, Tally, get, measure

METRIC = get("spans")


def mention(name: str, *spans: tuple[int, int], kind: str = "Condition") -> Mention:
    return Mention(name, kind, tuple(Span(start, end) for start, end in spans))


def compared(a: Sequence[Mention], b: Sequence[Mention], name: str = "d") -> Compared:
    sets = (AnnotationSet("a", tuple(a)), AnnotationSet("b", tuple(b)))
    return Compared(Document(name, " " * 99), *sets)


def result(a: Sequence[Mention], b: Sequence[Mention]) -> Result:
    return measure(METRIC, [compared(a, b)]).result()


def row(a: Sequence[Mention], b: Sequence[Mention]) -> Row:
    [only] = result(a, b).rows.values()
    return only


# One equal span, one overlap, and one mention alone in a and two in b.
A = [mention("a1", (0, 5)), mention("a2", (10, 15)), mention("a3", (20, 25))]
B = [
    mention("b1", (0, 5)),
    mention("b2", (12, 18)),
    mention("b3", (30, 35)),
    mention("b4", (40, 45)),
]


def test_all_values_by_hand() -> None:
    found = row(A, B)
    assert found.counts == {
        "a": 3,
        "b": 4,
        "exact": 1,
        "partial": 1,
        "touched_a": 2,
        "touched_b": 2,
    }
    assert found.values == pytest.approx(
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
    values = row(A, B).values
    precision, recall = values["strict_precision"], values["strict_recall"]
    assert precision and recall
    assert values["strict"] == pytest.approx(2 * precision * recall / (precision + recall))


def test_table_5_of_clef_from_mentions() -> None:
    # Debug iteration 1: matches 244 over both sets, 2 partial pairs, non-matches 45: 84 %.
    same = [mention(f"m{at}", (10 * at, 10 * at + 5)) for at in range(122)]
    two = [mention(f"p{at}", (5000 + 10 * at, 5004 + 10 * at)) for at in range(2)]
    wider = [mention(f"p{at}", (5000 + 10 * at, 5006 + 10 * at)) for at in range(2)]
    alone = [mention(f"x{at}", (9000 + 10 * at, 9005 + 10 * at)) for at in range(45)]
    found = row([*same, *two, *alone[:20]], [*same, *wider, *alone[20:]])
    # (244 + 0.5·2·2) / (244 + 2·2 + 45) = 246 / 293
    assert found.values["lenient"] == pytest.approx(246 / 293)
    assert f"{found.values['lenient']:.0%}" == "84%"
    assert found.values["strict"] == pytest.approx(244 / 293)


def test_at_least_partial_counts_each_annotation_on_its_side() -> None:
    # i2b2: one system mention over two gold ones. Both gold ones are found, one to one only one is.
    gold = [mention("g1", (0, 5)), mention("g2", (10, 15))]
    found = row(gold, [mention("s", (3, 12))])
    assert (found.counts["touched_a"], found.counts["touched_b"]) == (2, 1)
    assert (found.values["partial_recall"], found.values["partial_precision"]) == (1, 1)
    assert found.values["relaxed_recall"] == 1 / 2
    assert found.values["relaxed"] == pytest.approx(2 / 3)


def test_at_least_partial_includes_equal_spans_and_needs_the_category() -> None:
    assert row([mention("g", (0, 5))], [mention("s", (0, 5))]).values["partial_f1"] == 1
    rows = result([mention("g", (0, 5))], [mention("s", (0, 5), kind="Locus")]).rows
    assert rows["Condition"].values["partial_recall"] == 0
    assert rows["Locus"].values["partial_precision"] == 0


def test_at_least_partial_also_touches_what_is_paired_with_another() -> None:
    # The long system mention is paired with g1 on the same spans and still overlaps g2.
    gold = [mention("g1", (0, 20)), mention("g2", (5, 8))]
    found = row(gold, [mention("s", (0, 20))])
    assert found.counts["exact"] == 1 and found.counts.get("partial", 0) == 0
    assert found.values["partial_recall"] == 1 and found.values["relaxed_recall"] == 1 / 2


def test_iaa_of_i2b2_per_category_and_micro() -> None:
    # IAA = 2·matches / (2·matches + non-matches). Problem 2·2 / (4 + 1), person 2·1 / (2 + 3);
    # micro (4 + 2) / (5 + 5); macro (0.8 + 0.4) / 2.
    a = [
        mention("a1", (0, 2), kind="problem"),
        mention("a2", (4, 6), kind="problem"),
        mention("a3", (8, 10), kind="problem"),
        mention("a4", (20, 22), kind="person"),
        mention("a5", (24, 26), kind="person"),
    ]
    b = [
        *a[:2],
        a[3],
        mention("b6", (30, 32), kind="person"),
        mention("b7", (34, 36), kind="person"),
    ]
    found = result(a, b)
    assert found.rows["problem"].values["strict"] == pytest.approx(4 / 5)
    assert found.rows["person"].values["strict"] == pytest.approx(2 / 5)
    assert found.micro is not None and found.macro is not None
    assert found.micro.values["strict"] == pytest.approx(6 / 10)
    assert found.macro.values["strict"] == pytest.approx(0.6)


def test_over_documents_numerators_and_denominators_are_summed() -> None:
    pairs = [compared(A[:1], B[:1], "one"), compared(A[2:], B[2:], "two")]
    found = measure(METRIC, pairs).result()
    # 2·1 / 2 and 0 / 3: together 2 / 5, not the mean of 1 and 0.
    assert found.micro is not None and found.micro.values["strict"] == pytest.approx(2 / 5)


def test_nothing_on_either_side_is_no_value() -> None:
    found = result([], [])
    assert found.micro is not None and found.macro is not None
    assert set(found.micro.values.values()) == {None}


def test_nothing_on_one_side() -> None:
    values = row(A, []).values
    assert values["strict"] == values["lenient"] == values["strict_recall"] == 0
    assert values["strict_precision"] is None and values["partial_precision"] is None


def test_macro_leaves_out_types_without_a_value() -> None:
    found = result([mention("a", (0, 5)), mention("l", (9, 12), kind="Locus")], [A[0]])
    assert found.macro is not None
    assert found.macro.values["strict_precision"] == 1  # Locus: 0/0
    assert found.macro.values["strict_recall"] == 1 / 2


def test_duplicates_are_a_multiset() -> None:
    found = row([mention("a1", (0, 5)), mention("a2", (0, 5))], [mention("b", (0, 5))])
    assert found.counts["exact"] == 1
    assert found.values["strict"] == pytest.approx(2 / 3)


def test_discontiguous_mentions() -> None:
    # E2 of SemEval: "tumor … ovary". The words between do not belong to it.
    gold = mention("g", (2, 7), (25, 30))
    assert row([gold], [mention("s", (2, 7), (25, 30))]).values["strict"] == 1
    assert row([gold], [mention("s", (2, 30))]).values["lenient"] == 1 / 2
    assert row([gold], [mention("s", (10, 20))]).values["relaxed"] == 0


def test_entangled_overlaps_are_paired_as_well_as_can_be() -> None:
    # A scorer that goes through the list gives b1 to a1, and a2 finds nothing.
    a = [mention("a1", (0, 10)), mention("a2", (0, 3))]
    b = [mention("b1", (1, 4)), mention("b2", (6, 9))]
    for one in permutations(a):
        for other in permutations(b):
            assert row(one, other).counts["partial"] == 2


def test_a_nested_mention_does_not_take_the_place_of_the_equal_one() -> None:
    a = [mention("outer", (0, 20)), mention("inner", (5, 10))]
    assert row(a, list(reversed(a))).values["strict"] == 1


def test_mentions_of_the_whole_document_touch_each_other() -> None:
    found = row([mention("a")], [mention("b")])
    assert found.values["strict"] == 1
    assert found.values["partial_f1"] == 1


def test_every_number_has_its_places() -> None:
    tally = Tally("d", keep_places=True)
    METRIC.count(compared(A, B), tally)
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
def crowded(draw: st.DrawFn) -> list[Mention]:
    starts = draw(st.lists(st.tuples(st.integers(0, 9), st.integers(1, 5)), max_size=5))
    return [mention(f"m{n}", (at, at + size)) for n, (at, size) in enumerate(starts)]


@settings(max_examples=300, deadline=None, derandomize=True)
@given(crowded(), crowded(), st.randoms(use_true_random=False))
def test_as_counted_by_trying_all_pairings(
    a: list[Mention], b: list[Mention], chance: random.Random
) -> None:
    spans_a, spans_b = (Counter(one.spans for one in side) for side in (a, b))
    exact = (spans_a & spans_b).total()
    left = [
        sorted((own - other).elements()) for own, other in ((spans_a, spans_b), (spans_b, spans_a))
    ]
    shorter, longer = sorted(left, key=len)
    partial = max(
        sum(one[0].overlaps(other[0]) for one, other in zip(shorter, order, strict=True))
        for order in permutations(longer, len(shorter))
    )
    expected = {
        "a": len(a),
        "b": len(b),
        "exact": exact,
        "partial": partial,
        "touched_a": sum(any(one.overlaps(other) for other in b) for one in a),
        "touched_b": sum(any(one.overlaps(other) for other in a) for one in b),
    }
    micro = result(chance.sample(a, len(a)), chance.sample(b, len(b))).micro
    assert micro is not None
    assert {name: micro.counts.get(name, 0) for name in expected} == expected
