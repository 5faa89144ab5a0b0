"""Ask a question about the chronicles of many patients."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from goldsmith.cli.shared import output, parameters
from goldsmith.errors import InputError

if TYPE_CHECKING:
    from goldsmith.chronicle.model import Evidence
    from goldsmith.chronicle.query.answer import Answer, PatientAnswer
    from goldsmith.project.patients.ask import Explanation

app = typer.Typer(add_completion=False)

_PLACES = 3


@app.command()
def ask(
    query: str = typer.Argument(
        "", help='A question, such as "patients treated with tamoxifen", or a saved query.'
    ),
    tables: list[Path] = typer.Argument(None, help="Folders that `goldsmith chronicle` wrote."),
    limit: int = typer.Option(20, "--limit", help="The largest number of patients to list."),
    terms: list[str] = typer.Option(
        [],
        "--terms",
        help="Look up names in these terminologies: names on the shelf, `demo` or folders. "
        "Default: all on the shelf.",
    ),
    explain: bool = typer.Option(
        False, "--explain", help="Print what the question means and its SQL; do not answer it."
    ),
    queries: Path | None = typer.Option(
        None, "--queries", help="The file of saved queries and sets; queries.toml by default."
    ),
    save: str = typer.Option("", "--save", help="Save the question under this name."),
    list_saved: bool = typer.Option(False, "--list", help="List the saved queries and sets."),
    overwrite: bool = typer.Option(
        False, "--overwrite", help="Replace the saved query of that name."
    ),
    as_json: bool = parameters.JSON,
) -> None:
    """Find the patients who match a question, with the evidence for each."""
    from goldsmith.project.patients import ask as verbs

    if list_saved:
        _print_saved(queries, as_json=as_json)
        return
    if not query:
        raise InputError("there is no question", expected='such as "patients with drug aspirin"')
    if save:
        path = verbs.save(save, query, queries=queries, overwrite=overwrite)
        output.report(f"saved as {save} in {path}")
        if not tables:
            return
    names = output.split_values(terms)
    if explain:
        explanation = verbs.explain(query, tables or [], terms=names, queries=queries)
        output.print_json(explanation) if as_json else _print_explanation(explanation)
        return
    answer = verbs.ask(query, tables or [], terms=names, queries=queries, limit=limit)
    if as_json:
        output.print_json(answer)
    else:
        _print_answer(answer)


def _print_saved(queries: Path | None, *, as_json: bool) -> None:
    from goldsmith.project.patients.ask import list_queries

    saved = list_queries(queries)
    if as_json:
        output.print_json(saved)
        return
    output.print_table("Saved queries", ["name", "query"], sorted(saved.queries.items()))
    if saved.sets:
        rows = [(name, ", ".join(entry.names + entry.codes)) for name, entry in saved.sets.items()]
        output.print_table("Sets", ["name", "names and codes"], sorted(rows))


def _print_explanation(explanation: Explanation) -> None:
    rows = list(enumerate(explanation.conditions, 1))
    output.print_table("Patients of whom all of this is true", ["", "condition"], rows)
    names = [
        (
            reading.name + (" (a set)" if reading.is_set else ""),
            ", ".join(reading.concepts),
            reading.code_count,
            reading.name_count,
            ", ".join(reading.names),
        )
        for reading in explanation.names
    ]
    headings = ["name", "concepts", "codes", "names of events", "such as"]
    output.print_table("What the names stand for", headings, names)
    for statement in explanation.sql:
        typer.echo(statement + ";\n")
    values = [(f"${name}", _shorten(value)) for name, value in explanation.parameters.items()]
    output.print_table("Values", ["parameter", "value"], values)


def _shorten(value: object) -> str:
    if isinstance(value, list) and len(value) > _PLACES:
        return ", ".join(map(str, value[:_PLACES])) + f" and {len(value) - _PLACES} more"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _print_answer(answer: Answer) -> None:
    share = f" ({answer.count / answer.total:.1%})" if answer.total else ""
    typer.echo(f"{answer.count:,} of {answer.total:,} patients{share}")
    if not answer.patients:
        return
    rows = [row for patient in answer.patients for row in _list_rows(patient, answer.clauses)]
    headings = ["patient", "clause", "event", "from", "to", "places"]
    output.print_table("", headings, rows)
    if answer.count > len(answer.patients):
        output.report(f"the first {len(answer.patients):,} are listed; --limit lists more")


def _list_rows(patient: PatientAnswer, clauses: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    from goldsmith.chronicle.query.answer import describe_bounds, describe_event

    if not patient.witnesses:
        yield patient.patient, "", "", "", "", ""
    for number, witness in enumerate(patient.witnesses):
        yield (
            "" if number else patient.patient,
            clauses[witness.clause],
            describe_event(witness),
            describe_bounds(witness.extent.start),
            describe_bounds(witness.extent.end),
            _describe_places(witness.evidence),
        )


def _describe_places(evidence: tuple[Evidence, ...]) -> str:
    places = [_describe_place(place) for place in evidence]
    distinct = list(dict.fromkeys(places))
    more = f" and {len(distinct) - _PLACES} more" if len(distinct) > _PLACES else ""
    return ", ".join(distinct[:_PLACES]) + more


def _describe_place(place: Evidence) -> str:
    if place.table:
        return f"{place.table} {place.row}"
    spans = "+".join(f"{span.start}-{span.end}" for span in place.spans)
    return f"{place.document}:{spans}" if spans else place.document
