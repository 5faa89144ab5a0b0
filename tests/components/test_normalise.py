"""Codes for mentions: by name, by the corpus, by what the text says an abbreviation means."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from goldsmith.components.normalise import Normalise, Options
from goldsmith.components.normalise.coordination import parts
from goldsmith.components.normalise.query import asked
from goldsmith.core import CUI_LESS, Document
from goldsmith.errors import InputError
from goldsmith.examples import inline
from goldsmith.pipeline import Analysis, Pipeline, Resources
from goldsmith.terminology.concept import Concept, Name
from goldsmith.terminology.index.compile import compile_concepts
from goldsmith.terminology.store import Terminology

from .conftest import examples, pipeline

CONCEPTS = (
    ("1", "breast cancer", "carcinoma of the breast", "malignant tumour of breast"),
    ("2", "ovarian cancer", "carcinoma of ovary"),
    ("3", "heart failure", "cardiac failure", "congestive heart failure"),
    ("4", "hypertension", "high blood pressure", "raised BP"),
    ("5", "rheumatoid arthritis", "RA"),
    ("6", "right atrium", "RA"),
    ("7", "pneumonia", "chest infection"),
)


@pytest.fixture(scope="module")
def terms(tmp_path_factory: pytest.TempPathFactory) -> Terminology:
    folder = tmp_path_factory.mktemp("terms") / "small"
    concepts = [
        Concept(code, "T", (Name(first, "preferred"), *(Name(one) for one in others)))
        for code, first, *others in CONCEPTS
    ]
    compile_concepts(concepts, folder, name="small")
    return Terminology(folder)


def made(terms: Terminology) -> Pipeline:
    """A pipeline that only codes: mentions are given."""
    one = pipeline('[[component]]\nuse = "entities"\n')
    one.components = [Normalise(Options(), Resources(terms={"small": terms}))]
    return one


def coded(one: Pipeline, text: str) -> dict[str, str]:
    """Mention -> its code, for a text in the inline notation."""
    doc = inline.parse(text, doc_id="d")
    work = Analysis(doc)
    work.take(doc.sets["gold"])
    one.components[0](work)
    return {doc.text[m.start : m.end]: "+".join(c.code for c in m.codes) for m in work.mentions}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("breast cancer", "1"),
        ("Carcinoma of the Breast", "1"),
        ("breast carcinomas", "1"),
        ("malignant breast tumor", "1"),
        ("cardiac failure", "3"),
        ("hypertensoin", "4"),
        ("gallstones", CUI_LESS),
        ("breast and ovarian cancer", "1+2"),
    ],
)
def test_without_training_the_best_name_wins(terms: Terminology, text: str, code: str) -> None:
    assert coded(made(terms), f"He has <C>{text}</>.") == {text: code}


def test_an_abbreviation_means_what_the_text_says(terms: Terminology) -> None:
    text = "<C>congestive heart failure</> (<C>CHF</>). The <C>CHF</> is worse."
    assert coded(made(terms), text) == {"congestive heart failure": "3", "CHF": "3"}
    doc = inline.parse("rheumatoid arthritis (RA). <C>severe RA</>", doc_id="d")
    work = Analysis(doc)
    assert asked(work, doc.sets["gold"].mentions[0]).long == "severe rheumatoid arthritis"


def corpus() -> list[Document]:
    lines = (
        "<C code=T:3>pump trouble</> and <C code=T:4>high pressure</>.",
        "Known <C code=T:3>pump trouble</>. <C code=T:1>breast cancer</>.",
        "<C code=T:5>RA</> for years; <C code=T:4>hypertension</>. <C code=CUI-less>wobbles</>.",
        "<C code=T:5>RA</> again, <C code=T:7>pneumonia</>, <C code=CUI-less>wobbles</>.",
        "<C code=T:5>RA</>, <C code=T:2>ovarian cancer</> and <C code=CUI-less>collywobbles</>.",
        "<C code=T:3>heart failure</>, <C code=T:7>chest infections</> <C code=T:4>raised BP</>.",
    ) * 3
    return [inline.parse(line, doc_id=str(n)) for n, line in enumerate(lines)]


@pytest.fixture(scope="module")
def learned(terms: Terminology) -> Pipeline:
    one = made(terms)
    one.train(examples(corpus()))
    return one


def test_it_learns_how_the_corpus_codes(learned: Pipeline) -> None:
    found = coded(learned, "<C>RA</>, <C>pump trouble</>, <C>wobbles</> and <C>cardiac failure</>.")
    assert found == {"RA": "5", "pump trouble": "3", "wobbles": CUI_LESS, "cardiac failure": "3"}


def test_what_was_learned_is_saved(learned: Pipeline, terms: Terminology, tmp_path: Path) -> None:
    learned.components[0].save(tmp_path)
    again = made(terms)
    again.components[0].load(tmp_path)
    text = "<C>RA</>, <C>pump trouble</>, <C>wobbles</> and <C>carcinoma of ovary</>."
    assert coded(again, text) == coded(learned, text)
    assert {path.suffix for path in tmp_path.iterdir()} == {".json", ".npy"}


def test_weights_of_another_version_are_refused(
    learned: Pipeline, terms: Terminology, tmp_path: Path
) -> None:
    learned.components[0].save(tmp_path)
    np.save(tmp_path / "weights.npy", np.zeros(3), allow_pickle=False)
    with pytest.raises(InputError, match="of another version"):
        made(terms).components[0].load(tmp_path)


def test_capitals_and_signs_make_no_difference(learned: Pipeline) -> None:
    found = coded(learned, "<C>Pump-trouble</>, <C>the HEART failure</> and <C>Wobbles</>.")
    assert found == {"Pump-trouble": "3", "the HEART failure": "3", "Wobbles": CUI_LESS}


def test_parts_are_coded_when_the_whole_is_coded_as_one_of_them(learned: Pipeline) -> None:
    assert coded(learned, "<C>pneumonia and hypertension</>.") == {
        "pneumonia and hypertension": "7+4"
    }


def test_training_needs_codes_and_a_terminology(terms: Terminology) -> None:
    with pytest.raises(InputError, match="no mention of the training data has a code"):
        made(terms).train(examples([inline.parse("<C>pain</>", doc_id="d")]))
    config = '[[component]]\nuse = "entities"\n[[component]]\nuse = "normalise"\n'
    with pytest.raises(InputError, match="has no terminology"):
        pipeline(config)


def test_mentions_are_needed_first() -> None:
    with pytest.raises(InputError, match="needs mentions; nothing before it adds that"):
        pipeline('[[component]]\nuse = "normalise"\n')


@pytest.mark.parametrize(
    ("text", "several"),
    [
        ("breast and ovarian cancer", ["breast cancer", "ovarian cancer"]),
        (
            "brain, breast, and prostate cancer",
            ["brain cancer", "breast cancer", "prostate cancer"],
        ),
        ("wheeze/rhonchi/rales", ["wheeze", "rhonchi", "rales"]),
        ("type 1 and 2", ["type 1", "type 2"]),
        ("nausea", []),
    ],
)
def test_coordinations_are_taken_apart(text: str, several: list[str]) -> None:
    assert parts(text) == several
