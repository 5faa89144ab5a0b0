"""Simulate an annotator with a profile on a document with a gold standard, and the time taken."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import wraps
from typing import Final

from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Document, Mention, Provenance, Relation, Schema
from goldsmith.training.effort import estimate_minutes
from goldsmith_demo.annotators import edits, links, occurrence, relations, terms, values
from goldsmith_demo.annotators.draws import Draw, Draws
from goldsmith_demo.annotators.extents import change_extents
from goldsmith_demo.annotators.profiles import Profile
from goldsmith_demo.annotators.reading import Reading

TOOL: Final = "goldsmith simulated annotator"
#: CLEF: "not a simple function of document length"; 15 to 70 minutes for five narratives.
_SIGMA: Final = 0.55

#: Changes the annotations of a reading.
Mechanism = Callable[[Reading], None]
MentionError = Callable[[Reading, Mention, Draw], Mention]
RelationError = Callable[[Reading, Relation, Draw], Relation | None]


def _apply_to_mentions(name: str, change: MentionError) -> Mechanism:
    """Apply an error to each mention, with the draw of this name."""

    @wraps(change)
    def apply(reading: Reading) -> None:
        mentions = reading.annotations.mentions
        changes = {row.id: change(reading, row, reading.draw(name, row)) for row in mentions}
        reading.update(edits.replace_mentions(reading.annotations, changes))

    return apply


def _apply_to_relations(name: str, change: RelationError, *, links: bool = False) -> Mechanism:
    """Apply an error to each relation, or to each coreference link; None removes it."""

    @wraps(change)
    def apply(reading: Reading) -> None:
        def change_relation(rel: Relation) -> Relation | None:
            is_concerned = reading.is_link(rel) == links
            return change(reading, rel, reading.draw(name, rel)) if is_concerned else rel

        reading.update(edits.change_relations(reading.annotations, change_relation))

    return apply


#: The error mechanisms in order: terms before extents, mentions before relations.
MECHANISMS: Final[tuple[Mechanism, ...]] = (
    terms.decompose_terms,
    terms.confuse_modifiers,
    terms.coarsen_values,
    _apply_to_mentions("typing", terms.confuse_types),
    _apply_to_mentions("extent", change_extents),
    occurrence.miss_mentions,
    occurrence.add_spurious,
    _apply_to_relations("relation missed", relations.miss_relations),
    _apply_to_relations("relation type", relations.mistype_relations),
    relations.misplace_relations,
    _apply_to_relations("link missed", links.miss_links, links=True),
    _apply_to_relations("antecedent", links.change_antecedents, links=True),
    links.overlink,
    values.confuse_attributes,
    values.omit_values,
    _apply_to_mentions("code", values.confuse_codes),
)


def simulate(
    doc: Document,
    gold_set: AnnotationSet,
    profile: Profile,
    *,
    seed: int,
    schema: Schema,
    annotator: str = "",
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
    """
    name = annotator or profile.name
    reading = Reading(doc, gold_set, profile, Draws(seed, name, doc.id), schema)
    for mechanism in MECHANISMS:
        before = reading.annotations
        mechanism(reading)
        if reading.annotations != before:
            reading.update(edits.remove_invalid(reading.annotations, schema))
    provenance = Provenance("simulated", profile.name, tool=TOOL, sources=(gold_set.name,))
    return replace(reading.annotations, name=name, provenance=provenance)


def draw_minutes(
    doc: Document, annotation_set: AnnotationSet, profile: Profile, *, seed: int = 1
) -> float:
    """Draw the minutes that an annotator spends on a document.

    The time is log-normal; its mean is an estimate from words, mentions, relations and codes. The
    draw depends on the seed, the set's name and the document.
    """
    luck = Draw(seed, annotation_set.name, doc.id, "minutes").draw_normal()
    mean = profile.pace * estimate_minutes(doc, annotation_set)
    return mean * math.exp(_SIGMA * luck - _SIGMA**2 / 2)
