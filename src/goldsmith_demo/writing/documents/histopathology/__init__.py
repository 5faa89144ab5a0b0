"""Write histopathology reports: surgical specimens, biopsies, nodes, marrow and aspirates."""

from __future__ import annotations

from collections.abc import Callable

from goldsmith_demo.data_files import Rows
from goldsmith_demo.life.model import Event
from goldsmith_demo.writing.documents.histopathology.report import Tissue
from goldsmith_demo.writing.documents.note import Writers
from goldsmith_demo.writing.documents.phrases import histopathology as books
from goldsmith_demo.writing.page import Page
from goldsmith_demo.writing.sheet import Value


def write(page: Page, event: Event) -> None:
    """Write a report in one of the layouts that pathologists use."""
    report = Tissue(page, event)
    layouts: tuple[Callable[[Tissue], None], ...] = (_write_full, _write_full, _write_running)
    if report.operation is None:
        layouts = (_write_full, _write_short, _write_short, _write_running)
    elif report.figures.get("stage"):
        layouts = (*layouts, _write_proforma)
    _write_title(report)
    page.chance.choice(layouts)(report)
    report.write_signature("patholog", books.stains["signed"][report.style], 0.2)


def _write_title(report: Tissue) -> None:
    page, style = report.page, report.style
    words = page.chance.choice(books.headings["titles"][style])
    study = page.make_loose_thing("Investigation", "pathology", frozenset())
    study = report.exam if report.exam.base == "histopathology" else study
    values: dict[str, Value] = {"t": report.write_today(), "title": study}
    taken = (report.operation or report.exam).start
    if taken and taken < page.date and report.maybe(0.4):
        values["d"] = report.write_date(taken)
        verb = page.chance.choice(("reported", "signed out" if style == "us" else "authorised"))
        report.tell(words, is_finding=False, after="\n", **values)
        words = f"Received {{d}}, {verb} {{t}}"
    elif report.maybe(0.8):
        words += " {t}"
    report.tell(words, is_finding=False, after="\n", **values)
    report.mark = page.marks[0]
    if report.maybe(0.45):
        report.write_specimen_line()
    page.end_paragraph()


def _write_clinical_details(report: Tissue) -> None:
    """Write the clinical details from the request."""
    report.is_asking = True
    _write_request(report)
    report.is_asking = False
    drugs = report.list_earlier_drugs()[:2]
    if report.operation is not None and drugs:
        templates = books.biopsies.after_drugs if len(drugs) == 2 else books.biopsies.after_drug
        template = report.choose_fresh(templates)
        report.tell(template, is_finding=False, p1=drugs[0], p2=drugs[-1], i=report.operation)


def _write_request(report: Tissue) -> None:
    if report.operation is not None:
        report.describe_first((books.stains.clinical, ("{i}.",)))
        return
    if report.days_known:
        report.describe(books.biopsies.history)
        return
    symptoms, scan = report.list_symptoms(), report.earlier_scan
    is_elsewhere = report.sampled_place != report.place
    scanned = scan is not None and report.maybe(0.35) and not is_elsewhere
    if symptoms and report.maybe(0.8):
        plain = scanned or report.cancer == "myeloma" or is_elsewhere
        templates = books.stains.clinical_biopsy[-2:] if plain else books.stains.clinical_biopsy
        report.describe(templates, a=symptoms[0])
    elif not scanned:
        report.describe(
            ("{n=Negation:?}{c!poss:malignancy} @at.", "{n=Negation:?}{c!poss:tumour}.")
        )
    if scan and scanned:
        event, what = scan
        report.describe(books.biopsies.earlier, p=what, t=report.mention_day(event.date))


def _is_node_needle(report: Tissue) -> bool:
    return report.exam.base == "fna" and report.tumour not in report.findings


def _write_findings(report: Tissue) -> None:
    """Write the microscopy, or the findings in marrow or an aspirate."""
    marrow, ways = report.find_condition("marrow"), books.microscopy
    if marrow is not None:
        report.describe(ways.marrow if marrow in report.excluded else ways.marrow_involved, marrow)
        report.add_findings("marrow", report.chance.randrange(2, 5))
    elif _is_node_needle(report):
        nodal = report.findings[0]
        templates = report.fill_place(books.biopsies.smears_node)
        report.describe(templates, nodal, l=report.find_location(nodal) or report.place)
        report.add_findings("smears", 2)
    else:
        report.write_microscopy()


def _write_conclusion_lines(report: Tissue) -> None:
    """Write the diagnosis in a few lines."""
    marrow, ways = report.find_condition("marrow"), books.biopsies
    if marrow is not None:
        absent = marrow in report.excluded
        report.describe(ways.marrow_summary if absent else ways.marrow_summary_involved, marrow)
    elif _is_node_needle(report):
        report.describe(("{c:Metastatic carcinoma}, {r=Result:C5}.", "{c}."), report.findings[0])
    else:
        report.write_summary()


