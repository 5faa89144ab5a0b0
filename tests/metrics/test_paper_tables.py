"""The papers' published numbers, computed by the metrics from the figures in the papers.

`paper_tables.json` contains 347 cells: inputs, printed values and tolerances for rounding. For each
kind of cell, a function below puts the inputs into the columns of a metric and returns its values.
"""

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from goldsmith.metrics import Measurement, Metric, Result, Tally, get
from goldsmith.metrics.engine.base import Zeros

HERE = Path(__file__).parent
TABLES = json.loads((HERE / "paper_tables.json").read_text("utf-8"))
CASES: list[dict[str, Any]] = TABLES["cases"]
DOCS = HERE.parent.parent / "docs" / "background" / "papers.md"

SPANS, RELATIONS, PAIRS = get("spans"), get("relations"), get("pairs")
POOLED = PAIRS.with_options(pooled=True)
AGREEMENT, KAPPA, CONCEPTS = get("positive-agreement"), get("kappa"), get("normalisation")

Inputs = Mapping[str, Any]
Values = dict[str, float]


def compute(metric: Metric, columns: Mapping[str, float]) -> Values:
    """Compute the values of a metric from sums of columns."""
    sums = {name: np.array([float(number)]) for name, number in columns.items()}
    return {name: float(value[0]) for name, value in metric.compute(Zeros(sums, (1,))).items()}


def compute_groups(metric: Metric, columns: Mapping[str, Sequence[float]]) -> Result:
    """Compute the result of a metric over groups whose columns are lists."""
    tally = Tally("all documents")
    for column, numbers in columns.items():
        for group, number in enumerate(numbers):
            tally.add(f"group {group}", column, number)
    measured = Measurement(metric)
    measured.add(tally)
    return measured.compute_result()


def compute_precision_recall_f1(case: Inputs) -> Values:
    return compute(PAIRS, case["inputs"])


def compute_kappa_from_markables(case: Inputs) -> Values:
    inputs = case["inputs"]
    pots = {f"markables: type {n}": inputs["markables"] for n in range(inputs["relation_types"])}
    columns = {**{name: inputs[name] for name in ("tp", "fp", "fn")}, **pots}
    sums = Zeros({name: np.array([float(number)]) for name, number in columns.items()}, (1,))
    counted = {"candidates": POOLED.count_candidates(sums), "tn": POOLED.count_true_negatives(sums)}  # type: ignore[attr-defined]
    return {
        **compute(POOLED, columns),
        **{name: float(first[0]) for name, first in counted.items()},
    }


#: More pooled markables than any of the papers' corpora has.
MARKABLES = np.arange(20_000.0)


