"""Wrong or missing attribute values, and wrong codes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from goldsmith.core import CUI_LESS, AnnotationSet, AttributeType, Code, Mention, Relation
from goldsmith_demo.annotators.draws import Draw
from goldsmith_demo.annotators.reading import Reading

_NO_CODE: Final = 0.25  # share of wrong codes that are CUI-less: the annotator gave up

#: Returns the draw and the error rate for an attribute.
Chances = Callable[[str], tuple[Draw, float]]


def confuse_attributes(reading: Reading, annotation_set: AnnotationSet) -> AnnotationSet:
    """Give some attributes of mentions a wrong value."""
    kinds = {kind.name: kind.attributes for kind in reading.schema.mention}
    rate = reading.rate(reading.profile.attribute)

    def change(mention: Mention) -> Mention:
        def chances(name: str) -> tuple[Draw, float]:
            return reading.at(f"attribute {name}", mention), rate

        types = kinds.get(mention.type, {})
        return replace(
            mention, attributes=_confuse_values(reading, mention.attributes, types, chances)
        )

    return replace(
        annotation_set, mentions=tuple(change(mention) for mention in annotation_set.mentions)
    )


def confuse_link_attributes(reading: Reading, annotation_set: AnnotationSet) -> AnnotationSet:
    """Give some attributes of relations a wrong value: identity for part/whole, a Bagga class."""
    mentions = annotation_set.mentions_by_id()

    def change(rel: Relation) -> Relation:
        rule = reading.rules.get(rel.type)
        if rule is None:
            return rel

        def chances(name: str) -> tuple[Draw, float]:
            decides = name in rule.identity_when
            rate = reading.profile.link_type if decides else reading.profile.link_attribute
            return reading.draw(f"attribute {name}", rel, mentions), reading.rate(rate)

        return replace(
            rel, attributes=_confuse_values(reading, rel.attributes, rule.attributes, chances)
        )

    return replace(annotation_set, relations=tuple(change(rel) for rel in annotation_set.relations))


def _confuse_values(
    reading: Reading,
    attributes: Mapping[str, str],
    kinds: Mapping[str, AttributeType],
    chances: Chances,
) -> Mapping[str, str]:
    """Replace values with those they are confused with, except implied and implying values."""
    forced = _list_implied(attributes, kinds)
    changed = dict(attributes)
    for name, value in attributes.items():
        kind = kinds.get(name)
        if kind is None or name in forced or kind.implies or value not in kind.values:
            continue
        table = reading.roles.values.get(name, {}).get(value)
        weights = table or {option: 1 / (len(kind.values) - 1 or 1) for option in kind.values}
        options = [option for option in weights if option != value and option in kind.values]
        draw, rate = chances(name)
        if options and draw.hits(min(rate * sum(weights[option] for option in options), 1.0)):
            changed[name] = draw.pick(options, [weights[option] for option in options])
    return changed if changed != dict(attributes) else attributes


def omit_values(reading: Reading, annotation_set: AnnotationSet) -> AnnotationSet:
    """Remove optional values that the annotator does not fill in."""
    if not reading.profile.left_out:
        return annotation_set
    kinds = {kind.name: kind.attributes for kind in reading.schema.mention}
    kinds |= {kind.name: kind.attributes for kind in reading.schema.relation}
    mentions = annotation_set.mentions_by_id()
    rate = reading.profile.left_out  # a habit, not an error, so no factor applies

    def select_attributes(item: Mention | Relation) -> Mapping[str, str]:
        free = _list_optional(item.attributes, kinds.get(item.type, {}))
        return {
            name: value
            for name, value in item.attributes.items()
            if name not in free or not reading.draw(f"left out {name}", item, mentions).hits(rate)
        }

    return replace(
        annotation_set,
        mentions=tuple(
            replace(mention, attributes=select_attributes(mention))
            for mention in annotation_set.mentions
        ),
        relations=tuple(
            replace(rel, attributes=select_attributes(rel)) for rel in annotation_set.relations
        ),
    )


def _list_optional(values: Mapping[str, str], kinds: Mapping[str, AttributeType]) -> set[str]:
    """List the attributes that may be omitted: not required, implied or implying."""
    implied = _list_implied(values, kinds)
    return {
        name
        for name, kind in kinds.items()
        if not (kind.required or kind.implies or name in implied)
    }


def _list_implied(values: Mapping[str, str], kinds: Mapping[str, AttributeType]) -> set[str]:
    return {
        name
        for attribute, kind in kinds.items()
        for name in kind.implies.get(values.get(attribute, kind.default), {})
    }


def confuse_codes(reading: Reading, annotation_set: AnnotationSet) -> AnnotationSet:
    """Replace codes with a sibling, another concept of the document, or CUI-less."""
    candidates = tuple(dict.fromkeys(code for m in reading.gold.mentions for code in m.codes))
    mentions = []
    for mention in annotation_set.mentions:
        draw = reading.at("code", mention)
        if mention.codes and draw.hits(reading.rate(reading.profile.code)):
            first = _confuse_code(reading, mention.codes[0], candidates, draw)
            mention = replace(mention, codes=(first, *mention.codes[1:]))
        mentions.append(mention)
    return replace(annotation_set, mentions=tuple(mentions))


def _confuse_code(reading: Reading, code: Code, candidates: Sequence[Code], draw: Draw) -> Code:
    """Return a code with which a code is confused."""
    near = reading.siblings(code) if reading.siblings else ()
    options = near or [option for option in candidates if option.system == code.system]
    options = [option for option in options if option.code != code.code]
    if not code.is_cui_less and (not options or draw.hits(_NO_CODE)):
        return Code(CUI_LESS, code.system)
    return draw.pick(options) if options else code
