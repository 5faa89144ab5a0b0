"""The sampling of CLEF (Roberts et al. 2009, section 3), worked through on Table 1."""

from collections import Counter

import pytest

from goldsmith.sampling import (
    Card,
    Draw,
    DrawPlan,
    Part,
    Population,
    Restriction,
    build_population_from_cards,
    draw_samples,
)

AXES = ("subtype", "diagnosis")

#: 50 times the shares of Table 1, rounded by the largest remainder. The whole parts add up to 37;
#: the 13 largest remainders are rounded up, the smallest of them 0.4001 (to consultant,
#: respiratory).
#: Columns: digestive, breast, haematological, respiratory, female genital, male genital.
SAMPLE_OF_50 = {
    "to GP": (5, 6, 6, 3, 2, 3),
    "discharge": (4, 1, 1, 1, 1, 0),
    "case note": (2, 2, 1, 1, 1, 1),
    "other letter": (1, 1, 1, 0, 1, 0),
    "to consultant": (1, 1, 0, 1, 0, 0),
    "to referrer": (1, 0, 0, 0, 0, 0),
    "to patient": (0, 1, 0, 0, 0, 0),
    "report": (0, 0, 0, 0, 0, 0),
    "audit": (0, 0, 0, 0, 0, 0),
}
COLUMNS = (
    "digestive",
    "breast",
    "haematological",
    "respiratory",
    "female-genital",
    "male-genital",
)


def count_strata(result: Draw, part: str) -> dict[tuple[str, ...], int]:
    return {
        tuple(stratum.values.values()): stratum.obtained
        for stratum in result.strata
        if stratum.part == part and stratum.obtained
    }


def test_expected_table_adds_up_to_fifty() -> None:
    assert sum(map(sum, SAMPLE_OF_50.values())) == 50


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_sample_has_the_proportions_of_table_1(table_1: Population, seed: int) -> None:
    result = draw_samples(table_1, DrawPlan(seed=seed, axes=AXES, parts=(Part("gold", 50),)))
    assert count_strata(result, "gold") == {
        (subtype, column): count
        for subtype, row in SAMPLE_OF_50.items()
        for column, count in zip(COLUMNS, row, strict=True)
        if count
    }
    assert len(set(result.parts["gold"])) == 50


def test_margins_of_table_1_are_within_one_document(table_1: Population) -> None:
    result = draw_samples(table_1, DrawPlan(axes=AXES, parts=(Part("gold", 50),)))
    for axis in AXES:
        quotas: Counter[str] = Counter()
        counts: Counter[str] = Counter()
        for stratum in result.strata:
            quotas[stratum.values[axis]] += stratum.quota  # type: ignore[assignment]
            counts[stratum.values[axis]] += stratum.obtained
        assert all(abs(quotas[value] - counts[value]) < 1 for value in quotas)


def test_mirror_has_the_same_strata_and_other_documents(table_1: Population) -> None:
    plan = DrawPlan(axes=AXES, parts=(Part("gold", 50), Part("training", 32)), mirror="gold")
    result = draw_samples(table_1, plan)
    assert count_strata(result, "mirror") == count_strata(result, "gold")
    assert {name: len(ids) for name, ids in result.parts.items()} == {
        "gold": 50,
        "training": 32,
        "mirror": 50,
    }
    assert len({doc_id for ids in result.parts.values() for doc_id in ids}) == 132


def test_mirror_of_an_earlier_sample(table_1: Population) -> None:
    first = draw_samples(table_1, DrawPlan(seed=5, axes=AXES, parts=(Part("gold", 50),)))
    second = draw_samples(table_1, DrawPlan(seed=6, axes=AXES, like=first.parts["gold"]))
    assert count_strata(second, "mirror") == count_strata(first, "gold")
    assert not set(second.parts["mirror"]) & set(first.parts["gold"])


def test_size_for_each_document_type() -> None:
    types = {"narrative": 3000, "histopathology": 1000, "imaging": 200}
    cards = [
        Card(f"{doc_type}-{number}", type=doc_type, diagnosis=("C50", "C18")[number % 4 == 0])
        for doc_type, count in types.items()
        for number in range(count)
    ]
    size = dict.fromkeys(types, 50)
    result = draw_samples(
        build_population_from_cards(cards),
        DrawPlan(axes=("diagnosis",), parts=(Part("gold", size),)),
    )
    assert Counter(doc_id.rpartition("-")[0] for doc_id in result.parts["gold"]) == size
    # A quarter of each type has C18: the tie at 12.5 goes to the larger stratum, breast.
    assert count_strata(result, "gold")["narrative", "digestive"] == 12
    assert count_strata(result, "gold")["imaging", "breast"] == 38


def test_frequency_is_a_share_of_the_whole_population() -> None:
    codes = {"C50.1": 60, "C18": 40, "C34": 7, "C61": 6, "I10": 87}
    cards = [
        Card(f"{code}-{n}", diagnosis=code) for code, count in codes.items() for n in range(count)
    ]
    # 7 of 200 is 3.5 %; of the neoplasms alone it would be above 5 %.
    plan = DrawPlan(
        only=Restriction(icd10=("II",), frequent="diagnosis"), parts=(Part("all", 100),)
    )
    result = draw_samples(build_population_from_cards(cards), plan)
    assert [step.documents for step in result.restrictions] == [113, 100]
    assert result.restrictions[1].condition.endswith("(breast, digestive)")
    assert {doc_id.partition("-")[0] for doc_id in result.parts["all"]} == {"C50.1", "C18"}


def test_value_with_exactly_the_minimum_share_is_excluded() -> None:
    cards = [Card(f"{n}", diagnosis="C50" if n < 5 else "C18") for n in range(100)]
    plan = DrawPlan(only=Restriction(frequent="diagnosis"), parts=(Part("all", 95),))
    assert draw_samples(build_population_from_cards(cards), plan).restrictions[0].documents == 95


def test_trial_and_experimental_sets_of_mayo_take_all_160_notes() -> None:
    cards = [Card(f"{n}", type="abcdefg"[n % 7], subtype=str(n % 11)) for n in range(160)]
    parts = (Part("trial", 60), Part("experimental", 100))
    result = draw_samples(
        build_population_from_cards(cards), DrawPlan(axes=("type", "subtype"), parts=parts)
    )
    assert len(result.parts["trial"]) == 60 and len(result.parts["experimental"]) == 100
    assert not set(result.parts["trial"]) & set(result.parts["experimental"])
