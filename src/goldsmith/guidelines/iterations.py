"""Iterations of guideline development: which version produced which agreement (CLEF, Table 5).

A file of iterations is TOML or CSV. `agreement` names a file that `goldsmith agree --json` wrote;
figures may also be stated directly.

    [[iteration]]
    version = "0.1"
    date = 2026-01-12
    documents = 5
    agreement = "agreement-1.json"

    [[iteration]]
    version = "0.2"
    date = 2026-02-02
    figures = { "spans.lenient" = 0.87, "relations.ciaa" = 0.56 }
"""

from __future__ import annotations

import csv
import datetime
import io
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from goldsmith.core.decoding import BAD_TOML, describe_toml_error
from goldsmith.errors import InputError, UnknownName
from goldsmith.rendering.charts import LineChart, Series, render_line_chart
from goldsmith.rendering.table import Table

FILE_NAME = "iterations.toml"
_FIELDS = ("version", "date", "documents", "agreement", "remark")


class Iteration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An iteration: the version of the guideline, and the agreement of those who used it."""

    version: str
    date: datetime.date
    documents: int = 0
    agreement: str = ""
    """The file that `goldsmith agree --json` wrote, relative to the file of iterations."""
    figures: Mapping[str, float] = {}
    """Measure -> value between 0 and 1; a measure is METRIC.VALUE, such as spans.lenient."""
    remark: str = ""


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    iteration: tuple[Iteration, ...] = ()


def read_iterations(path: Path) -> list[Iteration]:
    """Read a file of iterations, with the figures of the agreement files that it names.

    Raises:
        InputError: A file is missing or wrong.
    """
    try:
        text = path.read_text("utf-8-sig")
        rows: Any = {"iteration": _read_csv(text)} if path.suffix == ".csv" else tomllib.loads(text)
        entries = msgspec.convert(rows, _File, strict=False).iteration
    except FileNotFoundError:
        raise InputError(
            "there is no such file", where=str(path), expected="a TOML or CSV file of iterations"
        ) from None
    except msgspec.ValidationError as error:
        expected = ", ".join((*_FIELDS, "figures"))
        raise InputError(
            f"an iteration is wrong: {error}", where=str(path), expected=expected
        ) from None
    except BAD_TOML as error:
        raise InputError(
            f"the file is not TOML: {describe_toml_error(error)}", where=str(path)
        ) from None
    for entry in entries:
        if wrong := [name for name, value in entry.figures.items() if not 0 <= value <= 1]:
            raise InputError(
                f"figures of version {entry.version} are out of range: {', '.join(wrong)}",
                where=str(path),
                expected="values between 0 and 1",
            )
    if not entries:
        raise InputError("the file lists no iterations", where=str(path), expected="[[iteration]]")
    return [_add_figures(entry, path.parent) for entry in entries]


def choose_measures(iterations: Sequence[Iteration], measures: Sequence[str]) -> tuple[str, ...]:
    """Return the measures to show: the requested ones, or lenient spans and corrected relations.

    Raises:
        UnknownName: No iteration has a measure of that name.
    """
    names = list(dict.fromkeys(name for entry in iterations for name in entry.figures))
    for measure in measures:
        if measure not in names:
            raise UnknownName("measure", measure, names)
    usual = [name for name in ("spans.lenient", "relations.ciaa") if name in names]
    return tuple(measures or usual or names[:2])


def make_iteration_table(iterations: Sequence[Iteration], measures: Sequence[str]) -> Table:
    """Make the table of iterations with their agreement in per cent."""
    rows = [
        (
            str(number),
            entry.version,
            entry.date.isoformat(),
            str(entry.documents or "–"),
            *(_format(entry.figures.get(measure)) for measure in measures),
            entry.remark,
        )
        for number, entry in enumerate(iterations, 1)
    ]
    columns = ("Iteration", "Version", "Date", "Documents", *(f"{name} %" for name in measures))
    if not any(entry.remark for entry in iterations):
        return Table("Agreement by version", columns, tuple(row[:-1] for row in rows))
    return Table("Agreement by version", (*columns, "Remark"), tuple(rows))


def draw_iterations(iterations: Sequence[Iteration], measures: Sequence[str]) -> str:
    """Draw the agreement of each iteration as a chart, in SVG."""
    series = [
        Series(
            measure,
            [
                (float(number), entry.figures[measure])
                for number, entry in enumerate(iterations, 1)
                if measure in entry.figures
            ],
        )
        for measure in measures
    ]
    ticks = tuple(float(number) for number in range(1, len(iterations) + 1))
    return str(
        render_line_chart(
            LineChart(
                "Agreement by iteration", "iteration", "agreement", tuple(series), x_ticks=ticks
            )
        )
    )


def _read_csv(text: str) -> list[dict[str, Any]]:
    """Read the rows of a CSV file; a column with a dot in its name is a measure."""
    rows: list[dict[str, Any]] = []
    for row in csv.DictReader(io.StringIO(text)):
        values: dict[str, Any] = {
            key: value for key, value in row.items() if value and key and "." not in key
        }
        values["figures"] = {
            key: value for key, value in row.items() if value and key and "." in key
        }
        rows.append(values)
    return rows


def _add_figures(entry: Iteration, folder: Path) -> Iteration:
    if not entry.agreement:
        return entry
    path = folder / entry.agreement
    try:
        content = msgspec.json.decode(path.read_bytes())
        averages: dict[str, dict[str, dict[str, float]]] = content["average"]
        figures = {
            f"{metric}.{name}": value
            for metric, rows in averages.items()
            for name, value in rows.get("micro", {}).items()
            if isinstance(value, float | int)
        }
        documents = entry.documents or int(content.get("documents", 0))
    except FileNotFoundError:
        raise InputError(
            "there is no such file",
            where=str(path),
            expected="an agreement written as JSON",
        ) from None
    except (msgspec.DecodeError, KeyError, TypeError, AttributeError):
        raise InputError(
            "this file does not contain agreement figures",
            where=str(path),
            expected="an agreement written as JSON",
        ) from None
    return msgspec.structs.replace(entry, figures={**figures, **entry.figures}, documents=documents)


def _format(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.1f}"
