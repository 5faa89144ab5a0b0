"""Test imaging and histopathology reports: clean text, valid gold, the expected mentions."""

import datetime
import re
from collections import Counter
from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from goldsmith.core import Document, load_builtin_schema, validate
from goldsmith_demo.life.catalogue import load_catalogue
from goldsmith_demo.life.course import make_patient
from goldsmith_demo.life.model import Event, Patient, Person, Thing
from goldsmith_demo.life.traits import add_traits, list_rows, load_traits
from goldsmith_demo.make import choose_kinds
from goldsmith_demo.writing.documents import histopathology, imaging
from goldsmith_demo.writing.layers import build_layers
from goldsmith_demo.writing.page import Page

Day = datetime.date
SCHEMAS = ("clef", "clef-temporal", "mayo-disorder", "odie", "share-2014", "i2b2-2011")
#: Cancer -> histology, place, nodes, operation and symptom; scans with the region of each.
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


def build_person(first: str, last: str, role: str = "") -> Person:
    return Person(title="Dr", first=first, last=last, role=role)


def build_patient(cancer: str, style: str) -> Patient:
    """Build a patient with a lump, a scan, an operation and a scan a year later."""
    words, scans = COURSES[cancer]
    base, place, nodes, operation, symptom = words.split()
    shelf = load_catalogue(style)
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
    findings: tuple[str, ...] = (tumour,)
    if nodes != "-":
        findings = (tumour, add("nodal_metastases", start, place=nodes, side=side))
    excluded = (add("lung_metastases", Day(2014, 1, 1)),)
    for scan in scans.split():
        what, where = scan.split(":")
        key = add(what, Day(2012, 1, 5), end=Day(2012, 1, 5), place=where)
        day = Day(2012, 1, 5)
        events.append(
            Event(kind="investigation", date=day, what=key, findings=findings, excluded=excluded)
        )
    biopsy = add("core_biopsy", Day(2012, 1, 10), end=Day(2012, 1, 10), place=place, side=side)
    events.append(
        Event(kind="investigation", date=Day(2012, 1, 10), what=biopsy, findings=(tumour,))
    )
    events.append(Event(kind="diagnosis", date=Day(2012, 1, 20), what=tumour))
    if operation != "-":
        done = add(operation, cut, end=cut, side=side)
        events.append(Event(kind="operation", date=cut, what=done, findings=findings))
        report, details = add("histopathology", cut, end=cut), {"specimen": done}
        events.append(
            Event(kind="investigation", date=cut, what=report, findings=findings, details=details)
        )
    later = add("ct_cap", Day(2013, 3, 1), end=Day(2013, 3, 1), place="abdomen")
    events.append(Event(kind="investigation", date=Day(2013, 3, 1), what=later, findings=(spread,)))
    events.append(Event(kind="recurrence", date=Day(2013, 3, 2), what=spread, findings=(spread,)))
    things = add_traits(things, tumour, cancer, "T2 N1 M0", "test")
    men = ("prostate", "testis", "dlbcl", "lung")
    return Patient(
        id="P1", sex="male" if cancer in men else "female", title="Mrs", first="Ivy", last="Tarrow",
        born=Day(1950, 3, 3), died=None, style=style, hospital="X", town="Y", number="1", phone="2",
        occupation="baker", smoker="never", relative=build_person("Al", "Tarrow"),
        gp=build_person("C", "Fenn"), consultant=build_person("R", "Quill"),
        surgeon=build_person("S", "Oram"),
        others=(
            build_person("Pia", "Anstey", "radiologist"),
            build_person("Max", "Pellow", "pathologist"),
        ),
        cancer=cancer, icd10="C50.9", tumour=tumour, stage="II", tnm="T2 N1 M0", things=things,
        comorbidities=(), medication=(), allergies=(), family=(("mother", "family_breast_cancer"),),
        events=tuple(events),
    )  # fmt: skip


def add_family(base: Patient) -> Patient:
    condition = load_catalogue(base.style)["family_breast_cancer"]
    return msgspec.structs.replace(base, things={**base.things, condition.key: condition})


def write_reports() -> Iterator[tuple[str, str, Page]]:
    """Write every report that the courses and a number of lives call for."""
    patients = [
        add_family(build_patient(cancer, style)) for cancer in COURSES for style in ("uk", "us")
    ]
    for person in (*patients, *(make_patient(number, seed=5) for number in range(40))):
        for event in person.events:
            for kind in list_kinds(person, event):
                for seed in range(2):
                    yield (*kind, write_page(person, event, kind, seed))


def list_kinds(person: Patient, event: Event) -> Iterator[tuple[str, str]]:
    what = person.things.get(event.what)
    base = what.base if what is not None else ""
    if event.kind == "investigation" and base in TISSUE:
        yield "histopathology", ""
    elif event.kind == "investigation" and base in SUBTYPES:
        yield "imaging", SUBTYPES[base]


def write_page(person: Patient, event: Event, kind: tuple[str, str], seed: int) -> Page:
    writers = {**imaging.WRITERS, **histopathology.WRITERS}
    page = Page(person, event.date, Random(seed))
    writers[kind](page, event)
    page.finish()
    return page


