"""A schema: which mention types, attributes and relations an annotation set may hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

#: In an argument list: a mention of any type.
ANY: Final = "*"


class AttributeType(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An attribute and the values it may take; no values means free text.

    Where it is not given, it has the value `default`. `implies` maps a value of this attribute to
    the values that it forces on others: Mayo's "unrelated" flag sets context and status, and only
    then may they take that value. `meanings` says what a value stands for, `semantic_types` which
    UMLS types do (ODIE's semantic classes are UMLS types and groups of them).
    """

    values: tuple[str, ...] = ()
    required: bool = False
    default: str = ""
    description: str = ""
    meanings: Mapping[str, str] = {}
    semantic_types: Mapping[str, tuple[str, ...]] = {}
    implies: Mapping[str, Mapping[str, str]] = {}


class MentionType(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A type of mention. `anchored = false` also allows mentions of the whole document."""

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

    `identity` relations make coreference chains; with `identity_when` only those do whose
    attributes have the given values (ODIE: pairs of relation type "identity").
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

    def makes_identity(self, attributes: Mapping[str, str]) -> bool:
        """Whether a relation of this type with these attributes joins its arguments in a chain."""
        return self.identity and all(
            attributes.get(name, self._default(name)) == value
            for name, value in self.identity_when.items()
        )

    def groups_identity(self, attributes: Mapping[str, str]) -> bool:
        """Whether a group of this type lists mentions of one thing; it does unless it denies it."""
        return self.identity and all(
            attributes.get(name, value) == value for name, value in self.identity_when.items()
        )

    def _default(self, name: str) -> str:
        kind = self.attributes.get(name)
        return kind.default if kind else ""


class Schema(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A named set of mention and relation types."""

    name: str
    version: str
    title: str
    source: str = ""
    description: str = ""
    mention: tuple[MentionType, ...] = ()
    relation: tuple[RelationType, ...] = ()
    semantic_types: Mapping[str, str] = {}
    """UMLS type identifiers this schema speaks of, with their names."""

    def mention_type(self, name: str) -> MentionType | None:
        return next((entry for entry in self.mention if entry.name == name), None)

    def relation_type(self, name: str) -> RelationType | None:
        return next((entry for entry in self.relation if entry.name == name), None)
