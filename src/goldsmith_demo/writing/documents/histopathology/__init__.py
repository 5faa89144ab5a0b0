"""Write histopathology reports: surgical specimens, biopsies, nodes, marrow and aspirates."""

from __future__ import annotations

from collections.abc import Callable

from goldsmith_demo.data_files import Rows
from goldsmith_demo.life.model import Event, Thing
from goldsmith_demo.writing.documents.histopathology.phrases import books
from goldsmith_demo.writing.documents.histopathology.report import Tissue
from goldsmith_demo.writing.documents.note import Writers
from goldsmith_demo.writing.page import Page
from goldsmith_demo.writing.times import write_date


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
    write_signature(report)


def _write_title(report: Tissue) -> None:
    page, style = report.page, report.style
    titles = books.headings.us_titles if style == "us" else books.headings.uk_titles
    words = page.chance.choice(titles)
    day = report.write_today()
    study = report.name_study()
    taken = report.operation.start if report.operation is not None else report.exam.start
    if taken and taken < page.date and report.maybe(0.4):
        received = write_date(taken, style, page.chance)
        verb = page.chance.choice(("reported", "signed out" if style == "us" else "authorised"))
        report.tell(words, is_finding=False, after="\n", title=study)
        report.tell(
            f"Received {{d}}, {verb} {{t}}", is_finding=False, after="\n", d=received, t=day
        )
    elif report.maybe(0.8):
        report.tell(words + " {t}", is_finding=False, after="\n", t=day, title=study)
    else:
        report.tell(words, is_finding=False, after="\n", title=study)
    report.mark = page.marks[0]
    if report.maybe(0.45):
        report.write_specimen_line()
    page.end_paragraph()


def write_clinical_details(report: Tissue) -> None:
    """Write the clinical details from the request."""
    report.is_asking = True
    _write_request(report)
    report.is_asking = False
    drugs = report.list_earlier_drugs()[:2] if report.operation is not None else []
    if drugs:
        values = {f"p{number}": drug for number, drug in enumerate(drugs, 1)}
        templates = books.biopsies.after_drugs if len(drugs) == 2 else books.biopsies.after_drug
        values["i"] = report.operation or drugs[0]
        report.tell(report.choose_fresh(templates), is_finding=False, after=" ", **values)


def _write_request(report: Tissue) -> None:
    if report.operation is not None:
        report.state(books.stains.clinical) or report.state(("{i}.",))
        return
    if report.is_diagnosed():
        report.state(books.biopsies.history)
        return
    symptoms = report.list_symptoms()
    event, what, _ = report.find_earlier_scan()
    scanned = event is not None and what is not None and report.maybe(0.35)
    scanned = scanned and not report.is_from_elsewhere()
    if symptoms and report.maybe(0.8):
        plain = scanned or report.cancer == "myeloma" or report.is_from_elsewhere()
        templates = books.stains.clinical_biopsy[-2:] if plain else books.stains.clinical_biopsy
        report.state(templates, a=symptoms[0])
    elif not scanned:
        report.state(("{n=Negation:?}{c!poss:malignancy} @at.", "{n=Negation:?}{c!poss:tumour}."))
    if scanned and event is not None and what is not None:
        report.state(books.biopsies.earlier, p=what, t=report.mention_day(event.date))


def _find_marrow(report: Tissue) -> Thing | None:
    """Return the marrow involvement that the event found or excluded, or None."""
    return next((t for t in (*report.findings, *report.excluded) if t.base == "marrow"), None)


def _is_node_needle(report: Tissue) -> bool:
    nodes = bool(report.findings) and report.tumour not in report.findings
    return report.exam.base == "fna" and nodes


def write_findings(report: Tissue) -> None:
    """Write the microscopy, or the findings in marrow or an aspirate."""
    marrow = _find_marrow(report)
    if marrow is not None:
        absent = marrow in report.excluded
        report.state(
            books.microscopy.marrow if absent else books.microscopy.marrow_involved, marrow
        )
        report.add_findings("marrow", report.chance.randrange(2, 5))
    elif _is_node_needle(report):
        here = report.find_location(report.findings[0])
        place = {"l": here} if here is not None else {}
        report.state(report.fill_place(books.biopsies.smears_node), report.findings[0], **place)
        report.add_findings("", 2)
    else:
        report.write_microscopy()


