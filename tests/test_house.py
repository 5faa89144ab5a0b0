"""House rules: small folders, meaningful names, and docstrings."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from scripts.import_contracts import _find_breaches

ROOT = Path(__file__).parent.parent
SOURCES = sorted((ROOT / "src").rglob("*.py"))
MOST_FILES = 25
VAGUE = set(
    "one other some several found given known said told asked wanted kept seen much".split()
)
PARTICIPLES = set("told said found given known kept seen made drawn held taken shown built".split())
#: Names that are options of metrics, which users write.
OPTIONS = {("metrics", "found")}
VERBS_IN_ED = {"embed", "feed", "need", "seed", "shed", "speed", "proceed"}


def is_property(node: ast.FunctionDef) -> bool:
    names = {getattr(item, "id", getattr(item, "attr", "")) for item in node.decorator_list}
    return bool(names & {"property", "cached_property"})


def test_no_folder_is_crowded() -> None:
    folders = {path.parent for path in SOURCES}
    crowded = {
        str(folder.relative_to(ROOT)): len(list(folder.glob("*.py")))
        for folder in folders
        if len(list(folder.glob("*.py"))) > MOST_FILES
    }
    assert not crowded, "group these files by subject"


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT / "src")))
def test_names_are_verbs_and_nouns(path: Path) -> None:
    problems = []
    package = path.relative_to(ROOT / "src").parts[1]
    vague = {name for name in VAGUE if (package, name) not in OPTIONS}
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id in vague:
            problems.append(f"line {node.lineno}: {node.id} is vague")
        elif isinstance(node, ast.arg) and node.arg in vague:
            problems.append(f"line {node.lineno}: {node.arg} is vague")
        elif isinstance(node, ast.FunctionDef) and not is_property(node):
            word = node.name.strip("_").split("_")[0]
            ends_in_ed = len(word) > 4 and word.endswith("ed") and word not in VERBS_IN_ED
            if word in PARTICIPLES or ends_in_ed:
                problems.append(f"line {node.lineno}: {node.name} is a participle, not a verb")
    assert not problems


def test_every_module_has_a_docstring() -> None:
    undocumented = [
        str(path.relative_to(ROOT))
        for path in SOURCES
        if not ast.get_docstring(ast.parse(path.read_text("utf-8")))
    ]
    assert not undocumented


class Graph:
    """A graph of imports with the interface of import-linter."""

    modules = ("a", "a._private", "a.b", "c")

    def find_modules_that_directly_import(self, module: str) -> set[str]:
        return {"a.b", "c"} if module == "a._private" else set()


def test_contract_finds_imports_of_private_modules() -> None:
    assert list(_find_breaches(Graph())) == [("c", "a._private")]
