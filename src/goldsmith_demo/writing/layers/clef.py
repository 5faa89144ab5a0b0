"""Build the layer `clef`: entities, signals, relations and co-reference."""

from __future__ import annotations

from collections.abc import Iterator

from goldsmith.core import AnnotationSet, Mention, Relation
from goldsmith_demo.writing.layers.courses import part_courses
from goldsmith_demo.writing.layers.entities import Draft, Entity, read_entities
from goldsmith_demo.writing.layers.mentions import THING
from goldsmith_demo.writing.layers.relations import find_places, read_relations
from goldsmith_demo.writing.page import Page

_SIGNALS = ("Negation", "Laterality", "Sub-location")
_PRONOUNS = ("it", "this", "that", "they", "them", "these")
_NOT_REAL = frozenset(("fam", "unrel", "neg", "hyp", "poss"))
"""Flags of mentions that do not co-refer: absent, doubtful or somebody else's."""
_NOT_HERE = frozenset(("fam", "unrel"))


def build_clef(page: Page) -> AnnotationSet:
    """Build the entities, signals, relations and co-reference of a page."""
    draft = read_entities(page)
    entities = draft.rows
    ids = {row: f"T{number}" for number, row in enumerate(entities, 1)}
    rows = [(kind, ids[first], ids[second]) for kind, first, second in read_relations(draft)]
    rows += [("co_refers", ids[first], ids[second]) for first, second in _pair(draft, entities)]
    return AnnotationSet(
        "clef",
        tuple([_build_mention(row, key) for row, key in ids.items()]),
        tuple([Relation(f"R{number}", *row) for number, row in enumerate(dict.fromkeys(rows), 1)]),
        schema="clef",
    )


def _build_mention(row: Entity, key: str) -> Mention:
    about = {} if row.about.startswith("loose-") else {THING: row.about}
    return Mention(key, row.kind, row.spans, about)


def _pair(draft: Draft, entities: list[Entity]) -> Iterator[tuple[Entity, Entity]]:
    """Yield each entity with its closest antecedent."""
    places = find_places(draft)
    treatments = (row for row in entities if row.kind == "Intervention")
    courses = part_courses(
        draft.page,
        ((row, row.about, row.mark.start, row.mark.end) for row in treatments),
    )
    last: dict[str, Entity] = {}
    unreal: dict[str, Entity] = {}
    for row in entities:
        if row.kind in _SIGNALS:
            continue
        is_place, flags = row.kind == "Locus", row.mark.flags
        about = places[row.spans[0]] if is_place else courses.get(row, row.about)
        if not flags or flags.isdisjoint(_NOT_HERE if is_place else _NOT_REAL):
            if about in last:
                yield row, last[about]
            last[about] = row
            continue
        words = draft.page.text[row.spans[0].start : row.spans[-1].end].lower()
        if words in _PRONOUNS and about in unreal:
            yield row, unreal[about]
        unreal[about] = row
