"""What is hard in a schema, and which of its types take part in the published differences.

The shapes of difference are those of CLEF section 5.4 and Table 11, of ODIE's discussion, and of
Mayo's section 4; the numbers beside them are factors on a profile's rates, by type, so that the
order of types comes out as in CLEF Tables 12-14, ODIE Tables 4 and 5 and Mayo Tables 3 and 4.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from goldsmith.core import Mention, Relation, RelationType
from goldsmith_demo.data_files import make_reader

Factors = Mapping[str, float]
#: Value -> value it is confused with -> factor.
Confusions = Mapping[str, Factors]


class Roles(msgspec.Struct, frozen=True):
    """Factors and roles of a schema; a type that is not named has the factor 1, or no role."""

    hard: Factors = {}
    """Mention type (or class) -> how easily it is missed, or found where there is none."""
    extents: Factors = {}
    """Mention type -> how easily its extent goes wrong."""
    greedy: frozenset[str] = frozenset()
    """Mention types whose extent may include words of other mentions."""
    typing: Confusions = {}
    """Mention type -> types it is confused with."""
    terms: tuple[tuple[str, str, str], ...] = ()
    """(whole, place, relation): terms that may be split or merged."""
    modifiers: tuple[tuple[str, str, str], ...] = ()
    """(signal, place, relation): signals that may be merged with, or split off, a place."""
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
    """The attribute that holds the class of a mention, if the type does not tell (ODIE)."""

    def get_kind(self, mention: Mention) -> str:
        """Return what a mention is: its type, or its class if one type holds everything."""
        return mention.attributes.get(self.class_attribute, mention.type)

    def get_link_kind(self, rel: Relation, rule: RelationType) -> str:
        """Return the kind of a link: ODIE's relation type, or else the type itself."""
        for name in rule.identity_when:
            return rel.attributes.get(name, rel.type)
        return rel.type


_load_roles = make_reader(__package__, "roles", dict[str, Roles])


def find_roles(schema: str) -> Roles:
    """Return the roles of a built-in schema; none for other schemas."""
    return _load_roles().get(schema, Roles())
