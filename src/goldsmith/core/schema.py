"""Schemas: the mention types, attributes and relation types that an annotation set may use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

#: Wildcard for any mention type in the arguments of a relation type.
ANY: Final = "*"


class AttributeType(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An attribute and its permitted values; without values it is free text.

    An annotation that does not set the attribute has the value `default`. `implies` maps a value
    of this attribute to the values that it forces on other attributes: Mayo's "unrelated" flag
    sets context and status, which may take that value only then. `meanings` explains each value,
    and `semantic_types` maps it to UMLS types (ODIE's semantic classes are groups of UMLS types).
    """

    values: tuple[str, ...] = ()
    required: bool = False
    default: str = ""
    description: str = ""
    meanings: Mapping[str, str] = {}
    semantic_types: Mapping[str, tuple[str, ...]] = {}
    implies: Mapping[str, Mapping[str, str]] = {}


class MentionType(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A type of mention; `anchored = false` also permits mentions of the whole document."""

    name: str
    label: str = ""
    kind: str = "entity"
    description: str = ""
    examples: tuple[str, ...] = ()
    attributes: Mapping[str, AttributeType] = {}
    semantic_types: tuple[str, ...] = ()
    codes: Literal["none", "optional", "required"] = "optional"
    code_system: str = ""
    anchored: bool = True


class RelationType(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A type of relation and the mention types its two arguments may have ("*" for any).

    `identity` relations connect mentions into coreference chains. `identity_when` restricts this
    to relations whose attributes have certain values (ODIE: pairs with the type "identity").
    """

    name: str
    first: tuple[str, ...]
    second: tuple[str, ...]
    label: str = ""
    description: str = ""
    examples: tuple[str, ...] = ()
    attributes: Mapping[str, AttributeType] = {}
    first_role: str = "first"
    second_role: str = "second"
    symmetric: bool = False
    identity: bool = False
    identity_when: Mapping[str, str] = {}

    def is_identity(self, attributes: Mapping[str, str]) -> bool:
        """Return whether a relation of this type with these attributes means identity."""
        return self.identity and all(
            attributes.get(name, self._get_default(name)) == value
            for name, value in self.identity_when.items()
        )

    def is_identity_group(self, attributes: Mapping[str, str]) -> bool:
        """Return whether a group of this type lists mentions of the same thing.

        Unlike a relation, a group means identity unless an attribute contradicts it.
        """
        return self.identity and all(
            attributes.get(name, value) == value for name, value in self.identity_when.items()
        )

    @property
    def members(self) -> tuple[str, ...]:
        """The mention types that a group of this type accepts, in the order of the arguments."""
        return tuple(dict.fromkeys((*self.first, *self.second)))

    def takes_member(self, mention_type: str) -> bool:
        """Return whether a group of this type accepts mentions of a type."""
        return ANY in self.members or mention_type in self.members

    def _get_default(self, name: str) -> str:
        attribute = self.attributes.get(name)
        return attribute.default if attribute else ""


class Rule(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A rule of the guidelines that validation enforces; `RULES` lists them with their fields.

    `types` and `relations` name the annotations that the rule applies to; `when` restricts it to
    those with certain attribute values. A rule that is `off` is not checked.
    """

    name: str
    types: tuple[str, ...] = ()
    relations: tuple[str, ...] = ()
    when: Mapping[str, str] = {}
    target: Mapping[str, str] = {}
    attribute: str = ""
    words: tuple[str, ...] = ()
    description: str = ""
    off: bool = False


#: The rules, each with the fields that it needs.
RULES: Final[Mapping[str, tuple[str, ...]]] = {
    "unlinked": ("types", "relations", "when"),
    "linked-to": ("relations", "target"),
    "same-sentence": ("relations",),
    "time-value": ("types", "attribute"),
    "antecedent-first": ("relations",),
    "one-per-span": ("types",),
    "without-words": ("types", "words"),
    "code-in-subset": ("types",),
    "most-specific-code": ("types",),
}


class Derivation(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How mentions of another schema become mentions of this one (CLEF section 7)."""

    schema: str
    types: tuple[str, ...]
    to: str
    values: Mapping[str, str] = {}
    """The attributes that the new mentions get."""


class Schema(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A named set of mention and relation types, with the rules of the guidelines."""

    name: str
    version: str
    title: str
    source: str = ""
    description: str = ""
    mention: tuple[MentionType, ...] = ()
    relation: tuple[RelationType, ...] = ()
    rule: tuple[Rule, ...] = ()
    derive: tuple[Derivation, ...] = ()
    semantic_types: Mapping[str, str] = {}
    """The UMLS type identifiers that this schema uses, with their names."""

    def get_mention_type(self, name: str) -> MentionType | None:
        return next((entry for entry in self.mention if entry.name == name), None)

    def get_relation_type(self, name: str) -> RelationType | None:
        return next((entry for entry in self.relation if entry.name == name), None)
