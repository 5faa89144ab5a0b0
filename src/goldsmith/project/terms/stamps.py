"""The terminologies that a corpus is coded with, as recorded in the corpus."""

from __future__ import annotations

from collections.abc import Iterable

from goldsmith.formats import CodedWith
from goldsmith.terminology.store import Terminology


def stamp_terminologies(terminologies: Iterable[Terminology]) -> tuple[CodedWith, ...]:
    """Return the names, versions and digests of terminologies."""
    return tuple(
        CodedWith(terminology.name, _join_versions(terminology), terminology.manifest.digest)
        for terminology in terminologies
    )


def _join_versions(terminology: Terminology) -> str:
    versions = (origin.version for origin in terminology.manifest.origins if origin.version)
    return ", ".join(dict.fromkeys(versions))
