"""The findings of an imaging report: what was found, what was excluded, and what is normal."""

from __future__ import annotations

import re
from functools import cache

from goldsmith_demo.life.model import Thing
from goldsmith_demo.writing.documents.examination import Report
from goldsmith_demo.writing.documents.imaging import normals, ruled_out
from goldsmith_demo.writing.documents.imaging import normals_films as films
from goldsmith_demo.writing.documents.imaging import normals_other as others
from goldsmith_demo.writing.documents.imaging.findings import ANYTHING, BY_EXAM, SPREAD
from goldsmith_demo.writing.documents.imaging.findings_other import OTHER
from goldsmith_demo.writing.documents.imaging.normals import Normal
from goldsmith_demo.writing.documents.imaging.tumours import AVID, SUSPECT, TUMOURS

FOUND = {**SPREAD, **OTHER}
#: Region -> what is normal there; the regions of the body stand in the order of reports.
REGIONS: dict[str, tuple[Normal, ...]] = {
    "brain": others.BRAIN,
    "neck": normals.NECK,
    "chest": normals.CHEST,
    "chest film": films.CHEST_FILM,
    "breasts": others.BREASTS,
    "breast scan": others.BREAST_SCAN,
    "abdomen": normals.ABDOMEN,
    "pelvis": normals.PELVIS,
    "prostate": others.PROSTATE_MRI,
    "scrotum": others.SCROTUM,
    "spine": others.SPINE,
    "bones": normals.BONES,
    "abdomen film": films.ABDOMEN_FILM,
    "bone film": films.BONE_FILM,
    "bone scan": films.BONE_SCAN,
    "leg": others.LEG,
}
_BY_EXAM = {
    "ct_cap": "chest abdomen pelvis bones",
    "ctpa": "chest",
    "pet_ct": "neck chest abdomen bones",
    "bone_scan": "bone scan",
    "chest_xray": "chest film",
    "xray": "bone film",
    "skeletal_survey": "bone film",
    "mammogram": "breasts",
    "transvaginal_ultrasound": "pelvis",
    "trus": "prostate",
    "doppler": "leg",
}
#: What scans come across, and in which regions.
_ASIDES = {
    "granuloma": "chest chest_film",
    "apical_scarring": "chest chest_film",
    "hiatus_hernia": "chest chest_film abdomen",
    "aortic_calcification": "chest chest_film",
    "renal_cyst": "abdomen",
    "liver_cyst": "abdomen",
    "adrenal_adenoma": "abdomen",
    "diverticulosis": "pelvis",
    "degenerative_change": "bones bone_film bone_scan spine",
    "breast_calcification": "breasts",
    "copd": "chest chest_film",
    "osteoporosis": "bones bone_film",
    "bph": "pelvis",
}
_ON_ULTRASOUND = ("renal_cyst", "liver_cyst")
_BOWEL = ("bowel", "small_bowel", "colon", "abdomen")
_TWO_WORDS = ("abdomen film", "chest film", "bone film", "bone scan", "breast scan")
#: Topic -> the words in the bases of things and places that raise it.
_TOPICS = {
    "effusion": "pleur effusion",
    "lung": "pleur lung lobe bronch pneum consolidation copd asthma embol",
    "node": "node lymph nodal dlbcl hodgkin",
    "heart": "heart cardio atrial infarction",
    "airway": "bronch oesophag",
    "liver": "liver hepat",
    "spleen": "spleen splen",
    "bile": "bil gall cholang pancreas",
    "pancreas": "pancrea",
    "adrenal": "adrenal",
    "kidney": "kidney renal ckd hydroneph",
    "ascites": "ascites periton oment",
    "bowel": "bowel colon caecum rectum ileus divertic sigmoid flexure stomach gastric",
    "bladder": "bladder uti cystitis",
    "uterus": "uter fibroid endometr cervix hyster",
    "ovary": "ovar tah_bso tlh_bso",
    "prostate": "prostat bph turp",
    "seminal": "prostatectomy",
    "zone": "bph prostatectomy",
    "bone": "bone skelet spine lytic fracture myeloma osteo metastases_bone",
    "brain": "brain stroke lobe_brain",
    "ventricle": "hydroceph",
    "cord": "cord",
    "disc": "osteoarthritis",
    "vein": "dvt",
    "joint": "arthritis",
    "skull": "lytic myeloma",
    "skin": "skin_tether t4",
    "nipple": "nipple",
}


def regions(report: Report, subtype: str) -> list[str]:
    """The regions that the examination shows."""
    exam = report.exam
    known = _BY_EXAM.get(exam.base, "")
    if exam.base == "xray" and exam.place in _BOWEL:
        known = "abdomen film"
    if known in _TWO_WORDS:
        return [known]
    if known:
        brain = any(thing.base.startswith("brain") for thing in report.findings)
        return ["brain"] * brain + known.split()
    place = report.things.get(exam.place)
    base = place.base if place is not None else exam.place
    return _by_place(base or report.patient.cancer, subtype)


def _by_place(base: str, subtype: str) -> list[str]:
    for words, found in (
        ("breast", "breast scan"),
        ("brain head frontal parietal cerebell", "brain"),
        ("chest lung lobe bronch mediast hil pleura", "chest"),
        ("testis scrot", "scrotum"),
        ("prostate", "prostate"),
        ("spine cord back", "spine"),
        ("pelvis rectum cervix uter endometr ovar", "pelvis"),
        ("leg calf", "leg"),
        ("femur humer hip skelet bone rib", "bone film" if subtype == "X-ray" else "bones"),
        ("cervical_nodes supraclav neck axill inguinal nodes", "neck"),
    ):
        if any(word in base for word in words.split()):
            return [found]
    return ["abdomen", "pelvis"] if subtype == "CT" else ["abdomen"]


