"""Kinds of annotators: frozen structs of rates, tuned on the agreement that the papers print.

A rate says how often something goes wrong where it can: `missed` is over all mentions, `typing`
over those of a type that is taken for another, `decomposition` over terms that can be taken apart
or together. Factors for types, places and people come on top (see `roles` and `reading`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec
from msgspec.structs import replace

from goldsmith.errors import UnknownName


class Profile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What annotators of one kind do wrong, and how often. All rates at 0 give back the gold."""

    name: str
    title: str = ""
    missed: float = 0.0
    """Mentions passed over."""
    spurious: float = 0.0
    """Mentions that are none, for each mention of the gold standard."""
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
    """ODIE: identity, set/subset or part/whole taken for one another."""
    attribute: float = 0.0
    """Values of mentions taken for another (Mayo's context and status, ODIE's classes)."""
    link_attribute: float = 0.0
    """Other values of relations taken for another (ODIE's Bagga class)."""
    left_out: float = 0.0
    """Optional values not given at all."""
    code: float = 0.0
    pronouns: float = 1.0
    """Factor on missing pronouns and what they refer to; linguists have less than 1."""
    domain: float = 1.0
    """Factor on missing relations that take knowledge of the field; clinicians less than 1."""
    genres: Mapping[str, float] = {}
    """Document type -> factor on rates; missing relations apart, which did not differ by type."""
    shared: float = 0.0
    """Part of the decisions on mentions that come from the pool which all annotators share."""
    shared_relations: float = 0.0
    """The same for decisions on relations."""
    complementary: float = 0.0
    """Part of the decisions on relations in which two annotators do not err at the same place."""
    mirrored: bool = False
    """Of the two, the other one, where the names do not tell them apart (see `draws`)."""
    links: Mapping[str, float] = {}
    """Kind of link, or class of its anaphor -> factor on missing it, on top of the schema's."""
    spread: float = 0.0
    """How much annotators of this kind differ: the sigma of a log-normal factor on all rates."""
    pace: float = 1.0
    """Factor on the minutes that a document takes."""


#: Fields that are chances: none of them below 0 or above 1.
RATES: Final = (
    "missed spurious extent typing decomposition granularity modification relation_missed "
    "relation_type relation_argument link_missed link_antecedent overlinked link_type attribute "
    "link_attribute left_out code shared shared_relations complementary"
).split()
#: Fields that are factors: none of them below 0.
FACTORS: Final = "pronouns domain spread pace".split()

