"""Tables of releases: the shelf, a release, and the changes between two releases."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from goldsmith.project.releases.compare import Comparison, PairCount
from goldsmith.project.releases.model import Release
from goldsmith.project.releases.shelf import ReleaseEntry
from goldsmith.rendering.table import Table

#: The maximum number of rows in a table of changed types or codes.
_MOST = 20


def make_shelf_table(entries: Iterable[ReleaseEntry]) -> Table:
    """Make the table of the releases on the shelf."""
    columns = ("release", "documents", "splits", "made", "licence", "seal")
    rows = tuple(
        (
            f"{entry.name}@{entry.version}",
            f"{entry.documents:,}",
            ", ".join(entry.splits),
            entry.created[:10],
            entry.licence,
            entry.seal[:12] or "cannot be opened",
        )
        for entry in entries
    )
    return Table("Releases", columns, rows)


def make_release_tables(release: Release) -> Iterator[Table]:
    """Make the tables of a release: its contents, its splits, its open questions."""
    inspection = release.inspection
    facts = {
        "made": f"{release.created} by {release.made_by}",
        "gold standard": release.sets[0],
        "further sets": ", ".join(release.sets[1:]),
        "schema": str(release.schema or ""),
        "rules": str(release.rules or ""),
        "guidelines": str(release.guidelines or ""),
        "terminologies": ", ".join(map(str, release.terms)),
        "licence": release.licence,
        "inspected": f"{inspection.date} by {', '.join(inspection.inspectors)}"
        if inspection
        else "",
        "problems": f"{release.problems:,}",
        "files": f"{len(release.files):,}",
        "seal": release.seal,
    }
    rows = tuple((key, value or "–") for key, value in facts.items())
    yield Table(release.reference, ("", ""), rows)
    splits = tuple(
        (name, f"{split.documents:,}", f"{split.patients:,}")
        for name, split in release.splits.items()
    )
    yield Table("Splits", ("split", "documents", "patients"), splits)
    if release.open_questions:
        questions = tuple((question,) for question in release.open_questions)
        yield Table("Open questions", ("question",), questions)


def make_comparison_tables(comparison: Comparison) -> Iterator[Table]:
    """Make the tables of changes, without empty ones."""
    before, after = comparison.before, comparison.after
    if comparison.versions:
        versions = tuple((row.what, row.before, row.after) for row in comparison.versions)
        yield Table("What the releases depend on", ("what", before, after), versions)
    counts = {
        "added": comparison.added,
        "removed": comparison.removed,
        "other text": comparison.texts,
        "other annotations": comparison.annotations,
    }
    rows = tuple((name, f"{count:,}") for name, count in counts.items())
    yield Table("Documents", ("change", "documents"), rows)
    changes = tuple(
        (row.kind, row.type, *(f"{getattr(row, name):,}" for name in _TYPE_COLUMNS))
        for row in comparison.types
        if row.added or row.removed or row.changed
    )
    if changes:
        yield Table("Annotations", ("kind", "type", *_TYPE_COLUMNS), changes)
    pairs = (
        ("Types of the same words", comparison.retyped, "mentions"),
        ("Codes of the same words", comparison.recoded, "mentions"),
        ("Splits of the same documents", comparison.moved, "documents"),
        ("Patients in another split", comparison.leaks, "patients"),
    )
    for title, entries, unit in pairs:
        if entries:
            yield _make_pair_table(title, entries, comparison, unit)
    yield _make_split_table(comparison)


_TYPE_COLUMNS = ("before", "after", "added", "removed", "changed")


def _make_pair_table(
    title: str, entries: tuple[PairCount, ...], comparison: Comparison, unit: str
) -> Table:
    if len(entries) > _MOST:
        title += f" (the first {_MOST} of {len(entries):,})"
    rows = tuple((entry.before, entry.after, f"{entry.count:,}") for entry in entries[:_MOST])
    return Table(title, (comparison.before, comparison.after, unit), rows)


def _make_split_table(comparison: Comparison) -> Table:
    columns = ("split", "before", "after", "added", "removed", "edited", "what it means")
    rows = tuple(
        (
            row.split,
            *(f"{getattr(row, name):,}" for name in columns[1:6]),
            row.advice,
        )
        for row in comparison.splits
    )
    return Table("For whom", columns, rows)
