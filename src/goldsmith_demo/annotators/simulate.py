"""What an annotator of a profile would have made of a document whose gold standard is known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Document, Provenance, Schema
from goldsmith_demo.annotators import roles as known_roles
from goldsmith_demo.annotators.draws import Draws
from goldsmith_demo.annotators.edits import mended
from goldsmith_demo.annotators.extents import extents
from goldsmith_demo.annotators.links import antecedents, links_missed, overlinked
from goldsmith_demo.annotators.occurrence import missed, spurious
from goldsmith_demo.annotators.profiles import Profile
from goldsmith_demo.annotators.reading import Lexicon, Reading, Siblings, common
from goldsmith_demo.annotators.relations import (
    relations_misplaced,
    relations_missed,
    relations_mistyped,
)
from goldsmith_demo.annotators.roles import Roles
from goldsmith_demo.annotators.terms import decomposition, granularity, modification, typing
from goldsmith_demo.annotators.values import attributes, codes, left_out, link_attributes

TOOL: Final = "goldsmith simulated annotator"

Mechanism = Callable[[Reading, AnnotationSet], AnnotationSet]

#: What goes wrong, in this order: terms before their extents, mentions before relations.
MECHANISMS: Final[tuple[Mechanism, ...]] = (
    decomposition,
    modification,
    granularity,
    typing,
    extents,
    missed,
    spurious,
    relations_missed,
    relations_mistyped,
    relations_misplaced,
    links_missed,
    antecedents,
    overlinked,
    link_attributes,
    attributes,
    left_out,
    codes,
)


def simulate(
    doc: Document,
    gold_set: AnnotationSet,
    profile: Profile,
    *,
    seed: int,
    schema: Schema,
    annotator: str = "",
    roles: Roles | None = None,
    lexicon: Lexicon | None = None,
    siblings: Siblings | None = None,
) -> AnnotationSet:
    """The set of one annotator, named after the annotator or else the profile.

    The same seed, annotator and document give the same set, whatever else is simulated before.
    Ids of the gold standard are kept. `roles` are those of the built-in schema of this name unless
    given, `lexicon` holds wordings that are mentions elsewhere, and `siblings` the codes that a
    code may be taken for.
    """
    name = annotator or profile.name
    reading = Reading(
        doc,
        gold_set,
        profile,
        Draws(seed, name, doc.id),
        schema=schema,
        roles=known_roles.of(schema.name) if roles is None else roles,
        lexicon=common(schema.name) if lexicon is None else lexicon,
        siblings=siblings,
    )
    made = gold_set
    for mechanism in MECHANISMS:
        after = mechanism(reading, made)
        made = made if after == made else mended(after, schema)
    made_by = Provenance("system", profile.name, tool=TOOL, sources=(gold_set.name,))
    return replace(made, name=name, provenance=made_by)
