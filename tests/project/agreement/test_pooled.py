"""Agreement pooled over rotating pairs, assignments, and documents that are left out."""

import json
from collections.abc import Sequence
from itertools import permutations
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.builders import build_mention, build_set
from tests.cli.running import goldsmith

from goldsmith.core import Document, Metadata, Relation, load_builtin_schema
from goldsmith.errors import InputError, UnknownName
from goldsmith.formats import write
from goldsmith.metrics import Result, Row
from goldsmith.project.agreement import tasks
from goldsmith.project.agreement.agree import Agreement, agree
from goldsmith.project.agreement.agreement_tables import make_agreement_tables
from goldsmith.project.agreement.assignments import read_assignments

PAPERS = Path(__file__).parents[2] / "metrics" / "paper_tables.json"
CELLS = {case["id"]: case for case in json.loads(PAPERS.read_text("utf-8"))["cases"]}
ODIE = load_builtin_schema("odie")
TASK = tasks.set_metric_options(tasks.find_task("odie"), ["pairs.pooled=true"])
#: Who annotated which batches. The paper says only how many each pair had; this rotation, with
#: these first and second annotators, gives each of them the pairs that Table 3 implies.
ROTATION = {
    ("A1", "A3"): ("cc1", "cc4", "p1", "p4"),
    ("A1", "A2"): ("cc2", "cc5", "p2", "p5"),
    ("A3", "A2"): ("cc3", "cc6", "p3", "p6"),
}
#: The smallest numbers of markables that reproduce the printed kappa of a batch, if pooled.
MARKABLES = {
    "cc1": 150,
    "cc2": 290,
    "cc3": 233,
    "cc4": 316,
    "cc5": 259,
    "cc6": 342,
    "p1": 87,
    "p2": 81,
    "p3": 78,
    "p4": 70,
    "p5": 70,
    "p6": 82,
}


def make_document(
    name: str,
    annotators: Sequence[str],
    counts: tuple[int, int, int],
    markables: int = 30,
    **fields: str,
) -> Document:
    """Make a document from the numbers of shared, second-only and first-only pairs."""
    tp, fp, fn = counts
    mentions = [
        build_mention(f"T{at}", (2 * at, 2 * at + 1), kind="markable") for at in range(markables)
    ]
    links = [
        Relation(f"R{at}", "pair", f"T{first}", f"T{second}", {"relation_type": "identity"})
        for at, (first, second) in enumerate(permutations(range(markables), 2))
        if at < tp + fp + fn
    ]
    chosen = (links[: tp + fn], links[:tp] + links[tp + fn :])
    sets = {
        annotator: build_set(mentions, own, name=annotator)
        for annotator, own in zip(annotators, chosen, strict=True)
    }
    metadata = Metadata(type=fields.pop("type", ""), extra=fields)
    return Document(name, "x " * markables, metadata, sets=sets)


