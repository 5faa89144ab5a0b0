"""Goldsmith: one workbench for gold-standard clinical text.

The functions here are those of the command line, for use from Python. Documents are a path in any
format, "demo" for the built-in notes, or any iterable of `Document`.

    import goldsmith

    goldsmith.describe("demo").documents

Importing `goldsmith` loads nothing else: each name is imported when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from goldsmith.core import AnnotationSet, Code, Document, Mention, Relation, Schema, Span
    from goldsmith.errors import GoldsmithError
    from goldsmith.formats import read, write
    from goldsmith.project.adjudication.api import adjudicate, make_consensus
    from goldsmith.project.agreement.api import agree, score
    from goldsmith.project.corpus.api import describe, validate
    from goldsmith.project.models.api import evaluate, extract, train
    from goldsmith.project.models.load import load
    from goldsmith.project.patients.ask import ask
    from goldsmith.project.radar.api import radar
    from goldsmith.project.releases.api import make_release
    from goldsmith.project.sampling.api import sample
    from goldsmith.project.tables.api import tables
    from goldsmith.project.terms.api import lookup
    from goldsmith.version import __version__

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
    "adjudicate",
    "agree",
    "ask",
    "describe",
    "evaluate",
    "extract",
    "load",
    "lookup",
    "make_consensus",
    "make_release",
    "radar",
    "read",
    "sample",
    "score",
    "tables",
    "train",
    "validate",
    "write",
]

#: The module of each name.
_MODULES = {
    **dict.fromkeys(
        ("AnnotationSet", "Code", "Document", "Mention", "Relation", "Schema", "Span"),
        "goldsmith.core",
    ),
    "GoldsmithError": "goldsmith.errors",
    "__version__": "goldsmith.version",
    **dict.fromkeys(("read", "write"), "goldsmith.formats"),
    **dict.fromkeys(("adjudicate", "make_consensus"), "goldsmith.project.adjudication.api"),
    **dict.fromkeys(("agree", "score"), "goldsmith.project.agreement.api"),
    **dict.fromkeys(("describe", "validate"), "goldsmith.project.corpus.api"),
    **dict.fromkeys(("evaluate", "extract", "train"), "goldsmith.project.models.api"),
    "load": "goldsmith.project.models.load",
    "ask": "goldsmith.project.patients.ask",
    "make_release": "goldsmith.project.releases.api",
    "radar": "goldsmith.project.radar.api",
    "sample": "goldsmith.project.sampling.api",
    "tables": "goldsmith.project.tables.api",
    "lookup": "goldsmith.project.terms.api",
}


def __getattr__(name: str) -> Any:
    """Import a name when it is first used (PEP 562)."""
    if name not in _MODULES:
        raise AttributeError(f"module 'goldsmith' has no attribute {name!r}")
    value = getattr(import_module(_MODULES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
