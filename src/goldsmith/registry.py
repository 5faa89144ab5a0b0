"""Finds parts by file name: `formats/brat.py` is the format `brat`.

Names are listed without importing anything. A part's module exposes one object, `provides`.
Other packages add parts through the entry point groups `goldsmith.formats`,
`goldsmith.metrics` and `goldsmith.components`.
"""

from __future__ import annotations

import importlib
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from goldsmith.errors import UnknownName


@cache
def _places(kind: str) -> dict[str, str]:
    """Part name -> the module that provides it, for one kind ("formats", "metrics" …)."""
    places = {point.name: point.value for point in entry_points(group=f"goldsmith.{kind}")}
    spec = find_spec(f"goldsmith.{kind}")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        for path in Path(folder).glob("*.py"):
            if not path.stem.startswith("_"):
                places[path.stem.replace("_", "-")] = f"goldsmith.{kind}.{path.stem}"
    return places


def names(kind: str) -> tuple[str, ...]:
    """The names of all parts of a kind, sorted."""
    return tuple(sorted(_places(kind)))


def load(kind: str, name: str) -> Any:
    """The object a part's module provides."""
    places = _places(kind)
    if name not in places:
        raise UnknownName(kind.removesuffix("s"), name, places)
    return importlib.import_module(places[name]).provides
