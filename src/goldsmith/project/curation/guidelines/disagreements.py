"""The effects of a guideline: the agreement of each version, and disagreements about a page."""

from __future__ import annotations

import msgspec

from goldsmith.errors import NotFound
from goldsmith.metrics import Result
from goldsmith.project.curation.guidelines.content import load_edition
from goldsmith.store.access import Actor
from goldsmith.store.curation.touching import TouchingDecision, list_batches, list_touching
from goldsmith.store.database import Database
from goldsmith.store.workflow.batches import Headline


class TypeAgreement(msgspec.Struct, frozen=True):
    """The agreement of a batch on a type: metric -> value -> number."""

    batch: str
    iteration: str
    guideline: str
    """The version of the guideline that the annotators followed."""
    values: dict[str, dict[str, float | None]]


class PageDisagreements(msgspec.Struct, frozen=True):
    """The decisions and the agreement that concern a page.

    Attributes:
        decisions: The newest decisions about units of the type, or that name the page.
        agreement: The agreement of each batch on the type, in the order of batches.
    """

    path: str
    type: str
    decisions: tuple[TouchingDecision, ...]
    agreement: tuple[TypeAgreement, ...]


class VersionAgreement(msgspec.Struct, frozen=True):
    """The agreement of a batch whose annotators followed a version of the guideline."""

    guideline: str
    iteration: str
    batch: str
    agreement: Headline


class _StoredAgreement(msgspec.Struct, frozen=True):
    """The part of the stored agreement of a batch that is needed here."""

    results: dict[str, Result]


class _AgreementHeadline(msgspec.Struct, frozen=True):
    """The headline of the stored agreement of a batch."""

    headline: Headline


def read_disagreements(
    database: Database, actor: Actor, project: str, path: str, *, limit: int = 50
) -> PageDisagreements:
    """Return the disagreements that concern a page.

    Managers see all batches, other editors only closed ones.

    Raises:
        NotFound: The person is not a member of the project, or the guideline has no such page.
        Forbidden: The person does not edit the guideline.
    """
    with database.read() as connection:
        page = load_edition(connection, actor, project).guideline.get_page(path)
        if page is None:
            raise NotFound("the guideline has no such page. List its pages")
        name = page.front.type
        decisions = list_touching(connection, actor, project, name, path, limit=limit)
        batches = list_batches(connection, actor, project) if name else []
    agreement = [
        TypeAgreement(batch.name, batch.iteration, batch.guideline, values)
        for batch in batches
        if (values := _select_values(batch.agreement, name))
    ]
    return PageDisagreements(path, name, tuple(decisions), tuple(agreement))


def list_version_agreement(
    database: Database, actor: Actor, project: str
) -> tuple[VersionAgreement, ...]:
    """Return the agreement that each version of the guideline produced, batch by batch.

    Managers see all batches, other editors only closed ones.

    Raises:
        NotFound: The person is not a member of the project.
        Forbidden: The person does not edit the guideline.
    """
    with database.read() as connection:
        batches = list_batches(connection, actor, project)
    return tuple(
        VersionAgreement(
            batch.guideline,
            batch.iteration,
            batch.name,
            msgspec.json.decode(batch.agreement, type=_AgreementHeadline).headline,
        )
        for batch in batches
    )


def _select_values(agreement: str, name: str) -> dict[str, dict[str, float | None]]:
    results = msgspec.json.decode(agreement, type=_StoredAgreement).results
    return {
        metric: dict(result.rows[name].values)
        for metric, result in results.items()
        if name in result.rows
    }