EXPERT: Final = Profile(
    "expert",
    "Wrote the guidelines: CLEF's D1 and D2",
    missed=0.1,
    spurious=0.05,
    extent=0.12,
    typing=0.03,
    decomposition=0.12,
    granularity=0.08,
    modification=0.06,
    relation_missed=0.29,
    relation_type=0.02,
    relation_argument=0.08,
    link_missed=0.3,
    link_antecedent=0.06,
    overlinked=0.04,
    link_type=0.15,
    attribute=0.05,
    link_attribute=0.10,
    code=0.08,
    shared=0.2,
    shared_relations=0.0,
    complementary=0.8,  # the consensus is theirs: what one missed, the other had
    spread=0.10,
)
TRAINEE: Final = replace(
    EXPERT,
    name="trainee",
    title="Two and a half hours of training: CLEF's annotators 1 to 7",
    missed=0.10,
    extent=0.14,
    relation_missed=0.6,
    relation_type=0.06,
    relation_argument=0.18,
    link_missed=0.52,
    link_antecedent=0.15,
    overlinked=0.14,
    shared=0.6,
    shared_relations=0.0,
    complementary=0.0,
    spread=0.20,
    pace=1.1,
)
ANNOTATOR: Final = replace(
    EXPERT,
    name="annotator",
    title="Trained and in practice: CLEF's double annotators of the whole corpus",
    missed=0.095,
    spurious=0.05,
    extent=0.1,
    typing=0.04,
    relation_missed=0.27,
    link_missed=0.30,
    shared=0.45,
    shared_relations=0.4,
    complementary=0.0,
    # Reports were harder than narratives: Tables 12 to 14.
    genres={"histopathology": 1.6, "imaging": 1.5},
)
CLINICIAN: Final = replace(
    TRAINEE,
    name="clinician",
    title="Knows the field, hardly the guidelines: CLEF's C",
    missed=0.22,
    spurious=0.13,
    extent=0.28,
    typing=0.08,
    relation_missed=0.85,
    relation_type=0.08,
    relation_argument=0.2,
    link_missed=0.60,
    domain=0.8,
    pronouns=1.6,
    shared=0.6,
    spread=0.10,
    shared_relations=0.4,
)
BIOLOGIST: Final = replace(
    CLINICIAN,
    name="biologist",
    title="Life science with some linguistics: CLEF's B",
    missed=0.15,
    spurious=0.08,
    extent=0.22,
    typing=0.06,
    relation_missed=0.7,
    domain=1.0,
    pronouns=0.8,
)
LINGUIST: Final = replace(
    CLINICIAN,
    name="linguist",
    title="Knows language, not the field: CLEF's L",
    missed=0.21,
    spurious=0.11,
    extent=0.22,
    relation_missed=0.68,
    link_missed=0.40,
    domain=1.25,
    pronouns=0.4,
    shared=0.45,
    shared_relations=0.0,
)
RETRIEVER: Final = replace(
    EXPERT,
    name="retriever",
    title="Reads records for a living: Mayo's A1 to A4, ODIE's A1 and A2",
    missed=0.085,
    spurious=0.05,
    extent=0.12,
    link_missed=0.08,
    link_antecedent=0.12,
    overlinked=0.35,
    link_type=0.12,
    attribute=0.08,
    left_out=1.0,
    code=0.105,
    # Pathology notes were harder than clinical ones: ODIE Table 1.
    genres={"histopathology": 1.1},
    shared=0.3,
    shared_relations=0.3,
    complementary=0.0,
)
ENGINEER: Final = replace(
    RETRIEVER,
    name="engineer",
    title="Builds ontologies and knows linguistics: ODIE's A3",
    link_missed=0.025,
    link_antecedent=0.025,
    overlinked=0.08,
    link_type=0.06,
    left_out=0.0,
    pronouns=0.6,
    genres={"histopathology": 1.6},
    shared_relations=0.0,
)
# In front of another hospital's notes the two saw different things: the one people, the other
# places and procedures (ODIE Table 9), and the gold standard is nearly all that either had: of its
# 3660 pairs one has 2134, the other 2166, and both have 1032 (Tables 6 and 7).
RETRIEVER_AWAY: Final = replace(
    RETRIEVER,
    name="retriever-away",
    title="A retriever who does not know the hospital: ODIE's A1 on UPMC's notes",
    link_missed=0.12,
    links={"people": 1.2, "anatomy": 8.0, "disorders": 2.0, "sign/symptom": 1.7},
    genres={"discharge summary": 0.6},
    shared_relations=0.0,
    complementary=0.9,
)
ENGINEER_AWAY: Final = replace(
    ENGINEER,
    name="engineer-away",
    title="An engineer who does not know the hospital: ODIE's A3 on UPMC's notes",
    link_missed=0.12,
    link_antecedent=0.06,
    links={
        "people": 4.2,
        "anatomy": 0.4,
        "disorders": 0.9,
        "procedures": 0.5,
        "sign/symptom": 1.2,
        "part/whole": 2.0,
    },
    genres={"emergency": 2.0, "discharge summary": 0.55},
    complementary=0.9,
    mirrored=True,
)
CONSENSUS: Final = replace(
    EXPERT,
    name="consensus",
    title="Two annotators who settled their differences: Mayo's C1 and C2",
    missed=0.063,
    spurious=0.03,
    extent=0.085,
    typing=0.01,
    complementary=0.0,
    relation_missed=0.10,
    link_missed=0.08,
    link_type=0.05,
    attribute=0.051,
    code=0.055,
    pace=0.38,
)
PERFECT: Final = Profile("perfect", "Makes no errors: the gold standard under another name")

PROFILES: Final[Mapping[str, Profile]] = {
    profile.name: profile
    for profile in (
        EXPERT,
        TRAINEE,
        ANNOTATOR,
        CLINICIAN,
        BIOLOGIST,
        LINGUIST,
        RETRIEVER,
        ENGINEER,
        RETRIEVER_AWAY,
        ENGINEER_AWAY,
        CONSENSUS,
        PERFECT,
    )
}


def find(name: str, own: Mapping[str, Profile] | None = None) -> Profile:
    """The profile of a name, from one's own or the built-in ones."""
    known = {**PROFILES, **(own or {})}
    if name not in known:
        raise UnknownName("annotator profile", name, known)
    return known[name]