def make_batches() -> list[Document]:
    """Make the twelve batches of ODIE's Table 2, each of two documents."""
    docs: list[Document] = []
    for annotators, batches in ROTATION.items():
        for batch in batches:
            inputs = CELLS[f"odie-T2-{batch}"]["inputs"]
            counts = [inputs[name] for name in ("tp", "fp", "fn")]
            halves = [number // 2 for number in counts], [-(-number // 2) for number in counts]
            sizes = MARKABLES[batch] // 2, -(-MARKABLES[batch] // 2)
            for part, size in zip(halves, sizes, strict=True):
                name = f"{batch}-{len(docs)}"
                kind = "clinical" if batch.startswith("cc") else "pathology"
                numbers = (part[0], part[1], part[2])
                docs.append(make_document(name, annotators, numbers, size, type=kind, batch=batch))
    return docs


def get_row(result: Result) -> Row:
    assert result.micro is not None
    return result.micro


def check_cells(result: Result, name: str) -> None:
    """Compare the counts and values with a column of the paper."""
    row = get_row(result)
    published = CELLS[name]
    assert {key: row.counts.get(key) for key in published["inputs"]} == published["inputs"]
    for case in (published, CELLS[f"{name}-kappa"]):
        for key, expected in case["expected"].items():
            value = row.values[key]
            assert value is not None and abs(value - expected) <= case["tolerance"][key], (
                name,
                key,
            )


def test_odie_table_1_comes_from_the_batches_of_table_2() -> None:
    docs = make_batches()
    result = agree(docs, ["A1", "A3", "A2"], TASK, ODIE, by="batch")
    assert result.pooled is not None
    assert (result.pooled.pairs, result.pooled.documents, result.pooled.comparisons) == (3, 24, 24)
    assert get_row(result.pooled.results["pairs"]).counts["tp"] == 846
    check_cells(result.pooled.results["pairs"], "odie-T1-All")
    assert list(result.pooled.slices) == [
        *(f"cc{n}" for n in range(1, 7)),
        *(f"p{n}" for n in range(1, 7)),
    ]
    for batch, results in result.pooled.slices.items():
        check_cells(results["pairs"], f"odie-T2-{batch}")
    by_type = agree(docs, ["A1", "A3", "A2"], TASK, ODIE, by="type").pooled
    assert by_type is not None
    check_cells(by_type.slices["clinical"]["pairs"], "odie-T1-Clinical")
    check_cells(by_type.slices["pathology"]["pairs"], "odie-T1-Pathology")


def test_rotation_gives_each_annotator_the_pairs_of_table_3() -> None:
    # Table 3 swaps false positives and negatives: TP + FN are the pairs of the annotator.
    published = {"A1": 653 + 150, "A2": 722 + 132, "A3": 839 + 65}
    counted = dict.fromkeys(published, 0)
    for doc in make_batches():
        for name, annotations in doc.sets.items():
            counted[name] += len(annotations.relations)
    assert counted == published


def make_rotating() -> list[Document]:
    """Make three documents of different sizes: A and B agree, C disagrees with both."""
    return [
        make_document("n1", ("A", "B"), (90, 0, 0), phase="closed"),
        make_document("n2", ("A", "C"), (5, 5, 5), phase="closed"),
        make_document("n3", ("B", "C"), (0, 5, 5), phase="training"),
    ]


def find_f1(agreement: Agreement) -> tuple[float | None, float | None]:
    """Return F1 pooled and averaged over pairs."""
    assert agreement.pooled is not None
    averaged = agreement.average["pairs"]["micro"]["f1"]
    return agreement.pooled.results["pairs"].get_value("f1"), averaged


def test_pooled_counts_differ_from_the_mean_over_pairs() -> None:
    result = agree(make_rotating(), ["A", "B", "C"], TASK, ODIE)
    pooled, averaged = find_f1(result)
    assert pooled == pytest.approx(2 * 95 / (2 * 95 + 20))
    assert averaged == pytest.approx((1 + 0.5 + 0) / 3)
    tables = make_agreement_tables(result, TASK, "fraction")
    table = next(table for table in tables if table.title == "Pairs: pair by pair")
    assert table.columns[:5] == ("", "documents", "tp", "fp", "fn")
    labels = [row[0] for row in table.rows]
    assert labels == [
        "A and B",
        "A and C",
        "B and C",
        "mean over 3 pairs of annotators",
        "the same, weighted by documents",
        "pooled: counts summed over documents",
    ]
    assert table.rows[-1][1:5] == ("3", "95", "10", "10")
    f1 = table.columns.index("f1")
    assert [row[f1] for row in table.rows[-3:]] == ["0.500", "0.500", "0.905"]
    assert any(table.title.startswith("Pairs: pooled over 3 pairs") for table in tables)


def test_gold_standard_is_not_pooled() -> None:
    docs = [
        doc.with_set(replace(next(iter(doc.sets.values())), name="gold")) for doc in make_rotating()
    ]
    result = agree(docs, ["A", "B", "C"], TASK, ODIE, gold=["gold"])
    assert find_f1(result) == find_f1(agree(make_rotating(), ["A", "B", "C"], TASK, ODIE))
    alone = agree(docs, ["C"], TASK, ODIE, gold=["gold"])
    assert alone.pooled is None and len(alone.pairs) == 1


def test_document_of_three_annotators_is_one_unit_with_three_comparisons() -> None:
    first = make_document("n1", ("A", "B"), (4, 0, 0))
    doc = first.with_set(replace(first.sets["A"], name="C"))
    result = agree([doc], ["A", "B", "C"], TASK, ODIE).pooled
    assert result is not None
    assert (result.documents, result.comparisons, result.pairs) == (1, 3, 3)
    assert get_row(result.results["pairs"]).counts["tp"] == 12
    assert result.results["pairs"].documents == 1
    tables = make_agreement_tables(agree([doc], ["A", "B", "C"], TASK, ODIE), TASK, "fraction")
    assert any("(3 comparisons)" in row[0] for table in tables for row in table.rows)


# Assignments


def write_table(path: Path, *lines: str) -> Path:
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


@pytest.mark.parametrize(
    "lines",
    [
        ("document,annotators", "n1,A,B", "n2,A,C", "n3,B,C"),
        ("n1\tA\tB", "n2\tA\tC", "", "n3\tB\tC"),
        ("Document,annotator", "n1,A", "n1,B", "n2,A", "n2,C", "n3,B", "n3,C"),
        ("n1,A,B,", '"n2", A ,C', "n3,B,C"),
    ],
)
def test_assignments_are_read(tmp_path: Path, lines: tuple[str, ...]) -> None:
    assignments = read_assignments(write_table(tmp_path / "table.csv", *lines))
    assert assignments.annotators == {"n1": ("A", "B"), "n2": ("A", "C"), "n3": ("B", "C")}
    assert assignments.names == ["A", "B", "C"]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (("n1,A", "n2"), r"table.csv:2: the line names no annotator"),
        ((",A",), r"table.csv:1: the line names no document"),
        (("n1,A", "n1,B,A"), r"table.csv:2: an annotator is assigned to the same document twice"),
        (("document,annotator",), r"the table is empty"),
    ],
)
def test_bad_assignments_are_refused(tmp_path: Path, lines: tuple[str, ...], message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_assignments(write_table(tmp_path / "table.csv", *lines))


def test_unreadable_assignments_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no such file"):
        read_assignments(tmp_path / "nowhere.csv")
    (tmp_path / "latin.csv").write_bytes(b"n1,Andr\xe9\n")
    with pytest.raises(InputError, match="it is not UTF-8"):
        read_assignments(tmp_path / "latin.csv")


def test_only_assigned_work_is_compared(tmp_path: Path) -> None:
    docs = make_rotating()
    extra = docs[0].with_set(replace(docs[0].sets["A"], name="C"))  # C was not assigned to n1
    table = write_table(tmp_path / "table.csv", "n1,A,B", "n2,A,C")
    result = agree([extra, *docs[1:]], None, TASK, ODIE, assignments=read_assignments(table))
    assert result.annotators == ["A", "B", "C"] and result.pooled is not None
    assert [(pair.first, pair.second) for pair in result.pairs] == [("A", "B"), ("A", "C")]
    assert result.notices[:2] == [
        "1 documents are assigned to nobody and are not counted",
        "in 1 documents, work of annotators who were not assigned to them is not counted",
    ]


def test_assigned_document_without_annotations_is_missing_or_empty(tmp_path: Path) -> None:
    docs = make_rotating()
    docs[1] = replace(docs[1], sets={"A": docs[1].sets["A"]})
    assignments = read_assignments(
        write_table(tmp_path / "table.csv", "n1,A,B", "n2,A,C", "n3,B,C")
    )
    skipped = agree(docs, None, TASK, ODIE, assignments=assignments)
    assert {item.annotator: item.missing for item in skipped.coverage} == {
        "A": [],
        "B": [],
        "C": ["n2"],
    }
    assert "C has no annotations in 1 of 2 documents" in skipped.notices[0]
    empty = agree(docs, None, TASK, ODIE, assignments=assignments, missing="empty").pooled
    assert empty is not None and empty.comparisons == 3
    assert get_row(empty.results["pairs"]).counts["fn"] == 10 + 5


def test_assignments_of_unknown_documents_and_annotators_are_refused(tmp_path: Path) -> None:
    unknown = read_assignments(write_table(tmp_path / "docs.csv", "n1,A,B", "n7,A,B"))
    with pytest.raises(InputError, match=r"docs\.csv: 1 of 2 documents .* not in the corpus: n7"):
        agree(make_rotating(), None, TASK, ODIE, assignments=unknown)
    strangers = read_assignments(write_table(tmp_path / "names.csv", "n1,A,B", "n2,A,Z"))
    with pytest.raises(InputError, match=r"names\.csv: there is no annotator called 'Z'"):
        agree(make_rotating(), ["A", "B", "C"], TASK, ODIE, assignments=strangers)
    with pytest.raises(InputError, match=r"names\.csv: there is no annotation set called 'Z'"):
        agree(make_rotating(), None, TASK, ODIE, assignments=strangers)


# Documents left out


def test_documents_are_left_out_by_a_field() -> None:
    result = agree(make_rotating(), None, TASK, ODIE, leave_out=["phase=training"])
    assert find_f1(result)[0] == pytest.approx(2 * 95 / (2 * 95 + 10))
    assert result.notices[0] == "1 of 3 documents are left out: phase is training"


@pytest.mark.parametrize(
    ("condition", "error", "message"),
    [
        ("phase", InputError, "'phase' is not a condition; expected FIELD=VALUE"),
        ("fase=training", UnknownName, "no metadata field called 'fase'; expected one of phase"),
        ("phase=trial", UnknownName, "no value of phase called 'trial'; expected one of closed"),
    ],
)
def test_unknown_fields_and_values_are_refused(
    condition: str, error: type[InputError], message: str
) -> None:
    with pytest.raises(error, match=message):
        agree(make_rotating(), None, TASK, ODIE, leave_out=[condition])


def test_leaving_out_all_documents_is_refused() -> None:
    with pytest.raises(InputError, match="all of the 3 documents are left out"):
        agree(make_rotating(), None, TASK, ODIE, leave_out=["phase=training", "phase=closed"])


def test_command_pools_by_an_assignment_table(tmp_path: Path) -> None:
    write(make_rotating(), tmp_path / "c.jsonl", "jsonl")
    table = write_table(tmp_path / "table.csv", "n1,A,B", "n2,A,C", "n3,B,C")
    words = ("agree", "--corpus", tmp_path / "c.jsonl", "--task", "odie", "--assignments", table)
    done = goldsmith(*words, "--leave-out", "phase=training", "--json")
    assert done.returncode == 0, done.stderr
    assert "note: 1 of 3 documents are left out: phase is training" in done.stderr
    pooled = json.loads(done.stdout)["pooled"]
    assert pooled["documents"] == 2 and pooled["results"]["pairs"]["micro"]["counts"]["tp"] == 95
    done = goldsmith(*words, "--leave-out", "phase")
    assert done.returncode == 2 and "FIELD=VALUE" in done.stderr and not done.stdout
    assert goldsmith(*words[:-1], tmp_path / "nowhere.csv").returncode == 2
