"""Histopathology reports: of operation specimens, biopsies, nodes, marrow and needle aspirates."""

from __future__ import annotations

from collections.abc import Callable

from goldsmith_demo.life.model import Event, Thing
from goldsmith_demo.writing.documents.histopathology import biopsies as small
from goldsmith_demo.writing.documents.histopathology import microscopy as micro
from goldsmith_demo.writing.documents.histopathology import stains
from goldsmith_demo.writing.documents.histopathology.report import Tissue
from goldsmith_demo.writing.page import Page
from goldsmith_demo.writing.times import written

_UK_TITLES = (
    "{x:HISTOPATHOLOGY} REPORT",
    "{x:Histopathology}",
    "SURGICAL {x:PATHOLOGY}",
    "{x:Histology} report",
    "CELLULAR {x:PATHOLOGY}",
)
_US_TITLES = ("SURGICAL {x:PATHOLOGY} REPORT", "{x:PATHOLOGY} REPORT", "Surgical {x:Pathology}")
_HEADINGS = {
    "uk": (
        ("CLINICAL DETAILS", "MACROSCOPY", "MICROSCOPY", "IMMUNOHISTOCHEMISTRY", "SUMMARY"),
        ("Clinical details:", "Macroscopy:", "Microscopy:", "Immunohistochemistry:", "Conclusion:"),
        ("Clinical:", "Macro:", "Micro:", "Immuno:", "Diagnosis:"),
        ("Clinical information", "Macroscopy", "Histology", "Immunohistochemistry", "Opinion"),
    ),
    "us": (
        (
            "CLINICAL HISTORY:",
            "GROSS DESCRIPTION:",
            "MICROSCOPIC DESCRIPTION:",
            "IMMUNOHISTOCHEMISTRY:",
            "FINAL DIAGNOSIS:",
        ),
        ("HISTORY:", "GROSS:", "MICROSCOPIC:", "SPECIAL STUDIES:", "DIAGNOSIS:"),
    ),
}


def write(page: Page, event: Event) -> None:
    """Writes a report in one of the layouts that pathologists use."""
    report = Tissue(page, event)
    layouts: tuple[Callable[[Tissue], None], ...] = (_full, _full, _running)
    if report.operation is None:
        layouts = (_full, _short, _short, _running)
    elif report.figures.get("stage"):
        layouts = (*layouts, _proforma)
    _title(report)
    page.chance.choice(layouts)(report)
    _signed(report)


def _title(report: Tissue) -> None:
    page, style = report.page, report.style
    titles = _US_TITLES if style == "us" else _UK_TITLES
    words = page.chance.choice(titles)
    day = written(page.date, style, page.chance, creation=True)
    taken = report.operation.start if report.operation is not None else report.exam.start
    if taken and taken < page.date and report.maybe(0.4):
        received = written(taken, style, page.chance)
        verb = page.chance.choice(("reported", "signed out" if style == "us" else "authorised"))
        report.tell(words, found=False, after="\n")
        report.tell(f"Received {{d}}, {verb} {{t}}", found=False, after="\n", d=received, t=day)
    elif report.maybe(0.8):
        report.tell(words + " {t}", found=False, after="\n", t=day)
    else:
        report.tell(words, found=False, after="\n")
    if report.maybe(0.45):
        report.sent()
    page.paragraph()


def _clinical(report: Tissue) -> None:
    report.is_asking = True
    _request(report)
    report.is_asking = False
    drugs = report.drugs_before()[:2] if report.operation is not None else []
    if drugs:
        given = {f"p{number}": drug for number, drug in enumerate(drugs, 1)}
        templates = small.AFTER_DRUGS if len(drugs) == 2 else small.AFTER_DRUG
        report.tell(report.fresh(templates), found=False, after=" ", **given)


def _request(report: Tissue) -> None:
    if report.operation is not None:
        report.state(stains.CLINICAL) or report.state(("{i}.",))
        return
    if report.is_known():
        report.state(small.KNOWN)
        return
    symptoms = report.symptoms()
    event, what, _ = report.seen_before()
    scanned = event is not None and what is not None and report.maybe(0.35)
    if symptoms and report.maybe(0.8):
        plain = scanned or report.cancer == "myeloma"
        templates = stains.CLINICAL_BIOPSY[-2:] if plain else stains.CLINICAL_BIOPSY
        report.state(templates, a=symptoms[0])
    elif not scanned:
        report.state(("{n=Negation:?}{c!poss:malignancy} @at.", "{n=Negation:?}{c!poss:tumour}."))
    if scanned and event is not None and what is not None:
        report.state(small.SEEN_BEFORE, p=what, t=report.ago(event.date))


def _marrow(report: Tissue) -> Thing | None:
    """The involvement of the marrow that was looked for, if it was."""
    return next((t for t in (*report.findings, *report.excluded) if t.base == "marrow"), None)


def _is_node_needle(report: Tissue) -> bool:
    nodes = bool(report.findings) and report.tumour not in report.findings
    return report.exam.base == "fna" and nodes


def _findings(report: Tissue) -> None:
    """The microscopy, or what a marrow or an aspirate shows."""
    marrow = _marrow(report)
    if marrow is not None:
        absent = marrow in report.excluded
        report.state(micro.MARROW if absent else micro.MARROW_FOUND, marrow)
        report.more("marrow", report.chance.randrange(2, 5))
    elif _is_node_needle(report):
        here = report.where(report.findings[0])
        place = {"l": here} if here is not None else {}
        report.state(report.worded(small.SMEARS_NODE), report.findings[0], **place)
        report.more("", 2)
    else:
        report.microscopy()


