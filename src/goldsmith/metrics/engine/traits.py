"""What a mention says beyond its place: its concept and its attributes."""

from __future__ import annotations

from collections.abc import Mapping

from goldsmith.core import Mention, Schema

#: Mention type -> attribute -> the value it has where it is not given.
Defaults = Mapping[str, Mapping[str, str]]


def concept(mention: Mention) -> frozenset[str]:
    """The codes of a mention as a set; not the terminology, which many formats do not name."""
    return frozenset(code.code for code in mention.codes)


def defaults(schema: Schema | None) -> Defaults:
    """The values that a schema gives to attributes where an annotator gave none."""
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


def traits(mention: Mention, given: Defaults) -> dict[str, str]:
    """The attributes of a mention with their defaults; `brat:event` and such are a format's own."""
    own = {name: value for name, value in mention.attributes.items() if ":" not in name}
    return {**given.get(mention.type, {}), **own}
