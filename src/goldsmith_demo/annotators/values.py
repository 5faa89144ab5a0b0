"""Attributes with another value, or without one; codes of another concept."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from goldsmith.core import CUI_LESS, AnnotationSet, AttributeType, Code, Mention, Relation
from goldsmith_demo.annotators.draws import Draw
from goldsmith_demo.annotators.reading import Reading

_NO_CODE: Final = 0.25  # of wrong codes: the annotator gives up the search

#: Attribute -> its draw, and the rate at which it goes wrong.
Chances = Callable[[str], tuple[Draw, float]]


def attributes(reading: Reading, one: AnnotationSet) -> AnnotationSet:
    """The set with mentions that have another value than they should."""
    kinds = {kind.name: kind.attributes for kind in reading.schema.mention}
    rate = reading.rate(reading.profile.attribute)

    def changed(mention: Mention) -> Mention:
        def chances(name: str) -> tuple[Draw, float]:
            return reading.at(f"attribute {name}", mention), rate

        known = kinds.get(mention.type, {})
        return replace(mention, attributes=_confused(reading, mention.attributes, known, chances))

    return replace(one, mentions=tuple(changed(mention) for mention in one.mentions))


def link_attributes(reading: Reading, one: AnnotationSet) -> AnnotationSet:
    """The set with relations that have another value: identity for part/whole, a Bagga class."""
    mentions = one.by_id()

    def changed(rel: Relation) -> Relation:
        rule = reading.rules.get(rel.type)
        if rule is None:
            return rel

        def chances(name: str) -> tuple[Draw, float]:
            decides = name in rule.identity_when
            rate = reading.profile.link_type if decides else reading.profile.link_attribute
            return reading.draw(f"attribute {name}", rel, mentions), reading.rate(rate)

        return replace(rel, attributes=_confused(reading, rel.attributes, rule.attributes, chances))

    return replace(one, relations=tuple(changed(rel) for rel in one.relations))


def _confused(
    reading: Reading,
    given: Mapping[str, str],
    kinds: Mapping[str, AttributeType],
    chances: Chances,
) -> Mapping[str, str]:
    """Attributes with values taken for others; what others force or hang on stays."""
    forced = {
        name
        for kind_name, kind in kinds.items()
        for name in kind.implies.get(given.get(kind_name, kind.default), {})
    }
    made = dict(given)
    for name, value in given.items():
        kind = kinds.get(name)
        if kind is None or name in forced or kind.implies or value not in kind.values:
            continue
        table = reading.roles.values.get(name, {}).get(value)
        weights = table or {other: 1 / (len(kind.values) - 1 or 1) for other in kind.values}
        options = [other for other in weights if other != value and other in kind.values]
        draw, rate = chances(name)
        if options and draw.hits(min(rate * sum(weights[other] for other in options), 1.0)):
            made[name] = draw.pick(options, [weights[other] for other in options])
    return made if made != dict(given) else given


def left_out(reading: Reading, one: AnnotationSet) -> AnnotationSet:
    """The set without optional values that the annotator does not give."""
    if not reading.profile.left_out:
        return one
    kinds = {kind.name: kind.attributes for kind in reading.schema.mention}
    kinds |= {kind.name: kind.attributes for kind in reading.schema.relation}
    mentions = one.by_id()
    rate = reading.profile.left_out  # a habit, not an error: nothing makes it more or less

    def given(item: Mention | Relation) -> Mapping[str, str]:
        free = _free(item.attributes, kinds.get(item.type, {}))
        return {
            name: value
            for name, value in item.attributes.items()
            if name not in free or not reading.draw(f"left out {name}", item, mentions).hits(rate)
        }

    return replace(
        one,
        mentions=tuple(replace(mention, attributes=given(mention)) for mention in one.mentions),
        relations=tuple(replace(rel, attributes=given(rel)) for rel in one.relations),
    )


def _free(values: Mapping[str, str], kinds: Mapping[str, AttributeType]) -> set[str]:
    """The attributes that may be left out: not demanded, and nothing hangs on them."""
    return {
        name
        for name, kind in kinds.items()
        if not (kind.required or kind.implies or _is_forced(name, values, kinds))
    }


def _is_forced(name: str, values: Mapping[str, str], kinds: Mapping[str, AttributeType]) -> bool:
    return any(
        name in kind.implies.get(values.get(other, kind.default), {})
        for other, kind in kinds.items()
    )


def codes(reading: Reading, one: AnnotationSet) -> AnnotationSet:
    """The set with codes of a sibling, of another concept of the document, or of none."""
    known = tuple(dict.fromkeys(code for m in reading.gold.mentions for code in m.codes))
    made = []
    for mention in one.mentions:
        draw = reading.at("code", mention)
        if mention.codes and draw.hits(reading.rate(reading.profile.code)):
            first = _other_code(reading, mention.codes[0], known, draw)
            mention = replace(mention, codes=(first, *mention.codes[1:]))
        made.append(mention)
    return replace(one, mentions=tuple(made))


def _other_code(reading: Reading, code: Code, known: Sequence[Code], draw: Draw) -> Code:
    """A code that is taken for another one."""
    near = list(reading.siblings(code)) if reading.siblings else []
    options = near or [other for other in known if other.system == code.system and other != code]
    options = [other for other in options if other.code != code.code]
    if not code.is_cui_less and (not options or draw.hits(_NO_CODE)):
        return Code(CUI_LESS, code.system)
    return draw.pick(options) if options else code
