"""Rules that check a finished gold standard against the annotation policies.

A rule sees the text, the gold sets and the schema, never the life from which the notes were made.
Each module of this package covers one subject; its `find_…` functions are the rules. Rules that are
only patterns are in `data/patterns.toml`. A rule yields a finding for each place that breaks its
policy.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Iterator
from functools import cache

from goldsmith.core import Document
from goldsmith_demo.gold_check.finding import Finding, Rule
from goldsmith_demo.gold_check.patterns import make_pattern_rules

__all__ = ["Finding", "check_documents", "load_rules"]


@cache
def load_rules() -> dict[str, tuple[Rule, ...]]:
    """Return the rules of all subjects, by subject."""
    subjects = [module.name for module in pkgutil.iter_modules(__path__)]
    rules = {subject: (*_list_rules(subject), *make_pattern_rules(subject)) for subject in subjects}
    return {subject: functions for subject, functions in rules.items() if functions}


def _list_rules(subject: str) -> Iterator[Rule]:
    module = importlib.import_module(f"{__name__}.{subject}")
    for name, function in vars(module).items():
        if name.startswith("find_") and function.__module__ == module.__name__:
            yield function


def check_documents(docs: Iterable[Document], *, subjects: Iterable[str] = ()) -> Iterator[Finding]:
    """Yield the places at which the gold standard of documents breaks a policy.

    Args:
        docs: documents with their gold sets, named after the schemas.
        subjects: modules of this package whose rules to apply; all by default.
    """
    every, rules = tuple(docs), load_rules()
    for subject in tuple(subjects) or tuple(rules):
        for rule in rules[subject]:
            yield from rule(every)
