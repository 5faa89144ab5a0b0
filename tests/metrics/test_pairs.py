"""Pair agreement: the paper's worked example, true negatives, both readings, classes."""

import random
from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from goldsmith.core import AnnotationSet, Document, Mention, Relation, Schema, Span, builtin
from goldsmith.errors import InputError
from goldsmith.metrics import Compared, Metric, Result, get, measure

METRIC = get("pairs")
ODIE = builtin("odie")
TYPES = ("identity", "set/subset", "part/whole", "other")


def markables(many: int, *classes: str) -> tuple[Mention, ...]:
    """m0, m1 … side by side; with classes, those in turn."""
    return tuple(
        Mention(
            f"m{at}",
            "markable",
            (Span(3 * at, 3 * at + 2),),
            {"semantic_class": classes[at % len(classes)]} if classes else {},
        )
        for at in range(many)
    )


def pairs(*written: str) -> tuple[Relation, ...]:
    """Pairs from "anaphor antecedent type" each."""
    split = [one.split() for one in written]
    return tuple(
        Relation(f"P{n}", "pair", f"m{one}", f"m{two}", {"relation_type": kind})
        for n, (one, two, kind) in enumerate(split)
    )


def side(mentions: Sequence[Mention], relations: Sequence[Relation]) -> AnnotationSet:
    return AnnotationSet("set", tuple(mentions), tuple(relations))


def result(
    *sides: tuple[AnnotationSet, AnnotationSet],
    metric: Metric = METRIC,
    schema: Schema | None = ODIE,
) -> Result:
    compared = [
        Compared(Document(f"d{number}", " " * 200), a, b, schema)
        for number, (a, b) in enumerate(sides)
    ]
    return measure(metric, compared).result()


def worked_example(many: int = 10) -> tuple[AnnotationSet, AnnotationSet]:
    """10 markables; TP 2, FP 3 (only the second), FN 1 (only the first)."""
    a = pairs("1 0 identity", "2 1 identity", "4 3 set/subset")
    b = pairs("1 0 identity", "2 1 identity", "4 3 part/whole", "6 5 identity", "8 7 identity")
    return side(markables(many), a), side(markables(many), b)


def test_the_worked_example_of_the_paper() -> None:
    micro = result(worked_example()).micro
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
    rows = result(worked_example()).rows
    assert rows["set/subset"].counts == {"candidates": 90, "fn": 1}
    assert rows["part/whole"].counts == {"candidates": 90, "fp": 1}
    assert rows["other"].counts == {"candidates": 90}
    assert set(rows["other"].values.values()) == {None, 1}  # P(a) = P(e) = 1: no kappa
    assert rows["other"].values["kappa"] is None


def test_a_pair_has_a_direction() -> None:
    a, b = (side(markables(2), pairs(one)) for one in ("1 0 identity", "0 1 identity"))
    row = result((a, b)).rows["identity"]
    assert row.counts == {"candidates": 2, "fn": 1, "fp": 1}
    assert row.values["kappa"] == -1


def test_kappa_of_one_type_has_the_candidates_of_one_type() -> None:
    # TP 2, FP 2, FN 0 of 90: P(a) = 88/90, P(e) = (4·2 + 86·88) / 8100.
    row = result(worked_example()).rows["identity"]
    expected = (88 / 90 - 7576 / 8100) / (1 - 7576 / 8100)
    assert row.values["kappa"] == pytest.approx(expected, rel=1e-12)


def test_candidates_are_summed_over_documents_or_pooled() -> None:
    sides = [worked_example(10), worked_example(12)]
    apart = result(*sides).micro
    together = result(*sides, metric=METRIC.with_options(pooled=True)).micro
    assert apart is not None and together is not None
    assert apart.counts["candidates"] == 4 * (10 * 9 + 12 * 11)
    # TP 4, FP 6, FN 2; TN = 888 − 12 apart, 4·22·21 − 12 in one pot.
    for row, total in ((apart, 888), (together, 4 * 22 * 21)):
        chance = (10 * 6 + (total - 10) * (total - 6)) / total**2
        assert row.values["kappa"] == pytest.approx(((total - 8) / total - chance) / (1 - chance))
    assert together.values["f1"] == apart.values["f1"]


