"""Policies of annotation as rules over finished gold.

A rule sees text, gold and schema, never the life that the notes were made from. Each module of this
package states the policies of one subject and lists them in `RULES`.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Iterator
from functools import cache

from goldsmith.core import Document
from goldsmith_demo.gold_check.finding import Finding, Rule

__all__ = ["Finding", "check_documents", "load_rules"]


@cache
def load_rules() -> dict[str, tuple[Rule, ...]]:
    """Return the rules of every subject."""
    names = [module.name for module in pkgutil.iter_modules(__path__)]
    modules = {name: importlib.import_module(f"{__name__}.{name}") for name in names}
    return {name: module.RULES for name, module in modules.items() if hasattr(module, "RULES")}


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
