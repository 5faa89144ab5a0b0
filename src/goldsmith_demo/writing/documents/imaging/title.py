"""Write the title of an imaging report."""

from __future__ import annotations

from goldsmith_demo.life.model import Thing
from goldsmith_demo.writing.documents.phrases import imaging as books
from goldsmith_demo.writing.documents.report import Report
from goldsmith_demo.writing.sheet import Value
from goldsmith_demo.writing.template import join_words

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
