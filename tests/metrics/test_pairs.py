"""Pair agreement: the paper's worked example, true negatives, summed and pooled, classes."""

import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score
from tests.builders import build_set

from goldsmith.core import (
    AnnotationSet,
    Document,
    Mention,
    Relation,
    Schema,
    Span,
    load_builtin_schema,
)
from goldsmith.errors import InputError
from goldsmith.metrics import Metric, Result, SetPair, get, measure

METRIC = get("pairs")
ODIE = load_builtin_schema("odie")
TYPES = ("identity", "set/subset", "part/whole", "other")


def build_markables(many: int, *classes: str) -> tuple[Mention, ...]:
    """Build the markables m0, m1 … side by side, with the given classes in turn."""
    return tuple(
        Mention(
            f"m{at}",
            "markable",
            (Span(3 * at, 3 * at + 2),),
            {"semantic_class": classes[at % len(classes)]} if classes else {},
        )
        for at in range(many)
    )


def build_pairs(*written: str) -> tuple[Relation, ...]:
    """Build pairs, each from "anaphor antecedent type"."""
    split = [item.split() for item in written]
    return tuple(
        Relation(f"P{n}", "pair", f"m{first}", f"m{second}", {"relation_type": kind})
        for n, (first, second, kind) in enumerate(split)
    )


def score(
    *sides: tuple[AnnotationSet, AnnotationSet],
    metric: Metric = METRIC,
    schema: Schema | None = ODIE,
) -> Result:
    compared = [
        SetPair(Document(f"d{number}", " " * 200), a, b, schema)
        for number, (a, b) in enumerate(sides)
    ]
    return measure(metric, compared).compute_result()


def build_worked_example(many: int = 10) -> tuple[AnnotationSet, AnnotationSet]:
    """10 markables; TP 2, FP 3 (only the second), FN 1 (only the first)."""
    a = build_pairs("1 0 identity", "2 1 identity", "4 3 set/subset")
    b = build_pairs(
        "1 0 identity", "2 1 identity", "4 3 part/whole", "6 5 identity", "8 7 identity"
    )
    return build_set(build_markables(many), a), build_set(build_markables(many), b)


def test_worked_example_of_the_paper() -> None:
    micro = score(build_worked_example()).micro
    assert micro is not None
    assert micro.counts == {"tp": 2, "fp": 3, "fn": 1, "candidates": 10 * 9 * 4}
    assert micro.values == pytest.approx(
        {
            "precision": 2 / 5,
            "recall": 2 / 3,
            "f1": 1 / 2,
            "kappa": 47 / 95,
            "p_a": 356 / 360,
            "p_e": (5 * 3 + 355 * 357) / 360**2,
        },
        rel=1e-12,
    )


def test_another_relation_type_is_one_false_positive_and_one_false_negative() -> None:
    rows = score(build_worked_example()).rows
    assert rows["set/subset"].counts == {"candidates": 90, "fn": 1}
    assert rows["part/whole"].counts == {"candidates": 90, "fp": 1}
    assert rows["other"].counts == {"candidates": 90}
    assert set(rows["other"].values.values()) == {None, 1}  # P(a) = P(e) = 1: no kappa
    assert rows["other"].values["kappa"] is None


def test_pair_has_a_direction() -> None:
    a, b = (
        build_set(build_markables(2), build_pairs(item))
        for item in ("1 0 identity", "0 1 identity")
    )
    row = score((a, b)).rows["identity"]
    assert row.counts == {"candidates": 2, "fn": 1, "fp": 1}
    assert row.values["kappa"] == -1


def test_kappa_of_a_type_uses_the_candidates_of_that_type() -> None:
    # TP 2, FP 2, FN 0 of 90: P(a) = 88/90, P(e) = (4·2 + 86·88) / 8100.
    row = score(build_worked_example()).rows["identity"]
    expected = (88 / 90 - 7576 / 8100) / (1 - 7576 / 8100)
    assert row.values["kappa"] == pytest.approx(expected, rel=1e-12)


def test_candidates_are_summed_over_documents_or_pooled() -> None:
    sides = [build_worked_example(10), build_worked_example(12)]
    apart = score(*sides).micro
    together = score(*sides, metric=METRIC.with_options(pooled=True)).micro
    assert apart is not None and together is not None
    assert apart.counts["candidates"] == 4 * (10 * 9 + 12 * 11)
    # TP 4, FP 6, FN 2; TN = 888 − 12 summed, 4·22·21 − 12 pooled.
    for row, total in ((apart, 888), (together, 4 * 22 * 21)):
        chance = (10 * 6 + (total - 10) * (total - 6)) / total**2
        assert row.values["kappa"] == pytest.approx(((total - 8) / total - chance) / (1 - chance))
    assert together.values["f1"] == apart.values["f1"]


