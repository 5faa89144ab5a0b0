"""Writes what stands around the findings: title, request, technique, comparison, summary."""

from __future__ import annotations

from goldsmith_demo.life.model import Event, Thing
from goldsmith_demo.writing.documents.examination import Report
from goldsmith_demo.writing.documents.imaging import frames
from goldsmith_demo.writing.documents.imaging.body import site
from goldsmith_demo.writing.page import Value
from goldsmith_demo.writing.times import duration

_TITLES = {
    "ct_cap": "CT",
    "ct": "CT",
    "ctpa": "CT pulmonary angiogram",
    "pet_ct": "PET-CT",
    "mri": "MRI",
    "chest_xray": "X-ray",
    "xray": "X-ray",
    "mammogram": "Mammogram",
    "ultrasound": "Ultrasound",
    "doppler": "Venous Doppler",
    "transvaginal_ultrasound": "Transvaginal ultrasound",
    "bone_scan": "Bone scan",
    "skeletal_survey": "Skeletal survey",
    "echocardiogram": "Echocardiogram",
}
_IMAGING = frozenset((*_TITLES, "trus"))
_WHOLE = {"ct_cap": ("chest", "abdomen", "pelvis"), "mammogram": ("breasts",)}
_NO_PLACE = ("ctpa", "bone_scan", "skeletal_survey", "transvaginal_ultrasound", "pet_ct")


def title(report: Report, *, upper: bool, dated: bool = True) -> None:
    """The line that says what was done, to what, and when."""
    exam = report.exam
    name = _TITLES.get(exam.base, exam.names[0])
    name = name.upper() if upper else name
    places = _places(report)
    loci = _listed([_locus(report, place, upper=upper) for place in places], upper=upper)
    words = f"{{x:{name}}}" + (f" {loci}" if loci else "")
    if exam.base in ("chest_xray", "xray") and loci:
        words = f"{loci} {{x:{name}}}"
    targets = ", ".join(f"x has_target l_{place}" for place in places)
    given = {f"l_{place.base}": place for place in _own(report)}
    bar = f" | {targets}" if targets else ""
    if dated:
        report.tell(words + " {t}" + bar, found=False, after="\n", t=report.today(), **given)
    else:
        report.tell(words + bar, found=False, after="\n", **given)


def _own(report: Report) -> list[Thing]:
    place = report.things.get(report.exam.place)
    return [place] if place is not None and place.kind == "Locus" else []


def _places(report: Report) -> list[str]:
    base = report.exam.base
    if base in _NO_PLACE:
        return []
    if base == "mammogram" and report.kept_breast:
        return [f"{report.kept_breast}_breast"]
    if base in _WHOLE:
        brain = [t for t in report.findings if t.base.startswith("brain")]
        return ["head"] * bool(brain) + list(_WHOLE[base])
    own = [place.base for place in _own(report)]
    if own and own[0] in ("bowel", "small_bowel", "bile_duct"):
        return ["abdomen"]
    return own or ([report.exam.place] if report.exam.place else [])


def _locus(report: Report, base: str, *, upper: bool) -> str:
    own = {place.base: place for place in _own(report)}
    if base.endswith("_breast"):
        side, name = base.split("_")
        if upper:
            side, name = side.upper(), name.upper()
        return f"{{s{base}=Laterality:{side}}} {{l_{base}:{name}}}"
    name = own[base].names[0] if base in own else base.replace("_", " ")
    side = report.exam.side or (own[base].side if base in own else "")
    side = "both" if base == "breasts" else side
    before = f"{{s{base}=Laterality:{side.upper() if upper else side}}} " if side else ""
    return f"{before}{{l_{base}:{name.upper() if upper else name}}}"


def _listed(words: list[str], *, upper: bool) -> str:
    if len(words) < 2:
        return "".join(words)
    joint = " AND " if upper else " and "
    return ", ".join(words[:-1]) + joint + words[-1]


