"""The layer `i2b2-2011`: problems, tests, treatments, persons and their co-reference."""

from __future__ import annotations

from goldsmith.core import AnnotationSet, Relation, Span
from goldsmith_demo.writing.anaphora import Expression
from goldsmith_demo.writing.layers.expressions import (
    identify,
    list_expressions,
    pair_expressions,
)
from goldsmith_demo.writing.layers.mentions import build_mention
from goldsmith_demo.writing.page import Page

_I2B2 = {
    "Condition": "problem",
    "Investigation": "test",
    "Intervention": "treatment",
    "Drug-or-device": "treatment",
    "Person": "person",
}


def build_i2b2(page: Page) -> AnnotationSet:
    """Build problems, tests, treatments, persons and pronouns, and their co-reference."""
    rows = [row for row in list_expressions(page) if row.mark.kind in _I2B2]
    pairs = list(pair_expressions(rows, identify(page, rows)))
    chained = {id(row) for pair in pairs for row in pair}
    own = [row for row in rows if _find_type(row) != "pronoun" or id(row) in chained]
    ids = {id(row): f"C{number}" for number, row in enumerate(own, 1)}
    mentions = tuple(
        build_mention(
            row.mark,
            ids[id(row)],
            _find_type(row),
            spans=(Span(row.phrase.start, row.phrase.end),),
        )
        for row in own
    )
    relations = tuple(
        Relation(f"R{number}", "coreference", ids[id(first)], ids[id(second)])
        for number, (first, second) in enumerate(pairs, 1)
    )
    return AnnotationSet("i2b2-2011", mentions, relations, schema="i2b2-2011")


def _find_type(row: Expression) -> str:
    return "pronoun" if row.is_pronoun and row.mark.kind != "Person" else _I2B2[row.mark.kind]