@pytest.mark.parametrize("by", ["relation_type", "class", "all"])
def test_pooling_a_single_document_changes_nothing(by: str) -> None:
    a, b = build_worked_example()
    classed = build_markables(10, "people", "anatomy")
    both = (build_set(classed, a.relations), build_set(classed, b.relations))
    first, second = (
        score(both, metric=METRIC.with_options(by=by, pooled=pooled)) for pooled in (False, True)
    )
    assert first.micro is not None and second.micro is not None
    assert second.micro.values == pytest.approx(first.micro.values)
    for name, row in first.rows.items():
        assert second.rows[name].values == pytest.approx(row.values)


def test_pair_has_the_class_of_its_anaphor_with_candidates_within_it() -> None:
    # m0, m2, m4 people; m1, m3 anatomy.
    five = build_markables(5, "people", "anatomy")
    a = build_set(five, build_pairs("2 0 identity", "3 1 identity"))
    b = build_set(five, build_pairs("2 0 identity", "3 0 identity"))
    rows = score((a, b), metric=METRIC.with_options(by="class")).rows
    assert rows["people"].counts == {"candidates": 3 * 2 * 4, "tp": 1}
    assert rows["anatomy"].counts == {"candidates": 2 * 1 * 4, "fp": 1, "fn": 1}


def test_mention_types_are_classes_if_the_schema_has_none() -> None:
    i2b2 = load_builtin_schema("i2b2-2011")
    mentions = [Mention(f"m{at}", "person", (Span(at, at + 1),)) for at in range(3)]
    first = build_set(mentions, [Relation("R", i2b2.relation[0].name, "m1", "m0")])
    result = score((first, first), metric=METRIC.with_options(by="class"), schema=i2b2)
    assert result.rows["person"].counts == {"candidates": 6, "tp": 1}


def test_different_classes_do_not_depend_on_the_order_of_the_sides() -> None:
    a = build_set(build_markables(3, "people"), build_pairs("1 0 identity"))
    b = build_set(build_markables(3, "anatomy"), build_pairs("1 0 identity"))
    metric = METRIC.with_options(by="class")
    assert score((a, b), metric=metric) == score((b, a), metric=metric)
    assert list(score((a, b), metric=metric).rows) == ["anatomy"]


def test_all_pairs_in_one_row() -> None:
    result = score(build_worked_example(), metric=METRIC.with_options(by="all"))
    assert result.rows["all"].values["kappa"] == pytest.approx(47 / 95)


def test_markables_are_the_union_after_alignment() -> None:
    # a has m0, m1; b has m1, m2: three markables, 3·2·4 candidates.
    a = build_set(build_markables(3)[:2], build_pairs("1 0 identity"))
    b = build_set(build_markables(3)[1:], build_pairs("2 1 identity"))
    micro = score((a, b)).micro
    assert micro is not None
    assert micro.counts == {"candidates": 24, "fp": 1, "fn": 1}


def test_lenient_aligns_overlapping_markables() -> None:
    a = build_set(build_markables(2), build_pairs("1 0 identity"))
    wider = (build_markables(2)[0], Mention("m1", "markable", (Span(4, 9),)))
    b = build_set(wider, build_pairs("1 0 identity"))
    strict, lenient = (
        score((a, b), metric=METRIC.with_options(found=result)).rows["identity"].counts
        for result in ("strict", "lenient")
    )
    assert strict == {"candidates": 6, "fp": 1, "fn": 1}
    assert lenient == {"candidates": 2, "tp": 1}


@pytest.mark.parametrize(
    ("schema", "types"), [(ODIE, 4), (load_builtin_schema("clef"), 8), (None, 4)]
)
def test_number_of_relation_types(schema: Schema | None, types: int) -> None:
    empty = build_set(build_markables(3), ())
    micro = score((empty, empty), schema=schema).micro
    assert micro is not None
    assert micro.counts["candidates"] == 6 * types


def test_relation_type_outside_the_schema_is_counted() -> None:
    first = build_set(build_markables(3), [Relation("R", "causes", "m1", "m0")])
    rows = score((first, first)).rows
    assert rows["causes"].counts == {"candidates": 6, "tp": 1}
    assert set(rows) == {*TYPES, "causes"}


def test_kappa_is_undefined_if_pairs_exceed_candidates() -> None:
    a = build_set(build_markables(2), build_pairs("1 0 identity"))
    b = build_set(build_markables(2), build_pairs(*["1 0 identity"] * 4))
    row = score((a, b)).rows["identity"]
    assert row.counts == {"candidates": 2, "tp": 1, "fp": 3}
    # TN would be 2 − 4, and no table has a negative count.
    assert [row.values[name] for name in ("kappa", "p_a", "p_e")] == [None] * 3
    assert row.values["f1"] == 0.4


