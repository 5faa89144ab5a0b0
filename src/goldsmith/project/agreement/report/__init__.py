"""A report in one file: matrices, figures with intervals, differences, places."""

from goldsmith.project.agreement.report.content import Report, build
from goldsmith.project.agreement.report.page import page

__all__ = ["Report", "build", "page"]