def _write_full(report: Tissue) -> None:
    page = report.page
    headings = books.headings.read("headings", dict[str, Rows])
    clinical, gross, fine, stained, end = page.chance.choice(headings[report.style])
    after = "\n" if not clinical.endswith(":") else page.chance.choice((" ", "\n"))
    first = report.style == "us" and report.maybe(0.5)
    if first:
        _write_conclusion(report, end, after)
    with page.write_section(clinical, "indication", after):
        _write_clinical_details(report)
    with report.write_section(gross, "macroscopy", after):
        report.write_macroscopy()
    with report.write_section(fine, "microscopy", after):
        _write_findings(report)
    if report.maybe(0.35 if report.operation is not None else 0.8):
        _write_stains_section(report, stained, after)
    if not first:
        _write_conclusion(report, end, after)


def _write_stains_section(report: Tissue, title: str, after: str) -> None:
    """Write the section about immunohistochemistry, if the report has one."""
    if report.has_stains():
        before = report.mark
        with report.write_section(title, "immunohistochemistry", after):
            report.write_stains()
        report.mark = before


def _write_conclusion(report: Tissue, title: str, after: str) -> None:
    with report.page.write_section(title, "conclusion", after):
        _write_conclusion_lines(report)


def _write_short(report: Tissue) -> None:
    """Write a report on a small biopsy in a few lines."""
    page = report.page
    if report.maybe(0.6):
        heading = page.chance.choice(("Clinical:", "Hx:", "Clin details:"))
        page.start_section(heading, "indication", " ")
        _write_clinical_details(report)
        page.write_line()
    report.write_macroscopy()
    _write_findings(report)
    if report.has_stains() and report.maybe(0.7):
        report.write_stains()
    page.end_paragraph()
    heading = page.chance.choice(("Diagnosis:", "Conclusion:", "Summary -"))
    page.start_section(heading, "conclusion", " ")
    _write_conclusion_lines(report)


def _write_running(report: Tissue) -> None:
    """Write a dictated report without headings."""
    page = report.page
    _write_clinical_details(report)
    page.end_paragraph()
    report.write_macroscopy()
    if report.maybe(0.5):
        page.end_paragraph()
    _write_findings(report)
    if report.has_stains() and (report.operation is None or report.maybe(0.4)):
        report.write_stains()
    page.end_paragraph()
    _write_conclusion_lines(report)


def _write_proforma(report: Tissue) -> None:
    """Write a proforma: a list of the items that the colleges require."""
    page = report.page
    with page.write_section("Specimen:", "specimen", " "):
        _write_clinical_details(report)
    title = page.chance.choice(("Macroscopy:", "MACROSCOPIC DESCRIPTION"))
    with report.write_section(title, "macroscopy", "\n"):
        report.write_macroscopy()
    title = page.chance.choice(("Microscopy", "MICROSCOPY"))
    with report.write_section(title, "microscopy", "\n"):
        _write_items(report)
        if report.nodes:
            nodes = books.microscopy.nodes_positive[:3], books.microscopy.nodes_negative[:4]
            report.write_nodes(*nodes)
            page.write_line()
    page.start_section("Summary", "conclusion", "\n")
    report.write_summary()


def _write_items(report: Tissue) -> None:
    page, number = report.page, 1
    for templates in _list_items(report):
        start = len(page.text)
        page.text += f"{number}. " if report.style == "us" else ""
        if not report.describe(templates):
            page.text = page.text[:start]
            continue
        number += 1
        page.text = page.text.rstrip(" .")
        page.write_line()


def _list_items(report: Tissue) -> list[tuple[str, ...]]:
    """Return the phrasings of each item of a proforma; the name of a measure is a mention."""
    items = books.microscopy["items"]
    present = report.figures.get("lymphovascular invasion") == "present"
    involved = report.figures.get("margins") == "involved"
    last = [items["size"], items["invasion" if present else "no invasion"]]
    last.append(items["margins involved" if involved else "margins clear"])
    report.chance.shuffle(last)
    return [items["type"], items["grade"], items["Gleason score"], *last]


def write_surgical_pathology(page: Page, event: Event) -> None:
    """Write a surgical pathology report: the diagnosis first, then history, gross, microscopy."""
    report = Tissue(page, event)
    page.write_line(page.patient.hospital.upper())
    page.write_line("DEPARTMENT OF PATHOLOGY AND LABORATORY MEDICINE")
    page.write_line(f"Accession: S{page.date:%y}-{page.chance.randint(1000, 48999)}")
    report.tell("Date of report: {t}", is_finding=False, after="\n", t=report.write_today())
    page.end_paragraph()
    _write_conclusion(report, "FINAL DIAGNOSIS:", "\n")
    with page.write_section("CLINICAL HISTORY:", "indication", " "):
        _write_clinical_details(report)
    with report.write_section("GROSS DESCRIPTION:", "macroscopy", " "):
        report.write_macroscopy()
    with report.write_section("MICROSCOPIC DESCRIPTION:", "microscopy", " "):
        _write_findings(report)
    if report.maybe(0.6):
        _write_stains_section(report, "IMMUNOHISTOCHEMISTRY:", " ")
    report.write_signature("patholog", books.stains["signed"][report.style], 0.2)


WRITERS: Writers = {("histopathology", ""): write}
AMERICAN: Writers = {("surgical pathology", ""): write_surgical_pathology}
