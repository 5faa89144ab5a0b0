"""extract as it is typed: pipes, exit codes, and a run that is killed midway."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from goldsmith.core import Document
from goldsmith.examples import notes
from goldsmith.formats import write
from goldsmith.pipeline import Pipeline, Resources, parse
from goldsmith.training import examples

QUICK = """
[[component]]
use = "entities"
epochs = 5
members = 1
features = { affixes = 0, bigrams = false, window = 1 }
"""


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "goldsmith", *map(str, arguments)]


def goldsmith(*arguments: object, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(command(*arguments), input=given, capture_output=True, check=False)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pipeline = Pipeline(parse(QUICK, where="quick"), Resources())
    pipeline.train(examples(notes.documents(), "gold"))
    folder = tmp_path_factory.mktemp("model") / "m"
    pipeline.save(folder)
    return folder


def test_a_pipe(model: Path) -> None:
    given = b'{"id": "a", "text": "No fever."}\nnothing\n{"id": "b", "text": "x"}\n'
    done = goldsmith("extract", "-", "-", "--model", model, "--keep-going", given=given)
    assert done.returncode == 1
    docs = [json.loads(line) for line in done.stdout.splitlines()]
    assert [doc["id"] for doc in docs] == ["a", "b"] and "system" in docs[0]["sets"]
    assert b"left out: stdin:2: this line is no note" in done.stderr
    assert goldsmith("extract", "-", "-", "--model", model, given=given).returncode == 2
    assert goldsmith("extract", "-", "-", "--model", model, "--resume").returncode == 2


def test_files_to_another_format(model: Path, tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes/a.txt").write_text("No fever.")
    out = tmp_path / "out"
    done = goldsmith(
        *("extract", tmp_path / "notes", out, "--model", model, "--to", "brat"),
        *("--allow-loss", "provenance", "--json"),
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["documents"] == 1 and told["format"] == "brat"
    assert (out / "a.ann").exists() and (out / "a.txt").read_text() == "No fever."


def test_a_bad_note_is_told_of_and_left_out(model: Path, tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes/a.txt").write_text("No fever.")
    (tmp_path / "notes/b.txt").write_bytes(b"Quigley \xff\xfe\x00")
    where = ("extract", tmp_path / "notes", tmp_path / "out", "--model", model)
    refused = goldsmith(*where)
    assert refused.returncode == 2 and not (tmp_path / "out").exists()
    done = goldsmith(*where, "--resume", "--keep-going")
    assert done.returncode == 1
    assert b"1 notes left out" in done.stderr and b"1 of them done before" in done.stderr
    listed = (tmp_path / "out.errors.jsonl").read_text()
    assert "b.txt" in listed
    assert "Quigley" not in (listed + refused.stderr.decode() + done.stderr.decode())


def test_a_model_that_does_not_fit_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    (tmp_path / "m").mkdir()
    (tmp_path / "m/model.json").write_text(
        '{"format": 99, "goldsmith": "9", "config": {"steps": []}}'
    )
    done = goldsmith("extract", "demo", tmp_path / "out", "--model", tmp_path / "m")
    assert done.returncode == 2 and b"format 99" in done.stderr
    assert [one.name for one in tmp_path.iterdir()] == ["m"]


@pytest.mark.parametrize("workers", [1, 2])
def test_a_killed_run_goes_on_to_the_same_bytes(model: Path, tmp_path: Path, workers: int) -> None:
    every = [doc.text for doc in notes.documents()]
    docs = [Document(f"n{at:04}", every[at % len(every)]) for at in range(640)]
    write(docs, tmp_path / "in.jsonl", "jsonl")
    where = ("--model", model, "--to", "jsonl", "--workers", workers)
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    run = subprocess.Popen(
        command("extract", tmp_path / "in.jsonl", cut, *where), stderr=subprocess.DEVNULL
    )
    while not (tmp_path / "cut.jsonl.run/00000002.json").exists():
        assert run.poll() is None, "it ended before it could be killed"
        time.sleep(0.005)
    run.send_signal(signal.SIGKILL)
    run.wait()
    assert not cut.exists()
    again = goldsmith("extract", tmp_path / "in.jsonl", cut, *where)
    assert again.returncode == 2 and b"--resume" in again.stderr
    done = goldsmith("extract", tmp_path / "in.jsonl", cut, *where, "--resume")
    assert done.returncode == 0 and b"done before" in done.stderr
    assert goldsmith("extract", tmp_path / "in.jsonl", whole, *where).returncode == 0
    assert cut.read_bytes() == whole.read_bytes()
    assert not (tmp_path / "cut.jsonl.run").exists()
