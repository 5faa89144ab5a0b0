"""`goldsmith formats`: what each format carries."""

from __future__ import annotations

import typer

from goldsmith.cli.shared import output
from goldsmith.formats import Feature, Format, get, names

app = typer.Typer(add_completion=False)


@app.command()
def formats(
    name: str | None = typer.Argument(None, help="Show one format feature by feature."),
    as_json: bool = output.JSON,
) -> None:
    """Show the formats and what each can and cannot carry."""
    chosen = [get(name)] if name else [get(one) for one in names()]
    if as_json:
        output.json([_facts(fmt) for fmt in chosen])
    elif name:
        rows = [(feature, "yes" if feature in chosen[0].carries else "no") for feature in Feature]
        output.table(f"{name}: {chosen[0].title}", ("feature", "carried"), rows)
    else:
        columns = ("format", "files", "", "cannot carry")
        output.table("Formats", columns, map(_row, chosen))


def _row(fmt: Format) -> tuple[str, str, str, str]:
    does = "read, write" if fmt.writes else "read only"
    lacks = [feature.value for feature in Feature if feature not in fmt.carries]
    return fmt.name, " ".join(fmt.suffixes), does, ", ".join(lacks) or "(carries everything)"


def _facts(fmt: Format) -> dict[str, object]:
    return {
        "name": fmt.name,
        "title": fmt.title,
        "suffixes": fmt.suffixes,
        "reads": fmt.reads,
        "writes": fmt.writes,
        "carries": {feature.value: feature in fmt.carries for feature in Feature},
    }
