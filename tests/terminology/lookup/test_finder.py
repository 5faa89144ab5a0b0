"""Dictionary lookup finds all variants of names in a text, at exact offsets, and nothing else."""

import itertools
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.terminology.builders import make_concept

from goldsmith.errors import InputError
from goldsmith.terminology.index.compile import compile_concepts
from goldsmith.terminology.index.normalisation import STOP_WORDS, fold_text
from goldsmith.terminology.index.scan import Tokens, scan
from goldsmith.terminology.lookup.finder import Lookup, Overlap
from goldsmith.terminology.store import Terminology

CONCEPTS = [
    make_concept("PE", "Pulmonary embolism", "abbreviation: PE"),
    make_concept("ALL", "Acute lymphoblastic leukaemia", "abbreviation: ALL"),
    make_concept("DVT", "Deep vein thrombosis", "abbreviation: DVT"),
    make_concept("CRPS", "Complex regional pain syndrome", "abbreviation: CRPS"),
    make_concept("BC", "Breast cancer", "Carcinoma of breast", types=("T191",)),
    make_concept("B", "Breast", types=("T023",)),
    make_concept("LB", "Left breast"),
    make_concept("SC", "Cancer screening programme"),
    make_concept("K", "Kidney"),
    make_concept("KF", "Renal failure"),
    make_concept("JV", "Jugular vein"),
    make_concept("OT", "Oesophageal tumour"),
    make_concept("HN", "Haematoma"),
    make_concept("V", "Vertebra"),
    make_concept("T2", "Diabetes mellitus type 2"),
    make_concept("G2", "Grade 2"),
    make_concept("AFP", "Alpha-fetoprotein"),
    make_concept("CD", "Crohn's disease"),
    make_concept("NS", "Non-small cell lung carcinoma"),
    make_concept("HP", "Hyperparathyroidism"),
    make_concept("CO", "Common cold", "Cold"),
    make_concept("IO", "Iodine", "abbreviation: I"),
    make_concept("FR", "Fracture of femur, unspecified"),
    make_concept("MS", "Mitral stenosis (disorder)"),
    make_concept("LK", "Liver, kidney and spleen"),
    make_concept("HER2", "HER2 positive"),
    make_concept("CM", "CM1"),
    make_concept("WL", "Wills"),
    make_concept("PD", "Pediatrics"),
    make_concept("CA", "Café-au-lait spot"),
    make_concept("OLD", "Dropsy", retired=True),
    make_concept("R", "Rash", "related: Redness", "retired: Exanthem"),
    make_concept("P1", "Pain"),
    make_concept("P2", "Pain"),
    make_concept("TP", "Cancer of the tail of the pancreas"),
    make_concept("MI", "Metastatic involvement of lymph node"),
]


@pytest.fixture(scope="module")
def terms(tmp_path_factory: pytest.TempPathFactory) -> Terminology:
    folder = tmp_path_factory.mktemp("lookup") / "terms"
    compile_concepts(CONCEPTS, folder, name="few")
    return Terminology(folder)


@pytest.fixture(scope="module")
def lookup(terms: Terminology) -> Lookup:
    return Lookup(terms)


def find(lookup: Lookup, text: str) -> list[str]:
    """Return the matches as `code: text`."""
    code = lookup.terminology.code
    return [f"{code(m.concept)}: {text[m.start : m.end]}" for m in lookup(text)]


