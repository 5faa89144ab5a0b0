"""Migrate a corpus to another schema by rules: losses are reported before anything is written."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

import msgspec
from msgspec.structs import replace

from goldsmith.core import Document, Problem, require_sets, validate
from goldsmith.errors import InputError, Remedy
from goldsmith.formats import Feature, write
from goldsmith.project.corpus.convert import Track, pass_on
from goldsmith.project.corpus.migrate.apply import LOSSES, Migrator, Place, Tally
from goldsmith.project.corpus.migrate.rules import Migration, load_migration
from goldsmith.project.corpus.sources import Source

__all__ = ["LOSSES", "MigrationResult", "RuleCount", "load_migration", "migrate"]

#: Losses of formats; a name that a migration shares with a format allows both losses.
_FEATURES = frozenset(map(str, Feature))


class RuleCount(msgspec.Struct, frozen=True):
    """The number of applications of a rule, or of losses or problems, with example places."""

    name: str
    what: str
    count: int
    places: tuple[Place, ...] = ()


class MigrationResult(msgspec.Struct, frozen=True):
    """The outcome of a migration, or of a dry run."""

    out: str
    """"" for a dry run."""
    schema: str
    documents: int
    sets: tuple[str, ...]
    rules: tuple[RuleCount, ...]
    losses: tuple[RuleCount, ...]
    problems: tuple[RuleCount, ...]
    """Violations of the new schema, by kind; a migration with problems is refused."""
    dropped: dict[str, int]
    """The information that the format could not carry."""


def migrate(
    source: Source,
    migration: Migration,
    out: Path | None,
    *,
    sets: Collection[str] = (),
    to: str = "corpus",
    allow_loss: Collection[str] = (),
    overwrite: bool = False,
    track: Track = pass_on,
) -> MigrationResult:
    """Write a corpus in which annotation sets follow another schema.

    Args:
        source: The corpus.
        migration: The rules.
        out: The folder or file to write; None for a dry run.
        sets: The sets to migrate; by default those that name the source schema of the rules, or
            all if the rules name none.
        to: The format to write.
        allow_loss: What the migration and the format may drop: names of `LOSSES` and of the losses
            of formats, or "all".
        overwrite: Replace an existing output.
        track: Shows progress.

    Raises:
        UnknownName: No document has one of the sets.
        InputError: Something would be lost that is not allowed, or the result breaks the schema.
    """
    run = _Run(migration, frozenset(sets))
    docs = run.migrate(track(source, source.total))
    if out is None:
        for _ in docs:
            pass
        return run.make_result("", {})

    def check_after(migrated: Iterable[Document]) -> Iterator[Document]:
        yield from migrated
        run.check(allow_loss)

    written = write(
        check_after(docs),
        out,
        to,
        records=source.read_records(),
        terms=source.read_terms(),
        allow_loss=[name for name in allow_loss if name not in LOSSES or name in _FEATURES],
        overwrite=overwrite,
    )
    return run.make_result(str(out), written.dropped)


class _Run:
    """One migration: the documents that pass through it, and the counts."""

    def __init__(self, migration: Migration, sets: frozenset[str]) -> None:
        self._migration, self._requested = migration, sets
        self._migrator = Migrator(migration)
        self._sets: set[str] = set()
        self._problems: dict[str, Tally] = {}
        self._messages: dict[str, str] = {}
        self._documents = 0

    def migrate(self, docs: Iterable[Document]) -> Iterator[Document]:
        names: set[str] = set()
        for doc in require_sets(docs, self._requested):
            names |= doc.sets.keys()
            self._documents += 1
            yield self._migrate_document(doc)
        if not self._sets:
            source = self._migration.rules.source
            if names and source:
                raise InputError(
                    f"no annotation set names the schema {source}",
                    expected="one of the sets " + ", ".join(sorted(names)),
                    remedy=Remedy.NAME_SET,
                )
            raise InputError("the corpus has no annotations", expected="an annotation set")

    def _migrate_document(self, doc: Document) -> Document:
        sets = dict(doc.sets)
        for name, annotation_set in doc.sets.items():
            if self._is_chosen(name, annotation_set.schema):
                self._sets.add(name)
                sets[name] = self._migrator.migrate(doc, annotation_set)
                self._collect(validate(doc, sets[name], self._migration.target))
        return replace(doc, sets=sets)

    def _is_chosen(self, name: str, schema: str) -> bool:
        if self._requested:
            return name in self._requested
        source = self._migration.source
        return source is None or schema == source.name

    def _collect(self, problems: Iterable[Problem]) -> None:
        for problem in problems:
            tally = self._problems.setdefault(problem.kind, Tally())
            self._messages.setdefault(problem.kind, problem.message)
            place = Place(problem.document, problem.set, problem.annotation, problem.start)
            tally.add(place)

    def check(self, allow_loss: Collection[str]) -> None:
        """Refuse losses that are not allowed, and a result that breaks the schema."""
        losses = {
            name: tally.count
            for name, tally in self._migrator.losses.items()
            if tally.count and not {name, "all"} & set(allow_loss)
        }
        if losses:
            counts = ", ".join(f"{name} ({count:,})" for name, count in losses.items())
            raise InputError(
                f"the migration would lose: {counts}; nothing was written",
                remedy=Remedy.ALLOW_MIGRATION_LOSS,
            )
        if self._problems:
            lines = "".join(
                f"\n  - {entry.name} ({entry.count:,}): {entry.what}; such as {entry.places[0]}"
                for entry in self._list_problems()
            )
            raise InputError(
                f"the result breaks the schema {self._migration.target.name}; nothing was written"
                f"{lines}\n",
                remedy="Add rules for these, or correct the corpus first",
            )

    def make_result(self, out: str, dropped: dict[str, int]) -> MigrationResult:
        rules = self._migration.rules.number_rules()
        applied = self._migrator.applied
        return MigrationResult(
            out,
            self._migration.target.name,
            self._documents,
            tuple(sorted(self._sets)),
            tuple(_make_count(name, rules[name].describe(), applied[name]) for name in rules),
            tuple(
                _make_count(name, LOSSES[name], tally)
                for name, tally in self._migrator.losses.items()
                if tally.count
            ),
            tuple(self._list_problems()),
            dropped,
        )

    def _list_problems(self) -> Iterator[RuleCount]:
        for kind, tally in sorted(self._problems.items()):
            yield _make_count(kind, self._messages[kind], tally)


def _make_count(name: str, what: str, tally: Tally) -> RuleCount:
    return RuleCount(name, what, tally.count, tuple(tally.places))
