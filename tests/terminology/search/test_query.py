"""Search: a typed query finds the concept, with the best match first."""

import itertools
import random
import string
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from tests.terminology.builders import make_concept

from goldsmith.terminology.concept import Concept
from goldsmith.terminology.index.compile import compile_concepts
from goldsmith.terminology.index.normalisation import STOP_WORDS
from goldsmith.terminology.index.search_index import fold_letters
from goldsmith.terminology.search.postings import Postings
from goldsmith.terminology.search.query import Hit, Search
from goldsmith.terminology.store import Terminology

CONCEPTS = [
    make_concept(
        "0002027",
        "Abdominal pain",
        "Pain in stomach",
        "lay: Belly ache",
        system="HP",
        types=("T184",),
        parents=("0000118",),
    ),
    make_concept("0000118", "Phenotypic abnormality", system="HP"),
    make_concept("0012531", "Pain", "related: Painful sensation", system="HP", types=("T184",)),
    make_concept("0030839", "Knee pain", system="HP", types=("T184",), parents=("0012531",)),
    make_concept("C50.4", "Malignant neoplasm of upper-outer quadrant of breast", system="ICD10CM"),
    make_concept(
        "E11", "Type 2 diabetes mellitus", "abbreviation: T2DM", "NIDDM", system="ICD10CM"
    ),
    make_concept("E10", "Type 1 diabetes mellitus", system="ICD10CM"),
    make_concept(
        "1", "Breast cancer", "Cancer of the breast", "Mammary carcinoma", types=("T191",)
    ),
    make_concept("2", "Breast cancer screening", types=("T060",)),
    make_concept("3", "Oesophageal tumour", "Tumour of oesophagus", types=("T191",)),
    make_concept("4", "Kidney stone", "Calculus of kidney"),
    make_concept("5", "Painless swelling"),
    make_concept("6", "Ileum"),
    make_concept("7", "Ilium"),
    make_concept("8", "Crohn's disease", "Morbus Crohn"),
    make_concept("9", "Non-small cell lung carcinoma", "abbreviation: NSCLC"),
    make_concept("10", "Hernia, old name", retired=True, replaced_by=("11",)),
    make_concept("11", "Hernia", "retired: Rupture"),
    make_concept("12", "HER2 positive"),
    make_concept("13", "To the of"),
    make_concept("14", "++"),
    make_concept("15", "Thyroid cancer", "Cancer of thyroid", types=("T191",)),
    make_concept("16", "Café-au-lait spot"),
    make_concept("17", "Hypertension", "High blood pressure"),
    make_concept("18", "Gastroenteritis"),
]


@pytest.fixture(scope="module")
def search(tmp_path_factory: pytest.TempPathFactory) -> Search:
    folder = tmp_path_factory.mktemp("search") / "terms"
    compile_concepts(CONCEPTS, folder, name="few")
    return Search(Terminology(folder))


def list_codes(search: Search, query: str, **options: Any) -> list[str]:
    return [search.terminology.code(hit.concept) for hit in search.search(query, **options)]


def explain_hit(search: Search, query: str, code: str, **options: Any) -> str:
    """Return how a concept was found, and by which name."""
    for hit in search.search(query, **options):
        if search.terminology.code(hit.concept) == code:
            return f"{hit.how}: {hit.text}"
    return "not found"


# Full names


@pytest.mark.parametrize("query", ["Breast cancer", "breast CANCER", "  breast   cancer ",
                                   "breast-cancer", "Bréast cancer,"])  # fmt: skip
def test_full_name_comes_first(search: Search, query: str) -> None:
    assert list_codes(search, query)[:2] == ["1", "2"]
    assert explain_hit(search, query, "1") == "exact: Breast cancer"
    assert explain_hit(search, query, "2") == "prefix: Breast cancer screening"


