"""Remedies are codes in the library and options on the command line."""

import ast
import re
from pathlib import Path

import pytest

import goldsmith
from goldsmith.cli.shared.remedies import WORDING, describe_error
from goldsmith.errors import BadFiles, InputError, LossError, MissingExtra, Remedy

SOURCE = Path(goldsmith.__file__).parent
_OPTION = re.compile(r"(?<![\w!-])--[a-z]")

#: Not messages: a model card shows commands, and xmllint has its own options.
ALLOWED = {"formats/shared/xml_entities.py", "project/models/model_card.py"}
#: Modules whose messages still name options. Convert them to a Remedy; never add to this list.
UNCONVERTED = {
    "privacy/surrogates/keyed.py",
    "privacy/records.py",
    "sampling/records.py",
    "sampling/sampler.py",
}


def find_options(path: Path) -> list[str]:
    """Return the strings of a module, except docstrings, that name options of commands."""
    tree = ast.parse(path.read_text("utf-8"))
    docstrings = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in docstrings
        and _OPTION.search(node.value)
    ]


def test_every_remedy_has_a_wording() -> None:
    assert set(WORDING) == set(Remedy)


def test_messages_of_the_library_name_no_options() -> None:
    outside = [path for path in SOURCE.rglob("*.py") if "cli" not in path.parts]
    named = {str(path.relative_to(SOURCE)): find_options(path) for path in outside}
    result = {name: strings for name, strings in named.items() if strings and name not in ALLOWED}
    assert set(result) <= UNCONVERTED, {name: result[name] for name in set(result) - UNCONVERTED}


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (
            InputError("found no files", where="notes", remedy=Remedy.NAME_FORMAT),
            "notes: found no files. Name the format with --from",
        ),
        (InputError("this is not UTF-8", remedy="Save it as UTF-8"), "Save it as UTF-8"),
        (LossError("brat", {"metadata": 2, "sections": 1}), "--allow-loss metadata,sections"),
        (
            BadFiles([InputError("bad", where="a.ann", remedy=Remedy.VALIDATE)], total=2),
            "a.ann: bad. List every such problem: goldsmith validate\nCorrect them, or leave them "
            "out with --keep-going",
        ),
        (MissingExtra("parquet", "big"), "pip install 'goldsmith[big]'"),
    ],
)
def test_remedies_are_worded_as_options(error: InputError, message: str) -> None:
    assert message in describe_error(error)
