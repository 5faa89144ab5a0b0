"""Scores and agreement on small corpora whose figures can be counted by hand."""

import re

import pytest

from goldsmith.core import (
    AnnotationSet,
    Code,
    Document,
    Mention,
    Metadata,
    Span,
    load_builtin_schema,
)
from goldsmith.errors import InputError, UnknownName
from goldsmith.project.agreement import tasks
from goldsmith.project.agreement.agree import agree
from goldsmith.project.agreement.agreement_tables import make_agreement_tables
from goldsmith.project.agreement.score import Scoring, Side
from goldsmith.project.agreement.tables import (
    make_leaderboard,
    make_p_value_table,
    make_score_tables,
)
from goldsmith.rendering.table import render_latex, render_markdown

TEXT = "fever and cough, pain in the groin"


def build_set(name: str, *places: tuple[str, int, int], schema: str = "") -> AnnotationSet:
    mentions = tuple(
        Mention(f"m{number}", kind, (Span(start, end),))
        for number, (kind, start, end) in enumerate(places)
    )
    return AnnotationSet(name, mentions, schema=schema)


FEVER, COUGH, PAIN, GROIN = (
    ("Condition", 0, 5),
    ("Condition", 10, 15),
    ("Condition", 17, 21),
    ("Locus", 29, 34),
)
WIDE = ("Locus", 25, 34)


def corpus() -> list[Document]:
    """Return documents in which A1 and A2 have an exact and a partial match, and miss one each."""
    a1 = build_set("A1", FEVER, COUGH, GROIN)
    a2 = build_set("A2", FEVER, PAIN, WIDE)
    gold = build_set("C", FEVER, COUGH, PAIN, GROIN)
    first = Document("1", TEXT, Metadata(type="narrative"), sets={"A1": a1, "A2": a2, "C": gold})
    second = Document("2", TEXT, Metadata(type="imaging"), sets={"A1": build_set("A1", FEVER)})
    return [first, second]


def side(name: str) -> Side:
    return Side(name, lambda: corpus()[:1], name)


def test_scores_match_counts_by_hand() -> None:
    scoring = Scoring(side("C"), [side("A1"), side("A2")], tasks.find_task("entities"), None)
    first, second = scoring.score().systems
    spans = first.results["spans"]
    assert spans.micro is not None
    assert spans.micro.counts["exact"] == 3 and spans.micro.counts["a"] == 4
    assert spans.micro.values["strict"] == pytest.approx(6 / 7)
    assert spans.rows["Locus"].values["strict_recall"] == 1
    micro_second = second.results["spans"].micro
    assert micro_second is not None
    assert micro_second.values["strict"] == pytest.approx(4 / 7)
    assert micro_second.values["lenient"] == pytest.approx(5 / 7)
    assert micro_second.values["relaxed"] == pytest.approx(6 / 7)


def test_leaderboard_lists_the_best_first() -> None:
    scoring = Scoring(side("C"), [side("A2"), side("A1")], tasks.find_task("entities"), None)
    view = tasks.find_task("entities").views[0]
    table = make_leaderboard(scoring.score(), view, "Mentions", "percent")
    assert [row[:2] for row in table.rows] == [("1", "A1"), ("2", "A2")]
    assert table.rows[0][table.columns.index("strict")] == "85.7"


def test_p_values_fill_the_upper_triangle() -> None:
    scoring = Scoring(side("C"), [side("A1"), side("A2")], tasks.find_task("entities"), None)
    result = scoring.compare(tasks.find_task("entities").views[0])
    [comparison] = result.values()
    assert comparison.exact and comparison.p == 1  # one document allows only one swap
    table = make_p_value_table("p", ["A1", "A2"], result)
    assert table.columns == ("", "A2") and table.rows == (("A1", "1.0000"),)


def test_agreement_over_annotators_and_consensus() -> None:
    result = agree(
        corpus(), ["A1", "A2"], tasks.find_task("clef"), load_builtin_schema("clef"), gold=["C"]
    )
    pair = result.find_pair("A2", "A1")
    assert pair is not None and (pair.documents, pair.only_first, pair.only_second) == (1, 1, 0)
    spans = pair.results["spans"].micro
    assert spans is not None
    assert spans.values["strict"] == pytest.approx(2 / 6)
    assert spans.values["lenient"] == pytest.approx(3 / 6)
    assert result.notices == [
        "A2 has no annotations in 1 of 2 documents, and they are not counted for it: 2",
        "C has no annotations in 1 of 2 documents, and they are not counted for it: 2",
    ]
    assert result.average["spans"]["micro"]["strict"] == pytest.approx(2 / 6)


def test_contributions_count_matches_with_the_gold() -> None:
    result = agree(
        corpus(), ["A1", "A2"], tasks.find_task("clef"), load_builtin_schema("clef"), gold=["C"]
    )
    first, second = result.contributions
    assert (first.taken, first.alone, first.share, first.dropped) == (3, 2, 0.75, 0)
    assert (second.taken, second.alone, second.share, second.dropped) == (2, 1, 0.5, 1)


