"""Folds: each document is in one fold, no patient in two, independent of the order."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.core import Document, Metadata
from goldsmith.errors import InputError
from goldsmith.training import split_folds
from goldsmith.training.folds import resolve_grouping, shuffle_documents


def build_documents(patients: list[str]) -> list[Document]:
    return [
        Document(f"d{number}", "", Metadata(patient=patient))
        for number, patient in enumerate(patients)
    ]


people = st.lists(st.sampled_from(["", "A", "B", "C", "D", "E"]), min_size=8, max_size=40)


@given(people, st.integers(0, 5))
def test_every_document_is_in_one_fold_and_no_patient_in_two(
    patients: list[str], seed: int
) -> None:
    docs = build_documents(patients)
    groups = {doc.metadata.patient or doc.id for doc in docs}
    k = min(4, len(groups))
    if k < 2:
        return
    folds = split_folds(docs, k, seed=seed)
    assert sorted(number for fold in folds for number in fold) == list(range(len(docs)))
    assert all(folds)
    fold_of = Counter(
        (doc.metadata.patient, index)
        for index, fold in enumerate(folds)
        for doc in (docs[number] for number in fold)
        if doc.metadata.patient
    )
    names = [patient for patient, _ in fold_of]
    assert len(names) == len(set(names))


@given(people, st.randoms())
def test_folds_depend_on_ids_not_on_the_order(patients: list[str], random: object) -> None:
    docs = build_documents(patients)
    shuffled = list(docs)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    first = [{docs[n].id for n in part} for part in split_folds(docs, 3, by="document", seed=1)]
    second = [
        {shuffled[n].id for n in part} for part in split_folds(shuffled, 3, by="document", seed=1)
    ]
    assert first == second


def test_folds_are_even_and_depend_on_the_seed() -> None:
    docs = build_documents([""] * 23)
    first, second = split_folds(docs, 10, seed=1), split_folds(docs, 10, seed=2)
    assert sorted(map(len, first)) == [2] * 7 + [3] * 3
    assert first != second and first == split_folds(docs, 10, seed=1)


def test_documents_are_grouped_by_patient_if_patients_are_known() -> None:
    docs = build_documents(["A", "A", "B", ""])
    assert resolve_grouping(docs) == "patient" and resolve_grouping(docs, "document") == "document"
    assert len(split_folds(docs, 4, by="document")) == 4
    with pytest.raises(InputError, match="3 patients cannot be put into 4 folds"):
        split_folds(docs, 4)
    with pytest.raises(InputError, match="no document names its patient"):
        split_folds(build_documents(["", ""]), 2, by="patient")
    with pytest.raises(InputError, match="leave nothing to train on"):
        split_folds(docs, 1)


def test_shuffled_order_keeps_patients_together() -> None:
    docs = build_documents(["A", "B", "A", "B", "A", ""])
    order = shuffle_documents(docs, seed=3)
    assert sorted(order) == list(range(6))
    places = [order.index(n) for n in (0, 2, 4)]
    assert max(places) - min(places) == 2
