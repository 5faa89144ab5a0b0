"""Reports of imaging and of tissue: clean text, valid gold, the expected kinds of mention."""

import datetime
import re
from collections import Counter
from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from goldsmith.core import Document, builtin, validate
from goldsmith.demo.life.catalogue import CATALOGUE
from goldsmith.demo.life.course import live
from goldsmith.demo.life.model import Event, Patient, Person
from goldsmith.demo.writing.documents import histopathology, imaging
from goldsmith.demo.writing.layers import layers
from goldsmith.demo.writing.page import Page

Day = datetime.date
SCHEMAS = ("clef", "clef-temporal", "mayo-disorder", "odie", "share-2014", "i2b2-2011")
#: Cancer -> histology, place, nodes, operation, symptom, what the scans are, and of what.
COURSES = {
    "breast": (
        "breast_ductal breast axillary_nodes wide_local_excision breast_lump",
        "mammogram:breasts ultrasound:breast mri:breast ct_cap:chest",
    ),
    "colon": (
        "colon_adenocarcinoma caecum mesocolic_nodes right_hemicolectomy rectal_bleeding",
        "ct_cap:abdomen mri:liver xray:abdomen",
    ),
    "rectum": (
        "rectal_adenocarcinoma rectum mesorectal_nodes anterior_resection tenesmus",
        "mri:pelvis ct_cap:abdomen",
    ),
    "stomach": (
        "gastric_diffuse gastric_antrum perigastric_nodes subtotal_gastrectomy dyspepsia",
        "ct_cap:abdomen",
    ),
    "pancreas": (
        "pancreatic_ductal pancreas_head peripancreatic_nodes whipple jaundice",
        "ultrasound:abdomen ct:pancreas",
    ),
    "lung": (
        "lung_squamous upper_lobe mediastinal_nodes lobectomy cough",
        "chest_xray:chest ct_cap:chest mri:brain ctpa:chest",
    ),
    "dlbcl": ("dlbcl cervical_nodes - - neck_lump", "ultrasound:cervical_nodes ct_cap:chest"),
    "myeloma": ("myeloma_igg bone_marrow - - back_pain", "skeletal_survey:skeleton mri:spine"),
    "ovary": (
        "ovary_serous ovary para_aortic_nodes tah_bso bloating",
        "transvaginal_ultrasound:pelvis ct_cap:abdomen",
    ),
    "cervix": (
        "cervix_squamous cervix pelvic_nodes radical_hysterectomy pelvic_pain",
        "mri:pelvis",
    ),
    "endometrium": (
        "endometrioid endometrium pelvic_nodes tlh_bso postmenopausal_bleeding",
        "transvaginal_ultrasound:pelvis mri:pelvis chest_xray:chest",
    ),
    "prostate": ("prostate_acinar prostate pelvic_nodes prostatectomy nocturia", "mri:pelvis"),
    "testis": (
        "seminoma testis para_aortic_nodes orchidectomy testicular_lump",
        "ultrasound:testis ct_cap:abdomen",
    ),
}
SUBTYPES = {
    "mammogram": "mammogram",
    "ultrasound": "ultrasound",
    "transvaginal_ultrasound": "ultrasound",
    "mri": "MRI",
    "chest_xray": "X-ray",
    "xray": "X-ray",
    "skeletal_survey": "X-ray",
    "doppler": "ultrasound",
    "ct": "CT",
    "ct_cap": "CT",
    "ctpa": "CT",
    "pet_ct": "CT",
    "bone_scan": "CT",
}
TISSUE = (
    "histopathology core_biopsy fna biopsy excision_biopsy ct_guided_biopsy endometrial_biopsy "
    "prostate_biopsy bone_marrow_biopsy"
).split()
PAIRED = ("breast", "upper_lobe", "testis", "ovary", "cervical_nodes")


def person(first: str, last: str, role: str = "") -> Person:
    return Person(title="Dr", first=first, last=last, role=role)


