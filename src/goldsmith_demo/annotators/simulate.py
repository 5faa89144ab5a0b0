"""Simulate an annotator with a profile on a document with a gold standard."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Document, Provenance, Schema
from goldsmith_demo.annotators import links, occurrence, relations, terms, values
from goldsmith_demo.annotators.draws import Draws
from goldsmith_demo.annotators.edits import remove_invalid
from goldsmith_demo.annotators.extents import change_extents
from goldsmith_demo.annotators.mechanisms import Mechanism
from goldsmith_demo.annotators.profiles import Profile
from goldsmith_demo.annotators.reading import Reading, Siblings
from goldsmith_demo.annotators.roles import Roles, find_roles

TOOL: Final = "goldsmith simulated annotator"

#: The error mechanisms in order: terms before extents, mentions before relations.
MECHANISMS: Final[tuple[Mechanism, ...]] = (
    terms.decompose_terms,
    terms.confuse_modifiers,
    terms.coarsen_values,
    terms.confuse_types,
    change_extents,
    occurrence.miss_mentions,
    occurrence.add_spurious,
    relations.miss_relations,
    relations.mistype_relations,
    relations.misplace_relations,
    links.miss_links,
    links.change_antecedents,
    links.overlink,
    values.confuse_attributes,
    values.omit_values,
    values.confuse_codes,
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
    siblings: Siblings | None = None,
) -> AnnotationSet:
    """Simulate an annotator: return the gold set with the errors of a profile.

    The same seed, annotator and document give the same set, in any order of simulations. The ids
    of the gold standard are kept.

    Args:
        doc: the document.
        gold_set: its gold standard.
        profile: the error rates.
        seed: the seed of the draws.
        schema: the schema of the gold standard.
        annotator: the name of the new set; by default the name of the profile.
        roles: the factors of the schema's types; by default the built-in ones.
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
        siblings=siblings,
    )
    for mechanism in MECHANISMS:
        before = reading.annotations
        mechanism(reading)
        if reading.annotations != before:
            reading.update(remove_invalid(reading.annotations, schema))
    provenance = Provenance("simulated", profile.name, tool=TOOL, sources=(gold_set.name,))
    return replace(reading.annotations, name=name, provenance=provenance)
