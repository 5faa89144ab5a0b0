"""Accuracy of concepts: the two accuracies by hand and their identity, several codes, CUI-less."""

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
from goldsmith.metrics import Compared, Metric, Row, get, measure

METRIC = get("normalisation")
ANY = METRIC.with_options(codes="any")
SPANS = get("spans")


def disorder(name: str, start: int, end: int, *codes: str) -> Mention:
    spans = (Span(start, end),)
    return Mention(name, "Disease_Disorder", spans, {}, tuple(Code(code) for code in codes))


def micro(a: Sequence[Mention], b: Sequence[Mention], metric: Metric = METRIC) -> Row:
    sets = (AnnotationSet("a", tuple(a)), AnnotationSet("b", tuple(b)))
    found = measure(metric, [Compared(Document("d", " " * 99), *sets)]).result().micro
    assert found is not None
    return found


GOLD = [
    disorder("g1", 0, 5, "C1"),
    disorder("g2", 10, 15, "C2"),
    disorder("g3", 20, 25, CUI_LESS),
    disorder("g4", 30, 35, "C4"),
]


def test_both_accuracies_by_hand() -> None:
    system = [
        disorder("s1", 0, 5, "C1"),  # right
        disorder("s2", 10, 15, "C9"),  # right span, wrong code
        disorder("s3", 20, 25, CUI_LESS),  # right: CUI-less is a code
        disorder("s4", 30, 36, "C4"),  # right code, wrong span
        disorder("s5", 50, 55, "C5"),
    ]
    row = micro(GOLD, system)
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


def test_with_gold_mentions_given_all_accuracies_are_one_number() -> None:
    system = [replace(one, id=f"s{one.id}") for one in GOLD[:3]] + [disorder("s4", 30, 35, "C9")]
    values = micro(GOLD, system).values
    assert values["given_accuracy"] == values["strict_accuracy"] == 3 / 4
    assert values["relaxed_accuracy"] == 3 / 4
    # Mentions beyond the gold ones change nothing; one gold mention left out does.
    assert micro(GOLD, [*system, disorder("s5", 50, 55, "C1")]).values["given_accuracy"] == 3 / 4
    assert micro(GOLD, system[1:]).values["given_accuracy"] is None


def test_cui_less_is_not_the_lack_of_a_code() -> None:
    assert micro([disorder("g", 0, 5, CUI_LESS)], [disorder("s", 0, 5)]).counts == {
        "gold": 1,
        "matched": 1,
        "codes_a": 1,
    }


def test_gold_mentions_that_nobody_coded_are_left_out() -> None:
    values = micro([disorder("g", 0, 5)], [disorder("s", 0, 5)]).values
    assert set(values.values()) == {None}
    some = micro([disorder("g1", 0, 5), GOLD[1]], [replace(GOLD[1], id="s")])
    assert some.values["strict_accuracy"] == 1


def test_several_codes_must_be_the_same_or_have_one_in_common() -> None:
    gold = [disorder("g", 0, 5, "C1", "C2")]
    for codes, equal, one_in_common in (
        (("C2", "C1"), 1, 1),
        (("C1",), 0, 1),
        (("C1", "C3"), 0, 1),
        (("C3",), 0, 0),
    ):
        system = [disorder("s", 0, 5, *codes)]
        assert micro(gold, system).values["strict_accuracy"] == equal
        assert micro(gold, system, ANY).values["strict_accuracy"] == one_in_common


def test_pairs_of_span_and_code_count_each_code() -> None:
    # Gold C1, C2; system C1, C3: one of two on either side.
    row = micro([disorder("g", 0, 5, "C1", "C2")], [disorder("s", 0, 5, "C1", "C3")])
    assert (row.values["precision"], row.values["recall"], row.values["f1"]) == (0.5, 0.5, 0.5)


def test_the_terminology_and_the_name_of_a_code_do_not_count() -> None:
    gold = replace(GOLD[0], codes=(Code("C1", "UMLS", "Diabetes"),))
    assert micro([gold], [disorder("s", 0, 5, "C1")]).values["strict_accuracy"] == 1


