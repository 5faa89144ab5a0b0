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


def count_strata(result: Draw, part: str) -> dict[tuple[str, ...], int]:
    return {
        tuple(stratum.values.values()): stratum.obtained
        for stratum in result.strata
        if stratum.part == part and stratum.obtained
    }


def count_values(result: Draw, part: str, axis: str) -> dict[str, tuple[float, int]]:
    """Map each value of an axis to its quota and the documents obtained."""
    values: dict[str, tuple[float, int]] = {}
    for stratum in result.strata:
        if stratum.part == part:
            quota, obtained = values.get(stratum.values[axis], (0.0, 0))
            values[stratum.values[axis]] = quota + stratum.quota, obtained + stratum.obtained
    return values


@pytest.mark.parametrize("seed", range(5))
def test_sample_has_the_proportions_of_table_1(table_1: Population, seed: int) -> None:
    result = draw_samples(table_1, DrawPlan(seed=seed, axes=AXES, parts=(Part("gold", 50),)))
    assert len(set(result.parts["gold"])) == 50
    assert all(abs(stratum.quota - stratum.obtained) < 1 for stratum in result.strata)
    for axis in AXES:
        for quota, obtained in count_values(result, "gold", axis).values():
            assert abs(quota - obtained) < 1


def test_letters_to_patients_are_in_every_sample_of_150(table_1: Population) -> None:
    # Each of the six strata has a quota below 1.5; together, their quota is 3.9.
    obtained = set()
    for seed in range(20):
        result = draw_samples(table_1, DrawPlan(seed=seed, axes=AXES, parts=(Part("gold", 150),)))
        quota, count = count_values(result, "gold", "subtype")["to patient"]
        assert round(quota, 1) == 3.9
        obtained.add(count)
    assert obtained == {3, 4}


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
    # A quarter of each type has C18, so its quota is 12.5.
    assert count_strata(result, "gold")["narrative", "digestive"] in (12, 13)
    assert count_strata(result, "gold")["imaging", "breast"] in (37, 38)


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


def test_trial_and_experimental_sets_of_mayo_use_all_160_notes() -> None:
    cards = [Card(f"{n}", type="abcdefg"[n % 7], subtype=str(n % 11)) for n in range(160)]
    parts = (Part("trial", 60), Part("experimental", 100))
    result = draw_samples(
        build_population_from_cards(cards), DrawPlan(axes=("type", "subtype"), parts=parts)
    )
    assert len(result.parts["trial"]) == 60 and len(result.parts["experimental"]) == 100
    assert not set(result.parts["trial"]) & set(result.parts["experimental"])
