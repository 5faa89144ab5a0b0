"""The changes that accept and reject suggestions: ordinary changes of the annotator's set."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Annotated

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection

from goldsmith.core import Mention
from goldsmith.errors import InputError, UnknownName
from goldsmith.store.access import Actor
from goldsmith.store.database import Database
from goldsmith.store.journal.change import Change, Receipt
from goldsmith.store.journal.log import get_set
from goldsmith.store.journal.state import Content, State
from goldsmith.store.journal.steps import (
    AddGroup,
    AddMention,
    AddRelation,
    NewId,
    RejectSuggestion,
    RestoreSuggestion,
    Step,
)
from goldsmith.store.sets import read_state
from goldsmith.store.suggestions import (
    CONFIDENCE,
    TaskSuggestions,
    find_earlier_receipt,
    list_annotation_ids,
    read_suggestions,
)

Threshold = Annotated[float, msgspec.Meta(ge=0, le=1)]
_FORMAT = CONFIDENCE.partition(":")[0] + ":"
#: Appends a change to the journal and waits until it is durable.
Append = Callable[[Actor, str, Change], Receipt]


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Suggestions to accept or to reject.

    Attributes:
        id: The id of the change; made by the client, so that it can be sent again.
        suggestions: The ids of the suggestions.
        guideline: The version of the guideline that the annotator follows.
    """

    id: NewId
    suggestions: Annotated[tuple[str, ...], msgspec.Meta(min_length=1, max_length=5_000)]
    guideline: Annotated[str, msgspec.Meta(max_length=200)] = ""


class BulkAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Accept all suggestions with a minimum confidence.

    Attributes:
        id: The id of the change; made by the client.
        threshold: The minimum confidence, from 0 to 1. A suggestion without one counts as 1.
        guideline: The version of the guideline that the annotator follows.
    """

    id: NewId
    threshold: Threshold = 0.0
    guideline: Annotated[str, msgspec.Meta(max_length=200)] = ""


def accept(database: Database, append: Append, actor: Actor, task: str, answer: Answer) -> Receipt:
    """Accept suggestions: they become annotations of the person's own set.

    Raises:
        NotFound: The person has no such task.
        UnknownName: There are no such suggestions for the task.
        InputError: They are already in the set, or break the schema or its rules.
    """
    return _send(
        database, append, actor, task, answer, lambda offer, _: list_acceptance(offer, answer)
    )


def reject(database: Database, append: Append, actor: Actor, task: str, answer: Answer) -> Receipt:
    """Reject suggestions: they are no longer offered; this can be undone.

    Raises:
        NotFound: The person has no such task.
        UnknownName: There are no such suggestions for the task.
    """

    def list_rejection(offer: TaskSuggestions, _: State) -> list[Step]:
        _refuse_unknown(offer, answer.suggestions)
        return [RejectSuggestion(name) for name in answer.suggestions]

    return _send(database, append, actor, task, answer, list_rejection)


def accept_all(
    database: Database, append: Append, actor: Actor, task: str, answer: BulkAnswer
) -> Receipt:
    """Accept all open suggestions with a minimum confidence, in one change.

    This leaves out suggestions that were already answered, and mentions that the set already has,
    of the same type at the same place.

    Raises:
        NotFound: The person has no such task.
        InputError: There are no open suggestions.
    """

    def list_all(offer: TaskSuggestions, state: State) -> list[Step]:
        names = set(_find_open(offer, state, answer.threshold))
        return [step for part in offer.suggestions for step in list_additions(part.content, names)]

    return _send(database, append, actor, task, answer, list_all)


def list_acceptance(offer: TaskSuggestions, answer: Answer) -> list[Step]:
    """Return the steps that accept suggestions; withdraw their rejections."""
    _refuse_unknown(offer, answer.suggestions)
    names = set(answer.suggestions)
    steps: list[Step] = []
    for part in offer.suggestions:
        steps += [RestoreSuggestion(name) for name in part.rejected if name in names]
        steps += list_additions(part.content, names)
    return steps


def list_additions(content: Content, names: Collection[str]) -> list[Step]:
    """Return the steps that add annotations, without the attributes of suggestions."""
    return [
        *(AddMention(strip(mention)) for mention in content.mentions if mention.id in names),
        *(AddRelation(rel) for rel in content.relations if rel.id in names),
        *(AddGroup(group) for group in content.groups if group.id in names),
    ]


def get_confidence(mention: Mention) -> float:
    """Return the confidence of a suggestion; 1 if its source has none."""
    try:
        return float(mention.attributes.get(CONFIDENCE, "1"))
    except ValueError:
        return 1.0


def strip(mention: Mention) -> Mention:
    """Return a mention without the attributes that only suggestions have."""
    attributes = {
        name: value
        for name, value in mention.attributes.items()
        if not name.startswith((_FORMAT, "lookup:"))
    }
    return replace(mention, attributes=attributes)


def _find_open(offer: TaskSuggestions, state: State, threshold: float) -> Iterator[str]:
    """Yield the ids of the suggestions that `accept_all` accepts."""
    taken = {(mention.type, mention.spans) for mention in state.mentions.values()}
    for part in offer.suggestions:
        answered = {*part.accepted, *part.rejected}
        fits: set[str] = {name for name in part.accepted if name in state.mentions}
        for mention in part.content.mentions:
            place = (mention.type, mention.spans)
            if (
                mention.id not in answered
                and get_confidence(mention) >= threshold
                and place not in taken
            ):
                taken.add(place)
                fits.add(mention.id)
                yield mention.id
        yield from _find_links(part.content, fits, answered)


def _find_links(content: Content, fits: set[str], answered: set[str]) -> Iterator[str]:
    """Yield the relations and groups all of whose mentions are or become part of the set."""
    for rel in content.relations:
        if rel.id not in answered and {rel.arg1, rel.arg2} <= fits:
            yield rel.id
    for group in content.groups:
        if group.id not in answered and fits.issuperset(group.members):
            yield group.id


def _refuse_unknown(offer: TaskSuggestions, names: Iterable[str]) -> None:
    offered = {name for part in offer.suggestions for name in list_annotation_ids(part.content)}
    for name in names:
        if name not in offered:
            raise UnknownName("suggestion", name, ())


def _send(
    database: Database,
    append: Append,
    actor: Actor,
    task: str,
    answer: Answer | BulkAnswer,
    list_steps: Callable[[TaskSuggestions, State], list[Step]],
) -> Receipt:
    with database.read() as connection:
        offer = read_suggestions(connection, actor, task)
        earlier = find_earlier_receipt(connection, offer.set, answer.id)
        if earlier:
            return earlier
        steps = list_steps(offer, _read_own(connection, actor, offer))
    if not steps:
        raise InputError("there is nothing to accept", expected="open suggestions")
    change = Change(
        answer.id, offer.revision, tuple(steps), source="suggestion", guideline=answer.guideline
    )
    return append(actor, offer.set, change)


def _read_own(connection: Connection, actor: Actor, offer: TaskSuggestions) -> State:
    return read_state(connection, get_set(connection, actor, offer.set))
