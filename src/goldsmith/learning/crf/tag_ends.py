"""Tags that also say where pieces end: B I I as B I E, a lone B as S."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from goldsmith.learning.crf.chain import Floats, Layout, kind_of
from goldsmith.learning.crf.tags import OUTSIDE


def ended(tags: Sequence[str]) -> list[str]:
    """The tags of a sentence, with E at the end of each piece and S for pieces of one token."""
    found = []
    for at, tag in enumerate(tags):
        if tag == OUTSIDE:
            found.append(tag)
            continue
        place, _, type_ = tag.partition("-")
        letter = place[:-1]
        goes_on = at + 1 < len(tags) and tags[at + 1] == f"{letter}I-{type_}"
        if place.endswith("B"):
            found.append(f"{letter}{'B' if goes_on else 'S'}-{type_}")
        else:
            found.append(tag if goes_on else f"{letter}E-{type_}")
    return found


def kinds_of(tags: Sequence[Sequence[Sequence[str]]]) -> tuple[str, ...]:
    """The kinds of pieces in documents of sentences of tags, in order."""
    labels = {tag for document in tags for row in document for tag in row}
    return tuple(sorted({kind_of(label) for label in labels} - {""}))


def columns(layout: Layout, labels: Sequence[str]) -> list[int]:
    """For each label of a chain, which of plain tags (B, I, O) stands for it; -1: none does.

    As S is to be scored like B and E like I, every row of plain tags scores the same in a chain.
    """
    plain = {"B": "B", "S": "B", "I": "I", "E": "I"}
    numbers = {label: at for at, label in enumerate(labels)}
    found = []
    for label in layout.labels:
        place, _, type_ = label.partition("-")
        name = label if label == OUTSIDE else f"{place[:-1]}{plain[place[-1]]}-{type_}"
        found.append(numbers.get(name, -1))
    return found


def spread(scores: Floats, places: Sequence[int], missing: float) -> Floats:
    """Scores of plain tags as scores of a chain's labels; `missing` for those that have none."""
    padded = np.pad(scores, ((0, 0), (0, 1)), constant_values=missing)
    return np.ascontiguousarray(padded[:, list(places)])
