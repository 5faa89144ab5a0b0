"""The agreement report: a page of matrices, figures, differences and their annotations."""

from goldsmith.project.agreement.report.content import Report, build_report
from goldsmith.project.agreement.report.page import render_report

__all__ = ["Report", "build_report", "render_report"]
