"""Contracts of import-linter that are specific to this repository."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from importlinter import Contract, ContractCheck, output


class PrivateModules(Contract):
    """Only a package itself may import its private modules, whose names begin with `_`."""

    def check(self, graph: Any, verbose: bool) -> ContractCheck:
        """Find imports of private modules from outside their package."""
        broken = sorted(_find_breaches(graph))
        return ContractCheck(kept=not broken, metadata={"broken": broken})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Print the imports that break the contract."""
        for importer, imported in check.metadata["broken"]:
            output.print_error(f"{importer} imports the private module {imported}")


def _find_breaches(graph: Any) -> Iterator[tuple[str, str]]:
    for module in graph.modules:
        owner = _find_owner(module)
        if owner is None:
            continue
        for importer in graph.find_modules_that_directly_import(module):
            if importer != owner and not importer.startswith(owner + "."):
                yield importer, module


def _find_owner(module: str) -> str | None:
    """Return the package that a private module belongs to; None for a public module."""
    parts = module.split(".")
    for number, part in enumerate(parts):
        if part.startswith("_") and not part.startswith("__"):
            return ".".join(parts[:number])
    return None
