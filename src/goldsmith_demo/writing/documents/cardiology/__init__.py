"""Write cardiology reports: electrocardiograms and echocardiograms."""

from __future__ import annotations

from collections.abc import Sequence

from goldsmith_demo.life.model import Event, Thing
from goldsmith_demo.writing.documents.note import Writers
from goldsmith_demo.writing.documents.outpatient.chart import Chart
from goldsmith_demo.writing.documents.outpatient.history import write_short
from goldsmith_demo.writing.documents.outpatient.phrase import Phrase
from goldsmith_demo.writing.documents.phrases import cardiology as books
from goldsmith_demo.writing.page import Page

_FIBRILLATION = ("atrial_fibrillation",)
_WEAK = ("heart_failure", "cardiotoxicity")
_INTERVALS = ((124, 198), (78, 108), (388, 448))
"""The normal ranges of PR, QRS and QTc, from which values are drawn."""
_CONTROLLED = 100
"""The ventricular rate below which atrial fibrillation counts as controlled."""
_FRACTION = Thing(key="loose-ef", kind="Investigation", names=("EF", "LVEF", "ejection fraction"))
_FRACTION_VALUE = Thing(key="loose-ef-value", kind="Result", names=("EF",))


def write_ecg(page: Page, event: Event) -> None:
    """Write the report of an electrocardiogram."""
    chart, ways = Chart(page, event), books.ecg
    exam = chart.make_loose_thing("ecg")
    fibrillation = _find_condition(chart, _FIBRILLATION)
    rate = chart.chance.randint(88, 132) if fibrillation else chart.chance.randint(58, 96)
    chart.say(ways.titles, x=exam, t=chart.write_today(), after="\n")
    page.end_paragraph()
    with page.write_section("Indication:", "indication", " "):
        _write_reason(chart)
        reasons = [mark for mark in page.marks if mark.kind == "Condition"]
        page.links += [("has_indication", page.marks[0], mark) for mark in reasons]
    with page.write_section("Findings:", "findings", " "):
        rhythm = ways.fibrillation if fibrillation else ways.sinus
        chart.say(rhythm, rate=str(rate), c=fibrillation, x=exam)
        pr, qrs, qtc = (str(chart.chance.randint(*ends)) for ends in _INTERVALS)
        chart.say(ways.intervals, pr=None if fibrillation else pr, qrs=qrs, qtc=qtc)
        ischaemic = _find_condition(chart, ("ischaemic_heart_disease", "myocardial_infarction"))
        _write_details(chart, ischaemic)
        if chart.maybe(0.5):
            chart.say(ways.comparison)
    with page.write_section("Impression:", "impression", " "):
        if fibrillation:
            is_slow = rate < _CONTROLLED
            summaries = [w for w in ways.summary_fibrillation if is_slow or "controlled" not in w]
            chart.say(summaries, c=fibrillation)
        elif ischaemic:
            chart.say(ways.summary_ischaemic, i=ischaemic)
        else:
            chart.say(ways.summary_normal, x=exam)
    chart.say(ways.signed)
    _link_findings(page, exam, fibrillation)


def _link_findings(page: Page, exam: Thing, *findings: Thing | None) -> None:
    """Link new findings, but not conditions known before, to the closest mention of the test."""
    keys = {thing.key for thing in findings if thing}
    linked = {second for kind, _, second in page.links if kind == "has_finding"}
    looks = [mark for mark in page.marks if mark.thing.key == exam.key]
    for mark in page.marks:
        new = mark.thing.key in keys or mark.thing.key.startswith("loose-")
        shown = mark.kind == "Result" or (mark.kind == "Condition" and new)
        if shown and mark not in linked and not mark.flags & {"neg", "fam", "hist"}:
            closest = [look for look in looks if look.start <= mark.start]
            if mark.sentence > closest[0].sentence + 1:
                page.links.append(("has_finding", closest[-1], mark))
                keys.discard(mark.thing.key)


def _find_condition(chart: Chart, bases: Sequence[str]) -> Thing | None:
    """Return the first of these conditions that the patient has on the day, or None."""
    present = [*chart.findings, *chart.list_known(), *chart.comorbidities]
    return next((thing for thing in present if thing.base in bases), None)


def _write_reason(chart: Chart) -> None:
    short = write_short(chart)
    problems = [*chart.complaints, *chart.problems]
    complaints = [thing for thing in problems if thing.base in books.ecg.worrying][:2]
    if complaints:
        chart.say(books.ecg.reasons, chart.list_things("f", complaints), y=short)
    else:
        operated = chart.event.kind == "operation"
        chart.say(books.ecg.before_surgery if operated else books.ecg.routine, y=short)


def _write_details(chart: Chart, ischaemic: Thing | None) -> None:
    """Write the signs of heart disease on the tracing, then the normal findings."""
    ways = books.ecg
    hypertension = _find_condition(chart, ("hypertension",))
    if ischaemic:
        chart.say(ways.ischaemic, i=ischaemic)
    elif hypertension and chart.maybe(0.6):
        chart.say(ways.hypertensive, h=hypertension)
    normal = ways.normal if ischaemic else ways.normal + ways.upright
    if "hypertrophy" in chart.page.text:
        normal = tuple(way for way in normal if "hypertrophy" not in way)
    chart.say_some(normal, 2, 4)


def write_echo(page: Page, event: Event) -> None:
    """Write the report of an echocardiogram."""
    chart, ways = Chart(page, event), books.echo
    exam = chart.what
    weak = _find_condition(chart, _WEAK)
    default = f"{chart.chance.randint(36, 47) if weak else chart.chance.randint(56, 68)}%"
    share, draw = event.details.get("ejection fraction", default), chart.chance.uniform
    words = [
        Phrase("ef", share, (), {"x": exam, "ef": _FRACTION, "d": _FRACTION_VALUE}),
        Phrase("lv", f"{draw(4.1, 5.4):.1f}"),
        Phrase("septum", f"{draw(0.8, 1.1):.1f}"),
    ]
    chart.say(ways.titles, x=exam, t=chart.write_today(), after="\n")
    page.end_paragraph()
    with page.write_section("Indication:", "indication", " "):
        short = write_short(chart)  # the heart is examined before chemotherapy
        site = chart.describe_condition("c", chart.things[chart.patient.tumour])
        chart.say(ways.reasons, site, y=short)
    with page.write_section("Findings:", "findings", "\n"):
        _write_chambers(chart, weak, words)
    with page.write_section("Conclusion:", "conclusion", " "):
        if weak:
            chart.say(ways.conclusion_impaired, *words, i=weak)
        else:
            chart.say(ways.conclusion, *words, x=exam)
            if chart.maybe(0.4):
                chart.say(ways.advice)
    chart.say(ways.signed)
    _link_findings(page, exam, weak, _find_condition(chart, _FIBRILLATION))


def _write_chambers(chart: Chart, weak: Thing | None, words: list[Phrase]) -> None:
    ways, fibrillation = books.echo, _find_condition(chart, _FIBRILLATION)
    chart.say(ways.quality, *words, after="\n")
    ventricle = ways.ventricle_impaired if weak else ways.ventricle
    chart.say(ventricle, *words, i=weak, after="\n")
    chart.say(ways.right, after="\n")
    chart.say(ways.atria_dilated if fibrillation else ways.atria, c=fibrillation, after="\n")
    chart.say_some(ways.valves, 2, 3, after="\n")
    chart.say(ways.pericardium, after="\n")
    if chart.maybe(0.6):
        chart.say(ways.measurements, *words, after="\n")


WRITERS: Writers = {("ECG", ""): write_ecg, ("echocardiogram", ""): write_echo}
