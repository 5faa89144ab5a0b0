"""ICD-10 codes of conditions besides the cancer, from the tabular list of ICD-10-CM (2026)."""

from __future__ import annotations

from goldsmith_demo.data_files import make_reader

load_icd10 = make_reader(__package__, "icd10", dict[str, str])
