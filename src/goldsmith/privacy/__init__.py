"""Pseudonymisation of notes before annotation.

    scoring        the model that decides which words and numbers are identifiers
        finders        rules for dates, ages and recorded identifiers, which the model builds on
        surrogates     the replacements for identifiers, drawn with a secret key
        pseudonymiser  replaces the identifiers of documents, in two passes
        edits          moves annotations along with the edited text
        leftovers      places that still look like identifiers
        decisions      a reviewer's decisions about wordings
        review         material for manual inspection: JSON lines, page, random sample

`goldsmith.project.corpus.pseudonymise` reads and writes the corpora.
"""

from goldsmith.privacy.decisions import Decision, Decisions, read_decisions
from goldsmith.privacy.identifiers import KINDS
from goldsmith.privacy.people import Person, parse_person
from goldsmith.privacy.pseudonymiser import Options, Outcome, Pseudonymiser, Replacement
from goldsmith.privacy.recalls import parse_recalls
from goldsmith.privacy.records import Record, parse_records, read_records
from goldsmith.privacy.surrogates.keyed import load_key

__all__ = [
    "KINDS",
    "Decision",
    "Decisions",
    "Options",
    "Outcome",
    "Person",
    "Pseudonymiser",
    "Record",
    "Replacement",
    "load_key",
    "parse_person",
    "parse_recalls",
    "parse_records",
    "read_decisions",
    "read_records",
]
