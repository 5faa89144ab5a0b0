"""Choices and defaults of options, repeated here so that `--help` needs no heavy import.

The tests compare each of them with its definition in the library.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal


class UndividedUnit(StrEnum):
    """Units that are never divided between parts or folds."""

    PATIENT = "patient"
    DOCUMENT = "document"


#: What to do with documents that only one side of a comparison has, or has annotated.
Missing = Literal["refuse", "empty", "skip"]
#: What to do with documents whose texts differ between the sides.
Differing = Literal["refuse", "skip", "realign"]
#: Whose diagnosis a draw uses.
DiagnosisOf = Literal["document", "patient"]
#: Which of several overlapping names a look-up keeps.
Overlap = Literal["longest", "outermost", "all"]
#: The annotation set that a format without set names is read into.
DEFAULT_SET = "gold"
#: The most characters of a note that `extract` annotates.
LONGEST_NOTE = 10_000_000
#: The lowest worth (0 to 100) of a name that a look-up keeps.
THRESHOLD = 50
#: Presets of `train`, and of `preannotate`.
TRAINED_PRESETS = ("clef-2009", "share-2014-bilou", "share-2014-biohd", "share-2014-sbioen")
PREANNOTATION_PRESETS = ("mayo-preannotation", "odie-preannotation")
#: Rules of `preannotate` that find people.
RULES = ("pronouns", "honorifics", "pairs")
#: Terminologies that installable packages contain.
PACKAGES = ("diseases", "drugs", "hpo", "icd10cm")
