"""What a person types finds the concept meant, the likeliest first."""

import itertools
import random
import string
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from goldsmith.terminology.concept import Concept, Name
from goldsmith.terminology.index.compile import compile_concepts
from goldsmith.terminology.index.words import STOP
from goldsmith.terminology.search.names import Postings, typed
from goldsmith.terminology.search.query import Hit, Search
from goldsmith.terminology.store import Terminology


def concept(code: str, name: str, *others: str, system: str = "X", **more) -> Concept:
    """A concept; other names are synonyms unless a kind stands before them: `lay: belly ache`."""
    names = [Name(name, "preferred")]
    for other in others:
        kind, colon, text = other.rpartition(": ")
        names.append(Name(text, kind if colon else "synonym"))
    return Concept(code, system, tuple(names), **more)


CONCEPTS = [
    concept("0002027", "Abdominal pain", "Pain in stomach", "lay: Belly ache", system="HP",
            types=("T184",), parents=("0000118",)),
    concept("0000118", "Phenotypic abnormality", system="HP"),
    concept("0012531", "Pain", "related: Painful sensation", system="HP", types=("T184",)),
    concept("0030839", "Knee pain", system="HP", types=("T184",), parents=("0012531",)),
    concept("C50.4", "Malignant neoplasm of upper-outer quadrant of breast", system="ICD10CM"),
    concept("E11", "Type 2 diabetes mellitus", "abbreviation: T2DM", "NIDDM", system="ICD10CM"),
    concept("E10", "Type 1 diabetes mellitus", system="ICD10CM"),
    concept("1", "Breast cancer", "Cancer of the breast", "Mammary carcinoma", types=("T191",)),
    concept("2", "Breast cancer screening", types=("T060",)),
    concept("3", "Oesophageal tumour", "Tumour of oesophagus", types=("T191",)),
    concept("4", "Kidney stone", "Calculus of kidney"),
    concept("5", "Painless swelling"),
    concept("6", "Ileum"),
    concept("7", "Ilium"),
    concept("8", "Crohn's disease", "Morbus Crohn"),
    concept("9", "Non-small cell lung carcinoma", "abbreviation: NSCLC"),
    concept("10", "Hernia, old name", retired=True, replaced_by=("11",)),
    concept("11", "Hernia", "retired: Rupture"),
    concept("12", "HER2 positive"),
    concept("13", "To the of"),
    concept("14", "++"),
    concept("15", "Thyroid cancer", "Cancer of thyroid", types=("T191",)),
    concept("16", "Café-au-lait spot"),
    concept("17", "Hypertension", "High blood pressure"),
    concept("18", "Gastroenteritis"),
]  # fmt: skip


@pytest.fixture(scope="module")
def search(tmp_path_factory: pytest.TempPathFactory) -> Search:
    folder = tmp_path_factory.mktemp("search") / "terms"
    compile_concepts(CONCEPTS, folder, name="few")
    return Search(Terminology(folder))


def codes(search: Search, query: str, **options) -> list[str]:
    return [search.terminology.code(hit.concept) for hit in search.search(query, **options)]


def how(search: Search, query: str, code: str, **options) -> str:
    """How the concept was found, and by which name."""
    for hit in search.search(query, **options):
        if search.terminology.code(hit.concept) == code:
            return f"{hit.how}: {hit.text}"
    return "not found"


# Names in full


@pytest.mark.parametrize("query", ["Breast cancer", "breast CANCER", "  breast   cancer ",
                                   "breast-cancer", "Bréast cancer,"])  # fmt: skip
def test_the_name_in_full_comes_first(search, query):
    assert codes(search, query)[:2] == ["1", "2"]
    assert how(search, query, "1") == "exact: Breast cancer"
    assert how(search, query, "2") == "prefix: Breast cancer screening"


def test_the_same_words_in_another_order_are_the_same_name(search):
    assert how(search, "cancer breast", "1") == "exact: Breast cancer"
    assert how(search, "cancers of breasts", "1") == "exact: Breast cancer"
    assert how(search, "esophageal tumors", "3") == "exact: Oesophageal tumour"


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
def test_ways_to_write_a_name_meet(search, query, code):
    assert codes(search, query)[0] == code
    assert how(search, query, code).startswith("exact")


def test_each_concept_is_there_once_by_its_best_name(search):
    hits = search.search("pain", limit=50)
    assert len({hit.concept for hit in hits}) == len(hits)
    assert how(search, "pain", "0002027") == "prefix: Pain in stomach"
    assert how(search, "pain", "0012531") == "exact: Pain"


