"""The server tutorial is correct: its code runs on a real server, with the expected results."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from tests.web.processes import PASSWORD, start_server

PAGE = Path(__file__).parent.parent.parent / "docs" / "server" / "tutorial.md"


def test_the_tutorial_runs_from_start_to_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    source = PAGE.read_text("utf-8")
    assert PASSWORD in source
    names: dict[str, Any] = {"__name__": "tutorial"}
    with start_server(tmp_path / "server", "--owner", "olga") as server:
        source = source.replace("http://127.0.0.1:8642", server.address)
        for block in re.findall(r"```python\n(.*?)```", source, re.DOTALL):
            exec(compile(block, str(PAGE), "exec"), names)
        for name in ("olga", "ann", "bob", "cat", "adele"):
            names[name].close()
    printed = capsys.readouterr().out
    assert f"{len(names['examples'])} notes" in printed
    assert "ann did 5 tasks" in printed
    assert "bob did 5 tasks" in printed
    assert "passed: False" in printed
    assert "cat did 5 tasks" in printed
    assert "passed: True" in printed
    assert names["decided"] > 0
    assert "oncology@1.0 5 documents" in printed
    assert "0 faults" in printed
