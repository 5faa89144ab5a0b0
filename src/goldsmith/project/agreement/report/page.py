"""The page of a report: one HTML file with its style, script and figures inside."""

from __future__ import annotations

from html import escape
from importlib.resources import files

import msgspec

from goldsmith.project.agreement.report.content import Report


def page(report: Report) -> str:
    """The report as a page that needs no network and no server."""
    parts = files(__name__.rpartition(".")[0])
    style, script, shell = (
        parts.joinpath(name).read_text("utf-8")
        for name in ("report.css", "report.js", "shell.html")
    )
    figures = msgspec.json.encode(report).decode()
    # Inside <script> only "</" and "<!--" could end or confuse it; both stay the same in JSON.
    figures = (
        figures.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    )
    return (
        shell.replace("{{title}}", escape(report.title))
        .replace("{{style}}", style)
        .replace("{{script}}", script)
        .replace("{{figures}}", figures)
    )