@pytest.mark.parametrize("by", ["relation_type", "class", "all"])
def test_pooled_is_the_same_for_one_document(by: str) -> None:
    a, b = worked_example()
    classed = markables(10, "people", "anatomy")
    both = (side(classed, a.relations), side(classed, b.relations))
    one, other = (
        result(both, metric=METRIC.with_options(by=by, pooled=pooled)) for pooled in (False, True)
    )
    assert one.micro is not None and other.micro is not None
    assert other.micro.values == pytest.approx(one.micro.values)
    for name, row in one.rows.items():
        assert other.rows[name].values == pytest.approx(row.values)


def test_by_class_the_anaphor_decides_and_candidates_are_within_the_class() -> None:
    # m0, m2, m4 people; m1, m3 anatomy.
    five = markables(5, "people", "anatomy")
    a = side(five, pairs("2 0 identity", "3 1 identity"))
    b = side(five, pairs("2 0 identity", "3 0 identity"))
    rows = result((a, b), metric=METRIC.with_options(by="class")).rows
    assert rows["people"].counts == {"candidates": 3 * 2 * 4, "tp": 1}
    assert rows["anatomy"].counts == {"candidates": 2 * 1 * 4, "fp": 1, "fn": 1}


def test_by_class_of_a_schema_whose_types_are_the_classes() -> None:
    i2b2 = builtin("i2b2-2011")
    mentions = [Mention(f"m{at}", "person", (Span(at, at + 1),)) for at in range(3)]
    one = side(mentions, [Relation("R", i2b2.relation[0].name, "m1", "m0")])
    found = result((one, one), metric=METRIC.with_options(by="class"), schema=i2b2)
    assert found.rows["person"].counts == {"candidates": 6, "tp": 1}


def test_where_classes_differ_the_sides_do_not_matter() -> None:
    a = side(markables(3, "people"), pairs("1 0 identity"))
    b = side(markables(3, "anatomy"), pairs("1 0 identity"))
    metric = METRIC.with_options(by="class")
    assert result((a, b), metric=metric) == result((b, a), metric=metric)
    assert list(result((a, b), metric=metric).rows) == ["anatomy"]


def test_all_pairs_in_one_row() -> None:
    found = result(worked_example(), metric=METRIC.with_options(by="all"))
    assert found.rows["all"].values["kappa"] == pytest.approx(47 / 95)


def test_markables_are_the_union_after_alignment() -> None:
    # a has m0, m1; b has m1, m2: three markables, 3·2·4 candidates.
    a = side(markables(3)[:2], pairs("1 0 identity"))
    b = side(markables(3)[1:], pairs("2 1 identity"))
    micro = result((a, b)).micro
    assert micro is not None
    assert micro.counts == {"candidates": 24, "fp": 1, "fn": 1}


def test_overlapping_markables_are_one_when_lenient() -> None:
    a = side(markables(2), pairs("1 0 identity"))
    wider = (markables(2)[0], Mention("m1", "markable", (Span(4, 9),)))
    b = side(wider, pairs("1 0 identity"))
    strict, lenient = (
        result((a, b), metric=METRIC.with_options(found=found)).rows["identity"].counts
        for found in ("strict", "lenient")
    )
    assert strict == {"candidates": 6, "fp": 1, "fn": 1}
    assert lenient == {"candidates": 2, "tp": 1}


@pytest.mark.parametrize(("schema", "types"), [(ODIE, 4), (builtin("clef"), 8), (None, 4)])
def test_the_number_of_relation_types(schema: Schema | None, types: int) -> None:
    empty = side(markables(3), ())
    micro = result((empty, empty), schema=schema).micro
    assert micro is not None
    assert micro.counts["candidates"] == 6 * types


def test_a_type_that_the_schema_does_not_list_is_counted_all_the_same() -> None:
    one = side(markables(3), [Relation("R", "causes", "m1", "m0")])
    rows = result((one, one)).rows
    assert rows["causes"].counts == {"candidates": 6, "tp": 1}
    assert set(rows) == {*TYPES, "causes"}


def test_repeated_pairs_do_not_make_negatives_negative() -> None:
    a = side(markables(2), pairs("1 0 identity"))
    b = side(markables(2), pairs(*["1 0 identity"] * 4))
    row = result((a, b)).rows["identity"]
    assert row.counts == {"candidates": 2, "tp": 1, "fp": 3}
    # TN = max(2 − 4, 0): the table is 1, 3, 0, 0 and kappa 0.
    assert row.values["kappa"] == 0


