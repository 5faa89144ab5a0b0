"""Rules that check a finished gold standard against the annotation policies.

A rule sees the text, the gold sets and the schema, never the life from which the notes were made.
The rules of a subject are the `find_…` functions of its module, and its patterns in
`data/patterns.toml`. A rule yields a finding for each place that breaks its policy.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain

from goldsmith.core import Document
from goldsmith_demo.gold_check.finding import Finding, Rule, load_patterns
from goldsmith_demo.gold_check.notes import Note

__all__ = ["Finding", "check_documents", "load_rules"]


_SUBJECTS = ("clef", "codes", "coreference", "parts", "time")


@cache
def load_rules() -> dict[str, tuple[Rule, ...]]:
    """Return the rules of all subjects, by subject."""
    return {subject: tuple(_list_rules(subject)) for subject in _SUBJECTS}


def _list_rules(subject: str) -> Iterator[Rule]:
    module = importlib.import_module(f"{__name__}.{subject}")
    for name, function in vars(module).items():
        if name.startswith("find_") and function.__module__ == module.__name__:
            yield function
    for name, pattern in load_patterns().get(subject, {}).items():
        yield pattern.make_rule(name)


def check_documents(docs: Iterable[Document], *, subjects: Iterable[str] = ()) -> Iterator[Finding]:
    """Yield the places at which the gold standard of documents breaks a policy.

    Args:
        docs: documents with their gold sets, named after the schemas.
        subjects: modules of this package whose rules to apply; all by default.
    """
    notes, rules = list(map(Note, docs)), load_rules()
    for rule in chain.from_iterable(rules[subject] for subject in tuple(subjects) or rules):
        for note, where, what in rule(notes):
            extent = where.span() if isinstance(where, re.Match) else (where.start, where.end)
            yield Finding(rule.__name__, note.doc.id, *extent, what)
