"""Variants of a word share a normal form; other words do not."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.terminology.index.normalisation import (
    ADJECTIVES,
    STOP_WORDS,
    fold_char,
    fold_text,
    is_mark,
    normalise_word,
)

SAME = """
kidney kidneys renal
biopsy biopsies
abscess abscesses
metastasis metastases
analysis analyses
carcinoma carcinomas carcinomata
stigma stigmata
vertebra vertebrae vertebral
thrombus thrombi
uterus uteri uteruses uterine
virus viruses
bacterium bacteria
appendix appendices
cortex cortices
thorax thoraces thoracic
phalanx phalanges
testis testes testicular
ganglion ganglia
arthritis arthritides
pancreas pancreatic
lens lenses
tooth teeth dental
cause causes
house houses
tumour tumours tumor tumors neoplasm
anaemia anemia anaemias
oedema edema
oesophagus esophagus oesophageal esophageal
haemorrhage hemorrhage bleeding
diarrhoea diarrhea
foetus fetus foetuses
coeliac celiac
paediatric pediatric
orthopaedic orthopedic
aetiology etiology
leucocyte leukocyte leucocytes
sulphate sulfate
fibre fiber fibres fibers
centre center centres
millimetre millimeter
localised localized
labelled labeled
neurological neurologic
gynaecological gynecologic
ii 2 two
iv 4
alpha α
cutaneous skin
venous vein
hypoplastic hypoplasia
disorder disease disorders
"""

APART = """
ileum ilium
ileus ileum
clinical clinic
critical critic
filled filed
pediatrics pediatric
rights right
mechanics mechanical
thes the
mass mas
pus pu
gas ga
crisis cris
atrium atrial
malignant malignancy
ten 10
one 1
xi ξ
hyperthyroidism hypothyroidism
ureter urethra
perineal peroneal
"""


@pytest.mark.parametrize("line", SAME.strip().split("\n"))
def test_variants_share_a_normal_form(line: str) -> None:
    assert len({normalise_word(word) for word in line.split()}) == 1


@pytest.mark.parametrize("line", APART.strip().split("\n"))
def test_different_words_have_different_forms(line: str) -> None:
    first, second = line.split()
    assert normalise_word(first) != normalise_word(second)


@pytest.mark.parametrize(("adjective", "noun"), ADJECTIVES.items())
def test_adjectives_share_the_form_of_their_noun(adjective: str, noun: str) -> None:
    assert normalise_word(adjective) == normalise_word(noun)


@given(st.text(alphabet=st.characters(categories=["Ll", "Nd"]), min_size=1))
def test_no_other_word_becomes_a_stop_word_or_empty(word: str) -> None:
    normal = normalise_word(fold_text(word))
    assert normal
    assert normal not in STOP_WORDS or fold_text(word) in STOP_WORDS


@given(st.text())
def test_folding_is_idempotent_and_drops_only_marks(text: str) -> None:
    once = fold_text(text)
    assert fold_text(once) == once
    assert len(once) == sum(not is_mark(char) for char in text)


@given(st.characters())
def test_folded_letter_is_a_letter(char: str) -> None:
    assert len(fold_char(char)) == 1
    assert fold_char(char).isalnum() == char.isalnum()


def test_composed_and_combining_accents_fold_alike() -> None:
    word = "Ménière"
    assert fold_text(word) == fold_text(unicodedata.normalize("NFD", word)) == "meniere"


def test_soft_hyphens_and_joiners_are_dropped() -> None:
    assert fold_text("hyper\u00adten\u200dsion") == "hypertension"


def test_letters_too_long_for_a_word_stay() -> None:
    assert normalise_word("gene" * 60 + "s") == "gene" * 60
    assert normalise_word("gene" * 64 + "s") == "gene" * 64 + "s"
