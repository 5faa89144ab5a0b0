"""The review as JSON lines: every replaced place, every doubtful place, and the random sample."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from goldsmith.privacy.pseudonymiser import Outcome

WARNING = (
    "This file holds identifiers of patients: every replacement with its original wording. Keep it "
    "where the original notes are kept, and delete it after the inspection."
)


class Entry(msgspec.Struct, frozen=True, tag_field="list", tag="replaced", omit_defaults=True):
    """A line of the review about an identifier that was replaced."""

    document: str
    start: int
    end: int
    line: int
    kind: str
    rule: str
    old: str
    new: str


class Suspect(msgspec.Struct, frozen=True, tag_field="list", tag="left", omit_defaults=True):
    """A line of the review about a place that may be an identifier."""

    document: str
    start: int
    end: int
    line: int
    rule: str
    text: str
    around: str
    kind: str = ""
    probability: float = 0.0


class SampleLine(msgspec.Struct, frozen=True, tag_field="list", tag="sample"):
    """A line of the review about a document of the random sample, and its turn to be read."""

    document: str
    turn: int


def format_warning() -> str:
    """Format the first of the JSON lines."""
    return msgspec.json.encode({"warning": WARNING}).decode() + "\n"


def format_lines(outcome: Outcome, turn: int | None = None) -> str:
    """Format the JSON lines of a document: its turn in the sample, replacements, doubtful places.

    Args:
        outcome: The pseudonymised document.
        turn: Its turn in the random sample, from 0; None if it was not drawn.
    """
    rows: Iterable[Entry | Suspect | SampleLine] = (
        *(() if turn is None else (SampleLine(outcome.document.id, turn + 1),)),
        *(
            Entry(*(getattr(place, name) for name in Entry.__struct_fields__))
            for place in outcome.replacements
        ),
        *(
            Suspect(*(getattr(place, name) for name in Suspect.__struct_fields__))
            for place in outcome.leftovers
        ),
    )
    return "".join(msgspec.json.encode(row).decode() + "\n" for row in rows)
