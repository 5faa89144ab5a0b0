"""Concept accuracy: both accuracies by hand and how they relate, several codes, CUI-less."""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from goldsmith.core import CUI_LESS, AnnotationSet, Code, Document, Mention, Span
from goldsmith.errors import InputError
from goldsmith.metrics import Metric, Row, SetPair, get, measure

METRIC = get("normalisation")
ANY = METRIC.with_options(codes="any")
SPANS = get("spans")


def build_disorder(name: str, start: int, end: int, *codes: str) -> Mention:
    spans = (Span(start, end),)
    return Mention(name, "Disease_Disorder", spans, {}, tuple(Code(code) for code in codes))


def score(a: Sequence[Mention], b: Sequence[Mention], metric: Metric = METRIC) -> Row:
    sets = (AnnotationSet("a", tuple(a)), AnnotationSet("b", tuple(b)))
    result = measure(metric, [SetPair(Document("d", " " * 99), *sets)]).compute_result().micro
    assert result is not None
    return result


GOLD = [
    build_disorder("g1", 0, 5, "C1"),
    build_disorder("g2", 10, 15, "C2"),
    build_disorder("g3", 20, 25, CUI_LESS),
    build_disorder("g4", 30, 35, "C4"),
]


def test_both_accuracies_by_hand() -> None:
    system = [
        build_disorder("s1", 0, 5, "C1"),  # right
        build_disorder("s2", 10, 15, "C9"),  # right span, wrong code
        build_disorder("s3", 20, 25, CUI_LESS),  # right: CUI-less is a code
        build_disorder("s4", 30, 36, "C4"),  # right code, wrong span
        build_disorder("s5", 50, 55, "C5"),
    ]
    row = score(GOLD, system)
    assert row.counts == {
        "gold": 4,
        "matched": 3,
        "correct": 2,
        "codes_a": 4,
        "codes_b": 5,
        "codes_match": 2,
    }
    assert row.values == pytest.approx(
        {
            "strict_accuracy": 2 / 4,
            "relaxed_accuracy": 2 / 3,
            "given_accuracy": None,
            "strict_recall": 3 / 4,
            "precision": 2 / 5,
            "recall": 2 / 4,
            "f1": 4 / 9,
        }
    )


def test_accuracies_are_equal_on_gold_mentions() -> None:
    system = [replace(mention, id=f"s{mention.id}") for mention in GOLD[:3]] + [
        build_disorder("s4", 30, 35, "C9")
    ]
    values = score(GOLD, system).values
    assert values["given_accuracy"] == values["strict_accuracy"] == 3 / 4
    assert values["relaxed_accuracy"] == 3 / 4
    # Additional mentions change nothing; a missed gold mention does.
    assert (
        score(GOLD, [*system, build_disorder("s5", 50, 55, "C1")]).values["given_accuracy"] == 3 / 4
    )
    assert score(GOLD, system[1:]).values["given_accuracy"] is None


def test_cui_less_is_a_code() -> None:
    assert score([build_disorder("g", 0, 5, CUI_LESS)], [build_disorder("s", 0, 5)]).counts == {
        "gold": 1,
        "matched": 1,
        "codes_a": 1,
    }


def test_gold_mentions_without_a_code_are_ignored() -> None:
    values = score([build_disorder("g", 0, 5)], [build_disorder("s", 0, 5)]).values
    assert set(values.values()) == {None}
    subset = score([build_disorder("g1", 0, 5), GOLD[1]], [replace(GOLD[1], id="s")])
    assert subset.values["strict_accuracy"] == 1


def test_several_codes_are_equal_or_share_a_code() -> None:
    gold = [build_disorder("g", 0, 5, "C1", "C2")]
    for codes, equal, one_in_common in (
        (("C2", "C1"), 1, 1),
        (("C1",), 0, 1),
        (("C1", "C3"), 0, 1),
        (("C3",), 0, 0),
    ):
        system = [build_disorder("s", 0, 5, *codes)]
        assert score(gold, system).values["strict_accuracy"] == equal
        assert score(gold, system, ANY).values["strict_accuracy"] == one_in_common


def test_pairs_of_span_and_code_count_each_code() -> None:
    # Gold C1, C2; system C1, C3: one of two on each side.
    row = score([build_disorder("g", 0, 5, "C1", "C2")], [build_disorder("s", 0, 5, "C1", "C3")])
    assert (row.values["precision"], row.values["recall"], row.values["f1"]) == (0.5, 0.5, 0.5)


