"""Why two sets differ: every disagreement, sorted into classes by rules that are written down."""

from __future__ import annotations

from goldsmith.core import AnnotationSet, Document, Schema
from goldsmith.differences import coreference, mentions, relations
from goldsmith.differences.classes import CLASSES, CLEF, Difference, Kind, Roles
from goldsmith.differences.compounds import places
from goldsmith.differences.context import Context
from goldsmith.differences.counts import by_type, summary
from goldsmith.differences.report import Reporter
from goldsmith.differences.unmatched import Unmatched

__all__ = ["CLASSES", "CLEF", "Difference", "Kind", "Roles", "by_type", "differences", "summary"]


def differences(
    doc: Document,
    a: AnnotationSet,
    b: AnnotationSet,
    schema: Schema | None,
    *,
    roles: Roles = CLEF,
) -> tuple[Difference, ...]:
    """Every difference between two sets of a document, in text order; a is the reference.

    Without a schema nothing is known of identity: chains are not compared. Attributes and codes
    are not looked at.
    """
    context = Context(doc, (a, b), schema, roles)
    rest = Unmatched(a.mentions, b.mentions)
    found = mentions.sort(rest, context)
    twins = {**rest.exact, **_twins(rest, found.retyped)}
    names = relations.Names(twins)
    compared = relations.compare(context, names)
    reporter = Reporter(context, rest, compared.following)
    all_places = places(found.clusters, compared, rest, context, names)
    all_links = coreference.compare(context.chains[0], context.chains[1], twins)
    every = [*map(reporter.place, all_places), *map(reporter.chains, all_links)]
    return tuple(sorted(every, key=_place))


def _twins(rest: Unmatched, retyped: dict[int, int]) -> dict[str, str]:
    """The mentions of a and b that are one although their spans or types differ, by id."""
    pairs = {**retyped, **rest.twin}
    ids = [mention.id for mention in rest.mentions]
    return {ids[i]: ids[j] for i, j in pairs.items() if rest.side(i) == 0}


def _place(one: Difference) -> tuple[object, ...]:
    return one.start, one.end, one.kind, one.classes, one.a, one.b
