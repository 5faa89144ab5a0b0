"""Challenges: team entries, leaderboards, provided mentions, warnings and compared values."""

from pathlib import Path

import pytest

from goldsmith.core import AnnotationSet, Code, Document, Mention, Span, load_builtin_schema
from goldsmith.errors import InputError, UnknownName
from goldsmith.project.agreement import tasks
from goldsmith.project.agreement.challenge.entries import Entry, check_entries, read_entries
from goldsmith.project.agreement.score import Scores, Scoring, Side
from goldsmith.project.agreement.tables import make_score_tables

SHARE = tasks.find_task("share-2014")


def build_set(name: str, codes: str) -> AnnotationSet:
    """Build ten disorders in a row: c for a right code, w for a wrong one, - for a missed one."""
    mentions = tuple(
        Mention(
            f"m{place}",
            "Disease_Disorder",
            (Span(4 * place, 4 * place + 3),),
            codes=(Code(f"C{place}" if code == "c" else "C99"),),
        )
        for place, code in enumerate(codes)
        if code != "-"
    )
    return AnnotationSet(name, mentions)


def make_scoring(task: tasks.Task, **systems: str) -> Scoring:
    sets = {"gold": build_set("gold", "c" * 10)}
    sets |= {name: build_set(name, codes) for name, codes in systems.items()}
    doc = Document("1", "abc " * 10, sets=sets)
    sides = {name: Side(name, lambda: [doc], name) for name in sets}
    schema = load_builtin_schema(task.schema) if task.schema else None
    return Scoring(sides.pop("gold"), list(sides.values()), task, schema)


def score(entries: list[Entry], **systems: str) -> Scores:
    return make_scoring(SHARE, **systems).score(entries=entries)


RUNS = {"wu0": "ccccccc-ww", "wu1": "cccccc----", "kul": "cc--------"}
WU = [
    Entry("wu0", "UTH CCB", "wu", "0", "T+D"),
    Entry("wu1", "UTH CCB", "wu", "1", "T+D"),
    Entry("kul", "KUL", "kolomiyets", "0", "P"),
]


def test_leaderboard_has_team_user_run_and_data() -> None:
    scores = score(WU, **RUNS)
    table = make_score_tables(scores, SHARE, "percent")[0]
    assert table.title == "Mentions: leaderboard"
    assert table.columns[:4] == ("", "team", "user", "run") and table.columns[-1] == "data"
    assert [(row[0], *row[1:4], row[-1]) for row in table.rows] == [
        ("1", "UTH CCB", "wu", "0", "T+D"),
        ("2", "UTH CCB", "wu", "1", "T+D"),
        ("3", "KUL", "kolomiyets", "0", "P"),
    ]
    assert table.rows[1][table.columns.index("strict")] == "75.0"  # P 6/6, R 6/10


def test_leaderboard_by_names_without_entries() -> None:
    [board, *_] = score([], **RUNS).leaderboards
    assert [(row.rank, row.system) for row in board.standings] == [
        (1, "wu0"),
        (2, "wu1"),
        (3, "kul"),
    ]
    assert not score([], wu0=RUNS["wu0"]).leaderboards  # a single system needs no leaderboard


def test_reference_rows_are_sorted_by_value_but_not_ranked() -> None:
    best = Entry(
        "Best 2013",
        data="T",
        reference=True,
        values={"spans.strict": 0.8, "normalisation.strict_accuracy": 0.65},
    )
    scores = score([*WU, best], **RUNS)
    spans, normalisation = (
        next(board for board in scores.leaderboards if board.metric == metric)
        for metric in ("spans", "normalisation")
    )
    assert [(row.rank, row.team or row.system) for row in spans.standings] == [
        (1, "UTH CCB"),
        (None, "Best 2013"),
        (2, "UTH CCB"),
        (3, "KUL"),
    ]
    assert spans.standings[1].values["relaxed"] is None
    assert [row.reference for row in normalisation.standings] == [False, True, False, False]
    table = next(t for t in make_score_tables(scores, SHARE, "fraction") if "Concepts" in t.title)
    assert table.rows[1][:3] == ("–", "Best 2013 (reference)", "")


