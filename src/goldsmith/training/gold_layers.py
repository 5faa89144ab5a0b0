"""Run a pipeline on top of gold layers, to evaluate its later components in isolation."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from goldsmith.core import AnnotationSet, Document
from goldsmith.errors import InputError
from goldsmith.pipeline import Example, Pipeline
from goldsmith.pipeline.layers import LAYERS, check_layers, select_components, start_analysis
from goldsmith.pipeline.model import SET_NAME

#: Layers that can be taken from gold; components that add only these are skipped.
GOLD_LAYERS = LAYERS


def annotate_from_gold(
    pipeline: Pipeline,
    doc: Document,
    gold: AnnotationSet | None = None,
    *,
    gold_layers: Collection[str] = (),
    set_name: str = SET_NAME,
) -> AnnotationSet:
    """Annotate a document, starting from layers of its gold set.

    Args:
        pipeline: The trained pipeline.
        doc: The document.
        gold: Its gold set; with None, the pipeline starts without annotations.
        gold_layers: The layers to take from gold, among `GOLD_LAYERS`.
        set_name: The name of the new set.
    """
    if not gold_layers or gold is None:
        return pipeline.annotate(doc, set_name=set_name)
    analysis = start_analysis(doc, gold, gold_layers)
    for component in select_components(pipeline.components, gold_layers):
        component(analysis)
    return pipeline.make_annotation_set(analysis, set_name=set_name)


def train_components(
    pipeline: Pipeline, examples: Sequence[Example], gold_layers: Collection[str] = ()
) -> None:
    """Train the components that add more than the gold layers."""
    for component in select_components(pipeline.components, gold_layers):
        if component.learns:
            component.train(examples)


def check_gold_layers(names: Collection[str], pipeline: Pipeline) -> frozenset[str]:
    """Check names of gold layers and return them as a set.

    Raises:
        InputError: A layer is unknown, mentions or a layer that the pipeline expects are missing,
            or no component is left to run.
    """
    layers = check_layers(names)
    if missing := sorted(set(pipeline.config.given_layers) - layers):
        raise InputError(
            f"the pipeline expects documents with {', '.join(missing)}",
            expected="an annotation set to take them from",
        )
    if not select_components(pipeline.components, layers):
        raise InputError(
            f"with gold {', '.join(sorted(layers))} no component is left to run",
            expected="a pipeline with another component",
        )
    return layers
