"""`goldsmith report`: agreement as a page in which every number opens its places."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import typer

from goldsmith.cli.shared import figures, output
from goldsmith.core import Document
from goldsmith.project.agreement import tasks
from goldsmith.project.agreement.report import build, page
from goldsmith.project.agreement.stacking import stacked
from goldsmith.project.corpus.sources import Source

app = typer.Typer(add_completion=False)


@app.command()
def report(
    sets: list[str] = typer.Argument(
        ..., help="Sets of --corpus, or paths of one annotator each; a gold standard goes first."
    ),
    out: Path = typer.Option(..., "--out", help="The HTML file to write."),
    corpus: str | None = figures.CORPUS,
    schema: str | None = figures.SCHEMA,
    task: str = typer.Option("clef", "--task", help="One of: " + ", ".join(tasks.TASKS) + "."),
    option: list[str] = figures.OPTION,
    fmt: str | None = output.FROM,
    title: str = typer.Option("Agreement", "--title", help="The title of the page."),
    no_text: bool = typer.Option(
        False, "--no-text", help="Leave out all text of notes, to share the figures."
    ),
) -> None:
    """Write a report: one HTML file, no network, every number opens the places it counts."""
    wanted = figures.task_of(task, option)
    docs: Iterable[Document]
    names = sets
    if corpus:
        source = Source(corpus, fmt)
        docs = output.follow(source, source.total)
    else:
        docs, names = stacked(sets, fmt)
    made = build(
        docs,
        names,
        wanted,
        figures.schema_for(wanted, schema),
        title=title,
        with_text=not no_text,
    )
    figures.tell(made.notices)
    out.parent.mkdir(parents=True, exist_ok=True)
    partial = out.with_name(f".{out.name}.part")
    partial.write_text(page(made), "utf-8")
    partial.replace(out)
    output.say(f"open {out}")