def test_runs_with_extra_annotations_are_ranked_separately() -> None:
    extra = Entry("wu0", "UTH CCB", "wu", "0", "T+D", extra=True)
    boards = [b for b in score([extra, *WU[1:]], **RUNS).leaderboards if b.metric == "spans"]
    assert [(b.extra, [row.system for row in b.standings]) for b in boards] == [
        (False, ["wu1", "kul"]),
        (True, ["wu0"]),
    ]
    assert [row.rank for b in boards for row in b.standings] == [1, 2, 1]
    titles = [table.title for table in make_score_tables(score([extra], **RUNS), SHARE, "percent")]
    assert "Mentions: leaderboard of runs with extra annotations" in titles


def test_system_without_an_entry_is_listed_and_reported() -> None:
    scores = score(WU[:2], **RUNS)
    assert scores.leaderboards[0].standings[2].system == "kul"
    assert "no entry names kul; it is listed by its name" in scores.notices


def test_team_can_have_three_runs_by_default() -> None:
    entries = [Entry(f"r{n}", "T", run=str(n)) for n in range(4)]
    names = [entry.system for entry in entries]
    check_entries(entries[:3], names, SHARE)
    check_entries(entries, names, SHARE, most_runs=4)
    with pytest.raises(InputError, match="the team 'T' has 4 runs; expected at most 3 runs"):
        check_entries(entries, names, SHARE)
    # UWM sent its only run trained on T and on T+D: two rows of one run (Table 4).
    again = [Entry(f"d{n}", "UWM", "ghiasvand", "0", data) for n, data in enumerate(["T", "T+D"])]
    check_entries(again, ["d0", "d1"], SHARE, most_runs=1)


@pytest.mark.parametrize(
    ("entries", "says"),
    [
        ([Entry("w0")], "no system called 'w0'.*Did you mean wu0"),
        ([Entry("x", reference=True)], "no system called 'x'"),
        ([Entry("x", reference=True, values={"strcit": 0.5})], "Did you mean strict"),
        ([Entry("wu0"), Entry("wu0")], "'wu0' is entered twice"),
    ],
)
def test_entries_are_checked(entries: list[Entry], says: str) -> None:
    with pytest.raises(InputError, match=f"(?s){says}"):
        check_entries(entries, list(RUNS), SHARE)


def test_entries_are_read_from_a_table_or_from_toml(tmp_path: Path) -> None:
    table = tmp_path / "runs.csv"
    table.write_text(
        "set,team,user,run,data,extra,reference,strict,hours\n"
        "wu0,UTH CCB,wu,0,T+D,,,,\n"
        "kul,KUL,kolomiyets,0,P,yes,,,\n"
        "Best 2013,,,,T,,,0.75,\n"
        "A1,,,,,,,,53.5\n",
        "utf-8",
    )
    entries = [
        Entry("wu0", "UTH CCB", "wu", "0", "T+D"),
        Entry("kul", "KUL", "kolomiyets", "0", "P", extra=True),
        Entry("Best 2013", data="T", reference=True, values={"strict": 0.75}),
    ]
    assert list(read_entries(table)) == entries
    toml = tmp_path / "runs.toml"
    toml.write_text(
        '[[entry]]\nset = "wu0"\nteam = "UTH CCB"\nuser = "wu"\nrun = "0"\ndata = "T+D"\n'
        '[[entry]]\nset = "kul"\nteam = "KUL"\nuser = "kolomiyets"\nrun = "0"\ndata = "P"\n'
        "extra = true\n"
        '[[entry]]\nset = "Best 2013"\ndata = "T"\nreference = true\nvalues = { strict = 0.75 }\n',
        "utf-8",
    )
    assert list(read_entries(toml)) == entries


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("a.csv", "set,taem\nx,y\n", "Did you mean team"),
        ("a.csv", "team,run\nx,1\n", "no column 'set'"),
        ("a.csv", "set,extra\nx,perhaps\n", "'perhaps' is not a value of the column extra"),
        ("a.toml", "[[entry]]\nteam = 'x'\n", "required field `set`"),
        ("a.toml", "[[entry]]\nset = 'x'\nteem = 'x'\n", "unknown field `teem`"),
        ("a.toml", "[[entry\n", "not TOML"),
    ],
)
def test_bad_entries_are_refused(tmp_path: Path, name: str, text: str, says: str) -> None:
    (tmp_path / name).write_text(text, "utf-8")
    with pytest.raises(InputError, match=says):
        read_entries(tmp_path / name)
    with pytest.raises(InputError, match="no such file"):
        read_entries(tmp_path / "none.csv")


