"""Rules on gold annotation: how they are run, and the policies of coreference."""

from __future__ import annotations

from functools import cache

import msgspec
import pytest

from goldsmith.core import AnnotationSet, Document, Mention, Relation, Span
from goldsmith_demo.gold_check import check_documents, load_rules
from goldsmith_demo.make import make_documents

_TEXT = "Dear Dr Ray\n\nI saw Mrs Low. She brought her tablets. The rash has gone; it was mild.\n"


@cache
def make_notes() -> tuple[Document, ...]:
    return tuple(make_documents(12, seed=41, schemas=("odie", "i2b2-2011"), more_kinds=True))


def find(word: str, nth: int = 0) -> Span:
    start = -1
    for _ in range(nth + 1):
        start = _TEXT.index(word, start + 1)
    return Span(start, start + len(word))


def annotate() -> Document:
    """Annotate a note according to the policies."""
    rows = [
        ("person", "Dr Ray", 0),
        ("person", "I", 0),
        ("person", "Mrs Low", 0),
        ("person", "She", 0),
        ("person", "her", 0),
        ("problem", "The rash", 0),
        ("pronoun", "it", 0),
    ]
    mentions = tuple(
        Mention(f"C{number}", kind, (find(word, nth),))
        for number, (kind, word, nth) in enumerate(rows, 1)
    )
    pairs = (("C4", "C3"), ("C5", "C4"), ("C7", "C6"))
    relations = tuple(
        Relation(f"R{number}", "coreference", *pair) for number, pair in enumerate(pairs, 1)
    )
    return Document("a", _TEXT, sets={"i2b2-2011": AnnotationSet("i2b2-2011", mentions, relations)})


def list_broken(doc: Document) -> set[str]:
    return {finding.rule for finding in check_documents([doc], subjects=["coreference"])}


def drop(doc: Document, *, mention: str = "", relation: str = "") -> Document:
    """Remove a mention with its relations, or a relation."""
    gold = doc.sets["i2b2-2011"]
    changed = msgspec.structs.replace(
        gold,
        mentions=tuple(row for row in gold.mentions if row.id != mention),
        relations=tuple(
            row
            for row in gold.relations
            if row.id != relation and mention not in (row.arg1, row.arg2)
        ),
    )
    return msgspec.structs.replace(doc, sets={"i2b2-2011": changed})


def test_every_subject_has_rules_that_state_their_policy() -> None:
    for subject, rules in load_rules().items():
        assert rules, subject
        assert all(rule.__doc__ for rule in rules)


def test_findings_name_rule_document_and_place() -> None:
    doc = drop(annotate(), mention="C1")
    (finding,) = check_documents([doc], subjects=["coreference"])
    assert (finding.rule, finding.document) == ("find_unmarked_names", "a")
    assert _TEXT[finding.start : finding.end] == "Dr Ray"


def test_layers_that_a_note_does_not_have_are_not_checked() -> None:
    assert list(check_documents([Document("a", "Gout.")])) == []


def test_good_annotation_breaks_no_rule() -> None:
    assert list_broken(annotate()) == set()


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"mention": "C1"}, "find_unmarked_names"),
        ({"mention": "C2"}, "find_unmarked_personal_pronouns"),
        ({"mention": "C7"}, "find_unresolved_pronouns"),
        ({"relation": "R3"}, "find_pronouns_without_antecedent"),
        ({"relation": "R2"}, "find_split_patients"),
    ],
)
def test_planted_errors_are_found(change: dict[str, str], rule: str) -> None:
    assert list_broken(drop(annotate(), **change)) == {rule}


def test_a_smoker_who_is_not_marked_as_a_person_is_found() -> None:
    text = "Social history: Ex-smoker.\n"
    smoker = AnnotationSet("i2b2-2011", (Mention("C1", "person", (Span(16, 25),)),))
    empty = AnnotationSet("i2b2-2011", ())
    assert list_broken(Document("a", text, sets={"i2b2-2011": smoker})) == set()
    assert list_broken(Document("a", text, sets={"i2b2-2011": empty})) == {"find_unmarked_names"}


def test_an_antecedent_inside_its_anaphor_is_found() -> None:
    text = "He was his usual self.\n"
    definite = {"grammatical_category": "definite noun phrase"}
    rows = (
        Mention("M1", "markable", (Span(0, 2),)),
        Mention("M2", "markable", (Span(7, 21),), definite),
        Mention("M3", "markable", (Span(7, 10),)),
    )
    for antecedent, broken in (("M1", False), ("M3", True)):
        pairs = (
            Relation("P1", "pair", "M2", antecedent, {"bagga_class": "syntactic equatives"}),
            Relation("P2", "pair", "M3", "M1", {"bagga_class": "pronouns"}),
        )
        doc = Document("a", text, sets={"odie": AnnotationSet("odie", rows, pairs)})
        assert ("find_wrong_bagga_classes" in list_broken(doc)) is broken


def test_two_drugs_in_one_treatment_are_found() -> None:
    text = "Cisplatin and etoposide."
    drugs = (
        Mention("T1", "Drug-or-device", (Span(0, 9),)),
        Mention("T2", "Drug-or-device", (Span(14, 23),)),
    )
    joined = AnnotationSet("i2b2-2011", (Mention("C1", "treatment", (Span(0, 23),)),))
    apart = AnnotationSet(
        "i2b2-2011",
        (Mention("C1", "treatment", (Span(0, 9),)), Mention("C2", "treatment", (Span(14, 23),))),
    )
    clef = AnnotationSet("clef", drugs)
    assert list_broken(Document("a", text, sets={"clef": clef, "i2b2-2011": joined})) == {
        "find_joined_treatments"
    }
    assert list_broken(Document("a", text, sets={"clef": clef, "i2b2-2011": apart})) == set()


