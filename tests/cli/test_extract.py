"""The command extract: pipes, exit codes, and runs that are killed and resumed."""

import json
import signal
import subprocess
import time
from pathlib import Path

import pytest
from tests.cli.running import goldsmith, make_command, run_process

from goldsmith.core import Document
from goldsmith.examples import notes
from goldsmith.formats import write


def test_pipe_writes_json_lines_and_reports_bad_lines(model: Path) -> None:
    lines = '{"id": "a", "text": "No fever."}\nnothing\n{"id": "b", "text": "x"}\n'
    done = run_process("extract", "-", "--out", "-", "--model", model, "--keep-going", stdin=lines)
    assert done.returncode == 1
    docs = [json.loads(line) for line in done.stdout.splitlines()]
    assert [doc["id"] for doc in docs] == ["a", "b"] and "system" in docs[0]["sets"]
    assert "left out: stdin:2: this line is not a note" in done.stderr
    assert goldsmith("extract", "-", "--out", "-", "--model", model, stdin=lines).returncode == 2
    assert goldsmith("extract", "-", "--out", "-", "--model", model, "--resume").returncode == 2


def test_extract_writes_another_format(model: Path, tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes/a.txt").write_text("No fever.")
    out = tmp_path / "out"
    done = goldsmith(
        *("extract", tmp_path / "notes", "--out", out, "--model", model, "--to", "brat"),
        *("--allow-loss", "provenance", "--json"),
    )
    assert done.returncode == 0, done.stderr
    extraction = json.loads(done.stdout)
    assert extraction["documents"] == 1 and extraction["format"] == "brat"
    assert (out / "a.ann").exists() and (out / "a.txt").read_text() == "No fever."


def test_bad_note_is_reported_and_skipped(model: Path, tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes/a.txt").write_text("No fever.")
    (tmp_path / "notes/b.txt").write_bytes(b"Quigley \xff\xfe\x00")
    where = ("extract", tmp_path / "notes", "--out", tmp_path / "out", "--model", model)
    refused = goldsmith(*where)
    assert refused.returncode == 2 and not (tmp_path / "out").exists()
    done = goldsmith(*where, "--resume", "--keep-going")
    assert done.returncode == 1
    assert "left out 1 notes" in done.stderr and "(1 from the earlier run)" in done.stderr
    listed = (tmp_path / "out.errors.jsonl").read_text()
    assert "b.txt" in listed
    assert "Quigley" not in (listed + refused.stderr + done.stderr)


def test_error_on_a_long_note_names_the_option_that_allows_it(model: Path, tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes/a.txt").write_text("No fever.")
    (tmp_path / "notes/b.txt").write_text("Quigley " * 20)
    where = ("extract", tmp_path / "notes", "--model", model)
    short = (*where, "--longest-note", 100)
    refused = goldsmith(*short, "--out", tmp_path / "out")
    assert refused.returncode == 2 and not (tmp_path / "out").exists()
    assert "b.txt: the note has 160 characters; expected at most 100" in refused.stderr
    assert "raise the limit with --longest-note, which takes more memory" in refused.stderr
    done = goldsmith(*short, "--out", tmp_path / "out", "--resume", "--keep-going")
    assert done.returncode == 1 and "b.txt" in (tmp_path / "out.errors.jsonl").read_text()
    assert "Quigley" not in refused.stderr + done.stderr
    tables = goldsmith(*short, "--out", tmp_path / "tables", "--tables")
    assert tables.returncode == 0 and "1 notes failed" in tables.stderr
    assert goldsmith(*where, "--out", tmp_path / "all", "--longest-note", 160).returncode == 0
    none = goldsmith(*where, "--out", tmp_path / "none", "--longest-note", 0)
    assert none.returncode == 2 and "expected 1 or more" in none.stderr


def test_long_line_in_a_pipe_is_skipped(model: Path) -> None:
    lines = '{"id": "a", "text": "%s"}\n{"id": "b", "text": "x"}\n' % ("No fever. " * 200_000)
    arguments = ("extract", "-", "--out", "-", "--model", model, "--longest-note", 10)
    done = run_process(*arguments, "--keep-going", stdin=lines)
    assert done.returncode == 1
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == ["b"]
    assert "left out: stdin:1: the line has 2,000,024 bytes; expected at most 40" in done.stderr


def test_model_of_an_unknown_version_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    (tmp_path / "m").mkdir()
    (tmp_path / "m/model.json").write_text(
        '{"format": 99, "goldsmith": "9", "config": {"steps": []}}'
    )
    done = goldsmith("extract", "demo", "--out", tmp_path / "out", "--model", tmp_path / "m")
    assert done.returncode == 2 and "version 99" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["m"]


@pytest.mark.parametrize("workers", [1, 2])
def test_killed_run_resumes_to_the_same_bytes(model: Path, tmp_path: Path, workers: int) -> None:
    every = [doc.text for doc in notes.load_documents()]
    docs = [Document(f"n{at:04}", every[at % len(every)]) for at in range(320)]
    write(docs, tmp_path / "in.jsonl", "jsonl")
    where = ("--model", model, "--to", "jsonl", "--workers", workers)
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    run = subprocess.Popen(
        make_command("extract", tmp_path / "in.jsonl", "--out", cut, *where),
        stderr=subprocess.DEVNULL,
    )
    while not (tmp_path / "cut.jsonl.run/00000002.json").exists():
        assert run.poll() is None, "the run ended before it could be killed"
        time.sleep(0.005)
    run.send_signal(signal.SIGKILL)
    run.wait()
    assert not cut.exists()
    again = goldsmith("extract", tmp_path / "in.jsonl", "--out", cut, *where)
    assert again.returncode == 2 and "--resume" in again.stderr
    done = goldsmith("extract", tmp_path / "in.jsonl", "--out", cut, *where, "--resume")
    assert done.returncode == 0 and "from the earlier run" in done.stderr
    assert goldsmith("extract", tmp_path / "in.jsonl", "--out", whole, *where).returncode == 0
    assert cut.read_bytes() == whole.read_bytes()
    assert not (tmp_path / "cut.jsonl.run").exists()


def test_tables_are_written_and_queried(model: Path, tmp_path: Path) -> None:
    out = tmp_path / "tables"
    arguments = ("extract", "demo", "--model", model, "--out", out, "--tables", "--part-rows", "15")
    done = goldsmith(*arguments, "--json")
    assert done.returncode == 0, done.stderr
    extraction = json.loads(done.stdout)
    assert (extraction["documents"], extraction["parts"], extraction["failed"]) == (40, 3, 0)
    assert len(list((out / "mentions").glob("part-*.parquet"))) == 3
    again = goldsmith(*arguments)
    assert again.returncode == 2 and "--overwrite" in again.stderr
    assert goldsmith("describe", out / "documents").returncode == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--runner", "ray"], "spark"),
        (["--master", "local[2,4]"], "expected the runner spark"),
        (["--tables", "--part-rows", "0"], "a part cannot have 0 notes"),
        (["--runner", "spark", "--workers", "2"], "local[N,4]"),
        (["--runner", "spark", "--spark-conf", "x"], "NAME=VALUE"),
    ],
)
def test_wrong_options_of_the_runner_are_refused(
    model: Path, tmp_path: Path, options: list[str], message: str
) -> None:
    done = goldsmith("extract", "demo", "--model", model, "--out", tmp_path / "out", *options)
    assert done.returncode == 2 and message in done.stderr
    assert list(tmp_path.iterdir()) == []