def who(report: Report) -> str:
    """The patient in a word: 58F, 61-year-old man."""
    age, female = report.patient.age(report.page.date), report.patient.sex == "female"
    letter, noun = ("F", "woman") if female else ("M", "man")
    if report.style == "us":
        return report.chance.choice(
            (f"{age}-year-old {noun}", f"{age} y/o {noun}", f"{age}{letter}")
        )
    lady = "lady" if female else "gentleman"
    ways = (f"{age}{letter}", f"{age} yr old {lady}", f"{age} year old {noun}")
    return report.chance.choice(ways)


def request(report: Report) -> None:
    """Why the examination was asked for; most requests name no condition."""
    if report.maybe(0.22):
        _reasons(report)
        return
    reason = report.things.get(report.exam.reason)
    if reason is not None and reason.key != report.tumour.key:
        kind = "acute"
    elif not report.is_known():
        kind = "new"
    else:
        kind = "staging" if report.diagnosed() < 75 else "follow-up"
    report.tell(report.fresh(frames.NEUTRAL[kind]), found=False, y=who(report))


def _reasons(report: Report) -> None:
    operation = next(report.operations(), None)
    reason = report.things.get(report.exam.reason)
    if reason is not None and reason.key != report.tumour.key:
        _acute(report, reason)
    elif report.event.kind == "recurrence" and report.maybe(0.5):
        _ask(report, frames.QUERY_OTHER, c=(report.findings or (report.tumour,))[0])
    elif operation is not None and report.is_known():
        _follow_up(report, *operation)
    elif report.is_known():
        _known(report)
    else:
        _new(report)


def _acute(report: Report, reason: Thing) -> None:
    """Something has happened to a patient under treatment."""
    day = report.page.date
    felt = [
        thing
        for thing in report.things.values()
        if thing.is_symptom and thing.start == day and thing.key != reason.key
    ]
    if felt:
        _ask(report, frames.FELT, a=report.chance.choice(felt), c=report.tumour)
    asked = (*report.findings, *report.excluded, reason)[0]
    _ask(report, frames.QUERY_OTHER, c=asked)


def _ask(report: Report, templates: tuple[str, ...], **given: Value) -> None:
    words = report.fill(templates, report.tumour)
    if words:
        report.ask(words, y=who(report), **given)


def _follow_up(report: Report, event: Event, operation: Thing) -> None:
    time = report.ago(event.date)
    _ask(report, frames.FOLLOW_UP, c=report.tumour, i=operation, t=time)


def _known(report: Report) -> None:
    templates = frames.KNOWN_NEW if report.diagnosed() < 75 else frames.KNOWN_OLD
    _ask(report, templates, c=report.tumour)


