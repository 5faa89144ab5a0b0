"""Evaluation: folds, agreement of annotators, gold mentions, trained models, the page."""

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from msgspec.structs import replace

from goldsmith.core import Document
from goldsmith.errors import InputError, UnknownName
from goldsmith.examples import notes
from goldsmith.pipeline import Config, Pipeline, Resources, parse_config
from goldsmith.project.agreement.tables import format_number
from goldsmith.project.models import evaluation_files
from goldsmith.project.models.evaluate import evaluate, evaluate_model
from goldsmith.project.models.evaluation import Plan, Trial
from goldsmith.project.models.evaluation_page import (
    draw_learning_curve,
    make_clef_table,
    render_evaluation,
    tabulate_evaluation,
)
from goldsmith.training import make_examples

QUICK = '[[component]]\nuse = "entities"\nepochs = 5\nmembers = 1\n'
BOTH = QUICK + '[[component]]\nuse = "assertion"\nclassifier = false\nsignals = false\n'


def double(docs: Iterator[Document]) -> Iterator[Document]:
    """Yield notes with two annotators, one of whom leaves out every tenth mention."""
    for doc in docs:
        gold = doc.sets["gold"]
        remaining = tuple(mention for at, mention in enumerate(gold.mentions) if at % 10)
        doc = doc.with_set(replace(gold, name="ann"))
        yield doc.with_set(replace(gold, name="bob", mentions=remaining, relations=(), groups=()))


@pytest.fixture(scope="module")
def docs() -> list[Document]:
    return list(double(islice(notes.load_documents(), 12)))


@pytest.fixture(scope="module")
def config() -> Config:
    return parse_config(QUICK, where="quick")


@pytest.fixture(scope="module")
def trial(docs: list[Document], config: Config) -> Trial:
    plan = Plan(set_name="gold", folds=3, curve=True, agreement=("ann", "bob"))
    return evaluate(docs, config, plan, corpus="twelve")


def test_results_cover_all_documents_and_averages_cover_folds(trial: Trial) -> None:
    result = trial.evaluation
    assert result.documents == 12 and sum(row.test for row in result.folds) == 12
    assert result.by == "patient" and result.results["spans"].documents == 12
    pooled = result.results["spans"].micro
    assert pooled and pooled.values["strict"] != result.averages["spans"]["micro"]["strict"]
    assert (
        abs((pooled.values["strict"] or 0) - (result.averages["spans"]["micro"]["strict"] or 0))
        < 0.1
    )


def test_table_has_the_columns_of_clef(trial: Trial) -> None:
    table = make_clef_table(trial.evaluation, "spans")
    assert table.columns == ("Entity", "P", "R", "F1", "IAA")
    assert table.rows[-1][0] == "Overall"
    assert table.title == "Mentions: means over 3 folds by patient"
    agreed = trial.evaluation.agreement["spans"].micro
    assert agreed and table.rows[-1][-1] == format_number(agreed.values["strict"])
    assert 0.9 < (agreed.values["strict"] or 0) < 1
    condition = next(row for row in table.rows if row[0] == "Condition")
    assert all(re.fullmatch(r"0\.\d{3}", cell) for cell in condition[1:])


def test_learning_curve_has_points_and_a_picture(trial: Trial) -> None:
    curve = trial.evaluation.curve
    sizes = [point.documents for point in curve]
    assert sizes == sorted(sizes) and len(sizes) == 5 and sizes[-1] == 8
    drawn = draw_learning_curve(curve)
    assert drawn.startswith("<svg") and drawn.count("<circle") == 5
    assert "Learning curve" in render_evaluation(trial.evaluation, trial.task)


def test_report_has_all_files_and_can_leave_out_text(trial: Trial, tmp_path: Path) -> None:
    out = tmp_path / "report"
    written = {item.name for item in evaluation_files.write_evaluation(trial, out)}
    assert written == {"index.html", "errors.html", "tables.md", "evaluation.json", "curve.svg"}
    assert "<table>" in (out / "index.html").read_text("utf-8")
    errors = (out / "errors.html").read_text("utf-8")
    assert trial.documents[0].text.split()[0] in errors and '"system"' in errors
    with pytest.raises(InputError, match="something is already here"):
        evaluation_files.check_destination(out, overwrite=False)
    evaluation_files.check_destination(out, overwrite=True)
    evaluation_files.write_evaluation(trial, out, with_text=False)
    shared = (out / "errors.html").read_text("utf-8")
    assert not [doc.id for doc in trial.documents if doc.text[:60] in shared]


def test_only_types_of_the_pipeline_are_scored(docs: list[Document]) -> None:
    config = parse_config(QUICK + 'types = ["Locus"]\n', where="t")
    result = evaluate(docs, config, Plan(set_name="gold", folds=2)).evaluation
    assert set(result.results["spans"].rows) == {"Locus"}


def test_gold_mentions_are_not_scored(docs: list[Document]) -> None:
    config = parse_config(BOTH, where="t")
    plan = Plan(set_name="gold", folds=2, gold_layers=("mentions",))
    result = evaluate(docs, config, plan, schema="mayo-disorder").evaluation
    assert set(result.results) == {"kappa"} and result.gold_layers == ["mentions"]


def test_trained_model_is_scored_without_folds(docs: list[Document], config: Config) -> None:
    pipeline = Pipeline(config, Resources())
    few = make_examples(docs, "gold")
    pipeline.train(few[:6])
    trial = evaluate_model(docs, pipeline, Plan(set_name="gold"))
    result = trial.evaluation
    assert result.folds == [] and result.averages == {} and result.notices == []
    [table, _] = tabulate_evaluation(result, trial.task)
    assert table.columns == ("Entity", "P", "R", "F1") and table.title == "Mentions: trained model"
    with pytest.raises(InputError, match="no learning curve"):
        evaluate_model(docs, pipeline, Plan(set_name="gold", curve=True))


def test_scores_on_training_data_raise_a_notice(docs: list[Document], config: Config) -> None:
    from goldsmith.pipeline import TrainingRecord
    from goldsmith.training import compute_digest

    pipeline = Pipeline(config, Resources())
    few = make_examples(docs, "gold")
    pipeline.train(few)
    pipeline.trained = TrainingRecord(digest=compute_digest(few))
    result = evaluate_model(docs, pipeline, Plan(set_name="gold")).evaluation
    [notice] = result.notices
    assert notice == (
        "the model was trained on these documents: the scores do not show how well it does on "
        "others"
    )


def test_unknown_annotators_are_refused(docs: list[Document], config: Config) -> None:
    plan = Plan(set_name="gold", folds=2, agreement=("ann", "eve"))
    with pytest.raises(UnknownName, match="annotation set called 'eve'"):
        evaluate(docs, config, plan)
