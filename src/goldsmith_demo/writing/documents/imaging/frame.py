"""Write the parts of a report around the findings: title, request, technique, summary."""

from __future__ import annotations

from goldsmith_demo.life.events.harms import load_harms
from goldsmith_demo.life.model import Event, Thing
from goldsmith_demo.writing.documents.imaging.body import find_regions, get_site
from goldsmith_demo.writing.documents.phrases import imaging as books
from goldsmith_demo.writing.documents.report import Report
from goldsmith_demo.writing.page import Page
from goldsmith_demo.writing.sheet import Value
from goldsmith_demo.writing.template import join_words
from goldsmith_demo.writing.times import write_duration

_ALIKE = (("mammogram",), ("bone_scan", "skeletal_survey"), ("doppler",), ("echocardiogram",))
"""Groups of examinations that are compared only within the group."""
_FILMS = ("chest_xray", "xray", "mammogram", "skeletal_survey")


def start_report(page: Page, event: Event) -> Report:
    """Start the report of an examination, and find the scan that "the last scan" refers to."""
    report = Report(page, event)
    earlier = find_earlier_imaging(report)
    if earlier and (earlier[1].base == report.exam.base or earlier[1].base not in _FILMS):
        report.previous = earlier[1]
    return report


def describe_patient(report: Report) -> str:
    """Describe the patient briefly: 58F, 61-year-old man."""
    age, female = report.patient.get_age(report.page.date), report.patient.sex == "female"
    letter, noun = ("F", "woman") if female else ("M", "man")
    lady = "lady" if female else "gentleman"
    ways = (f"{age}{letter}", f"{age} yr old {lady}", f"{age} year old {noun}")
    if report.style == "us":
        ways = (f"{age}-year-old {noun}", f"{age} y/o {noun}", f"{age}{letter}")
    return report.chance.choice(ways)


def write_request(report: Report) -> None:
    """Write why the examination was requested; most requests do not name a condition."""
    reason = report.things.get(report.exam.reason)
    if reason is not None and reason.key != report.tumour.key:
        kind = "acute"
    elif not report.days_known:
        kind = "new"
    else:
        kind = "staging" if report.days_known < 75 else "follow-up"
    if report.maybe(0.7 if kind == "follow-up" else 0.22):
        _write_reasons(report, kind, reason or report.tumour)
        return
    template = report.choose_fresh(books.frames["neutral"][kind])
    report.tell(template, is_finding=False, y=describe_patient(report))


def _write_reasons(report: Report, kind: str, reason: Thing) -> None:
    done = (row for row in report.list_operations() if row[1].base not in load_harms().sparing)
    operation = next(done, None)
    if kind == "acute":
        _ask_acute(report, reason)
    elif kind == "new":
        _ask_new(report)
    elif operation is not None:
        event, what = operation
        time = report.mention_day(event.date)
        _ask(report, books.frames.follow_up, c=report.tumour, i=what, t=time)
    else:
        request = books.frames.known_new if kind == "staging" else books.frames.known_old
        _ask(report, request, c=report.tumour)


def _ask_acute(report: Report, reason: Thing) -> None:
    """Ask about a new event in a patient under treatment."""
    day = report.page.date
    symptoms = [
        thing
        for thing in report.things.values()
        if thing.is_symptom and thing.start == day and thing.key != reason.key
    ]
    if symptoms:
        _ask(report, books.frames.felt, a=report.chance.choice(symptoms), c=report.tumour)
    suspect = (*report.findings, *report.excluded, reason)[0]
    _ask(report, books.frames.query_other, c=suspect)


def _ask(report: Report, templates: tuple[str, ...], **values: Value) -> None:
    words = report.fill(templates, report.tumour)
    if words:
        report.ask(words, y=describe_patient(report), **values)


