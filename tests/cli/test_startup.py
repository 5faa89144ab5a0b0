"""Commands start quickly: help imports no heavy packages."""

import signal
import subprocess
import sys
import time
from inspect import signature
from pathlib import Path
from typing import get_args

import pytest
import typer
from tests.cli.running import goldsmith, make_command, run_process

from goldsmith import cli
from goldsmith import spark as goldsmith_spark
from goldsmith.cli.shared import choices
from goldsmith.formats import DEFAULT_SET
from goldsmith.project.agreement.differing import Differing
from goldsmith.project.agreement.pairing import Missing
from goldsmith.project.models.annotate_notes import LONGEST_NOTE
from goldsmith.terminology import packages
from goldsmith.terminology.lookup import finder
from goldsmith.training.folds import Grouping

HEAVY = "numpy scipy sklearn lxml pyarrow bioc cassis rapidfuzz goldsmith.core goldsmith.formats"
COMMANDS = list(cli.list_commands())


def test_help_lists_every_command_with_its_description() -> None:
    stdout = " ".join(goldsmith("--help").stdout.split())
    for name, line in cli.list_commands().items():
        assert name in stdout and line.split(".")[0][:40] in stdout, name


@pytest.mark.parametrize("name", COMMANDS)
def test_description_is_the_docstring_of_the_module(name: str) -> None:
    line = cli.list_commands()[name]
    assert line.endswith(".") and len(line) < 75, (
        "the docstring must be a sentence that fits on one line of the help"
    )
    command = cli.load_command(name)
    assert command.name == name and command.help


def test_help_needs_no_heavy_imports() -> None:
    code = f"""
import sys
from goldsmith.cli import main
for arguments in [[], *([name] for name in {COMMANDS})]:
    try:
        main([*arguments, "--help"])
    except SystemExit:
        pass
    print("LOADED", *arguments, [name for name in {HEAVY.split()} if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = [line for line in done.stdout.splitlines() if line.startswith("LOADED")]
    assert loaded == ["LOADED []", *(f"LOADED {name} []" for name in COMMANDS)]
    assert done.stdout.count("Usage: ") >= len(COMMANDS)


def test_unknown_command_suggests_a_similar_one() -> None:
    done = goldsmith("descibe")
    assert done.returncode == 2 and "describe" in done.stderr


def test_module_runs_as_a_process() -> None:
    done = run_process("--version")
    assert done.returncode == 0 and done.stdout.startswith("goldsmith ") and not done.stderr


def test_choices_match_the_library() -> None:
    assert get_args(choices.Missing) == get_args(Missing)
    assert get_args(choices.Differing) == get_args(Differing)
    assert get_args(choices.Overlap) == get_args(finder.Overlap)
    assert {by.value for by in choices.UndividedUnit} == set(get_args(Grouping)) - {""}
    assert choices.DEFAULT_SET == DEFAULT_SET and choices.THRESHOLD == finder.THRESHOLD
    assert choices.LONGEST_NOTE == LONGEST_NOTE
    assert signature(goldsmith_spark.extract).parameters["longest_note"].default == LONGEST_NOTE
    assert sorted(choices.PACKAGES) == sorted(packages.names())


def test_app_is_a_group_of_stubs() -> None:
    group = typer.main.get_command(cli.app)
    assert sorted(group.commands) == COMMANDS  # type: ignore[attr-defined]


def test_closed_pipe_ends_quietly() -> None:
    process = subprocess.Popen(
        make_command("schema", "show", "odie", "--json"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    message = process.stderr.read()
    process.stderr.close()
    assert process.wait() == 1 and message == b""


def wait_until_idle(pid: int) -> None:
    """Wait until a process uses no processor time for a second because it waits for input."""
    before = None
    for _ in range(60):
        after = Path(f"/proc/{pid}/stat").read_text("utf-8").split()[13:15]
        if before == after:
            return
        before = after
        time.sleep(1)


def test_interrupted_command_exits_with_130() -> None:
    process = subprocess.Popen(
        make_command("terms", "lookup", "-", "--terms", "demo"),
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        # Tests run in the background ignore the signal, and so would their child processes.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    wait_until_idle(process.pid)
    process.send_signal(signal.SIGINT)
    _, message = process.communicate()
    assert process.returncode == 130 and message == (
        "goldsmith: interrupted; no partial output was written\n"
    )
