"""Write the parts of a report around the findings: title, request, technique, summary."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from goldsmith_demo.life.events.harms import load_harms
from goldsmith_demo.life.model import Thing
from goldsmith_demo.writing.documents.imaging.scan import Scan
from goldsmith_demo.writing.documents.phrases import imaging as books
from goldsmith_demo.writing.sheet import Value
from goldsmith_demo.writing.template import join_words
from goldsmith_demo.writing.times import write_duration


def write_request(scan: Scan) -> None:
    """Write why the examination was requested; most requests do not name a condition."""
    reason = scan.things.get(scan.exam.reason, scan.tumour)
    if reason.key != scan.tumour.key:
        kind = "acute"
    elif not scan.days_known:
        kind = "new"
    else:
        kind = "staging" if scan.days_known < 75 else "follow-up"
    if scan.maybe(0.7 if kind == "follow-up" else 0.22):
        scan.is_asking = True
        _write_reasons(scan, kind, reason)
        scan.is_asking = False
        return
    template = scan.choose_fresh(books.frames["neutral"][kind])
    scan.tell(template, is_finding=False, y=scan.describe_patient())


def _write_reasons(scan: Scan, kind: str, reason: Thing) -> None:
    done = (row for row in scan.list_operations() if row[1].base not in load_harms().sparing)
    operation = next(done, None)
    if kind == "acute":
        _ask_acute(scan, reason)
    elif kind == "new":
        _ask_new(scan)
    elif operation is not None:
        event, what = operation
        scan.describe(books.frames.follow_up, i=what, t=scan.mention_day(event.date))
    else:
        scan.describe(books.frames.known_new if kind == "staging" else books.frames.known_old)


def _ask_acute(scan: Scan, reason: Thing) -> None:
    """Ask about a new event in a patient under treatment."""
    symptoms = [
        thing
        for thing in scan.things.values()
        if thing.is_symptom and thing.start == scan.date and thing.key != reason.key
    ]
    if symptoms:
        scan.describe(books.frames.felt, a=scan.chance.choice(symptoms))
    suspect = (*scan.findings, *scan.excluded, reason)[0]
    scan.describe(books.frames.query_other, c=suspect)


def _ask_new(scan: Scan) -> None:
    symptoms = scan.list_symptoms()
    if symptoms:
        weeks = max(2, (scan.date - (symptoms[0].start or scan.date)).days // 7)
        time = write_duration(weeks, "W", scan.style, scan.chance)
        two = len(symptoms) > 1 and scan.maybe(0.7)
        templates = books.frames.symptoms_two if two else books.frames.symptoms_only
        scan.describe(templates, a=symptoms[0], b=symptoms[-1], t=time)
    if scan.maybe(0.7) or not symptoms:
        is_blood = scan.site in ("lymphoma", "myeloma")
        query = books.frames.query_blood if is_blood else books.frames.query
        scan.describe(query, c_name=scan.site)
    cancers = [pair for pair in scan.patient.family if "cancer" in pair[1]]
    if scan.patient.cancer == "breast" and scan.maybe(0.5) and cancers:
        who, key = scan.chance.choice(cancers)
        names = {"f_who": who.capitalize(), "f_who_low": who}
        template = scan.choose_fresh(books.frames.family)
        scan.tell(template, is_finding=False, f=scan.things[key], **names)


def write_comparison(scan: Scan, *, headed: bool = False) -> None:
    """Write which images were used for comparison: a sentence, or a line under a heading."""
    frames = books.frames
    values: dict[str, Value] = {}
    if scan.earlier is None:
        template = scan.choose_fresh(frames.alone if headed else frames.alone_uk)
    else:
        event, what = scan.earlier
        template = scan.choose_fresh(frames.compared_us if headed else frames.compared)
        values = {"p": what, "t": scan.mention_day(event.date)}
    scan.tell(template, is_finding=False, after=" ", **values)


def write_technique(scan: Scan) -> None:
    """Write how the examination was done."""
    techniques = books.frames["technique"]
    templates = techniques.get(scan.exam.base) or techniques[scan.subtype]
    if scan.remaining_breast:
        templates = tuple(words for words in templates if "both}" not in words)
    scan.tell(scan.choose_fresh(templates), is_finding=False)


def write_summary(scan: Scan, *, numbered: bool = False) -> None:
    """Write the conclusion: the findings, one per line if numbered, then advice."""
    lines = [thing for thing in scan.findings if not thing.among][:4]
    numbered = numbered and len(lines) > 1
    count = 0
    if response := scan.event.details.get("response", ""):
        count = 1
        _write_number(scan, count, numbered=numbered)
        scan.tell(scan.choose_fresh(books.frames.response).replace("@response", response))
    for options, thing in _list_points(scan, lines):
        count += 1
        _write_number(scan, count, numbered=numbered)
        scan.describe_first(options, thing)
    if not count:
        scan.tell(scan.choose_fresh(books.frames.summary_normal))
    if scan.maybe(0.55):
        if count > 1:
            _write_number(scan, count + 1, numbered=numbered)
        _write_advice(scan)


def _write_number(scan: Scan, count: int, *, numbered: bool) -> None:
    if numbered:
        if count > 1:
            scan.page.write_line()
        scan.page.text += f"{count}. "


def _list_points(
    scan: Scan, lines: Sequence[Thing]
) -> Iterator[tuple[tuple[Sequence[str], ...], Thing]]:
    """Yield the phrasings of each point of the conclusion, and what it is about."""
    frames = books.frames
    for thing in lines:
        if thing.key != scan.tumour.key:
            templates = frames["summary_spread"].get(thing.base, frames.summary_finding)
        else:
            kind = "lymphoma" if scan.site == "lymphoma" else "tumour"
            templates = frames["summary_known" if scan.days_known else "summary_new"][kind]
        yield (templates, ("{c}.",)), thing
    stated = {mark.thing.key for mark in scan.page.marks}
    sought = [thing for thing in scan.excluded if thing.key not in stated]
    sought = [thing for thing in sought if not (lines and thing.base == "new_lesion")]
    if sought and scan.maybe(0.08 if lines else 0.6):
        yield (frames.summary_excluded,), scan.chance.choice(sought)


def _write_advice(scan: Scan) -> None:
    """Write what to do next, unless the examination was not for the cancer."""
    if scan.exam.reason not in ("", scan.tumour.key):
        return
    frames = books.frames
    if scan.days_known or scan.site == "myeloma":
        scan.describe(frames.advice_known if scan.findings else frames.advice_clear)
    elif scan.tumour in scan.findings:
        done = frames.get_words("titles").get(scan.exam.base, "imaging")
        ways = frames["advice_new"].get(scan.site, ())
        suggestions = [way for way in ways if f":{done}}}" not in way]
        begin = len(scan.page.marks)
        scan.describe(suggestions or frames["advice_new"]["any"])
        _link_advice(scan, begin)


def _link_advice(scan: Scan, begin: int) -> None:
    """Link the recommended tests to the tumour if their paragraph names it before them."""
    page = scan.page
    tests = [mark for mark in page.marks[begin:] if mark.kind == "Investigation"]
    named = [mark for mark in page.marks[:begin] if mark.thing.key == scan.tumour.key]
    if named and "\n" not in page.text[named[-1].start :].rstrip():
        page.links += [("has_indication", test, named[-1]) for test in tests]


_WHOLE = {"ct_cap": ("chest", "abdomen", "pelvis"), "mammogram": ("breasts",)}
_NO_PLACE = ("ctpa", "bone_scan", "skeletal_survey", "transvaginal_ultrasound", "pet_ct")


def write_title(scan: Scan, *, upper: bool, dated: bool = True) -> None:
    """Write the line that states the examination, the body part and the date."""
    exam, own = scan.exam, scan.things.get(scan.exam.place)
    name = books.frames.get_words("titles").get(exam.base, exam.names[0])
    name = name.upper() if upper else name
    places = _list_places(scan, own)
    marks = [_format_locus(scan, place, own, upper=upper) for place in places]
    loci = join_words(marks, "AND" if upper else "and")
    words = f"{{x:{name}}}" + (f" {loci}" if loci else "")
    if exam.base in ("chest_xray", "xray"):
        words = f"{loci} {{x:{name}}}"
    values: dict[str, Value] = {f"l_{own.base}": own} if own else {}
    if dated:
        words, values = words + " {t}", {**values, "t": scan.write_today()}
    targets = ", ".join(f"x has_target l_{place}" for place in places)
    bar = f" | {targets}" if targets else ""
    scan.tell(words + bar, is_finding=False, after="\n", **values)


def _list_places(scan: Scan, own: Thing | None) -> list[str]:
    base = scan.exam.base
    if base == "mammogram" and scan.remaining_breast:
        return [f"{scan.remaining_breast}_breast"]
    if base in _WHOLE:
        return ["head"] * scan.shows_brain + list(_WHOLE[base])
    if own is None or base in _NO_PLACE:
        return []
    return ["abdomen" if own.base in ("bowel", "small_bowel", "bile_duct") else own.base]


def _format_locus(scan: Scan, base: str, own: Thing | None, *, upper: bool) -> str:
    if base.endswith("_breast"):
        side, name = base.split("_")
    else:
        name = own.names[0] if own and own.base == base else base.replace("_", " ")
        side = "both" if base == "breasts" else scan.exam.side
    if upper:
        side, name = side.upper(), name.upper()
    before = f"{{s{base}=Laterality:{side}}} " if side else ""
    return f"{before}{{l_{base}:{name}}}"
