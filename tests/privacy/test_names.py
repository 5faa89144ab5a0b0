"""Names: recognition, and surrogates that keep style and sex and are consistent."""

from collections.abc import Callable

import pytest

from goldsmith.privacy import Outcome, Person, Record, words
from goldsmith.privacy.lexicon import is_one_typo_apart
from goldsmith.privacy.people import parse_person

Pseudonymise = Callable[..., Outcome]
FindReplaced = Callable[..., list[str]]
TARPORLEY = Record("P", people=(Person(("Isolde",), "Tarporley", "f"),))
PARKINSON = Record("P", people=(Person(("Graham",), "Parkinson", "m"),))
#: At the default recall the scored model replaces words here that are not identifiers.
NEEDLESS = pytest.mark.xfail(reason="needless replacement at the default recall", strict=True)
GREEN = Record("P", people=(Person(("Hope",), "Green", "f"),))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Mrs Ivy TARROW, aged 54", ["Ivy", "TARROW"]),
        ("Dear Dr Fenn\n", ["Fenn"]),
        ("Mr Tolland's clinic in 2 weeks", ["Tolland"]),
        ("Dr R Quill\nConsultant", ["R", "Quill"]),
        ("J Okafor-Lind, FY1", ["J", "Okafor-Lind"]),
        ("Drs Fenn, Quill and Tolland", ["Fenn", "Quill", "Tolland"]),
        ("Mr and Mrs Castellane", ["Castellane"]),
        ("her daughter Joan rang", ["Joan"]),
        ("Re: TARROW, Ivy\n", ["TARROW", "Ivy"]),
        ("Yours sincerely\n\nImelda Crosthwaite\nManager", ["Imelda", "Crosthwaite"]),
        ("saw Dr de la Cruz's letter", ["de la Cruz"]),
        ("mrs hathersage slept", ["hathersage"]),
        ("Seen by Nathan Osgood, MD", ["Nathan", "Osgood"]),
        ("MR HALLIWICK TOLERATED IT", ["HALLIWICK"]),
        ("Sorrel DUNSTAN d.o.b. unknown", ["Sorrel", "DUNSTAN"]),
        ("RE: FINCH, Imre - for review", ["FINCH", "Imre"]),
        ("Home today\n\nA Wexcombe\n", ["A", "Wexcombe"]),
        ("Home today\n\nA Wexcombe, bleep 4417\n", ["A", "Wexcombe", "4417"]),
        ("Home today. A Wexcombe (SpR)\n", ["A", "Wexcombe"]),
        ("Seen.\n\nIolanthe Wexcombe\nSpecialist Registrar\n", ["Iolanthe", "Wexcombe"]),
        ("From the notes, K Wexcombe, 03/07/2014", ["K", "Wexcombe", "03/07/2014"]),
        pytest.param(
            "Kind regards\n\nDr C Wexcombe\nOncologsit\n", ["C", "Wexcombe"], marks=NEEDLESS
        ),
        ("Discussed with Ivor Lewis.", ["Ivor", "Lewis"]),
        ("Last name F-I-G-U-E-R-O-A, seen today.", ["F-I-G-U-E-R-O-A"]),
        ("she spells it n-g-u-y-e-n on the phone", ["n-g-u-y-e-n"]),
    ],
)
def test_names_are_found(text: str, names: list[str], find_replaced: FindReplaced) -> None:
    assert find_replaced(text) == names


@pytest.mark.parametrize(
    "text",
    [
        "Parkinson's disease, Crohn's disease, Bell's palsy and Down syndrome",
        "Dukes C1 tumour, Gleason 3+4, Hodgkin lymphoma, non-Hodgkin lymphoma",
        "Foley catheter, Swan-Ganz line, pouch of Douglas, Ann Arbor stage IIIB",
        "Mother: Hodgkin's lymphoma. Sister had breast cancer.",
        "She may stop; mark the site; will return in the hope of a cure. Rose bengal.",
        "MR ANGIOGRAM AND MR SPINE. MS Contin. Trivial MR. The valve is normal.",
        "Brown sputum, white cells, a grey area, Nurse Specialist, Dear Colleague",
        "Referred to the Pain Clinic, Ward 9, and the Breast Unit",
        "CC: Dyspnoea and cough. Dear Claims Department",
        "CC: Follow-up of the above. Reviewed: Histologically benign.",
        "Well.\nReviewed: Colonic carcinoma was proven.\nSeen: Oestrogen receptor 7/8",
        "Planned Mx. IDC. An Ivor Lewis oesophagectomy. The Ivor Lewis went well.",
        "Severe pain\n\nT Spine\n",
        "Known Smith-Magenis syndrome and Lennox-Gastaut syndrome.",
        pytest.param(
            "Department of Hepatobiliary Surgery. Brief Hospital Course: well.", marks=NEEDLESS
        ),
    ],
)
def test_eponyms_and_words_are_not_names(text: str, find_replaced: FindReplaced) -> None:
    assert find_replaced(text) == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("OUTPATIENT IMAGING\nInez Broadnax   Exam 9/8/16", ["Inez", "Broadnax"]),
        ("FOR: Dr Zimmer      5:10pm", ["Zimmer"]),
        ("Patient: Rhoda Crohn      Disease: gout", ["Rhoda", "Crohn"]),
    ],
)
def test_word_in_the_next_column_does_not_make_an_eponym(
    text: str, names: list[str], find_replaced: FindReplaced
) -> None:
    assert [word for word in find_replaced(text) if not word[0].isdigit()] == names


