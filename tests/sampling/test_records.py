"""Whole patient records: near the median, with a mix of types and lengths."""

from collections import Counter
from collections.abc import Callable

import pytest

from goldsmith.errors import InputError
from goldsmith.sampling import (
    Card,
    DrawPlan,
    Part,
    Population,
    Restriction,
    build_population_from_cards,
    draw_samples,
)

BuildPatients = Callable[[dict[str, str]], Population]


def choose_patients(people: Population, plan: DrawPlan) -> list[str]:
    return [record.patient for record in draw_samples(people, plan).records]


def test_record_size_is_nearest_the_median(patients: BuildPatients) -> None:
    people = patients({"A": "C50 n", "B": "C50 nnnn", "C": "C50 nnnnnnnnn"})
    result = draw_samples(people, DrawPlan(patients=1))
    [record] = result.records
    assert (record.patient, record.documents, record.median) == ("B", 4, 4.0)
    assert result.parts == {"patients": ("B-0", "B-1", "B-2", "B-3")}


def test_records_have_a_mix_of_types_and_lengths(patients: BuildPatients) -> None:
    people = patients({"A": "C50 nnn", "B": "C50 nih", "C": "C50 nni", "D": "C50 nNn"})
    for seed in range(10):
        chosen = choose_patients(people, DrawPlan(seed=seed, patients=4))
        assert chosen[3] == "A" and sorted(chosen) == ["A", "B", "C", "D"]


def test_records_vary_with_the_seed_and_stay_near_the_median(patients: BuildPatients) -> None:
    people = patients({f"P{size:02}": "C50 " + "nih" * size for size in range(1, 31)})
    plans = [DrawPlan(seed=seed, patients=1) for seed in range(100)]
    chosen = Counter(choose_patients(people, plan)[0] for plan in plans)
    # The third of the patients nearest the median, which is 46.5 documents.
    assert sorted(chosen) == [f"P{size}" for size in range(11, 21)]


def test_further_records_are_the_nearest_to_the_median(patients: BuildPatients) -> None:
    people = patients({f"P{size}": "C50 " + "n" * size for size in range(1, 10)})
    chosen = choose_patients(people, DrawPlan(patients=9))
    assert sorted(chosen[:3]) == ["P4", "P5", "P6"]
    assert [sorted(chosen[n : n + 2]) for n in (3, 5, 7)] == [
        ["P3", "P7"],
        ["P2", "P8"],
        ["P1", "P9"],
    ]


def test_one_patient_is_drawn_from_each_of_the_largest_categories(patients: BuildPatients) -> None:
    people = patients(
        {"A": "C50 nnnnn", "B": "C50 nnnn", "C": "C18 nni", "D": "C18 nnn", "E": "C61 nn"}
    )
    assert {name[0] for name in choose_patients(people, DrawPlan(patients=2))} <= set("ABC")
    records = draw_samples(people, DrawPlan(patients=2)).records
    assert [record.category for record in records] == ["breast", "digestive"]
    assert len(draw_samples(people, DrawPlan(patients=5)).records) == 5


def test_records_of_requested_categories(patients: BuildPatients) -> None:
    people = patients({"A": "C50 nnnnn", "B": "C50 nnnn", "E": "C61 nn"})
    assert choose_patients(people, DrawPlan(patients={"male-genital": 1})) == ["E"]
    with pytest.raises(InputError, match="no diagnosis category called 'skin'"):
        draw_samples(people, DrawPlan(patients={"skin": 1}))
    with pytest.raises(InputError, match="2 whole patient records with diagnosis male-genital"):
        draw_samples(people, DrawPlan(patients={"male-genital": 2}))
    with pytest.raises(InputError, match="4 whole patient records are requested, but only 3 exist"):
        draw_samples(people, DrawPlan(patients=4))


def test_record_is_whole_in_a_restricted_population(patients: BuildPatients) -> None:
    people = patients({"A": "C50 nih", "B": "I10 nih"})
    plan = DrawPlan(patients=1, only=Restriction(icd10=("II",), where={"type": ("imaging",)}))
    assert draw_samples(people, plan).parts["patients"] == ("A-0", "A-1", "A-2")


def test_later_samples_exclude_the_records(patients: BuildPatients) -> None:
    people = patients({"A": "C50 nnn", "B": "C50 nnn", "C": "C18 nnn"})
    result = draw_samples(people, DrawPlan(patients=2, parts=(Part("rest", 3),)))
    assert len({doc_id for ids in result.parts.values() for doc_id in ids}) == 9


def test_records_exclude_patients_with_excluded_documents(patients: BuildPatients) -> None:
    people = patients({"A": "C50 nnn", "B": "C50 nnnnn"})
    assert choose_patients(people, DrawPlan(patients=1, apart=("A-0",))) == ["B"]


def test_records_require_patients() -> None:
    with pytest.raises(InputError, match="no document names its patient"):
        draw_samples(build_population_from_cards([Card("a")]), DrawPlan(patients=1))
