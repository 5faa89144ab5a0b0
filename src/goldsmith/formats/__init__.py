"""Exchange formats: one file for a small format, one folder for a large one.

`base` has the class that all formats extend, `catalogue` finds formats, `reader` reads corpora and
`writer` writes them, `loss` counts what a write would lose, `tree` opens folders and archives.
`shared` contains code that several formats use.

Example:
    from goldsmith.formats import read, write

    write(read("corpus", "brat"), "corpus.jsonl", "jsonl")
"""

from goldsmith.formats.base import DEFAULT_SET, EVERYTHING, Feature, Format, Unit
from goldsmith.formats.catalogue import get, names
from goldsmith.formats.coded_with import CodedWith
from goldsmith.formats.loss import count_losses
from goldsmith.formats.patient_records import RECORDS, PatientRecord
from goldsmith.formats.reader import Reader, read
from goldsmith.formats.writer import WriteResult, write

__all__ = [
    "DEFAULT_SET",
    "EVERYTHING",
    "RECORDS",
    "CodedWith",
    "Feature",
    "Format",
    "PatientRecord",
    "Reader",
    "Unit",
    "WriteResult",
    "count_losses",
    "get",
    "names",
    "read",
    "write",
]