def test_warning_if_relaxed_accuracy_rises_because_mentions_were_dropped() -> None:
    """KUL was first by relaxed and last but one by strict accuracy in Table 6."""
    [notice] = [text for text in score([], **RUNS).notices if "relaxed accuracy" in text][:1]
    assert notice == (
        "kul is number 1 by relaxed accuracy (1.000) but number 3 by strict accuracy (0.200), "
        "because it has 20.0 % of the gold mentions: relaxed accuracy rises when mentions are "
        "dropped"
    )
    same = {"first": "cccccccccc", "second": "ccccccccww"}
    assert not [text for text in score([], **same).notices if "relaxed" in text]


def test_systems_are_compared_in_rank_order_by_any_value() -> None:
    scoring = make_scoring(SHARE, **RUNS)
    [view] = tasks.select_value(SHARE, "normalisation.relaxed_accuracy")
    assert list(scoring.compare(view, view.cell)) == [
        ("kul", "wu1"),
        ("kul", "wu0"),
        ("wu1", "wu0"),
    ]
    [view] = tasks.select_value(SHARE, "strict_recall", "Disease_Disorder")[:1]
    assert (view.metric, view.group, view.values[-1]) == (
        "spans",
        "Disease_Disorder",
        "relaxed",
    )
    assert scoring.rank(view, view.cell) == ["wu0", "wu1", "kul"]


def test_value_selects_the_metrics_that_have_it() -> None:
    i2b2 = tasks.find_task("i2b2-2011")
    assert [v.metric for v in tasks.select_value(i2b2, "partial_f1")] == ["spans"]
    assert len(tasks.select_value(i2b2, "f1")) == 7
    assert [v.metric for v in tasks.select_value(i2b2, "coreference.conll")] == ["coreference"]
    assert "conll" in tasks.select_value(i2b2, "conll")[0].values
    assert len(tasks.select_value(i2b2, "")) == len(i2b2.views)
    for wrong in ("f2", "muc.f2", "mcu.f1"):
        with pytest.raises(UnknownName, match="expected one of"):
            tasks.select_value(i2b2, wrong)


@pytest.mark.parametrize(
    ("name", "metrics", "gives_mentions"),
    [
        ("i2b2-2011-1A", ("spans", "coreference", "muc", "b-cubed", "ceaf-e"), False),
        ("i2b2-2011-1B", ("coreference", "muc", "b-cubed", "ceaf-e"), True),
        ("i2b2-2011-1C", ("coreference", "muc", "b-cubed", "ceaf-e"), True),
    ],
)
def test_tasks_of_i2b2(name: str, metrics: tuple[str, ...], gives_mentions: bool) -> None:
    task = tasks.find_task(name)
    assert tuple(view.metric for view in task.views) == metrics
    assert task.gives_mentions == gives_mentions


def test_task_that_provides_mentions_reports_other_mentions() -> None:
    scoring = make_scoring(tasks.find_task("i2b2-2011-1C"), whole="cccccccccc", part="cc--------")
    notices = [text for text in scoring.notices if "provides the gold mentions" in text]
    assert notices == [
        "the task provides the gold mentions, but part lacks 8 of them and adds 0 others; all are "
        "counted"
    ]
