"""The commands score, agree, compare and report."""

import json
from pathlib import Path

import pytest
from tests.cli.running import goldsmith

from goldsmith import metrics
from goldsmith.core import AnnotationSet, Document, Mention, Metadata, Span
from goldsmith.formats import write

TEXT = "Fever and cough, pain in the groin of Mrs Quigley."
GOLD = "T1\tCondition 0 5\tFever\nT2\tCondition 10 15\tcough\nT3\tLocus 29 34\tgroin\n"
SYSTEM = "T1\tCondition 0 5\tFever\nT2\tLocus 25 34\tthe groin\n"


def write_folder(path: Path, annotations: str, count: int = 3) -> Path:
    path.mkdir()
    for number in range(count):
        (path / f"n{number}.txt").write_text(TEXT)
        (path / f"n{number}.ann").write_text(annotations)
    return path


@pytest.fixture
def sides(tmp_path: Path) -> tuple[Path, Path]:
    return write_folder(tmp_path / "gold", GOLD), write_folder(tmp_path / "run1", SYSTEM)


def test_score_works_on_folders_of_any_format(sides: tuple[Path, Path], tmp_path: Path) -> None:
    gold, system = sides
    packed = tmp_path / "run1.jsonl"
    goldsmith("convert", system, "--to", "jsonl", "--out", packed)
    done = goldsmith("score", "--gold", gold, "--system", packed, "--json")
    assert done.returncode == 0, done.stderr
    [scores] = json.loads(done.stdout)["systems"]
    micro = scores["results"]["spans"]["micro"]
    assert micro["values"]["strict"] == pytest.approx(2 * 3 / 15)
    assert micro["values"]["relaxed"] == pytest.approx(2 * 6 / 15)
    assert micro["counts"]["exact"] == 3 and micro["counts"]["partial"] == 3


def test_several_systems_give_a_leaderboard(sides: tuple[Path, Path]) -> None:
    gold, system = sides
    done = goldsmith(
        "score", "--gold", gold, "--system", system, "--system", gold, "--tables", "markdown"
    )
    assert "**Mentions: leaderboard**" in done.stdout
    assert done.stdout.index("| 1 | gold |") < done.stdout.index("| 2 | run1 |")


def test_score_prints_intervals_and_latex(sides: tuple[Path, Path]) -> None:
    done = goldsmith(
        *("score", "--gold", sides[0], "--system", sides[1], "--intervals"),
        *("--tables", "latex", "--numbers", "percent"),
    )
    assert r"\begin{tabular}" in done.stdout and "40.0 [40.0, 40.0]" in done.stdout


def test_score_refuses_missing_documents(sides: tuple[Path, Path]) -> None:
    gold, system = sides
    (system / "n2.txt").unlink()
    (system / "n2.ann").unlink()
    done = goldsmith("score", "--gold", gold, "--system", system)
    assert done.returncode == 2 and done.stdout == ""
    assert "1 only in the gold: n2" in done.stderr
    done = goldsmith("score", "--gold", gold, "--system", system, "--missing", "empty", "--json")
    [scores] = json.loads(done.stdout)["systems"]
    assert scores["results"]["spans"]["micro"]["counts"]["a"] == 9


def test_score_refuses_different_texts(sides: tuple[Path, Path]) -> None:
    gold, system = sides
    (system / "n1.txt").write_text(TEXT.replace("of Mrs", "on Mrs"))
    done = goldsmith("score", "--gold", gold, "--system", system)
    assert done.returncode == 2 and "the text of 1 documents differs" in done.stderr
    assert "Quigley" not in done.stderr


def test_compare_prints_p_values(sides: tuple[Path, Path]) -> None:
    gold, system = sides
    done = goldsmith("compare", "--gold", gold, "--system", gold, "--system", system, "--json")
    [result] = json.loads(done.stdout)
    assert (result["first"], result["second"]) == ("gold", "run1")
    assert result["comparison"]["exact"] and result["comparison"]["p"] == pytest.approx(2 / 8)