#: Texts and their matches.
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
    # Adjectives replace their nouns only in longer names
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
    # Word order
    ("cancer of the breast", ["BC: cancer of the breast"]),
    ("failure of both kidneys", ["K: kidneys"]),
    ("cancer of the tail of the pancreas", ["TP: cancer of the tail of the pancreas"]),
    ("lymph node, metastatic involvement of", []),
    ("1 cm", []),
    # Boundaries
    ("pain in the breast. Cancer was", ["P1: pain", "P2: pain", "B: breast"]),
    ("breast; cancer", ["B: breast"]),
    ("breast, cancer", ["B: breast"]),
    ("breast\n\ncancer", ["B: breast"]),
    ("breast\ncancer", ["BC: breast\ncancer"]),
    ("breast\r\ncancer", ["BC: breast\r\ncancer"]),
    ("breast.Cancer", ["B: breast"]),
    ("liver, kidney and spleen", ["LK: liver, kidney and spleen"]),
    ("breastfeeding", []),
    # Qualifiers of names
    ("fracture of femur", ["FR: fracture of femur"]),
    ("mitral stenosis", ["MS: mitral stenosis"]),
    # Ordinary words, numbers, names that are not looked up
    ("I have a cold", []),
    ("the common cold", ["CO: common cold"]),
    ("she will come", []),
    ("dropsy, exanthem, redness", []),
    # Two concepts with the same name
    ("pain", ["P1: pain", "P2: pain"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), EXAMPLES, ids=[text for text, _ in EXAMPLES])
def test_names_in_text(lookup: Lookup, text: str, expected: list[str]) -> None:
    assert find(lookup, text) == expected


@pytest.mark.parametrize(
    ("text", "how"),
    [
        ("Breast cancer", "exact"),
        ("BREAST CANCERS", "inflected"),
        ("cancer of the breast", "reordered"),
    ],
)
def test_worth_depends_on_how_the_name_was_matched(lookup: Lookup, text: str, how: str) -> None:
    (match,) = lookup(text)
    assert match.how == how
    assert match.worth == 100 - {"exact": 0, "inflected": 3, "reordered": 12}[how]
    assert lookup.terminology.concept_of(match.name) == match.concept


# Overlap, masks, thresholds


@pytest.mark.parametrize(
    ("policy", "expected"),
    [
        ("all", ["LB: left breast", "BC: breast cancer", "B: breast",
                 "SC: cancer screening programme"]),
        ("outermost", ["LB: left breast", "BC: breast cancer", "SC: cancer screening programme"]),
        ("longest", ["LB: left breast", "SC: cancer screening programme"]),
    ],
)  # fmt: skip
def test_overlap(terms: Terminology, policy: Overlap, expected: list[str]) -> None:
    text = "left breast cancer screening programme"
    assert find(Lookup(terms, overlap=policy), text) == expected


def test_longest_match_wins_even_if_it_starts_later(lookup: Lookup) -> None:
    assert find(lookup, "breast cancer screening programme") == [
        "B: breast",
        "SC: cancer screening programme",
    ]


def test_unknown_overlap_policy_is_rejected(terms: Terminology) -> None:
    with pytest.raises(InputError, match="no overlap policy"):
        Lookup(terms, overlap="shortest")  # type: ignore[arg-type]


def test_mask_applies_before_overlap(terms: Terminology) -> None:
    masked = Lookup(terms, mask=terms.mask(types=["T023"]))
    assert find(masked, "breast cancer") == ["B: breast"]


def test_low_threshold_admits_ordinary_words(terms: Terminology) -> None:
    assert find(Lookup(terms, threshold=1), "I have a cold") == ["IO: I", "CO: cold"]
    assert find(Lookup(terms, threshold=99), "breast cancers") == ["B: breast"]


def test_without_variants_only_exact_names_match(terms: Terminology) -> None:
    exact = Lookup(terms, variants=False)
    assert find(exact, "Breast Cancer, breast cancers") == ["BC: Breast Cancer", "B: breast"]
    assert find(exact, "carcinoma of the breast") == ["BC: carcinoma of the breast"]


def test_typos_are_found_on_request(terms: Terminology, lookup: Lookup) -> None:
    text = "brest cancer with haematona"
    assert find(lookup, text) == []
    tolerant = Lookup(terms, typos=True)
    assert find(tolerant, text) == ["BC: brest cancer", "HN: haematona"]
    assert {match.how for match in tolerant(text)} == {"typo"}


