"""Reports of imaging: CT, mammogram, MRI, ultrasound and X-ray."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from goldsmith_demo.life.model import Event, Thing
from goldsmith_demo.writing.documents.examination import Report
from goldsmith_demo.writing.documents.imaging import body, frame, frames
from goldsmith_demo.writing.page import Page

_KINDS = {
    "CT": ("ct_cap",),
    "mammogram": ("mammogram",),
    "MRI": ("mri",),
    "ultrasound": ("ultrasound",),
    "X-ray": ("chest_xray",),
}


def write(page: Page, event: Event, subtype: str) -> None:
    """Writes a report in one of the layouts that radiologists use."""
    report = Report(page, event, _KINDS[subtype])
    if page.patient.style == "us":
        layouts: tuple[Callable[[Report, str], None], ...] = (_american, _american, _dictated)
    else:
        layouts = (_british, _british, _dictated, _telegraphic)
    if subtype == "X-ray":
        layouts = (*layouts, _one_paragraph, _one_paragraph)
    page.chance.choice(layouts)(report, subtype)


def _british(report: Report, subtype: str) -> None:
    page = report.page
    first, second, third = page.chance.choice(frames.HEADINGS_UK)
    between = "\n" if not first.endswith(":") else page.chance.choice((" ", " ", "\n"))
    frame.title(report, upper=report.maybe(0.7))
    page.paragraph()
    page.heading(first, "indication", between)
    frame.request(report)
    page.paragraph()
    page.heading(second, "findings", between)
    if report.maybe(0.4):
        frame.technique(report, subtype)
    if report.maybe(0.4):
        frame.compared(report)
    findings(report, subtype, paragraphs=report.maybe(0.3))
    page.paragraph()
    page.heading(third, "conclusion", between)
    frame.summary(report, numbered=report.maybe(0.2))
    frame.signed(report)


def _american(report: Report, subtype: str) -> None:
    page = report.page
    upper = report.maybe(0.7)
    after = page.chance.choice((" ", " ", "\n"))
    dated = report.maybe(0.7)
    page.heading("EXAM:" if upper else "Examination:", "examination", " ")
    frame.title(report, upper=upper, dated=dated)
    page.paragraph()
    page.heading(
        page.chance.choice(("INDICATION:", "CLINICAL HISTORY:", "HISTORY:")), "indication", after
    )
    frame.request(report)
    page.paragraph()
    if report.maybe(0.75):
        page.heading("TECHNIQUE:", "technique", after)
        frame.technique(report, subtype)
        page.paragraph()
    if report.maybe(0.75):
        page.heading("COMPARISON:", "comparison", after)
        frame.compared(report, headed=True)
        page.paragraph()
    page.heading("FINDINGS:", "findings", "\n" if report.maybe(0.6) else " ")
    findings(report, subtype, by_region=report.maybe(0.6))
    page.paragraph()
    page.heading("IMPRESSION:", "impression", "\n")
    frame.summary(report, numbered=report.maybe(0.8))
    frame.signed(report)


def _dictated(report: Report, subtype: str) -> None:
    """Running text without headings."""
    page = report.page
    frame.title(report, upper=report.maybe(0.4))
    if report.maybe(0.5):
        page.paragraph()
    if report.maybe(0.6):
        frame.request(report)
        if report.maybe(0.5):
            page.paragraph()
    if report.maybe(0.4):
        frame.technique(report, subtype)
    if report.maybe(0.6):
        frame.compared(report)
    findings(report, subtype)
    page.paragraph()
    if report.maybe(0.5):
        page.line(page.chance.choice(("Impression", "Opinion", "COMMENT", "In summary:")))
    frame.summary(report, numbered=False)
    frame.signed(report)


def _telegraphic(report: Report, subtype: str) -> None:
    page = report.page
    frame.title(report, upper=True)
    page.heading("Clin:" if report.maybe(0.5) else "Hx:", "indication", " ")
    frame.request(report)
    page.line()
    findings(report, subtype)
    page.line()
    page.heading(page.chance.choice(("Imp:", "Concl:", "IMP -")), "conclusion", " ")
    frame.summary(report, numbered=False)
    frame.signed(report)


def _one_paragraph(report: Report, subtype: str) -> None:
    frame.title(report, upper=report.maybe(0.6))
    if report.maybe(0.75):
        frame.request(report)
        report.page.line()
    if report.maybe(0.4):
        frame.technique(report, subtype)
    if report.maybe(0.5):
        frame.compared(report)
    findings(report, subtype)
    frame.summary(report, numbered=False)
    frame.signed(report)


def findings(
    report: Report, subtype: str, *, paragraphs: bool = False, by_region: bool = False
) -> None:
    """Everything that was seen."""
    busy = body.taken(report)
    places = body.regions(report, subtype)
    negative = _worth_saying(report)
    if by_region and len(places) > 1 and _all_placed(report, places, negative):
        _by_region(report, subtype, places, negative, busy)
        return
    _operated(report)
    for thing in report.findings:
        body.found(report, thing, subtype)
    for thing in negative:
        body.excluded(report, thing)
    if paragraphs:
        report.page.paragraph()
    left = report.chance.randrange(3, 6) - min(2, len(report.findings)) - len(negative)
    left -= body.asides(report, places, 3)
    report.chance.shuffle(places)
    for number, place in enumerate(places):
        each = -(-left // (len(places) - number))
        if each > 0:
            left -= body.normal(report, place, busy, each)
    before = frame.earlier(report)
    if before and before[1].base == report.exam.base and not report.findings and report.maybe(0.3):
        report.tell(report.fresh(frames.STABLE))


def _worth_saying(report: Report) -> list[Thing]:
    """One or two of the things that were looked for and not found; often none beside findings."""
    negative = list(report.excluded)
    report.chance.shuffle(negative)
    if report.findings:
        return negative[: report.maybe(0.35)]
    return negative[: 1 + report.maybe(0.15)]


def _operated(report: Report) -> None:
    operation = next(report.operations(), None)
    if operation is not None and report.maybe(0.22):
        report.tell(report.fresh(frames.AFTER_SURGERY), found=False, i=operation[1])


def _all_placed(report: Report, places: list[str], negative: list[Thing]) -> bool:
    """Whether each finding belongs to a region of the report."""
    named = [_region(report, thing).split() for thing in (*report.findings, *negative)]
    return all(set(words) & set(places) for words in named)


def _by_region(
    report: Report, subtype: str, places: list[str], negative: list[Thing], busy: set[str]
) -> None:
    left: list[tuple[Thing, bool]] = [(thing, True) for thing in report.findings]
    left += [(thing, False) for thing in negative]
    for place in places:
        here = [pair for pair in left if place in _region(report, pair[0]).split()]
        left = [pair for pair in left if pair not in here]
        report.tell(f"{{l_{place}:{place.capitalize()}}}:", found=False, after=" ")
        for thing, present in here:
            if present:
                body.found(report, thing, subtype)
            else:
                body.excluded(report, thing)
        said = bool(here) or body.asides(report, [place], 1) or body.normal(report, place, busy, 1)
        if not said:
            report.tell("{r=Result:[Unremarkable|Normal|As before]}.")
        report.page.line()


def _region(report: Report, thing: Thing) -> str:
    """The regions in which a thing is, as words."""
    words: list[str] = []
    key = thing.place
    for _ in range(4):
        place = report.things.get(key)
        words.append(key)
        key = place.whole if place is not None else ""
    found = " ".join(words)
    for part, region in (
        ("skelet spine", "bones"),
        ("lung lobe pleura mediast axill breast hil", "chest"),
        ("cervical neck supraclav", "neck"),
        ("liver spleen periton oment kidney colon stomach pancrea", "abdomen"),
        ("mesorect ovar", "pelvis"),
    ):
        if any(word in found for word in part.split()):
            found += f" {region}"
    return found


WRITERS: dict[tuple[str, str], Callable[[Page, Event], None]] = {
    ("imaging", subtype): partial(write, subtype=subtype) for subtype in _KINDS
}
