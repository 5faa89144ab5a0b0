"""How codes came about (requirement 4.14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from goldsmith.store.access import Actor
from goldsmith.store.curation.coding import CodeOrigin, list_origins, list_project_origins
from goldsmith.store.database import Database


class CodingReport(msgspec.Struct, frozen=True):
    """How codes came about.

    Attributes:
        codes: How -> mentions whose code came about so; `rejected` counts those that have none
            because their candidates were rejected.
        answers: How -> answers, also those that a later answer about the same mention replaced.
        candidates: Candidates that there were -> answers.
    """

    mentions: int
    codes: dict[str, int]
    answers: dict[str, int]
    candidates: dict[int, int]


def read_set_origins(database: Database, actor: Actor, set_id: str) -> tuple[CodeOrigin, ...]:
    """Return how each code of a set came about in the coding pass.

    Raises:
        NotFound: The person may not see the set.
    """
    with database.read() as connection:
        return tuple(list_origins(connection, actor, set_id))


def make_coding_report(database: Database, actor: Actor, project: str) -> CodingReport:
    """Return how the codes came about in all sets that the person may see.

    Raises:
        NotFound: The person is no member of the project.
    """
    with database.read() as connection:
        origins = list_project_origins(connection, actor, project)
    return summarise(origins)


def summarise(origins: Iterable[CodeOrigin]) -> CodingReport:
    """Count answers, and the last answer about each mention."""
    answers: Counter[str] = Counter()
    candidates: Counter[int] = Counter()
    last: dict[tuple[str, str], str] = {}
    for origin in origins:
        answers[origin.how] += 1
        candidates[origin.candidates] += 1
        last[origin.set, origin.annotation] = origin.how
    codes = Counter(last.values())
    return CodingReport(len(last), _sort(codes), _sort(answers), dict(sorted(candidates.items())))


def _sort(counts: Counter[str]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
