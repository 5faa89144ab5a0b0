"""The README is true: its commands and its Python run as they stand, without anything beside."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run all commands of the README, one after the other, in one folder."""
    folder = tmp_path_factory.mktemp("readme")
    lines = [line for block in blocks("") for line in block.splitlines()]
    commands = [line for line in lines if line.startswith(".venv/bin/goldsmith ")]
    assert len(commands) >= 6
    for line in commands:
        arguments = shlex.split(line, comments=True)[1:]
        done = subprocess.run(
            [sys.executable, "-m", "goldsmith", *arguments],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{line}\n{done.stderr}"
    return folder


def test_its_commands_run(place: Path) -> None:
    made = {path.name for path in place.iterdir()}
    assert {"my-corpus", "notes.xml", "annotated", "report.html", "model", "extracted"} <= made


def test_its_python_runs_after_them(place: Path) -> None:
    [code] = blocks("python")
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=place, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "Condition mass" in done.stdout


def test_its_picture_is_there() -> None:
    for path in re.findall(r"!\[[^]]*\]\(([^)]+)\)", README):
        assert (ROOT / path).exists()
