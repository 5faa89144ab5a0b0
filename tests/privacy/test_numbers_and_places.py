"""Numbers, contacts, ages and places."""

import re
from collections.abc import Callable

import pytest

from goldsmith.core import Document, Metadata
from goldsmith.privacy import Outcome, Pseudonymiser, Record
from goldsmith.privacy.finders.numbers import propose_numbers
from goldsmith.privacy.identifiers import NUMBER, SPOKEN, Identifier
from goldsmith.privacy.lexicon import Lexicon
from goldsmith.privacy.nhs_number import is_nhs_number
from goldsmith.privacy.surrogates.generator import Surrogates
from goldsmith.privacy.surrogates.keyed import KeyedGenerator

Pseudonymise = Callable[..., Outcome]
FindReplaced = Callable[..., list[str]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("NHS No: 943 476 5919", ["943 476 5919"]),
        ("checked 9434765919 twice", ["9434765919"]),
        ("MRN: 00482917", ["00482917"]),
        ("Hosp No K204817.", ["K204817"]),
        ("Lab no: H08/11342.", ["H08/11342"]),
        ("SSN 078-05-1120", ["078-05-1120"]),
        ("tel 01904 631 313, bleep 4417", ["01904 631 313", "4417"]),
        ("Call (555) 410-2231.", ["(555) 410-2231"]),
        ("reach him on +81 6 5550 0147.", ["+81 6 5550 0147"]),
        ("her mobile is +33 6 12 34 56 78", ["+33 6 12 34 56 78"]),
        ("write to a.b@c.nhs.uk or www.c.org/help.", ["a.b@c.nhs.uk", "www.c.org/help"]),
        ("a 93-year-old, aged 97, 95 y/o, 91F", ["93", "97", "95", "91"]),
        ("ninety-three-year-old", ["ninety-three"]),
        ("at 14 Wren Close, Ellerdale YO62 4QT", ["14", "Wren", "Ellerdale", "YO62 4QT"]),
        ("Royal Elmstead Infirmary", ["Elmstead"]),
        ("sent to Elmstead and Yarrowby Hospital", ["Elmstead and Yarrowby"]),
        ("St Hilda's Hospice", ["St Hilda's"]),
        ("She lives in Harwick Bay.", ["Harwick Bay"]),
        ("Springdale, OH 44102", ["Springdale", "OH", "44102"]),
    ],
)
def test_identifiers_are_found(text: str, expected: list[str], find_replaced: FindReplaced) -> None:
    assert find_replaced(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "platelets 150,000; 1000000 units; pH 7.35; 100 mL; CA125 412; BRCA1; T12; B12",
        "call 911; 61-year-old; aged 54; 95% sats; 91 kg; Tc-99m; 98/60",
        "the Chest Clinic, a General Hospital, the Intensive Care Unit, Ward 9",
        "ICD C50.4, L5 S1, T2b N2 M0, HER2 2+, C1 2ND cycle, D8 C1",
        "Follow up at the clinic. The Hospital rang. Day Surgery Unit.",
    ],
)
def test_measurements_and_departments_are_unchanged(text: str, find_replaced: FindReplaced) -> None:
    assert find_replaced(text) == []


def test_surrogates_keep_the_form(pseudonymise: Pseudonymise) -> None:
    text = "Hosp No K204817, NHS No 943 476 5919, tel 01904 631313, aged 97, YO62 4QT"
    new = pseudonymise(text).document.text
    number, nhs, phone, age, postcode = (part.split("o ")[-1] for part in new.split(", "))
    assert number[0].isalpha() and number[1:].isdigit() and number != "K204817"
    assert nhs.startswith("999 ") and is_nhs_number(nhs) and len(nhs) == 12
    assert phone.startswith("tel 0") and len(phone) == len("tel 01904 631313")
    assert age == "aged 90" and postcode.startswith("ZX") and len(postcode) == 7


def test_places_and_numbers_of_the_record_are_found(find_replaced: FindReplaced) -> None:
    record = Record(
        "P",
        places=("Beechcroft, 3 Mill Street", "Little Hambury"),
        postcodes=("LH1 2AB",),
        contacts=("01756 700881",),
        numbers=("48577",),
        institutions=("Thornbeck Infirmary",),
    )
    text = "Post to Beechcroft, Little Hambury LH12AB; 48577; rang 01756-700 881; at Thornbeck."
    assert find_replaced(text, record) == [
        "Beechcroft", "Little Hambury", "LH12AB", "48577", "01756-700 881", "Thornbeck"
    ]  # fmt: skip


def test_hospital_with_two_names_is_replaced_as_a_whole(pseudonymise: Pseudonymise) -> None:
    pseudonymiser = Pseudonymiser(b"k" * 16)
    metadata = Metadata("P", institution="Elmstead and Yarrowby Hospital")
    doc = Document("d", "Elmstead and Yarrowby Hospital. ELMSTEAD AND YARROWBY HOSPITAL.", metadata)
    pseudonymiser.survey(doc)
    outcome = pseudonymiser.apply(doc)
    replaced = [replacement.old for replacement in outcome.replacements]
    assert replaced == ["Elmstead and Yarrowby", "ELMSTEAD AND YARROWBY"]
    assert "Yarrowby" not in outcome.document.metadata.institution
    record = Record("P", institutions=("Oakmere Park Hospital",))
    assert "Park" not in pseudonymise("Seen at Oakmere Park Hospital.", record).document.text


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Hosp no RXK 33 90 17, seen", "RXK 33 90 17"),
        ("tag no. KTR 4419. Victim", "KTR 4419"),
        ("record number zero four four one nine two. Consent", "zero four four one nine two"),
    ],
)
def test_numbers_in_groups_and_in_words_are_proposed_as_a_whole(text: str, number: str) -> None:
    assert [text[item.start : item.end] for item in propose_numbers(text)] == [number]


def test_numbers_without_a_label_are_not_groups() -> None:
    assert not list(propose_numbers("K 4.1, BP 120 80, 20 mg, two or three times, aged 61 62"))


def test_extension_of_a_phone_number_keeps_its_letters(pseudonymise: Pseudonymise) -> None:
    new = pseudonymise("call 613-555-0111 x22 today").document.text
    assert re.fullmatch(r"call \d{3}-\d{3}-\d{4} x\d\d today", new) and "x22" not in new


def test_spoken_digits_become_other_digits() -> None:
    surrogates = Surrogates(KeyedGenerator(b"k" * 16).for_owner("P"), Lexicon())
    item = Identifier(0, 19, NUMBER, "spoken digits", 18, SPOKEN)
    old = "Zero four FOUR nine"
    new = surrogates.make(old, item)
    digits = "zero one two three four five six seven eight nine".split()
    assert new != old and all(word.lower() in digits for word in new.split())
    assert surrogates.make(old, item) == new


def test_nhs_check_digit() -> None:
    assert is_nhs_number("943 476 5919") and is_nhs_number("4505577104")
    assert not is_nhs_number("943 476 5918") and not is_nhs_number("12345")


@pytest.mark.parametrize(
    ("text", "groups"),
    [
        ("Came by bus. Medicare 5218 44071 3.", ["5218", "44071", "3"]),
        ("Rang neighbour on 08 5550 1187 today.", ["08", "5550", "1187"]),
    ],
)
def test_short_groups_of_digits_continue_a_number(
    text: str, groups: list[str], find_replaced: FindReplaced
) -> None:
    assert find_replaced(text) == groups
