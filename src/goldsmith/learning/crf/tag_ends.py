"""Conversion of BIO tags to tags that also mark segment ends: B I I to B I E, a lone B to S."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from goldsmith.learning.crf.chain import Floats, LabelLayout, get_kind
from goldsmith.learning.crf.tags import OUTSIDE

_BIO = {"B": "B", "S": "B", "I": "I", "E": "I"}


def mark_ends(tags: Sequence[str]) -> list[str]:
    """Convert the BIO tags of a sentence: E ends a segment, S is a segment of one token."""
    marked = []
    for index, tag in enumerate(tags):
        if tag == OUTSIDE:
            marked.append(tag)
            continue
        place, _, type_ = tag.partition("-")
        letter = place[:-1]
        continues = index + 1 < len(tags) and tags[index + 1] == f"{letter}I-{type_}"
        if place.endswith("B"):
            marked.append(f"{letter}{'B' if continues else 'S'}-{type_}")
        else:
            marked.append(tag if continues else f"{letter}E-{type_}")
    return marked


def collect_kinds(tags: Sequence[Sequence[Sequence[str]]]) -> tuple[str, ...]:
    """Return the kinds of segments in documents of sentences of tags, sorted."""
    labels = {tag for document in tags for row in document for tag in row}
    return tuple(sorted({get_kind(label) for label in labels} - {""}))


def map_columns(
    layout: LabelLayout, tags: Sequence[str], rename: Callable[[str], str] | None = None
) -> list[int]:
    """Map each label of a chain to the column of its tag; -1 if the tag does not occur.

    Args:
        layout: The labels of the chain.
        tags: The tags of the columns.
        rename: Returns the tag of a label; by default its BIO tag. S has the score of B, and E has
            the score of I, so that every sequence of BIO tags has the same score in the chain.
    """
    rename = rename or _name_bio_tag
    numbers = {tag: number for number, tag in enumerate(tags)}
    return [numbers.get(rename(label), -1) for label in layout.labels]


def _name_bio_tag(label: str) -> str:
    if label == OUTSIDE:
        return label
    place, _, type_ = label.partition("-")
    return f"{place[:-1]}{_BIO[place[-1]]}-{type_}"


def expand_scores(scores: Floats, columns: Sequence[int], missing: float) -> Floats:
    """Expand the scores of BIO tags to the labels of a chain; `missing` scores absent tags."""
    padded = np.pad(scores, ((0, 0), (0, 1)), constant_values=missing)
    return np.ascontiguousarray(padded[:, list(columns)])
