"""The origins of codes (requirement 4.14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from goldsmith.store.access import Actor
from goldsmith.store.curation.coding import CodeOrigin, list_origins, list_project_origins
from goldsmith.store.database import Database


class CodingReport(msgspec.Struct, frozen=True):
    """The origins of codes.

    Attributes:
        codes: Origin -> mentions whose code has it; `rejected` counts mentions without a code
            because their candidates were rejected.
        answers: Origin -> answers, including those that a later answer replaced.
        candidates: Number of candidates -> answers.
    """

    mentions: int
    codes: dict[str, int]
    answers: dict[str, int]
    candidates: dict[int, int]


def read_set_origins(database: Database, actor: Actor, set_id: str) -> tuple[CodeOrigin, ...]:
    """Return the origin of each code that the coding pass gave in a set.

    Raises:
        NotFound: The person may not see the set.
    """
    with database.read() as connection:
        return tuple(list_origins(connection, actor, set_id))


def make_coding_report(database: Database, actor: Actor, project: str) -> CodingReport:
    """Return the origins of the codes in all sets that the person may see.

    Raises:
        NotFound: The person is not a member of the project.
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
