"""Canonical names of coding systems, which cross-references spell in several ways."""

from __future__ import annotations

import re

#: Prefixes of cross-references that are not codes: documentation, people and pictures.
_NO_CODES = frozenset(
    "http https url orcid pmid goc doi isbn isbn-10 isbn-13 wikipedia".split(),
)
_CANONICAL = {
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


def normalise_system(name: str) -> str:
    """Return the canonical name of a system: SNOMEDCT for SCTID and SNOMEDCT_US_2016_03_01."""
    if _SNOMED.fullmatch(name):
        return "SNOMEDCT"
    return _CANONICAL.get(name.lower(), name)


def format_xref(name: str, code: str) -> str:
    """Return SYSTEM:CODE, or an empty string if it is not a code.

    Some codes include their system (HP:0002027 in HPO, GO:0005623 in GO); it is not repeated.
    """
    if not name or not code or name.lower() in _NO_CODES or any(char.isspace() for char in code):
        return ""
    if _PREFIXED.fullmatch(code):
        name, _, code = code.partition(":")
    return f"{normalise_system(name)}:{code}"


def normalise_xref(xref: str) -> str:
    """Return SYSTEM:CODE with the canonical system, or an empty string if it is not a code."""
    name, _, code = xref.partition(":")
    return "" if any(char.isspace() for char in name) else format_xref(name, code)


def split_identifier(identifier: str) -> tuple[str, str]:
    """Split an identifier such as HP:0002027 into system and code."""
    name, colon, code = identifier.partition(":")
    return (name, code) if colon else ("", identifier)


def qualify_code(home: str, name: str, code: str) -> str:
    """Return the code alone within the system `home`, otherwise SYSTEM:CODE."""
    return code if name == home else f"{name}:{code}"
