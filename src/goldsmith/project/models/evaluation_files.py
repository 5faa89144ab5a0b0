"""Writes an evaluation to a folder: the page, the errors, the tables, all numbers, the curve."""

from __future__ import annotations

from pathlib import Path

import msgspec

from goldsmith import storage
from goldsmith.formats import WriteResult, write
from goldsmith.project.agreement import report
from goldsmith.project.agreement.tables import Style
from goldsmith.project.models import evaluation_page
from goldsmith.project.models.evaluation import Trial
from goldsmith.project.models.extract_files import Target
from goldsmith.rendering.table import render_markdown

_MARK = "evaluation.json"


def check_destination(out: Path, *, overwrite: bool) -> None:
    """Check that a folder is free, or contains an evaluation that may be replaced.

    Raises:
        InputError: The folder contains anything else, or an evaluation without `overwrite`.
    """
    storage.check_free(
        out,
        overwrite=overwrite,
        replaceable=lambda path: (path / _MARK).is_file(),
        what="an evaluation",
    )


def write_evaluation(
    trial: Trial, out: Path, *, with_text: bool = True, style: Style = "fraction"
) -> list[Path]:
    """Write the files of an evaluation and return their paths; they all appear at once."""
    with storage.stage_folder(out) as folder:
        for name, content in _render_files(trial, with_text, style).items():
            (folder / name).write_text(content, "utf-8")
    return sorted(out.iterdir())


def write_predictions(trial: Trial, target: Target) -> WriteResult:
    """Write the documents of an evaluation with the annotations of the pipeline alone.

    Raises:
        LossError: The format cannot carry something that was not allowed to be dropped.
    """
    system = trial.names[1]
    return write(
        (msgspec.structs.replace(doc, sets={system: doc.sets[system]}) for doc in trial.documents),
        target.out,
        target.format,
        allow_loss=target.allow_loss,
        overwrite=target.overwrite,
    )


def _render_files(trial: Trial, with_text: bool, style: Style) -> dict[str, str]:
    evaluation, task = trial.evaluation, trial.task
    errors = report.build_report(
        trial.documents, trial.names, task, trial.schema, title="Errors", with_text=with_text
    )
    encoded = msgspec.json.format(msgspec.json.encode(evaluation), indent=1).decode()
    tables = evaluation_page.tabulate_evaluation(evaluation, task, style)
    files = {
        "index.html": evaluation_page.render_evaluation(evaluation, task, style),
        "errors.html": report.render_report(errors, style),
        "tables.md": "\n".join(render_markdown(table) for table in tables),
        _MARK: encoded + "\n",
    }
    if evaluation.curve:
        files["curve.svg"] = evaluation_page.draw_learning_curve(evaluation.curve) + "\n"
    return files
