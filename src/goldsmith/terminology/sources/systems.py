"""One spelling for each coding system that cross-references name in several ways."""

from __future__ import annotations

import re

#: Cross-references that are no codes: documentation, people and pictures.
_NO_CODES = frozenset(
    "http https url orcid pmid goc doi isbn isbn-10 isbn-13 wikipedia".split(),
)
_SAME = {
    "umls_cui": "UMLS",
    "umls": "UMLS",
    "sctid": "SNOMEDCT",
    "snomed": "SNOMEDCT",
    "snomed_ct": "SNOMEDCT",
    "snomedct": "SNOMEDCT",
    "msh": "MESH",
    "mesh": "MESH",
    "mim": "OMIM",
    "omim": "OMIM",
    "nci": "NCIT",
    "ncit": "NCIT",
    "icd-10": "ICD10",
    "icd-9": "ICD9",
}
#: Releases and editions of SNOMED CT: SNOMEDCT_US_2016_03_01, SNOMEDCT_US, SCTID_2010_1_31.
_SNOMED = re.compile(r"(?:snomed_?ct|sctid)_\w+", re.IGNORECASE)
_PREFIXED = re.compile(r"[A-Za-z]\w*:[^\s:]+")


def system(name: str) -> str:
    """The one spelling of a coding system: SNOMEDCT for SCTID and SNOMEDCT_US_2016_03_01."""
    if _SNOMED.fullmatch(name):
        return "SNOMEDCT"
    return _SAME.get(name.lower(), name)


def reference(name: str, code: str) -> str:
    """SYSTEM:CODE for a code of that system, or nothing when it is no code.

    Some codes hold their system already (HPO with HP:0002027, GO with GO:0005623): it is not
    written twice.
    """
    if not name or not code or name.lower() in _NO_CODES or any(sign.isspace() for sign in code):
        return ""
    if _PREFIXED.fullmatch(code):
        name, _, code = code.partition(":")
    return f"{system(name)}:{code}"


def normal(written: str) -> str:
    """SYSTEM:CODE in the one spelling, or nothing when what is written is no code."""
    name, _, code = written.partition(":")
    return "" if any(sign.isspace() for sign in name) else reference(name, code)


def split(identifier: str) -> tuple[str, str]:
    """The system and the code of an id such as HP:0002027."""
    name, colon, code = identifier.partition(":")
    return (name, code) if colon else ("", identifier)


def seen_from(home: str, name: str, code: str) -> str:
    """A code as a concept of the system `home` writes it: SYSTEM:CODE when it is of another."""
    return code if name == home else f"{name}:{code}"
