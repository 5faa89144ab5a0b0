"""The classes of differences, the difference itself, and the mention types the classes depend on.

The first eight classes come from CLEF (Roberts et al. 2009, section 5.4 and Table 11), the next
three from the i2b2 coreference task (Uzuner et al. 2012, appendix II). The classes of attributes
and codes, and the classes that name a cause, follow the discussions in Ogren et al. 2008 (section
4) and CLEF (section 4.3).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from goldsmith.differences.words import SERVICES

Kind = Literal["mention", "relation", "coreference", "attribute", "code"]

OCCURRENCE: Final = "occurrence"
EXTENT: Final = "textual extent"
TYPING: Final = "typing"
DECOMPOSITION: Final = "term decomposition"
GRANULARITY: Final = "granularity"
AMBIGUITY: Final = "term ambiguity"
LOCUS: Final = "locus modification"
COMPOUND: Final = "compound"
OVERLINKING: Final = "overlinking"
UNDERLINKING: Final = "underlinking"
UNRELATED: Final = "unrelated chaining"
VALUE: Final = "attribute value"
CONCEPT: Final = "concept"
PARENT_CHILD: Final = "parent and child"
SIBLINGS: Final = "siblings"
ANCESTOR: Final = "ancestor"
CUI_LESS_CODE: Final = "without a concept"
UNCODED: Final = "without a code"
CONDITIONAL: Final = "conditional"
LIFELONG: Final = "lifelong disease"
COORDINATION: Final = "coordination"
HEADING: Final = "heading"
SET_MEMBER: Final = "set and member"

#: Class -> its meaning, in the order in which the classes are reported.
CLASSES: Final[Mapping[str, str]] = {
    OCCURRENCE: "one annotator marked it and the other did not",
    EXTENT: "overlapping spans of the same type",
    TYPING: "the same words with another type",
    DECOMPOSITION: "one mention for one annotator, several parts of it for the other",
    GRANULARITY: "a whole for one annotator, a component of it close by for the other",
    AMBIGUITY: "the words may be used in another sense than the type says",
    LOCUS: "a body site and its modifiers, divided or typed in two ways",
    COMPOUND: "connected differences of three or more classes",
    OVERLINKING: "the second set links mentions that the first keeps apart",
    UNDERLINKING: "the second set keeps apart mentions that the first links",
    UNRELATED: "chains joined only through a mention with more general words",
    VALUE: "the same mention with another value of an attribute",
    CONCEPT: "the same mention with another code",
    PARENT_CHILD: "two codes, one the parent of the other",
    SIBLINGS: "codes with a common parent",
    ANCESTOR: "two codes, one more than one step above the other",
    CUI_LESS_CODE: "a code from one annotator, CUI-less from the other",
    UNCODED: "a code from one annotator, none from the other",
    CONDITIONAL: "a status in a conditional sentence",
    LIFELONG: "current or history, after the words for a history",
    COORDINATION: "spans of one or of several coordinated modifiers of the same word",
    HEADING: "a heading in the span of one annotator",
    SET_MEMBER: "a set linked to one of its members",
}

#: Classes that name a possible cause of a difference of another class.
CAUSES: Final = frozenset(
    {
        AMBIGUITY,
        PARENT_CHILD,
        SIBLINGS,
        ANCESTOR,
        CUI_LESS_CODE,
        UNCODED,
        CONDITIONAL,
        LIFELONG,
        COORDINATION,
        HEADING,
        SET_MEMBER,
    }
)


class Roles(msgspec.Struct, frozen=True):
    """The mention types and words that some of the classes depend on; the defaults are CLEF's."""

    locus: frozenset[str] = frozenset({"Locus"})
    """Types that denote a body site."""
    modifiers: frozenset[str] = frozenset({"Sub-location", "Laterality"})
    """Types of signals that modify a body site."""
    granular: frozenset[str] = frozenset({"Investigation"})
    """Types with components of the same type, such as a panel of tests and a single test."""
    near: int = 5
    """The greatest number of words between a whole and its component."""
    services: frozenset[str] = SERVICES
    """Lower-case words before which a body site names a service (the renal team)."""
    status: frozenset[str] = frozenset({"status", "assertion", "certainty", "polarity"})
    """Attributes that state whether the patient has something, which conditions leave open."""
    context: frozenset[str] = frozenset({"context", "temporality"})
    """Attributes that state whether something is current or past."""


#: The types of the CLEF schema.
CLEF: Final = Roles()


class Confusion(msgspec.Struct, frozen=True, gc=False):
    """The values of an attribute in the two sets, "" if it is absent; codes are joined by "+"."""

    attribute: str
    """The name of the attribute, or "code"."""
    a: str
    b: str


class Difference(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A difference between two sets: its classes, the rule that decided, and its place.

    `a` and `b` are the ids of the annotations that differ: relations if the kind is relation,
    mentions otherwise. `relations_a` and `relations_b` are the relations that differ only as a
    consequence of a difference between mentions; they are not counted again. A difference in an
    attribute or a code has the two values in `confusion`.
    """

    document: str
    kind: Kind
    classes: tuple[str, ...]
    a: tuple[str, ...]
    b: tuple[str, ...]
    rule: str
    start: int
    end: int
    types: tuple[str, ...] = ()
    """The types of the annotations named in `a` and `b`."""
    relations_a: tuple[str, ...] = ()
    relations_b: tuple[str, ...] = ()
    confusion: Confusion | None = None
