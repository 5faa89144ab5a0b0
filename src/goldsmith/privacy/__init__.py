"""Pseudonymisation of notes before annotation.

    finders        identifiers in a text, by rules and by the patient's record
    surrogates     the replacements for identifiers, drawn with a secret key
    pseudonymiser  replaces the identifiers of documents, in two passes
    edits          moves annotations along with the edited text
    leftovers      places that still look like identifiers
    review         the list for manual inspection

`goldsmith.project.corpus.pseudonymise` reads and writes the corpora.
"""

from goldsmith.privacy.identifiers import KINDS
from goldsmith.privacy.people import Person, parse_person
from goldsmith.privacy.pseudonymiser import Options, Outcome, Pseudonymiser, Replacement
from goldsmith.privacy.records import Record, read_records
from goldsmith.privacy.surrogates.keyed import load_key

__all__ = [
    "KINDS",
    "Options",
    "Outcome",
    "Person",
    "Pseudonymiser",
    "Record",
    "Replacement",
    "load_key",
    "parse_person",
    "read_records",
]