def patient(cancer: str, style: str) -> Patient:
    """A patient with a lump, a scan, an operation and a scan a year later."""
    words, scans = COURSES[cancer]
    base, place, nodes, operation, symptom = words.split()
    shelf = CATALOGUE[style]
    things = {key: thing for key, thing in shelf.items() if thing.kind in ("Locus", "Sub-location")}

    def add(what: str, day: Day, **more: object) -> str:
        key = what if what not in things else f"{what}_{day.isoformat()}"
        things[key] = msgspec.structs.replace(shelf[what], key=key, start=day, **more)
        return key

    start, cut = Day(2011, 11, 1), Day(2012, 2, 9)
    side = "left" if place in PAIRED else ""
    details = {"size": "23 mm", "grade": "grade 2"}
    if place == "breast":
        details["part"] = "upper_outer_quadrant"
    tumour = add(base, start, place=place, side=side, details=details)
    lump = add(symptom, start)
    spread = add("liver_metastases", Day(2013, 3, 1), details={"size": "31 mm"})
    events = [Event(kind="presentation", date=Day(2011, 12, 1), findings=(lump,))]
    found: tuple[str, ...] = (tumour,)
    if nodes != "-":
        found = (tumour, add("nodal_metastases", start, place=nodes, side=side))
    excluded = (add("lung_metastases", Day(2014, 1, 1)),)
    for scan in scans.split():
        what, where = scan.split(":")
        key = add(what, Day(2012, 1, 5), end=Day(2012, 1, 5), place=where)
        kinds = {"kind": "investigation", "date": Day(2012, 1, 5), "what": key}
        events.append(Event(findings=found, excluded=excluded, **kinds))
    biopsy = add("core_biopsy", Day(2012, 1, 10), end=Day(2012, 1, 10), place=place, side=side)
    events.append(
        Event(kind="investigation", date=Day(2012, 1, 10), what=biopsy, findings=(tumour,))
    )
    events.append(Event(kind="diagnosis", date=Day(2012, 1, 20), what=tumour))
    if operation != "-":
        done = add(operation, cut, end=cut, side=side)
        events.append(Event(kind="operation", date=cut, what=done, findings=found))
    later = add("ct_cap", Day(2013, 3, 1), end=Day(2013, 3, 1), place="abdomen")
    events.append(Event(kind="investigation", date=Day(2013, 3, 1), what=later, findings=(spread,)))
    events.append(Event(kind="recurrence", date=Day(2013, 3, 2), what=spread, findings=(spread,)))
    men = ("prostate", "testis", "dlbcl", "lung")
    return Patient(
        id="P1", sex="male" if cancer in men else "female", title="Mrs", first="Ivy", last="Tarrow",
        born=Day(1950, 3, 3), died=None, style=style, hospital="X", town="Y", number="1", phone="2",
        occupation="baker", smoker="never", relative=person("Al", "Tarrow"),
        gp=person("C", "Fenn"), consultant=person("R", "Quill"), surgeon=person("S", "Oram"),
        others=(person("Pia", "Anstey", "radiologist"), person("Max", "Pellow", "pathologist")),
        cancer=cancer, icd10="C50.9", tumour=tumour, stage="II", tnm="T2 N1 M0", things=things,
        comorbidities=(), medication=(), allergies=(), family=(("mother", "family_breast_cancer"),),
        events=tuple(events),
    )  # fmt: skip


def with_family(one: Patient) -> Patient:
    had = CATALOGUE[one.style]["family_breast_cancer"]
    return msgspec.structs.replace(one, things={**one.things, had.key: had})


def reports() -> Iterator[tuple[str, str, Page]]:
    """Every report that the courses call for, and those of some lives."""
    made = [with_family(patient(cancer, style)) for cancer in COURSES for style in ("uk", "us")]
    for one in (*made, *(live(number, seed=5) for number in range(40))):
        for event in one.events:
            for kind in kinds(one, event):
                for seed in range(2):
                    yield (*kind, written(one, event, kind, seed))


