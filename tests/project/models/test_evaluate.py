"""Evaluation: folds beside annotators' agreement, gold mentions given, trained models, the page."""

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from msgspec.structs import replace

from goldsmith.core import Document
from goldsmith.errors import InputError, UnknownName
from goldsmith.examples import notes
from goldsmith.pipeline import Config, Pipeline, Resources, parse
from goldsmith.project.agreement.tables import number
from goldsmith.project.models import evaluation_files
from goldsmith.project.models.evaluate import evaluate, evaluate_model
from goldsmith.project.models.evaluation import Plan, Tried
from goldsmith.project.models.evaluation_page import clef_table, page, picture, tables
from goldsmith.training import examples

QUICK = '[[component]]\nuse = "entities"\nepochs = 5\nmembers = 1\n'
BOTH = QUICK + '[[component]]\nuse = "assertion"\nclassifier = false\nsignals = false\n'


def double(docs: Iterator[Document]) -> Iterator[Document]:
    """The notes with the work of two annotators: one left out every tenth mention."""
    for doc in docs:
        gold = doc.sets["gold"]
        kept = tuple(one for at, one in enumerate(gold.mentions) if at % 10)
        doc = doc.with_set(replace(gold, name="ann"))
        yield doc.with_set(replace(gold, name="bob", mentions=kept, relations=(), groups=()))


@pytest.fixture(scope="module")
def docs() -> list[Document]:
    return list(double(islice(notes.documents(), 12)))


@pytest.fixture(scope="module")
def config() -> Config:
    return parse(QUICK, where="quick")


@pytest.fixture(scope="module")
def tried(docs: list[Document], config: Config) -> Tried:
    plan = Plan(set_name="gold", folds=3, curve=True, agreement=("ann", "bob"))
    return evaluate(docs, config, plan, corpus="twelve")


def test_all_documents_count_and_means_are_over_folds(tried: Tried) -> None:
    found = tried.evaluation
    assert found.documents == 12 and sum(one.test for one in found.folds) == 12
    assert found.by == "patient" and found.results["spans"].documents == 12
    pooled = found.results["spans"].micro
    assert pooled and pooled.values["strict"] != found.averages["spans"]["micro"]["strict"]
    assert (
        abs((pooled.values["strict"] or 0) - (found.averages["spans"]["micro"]["strict"] or 0))
        < 0.1
    )


def test_the_table_has_the_columns_of_clef(tried: Tried) -> None:
    table = clef_table(tried.evaluation, "spans")
    assert table.columns == ("Entity", "P", "R", "F1", "IAA")
    assert table.rows[-1][0] == "Overall"
    assert table.title == "Mentions: means over 3 folds by patient"
    agreed = tried.evaluation.agreement["spans"].micro
    assert agreed and table.rows[-1][-1] == number(agreed.values["strict"])
    assert 0.9 < (agreed.values["strict"] or 0) < 1
    condition = next(row for row in table.rows if row[0] == "Condition")
    assert all(re.fullmatch(r"0\.\d{3}", cell) for cell in condition[1:])


def test_the_curve_has_points_and_a_picture(tried: Tried) -> None:
    curve = tried.evaluation.curve
    sizes = [point.documents for point in curve]
    assert sizes == sorted(sizes) and len(sizes) == 5 and sizes[-1] == 8
    drawn = picture(curve)
    assert drawn.startswith("<svg") and drawn.count("<circle") == 5
    assert "Learning curve" in page(tried.evaluation, tried.task)


def test_the_report_opens_errors_and_is_written_whole(tried: Tried, tmp_path: Path) -> None:
    out = tmp_path / "report"
    written = {one.name for one in evaluation_files.write(tried, out)}
    assert written == {"index.html", "errors.html", "tables.md", "evaluation.json", "curve.svg"}
    assert "<table>" in (out / "index.html").read_text("utf-8")
    errors = (out / "errors.html").read_text("utf-8")
    assert tried.documents[0].text.split()[0] in errors and '"system"' in errors
    with pytest.raises(InputError, match="there is something here already"):
        evaluation_files.check_place(out, overwrite=False)
    evaluation_files.check_place(out, overwrite=True)
    evaluation_files.write(tried, out, with_text=False)
    shared = (out / "errors.html").read_text("utf-8")
    assert not [doc.id for doc in tried.documents if doc.text[:60] in shared]


def test_only_types_that_are_looked_for_count(docs: list[Document]) -> None:
    config = parse(QUICK + 'types = ["Locus"]\n', where="t")
    found = evaluate(docs, config, Plan(set_name="gold", folds=2)).evaluation
    assert set(found.results["spans"].rows) == {"Locus"}


def test_with_mentions_given_mentions_are_not_scored(docs: list[Document]) -> None:
    config = parse(BOTH, where="t")
    plan = Plan(set_name="gold", folds=2, given=("mentions",))
    found = evaluate(docs, config, plan, schema="mayo-disorder").evaluation
    assert set(found.results) == {"kappa"} and found.given == ["mentions"]


def test_a_trained_model_is_scored_as_it_is(docs: list[Document], config: Config) -> None:
    pipeline = Pipeline(config, Resources())
    few = examples(docs, "gold")
    pipeline.train(few[:6])
    tried = evaluate_model(docs, pipeline, Plan(set_name="gold"))
    found = tried.evaluation
    assert found.folds == [] and found.averages == {} and found.notices == []
    [table, _] = tables(found, tried.task)
    assert table.columns == ("Entity", "P", "R", "F1") and table.title == "Mentions: trained model"
    with pytest.raises(InputError, match="no learning curve"):
        evaluate_model(docs, pipeline, Plan(set_name="gold", curve=True))


def test_scores_on_the_training_data_are_warned_of(docs: list[Document], config: Config) -> None:
    from goldsmith.pipeline import Trained
    from goldsmith.training import digest

    pipeline = Pipeline(config, Resources())
    few = examples(docs, "gold")
    pipeline.train(few)
    pipeline.trained = Trained(digest=digest(few))
    found = evaluate_model(docs, pipeline, Plan(set_name="gold")).evaluation
    assert found.notices == [
        "the model was trained on these very documents: the figures say nothing"
    ]


def test_unknown_annotators_are_said(docs: list[Document], config: Config) -> None:
    plan = Plan(set_name="gold", folds=2, agreement=("ann", "eve"))
    with pytest.raises(UnknownName, match="annotation set called 'eve'"):
        evaluate(docs, config, plan)
