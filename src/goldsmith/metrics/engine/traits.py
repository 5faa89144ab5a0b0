"""The concept and the attributes of a mention, as metrics compare them."""

from __future__ import annotations

from collections.abc import Mapping

from goldsmith.core import Mention, Schema

#: Mention type -> attribute -> its default value.
Defaults = Mapping[str, Mapping[str, str]]

_CLASS = "semantic_class"


def get_concept(mention: Mention) -> frozenset[str]:
    """Return the codes of a mention; the terminology is ignored, as many formats omit it."""
    return frozenset(code.code for code in mention.codes)


def get_semantic_class(mention: Mention) -> str:
    """Return the semantic class, or the type if the schema has classes as types (i2b2)."""
    return mention.attributes.get(_CLASS, mention.type)


def get_defaults(schema: Schema | None) -> Defaults:
    """Return the default values of the attributes of each mention type."""
    if schema is None:
        return {}
    return {
        kind.name: {
            name: attribute.default
            for name, attribute in kind.attributes.items()
            if attribute.default
        }
        for kind in schema.mention
    }


def get_attributes(mention: Mention, defaults: Defaults) -> dict[str, str]:
    """Return the attributes with their defaults, except format attributes (`brat:event`)."""
    own = {name: value for name, value in mention.attributes.items() if ":" not in name}
    return {**defaults.get(mention.type, {}), **own}
