"""Goldsmith: one workbench for gold-standard clinical text."""

from __future__ import annotations

from importlib.metadata import version as _version
from typing import TYPE_CHECKING, Any

from goldsmith.core import AnnotationSet, Code, Document, Mention, Relation, Schema, Span
from goldsmith.errors import GoldsmithError

if TYPE_CHECKING:
    from goldsmith.formats import read, write
    from goldsmith.project.models import load

__version__ = _version("goldsmith")

__all__ = [
    "AnnotationSet",
    "Code",
    "Document",
    "GoldsmithError",
    "Mention",
    "Relation",
    "Schema",
    "Span",
    "load",
    "read",
    "write",
]


def __getattr__(name: str) -> Any:
    """`read`, `write` and `load` are fetched when first used: importing goldsmith stays light."""
    if name == "load":
        from goldsmith.project import models

        return models.load
    if name in ("read", "write"):
        from goldsmith import formats

        return getattr(formats, name)
    raise AttributeError(f"module 'goldsmith' has no attribute {name!r}")
