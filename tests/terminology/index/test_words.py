"""Words that mean the same meet; words that do not stay apart."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.terminology.index.words import ADJECTIVES, STOP, fold, folded, is_mark, normal

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
def test_variants_of_a_word_share_a_form(line: str) -> None:
    assert len({normal(word) for word in line.split()}) == 1


@pytest.mark.parametrize("line", APART.strip().split("\n"))
def test_different_words_do_not_meet(line: str) -> None:
    first, second = line.split()
    assert normal(first) != normal(second)


@pytest.mark.parametrize(("adjective", "noun"), ADJECTIVES.items())
def test_every_adjective_leads_to_its_noun(adjective: str, noun: str) -> None:
    assert normal(adjective) == normal(noun)


@given(st.text(alphabet=st.characters(categories=["Ll", "Nd"]), min_size=1))
def test_no_other_word_becomes_a_stop_word_or_nothing(word: str) -> None:
    shared = normal(folded(word))
    assert shared
    assert shared not in STOP or folded(word) in STOP


@given(st.text())
def test_folding_again_changes_nothing_and_marks_alone_are_lost(text: str) -> None:
    once = folded(text)
    assert folded(once) == once
    assert len(once) == sum(not is_mark(char) for char in text)


@given(st.characters())
def test_a_letter_stays_a_letter(char: str) -> None:
    assert len(fold(char)) == 1
    assert fold(char).isalnum() == char.isalnum()


def test_accents_fold_whether_they_are_characters_of_their_own_or_not() -> None:
    word = "Ménière"
    assert folded(word) == folded(unicodedata.normalize("NFD", word)) == "meniere"


def test_soft_hyphens_and_joiners_are_not_there() -> None:
    assert folded("hyper\u00adten\u200dsion") == "hypertension"
