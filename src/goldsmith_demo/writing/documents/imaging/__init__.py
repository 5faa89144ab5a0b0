"""Write imaging reports: CT, mammogram, MRI, ultrasound and X-ray."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from goldsmith_demo.life.model import Event, Thing
from goldsmith_demo.writing.documents.imaging import body, frame
from goldsmith_demo.writing.documents.note import Writers
from goldsmith_demo.writing.documents.phrases import imaging as books
from goldsmith_demo.writing.documents.report import Report
from goldsmith_demo.writing.page import Page

Layout = Callable[[Report, str], None]


def write(page: Page, event: Event, subtype: str) -> None:
    """Write a report in one of the layouts that radiologists use."""
    report = frame.start_report(page, event)
    layouts: tuple[Layout, ...] = (_write_american, _write_american, _write_dictated)
    if page.patient.style == "uk":
        layouts = (_write_british, _write_british, _write_dictated, _write_telegraphic)
    if subtype == "X-ray":
        layouts = (*layouts, _write_paragraph, _write_paragraph)
    page.chance.choice(layouts)(report, subtype)
    frame.write_signature(report)


def _write_british(report: Report, subtype: str) -> None:
    page = report.page
    first, second, third = page.chance.choice(books.frames.get_rows("headings_uk"))
    between = "\n" if not first.endswith(":") else page.chance.choice((" ", " ", "\n"))
    frame.write_title(report, upper=report.maybe(0.7))
    page.end_paragraph()
    with page.write_section(first, "indication", between):
        frame.write_request(report)
    with page.write_section(second, "findings", between):
        if report.maybe(0.4):
            frame.write_technique(report, subtype)
        if report.maybe(0.4):
            frame.write_comparison(report)
        write_findings(report, subtype, paragraphs=report.maybe(0.3))
    page.start_section(third, "conclusion", between)
    frame.write_summary(report, numbered=report.maybe(0.2))


def _write_american(report: Report, subtype: str) -> None:
    """Write a report with the headings of American radiologists."""
    page = report.page
    upper = report.maybe(0.7)
    after = page.chance.choice((" ", " ", "\n"))
    dated = report.maybe(0.7)
    with page.write_section("EXAM:" if upper else "Examination:", "examination", " "):
        frame.write_title(report, upper=upper, dated=dated)
    heading = page.chance.choice(("INDICATION:", "CLINICAL HISTORY:", "HISTORY:"))
    with page.write_section(heading, "indication", after):
        frame.write_request(report)
    if report.maybe(0.75):
        with page.write_section("TECHNIQUE:", "technique", after):
            frame.write_technique(report, subtype)
    if report.maybe(0.75):
        with page.write_section("COMPARISON:", "comparison", after):
            frame.write_comparison(report, headed=True)
    with page.write_section("FINDINGS:", "findings", "\n" if report.maybe(0.6) else " "):
        write_findings(report, subtype, by_region=report.maybe(0.6))
    page.start_section("IMPRESSION:", "impression", "\n")
    frame.write_summary(report, numbered=report.maybe(0.8))


def _write_dictated(report: Report, subtype: str) -> None:
    """Write running text without headings."""
    page = report.page
    frame.write_title(report, upper=report.maybe(0.4))
    if report.maybe(0.5):
        page.end_paragraph()
    if report.maybe(0.6):
        frame.write_request(report)
        if report.maybe(0.5):
            page.end_paragraph()
    if report.maybe(0.4):
        frame.write_technique(report, subtype)
    if report.maybe(0.6):
        frame.write_comparison(report)
    write_findings(report, subtype)
    page.end_paragraph()
    if report.maybe(0.5):
        page.write_line(page.chance.choice(("Impression", "Opinion", "COMMENT", "In summary:")))
    frame.write_summary(report, numbered=False)


def _write_telegraphic(report: Report, subtype: str) -> None:
    page = report.page
    frame.write_title(report, upper=True)
    page.start_section("Clin:" if report.maybe(0.5) else "Hx:", "indication", " ")
    frame.write_request(report)
    page.write_line()
    write_findings(report, subtype)
    page.write_line()
    page.start_section(page.chance.choice(("Imp:", "Concl:", "IMP -")), "conclusion", " ")
    frame.write_summary(report, numbered=False)


def _write_paragraph(report: Report, subtype: str) -> None:
    frame.write_title(report, upper=report.maybe(0.6))
    if report.maybe(0.75):
        frame.write_request(report)
        report.page.write_line()
    if report.maybe(0.4):
        frame.write_technique(report, subtype)
    if report.maybe(0.5):
        frame.write_comparison(report)
    write_findings(report, subtype)
    frame.write_summary(report, numbered=False)


def write_findings(
    report: Report, subtype: str, *, paragraphs: bool = False, by_region: bool = False
) -> None:
    """Write everything that the examination shows."""
    busy = body.find_busy_topics(report)
    places = body.find_regions(report, subtype)
    negative = _choose_negatives(report)
    if by_region and len(places) > 1 and _has_all_regions(report, places, negative):
        _write_by_region(report, subtype, places, negative, busy)
        return
    _mention_operation(report)
    for thing in (*report.findings, *negative):
        _describe(report, thing, subtype)
    if paragraphs:
        report.page.end_paragraph()
    remaining = report.chance.randrange(3, 6) - min(2, len(report.findings)) - len(negative)
    remaining -= body.describe_asides(report, places, 3)
    report.chance.shuffle(places)
    for number, place in enumerate(places):
        each = -(-remaining // (len(places) - number))
        if each > 0:
            remaining -= body.describe_normal(report, place, busy, each)
    before = frame.find_earlier_imaging(report)
    if before and before[1].base == report.exam.base and not report.findings and report.maybe(0.3):
        report.tell(report.choose_fresh(books.frames.stable))


def _describe(report: Report, thing: Thing, subtype: str) -> None:
    """Describe a condition that the examination found or excluded."""
    describe = body.describe_finding if thing in report.findings else body.describe_excluded
    describe(report, thing, subtype)


def _choose_negatives(report: Report) -> list[Thing]:
    """Choose one or two of the excluded conditions; often none but the liver's beside findings."""
    negative = list(report.excluded)
    report.chance.shuffle(negative)
    count = report.maybe(0.35) if report.findings else 1 + report.maybe(0.15)
    liver = [thing for thing in negative[count:] if thing.base == "liver_metastases"]
    return [*negative[:count], *liver]


