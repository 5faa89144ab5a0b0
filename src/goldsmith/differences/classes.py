"""The classes of difference, what one difference says, and the types the classes speak of.

The first eight are those of CLEF (Roberts et al. 2009, section 5.4 and Table 11), the last three
those of the i2b2 coreference task (Uzuner et al. 2012, appendix II).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from goldsmith.differences.words import SERVICES

Kind = Literal["mention", "relation", "coreference"]

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

#: Class -> what it means, in the order in which they are reported.
CLASSES: Final[Mapping[str, str]] = {
    OCCURRENCE: "one annotator marked it and the other did not",
    EXTENT: "overlapping spans of the same type",
    TYPING: "the same words with another type",
    DECOMPOSITION: "one mention for one annotator, several parts of it for the other",
    GRANULARITY: "a whole for one annotator, a component of it close by for the other",
    AMBIGUITY: "the words may be used in another sense than the type says",
    LOCUS: "a place in the body and what modifies it, divided or typed in two ways",
    COMPOUND: "three or more differences that hang together",
    OVERLINKING: "the second set links mentions that the first keeps apart",
    UNDERLINKING: "the second set keeps apart mentions that the first links",
    UNRELATED: "chains joined only through a mention of more general words",
}


class Roles(msgspec.Struct, frozen=True):
    """The mention types and words that some of the classes speak of; the defaults are CLEF's."""

    locus: frozenset[str] = frozenset({"Locus"})
    """Types that stand for a place in the body."""
    modifiers: frozenset[str] = frozenset({"Sub-location", "Laterality"})
    """Types of the signals that modify such a place."""
    granular: frozenset[str] = frozenset({"Investigation"})
    """Types that have parts of the same type: a panel of tests and one test of it."""
    near: int = 5
    """How many words may stand between a whole and its component."""
    services: frozenset[str] = SERVICES
    """Words before which a place in the body names a service (the renal team), in lower case."""


#: The types of the CLEF schema.
CLEF: Final = Roles()


class Difference(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One disagreement of two sets: what it is, which rule said so, and where it stands.

    `a` and `b` are the ids of the annotations that differ: mentions, or relations where the kind
    is relation. `relations_a` and `relations_b` are the relations that a difference of mentions
    brings with it; they are counted nowhere else.
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
