"""Tables name the kind of their rows and print zeros; unknown names in options are refused."""

from collections.abc import Callable

import pytest

from goldsmith.core import AnnotationSet, Document, Mention, Relation, Span, load_builtin_schema
from goldsmith.errors import InputError, UnknownName
from goldsmith.project.agreement import tasks
from goldsmith.project.agreement.agree import agree
from goldsmith.project.agreement.agreement_tables import make_agreement_tables
from goldsmith.project.agreement.report import build_report
from goldsmith.project.agreement.score import Scoring, Side
from goldsmith.project.agreement.tasks import Task
from goldsmith.rendering.table import Table

ODIE = load_builtin_schema("odie")
NAMES = ("A", "B", "C")


def make_docs() -> list[Document]:
    """Make a document of three annotators: A and B agree on one pair of people, C has no pairs."""
    kinds = ("people", "people", "disease")
    mentions = tuple(
        Mention(f"T{n}", "markable", (Span(10 * n, 10 * n + 5),), {"semantic_class": kind})
        for n, kind in enumerate(kinds)
    )
    pair = Relation("R1", "Pair", "T1", "T0", {"relation_type": "identity"})
    extra = Relation("R2", "Pair", "T2", "T0", {"relation_type": "identity"})
    sets = {
        "A": AnnotationSet("A", mentions, (pair,)),
        "B": AnnotationSet("B", mentions, (pair, extra)),
        "C": AnnotationSet("C", mentions),
    }
    return [Document("n1", " " * 99, sets=sets)]


def make_task(*options: str, metric: str = "pairs") -> Task:
    return tasks.set_metric_options(tasks.make_metric_task([metric]), options)


def list_tables(task: Task, names: tuple[str, ...] = NAMES) -> dict[str, Table]:
    result = agree(make_docs(), names, task, ODIE)
    return {table.title: table for table in make_agreement_tables(result, task, "fraction")}


@pytest.mark.parametrize(
    ("metric", "option", "heading"),
    [
        ("pairs", "by=relation_type", "relation type"),
        ("pairs", "by=class", "class of the anaphor"),
        ("pairs", "by=all", "pairs"),
        ("spans", "category=type", "mention type"),
        ("spans", "category=semantic_class", "semantic class"),
        ("tlinks", "task=both", "task and kind of link"),
    ],
)
def test_first_column_is_headed_by_the_kind_of_its_rows(
    metric: str, option: str, heading: str
) -> None:
    task = make_task(f"{metric}.{option}", metric=metric)
    [table] = list_tables(task, ("A", "B")).values()
    assert table.columns[0] == heading
    report = build_report(make_docs(), ["A", "B"], task, ODIE)
    assert report.pairs[0].figures[0].groups == heading


def test_zero_counts_are_printed() -> None:
    [table] = list_tables(make_task("pairs.by=class"), ("A", "B")).values()
    cells = {row[0]: dict(zip(table.columns, row, strict=True)) for row in table.rows}
    columns = ("tp", "fp", "fn", "candidates")
    assert [cells["people"][name] for name in columns] == ["1", "0", "0", "8"]
    assert [cells["disease"][name] for name in columns] == ["0", "1", "0", "0"]
    assert [cells["macro"][name] for name in columns] == [""] * 4  # a mean has no counts


def test_many_sets_show_tp_fp_and_fn() -> None:
    table = list_tables(make_task())["Pairs: pair by pair"]
    start = table.columns.index("tp")
    assert table.columns[start : start + 3] == ("tp", "fp", "fn")
    counts = {row[0]: row[start : start + 3] for row in table.rows}
    assert counts["A and B"] == ("1", "1", "0") and counts["A and C"] == ("0", "0", "1")
    assert counts["pooled: counts summed over documents (3 comparisons)"] == ("1", "1", "3")


def run_agree(task: Task) -> object:
    return agree(make_docs(), NAMES, task, ODIE)


def run_score(task: Task) -> object:
    sides = [Side(name, make_docs, name) for name in NAMES]
    return Scoring(sides[0], sides[1:], task, ODIE).score()


def run_report(task: Task) -> object:
    return build_report(make_docs(), NAMES, task, ODIE)


@pytest.mark.parametrize("run", [run_agree, run_score, run_report])
@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("kappa.attributes=statuss", "no attribute for the option kappa.attributes called 'st"),
        ("kappa.attributes=semantic_class+x", "no attribute for the option .* called 'x'"),
        ("positive-agreement.attributes=x", "expected one of .*semantic_class"),
        ("timex.types=markabel", "no mention type .* called 'markabel'; .*markable"),
        ("timex.value_attribute=val", "option timex.value_attribute called 'val'"),
        ("tlinks.times=x", "no mention type for the option tlinks.times called 'x'"),
    ],
)
def test_misspelt_name_is_an_error(
    run: Callable[[Task], object], option: str, message: str
) -> None:
    task = make_task(option, metric=option.partition(".")[0])
    with pytest.raises(UnknownName, match=message):
        run(task)


@pytest.mark.parametrize("run", [run_agree, run_score, run_report])
def test_names_from_the_annotations_or_the_schema_are_accepted(
    run: Callable[[Task], object],
) -> None:
    run(make_task("kappa.attributes=semantic_class", metric="kappa"))
    run(make_task("timex.types=markable", metric="timex"))


def test_default_names_of_a_metric_are_not_checked() -> None:
    run_agree(make_task(metric="positive-agreement"))  # context and status, which no mention has
    run_agree(make_task(metric="timex"))


@pytest.mark.parametrize("option", ["pairs.pooled=ture", "kappa.exact=1", "muc.by_type=yes"])
def test_switch_must_be_true_or_false(option: str) -> None:
    with pytest.raises(InputError, match="expected true or false"):
        make_task(option, metric=option.partition(".")[0])


def test_links_must_be_a_mapping() -> None:
    with pytest.raises(InputError, match="expected a mapping of relation types"):
        make_task("tlinks.links=CTLink", metric="tlinks")
