"""Lookup of parts by name, built-in ones and those that other packages register.

A module of `goldsmith.formats`, `goldsmith.metrics`, `goldsmith.components` or
`goldsmith.terminology.sources` that assigns `provides` at its top level is a part, and the name of
its file or folder is its name: `formats/jsonl.py` is the format `jsonl`, `formats/brat/` the format
`brat`, `metrics/coreference/muc.py` the metric `muc`. Names are listed without importing anything.

Other packages add parts through entry points of the groups `goldsmith.formats`,
`goldsmith.metrics` and `goldsmith.components`, written `module:attribute` or, for a module that
assigns `provides`, just `module`.
"""

from __future__ import annotations

import ast
import logging
import re
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeGuard

from goldsmith.errors import InputError, UnknownName

_PROVIDES = re.compile(rb"^provides\b", re.MULTILINE)
_log = logging.getLogger(__name__)


@cache
def _locations(kind: str) -> dict[str, str]:
    """Map each part name of a kind to `module:attribute`."""
    locations = _own_locations(kind)
    for point in entry_points(group=f"goldsmith.{kind}"):
        if point.name in locations:
            _log.warning("%s: ignored, %s is built in", _describe(point), point.name)
        else:
            module, _, attribute = point.value.partition(":")
            locations[point.name] = f"{module.strip()}:{attribute.strip() or 'provides'}"
    return locations


def _own_locations(kind: str) -> dict[str, str]:
    package = f"goldsmith.{kind}"
    spec = find_spec(package)
    locations = {}
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        root = Path(folder)
        for path in sorted(root.rglob("*.py")):
            if _PROVIDES.search(path.read_bytes()):
                place = path.parent if path.stem == "__init__" else path.with_suffix("")
                module = ".".join((package, *place.relative_to(root).parts))
                locations[place.name.replace("_", "-")] = f"{module}:provides"
    return locations


def _describe(point: EntryPoint) -> str:
    package = point.dist.name if point.dist else "unknown package"
    return f"entry point {point.name} = {point.value} of {package}"


@cache
def read_literal(kind: str, name: str, attribute: str) -> Any:
    """Read a literal that the class of a built-in part assigns, without importing the part.

    Args:
        kind: The package that contains the parts, below `goldsmith`.
        name: The name the part is registered under.
        attribute: The class attribute.

    Returns:
        The value, or None if the part comes from another package or the value is not a literal.
    """
    module = _locations(kind)[name].partition(":")[0]
    if not module.startswith("goldsmith."):
        return None
    for node in ast.walk(ast.parse(_find_source(module).read_bytes())):
        if isinstance(node, ast.ClassDef):
            for statement in node.body:
                if _assigns(statement, attribute):
                    return _evaluate(statement.value)
    return None


def _find_source(module: str) -> Path:
    """Return the file of one of our modules; `find_spec` would import the packages around it."""
    place = Path(__file__).parent.joinpath(*module.split(".")[1:])
    return place / "__init__.py" if place.is_dir() else place.with_suffix(".py")


def _assigns(statement: ast.stmt, attribute: str) -> TypeGuard[ast.Assign]:
    return isinstance(statement, ast.Assign) and any(
        isinstance(target, ast.Name) and target.id == attribute for target in statement.targets
    )


def _evaluate(expression: ast.expr) -> Any:
    try:
        return ast.literal_eval(expression)
    except ValueError:
        return None


def names(kind: str) -> tuple[str, ...]:
    """Return the names of all parts of a kind, sorted."""
    return tuple(sorted(_locations(kind)))


def load(kind: str, name: str) -> Any:
    """Import a part and return the object it provides.

    Args:
        kind: The package that contains the parts, below `goldsmith`: "formats", "metrics" …
        name: The name the part is registered under.

    Raises:
        UnknownName: No part has that name; the message lists the registered names.
        InputError: The part of another package cannot be imported.
    """
    locations = _locations(kind)
    if name not in locations:
        raise UnknownName(kind.rpartition(".")[2].removesuffix("s"), name, locations)
    module, _, attribute = locations[name].partition(":")
    try:
        part: Any = import_module(module)
        for step in attribute.split("."):
            part = getattr(part, step)
    except (ImportError, AttributeError) as error:
        if module.startswith("goldsmith."):
            raise
        raise InputError(
            f"cannot load {module}:{attribute}, registered as {name} in goldsmith.{kind}: {error}",
            remedy="Reinstall or remove the package that registers it",
        ) from error
    return part
