"""Reports of imaging and of tissue: clean text, valid gold, the expected kinds of mention."""

import datetime
import re
from collections import Counter
from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from goldsmith.core import Document, builtin, validate
from goldsmith_demo.life.catalogue import CATALOGUE
from goldsmith_demo.life.course import live
from goldsmith_demo.life.model import Event, Patient, Person, Thing
from goldsmith_demo.life.traits import TRAITS, TUMOURS, settled
from goldsmith_demo.make import called_for
from goldsmith_demo.writing.documents import histopathology, imaging
from goldsmith_demo.writing.layers import layers
from goldsmith_demo.writing.page import Page

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
    things = settled(things, tumour, cancer, "T2 N1 M0", "test")
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
    """Patients with the reports that their lives leave, each with its family."""
    patients = [live(number, seed=8) for number in range(250)]
    return [(one, list(reports_of(one))) for one in patients]


def reports_of(one: Patient) -> Iterator[tuple[str, Page]]:
    for event in one.events:
        for kind in called_for(event, one, Random(0)):
            if kind[0] in CLEF:
                yield kind[0], written(one, event, kind, event.date.toordinal())


@pytest.fixture(scope="module")
def densities(lives: Lives) -> dict[str, dict[str, float]]:
    """Entities and relations of 50 reports, on average over those of 250 patients."""
    found: dict[str, Counter[str]] = {family: Counter() for family in CLEF}
    count: Counter[str] = Counter()
    for _, pages in lives:
        for family, page in pages:
            count[family] += 1
            found[family].update(mark.kind for mark in page.marks)
            found[family].update(name for name, _, _ in set(page.links))
    assert count["histopathology"] > 300 and count["imaging"] > 800
    return {
        family: {name: 50 * found[family][name] / count[family] for name in _TYPES}
        for family in CLEF
    }


@pytest.mark.parametrize("family", list(CLEF))
def test_densities_are_near_those_of_clef(
    family: str, densities: dict[str, dict[str, float]]
) -> None:
    """Within a factor of 2.5, and of 3 where the paper counts fewer than 40."""
    for name, paper in zip(_TYPES, CLEF[family], strict=True):
        factor = 2.5 if paper >= 40 else 3
        ours = densities[family][name]
        assert paper / factor <= ours <= paper * factor, (name, paper, ours)


def test_some_mentions_are_discontiguous() -> None:
    for kind in ("imaging", "histopathology"):
        pages = [page for one, _, page in ALL if one == kind]
        broken = sum(any(len(mark.spans) > 1 for mark in page.marks) for page in pages)
        assert broken > len(pages) / 8


def test_reports_are_as_long_as_reports_are() -> None:
    lengths = sorted(len(page.text.split()) for _, _, page in ALL)
    assert lengths[len(lengths) // 20] >= 35
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


_SENTENCE = re.compile(r"[^.\n]+(?:\.(?=\w)[^.\n]+)*")
#: Details that only one thing of a sentence can have, so that a report cannot mean another's.
TOLD = frozenset(
    "look shape around amount degree segment suv many plasma percent wall third pole "
    "lip depth front density curve echo by shift gas".split()
)


def alternatives(one: Patient, thing: Thing) -> dict[str, set[str]]:
    """For each detail of a thing, what else it might have been."""
    kinds = [one.cancer, *(f"{one.cancer} {part}" for part in one.tnm.split()), "rectum low"]
    own = [group for kind in kinds for group in TUMOURS.get(kind, ())]
    groups = own if thing.key == one.tumour else TRAITS.get(thing.base, ())
    rows = [(name, value) for group in groups for row in group for name, value in row.items()]
    return {
        name: {value for other, value in rows if other == name} - {thing.details.get(name, "")}
        for name in TOLD & set(thing.details)
    }


def told_of(page: Page) -> Iterator[tuple[Thing, str]]:
    """Each sentence that speaks of one condition of the life and no operation, with it."""
    for found in _SENTENCE.finditer(page.text):
        marks = [mark for mark in page.marks if found.start() <= mark.start < found.end()]
        here = {mark.thing.key: mark.thing for mark in marks if mark.kind == "Condition"}
        if len(here) == 1 and all(mark.kind != "Intervention" for mark in marks):
            [thing] = here.values()
            if thing.key in page.patient.things:
                yield thing, found[0]


def test_reports_state_of_a_thing_what_the_life_holds(lives: Lives) -> None:
    right = 0
    for one, pages in lives:
        for _, page in pages:
            for thing, words in told_of(page):
                for name, others in alternatives(one, thing).items():
                    own = thing.details[name]
                    stated = {word for word in others if re.search(rf"\b{word}\b", words, re.I)}
                    assert not {word for word in stated if word not in own}, (name, own, words)
                    right += own.lower() in words.lower()
    assert right > 800


def test_a_thing_has_one_size_side_and_segment_in_all_reports(lives: Lives) -> None:
    """The size of the primary is measured anew each time; everything else was measured once."""
    shapes = {
        "size": re.compile(r"\b\d+(?:\.\d)? [mc]m\b"),
        "segment": re.compile(r"\bsegment \d"),
        "level": re.compile(r"\b[TL]\d+\b"),
        "side": re.compile(r"\b(?:left|right)\b(?! and)(?<!and left)(?<!and right)"),
    }
    repeated = 0
    for one, pages in lives:
        seen: dict[tuple[str, str], set[tuple[str, ...]]] = {}
        for _, page in pages:
            for thing, words in told_of(page):
                if thing.key == one.tumour or (not thing.among and thing.base not in SINGLE):
                    continue
                for name, shape in shapes.items():
                    if found := tuple(sorted(set(shape.findall(words)))):
                        repeated += (thing.key, name) in seen
                        seen.setdefault((thing.key, name), set()).add(found)
        assert all(len(values) == 1 for values in seen.values()), (one.id, seen)
    assert repeated > 100


#: Conditions of which there is one, in one place.
SINGLE = frozenset(
    "renal_cyst liver_cyst granuloma apical_scarring adrenal_adenoma adrenal_metastasis "
    "splenomegaly endometrial_thickening local_recurrence cord_compression focal_liver_lesion "
    "nodal_metastases parametrial_disease pleural_effusion".split()
)


def test_carcinoma_in_situ_is_there_or_not(lives: Lives) -> None:
    both = 0
    for one, pages in lives:
        text = " ".join(page.text for _, page in pages)
        there = re.search(r"DCIS|LCIS", text) is not None
        absent = re.search(r"No carcinoma in situ", text) is not None
        assert not (there and absent), one.id
        both += there or absent
    assert both > 20


def test_nobody_loses_the_same_organ_twice(lives: Lives) -> None:
    for one, _ in lives:
        done = [one.things[e.what] for e in one.events if e.kind == "operation"]
        cut = [thing.base for thing in done if "surgery" in thing.generic]
        assert len(cut) == len(set(cut)), one.id


def test_no_mammogram_of_a_breast_that_is_gone(lives: Lives) -> None:
    checked = 0
    for one, pages in lives:
        gone = next((t for t in one.things.values() if t.base == "mastectomy"), None)
        for _, page in pages:
            if gone and gone.start and page.date > gone.start and "mammogra" in page.text.lower():
                assert not re.search(r"both breasts", page.text, re.I), page.text
                checked += 1
    assert checked > 5
