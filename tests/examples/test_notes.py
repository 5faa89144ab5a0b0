"""The built-in notes are valid, complete, varied, and in chronological order."""

import re
from collections import Counter, defaultdict
from datetime import date

import pytest

from goldsmith.core import Document, derive_chains, load_builtin_schema, validate
from goldsmith.examples.notes import load_documents

DOCS = {doc.id: doc for doc in load_documents()}
CLEF = load_builtin_schema("clef")
every_note = pytest.mark.parametrize("doc", DOCS.values(), ids=DOCS)


def test_there_are_forty_notes_of_all_kinds() -> None:
    kinds = Counter((doc.metadata.type, doc.metadata.subtype) for doc in DOCS.values())
    assert len(list(load_documents())) == len(DOCS) == 40
    assert kinds == {
        ("discharge summary", "ICU"): 2,
        ("emergency", ""): 1,
        ("histopathology", ""): 8,
        ("imaging", "CT"): 3,
        ("imaging", "MRI"): 2,
        ("imaging", "X-ray"): 2,
        ("imaging", "mammogram"): 2,
        ("imaging", "ultrasound"): 3,
        ("narrative", "audit"): 1,
        ("narrative", "case note"): 2,
        ("narrative", "discharge"): 1,
        ("narrative", "other letter"): 2,
        ("narrative", "report"): 2,
        ("narrative", "to GP"): 1,
        ("narrative", "to consultant"): 1,
        ("narrative", "to patient"): 1,
        ("narrative", "to referrer"): 2,
        ("outpatient", ""): 4,
    }


@every_note
def test_note_is_valid(doc: Document) -> None:
    gold = doc.sets["gold"]
    assert list(doc.sets) == ["gold"]
    assert gold.schema == "clef"
    assert [str(problem) for problem in validate(doc, gold, CLEF)] == []


@every_note
def test_ids_and_annotations_are_unique(doc: Document) -> None:
    gold = doc.sets["gold"]
    ids = [item.id for item in gold.annotations]
    assert len(set(ids)) == len(ids)
    assert len({(mention.type, mention.spans) for mention in gold.mentions}) == len(gold.mentions)
    links = {(rel.type, rel.arg1, rel.arg2) for rel in gold.relations}
    assert len(links) == len(gold.relations)


@every_note
def test_metadata_is_complete(doc: Document) -> None:
    meta = doc.metadata
    assert all((meta.patient, meta.type, meta.diagnosis, meta.institution))
    assert re.fullmatch(r"C\d\d(\.\d)?", meta.diagnosis), "ICD-10 chapter II, as in CLEF"
    assert date.fromisoformat(meta.date)


@every_note
def test_length_and_layout(doc: Document) -> None:
    assert 90 <= len(doc.text.split()) <= 300
    assert not re.search(r"[<>]\w|\w[<>]|  |[\\\t]| \n", doc.text), "marks left over in the text"
    assert not re.search(r"\d{5,}|@|www", doc.text), "looks like an identifier or address"


@every_note
def test_mentions_begin_and_end_with_words(doc: Document) -> None:
    for mention in doc.sets["gold"].mentions:
        for span in mention.spans:
            words = doc.text[span.start : span.end]
            assert words == words.strip(" \n.,;:()"), mention.id
            for at in (span.start, span.end):
                assert not doc.text[max(at - 1, 0) : at + 1].isalnum() or at in (0, len(doc.text))


@every_note
def test_signals_modify_something(doc: Document) -> None:
    gold = doc.sets["gold"]
    sources = {rel.arg1 for rel in gold.relations if rel.type.endswith("_modifies")}
    signals = {
        mention.id
        for mention in gold.mentions
        if mention.type in {"Negation", "Laterality", "Sub-location"}
    }
    assert signals == sources


@every_note
def test_excluded_conditions_are_not_findings(doc: Document) -> None:
    gold = doc.sets["gold"]
    findings = {rel.arg2 for rel in gold.relations if rel.type == "has_finding"}
    absent = {"no", "not", "without", "denies", "neither nor", "none", "no sign", "free"}
    mentions = gold.mentions_by_id()
    for rel in gold.relations:
        if rel.type == "negation_modifies":
            signal = doc.get_covered_text(mentions[rel.arg1]).casefold()
            assert signal not in absent or rel.arg2 not in findings


@every_note
def test_co_reference_links_equal_types_backwards(doc: Document) -> None:
    gold = doc.sets["gold"]
    mentions = gold.mentions_by_id()
    for rel in gold.relations:
        if rel.type == "co_refers":
            later, earlier = mentions[rel.arg1], mentions[rel.arg2]
            assert later.type == earlier.type
            assert later.start > earlier.start
    assert not [chain for chain in derive_chains(gold, CLEF, text=doc.text) if chain.bridges]


@every_note
def test_sections_have_headings_and_are_in_order(doc: Document) -> None:
    ends = 0
    for section in doc.sections:
        assert section.kind and section.title
        assert doc.text[section.span.start :].startswith(section.title)
        assert section.span.start >= ends
        ends = section.span.end


def test_outpatient_note_has_its_sections() -> None:
    titles = [section.title for section in DOCS["lymphoma-2-outpatient"].sections]
    assert {"CHIEF COMPLAINT", "CURRENT MEDICATIONS", "IMPRESSION/PLAN"} <= set(titles)


def test_notes_of_the_nineteen_patients_are_in_order_of_date() -> None:
    notes = defaultdict(list)
    for doc in DOCS.values():
        notes[doc.metadata.patient].append(doc.metadata)
    assert len(notes) == 19
    for metas in notes.values():
        dates = [meta.date for meta in metas]
        assert len(dates) >= 2
        assert dates == sorted(set(dates))
        assert len({meta.diagnosis for meta in metas}) == 1


def test_every_type_occurs_and_many_mentions_are_discontiguous() -> None:
    sets = [doc.sets["gold"] for doc in DOCS.values()]
    mentions = [mention for gold in sets for mention in gold.mentions]
    relations = [rel for gold in sets for rel in gold.relations]
    assert {mention.type for mention in mentions} == {kind.name for kind in CLEF.mention}
    assert {rel.type for rel in relations} == {kind.name for kind in CLEF.relation}
    assert sum(mention.is_discontiguous for mention in mentions) >= 20
    assert len(mentions) > 900
    assert len(relations) > 750
