"""Policies on CLEF and codes: made-up notes follow them, and the rules find planted errors."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from goldsmith.core import (
    CUI_LESS,
    AnnotationSet,
    Code,
    Document,
    Mention,
    Metadata,
    Relation,
    Span,
)
from goldsmith.examples.notes import load_documents
from goldsmith_demo.gold_check import check_documents, load_rules
from goldsmith_demo.gold_check import clef as clef_rules
from goldsmith_demo.gold_check import codes as code_rules
from goldsmith_demo.gold_check.finding import Rule
from goldsmith_demo.gold_check.notes import Note
from goldsmith_demo.life.catalogue import load_catalogue
from goldsmith_demo.life.concepts import find_meaning, is_listed, load_concepts
from goldsmith_demo.make import make_documents
from goldsmith_demo.writing.general import find_general_words
from goldsmith_demo.writing.layers.compounds import find_part, find_results, split_name

LAYERS = ("clef", "share-2014", "mayo-disorder")


@pytest.fixture(scope="module")
def docs() -> list[Document]:
    return list(make_documents(12, seed=41, more_kinds=True, typos=0, schemas=LAYERS))


def build(
    text: str,
    *words: tuple[str, str],
    relations: tuple[tuple[str, int, int], ...] = (),
    codes: tuple[tuple[str, str], ...] = (),
) -> Document:
    """Build a document with CLEF mentions (type, words) and disorders (words, code)."""
    mentions, at = [], 0
    for number, (kind, part) in enumerate(words):
        at = text.index(part, at)
        mentions.append(Mention(f"T{number}", kind, (Span(at, at + len(part)),)))
        at += 0 if kind == "Whole" else 1
    links = [Relation(f"R{n}", kind, f"T{a}", f"T{b}") for n, (kind, a, b) in enumerate(relations)]
    rows = []
    for number, (part, code) in enumerate(codes):
        at = text.index(part)
        rows.append(
            Mention(
                f"D{number}",
                "disorder",
                (Span(at, at + len(part)),),
                {"context": "current", "status": "confirmed", "unrelated": "false"},
                (Code(code, "UMLS"),),
            )
        )
    sets = {"clef": AnnotationSet("clef", tuple(mentions), tuple(links), schema="clef")}
    sets |= {name: AnnotationSet(name, tuple(rows), schema=name) for name in LAYERS[1:]}
    return Document("d", text, Metadata("p", "narrative"), (), sets)


def find(rule: Rule, *planted: Document) -> list[str]:
    return [what for _, _, what in rule([Note(doc) for doc in planted])]


def get_rule(subject: str, name: str) -> Rule:
    """Return a rule that is a pattern in `patterns.toml`."""
    return next(rule for rule in load_rules()[subject] if rule.__name__ == name)


def test_made_up_notes_follow_the_policies(docs: list[Document]) -> None:
    assert len(docs) > 300
    assert not list(check_documents(docs, subjects=("clef", "codes")))


def test_all_words_of_conditions_are_classified(docs: list[Document]) -> None:
    unknown = {
        words
        for doc in docs
        for mention in doc.sets["clef"].mentions
        if mention.type == "Condition"
        and not is_listed(
            words := " ".join(" ".join(doc.text[s.start : s.end].split()) for s in mention.spans)
        )
    }
    assert not unknown


@pytest.mark.parametrize("style", ["uk", "us"])
def test_all_names_of_the_catalogue_are_classified(style: str) -> None:
    entries = load_catalogue(style).values()
    names = {name for thing in entries if thing.kind == "Condition" for name in thing.names}
    assert not {name for name in names if not is_listed(name)}


def test_built_in_notes_follow_the_policies_on_signals_and_spans() -> None:
    notes = [
        Document(d.id, d.text, d.metadata, d.sections, {"clef": d.sets["gold"]})
        for d in load_documents()
    ]
    assert not find(clef_rules.find_idle_signals, *notes)
    assert not find(get_rule("clef", "find_joined_drugs"), *notes)
    assert not find(clef_rules.find_coreference_across_types, *notes)


def test_codes_depend_on_the_words_alone() -> None:
    concepts = load_concepts()
    for words, key in (
        ("breast cancer", "breast_cancer"),
        ("adenocarcinoma", "adenocarcinoma"),
        ("tumor", "neoplasm"),
        ("Lymphadenopathy", "lymphadenopathy"),
        ("adenopathy", "lymphadenopathy"),
    ):
        meaning = find_meaning(words)
        assert meaning is not None
        assert meaning.cui == concepts[key].cui
    for words in ("mass", "lesion", "fluid", "enlarged"):
        meaning = find_meaning(words)
        assert meaning is not None
        assert (meaning.cui, meaning.is_disorder) == ("", False)
    assert not any(map(find_meaning, ("it", "this", "symptom", "disease", "complications")))


def test_place_makes_a_concept_more_specific() -> None:
    concepts = load_concepts()
    placed = find_meaning("adenocarcinoma", "rectum")
    assert placed is not None
    assert placed.cui == concepts["rectal_adenocarcinoma"].cui
    assert find_meaning("enlarged", "liver") == find_meaning("hepatomegaly")
    assert find_meaning("cough", "rectum") is None


def test_every_wording_has_one_meaning() -> None:
    wordings = [words for c in load_concepts().values() for words in c.wordings.lower().split("; ")]
    assert len(wordings) == len(set(wordings))


@pytest.mark.parametrize(
    ("kind", "name", "parts"),
    [
        ("Drug-or-device", "cisplatin and vinorelbine", ["cisplatin", "vinorelbine"]),
        ("Drug-or-device", "calcium and vitamin D", ["calcium", "vitamin D"]),
        ("Investigation", "chest X-ray", ["X-ray", "chest"]),
        ("Investigation", "bone scan", ["bone scan"]),
        ("Intervention", "axillary node clearance", ["clearance", "axillary node"]),
        ("Intervention", "hysterectomy and BSO", ["hysterectomy", "BSO"]),
        ("Intervention", "sigmoid colectomy", ["colectomy", "sigmoid"]),
        ("Condition", "pain in the chest", ["pain", "chest"]),
        ("Condition", "fluid on the lung", ["fluid", "lung"]),
        ("Condition", "chest pain", ["chest pain"]),
    ],
)
def test_names_are_split_into_their_mentions(kind: str, name: str, parts: list[str]) -> None:
    rows = [[name[s.start : s.end] for s in part.spans] for part in split_name(kind, name)]
    assert [" ".join(row) for row in rows] == parts


@pytest.mark.parametrize(
    ("name", "part", "place"),
    [
        ("lower limbs", "lower", "limbs"),
        ("Apical zones", "Apical", "zones"),
        ("head of the pancreas", "head", "pancreas"),
        ("pancreatic tail", "tail", "pancreatic"),
    ],
)
def test_a_name_of_a_place_is_split_into_part_and_place(name: str, part: str, place: str) -> None:
    spans = find_part(name)
    assert spans is not None
    assert [name[span.start : span.end] for span in spans] == [part, place]


def test_a_name_of_a_structure_stays_whole() -> None:
    assert find_part("lumbar spine") is None


def test_judgements_after_a_place_are_found() -> None:
    text = "Hands were warm and dry."
    assert [text[s.start : s.end] for s in find_results(text, 5)] == ["warm", "dry"]
    assert not find_results("Chest clearly dull.", 5)


@pytest.mark.parametrize(
    ("rule", "planted"),
    [
        (
            clef_rules.find_overlaps,
            build("chest pain", ("Whole", "chest pain"), ("Locus", "chest")),
        ),
        (clef_rules.find_idle_signals, build("left breast", ("Laterality", "left"))),
        (get_rule("clef", "find_words_to_leave_out"), build("the rash", ("Condition", "the rash"))),
        (
            get_rule("clef", "find_joined_drugs"),
            build("cisplatin and etoposide", ("Drug-or-device", "cisplatin and etoposide")),
        ),
        (
            get_rule("clef", "find_split_lobes"),
            build("upper lobe", ("Sub-location", "upper"), ("Locus", "lobe")),
        ),
        (
            clef_rules.find_findings_ruled_out,
            build(
                "CT: no mass",
                ("Investigation", "CT"),
                ("Negation", "no"),
                ("Condition", "mass"),
                relations=(("has_finding", 0, 2), ("negation_modifies", 1, 2)),
            ),
        ),
        (
            clef_rules.find_coreference_of_absent,
            build(
                "mass; no mass",
                ("Condition", "mass"),
                ("Negation", "no"),
                ("Condition", "mass"),
                relations=(("co_refers", 2, 0), ("negation_modifies", 1, 2)),
            ),
        ),
        (
            clef_rules.find_coreference_across_types,
            build(
                "CT of the chest",
                ("Investigation", "CT"),
                ("Locus", "chest"),
                relations=(("co_refers", 1, 0),),
            ),
        ),
        (clef_rules.find_judgements_without_result, build("Chest clear.", ("Locus", "Chest"))),
        (get_rule("clef", "find_short_signals"), build("No evidence of it", ("Negation", "No"))),
        (clef_rules.find_unmarked_sides, build("pain in both knees", ("Locus", "knees"))),
        (
            get_rule("clef", "find_lone_pronouns"),
            build("A rash; it itches", ("Condition", "rash"), ("Condition", "it")),
        ),
        (
            clef_rules.find_far_reasons,
            build(
                "Known gout\nTakes naproxen",
                ("Condition", "gout"),
                ("Drug-or-device", "naproxen"),
                relations=(("has_indication", 1, 0),),
            ),
        ),
        (
            clef_rules.find_unrelated_neighbours,
            build("pain in the knee", ("Condition", "pain"), ("Locus", "knee")),
        ),
        (code_rules.find_general_words, build("It hurts", codes=(("It", "C0030193"),))),
        (
            code_rules.find_foreign_codes,
            build("jaundice", codes=(("jaundice", "C0030193"),)),
        ),
        (
            code_rules.find_places_left_out,
            build("lump in the breast", ("Locus", "breast"), codes=(("lump", CUI_LESS),)),
        ),
        (
            code_rules.find_places_left_out,
            build("axillary rash", ("Locus", "axillary"), codes=(("rash", "C0015230"),)),
        ),
    ],
)
def test_rules_find_a_planted_error(rule: Rule, planted: Document) -> None:
    assert find(rule, planted)


def test_rules_compare_documents() -> None:
    usual = [build("rash", ("Condition", "rash"), codes=(("rash", "C0015230"),))] * 30
    other = build("rash", ("Result", "rash"), codes=(("rash", "CUI-less"),))
    assert find(clef_rules.find_uneven_types, *usual, other) == [
        "rash: Result, elsewhere Condition"
    ]
    codes = find(code_rules.find_uneven_codes, *usual, other)
    assert codes[0] == "share-2014: rash: CUI-less, elsewhere C0015230"
    assert find(clef_rules.find_unmarked_words, *usual, build("A rash.")) == ["rash"]
    bare = build("rash", ("Condition", "rash"))
    assert find(code_rules.find_conditions_without_disorder, *usual, bare) == ["rash"]


def test_a_place_that_a_tumour_grows_into_is_not_its_location() -> None:
    text = "Tumour extends into the fat."
    spans = (Span(0, 6), Span(24, 27))
    mention = Mention("D1", "disorder", spans, codes=(Code(CUI_LESS, "UMLS"),))
    sets = {layer: AnnotationSet(layer, (mention,)) for layer in ("share-2014", "mayo-disorder")}
    assert find(code_rules.find_places_grown_into, Document("a", text, sets=sets))


@pytest.mark.parametrize(("words", "is_right"), [("Granuloma", False), ("Enlargement", True)])
def test_a_disorder_includes_a_place_only_if_it_is_incomplete_without(
    words: str, is_right: bool
) -> None:
    doc = build(f"{words} of the liver.", ("Locus", "liver"))
    at = doc.text.index("liver")
    mention = Mention("D1", "disorder", (Span(0, len(words)), Span(at, at + 5)))
    sets = {**doc.sets, "share-2014": AnnotationSet("share-2014", (mention,))}
    planted = Document("a", doc.text, sets=sets)
    assert bool(find(code_rules.find_places_of_complete_disorders, planted)) != is_right


def test_a_place_that_adds_no_meaning_is_not_part_of_the_disorder() -> None:
    assert find_meaning("lump", "breast") == find_meaning("breast lump")
    assert find_meaning("pain", "jaw") == find_meaning("pain")
    for words in ("granuloma", "oedema", "invasive ductal carcinoma", "liver metastases"):
        assert find_meaning(words, "liver") is None


def test_denied_disorder_must_be_negated() -> None:
    planted = build(
        "no asthma",
        ("Negation", "no"),
        ("Condition", "asthma"),
        relations=(("negation_modifies", 0, 1),),
        codes=(("asthma", "C0004096"),),
    )
    assert find(code_rules.find_absent_not_negated, planted) == ["asthma: not negated"]


@pytest.mark.parametrize(
    ("rule", "text", "kind", "words"),
    [
        (clef_rules.find_half_words, "Film normalagain.", "Result", "normal"),
        (get_rule("clef", "find_long_signals"), "She is in no distress.", "Negation", "in no"),
        (get_rule("clef", "find_long_signals"), "Has had no pain.", "Negation", "Has had no"),
        (get_rule("clef", "find_parts_that_are_none"), "The lung apices.", "Sub-location", "lung"),
        (
            get_rule("clef", "find_parts_that_are_none"),
            "The lumbar spine.",
            "Sub-location",
            "lumbar",
        ),
        (
            get_rule("clef", "find_joined_places"),
            "Lesions in T6, T9 and L1.",
            "Locus",
            "T6, T9 and L1",
        ),
        (get_rule("clef", "find_joined_places"), "Lesions in T6 and L1.", "Locus", "T6 and L1"),
        (
            get_rule("clef", "find_places_in_conditions"),
            "No fluid on the lung.",
            "Condition",
            "fluid on the lung",
        ),
        (
            get_rule("clef", "find_sided_operations"),
            "After left hemicolectomy.",
            "Intervention",
            "left hemi",
        ),
    ],
)
def test_extents_that_break_the_guideline_are_found(
    rule: Rule, text: str, kind: str, words: str
) -> None:
    assert find(rule, build(text, (kind, words)))


def test_history_marked_as_current_is_found() -> None:
    note = build("H/o hypertension.", codes=(("hypertension", "38341003"),))
    assert find(get_rule("codes", "find_history_as_current"), note)
    assert not find(
        get_rule("codes", "find_history_as_current"),
        build("Has hypertension.", codes=(("hypertension", "38341003"),)),
    )


def test_general_words_are_marked_in_sentences_but_not_in_headings_and_compounds() -> None:
    text = "Treatment:\nHer treatment goes on. Repeat bloods.\nSeen in the treatment room.\n"
    words = [(row.kind, row.span.start) for row in find_general_words(text, [])]
    assert words == [
        ("Intervention", text.index("treatment")),
        ("Investigation", text.index("bloods")),
    ]


def test_repeated_chests_co_refer_unless_they_are_modified(docs: list[Document]) -> None:
    for doc in docs:
        gold = doc.sets["clef"]
        linked = {arg for r in gold.relations if r.type == "co_refers" for arg in (r.arg1, r.arg2)}
        modified = {r.arg2 for r in gold.relations if r.type.endswith("_modifies")}
        chests = [
            mention.id
            for mention in gold.mentions
            if doc.get_covered_text(mention).lower() == "chest" and mention.id not in modified
        ]
        assert len(chests) < 2 or linked.issuperset(chests), doc.id


def test_adjacent_fragments_of_a_mention_are_found() -> None:
    whole = build("No pericardial thickening", ("Condition", "pericardial thickening"))
    parts = (Span(3, 14), Span(15, 25))
    broken = AnnotationSet("clef", (Mention("T0", "Condition", parts),), schema="clef")
    planted = Document("d", whole.text, whole.metadata, (), {**whole.sets, "clef": broken})
    assert find(clef_rules.find_broken_spans, planted) == ["pericardial thickening"]
    assert not find(clef_rules.find_broken_spans, whole)


def test_doubt_before_a_condition_is_a_signal() -> None:
    text = "Nodule in keeping with a metastasis, known emphysema"
    conditions = (("Condition", "Nodule"), ("Condition", "metastasis"), ("Condition", "emphysema"))
    assert find(clef_rules.find_unmarked_doubt, build(text, *conditions)) == [
        "doubt without a signal: in keeping with a"
    ]
    marked = build(text, ("Negation", "in keeping with"), *conditions[1:])
    assert not find(clef_rules.find_unmarked_doubt, marked)


def test_specimens_marked_as_mentions_are_found() -> None:
    planted = build("Five cores from the breast", ("Investigation", "cores"), ("Locus", "breast"))
    assert find(get_rule("clef", "find_specimens"), planted) == ["a specimen: cores"]


def test_a_condition_is_located_in_the_closer_place() -> None:
    text = "discs of the spine are narrowed, ribs and sacrum fractured"
    kinds = "Locus Locus Condition Locus Locus Condition".split()
    words = zip(kinds, "discs spine narrowed ribs sacrum fractured".split(), strict=True)
    both = (("has_location", 2, 0), ("has_location", 2, 1))
    two_bones = (("has_location", 5, 3), ("has_location", 5, 4))
    planted = build(text, *words, relations=both + two_bones)
    assert find(clef_rules.find_outer_places, planted) == ["the outer place: spine"]


def test_rules_accept_gold_without_optional_values(docs: list[Document]) -> None:
    """Gold from another source may lack attributes; a missing value cannot be wrong."""
    bare = [
        replace(
            doc,
            sets={
                name: replace(
                    gold, mentions=tuple(replace(m, attributes={}) for m in gold.mentions)
                )
                for name, gold in doc.sets.items()
            },
        )
        for doc in docs[:60]
    ]
    assert not list(check_documents(bare, subjects=("codes",)))
    doc = build(
        "No asthma. History of gout.",
        ("Negation", "No"),
        ("Condition", "asthma"),
        ("Condition", "gout"),
        relations=(("negation_modifies", 0, 1),),
        codes=(("asthma", "C0004096"), ("gout", "C0018099")),
    )
    assert find(code_rules.find_absent_not_negated, doc) == ["asthma: not negated"]
    assert find(get_rule("codes", "find_history_as_current"), doc) == ["History of gout: current"]
