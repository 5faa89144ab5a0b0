"""Write American reports of surgical pathology and radiology, in their fixed layouts."""

from __future__ import annotations

from functools import partial

from goldsmith_demo.life.model import Event
from goldsmith_demo.writing.documents import histopathology, imaging
from goldsmith_demo.writing.documents.histopathology.report import Tissue
from goldsmith_demo.writing.documents.imaging import frame
from goldsmith_demo.writing.documents.note import Writers
from goldsmith_demo.writing.page import Page


def write_surgical_pathology(page: Page, event: Event) -> None:
    """Write a surgical pathology report: the diagnosis first, then history, gross, microscopy."""
    report = Tissue(page, event)
    page.write_line(page.patient.hospital.upper())
    page.write_line("DEPARTMENT OF PATHOLOGY AND LABORATORY MEDICINE")
    page.write_line(f"Accession: S{page.date:%y}-{page.chance.randint(1000, 48999)}")
    report.tell("Date of report: {t}", is_finding=False, after="\n", t=report.write_today())
    page.end_paragraph()
    with page.write_section("FINAL DIAGNOSIS:", "conclusion", "\n"):
        histopathology.write_conclusion_lines(report)
    with page.write_section("CLINICAL HISTORY:", "indication", " "):
        histopathology.write_clinical_details(report)
    with report.write_section("GROSS DESCRIPTION:", "macroscopy", " "):
        report.write_macroscopy()
    with report.write_section("MICROSCOPIC DESCRIPTION:", "microscopy", " "):
        histopathology.write_findings(report)
    if report.maybe(0.6):
        histopathology.write_stains_section(report, "IMMUNOHISTOCHEMISTRY:", " ")
    histopathology.write_signature(report)


def write_radiology(page: Page, event: Event, subtype: str) -> None:
    """Write a radiology report with a department header and fixed headings."""
    page.write_line(page.patient.hospital.upper())
    page.write_line("DEPARTMENT OF RADIOLOGY")
    page.write_line(f"Accession: {page.chance.randint(1_000_000, 8_999_999)}")
    page.end_paragraph()
    report = imaging.start_report(page, event)
    imaging.write_american(report, subtype)
    frame.write_signature(report)


WRITERS: Writers = {
    ("surgical pathology", ""): write_surgical_pathology,
    **{
        ("radiology", subtype): partial(write_radiology, subtype=subtype)
        for subtype in imaging.KINDS
    },
}