# Beginnings and words


def test_names_that_begin_so_come_before_names_with_the_words(search):
    found = codes(search, "pain")
    assert found[0] == "0012531"
    assert found.index("5") < found.index("0030839")  # painless swelling; knee pain
    assert how(search, "pain", "0030839") == "words: Knee pain"


def test_the_last_word_may_be_begun(search):
    assert how(search, "mellitus diab", "E11") == "words: Type 2 diabetes mellitus"
    assert how(search, "stomach pa", "0002027") == "words: Pain in stomach"
    assert "E11" not in codes(search, "diab mellitus", typos=False)


def test_a_begun_word_may_be_in_another_spelling(search):
    assert how(search, "esoph", "3") == "words: Oesophageal tumour"
    assert codes(search, "haemat", typos=False) == []


def test_a_variant_that_leaves_words_out_does_not_find_names_with_others(search):
    assert codes(search, "breast (disorder)", typos=False) == []


def test_preferred_names_come_before_synonyms_and_those_before_related_ones(tmp_path):
    compile_concepts(
        [
            concept("a", "First", "related: Cough at night"),
            concept("b", "Second", "lay: Cough at noon"),
            concept("c", "Third", "Cough at dawn and dusk"),
            concept("d", "Cough at all times of the day"),
            concept("e", "Fifth", "retired: Cough"),
            concept("f", "Cough always"),
        ],
        tmp_path / "t",
        name="kinds",
    )
    search = Search(Terminology(tmp_path / "t"))
    assert codes(search, "cou") == ["f", "d", "c", "b", "a", "e"]
    assert codes(search, "cough") == ["e", "f", "d", "c", "b", "a"]  # a name in full goes first


def test_stop_words_are_left_out_unless_there_are_no_others(search):
    assert codes(search, "the cancer of the thyroid")[0] == "15"
    assert codes(search, "to the")[0] == "13"
    assert how(search, "of the to", "13", typos=False) == "not found"
    assert codes(search, "th", typos=False)[0] == "15"


# Codes


@pytest.mark.parametrize("query", ["HP:0002027", "hp:0002027", "0002027", " 0002027 "])
def test_a_code_finds_its_concept_first(search, query):
    first = search.search(query)[0]
    assert search.terminology.key(first.concept) == "HP:0002027"
    assert (first.text, first.how, first.score) == ("Abdominal pain", "exact", 100)


@pytest.mark.parametrize("query", ["C50.4", "c50.4", "C504", "ICD10CM:C50.4", "icd10cm:c504"])
def test_codes_of_icd_may_lack_the_dot(search, query):
    assert codes(search, query)[0] == "C50.4"


def test_a_code_of_two_systems_finds_both(tmp_path):
    both = [concept("7", "Left", system="A"), concept("7", "Right", system="B")]
    compile_concepts(both, tmp_path / "t", name="two")
    search = Search(Terminology(tmp_path / "t"))
    assert [hit.text for hit in search.search("7")] == ["Left", "Right"]
    assert [hit.text for hit in search.search("b:7")] == ["Right"]
    assert [hit.text for hit in search.search("7", systems=["B"])] == ["Right"]


# Typing errors


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("brest cancer", "1"),
        ("breast cancre", "1"),
        ("hypertenssion", "17"),
        ("hpyertensoin", "17"),  # two edits in a long word
        ("mellitis diabets", "E11"),
        ("tyroid", "15"),
        ("brest canc", "1"),  # the last word begun
    ],
)
def test_a_word_that_no_name_has_stands_for_those_nearly_alike(search, query, code):
    assert how(search, query, code).startswith("typo")
    assert code not in codes(search, query, typos=False)


def test_a_known_word_may_be_a_slip_and_is_then_found_last(search):
    assert codes(search, "ileum") == ["6", "7"]
    assert codes(search, "ileum", typos=False) == ["6"]


def test_a_misspelt_name_in_full_comes_before_names_with_more_words(tmp_path):
    compile_concepts(
        [concept("a", "Sexual organs", "related: Genitalia"), concept("b", "Normal genitalia")],
        tmp_path / "t",
        name="two",
    )
    search = Search(Terminology(tmp_path / "t"))
    assert codes(search, "genitaia", typos=False) == []
    assert codes(search, "genitaia") == ["a", "b"]


