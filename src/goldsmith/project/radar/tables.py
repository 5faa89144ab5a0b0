"""The suspects and the kinds as plain tables."""

from __future__ import annotations

from msgspec.structs import replace

from goldsmith.project.radar.model import KINDS, Radar, Suspect
from goldsmith.rendering.table import Table


def leave_out_words(radar: Radar) -> Radar:
    """Return the suspects without any word of the notes."""
    suspects = (
        replace(suspect, words="", question="" if suspect.kind == "span" else suspect.question)
        for suspect in radar.suspects
    )
    return replace(radar, suspects=tuple(suspects))


def make_tables(radar: Radar) -> list[Table]:
    """Make the table of suspects, most probable first, and the table of kinds."""
    return [make_suspect_table(radar), make_kind_table(radar)]


def make_suspect_table(radar: Radar) -> Table:
    """Make the table of suspects with their places."""
    columns = ("rank", "probability", "kind", "words", "here", "expected", "elsewhere", "place")
    rows = tuple(
        (
            str(suspect.rank),
            f"{suspect.probability:.2f}",
            suspect.kind,
            suspect.words,
            describe_answer(suspect, suspect.actual),
            describe_answer(suspect, suspect.expected),
            describe_evidence(suspect),
            describe_place(suspect),
        )
        for suspect in radar.suspects
    )
    return Table(f"Probable slips in {radar.set}", columns, rows)


def make_kind_table(radar: Radar) -> Table:
    """Make the table of kinds: the number of places, and the estimated rate of slips."""
    rows = tuple(
        (kind, KINDS[kind], f"{summary.places:,}", f"{summary.rate:.2%}".replace("%", " %"))
        for kind, summary in radar.kinds.items()
    )
    return Table("Kinds", ("kind", "meaning", "places", "estimated slips"), rows)


def describe_answer(suspect: Suspect, answer: str) -> str:
    """Return an answer with its question: "status: negated", "the before: outside"."""
    return f"{suspect.question}: {answer or '(none)'}" if suspect.question else answer


def describe_evidence(suspect: Suspect) -> str:
    """Return how often the expected answer is given elsewhere."""
    return f"{suspect.support:,} of {suspect.total:,}"


def describe_place(suspect: Suspect) -> str:
    """Return the document, the mention and the offsets."""
    place = suspect.place
    return " ".join(filter(None, (place.document, place.mention, f"{place.start}–{place.end}")))