def test_agree_accepts_sets_of_a_corpus_or_paths(sides: tuple[Path, Path]) -> None:
    gold, system = sides
    done = goldsmith("agree", gold, system, "--task", "entities", "--json")
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["annotators"] == ["gold", "run1"]
    [pair] = result["pairs"]
    assert pair["documents"] == 3
    assert pair["results"]["spans"]["micro"]["values"]["lenient"] == pytest.approx(9 / 15)
    done = goldsmith("agree", "gold", "nobody", "--corpus", gold, "--task", "entities")
    assert done.returncode == 2 and "no annotation set called 'nobody'" in done.stderr


def test_report_writes_one_file(sides: tuple[Path, Path], tmp_path: Path) -> None:
    out = tmp_path / "deep" / "report.html"
    done = goldsmith("report", *sides, "--task", "entities", "--out", out, "--no-text")
    assert done.returncode == 0, done.stderr
    content = out.read_text("utf-8")
    assert content.startswith("<!doctype html>") and "Quigley" not in content
    assert [path.name for path in out.parent.iterdir()] == ["report.html"]


def test_unknown_task_suggests_another(sides: tuple[Path, Path]) -> None:
    done = goldsmith("score", "--gold", sides[0], "--system", sides[1], "--task", "entites")
    assert done.returncode == 2 and "Did you mean entities?" in done.stderr


def test_metric_replaces_the_task_and_prints_all_its_values(sides: tuple[Path, Path]) -> None:
    gold, system = sides
    common = ("--gold", gold, "--system", system, "--metric", "positive-agreement")
    done = goldsmith("score", *common, "--metric", "kappa", "--tables", "markdown")
    assert done.returncode == 0, done.stderr
    assert "**Positive specific agreement: run1**" in done.stdout
    assert "**Mentions: run1**" not in done.stdout
    for name in metrics.get("positive-agreement").values:
        assert f"| {name} " in done.stdout
    results = json.loads(goldsmith("score", *common, "--json").stdout)["systems"][0]["results"]
    assert list(results) == ["positive-agreement"]


def test_agree_and_compare_accept_metrics(sides: tuple[Path, Path]) -> None:
    gold, system = sides
    done = goldsmith("agree", gold, system, "--metric", "alpha,kappa", "--json")
    assert done.returncode == 0, done.stderr
    [pair] = json.loads(done.stdout)["pairs"]
    assert set(pair["results"]) == {"alpha", "kappa"}
    done = goldsmith(
        *("compare", "--gold", gold, "--system", gold, "--system", system),
        *("--metric", "positive-agreement", "--json"),
    )
    [comparison] = json.loads(done.stdout)
    assert comparison["comparison"]["metric"] == "positive-agreement"


def test_options_apply_to_named_metrics(sides: tuple[Path, Path]) -> None:
    gold, system = sides
    common = ("score", "--gold", gold, "--system", system, "--metric", "relations")
    assert goldsmith(*common, "--option", "relations.found=lenient").returncode == 0
    done = goldsmith(*common, "--option", "spans.x=1")
    assert done.returncode == 2 and "'spans'" in done.stderr
    done = goldsmith("agree", gold, system, "--metric", "kapa")
    assert done.returncode == 2 and "Did you mean kappa?" in done.stderr


def test_distance_of_codes_needs_a_task_or_metric_on_codes(sides: tuple[Path, Path]) -> None:
    done = goldsmith("agree", *sides, "--terms", "demo", "--task", "entities")
    assert done.returncode == 2 and "does not compare codes" in done.stderr
    done = goldsmith("agree", *sides, "--terms", "demo", "--metric", "concept-distance", "--json")
    assert done.returncode == 0, done.stderr


def make_corpus(tmp_path: Path) -> Path:
    """Write a corpus of two documents, one of them a letter, with the sets gold and run1."""
    text = "fever and cough"
    fever = AnnotationSet("gold", (Mention("m", "Condition", (Span(0, 5),)),))
    cough = AnnotationSet("run1", (Mention("m", "Condition", (Span(10, 15),)),))
    sets = {"gold": fever, "run1": cough}
    docs = [Document("1", text, Metadata(type="letter"), sets=sets), Document("2", text, sets=sets)]
    write(docs, tmp_path / "corpus.jsonl", "jsonl")
    return tmp_path / "corpus.jsonl"


