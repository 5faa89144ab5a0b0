"""The commands of the tutorials run in order on the built-in notes."""

import re
import shlex
from pathlib import Path

import pytest
from tests.cli.running import goldsmith

TUTORIALS = sorted((Path(__file__).parent.parent / "docs/tutorials").glob("*.md"))


@pytest.mark.parametrize("page", TUTORIALS, ids=lambda page: page.stem)
def test_commands_of_a_tutorial_run(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = page.read_text("utf-8")
    for name, content in re.findall(r"Save this as `(\S+)`:\n\n```\w+\n(.*?)```", text, re.DOTALL):
        Path(name).write_text(content, "utf-8")
    commands = [
        line
        for block in re.findall(r"```sh\n(.*?)```", text, re.DOTALL)
        for line in block.splitlines()
    ]
    assert commands
    for command in commands:
        program, *arguments = shlex.split(command)
        assert program == "goldsmith"
        done = goldsmith(*arguments)
        assert done.returncode == 0, f"{command}\n{done.stderr}"