def test_a_phrase_without_its_article_is_found() -> None:
    doc = annotate()
    gold = doc.sets["i2b2-2011"]
    bare = tuple(
        msgspec.structs.replace(row, spans=(find("rash"),)) if row.id == "C6" else row
        for row in gold.mentions
    )
    changed = msgspec.structs.replace(gold, mentions=bare)
    doc = msgspec.structs.replace(doc, sets={"i2b2-2011": changed})
    assert "find_missing_determiners" in list_broken(doc)


def test_a_phrase_after_an_abbreviated_preposition_is_its_object() -> None:
    text = "Man w/ h/o gout. The gout is mild.\n"
    attributes = {"sentence_function": "other", "grammatical_category": "bare noun phrase"}
    row = Mention("M1", "markable", (Span(11, 15),), attributes)
    doc = Document("note", text, sets={"odie": AnnotationSet("odie", (row,))})
    assert "find_functions_after_preposition" in list_broken(doc)


@pytest.mark.parametrize(
    ("text", "words", "rule"),
    [
        ("67F p/w fever.\n", "67F", "find_functions_before_verb"),
        ("Her treatment goes on.\n", "Her treatment", "find_general_markables"),
        ("Tumour in four of the cores.\n", "the cores", "find_general_markables"),
    ],
)
def test_general_markables_and_wrong_sentence_functions_are_found(
    text: str, words: str, rule: str
) -> None:
    at = text.index(words)
    for function, span in (("other", Span(at, at + len(words))), ("surface subject", Span(0, 1))):
        attributes = {"sentence_function": function, "grammatical_category": "bare noun phrase"}
        row = Mention("M1", "markable", (span,), attributes)
        doc = Document("a", text, sets={"odie": AnnotationSet("odie", (row,))})
        assert (rule in list_broken(doc)) is (function == "other")


@pytest.mark.parametrize(
    ("attributes", "rule"),
    [
        ({"sentence_function": "direct object"}, "find_functions_against_case"),
        ({"grammatical_category": "possessive pronoun"}, "find_functions_against_case"),
    ],
)
def test_wrong_attributes_of_markables_are_found(attributes: dict[str, str], rule: str) -> None:
    doc = next(
        doc
        for doc in make_notes()
        if any(
            doc.text[row.spans[0].start :].startswith("She ") for row in doc.sets["odie"].mentions
        )
    )
    gold = doc.sets["odie"]
    mentions = tuple(
        msgspec.structs.replace(row, attributes={**row.attributes, **attributes})
        if doc.text[row.spans[0].start : row.spans[0].end] == "She"
        else row
        for row in gold.mentions
    )
    sets = {**doc.sets, "odie": msgspec.structs.replace(gold, mentions=mentions)}
    assert rule in list_broken(msgspec.structs.replace(doc, sets=sets))


def pair_places(
    text: str, part: str, whole: str, function: str = "other", kind: str = "part/whole"
) -> Document:
    """Pair two places in a text, as part and whole or with the relation type `kind`."""
    attributes = {"semantic_class": "anatomy", "sentence_function": function}
    mentions = tuple(
        Mention(key, "markable", (Span(at, at + len(word)),), attributes)
        for key, word in (("M1", whole), ("M2", part))
        for at in (text.index(word),)
    )
    pair = Relation("P1", "pair", "M2", "M1", {"relation_type": kind})
    return Document("a", text, sets={"odie": AnnotationSet("odie", mentions, (pair,))})


@pytest.mark.parametrize(
    ("doc", "rules"),
    [
        (pair_places("The arm is swollen, the wrist too.", "the wrist", "The arm"), set()),
        (
            pair_places("Abdomen: the liver is large.", "the liver", "Abdomen"),
            {"find_parts_apart_from_wholes"},
        ),
        (
            pair_places("Chest X-ray: lung deposits.", "lung", "Chest", "modifier"),
            {
                "find_parts_apart_from_wholes",
                "find_parts_within_names",
                "find_places_within_names",
            },
        ),
        (
            pair_places(
                "Rectum: tumour of the lower rectum.", "the lower rectum", "Rectum", kind="identity"
            ),
            {"find_parts_identical_with_wholes"},
        ),
        (
            pair_places(
                "Seven nodes: tumour in two of the seven nodes.",
                "two of the seven nodes",
                "Seven nodes",
                kind="identity",
            ),
            {"find_parts_identical_with_wholes"},
        ),
        (
            pair_places("The arm is sore and the skin red.", "the skin", "The arm"),
            {"find_tissues_as_parts"},
        ),
    ],
)
def test_wrong_pairs_of_parts_and_wholes_are_found(doc: Document, rules: set[str]) -> None:
    assert {finding.rule for finding in check_documents([doc], subjects=["parts"])} == rules


def test_coreference_in_made_up_notes_follows_the_policies() -> None:
    assert len(make_notes()) > 250
    assert list(check_documents(make_notes(), subjects=["coreference", "parts"])) == []
