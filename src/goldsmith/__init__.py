"""Goldsmith: one workbench for gold-standard clinical text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from goldsmith.core import AnnotationSet, Code, Document, Mention, Relation, Schema, Span
from goldsmith.errors import GoldsmithError
from goldsmith.version import __version__

if TYPE_CHECKING:
    from goldsmith.formats import read, write
    from goldsmith.project.models.load import load

__all__ = [
    "AnnotationSet",
    "Code",
    "Document",
    "GoldsmithError",
    "Mention",
    "Relation",
    "Schema",
    "Span",
    "__version__",
    "load",
    "read",
    "write",
]


def __getattr__(name: str) -> Any:
    """`read`, `write` and `load` are fetched when first used: importing goldsmith stays light."""
    if name == "load":
        from goldsmith.project.models import load as models_load

        return models_load.load
    if name in ("read", "write"):
        from goldsmith import formats

        return getattr(formats, name)
    raise AttributeError(f"module 'goldsmith' has no attribute {name!r}")