def write_conclusion_lines(report: Tissue) -> None:
    """Write the diagnosis in a few lines."""
    marrow = _find_marrow(report)
    if marrow is not None:
        absent = marrow in report.excluded
        report.state(
            books.biopsies.marrow_summary if absent else books.biopsies.marrow_summary_involved,
            marrow,
        )
    elif _is_node_needle(report):
        report.state(("{c:Metastatic carcinoma}, {r=Result:C5}.", "{c}."), report.findings[0])
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
        write_clinical_details(report)
    with report.write_section(gross, "macroscopy", after):
        report.write_macroscopy()
    with report.write_section(fine, "microscopy", after):
        write_findings(report)
    if report.maybe(0.35 if report.operation is not None else 0.8):
        write_stains_section(report, stained, after)
    if not first:
        _write_conclusion(report, end, after)


def write_stains_section(report: Tissue, title: str, after: str) -> None:
    """Write the section about immunohistochemistry, if the report has one."""
    if has_stains_section(report):
        before = report.mark
        with report.write_section(title, "immunohistochemistry", after):
            report.write_stains()
        report.mark = before


def has_stains_section(report: Tissue) -> bool:
    """Return whether the report has a section about immunohistochemistry."""
    return report.has_stains() and _find_marrow(report) is None and report.exam.base != "fna"


def _write_conclusion(report: Tissue, title: str, after: str) -> None:
    with report.page.write_section(title, "conclusion", after):
        write_conclusion_lines(report)


def _write_short(report: Tissue) -> None:
    """Write a report on a small biopsy in a few lines."""
    page = report.page
    if report.maybe(0.6):
        page.start_section(
            page.chance.choice(("Clinical:", "Hx:", "Clin details:")), "indication", " "
        )
        write_clinical_details(report)
        page.write_line()
    report.write_macroscopy()
    write_findings(report)
    if has_stains_section(report) and report.maybe(0.7):
        report.write_stains()
    page.end_paragraph()
    page.start_section(
        page.chance.choice(("Diagnosis:", "Conclusion:", "Summary -")), "conclusion", " "
    )
    write_conclusion_lines(report)


def _write_running(report: Tissue) -> None:
    """Write a dictated report without headings."""
    page = report.page
    write_clinical_details(report)
    page.end_paragraph()
    report.write_macroscopy()
    if report.maybe(0.5):
        page.end_paragraph()
    write_findings(report)
    if has_stains_section(report) and (report.operation is None or report.maybe(0.4)):
        report.write_stains()
    page.end_paragraph()
    write_conclusion_lines(report)


def _write_proforma(report: Tissue) -> None:
    """Write a proforma: a list of the items that the colleges require."""
    page = report.page
    with page.write_section("Specimen:", "specimen", " "):
        write_clinical_details(report)
    title = page.chance.choice(("Macroscopy:", "MACROSCOPIC DESCRIPTION"))
    with report.write_section(title, "macroscopy", "\n"):
        report.write_macroscopy()
    title = page.chance.choice(("Microscopy", "MICROSCOPY"))
    with report.write_section(title, "microscopy", "\n"):
        _write_items(report)
        _write_nodes_item(report)
    page.start_section("Summary", "conclusion", "\n")
    report.write_summary()


def _write_items(report: Tissue) -> None:
    page, number = report.page, 1
    for templates in _list_items(report):
        start = len(page.text)
        page.text += f"{number}. " if report.style == "us" else ""
        if not report.state(templates):
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
    last = [
        items["size"],
        items["invasion" if present else "no invasion"],
        items["margins involved" if involved else "margins clear"],
    ]
    report.chance.shuffle(last)
    return [items["type"], items["grade"], items["Gleason score"], *last]


def _write_nodes_item(report: Tissue) -> None:
    if report.nodes:
        report.write_nodes(books.microscopy.nodes_positive[:3], books.microscopy.nodes_negative[:4])
        report.page.write_line()


def write_signature(report: Tissue) -> None:
    """Write the name of the pathologist."""
    report.write_signature("patholog", books.stains["signed"][report.style], 0.2)


WRITERS: Writers = {("histopathology", ""): write}