def kinds(one: Patient, event: Event) -> Iterator[tuple[str, str]]:
    what = one.things.get(event.what)
    base = what.base if what is not None else ""
    cut = event.kind == "operation" and what is not None and "surgery" in what.generic
    if event.kind == "recurrence":
        yield "imaging", "CT"
        yield "histopathology", ""
    elif cut or (event.kind == "investigation" and base in TISSUE):
        yield "histopathology", ""
    elif event.kind == "investigation" and base in SUBTYPES:
        yield "imaging", SUBTYPES[base]


def written(one: Patient, event: Event, kind: tuple[str, str], seed: int) -> Page:
    writers = {**imaging.WRITERS, **histopathology.WRITERS}
    page = Page(one, event.date, Random(seed))
    writers[kind](page, event)
    page.finish()
    return page


def document(page: Page) -> Document:
    return Document("d", page.text, sections=tuple(page.sections), sets=layers(page))


ALL = list(reports())


def test_every_kind_is_written() -> None:
    assert {(kind, subtype) for kind, subtype, _ in ALL} == {
        *imaging.WRITERS,
        *histopathology.WRITERS,
    }


def test_nothing_of_the_notation_is_left() -> None:
    for _, _, page in ALL:
        left = re.search(r"[{}\[\]|@]|a\(n\)|  |\n\n\n| [.,;]|\.\.|^\s", page.text)
        assert left is None, f"{left} in {page.text}"


def test_articles_fit_what_follows() -> None:
    for _, _, page in ALL:
        wrong = re.search(r"\b[Aa] [aeio]\w|\b[Aa]n [bcdfgjklmnpqrstvwxyz]\w", page.text)
        assert wrong is None, f"{wrong} in {page.text}"


@pytest.mark.parametrize("schema", SCHEMAS)
def test_the_gold_is_valid(schema: str) -> None:
    for _, _, page in ALL:
        doc = document(page)
        problems = [str(one) for one in validate(doc, doc.sets[schema], builtin(schema))]
        assert problems == [], page.text


def test_reports_have_the_mentions_of_their_kind() -> None:
    for _, _, page in ALL:
        found = Counter(mark.kind for mark in page.marks)
        assert found["Condition"] and found["Locus"], page.text
        assert found["Investigation"], page.text


def test_densities_are_near_those_of_clef() -> None:
    """Tables 13 and 14 give entities in 50 reports each: the same order of magnitude."""
    for kind, wanted in (
        ("imaging", {"Condition": 5.4, "Locus": 7.5, "Negation": 1.1, "Sub-location": 2.5}),
        ("histopathology", {"Condition": 7, "Locus": 7, "Investigation": 3, "Result": 2}),
    ):
        pages = [page for one, _, page in ALL if one == kind]
        found = Counter(mark.kind for page in pages for mark in page.marks)
        for name, mean in wanted.items():
            assert mean / 4 < found[name] / len(pages) < mean * 5, (kind, name)


def test_some_mentions_are_discontiguous() -> None:
    for kind in ("imaging", "histopathology"):
        pages = [page for one, _, page in ALL if one == kind]
        broken = sum(any(len(mark.spans) > 1 for mark in page.marks) for page in pages)
        assert broken > len(pages) / 8


def test_reports_are_as_long_as_reports_are() -> None:
    lengths = sorted(len(page.text.split()) for _, _, page in ALL)
    assert lengths[len(lengths) // 20] >= 45
    assert lengths[-len(lengths) // 20] <= 240


def test_reports_are_made_by_their_seed_alone() -> None:
    one = with_family(patient("breast", "uk"))
    event = one.events[1]
    kind = ("imaging", "mammogram")
    again = [written(one, event, kind, seed).text for seed in (7, 7, 8)]
    assert again[0] == again[1] != again[2]


def test_americans_spell_their_own_way() -> None:
    for _, _, page in ALL:
        if page.patient.style == "us":
            assert not re.search(r"tumour|oedema|haem|oestrogen|colour", page.text), page.text


def test_nothing_is_said_to_lie_in_a_thing_of_another_kind() -> None:
    for _, _, page in ALL:
        for kind, one, other in page.links:
            if kind == "has_location":
                assert (one.kind, other.kind) == ("Condition", "Locus")
            if kind == "has_finding":
                assert one.kind == "Investigation"
