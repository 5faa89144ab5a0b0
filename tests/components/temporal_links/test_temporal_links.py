"""Events are classified and linked to times; the links of an event are consistent."""

from __future__ import annotations

from collections import Counter
from datetime import date

import pytest
from tests.components.temporal_links.notes import SCHEMA, make_examples, make_note

from goldsmith.components.temporal import Options as TimeOptions
from goldsmith.components.temporal import Temporal
from goldsmith.components.temporal_links import Options, TemporalLinks
from goldsmith.components.temporal_links.choice import choose_labels
from goldsmith.components.temporal_links.page import Page
from goldsmith.core import Document, Metadata
from goldsmith.core.schema_file import load_builtin_schema
from goldsmith.pipeline import Analysis, Resources
from goldsmith.pipeline.layers import start_analysis
from goldsmith_demo.make import make_documents


def to_days(first: str, last: str = "") -> tuple[int, int]:
    return date.fromisoformat(first).toordinal(), date.fromisoformat(last or first).toordinal()


LETTER = to_days("2009-06-10")
MARCH = to_days("2009-03-01", "2009-03-31")


def test_links_of_an_event_are_consistent() -> None:
    scores = [{"before": 0.45, "includes": 0.55}, {"is_included": 0.9, "after": 0.1}]
    assert choose_labels(scores, [LETTER, MARCH]) == ["before", "is_included"]


def test_times_without_known_days_do_not_constrain_links() -> None:
    scores = [{"before": 0.45, "includes": 0.55}, {"is_included": 0.9, "after": 0.1}]
    assert choose_labels(scores, [LETTER, None]) == ["includes", "is_included"]


def test_a_single_link_gets_the_most_probable_label() -> None:
    assert choose_labels([{"after": 0.2, "none": 0.8}], [LETTER]) == ["none"]


def test_inconsistent_labels_fall_back_to_the_most_probable_ones() -> None:
    scores = [{"after": 1.0}, {"before": 1.0}]
    assert choose_labels(scores, [LETTER, MARCH]) == ["after", "before"]


def test_hypothetical_events_have_no_pairs() -> None:
    doc = make_note("We will not offer <E:TLC hypothetical=true>surgery</> in <T:TIMEX3>May</>.")
    assert list(Page(Analysis(doc), doc.sets["gold"].mentions).list_pairs()) == []


def test_date_of_the_document_comes_from_the_metadata() -> None:
    component = TemporalLinks(Options(), Resources())
    component.train(make_examples())
    doc = make_note("She has <E:TLC>pain</>.")
    analysis = start_analysis(doc, doc.sets["gold"], ("mentions",))
    component(analysis)
    (creation,) = [entry for entry in analysis.mentions if not entry.spans]
    assert creation.attributes == {
        "type": "DATE",
        "value": "2009-06-10",
        "functionInDocument": "CREATION_TIME",
    }
    assert [rel.attributes["task"] for rel in analysis.relations] == ["A"]


def test_a_note_without_a_date_has_only_links_of_task_b() -> None:
    component = TemporalLinks(Options(), Resources())
    component.train(make_examples())
    doc = make_note("A <E:TLC>biopsy</> on <T:TIMEX3 value=2009-03-04>4 March 2009</>.")
    undated = Document(doc.id, doc.text, Metadata(), sets=doc.sets)
    analysis = start_analysis(undated, doc.sets["gold"], ("mentions", "assertion"))
    component(analysis)
    assert {rel.attributes["task"] for rel in analysis.relations} == {"B"}


@pytest.fixture(scope="module")
def trained() -> TemporalLinks:
    component = TemporalLinks(Options(), Resources())
    component.train(make_examples(make_documents(5, seed=31)))
    return component


def test_links_of_unseen_patients(trained: TemporalLinks) -> None:
    matched: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for doc in make_documents(2, seed=32):
        gold = doc.sets[SCHEMA]
        analysis = Analysis(doc)
        analysis.mentions = list(gold.mentions)
        trained(analysis)
        system = {
            (rel.arg1, rel.arg2, *sorted(rel.attributes.items())) for rel in analysis.relations
        }
        for rel in gold.relations:
            total[rel.attributes["task"]] += 1
            key = (rel.arg1, rel.arg2, *sorted(rel.attributes.items()))
            matched[rel.attributes["task"]] += key in system
    assert matched["A"] / total["A"] > 0.85
    assert matched["B"] / total["B"] > 0.75


def test_classes_of_unseen_events(trained: TemporalLinks) -> None:
    right = total = 0
    for doc in make_documents(1, seed=33):
        gold = doc.sets[SCHEMA]
        analysis = start_analysis(doc, gold, ("mentions",))
        trained(analysis)
        predicted = {entry.id: entry.attributes for entry in analysis.mentions}
        for event in gold.mentions:
            if event.type == "TLC":
                total += 1
                right += predicted[event.id]["class"] == event.attributes["class"]
    assert right / total > 0.85


def test_existing_times_get_their_values() -> None:
    doc = make_note("A <E:TLC>biopsy</> on <T:TIMEX3>4 March 2009</>.")
    bare = start_analysis(doc, doc.sets["gold"], ("mentions",))
    Temporal(TimeOptions(), Resources(schema=load_builtin_schema(SCHEMA)))(bare)
    times = [entry for entry in bare.mentions if entry.type == "TIMEX3"]
    assert [entry.attributes["value"] for entry in times] == ["2009-03-04", "2009-06-10"]
    assert [bool(entry.spans) for entry in times] == [True, False]
