"""Commands other than extract write the same on a real Spark as in a single process."""

import subprocess
from pathlib import Path

import msgspec
import pytest
from tests.cli.running import goldsmith, make_command

from goldsmith.core import AnnotationSet, Document, Mention, Span
from goldsmith.formats import write

ON_SPARK = ("--runner", "spark", "--master", "local[2,4]", "--spark-conf", "spark.ui.enabled=false")


def run_process(*arguments: object) -> str:
    """Run a command as a process, because here it would stop the session of the other tests."""
    done = subprocess.run(make_command(*arguments), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def make_set(name: str, *starts: int) -> AnnotationSet:
    spans = [Span(start, start + 5) for start in starts]
    return AnnotationSet(name, tuple(Mention(f"T{at.start}", "Condition", (at,)) for at in spans))


@pytest.mark.usefixtures("java")
def test_agree_gives_the_same_result_on_spark(tmp_path: Path) -> None:
    docs = [
        Document(
            f"n{number}",
            "fever cough fever",
            sets={"A": make_set("A", 0, 6), "B": make_set("B", 0, 6 + 6 * (number % 2))},
        )
        for number in range(80)
    ]
    write(docs, tmp_path / "corpus", "corpus")
    command = ("agree", "A", "B", "--corpus", tmp_path / "corpus", "--task", "entities", "--json")
    alone = goldsmith(*command)
    assert alone.returncode == 0 and msgspec.json.decode(alone.stdout)
    assert run_process(*command, *ON_SPARK) == alone.stdout


@pytest.mark.usefixtures("java")
def test_chronicle_gives_the_same_result_on_spark(tmp_path: Path) -> None:
    for name, options in (("alone", ()), ("spark", ON_SPARK)):
        out = tmp_path / f"{name}.jsonl"
        run_process("chronicle", "demo", "--out", out, "--today", "2026-01-01", *options)
    alone, on_spark = ((tmp_path / f"{name}.jsonl").read_bytes() for name in ("alone", "spark"))
    assert alone == on_spark != b""


@pytest.mark.parametrize("command", ["agree", "chronicle"])
def test_spark_settings_are_refused_on_other_runners(command: str, tmp_path: Path) -> None:
    arguments = {
        "agree": ("A", "B", "--corpus", "demo"),
        "chronicle": ("demo", "--out", tmp_path / "out"),
    }[command]
    done = goldsmith(command, *arguments, "--master", "local[2,4]")
    assert done.returncode == 2 and "expected the runner spark" in done.stderr
