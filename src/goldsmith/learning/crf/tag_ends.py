"""Conversion of BIO tags to tags that also mark segment ends: B I I to B I E, a lone B to S."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from goldsmith.learning.crf.chain import Floats, LabelLayout, get_kind
from goldsmith.learning.crf.tags import OUTSIDE


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


def map_columns(layout: LabelLayout, tags: Sequence[str]) -> list[int]:
    """Map each label of a chain to the column of its BIO tag; -1 if the tag does not occur.

    S takes the score of B and E that of I, so that every sequence of BIO tags has the same score
    in the chain.
    """
    bio = {"B": "B", "S": "B", "I": "I", "E": "I"}
    numbers = {tag: number for number, tag in enumerate(tags)}
    columns = []
    for label in layout.labels:
        place, _, type_ = label.partition("-")
        name = label if label == OUTSIDE else f"{place[:-1]}{bio[place[-1]]}-{type_}"
        columns.append(numbers.get(name, -1))
    return columns


def expand_scores(scores: Floats, columns: Sequence[int], missing: float) -> Floats:
    """Expand the scores of BIO tags to the labels of a chain; `missing` scores absent tags."""
    padded = np.pad(scores, ((0, 0), (0, 1)), constant_values=missing)
    return np.ascontiguousarray(padded[:, list(columns)])
