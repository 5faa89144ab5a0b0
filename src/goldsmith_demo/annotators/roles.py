"""The difficulty of a schema's types, and the kinds of disagreement in which they are involved.

The kinds of disagreement are taken from CLEF section 5.4 and Table 11, ODIE's discussion, and
Mayo's section 4. The numbers are factors on a profile's rates, by type; they are chosen so that the
types rank as in CLEF Tables 12-14, ODIE Tables 4 and 5 and Mayo Tables 3 and 4.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from goldsmith.core import Mention, Relation, RelationType
from goldsmith_demo.data_files import make_reader

Factors = Mapping[str, float]
#: Value -> value it is confused with -> factor.
Confusions = Mapping[str, Factors]


class Compound(NamedTuple):
    """Types of two mentions that annotators merge or split, and of the relation between them."""

    whole: str
    part: str
    relation: str
    part_first: bool = False
    """The relation leads from the part to the whole."""


class Roles(msgspec.Struct, frozen=True):
    """Factors and roles of a schema's types; by default, a type has the factor 1 and no role.

    In `hard` and `extents`, "*" stands for all types that are not listed.
    """

    hard: Factors = {}
    """Mention type (or class) -> how easily it is missed, or merged (signals)."""
    extents: Factors = {}
    """Mention type -> how easily annotators get its extent wrong."""
    greedy: frozenset[str] = frozenset()
    """Mention types whose extent may include words of other mentions."""
    typing: Confusions = {}
    """Mention type -> types it is confused with."""
    terms: tuple[Compound, ...] = ()
    """Terms that contain a place."""
    modifiers: tuple[Compound, ...] = ()
    """Places with the signals that modify them; only the first signal is split off."""
    measured: tuple[tuple[str, str], ...] = ()
    """(test, value): values that may be merged with the name of their test."""
    relations: Factors = {}
    """Relation type -> how easily it is missed."""
    domain: frozenset[str] = frozenset()
    """Relation types that require domain knowledge."""
    links: Factors = {}
    """Kind of link, or class of its anaphor -> how easily it is missed."""
    values: Mapping[str, Confusions] = {}
    """Attribute -> value -> values it is confused with; any other value by default."""
    class_attribute: str = ""
    """The attribute with the class of a mention, in schemas with a single type (ODIE)."""

    def get_factor(self, factors: Factors, mention: Mention) -> float:
        """Return the factor of a mention's class or type in `hard` or `extents`."""
        return factors.get(self.get_kind(mention), factors.get("*", 1.0))

    def get_kind(self, mention: Mention) -> str:
        """Return the class of a mention if the schema has classes, otherwise its type."""
        return mention.attributes.get(self.class_attribute, mention.type)

    def get_link_kind(self, rel: Relation, rule: RelationType) -> str:
        """Return the kind of a link: ODIE's attribute `relation_type`, otherwise the type."""
        return rel.attributes.get(next(iter(rule.identity_when), ""), rel.type)


_load_roles = make_reader(__package__, "roles", dict[str, Roles])


def find_roles(schema: str) -> Roles:
    """Return the roles of a built-in schema; other schemas have none."""
    return _load_roles().get(schema, Roles())