def test_consensus_reduces_disagreement() -> None:
    sets = {
        "A1": build_set("A1", FEVER, COUGH),
        "A2": build_set("A2", FEVER, PAIN),
        "C1": build_set("C1", FEVER, COUGH, PAIN),
        "C2": build_set("C2", FEVER, COUGH, PAIN, GROIN),
    }
    docs = [Document("1", TEXT, sets=sets)]
    result = agree(docs, ["A1", "A2"], tasks.find_task("entities"), None, gold=["C1", "C2"])
    micro = next(row for row in result.reductions if row.group == "micro")
    before, after = 2 / 4, 6 / 7
    assert micro.before == pytest.approx(before) and micro.after == pytest.approx(after)
    assert micro.reduction == pytest.approx(1 - (1 - after) / (1 - before))


def test_slices_by_metadata() -> None:
    docs = [corpus()[0], corpus()[0]]
    docs[1] = Document("2", TEXT, Metadata(type="imaging"), sets=docs[1].sets)
    result = agree(docs, ["A1", "A2"], tasks.find_task("entities"), None, by="type")
    assert sorted(result.pairs[0].slices) == ["imaging", "narrative"]
    assert result.pairs[0].slices["imaging"]["spans"].documents == 1


def test_unknown_set_lists_the_known_ones() -> None:
    with pytest.raises(
        UnknownName, match=r"no annotation set called 'A9'; expected one of A1, A2, C"
    ):
        agree(corpus(), ["A1", "A9"], tasks.find_task("clef"), load_builtin_schema("clef"))


def test_notices_report_empty_sets_and_other_schemas() -> None:
    sets = {"A1": build_set("A1", FEVER, schema="clef"), "A2": build_set("A2", schema="odie")}
    result = agree(
        [Document("1", TEXT, sets=sets)],
        ["A1", "A2"],
        tasks.find_task("clef"),
        load_builtin_schema("clef"),
    )
    assert "A2 has no mentions in 1 documents" in result.notices
    assert any("name different schemas" in notice for notice in result.notices)


def test_tables_are_printed_as_markdown_and_latex() -> None:
    result = agree(
        corpus(), ["A1", "A2"], tasks.find_task("clef"), load_builtin_schema("clef"), gold=["C"]
    )
    matrix = make_agreement_tables(result, tasks.find_task("clef"), "percent")[0]
    assert matrix.columns == ("", "A1", "A2")
    assert matrix.rows == (("A2", "50.0 (33.3)", ""), ("C", "85.7 (85.7)", "71.4 (57.1)"))
    assert "| A2 | 50.0 (33.3) |  |" in render_markdown(matrix)
    assert r"A2 & 50.0 (33.3) &  \\" in render_latex(matrix)


@pytest.mark.parametrize("name", tasks.TASKS)
def test_every_task_names_metrics_and_values_that_exist(name: str) -> None:
    from goldsmith import metrics

    for view in tasks.find_task(name).views:
        metric = metrics.get(view.metric)
        assert set(view.values) <= set(metric.values), view.metric
        assert view.cell in metric.values and view.bracket in (*metric.values, "")


def test_score_table_has_counts_and_values() -> None:
    scoring = Scoring(side("C"), [side("A1")], tasks.find_task("entities"), None)
    [table] = make_score_tables(scoring.score(), tasks.find_task("entities"), "fraction")
    assert table.columns[:4] == ("mention type", "a", "b", "exact")
    assert [row[0] for row in table.rows] == ["Condition", "Locus", "micro", "macro"]


def test_options_reach_the_metrics() -> None:
    task = tasks.set_metric_options(tasks.find_task("clef"), ["relations.found=lenient"])
    assert task.views[1].options == {"found": "lenient"}
    assert tasks.set_metric_options(tasks.find_task("odie"), ["pairs.pooled=true"]).views[
        0
    ].options == {"pooled": True}
    for wrong, says in (
        ("relations", "is not an option"),
        ("muc.overlap=true", "no metric of the task clef called 'muc'"),
        ("relations.fuond=lenient", "Did you mean found?"),
    ):
        with pytest.raises(InputError, match=re.escape(says)):
            tasks.set_metric_options(tasks.find_task("clef"), [wrong])


def test_matrix_title_names_the_row_of_a_metric_without_a_total() -> None:
    where = {"context": "current", "status": "confirmed"}
    first = Mention("m", "disorder", (Span(0, 5),), where, (Code("C1"),))
    second = Mention("m", "disorder", (Span(0, 5),), {**where, "status": "possible"}, (Code("C1"),))
    sets = {"A1": AnnotationSet("A1", (first,)), "A2": AnnotationSet("A2", (second,))}
    docs = [Document("1", TEXT, sets={**sets, "A3": AnnotationSet("A3", (first,))})]
    result = agree(
        docs, ["A1", "A2", "A3"], tasks.find_task("mayo"), load_builtin_schema("mayo-disorder")
    )
    table = make_agreement_tables(result, tasks.find_task("mayo"), "percent")[0]
    assert table.title == "Positive specific agreement: agreement, overlap + all"
    assert table.rows == (("A2", "0.0", ""), ("A3", "100.0", "0.0"))