def compute_kappas(case: Inputs, types: int) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Compute kappa for every number of pooled markables."""
    counts = {name: np.full_like(MARKABLES, number) for name, number in case["inputs"].items()}
    pots = {f"markables: type {number}": MARKABLES for number in range(types)}
    return POOLED.compute(Zeros({**counts, **pots}, MARKABLES.shape))["kappa"]


def find_fitting(case: Inputs, types: int) -> list[int]:
    """Return the numbers of markables that give the printed kappa."""
    off = np.abs(compute_kappas(case, types) - case["expected"]["kappa"])
    return [int(item) for item in MARKABLES[off <= case["tolerance"]["kappa"]]]


def find_kappa_of_some_number_of_markables(case: Inputs) -> Values:
    # Tables 4 and 8 cover one relation type each, all others cover all four.
    types = 1 if case["id"].startswith(("odie-T4", "odie-T8")) else 4
    result = find_fitting(case, types)
    assert result, "no number of markables gives the printed kappa"
    assert result == list(range(result[0], result[-1] + 1)), "the fitting numbers have gaps"
    return {"kappa": float(compute_kappas(case, types)[result[0]])}


def compute_f1_of_precision_and_recall(case: Inputs) -> Values:
    """Score one match among 1/P mentions of the system and 1/R of the gold standard."""
    precision, recall = case["inputs"]["precision"], case["inputs"]["recall"]
    columns = {"a": 1 / recall, "b": 1 / precision}
    name = case["id"]
    if name.startswith("clef"):
        return {"f1": compute(RELATIONS, {**columns, "match": 1})["f1"]}
    if name.endswith("-relaxed"):
        return {"f1": compute(SPANS, {**columns, "exact": 0.5, "partial": 0.5})["relaxed"]}
    if name.endswith("-partial"):
        touched = {"touched_a": 1, "touched_b": 1}
        return {"f1": compute(SPANS, {**columns, **touched})["partial_f1"]}
    assert name.endswith(("-strict", "-exact"))
    return {"f1": compute(SPANS, {**columns, "exact": 1})["strict"]}


def compute_lenient_iaa(case: Inputs) -> Values:
    """Table 5: matches and non-matches are totals over both sets, partial matches are pairs."""
    matches, partial, alone = case["inputs"].values()
    both = matches + 2 * partial + alone
    columns = {"a": both / 2, "b": both / 2, "exact": matches / 2, "partial": partial}
    return {"iaa": 100 * compute(SPANS, columns)["lenient"]}


def compute_total(case: Inputs) -> Values:
    micro = compute_groups(SPANS, {"a": case["inputs"]["numbers"]}).micro
    assert micro is not None
    return {"total": micro.counts["a"]}


def compute_overall(case: Inputs) -> Values:
    """Compute the micro row; the macro row is the mean of the rows that the text describes."""
    inputs = case["inputs"]
    numbers, shares = inputs["numbers"], inputs["percentages"]
    exact = [number * share / 100 for number, share in zip(numbers, shares, strict=True)]
    result = compute_groups(SPANS, {"a": numbers, "b": numbers, "exact": exact})
    assert result.micro is not None and result.macro is not None
    micro, macro = result.micro.values["strict"], result.macro.values["strict"]
    assert micro is not None and macro is not None
    assert 100 * macro == pytest.approx(inputs["unweighted_macro"])
    return {"overall": 100 * micro}


def compute_macro_average(case: Inputs) -> Values:
    shares = [share / 100 for share in case["inputs"]["percentages"]]
    ones = [1.0] * len(shares)
    macro = compute_groups(RELATIONS, {"found_a": ones, "found_b": ones, "match": shares}).macro
    assert macro is not None and macro.values["ciaa"] is not None
    return {"all": 100 * macro.values["ciaa"]}


def build_confusion(p_a: float, p_e: float) -> dict[str, float]:
    """Build columns of pairs with the given observed and expected agreement.

    One value is frequent and the others are rare, so that the squares of their shares add up to
    P(E); the remaining 1 − P(A) are pairs of each value with the next one.
    """
    many = max(2, int(np.ceil(1 / p_e)))
    frequent = (1 + np.sqrt((many - 1) * (many * p_e - 1))) / many
    shares = [frequent, *[(1 - frequent) / (many - 1)] * (many - 1)]
    moved = (1 - p_a) / many
    columns = {"pairs": 1.0, "agree": p_a}
    for at, share in enumerate(shares):
        columns[f"v{at} → v{at}"] = share - moved
        columns[f"v{at} → v{(at + 1) % many}"] = moved
    assert min(columns.values()) >= 0
    return columns


def compute_kappa_of_agreement(case: Inputs) -> Values:
    p_a, p_e = (case["inputs"][name] / 100 for name in ("p_a", "p_e"))
    result = compute(KAPPA, build_confusion(p_a, p_e))
    assert (result["p_a"], result["p_e"]) == pytest.approx((p_a, p_e))
    return {"kappa": 100 * result["kappa"]}


def compute_positive_agreement(case: Inputs) -> Values:
    inputs = case["inputs"]
    columns = {"a": inputs["n1"], "b": inputs["n2"], "pairs": inputs["matched_pairs"]}
    assert 2 * inputs["matched_pairs"] == inputs["matched_annotations_both_sets"]
    return {
        "psa": 100 * compute(AGREEMENT, columns)["agreement"],
        "total": inputs["n1"] + inputs["n2"],
    }


def find_positive_agreement_of_some_pairs(case: Inputs) -> Values:
    inputs, expected = case["inputs"], case["expected"]["psa"]
    listed = inputs["integer_pairs_consistent"]
    result = {
        pairs: 100
        * compute(AGREEMENT, {"a": inputs["n1"], "b": inputs["n2"], "pairs": pairs})["agreement"]
        for pairs in range(listed[0] - 2, listed[-1] + 3)
    }
    near = [
        pairs for pairs, psa in result.items() if abs(psa - expected) <= case["tolerance"]["psa"]
    ]
    assert near == listed, "unlisted numbers of pairs round to the printed percentage"
    return {"psa": result[listed[0]]}


def compute_observed_agreement(case: Inputs) -> Values:
    """Compute the share of overlapping pairs that also meet the other criterion."""
    agree, overlap = (
        compute(AGREEMENT, {"a": 100, "b": 100, "pairs": share})["agreement"]
        for share in case["inputs"].values()
    )
    return {"p_a": 100 * compute(KAPPA, {"pairs": overlap, "agree": agree})["p_a"]}


def compute_strict_accuracy(case: Inputs) -> Values:
    inputs = case["inputs"]
    matched = inputs["task_a_strict_recall"]
    columns = {"gold": 1, "matched": matched, "correct": inputs["relaxed_accuracy"] * matched}
    result = compute(CONCEPTS, columns)
    assert result["relaxed_accuracy"] == pytest.approx(inputs["relaxed_accuracy"])
    assert result["strict_recall"] == pytest.approx(matched)
    return {"strict_accuracy": result["strict_accuracy"]}


def compute_disagreement_reduction(case: Inputs) -> Values:
    """Compute how much of the earlier disagreement was resolved (no metric does this)."""
    before, after = case["inputs"]["before"], case["inputs"]["after"]
    return {"reduction": 100 * (after - before) / (100 - before)}


KINDS: dict[str, Callable[[Inputs], Values]] = {
    "precision_recall_f1": compute_precision_recall_f1,
    "relation_kappa_from_markables": compute_kappa_from_markables,
    "kappa_tn_bracket": find_kappa_of_some_number_of_markables,
    "f1_from_precision_recall": compute_f1_of_precision_and_recall,
    "lenient_iaa_knowtator": compute_lenient_iaa,
    "sum": compute_total,
    "count_weighted_mean_of_percentages": compute_overall,
    "macro_average": compute_macro_average,
    "kappa_from_pa_pe": compute_kappa_of_agreement,
    "positive_specific_agreement": compute_positive_agreement,
    "positive_specific_agreement_pairs_exist": find_positive_agreement_of_some_pairs,
    "observed_agreement_as_psa_ratio": compute_observed_agreement,
    "strict_accuracy_equals_relaxed_accuracy_times_strict_recall": compute_strict_accuracy,
    "disagreement_reduction": compute_disagreement_reduction,
}


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_published_cell_is_reproduced(case: dict[str, Any]) -> None:
    result = KINDS[case["metric"]](case)
    for name, expected in case["expected"].items():
        assert abs(result[name] - expected) <= case["tolerance"][name], (
            name,
            result[name],
            expected,
        )


def test_all_cells_are_listed() -> None:
    # A cell is one case; ODIE's columns give precision, recall and F-score in one cell.
    assert len(CASES) == len({case["id"] for case in CASES}) == 347
    assert sum(len(case["expected"]) for case in CASES) == 459
    assert {case["metric"] for case in CASES} == set(KINDS)
    papers = Counter(case["id"].partition("-")[0] for case in CASES)
    assert papers == {"odie": 105, "clef": 26, "ogren": 38, "i2b2": 6, "semeval": 172}
    assert len(TABLES["not_reproducible"]) == 40


def get_case(name: str) -> dict[str, Any]:
    return next(item for item in CASES if item["id"] == name)


def test_tables_imply_candidates_per_relation_type() -> None:
    # Table 1 (all types) and Table 4 (identity) count the same markables. Some numbers of markables
    # fit both tables if identity has a quarter of the candidates; none does if it has all.
    everything = set(find_fitting(get_case("odie-T1-All-kappa"), 4))
    identity = get_case("odie-T4-Identity-kappa")
    assert everything & set(find_fitting(identity, 1))
    assert not everything & set(find_fitting(identity, 4))


def test_tables_imply_candidates_within_a_class() -> None:
    # Only small numbers of markables fit the classes of Table 9 without any agreement.
    assert find_fitting(get_case("odie-T9-None-kappa"), 4) == [194]
    assert find_fitting(get_case("odie-T9-Organ or tissue function-kappa"), 4) == [23]
    assert min(find_fitting(get_case("odie-T6-All-kappa"), 4)) > 3000


def test_every_cell_that_does_not_reproduce_is_explained() -> None:
    page = DOCS.read_text("utf-8")
    missing = [item["id"] for item in TABLES["not_reproducible"] if f"`{item['id']}`" not in page]
    assert not missing
