"""Write imaging reports: CT, mammogram, MRI, ultrasound and X-ray."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from goldsmith_demo.life.model import Event, Thing
from goldsmith_demo.writing.documents.imaging import body, frame
from goldsmith_demo.writing.documents.imaging.scan import Scan
from goldsmith_demo.writing.documents.note import Writers
from goldsmith_demo.writing.documents.phrases import imaging as books
from goldsmith_demo.writing.page import Page

Layout = Callable[[Scan], None]


def write(page: Page, event: Event, subtype: str) -> None:
    """Write a report in one of the layouts that radiologists use."""
    scan = Scan(page, event, subtype)
    layouts: tuple[Layout, ...] = (_write_american, _write_american, _write_dictated)
    if page.patient.style == "uk":
        layouts = (_write_british, _write_british, _write_dictated, _write_telegraphic)
    if subtype == "X-ray":
        layouts = (*layouts, _write_paragraph, _write_paragraph)
    page.chance.choice(layouts)(scan)
    scan.write_signature("radiolog", books.frames["signed"][scan.style], 0.25)


def _write_british(scan: Scan) -> None:
    page = scan.page
    first, second, third = page.chance.choice(books.frames.get_rows("headings_uk"))
    between = "\n" if not first.endswith(":") else page.chance.choice((" ", " ", "\n"))
    frame.write_title(scan, upper=scan.maybe(0.7))
    page.end_paragraph()
    with page.write_section(first, "indication", between):
        frame.write_request(scan)
    with page.write_section(second, "findings", between):
        if scan.maybe(0.4):
            frame.write_technique(scan)
        if scan.maybe(0.4):
            frame.write_comparison(scan)
        write_findings(scan, paragraphs=scan.maybe(0.3))
    page.start_section(third, "conclusion", between)
    frame.write_summary(scan, numbered=scan.maybe(0.2))


def _write_american(scan: Scan) -> None:
    """Write a report with the headings of American radiologists."""
    page = scan.page
    upper = scan.maybe(0.7)
    after = page.chance.choice((" ", " ", "\n"))
    dated = scan.maybe(0.7)
    with page.write_section("EXAM:" if upper else "Examination:", "examination", " "):
        frame.write_title(scan, upper=upper, dated=dated)
    heading = page.chance.choice(("INDICATION:", "CLINICAL HISTORY:", "HISTORY:"))
    with page.write_section(heading, "indication", after):
        frame.write_request(scan)
    if scan.maybe(0.75):
        with page.write_section("TECHNIQUE:", "technique", after):
            frame.write_technique(scan)
    if scan.maybe(0.75):
        with page.write_section("COMPARISON:", "comparison", after):
            frame.write_comparison(scan, headed=True)
    with page.write_section("FINDINGS:", "findings", "\n" if scan.maybe(0.6) else " "):
        write_findings(scan, by_region=scan.maybe(0.6))
    page.start_section("IMPRESSION:", "impression", "\n")
    frame.write_summary(scan, numbered=scan.maybe(0.8))


def _write_dictated(scan: Scan) -> None:
    """Write running text without headings."""
    page = scan.page
    frame.write_title(scan, upper=scan.maybe(0.4))
    if scan.maybe(0.5):
        page.end_paragraph()
    if scan.maybe(0.6):
        frame.write_request(scan)
        if scan.maybe(0.5):
            page.end_paragraph()
    if scan.maybe(0.4):
        frame.write_technique(scan)
    if scan.maybe(0.6):
        frame.write_comparison(scan)
    write_findings(scan)
    page.end_paragraph()
    if scan.maybe(0.5):
        page.write_line(page.chance.choice(("Impression", "Opinion", "COMMENT", "In summary:")))
    frame.write_summary(scan)


def _write_telegraphic(scan: Scan) -> None:
    page = scan.page
    frame.write_title(scan, upper=True)
    page.start_section("Clin:" if scan.maybe(0.5) else "Hx:", "indication", " ")
    frame.write_request(scan)
    page.write_line()
    write_findings(scan)
    page.write_line()
    page.start_section(page.chance.choice(("Imp:", "Concl:", "IMP -")), "conclusion", " ")
    frame.write_summary(scan)


def _write_paragraph(scan: Scan) -> None:
    frame.write_title(scan, upper=scan.maybe(0.6))
    if scan.maybe(0.75):
        frame.write_request(scan)
        scan.page.write_line()
    if scan.maybe(0.4):
        frame.write_technique(scan)
    if scan.maybe(0.5):
        frame.write_comparison(scan)
    write_findings(scan)
    frame.write_summary(scan)


def write_findings(scan: Scan, *, paragraphs: bool = False, by_region: bool = False) -> None:
    """Write everything that the examination shows."""
    busy, places = body.find_busy_topics(scan), list(scan.regions)
    negative = _choose_negatives(scan)
    conditions = [*scan.findings, *negative]
    if by_region and len(places) > 1 and _have_regions(scan, conditions):
        _write_by_region(scan, conditions, busy)
        return
    operation = next(scan.list_operations(), None)
    if operation is not None and scan.maybe(0.22):
        ways = books.frames.after_surgery
        clear = [way for way in ways if "=Result" not in way or not scan.findings]
        scan.tell(scan.choose_fresh(clear), i=operation[1])
    for thing in conditions:
        body.describe_condition(scan, thing)
    if paragraphs:
        scan.page.end_paragraph()
    remaining = scan.chance.randrange(3, 6) - min(2, len(scan.findings)) - len(negative)
    remaining -= body.describe_asides(scan, places, 3)
    scan.chance.shuffle(places)
    for number, place in enumerate(places):
        each = -(-remaining // (len(places) - number))
        if each > 0:
            remaining -= body.describe_normal(scan, place, busy, each)
    is_same = scan.earlier is not None and scan.earlier[1].base == scan.exam.base
    if is_same and not scan.findings and scan.maybe(0.3):
        scan.tell(scan.choose_fresh(books.frames.stable))


def _choose_negatives(scan: Scan) -> list[Thing]:
    """Choose one or two of the excluded conditions; often none but the liver's beside findings."""
    negative = list(scan.excluded)
    scan.chance.shuffle(negative)
    count = scan.maybe(0.35) if scan.findings else 1 + scan.maybe(0.15)
    liver = [thing for thing in negative[count:] if thing.base == "liver_metastases"]
    return [*negative[:count], *liver]


