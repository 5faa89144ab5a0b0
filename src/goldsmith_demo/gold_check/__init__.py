"""Policies of annotation as rules over finished gold.

A rule sees text, gold and schema, never the life that the notes were made from. Each module of this
package states the policies of one subject: its functions `find_…` are the rules.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Iterator
from functools import cache
from types import ModuleType

from goldsmith.core import Document
from goldsmith_demo.gold_check.finding import Finding, Rule

__all__ = ["Finding", "check_documents", "load_rules"]


@cache
def load_rules() -> dict[str, tuple[Rule, ...]]:
    """Return the rules of every subject."""
    names = [module.name for module in pkgutil.iter_modules(__path__)]
    modules = {name: importlib.import_module(f"{__name__}.{name}") for name in names}
    rules = {name: tuple(_list_rules(module)) for name, module in modules.items()}
    return {name: functions for name, functions in rules.items() if functions}


def _list_rules(module: ModuleType) -> Iterator[Rule]:
    for name, function in vars(module).items():
        if name.startswith("find_") and function.__module__ == module.__name__:
            yield function


def check_documents(docs: Iterable[Document], *, subjects: Iterable[str] = ()) -> Iterator[Finding]:
    """Yield what breaks a policy in the gold of documents.

    Args:
        docs: documents with their gold sets, named after the schemas.
        subjects: modules of this package whose rules to apply; all by default.
    """
    every, rules = tuple(docs), load_rules()
    for subject in tuple(subjects) or tuple(rules):
        for rule in rules[subject]:
            yield from rule(every)
