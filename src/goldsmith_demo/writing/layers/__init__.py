"""Build gold-standard annotation sets of a page for every schema, from the writer's own marks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from goldsmith.core import AnnotationSet
from goldsmith_demo.writing.layers.clef import build_clef
from goldsmith_demo.writing.layers.disorders import build_mayo, build_share
from goldsmith_demo.writing.layers.i2b2 import build_i2b2
from goldsmith_demo.writing.layers.mentions import THING
from goldsmith_demo.writing.layers.odie import build_odie
from goldsmith_demo.writing.layers.temporal import build_temporal
from goldsmith_demo.writing.page import Page

__all__ = ["THING", "build_layers", "build_layers_of"]

_BUILDERS: dict[str, Callable[[Page], AnnotationSet]] = {
    "clef": build_clef,
    "clef-temporal": build_temporal,
    "mayo-disorder": build_mayo,
    "odie": build_odie,
    "share-2014": build_share,
    "i2b2-2011": build_i2b2,
}


def build_layers(page: Page, schemas: Collection[str] = ()) -> dict[str, AnnotationSet]:
    """Build the gold annotation sets of a page for these schemas, by default for all six."""
    return build_layers_of([page], schemas)[0]


def build_layers_of(
    pages: Sequence[Page], schemas: Collection[str] = ()
) -> list[dict[str, AnnotationSet]]:
    """Build the gold annotation sets of several pages, layer by layer."""
    layers: list[dict[str, AnnotationSet]] = [{} for _ in pages]
    for name, build in _BUILDERS.items():
        if schemas and name not in schemas:
            continue
        for page, sets in zip(pages, layers, strict=True):
            sets[name] = build(page)
    return layers