def test_words_in_a_different_order_are_an_exact_match(search: Search) -> None:
    assert explain_hit(search, "cancer breast", "1") == "exact: Breast cancer"
    assert explain_hit(search, "cancers of breasts", "1") == "exact: Breast cancer"
    assert explain_hit(search, "esophageal tumors", "3") == "exact: Oesophageal tumour"


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("crohns disease", "8"),
        ("Crohn disease", "8"),
        ("Crohn’s disease", "8"),
        ("HER-2 positive", "12"),
        ("her 2 positive", "12"),
        ("cafe au lait spot", "16"),
        ("nonsmall cell lung carcinoma", "9"),
        ("gastro-enteritis", "18"),
        ("hypertension (disorder)", "17"),
        ("renal stones", "4"),
        ("type II diabetes mellitus", "E11"),
    ],
)
def test_spellings_of_a_name_match_exactly(search: Search, query: str, code: str) -> None:
    assert list_codes(search, query)[0] == code
    assert explain_hit(search, query, code).startswith("exact")


def test_each_concept_is_returned_once_by_its_best_name(search: Search) -> None:
    hits = search.search("pain", limit=50)
    assert len({hit.concept for hit in hits}) == len(hits)
    assert explain_hit(search, "pain", "0002027") == "prefix: Pain in stomach"
    assert explain_hit(search, "pain", "0012531") == "exact: Pain"


# Prefixes and words


def test_prefixes_come_before_names_that_contain_the_words(search: Search) -> None:
    hits = list_codes(search, "pain")
    assert hits[0] == "0012531"
    assert hits.index("5") < hits.index("0030839")  # painless swelling; knee pain
    assert explain_hit(search, "pain", "0030839") == "words: Knee pain"


def test_last_word_can_be_a_prefix(search: Search) -> None:
    assert explain_hit(search, "mellitus diab", "E11") == "words: Type 2 diabetes mellitus"
    assert explain_hit(search, "stomach pa", "0002027") == "words: Pain in stomach"
    assert "E11" not in list_codes(search, "diab mellitus", typos=False)


def test_prefix_can_be_a_spelling_variant(search: Search) -> None:
    assert explain_hit(search, "esoph", "3") == "words: Oesophageal tumour"
    assert list_codes(search, "haemat", typos=False) == []


def test_variant_without_words_does_not_match_other_names(search: Search) -> None:
    assert list_codes(search, "breast (disorder)", typos=False) == []


def test_hits_are_ordered_by_kind_of_name(tmp_path: Path) -> None:
    compile_concepts(
        [
            make_concept("a", "First", "related: Cough at night"),
            make_concept("b", "Second", "lay: Cough at noon"),
            make_concept("c", "Third", "Cough at dawn and dusk"),
            make_concept("d", "Cough at all times of the day"),
            make_concept("e", "Fifth", "retired: Cough"),
            make_concept("f", "Cough always"),
        ],
        tmp_path / "t",
        name="kinds",
    )
    search = Search(Terminology(tmp_path / "t"))
    assert list_codes(search, "cou") == ["f", "d", "c", "b", "a", "e"]
    assert list_codes(search, "cough") == ["e", "f", "d", "c", "b", "a"]  # a full name comes first


def test_stop_words_are_ignored_unless_alone(search: Search) -> None:
    assert list_codes(search, "the cancer of the thyroid")[0] == "15"
    assert list_codes(search, "to the")[0] == "13"
    assert explain_hit(search, "of the to", "13", typos=False) == "not found"
    assert list_codes(search, "th", typos=False)[0] == "15"


# Codes


@pytest.mark.parametrize("query", ["HP:0002027", "hp:0002027", "0002027", " 0002027 "])
def test_code_finds_its_concept_first(search: Search, query: str) -> None:
    first = search.search(query)[0]
    assert search.terminology.key(first.concept) == "HP:0002027"
    assert (first.text, first.how, first.score) == ("Abdominal pain", "exact", 100)


@pytest.mark.parametrize("query", ["C50.4", "c50.4", "C504", "ICD10CM:C50.4", "icd10cm:c504"])
def test_icd_codes_are_found_without_the_dot(search: Search, query: str) -> None:
    assert list_codes(search, query)[0] == "C50.4"


