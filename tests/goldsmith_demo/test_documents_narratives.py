"""Test narratives: clean text, valid gold for every schema, one text for each seed."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest

from goldsmith.core import CUI_LESS, Document, load_builtin_schema, validate
from goldsmith_demo.life.course import make_patient
from goldsmith_demo.life.model import Event, Patient
from goldsmith_demo.make import choose_kinds, open_stream
from goldsmith_demo.writing.documents.narratives import WRITERS
from goldsmith_demo.writing.layers import build_layers
from goldsmith_demo.writing.layers.entities import read_entities
from goldsmith_demo.writing.layers.relations import read_relations
from goldsmith_demo.writing.page import Page

LIVES = range(12)
MANY = range(60)
#: Entities and relations of 50 narratives (Roberts et al. 2009, Table 12).
CLEF = {
    "Condition": 429,
    "Drug-or-device": 172,
    "Intervention": 191,
    "Investigation": 220,
    "Locus": 284,
    "Result": 125,
    "Laterality": 76,
    "Negation": 55,
    "Sub-location": 49,
    "has_finding": 233,
    "has_indication": 168,
    "has_location": 205,
    "has_target": 95,
    "laterality_modifies": 73,
    "negation_modifies": 67,
    "sub_location_modifies": 43,
}
LEFTOVER = re.compile(r"[{}\[\]|@~^]|(?<!\d)%|#[A-Z]|a\(n\)|  | [,;.](?: |$)|,,|\.\.", re.MULTILINE)
CALLED_BY = {
    "to GP": "diagnosis operation chemotherapy radiotherapy complication follow_up recurrence "
    "palliative mdt death",
    "discharge": "operation complication admission discharge",
    "case note": "presentation operation chemotherapy radiotherapy complication admission "
    "follow_up recurrence palliative death",
    "other letter": "chemotherapy follow_up radiotherapy operation palliative",
    "to consultant": "referral presentation diagnosis mdt recurrence",
    "to referrer": "diagnosis mdt chemotherapy radiotherapy follow_up",
    "to patient": "diagnosis operation chemotherapy follow_up recurrence mdt",
    "report": "mdt",
    "audit": "operation chemotherapy radiotherapy mdt complication death",
}
"""The events that call for each kind of narrative."""
SUBTYPES = sorted(CALLED_BY)


@pytest.fixture(scope="module")
def patients() -> list[Patient]:
    return [make_patient(number, seed=11) for number in LIVES]


@pytest.fixture(scope="module")
def pages() -> list[tuple[str, Event, Page]]:
    """Return the narratives that lives give rise to, each with its subtype and event."""
    narratives = []
    for number in MANY:
        patient = make_patient(number, seed=29)
        chance = open_stream(29, patient.id)
        for count, event in enumerate(patient.events):
            for kind, subtype in choose_kinds(event, patient, chance):
                if kind == "narrative":
                    day = event.end or event.date
                    page = Page(patient, day, open_stream(count, patient.id))
                    WRITERS[kind, subtype](page, event)
                    page.finish()
                    narratives.append((subtype, event, page))
    return narratives


@pytest.fixture(scope="module")
def densities(pages: list[tuple[str, Event, Page]]) -> dict[str, float]:
    """Return the entities and relations of 50 narratives, on average."""
    assert len(pages) > 500
    counts: Counter[str] = Counter()
    for _, _, page in pages:
        gold = build_layers(page)["clef"]
        counts.update(mention.type for mention in gold.mentions)
        counts.update(rel.type for rel in gold.relations)
    return {name: 50 * count / len(pages) for name, count in counts.items()}


def _write_page(patient: Patient, event: Event, subtype: str, seed: int) -> Page:
    page = Page(patient, event.date, Random(seed))
    WRITERS["narrative", subtype](page, event)
    page.finish()
    return page


def _write_pages(patients: list[Patient], subtype: str) -> list[Page]:
    """Write a page for every patient and every kind of event that calls for the subtype."""
    return [
        _write_page(patient, event, subtype, number)
        for number, patient in enumerate(patients)
        for event in {candidate.kind: candidate for candidate in patient.events}.values()
        if event.kind in CALLED_BY[subtype].split()
    ]


def test_every_subtype_has_a_writer() -> None:
    assert {("narrative", subtype) for subtype in CALLED_BY} == set(WRITERS)


@pytest.mark.parametrize("subtype", SUBTYPES)
def test_text_is_clean(patients: list[Patient], subtype: str) -> None:
    for page in _write_pages(patients, subtype):
        assert LEFTOVER.search(page.text) is None, page.text
        assert 40 <= len(page.text.split()) <= 300, page.text


@pytest.mark.parametrize("subtype", SUBTYPES)
def test_gold_is_valid(patients: list[Patient], subtype: str) -> None:
    for page in _write_pages(patients, subtype):
        sets = build_layers(page)
        document = Document("d", page.text, sections=tuple(page.sections), sets=sets)
        for name, annotation_set in sets.items():
            assert list(validate(document, annotation_set, load_builtin_schema(name))) == []


@pytest.mark.parametrize("subtype", SUBTYPES)
def test_notes_contain_the_mention_types_of_narratives(
    patients: list[Patient], subtype: str
) -> None:
    pages = _write_pages(patients, subtype)
    kinds = {mention.type for page in pages for mention in build_layers(page)["clef"].mentions}
    expected = (
        "Condition Intervention Investigation Drug-or-device Locus Negation Laterality Result"
    )
    assert kinds >= set(expected.split())
    for page in pages:
        assert sum(mark.kind == "Condition" for mark in page.marks) >= 1, page.text


@pytest.mark.parametrize("subtype", SUBTYPES)
def test_a_note_can_be_written_about_every_event(patients: list[Patient], subtype: str) -> None:
    for event in {candidate.kind: candidate for candidate in patients[0].events}.values():
        assert _write_page(patients[0], event, subtype, 3).text.strip()


@pytest.mark.parametrize("subtype", SUBTYPES)
def test_same_seed_gives_the_same_text(patients: list[Patient], subtype: str) -> None:
    event = next(
        (patient, candidate)
        for patient in patients
        for candidate in patient.events
        if candidate.kind in CALLED_BY[subtype].split()
    )
    first, again, different = (_write_page(*event, subtype, seed).text for seed in (5, 5, 6))
    assert first == again
    assert first != different


def test_negated_conditions_are_linked_to_a_signal(patients: list[Patient]) -> None:
    for page in _write_pages(patients, "case note"):
        linked = {id(mark) for kind, _, mark in page.links if kind == "negation_modifies"}
        negated = [mark for mark in page.marks if mark.flags & {"neg", "poss"}]
        assert all(id(mark) in linked for mark in negated), page.text


@pytest.mark.parametrize("name", CLEF)
def test_densities_are_close_to_those_of_the_corpus(densities: dict[str, float], name: str) -> None:
    """Check that each count for 50 notes is within a factor of 2.5 of the paper's."""
    assert CLEF[name] / 2.5 <= densities[name] <= CLEF[name] * 2.5