def _summary(report: Tissue) -> None:
    marrow = _marrow(report)
    if marrow is not None:
        absent = marrow in report.excluded
        report.state(small.MARROW_SUMMARY if absent else small.MARROW_SUMMARY_FOUND, marrow)
    elif _is_node_needle(report):
        report.state(("{c:Metastatic carcinoma}, {r=Result:C5}.", "{c}."), report.findings[0])
    else:
        report.summary()


def _full(report: Tissue) -> None:
    page = report.page
    clinical, gross, fine, stained, end = page.chance.choice(_HEADINGS[report.style])
    after = "\n" if not clinical.endswith(":") else page.chance.choice((" ", "\n"))
    first = report.style == "us" and report.maybe(0.5)
    if first:
        _concluded(report, end, after)
    page.heading(clinical, "indication", after)
    _clinical(report)
    page.paragraph()
    report.headed(gross, "macroscopy", after)
    report.macroscopy()
    page.paragraph()
    report.headed(fine, "microscopy", after)
    _findings(report)
    page.paragraph()
    if report.maybe(0.35 if report.operation is not None else 0.8):
        _stained(report, stained, after)
    if not first:
        _concluded(report, end, after)


def _stained(report: Tissue, title: str, after: str) -> None:
    if _has_stains(report):
        report.headed(title, "immunohistochemistry", after)
        report.stains()
        report.page.paragraph()


def _has_stains(report: Tissue) -> bool:
    return report.has_stains() and _marrow(report) is None and report.exam.base != "fna"


def _concluded(report: Tissue, title: str, after: str) -> None:
    report.page.heading(title, "conclusion", after)
    _summary(report)
    report.page.paragraph()


def _short(report: Tissue) -> None:
    """A small biopsy in a few lines."""
    page = report.page
    if report.maybe(0.6):
        page.heading(page.chance.choice(("Clinical:", "Hx:", "Clin details:")), "indication", " ")
        _clinical(report)
        page.line()
    report.macroscopy()
    _findings(report)
    if _has_stains(report) and report.maybe(0.7):
        report.stains()
    page.paragraph()
    page.heading(page.chance.choice(("Diagnosis:", "Conclusion:", "Summary -")), "conclusion", " ")
    _summary(report)


def _running(report: Tissue) -> None:
    """Dictated, without headings."""
    page = report.page
    _clinical(report)
    page.paragraph()
    report.macroscopy()
    if report.maybe(0.5):
        page.paragraph()
    _findings(report)
    if _has_stains(report) and (report.operation is None or report.maybe(0.4)):
        report.stains()
    page.paragraph()
    _summary(report)


def _proforma(report: Tissue) -> None:
    """A list of items, as the colleges ask for."""
    page = report.page
    page.heading("Specimen:", "specimen", " ")
    _clinical(report)
    page.paragraph()
    report.headed(
        page.chance.choice(("Macroscopy:", "MACROSCOPIC DESCRIPTION")), "macroscopy", "\n"
    )
    report.macroscopy()
    page.paragraph()
    report.headed(page.chance.choice(("Microscopy", "MICROSCOPY")), "microscopy", "\n")
    number = 1
    for label, templates in _items(report):
        start = len(page.text)
        page.text += f"{number}. {label}: " if report.style == "us" else f"{label}: "
        if not report.state(templates):
            page.text = page.text[:start]
            continue
        number += 1
        page.text = page.text.rstrip(" .")
        page.line()
    _nodes_item(report)
    page.paragraph()
    page.heading("Summary", "conclusion", "\n")
    report.summary()


def _items(report: Tissue) -> list[tuple[str, tuple[str, ...]]]:
    grade = report.figures.get("grade", "").removeprefix("grade ")
    items: list[tuple[str, tuple[str, ...]]] = [
        ("Histological type", ("{c:@name}.",)),
        ("Grade", (f"{{rgrade=Result:{grade}}}.",) if grade else ()),
        ("Gleason score", ("{r=Result:@gleason}.",)),
        ("Maximum size", ("@size.",)),
    ]
    if report.figures.get("lymphovascular invasion") == "present":
        items.append(
            ("Vascular invasion", ("{v=Condition:lymphovascular invasion} [seen|present].",))
        )
    else:
        negative = (
            "{n=Negation:no} {v=Condition!neg:lymphovascular} or {w=Condition!neg:perineural "
        )
        items.append(("Invasion", (negative + "{v+:invasion}}.",)))
    if report.figures.get("margins") == "involved":
        items.append(("Margins", ("{q=Sub-location:@edge} {m=Locus:margin} {r=Result:involved}.",)))
    else:
        items.append(
            (
                "Margins",
                ("all {m=Locus:margins} {r=Result:clear}, nearest {zmargin=Result:@margin mm}.",),
            )
        )
    last = items[3:]
    report.chance.shuffle(last)
    return [*items[:3], *last]


def _nodes_item(report: Tissue) -> None:
    if report.nodes:
        report.page.text += report.chance.choice(("Nodes: ", "Lymph nodes: "))
        report.about_nodes(micro.NODES_POSITIVE[:3], micro.NODES_NEGATIVE[:4])
        report.page.line()


def _signed(report: Tissue) -> None:
    person = report.signature("patholog")
    if person is None or report.maybe(0.2):
        return
    page = report.page
    page.paragraph()
    name = f"{person.title} {person.first[:1]} {person.last}"
    if report.style == "us":
        name = f"{person.first} {person.last}, MD"
        page.line(
            page.chance.choice((name, f"Signed out by {name}", f"Electronically signed, {name}"))
        )
        return
    page.line(
        page.chance.choice((name, f"{name}, Consultant Histopathologist", f"Reported by {name}"))
    )


WRITERS: dict[tuple[str, str], Callable[[Page, Event], None]] = {("histopathology", ""): write}