def test_code_in_two_systems_finds_both_concepts(tmp_path: Path) -> None:
    concepts = [make_concept("7", "Left", system="A"), make_concept("7", "Right", system="B")]
    compile_concepts(concepts, tmp_path / "t", name="two")
    search = Search(Terminology(tmp_path / "t"))
    assert [hit.text for hit in search.search("7")] == ["Left", "Right"]
    assert [hit.text for hit in search.search("b:7")] == ["Right"]
    assert [hit.text for hit in search.search("7", systems=["B"])] == ["Right"]


# Spelling errors


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("brest cancer", "1"),
        ("breast cancre", "1"),
        ("hypertenssion", "17"),
        ("hpyertensoin", "17"),  # two edits in a long word
        ("mellitis diabets", "E11"),
        ("tyroid", "15"),
        ("brest canc", "1"),  # the last word as a prefix
    ],
)
def test_unknown_word_matches_its_neighbours(search: Search, query: str, code: str) -> None:
    assert explain_hit(search, query, code).startswith("typo")
    assert code not in list_codes(search, query, typos=False)


def test_neighbours_of_known_words_come_last(search: Search) -> None:
    assert list_codes(search, "ileum") == ["6", "7"]
    assert list_codes(search, "ileum", typos=False) == ["6"]


def test_misspelt_full_name_comes_before_longer_names(tmp_path: Path) -> None:
    compile_concepts(
        [
            make_concept("a", "Sexual organs", "related: Genitalia"),
            make_concept("b", "Normal genitalia"),
        ],
        tmp_path / "t",
        name="two",
    )
    search = Search(Terminology(tmp_path / "t"))
    assert list_codes(search, "genitaia", typos=False) == []
    assert list_codes(search, "genitaia") == ["a", "b"]


def test_spelling_errors_are_tolerated_only_if_hits_are_below_the_limit(search: Search) -> None:
    assert list_codes(search, "ileum", limit=1) == ["6"]
    assert {hit.how for hit in search.search("pain", limit=3)} == {"exact", "prefix"}


# Filters


def test_types_systems_and_ancestors_filter_hits(search: Search) -> None:
    find = search.terminology.find
    assert list_codes(search, "cancer", types=["T060"]) == ["2"]
    assert set(list_codes(search, "cancer", types=["T060", "T191"])) == {"1", "2", "15"}
    assert set(list_codes(search, "pain", systems=["X"], typos=False)) == {"5"}
    assert set(list_codes(search, "pain", below=[find("HP:0012531")])) == {"0012531", "0030839"}
    assert list_codes(search, "HP:0002027", types=["T191"]) == []
    assert list_codes(search, "pain", types=["T999"]) == []


def test_mask_filters_hits(search: Search) -> None:
    mask = np.zeros(len(search.terminology), np.bool_)
    mask[search.terminology.find("X:2")] = True
    assert list_codes(search, "breast", mask=mask) == ["2"]
    assert list_codes(search, "breast", mask=mask, types=["T191"]) == []


def test_retired_concepts_are_found_only_on_request_and_come_last(search: Search) -> None:
    assert list_codes(search, "hernia") == ["11"]
    assert list_codes(search, "hernia", retired=True) == ["11", "10"]
    assert list_codes(search, "hernia old name", typos=False) == []
    assert list_codes(search, "X:10", typos=False) == []
    assert list_codes(search, "X:10", retired=True) == ["10"]


def test_retired_name_finds_its_concept(search: Search) -> None:
    assert explain_hit(search, "rupture", "11") == "exact: Rupture"


# Unusual queries


@pytest.mark.parametrize("query", ["", " ", "\n\t", "\u2003"])
def test_blank_query_finds_nothing(search: Search, query: str) -> None:
    assert search.search(query) == []


def test_hits_never_exceed_the_limit(search: Search) -> None:
    assert len(search.search("a", limit=3)) == 3
    assert search.search("a", limit=0) == []


