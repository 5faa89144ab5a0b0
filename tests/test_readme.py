"""The commands and the Python code of the README run exactly as written."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.running import goldsmith

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def find_blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


@pytest.fixture(scope="module")
def readme_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run all commands of the README, one after the other, in one folder."""
    folder = tmp_path_factory.mktemp("readme")
    lines = [line for block in find_blocks("") for line in block.splitlines()]
    commands = [line for line in lines if line.startswith(".venv/bin/goldsmith ")]
    assert len(commands) >= 6
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for line in commands:
            done = goldsmith(*shlex.split(line, comments=True)[1:])
            assert done.returncode == 0, f"{line}\n{done.stderr}"
    return folder


def test_commands_of_the_readme_run(readme_folder: Path) -> None:
    names = {path.name for path in readme_folder.iterdir()}
    assert {"my-corpus", "notes.xml", "annotated", "report.html", "model", "extracted"} <= names


def test_python_of_the_readme_runs_after_its_commands(readme_folder: Path) -> None:
    [code] = find_blocks("python")
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=readme_folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "Condition mass" in done.stdout


def test_pictures_of_the_readme_exist() -> None:
    for path in re.findall(r"!\[[^]]*\]\(([^)]+)\)", README):
        assert (ROOT / path).exists()
