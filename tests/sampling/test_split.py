"""Splits: shares, patients and strata."""

from collections import Counter
from random import Random

import pytest

from goldsmith.errors import InputError
from goldsmith.sampling import Card, Population, SplitPlan, population, split, terms

SHARES = {"train": "0.8", "dev": "0.1", "test": "0.1"}


@pytest.fixture(scope="module")
def records() -> Population:
    """400 patients with 1 to 30 documents each, one diagnosis a patient."""
    chance = Random(1)
    return population(
        Card(
            f"P{patient}-{number}",
            f"P{patient}",
            chance.choice(["narrative", "narrative", "imaging"]),
            diagnosis=("C50", "C18", "C61")[patient % 3],
        )
        for patient in range(400)
        for number in range(chance.choice([1, 2, 5, 10, 30]))
    )


def test_patients_stay_together_and_shares_come_near(records: Population) -> None:
    drawn = split(records, SplitPlan(SHARES, axes=("type", "diagnosis")))
    total = len(records.cards)
    for name, share in (("train", 0.8), ("dev", 0.1), ("test", 0.1)):
        assert abs(len(drawn.parts[name]) / total - share) < 0.002
    for stratum in drawn.strata:
        assert abs(stratum.obtained - stratum.wanted) <= 0.02 * stratum.population
    assert drawn.notes[0] == "split by patient: 400 patients"


def test_parts_have_large_and_small_patients_alike(records: Population) -> None:
    drawn = split(records, SplitPlan(SHARES))
    sizes = Counter(card.patient for card in records.cards)
    large = {patient for patient, size in sizes.items() if size == 30}
    for name, share in (("train", 0.8), ("dev", 0.1), ("test", 0.1)):
        own = {one.partition("-")[0] for one in drawn.parts[name]}
        assert abs(len(own & large) / len(large) - share) < 0.05


def test_by_document_every_size_is_exact(records: Population) -> None:
    drawn = split(records, SplitPlan(SHARES, axes=("type", "diagnosis"), by="document"))
    total = len(records.cards)
    sizes = [len(drawn.parts[name]) for name in SHARES]
    assert sum(sizes) == total
    assert all(abs(size - total * s) < 1 for size, s in zip(sizes, (0.8, 0.1, 0.1), strict=True))
    assert all(abs(one.obtained - one.wanted) < 2 for one in drawn.strata)


def test_another_seed_is_another_split(records: Population) -> None:
    found = {split(records, SplitPlan(SHARES, seed)).parts["test"] for seed in range(5)}
    assert len(found) == 5


def test_many_strata_of_one_document_do_not_all_go_to_the_largest_part() -> None:
    cards = [Card(f"d{n}", subtype=str(n)) for n in range(100)]
    drawn = split(population(cards), SplitPlan(SHARES, axes=("subtype",)))
    assert [len(drawn.parts[name]) for name in SHARES] == [80, 10, 10]


def test_where_no_patients_are_known_documents_are_split() -> None:
    cards = [Card(f"d{n}") for n in range(10)]
    assert split(population(cards), SplitPlan(SHARES)).notes == ("split by document",)
    with pytest.raises(InputError, match="which patient"):
        split(population(cards), SplitPlan(SHARES, by="patient"))


def test_documents_without_a_patient_are_told() -> None:
    cards = [Card(f"d{n}", "P1" if n < 2 else "") for n in range(10)]
    assert "8 documents name no patient" in split(population(cards), SplitPlan(SHARES)).notes[1]


def test_a_part_that_would_be_empty_is_refused() -> None:
    cards = [Card(f"d{n}", f"P{n % 2}") for n in range(10)]
    with pytest.raises(InputError, match="would be empty: there are only 2 patients"):
        split(population(cards), SplitPlan(SHARES))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("train=0.8,test=0.1", "add up to 0.9"),
        ("train=0.8,test=0.3", "add up to 1.1"),
        ("train=1", "fewer than two"),
        ("", "fewer than two"),
        ("train=0.8,test", "'' is not a share"),
        ("train=1.2,test=-0.2", "'-0.2' is not a share"),
        ("train=x,test=1", "'x' is not a share"),
        ("a=0.5,a=0.5", "named twice"),
        ("a/b=0.5,c=0.5", "cannot be the name of a part"),
    ],
)
def test_wrong_shares_are_refused(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        terms.written_shares(text)


def test_shares_are_exact_however_they_are_written() -> None:
    assert terms.written_shares("a=1/3, b=1/3, c=1/3") == {"a": "1/3", "b": "1/3", "c": "1/3"}
    assert terms.written_shares("a=70%,b=0.3") == {"a": "70%", "b": "0.3"}
