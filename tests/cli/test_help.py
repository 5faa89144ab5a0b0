"""Help and completion: options mean the same everywhere; values are shown by name, not type."""

import os
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest
from tests.cli.running import goldsmith

from goldsmith import cli
from goldsmith.cli.shared.renamed import RENAMED

COMMANDS = list(cli.list_commands())
#: Option -> name of its value, in every command that has it.
MEANINGS = {"--as": {"NAME"}, "--by": {"FIELD"}, "--set": {"NAME"}, "--together": {None}}


def list_parts(name: str) -> Iterator[tuple[str, Any]]:
    """Yield the subcommands, or the command itself, each with the words that run it."""
    command = cli.load_command(name)
    parts = getattr(command, "commands", {})
    yield from ((f"{name} {word}", part) for word, part in parts.items())
    if not parts:
        yield name, command


@pytest.mark.parametrize("name", COMMANDS)
def test_help_shows_no_types(name: str) -> None:
    for words, part in list_parts(name):
        stdout = goldsmith(*words.split(), "--help").stdout
        assert not re.findall(r"<(?:list|str|int|float|bool|path)\b", stdout), words
        for param in part.params:
            shown = param.metavar if param.param_type_name == "argument" else param.opts[0]
            assert shown in stdout, (words, param.opts)


@pytest.mark.parametrize("words", [("train", "--help"), ("train",), ("train", "model", "-h")])
def test_help_of_train_shows_its_options(words: tuple[str, ...]) -> None:
    done = goldsmith(*words)
    help_text = done.stdout + done.stderr  # without arguments, click prints help as an error
    assert "--hold-out" in help_text and "goldsmith train clusters --help" in help_text
    assert "--least" in goldsmith("train", "clusters", "--help").stdout


def test_shared_options_mean_the_same_everywhere() -> None:
    meanings = defaultdict(set)
    for name in COMMANDS:
        for _, part in list_parts(name):
            for param in part.params:
                meanings[param.opts[0]].add(param.metavar)
    assert {option: meanings[option] for option in MEANINGS} == MEANINGS


def test_numbers_are_fractions_by_default() -> None:
    options = [param for name in COMMANDS for _, part in list_parts(name) for param in part.params]
    defaults = [param.default for param in options if param.opts == ["--numbers"]]
    assert len(defaults) >= 5 and set(defaults) == {"fraction"}


@pytest.mark.parametrize(
    ("command", "old", "new"),
    [(command, old, new) for command, names in RENAMED.items() for old, new in names.items()],
)
def test_error_on_a_renamed_option_names_the_new_one(command: str, old: str, new: str) -> None:
    for words in ((old, "x"), (f"{old}=x",)):
        done = goldsmith(command, "demo", *words)
        assert done.returncode == 2 and f"{old} is now called {new}" in done.stderr
    assert new in {opt for _, part in list_parts(command) for p in part.params for opt in p.opts}


@pytest.mark.parametrize(
    ("words", "suggestion"),
    [(("desribe", "demo"), "describe"), (("terms", "serch"), "search"), (("extrat",), "extract")],
)
def test_unknown_command_suggests_a_similar_one(words: tuple[str, ...], suggestion: str) -> None:
    done = goldsmith(*words)
    assert done.returncode == 2 and f"Did you mean '{suggestion}'?" in done.stderr


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("convert demo --to bra", {"brat"}),
        ("convert demo --to craf", set()),  # read only
        ("describe x --from craf", {"craft"}),
        ("validate demo --schema mayo", {"mayo-disorder"}),
        ("agree a b --task i2b2", {"i2b2-2011", "i2b2-2011-1A", "i2b2-2011-1B", "i2b2-2011-1C"}),
        ("score --metric spans,kap", {"spans,kappa"}),
        ("train demo --terms de", {"demo"}),
        ("terms search --terms de", {"demo"}),
        ("train --hold", {"--hold-out"}),
        ("train clusters --lea", {"--least"}),
    ],
)
def test_shell_completes_values_without_heavy_imports(line: str, expected: set[str]) -> None:
    code = (
        "import sys, atexit\n"
        "heavy = 'numpy scipy sklearn lxml pyarrow rapidfuzz goldsmith.formats'.split()\n"
        "atexit.register(lambda: sys.stderr.write(str([n for n in heavy if n in sys.modules])))\n"
        "from goldsmith.cli import main\nmain()\n"
    )
    completion = {
        "_GOLDSMITH_COMPLETE": "complete_bash",
        "COMP_WORDS": f"goldsmith {line}",
        "COMP_CWORD": str(len(line.split())),
    }
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **completion},
        capture_output=True,
        text=True,
        check=False,
    )
    assert set(done.stdout.split()) == expected, done.stderr
    assert done.stderr == "[]"
