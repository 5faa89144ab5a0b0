"""Candidates for mentions: codes from the corpus first, then the best matches."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.terminology.builders import make_concept

from goldsmith.core import CUI_LESS, AnnotationSet, Code, Document, Mention, Span
from goldsmith.terminology.coding.candidates import Candidate, CandidateGenerator, Memory
from goldsmith.terminology.index.bag_of_words import build_bag_key, join_content_words, split_words
from goldsmith.terminology.index.compile import compile_concepts
from goldsmith.terminology.index.normalisation import fold_text
from goldsmith.terminology.index.scan import scan
from goldsmith.terminology.store import Terminology

CONCEPTS = [
    make_concept("BC", "Breast cancer", "Carcinoma of breast", types=("T191",), xrefs=("MESH:D1",)),
    make_concept("LC", "Lung cancer", types=("T191",), xrefs=("MESH:D2", "MESH:D3")),
    make_concept("BD", "Breast disease", types=("T047",)),
    make_concept("KF", "Renal failure", types=("T047",)),
    make_concept("HD", "Hodgkin disease", "Hodgkin lymphoma"),
    make_concept("ND", "Neurodegeneration"),
    make_concept("D9", "Fracture of femur", system="MESH"),
    *(make_concept(f"F{at}", f"Filler number {at}") for at in range(30)),
]


@pytest.fixture(scope="module")
def terms(tmp_path_factory: pytest.TempPathFactory) -> Terminology:
    folder = tmp_path_factory.mktemp("candidates") / "terms"
    compile_concepts(CONCEPTS, folder, name="few")
    return Terminology(folder)


def get_best(candidates: CandidateGenerator, text: str) -> Candidate:
    return candidates(text)[0]


@pytest.mark.parametrize(
    ("text", "code", "how"),
    [
        ("Breast cancer", "BC", "exact"),
        ("BREAST CANCERS", "BC", "exact"),
        ("cancer of the breast", "BC", "variant"),
        ("failure of the kidney", "KF", "variant"),
        ("brest cancer", "BC", "similar"),
        ("familial breast cancer", "BC", "similar"),
        ("Hodgkin's disease", "HD", "exact"),
        ("neurodegenerative", "ND", "similar"),
    ],
)
def test_best_candidate_comes_first(terms: Terminology, text: str, code: str, how: str) -> None:
    candidate = get_best(CandidateGenerator(terms), text)
    assert (candidate.code, candidate.how, candidate.system) == (code, how, "X")


def test_scores_descend_and_codes_are_distinct(terms: Terminology) -> None:
    candidates = CandidateGenerator(terms)("breast cancer disease", limit=5)
    assert [candidate.score for candidate in candidates] == sorted(
        (candidate.score for candidate in candidates), reverse=True
    )
    assert len({candidate.code for candidate in candidates}) == len(candidates) <= 5


def test_candidate_has_title_name_and_types(terms: Terminology) -> None:
    candidate = get_best(CandidateGenerator(terms), "carcinoma of breast")
    assert (candidate.title, candidate.name, candidate.types) == (
        "Breast cancer",
        "Carcinoma of breast",
        ("T191",),
    )
    assert terms.code(candidate.concept) == "BC"


@pytest.mark.parametrize("text", ["", "  ", "of the", "?!", "zzzzqqqq"])
def test_text_without_similar_names_has_no_candidates(terms: Terminology, text: str) -> None:
    assert CandidateGenerator(terms)(text) == []


def test_mask_excludes_concepts(terms: Terminology) -> None:
    masked = CandidateGenerator(terms, mask=terms.mask(types=["T047"]))
    assert [candidate.code for candidate in masked("breast cancer")] == ["BD"]


# Codes of other systems


def test_codes_of_other_systems_come_from_cross_references(terms: Terminology) -> None:
    mesh = CandidateGenerator(terms, systems=("MESH",))
    assert (get_best(mesh, "breast cancer").code, get_best(mesh, "breast cancer").system) == (
        "D1",
        "MESH",
    )
    assert {candidate.code for candidate in mesh("lung cancer")[:2]} == {"D2", "D3"}
    assert get_best(mesh, "femur fracture").code == "D9"
    assert "KF" not in {candidate.code for candidate in mesh("renal failure")}


# Memory


def build_memory(*pairs: tuple[str, str]) -> Memory:
    memory = Memory()
    for text, code in pairs:
        memory.add(text, [Code(code, "X")])
    return memory


def test_remembered_codes_come_first_by_frequency(terms: Terminology) -> None:
    memory = build_memory(
        ("cancer", "LC"), ("Cancers", "LC"), ("cancer", "BC"), ("breast cancer", "BC")
    )
    candidates = CandidateGenerator(terms, memory=memory)("cancer")
    assert [(candidate.code, candidate.how, candidate.before) for candidate in candidates[:2]] == [
        ("LC", "corpus", 2),
        ("BC", "corpus", 1),
    ]
    assert candidates[0].title == "Lung cancer"


def test_remembered_code_can_be_missing_from_the_terminology(terms: Terminology) -> None:
    memory = Memory()
    memory.add("strange thing", [Code("C0000001", "UMLS")])
    candidate = get_best(CandidateGenerator(terms, memory=memory), "strange things")
    assert (candidate.code, candidate.system, candidate.concept, candidate.how) == (
        "C0000001",
        "UMLS",
        -1,
        "corpus",
    )


def test_cui_less_is_remembered(terms: Terminology) -> None:
    memory = Memory()
    memory.add("breast cancer", [Code(CUI_LESS)])
    candidates = CandidateGenerator(terms, memory=memory)("breast cancer")
    assert [(candidate.code, candidate.title) for candidate in candidates[:2]] == [
        (CUI_LESS, CUI_LESS),
        ("BC", "Breast cancer"),
    ]


def test_memory_learns_from_documents() -> None:
    text = "Cancer of the breast and lung"
    mentions = (
        Mention("T1", "disease", (Span(0, 20),), codes=(Code("BC", "X"),)),
        Mention("T2", "disease", (Span(0, 13), Span(25, 29)), codes=(Code("LC", "X"),)),
        Mention("T3", "place", (Span(14, 20),), codes=(Code("B", "X"),)),
        Mention("T4", "disease", (Span(25, 29),)),
    )
    doc = Document(id="d", text=text, sets={"gold": AnnotationSet("gold", mentions=mentions)})
    memory = Memory()
    memory.learn(doc, "gold", types=["disease"])
    assert memory.recall("breast cancers") == {("X", "BC"): 1}
    assert memory.recall("lung cancer") == {("X", "LC"): 1}
    assert memory.recall("breast") == {}
    assert len(memory) == 2


def test_recall_does_not_change_the_memory() -> None:
    memory = build_memory(("pain", "P"))
    memory.recall("other")
    assert len(memory) == 1


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("cancer of the breast", "Breast cancers", True),
        ("Crohn's disease", "crohn disease", True),
        ("type II", "type 2", True),
        ("breast", "breast cancer", False),
    ],
)
def test_bag_key_ignores_order_inflection_and_stop_words(
    first: str, second: str, same: bool
) -> None:
    assert (build_bag_key(first) == build_bag_key(second)) == same


@given(st.text(st.one_of(st.sampled_from("aSsβ9'’ -_.é²\u00ad"), st.characters(codec="utf-8"))))
def test_split_words_agrees_with_scan(text: str) -> None:
    tokens = scan(text)
    offsets = zip(tokens.start.tolist(), tokens.end.tolist(), strict=True)
    assert split_words(text) == [fold_text(text[start:end]) for start, end in offsets]


@given(st.text(st.sampled_from("aSstTh9'’ -of")))
def test_content_words_have_the_key_of_the_whole_text(text: str) -> None:
    assert build_bag_key(join_content_words(text)) == build_bag_key(text)
    assert join_content_words(join_content_words(text)) == join_content_words(text)
