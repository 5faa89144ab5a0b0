"""Names and ids of Anafora's XML that reading and writing share."""

from __future__ import annotations

import re
from typing import Final

from goldsmith.core import Code

#: The property for concept codes in UMLS schemas.
CODE: Final = "associatedCode"
SOURCE, TARGET = "Source", "Target"
FIRST_MEMBER, OTHER_MEMBERS = "FirstInstance", "Coreferring_String"

#: Attributes for data without a field in Goldsmith's model.
PREFIX: Final = "anafora:"
PARENT_TYPE: Final = "anafora:parentsType"
PROPERTY: Final = "anafora:property"
ROLE1, ROLE2 = "anafora:arg1", "anafora:arg2"
ROLES: Final = "anafora:roles"

_ID = re.compile(r"\d+@[er]@.+")
_ENTITY = re.compile(r"\d+@e@.+")
#: The values of a property that was never set.
UNSET: Final = frozenset({"", "undefined"})


def is_id(value: str) -> bool:
    """Return whether a value is the id of an entity or relation."""
    return bool(_ID.fullmatch(value))


def is_entity_id(value: str) -> bool:
    """Return whether a value is the id of an entity."""
    return bool(_ENTITY.fullmatch(value))


def make_chain_roles(length: int) -> list[str]:
    """Return the properties for the members of a chain."""
    return [FIRST_MEMBER, *[OTHER_MEMBERS] * (length - 1)]


def is_chain(roles: list[str]) -> bool:
    """Return whether properties that refer to entities form a coreference chain."""
    return bool(roles) and roles == make_chain_roles(len(roles))


def is_pair(roles: list[str]) -> bool:
    """Return whether properties that refer to entities are the two arguments of a relation."""
    return len(set(roles)) == len(roles) == 2 and not is_chain(roles)


def parse_code(value: str) -> Code:
    """Parse the code in a property, with or without a system before a colon."""
    system, colon, code = value.partition(":")
    return Code(code, system) if colon else Code(value)


def format_code(code: Code) -> str:
    """Format a code as the value of a property."""
    return f"{code.system}:{code.code}" if code.system or ":" in code.code else code.code