def _new(report: Report) -> None:
    symptoms = report.symptoms()
    if symptoms:
        first = symptoms[0]
        begun = first.start or report.page.date
        weeks = max(2, (report.page.date - begun).days // 7)
        time = duration(weeks, "W", report.style, report.chance)
        two = len(symptoms) > 1 and report.maybe(0.7)
        templates = frames.SYMPTOMS_TWO if two else frames.SYMPTOMS_ONLY
        _ask(report, templates, a=first, b=symptoms[-1], t=time)
    if report.maybe(0.7) or not symptoms:
        _query(report)
    if report.patient.cancer == "breast" and report.maybe(0.5):
        _family(report)


def _query(report: Report) -> None:
    given: dict[str, Value] = {"c": report.tumour}
    place = report.where(report.tumour)
    if place is not None:
        given["l"] = place
    if site(report) in ("lymphoma", "myeloma"):
        given["c_name"] = site(report)
        _ask(report, frames.QUERY_BLOOD, **given)
    else:
        _ask(report, frames.QUERY, **given)


def _family(report: Report) -> None:
    cancers = [pair for pair in report.patient.family if "cancer" in pair[1]]
    if not cancers:
        return
    relative, key = report.chance.choice(cancers)
    report.tell(
        report.fresh(frames.FAMILY),
        found=False,
        f=report.things[key],
        f_who=relative.capitalize(),
        f_who_low=relative,
    )


def earlier(report: Report) -> tuple[Event, Thing] | None:
    """The last imaging before this."""
    for event, what in report.before("investigation", "follow_up", "recurrence", "complication"):
        if what.base in _IMAGING:
            return event, what
    return None


def compared(report: Report, *, headed: bool = False) -> None:
    """With what the images were compared: a sentence, or what stands under a heading."""
    found = earlier(report)
    if found is None:
        report.tell(report.fresh(frames.ALONE if headed else frames.ALONE_UK), found=False)
        return
    event, what = found
    templates = frames.COMPARED_US if headed else frames.COMPARED
    report.tell(report.fresh(templates), found=False, p=what, t=report.ago(event.date))


def technique(report: Report, subtype: str) -> None:
    """How it was done."""
    kind = report.exam.base if report.exam.base in frames.TECHNIQUE else subtype
    templates = frames.TECHNIQUE[kind]
    if report.kept_breast:
        templates = tuple(words for words in templates if "both}" not in words)
    report.tell(report.fresh(templates), found=False)


def summary(report: Report, *, numbered: bool) -> None:
    """The conclusion: what was found, in a line each if numbered; then advice."""
    lines = [thing for thing in report.findings if not thing.among][:4]
    numbered = numbered and len(lines) > 1
    count = 0
    for thing in lines:
        count += _point(report, count, thing, numbered=numbered)
    sought = [
        thing
        for thing in report.excluded
        if thing.key != report.tumour.key and not (lines and thing.base == "new_lesion")
    ]
    if sought and report.maybe(0.08 if lines else 0.6):
        thing = report.chance.choice(sought)
        _number(report, count, numbered=numbered)
        count += report.about(frames.SUMMARY_NOT_FOUND, thing)
    if not count:
        report.tell(report.fresh(frames.SUMMARY_NORMAL))
    if report.maybe(0.55):
        if count > 1:
            _number(report, count, numbered=numbered)
        advice(report)


def _number(report: Report, count: int, *, numbered: bool) -> None:
    if numbered:
        if count:
            report.page.line()
        report.page.text += f"{count + 1}. "


def _point(report: Report, count: int, thing: Thing, *, numbered: bool) -> bool:
    _number(report, count, numbered=numbered)
    templates: tuple[str, ...] = frames.SUMMARY_FOUND
    if thing.key == report.tumour.key:
        new: tuple[str, ...] = frames.SUMMARY_TUMOUR_NEW
        known: tuple[str, ...] = frames.SUMMARY_TUMOUR_KNOWN
        if site(report) == "lymphoma":
            new, known = frames.SUMMARY_NODES_NEW, frames.SUMMARY_LYMPHOMA_KNOWN
        templates = known if report.is_known() else new
    else:
        templates = frames.SUMMARY_SPREAD.get(thing.base, templates)
    return report.about(templates, thing) or report.about(("{c}.",), thing)


def advice(report: Report) -> None:
    """What to do next; nothing is said where the ward is waiting for the answer."""
    if report.exam.reason not in ("", report.tumour.key):
        return
    if report.is_known() or site(report) == "myeloma":
        clear = not report.findings
        report.about(frames.ADVICE_CLEAR if clear else frames.ADVICE_KNOWN, report.tumour)
        return
    if report.tumour in report.findings:
        done = _TITLES.get(report.exam.base, "imaging")
        known = [w for w in frames.ADVICE_NEW.get(site(report), ()) if f":{done}}}" not in w]
        report.about(known or frames.ADVICE_NEW["any"], report.tumour)


def signed(report: Report) -> None:
    """Who reported it."""
    person = report.signature("radiolog")
    if person is None or report.maybe(0.25):
        return
    page = report.page
    page.paragraph()
    name = f"{person.first[:1]} {person.last}"
    if report.style == "us":
        page.line(
            report.chance.choice(
                (
                    f"Electronically signed by {person.first} {person.last}, MD",
                    f"Dictated by: {person.first} {person.last}, MD",
                    f"{person.first} {person.last}, M.D.",
                )
            )
        )
        return
    page.line(
        report.chance.choice(
            (
                f"Dr {name}",
                f"{person.title} {name}, Consultant Radiologist",
                f"Reported by {person.title} {person.first} {person.last}",
                f"{person.title} {person.last}, Radiology",
            )
        )
    )
