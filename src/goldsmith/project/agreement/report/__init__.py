"""The agreement report: one page with matrices, figures, differences and the places they count."""

from goldsmith.project.agreement.report.content import Report, build_report
from goldsmith.project.agreement.report.page import render_report

__all__ = ["Report", "build_report", "render_report"]
