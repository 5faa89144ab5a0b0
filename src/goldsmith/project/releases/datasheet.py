"""The data sheet of a release: counts, statements of people, and open questions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from goldsmith.project.corpus.describe.model import Description, SetDescription
from goldsmith.project.releases.model import Release
from goldsmith.project.releases.statements import QUESTIONS, SECTIONS
from goldsmith.rendering.table import Table, render_markdown

_NOT_STATED = "not stated"


def write_data_sheet(
    release: Release, description: Description, statements: Mapping[str, str]
) -> str:
    """Return the data sheet in Markdown."""
    parts = [
        f"# Data sheet of {release.name} {release.version}\n",
        _make_facts(release, description),
        "## Composition\n",
        *map(render_markdown, _make_tables(release, description)),
    ]
    for section in SECTIONS:
        parts.append(f"## {section}\n")
        parts += [
            f"**{question.text}** {statements[question.key]}\n"
            for question in QUESTIONS
            if question.section == section and question.key in statements
        ]
    parts.append("## Open questions\n")
    if release.open_questions:
        parts.append("".join(f"- {question}\n" for question in release.open_questions))
    else:
        parts.append("None.\n")
    return "\n".join(parts)


def _make_facts(release: Release, description: Description) -> str:
    inspection = release.inspection
    facts = {
        "Made": f"{release.created} by {release.made_by}, with Goldsmith {release.goldsmith}",
        "Documents": f"{description.documents:,} of {description.patients:,} patients",
        "Words": f"{description.words:,}",
        "Period": _format_period(description),
        "Gold standard": f"the annotation set {release.sets[0]}",
        "Further sets": ", ".join(release.sets[1:]) or "none",
        "Schema": str(release.schema or _NOT_STATED),
        "Rules of adjudication": str(release.rules or _NOT_STATED),
        "Guidelines": str(release.guidelines or _NOT_STATED),
        "Terminologies": ", ".join(map(str, release.terms)) or _NOT_STATED,
        "Licence": release.licence or _NOT_STATED,
        "Inspected": f"{inspection.date} by {', '.join(inspection.inspectors)}"
        if inspection
        else "no inspection is recorded",
        "Problems under the schema": f"{release.problems:,}",
    }
    return "".join(f"- **{key}**: {value}\n" for key, value in facts.items() if value)


def _format_period(description: Description) -> str:
    dates = filter(None, (description.first_date, description.last_date))
    return " to ".join(dict.fromkeys(dates))


def _make_tables(release: Release, description: Description) -> Iterator[Table]:
    rows = [
        (name, f"{split.documents:,}", f"{split.patients:,}")
        for name, split in release.splits.items()
    ]
    yield Table("Splits", ("split", "documents", "patients"), tuple(rows))
    for entry in description.sets:
        yield _make_set_table(entry)
        yield from _make_type_tables(entry)


def _make_set_table(entry: SetDescription) -> Table:
    counts = {
        "documents": entry.documents,
        "mentions": entry.mentions,
        "discontiguous mentions": entry.discontiguous,
        "relations": entry.relations,
        "coded mentions": entry.coded,
        "mentions without a concept (CUI-less)": entry.cui_less,
        "different codes": entry.unique_codes,
        "coreference chains": entry.chains.count if entry.chains else 0,
    }
    rows = tuple((name, f"{count:,}") for name, count in counts.items())
    return Table(f"The set {entry.name}", ("what", "count"), rows)


def _make_type_tables(entry: SetDescription) -> Iterator[Table]:
    by_kind = {
        "mentions": entry.mentions_by_type,
        "relations": entry.relations_by_type,
        "groups": entry.groups_by_type,
    }
    for kind, table in by_kind.items():
        rows = tuple((name, f"{sum(counts.values()):,}") for name, counts in sorted(table.items()))
        if rows:
            yield Table(f"{kind.capitalize()} of {entry.name} by type", ("type", kind), rows)
