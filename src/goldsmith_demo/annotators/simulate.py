"""Simulation of an annotator with a profile on a document whose gold standard is known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Document, Provenance, Schema
from goldsmith_demo.annotators.draws import Draws
from goldsmith_demo.annotators.edits import remove_invalid
from goldsmith_demo.annotators.extents import change_extents
from goldsmith_demo.annotators.links import change_antecedents, miss_links, overlink
from goldsmith_demo.annotators.occurrence import add_spurious, miss_mentions
from goldsmith_demo.annotators.profiles import Profile
from goldsmith_demo.annotators.reading import Lexicon, Reading, Siblings, load_lexicon
from goldsmith_demo.annotators.relations import (
    misplace_relations,
    miss_relations,
    mistype_relations,
)
from goldsmith_demo.annotators.roles import Roles, find_roles
from goldsmith_demo.annotators.terms import (
    coarsen_values,
    confuse_modifiers,
    confuse_types,
    decompose_terms,
)
from goldsmith_demo.annotators.values import (
    confuse_attributes,
    confuse_codes,
    confuse_link_attributes,
    omit_values,
)

TOOL: Final = "goldsmith simulated annotator"

Mechanism = Callable[[Reading, AnnotationSet], AnnotationSet]

#: The error mechanisms in order: terms before their extents, mentions before relations.
MECHANISMS: Final[tuple[Mechanism, ...]] = (
    decompose_terms,
    confuse_modifiers,
    coarsen_values,
    confuse_types,
    change_extents,
    miss_mentions,
    add_spurious,
    miss_relations,
    mistype_relations,
    misplace_relations,
    miss_links,
    change_antecedents,
    overlink,
    confuse_link_attributes,
    confuse_attributes,
    omit_values,
    confuse_codes,
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
    """Simulate an annotator: return the gold set with the errors of a profile.

    The same seed, annotator and document give the same set, whatever else is simulated before. Ids
    of the gold standard are kept.

    Args:
        doc: the document.
        gold_set: its gold standard.
        profile: what the annotator does wrong, and how often.
        seed: of the draws.
        schema: of the gold standard.
        annotator: the name of the new set; by default that of the profile.
        roles: factors of the schema's types; by default those of the built-in schema.
        lexicon: wordings that are mentions elsewhere.
        siblings: returns the codes that a code may be confused with.
    """
    name = annotator or profile.name
    reading = Reading(
        doc,
        gold_set,
        profile,
        Draws(seed, name, doc.id),
        schema=schema,
        roles=find_roles(schema.name) if roles is None else roles,
        lexicon=load_lexicon(schema.name) if lexicon is None else lexicon,
        siblings=siblings,
    )
    annotation_set = gold_set
    for mechanism in MECHANISMS:
        changed = mechanism(reading, annotation_set)
        annotation_set = (
            annotation_set if changed == annotation_set else remove_invalid(changed, schema)
        )
    provenance = Provenance("simulated", profile.name, tool=TOOL, sources=(gold_set.name,))
    return replace(annotation_set, name=name, provenance=provenance)
