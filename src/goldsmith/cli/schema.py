"""`goldsmith schema`: list, show and check annotation schemas."""

from __future__ import annotations

import typer

from goldsmith.cli.shared import output
from goldsmith.project.corpus import schemas

app = typer.Typer(
    add_completion=False, no_args_is_help=True, help="List, show and check annotation schemas."
)


@app.command("list")
def list_(as_json: bool = output.JSON) -> None:
    """List the built-in schemas."""
    found = schemas.listing()
    if as_json:
        output.json(
            [{"name": one.name, "version": one.version, "title": one.title} for one in found]
        )
        return
    rows = [(one.name, len(one.mention), len(one.relation), one.title) for one in found]
    output.table("Built-in schemas", ("name", "mention types", "relation types", "title"), rows)


@app.command()
def show(
    name: str = typer.Argument(..., help="A built-in schema or a TOML file."),
    as_json: bool = output.JSON,
) -> None:
    """Show a schema as the tables of its paper: types, attributes, relations with arguments."""
    schema = schemas.find(name)
    if as_json:
        output.json(schema)
        return
    typer.echo(f"{schema.name} {schema.version}: {schema.title}")
    for line in filter(None, (schema.source, schema.description)):
        typer.echo(line)
    for table in schemas.tables(schema):
        output.table(table.title, table.columns, table.rows)


@app.command()
def check(file: str = typer.Argument(..., help="A TOML file.")) -> None:
    """Check a schema file; everything that is wrong with it is told at once."""
    schema = schemas.find(file)
    types = f"{len(schema.mention)} mention types, {len(schema.relation)} relation types"
    typer.echo(f"{file}: {schema.name} {schema.version} is sound ({types})")