def test_terminology_and_name_of_a_code_are_ignored() -> None:
    gold = replace(GOLD[0], codes=(Code("C1", "UMLS", "Diabetes"),))
    assert score([gold], [build_disorder("s", 0, 5, "C1")]).values["strict_accuracy"] == 1


def test_mentions_on_the_same_span_with_the_correct_code_are_matched() -> None:
    gold = [build_disorder(f"g{code}", 0, 5, code) for code in ("C1", "C2", "C3")]
    system = [build_disorder(f"s{code}", 0, 5, code) for code in ("C2", "C3")]
    row = score(gold, system)
    assert (row.counts["gold"], row.counts["matched"], row.counts["correct"]) == (3, 2, 2)
    # The first system mention matches either gold mention, the second only g1.
    gold = [build_disorder("g1", 0, 5, "C1", "C2"), build_disorder("g2", 0, 5, "C1")]
    system = [build_disorder("s1", 0, 5, "C1"), build_disorder("s2", 0, 5, "C2")]
    assert score(gold, system, ANY).counts["correct"] == 2


def test_discontiguous_spans_must_be_the_same() -> None:
    gold = replace(GOLD[0], spans=(Span(0, 5), Span(20, 25)))
    assert score([gold], [replace(gold, id="s")]).values["strict_accuracy"] == 1
    assert score([gold], [replace(gold, id="s", spans=(Span(0, 25),))]).counts == {
        "gold": 1,
        "codes_a": 1,
        "codes_b": 1,
    }


def test_mentions_of_another_type_do_not_match() -> None:
    row = score([GOLD[0]], [replace(GOLD[0], type="Finding")])
    assert row.values["strict_accuracy"] == 0 and row.values["relaxed_accuracy"] is None


def test_empty_sides() -> None:
    assert set(score([], []).values.values()) == {None}
    assert score([], GOLD).values["precision"] == 0
    values = score(GOLD, []).values
    assert (values["strict_accuracy"], values["relaxed_accuracy"], values["recall"]) == (0, None, 0)


def test_unknown_comparison_is_refused() -> None:
    with pytest.raises(InputError, match="equal or any"):
        METRIC.with_options(codes="some")


@st.composite
def dense_mentions(draw: st.DrawFn) -> list[Mention]:
    codes = st.lists(st.sampled_from(["C1", "C2", CUI_LESS]), min_size=1, max_size=2, unique=True)
    return [
        build_disorder(f"m{number}", start, start + draw(st.integers(1, 2)), *draw(codes))
        for number, start in enumerate(draw(st.lists(st.integers(0, 2), max_size=5)))
    ]


@settings(max_examples=300, deadline=None, derandomize=True)
@given(dense_mentions(), dense_mentions(), st.randoms(use_true_random=False))
def test_strict_is_relaxed_times_strict_recall(
    gold: list[Mention], system: list[Mention], chance: random.Random
) -> None:
    row = score(gold, chance.sample(system, len(system)))
    strict, relaxed = row.values["strict_accuracy"], row.values["relaxed_accuracy"]
    recall = score(gold, system, SPANS).values["strict_recall"]
    assert row.values["strict_recall"] == recall
    if strict is not None and relaxed is not None and recall is not None:
        assert strict == pytest.approx(relaxed * recall)
    else:
        assert relaxed is None and not strict


@settings(max_examples=200, deadline=None, derandomize=True)
@given(dense_mentions(), dense_mentions())
def test_matches_have_as_many_correct_codes_as_possible(
    gold: list[Mention], system: list[Mention]
) -> None:
    shorter, longer = sorted((gold, system), key=len)

    def count_correct(in_common: bool) -> int:
        def is_right(first: Mention, second: Mention) -> bool:
            mine, theirs = set(first.codes), set(second.codes)
            return first.spans == second.spans and (
                bool(mine & theirs) if in_common else mine == theirs
            )

        return max(
            sum(is_right(first, second) for first, second in zip(shorter, order, strict=True))
            for order in permutations(longer, len(shorter))
        )

    assert score(gold, system).counts.get("correct", 0) == count_correct(in_common=False)
    assert score(gold, system, ANY).counts.get("correct", 0) == count_correct(in_common=True)
    facts = [
        Counter((mention.spans, code) for mention in side for code in mention.codes)
        for side in (gold, system)
    ]
    assert score(gold, system).counts.get("codes_match", 0) == (facts[0] & facts[1]).total()
