"""The words that an answer quotes."""

from __future__ import annotations

from goldsmith.chronicle.model import Evidence, Extent
from goldsmith.chronicle.query.answer import Witness
from goldsmith.core import Span
from goldsmith.project.patients.quotations import Quotation, quote_evidence


def quote(text: str, words: str) -> Quotation:
    start = text.index(words)
    place = Evidence(document="d1", spans=(Span(start, start + len(words)),))
    witness = Witness(0, "e1", "problem", words, extent=Extent(), evidence=(place,))
    [quotation] = quote_evidence(witness, {"d1": text}).places
    return quotation


def test_a_short_line_is_quoted_in_full() -> None:
    quoted = quote("Plan\n- paracetamol for pain at night\nHome", "pain")
    assert (quoted.before, quoted.words, quoted.after) == (
        "- paracetamol for ",
        "pain",
        " at night",
    )


def test_a_long_line_is_cut_between_words() -> None:
    words = "word " * 40
    quoted = quote(f"{words}pain {words}", "pain")
    assert quoted.before.startswith("… word ") and quoted.before.endswith("word ")
    assert quoted.after.startswith(" word ") and quoted.after.endswith("word …")