def topics(thing: Thing) -> set[str]:
    """What a condition or an operation makes abnormal."""
    words = f"{thing.base} {thing.place}"
    return {
        topic
        for topic, parts in _TOPICS.items()
        if any(re.search(part, words) for part in parts.split())
    }


def taken(report: Report) -> set[str]:
    """The topics of which nothing normal can be said: diseased, operated on, or spoken of."""
    day = report.page.date
    found: set[str] = set()
    for thing in report.things.values():
        begun = thing.start is not None and thing.start <= day
        lasting = thing.end is None or thing.end >= day or thing.kind == "Intervention"
        if thing.kind in ("Condition", "Intervention") and begun and lasting:
            found |= topics(thing)
    for thing in (*report.findings, *report.excluded):
        found |= topics(thing)
    if report.patient.sex == "male":
        found |= {"uterus", "ovary"}
    else:
        found |= {"prostate"}
    if report.tumour.base.startswith(("dlbcl", "hodgkin")):
        found |= {"spleen"} if "splenomegaly" in {t.base for t in report.findings} else set()
    if report.kept_breast:
        found |= {"density", "skin", "nipple"}
    return found


def normal(report: Report, region: str, busy: set[str], count: int) -> int:
    """Says up to `count` normal things of a region; returns how many."""
    entries = list(REGIONS[region])
    if region == "pelvis":
        female = report.patient.sex == "female"
        entries += normals.PELVIS_FEMALE if female else normals.PELVIS_MALE
        entries += normals.MRI_PELVIS if report.exam.base == "mri" else ()
    said = 0
    report.chance.shuffle(entries)
    for topics_, templates in entries:
        spoken = set(topics_.split())
        if said < count and not spoken & busy:
            said += _say_normal(report, templates)
            busy |= spoken - {"node"}
    return said


def _say_normal(report: Report, templates: tuple[str, ...]) -> bool:
    """Says that something is normal, as a rule without ruling anything out."""
    side = report.exam.side or report.tumour.side
    same = side if side in ("left", "right") else "left"
    other = {"left": "right", "right": "left"}[same]
    calm = _calm(templates) if report.maybe(0.85) else templates
    words = [
        each.replace("@other", other).replace("@same", same) if "@" in each else each
        for each in calm
    ]
    return report.about(words, report.tumour)


@cache
def _calm(templates: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the templates that rule nothing out, if there are any."""
    return tuple(each for each in templates if "=Negation" not in each) or templates


def asides(report: Report, places: list[str], count: int) -> int:
    """Says up to `count` harmless things that the examination comes across; returns how many."""
    seen = [thing for thing in report.things.values() if _shows(report, thing, places)]
    report.chance.shuffle(seen)
    for thing in seen[:count]:
        report.about(FOUND[thing.base], thing)
    return len(seen[:count])


def _shows(report: Report, thing: Thing, places: list[str]) -> bool:
    where = _ASIDES.get(thing.base, "")
    if (
        not where
        or thing.start is None
        or thing.start > report.page.date
        or thing in report.findings
    ):
        return False
    sound = report.exam.base in ("ultrasound", "eus", "ebus") and thing.base not in _ON_ULTRASOUND
    return not sound and any(place.replace(" ", "_") in where.split() for place in places)


def site(report: Report) -> str:
    """Under which name the tumour is described."""
    cancer = report.patient.cancer
    return "lymphoma" if cancer in ("dlbcl", "hodgkin") else cancer


def found(report: Report, thing: Thing, subtype: str) -> None:
    """Says that something was found."""
    special = BY_EXAM.get(report.exam.base, {}).get(thing.base, ())
    if thing.key != report.tumour.key:
        report.about(special, thing) or report.about(
            FOUND.get(thing.base, ()), thing
        ) or report.about(ANYTHING, thing)
        return
    kinds = TUMOURS.get(site(report), {})
    wide = kinds.get("wide", ()) if report.patient.stage[:3] in ("III", "IV") else ()
    templates = kinds.get(subtype, kinds.get("any", ()))
    if report.exam.base == "pet_ct":
        templates, wide = AVID, ()
    if not report.about((*templates, *wide), thing) and not report.about(
        kinds.get("any", ()), thing
    ):
        report.about(("There is a {c:mass}[, @size|] @at.", "A {c:mass} is seen."), thing)
    if not report.is_known() and report.maybe(0.2):
        suspect(report, subtype)


def suspect(report: Report, subtype: str) -> None:
    """Says what the tumour is thought to be."""
    kind = "blood" if site(report) == "lymphoma" else subtype
    if site(report) == "myeloma":
        return
    report.about(SUSPECT.get(kind, SUSPECT["any"]), report.tumour)


def excluded(report: Report, thing: Thing) -> None:
    """Says that something was not found."""
    if thing.key == report.tumour.key:
        report.about(ruled_out.TUMOUR, thing)
        return
    if thing.base == "new_lesion" and report.findings:
        report.about(ruled_out.NOTHING_ELSE, thing)
        return
    templates = ruled_out.BY_EXAM.get(report.exam.base, {}).get(thing.base, ())
    if report.kept_breast and templates and report.exam.base == "mammogram":
        kept = report.kept_breast
        templates = tuple(words.replace("@kept", kept) for words in ruled_out.ONE_BREAST)
    templates = templates or ruled_out.RULED_OUT.get(thing.base, ())
    report.about(templates, thing) or report.about(ruled_out.ANYTHING, thing)
