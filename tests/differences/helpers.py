"""Differences between two annotated versions of a sentence in inline notation."""

from __future__ import annotations

from collections.abc import Iterable

from goldsmith.core import AnnotationSet, Document, load_builtin_schema
from goldsmith.differences import Difference, Roles, find_differences
from goldsmith.examples.inline import parse


def parse_versions(first: str, second: str) -> tuple[Document, AnnotationSet, AnnotationSet]:
    """Parse two annotated versions of one text into a document and two sets."""
    a, b = parse(first, set_name="a"), parse(second, set_name="b")
    assert a.text == b.text
    return a, a.sets["a"], b.sets["b"]


def compare_versions(
    first: str, second: str, *, schema: str = "clef", roles: Roles | None = None
) -> tuple[Difference, ...]:
    """Find the differences between two annotated versions of one text."""
    chosen = load_builtin_schema(schema) if schema else None
    return find_differences(*parse_versions(first, second), chosen, roles=roles or Roles())


def list_classes(differences: Iterable[Difference]) -> list[tuple[str, tuple[str, ...]]]:
    """Return the kind and the classes of each difference."""
    return [(difference.kind, difference.classes) for difference in differences]
