"""Distinguish courses of treatment by the drugs that a note names with them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable
from typing import TypeVar

from goldsmith_demo.writing.page import Page

_WITH = re.compile(
    r"(?P<joint>(?::| with| \(|,| in the form of)\s?(?:(?:\w+ cycles?|cycle \d+) of )?)"
    r"(?:(?:single agent|three-weekly|weekly) )?"
)
_AS = " as "
T = TypeVar("T", bound=Hashable)


def part_courses(page: Page, rows: Iterable[tuple[T, str, int, int]]) -> dict[T, str]:
    """Return separate keys for courses of a treatment with different drugs: "chemotherapy: FEC".

    Each row has a treatment, its key, and the start and end offsets of the treatment.
    """
    marks = [mark for mark in page.marks if mark.kind == "Drug-or-device"]
    if not marks:
        return {}
    drugs = {mark.start: mark.thing.key for mark in marks}
    before = {mark.end + len(_AS): mark.thing.key for mark in marks}
    parts: dict[str, dict[T, str]] = defaultdict(dict)
    for row, key, start, end in rows:
        match = _WITH.match(page.text, end)
        ends = (match.end("joint"), match.end()) if match else ()
        drug = next((drugs[end] for end in ends if end in drugs), "")
        if page.text.endswith(_AS, 0, start):  # FEC as neoadjuvant chemotherapy
            drug = before.get(start, drug)
        if drug:
            parts[key][row] = drug
    courses = ((key, named) for key, named in parts.items() if len(set(named.values())) > 1)
    return {row: f"{key} {drug}" for key, named in courses for row, drug in named.items()}
