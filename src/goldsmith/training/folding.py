"""Which documents are kept aside together: by patient where patients are known."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Literal

from goldsmith.core import Document
from goldsmith.errors import InputError
from goldsmith.sampling.order import key

#: What stays together; "" is patients where they are known, documents elsewhere.
Keep = Literal["", "document", "patient"]


def folds(
    docs: Sequence[Document], k: int, *, by: Keep = "", seed: int = 0
) -> tuple[tuple[int, ...], ...]:
    """The numbers of the documents of each fold, about as many in each; no patient is in two.

    Which documents share a fold follows from ids and seed, not from the order they come in.
    """
    if k < 2:
        raise InputError(f"{k} folds leave nothing to train on", expected="2 or more")
    groups = together(docs, by)
    if len(groups) < k:
        what = "patients" if kept_by(docs, by) == "patient" else "documents"
        raise InputError(
            f"{len(groups)} {what} cannot be put into {k} folds", expected=f"at most {len(groups)}"
        )
    made: list[list[int]] = [[] for _ in range(k)]
    # Large groups first evens out the sizes; equal ones stand in the order of a hash.
    for name in sorted(groups, key=lambda one: (-len(groups[one]), key(seed, one))):
        min(made, key=len).extend(groups[name])
    return tuple(tuple(sorted(one)) for one in made)


def together(docs: Sequence[Document], by: Keep = "") -> dict[str, list[int]]:
    """The numbers of documents that stay together; one without a patient is alone."""
    groups: dict[str, list[int]] = defaultdict(list)
    patients = kept_by(docs, by) == "patient"
    for number, doc in enumerate(docs):
        own = patients and doc.metadata.patient
        groups[f"p {doc.metadata.patient}" if own else f"d {doc.id}"].append(number)
    return dict(groups)


def kept_by(docs: Sequence[Document], by: Keep = "") -> Literal["document", "patient"]:
    """What really stays together."""
    known = any(doc.metadata.patient for doc in docs)
    if by == "patient" and not known:
        raise InputError(
            "no document says whose it is",
            expected="a patient in the metadata",
            remedy="Keep documents together instead: --by document",
        )
    return "patient" if known and by != "document" else "document"


def ordered(docs: Sequence[Document], by: Keep = "", seed: int = 0) -> list[int]:
    """All documents by number in an order drawn by lot, those that stay together side by side."""
    groups = together(docs, by)
    names = sorted(groups, key=lambda name: key(seed, "order", name))
    return [number for name in names for number in groups[name]]
