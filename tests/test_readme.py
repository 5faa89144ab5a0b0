"""The README is true: its commands and its Python run as they stand, without anything beside."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def test_its_commands_run(tmp_path: Path) -> None:
    lines = [line for block in blocks("") for line in block.splitlines()]
    commands = [line for line in lines if line.startswith(".venv/bin/goldsmith ")]
    assert len(commands) >= 6
    for line in commands:
        arguments = shlex.split(line, comments=True)[1:]
        done = subprocess.run(
            [sys.executable, "-m", "goldsmith", *arguments],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{line}\n{done.stderr}"


def test_its_python_runs(tmp_path: Path) -> None:
    [code] = blocks("python")
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "breast" in done.stdout


def test_its_picture_is_there() -> None:
    for path in re.findall(r"!\[[^]]*\]\(([^)]+)\)", README):
        assert (ROOT / path).exists()