def test_kappa_by_class_is_undefined_for_pairs_across_classes() -> None:
    # The anaphor is alone in its class: there are no candidates within the class.
    markables = build_markables(4, "people", *["anatomy"] * 3)
    a = build_set(markables, build_pairs("0 1 identity", "0 2 identity"))
    b = build_set(markables, build_pairs("0 1 identity", "0 3 identity"))
    row = score((a, b), metric=METRIC.with_options(by="class")).rows["people"]
    assert row.counts == {"candidates": 0, "tp": 1, "fn": 1, "fp": 1}
    assert row.values["f1"] == 0.5 and row.values["kappa"] is None


def test_kappa_is_negative_without_agreement() -> None:
    # Table 5, Other: TP 0, so that kappa is below 0.
    a = build_set(build_markables(10), build_pairs("1 0 identity"))
    b = build_set(build_markables(10), build_pairs("2 0 identity"))
    row = score((a, b)).rows["identity"]
    assert row.values["f1"] == 0
    assert row.values["kappa"] is not None and -0.1 < row.values["kappa"] < 0


def test_empty_sides_have_no_value() -> None:
    empty = build_set((), ())
    micro = score((empty, empty)).micro
    assert micro is not None and set(micro.values.values()) == {None}


@pytest.mark.parametrize("options", [{"by": "bagga"}, {"found": "loose"}])
def test_unknown_options_are_refused(options: dict[str, str]) -> None:
    with pytest.raises(InputError):
        METRIC.with_options(**options)


@st.composite
def random_sides(draw: st.DrawFn) -> tuple[AnnotationSet, AnnotationSet]:
    """Draw different pairs between the markables of one document, some missed by one side."""
    many = draw(st.integers(2, 5))
    every = [(i, j, kind) for i in range(many) for j in range(many) if i != j for kind in TYPES]
    made = []
    for _ in range(2):
        chosen = draw(st.sets(st.sampled_from(every), max_size=8))
        written = [f"{i} {j} {kind}" for i, j, kind in sorted(chosen)]
        needed = {index for i, j, _ in chosen for index in (i, j)}
        remaining = [
            first
            for at, first in enumerate(build_markables(many))
            if at in needed or draw(st.booleans())
        ]
        made.append(build_set(remaining, build_pairs(*written)))
    return made[0], made[1]


@settings(max_examples=200, deadline=None, derandomize=True)
@given(random_sides())
def test_kappa_equals_scikit_learn_over_all_candidates(
    both: tuple[AnnotationSet, AnnotationSet],
) -> None:
    a, b = both
    names = {mention.id for mention in (*a.mentions, *b.mentions)}
    candidates = [(i, j, kind) for i in names for j in names if i != j for kind in TYPES]
    marked = [
        {(rel.arg1, rel.arg2, rel.attributes["relation_type"]) for rel in item.relations}
        for item in both
    ]
    micro = score(both).micro
    assert micro is not None
    result = micro.values["kappa"]
    if result is None:  # both judge every candidate alike: expected agreement is 1
        assert marked[0] == marked[1] and len(marked[0]) in (0, len(candidates))
    else:
        statements = [[item in made for item in candidates] for made in marked]
        assert result == pytest.approx(cohen_kappa_score(*statements, labels=[False, True]))


@settings(max_examples=100, deadline=None, derandomize=True)
@given(random_sides(), st.randoms(use_true_random=False))
def test_scores_do_not_depend_on_order_and_ids(
    both: tuple[AnnotationSet, AnnotationSet], chance: random.Random
) -> None:
    a, b = both
    names = dict(zip([f"m{at}" for at in range(5)], chance.sample(range(99), 5), strict=True))
    renamed = build_set(
        [
            Mention(f"n{names[mention.id]}", mention.type, mention.spans)
            for mention in chance.sample(b.mentions, len(b.mentions))
        ],
        [
            Relation(rel.id, rel.type, f"n{names[rel.arg1]}", f"n{names[rel.arg2]}", rel.attributes)
            for rel in chance.sample(b.relations, len(b.relations))
        ],
    )
    original, shuffled = score((a, b)), score((a, renamed))
    assert original.micro == shuffled.micro
    assert Counter({k: v.counts.get("tp", 0) for k, v in original.rows.items()}) == Counter(
        {k: v.counts.get("tp", 0) for k, v in shuffled.rows.items()}
    )


def test_large_counts_keep_kappa_exact() -> None:
    # A corpus of 200,000 pooled markables: kappa differs from F1 only in the tenth decimal.
    pot = np.array([200_000.0])
    sums = {"tp": np.array([5e4]), "fp": np.array([2e4]), "fn": np.array([1e4])}
    values = METRIC.with_options(pooled=True).compute(
        {**sums, **{f"markables: {kind} ": pot for kind in TYPES}}
    )
    exact_tn = 4 * 200_000 * 199_999 - 80_000
    above = 2 * (50_000 * exact_tn - 20_000 * 10_000)
    below = 70_000 * (20_000 + exact_tn) + 60_000 * (10_000 + exact_tn)
    assert values["kappa"][0] == pytest.approx(above / below, rel=1e-14)
