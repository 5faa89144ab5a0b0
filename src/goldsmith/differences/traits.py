"""Differences between the attributes and the codes of mentions that both annotators have."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

import msgspec

from goldsmith.core import CUI_LESS, Mention, MentionType
from goldsmith.differences.causes import is_conditional, is_history
from goldsmith.differences.classes import (
    ANCESTOR,
    CONCEPT,
    CONDITIONAL,
    CUI_LESS_CODE,
    LIFELONG,
    PARENT_CHILD,
    SIBLINGS,
    UNCODED,
    VALUE,
    Confusion,
)
from goldsmith.differences.context import Context
from goldsmith.metrics.engine.hierarchy import Distances
from goldsmith.metrics.engine.traits import get_attributes, get_concept

#: The name under which codes are compared.
CODE = "code"
_VALUES = "both marked it, with different values of an attribute"
_IN_CONDITION = "the sentence makes it a condition, which can be read as possible or as absent"
_LASTS = "it follows words for a history, and a lasting disease may be called current"
_CODES = "both marked it, with different codes"
_NO_CONCEPT = "both marked it; one gave a code, the other found no concept that fits (CUI-less)"
_NO_CODE = "both marked it; one gave it no code"
_STEPS = "one code is a parent of the other in the hierarchy"
_ABOVE = "one code is an ancestor of the other in the hierarchy, more than one step up"
_SAME_PARENT = "the codes have a parent in common in the hierarchy"


class TraitDifference(msgspec.Struct, frozen=True):
    """A difference between two mentions in an attribute or in their codes."""

    a: Mention
    b: Mention
    classes: tuple[str, ...]
    rules: tuple[str, ...]
    confusion: Confusion


def compare_traits(
    pairs: Iterable[tuple[Mention, Mention]], context: Context, distances: Distances | None
) -> Iterator[TraitDifference]:
    """Yield the differences in attributes and codes between paired mentions.

    An attribute with several values that one of the sets never uses in the document is not
    compared: its annotator does not annotate it (Mayo, Table 4).

    Args:
        pairs: The mentions of the first set with those of the second.
        context: The document with both sets.
        distances: The hierarchy of the codes, or None.
    """
    comparison = _AttributeComparison(context)
    has_codes = all(any(mention.codes for mention in side.mentions) for side in context.sets)
    for first, second in pairs:
        yield from comparison.compare(first, second)
        if has_codes and get_concept(first) != get_concept(second):
            yield _compare_codes(first, second, distances)


class _AttributeComparison:
    """Compares the attributes that both annotators use."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._annotated = [
            {name for mention in side.mentions for name in mention.attributes}
            for side in context.sets
        ]

    def compare(self, first: Mention, second: Mention) -> Iterator[TraitDifference]:
        """Yield the attributes in which two mentions differ."""
        values = [get_attributes(mention, self._context.defaults) for mention in (first, second)]
        differing = [
            name
            for name in sorted({*values[0], *values[1]})
            if values[0].get(name, "") != values[1].get(name, "")
            and self._is_compared(first.type, name)
        ]
        implied = set(self._list_implied(first.type, differing))
        for name in differing:
            if name not in implied:
                confusion = Confusion(name, values[0].get(name, ""), values[1].get(name, ""))
                yield self._classify(first, second, confusion)

    def _is_compared(self, mention_type: str, name: str) -> bool:
        """Return whether both annotators use an attribute; the absence of a flag is a value."""
        kind = self._context.mention_types.get(mention_type)
        attribute = kind.attributes.get(name) if kind else None
        if attribute and (attribute.default or len(attribute.values) == 1):
            return True
        return all(name in names for names in self._annotated)

    def _list_implied(self, mention_type: str, differing: Collection[str]) -> Iterator[str]:
        """Yield the attributes whose values follow from another attribute that differs."""
        kind: MentionType | None = self._context.mention_types.get(mention_type)
        for name in differing:
            attribute = kind.attributes.get(name) if kind else None
            for effects in attribute.implies.values() if attribute else ():
                yield from effects

    def _classify(self, first: Mention, second: Mention, confusion: Confusion) -> TraitDifference:
        classes, rules = [VALUE], [_VALUES]
        roles, sentences = self._context.roles, self._context.sentences
        places = [mention.start for mention in (first, second) if mention.spans]
        if confusion.attribute in roles.status and is_conditional(sentences, places):
            classes.append(CONDITIONAL)
            rules.append(_IN_CONDITION)
        if confusion.attribute in roles.context and is_history(sentences, places):
            classes.append(LIFELONG)
            rules.append(_LASTS)
        return TraitDifference(first, second, tuple(classes), tuple(rules), confusion)


def _compare_codes(first: Mention, second: Mention, distances: Distances | None) -> TraitDifference:
    codes = get_concept(first), get_concept(second)
    confusion = Confusion(CODE, *("+".join(sorted(side)) for side in codes))
    name, rule = _relate(*codes, distances)
    classes = (CONCEPT, name) if name else (CONCEPT,)
    return TraitDifference(first, second, classes, (rule,), confusion)


def _relate(
    first: Collection[str], second: Collection[str], distances: Distances | None
) -> tuple[str, str]:
    """Return the relation of two codes that differ, as a class ("" for none) and a rule."""
    if not first or not second:
        return UNCODED, _NO_CODE
    if CUI_LESS in {*first} ^ {*second}:
        return CUI_LESS_CODE, _NO_CONCEPT
    if distances is None:
        return "", _CODES
    relations = [
        relation
        for code in {*first} - {*second} or first
        for target in {*second} - {*first} or second
        if (relation := _find_relation(distances, code, target))
    ]
    return min(relations, key=_CLOSEST.__getitem__) if relations else ("", _CODES)


_PARENT, _ANCESTOR, _SIBLINGS = (
    (PARENT_CHILD, _STEPS),
    (ANCESTOR, _ABOVE),
    (SIBLINGS, _SAME_PARENT),
)
#: The relations of two codes, the closest first.
_CLOSEST: Mapping[tuple[str, str], int] = {_PARENT: 0, _SIBLINGS: 1, _ANCESTOR: 2}


def _find_relation(distances: Distances, code: str, target: str) -> tuple[str, str] | None:
    up, down = distances.find_ancestors(code), distances.find_ancestors(target)
    steps = up.get(target, down.get(code))
    if steps is not None:
        return _PARENT if steps == 1 else _ANCESTOR
    is_sibling = any(up[parent] == 1 == down.get(parent) for parent in up)
    return _SIBLINGS if is_sibling else None
