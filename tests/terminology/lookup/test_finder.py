"""Names are found in text as people write them, where they are, and not where they are not."""

import itertools
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from goldsmith.errors import InputError
from goldsmith.terminology.concept import Concept, Name
from goldsmith.terminology.index.compile import compile_concepts
from goldsmith.terminology.index.scan import scan
from goldsmith.terminology.index.words import STOP, folded
from goldsmith.terminology.lookup.finder import Lookup
from goldsmith.terminology.store import Terminology


def concept(code: str, name: str, *others: str, **more) -> Concept:
    """A concept; other names are synonyms unless a kind stands before them: `lay: belly ache`."""
    names = [Name(name, "preferred")]
    for other in others:
        kind, colon, text = other.rpartition(": ")
        names.append(Name(text, kind if colon else "synonym"))
    return Concept(code, "X", tuple(names), **more)


CONCEPTS = [
    concept("PE", "Pulmonary embolism", "abbreviation: PE"),
    concept("ALL", "Acute lymphoblastic leukaemia", "abbreviation: ALL"),
    concept("DVT", "Deep vein thrombosis", "abbreviation: DVT"),
    concept("CRPS", "Complex regional pain syndrome", "abbreviation: CRPS"),
    concept("BC", "Breast cancer", "Carcinoma of breast", types=("T191",)),
    concept("B", "Breast", types=("T023",)),
    concept("LB", "Left breast"),
    concept("SC", "Cancer screening programme"),
    concept("K", "Kidney"),
    concept("KF", "Renal failure"),
    concept("JV", "Jugular vein"),
    concept("OT", "Oesophageal tumour"),
    concept("HN", "Haematoma"),
    concept("V", "Vertebra"),
    concept("T2", "Diabetes mellitus type 2"),
    concept("G2", "Grade 2"),
    concept("AFP", "Alpha-fetoprotein"),
    concept("CD", "Crohn's disease"),
    concept("NS", "Non-small cell lung carcinoma"),
    concept("HP", "Hyperparathyroidism"),
    concept("CO", "Common cold", "Cold"),
    concept("IO", "Iodine", "abbreviation: I"),
    concept("FR", "Fracture of femur, unspecified"),
    concept("MS", "Mitral stenosis (disorder)"),
    concept("LK", "Liver, kidney and spleen"),
    concept("HER2", "HER2 positive"),
    concept("CM", "CM1"),
    concept("WL", "Wills"),
    concept("PD", "Pediatrics"),
    concept("CA", "Café-au-lait spot"),
    concept("OLD", "Dropsy", retired=True),
    concept("R", "Rash", "related: Redness", "retired: Exanthem"),
    concept("P1", "Pain"),
    concept("P2", "Pain"),
    concept("TP", "Cancer of the tail of the pancreas"),
    concept("MI", "Metastatic involvement of lymph node"),
]


@pytest.fixture(scope="module")
def terms(tmp_path_factory: pytest.TempPathFactory) -> Terminology:
    folder = tmp_path_factory.mktemp("lookup") / "terms"
    compile_concepts(CONCEPTS, folder, name="few")
    return Terminology(folder)


@pytest.fixture(scope="module")
def lookup(terms: Terminology) -> Lookup:
    return Lookup(terms)


def found(lookup: Lookup, text: str) -> list[str]:
    """What was found as `code: text`."""
    code = lookup.terminology.code
    return [f"{code(m.concept)}: {text[m.start : m.end]}" for m in lookup(text)]


