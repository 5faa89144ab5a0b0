"""Attributes of markables that a schema asks for: category, function and semantic class."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from goldsmith.components.coreference.markables import Markable
from goldsmith.core import Schema
from goldsmith.pipeline.analysis import Analysis

#: The semantic class of a thing that nothing tells.
_OTHER = "other"


def describe_mentions(
    analysis: Analysis, markables: Iterable[Markable], schema: Schema | None
) -> None:
    """Add the attributes of the schema that mentions lack."""
    named = {kind.name: set(kind.attributes) for kind in (schema.mention if schema else ())}
    added = {
        markable.mention.id: values
        for markable in markables
        if (values := _list_missing(markable, named.get(markable.type, set())))
    }
    analysis.mentions = [
        replace(mention, attributes={**mention.attributes, **added[mention.id]})
        if mention.id in added
        else mention
        for mention in analysis.mentions
    ]


def _list_missing(markable: Markable, names: set[str]) -> dict[str, str]:
    values = {
        "grammatical_category": markable.category,
        "sentence_function": markable.function,
        "semantic_class": markable.semantic_class or _OTHER,
    }
    return {
        name: value
        for name, value in values.items()
        if name in names and name not in markable.mention.attributes
    }
