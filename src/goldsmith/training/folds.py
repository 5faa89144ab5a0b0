"""Folds that keep the documents of a patient together, if patients are known."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Literal

from goldsmith.core import Document
from goldsmith.errors import InputError, Remedy
from goldsmith.sampling.ordering import order_key

#: The unit that is never split; "" means patients if they are known, otherwise documents.
Grouping = Literal["", "document", "patient"]


def split_folds(
    docs: Sequence[Document], k: int, *, by: Grouping = "", seed: int = 0
) -> tuple[tuple[int, ...], ...]:
    """Split documents into k folds of about the same size; no patient is in two folds.

    Which documents share a fold depends on ids and seed, not on the order of the documents.

    Returns:
        For each fold, the indices of its documents.

    Raises:
        InputError: `k` is less than 2, or there are fewer groups than folds.
    """
    if k < 2:
        raise InputError(f"{k} folds leave nothing to train on", expected="2 or more")
    groups = group_documents(docs, by)
    if len(groups) < k:
        what = "patients" if resolve_grouping(docs, by) == "patient" else "documents"
        raise InputError(
            f"{len(groups)} {what} cannot be put into {k} folds", expected=f"at most {len(groups)}"
        )
    folds: list[list[int]] = [[] for _ in range(k)]
    # Placing large groups first evens out the sizes; a hash breaks ties.
    for name in sorted(groups, key=lambda group: (-len(groups[group]), order_key(seed, group))):
        min(folds, key=len).extend(groups[name])
    return tuple(tuple(sorted(fold)) for fold in folds)


def group_documents(docs: Sequence[Document], by: Grouping = "") -> dict[str, list[int]]:
    """Group the indices of documents that stay together; one without a patient forms a group."""
    groups: dict[str, list[int]] = defaultdict(list)
    patients = resolve_grouping(docs, by) == "patient"
    for number, doc in enumerate(docs):
        has_patient = patients and doc.metadata.patient
        groups[f"p {doc.metadata.patient}" if has_patient else f"d {doc.id}"].append(number)
    return dict(groups)


def resolve_grouping(docs: Sequence[Document], by: Grouping = "") -> Literal["document", "patient"]:
    """Return the unit that is never split: the documents of a patient, or single documents.

    Raises:
        InputError: Patients should stay together, but no document names its patient.
    """
    has_patients = any(doc.metadata.patient for doc in docs)
    if by == "patient" and not has_patients:
        raise InputError(
            "no document names its patient",
            expected="a patient in the metadata",
            remedy=Remedy.FOLD_BY_DOCUMENT,
        )
    return "patient" if has_patients and by != "document" else "document"


def shuffle_documents(docs: Sequence[Document], by: Grouping = "", seed: int = 0) -> list[int]:
    """Shuffle the indices of documents by a seed; documents of a group stay side by side."""
    groups = group_documents(docs, by)
    names = sorted(groups, key=lambda name: order_key(seed, "order", name))
    return [number for name in names for number in groups[name]]