def test_typing_errors_are_looked_for_only_where_there_is_room(search):
    assert codes(search, "ileum", limit=1) == ["6"]
    assert {hit.how for hit in search.search("pain", limit=3)} == {"exact", "prefix"}


# Filters


def test_semantic_types_systems_and_ancestors_are_filters(search):
    find = search.terminology.find
    assert codes(search, "cancer", types=["T060"]) == ["2"]
    assert set(codes(search, "cancer", types=["T060", "T191"])) == {"1", "2", "15"}
    assert set(codes(search, "pain", systems=["X"], typos=False)) == {"5"}
    assert set(codes(search, "pain", below=[find("HP:0012531")])) == {"0012531", "0030839"}
    assert codes(search, "HP:0002027", types=["T191"]) == []
    assert codes(search, "pain", types=["T999"]) == []


def test_a_mask_is_one_more_filter(search):
    mask = np.zeros(len(search.terminology), np.bool_)
    mask[search.terminology.find("X:2")] = True
    assert codes(search, "breast", mask=mask) == ["2"]
    assert codes(search, "breast", mask=mask, types=["T191"]) == []


def test_retired_concepts_are_found_only_when_asked_for_and_last(search):
    assert codes(search, "hernia") == ["11"]
    assert codes(search, "hernia", retired=True) == ["11", "10"]
    assert codes(search, "hernia old name", typos=False) == []
    assert codes(search, "X:10", typos=False) == []
    assert codes(search, "X:10", retired=True) == ["10"]


def test_an_outdated_name_still_finds_its_concept(search):
    assert how(search, "rupture", "11") == "exact: Rupture"


# Whatever is typed


@pytest.mark.parametrize("query", ["", " ", "\n\t", "\u2003"])
def test_nothing_typed_finds_nothing(search, query):
    assert search.search(query) == []


def test_no_more_than_the_limit(search):
    assert len(search.search("a", limit=3)) == 3
    assert search.search("a", limit=0) == []


def test_signs_alone_find_names_of_signs(search):
    assert codes(search, "++") == ["14"]
    assert codes(search, "+") == ["14"]
    assert codes(search, "?!") == []


@pytest.mark.parametrize("query", ["pain " * 5000, "x" * 100_000, "疼痛", "🙂", "\ud800", "\x00",
                                   "a\u0301", "İ", "ß", "2" * 300, "'s", "\u0301"])  # fmt: skip
def test_strange_queries_do_no_harm(search, query):
    assert all(isinstance(hit, Hit) for hit in search.search(query))


@settings(max_examples=150, deadline=None)
@given(query=st.text(max_size=30) | st.text("aeinprt 2-:'", max_size=12))
def test_scores_never_rise_and_concepts_never_repeat(search, query):
    hits = search.search(query, retired=True, limit=50)
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert len({hit.concept for hit in hits}) == len(hits)
    for hit in hits:
        assert 0 < hit.score <= 100
        assert search.terminology.owner(hit.name) == hit.concept
        assert search.terminology.name_text(hit.name) == hit.text


@given(st.text(max_size=20))
def test_what_is_typed_is_compared_without_signs_case_and_accents(text):
    assert typed(typed(text)) == typed(text)
    assert typed(f"  {text}  ") == typed(text)


# Properties over terminologies of all sorts

VOCABULARY = """abscess artery bladder breast cancer carcinoma cervix chronic colon cough distal
    edema femur fever fracture heart hernia kidney left lesion liver lumbar mass node of ovary pain
    proximal pulmonary rash renal right skin stone the tibia tumor ulcer valve vein with wrist
    tumour oedema hepatic cardiac fractures stones ii 2 in""".split()
#: A name of words like "of" and "in" alone is found only as it is written.
phrases = (
    st.lists(st.sampled_from(VOCABULARY), min_size=1, max_size=5)
    .filter(lambda words: not STOP.issuperset(words))
    .map(" ".join)
)


@st.composite
def terminologies(draw: st.DrawFn) -> list[Concept]:
    names = draw(st.lists(st.lists(phrases, min_size=1, max_size=3), min_size=1, max_size=12))
    return [concept(str(at), *own) for at, own in enumerate(names)]


counter = itertools.count()


def compiled(folder: Path, concepts: list[Concept]) -> Search:
    out = folder / f"t{next(counter)}"
    compile_concepts(concepts, out, name="some")
    return Search(Terminology(out))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("some")


