"""Annotator profiles: error rates, tuned to the agreement that the papers report.

A rate is the share of the places where an error is possible: `missed` refers to all mentions,
`typing` to mentions of a type that is confused with another, `decomposition` to terms that can be
split or merged. Factors for types, places and people multiply the rates (see `roles` and
`reading`). The built-in profiles are in `data/profiles.toml`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec


class Profile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The error rates of a kind of annotator. Rates of 0 reproduce the gold standard."""

    name: str
    title: str = ""
    missed: float = 0.0
    """Missed mentions."""
    spurious: float = 0.0
    """Spurious mentions per mention of the gold standard."""
    extent: float = 0.0
    typing: float = 0.0
    decomposition: float = 0.0
    granularity: float = 0.0
    modification: float = 0.0
    relation_missed: float = 0.0
    relation_type: float = 0.0
    relation_argument: float = 0.0
    link_missed: float = 0.0
    link_antecedent: float = 0.0
    overlinked: float = 0.0
    link_type: float = 0.0
    """Confusion of identity, set/subset and part/whole (ODIE)."""
    attribute: float = 0.0
    """Wrong attribute values of mentions (Mayo's context and status, ODIE's classes)."""
    link_attribute: float = 0.0
    """Wrong values of other attributes of relations (ODIE's Bagga class)."""
    left_out: float = 0.0
    """Optional attributes left empty."""
    code: float = 0.0
    pronouns: float = 1.0
    """Factor on missed pronouns and missed links of pronouns; below 1 for linguists."""
    domain: float = 1.0
    """Factor on missed relations that require domain knowledge; below 1 for clinicians."""
    genres: Mapping[str, float] = {}
    """Document type -> factor on all rates except missed relations, which do not vary by type."""
    shared: float = 0.0
    """Share of the decisions on mentions drawn from the pool that all annotators have in common."""
    shared_relations: float = 0.0
    """The same for decisions on relations."""
    complementary: float = 0.0
    """Share of the decisions on relations in which two annotators never err at the same place."""
    mirrored: bool = False
    """Swap the complement, for a pair of names that `draws` does not tell apart."""
    links: Mapping[str, float] = {}
    """Kind of link or class of its anaphor -> factor on missed links, on top of the schema's."""
    spread: float = 0.0
    """How much annotators of this kind differ: sigma of a log-normal factor on all rates."""
    pace: float = 1.0
    """Factor on the minutes spent on a document."""


#: Fields that are probabilities, from 0 to 1.
RATES: Final = (
    "missed spurious extent typing decomposition granularity modification relation_missed "
    "relation_type relation_argument link_missed link_antecedent overlinked link_type attribute "
    "link_attribute left_out code shared shared_relations complementary"
).split()
#: Fields that are factors, 0 or more.
FACTORS: Final = "pronouns domain spread pace".split()