#: A text, and what is found in it.
EXAMPLES = [
    # Case
    ("PE was excluded", ["PE: PE"]),
    ("PE, Pe and pe", ["PE: PE"]),
    ("Two DVTs before", ["DVT: DVTs"]),
    ("relapse of ALL in 2010", ["ALL: ALL"]),
    ("all of them, All", []),
    ("ALL SYSTEMS WERE REVIEWED TODAY", []),
    ("BREAST CANCER SCREENED", ["BC: BREAST CANCER"]),
    ("CRP was 5", []),
    ("CRPS of the hand", ["CRPS: CRPS"]),
    # Inflection and spelling
    ("breast cancers", ["BC: breast cancers"]),
    ("three vertebrae", ["V: vertebrae"]),
    ("hematomata", ["HN: hematomata"]),
    ("esophageal tumors", ["OT: esophageal tumors"]),
    ("deep vein thromboses", ["DVT: deep vein thromboses"]),
    # Adjectives stand for their nouns in longer names only
    ("kidney failure", ["KF: kidney failure"]),
    ("renal ultrasound", []),
    ("both kidneys", ["K: kidneys"]),
    ("jugular venous distension", []),
    ("pediatric ward", []),
    # Hyphens, Greek, numerals, accents, possessives
    ("nonsmall cell lung carcinoma", ["NS: nonsmall cell lung carcinoma"]),
    ("non small-cell lung carcinoma", ["NS: non small-cell lung carcinoma"]),
    ("hyper-parathyroidism", ["HP: hyper-parathyroidism"]),
    ("α-fetoprotein and alpha fetoprotein",
     ["AFP: α-fetoprotein", "AFP: alpha fetoprotein"]),
    ("type II diabetes mellitus", ["T2: type II diabetes mellitus"]),
    ("diabetes mellitus type two", ["T2: diabetes mellitus type two"]),
    ("grade II", ["G2: grade II"]),
    ("grade 2.5 and grade 21", []),
    ("Crohn disease, Crohns disease, Crohn’s disease",
     ["CD: Crohn disease", "CD: Crohns disease", "CD: Crohn’s disease"]),
    ("cafe au lait spots", ["CA: cafe au lait spots"]),
    ("HER-2 positive", ["HER2: HER-2 positive"]),
    ("HER22 positive", []),
    # Order of words
    ("cancer of the breast", ["BC: cancer of the breast"]),
    ("failure of both kidneys", ["K: kidneys"]),
    ("cancer of the tail of the pancreas", ["TP: cancer of the tail of the pancreas"]),
    ("lymph node, metastatic involvement of", []),
    ("1 cm", []),
    # Borders
    ("pain in the breast. Cancer was", ["P1: pain", "P2: pain", "B: breast"]),
    ("breast; cancer", ["B: breast"]),
    ("breast, cancer", ["B: breast"]),
    ("breast\n\ncancer", ["B: breast"]),
    ("breast\ncancer", ["BC: breast\ncancer"]),
    ("breast\r\ncancer", ["BC: breast\r\ncancer"]),
    ("breast.Cancer", ["B: breast"]),
    ("liver, kidney and spleen", ["LK: liver, kidney and spleen"]),
    ("breastfeeding", []),
    # What names have that text does not
    ("fracture of femur", ["FR: fracture of femur"]),
    ("mitral stenosis", ["MS: mitral stenosis"]),
    # Ordinary words, numbers, names not looked for
    ("I have a cold", []),
    ("the common cold", ["CO: common cold"]),
    ("she will come", []),
    ("dropsy, exanthem, redness", []),
    # One name of two concepts
    ("pain", ["P1: pain", "P2: pain"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), EXAMPLES, ids=[text for text, _ in EXAMPLES])
def test_names_in_text(lookup: Lookup, text: str, expected: list[str]) -> None:
    assert found(lookup, text) == expected


@pytest.mark.parametrize(
    ("text", "how"),
    [
        ("Breast cancer", "exact"),
        ("BREAST CANCERS", "inflected"),
        ("cancer of the breast", "reordered"),
    ],
)
def test_a_match_says_how_it_was_found_and_costs_more_the_farther_it_is(
    lookup: Lookup, text: str, how: str
) -> None:
    (match,) = lookup(text)
    assert match.how == how
    assert match.worth == 100 - {"exact": 0, "inflected": 3, "reordered": 12}[how]
    assert lookup.terminology.owner(match.name) == match.concept


# Overlap, parts, thresholds


@pytest.mark.parametrize(
    ("policy", "expected"),
    [
        ("all", ["LB: left breast", "BC: breast cancer", "B: breast",
                 "SC: cancer screening programme"]),
        ("outermost", ["LB: left breast", "BC: breast cancer", "SC: cancer screening programme"]),
        ("longest", ["LB: left breast", "SC: cancer screening programme"]),
    ],
)  # fmt: skip
def test_overlap(terms: Terminology, policy, expected: list[str]) -> None:
    text = "left breast cancer screening programme"
    assert found(Lookup(terms, overlap=policy), text) == expected


def test_the_longest_is_kept_though_it_begins_later(lookup: Lookup) -> None:
    assert found(lookup, "breast cancer screening programme") == [
        "B: breast",
        "SC: cancer screening programme",
    ]


def test_there_are_three_policies(terms: Terminology) -> None:
    with pytest.raises(InputError, match="no overlap policy"):
        Lookup(terms, overlap="shortest")  # type: ignore[arg-type]


def test_a_mask_leaves_concepts_out_before_overlap_is_looked_at(terms: Terminology) -> None:
    masked = Lookup(terms, mask=terms.mask(types=["T023"]))
    assert found(masked, "breast cancer") == ["B: breast"]


def test_a_low_threshold_lets_ordinary_words_pass(terms: Terminology) -> None:
    assert found(Lookup(terms, threshold=1), "I have a cold") == ["IO: I", "CO: cold"]
    assert found(Lookup(terms, threshold=99), "breast cancers") == ["B: breast"]


def test_without_variants_only_the_words_of_a_name_in_their_order(terms: Terminology) -> None:
    plain = Lookup(terms, variants=False)
    assert found(plain, "Breast Cancer, breast cancers") == ["BC: Breast Cancer", "B: breast"]
    assert found(plain, "carcinoma of the breast") == ["BC: carcinoma of the breast"]


def test_typos_are_found_on_request(terms: Terminology, lookup: Lookup) -> None:
    text = "brest cancer with haematona"
    assert found(lookup, text) == []
    mild = Lookup(terms, typos=True)
    assert found(mild, text) == ["BC: brest cancer", "HN: haematona"]
    assert {match.how for match in mild(text)} == {"typo"}


# Places


@pytest.mark.parametrize(
    "before", ["", "\U0001f600", "\U0001f600 ", "e\u0301\u0301 ", "日本語 ", "\u200b", "ﬁ ", "\r\n"]
)
@pytest.mark.parametrize("behind", ["", ".", "\U0001f600", " \u0301", "\n", "’s"])
def test_places_are_exact_whatever_stands_around(lookup: Lookup, before: str, behind: str) -> None:
    text = f"{before}breast cancer{behind}"
    (match,) = lookup(text)
    assert text[match.start : match.end].rstrip("\u0301") == "breast cancer"


def test_accents_that_are_characters_of_their_own_belong_to_the_match(lookup: Lookup) -> None:
    text = "A cafe\u0301-au-lait spot."
    assert found(lookup, text) == ["CA: cafe\u0301-au-lait spot"]


def test_a_soft_hyphen_within_a_word(lookup: Lookup) -> None:
    assert found(lookup, "brea\u00adst can\u00adcer") == ["BC: brea\u00adst can\u00adcer"]


# Properties

WORDS = """breast cancer left PE pe ALL all pain kidneys renal failure of the in grade ii 2 cold
    tumours esophageal screening programme , . ; \n \n\n ( ) 's \U0001f600 e\u0301 x-ray""".split(
    " "
)
texts = st.lists(st.sampled_from(WORDS), max_size=25).map(" ".join)


@settings(deadline=None)
@given(st.lists(texts | st.text(max_size=40), max_size=8), st.sampled_from(["longest", "all"]))
@example(["ALL", "SYSTEMS REVIEWED TODAY"], "longest")
@example(["breast", "cancer"], "longest")
@example(["a\x00PE", "\u0301pain", "'s"], "all")
def test_texts_together_give_what_they_give_one_by_one(terms, batch, policy) -> None:
    lookup = Lookup(terms, overlap=policy)
    together = [[column.tolist() for column in some] for some in lookup.many(batch)]
    assert together == [[column.tolist() for column in lookup.columns(text)] for text in batch]


@settings(deadline=None)
@given(st.text() | texts)
@example("\ud800 breast cancer")
@example("\x00")
def test_any_text_works_and_matches_lie_within_it_in_order(lookup, text) -> None:
    matches = lookup(text)
    for match in matches:
        assert 0 <= match.start < match.end <= len(text)
        assert text[match.start : match.end].strip() == text[match.start : match.end]
    assert matches == sorted(matches, key=lambda match: match.start)
    places = sorted({(match.start, match.end) for match in matches})
    assert all(one[1] <= other[0] for one, other in itertools.pairwise(places))


counter = itertools.count()
letters = st.text(alphabet="abcdeorstéü", min_size=3, max_size=7)
numbers = st.sampled_from(["2", "II", "12", "α", "of", "the"])
phrases = st.lists(letters | numbers, min_size=1, max_size=5).map(" ".join)
punctuated = st.tuples(phrases, st.sampled_from([" ", ", ", "-", " (", "/"]), phrases).map("".join)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("names")


@settings(deadline=None, max_examples=60)
@given(st.lists(phrases | punctuated, min_size=1, max_size=6))
def test_every_name_is_found_where_it_stands(folder: Path, names: list[str]) -> None:
    out = folder / f"t{next(counter)}"
    compile_concepts([concept(str(at), name) for at, name in enumerate(names)], out, name="some")
    lookup = Lookup(Terminology(out), threshold=1, overlap="all")
    for at, name in enumerate(names):
        text = f"xx {name} yy"
        tokens = scan(name)
        places = zip(tokens.start.tolist(), tokens.end.tolist(), strict=True)
        said = [(3 + s, 3 + e) for s, e in places if folded(name[s:e]) not in STOP]
        within = sum(said[0][0] < 3 + s < said[-1][1] for s in tokens.start.tolist()) if said else 0
        if not said or within - len(said) + 1 > 3 * (len(said) - 1):
            continue  # Names of stop words alone, or of very many, are not looked for.
        own = [match for match in lookup(text) if lookup.terminology.code(match.concept) == str(at)]
        exact = {(match.start, match.end) for match in own if match.how == "exact"}
        assert (said[0][0], said[-1][1]) in exact