def _have_regions(scan: Scan, conditions: list[Thing]) -> bool:
    """Return whether each condition belongs to a region of the report."""
    return all(not _list_regions(scan, thing).isdisjoint(scan.regions) for thing in conditions)


def _write_by_region(scan: Scan, conditions: list[Thing], busy: set[str]) -> None:
    for place in scan.regions:
        here = [thing for thing in conditions if place in _list_regions(scan, thing)]
        conditions = [thing for thing in conditions if thing not in here]
        scan.tell(f"{{l_{place}:{place.capitalize()}}}:", is_finding=False)
        for thing in here:
            body.describe_condition(scan, thing)
        if not (
            here
            or body.describe_asides(scan, [place], 1)
            or body.describe_normal(scan, place, busy, 1)
        ):
            scan.tell("{r=Result:[Unremarkable|Normal|As before]}.")
        scan.page.write_line()


def _list_regions(scan: Scan, thing: Thing) -> set[str]:
    """Return the regions that contain a thing."""
    words, key = thing.place, thing.place
    while place := scan.things.get(key):
        key = place.whole
        words += f" {key}"
    for region, parts in books.regions.get_words("by_part").items():
        if any(word in words for word in parts.split()):
            words += f" {region}"
    return set(words.split())


def write_radiology(page: Page, event: Event, subtype: str) -> None:
    """Write a radiology report with a department header and fixed headings."""
    page.write_line(page.patient.hospital.upper())
    page.write_line("DEPARTMENT OF RADIOLOGY")
    page.write_line(f"Accession: {page.chance.randint(1_000_000, 8_999_999)}")
    page.end_paragraph()
    scan = Scan(page, event, subtype)
    _write_american(scan)
    scan.write_signature("radiolog", books.frames["signed"][scan.style], 0.25)


_KINDS = ("CT", "mammogram", "MRI", "ultrasound", "X-ray")
WRITERS: Writers = {("imaging", kind): partial(write, subtype=kind) for kind in _KINDS}
AMERICAN: Writers = {("radiology", kind): partial(write_radiology, subtype=kind) for kind in _KINDS}
