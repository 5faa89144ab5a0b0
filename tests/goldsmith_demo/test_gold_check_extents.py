"""Rules on gold annotation: extents of phrases, pronouns after lists, and classes of pairs."""

from __future__ import annotations

import re

import pytest

from goldsmith.core import AnnotationSet, Document, Mention, Relation, Section, Span
from goldsmith_demo.gold_check import check_documents

_MARK = re.compile(r"\[([^\[\]]+)\]")


def annotate(marked: str, *types: str) -> tuple[str, tuple[Mention, ...]]:
    """Return the text without brackets, and a mention for each bracketed phrase."""
    mentions: list[Mention] = []
    text, at = "", 0
    for match in _MARK.finditer(marked):
        text += marked[at : match.start()]
        span = Span(len(text), len(text) + len(match[1]))
        mentions.append(Mention(f"C{len(mentions) + 1}", types[len(mentions)], (span,)))
        text, at = text + match[1], match.end()
    return text + marked[at:], tuple(mentions)


def list_broken(doc: Document, subject: str) -> set[str]:
    return {finding.rule for finding in check_documents([doc], subjects=[subject])}


@pytest.mark.parametrize(
    ("right", "wrong", "kind", "rule"),
    [
        ("Known [gout].", "[Known gout].", "problem", "find_known"),
        ("Very likely [gout].", "[Very likely gout].", "problem", "find_spans_with_doubt"),
        ("Commence [senna].", "[Commence senna].", "treatment", "find_spans_with_doubt"),
        ("Seen today.\n[Gout].", "Seen [today.\nGout].", "problem", "find_broken_lines"),
        (
            "[Air entry] normal L and R.",
            "[Air entry normal L and R].",
            "test",
            "find_judgements_inside",
        ),
        ("Cycle 2 [FEC].", "Cycle [2 FEC].", "treatment", "find_numbers_of_others"),
        ("Did [a 10-point ROS].", "Did a 10-point [ROS].", "test", "find_cut_modifiers"),
    ],
)
def test_extents_that_break_a_policy_are_found(
    right: str, wrong: str, kind: str, rule: str
) -> None:
    for marked, broken in ((right, set()), (wrong, {rule})):
        text, mentions = annotate(marked, kind)
        doc = Document("a", text, sets={"i2b2-2011": AnnotationSet("i2b2-2011", mentions)})
        assert list_broken(doc, "coreference") == broken


def test_a_problem_that_includes_its_test_is_found() -> None:
    problem = Mention("C1", "problem", (Span(0, 17),))
    test = Mention("C2", "test", (Span(0, 7),))
    gold = AnnotationSet("i2b2-2011", (problem, test))
    doc = Document("a", "Doppler shows DVT.", sets={"i2b2-2011": gold})
    assert list_broken(doc, "coreference") == {"find_tests_inside"}


def test_a_phrase_that_includes_a_heading_is_found() -> None:
    text, mentions = annotate("[COURSE Melphalan] given.", "treatment")
    doc = Document(
        "a",
        text,
        sections=(Section(Span(0, len(text)), "course", "COURSE"),),
        sets={"i2b2-2011": AnnotationSet("i2b2-2011", mentions)},
    )
    assert list_broken(doc, "coreference") == {"find_broken_lines"}


@pytest.mark.parametrize(
    ("marked", "broken"),
    [
        ("[Cough] and [fever]. She made little of [it].", {"find_pronouns_for_lists"}),
        ("[Cough], no [fever]. She made little of [it].", set()),
    ],
)
def test_a_pronoun_for_one_item_of_a_list_is_found(marked: str, broken: set[str]) -> None:
    text, mentions = annotate(marked, "problem", "problem", "pronoun")
    antecedent = "C2" if broken else "C1"
    links = (Relation("R1", "coreference", "C3", antecedent),)
    gold = AnnotationSet("i2b2-2011", mentions, links)
    found = list_broken(Document("a", text, sets={"i2b2-2011": gold}), "coreference")
    assert found - {"find_unmarked_personal_pronouns"} == broken


def test_inconsistent_classes_of_two_names_are_found() -> None:
    docs = []
    for number, bagga in enumerate(("synonyms", "synonyms", "ontology knowledge")):
        text, mentions = annotate("[Fatigue] and [lethargy].", "markable", "markable")
        attributes = {"relation_type": "identity", "bagga_class": bagga}
        pairs = (Relation("P1", "pair", "C2", "C1", attributes),)
        gold = AnnotationSet("odie", mentions, pairs)
        docs.append(Document(str(number), text, sets={"odie": gold}))
    found = [
        finding.document
        for finding in check_documents(docs, subjects=["coreference"])
        if finding.rule == "find_uneven_bagga_classes"
    ]
    assert found == ["2"]
