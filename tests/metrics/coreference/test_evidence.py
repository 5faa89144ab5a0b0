"""A gold standard without chains gives no score, and a notice says why."""

from pathlib import Path

import pytest
from msgspec.structs import replace

import goldsmith
from goldsmith import metrics
from goldsmith.core import AnnotationSet, Group, Relation, load_builtin_schema
from goldsmith.metrics import Measurement, Result, SetPair
from goldsmith.testing.chains import build_chain_pair

NAMES = ("muc", "b-cubed", "ceaf-m", "ceaf-e", "blanc", "lea", "coreference")
TEXT = "Chest pain today. The pain is worse. Fever. It broke.\n"
MENTIONS = (
    "T1\tproblem 0 10\tChest pain\nT2\tproblem 18 26\tThe pain\n"
    "T3\tproblem 37 42\tFever\nT4\tproblem 44 46\tIt\n"
)


def measure_pair(pair: SetPair, name: str, **options: object) -> Result:
    metric = metrics.get(name).with_options(**options)
    measurement = Measurement(metric, names=("gold", "run1"))
    measurement.count_pair(pair)
    return measurement.compute_result()


def rename_type(annotation_set: AnnotationSet, name: str) -> AnnotationSet:
    """Return the set with the given type for all its relations and groups."""
    return replace(
        annotation_set,
        relations=tuple(replace(rel, type=name) for rel in annotation_set.relations),
        groups=tuple(replace(group, type=name) for group in annotation_set.groups),
    )


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("options", [{}, {"singletons": "none"}, {"by_type": True}])
def test_gold_without_a_recognised_chain_has_no_value(
    name: str, options: dict[str, object]
) -> None:
    pair = build_chain_pair("ab c", "ab c")
    result = measure_pair(replace(pair, a=rename_type(pair.a, "Coref")), name, **options)
    assert all(value is None for row in result.rows.values() for value in row.values.values())
    [notice] = result.notices
    assert "nothing in gold was recognised as a coreference chain" in notice
    assert "(Coref)" in notice and "identity = true" in notice


def test_two_sides_without_chains_have_no_value_and_a_notice_each() -> None:
    pair = build_chain_pair("ab cd", "abc d")
    both = replace(pair, a=rename_type(pair.a, "Coref"), b=rename_type(pair.b, "SameAs"))
    result = measure_pair(both, "coreference")
    assert result.get_value("f1", "all") is None
    first, second = result.notices
    assert "gold" in first and "has no value" in first
    assert "run1" in second and "SameAs" in second and "Coref" not in second


@pytest.mark.parametrize("name", NAMES)
def test_system_without_chains_is_scored_with_a_notice(name: str) -> None:
    pair = build_chain_pair("ab c", "a b c")
    silent = replace(pair, b=replace(pair.b, groups=()))
    result = measure_pair(silent, name)
    assert result.get_value("f1", "all") == measure_pair(pair, name).get_value("f1", "all")
    [notice] = result.notices
    assert "run1" in notice and "it has no relations or groups" in notice


def test_groups_of_one_mention_are_chains() -> None:
    pair = build_chain_pair("a b c", "a b c")
    result = measure_pair(pair, "b-cubed")
    assert result.get_value("f1", "all") == 1 and result.notices == ()


def test_notice_names_pairs_that_do_not_mean_identity() -> None:
    pair = build_chain_pair("ab", "ab")
    rel = Relation("r", "pair", "a-a", "a-b", {"relation_type": "part/whole"})
    odie = replace(pair, a=replace(pair.a, relations=(rel,)), schema=load_builtin_schema("odie"))
    first, _ = measure_pair(odie, "muc").notices
    assert "pair without relation_type = identity" in first


def test_notice_shortens_a_long_list_of_types() -> None:
    pair = build_chain_pair("ab", "ab")
    groups = tuple(Group(f"g{n}", f"Type{n}", ("a-a", "a-b")) for n in range(12))
    many = replace(pair, a=replace(pair.a, relations=(), groups=groups))
    [notice] = measure_pair(many, "muc").notices
    assert "Type0, Type1, Type10, Type11" in notice and "and 4 more" in notice


def test_no_mentions_in_the_gold_score_0() -> None:
    result = measure_pair(build_chain_pair("", "ab"), "coreference")
    assert result.get_value("f1", "all") == 0 and result.notices == ()


def test_slice_without_chains_has_no_value() -> None:
    pair = build_chain_pair("ab c", "ab c")
    measurement = Measurement(metrics.get("muc"))
    measurement.count_pair(pair, "letters")
    measurement.count_pair(replace(pair, a=rename_type(pair.a, "Coref")), "reports")
    assert measurement.compute_result().get_value("f1", "all") is not None
    assert measurement.compute_result(only="letters").get_value("f1", "all") == 1
    reports = measurement.compute_result(only="reports")
    assert reports.get_value("f1", "all") is None and reports.notices


def write_brat(folder: Path, chains: str) -> str:
    folder.mkdir()
    (folder / "n1.txt").write_text(TEXT)
    (folder / "n1.ann").write_text(MENTIONS + chains)
    return str(folder)


def test_score_and_agree_pass_on_the_notice(tmp_path: Path) -> None:
    gold = write_brat(tmp_path / "gold", "*\tCoref T1 T2\n*\tCoref T3 T4\n")
    system = write_brat(tmp_path / "run1", "*\tCoref T1 T2 T3\n")
    scores = goldsmith.score(gold, system, task="coreference")
    results = scores.systems[0].results
    assert {result.get_value("f1", "all") for result in results.values()} == {None}
    [notice] = [notice for notice in scores.notices if "gold was recognised" in notice]
    assert "Coref" in notice

    docs = [goldsmith.core.Document("n1", TEXT)]
    sets = {
        name: next(iter(goldsmith.read(path))).sets for name, path in (("D1", gold), ("D2", system))
    }
    for name, own in sets.items():
        [annotations] = own.values()
        docs[0] = docs[0].with_set(replace(annotations, name=name))
    agreement = goldsmith.agree(docs, ["D1", "D2"], task="coreference")
    assert [n for n in agreement.notices if "recognised" in n] == [
        n.replace("gold", "D1").replace("run1", "D2") for n in scores.notices if "recognised" in n
    ]
    assert agreement.average["coreference"]["all"]["f1"] is None


def test_mention_in_two_groups_counts_in_the_first_with_a_notice() -> None:
    pair = build_chain_pair("ab cd", "abcd")
    groups = (
        Group("g1", "coreference", ("b-a", "b-b")),
        Group("g2", "coreference", ("b-b", "b-c", "b-d")),
    )
    repeated = replace(pair, b=replace(pair.b, relations=(), groups=groups))
    result = measure_pair(repeated, "coreference")
    assert result.get_value("f1", "all") == 1
    assert result.notices == (
        "mentions of run1 in more than one chain: 1; each counts once, in the chain that begins "
        "first",
    )
