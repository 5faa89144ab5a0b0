"""The concepts a mention may stand for, best first, with what the corpus chose before in front."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.core import CUI_LESS, AnnotationSet, Code, Document, Mention, Span
from goldsmith.terminology.coding.candidates import Candidate, Candidates, Memory
from goldsmith.terminology.concept import Concept, Name
from goldsmith.terminology.index.compile import compile_concepts
from goldsmith.terminology.index.scan import scan
from goldsmith.terminology.index.splitting import key_of, plain, split
from goldsmith.terminology.index.words import folded
from goldsmith.terminology.store import Terminology


def concept(code: str, name: str, *others: str, system: str = "X", **more) -> Concept:
    names = (Name(name, "preferred"), *(Name(other) for other in others))
    return Concept(code, system, names, **more)


CONCEPTS = [
    concept("BC", "Breast cancer", "Carcinoma of breast", types=("T191",), xrefs=("MESH:D1",)),
    concept("LC", "Lung cancer", types=("T191",), xrefs=("MESH:D2", "MESH:D3")),
    concept("BD", "Breast disease", types=("T047",)),
    concept("KF", "Renal failure", types=("T047",)),
    concept("HD", "Hodgkin disease", "Hodgkin lymphoma"),
    concept("ND", "Neurodegeneration"),
    concept("D9", "Fracture of femur", system="MESH"),
    *(concept(f"F{at}", f"Filler number {at}") for at in range(30)),
]


@pytest.fixture(scope="module")
def terms(tmp_path_factory: pytest.TempPathFactory) -> Terminology:
    folder = tmp_path_factory.mktemp("candidates") / "terms"
    compile_concepts(CONCEPTS, folder, name="few")
    return Terminology(folder)


def best(candidates: Candidates, text: str) -> Candidate:
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
def test_the_first_candidate(terms: Terminology, text: str, code: str, how: str) -> None:
    found = best(Candidates(terms), text)
    assert (found.code, found.how, found.system) == (code, how, "X")


def test_scores_fall_and_each_code_comes_once(terms: Terminology) -> None:
    found = Candidates(terms)("breast cancer disease", limit=5)
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
    assert len({one.code for one in found}) == len(found) <= 5


def test_a_candidate_says_what_it_is(terms: Terminology) -> None:
    found = best(Candidates(terms), "carcinoma of breast")
    assert (found.title, found.name, found.types) == (
        "Breast cancer",
        "Carcinoma of breast",
        ("T191",),
    )
    assert terms.code(found.concept) == "BC"


@pytest.mark.parametrize("text", ["", "  ", "of the", "?!", "zzzzqqqq"])
def test_nothing_alike_gives_no_candidates(terms: Terminology, text: str) -> None:
    assert Candidates(terms)(text) == []


def test_a_mask_leaves_concepts_out(terms: Terminology) -> None:
    masked = Candidates(terms, mask=terms.mask(types=["T047"]))
    assert [one.code for one in masked("breast cancer")] == ["BD"]


# Codes of other systems


def test_codes_are_given_by_way_of_cross_references(terms: Terminology) -> None:
    mesh = Candidates(terms, systems=("MESH",))
    assert (best(mesh, "breast cancer").code, best(mesh, "breast cancer").system) == ("D1", "MESH")
    assert {one.code for one in mesh("lung cancer")[:2]} == {"D2", "D3"}
    assert best(mesh, "femur fracture").code == "D9"
    assert "KF" not in {one.code for one in mesh("renal failure")}


# What the corpus chose


def remembered(*pairs: tuple[str, str]) -> Memory:
    memory = Memory()
    for text, code in pairs:
        memory.add(text, [Code(code, "X")])
    return memory


def test_what_the_corpus_chose_comes_first_most_frequent_first(terms: Terminology) -> None:
    memory = remembered(
        ("cancer", "LC"), ("Cancers", "LC"), ("cancer", "BC"), ("breast cancer", "BC")
    )
    found = Candidates(terms, memory=memory)("cancer")
    assert [(one.code, one.how, one.before) for one in found[:2]] == [
        ("LC", "corpus", 2),
        ("BC", "corpus", 1),
    ]
    assert found[0].title == "Lung cancer"


def test_codes_that_the_terminology_lacks_are_given_all_the_same(terms: Terminology) -> None:
    memory = Memory()
    memory.add("strange thing", [Code("C0000001", "UMLS")])
    found = best(Candidates(terms, memory=memory), "strange things")
    assert (found.code, found.system, found.concept, found.how) == (
        "C0000001",
        "UMLS",
        -1,
        "corpus",
    )


def test_cui_less_is_a_choice_like_others(terms: Terminology) -> None:
    memory = Memory()
    memory.add("breast cancer", [Code(CUI_LESS)])
    found = Candidates(terms, memory=memory)("breast cancer")
    assert [(one.code, one.title) for one in found[:2]] == [
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


def test_recalling_does_not_remember() -> None:
    memory = remembered(("pain", "P"))
    memory.recall("other")
    assert len(memory) == 1


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("cancer of the breast", "Breast cancers", True),
        ("Crohn's disease", "crohn disease", True),
        ("type II", "type 2", True),
        ("breast", "breast cancer", False),
    ],
)
def test_keys(one: str, other: str, same: bool) -> None:
    assert (key_of(one) == key_of(other)) == same


@given(st.text(st.one_of(st.sampled_from("aSsβ9'’ -_.é²\u00ad"), st.characters(codec="utf-8"))))
def test_short_texts_have_the_words_that_a_scan_sees(text: str) -> None:
    tokens = scan(text)
    places = zip(tokens.start.tolist(), tokens.end.tolist(), strict=True)
    assert split(text) == [folded(text[start:end]) for start, end in places]


@given(st.text(st.sampled_from("aSstTh9'’ -of")))
def test_a_plain_text_has_the_same_key(text: str) -> None:
    assert key_of(plain(text)) == key_of(text)
    assert plain(plain(text)) == plain(text)