def test_most_notes_are_of_a_usual_length(pages: list[tuple[str, Event, Page]]) -> None:
    lengths = sorted(len(page.text.split()) for _, _, page in pages)
    assert lengths[0] >= 40
    assert lengths[len(lengths) // 20] >= 65
    assert 110 <= lengths[len(lengths) // 2] <= 180
    assert lengths[-1] <= 320


def test_most_conditions_have_a_code(pages: list[tuple[str, Event, Page]]) -> None:
    """Check the share of coded conditions; ShARe leaves 24 to 32 % without a code."""
    codes = [
        mention.codes[0].code
        for _, _, page in pages
        for mention in build_layers(page)["share-2014"].mentions
    ]
    assert 0.12 < codes.count(CUI_LESS) / len(codes) < 0.32


def test_patients_keep_their_sex(pages: list[tuple[str, Event, Page]]) -> None:
    wrong = {
        "male": re.compile(r"\b(?:[Ss]he|[Hh]ers?|[Hh]erself|lady|woman)\b"),
        "female": re.compile(r"\b(?:[Hh]e|[Hh]is|[Hh]im|[Hh]imself|gentleman)\b"),
    }
    for _, _, page in pages:
        assert wrong[page.patient.sex].search(page.text) is None, page.text


def test_only_operated_patients_have_drains_and_wounds(
    pages: list[tuple[str, Event, Page]],
) -> None:
    count = 0
    for subtype, event, page in pages:
        main = page.patient.things.get(event.what)
        if subtype == "discharge" and (main is None or "operation" not in main.generic):
            assert not re.search(r"\bdrain came|[Cc]lips|[Ww]ound clean|day 10", page.text), (
                page.text
            )
            count += 1
    assert count > 10


def test_venous_line_stays_in_one_arm(pages: list[tuple[str, Event, Page]]) -> None:
    arms: dict[str, set[str]] = {}
    for _, _, page in pages:
        if "PICC" in page.text:
            sides = re.findall(r"(left|right) upper arm", page.text)
            arms.setdefault(page.patient.id, set()).update(sides)
    assert sum(map(bool, arms.values())) > 5
    assert all(len(sides) <= 1 for sides in arms.values())


def test_places_are_not_repeated(pages: list[tuple[str, Event, Page]]) -> None:
    twice = re.compile(
        r"endometrial \w+ of the endometrium|rectal \w+ of the rectum|womb cancer of|"
        r"myeloma of the|pancreatic \w+ of the|lung cancer of the|left left|right right"
    )
    assert [match[0] for _, _, page in pages if (match := twice.search(page.text))] == []


def test_treatments_are_linked_to_their_reason(
    pages: list[tuple[str, Event, Page]],
) -> None:
    """Check links against the life, including links across sentences.

    The text may name the cancer where the life has its metastases: "XRT for breast cancer".
    """
    near, far = 0, 0
    for _, _, page in pages:
        for kind, source, target in read_relations(read_entities(page)):
            treatment, reason = source.mark, target.mark
            is_known = reason.thing.key in page.patient.things
            if (
                kind == "has_indication"
                and treatment.thing.reason
                and is_known
                and treatment.kind != "Investigation"
            ):
                reasons = {treatment.thing.reason, page.patient.tumour}
                assert reason.thing.key in reasons, page.text
                near += treatment.sentence == reason.sentence
                far += treatment.sentence != reason.sentence
    assert near > 100
    assert far > 100


def test_first_cycle_is_not_described_as_tolerated(pages: list[tuple[str, Event, Page]]) -> None:
    for _, event, page in pages:
        if event.kind == "chemotherapy" and event.number == 1:
            assert not re.search(r"Tolerating chemo\b|is tolerating|is managing chemo", page.text)


def test_no_drug_that_the_patient_is_allergic_to(
    pages: list[tuple[str, Event, Page]],
) -> None:
    count = 0
    for _, _, page in pages:
        names = {
            name.lower()
            for key in page.patient.allergies
            for name in page.patient.things[key].names
        }
        for mark in page.marks:
            if mark.kind == "Drug-or-device" and mark.thing.key.startswith("loose-"):
                words = page.text[mark.start : mark.spans[-1].end].lower()
                assert words not in names, page.text
                count += bool(names)
    assert count > 50


def test_day_case_mentions_no_later_day(pages: list[tuple[str, Event, Page]]) -> None:
    """Check that a summary written on the day of the operation mentions no later day."""
    for subtype, event, page in pages:
        main = page.patient.things.get(event.what)
        if subtype == "discharge" and main is not None and main.start == page.date:
            assert not re.search(r"(?:on|by|from) day [1-4]\b", page.text), page.text


def test_a_test_that_found_something_is_not_told_by_what_it_excluded(
    pages: list[tuple[str, Event, Page]],
) -> None:
    """Check that no letter says that the colonoscopy showed no polyp, and not the cancer."""
    count = 0
    for _, _, page in pages:
        tests = {event.what: event for event in page.patient.events if event.findings}
        for test in page.marks:
            event = tests.get(test.thing.key)
            if event is None or test.kind != "Investigation":
                continue
            marks = [mark for mark in page.marks if mark.sentence == test.sentence]
            if any("neg" in mark.flags and mark.thing.key in event.excluded for mark in marks):
                positive = {mark.thing.key for mark in marks if "neg" not in mark.flags}
                assert positive & set(event.findings), page.text
                count += 1
    assert count > 20


def test_radiotherapy_is_told_as_done_only_after_its_last_day(
    pages: list[tuple[str, Event, Page]],
) -> None:
    """Check that no course is over before its end, nor dated with the operation before it."""
    count = 0
    for _, event, page in pages:
        ends = {course.what: course.end for course in page.patient.events if course.end}
        for mark in page.marks:
            end = ends.get(mark.thing.key)
            if end is None or mark.thing.key == event.what or mark.flags & {"plan", "hyp"}:
                continue
            count += 1
            assert end <= page.date, page.text
            near = [row.time.last for row in page.times if 0 < row.span.start - mark.end < 5]
            start = mark.thing.start
            assert all(start and day and day >= start for day in near), page.text
    assert count > 20


def test_notes_look_ahead_only_soon_after_a_treatment(
    pages: list[tuple[str, Event, Page]],
) -> None:
    count = 0
    for _, _, page in pages:
        if re.search(r"what (?:comes|happens) next|whether anything more", page.text):
            ends = [event.end for event in page.patient.events if event.end]
            assert any(0 <= (page.date - end).days < 120 for end in ends), page.text
            count += 1
    assert count > 0


def test_only_inpatients_are_treated_on_the_ward(pages: list[tuple[str, Event, Page]]) -> None:
    ward = re.compile(r"[Ww]ard round|WR Cons|til home|as i/p|while in\b")
    wards, homes = 0, 0
    for subtype, event, page in pages:
        if subtype == "case note":
            before = [row for row in page.patient.events if row.date <= event.date]
            moves = [row.kind for row in before if row.kind in ("admission", "discharge")]
            if moves[-1:] == ["admission"]:
                assert not re.search(r"helpline|\bOPD|Clinic R/V", page.text), page.text
                wards += 1
            else:
                assert not ward.search(page.text), page.text
                homes += 1
    assert min(wards, homes) > 10


#: Cancer -> words of the region that an examination before treatment must include.
REGIONS = {
    "breast": "breast|axilla|lump|nipple|swelling|dimpling|tethering|change|discharge",
    "colon": "abdom|belly|rectal|iliac",
    "rectum": "rectal|abdom",
    "stomach": "abdom",
    "pancreas": "abdom",
    "ovary": "abdom",
    "endometrium": "abdom|cervix|vagina",
    "cervix": "cervix",
    "prostate": "prostate",
    "lung": "chest|lung",
    "dlbcl": "neck|groin|axilla|armpit|lump|mass|swelling|abdom|chest|lung",
    "hodgkin": "neck|groin|axilla|armpit|lump|mass|swelling|chest|lung",
    "myeloma": "spine",
    "testis": "test|lump|mass",
}


def test_examination_includes_the_region_of_the_complaint(
    pages: list[tuple[str, Event, Page]],
) -> None:
    """Check that no referral for rectal bleeding tells only of the heart sounds."""
    count = 0
    for subtype, event, page in pages:
        is_early = event.kind in ("referral", "presentation", "diagnosis")
        if is_early and subtype not in ("to patient", "other letter"):
            assert re.search(REGIONS[page.patient.cancer], page.text), page.text
            count += 1
    assert count > 80


def test_myeloma_letters_tell_the_paraprotein_and_prostate_letters_the_psa(
    pages: list[tuple[str, Event, Page]],
) -> None:
    names = {"myeloma": r"[Pp]araprotein|M protein|onoclonal", "prostate": r"PSA|rostate specific"}
    count = 0
    for subtype, event, page in pages:
        pattern = names.get(page.patient.cancer)
        if pattern and subtype == "to GP" and event.kind in ("follow_up", "chemotherapy"):
            count += 1
            assert re.search(pattern, page.text), page.text
    assert count > 20


def test_side_effects_belong_to_the_treatment_of_the_day(
    pages: list[tuple[str, Event, Page]],
) -> None:
    """Check that antiemetics go with emetogenic drugs, and setbacks with the last cycle."""
    count = 0
    for subtype, event, page in pages:
        regimen = event.details.get("regimen", "").partition("-")[0]
        if regimen in ("len_dex", "trastuzumab_3w") and subtype != "discharge":
            assert not re.search(r"(?i)ondansetron|granisetron|hair loss", page.text), page.text
            count += 1
        for match in re.finditer(r"last cycle", page.text):
            cycles = [row for row in page.patient.events if row.kind == "chemotherapy"]
            before = [row.date for row in cycles if row is not event and row.date <= page.date]
            near = [mark for mark in page.marks if abs(mark.start - match.start()) < 60]
            ill = [mark.thing.start for mark in near if mark.kind == "Condition"]
            assert any(day and day >= before[-1] for day in ill), page.text
    assert count > 4


def test_a_drug_without_problems_is_not_told_beside_a_complaint(
    pages: list[tuple[str, Event, Page]],
) -> None:
    count = 0
    for _, event, page in pages:
        if re.search(r"(?:is|been) well tolerated", page.text):
            things = [page.patient.things[key] for key in event.findings]
            assert not any(thing.is_symptom for thing in things), page.text
            count += 1
    assert count > 5


#: Conditional request -> drugs or conditions, one of which the patient must have.
CAUSES = {
    r"constipation (?:sets in|becomes troublesome)|constipated on": (
        "codeine vincristine thalidomide morphine"
    ),
    r"insomnia is": "prednisolone dexamethasone methylprednisolone",
    r"Should (?:heartburn|indigestion|dyspepsia)|for (?:any|any further|troublesome) reflux": (
        "naproxen aspirin ibuprofen diclofenac prednisolone dexamethasone"
    ),
    r"transfusion (?:can|could) be|transfuse if": "anaemia",
}


def test_conditional_requests_have_a_cause_in_the_patient(
    pages: list[tuple[str, Event, Page]],
) -> None:
    counts: Counter[str] = Counter()
    for _, event, page in pages:
        patient = page.patient
        current = [thing for start, thing in patient.conditions if start <= page.date]
        current += [patient.things[key] for key in (*patient.medication, *event.drugs)]
        for pattern, bases in CAUSES.items():
            if re.search(pattern, page.text):
                counts[pattern] += 1
                assert any(thing.base in bases.split() for thing in current), page.text
        if re.search(r"Should (?:her|his) leg", page.text):
            assert event.kind == "operation", page.text
    assert sum(counts.values()) > 10, counts


def test_singular_nouns_have_an_article_in_letters(
    pages: list[tuple[str, Event, Page]],
) -> None:
    """Check that nobody "describes left neck lump" or "developed seroma"."""
    bare = re.compile(
        r"\b(?:developed|describes(?: only)?|reports|mentions|noticed|because of|[Aa]part from) "
        r"(?:(?:left|right|wound|neck|breast|persistent) )*(?:lump|seroma|ha?ematoma|cough|rash)\b"
    )
    count = 0
    for subtype, _, page in pages:
        if subtype in ("to GP", "to consultant", "to referrer", "to patient", "other letter"):
            assert not bare.search(page.text), bare.findall(page.text)
            count += len(
                re.findall(r"\ban? [\w ]{0,25}(?:lump|seroma|ha?ematoma|cough)", page.text)
            )
    assert count > 30


def test_american_notes_use_american_words(pages: list[tuple[str, Event, Page]]) -> None:
    british = re.compile(
        r"\bneuts|\bMDT|\bGP\b|fortnight|[Pp]lease ring|to ring |[Dd]istrict nurse|to surgery|"
        r"[Dd]omperidone|[Cc]yclizine|zopiclone|short spell"
    )
    texts = [page.text for _, _, page in pages if page.patient.style == "us"]
    assert len(texts) > 100
    assert [match[0] for text in texts if (match := british.search(text))] == []


def test_examinations_are_worded_as_clinicians_word_them(
    pages: list[tuple[str, Event, Page]],
) -> None:
    odd = re.compile(
        r"with each breath|ventilated|helping hand|lifts it|knitted|brighter now|all unchanged|"
        r"ruled out (?:new|enlarged)|no evidence of polyp|turned up|was visible on the digital"
    )
    assert [match[0] for _, _, page in pages if (match := odd.search(page.text))] == []
