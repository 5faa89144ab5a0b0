"""Differences between two annotation sets, classified by explicit rules.

The classes come from CLEF (Roberts et al. 2009), the i2b2 coreference task (Uzuner et al. 2012) and
the Mayo corpus (Ogren et al. 2008); docs/reference/differences.md describes the rules.
"""

from __future__ import annotations

from goldsmith.core import AnnotationSet, Document, Schema
from goldsmith.differences.classes import CLASSES, CLEF, Confusion, Difference, Kind, Roles
from goldsmith.differences.compounds import group_differences
from goldsmith.differences.context import Context
from goldsmith.differences.coreference import compare_chains
from goldsmith.differences.counts import count_by_type, count_classes
from goldsmith.differences.mentions import classify_mentions
from goldsmith.differences.relations import NodeNames, compare_relations
from goldsmith.differences.report import DifferenceBuilder
from goldsmith.differences.traits import compare_traits
from goldsmith.differences.unmatched import UnmatchedMentions
from goldsmith.metrics.engine.hierarchy import Distances, Hierarchy

__all__ = [
    "CLASSES",
    "CLEF",
    "Confusion",
    "Difference",
    "Kind",
    "Roles",
    "count_by_type",
    "count_classes",
    "find_differences",
]


def find_differences(
    doc: Document,
    a: AnnotationSet,
    b: AnnotationSet,
    schema: Schema | None,
    *,
    roles: Roles = CLEF,
    hierarchy: Hierarchy | None = None,
) -> tuple[Difference, ...]:
    """Find and classify the differences between two annotation sets, in text order.

    Args:
        doc: The document that both sets annotate.
        a: The first set, which is the reference.
        b: The second set.
        schema: The schema of both; without it, chains are not compared.
        roles: The mention types and attributes that some of the classes depend on.
        hierarchy: The hierarchy of the codes, to distinguish parents and siblings from other codes.

    Example:
        >>> differences = find_differences(doc, doc.sets["anna"], doc.sets["ben"], schema)
        >>> count_classes(differences)
        {'occurrence': 12, 'textual extent': 7, 'typing': 2}
    """
    context = Context(doc, (a, b), schema, roles)
    unmatched = UnmatchedMentions(a.mentions, b.mentions)
    classification = classify_mentions(unmatched, context)
    counterparts = {
        **unmatched.exact,
        **_find_counterparts(unmatched, classification.retyped),
    }
    names, mentions = NodeNames(counterparts), context.mentions_by_id
    relations = compare_relations(context, names)
    builder = DifferenceBuilder(context, unmatched, relations.consequences)
    groups = group_differences(classification.clusters, relations, unmatched, context, names)
    chains = compare_chains(context.chains[0], context.chains[1], counterparts)
    pairs = ((mentions[0][a], mentions[1][b]) for a, b in counterparts.items())
    traits = compare_traits(pairs, context, Distances(hierarchy) if hierarchy else None)
    differences = [
        *map(builder.build_group, groups),
        *map(builder.build_link, chains),
        *map(builder.build_trait, traits),
    ]
    return tuple(sorted(differences, key=_get_sort_key))


def _find_counterparts(unmatched: UnmatchedMentions, retyped: dict[int, int]) -> dict[str, str]:
    """Map the mentions of a to their counterparts in b, even with other spans or types."""
    pairs = {**retyped, **unmatched.counterpart}
    ids = [mention.id for mention in unmatched.mentions]
    return {ids[i]: ids[j] for i, j in pairs.items() if unmatched.get_side(i) == 0}


def _get_sort_key(difference: Difference) -> tuple[object, ...]:
    return (
        difference.start,
        difference.end,
        difference.kind,
        difference.classes,
        difference.a,
        difference.b,
        difference.confusion.attribute if difference.confusion else "",
    )