def _mention_operation(report: Report) -> None:
    operation, clear = next(report.list_operations(), None), not report.findings
    if operation is not None and report.maybe(0.22):
        ways = [way for way in books.frames.after_surgery if "=Result" not in way or clear]
        report.tell(report.choose_fresh(ways), i=operation[1])


def _has_all_regions(report: Report, places: list[str], negative: list[Thing]) -> bool:
    """Return whether each finding belongs to a region of the report."""
    named = [_list_regions(report, thing).split() for thing in (*report.findings, *negative)]
    return all(set(words) & set(places) for words in named)


def _write_by_region(
    report: Report, subtype: str, places: list[str], negative: list[Thing], busy: set[str]
) -> None:
    remaining = [*report.findings, *negative]
    for place in places:
        here = [thing for thing in remaining if place in _list_regions(report, thing).split()]
        remaining = [thing for thing in remaining if thing not in here]
        report.tell(f"{{l_{place}:{place.capitalize()}}}:", is_finding=False)
        for thing in here:
            _describe(report, thing, subtype)
        if not (
            here
            or body.describe_asides(report, [place], 1)
            or body.describe_normal(report, place, busy, 1)
        ):
            report.tell("{r=Result:[Unremarkable|Normal|As before]}.")
        report.page.write_line()


def _list_regions(report: Report, thing: Thing) -> str:
    """Return the regions that contain a thing, separated by spaces."""
    words, key = [thing.place], thing.place
    while place := report.things.get(key):
        key = place.whole
        words.append(key)
    regions = " ".join(words)
    for region, parts in books.regions.get_words("by_part").items():
        if any(word in regions for word in parts.split()):
            regions += f" {region}"
    return regions


def write_radiology(page: Page, event: Event, subtype: str) -> None:
    """Write a radiology report with a department header and fixed headings."""
    page.write_line(page.patient.hospital.upper())
    page.write_line("DEPARTMENT OF RADIOLOGY")
    page.write_line(f"Accession: {page.chance.randint(1_000_000, 8_999_999)}")
    page.end_paragraph()
    report = frame.start_report(page, event)
    _write_american(report, subtype)
    frame.write_signature(report)


_KINDS = ("CT", "mammogram", "MRI", "ultrasound", "X-ray")
WRITERS: Writers = {("imaging", kind): partial(write, subtype=kind) for kind in _KINDS}
AMERICAN: Writers = {("radiology", kind): partial(write_radiology, subtype=kind) for kind in _KINDS}
