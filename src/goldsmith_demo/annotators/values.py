"""Wrong or missing attribute values, and wrong codes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeVar

from msgspec.structs import replace

from goldsmith.core import CUI_LESS, AttributeType, Code, Mention, Relation
from goldsmith_demo.annotators.draws import Draw
from goldsmith_demo.annotators.reading import Reading

_NO_CODE: Final = 0.25  # share of wrong codes that are CUI-less: the annotator gave up

Item = TypeVar("Item", Mention, Relation)
Kinds = Mapping[str, AttributeType]
Change = Callable[[Reading, Mention | Relation, Kinds], Mapping[str, str]]


def confuse_attributes(reading: Reading) -> None:
    """Give some attributes a wrong value: another status, identity for part/whole."""
    _change_attributes(reading, _confuse_values)


def omit_values(reading: Reading) -> None:
    """Remove optional values that the annotator does not fill in."""
    if reading.profile.left_out:
        _change_attributes(reading, _select_values)


def _change_attributes(reading: Reading, change: Change) -> None:
    """Change the attributes of all mentions and relations."""
    kinds = {kind.name: kind.attributes for kind in reading.schema.mention}
    kinds |= {kind.name: kind.attributes for kind in reading.schema.relation}

    def change_item(item: Item) -> Item:
        return replace(item, attributes=change(reading, item, kinds.get(item.type, {})))

    current = reading.annotations
    mentions, relations = map(change_item, current.mentions), map(change_item, current.relations)
    reading.update(replace(current, mentions=tuple(mentions), relations=tuple(relations)))


def _confuse_values(reading: Reading, item: Mention | Relation, kinds: Kinds) -> Mapping[str, str]:
    """Replace values with those they are confused with, except implied and implying values."""
    fixed = _list_fixed(item.attributes, kinds)
    changed = dict(item.attributes)
    for name, value in item.attributes.items():
        if name not in kinds or name in fixed or value not in kinds[name].values:
            continue
        weights = _weigh_confusions(reading, name, value, kinds[name].values)
        draw = reading.draw(f"attribute {name}", item)
        rate = reading.rate(_get_rate(reading, item, name))
        if weights and draw.hits(min(rate * sum(weights.values()), 1.0)):
            changed[name] = draw.pick(list(weights), list(weights.values()))
    return changed


def _get_rate(reading: Reading, item: Mention | Relation, name: str) -> float:
    """Return how often an attribute has a wrong value; of a pair, its type or its Bagga class."""
    profile = reading.profile
    if isinstance(item, Mention):
        return profile.attribute
    decides = name in reading.rules[item.type].identity_when
    return profile.link_type if decides else profile.link_attribute


def _weigh_confusions(
    reading: Reading, name: str, value: str, values: Sequence[str]
) -> dict[str, float]:
    """Return the other values of an attribute with the weight of their confusion."""
    table = reading.roles.values.get(name, {}).get(value)
    weights = table or dict.fromkeys(values, 1 / (len(values) - 1 or 1))
    return {option: weights[option] for option in weights if option in values and option != value}


def _select_values(reading: Reading, item: Mention | Relation, kinds: Kinds) -> Mapping[str, str]:
    """Return the attributes that the annotator fills in."""
    rate = reading.profile.left_out  # a habit, not an error, so no factor applies
    fixed = _list_fixed(item.attributes, kinds)
    optional = {name for name, kind in kinds.items() if not kind.required} - fixed
    return {
        name: value
        for name, value in item.attributes.items()
        if name not in optional or not reading.draw(f"left out {name}", item).hits(rate)
    }


def _list_fixed(values: Mapping[str, str], kinds: Kinds) -> set[str]:
    """List the attributes that imply the values of others, or whose value is implied."""
    implied = (kind.implies.get(values.get(name, kind.default), {}) for name, kind in kinds.items())
    return {name for name, kind in kinds.items() if kind.implies}.union(*implied)


def confuse_codes(reading: Reading, mention: Mention, draw: Draw) -> Mention:
    """Replace codes with another concept of the document or CUI-less."""
    if not mention.codes or not draw.hits(reading.rate(reading.profile.code)):
        return mention
    first = _confuse_code(reading, mention.codes[0], draw)
    return replace(mention, codes=(first, *mention.codes[1:]))


def _confuse_code(reading: Reading, code: Code, draw: Draw) -> Code:
    """Return a code with which a code is confused."""
    concepts = dict.fromkeys(own for mention in reading.gold.mentions for own in mention.codes)
    options = [
        option for option in concepts if option.system == code.system and option.code != code.code
    ]
    if not code.is_cui_less and (not options or draw.hits(_NO_CODE)):
        return Code(CUI_LESS, code.system)
    return draw.pick(options) if options else code
