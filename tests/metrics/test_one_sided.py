"""Attributes that one set never has are not compared; a notice says so (Mayo, Table 4)."""

from collections.abc import Sequence

import pytest

from goldsmith.core import AnnotationSet, Code, Document, Mention, Span, load_builtin_schema
from goldsmith.metrics import Measurement, Result, SetPair, get

MAYO = load_builtin_schema("mayo-disorder")
STATED = {"context": "current", "status": "confirmed"}
#: Four disorders, as annotated by the consensus and by a system that knows only spans and codes.
C1 = [
    ("C1", STATED),
    ("C2", {"context": "history of", "status": "negated"}),
    ("C3", STATED),
    ("C4", {}),
]
MMTX: list[tuple[str, dict[str, str]]] = [("C1", {}), ("C2", {}), ("C9", {}), ("C4", {})]


def make_set(name: str, values: Sequence[tuple[str, dict[str, str]]]) -> AnnotationSet:
    mentions = tuple(
        Mention(f"{name}{n}", "disorder", (Span(10 * n, 10 * n + 5),), own, (Code(code),))
        for n, (code, own) in enumerate(values)
    )
    return AnnotationSet(name, mentions)


def score(metric: str, *pairs: tuple[AnnotationSet, AnnotationSet], **options: object) -> Result:
    measurement = Measurement(get(metric).with_options(**options), names=("C1", "MMTx"))
    for number, (a, b) in enumerate(pairs):
        doc = Document(f"d{number}", " " * 99)
        measurement.count_pair(SetPair(doc, a, b, MAYO), f"slice {number}")
    return measurement.compute_result(intervals=True)


def compare(metric: str, **options: object) -> Result:
    return score(metric, (make_set("C1", C1), make_set("MMTx", MMTX)), **options)


def test_kappa_has_the_blanks_of_table_4() -> None:
    result = compare("kappa", attributes=("context", "status"))
    assert result.rows["concept"].values["p_a"] == 3 / 4
    for row in ("context", "status", "all"):
        assert set(result.rows[row].values.values()) == {None}, row
        assert not result.rows[row].intervals
    assert result.rows["status"].counts["pairs"] == 3
    assert result.notices[-1] == "MMTx never has context, status: agreement on that has no value"


def test_positive_agreement_has_the_blanks_of_table_3() -> None:
    result = compare("positive-agreement")
    values = {row: entry.values["agreement"] for row, entry in result.rows.items()}
    assert values == {
        "span exact": 1,
        "overlap": 1,
        "overlap + concept": 3 / 4,
        "overlap + context": None,
        "overlap + status": None,
        "overlap + all": None,
    }
    assert result.notices == ("MMTx never has context, status: agreement on that has no value",)


def test_alpha_has_no_value_either() -> None:
    rows = compare("alpha").rows
    assert rows["status"].values["alpha"] is None
    assert rows["code"].values["observed_disagreement"] == 1 / 4


def test_attribute_anywhere_in_the_corpus_is_compared_everywhere() -> None:
    stated = make_set("MMTx", [("C1", STATED)])
    pairs = [(make_set("C1", C1), make_set("MMTx", MMTX)), (make_set("C1", C1[:1]), stated)]
    result = score("kappa", *pairs, attributes=("status",))
    assert result.rows["status"].values["p_a"] == 1 / 4
    assert not any("never has" in notice for notice in result.notices)


@pytest.mark.parametrize("metric", ["kappa", "alpha"])
def test_flag_missing_from_one_set_has_no_value(metric: str) -> None:
    flagged = make_set("C1", [("C1", {"conditional": "true"}), ("C2", {})])
    result = score(metric, (flagged, make_set("MMTx", MMTX[:2])))
    assert set(result.rows["conditional"].values.values()) == {None}
    assert "MMTx never has conditional: agreement on that has no value" in result.notices
    assert not any("counts as not set" in notice for notice in result.notices)


def test_default_of_the_schema_counts_as_a_value_in_every_set() -> None:
    flagged = make_set("C1", [("C1", {"unrelated": "true"}), ("C2", {})])
    row = score("kappa", (flagged, make_set("MMTx", MMTX[:2]))).rows["unrelated"]
    assert row.values["p_a"] == 1 / 2


def test_set_without_mentions_scores_0_without_a_notice() -> None:
    result = score("positive-agreement", (make_set("C1", C1), make_set("MMTx", [])))
    assert {row.values["agreement"] for row in result.rows.values()} == {0}
    assert result.notices == ()


def test_set_without_codes_has_no_concept_agreement() -> None:
    bare = AnnotationSet("MMTx", (Mention("m", "disorder", (Span(0, 5),), STATED),))
    rows = score("kappa", (make_set("C1", C1[:1]), bare)).rows
    assert rows["concept"].values["p_a"] is None and rows["all"].values["p_a"] is None
    assert rows["status"].values["p_a"] == 1
