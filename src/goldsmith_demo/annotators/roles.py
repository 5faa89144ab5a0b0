"""What is hard in a schema, and which of its types play which part in the known differences.

The shapes of difference are those of CLEF section 5.4 and Table 11, of ODIE's discussion, and of
Mayo's section 4; the numbers beside them are factors on a profile's rates, by type, so that the
order of types comes out as in CLEF Tables 12-14, ODIE Tables 4 and 5 and Mayo Tables 3 and 4.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from goldsmith.core import Mention, Relation, RelationType

Factors = Mapping[str, float]
#: Value -> what it is taken for -> how often.
Confusions = Mapping[str, Factors]


class Roles(msgspec.Struct, frozen=True):
    """Factors and roles of one schema; whatever is not named has the factor 1, or no role."""

    hard: Factors = {}
    """Mention type (or class) -> how easily it is missed or seen where it is not."""
    extents: Factors = {}
    """Mention type -> how easily its extent goes wrong."""
    greedy: frozenset[str] = frozenset()
    """Mention types whose extent may also take in words of other mentions."""
    typing: Confusions = {}
    """Mention type -> what it is taken for."""
    terms: tuple[tuple[str, str, str], ...] = ()
    """(whole, place, relation): terms that may be taken apart or together."""
    modifiers: tuple[tuple[str, str, str], ...] = ()
    """(signal, place, relation): signals that may be swallowed by, or split off, a place."""
    measured: tuple[tuple[str, str], ...] = ()
    """(test, value): values that may swallow the name of their test."""
    relations: Factors = {}
    """Relation type -> how easily it is missed."""
    domain: frozenset[str] = frozenset()
    """Relation types that take knowledge of the field."""
    links: Factors = {}
    """Kind of link, or class of its anaphor -> how easily it is missed."""
    values: Mapping[str, Confusions] = {}
    """Attribute -> value -> what it is taken for; any other value where nothing is said."""
    class_attribute: str = ""
    """The attribute that says what a mention is, where the type does not (ODIE)."""

    def kind(self, mention: Mention) -> str:
        """What a mention is: its type, or its class where one type holds everything."""
        return mention.attributes.get(self.class_attribute, mention.type)

    def link_kind(self, rel: Relation, rule: RelationType) -> str:
        """What kind of link a relation is: ODIE's relation type, or else the type itself."""
        for name in rule.identity_when:
            return rel.attributes.get(name, rel.type)
        return rel.type


CLEF: Final = Roles(
    hard={
        "Laterality": 0.1,
        "Condition": 0.8,
        "Locus": 0.8,
        "Drug-or-device": 0.9,
        "Investigation": 1.0,
        "Result": 1.5,
        "Negation": 1.3,
        "Intervention": 1.8,
        "Sub-location": 2.2,
    },
    extents={
        "Laterality": 0.1,
        "Drug-or-device": 0.3,
        "Intervention": 0.6,
        "Sub-location": 0.6,
        "Result": 1.2,
        "Investigation": 1.2,
        "Negation": 1.5,
    },
    greedy=frozenset({"Negation"}),
    typing={
        "Condition": {"Result": 0.5},
        "Result": {"Condition": 1.2},
        "Investigation": {"Intervention": 0.8},
        "Intervention": {"Investigation": 2.5},
        "Sub-location": {"Locus": 1.0},
        "Locus": {"Sub-location": 0.15},
    },
    terms=(
        ("Condition", "Locus", "has_location"),
        ("Investigation", "Locus", "has_target"),
        ("Intervention", "Locus", "has_target"),
    ),
    modifiers=(
        ("Sub-location", "Locus", "sub_location_modifies"),
        ("Laterality", "Locus", "laterality_modifies"),
    ),
    measured=(("Investigation", "Result"),),
    relations={
        "has_indication": 2.0,
        "has_target": 1.2,
        "has_finding": 1.0,
        "has_location": 0.7,
        "negation_modifies": 0.25,
        "laterality_modifies": 0.25,
        "sub_location_modifies": 0.15,
    },
    domain=frozenset({"has_indication", "has_finding"}),
)

#: Markables were marked beforehand: they are hardly missed, and their extents given.
_CLASSES: Final = (
    "anatomy",
    "disorders",
    "sign/symptom",
    "procedures",
    "laboratory or test result",
    "indicator, reagent, or diagnostic aid",
    "organ or tissue function",
    "other",
    "none",
)

ODIE: Final = Roles(
    hard={"people": 0.1, **dict.fromkeys(_CLASSES, 0.3)},
    extents={"people": 0.1, **dict.fromkeys(_CLASSES, 0.1)},
    links={
        "people": 0.85,
        "disorders": 2.0,
        "sign/symptom": 3.3,
        "anatomy": 4.2,
        "procedures": 6.0,
        "part/whole": 1.5,
        "set/subset": 1.2,
    },
    values={
        "relation_type": {
            "identity": {"set/subset": 0.08, "part/whole": 0.06, "other": 0.04},
            "set/subset": {"identity": 1.5, "part/whole": 1.5},
            "part/whole": {"identity": 1.5, "set/subset": 1.0},
            "other": {"identity": 1.0},
        },
        "bagga_class": {
            "ontology knowledge": {"identical lexical heads": 1.0, "synonyms": 1.0},
            "identical lexical heads": {"substring matches": 0.6, "ontology knowledge": 0.4},
        },
    },
    class_attribute="semantic_class",
)

MAYO: Final = Roles(
    values={
        "status": {
            "possible": {"negated": 1.5, "confirmed": 0.8},
            "negated": {"possible": 0.8},
            "confirmed": {"possible": 0.5},
        },
        "context": {
            "history of": {"current": 1.6},
            "current": {"history of": 0.8},
            "family history of": {"history of": 0.5},
        },
    },
)

ROLES: Final[Mapping[str, Roles]] = {"clef": CLEF, "odie": ODIE, "mayo-disorder": MAYO}


def of(schema: str) -> Roles:
    """The roles of a built-in schema; without any for a schema that nobody described."""
    return ROLES.get(schema, Roles())