def build_document(page: Page) -> Document:
    return Document("d", page.text, sections=tuple(page.sections), sets=build_layers(page))


Reports = list[tuple[str, str, Page]]


@pytest.fixture(scope="module")
def reports() -> Reports:
    return list(write_reports())


def test_every_kind_is_written(reports: Reports) -> None:
    assert {(kind, subtype) for kind, subtype, _ in reports} == {
        *imaging.WRITERS,
        *histopathology.WRITERS,
    }


def test_no_notation_remains(reports: Reports) -> None:
    for _, _, page in reports:
        leftover = re.search(r"[{}\[\]|@]|a\(n\)|  |\n\n\n| [.,;]|\.\.|^\s", page.text)
        assert leftover is None, f"{leftover} in {page.text}"


def test_articles_agree_with_the_next_word(reports: Reports) -> None:
    for _, _, page in reports:
        wrong = re.search(r"\b[Aa] [aeio]\w|\b[Aa]n [bcdfgjklmnpqrstvwxyz]\w", page.text)
        assert wrong is None, f"{wrong} in {page.text}"


@pytest.mark.parametrize("schema", SCHEMAS)
def test_gold_is_valid(schema: str, reports: Reports) -> None:
    for _, _, page in reports:
        doc = build_document(page)
        problems = [
            str(problem) for problem in validate(doc, doc.sets[schema], load_builtin_schema(schema))
        ]
        assert problems == [], page.text


def test_reports_contain_the_mentions_of_their_kind(reports: Reports) -> None:
    for _, _, page in reports:
        counts = Counter(mark.kind for mark in page.marks)
        assert counts["Condition"] and counts["Locus"], page.text
        assert counts["Investigation"], page.text


#: Roberts et al. 2009, Tables 13 and 14: entities and relations in 50 reports of each family.
_TYPES = (
    "Condition Drug-or-device Intervention Investigation Locus Result Laterality Negation "
    "Sub-location has_finding has_indication has_location has_target laterality_modifies "
    "negation_modifies sub_location_modifies"
).split()
Lives = list[tuple[Patient, list[tuple[str, Page]]]]
CLEF = {
    "histopathology": (357, 12, 53, 145, 357, 96, 14, 50, 77, 263, 47, 270, 86, 14, 54, 79),
    "imaging": (270, 13, 10, 66, 373, 71, 85, 53, 125, 156, 12, 268, 51, 82, 59, 125),
}


@pytest.fixture(scope="module")
def lives() -> Lives:
    """Return patients with the reports on their lives, each with its family."""
    patients = [make_patient(number, seed=8) for number in range(250)]
    return [(person, list(write_life_reports(person))) for person in patients]


def write_life_reports(person: Patient) -> Iterator[tuple[str, Page]]:
    for event in person.events:
        for kind in choose_kinds(event, person, Random(0)):
            if kind[0] in CLEF:
                yield kind[0], write_page(person, event, kind, event.date.toordinal())


@pytest.fixture(scope="module")
def densities(lives: Lives) -> dict[str, dict[str, float]]:
    """Return the entities and relations in 50 reports, averaged over 250 patients."""
    totals: dict[str, Counter[str]] = {family: Counter() for family in CLEF}
    count: Counter[str] = Counter()
    for _, pages in lives:
        for family, page in pages:
            count[family] += 1
            totals[family].update(mark.kind for mark in page.marks)
            totals[family].update(name for name, _, _ in set(page.links))
    assert count["histopathology"] > 300 and count["imaging"] > 800
    return {
        family: {name: 50 * totals[family][name] / count[family] for name in _TYPES}
        for family in CLEF
    }


@pytest.mark.parametrize("family", list(CLEF))
def test_densities_are_close_to_those_of_clef(
    family: str, densities: dict[str, dict[str, float]]
) -> None:
    """Check for a factor of at most 2.5, or 3 if the paper counts fewer than 40."""
    for name, paper in zip(_TYPES, CLEF[family], strict=True):
        factor = 2.5 if paper >= 40 else 3
        ours = densities[family][name]
        assert paper / factor <= ours <= paper * factor, (name, paper, ours)


def test_some_mentions_are_discontiguous(reports: Reports) -> None:
    for kind in ("imaging", "histopathology"):
        pages = [page for family, _, page in reports if family == kind]
        broken = sum(any(len(mark.spans) > 1 for mark in page.marks) for page in pages)
        assert broken > len(pages) / 8


