"""The function of `goldsmith` that draws a sample."""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import overload

from goldsmith.core import Document
from goldsmith.project.corpus.inputs import Documents, make_opener
from goldsmith.project.sampling.sample import DrawResult, Target, draw, read_population
from goldsmith.sampling import DrawPlan, Part, Size, execute_plan

_PART = "sample"


@overload
def sample(
    docs: Documents,
    size: Size,
    *,
    out: None = None,
    stratify: Sequence[str] = ("type",),
    seed: int = 0,
    fmt: str | None = None,
) -> list[Document]: ...


@overload
def sample(
    docs: Documents,
    size: Size,
    *,
    out: str | os.PathLike[str],
    to: str = "corpus",
    stratify: Sequence[str] = ("type",),
    seed: int = 0,
    allow_loss: Collection[str] = (),
    overwrite: bool = False,
    fmt: str | None = None,
) -> DrawResult: ...


def sample(
    docs: Documents,
    size: Size,
    *,
    out: str | os.PathLike[str] | None = None,
    to: str = "corpus",
    stratify: Sequence[str] = ("type",),
    seed: int = 0,
    allow_loss: Collection[str] = (),
    overwrite: bool = False,
    fmt: str | None = None,
) -> list[Document] | DrawResult:
    """Draw a sample with the proportions of the corpus; a seed always draws the same sample.

    Args:
        docs: A path in any format, "demo", or documents.
        size: The number of documents, or a number for each document type.
        out: The folder to write: the sample as a corpus, and a manifest to repeat the draw. Without
            it, the documents are returned.
        to: The format to write.
        stratify: The metadata fields that define the strata.
        seed: Another seed draws another sample.
        allow_loss: What the format may drop: names of features, or "all".
        overwrite: Replace an earlier sample at `out`.
        fmt: The format of the path; detected by default.

    Raises:
        InputError: The corpus has too few documents or lacks a field, or the output exists.

    Example:
        docs = goldsmith.sample("demo", 10, stratify=["type"], seed=1)
        print([doc.id for doc in docs])
    """
    plan = DrawPlan(seed=seed, axes=tuple(stratify), parts=(Part(_PART, size),))
    open_source = make_opener(docs, fmt)
    if out is not None:
        return draw(open_source, plan, Target(Path(out), to, allow_loss, overwrite))
    ids = set(execute_plan(read_population(open_source, plan, Target()), plan).parts[_PART])
    return [doc for doc in open_source() if doc.id in ids]