def test_degree_is_not_read_as_initials(find_replaced: FindReplaced) -> None:
    record = Record("P", people=(Person(("Mordecai",), "Dunstable", "m"),))
    assert find_replaced("Mordecai Dunstable, M.D.", record) == ["Mordecai", "Dunstable"]
    assert find_replaced("I saw M.D. today.", record) == ["M.D."]


def test_ambiguous_surname_is_found_before_its_first_name(find_replaced: FindReplaced) -> None:
    record = Record("P", people=(Person(("Imre",), "Finch", "m"),))
    assert find_replaced("About: FINCH, Imre - for review", record) == ["FINCH", "Imre"]


def test_name_with_a_title_is_found_again_without_it(find_replaced: FindReplaced) -> None:
    assert find_replaced("Mrs Tarrow slept. Tarrow's wound is dry.") == ["Tarrow", "Tarrow"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("tarporley slept, TARPORLEY's bed", ["tarporley", "TARPORLEY"]),
        ("No change since Tarporly was here", ["Tarporly"]),
        ("I. Tarporley and I.T. agreed", ["I", "Tarporley", "I.T."]),
        ("Isolde slept", ["Isolde"]),
        ("no carporley, no narrow complex", []),
    ],
)
def test_names_of_the_record_are_found_in_any_form(
    text: str, names: list[str], find_replaced: FindReplaced
) -> None:
    assert find_replaced(text, TARPORLEY) == names


def test_patient_called_parkinson(find_replaced: FindReplaced) -> None:
    text = "Mr Parkinson has no Parkinson's disease. We told Parkinson. Parkinsonian gait absent."
    assert find_replaced(text, PARKINSON) == ["Parkinson", "Parkinson"]


def test_patient_called_hope_green(pseudonymise: Pseudonymise) -> None:
    text = "Hope Green came. Green sputum, no hope. The nurse told Hope so. Hope was pleased."
    outcome = pseudonymise(text, GREEN)
    assert [replacement.old for replacement in outcome.replacements] == [
        "Hope",
        "Green",
        "Hope",
        "Hope",
    ]
    recorded = [place.text for place in outcome.leftovers if place.rule == "name of the record"]
    assert "Green" in recorded


def test_surrogate_keeps_style_and_sex_and_is_consistent(pseudonymise: Pseudonymise) -> None:
    text = "Mrs Ivy TARROW. Ivy slept. Mrs I Tarrow's son Peter. tarrow"
    record = Record("P", people=(Person(("Ivy",), "Tarrow", "f"),))
    new = pseudonymise(text, record).document.text
    title, first, surname = new.split(". ")[0].split()
    assert title == "Mrs" and first in words.load_first_names("f") and surname.isupper()
    rest = new.split(". ", 1)[1]
    assert rest.startswith(f"{first} slept. Mrs {first[0]} {surname.capitalize()}'s son ")
    assert rest.endswith(surname.lower())
    assert rest.split("son ")[1].split(".")[0] in words.load_first_names("m")


def test_misspelt_name_has_the_surrogate_of_the_name(pseudonymise: Pseudonymise) -> None:
    new = pseudonymise(
        "Mrs Tarporley came. Tarporly left. Mrs Tarporly rang.", TARPORLEY
    ).document.text
    names = {word.strip(".") for word in new.split()} - {"Mrs", "came", "left", "rang"}
    assert len(names) == 1


def test_no_two_people_share_a_surrogate(pseudonymise: Pseudonymise) -> None:
    people = [
        f"Mr {a}{b}{c}" for a in ("Al", "Be", "Co") for b in ("rin", "tov") for c in ("ck", "l")
    ]
    outcome = pseudonymise(". ".join(people))
    assert len({replacement.new for replacement in outcome.replacements}) == len(people)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Mrs Ivy Ann TARROW", Person(("Ivy", "Ann"), "TARROW", "f")),
        ("TARROW, Ivy", Person(("Ivy",), "TARROW", "")),
        ("Dr R. Quill", Person(("R.",), "Quill", "")),
        ("Joan Tarrow (daughter)", Person(("Joan",), "Tarrow", "")),
        ("Nathan Osgood, MD", Person(("Nathan",), "Osgood", "")),
    ],
)
def test_full_name_is_parsed(name: str, expected: Person) -> None:
    assert parse_person(name) == expected


@pytest.mark.parametrize(
    ("first", "second", "near"),
    [
        ("tarrow", "tarow", True),
        ("tarrow", "tarrwo", True),
        ("tarrow", "tarroww", True),
        ("tarrow", "tarrow", False),
        ("tarrow", "tarwor", False),
        ("tarrow", "narrows", False),
    ],
)
def test_words_one_typo_apart(first: str, second: str, near: bool) -> None:
    assert is_one_typo_apart(first, second) is near and is_one_typo_apart(second, first) is near