def test_no_agreement_is_no_kappa_above_nought() -> None:
    # Table 5, Other: TP 0, so that kappa is below 0.
    a = side(markables(10), pairs("1 0 identity"))
    b = side(markables(10), pairs("2 0 identity"))
    row = result((a, b)).rows["identity"]
    assert row.values["f1"] == 0
    assert row.values["kappa"] is not None and -0.1 < row.values["kappa"] < 0


def test_nothing_at_all_is_no_value() -> None:
    empty = side((), ())
    micro = result((empty, empty)).micro
    assert micro is not None and set(micro.values.values()) == {None}


@pytest.mark.parametrize("options", [{"by": "bagga"}, {"found": "loose"}])
def test_unknown_options_are_refused(options: dict[str, str]) -> None:
    with pytest.raises(InputError):
        METRIC.with_options(**options)


@st.composite
def random_sides(draw: st.DrawFn) -> tuple[AnnotationSet, AnnotationSet]:
    """Different pairs between the markables of one document, some of which one side missed."""
    many = draw(st.integers(2, 5))
    every = [(i, j, kind) for i in range(many) for j in range(many) if i != j for kind in TYPES]
    made = []
    for _ in range(2):
        chosen = draw(st.sets(st.sampled_from(every), max_size=8))
        written = [f"{i} {j} {kind}" for i, j, kind in sorted(chosen)]
        needed = {index for i, j, _ in chosen for index in (i, j)}
        kept = [
            one for at, one in enumerate(markables(many)) if at in needed or draw(st.booleans())
        ]
        made.append(side(kept, pairs(*written)))
    return made[0], made[1]


@settings(max_examples=200, deadline=None, derandomize=True)
@given(random_sides())
def test_kappa_as_scikit_learn_has_it_over_all_candidates(
    both: tuple[AnnotationSet, AnnotationSet],
) -> None:
    a, b = both
    known = {one.id for one in (*a.mentions, *b.mentions)}
    candidates = [(i, j, kind) for i in known for j in known if i != j for kind in TYPES]
    marked = [
        {(rel.arg1, rel.arg2, rel.attributes["relation_type"]) for rel in one.relations}
        for one in both
    ]
    micro = result(both).micro
    assert micro is not None
    found = micro.values["kappa"]
    if found is None:  # everybody says the same of every candidate: nothing is left to chance
        assert marked[0] == marked[1] and len(marked[0]) in (0, len(candidates))
    else:
        said = [[one in made for one in candidates] for made in marked]
        assert found == pytest.approx(cohen_kappa_score(*said, labels=[False, True]))


@settings(max_examples=100, deadline=None, derandomize=True)
@given(random_sides(), st.randoms(use_true_random=False))
def test_order_and_ids_do_not_matter(
    both: tuple[AnnotationSet, AnnotationSet], chance: random.Random
) -> None:
    a, b = both
    names = dict(zip([f"m{at}" for at in range(5)], chance.sample(range(99), 5), strict=True))
    renamed = side(
        [
            Mention(f"n{names[one.id]}", one.type, one.spans)
            for one in chance.sample(b.mentions, len(b.mentions))
        ],
        [
            Relation(rel.id, rel.type, f"n{names[rel.arg1]}", f"n{names[rel.arg2]}", rel.attributes)
            for rel in chance.sample(b.relations, len(b.relations))
        ],
    )
    one, other = result((a, b)), result((a, renamed))
    assert one.micro == other.micro
    assert Counter({k: v.counts.get("tp", 0) for k, v in one.rows.items()}) == Counter(
        {k: v.counts.get("tp", 0) for k, v in other.rows.items()}
    )


def test_large_counts_keep_kappa_exact() -> None:
    # A corpus with 200,000 markables in one pot: kappa differs from F1 in the tenth place only.
    pot = np.array([200_000.0])
    sums = {"tp": np.array([5e4]), "fp": np.array([2e4]), "fn": np.array([1e4])}
    values = METRIC.with_options(pooled=True).compute(
        {**sums, **{f"markables: {kind} ": pot for kind in TYPES}}
    )
    exact_tn = 4 * 200_000 * 199_999 - 80_000
    above = 2 * (50_000 * exact_tn - 20_000 * 10_000)
    below = 70_000 * (20_000 + exact_tn) + 60_000 * (10_000 + exact_tn)
    assert values["kappa"][0] == pytest.approx(above / below, rel=1e-14)
