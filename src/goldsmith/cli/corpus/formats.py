"""Show the formats and what each can and cannot carry."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from goldsmith.cli.shared import output, parameters

if TYPE_CHECKING:
    from goldsmith.formats import Format

app = typer.Typer(add_completion=False)


@app.command()
def formats(
    name: str | None = typer.Argument(None, help="Show one format feature by feature."),
    as_json: bool = parameters.JSON,
) -> None:
    """Show the formats and what each can and cannot carry."""
    from goldsmith.formats import Feature, get, names

    chosen = [get(name)] if name else [get(every) for every in names()]
    if as_json:
        output.print_json([_list_facts(fmt) for fmt in chosen])
    elif name:
        rows = [(feature, "yes" if feature in chosen[0].carries else "no") for feature in Feature]
        output.print_table(f"{name}: {chosen[0].title}", ("feature", "carried"), rows)
    else:
        columns = ("format", "files", "", "cannot carry")
        output.print_table("Formats", columns, map(_make_row, chosen))


def _make_row(fmt: Format) -> tuple[str, str, str, str]:
    from goldsmith.formats import Feature

    access = "read, write" if fmt.writes else "read only"
    lacks = [feature.value for feature in Feature if feature not in fmt.carries]
    return fmt.name, " ".join(fmt.suffixes), access, ", ".join(lacks) or "(carries everything)"


def _list_facts(fmt: Format) -> dict[str, object]:
    from goldsmith.formats import Feature

    return {
        "name": fmt.name,
        "title": fmt.title,
        "suffixes": fmt.suffixes,
        "reads": fmt.reads,
        "writes": fmt.writes,
        "carries": {feature.value: feature in fmt.carries for feature in Feature},
    }
