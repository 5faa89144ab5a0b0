"""Pseudonymisation before anybody annotates: finds identifiers, replaces them, lists what is left.

    find          identifiers in a text by rules and by the patient's record
    surrogates    what stands in for them, drawn by a key
    edits         annotations follow the text
    left, review  what a person has to look at

Knows `core` and errors only; reading and writing corpora is `project.pseudonymise`.
"""

from goldsmith.privacy.found import KINDS
from goldsmith.privacy.keyed import key_from
from goldsmith.privacy.people import Person, person
from goldsmith.privacy.pseudonymiser import Options, Outcome, Pseudonymiser, Replaced
from goldsmith.privacy.records import Record, read_records

__all__ = [
    "KINDS",
    "Options",
    "Outcome",
    "Person",
    "Pseudonymiser",
    "Record",
    "Replaced",
    "key_from",
    "person",
    "read_records",
]
