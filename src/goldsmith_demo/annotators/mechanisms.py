"""Decorators that turn an error at one place into an error mechanism for a whole set."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from goldsmith.core import Mention, Relation
from goldsmith_demo.annotators import edits
from goldsmith_demo.annotators.draws import Draw
from goldsmith_demo.annotators.reading import Reading

#: Changes the annotations of a reading.
Mechanism = Callable[[Reading], None]
MentionError = Callable[[Reading, Mention, Draw], Mention]
RelationError = Callable[[Reading, Relation, Draw], Relation | None]


def apply_to_mentions(mechanism: str) -> Callable[[MentionError], Mechanism]:
    """Apply an error to each mention, with the draw of this mechanism."""

    def decorate(change: MentionError) -> Mechanism:
        @wraps(change)
        def apply(reading: Reading) -> None:
            changes = {
                mention.id: change(reading, mention, reading.draw(mechanism, mention))
                for mention in reading.annotations.mentions
            }
            reading.update(edits.replace_mentions(reading.annotations, changes))

        return apply

    return decorate


def apply_to_relations(
    mechanism: str, *, links: bool = False
) -> Callable[[RelationError], Mechanism]:
    """Apply an error to each relation, or to each coreference link; None removes it."""

    def decorate(change: RelationError) -> Mechanism:
        @wraps(change)
        def apply(reading: Reading) -> None:
            def change_relation(rel: Relation) -> Relation | None:
                if reading.is_link(rel) != links:
                    return rel
                return change(reading, rel, reading.draw(mechanism, rel))

            reading.update(edits.change_relations(reading.annotations, change_relation))

        return apply

    return decorate
