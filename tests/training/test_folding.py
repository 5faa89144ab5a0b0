"""Folds: every document in one of them, no patient in two, whatever the order."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.core import Document, Metadata
from goldsmith.errors import InputError
from goldsmith.training import folds
from goldsmith.training.folding import kept_by, ordered


def notes(patients: list[str]) -> list[Document]:
    return [
        Document(f"d{number}", "", Metadata(patient=one)) for number, one in enumerate(patients)
    ]


people = st.lists(st.sampled_from(["", "A", "B", "C", "D", "E"]), min_size=8, max_size=40)


@given(people, st.integers(0, 5))
def test_every_document_is_in_one_fold_and_no_patient_in_two(who: list[str], seed: int) -> None:
    docs = notes(who)
    groups = {doc.metadata.patient or doc.id for doc in docs}
    k = min(4, len(groups))
    if k < 2:
        return
    found = folds(docs, k, seed=seed)
    assert sorted(number for part in found for number in part) == list(range(len(docs)))
    assert all(found)
    homes = Counter(
        (doc.metadata.patient, at)
        for at, part in enumerate(found)
        for doc in (docs[number] for number in part)
        if doc.metadata.patient
    )
    patients = [patient for patient, _ in homes]
    assert len(patients) == len(set(patients))


@given(people, st.randoms())
def test_folds_follow_from_ids_not_from_the_order(who: list[str], random: object) -> None:
    docs = notes(who)
    mixed = list(docs)
    random.shuffle(mixed)  # type: ignore[attr-defined]
    named = [{docs[n].id for n in part} for part in folds(docs, 3, by="document", seed=1)]
    again = [{mixed[n].id for n in part} for part in folds(mixed, 3, by="document", seed=1)]
    assert named == again


def test_documents_are_spread_evenly_and_by_the_seed() -> None:
    docs = notes([""] * 23)
    one, other = folds(docs, 10, seed=1), folds(docs, 10, seed=2)
    assert sorted(map(len, one)) == [2] * 7 + [3] * 3
    assert one != other and one == folds(docs, 10, seed=1)


def test_patients_count_only_when_asked_or_known() -> None:
    docs = notes(["A", "A", "B", ""])
    assert kept_by(docs) == "patient" and kept_by(docs, "document") == "document"
    assert len(folds(docs, 4, by="document")) == 4
    with pytest.raises(InputError, match="3 patients cannot be put into 4 folds"):
        folds(docs, 4)
    with pytest.raises(InputError, match="no document says whose it is"):
        folds(notes(["", ""]), 2, by="patient")
    with pytest.raises(InputError, match="leave nothing to train on"):
        folds(docs, 1)


def test_an_order_drawn_by_lot_keeps_patients_side_by_side() -> None:
    docs = notes(["A", "B", "A", "B", "A", ""])
    order = ordered(docs, seed=3)
    assert sorted(order) == list(range(6))
    places = [order.index(n) for n in (0, 2, 4)]
    assert max(places) - min(places) == 2