def test_reports_are_of_usual_length(reports: Reports) -> None:
    lengths = sorted(len(page.text.split()) for _, _, page in reports)
    assert lengths[len(lengths) // 20] >= 35
    assert lengths[-len(lengths) // 20] <= 240


def test_reports_depend_on_the_seed() -> None:
    person = add_family(build_patient("breast", "uk"))
    event = person.events[1]
    kind = ("imaging", "mammogram")
    again = [write_page(person, event, kind, seed).text for seed in (7, 7, 8)]
    assert again[0] == again[1] != again[2]


def test_american_reports_use_american_spelling(reports: Reports) -> None:
    for _, _, page in reports:
        if page.patient.style == "us":
            assert not re.search(r"tumour|oedema|haem|oestrogen|colour", page.text), page.text


def test_relations_connect_entities_of_the_right_types(reports: Reports) -> None:
    for _, _, page in reports:
        for kind, first, second in page.links:
            if kind == "has_location":
                assert (first.kind, second.kind) == ("Condition", "Locus")
            if kind == "has_finding":
                assert first.kind == "Investigation"


_SENTENCE = re.compile(r"[^.\n]+(?:\.(?=\w)[^.\n]+)*")
#: Details that only one thing in a sentence can have, so that they cannot be another thing's.
DETAILS = frozenset(
    "look shape around amount degree segment suv many plasma percent wall third pole "
    "lip depth front density curve echo by shift gas".split()
)


def list_alternatives(person: Patient, thing: Thing) -> dict[str, set[str]]:
    """Return for each detail of a thing the other values that it could have had."""
    kinds = [
        person.cancer,
        *(f"{person.cancer} {part}" for part in person.tnm.split()),
        "rectum low",
    ]
    own = [group for kind in kinds for group in load_traits().tumours.get(kind, ())]
    groups = own if thing.key == person.tumour else load_traits().things.get(thing.base, ())
    rows = [
        (name, value) for group in groups for row in list_rows(group) for name, value in row.items()
    ]
    return {
        name: {value for key, value in rows if key == name} - {thing.details.get(name, "")}
        for name in DETAILS & set(thing.details)
    }


def list_statements(page: Page) -> Iterator[tuple[Thing, str]]:
    """Yield each condition of the life that a sentence describes alone, and the sentence."""
    for match in _SENTENCE.finditer(page.text):
        marks = [mark for mark in page.marks if match.start() <= mark.start < match.end()]
        here = {mark.thing.key: mark.thing for mark in marks if mark.kind == "Condition"}
        if len(here) == 1 and all(mark.kind != "Intervention" for mark in marks):
            [thing] = here.values()
            if thing.key in page.patient.things:
                yield thing, match[0]


def test_reports_agree_with_the_life(lives: Lives) -> None:
    right = 0
    for person, pages in lives:
        for _, page in pages:
            for thing, words in list_statements(page):
                for name, wrong_values in list_alternatives(person, thing).items():
                    own = thing.details[name]
                    stated = {
                        word for word in wrong_values if re.search(rf"\b{word}\b", words, re.I)
                    }
                    assert not {word for word in stated if word not in own}, (name, own, words)
                    right += own.lower() in words.lower()
    assert right > 800


def test_thing_has_the_same_size_side_and_segment_in_all_reports(lives: Lives) -> None:
    """Check all things except the primary, whose size is measured again each time."""
    shapes = {
        "size": re.compile(r"\b\d+(?:\.\d)? [mc]m\b"),
        "segment": re.compile(r"\bsegment \d"),
        "level": re.compile(r"\b[TL]\d+\b"),
        "side": re.compile(r"\b(?:left|right)\b(?! and)(?<!and left)(?<!and right)"),
    }
    repeated = 0
    for person, pages in lives:
        stated: dict[tuple[str, str], set[tuple[str, ...]]] = {}
        for _, page in pages:
            for thing, words in list_statements(page):
                if thing.key == person.tumour or (not thing.among and thing.base not in SINGLE):
                    continue
                for name, shape in shapes.items():
                    if matches := tuple(sorted(set(shape.findall(words)))):
                        repeated += (thing.key, name) in stated
                        stated.setdefault((thing.key, name), set()).add(matches)
        assert all(len(values) == 1 for values in stated.values()), (person.id, stated)
    assert repeated > 100


#: Conditions that a patient has only once, in one place.
SINGLE = frozenset(
    "renal_cyst liver_cyst granuloma apical_scarring adrenal_adenoma adrenal_metastasis "
    "splenomegaly endometrial_thickening local_recurrence cord_compression focal_liver_lesion "
    "nodal_metastases parametrial_disease pleural_effusion".split()
)


def test_carcinoma_in_situ_is_consistent(lives: Lives) -> None:
    count = 0
    for person, pages in lives:
        text = " ".join(page.text for _, page in pages)
        is_present = re.search(r"DCIS|LCIS", text) is not None
        absent = re.search(r"No carcinoma in situ", text) is not None
        assert not (is_present and absent), person.id
        count += is_present or absent
    assert count > 20


def test_no_operation_is_performed_twice(lives: Lives) -> None:
    for person, _ in lives:
        done = [person.things[e.what] for e in person.events if e.kind == "operation"]
        cut = [thing.base for thing in done if "surgery" in thing.generic]
        assert len(cut) == len(set(cut)), person.id


def test_no_mammogram_of_a_removed_breast(lives: Lives) -> None:
    checked = 0
    for person, pages in lives:
        mastectomy = next((t for t in person.things.values() if t.base == "mastectomy"), None)
        for _, page in pages:
            if (
                mastectomy
                and mastectomy.start
                and page.date > mastectomy.start
                and "mammogra" in page.text.lower()
            ):
                assert not re.search(r"both breasts", page.text, re.I), page.text
                checked += 1
    assert checked > 5
