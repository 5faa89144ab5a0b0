"""Word features: shapes, lemmas, affixes and parts of speech."""

import pytest

from goldsmith.text import tokenise
from goldsmith.text.words import TAGS, get_shape, lemmatise, list_affixes, tag_parts_of_speech


@pytest.mark.parametrize(
    ("word", "collapsed", "full"),
    [
        ("Crohn", "Xx", "Xxxxx"),
        ("MRI", "X", "XXX"),
        ("120", "d", "ddd"),
        ("pT2N0", "xXdXd", "xXdXd"),
        ("2.5", "d.d", "d.d"),
        ("12/01/2012", "d/d/d", "dd/dd/dddd"),
        ("b.i.d.", "x.x.x.", "x.x.x."),
        ("α", "x", "x"),
        ("%", "%", "%"),
        ("", "", ""),
    ],
)
def test_shape(word: str, collapsed: str, full: str) -> None:
    assert get_shape(word) == collapsed
    assert get_shape(word, full=True) == full


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("Patients", "patient"),
        ("metastases", "metastasis"),
        ("vertebrae", "vertebra"),
        ("biopsies", "biopsy"),
        ("masses", "mass"),
        ("diagnoses", "diagnosis"),
        ("was", "be"),
        ("is", "be"),
        ("denies", "deny"),
        ("taken", "take"),
        ("diabetes", "diabetes"),
        # by rule, because the dictionary lacks them
        ("xanthomata", "xanthoma"),
        ("zorbitoses", "zorbitosis"),
        ("glimepirides", "glimepiride"),
        # codes, abbreviations, units and capitals stay unchanged
        ("MS", "MS"),
        ("AIDS", "AIDS"),
        ("B12", "B12"),
        ("HbA1c", "HbA1c"),
        ("LFTs", "LFTs"),
        ("b.i.d.", "b.i.d."),
        ("mg", "mg"),
        ("lbs", "lbs"),
        ("Don't", "don't"),
        ("'s", "'s"),
        ("", ""),
    ],
)
def test_lemmatise(word: str, expected: str) -> None:
    assert lemmatise(word) == expected


def test_affixes_are_shorter_than_the_word() -> None:
    assert list_affixes("Hepatitis") == ("he-", "hep-", "hepa-", "-is", "-tis", "-itis")
    assert list_affixes("MRI") == ("mr-", "-ri")
    assert list_affixes("of") == ()
    assert list_affixes("") == ()


TAGGED = [
    "The/DET patient/NOUN denies/VERB chest/NOUN pain/NOUN ./PUNCT",
    "He/PRON was/AUX admitted/VERB with/ADP severe/ADJ abdominal/ADJ pain/NOUN",
    "She/PRON reports/VERB increased/ADJ bleeding/NOUN",
    "The/DET reports/NOUN were/AUX reviewed/VERB",
    "We/PRON will/AUX increase/VERB lisinopril/NOUN 40/NUM mg/NOUN b.i.d./ADV",
    "an/DET increase/NOUN of/ADP 5/NUM %/SYM",
    "Biopsies/NOUN showed/VERB a/DET pT2/NOUN adenocarcinoma/NOUN",
    "Crohn/NOUN 's/PART disease/NOUN ,/PUNCT currently/ADV stable/ADJ",
    "no/DET cough/NOUN or/CONJ fever/NOUN",
    "do/AUX not/PART smoke/VERB",
]


@pytest.mark.parametrize("row", TAGGED)
def test_parts_of_speech(row: str) -> None:
    pairs = [item.rsplit("/", 1) for item in row.split()]
    assert tag_parts_of_speech([word for word, _ in pairs]) == [tag for _, tag in pairs]


def test_every_word_has_one_of_the_tags() -> None:
    words = tokenise("Pt c/o N/V x3 — ?PE, 2+ oedema; \x00 漢 😀 -.5 …").words
    tags = tag_parts_of_speech([*words, ""])
    assert len(tags) == len(words) + 1
    assert set(tags) <= set(TAGS)
    assert tag_parts_of_speech([]) == []


def test_letters_too_long_for_a_word_are_not_lemmatised() -> None:
    assert lemmatise("gene" * 15 + "s") == "gene" * 15
    assert lemmatise("gene" * 16 + "s") == "gene" * 16 + "s"
