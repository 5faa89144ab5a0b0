"""List, show and check schemas, and migrate corpora between them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from goldsmith.cli.shared import choices, output, parameters
from goldsmith.errors import InputError

if TYPE_CHECKING:
    from goldsmith.project.corpus.migrate import MigrationResult

app = typer.Typer(add_completion=False, no_args_is_help=True, help=__doc__)


@app.command("list")
def list_(as_json: bool = parameters.JSON) -> None:
    """List the built-in schemas."""
    from goldsmith.project.corpus.schemas import list_schemas

    schemas = list_schemas()
    if as_json:
        output.print_json(
            [
                {"name": schema.name, "version": schema.version, "title": schema.title}
                for schema in schemas
            ]
        )
        return
    rows = [
        (schema.name, len(schema.mention), len(schema.relation), schema.title) for schema in schemas
    ]
    columns = ("name", "mention types", "relation types", "title")
    output.print_table("Built-in schemas", columns, rows)


@app.command()
def show(
    name: str = typer.Argument(..., help="A built-in schema or a TOML file."),
    as_json: bool = parameters.JSON,
) -> None:
    """Show a schema as tables: types, attributes, relations with their arguments."""
    from goldsmith.project.corpus.schemas import find_schema, make_schema_tables

    schema = find_schema(name)
    if as_json:
        output.print_json(schema)
        return
    typer.echo(f"{schema.name} {schema.version}: {schema.title}")
    for line in filter(None, (schema.source, schema.description)):
        typer.echo(line)
    for table in make_schema_tables(schema):
        output.print_table(table.title, table.columns, table.rows)


@app.command()
def check(file: str = typer.Argument(..., help="A TOML file.")) -> None:
    """Check a schema file and list everything that is wrong with it."""
    from goldsmith.project.corpus.schemas import find_schema

    schema = find_schema(file)
    types = f"{len(schema.mention)} mention types, {len(schema.relation)} relation types"
    typer.echo(f"{file}: {schema.name} {schema.version} is valid ({types})")


@app.command()
def derive(
    corpus: str = parameters.CORPUS,
    schema: str = typer.Option(
        ..., "--schema", help="The schema to derive for: built in, or a TOML file with [[derive]]."
    ),
    set_name: str = typer.Option(
        choices.DEFAULT_SET, "--set", help="The annotation set to derive from."
    ),
    new_name: str = typer.Option(
        "", "--as", help="The name of the derived set; by default the name of the schema."
    ),
    out: Path = parameters.OUT,
    to: str = parameters.TO,
    fmt: str | None = parameters.FROM,
    allow_loss: list[str] = parameters.ALLOW_LOSS,
    overwrite: bool = parameters.OVERWRITE,
    as_json: bool = parameters.JSON,
) -> None:
    """Derive a set in one schema from another: CLEF's temporal events from its entities."""
    from goldsmith.project.corpus.derive import derive as run
    from goldsmith.project.corpus.schemas import find_schema
    from goldsmith.project.corpus.sources import Source

    derived = run(
        Source(corpus, fmt),
        find_schema(schema),
        out,
        set_name=set_name,
        new_name=new_name,
        to=to,
        allow_loss=output.split_values(allow_loss),
        overwrite=overwrite,
        track=output.track,
    )
    if as_json:
        output.print_json(derived)
    total = sum(derived.mentions.values())
    output.report(
        f"{derived.documents:,} documents, {total:,} mentions in the set {derived.set}: {out}"
    )
    output.report_dropped(derived.dropped)


@app.command()
def migrate(
    corpus: str = parameters.CORPUS,
    rules: Path = typer.Option(..., "--rules", help="The rules of the migration: a TOML file."),
    out: Path | None = parameters.OPTIONAL_OUT,
    set_name: list[str] = typer.Option(
        [], "--set", help="The sets to migrate; by default those of the source schema."
    ),
    dry_run: bool = typer.Option(
        False, "--dry-run", help="Print what would change and what would be lost; write nothing."
    ),
    to: str = parameters.TO,
    fmt: str | None = parameters.FROM,
    allow_loss: list[str] = parameters.ALLOW_LOSS,
    overwrite: bool = parameters.OVERWRITE,
    as_json: bool = parameters.JSON,
) -> None:
    """Migrate a corpus to another schema by rules; losses must be allowed."""
    from goldsmith.project.corpus.migrate import load_migration
    from goldsmith.project.corpus.migrate import migrate as run
    from goldsmith.project.corpus.sources import Source

    if not out and not dry_run:
        raise InputError("no output is named", expected="--out PATH, or --dry-run")
    migrated = run(
        Source(corpus, fmt),
        load_migration(rules),
        None if dry_run else out,
        sets=output.split_values(set_name),
        to=to,
        allow_loss=output.split_values(allow_loss),
        overwrite=overwrite,
        track=output.track,
    )
    if as_json:
        output.print_json(migrated)
    else:
        _print_migration(migrated)
    place = migrated.out or "nothing written (--dry-run)"
    output.report(f"{migrated.documents:,} documents in the schema {migrated.schema}: {place}")
    output.report_dropped(migrated.dropped)


def _print_migration(migrated: MigrationResult) -> None:
    tables = (
        ("What changes", "rule", migrated.rules),
        ("What is lost", "loss", migrated.losses),
        ("What breaks the new schema", "problem", migrated.problems),
    )
    for title, heading, entries in tables:
        rows = [
            (entry.name, entry.what, entry.count, "\n".join(map(str, entry.places)))
            for entry in entries
        ]
        if rows:
            output.print_table(title, (heading, "what", "count", "examples"), rows)