@pytest.mark.parametrize(
    "words",
    [
        "score --gold gold --system nosuch",
        "score --gold nosuch --system gold",
        "compare --gold gold --system run1 --system nosuch",
        "agree gold nosuch",
        "agree gold run1 --gold nosuch",
        "report gold nosuch --out report.html",
        "report gold X=nosuch --out report.html",
    ],
)
def test_error_on_an_unknown_set_lists_the_known_sets(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = make_corpus(tmp_path)
    monkeypatch.chdir(tmp_path)
    done = goldsmith(*words.split(), "--corpus", corpus)
    assert done.returncode == 2 and done.stdout == ""
    assert "no annotation set called 'nosuch'; expected one of gold, run1" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["corpus.jsonl"]


def test_set_of_a_path_must_exist(sides: tuple[Path, Path]) -> None:
    done = goldsmith("score", "--gold", sides[0], "--system", sides[1], "--system-set", "x")
    assert done.returncode == 2 and "called 'x'; expected one of gold" in done.stderr


def test_sets_of_paths_cannot_be_combined_with_a_corpus(tmp_path: Path) -> None:
    words = ("score", "--gold", "gold", "--system", "run1", "--gold-set", "gold")
    done = goldsmith(*words, "--corpus", make_corpus(tmp_path))
    assert done.returncode == 2 and "--corpus is the only path" in done.stderr


def test_report_has_a_group_of_columns_for_each_slice(tmp_path: Path) -> None:
    corpus, out = make_corpus(tmp_path), tmp_path / "report.html"
    words = ("report", "gold", "run1", "--corpus", corpus, "--task", "entities", "--out", out)
    done = goldsmith(*words, "--by", "typ")
    assert done.returncode == 2 and not out.exists()
    assert "no metadata field called 'typ'; expected one of type" in done.stderr
    done = goldsmith(*words, "--leave-out", "type=nothing")
    assert done.returncode == 2 and "no value of type called 'nothing'" in done.stderr
    assert goldsmith(*words, "--by", "type").returncode == 0
    page = out.read_text("utf-8")
    assert '<th scope="colgroup"' in page and ">letter</th>" in page
    assert 'data-slice="letter"' in page


def test_score_has_a_column_for_each_slice(tmp_path: Path) -> None:
    words = ("score", "--corpus", make_corpus(tmp_path), "--gold", "gold", "--by", "type")
    done = goldsmith(*words, "--system", "run1", "--system", "gold", "--tables", "markdown")
    assert done.returncode == 0, done.stderr
    titles = [line.strip("*") for line in done.stdout.splitlines() if line.startswith("**")]
    assert titles[:2] == ["Mentions: leaderboard", "Mentions: leaderboard, by type"]
    assert "Mentions: run1, by type" in titles
    assert "| system | letter: strict_precision |" in done.stdout
    scores = json.loads(goldsmith(*words, "--system", "run1", "--json").stdout)
    assert scores["by"] == ["type"] and "letter" in scores["systems"][0]["slices"]


@pytest.mark.parametrize("command", ["score --gold gold --system run1", "agree gold run1"])
def test_unknown_metadata_field_is_an_error(command: str, tmp_path: Path) -> None:
    words = (*command.split(), "--corpus", make_corpus(tmp_path), "--by")
    done = goldsmith(*words, "typ")
    assert done.returncode == 2 and done.stdout == ""
    assert "no metadata field called 'typ'; expected one of type" in done.stderr
    done = goldsmith(*words, "date")
    assert done.returncode == 2 and "no document has a value in the metadata field" in done.stderr
    assert "letter" in goldsmith(*words, "type", "--tables", "markdown").stdout


def test_report_needs_two_sets(tmp_path: Path) -> None:
    out = tmp_path / "report.html"
    done = goldsmith("report", "gold", "--corpus", make_corpus(tmp_path), "--out", out)
    assert done.returncode == 2 and "a report needs two sets" in done.stderr
    assert not out.exists()


def make_runs(tmp_path: Path) -> list[Path]:
    """Write a gold standard and two systems in folders that all end in "brat"."""
    for name in ("gold", "run1", "run2"):
        (tmp_path / name).mkdir()
    return [
        write_folder(tmp_path / "gold" / "brat", GOLD),
        write_folder(tmp_path / "run1" / "brat", SYSTEM),
        write_folder(tmp_path / "run2" / "brat", GOLD),
    ]


def test_systems_in_folders_of_the_same_name_get_different_names(tmp_path: Path) -> None:
    gold, first, second = make_runs(tmp_path)
    words = ("--gold", gold, "--system", first, "--system", second)
    scores = json.loads(goldsmith("score", *words, "--json").stdout)
    assert [system["name"] for system in scores["systems"]] == ["run1-brat", "run2-brat"]
    assert scores["gold"] == "gold-brat"
    [result] = json.loads(goldsmith("compare", *words, "--json").stdout)
    assert (result["first"], result["second"]) == ("run2-brat", "run1-brat")  # in rank order


def test_systems_and_annotators_can_be_named(tmp_path: Path) -> None:
    gold, first, second = make_runs(tmp_path)
    systems = ("--system", f"base={first}", "--system", f"new={second}")
    done = goldsmith("score", "--gold", f"G={gold}", *systems, "--json")
    scores = json.loads(done.stdout)
    assert [system["name"] for system in scores["systems"]] == ["base", "new"]
    assert scores["gold"] == "G"
    assert (
        "| 1 | new |" in goldsmith("compare", "--gold", gold, *systems, "--tables", "markdown")[1]
    )
    done = goldsmith("agree", f"A={first}", f"B={second}", "--gold", f"C={gold}", "--json")
    result = json.loads(done.stdout)
    assert (result["annotators"], result["gold"]) == (["A", "B"], ["C"])
    out = tmp_path / "report.html"
    done = goldsmith("report", f"A={first}", f"B={second}", "--out", out, "--task", "entities")
    assert done.returncode == 0 and "between A and B" in out.read_text("utf-8")


def test_sets_of_a_corpus_can_be_named(tmp_path: Path) -> None:
    corpus = make_corpus(tmp_path)
    done = goldsmith("score", "--gold", "gold", "--system", "S=run1", "--corpus", corpus, "--json")
    assert [system["name"] for system in json.loads(done.stdout)["systems"]] == ["S"]
    done = goldsmith("agree", "A=gold", "gold=run1", "--corpus", corpus, "--json")
    assert json.loads(done.stdout)["annotators"] == ["A", "gold"]


def test_naming_the_same_system_twice_is_refused(sides: tuple[Path, Path]) -> None:
    gold, system = sides
    for command in ("score", "compare"):
        done = goldsmith(command, "--gold", gold, "--system", system, "--system", system)
        assert done.returncode == 2 and "is named twice" in done.stderr
        assert "NAME=PATH" in done.stderr


def test_compare_needs_two_systems(sides: tuple[Path, Path]) -> None:
    done = goldsmith("compare", "--gold", sides[0], "--system", sides[1])
    assert done.returncode == 2 and "needs two systems, but there is 1" in done.stderr


def test_compare_needs_rounds(sides: tuple[Path, Path]) -> None:
    done = goldsmith("compare", "--gold", sides[0], "--system", sides[1], "--rounds", 0)
    assert done.returncode == 2 and "--rounds" in done.stderr


def test_document_without_an_annotation_file_is_not_annotated(
    sides: tuple[Path, Path],
) -> None:
    gold, system = sides
    (system / "n2.ann").unlink()
    done = goldsmith("score", "--gold", gold, "--system", system)
    assert done.returncode == 2 and "run1 has no annotations in 1: n2" in done.stderr
    assert "--missing empty" in done.stderr and done.stdout == ""
    done = goldsmith("score", "--gold", gold, "--system", system, "--missing", "skip", "--json")
    assert "1 documents without annotations in run1 are not counted: n2" in done.stderr
    assert json.loads(done.stdout)["documents"] == 2
    done = goldsmith("agree", gold, system, "--task", "entities", "--json")
    assert "run1 has no annotations in 1 of 3 documents" in done.stderr
    assert json.loads(done.stdout)["pairs"][0]["documents"] == 2
    done = goldsmith("agree", gold, system, "--task", "entities", "--missing", "refuse")
    assert done.returncode == 2 and "run1 has no annotations in 1: n2" in done.stderr


def test_empty_annotation_file_is_an_annotated_document(sides: tuple[Path, Path]) -> None:
    gold, system = sides
    (system / "n2.ann").write_text("")
    done = goldsmith("score", "--gold", gold, "--system", system, "--json")
    assert done.returncode == 0 and json.loads(done.stdout)["documents"] == 3


def test_annotations_in_an_unknown_format_are_reported(
    sides: tuple[Path, Path], tmp_path: Path
) -> None:
    gold, _ = sides
    plain = tmp_path / "plain"
    plain.mkdir()
    for number in range(3):
        (plain / f"n{number}.txt").write_text(TEXT)
        (plain / f"n{number}.other").write_text("?")
    done = goldsmith("agree", gold, plain, "--task", "entities")
    assert done.returncode == 2 and "none of the documents has annotations" in done.stderr
    assert done.stderr.count("3 files were not read as text: .other (3)") == 1
    done = goldsmith(
        *("score", "--gold", gold, "--system", plain, "--system", f"again={plain}"),
        *("--missing", "skip"),
    )
    assert done.returncode == 2 and "no document is annotated in both" in done.stderr


def test_differing_texts_are_listed_skipped_or_realigned(sides: tuple[Path, Path]) -> None:
    gold, system = sides
    (system / "n0.txt").write_text(TEXT.replace("Fever", "Chill"))
    (system / "n0.ann").write_text(SYSTEM.replace("Fever", "Chill"))
    (system / "n1.txt").write_text(TEXT.replace(", ", ",\n\n"))
    (system / "n1.ann").write_text(SYSTEM.replace("25 34", "26 35"))
    done = goldsmith("agree", gold, system, "--task", "entities")
    assert done.returncode == 2 and "(1 only in white space): run1: n0, n1" in done.stderr
    assert "--differing realign" in done.stderr and "Quigley" not in done.stderr
    common = ("--task", "entities", "--json", "--differing")
    done = goldsmith("agree", gold, system, *common, "skip")
    assert json.loads(done.stdout)["pairs"][0]["documents"] == 1
    done = goldsmith("agree", gold, system, *common, "realign")
    [pair] = json.loads(done.stdout)["pairs"]
    assert pair["results"]["spans"]["micro"]["counts"]["exact"] == 2
    done = goldsmith("score", "--gold", gold, "--system", system, *common, "realign")
    assert json.loads(done.stdout)["documents"] == 2 and "1 documents were realigned" in done.stderr


@pytest.mark.parametrize("sets", [("A1", "A2"), ("--all-sets",)], ids=["named", "all"])
def test_systems_are_compared_but_are_not_annotators(tmp_path: Path, sets: tuple[str, ...]) -> None:
    fever = (Mention("m", "Condition", (Span(0, 5),)),)
    names = ("A1", "A2", "MMTx", "gold")
    doc = Document("1", "fever", sets={name: AnnotationSet(name, fever) for name in names})
    write([doc], tmp_path / "corpus.jsonl", "jsonl")
    words = ("agree", *sets, "--corpus", tmp_path / "corpus.jsonl", "--task", "entities")
    done = goldsmith(*words, "--system", "MMTx", "--gold", "gold", "--json")
    assert done.returncode == 0 and "note: MMTx: made by a system" in done.stderr
    result = json.loads(done.stdout)
    assert (result["annotators"], result["systems"]) == (["A1", "A2"], ["MMTx"])
    assert result["pooled"]["comparisons"] == 1 and len(result["pairs"]) == 6


def test_misspelt_attribute_of_a_metric_is_an_error(tmp_path: Path) -> None:
    words = (
        "agree",
        "gold",
        "run1",
        "--corpus",
        make_corpus(tmp_path),
        "--schema",
        "mayo-disorder",
    )
    option = ("--metric", "kappa", "--option", "kappa.attributes=statuss")
    done = goldsmith(*words, *option)
    assert done.returncode == 2 and not done.stdout
    assert "no attribute for the option kappa.attributes called 'statuss'" in done.stderr
    assert "Did you mean status?" in done.stderr


def test_agree_compares_all_sets_of_a_corpus(tmp_path: Path) -> None:
    sets = [f"annotator{number:02}" for number in range(30)]
    docs = [
        Document(
            f"n{number}",
            TEXT,
            sets={
                name: AnnotationSet(name, (Mention("T1", "Condition", (Span(0, 5),)),))
                for name in sets[number : number + 4]
            },
        )
        for number in range(27)
    ]
    write(docs, tmp_path / "c.jsonl", "jsonl")
    done = goldsmith("agree", "--all-sets", "--corpus", tmp_path / "c.jsonl", "--task", "entities")
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("note: ") == 2 and "--json has every pair" in done.stderr
    assert "Mentions: strict: 84 pairs" in done.stdout
    assert "All 30 annotators on the mentions that they share" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 160
    result = goldsmith("agree", "--all-sets", "--corpus", tmp_path / "c.jsonl", "--json")
    assert len(json.loads(result.stdout)["pairs"]) == 84
    done = goldsmith("agree", "--corpus", tmp_path / "c.jsonl")
    assert done.returncode == 2 and "--all-sets" in done.stderr
    done = goldsmith("agree", "annotator00", "--all-sets", "--corpus", tmp_path / "c.jsonl")
    assert done.returncode == 2


def test_score_prints_the_entries_of_a_challenge(sides: tuple[Path, Path], tmp_path: Path) -> None:
    gold, system = sides
    entries = tmp_path / "entries.csv"
    entries.write_text("set,team,user,run,data\nrun,UTH CCB,wu,0,T+D\n", "utf-8")
    words = ("score", "--gold", gold, "--system", f"run={system}", "--entries", entries)
    assert "| 1 | UTH CCB | wu | 0 |" in goldsmith(*words, "--tables", "markdown").stdout
    [board] = json.loads(goldsmith(*words, "--json").stdout)["leaderboards"]
    assert (board["metric"], board["value"], board["standings"][0]["team"]) == (
        "spans",
        "strict",
        "UTH CCB",
    )
    entries.write_text("set,team\nran,UTH CCB\n", "utf-8")
    done = goldsmith(*words)
    assert done.returncode == 2 and "no system called 'ran'" in done.stderr


def test_compare_accepts_any_value_of_the_task(sides: tuple[Path, Path]) -> None:
    gold, system = sides
    words = ("compare", "--gold", gold, "--system", f"low={system}", "--system", f"top={gold}")
    done = goldsmith(*words, "--value", "relaxed_recall", "--json")
    [result] = json.loads(done.stdout)
    assert (result["first"], result["second"]) == ("top", "low")  # in rank order
    assert (result["comparison"]["metric"], result["comparison"]["value"]) == (
        "spans",
        "relaxed_recall",
    )
    text = goldsmith(*words, "--value", "spans.lenient", "--tables", "markdown").stdout
    assert "p-values for lenient" in text
    done = goldsmith(*words, "--value", "recal")
    assert done.returncode == 2 and "no value of the metrics of the task entities" in done.stderr
    done = goldsmith(*words, "--group", "Nothing")
    assert done.returncode == 2 and "no row of the metric spans called 'Nothing'" in done.stderr


def test_agree_explains_low_agreement(tmp_path: Path) -> None:
    corpus = make_corpus(tmp_path)
    words = ("agree", "gold", "run1", "--corpus", corpus, "--task", "entities")
    causes = ("--differences", "--influence", "--trend", "--by", "type")
    done = goldsmith(*words, *causes, "--tables", "markdown")
    assert done.returncode == 0, done.stderr
    for title in (
        "Differences by class: gold and run1",
        "Examples of differences",
        "trend of strict",
        "without each document",
    ):
        assert title in done.stdout
    result = json.loads(goldsmith(*words, "--differences", "--no-text", "--json").stdout)
    [pair] = result["causes"]["differences"]
    assert pair["differences"] and all(not example["text"] for example in pair["examples"])
    assert result["what_if"] is None
    done = goldsmith(*words, "--trend")
    assert done.returncode == 2 and "--trend needs slices to follow; expected --by" in done.stderr
    done = goldsmith(*words, "--no-text")
    assert done.returncode == 2 and "--no-text applies only to --differences" in done.stderr
    done = goldsmith(*words, "--merge", "Condition=Any")
    assert done.returncode == 2 and "is not a merge" in done.stderr