@settings(max_examples=60, deadline=None)
@given(concepts=terminologies(), seed=st.randoms(use_true_random=False))
def test_every_name_finds_its_concept_whatever_the_order_of_its_words(folder, concepts, seed):
    search = compiled(folder, concepts)
    for one in concepts:
        for name in one.names:
            words = name.text.split()
            seed.shuffle(words)
            for query, best in ((name.text, 100), (" ".join(words), 95)):
                hits = search.search(query, limit=len(concepts))
                hit = next(h for h in hits if search.terminology.code(h.concept) == one.code)
                meaningful = not set(words) <= {"of", "the", "in"}
                if query == name.text or meaningful:
                    assert hit.how == "exact"
                    assert hit.score >= best - 4
                    # All before it are as good.
                    assert {h.how for h in hits[: hits.index(hit)]} <= {"exact"}


def misspelt(word: str, draw: random.Random) -> str:
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
@example([concept("0", "left tibia"), concept("1", "tibial")], random.Random(1))
def test_one_edit_in_a_long_word_still_finds_the_concept(folder, concepts, draw):
    search = compiled(folder, concepts)
    one = draw.choice(concepts)
    words = draw.choice(one.names).text.split()
    long = [at for at, word in enumerate(words) if len(word) >= 5]
    assume(long)
    at = draw.choice(long)
    words[at] = misspelt(words[at], draw)
    assert one.code in codes(search, " ".join(words), limit=len(concepts))


@settings(max_examples=30, deadline=None)
@given(concepts=terminologies())
def test_the_same_concepts_give_the_same_arrays(folder, concepts):
    first, second = compiled(folder, concepts), compiled(folder, concepts[::-1])
    assert first.terminology.manifest.digest == second.terminology.manifest.digest


@settings(max_examples=60, deadline=None)
@given(concepts=terminologies(), query=phrases, cut=st.integers(1, 12))
def test_all_names_that_begin_so_are_found(folder, concepts, query, cut):
    search = compiled(folder, concepts)
    start = query[:cut].strip()
    expected = {
        one.code
        for one in concepts
        if any(typed(n.text).startswith(typed(start)) for n in one.names)
    }
    assert expected <= set(codes(search, start, limit=len(concepts)))


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Search:
    """A search over a thousand names of a few words each, some of which are in most names."""
    draw = random.Random(3)
    folder = tmp_path_factory.mktemp("many") / "terms"
    rare = ["".join(draw.choices(string.ascii_lowercase, k=7)) for _ in range(300)]
    names = (
        " ".join([*draw.sample(VOCABULARY[:6], draw.randint(0, 3)), draw.choice(rare)])
        for _ in range(1000)
    )
    compile_concepts([concept(f"{n:04}", name) for n, name in enumerate(names)], folder, name="m")
    return Search(Terminology(folder))


ranks = st.lists(st.integers(0, 999), max_size=8) | st.sets(st.integers(0, 999), min_size=100)


@settings(max_examples=100, deadline=None)
@given(lists=st.lists(ranks, max_size=4))
def test_lists_are_joined_and_compared_alike_whether_short_or_long(many, lists):
    postings = Postings(many.terminology)
    arrays = [np.array(list(one), np.int32) for one in lists]
    joined = postings.ascending(arrays)
    assert joined.tolist() == sorted(set().union(*lists))
    for one in arrays:
        assert postings.among(one, joined).all()
        here = np.sort(one)
        assert postings.among(joined, here).tolist() == np.isin(joined, here).tolist()


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_names_with_the_words_are_those_a_walk_through_all_names_finds(many, data):
    texts = [many.terminology.name_text(at) for at in range(1000)]
    words = data.draw(st.sampled_from(texts)).split()
    typed_words = data.draw(st.permutations(words))[: data.draw(st.integers(1, 3))]
    cut = data.draw(st.integers(1, 7))
    *whole, last = typed_words
    expected = {
        at
        for at, text in enumerate(texts)
        if set(whole) <= set(text.split())
        and any(word.startswith(last[:cut]) for word in text.split())
    }
    query = " ".join([*whole, last[:cut]])
    hits = many.search(query, limit=2000, typos=False)
    assert {hit.concept for hit in hits} == expected
    for score in {hit.score for hit in hits}:
        sizes = [(len(hit.text.split()), len(hit.text)) for hit in hits if hit.score == score]
        assert sizes == sorted(sizes)
    assert hits[:7] == many.search(query, limit=7, typos=False)
