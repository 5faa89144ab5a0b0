"""Layers of annotations that a pipeline takes from its input instead of predicting them.

With given mentions, for example, relation scores are not penalised for mentions that the pipeline
missed.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Document, Mention
from goldsmith.errors import InputError, UnknownName
from goldsmith.pipeline.analysis import Analysis
from goldsmith.pipeline.component import Component

#: Layers that can be taken from the input; components that add only these are skipped.
LAYERS = ("mentions", "codes", "assertion")


class Start(NamedTuple):
    """The starting point of a pipeline: layers of an annotation set that every document has."""

    set_name: str
    layers: frozenset[str]

    def analyse(self, doc: Document) -> Analysis:
        """Return the analysis of a document with the layers of its set.

        Raises:
            UnknownName: The document has no such set.
        """
        if self.set_name not in doc.sets:
            raise UnknownName("annotation set", self.set_name, doc.sets)
        return start_analysis(doc, doc.sets[self.set_name], self.layers)


def start_analysis(doc: Document, source: AnnotationSet, layers: Collection[str]) -> Analysis:
    """Return the analysis of a document with layers of an annotation set."""
    analysis = Analysis(doc)
    mentions = tuple(_strip_mention(mention, layers) for mention in source.mentions)
    analysis.take(replace(source, mentions=mentions))
    return analysis


def _strip_mention(mention: Mention, layers: Collection[str]) -> Mention:
    return replace(
        mention,
        codes=mention.codes if "codes" in layers else (),
        attributes=mention.attributes if "assertion" in layers else {},
    )


def select_components(
    components: Sequence[Component], layers: Collection[str]
) -> Sequence[Component]:
    """Return the components that add more than these layers; all components without layers."""
    if not layers:
        return components
    return [component for component in components if not component.adds <= frozenset(layers)]


def check_layers(names: Collection[str]) -> frozenset[str]:
    """Check the names of layers and return them as a set.

    Raises:
        InputError: A layer is unknown, or mentions are missing.
    """
    layers = frozenset(names)
    if unknown := sorted(layers - set(LAYERS)):
        raise InputError(f"{unknown[0]} cannot be taken from gold", expected=", ".join(LAYERS))
    if layers and "mentions" not in layers:
        raise InputError("codes and assertion belong to mentions", expected="gold mentions too")
    return layers
