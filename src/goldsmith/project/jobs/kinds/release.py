"""Release: freeze the consensus of the project with everything that it depends on."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import msgspec
from sqlalchemy import Connection

from goldsmith import storage
from goldsmith.project.exchange.gold import GoldChoice, GoldNotes, Name
from goldsmith.project.exchange.packing import pack_folder
from goldsmith.project.jobs.context import JobContext
from goldsmith.project.jobs.kind import JobKind
from goldsmith.project.releases.make import ReleasePlan, ReleaseResult, make_release
from goldsmith.project.releases.parts import PartNames
from goldsmith.project.releases.shelf import check_reference
from goldsmith.sampling import SplitPlan
from goldsmith.store.access import Actor
from goldsmith.store.audit import record
from goldsmith.store.files import get_relative
from goldsmith.store.jobs.releases import add_release, refuse_version
from goldsmith.store.projects import get_settings, read_schema

RELEASES = "releases"
#: The name of the gold standard in a release.
_GOLD = "gold"


class ReleaseArguments(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content and name of a release.

    Attributes:
        name: The name of the release.
        version: The version; a release never changes, so each needs a new one.
        gold: Which set of each document is the gold standard; the consensus by default.
        split: Splits and their shares, such as `{"train": "0.8", "test": "0.2"}`; one split, `all`,
            if empty.
        seed: The seed of the split.
        terms: The terminologies of the codes.
        licence: The name of a licence.
        inspected_by: Who inspected the release for information that must not leave the institution.
        allow_problems: Release a gold standard that breaks the schema, and record how often.
    """

    name: Name
    version: Name
    gold: GoldChoice = GoldChoice()
    split: Mapping[Name, Name] = {}
    seed: int = 0
    terms: tuple[Name, ...] = ()
    licence: Annotated[str, msgspec.Meta(max_length=200)] = ""
    inspected_by: tuple[Name, ...] = ()
    allow_problems: bool = False


class ReleaseSummary(msgspec.Struct, frozen=True):
    """The result of making a release.

    Attributes:
        release: The id of the release; readers and managers can download it.
        reference: NAME@VERSION.
        seal: The hash that identifies it.
        documents: The documents in it.
        left_out: Documents of the project without a gold standard.
        open_questions: The open questions of its data sheet.
    """

    release: str
    reference: str
    seal: str
    documents: int
    left_out: int
    open_questions: tuple[str, ...]


class ReleaseJob(JobKind[ReleaseArguments]):
    """Freeze the consensus with schema, rules and terminologies, hashed; it never changes."""

    arguments = ReleaseArguments

    def check(
        self, connection: Connection, actor: Actor, project: str, arguments: ReleaseArguments
    ) -> None:
        """Refuse a name that cannot be used, and a version that exists."""
        check_reference(arguments.name, arguments.version)
        refuse_version(connection, project, arguments.name, arguments.version)

    def run(self, context: JobContext, arguments: ReleaseArguments) -> None:
        """Make the release in the folder of the job, pack it, and register it."""
        folder = context.get_folder(RELEASES)
        name = f"{arguments.name}-{arguments.version}"
        with storage.stage_folder(folder) as staged, storage.scratch_folder(folder) as scratch:
            made = self._make(context, arguments, scratch, scratch / name)
            context.begin("packing")
            pack_folder(
                scratch / name, staged / f"{name}.zip", prefix=name, advance=context.advance
            )
        context.begin("publishing")
        with context.publish() as connection:
            release = add_release(
                connection,
                context.actor,
                context.project,
                arguments.name,
                arguments.version,
                get_relative(context.database, folder / f"{name}.zip"),
                made.release.seal,
            )
            record(
                connection,
                context.actor,
                "release.make",
                project=context.project,
                detail=made.release.reference,
            )
            context.finish(connection, _make_result(release, made))

    def _make(
        self, context: JobContext, arguments: ReleaseArguments, scratch: Path, out: Path
    ) -> ReleaseResult:
        with context.database.read() as connection:
            schema = read_schema(connection, context.actor, context.project)
            rules = get_settings(connection, context.project).rules
        (scratch / "schema.toml").write_text(schema, encoding="utf-8")
        context.begin("freezing the gold standard")
        split = SplitPlan(dict(arguments.split), arguments.seed) if arguments.split else None
        plan = ReleasePlan(
            arguments.name,
            arguments.version,
            (_GOLD,),
            PartNames(str(scratch / "schema.toml"), rules, "", arguments.terms, arguments.licence),
            split,
            inspectors=arguments.inspected_by,
            made_by=context.actor.name,
            allow_problems=arguments.allow_problems,
            out=out,
        )
        return make_release(
            lambda: GoldNotes(context, arguments.gold, _GOLD),
            plan,
            track=lambda docs, total: context.track(docs, total),
        )


def _make_result(release: str, made: ReleaseResult) -> ReleaseSummary:
    return ReleaseSummary(
        release,
        made.release.reference,
        made.release.seal,
        made.release.documents,
        made.left_out,
        made.release.open_questions,
    )


provides = ReleaseJob()
