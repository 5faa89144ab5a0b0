"""Runs a pipeline on top of gold layers, to measure its later components by themselves.

With gold mentions, for example, relations are not penalised for mentions that were not found.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Document, Mention
from goldsmith.errors import InputError
from goldsmith.pipeline import Analysis, Example, Pipeline
from goldsmith.pipeline.model import SET_NAME

#: Layers that can be taken from gold; components that add only these are skipped.
GOLD_LAYERS = ("mentions", "codes", "assertion")


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
        gold: Its gold set; None annotates from nothing.
        gold_layers: The layers to take from gold, among `GOLD_LAYERS`.
        set_name: The name of the new set.
    """
    if not gold_layers or gold is None:
        return pipeline.annotate(doc, set_name=set_name)
    analysis = Analysis(doc)
    mentions = tuple(_strip_mention(mention, gold_layers) for mention in gold.mentions)
    analysis.take(replace(gold, mentions=mentions))
    for component in pipeline.components:
        if not component.adds <= frozenset(gold_layers):
            component(analysis)
    return pipeline.make_annotation_set(analysis, set_name=set_name)


def train_components(
    pipeline: Pipeline, examples: Sequence[Example], gold_layers: Collection[str] = ()
) -> None:
    """Train the components that add more than the gold layers."""
    for component in pipeline.components:
        if component.learns and not component.adds <= frozenset(gold_layers):
            component.train(examples)


def _strip_mention(mention: Mention, gold_layers: Collection[str]) -> Mention:
    return replace(
        mention,
        codes=mention.codes if "codes" in gold_layers else (),
        attributes=mention.attributes if "assertion" in gold_layers else {},
    )


def check_gold_layers(names: Collection[str], pipeline: Pipeline) -> frozenset[str]:
    """Check names of gold layers and return them as a set.

    Raises:
        InputError: A layer is unknown, mentions are missing, or no component is left to run.
    """
    layers = frozenset(names)
    if unknown := sorted(layers - set(GOLD_LAYERS)):
        raise InputError(f"{unknown[0]} cannot be taken from gold", expected=", ".join(GOLD_LAYERS))
    if layers and "mentions" not in layers:
        raise InputError("codes and assertion belong to mentions", expected="gold mentions too")
    if all(component.adds <= layers for component in pipeline.components):
        raise InputError(
            f"with gold {', '.join(sorted(layers))} no component is left to run",
            expected="a pipeline with another component",
        )
    return layers
