"""Gold sets for every schema from a page: what the writer meant is the gold standard."""

from __future__ import annotations

from goldsmith.core import AnnotationSet
from goldsmith_demo.writing.layers.clef import build_clef
from goldsmith_demo.writing.layers.disorders import build_mayo, build_share
from goldsmith_demo.writing.layers.i2b2 import build_i2b2
from goldsmith_demo.writing.layers.mentions import THING
from goldsmith_demo.writing.layers.odie import build_odie
from goldsmith_demo.writing.layers.temporal import build_temporal
from goldsmith_demo.writing.page import Page

__all__ = ["THING", "build_layers"]

_BUILDERS = (build_clef, build_temporal, build_mayo, build_odie, build_share, build_i2b2)


def build_layers(page: Page) -> dict[str, AnnotationSet]:
    """Build the gold sets of a page, named after their schemas."""
    sets = [build(page) for build in _BUILDERS]
    return {layer.name: layer for layer in sets}
