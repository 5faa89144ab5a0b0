"""Write the physical examination region by region, and the test results."""

from __future__ import annotations

from goldsmith_demo.life.model import Event, Thing
from goldsmith_demo.writing.documents.outpatient.chart import Chart
from goldsmith_demo.writing.documents.outpatient.measures import list_panel, write_bloods
from goldsmith_demo.writing.documents.outpatient.phrase import Phrase
from goldsmith_demo.writing.documents.phrases import outpatient as books


def write_examination(chart: Chart, noun: str, *, ill: bool = False, rows: bool = False) -> None:
    """Write the appearance, some regions and the signs of new problems, one per line if `rows`."""
    after = "\n" if rows else " "
    fitness = chart.event.details.get("performance status", "")
    exam = books.exam
    looks = exam.looks_ill if ill or fitness > "1" else exam.looks_well
    chart.say(looks, noun=noun, ps=fitness or None, after=after)
    due, ailments, taken = _list_due(chart), _list_ailments(chart), exam.get_words("taken")
    abnormal = {taken[base] for base in chart.present | ailments.keys() if base in taken}
    free = [name for name in exam["regions"] if name not in abnormal]
    names = chart.chance.sample(free, min(len(free), chart.chance.randint(3, 5)))
    more = [name for name in names if name not in due]
    keep = due - {taken.get(base) for base in ailments}
    keep |= set(more[: max(1, len(names) - len(due))])
    denied = exam.get_words("denials").items()
    done = {chart.things[event.what].base for event in chart.list_events("operation")}
    wrong = [word for word, base in denied if base in chart.present | done]
    for name, ways in (exam["regions"] | exam["organs"]).items():
        if name in keep:
            chart.say([way for way in ways if not any(word in way for word in wrong)], after=after)
    side, problems, signs = chart.pick("left", "right"), chart.problems, exam["signs"]
    for base, thing in ailments.items():
        region = taken.get(base, "")
        if base in signs and region in due:
            due.discard(region)
            chart.say(signs[base], side=thing.side or side, after=after)
    if shown := [problem for problem in problems if not problem.is_disorder]:
        chart.say(exam.finding, chart.list_things("f", shown[:2]), after=after)


def _list_due(chart: Chart) -> set[str]:
    """Return the regions of the new conditions and, in clinic, of the cancer."""
    bases, tumour = {thing.base for thing in chart.findings}, chart.tumour
    if tumour and chart.event.kind in ("follow_up", "chemotherapy"):
        bases |= {chart.patient.cancer, tumour.place.partition("-")[0]}
    regions = books.exam.get_words("examined")
    return {region for base in bases for region in regions.get(base, "").split()}


def _list_ailments(chart: Chart) -> dict[str, Thing]:
    """Return the conditions that an examination may show by base, and by place."""
    tumour = [row for row in chart.list_active() if row.key == chart.patient.tumour]
    rows = [*chart.problems, *chart.findings, *chart.list_known(), *chart.comorbidities, *tumour]
    return {row.base: row for row in rows} | {row.place.partition("-")[0]: row for row in rows}


_WORTH = frozenset(("scan", "biopsy", "investigation"))


def write_scans(chart: Chart, most: int) -> bool:
    """Write the results of the latest investigations; return False if there were none."""
    rows = [
        (event, thing)
        for event in chart.list_events("investigation", "diagnosis")
        if (thing := chart.things[event.what]).kind == "Investigation"
        and _WORTH & set(thing.generic)
        and "examination" not in thing.base
        and (chart.date - event.date).days < 270
    ]
    for event, thing in rows[-most:]:
        _write_scan(chart, event, thing)
    return bool(rows)


def _write_scan(chart: Chart, event: Event, thing: Thing) -> None:
    findings = chart.find_things(event.findings, "Condition")[:1]
    when = chart.mention_day(event.date)
    if findings:
        vague = [word for word in findings[0].generic if word in ("mass", "lesion")]
        proven = "biopsy" in thing.generic or "histo" in thing.base
        loose = bool(vague) and findings[0].key == chart.patient.tumour and not proven
        words = chart.chance.choice(vague) if loose else ""
        site = chart.describe_condition("f1", findings[0], words=words)
        article = "a " if loose else ""
        phrase = Phrase("f", article + site.words, site.links, site.values)
        chart.say(books.exam.showed, phrase, i=thing, t=when)
    elif out := chart.find_things(event.excluded, "Condition"):
        chart.say(books.exam.showed_not, i=thing, e=out[0], t=when)
    else:
        chart.say(books.exam.normal, i=thing, t=when)


def write_laboratory(chart: Chart) -> None:
    """Write the blood count, in full before chemotherapy, and sometimes more."""
    fewest = 4 if chart.event.kind == "chemotherapy" else 3
    count = list_panel("fbc", chart.chance.randint(fewest, 4))
    chart.say(books.exam.bloods, write_bloods(chart, count))
    if chart.maybe(0.6):
        panels = list_panel("u_and_e"), list_panel("lft", 3), ("creatinine", "potassium")
        more = write_bloods(chart, chart.chance.choice(panels))
        chart.say(["<b>.", "{x=Investigation:[Chemistry|Chem]}: <b>."], more)
