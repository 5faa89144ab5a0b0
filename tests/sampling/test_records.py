"""Whole patient records: near the median, with a mix of types and lengths."""

from collections.abc import Callable

import pytest

from goldsmith.errors import InputError
from goldsmith.sampling import Card, DrawPlan, Part, Population, Restriction, draw, population

Make = Callable[[dict[str, str]], Population]


def chosen(people: Population, plan: DrawPlan) -> list[str]:
    return [record.patient for record in draw(people, plan).records]


def test_the_number_of_documents_is_nearest_the_median(patients: Make) -> None:
    people = patients({"A": "C50 n", "B": "C50 nnnn", "C": "C50 nnnnnnnnn"})
    drawn = draw(people, DrawPlan(patients=1))
    [record] = drawn.records
    assert (record.patient, record.documents, record.median) == ("B", 4, 4.0)
    assert drawn.parts == {"patients": ("B-0", "B-1", "B-2", "B-3")}


def test_then_the_most_types_then_the_most_lengths(patients: Make) -> None:
    people = patients({"A": "C50 nnn", "B": "C50 nih", "C": "C50 nni", "D": "C50 nNn"})
    assert chosen(people, DrawPlan(patients=4))[:3] == ["B", "C", "D"]


def test_major_categories_give_one_patient_each(patients: Make) -> None:
    people = patients(
        {"A": "C50 nnnnn", "B": "C50 nnnn", "C": "C18 nni", "D": "C18 nnn", "E": "C61 nn"}
    )
    assert {one[0] for one in chosen(people, DrawPlan(patients=2))} <= set("ABC")
    records = draw(people, DrawPlan(patients=2)).records
    assert [record.category for record in records] == ["breast", "digestive"]
    assert len(draw(people, DrawPlan(patients=5)).records) == 5


def test_categories_can_be_named(patients: Make) -> None:
    people = patients({"A": "C50 nnnnn", "B": "C50 nnnn", "E": "C61 nn"})
    assert chosen(people, DrawPlan(patients={"male-genital": 1})) == ["E"]
    with pytest.raises(InputError, match="no diagnosis category called 'skin'"):
        draw(people, DrawPlan(patients={"skin": 1}))
    with pytest.raises(InputError, match="2 whole patient records with diagnosis male-genital"):
        draw(people, DrawPlan(patients={"male-genital": 2}))
    with pytest.raises(InputError, match="4 whole patient records are wanted and there are 3"):
        draw(people, DrawPlan(patients=4))


def test_a_record_is_whole_though_the_population_is_restricted(patients: Make) -> None:
    people = patients({"A": "C50 nih", "B": "I10 nih"})
    plan = DrawPlan(patients=1, only=Restriction(icd10=("II",), where={"type": ("imaging",)}))
    assert draw(people, plan).parts["patients"] == ("A-0", "A-1", "A-2")


def test_what_is_drawn_afterwards_leaves_records_alone(patients: Make) -> None:
    people = patients({"A": "C50 nnn", "B": "C50 nnn", "C": "C18 nnn"})
    drawn = draw(people, DrawPlan(patients=2, parts=(Part("rest", 3),)))
    assert len({one for ids in drawn.parts.values() for one in ids}) == 9


def test_records_do_not_touch_what_is_set_apart(patients: Make) -> None:
    people = patients({"A": "C50 nnn", "B": "C50 nnnnn"})
    assert chosen(people, DrawPlan(patients=1, apart=("A-0",))) == ["B"]


def test_without_patients_there_are_no_records() -> None:
    with pytest.raises(InputError, match="which patient"):
        draw(population([Card("a")]), DrawPlan(patients=1))