def test_symbols_find_names_of_symbols(search: Search) -> None:
    assert list_codes(search, "++") == ["14"]
    assert list_codes(search, "+") == ["14"]
    assert list_codes(search, "?!") == []


@pytest.mark.parametrize("query", ["pain " * 5000, "x" * 100_000, "疼痛", "🙂", "\ud800", "\x00",
                                   "a\u0301", "İ", "ß", "2" * 300, "'s", "\u0301"])  # fmt: skip
def test_strange_queries_raise_no_error(search: Search, query: str) -> None:
    assert all(isinstance(hit, Hit) for hit in search.search(query))


@settings(max_examples=150, deadline=None)
@given(query=st.text(max_size=30) | st.text("aeinprt 2-:'", max_size=12))
def test_scores_descend_and_concepts_are_distinct(search: Search, query: str) -> None:
    hits = search.search(query, retired=True, limit=50)
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert len({hit.concept for hit in hits}) == len(hits)
    for hit in hits:
        assert 0 < hit.score <= 100
        assert search.terminology.concept_of(hit.name) == hit.concept
        assert search.terminology.name_text(hit.name) == hit.text


@given(st.text(max_size=20))
def test_fold_letters_is_idempotent_and_ignores_spaces(text: str) -> None:
    assert fold_letters(fold_letters(text)) == fold_letters(text)
    assert fold_letters(f"  {text}  ") == fold_letters(text)


# Properties of generated terminologies

VOCABULARY = """abscess artery bladder breast cancer carcinoma cervix chronic colon cough distal
    edema femur fever fracture heart hernia kidney left lesion liver lumbar mass node of ovary pain
    proximal pulmonary rash renal right skin stone the tibia tumor ulcer valve vein with wrist
    tumour oedema hepatic cardiac fractures stones ii 2 in""".split()
#: A name that consists of stop words is found only in its exact form.
phrases = (
    st.lists(st.sampled_from(VOCABULARY), min_size=1, max_size=5)
    .filter(lambda words: not STOP_WORDS.issuperset(words))
    .map(" ".join)
)


@st.composite
def terminologies(draw: st.DrawFn) -> list[Concept]:
    names = draw(st.lists(st.lists(phrases, min_size=1, max_size=3), min_size=1, max_size=12))
    return [make_concept(str(at), *row) for at, row in enumerate(names)]


counter = itertools.count()


def compile_search(folder: Path, concepts: list[Concept]) -> Search:
    out = folder / f"t{next(counter)}"
    compile_concepts(concepts, out, name="some")
    return Search(Terminology(out))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("some")


@settings(max_examples=60, deadline=None)
@given(concepts=terminologies(), seed=st.randoms(use_true_random=False))
def test_every_name_finds_its_concept_in_any_word_order(
    folder: Path, concepts: list[Concept], seed: random.Random
) -> None:
    search = compile_search(folder, concepts)
    for concept in concepts:
        for name in concept.names:
            words = name.text.split()
            seed.shuffle(words)
            for query, best in ((name.text, 100), (" ".join(words), 95)):
                hits = search.search(query, limit=len(concepts))
                hit = next(h for h in hits if search.terminology.code(h.concept) == concept.code)
                meaningful = not set(words) <= {"of", "the", "in"}
                if query == name.text or meaningful:
                    assert hit.how == "exact"
                    assert hit.score >= best - 4
                    # All hits before it are exact, too.
                    assert {h.how for h in hits[: hits.index(hit)]} <= {"exact"}


def misspell(word: str, draw: random.Random) -> str:
    at, letter = draw.randrange(len(word) - 1), draw.choice(string.ascii_lowercase)
    return draw.choice(
        [
            word[:at] + word[at + 1 :],
            word[:at] + letter + word[at:],
            word[:at] + letter + word[at + 1 :],
            word[:at] + word[at + 1] + word[at] + word[at + 2 :],
        ]
    )