def _ask_new(report: Report) -> None:
    symptoms = report.list_symptoms()
    if symptoms:
        first = symptoms[0]
        begun = first.start or report.page.date
        weeks = max(2, (report.page.date - begun).days // 7)
        time = write_duration(weeks, "W", report.style, report.chance)
        two = len(symptoms) > 1 and report.maybe(0.7)
        templates = books.frames.symptoms_two if two else books.frames.symptoms_only
        _ask(report, templates, a=first, b=symptoms[-1], t=time)
    if report.maybe(0.7) or not symptoms:
        _ask_query(report)
    if report.patient.cancer == "breast" and report.maybe(0.5):
        _mention_family(report)


def _ask_query(report: Report) -> None:
    site = get_site(report)
    is_blood = site in ("lymphoma", "myeloma")
    templates = books.frames.query_blood if is_blood else books.frames.query
    _ask(report, templates, c_name=site, **report.build_values(report.tumour))


def _mention_family(report: Report) -> None:
    cancers = [pair for pair in report.patient.family if "cancer" in pair[1]]
    if cancers:
        who, key = report.chance.choice(cancers)
        names = {"f_who": who.capitalize(), "f_who_low": who}
        template = report.choose_fresh(books.frames.family)
        report.tell(template, is_finding=False, f=report.things[key], **names)


def find_earlier_imaging(report: Report) -> tuple[Event, Thing] | None:
    """Return the last imaging before this examination."""
    reported = (*books.frames.get_words("titles"), "trus")
    earlier = report.list_earlier("investigation", "follow_up", "recurrence", "complication")
    rows = (row for row in earlier if row[1].base in reported)
    return next((row for row in rows if _is_comparable(report, row[1])), None)


def _is_comparable(report: Report, earlier: Thing) -> bool:
    """Return whether an earlier examination shows the same region in a comparable way."""
    bases = {report.exam.base, earlier.base}
    if "mri" in bases and bases & set(_FILMS):
        return False
    shared = _list_parts(report, report.exam) & _list_parts(report, earlier)
    return bool(shared) and all(bases.isdisjoint(kinds) or bases <= {*kinds} for kinds in _ALIKE)


def _list_parts(report: Report, exam: Thing) -> set[str]:
    """Return the parts of the body that an examination shows, whatever the technique."""
    regions = find_regions(report, "CT" if exam.base == "ct" else "", exam)
    return {region.partition("_")[0].rstrip("s") for region in regions}


def write_comparison(report: Report, *, headed: bool = False) -> None:
    """Write which images were used for comparison: a sentence, or a line under a heading."""
    previous = find_earlier_imaging(report)
    if previous is None:
        alone = books.frames.alone if headed else books.frames.alone_uk
        report.tell(report.choose_fresh(alone), is_finding=False)
        return
    event, what = previous
    template = report.choose_fresh(books.frames.compared_us if headed else books.frames.compared)
    report.tell(template, is_finding=False, p=what, t=report.mention_day(event.date))


def write_technique(report: Report, subtype: str) -> None:
    """Write how the examination was done."""
    kind = report.exam.base if report.exam.base in books.frames["technique"] else subtype
    templates = books.frames["technique"][kind]
    if report.remaining_breast:
        templates = tuple(words for words in templates if "both}" not in words)
    report.tell(report.choose_fresh(templates), is_finding=False)


def write_summary(report: Report, *, numbered: bool) -> None:
    """Write the conclusion: the findings, one per line if numbered, then advice."""
    lines = [thing for thing in report.findings if not thing.among][:4]
    numbered = numbered and len(lines) > 1
    count = 0
    if response := report.event.details.get("response", ""):
        _write_number(report, count, numbered=numbered)
        report.tell(report.choose_fresh(books.frames.response).replace("@response", response))
        count += 1
    for thing in lines:
        count += _write_point(report, count, thing, numbered=numbered)
    stated = {mark.thing.key for mark in report.page.marks}
    sought = [thing for thing in report.excluded if thing.key not in stated]
    sought = [thing for thing in sought if not (lines and thing.base == "new_lesion")]
    if sought and report.maybe(0.08 if lines else 0.6):
        thing = report.chance.choice(sought)
        _write_number(report, count, numbered=numbered)
        count += report.describe(books.frames.summary_excluded, thing)
    if not count:
        report.tell(report.choose_fresh(books.frames.summary_normal))
    if report.maybe(0.55):
        if count > 1:
            _write_number(report, count, numbered=numbered)
        write_advice(report)


def _write_number(report: Report, count: int, *, numbered: bool) -> None:
    if numbered:
        if count:
            report.page.write_line()
        report.page.text += f"{count + 1}. "


def _write_point(report: Report, count: int, thing: Thing, *, numbered: bool) -> bool:
    _write_number(report, count, numbered=numbered)
    frames = books.frames
    if thing.key != report.tumour.key:
        templates = frames["summary_spread"].get(thing.base, frames.summary_finding)
    else:
        kind = "lymphoma" if get_site(report) == "lymphoma" else "tumour"
        templates = frames["summary_known" if report.days_known else "summary_new"][kind]
    return report.describe_first((templates, ("{c}.",)), thing)


def write_advice(report: Report) -> None:
    """Write what to do next, unless the examination was not for the cancer."""
    if report.exam.reason not in ("", report.tumour.key):
        return
    frames = books.frames
    if report.days_known or get_site(report) == "myeloma":
        advice = frames.advice_known if report.findings else frames.advice_clear
        report.describe(advice)
    elif report.tumour in report.findings:
        done = frames.get_words("titles").get(report.exam.base, "imaging")
        ways = frames["advice_new"].get(get_site(report), ())
        suggestions = [way for way in ways if f":{done}}}" not in way]
        begin = len(report.page.marks)
        report.describe(suggestions or frames["advice_new"]["any"])
        _link_advice(report, begin)


def _link_advice(report: Report, begin: int) -> None:
    """Link the recommended tests to the tumour if their paragraph names it before them."""
    page = report.page
    tests = [mark for mark in page.marks[begin:] if mark.kind == "Investigation"]
    named = [mark for mark in page.marks[:begin] if mark.thing.key == report.tumour.key]
    if named and "\n" not in page.text[named[-1].start :].rstrip():
        page.links += [("has_indication", test, named[-1]) for test in tests]


def write_signature(report: Report) -> None:
    """Write who reported the examination."""
    report.write_signature("radiolog", books.frames["signed"][report.style], 0.25)


_WHOLE = {"ct_cap": ("chest", "abdomen", "pelvis"), "mammogram": ("breasts",)}
_NO_PLACE = ("ctpa", "bone_scan", "skeletal_survey", "transvaginal_ultrasound", "pet_ct")


def write_title(report: Report, *, upper: bool, dated: bool = True) -> None:
    """Write the line that states the examination, the body part and the date."""
    exam = report.exam
    name = books.frames.get_words("titles").get(exam.base, exam.names[0])
    name = name.upper() if upper else name
    places = _list_places(report)
    marks = [_format_locus(report, place, upper=upper) for place in places]
    loci = join_words(marks, "AND" if upper else "and")
    words = f"{{x:{name}}}" + (f" {loci}" if loci else "")
    if exam.base in ("chest_xray", "xray") and loci:
        words = f"{loci} {{x:{name}}}"
    targets = ", ".join(f"x has_target l_{place}" for place in places)
    values: dict[str, Value] = {f"l_{row.base}": row for row in _list_own_places(report)}
    if dated:
        words, values = words + " {t}", {**values, "t": report.write_today()}
    bar = f" | {targets}" if targets else ""
    report.tell(words + bar, is_finding=False, after="\n", **values)


def _list_own_places(report: Report) -> list[Thing]:
    place = report.things.get(report.exam.place)
    return [place] if place is not None and place.kind == "Locus" else []


def _list_places(report: Report) -> list[str]:
    base = report.exam.base
    if base in _NO_PLACE:
        return []
    if base == "mammogram" and report.remaining_breast:
        return [f"{report.remaining_breast}_breast"]
    if base in _WHOLE:
        brain = [t for t in report.findings if t.base.startswith("brain")]
        return ["head"] * bool(brain) + list(_WHOLE[base])
    own = [place.base for place in _list_own_places(report)]
    if own and own[0] in ("bowel", "small_bowel", "bile_duct"):
        return ["abdomen"]
    return own or ([report.exam.place] if report.exam.place else [])


def _format_locus(report: Report, base: str, *, upper: bool) -> str:
    own = {place.base: place for place in _list_own_places(report)}
    if base.endswith("_breast"):
        side, name = base.split("_")
    else:
        name = own[base].names[0] if base in own else base.replace("_", " ")
        side = report.exam.side or (own[base].side if base in own else "")
        side = "both" if base == "breasts" else side
    if upper:
        side, name = side.upper(), name.upper()
    before = f"{{s{base}=Laterality:{side}}} " if side else ""
    return f"{before}{{l_{base}:{name}}}"
