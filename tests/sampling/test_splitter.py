"""Splits: shares, patients and strata."""

from collections import Counter
from random import Random

import pytest

from goldsmith.errors import InputError
from goldsmith.sampling import (
    Card,
    Population,
    SplitPlan,
    arguments,
    build_population_from_cards,
    split_population,
)

SHARES = {"train": "0.8", "dev": "0.1", "test": "0.1"}


@pytest.fixture(scope="module")
def records() -> Population:
    """Return 400 patients with 1 to 30 documents each and one diagnosis per patient."""
    rng = Random(1)
    return build_population_from_cards(
        Card(
            f"P{patient}-{number}",
            f"P{patient}",
            rng.choice(["narrative", "narrative", "imaging"]),
            diagnosis=("C50", "C18", "C61")[patient % 3],
        )
        for patient in range(400)
        for number in range(rng.choice([1, 2, 5, 10, 30]))
    )


def test_split_by_patient_is_near_the_shares(records: Population) -> None:
    result = split_population(records, SplitPlan(SHARES, axes=("type", "diagnosis")))
    total = len(records.cards)
    for name, share in (("train", 0.8), ("dev", 0.1), ("test", 0.1)):
        assert abs(len(result.parts[name]) / total - share) < 0.002
    for stratum in result.strata:
        assert abs(stratum.obtained - stratum.quota) <= 0.02 * stratum.population
    assert result.notes[0] == "split by patient: 400 patients"


def test_large_patients_are_spread_over_the_parts(records: Population) -> None:
    result = split_population(records, SplitPlan(SHARES))
    sizes = Counter(card.patient for card in records.cards)
    large = {patient for patient, size in sizes.items() if size == 30}
    for name, share in (("train", 0.8), ("dev", 0.1), ("test", 0.1)):
        patients = {doc_id.partition("-")[0] for doc_id in result.parts[name]}
        assert abs(len(patients & large) / len(large) - share) < 0.05


def test_split_by_document_has_exact_sizes(records: Population) -> None:
    result = split_population(records, SplitPlan(SHARES, axes=("type", "diagnosis"), by="document"))
    total = len(records.cards)
    sizes = [len(result.parts[name]) for name in SHARES]
    assert sum(sizes) == total
    assert all(
        abs(size - total * share) < 1 for size, share in zip(sizes, (0.8, 0.1, 0.1), strict=True)
    )
    assert all(abs(stratum.obtained - stratum.quota) < 2 for stratum in result.strata)


def test_another_seed_gives_another_split(records: Population) -> None:
    splits = {split_population(records, SplitPlan(SHARES, seed)).parts["test"] for seed in range(5)}
    assert len(splits) == 5


def test_strata_of_single_documents_are_spread_over_the_parts() -> None:
    cards = [Card(f"d{n}", subtype=str(n)) for n in range(100)]
    result = split_population(
        build_population_from_cards(cards), SplitPlan(SHARES, axes=("subtype",))
    )
    assert [len(result.parts[name]) for name in SHARES] == [80, 10, 10]


def test_documents_without_patients_are_split_by_document() -> None:
    cards = [Card(f"d{n}") for n in range(10)]
    assert split_population(build_population_from_cards(cards), SplitPlan(SHARES)).notes == (
        "split by document",
    )
    with pytest.raises(InputError, match="no document names its patient"):
        split_population(build_population_from_cards(cards), SplitPlan(SHARES, by="patient"))


def test_note_counts_documents_without_a_patient() -> None:
    cards = [Card(f"d{n}", "P1" if n < 2 else "") for n in range(10)]
    assert (
        "8 documents name no patient"
        in split_population(build_population_from_cards(cards), SplitPlan(SHARES)).notes[1]
    )


def test_empty_part_is_rejected() -> None:
    cards = [Card(f"d{n}", f"P{n % 2}") for n in range(10)]
    with pytest.raises(InputError, match="would be empty: there are only 2 patients"):
        split_population(build_population_from_cards(cards), SplitPlan(SHARES))


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
def test_wrong_shares_are_rejected(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        arguments.split_shares(text)


def test_shares_can_be_fractions_percentages_or_decimals() -> None:
    assert arguments.split_shares("a=1/3, b=1/3, c=1/3") == {"a": "1/3", "b": "1/3", "c": "1/3"}
    assert arguments.split_shares("a=70%,b=0.3") == {"a": "70%", "b": "0.3"}