def test_of_several_mentions_on_one_span_those_with_the_right_code_are_matched() -> None:
    gold = [disorder(f"g{code}", 0, 5, code) for code in ("C1", "C2", "C3")]
    system = [disorder(f"s{code}", 0, 5, code) for code in ("C2", "C3")]
    row = micro(gold, system)
    assert (row.counts["gold"], row.counts["matched"], row.counts["correct"]) == (3, 2, 2)
    # The first system mention would do for both gold ones, the second only for g1.
    gold = [disorder("g1", 0, 5, "C1", "C2"), disorder("g2", 0, 5, "C1")]
    system = [disorder("s1", 0, 5, "C1"), disorder("s2", 0, 5, "C2")]
    assert micro(gold, system, ANY).counts["correct"] == 2


def test_discontiguous_spans_must_be_the_same() -> None:
    gold = replace(GOLD[0], spans=(Span(0, 5), Span(20, 25)))
    assert micro([gold], [replace(gold, id="s")]).values["strict_accuracy"] == 1
    assert micro([gold], [replace(gold, id="s", spans=(Span(0, 25),))]).counts == {
        "gold": 1,
        "codes_a": 1,
        "codes_b": 1,
    }


def test_another_type_is_no_match() -> None:
    row = micro([GOLD[0]], [replace(GOLD[0], type="Finding")])
    assert row.values["strict_accuracy"] == 0 and row.values["relaxed_accuracy"] is None


def test_empty_sides() -> None:
    assert set(micro([], []).values.values()) == {None}
    assert micro([], GOLD).values["precision"] == 0
    values = micro(GOLD, []).values
    assert (values["strict_accuracy"], values["relaxed_accuracy"], values["recall"]) == (0, None, 0)


def test_an_unknown_comparison_is_refused() -> None:
    with pytest.raises(InputError, match="equal or any"):
        METRIC.with_options(codes="some")


@st.composite
def crowded(draw: st.DrawFn) -> list[Mention]:
    codes = st.lists(st.sampled_from(["C1", "C2", CUI_LESS]), min_size=1, max_size=2, unique=True)
    return [
        disorder(f"m{number}", start, start + draw(st.integers(1, 2)), *draw(codes))
        for number, start in enumerate(draw(st.lists(st.integers(0, 2), max_size=5)))
    ]


@settings(max_examples=300, deadline=None, derandomize=True)
@given(crowded(), crowded(), st.randoms(use_true_random=False))
def test_strict_is_relaxed_times_strict_recall(
    gold: list[Mention], system: list[Mention], chance: random.Random
) -> None:
    row = micro(gold, chance.sample(system, len(system)))
    strict, relaxed = row.values["strict_accuracy"], row.values["relaxed_accuracy"]
    recall = micro(gold, system, SPANS).values["strict_recall"]
    assert row.values["strict_recall"] == recall
    if strict is not None and relaxed is not None and recall is not None:
        assert strict == pytest.approx(relaxed * recall)
    else:
        assert relaxed is None and not strict


@settings(max_examples=200, deadline=None, derandomize=True)
@given(crowded(), crowded())
def test_as_many_are_right_as_can_be(gold: list[Mention], system: list[Mention]) -> None:
    shorter, longer = sorted((gold, system), key=len)

    def most(in_common: bool) -> int:
        def right(one: Mention, other: Mention) -> bool:
            mine, theirs = set(one.codes), set(other.codes)
            return one.spans == other.spans and (
                bool(mine & theirs) if in_common else mine == theirs
            )

        return max(
            sum(right(one, other) for one, other in zip(shorter, order, strict=True))
            for order in permutations(longer, len(shorter))
        )

    assert micro(gold, system).counts.get("correct", 0) == most(in_common=False)
    assert micro(gold, system, ANY).counts.get("correct", 0) == most(in_common=True)
    facts = [
        Counter((one.spans, code) for one in side for code in one.codes) for side in (gold, system)
    ]
    assert micro(gold, system).counts.get("codes_match", 0) == (facts[0] & facts[1]).total()
