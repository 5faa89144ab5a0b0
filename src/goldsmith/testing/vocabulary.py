"""The words from which the strategies make documents: ordinary ones, and ones that break files."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from goldsmith.core import CUI_LESS


class Vocabulary(msgspec.Struct, frozen=True):
    """The codes, ids and values that a document may have; none of the codes and ids is empty."""

    ids: tuple[str, ...]
    codes: tuple[str, ...]
    systems: tuple[str, ...]
    code_names: tuple[str, ...]
    values: tuple[str, ...]
    note_kinds: tuple[str, ...]
    notes: tuple[str, ...]


USUAL = Vocabulary(
    ids=("T1", "T2", "T10", "m3", "R1", "x-4", "T5", "E6"),
    codes=("C0011849", CUI_LESS, "D003924", "73211009"),
    systems=("UMLS", "MESH", "SNOMEDCT_US"),
    code_names=("", "Diabetes (type 2)"),
    values=("true", "negated", "history of", "no", "a=b", "ü 😀", "<&>\"'"),
    note_kinds=("",),
    notes=("see ward notes", "unsure 😀 <?>", "two\nlines"),
)
#: Each of these has once made a file that could not be read, or that was read differently.
_AWKWARD = Vocabulary(
    ids=(
        "T 1",
        "http://x/y#1",
        "tab\tid",
        "T1\n",
        " T1",
        "*1",
        "E1.1",
        "concept:D1",
        "a,b;c|d",
        "-",
    ),
    codes=(
        *USUAL.codes,
        *("x:y", "1|2", "C50.9,C50.8", "a b", "tab\there", "two\nlines", " C1", "C1\r"),
        *("-", "-1", "50%20", "//x", "plain", "<&>\"'", "{1}", "http://snomed.info/id/1"),
    ),
    systems=(
        *("", "SNOMED CT", "http://snomed.info/sct", "urn:oid:2.16.840", "-", "A|B", "a%20b"),
        *("tab\tbed", "two\nlines", " X", "UMLS", "ü,ö", "(x)"),
    ),
    code_names=("", "a | b", "|x|", "two\nlines", "tab\there", " blank ", "a, b; c"),
    values=("two\nlines", "tab\there", " blank ", "", "a|b", "x\r", '"', "-"),
    note_kinds=("", "Unsure", "needs review", "tab\tbed", "two\nlines", "AnnotatorNotes", "a:b"),
    notes=("C0011849", "UMLS:C0011849", "tab\there", " blank ", "x\r", "-"),
)
#: Vocabularies that are awkward in one respect each, so that one loss does not hide another.
AWKWARD = tuple(
    replace(USUAL, **{field: getattr(_AWKWARD, field)}) for field in Vocabulary.__struct_fields__
)
