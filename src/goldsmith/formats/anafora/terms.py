"""The words of Anafora's XML that reading and writing share."""

from __future__ import annotations

import re
from typing import Final

from goldsmith.core import Code

#: The property that holds concept codes in UMLS schemas.
CODE: Final = "associatedCode"
SOURCE, TARGET = "Source", "Target"
FIRST, OTHERS = "FirstInstance", "Coreferring_String"

#: Attributes of ours for what our model has no field for.
OURS: Final = "anafora:"
PARENTS: Final = "anafora:parentsType"
PROPERTY: Final = "anafora:property"
ROLE1, ROLE2 = "anafora:arg1", "anafora:arg2"
ROLES: Final = "anafora:roles"

_ID = re.compile(r"\d+@[er]@.+")
_ENTITY = re.compile(r"\d+@e@.+")
#: What Anafora writes for a property that was never set.
UNSET: Final = frozenset({"", "undefined"})


def is_id(value: str) -> bool:
    """Whether a value is the id of an entity or relation."""
    return bool(_ID.fullmatch(value))


def is_entity_id(value: str) -> bool:
    """Whether a value is the id of an entity."""
    return bool(_ENTITY.fullmatch(value))


def chain_roles(length: int) -> list[str]:
    """The properties that the members of a chain stand in."""
    return [FIRST, *[OTHERS] * (length - 1)]


def is_chain(roles: list[str]) -> bool:
    """Whether properties that hold entities make a chain of coreference."""
    return bool(roles) and roles == chain_roles(len(roles))


def is_pair(roles: list[str]) -> bool:
    """Whether properties that hold entities are the two arguments of a relation."""
    return len(set(roles)) == len(roles) == 2 and not is_chain(roles)


def code_of(value: str) -> Code:
    """The code in a property: bare, or after its system and a colon."""
    system, colon, code = value.partition(":")
    return Code(code, system) if colon else Code(value)


def code_value(code: Code) -> str:
    """A code as a property holds it."""
    return f"{code.system}:{code.code}" if code.system or ":" in code.code else code.code
