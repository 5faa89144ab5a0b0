"""Kinds of annotators: structs of rates, tuned on the agreement that the papers print.

A rate states how often an error occurs where it can: `missed` is over all mentions, `typing`
over those of a type that is confused with another, `decomposition` over terms that can be split or
merged. Factors for types, places and people come on top (see `roles` and `reading`). The built-in
profiles are in `data/profiles.toml`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec


class Profile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What annotators of a kind do wrong, and how often. All rates at 0 reproduce the gold."""

    name: str
    title: str = ""
    missed: float = 0.0
    """Mentions overlooked."""
    spurious: float = 0.0
    """Spurious mentions for each mention of the gold standard."""
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
    """ODIE: identity, set/subset and part/whole confused with each other."""
    attribute: float = 0.0
    """Attribute values of mentions confused (Mayo's context and status, ODIE's classes)."""
    link_attribute: float = 0.0
    """Other attribute values of relations confused with others (ODIE's Bagga class)."""
    left_out: float = 0.0
    """Optional values not filled in."""
    code: float = 0.0
    pronouns: float = 1.0
    """Factor on missing pronouns and their links; below 1 for linguists."""
    domain: float = 1.0
    """Factor on missing relations that require domain knowledge; below 1 for clinicians."""
    genres: Mapping[str, float] = {}
    """Document type -> factor on rates, except on missed relations (no difference by type)."""
    shared: float = 0.0
    """Share of the decisions on mentions drawn from the pool that all annotators have in common."""
    shared_relations: float = 0.0
    """The same for decisions on relations."""
    complementary: float = 0.0
    """Share of the decisions on relations in which two annotators never err at the same place."""
    mirrored: bool = False
    """Swap the two annotators if their names do not tell them apart (see `draws`)."""
    links: Mapping[str, float] = {}
    """Kind of link, or class of its anaphor -> factor on missing it, besides that of the schema."""
    spread: float = 0.0
    """How much annotators of this kind differ: sigma of a log-normal factor on all rates."""
    pace: float = 1.0
    """Factor on the minutes that a document takes."""


#: Fields that are chances, from 0 to 1.
RATES: Final = (
    "missed spurious extent typing decomposition granularity modification relation_missed "
    "relation_type relation_argument link_missed link_antecedent overlinked link_type attribute "
    "link_attribute left_out code shared shared_relations complementary"
).split()
#: Fields that are factors, 0 or more.
FACTORS: Final = "pronouns domain spread pace".split()
