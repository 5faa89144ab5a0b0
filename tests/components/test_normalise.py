"""Codes for mentions: by name, by the corpus, by expanded abbreviations."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from goldsmith.components.normalise import Normalise, Options
from goldsmith.components.normalise.coordination import split_coordination
from goldsmith.components.normalise.query import make_queries
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
        Concept(code, "T", (Name(first, "preferred"), *(Name(part) for part in others)))
        for code, first, *others in CONCEPTS
    ]
    compile_concepts(concepts, folder, name="small")
    return Terminology(folder)


def make_pipeline(terms: Terminology) -> Pipeline:
    """Make a pipeline that only codes gold mentions."""
    part = pipeline('[[component]]\nuse = "entities"\n')
    part.components = [Normalise(Options(), Resources(terms={"small": terms}))]
    return part


def get_codes(part: Pipeline, text: str) -> dict[str, str]:
    """Return the code of each mention of a text in inline notation."""
    doc = inline.parse(text, doc_id="d")
    analysis = Analysis(doc)
    analysis.take(doc.sets["gold"])
    part.components[0](analysis)
    return {doc.text[m.start : m.end]: "+".join(c.code for c in m.codes) for m in analysis.mentions}


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
def test_untrained_component_chooses_the_best_name(
    terms: Terminology, text: str, code: str
) -> None:
    assert get_codes(make_pipeline(terms), f"He has <C>{text}</>.") == {text: code}


def test_abbreviations_are_expanded_as_the_text_defines_them(terms: Terminology) -> None:
    text = "<C>congestive heart failure</> (<C>CHF</>). The <C>CHF</> is worse."
    assert get_codes(make_pipeline(terms), text) == {"congestive heart failure": "3", "CHF": "3"}
    doc = inline.parse("rheumatoid arthritis (RA). <C>severe RA</>", doc_id="d")
    analysis = Analysis(doc)
    [query] = make_queries(analysis, doc.sets["gold"].mentions)
    assert query.long == "severe rheumatoid arthritis"


def make_corpus() -> list[Document]:
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
def trained(terms: Terminology) -> Pipeline:
    part = make_pipeline(terms)
    part.train(examples(make_corpus()))
    return part


def test_training_learns_the_codes_of_the_corpus(trained: Pipeline) -> None:
    codes = get_codes(
        trained, "<C>RA</>, <C>pump trouble</>, <C>wobbles</> and <C>cardiac failure</>."
    )
    assert codes == {"RA": "5", "pump trouble": "3", "wobbles": CUI_LESS, "cardiac failure": "3"}


#: Names with the same initials, so that only the definition shows which code is right.
NAMES = tuple(f"{first} {last}" for first in ("acute", "aortic", "atrial", "apical") for last in
              ("bleeding", "block", "beat", "bulge", "bruise"))  # fmt: skip


def test_codes_of_the_corpus_win_over_an_expansion_that_is_not_a_mention(tmp_path: Path) -> None:
    concepts = [Concept(f"1{n}", "T", (Name(name),)) for n, name in enumerate(NAMES)]
    concepts += [Concept("3", "T", (Name("heart failure"),)), Concept("7", "T", (Name("flu"),))]
    compile_concepts(concepts, tmp_path / "names", name="names")
    lines = [
        f"<C code=T:1{n}>{name}</> (<C code=T:1{n}>AB</>). <C code=T:1{n}>AB</>."
        for n, name in enumerate(NAMES)
    ]
    lines += ["<C code=T:7>HF</> again."] * 2
    part = make_pipeline(Terminology(tmp_path / "names"))
    part.train(examples([inline.parse(line, doc_id=str(n)) for n, line in enumerate(lines)]))
    assert get_codes(part, "<C>Absence of heart failure</> (HF). <C>HF</>.")["HF"] == "7"
    assert get_codes(part, "<C>heart failure</> (<C>HF</>). <C>HF</>.")["HF"] == "3"


def test_saved_component_gives_the_same_codes(
    trained: Pipeline, terms: Terminology, tmp_path: Path
) -> None:
    trained.components[0].save(tmp_path)
    loaded = make_pipeline(terms)
    loaded.components[0].load(tmp_path)
    text = "<C>RA</>, <C>pump trouble</>, <C>wobbles</> and <C>carcinoma of ovary</>."
    assert get_codes(loaded, text) == get_codes(trained, text)
    assert {path.suffix for path in tmp_path.iterdir()} == {".json", ".npy"}


def test_weights_of_another_version_are_refused(
    trained: Pipeline, terms: Terminology, tmp_path: Path
) -> None:
    trained.components[0].save(tmp_path)
    np.save(tmp_path / "weights.npy", np.zeros(3), allow_pickle=False)
    with pytest.raises(InputError, match="have another version"):
        make_pipeline(terms).components[0].load(tmp_path)


def test_case_and_punctuation_do_not_matter(trained: Pipeline) -> None:
    codes = get_codes(trained, "<C>Pump-trouble</>, <C>the HEART failure</> and <C>Wobbles</>.")
    assert codes == {"Pump-trouble": "3", "the HEART failure": "3", "Wobbles": CUI_LESS}


def test_conjuncts_are_coded_if_the_whole_has_the_code_of_one(trained: Pipeline) -> None:
    assert get_codes(trained, "<C>pneumonia and hypertension</>.") == {
        "pneumonia and hypertension": "7+4"
    }


def test_training_needs_codes_and_a_terminology(terms: Terminology) -> None:
    with pytest.raises(InputError, match="no mention of the training data has a code"):
        make_pipeline(terms).train(examples([inline.parse("<C>pain</>", doc_id="d")]))
    config = '[[component]]\nuse = "entities"\n[[component]]\nuse = "normalise"\n'
    with pytest.raises(InputError, match="has no terminology"):
        pipeline(config)


def test_component_requires_mentions() -> None:
    with pytest.raises(InputError, match="needs mentions, but no component before it adds that"):
        pipeline('[[component]]\nuse = "normalise"\n')


@pytest.mark.parametrize(
    ("text", "conjuncts"),
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
def test_coordinations_are_split(text: str, conjuncts: list[str]) -> None:
    assert split_coordination(text) == conjuncts
