"""ICD-10 codes of conditions besides the cancer, from the tabular list of ICD-10-CM (2026)."""

from __future__ import annotations

from functools import cache

from goldsmith_demo.data_files import read_data


@cache
def load_icd10() -> dict[str, str]:
    """Read the codes by entry of the catalogue; the codes of cancers stand with their sites."""
    return read_data(__package__, "icd10", dict[str, str])