# Offsets


@pytest.mark.parametrize(
    "before", ["", "\U0001f600", "\U0001f600 ", "e\u0301\u0301 ", "日本語 ", "\u200b", "ﬁ ", "\r\n"]
)
@pytest.mark.parametrize("after", ["", ".", "\U0001f600", " \u0301", "\n", "’s"])
def test_offsets_are_exact_in_any_context(lookup: Lookup, before: str, after: str) -> None:
    text = f"{before}breast cancer{after}"
    (match,) = lookup(text)
    assert text[match.start : match.end].rstrip("\u0301") == "breast cancer"


def test_combining_accents_belong_to_the_match(lookup: Lookup) -> None:
    text = "A cafe\u0301-au-lait spot."
    assert find(lookup, text) == ["CA: cafe\u0301-au-lait spot"]


def test_soft_hyphens_within_words_are_ignored(lookup: Lookup) -> None:
    assert find(lookup, "brea\u00adst can\u00adcer") == ["BC: brea\u00adst can\u00adcer"]


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
def test_batch_gives_the_matches_of_single_texts(
    terms: Terminology, batch: list[str], policy: Overlap
) -> None:
    lookup = Lookup(terms, overlap=policy)
    together = [[column.tolist() for column in columns] for columns in lookup.find_many(batch)]
    assert together == [[column.tolist() for column in lookup.find_columns(text)] for text in batch]


@settings(deadline=None)
@given(st.text() | texts)
@example("\ud800 breast cancer")
@example("\x00")
def test_matches_of_any_text_are_inside_it_and_ordered(lookup: Lookup, text: str) -> None:
    matches = lookup(text)
    for match in matches:
        assert 0 <= match.start < match.end <= len(text)
        assert text[match.start : match.end].strip() == text[match.start : match.end]
    assert matches == sorted(matches, key=lambda match: match.start)
    spans = sorted({(match.start, match.end) for match in matches})
    assert all(span[1] <= following[0] for span, following in itertools.pairwise(spans))


counter = itertools.count()
letters = st.text(alphabet="abcdeorstéü", min_size=3, max_size=7)
numbers = st.sampled_from(["2", "II", "12", "α", "of", "the"])
phrases = st.lists(letters | numbers, min_size=1, max_size=5).map(" ".join)
punctuated = st.tuples(phrases, st.sampled_from([" ", ", ", "-", " (", "/"]), phrases).map("".join)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("names")


def _count_within(tokens: Tokens, content: list[tuple[int, int]]) -> int:
    """Count the words between the first and the last content word."""
    if not content:
        return 0
    return sum(content[0][0] < 3 + start < content[-1][1] for start in tokens.start.tolist())


@settings(deadline=None, max_examples=60)
@given(st.lists(phrases | punctuated, min_size=1, max_size=6))
def test_every_name_is_found_at_its_offset(folder: Path, names: list[str]) -> None:
    out = folder / f"t{next(counter)}"
    compile_concepts(
        [make_concept(str(at), name) for at, name in enumerate(names)], out, name="some"
    )
    lookup = Lookup(Terminology(out), threshold=1, overlap="all")
    for at, name in enumerate(names):
        text = f"xx {name} yy"
        tokens = scan(name)
        offsets = zip(tokens.start.tolist(), tokens.end.tolist(), strict=True)
        content = [(3 + s, 3 + e) for s, e in offsets if fold_text(name[s:e]) not in STOP_WORDS]
        within = _count_within(tokens, content)
        if not content or within - len(content) + 1 > 3 * (len(content) - 1):
            continue  # Names with too many stop words are not looked up.
        matches = [
            match for match in lookup(text) if lookup.terminology.code(match.concept) == str(at)
        ]
        exact = {(match.start, match.end) for match in matches if match.how == "exact"}
        assert (content[0][0], content[-1][1]) in exact