@settings(max_examples=100, deadline=None)
@given(concepts=terminologies(), draw=st.randoms(use_true_random=False))
@example([make_concept("0", "left tibia"), make_concept("1", "tibial")], random.Random(1))
def test_misspelt_long_word_finds_the_concept(
    folder: Path, concepts: list[Concept], draw: random.Random
) -> None:
    search = compile_search(folder, concepts)
    concept = draw.choice(concepts)
    words = draw.choice(concept.names).text.split()
    long = [at for at, word in enumerate(words) if len(word) >= 5]
    assume(long)
    at = draw.choice(long)
    words[at] = misspell(words[at], draw)
    assert concept.code in list_codes(search, " ".join(words), limit=len(concepts))


@settings(max_examples=30, deadline=None)
@given(concepts=terminologies())
def test_concepts_in_any_order_give_the_same_digest(folder: Path, concepts: list[Concept]) -> None:
    first, second = compile_search(folder, concepts), compile_search(folder, concepts[::-1])
    assert first.terminology.manifest.digest == second.terminology.manifest.digest


@settings(max_examples=60, deadline=None)
@given(concepts=terminologies(), query=phrases, cut=st.integers(1, 12))
def test_all_names_with_the_prefix_are_found(
    folder: Path, concepts: list[Concept], query: str, cut: int
) -> None:
    search = compile_search(folder, concepts)
    start = query[:cut].strip()
    expected = {
        concept.code
        for concept in concepts
        if any(fold_letters(n.text).startswith(fold_letters(start)) for n in concept.names)
    }
    assert expected <= set(list_codes(search, start, limit=len(concepts)))


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Search:
    """Return a search over a thousand names, many of which share a few words."""
    draw = random.Random(3)
    folder = tmp_path_factory.mktemp("many") / "terms"
    rare = ["".join(draw.choices(string.ascii_lowercase, k=7)) for _ in range(300)]
    names = (
        " ".join([*draw.sample(VOCABULARY[:6], draw.randint(0, 3)), draw.choice(rare)])
        for _ in range(1000)
    )
    compile_concepts(
        [make_concept(f"{n:04}", name) for n, name in enumerate(names)], folder, name="m"
    )
    return Search(Terminology(folder))


ranks = st.lists(st.integers(0, 999), max_size=8) | st.sets(st.integers(0, 999), min_size=100)


@settings(max_examples=100, deadline=None)
@given(lists=st.lists(ranks, max_size=4))
def test_union_and_membership_of_posting_lists_of_any_length(
    many: Search, lists: list[list[int] | set[int]]
) -> None:
    postings = Postings(many.terminology)
    arrays = [np.array(list(values), np.int32) for values in lists]
    union = postings.unite(arrays)
    assert union.tolist() == sorted(set[int]().union(*lists))
    for array in arrays:
        assert postings.contains(union, array).all()
        posting = np.sort(array)
        assert postings.contains(posting, union).tolist() == np.isin(union, posting).tolist()


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_search_agrees_with_a_scan_of_all_names(many: Search, data: st.DataObject) -> None:
    texts = [many.terminology.name_text(at) for at in range(1000)]
    words = data.draw(st.sampled_from(texts)).split()
    typed_words = data.draw(st.permutations(words))[: data.draw(st.integers(1, 3))]
    cut = data.draw(st.integers(1, 7))
    *complete, last = typed_words
    assume(last[:cut] not in STOP_WORDS)  # the search ignores stop words
    expected = {
        at
        for at, text in enumerate(texts)
        if set(complete) <= set(text.split())
        and any(word.startswith(last[:cut]) for word in text.split())
    }
    query = " ".join([*complete, last[:cut]])
    hits = many.search(query, limit=2000, typos=False)
    assert {hit.concept for hit in hits} == expected
    for score in {hit.score for hit in hits}:
        sizes = [(len(hit.text.split()), len(hit.text)) for hit in hits if hit.score == score]
        assert sizes == sorted(sizes)
    assert hits[:7] == many.search(query, limit=7, typos=False)
