"""A summary counts choices by class of difference, and contributions by annotator."""

from pathlib import Path

import pytest
from tests.project.adjudication.corpora import NOTES, build_documents, open_queue

from goldsmith.adjudication import Decision
from goldsmith.errors import InputError
from goldsmith.project.adjudication.choices import Choice
from goldsmith.project.adjudication.page import render_summary
from goldsmith.project.adjudication.summary import choose_task, summarise
from goldsmith.project.adjudication.tables import make_summary_tables


def test_choices_are_counted_by_class_of_difference(tmp_path: Path) -> None:
    queue = open_queue(tmp_path)
    extent, occurrence, relation, typing = queue.index.documents
    queue.append(
        [
            Decision(extent, ("2",), by="carol", reason="too long", guideline="Condition"),
            Decision(occurrence, (), by="carol"),
            Decision(relation, ("1",), by="dora", reason="too long"),
            Decision(typing, ("2",), by="carol"),
        ]
    )
    summary = summarise(queue)
    rows = {(choice.kind, choice.difference): choice for choice in summary.choices}
    assert rows["mention", "textual extent"] == Choice(
        "mention", "textual extent", 1, {"anna": 0, "ben": 1}, 0, 0, 0
    )
    # Dropping a mention that only anna marked counts as choosing ben's version.
    assert rows["mention", "occurrence"].taken == {"anna": 0, "ben": 1}
    assert rows["mention", "typing"].taken == {"anna": 1, "ben": 0}
    assert sum(row.units for key, row in rows.items() if key[0] == "relation") == 1
    assert summary.people == {"carol": 3, "dora": 1}
    assert summary.reasons == {"too long": 2} and summary.guidelines == {"Condition": 1}
    assert summary.finished == 2 and [entry.open for entry in summary.progress] == [0, 0]
    anna, ben = (item for item in summary.contributions if item.kind == "mentions")
    assert (anna.taken, anna.alone, anna.dropped) == (3, 1, 2)
    assert (ben.taken, ben.alone, ben.dropped) == (3, 1, 1)


def test_documents_with_open_units_do_not_count_towards_contributions(tmp_path: Path) -> None:
    queue = open_queue(tmp_path)
    assert summarise(queue).agreement is None
    queue.append([Decision(list(queue.index.documents)[3], ("1",))])
    summary = summarise(queue)
    assert summary.finished == 1 and summary.documents == 2
    first = summary.contributions[0]
    assert first.kind == "mentions" and first.taken + first.dropped == 2
    assert summary.agreement is not None and summary.agreement.documents == 1


def test_disagreement_falls_with_the_consensus(tmp_path: Path) -> None:
    queue = open_queue(tmp_path)
    queue.append(Decision(unit, ("1",)) for unit in queue.index.documents)
    reductions = {(entry.metric, entry.group): entry for entry in summarise(queue).reductions}
    entry = reductions["spans", "micro"]
    assert entry.before < entry.after
    assert entry.reduction == pytest.approx((entry.after - entry.before) / (1 - entry.before))


def test_three_annotators_and_a_choice_that_none_of_them_made(tmp_path: Path) -> None:
    notes = {
        "n": {
            "anna": "<m:Condition>severe pain</> today",
            "ben": "severe <m:Condition>pain</> today",
            "cid": "severe pain <m:Condition>today</>",
        }
    }
    queue = open_queue(tmp_path, rules="free", docs=build_documents(notes, {}))
    units = [entry.unit for doc in queue.iterate_documents() for entry in doc.units]
    queue.append(Decision(unit.id, tuple(c.id for c in unit.candidates)) for unit in units)
    choices = summarise(queue).choices
    assert sum(choice.joined for choice in choices) >= 1
    assert all(set(choice.taken) == {"anna", "ben", "cid"} for choice in choices)


def test_report_contains_the_choices_and_can_leave_out_text(tmp_path: Path) -> None:
    queue = open_queue(tmp_path)
    queue.append(Decision(unit, ("1",), by="carol") for unit in queue.index.documents)
    summary, task = summarise(queue), choose_task(queue)
    page = render_summary(queue, summary, task)
    assert "What the adjudicator chose" in page and "severe pain" in page
    assert "severe pain" not in render_summary(queue, summary, task, with_text=False)
    titles = [table.title for table in make_summary_tables(summary, task, "fraction")]
    assert "Contribution to consensus" in titles and "Who decided" in titles


def test_consensus_cannot_have_the_name_of_an_annotator(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="an annotator is also called anna"):
        summarise(open_queue(tmp_path), name="anna")


def test_task_follows_the_schema(tmp_path: Path) -> None:
    assert choose_task(open_queue(tmp_path, docs=build_documents(NOTES))).name == "clef"
