"""List, show and check annotation schemas."""

from __future__ import annotations

import typer

from goldsmith.cli.shared import output

app = typer.Typer(add_completion=False, no_args_is_help=True, help=__doc__)


@app.command("list")
def list_(as_json: bool = output.JSON) -> None:
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
    as_json: bool = output.JSON,
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
