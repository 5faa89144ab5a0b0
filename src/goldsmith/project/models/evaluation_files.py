"""Writes an evaluation to a folder: page, errors with their places, tables, figures, curve."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import msgspec

from goldsmith.errors import InputError
from goldsmith.project.agreement import report
from goldsmith.project.agreement.tables import Style
from goldsmith.project.models import evaluation_page
from goldsmith.project.models.evaluation import Tried
from goldsmith.rendering.table import markdown

_MARK = "evaluation.json"


def check_place(out: Path, *, overwrite: bool) -> None:
    """Refuse to replace anything but an evaluation, and that only when it is wanted."""
    if not out.exists() or (out.is_dir() and not any(out.iterdir())):
        return
    if not ((out / _MARK).is_file() and overwrite):
        raise InputError(
            "there is something here already",
            where=str(out),
            expected="a path that does not exist or an empty folder",
            remedy="Choose another --out, or replace an evaluation with --overwrite",
        )


def write(
    tried: Tried, out: Path, *, with_text: bool = True, style: Style = "fraction"
) -> list[Path]:
    """The files that were written; they appear together when all are complete."""
    out.parent.mkdir(parents=True, exist_ok=True)
    fresh = Path(tempfile.mkdtemp(prefix=f".{out.name}.", dir=out.parent))
    try:
        fresh.chmod(0o755)
        for name, content in _files(tried, with_text, style).items():
            (fresh / name).write_text(content, "utf-8")
        if out.exists():
            shutil.rmtree(out)
        fresh.rename(out)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return sorted(out.iterdir())


def _files(tried: Tried, with_text: bool, style: Style) -> dict[str, str]:
    found, task = tried.evaluation, tried.task
    opened = report.build(
        tried.documents, tried.names, task, tried.schema, title="Errors", with_text=with_text
    )
    encoded = msgspec.json.format(msgspec.json.encode(found), indent=1).decode()
    tables = evaluation_page.tables(found, task, style)
    files = {
        "index.html": evaluation_page.page(found, task, style),
        "errors.html": report.page(opened),
        "tables.md": "\n".join(markdown(table) for table in tables),
        _MARK: encoded + "\n",
    }
    if found.curve:
        files["curve.svg"] = evaluation_page.picture(found.curve) + "\n"
    return files
